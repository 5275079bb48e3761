"""A program of one's own that is drawn: its rows and bounds as edges or facets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.drawing.text import figure
from lab.programs.knob import program_of
from lab.programs.named import NamedProgram
from solvers import InputError

_WORDS = {2: ("two", "the plane"), 3: ("three", "space")}
_DRAWN = {2: "programs/polygon", 3: "programs/polytope"}


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """own: the program, of n variables. rows (m, n + 1): (a, b) of a'x <= b, those of finite bounds
    behind those of A; names: what each is called."""

    own: NamedProgram
    rows: np.ndarray
    names: tuple[str, ...]


def own_program(text, n):
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


def stated(own, readout):
    """`readout`, with the objective as the file states it where that is not F."""
    if own is None or (own.sense == "min" and not own.constant):
        return readout
    words = {"min": "minimised", "max": "maximised"}[own.sense]
    value = own.stated(np.asarray(readout["F"], dtype=float))
    return {f"{own.objective_name}, {words}": value} | dict(readout)


def notes_of(own):
    """What was taken of the file of `own`, in a line of its own; "" where nothing was."""
    return f"\n{own.title}: {' '.join(own.notes)}" if own is not None and own.notes else ""
