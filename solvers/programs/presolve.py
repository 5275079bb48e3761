"""Presolve of `Program`: rows and columns whose part in the answer is known before any method.

Bounds take the place of rows of one entry; fixed variables, rows without entries, repeated rows and
free variables of one entry, with its equation, are left out. `undo` leads points and multipliers of
what is left back to the program as it was given, so that its certificate judges them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from solvers.checks import set_fields
from solvers.docstrings import cite
from solvers.options import Options, start
from solvers.problems.program import Program
from solvers.result import Start, State, States

#: Sides of equal rows, and bounds, that differ by no more, as a share of their size, are equal.
_EQUAL = 1e-12
#: Programs with fewer entries are solved faster than presolved.
_WORTH = 500


@dataclass(frozen=True, slots=True, eq=False)
class Presolved:
    """The `program` that is left, of the columns, rows and equations with these numbers, and what
    leads back: the bounds that rows of one entry made, (row, entry) for lower and upper, row -1 for
    none, numbered through A and A_eq; values of fixed variables; (column, equation, entry) of free
    variables that were taken out."""

    given: Program
    program: Program
    columns: np.ndarray
    rows: np.ndarray
    equations: np.ndarray
    makers: tuple
    fixed: np.ndarray
    values: np.ndarray
    free: tuple

    def point(self, x: np.ndarray, direction: bool = False) -> np.ndarray:
        """x (n,) of the program as given, for x of what is left; or a direction of it."""
        p, full = self.given, np.zeros(self.given.c.size)
        full[self.columns] = x
        full[self.fixed] = 0.0 if direction else self.values
        column, row, entry = self.free
        if column.size:  # each is what its equation leaves it
            side = 0.0 if direction else p.b_eq[row]
            full[column] = (side - p.A_eq[row] @ full) / entry
        return full

    def start(self, x0: Start) -> np.ndarray | None:
        """Where a run on what is left starts: the part of an array (n,) or an earlier result."""
        return None if x0 is None else start(x0, self.given.c.size)[self.columns]

    def state(self, state: State) -> State:
        """A state of a method of linear programs on what is left, as one of the given program."""
        p, dual = self.given, dict(state["dual"])
        direction = state.get("stop") == "unbounded"
        x = self.point(state["x"])
        if direction:
            dual = {"ray": self.point(dual["ray"], True)}
        elif "ray" in dual:
            y, z = np.split(dual["ray"], [self.rows.size])
            dual = {"ray": np.concatenate(self.multipliers(y, z, ray=True))}
        elif dual:
            dual = dict(zip("yz", self.multipliers(dual["y"], dual["z"]), strict=True))
        shown = {"iterate": x, "y": dual.get("y", np.full(p.b.size, np.nan)),
                 "slack": p.b - p.A @ x, "ties": np.zeros(p.rows.h.size, dtype=bool),
                 "left": -1, "entered": -1}  # fmt: skip
        return state | {k: v for k, v in shown.items() if k in state} | {"x": x, "dual": dual}

    def multipliers(
        self, y: np.ndarray, z: np.ndarray, w: np.ndarray | None = None, ray: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """(y, z) of all rows, for those of what is left at w, (n,) of the program as given; of a
        `ray`, in which the objective has no part."""
        p = self.given
        c = np.zeros(p.c.size) if ray else p.c
        all_y, all_z = np.zeros(p.b.size), np.zeros(p.b_eq.size)
        all_y[self.rows], all_z[self.equations] = y, z
        column, row, entry = self.free
        all_z[row] = -c[column] / entry
        r = c + p.A.T @ all_y + p.A_eq.T @ all_z
        r = r if p.Q is None or ray or w is None else r + p.Q @ w
        for maker, entry, lower in self.makers:
            # What the bound would bear is borne by the row that made it.
            j = np.flatnonzero((maker >= 0) & ((r > 0.0) if lower else (r < 0.0)))
            at, more = maker[j], -r[j] / np.where(entry[j] == 0.0, 1.0, entry[j])
            below = at < p.b.size
            all_y[at[below]] = np.maximum(more[below], 0.0)
            all_z[at[~below] - p.b.size] = more[~below]
            r[j] = 0.0
        return all_y, all_z


def worth(problem: Program) -> Presolved | None:
    """`presolve` of a `Program` large enough for it, else None."""
    large = (problem.b.size + problem.b_eq.size) * problem.c.size >= _WORTH
    return presolve(problem) if large else None


def uncrossed(
    states: Callable[..., States], problem: Program, options: Options, *settings: Any
) -> States:
    """The states of a method on a `Program`, or one alone where bounds cross, which is a proof with
    any multipliers."""
    if not problem.crossed.any():
        return (yield from states(problem, options, *settings))
    x, none = np.zeros(problem.c.size), np.zeros(problem.b.size + problem.b_eq.size)
    first = next(states(problem, options, *settings))
    yield first | {"x": x, "dual": {"ray": none}, "stop": "infeasible"}
    return None


def through(
    states: Callable[..., States], problem: Program, options: Options, *settings: Any
) -> States:
    """The states of a method of linear programs on what presolve leaves of a `Program`, led back to
    it; a run of which rows are recorded is of the program itself."""
    done = worth(problem) if options.unrecorded else None
    if done is None:
        return (yield from uncrossed(states, problem, options, *settings))
    steps = states(done.program, replace(options, x0=done.start(options.x0)), *settings)
    while True:
        try:
            state = next(steps)
        except StopIteration as end:
            return end.value
        yield done.state(state)


@cite
def presolve(problem: Program) -> Presolved | None:
    """The `Presolved` of a `Program`, or None where nothing is left out or presolving finds that it
    has no answer.

    References
    ----------
    andersen-1995
    """
    p, m = problem, problem.b.size
    whole = sparse.csr_array(sparse.vstack([sparse.csr_array(p.A), sparse.csr_array(p.A_eq)]))
    whole.eliminate_zeros()
    whole.sort_indices()
    side, equal = np.append(p.b, p.b_eq), np.arange(whole.shape[0]) >= m
    count = np.diff(whole.indptr)
    lower, upper, makers, single = _bounds(p, whole, side, equal, np.flatnonzero(count == 1))
    if (lower > upper).any():
        return None
    empty = (count == 0) & np.where(equal, side == 0.0, side >= 0.0) | np.isposinf(side)
    retained = ~(single | empty)
    fixed = lower == upper
    column, row, entry = _free(p, whole, lower, upper, retained & equal)
    gone = fixed.copy()
    gone[column] = True
    retained[row] = False
    retained &= ~_repeated(whole, side, equal, retained)
    if (retained.all() and not gone.any()) or gone.all():
        return None
    left, full = np.flatnonzero(~gone), np.where(fixed, lower, 0.0)
    Qf = 0.0 if p.Q is None else p.Q @ full
    c = p.c + Qf - whole[row].T @ (p.c[column] / entry)
    b = side - whole @ full
    A = whole[:, left]
    rows, equations = np.flatnonzero(retained & ~equal), np.flatnonzero(retained & equal)
    smaller = Program(c[left], A[rows], b[rows], A_eq=A[equations], b_eq=b[equations],
                      lower=lower[left], upper=upper[left])  # fmt: skip
    if p.Q is not None:  # a part of a semidefinite matrix is one, and need not be looked at
        set_fields(smaller, Q=sparse.csr_array(p.Q)[left][:, left])
    return Presolved(p, smaller, left, rows, equations - m, makers, np.flatnonzero(fixed),
                     lower[fixed], (column, row - m, entry))  # fmt: skip


def _bounds(p, whole, side, equal, rows):
    """(lower, upper, makers, single): bounds with those that `rows` of one entry make, and which
    rows are no longer needed."""
    lower, upper, n = p.lower.copy(), p.upper.copy(), p.c.size
    makers = [np.full(n, -1), np.zeros(n)], [np.full(n, -1), np.zeros(n)]
    single = np.zeros(side.size, dtype=bool)
    for i in rows:
        j, a = whole.indices[whole.indptr[i]], whole.data[whole.indptr[i]]
        bound = side[i] / a
        if not np.isfinite(bound):
            continue
        single[i] = True
        if (equal[i] or a < 0.0) and bound > lower[j]:
            lower[j], makers[0][0][j], makers[0][1][j] = bound, i, a
        if (equal[i] or a > 0.0) and bound < upper[j]:
            upper[j], makers[1][0][j], makers[1][1][j] = bound, i, a
    return lower, upper, ((*makers[0], True), (*makers[1], False)), single


def _free(p, whole, lower, upper, equations):
    """(columns, equations, entries) of variables without bounds, curvature or other rows than one
    equation, one for each equation."""
    by_column = sparse.csc_array(whole)
    free = (np.diff(by_column.indptr) == 1) & np.isneginf(lower) & np.isposinf(upper)
    if p.Q is not None:
        free &= np.asarray(abs(p.Q).sum(axis=0)).ravel() == 0.0
    columns = np.flatnonzero(free)
    rows, entries = (a[by_column.indptr[columns]] for a in (by_column.indices, by_column.data))
    largest = abs(whole).max(axis=1).toarray().ravel() if whole.shape[0] else np.zeros(0)
    good = equations[rows] & (np.abs(entries) >= 0.01 * largest[rows])
    columns, rows, entries = columns[good], rows[good], entries[good]
    rows, first = np.unique(rows, return_index=True)
    return columns[first], rows, entries[first]


def _repeated(whole, side, equal, retained):
    """Which rows are multiples of one that says as much."""
    gone, seen = np.zeros(side.size, dtype=bool), {}
    rows = np.flatnonzero(retained & (np.diff(whole.indptr) > 0))
    # Only rows whose products with one vector agree, up to a factor, are compared.
    first = whole.data[whole.indptr[rows]]
    marks = whole[rows] @ np.cos(np.arange(1.0, whole.shape[1] + 1.0) ** 2)
    marks /= first
    order = np.argsort(marks, kind="stable")
    near = np.diff(marks[order]) <= 1e-9 * np.abs(marks[order][1:])
    for i in np.unique(rows[np.append(order[1:][near], order[:-1][near])]):
        at = slice(whole.indptr[i], whole.indptr[i + 1])
        j, a = whole.indices[at], whole.data[at]
        size = a[0] if equal[i] else abs(a[0])
        key = (bool(equal[i]), j.tobytes(), (a / size).tobytes())
        own = side[i] / size
        if key not in seen:
            seen[key] = (i, own)
            continue
        other, before = seen[key]
        if equal[i]:
            gone[i] = abs(own - before) <= _EQUAL * max(abs(own), abs(before))
        elif own < before:
            gone[other], seen[key] = True, (i, own)
        else:
            gone[i] = True
    return gone
