"""Armijo's rule along the line to the minimum of a quadratic model of the loss."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solvers.compiled import njit
from solvers.result import HALVINGS

#: A step is accepted when it yields this share of the decrease that the model promises.
RHO = 0.01
#: Objectives that differ by this share of the loss differ by rounding.
ROUNDING = 1e-14
#: Share added to curvatures, which vanish where probabilities saturate.
FLOOR = 1e-12


@njit(cache=True, nogil=True)
def accepted(change: float, alpha: float, slope: float, loss: float) -> bool:
    """Whether the objective has fallen enough at a share alpha of the way: by RHO alpha slope."""
    return change <= alpha * RHO * slope + ROUNDING * loss


def search(
    loss: Callable[[np.ndarray], float],
    penalty: Callable[[float], float],
    fit: np.ndarray,
    ahead: np.ndarray,
    gradient: float,
    curvature: float,
) -> tuple[float, int]:
    """The first alpha of 1, 1/2, 1/4, ... at which loss(fit + alpha ahead) + penalty(alpha) has
    fallen enough, and the number of trials; 0 where none has.

    gradient: the derivative of the loss along the way; curvature: the model's, by which the slope
    is at most minus half of it, as rounding hides near the minimum.
    """
    before, paid = loss(fit), penalty(0.0)
    slope = min(gradient + penalty(1.0) - paid, -0.5 * curvature)
    if not slope < 0.0:
        return 0.0, 0
    alpha = 1.0
    for trials in range(1, HALVINGS + 1):
        change = loss(fit + alpha * ahead) - before + penalty(alpha) - paid
        if accepted(change, alpha, slope, before):
            return alpha, trials
        alpha *= 0.5
    return 0.0, HALVINGS
