"""What the scenes of the trained machine ask: which kind of point is most frequent."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure
from lab.lessons.interior_point.svm.view import BOUNDED, FREE, ZERO
from lab.questions import asked
from solvers.problems.kernel_svm import best_multiplier
from widgets import Question

#: A variable this share of C away from a bound is not there, and a slope below it may be 0.
_CLEAR = 1e-2


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _most(view))


def _most(view):
    """Asked where the certified point tells, whatever its undecided points are."""
    result = view.run.result
    if len(view) < 4 or view.case.x0 is not None or result.status != "converged":
        return None
    kinds = certain(view.run.problem, result)
    counts = np.array([np.count_nonzero(kinds == s) for s in (ZERO, FREE, BOUNDED)])
    low, high = np.sort(counts)[-2:]
    if high - low <= kinds.size - counts.sum():
        return None
    told = ("not support vectors", "free", "at C")
    open_ = kinds.size - counts.sum()
    rest = f"; {open_} are too near to two of these to tell" if open_ else ""
    return Question(
        0,
        f"C = {figure(view.C)}: what will most of the {kinds.size} points be at the optimum, or "
        "more than are of any other kind?",
        ("no support vector (x = 0)", "free, on the margin", "at C, on the margin or inside"),
        int(counts.argmax()),
        f"{', '.join(f'{c} {w}' for c, w in zip(counts, told, strict=True))}{rest}. Points well "
        "outside the margin need no weight; a small C leaves many at C.",
        "most",
    )


def certain(problem, result):
    """ZERO, FREE or BOUNDED for every x_i of a certified point, -1 where that does not tell.

    With a gap g the value h(z) is off by at most sqrt(2 g k(z, z)) for a fixed bias: slopes
    smaller than that are not told from 0.
    """
    x = problem.project(result.x)
    g = problem.product(x) - 1.0
    slope = g - best_multiplier(problem, g) * problem.y
    gap = max(result.certificate.gap, 0.0)
    size = np.array([problem.kernel.values(z[None], z[None])[0, 0] for z in problem.X])
    clear = np.maximum(_CLEAR, 3.0 * np.sqrt(2.0 * gap * size))
    share = x / problem.C
    kinds = np.full(x.size, -1)
    kinds[(share < _CLEAR) & (slope > clear)] = ZERO
    kinds[(share > 1.0 - _CLEAR) & (slope < -clear)] = BOUNDED
    kinds[(np.abs(share - 0.5) < 0.5 - _CLEAR) & (np.abs(slope) < clear)] = FREE
    return kinds
