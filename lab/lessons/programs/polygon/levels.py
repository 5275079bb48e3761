"""The level sets of the objective, as far out as a picture can be moved."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import BEYOND, CELLS, lines_in_box, wider

#: What fills the plane is drawn so many times the window further on each side: beyond all that can
#: be seen by moving and zooming out.
FAR = 8.0
#: Levels in the window; outside each step of a curved objective is longer than the one before.
_LEVELS, _GROWTH = 8, 1.35
#: Grid lines on each side of the window, further and further apart.
_OUTSIDE = 12


def straight_levels(c, box):
    """Level lines x (k, 3), y (k, 3) of c'x, even steps apart, NaN behind each."""
    near, far = (_corners(wider(box, share)) @ c for share in (BEYOND, FAR))
    step = np.ptp(near) / (_LEVELS + 1)
    first, last = np.ceil((far.min() - near.min()) / step), (far.max() - near.min()) / step
    levels = near.min() + step * np.arange(first, last)
    x, y = lines_in_box(np.tile(c, (len(levels), 1)), levels, np.array(wider(box, FAR)))
    return tuple(np.column_stack([v, np.full(len(v), np.nan)]).ravel() for v in (x, y))


def curved_levels(problem, box):
    """x (nx,), y (ny,), F (ny, nx) and its levels: even steps in the window, longer ones outside.

    The grid is fine in the window and coarser outside.
    """
    inner, outer = wider(box, BEYOND), wider(box, FAR)
    x, y = (_spread(*ends) for ends in zip(inner, outer, CELLS, strict=True))
    places = np.stack(np.meshgrid(x, y), axis=-1)
    F = places @ problem.c + 0.5 * np.einsum("abi,ij,abj->ab", places, problem.Q, places)
    near = F[_OUTSIDE:-_OUTSIDE, _OUTSIDE:-_OUTSIDE]
    levels = np.linspace(near.min(), near.max(), _LEVELS + 2)[1:-1]
    step = levels[1] - levels[0]
    above = levels[-1] + _growing(step, F.max() - levels[-1])
    below = levels[0] - _growing(step, levels[0] - F.min())
    return x, y, F, tuple(np.concatenate([below[::-1], levels, above]))


def _spread(inner, outer, count):
    """`count` even numbers over `inner`, and ever fewer outside up to the ends of `outer`."""
    (low, high), steps = inner, np.geomspace(0.02, 1.0, _OUTSIDE)
    left, right = low - (low - outer[0]) * steps, high + (outer[1] - high) * steps
    return np.concatenate([left[::-1], np.linspace(low, high, count), right])


def _growing(step, reach):
    """Distances from 0 to `reach`, the first `step`, each longer step after it."""
    count = int(np.ceil(np.log1p(max(reach, 0.0) / step * (_GROWTH - 1.0)) / np.log(_GROWTH)))
    return step * (_GROWTH ** np.arange(1, count + 1) - 1.0) / (_GROWTH - 1.0)


def _corners(box):
    """The corners (4, 2) of a window."""
    return np.stack(np.meshgrid(*box), axis=-1).reshape(-1, 2)
