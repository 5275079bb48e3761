"""Subgradients in numbers: convex functions of one number with kinks, their subdifferentials, a
sweep over them, and bounds from lines (Fig. 2 and eqs. (10)-(11) of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from lab.experiment import Run
from lab.scenes.frames import Frames
from solvers import Certificate, Result, Trace
from widgets.knobs import Knob

#: One w or an array of them; what is computed there has the same shape.
Places = TypeVar("Places", float, np.ndarray)
#: Every picture and every proof is about w in this interval.
LOW, HIGH = -3.0, 3.0
#: The certified relative gap at which a point counts as proved optimal.
TOL = 1e-6
#: Positions of the point from left to right, and slopes shown at a kink.
POSITIONS, FAN = 57, 9
FORMULAS = {
    "abs": "λ|w|",
    "lasso": "½(w − a)² + λ|w|",
    "lines": "the highest of three lines",
    "hinge": "½(w − a)² + λ max(0, 1 − w)",
}
KNOBS = (
    Knob(
        "function", "choice", "lasso", "F(w)", options=tuple(FORMULAS.items()),
        help="The function with a kink; the smooth one drawn with it is ½(w − a)².",
    ),
    Knob("a", "linear", 0.8, "a", -2.0, 2.0, help="Where the smooth function is least."),
    Knob("lam", "linear", 1.2, "λ", 0.0, 3.0, help="How sharp the kink is."),
)  # fmt: skip


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

    def __call__(self, w: Places) -> Places:
        """F at w (...)."""
        return 0.5 * self.bend * (w - self.a) ** 2 + self._lines(w).max(axis=-1)

    def subdifferential(self, w: Places) -> tuple[Places, Places]:
        """(lowest, highest) slope of the lines that support F at w (...); eq. (11)."""
        values = self._lines(w)
        top = values.max(axis=-1, keepdims=True)
        active = values >= top - 1e-12 * (1.0 + np.abs(top))
        low = np.where(active, self.slopes, np.inf).min(axis=-1)
        high = np.where(active, self.slopes, -np.inf).max(axis=-1)
        smooth = self.bend * (w - self.a)
        return smooth + low, smooth + high

    def kinks(self) -> np.ndarray:
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

    def minimiser(self) -> float:
        """A lowest point of F on the interval: a kink, an end, or where a smooth piece is level."""
        level = self.a - self.slopes / self.bend if self.bend > 0.0 else np.empty(0)
        candidates = np.concatenate([self.kinks(), level, [LOW, HIGH, 0.5 * (LOW + HIGH)]])
        candidates = candidates[(candidates >= LOW) & (candidates <= HIGH)]
        return float(candidates[np.argmin(self(candidates))])

    def certify(self, w: float, points: np.ndarray, slopes: np.ndarray) -> Certificate:
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

    def path(self, positions: int, fan: int) -> tuple[np.ndarray, np.ndarray]:
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
        """The heights (..., J) of the lines at w (...)."""
        return np.asarray(w, dtype=np.float64)[..., None] * self.slopes + self.heights


def with_zero(
    w: np.ndarray, z: np.ndarray, low: np.ndarray, high: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The sweep with slope 0 itself among the slopes of a kink, where it is a subgradient there."""
    inside = np.flatnonzero((low < 0.0) & (high > 0.0))
    if inside.size == 0 or np.any(z[inside] == 0.0):
        return w, z
    at = inside[0] + int(np.searchsorted(z[inside], 0.0))
    return np.insert(w, at, w[inside[0]]), np.insert(z, at, 0.0)


def lowest_of_highest(heights: np.ndarray, slopes: np.ndarray) -> float:
    """min over [LOW, HIGH] of max_j (slopes_j w + heights_j).

    By duality it is the greatest of what single lines reach on the interval and what the weighted
    means of a falling and a rising line with slope 0 say; each of these is a bound by itself.
    """
    ends = np.minimum(slopes * LOW, slopes * HIGH) + heights
    down, up = slopes < 0.0, slopes > 0.0
    falling, rising = slopes[down, None], slopes[None, up]
    level = (rising * heights[down, None] - falling * heights[None, up]) / (rising - falling)
    return float(max(ends.max(), level.max(initial=-np.inf)))


def make_problem(settings: Mapping[str, Any]) -> Kinked:
    """The `Kinked` function that the knobs describe."""
    a, lam = settings["a"], settings["lam"]
    slopes, heights, bend = {
        "abs": ((-lam, lam), (0.0, 0.0), 0.0),
        "lasso": ((-lam, lam), (0.0, 0.0), 1.0),
        "lines": ((-2.0 * lam, -0.5 * lam, lam), (lam * (-1.5 + 2.0 * a), lam * 0.5 * a,
                                                  lam * (-0.9 - a)), 0.0),
        "hinge": ((-lam, 0.0), (lam, 0.0), 1.0),
    }[settings["function"]]  # fmt: skip
    return Kinked(np.array(slopes), np.array(heights), bend, a)


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """A point moves from left to right and shows every supporting line, at a kink one by one."""
    problem = make_problem(settings)
    w, z = problem.path(POSITIONS, FAN)
    certificates = [problem.certify(w[k], w[: k + 1], z[: k + 1]) for k in range(w.size)]
    trace = _trace(w, z, certificates)
    row, dual = int(np.argmin(trace.objective)), {"points": w, "slopes": z}
    best = problem.certify(w[row], **dual)
    proved = best.holds(TOL)
    result = Result(w[[row]], dual, best, "converged" if proved else "max_iter", row, trace)
    return Run(problem, {"path": result})


def _trace(w, z, certificates):
    """The sweep as a history; each row's certificate uses every line so far."""
    objective = np.array([c.objective for c in certificates])
    bound = np.array([c.bound for c in certificates])
    steps = np.arange(w.size)
    gap = np.minimum.accumulate(objective) - np.maximum.accumulate(bound)
    scale, zeros = np.array([c.scale for c in certificates]), np.zeros(w.size)
    shown = {"w": w, "slope": z}
    return Trace(steps, steps, zeros, objective, bound, scale, zeros, gap, shown)


def frames(run: Run) -> Frames:
    """The table: T frames, a supporting line each.

    w, slope (T,): the point and the slope of its line. low, high (T,): the slopes of all lines that
    support F at w. least, known (T,): the lowest F and the highest bound so far.
    """
    f = Frames.of_traces(run, tolerance=TOL, name="step")
    low, high = run.problem.subdifferential(f.w)
    f.facts(F=run.problem)
    f.columns(
        low=low,
        high=high,
        least=lambda f: np.minimum.accumulate(f.objective),
        known=lambda f: np.maximum.accumulate(f.bound),
    )
    return f


def found(f: Frames) -> int:
    """The first frame whose lines prove the minimum; the number of frames if none does."""
    proved = f.gap <= f.limit
    return int(np.argmax(proved)) if proved.any() else len(f)
