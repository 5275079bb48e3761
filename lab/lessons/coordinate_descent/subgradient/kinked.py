"""Convex functions of one number with kinks, their subdifferentials, and bounds from lines."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solvers import Certificate

#: Every picture and every proof is about w in this interval.
LOW, HIGH = -3.0, 3.0
#: The certified relative gap at which a point counts as proved optimal.
TOL = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Kinked:
    """min F(w) = 1/2 bend (w - a)^2 + max_j (slopes_j w + heights_j) over w in [LOW, HIGH].

    slopes, heights (J,): the lines, slopes rising; bend >= 0.
    """

    slopes: np.ndarray
    heights: np.ndarray
    bend: float
    a: float
    scale: float = field(init=False)  # what gaps are measured against: how much F varies

    def __post_init__(self):
        w = np.concatenate([[LOW, HIGH], self.kinks(), [self.minimiser()]])
        object.__setattr__(self, "scale", float(np.ptp(self(w))))

    def __call__(self, w):
        """F at w (...)."""
        w = np.asarray(w, dtype=np.float64)
        return 0.5 * self.bend * (w - self.a) ** 2 + self._lines(w).max(axis=-1)

    def subdifferential(self, w):
        """(lowest, highest) slope of the lines that support F at w (...); eq. (11)."""
        values = self._lines(np.asarray(w, dtype=np.float64))
        top = values.max(axis=-1, keepdims=True)
        active = values >= top - 1e-12 * (1.0 + np.abs(top))
        low = np.where(active, self.slopes, np.inf).min(axis=-1)
        high = np.where(active, self.slopes, -np.inf).max(axis=-1)
        smooth = self.bend * (w - self.a)
        return smooth + low, smooth + high

    def kinks(self):
        """Where F has more than one supporting line, from left to right."""
        i, j = np.triu_indices(self.slopes.size, 1)
        steeper = self.slopes[j] - self.slopes[i]
        crossing = np.divide(
            self.heights[i] - self.heights[j], steeper, out=np.full(i.size, np.nan),
            where=steeper > 0.0,
        )  # fmt: skip
        crossing = np.unique(crossing[(crossing > LOW) & (crossing < HIGH)])
        low, high = self.subdifferential(crossing)
        return crossing[high > low]

    def minimiser(self):
        """A lowest point of F on the interval: a kink, an end, or where a smooth piece is level."""
        level = self.a - self.slopes / self.bend if self.bend > 0.0 else np.empty(0)
        candidates = np.concatenate([self.kinks(), level, [LOW, HIGH, 0.5 * (LOW + HIGH)]])
        candidates = candidates[(candidates >= LOW) & (candidates <= HIGH)]
        return float(candidates[np.argmin(self(candidates))])

    def certify(self, w, points, slopes):
        """F at `w`, and the lowest value of the highest of the supporting lines at `points` (m,).

        Each line F(p) + z (w - p) lies below F, so that the minimum of their maximum does too; it
        is found where two lines cross or at an end of the interval. A line whose slope is no
        subgradient at its point is refused (bound -inf): it need not lie below F.
        """
        objective = float(self(w))
        points, slopes = np.asarray(points), np.asarray(slopes)
        low, high = self.subdifferential(points)
        slack = 1e-9 * (1.0 + np.abs(slopes))
        if np.any((slopes < low - slack) | (slopes > high + slack)):
            return Certificate(objective, -np.inf, self.scale)
        return Certificate(
            objective, lowest_of_highest(self(points) - slopes * points, slopes), self.scale
        )

    def path(self, positions, fan):
        """Points w (T,) from left to right with a slope z (T,) each; at a kink, `fan` slopes."""
        kinks = self.kinks()
        w = np.linspace(LOW + 0.4, HIGH - 0.4, positions)
        stops = np.concatenate([kinks, [self.minimiser()]])
        apart = np.abs(w[:, None] - stops[None, :]).min(axis=1) > 0.03
        w = np.union1d(w[apart], stops[(stops > LOW) & (stops < HIGH)])
        low, high = self.subdifferential(w)
        count = np.where(high > low, fan, 1)
        share = np.concatenate([np.linspace(0.0, 1.0, c) if c > 1 else [0.0] for c in count])
        w, low, high = np.repeat(w, count), np.repeat(low, count), np.repeat(high, count)
        return with_zero(w, low + share * (high - low), low, high)

    def _lines(self, w):
        return w[..., None] * self.slopes + self.heights


def with_zero(w, z, low, high):
    """The walk with slope 0 itself among the slopes of a kink, where it is a subgradient there."""
    inside = np.flatnonzero((low < 0.0) & (high > 0.0))
    if inside.size == 0 or np.any(z[inside] == 0.0):
        return w, z
    at = inside[0] + int(np.searchsorted(z[inside], 0.0))
    return np.insert(w, at, w[inside[0]]), np.insert(z, at, 0.0)


def lowest_of_highest(heights, slopes):
    """min over [LOW, HIGH] of max_j (slopes_j w + heights_j).

    By duality it is the greatest of what single lines reach on the interval and what the weighted
    means of a falling and a rising line with slope 0 say; each of these is a bound by itself.
    """
    ends = np.minimum(slopes * LOW, slopes * HIGH) + heights
    down, up = slopes < 0.0, slopes > 0.0
    falling, rising = slopes[down, None], slopes[None, up]
    level = (rising * heights[down, None] - falling * heights[None, up]) / (rising - falling)
    return float(max(ends.max(), level.max(initial=-np.inf)))
