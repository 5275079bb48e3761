"""How many points are zero, free or at C: "at least" so many where not all of it is proved."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import listed
from solvers import optimal_classes

ZERO, FREE, BOUNDED = 0, 1, 2
#: How a state is called, by its number.
STATES = ("zero", "free", "at C")
#: Share of C that is no distance from a bound, and the share within which a bound draws a point
#: whose slope pushes it there: interior points never touch one.
_AT, _NEAR = 1e-6, 1e-3


def states(x, C, slope):
    """ZERO, FREE or BOUNDED for every x_i (..., n) of a point on its way, as pictures show it.

    slope (..., n): Qx - e - s y, that is y h - 1. Within 1e-6 C of a bound x_i is there; within
    1e-3 C it counts as there if its slope outweighs the distance that is left, as a share of C.
    """
    low, high = x / (C or 1.0), 1.0 - x / (C or 1.0)
    zero = (low <= _AT) | ((low <= _NEAR) & (low < slope))
    bounded = (high <= _AT) | ((high <= _NEAR) & (high < -slope))
    return np.where(zero, ZERO, np.where(bounded, BOUNDED, FREE))


def counted(kinds, names=STATES):
    """ "63 zero, 9 free and 28 at C" of kinds (n,) as `optimal_classes` tells them; "at least"
    before all of it where some are -1."""
    text = listed(f"{np.count_nonzero(kinds == s)} {name}" for s, name in enumerate(names))
    return f"at least {text}" if (kinds < 0).any() else text


def _classes(run):
    return optimal_classes(run.problem, run.result.x)


#: Measures of a sweep; a point whose class is not proved counts as undecided only.
MEASURES = {
    "support vectors": lambda run: np.count_nonzero(_classes(run) > 0),
    "at C": lambda run: np.count_nonzero(_classes(run) == BOUNDED),
    "undecided": lambda run: np.count_nonzero(_classes(run) < 0),
}
