"""Points of the trained machine by state and class, the same in every panel."""

from __future__ import annotations

import numpy as np

from lab.lessons.interior_point.support import BOUNDED, FREE, STATES, ZERO
from widgets import Points, ragged, row

#: (state, label) -> (symbol, tone): a class has its colour and its family of shapes, in which a
#: state has its own.
LOOKS = {
    (ZERO, 1.0): ("circle-open", "main"),
    (ZERO, -1.0): ("square-open", "rival1"),
    (FREE, 1.0): ("circle", "main"),
    (FREE, -1.0): ("square", "rival1"),
    (BOUNDED, 1.0): ("triangle-up", "main"),
    (BOUNDED, -1.0): ("triangle-down", "rival1"),
}
#: The same in space, where there are no triangles, and crosses depend on the fonts.
LOOKS_IN_SPACE = LOOKS | {
    (BOUNDED, 1.0): ("diamond", "main"),
    (BOUNDED, -1.0): ("diamond-open", "rival1"),
}
#: What the key says of marks with these labels.
KEY = {
    "free, class +1": "class +1",
    "free, class −1": "class −1",
    "zero, class +1": "x = 0",
    "at C, class +1": "x = C",
    "moved most": "moved most",
}
#: Diameters at x_i = 0 and x_i = C; the area between grows with x_i.
_SMALL, _LARGE = 7.0, 12.0


def signed(label):
    """A label as it is written."""
    return "+1" if label > 0.0 else "−1"


def marked(view, coordinates, size=1.0, looks=None):
    """`Points` of each state and class, moving: coordinates, each (R, n), of the shown rows. looks:
    by default those of the points' own panel."""
    sizes = size * (_SMALL + (_LARGE - _SMALL) * np.sqrt(view.x / view.C))
    looks = looks or (LOOKS if view.case.cloud.X.shape[1] == 2 else LOOKS_IN_SPACE)
    state_of, fields = view.state[view.frame], [*coordinates, sizes]
    for (state, label), (symbol, tone) in looks.items():
        here = (state_of == state) & (view.y == label)
        frame, point = np.nonzero(here)
        offsets = np.concatenate([[0], np.cumsum(here.sum(axis=1))])
        *places, area = (ragged(f[view.frame[frame], point], offsets) for f in fields)
        yield Points(
            *places,
            size=area,
            symbol=symbol,
            tone=tone,
            label=f"{STATES[state]}, class {signed(label)}",
        )


def mover(view, coordinates, size=17.0):
    """An orange ring around the point whose x_i moved most; coordinates, each (R, n)."""
    i, r = view.movers(), view.frame
    fields = [row(c[r, i]) for c in coordinates]
    return Points(*fields, symbol="circle-open", tone="now", size=size, label="moved most")
