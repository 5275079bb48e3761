"""A `Program` under the names, the sense and the constant that its file or model gives."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_array, vstack

from lab.drawing.text import listed
from lab.spelling import guess
from lab.table import Table
from solvers import InputError, Program, Result
from solvers.checks import is_sparse, number, set_fields

#: Matrices of at most so many cells are dense.
_DENSE = 40_000
#: What a `Program` has besides c, A and b.
_PARTS = ("Q", "A_eq", "b_eq", "lower", "upper")
SENSES = {"min": 1.0, "max": -1.0}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NamedProgram(Program):
    """A `Program`, with what a file or a model says of it in addition to its numbers.

    As a `Program` it is minimised, so that solvers take it as it is: where `sense` is "max", c and
    Q are those of minus the stated objective, which is ±(c'x + 1/2 x'Qx) + constant.

    sense: "min" or "max". constant, objective_name: of the stated objective. column_names (n,): of
    the variables. row_names (r,): of the stated rows, each low_i <= a_i'x <= high_i. places (m,):
    of each row of A, i + 1 where it is a_i'x <= high_i and -(i + 1) where it is -a_i'x <= -low_i;
    equal_places (k,): i + 1 of each row of A_eq. title: the file's or model's name. notes: what was
    taken, changed or left out on the way, in sentences.
    """

    sense: str = field(default="min", kw_only=True)
    constant: float = field(default=0.0, kw_only=True)
    objective_name: str = field(default="objective", kw_only=True)
    column_names: tuple[str, ...] = field(default=(), kw_only=True)
    row_names: tuple[str, ...] = field(default=(), kw_only=True)
    places: Any = field(default=None, kw_only=True)
    equal_places: Any = field(default=None, kw_only=True)
    title: str = field(default="", kw_only=True)
    notes: tuple[str, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        Program.__post_init__(self)  # with slots, super() would look in another class
        if self.sense not in SENSES:
            raise InputError(f'sense must be "min" or "max", got {self.sense!r}.')
        if not np.isfinite(self.constant):
            raise InputError(f"constant must be finite, got {self.constant}.")
        n, m, k = self.c.size, self.b.size, self.b_eq.size
        places = np.arange(1, m + 1) if self.places is None else np.array(self.places, dtype=int)
        equal = np.arange(m + 1, m + k + 1) if self.equal_places is None else self.equal_places
        equal = np.array(equal, dtype=int)
        used = np.abs([*places.tolist(), *equal.tolist()])
        rows = tuple(self.row_names) or tuple(
            f"r{i + 1}" for i in range(int(used.max(initial=0.0)))
        )
        columns = tuple(self.column_names) or tuple(f"x{j + 1}" for j in range(n))
        fits = places.shape == (m,) and equal.shape == (k,) and len(columns) == n
        if not fits or (used.size and not 1 <= used.min() <= used.max() <= len(rows)):
            raise InputError(
                f"column_names, row_names and places must fit {n} columns and {m + k} rows, got "
                f"{len(columns)} and {len(rows)} names; leave them out for x1, x2, ... and r1, r2."
            )
        places.setflags(write=False)
        equal.setflags(write=False)
        set_fields(self, constant=float(self.constant), column_names=columns, row_names=rows,
                   places=places, equal_places=equal, notes=tuple(self.notes))  # fmt: skip

    @property
    def plain(self) -> Program:
        """The `Program` alone."""
        return Program(self.c, self.A, self.b, **{name: getattr(self, name) for name in _PARTS})

    @property
    def sign(self) -> float:
        """1 where the stated objective is minimised, -1 where it is maximised."""
        return SENSES[self.sense]

    def stated(self, value: Any) -> Any:
        """The stated objective where the program's own, which is minimised, is `value`."""
        return self.sign * value + self.constant

    def stated_rows(self) -> tuple[Any, np.ndarray, np.ndarray]:
        """(rows, low, high): the stated rows (r, n), sparse, and their sides (r,)."""
        r, n = len(self.row_names), self.c.size
        low, high = np.full(r, -np.inf), np.full(r, np.inf)
        above, below, equal = self.places > 0, self.places < 0, self.equal_places - 1
        high[self.places[above] - 1] = self.b[above]
        low[-self.places[below] - 1] = -self.b[below] + 0.0  # and not -0
        low[equal] = high[equal] = self.b_eq
        m, k = self.b.size, self.b_eq.size
        source, sign = np.full(r, m + k), np.ones(r)  # the last row of the stack is empty
        source[np.abs(self.places) - 1] = np.arange(m)
        sign[np.abs(self.places) - 1] = np.sign(self.places)
        source[equal] = m + np.arange(k)
        stack = vstack([csr_array(a) for a in (self.A, self.A_eq, np.zeros((1, n)))]).tocsr()
        return csr_array(stack[source].multiply(sign[:, None])), low, high

    def moved(self, row: str, by: float) -> NamedProgram:
        """The program with both sides of the stated row `row` moved up by `by`, in its units: what
        a price of `duals` is worth, tried."""
        if row not in self.row_names:
            raise InputError(
                f"row must be one of the program's, got {row!r}: "
                f"{guess(row, self.row_names) or listed(self.row_names, most=5) + '.'}"
            )
        by = number(by, "by")
        at = self.row_names.index(row) + 1
        b = self.b + by * (np.sign(self.places) * (np.abs(self.places) == at))
        return replace(self, b=b, b_eq=self.b_eq + by * (self.equal_places == at))

    def duals(self, result: Result) -> Table:
        """What each stated row is worth at `result`: its sides, its value, and its price, by which
        the stated objective grows for each unit by which the side is moved up; where no point is
        feasible, the weight with which each takes part in the contradiction."""
        if "ray" in result.dual:
            return self._contradiction(result.dual["ray"])
        y, z = (result.dual.get(name) for name in "yz")
        if y is None or z is None:
            raise InputError(
                "result must hold multipliers of the rows, got none; take a method that finds "
                "them, such as solve_mehrotra."
            )
        rows, low, high = self.stated_rows()
        columns = (low, rows @ result.x, high, -self.sign * self._of_rows(y, z) + 0.0)
        body = zip(self.row_names, *(map(_cell, column) for column in columns), strict=True)
        note = "price: the objective's growth for each unit by which a side is moved up."
        heads = ("row", "low", "value", "high", "price")
        return Table(f"{self.title or 'Program'}: rows", heads, tuple(body), (note,))

    def _of_rows(self, y, z):
        """Multipliers of the inequalities and of the equations as those of the rows."""
        total = np.zeros(len(self.row_names))
        np.add.at(total, np.abs(self.places) - 1, np.sign(self.places) * y)
        np.add.at(total, self.equal_places - 1, z)
        return total

    def _contradiction(self, ray):
        """The rows whose weighted sum contradicts itself; above 0 the high side takes part."""
        _, low, high = self.stated_rows()
        weight = self._of_rows(ray[: self.b.size], ray[self.b.size :])
        body = tuple(
            (name, _cell(low[i]), _cell(high[i]), float(weight[i]))
            for i, name in enumerate(self.row_names) if weight[i]
        )  # fmt: skip
        note = (
            "No point is feasible: the sum of these rows times their weights, of low sides where "
            "a weight is below 0, contradicts itself within the bounds of the columns."
        )
        heads = ("row", "low", "high", "weight")
        return Table(f"{self.title or 'Program'}: rows that contradict each other", heads, body,
                     (note,))  # fmt: skip

    def variables(self, result: Result) -> Table:
        """The value of each variable at `result`, between its bounds."""
        columns = (self.lower, result.x, self.upper)
        body = zip(self.column_names, *(map(_cell, column) for column in columns), strict=True)
        heads = ("column", "lower", "value", "upper")
        return Table(f"{self.title or 'Program'}: columns", heads, tuple(body))

    def save(self, path: Path) -> None:
        """Write the program as free MPS, by the suffix .mps or .qps, packed where .gz follows; see
        `lab.programs.written.write_mps`."""
        from lab.programs.written import write_mps

        write_mps(self, path)

    def facts(self) -> list[tuple[str, str]]:
        """What it is, as (name, words)."""
        entries = sum(int(np.count_nonzero(m.data if is_sparse(m) else m)) for m in
                      (self.stated_rows()[0], *(() if self.Q is None else (self.Q,))))  # fmt: skip
        kind = "linear" if self.Q is None else "quadratic"
        sense = {"min": "minimised", "max": "maximised"}[self.sense]
        facts = [
            ("program", f"{kind}, {sense}"), ("columns", f"{self.c.size:,}"),
            ("rows", f"{len(self.row_names):,}"), ("entries", f"{entries:,}"),
            ("constant", f"{self.constant:g}"),
        ]  # fmt: skip
        return facts + [("note", note) for note in self.notes]

    def __repr__(self) -> str:
        shown = "\n".join(f"{name}: {words}" for name, words in self.facts())
        return f"{self.title or 'Program'}\n{shown}"


