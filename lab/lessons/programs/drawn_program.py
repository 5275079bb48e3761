"""A program of one's own that is drawn: its rows and bounds as edges or facets."""

from __future__ import annotations

import numpy as np

from lab.datasets.own_program import program_of
from solvers import InputError

_WORDS = {2: ("two", "the plane"), 3: ("three", "space")}
_DRAWN = {2: "programs/polygon", 3: "programs/polytope"}


def own_program(text, n):
    """(own, rows (m, n + 1)): the `Program` that `lab.program` wrote, of n variables and without
    equations, and the rows (a, b) of a'x <= b, those of finite bounds behind those of A."""
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
    return own, rows[np.isfinite(rows[:, -1])]
