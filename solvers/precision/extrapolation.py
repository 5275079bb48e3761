"""Anderson's extrapolation of a fixed-point iteration, with a safeguard.

Of v -> F(v), with the step g = F(v) - v, the next point is not F(v) but the combination of the last
points whose steps, so combined, nearly cancel. An extrapolated point whose step is much longer than
the shortest so far is replaced by the plain one; where no step gets shorter for a while, plain
steps follow, each time twice as many. F is nonexpansive, so that plain steps never lengthen g.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import lstsq

from solvers.docstrings import cite

#: So many points are combined; directions of less than this share of the longest are rounding.
_MEMORY, _ROUNDING = 10, 1e-12
#: A step is shorter at this share of the shortest; an extrapolated point is replaced beyond the
#: other one.
_SHORTER, _LONGER = 0.99, 2.0
#: A point ahead is at most so many steps away.
_REACH = 1e7
#: After so many points in which no step got shorter, at first so many plain steps follow.
_PATIENCE, _PLAIN = 30, 10


@cite
class Extrapolation:
    """The points to continue from, step by step, from points v (m, m).

    References
    ----------
    fu-2020
    """

    def __init__(self):
        self.points, self.steps, self.shortest, self.plain = [], [], np.inf, None
        self.waited, self.left, self.pause = 0, 0, _PLAIN

    def ahead(self, v: np.ndarray, after: np.ndarray) -> np.ndarray:
        """The point to continue from, where `after` = F(`v`)."""
        g = after - v
        length = float(np.linalg.norm(g))
        if not np.isfinite(length):
            return after
        plain, self.plain = self.plain, None
        if plain is not None and length > _LONGER * self.shortest:
            self._forget()
            return plain
        self.waited = 0 if length <= _SHORTER * self.shortest else self.waited + 1
        self.shortest = min(length, self.shortest)
        if self.waited > _PATIENCE and not self.left:
            self.left, self.pause = self.pause, 2 * self.pause
            self._forget()
        if self.left:
            self.left -= 1
            return after
        self.points, self.steps = [*self.points[-_MEMORY:], v], [*self.steps[-_MEMORY:], g]
        point = self._combined(after, g)
        if point is None:
            return after
        self.plain = after
        return point

    def _forget(self):
        self.points, self.steps, self.waited = [], [], 0

    def _combined(self, after, g):
        """The point at which the last steps nearly cancel; None where there is none."""
        if len(self.points) == 1:
            return None
        moves, turns = (
            np.diff([a.ravel() for a in past], axis=0).T for past in (self.points, self.steps)
        )
        share = lstsq(turns, g.ravel(), cond=_ROUNDING)[0]
        point = after - ((moves + turns) @ share).reshape(g.shape)
        near = np.linalg.norm(point - after) <= _REACH * np.linalg.norm(g)
        return point if near else None
