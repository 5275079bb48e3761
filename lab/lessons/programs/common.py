"""What the scenes of this lesson share: the methods with their styles, a tone a family, a dash its
member; and a reader's program as edges or facets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.drawing.half_planes import Shape
from lab.drawing.text import figure, subscript
from lab.programs.knob import program_of
from lab.programs.named import NamedProgram
from lab.race.methods import Methods, Style
from solvers import InputError, Program, Result

#: Those that move along edges are blue, interior points vermilion, first-order methods violet,
#: those that cut pink.
METHODS = Methods(
    Program,
    "simplex",
    ("active_set", "mehrotra", "path_following", "affine_scaling", "pdhg", "admm", "ellipsoid"),
    {
        "simplex": Style("simplex", "main", "solid"),
        "active_set": Style("active set", "main", "dash"),
        "mehrotra": Style("Mehrotra", "rival1", "dash"),
        "path_following": Style("path following", "rival1", "dot"),
        "affine_scaling": Style("affine scaling", "rival1", "dashdot"),
        "pdhg": Style("PDHG", "rival2", "dash"),
        "admm": Style("ADMM", "rival2", "dot"),
        "ellipsoid": Style("ellipsoid", "rival3", "dash"),
        "cutting_planes": Style("analytic centre", "rival3", "dot"),
    },
)
#: The rules by which simplex chooses the row that it leaves.
RULES = (
    ("largest", "most negative multiplier"),
    ("steepest", "steepest edge"),
    ("bland", "Bland: the first"),
)
#: The certified gap, as a share of the scale, at which methods stop.
TOL = 1e-6
#: Methods of many cheap iterations, each of which costs less than its proof.
_CHEAP = ("pdhg", "admm", "ellipsoid")


def solve_all(
    problem: Program,
    settings: Mapping[str, Any],
    cancelled: Callable[[], bool] | None,
    x0: np.ndarray | None = None,
    rows: int | None = None,
) -> dict[str, Result]:
    """name -> Result of the methods of the knobs, the main one first. Where the program is curved,
    the active set replaces simplex, which is for linear programs. x0: where these two
    begin. rows: about how many iterations of a method of many are proved; by default all."""
    names = (settings["method"], *settings["compare"])
    if problem.Q is not None:
        names = ("active_set" if name == "simplex" else name for name in names)
    common = {"tol": TOL, "max_iter": settings["budget"], "cancelled": cancelled}
    own = {"simplex": {"rule": settings["rule"], "x0": x0}, "active_set": {"x0": x0}}
    if rows:
        every = max(1, settings["budget"] // rows)
        own |= {name: {"record_every": every} for name in _CHEAP}
    return {
        name: METHODS.solve(name, problem, **common, **own.get(name, {}))
        for name in dict.fromkeys(names)
    }


_WORDS = {2: ("two", "the plane"), 3: ("three", "space")}
_DRAWN = {2: "programs/polygon", 3: "programs/polytope"}


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """own: the program, of n variables. rows (m, n + 1): (a, b) of a'x <= b, those of finite bounds
    behind those of A; names: what each is called."""

    own: NamedProgram
    rows: np.ndarray
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BaseCase:
    """What is drawn and solved, in the plane or in space.

    shape: of the region. problem: the program. box: the window ((low, high) per axis). noun: what a
    row is called. own: the reader's program, with a name of each row, or None.
    """

    shape: Shape
    problem: Program
    box: tuple[tuple[float, float], ...]
    noun: str
    own: Drawn | None = None

    @property
    def axes(self) -> tuple[str, ...]:
        """What the variables are called."""
        if self.own:
            return self.own.own.column_names
        return tuple(f"x{subscript(k + 1)}" for k in range(len(self.box)))


def own_program(text: str, n: int) -> Drawn:
    """The `Drawn` program of the knob, of n variables and without equations."""
    own = program_of(text)
    count, equations = own.c.size, own.b_eq.size
    if count != n or equations:
        what = f"{equations} equations" if equations else f"{count} variables"
        there = "programs/race" if equations else _DRAWN.get(count, "programs/race")
        raise InputError(
            f"program must have {_WORDS[n][0]} variables and no equations to be drawn in "
            f"{_WORDS[n][1]}, got {what}; pass it to {there}."
        )
    A = own.A.toarray() if hasattr(own.A, "toarray") else own.A
    eye = np.eye(n)
    rows = np.vstack([
        np.column_stack([A, own.b]), np.column_stack([eye, own.upper]),
        np.column_stack([-eye, -own.lower]),
    ])  # fmt: skip
    names = [own.row_names[abs(place) - 1] for place in own.places]
    for sign, bounds in (("≤", own.upper), ("≥", own.lower)):
        names += [f"{name} {sign} {figure(float(value), 4)}" for name, value
                  in zip(own.column_names, bounds, strict=True)]  # fmt: skip
    finite = np.isfinite(rows[:, -1])
    return Drawn(own, rows[finite], tuple(np.array(names, dtype=object)[finite]))


def stated(
    own: NamedProgram | None, readout: Mapping[str, Sequence | np.ndarray]
) -> Mapping[str, Sequence | np.ndarray]:
    """`readout`, with the objective as the file states it where that is not F."""
    if own is None or (own.sense == "min" and not own.constant):
        return readout
    words = {"min": "minimised", "max": "maximised"}[own.sense]
    value = own.stated(np.asarray(readout["F"], dtype=float))
    return {f"{own.objective_name}, {words}": value} | dict(readout)


def notes_of(own: NamedProgram | None) -> str:
    """How the file of `own` was read, in a separate line; "" where there is nothing to say."""
    return f"\n{own.title}: {' '.join(own.notes)}" if own is not None and own.notes else ""
