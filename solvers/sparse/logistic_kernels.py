"""Compiled coordinate descent for L1-penalised logistic regression, with Armijo's line search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.prox import shrink
from solvers.shuffle import shuffle

#: A step is accepted when it yields this share of the decrease that the model promises.
RHO = 0.01
#: After so many halvings a step is given up.
LONGEST = 60
#: Objectives that differ by this share of the loss differ by rounding.
ROUNDING = 1e-14
#: Share of ||x||^2 added to curvatures, which vanish where probabilities saturate.
FLOOR = 1e-12
#: An exponential costs as much as about so many multiplications.
EXPONENTIAL = 20
#: log(1 + e) is summed as the logarithm of a product, less 1, of so many factors up to 2.
_FACTORS = 32


@njit(cache=True, nogil=True)
def evaluate(t, z, r, s):
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
    """What a step reads. Rows of XT (D, N): x_d; squares (D,): their squared lengths; t (N,): the
    labels. `printed` takes the new value for the shift, as the source's criterion does."""

    XT: np.ndarray
    squares: np.ndarray
    t: np.ndarray
    lam: float
    printed: bool


class Point(NamedTuple):
    """What a step keeps: fit, t q and q (1 - q) as the rows of `now` (3, N), with room for a trial;
    loss (1,)."""

    now: np.ndarray
    trial: np.ndarray
    loss: np.ndarray

    @classmethod
    def at(cls, problem, w):
        """The point of the weights `w`."""
        point = cls(*np.empty((2, 3, problem.t.size)), np.zeros(1))
        point.move(problem, w)
        return point

    def move(self, problem, w):
        """Everything afresh at `w`."""
        self.now[0] = problem.fit(w)
        self.loss[0] = evaluate(problem.t, *self.now)


@njit(cache=True, nogil=True)
def step(margins, d, w, point):
    """Move w[d] to the minimum of its quadratic model, halving the shift until the loss agrees, and
    keep the point. Return the gradient and curvature of the loss, the shift, the accepted share
    alpha of it (0: none) and the number of trials."""
    x, square, t = margins.XT[d], margins.squares[d], margins.t
    lam, printed = margins.lam, margins.printed
    now, trial, loss = point.now, point.trial, point.loss
    old, alpha, trials = w[d], 1.0, 0
    g, h = -(x @ now[1]), FLOOR * square
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
    while trials < LONGEST:
        trials += 1
        new = target if alpha == 1.0 and not printed else old + alpha * shift
        for n in range(t.size):
            trial[0, n] = now[0, n] + alpha * shift * x[n]
        value = evaluate(t, trial[0], trial[1], trial[2])
        change = value - loss[0] + lam * (abs(new) - abs(old))
        if certain or change <= alpha * RHO * slope + ROUNDING * loss[0]:
            w[d], loss[0] = new, value
            now[:] = trial
            return g, h, shift, alpha, trials
        alpha *= 0.5
    return g, h, shift, 0.0, trials


@njit(cache=True, nogil=True)
def logistic_sweeps(margins, columns, shuffled, random, w, point, count, enough):
    """Up to `count` passes over `columns`, ended by one whose largest h (alpha delta)^2 is at most
    `enough`. Return the passes done and, of the last, how many coordinates moved, the largest
    h (alpha delta)^2, the trials, and the least alpha accepted."""
    done, changed, largest, trials, least = 0, 0, np.inf, 0, 1.0
    while done < count and largest > enough:
        if shuffled:
            shuffle(columns, random)
        changed, largest, trials, least = 0, 0.0, 0, 1.0
        for d in columns:
            if margins.squares[d] == 0.0:
                w[d] = 0.0
                continue
            _, h, shift, alpha, tried = step(margins, d, w, point)
            trials += tried
            if alpha > 0.0:
                changed += 1
                largest = max(largest, h * (alpha * shift) ** 2)
                least = min(least, alpha)
        done += 1
    return done, changed, largest, trials, least
