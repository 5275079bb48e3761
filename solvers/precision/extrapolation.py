"""Anderson's extrapolation of a fixed-point iteration, kept to where it helps.

Of v -> F(v), with the step g = F(v) - v, the next point is not F(v) but the combination of the last
points whose steps, so combined, nearly cancel. A point ahead whose step is much longer than the
shortest so far is given up for the plain one. F is nonexpansive, so that plain steps never lengthen
g; as a run has so many steps only that may be longer than the shortest, it converges as F does.
"""

import numpy as np
from scipy.linalg import lstsq

from solvers.docstrings import cite

#: So many points are combined; directions of less than this share of the longest are rounding.
_MEMORY, _ROUNDING = 10, 1e-12
#: A point ahead is accepted where its step is at most this share of the shortest, or, so often in
#: a run, at most the other one.
_SHORTER, _LONGER, _OFTEN = 0.99, 2.0, 1000


@cite
class Extrapolation:
    """Where to go on, step by step, from points v (m, m).

    References
    ----------
    fu-2020
    """

    def __init__(self):
        self.points, self.steps, self.shortest, self.plain, self.left = [], [], np.inf, None, _OFTEN

    def ahead(self, v, after):
        """The point to go on from, where `after` = F(`v`)."""
        g = after - v
        length = float(np.linalg.norm(g))
        longer = not length <= _SHORTER * self.shortest
        self.left -= longer and self.plain is not None
        far = not length <= (_LONGER if self.left > 0 else _SHORTER) * self.shortest
        if self.plain is not None and far:
            plain, self.plain = self.plain, None
            self.points.clear()
            self.steps.clear()
            return plain
        self.shortest, self.plain = min(length, self.shortest), None
        self.points, self.steps = [*self.points[-_MEMORY:], v], [*self.steps[-_MEMORY:], g]
        if len(self.points) == 1:
            return after
        moves, turns = (np.diff([a.ravel() for a in kept], axis=0).T
                        for kept in (self.points, self.steps))  # fmt: skip
        share = lstsq(turns, g.ravel(), cond=_ROUNDING)[0]
        point = after - ((moves + turns) @ share).reshape(v.shape)
        if not np.isfinite(point).all():
            return after
        self.plain = after
        return point
