"""What the first panel shows in the plane and in space: the central path, the iterates, the step
of this frame."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import power
from solvers import kkt_classes
from widgets import Arrows, Path, Points, prefix, row

#: What the key says of marks with these labels.
KEY = {
    "central path": "central path",
    "predictor: the affine direction, as far as it may go": "predictor",
    "the step taken": "the step taken",
}
#: Paths of at most so many vertices carry a dot at each.
_DOTTED = 60
_AXES = "xyz"
#: Where no, one or two walls meet.
_PLACES = ("a point inside", "a wall", "a corner")


def way(view):
    """From where to where three variables go, in words."""
    x, problem = view.x[0], view.run.problem
    inside = x.min() >= 0.0 and abs(problem.y @ x - problem.b) <= 1e-9 * problem.C
    begin = _PLACES[_bounds(kkt_classes(problem, x))] if view.run.main == "smo" else "the centre"
    return f"From {begin if inside else 'outside'} to {_PLACES[_bounds(view.kinds)]}"


def _bounds(kinds):
    """How many walls of the polygon meet in a point: 0, 1 or 2."""
    return min(int(np.count_nonzero(kinds != 1)), 2)


def method_path(view, seen):
    """Marks of the path and the steps; seen: points (..., n) -> coordinates drawn (..., 2 or 3)."""
    centre, x = seen(view.run.extra["centre"].x), seen(view.x)
    yield Path(*centre.T, tone="muted", width=2.2, ghost=False, label="central path", future=True)
    yield from _decades(view, centre)
    drawn = (prefix(a, view.rows) for a in x.T)
    yield Path(*drawn, width=2.4, markers=len(x) <= _DOTTED, label=view.method.label, follow=True)
    yield from _arrows(view, seen)
    here = (row(a[view.rows, None]) for a in x.T)
    yield Points(*here, tone="now", size=10.0, label="x now")


def _decades(view, centre):
    """Dots on the path where tau has fallen by tens."""
    taus = view.run.extra["centre"].taus
    wanted = taus[0] * 10.0 ** -np.arange(1.0, 5.0)
    at = np.array([np.interp(np.log(wanted), np.log(taus[::-1]), c[::-1]) for c in centre.T])
    words = tuple(f"near τ = {power(t)}" for t in wanted)
    yield Points(*at, tone="muted", size=5.0, texts=words, label="central path", future=True)


def _arrows(view, seen):
    """The predictor as far as it may go, its aim beyond, and the step taken."""
    begin = seen(view.x[view.steps])
    end = seen(view.x[view.rows])
    yield Arrows(**_ends(begin, end), tone="now", width=4.5, label="the step taken")
    if "predictor" in view.run.trace.snapshots:
        tip = predicted(view, seen)
        if np.isfinite(tip).any():
            yield Arrows(**_ends(begin, tip), tone="rival3", width=2.0,
                         label="predictor: the affine direction, as far as it may go")  # fmt: skip


def predicted(view, seen):
    """Where the predictor of each frame's step may go at most (T, d)."""
    reach = view.snapshot("alpha_a")[view.rows, None]
    return seen(view.x[view.steps] + reach * view.snapshot("predictor")[view.rows])


def _ends(begin, end):
    """x0, x1, y0, ... of one segment a frame, from `begin` to `end` (T, d)."""
    ends = {f"{a}0": row(begin[:, [k]]) for k, a in enumerate(_AXES[: begin.shape[1]])}
    return ends | {f"{a}1": row(end[:, [k]]) for k, a in enumerate(_AXES[: end.shape[1]])}
