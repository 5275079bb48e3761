"""Level lines of functions on a grid, as ragged polylines."""

from __future__ import annotations

from typing import Any

import numpy as np
from contourpy import SerialContourGenerator, ZInterp, contour_generator

#: About so many vertices a level in a frame; more where it has many pieces.
MOST = 160
#: A piece keeps at least so many steps, so that a small island stays one.
_LEAST = 6
#: What `contour_generator` gives to a tracer where nothing is asked for.
_USUAL: dict[str, Any] = {
    "corner_mask": True,
    "line_type": SerialContourGenerator.default_line_type,
    "fill_type": SerialContourGenerator.default_fill_type,
    "quad_as_tri": False,
    "z_interp": ZInterp.Linear,
}


def level_lines(x, y, values, levels, most=MOST):
    """level -> [(m, 2) per function]: the line values = level, NaN between its pieces; x (nx,),
    y (ny,), values (R, ny, nx)."""
    tracers = _tracers(x, y, values)
    return {level: [joined(t.lines(level), most) for t in tracers] for level in levels}


def _tracers(x, y, values):
    """What `contour_generator` makes of each function; it would look at every one for gaps, and
    spread the grid out anew, which takes longer than to trace the lines."""
    if not np.isfinite(values).all():
        return [contour_generator(x, y, v) for v in values]
    grid = np.meshgrid(x, y)
    return [SerialContourGenerator(*grid, v, None, **_USUAL) for v in values]


def joined(pieces, most=None):
    """The pieces (each (m, 2)) as one line, NaN behind each; about `most` vertices in all."""
    if not pieces:
        return np.empty((0, 2))
    step = 1 if most is None else -(-sum(len(p) + 1 for p in pieces) // most)
    gap = np.full((1, 2), np.nan)
    return np.concatenate([part for p in pieces for part in (_thinned(p, step), gap)])


def _thinned(piece, step):
    """Every `step`-th vertex of a piece (m, 2), and the last."""
    step = min(step, max(1, len(piece) // _LEAST))
    return piece if step == 1 else np.concatenate([piece[:-1:step], piece[-1:]])


def ragged_rows(parts, frame):
    """(columns, offsets) for `widgets.ragged`: part `frame[k]` of `parts` (each (m, d)) in frame
    k; columns (d, M)."""
    shown = [parts[i] for i in frame]
    offsets = np.concatenate([[0], np.cumsum([len(p) for p in shown])])
    return np.concatenate(shown).T, offsets