def named(program: Program, **more: Any) -> NamedProgram:
    """`program` under names; `more` as `NamedProgram` has it."""
    if isinstance(program, NamedProgram):
        return program
    parts = {name: getattr(program, name) for name in _PARTS}
    return NamedProgram(program.c, program.A, program.b, **parts, **more)


def from_sides(
    c: np.ndarray,
    rows: Any,
    low: np.ndarray,
    high: np.ndarray,
    *,
    row_names: Any,
    Q: Any = None,
    sense: str = "min",
    notes: tuple[str, ...] = (),
    **more: Any,
) -> NamedProgram:
    """The `NamedProgram` of an objective c'x + 1/2 x'Qx as it is stated, and of rows (r, n) with
    low <= rows x <= high; rows without a side are named in a note. `more`: the rest of
    `NamedProgram`."""
    sign = SENSES[sense]
    equal = (low == high) & np.isfinite(low)
    above, below = np.isfinite(high) & ~equal, np.isfinite(low) & ~equal
    free = np.flatnonzero(~(equal | above | below))
    if free.size:
        names = listed([row_names[i] for i in free], most=5)
        notes = (*notes, f"Rows without a side bound nothing: {names}.")
    rows = csr_array(rows)
    A = vstack([rows[above], -rows[below]]).tocsr()
    numbers = np.arange(1, len(row_names) + 1)
    return NamedProgram(
        sign * np.asarray(c) + 0.0,
        compact(A),
        np.concatenate([high[above], -low[below]]) + 0.0,
        A_eq=compact(rows[equal]),
        b_eq=low[equal],
        Q=None if Q is None or not Q.nnz else compact(sign * Q),
        sense=sense,
        row_names=tuple(row_names),
        places=np.concatenate([numbers[above], -numbers[below]]),
        equal_places=numbers[equal],
        notes=notes,
        **more,
    )


def compact(matrix: Any) -> np.ndarray:
    """A sparse matrix, dense where it is small."""
    return matrix.toarray() if np.prod(matrix.shape) <= _DENSE else matrix


def _cell(value):
    return None if np.isinf(value) else float(value)
