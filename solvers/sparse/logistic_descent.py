"""Coordinate descent on L1-penalised logistic regression (eq. 20 of 002_8a6384496e3a9cf3.txt).

Along a coordinate the loss has a quadratic model, with slope g_d = -x_d'(t q) and curvature
h_d = sum x_nd^2 q_n (1 - q_n), where q_n is the probability of the wrong class. Its minimum with
the penalty is at soft(h_d w_d - g_d, lam) / h_d. The shift to there is halved until the objective
has fallen enough (Armijo's rule).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.problems.columns import column_squares
from solvers.problems.sparse_linear import SparseLogistic
from solvers.prox import shrink
from solvers.result import HALVINGS, State
from solvers.sparse.line_search import FLOOR, RHO, accepted
from solvers.vectors import copy

#: log(1 + e) is summed as the logarithm of a product, less 1, of so many factors up to 2.
_FACTORS = 32
_PRINTED = {
    "note": "As printed, the line search takes the new value of a weight for its shift; most steps "
    "are then rejected, and in the end all of them."
}


@njit(cache=True, nogil=True)
def evaluate(t: np.ndarray, z: np.ndarray, r: np.ndarray, s: np.ndarray) -> float:
    """r = t q, s = q (1 - q), q = 1 / (1 + exp(t z)), in place; return the loss at the fit z."""
    loss, excess, factors = 0.0, 0.0, 0
    for n in range(t.size):
        margin = t[n] * z[n]
        e = np.exp(-abs(margin))
        q = (e if margin > 0.0 else 1.0) / (1.0 + e)
        r[n] = t[n] * q
        s[n] = e / ((1.0 + e) * (1.0 + e))
        loss += max(-margin, 0.0)
        excess += e + excess * e
        factors += 1
        if factors == _FACTORS:
            loss += np.log1p(excess)
            excess, factors = 0.0, 0
    return loss + np.log1p(excess)


class Margins(NamedTuple):
    """What a step reads: x_d = XT[d] (D, N), their squared lengths (D,), the labels t (N,), lam;
    `printed` takes the new value for the shift, as the source's criterion does. And what it
    updates: fit, t q and q (1 - q) as the rows of `now` (3, N), those of a `trial`, and the loss
    (1,)."""

    XT: np.ndarray
    squares: np.ndarray
    t: np.ndarray
    lam: float
    printed: bool
    now: np.ndarray
    trial: np.ndarray
    loss: np.ndarray


@njit(cache=True, nogil=True)
def step(margins: Margins, d: int, w: np.ndarray) -> tuple[float, float, float, float, int]:
    """Move w[d] to the minimum of its quadratic model, halving the shift until the loss agrees.
    Return the gradient and curvature of the loss, the shift, the accepted share alpha of it (0:
    none) and the number of trials."""
    x, square, t, lam = margins.XT[d], margins.squares[d], margins.t, margins.lam
    now, trial, loss, printed = margins.now, margins.trial, margins.loss, margins.printed
    g, h, old, alpha = -(x @ now[1]), FLOOR * square, w[d], 1.0
    for n in range(t.size):
        h += x[n] * x[n] * now[2, n]
    target = shrink(h * old - g, lam) / h if h > 0.0 else 0.0
    shift = target if printed else target - old
    slope = g * shift + lam * (abs(old + shift) - abs(old))
    if not printed:  # true in exact arithmetic; near the minimum the slope is lost in rounding
        slope = min(slope, -h * shift * shift)
    if not slope < 0.0:
        return g, h, shift, 0.0, 0
    certain = not printed and 2.0 * (1.0 - RHO) * h >= 0.25 * square
    for trials in range(1, HALVINGS + 1):
        new = target if alpha == 1.0 and not printed else old + alpha * shift
        for n in range(t.size):
            trial[0, n] = now[0, n] + alpha * shift * x[n]
        value = evaluate(t, trial[0], trial[1], trial[2])
        change = value - loss[0] + lam * (abs(new) - abs(old))
        if certain or accepted(change, alpha, slope, loss[0]):
            w[d], loss[0] = new, value
            for k in range(3):
                copy(trial[k], now[k])
            return g, h, shift, alpha, trials
        alpha *= 0.5
    return g, h, shift, 0.0, HALVINGS


@njit(cache=True, nogil=True)
def sweep(margins: Margins, order: np.ndarray, w: np.ndarray) -> tuple[int, float, int, float]:
    """One pass over `order`; return how many coordinates moved, the largest h (alpha shift)^2, the
    trials, and the least alpha accepted."""
    changed, largest, trials, least = 0, 0.0, 0, 1.0
    for d in order:
        if margins.squares[d] == 0.0:
            w[d] = 0.0
            continue
        _, h, shift, alpha, tried = step(margins, d, w)
        trials += tried
        if alpha > 0.0:
            changed += 1
            largest = max(largest, h * (alpha * shift) ** 2)
            least = min(least, alpha)
    return changed, largest, trials, least


class LogisticCoordinates:
    """The weights w (D,) of a `SparseLogistic`, and their residual theta: see `working_sets`."""

    def __init__(self, problem: SparseLogistic, w: np.ndarray, printed: bool = False):
        self.problem, self.w, X, N = problem, w, problem.X, problem.t.size
        retained = np.empty((3, N)), np.empty((3, N)), np.empty(1)
        fixed = X.T, column_squares(X), problem.t, problem.lam, printed
        self.margins, self.note = Margins(*fixed, *retained), _PRINTED if printed else {}
        self.theta, self.swept = self.margins.now[1], {"changed": 0, "trials": 0, "alpha": 1.0}

    def refresh(self) -> None:
        """Fit, residual and loss from the data."""
        self.margins.now[0] = self.problem.fit(self.w)
        self.margins.loss[0] = evaluate(self.margins.t, *self.margins.now)

    def sweep(self, order: np.ndarray) -> tuple[float, State]:
        """One pass over the columns `order`."""
        changed, largest, trials, alpha = sweep(self.margins, order, self.w)
        return largest, {"changed": changed, "trials": trials, "alpha": alpha, **self.note}

    def update(self, d: int) -> tuple[bool, State]:
        """Move w[d] towards the minimum of its model."""
        old = self.w[d]
        slope, h, shift, alpha, trials = step(self.margins, d, self.w)
        inside = abs(h * old - slope) <= self.problem.lam
        picture = self.mark(d, old, self.w[d], slope, h, shift, alpha, trials, inside)
        return self.w[d] != old, picture | self.note

    @staticmethod
    def mark(
        d: int = -1,
        old: float = 0.0,
        new: float = 0.0,
        slope: float = 0.0,
        h: float = 0.0,
        shift: float = 0.0,
        alpha: float = 1.0,
        trials: int = 0,
        zero: bool = False,
    ) -> State:
        """What a picture of the problem along coordinate d needs; -1 at the start."""
        shown = {"coordinate": d, "old": old, "new": new, "correlation": -slope, "curvature": h}
        return {**shown, "shift": shift, "alpha": alpha, "trials": trials, "thresholded": zero}
