"""The subgradient step of fixed length (eq. 12 of 002_8a6384496e3a9cf3.txt), which does not
converge."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from solvers.checks import positive
from solvers.options import Common, Options, common_options, start
from solvers.problems.sparse_linear import Lasso
from solvers.registry import solver
from solvers.result import Result
from solvers.sparse.start import first_dual

_ROSE = {
    "note": "The objective rose: a subgradient step of fixed length need not descend, and does not "
    "converge where the objective has a kink at its minimum."
}
_STALLED = {"stop": "stalled", "note": "The subgradient of least norm is zero to the last digit."}


@np.errstate(over="ignore", invalid="ignore")
def _least_subgradient(problem, w, fit):
    """The subgradient of least norm: at w_d = 0 the interval of slopes is clipped towards 0."""
    slope = -problem.X.T @ problem.residual(fit)
    kinked = problem.prox(slope, 1.0)
    return np.where(w != 0.0, slope + problem.lam * np.sign(w), kinked)


@np.errstate(over="ignore", invalid="ignore")
def _step(problem, w, g, L):
    """The next point, its fit and objective."""
    w = w - g / L
    fit = problem.fit(w)
    return w, fit, problem.loss(fit) + problem.penalty(w)


def _states(problem, w, theta, L):
    """A state per step; `subgradient` is the one that led to it."""
    fit, g, work = problem.fit(w), np.zeros(w.size), 0
    objective = problem.loss(fit) + problem.penalty(w)
    yield {"x": w, "w": w, "dual": {"theta": theta}, "subgradient": g}
    while True:
        g = _least_subgradient(problem, w, fit)
        new, fit, value = _step(problem, w, g, L)
        still, rose, work = np.array_equal(new, w), value > objective, work + w.size
        w, objective = new, value
        state = {"x": w, "w": w, "dual": {"theta": problem.residual(fit)}}
        state |= {"work": work, "subgradient": g}
        yield state | (_STALLED if still else _ROSE if rose else {})


@solver("subgradient", Lasso, iterate="w", unit="step")
@common_options
def solve_subgradient(
    problem: Lasso, *, max_iter: int = 10_000, L: float | None = None, **common: Unpack[Common]
) -> Result:
    """Step by -1/L along the subgradient of least norm, for `Lasso`; a lesson, not a method.

    On F(w) = |w| with L = 1, from 0.35, it swings between 0.35 and -0.65 for ever; status and gap
    say so.

    Parameters
    ----------
    problem : Lasso
        Data X (N, D) and t (N,), and lam.
    x0 : array_like (D,) or Result
    seed : int
        No effect: nothing is random.
    L : float or None
        Inverse step length; None: the Lipschitz constant of the loss's gradient.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts steps; work: a subgradient counts
        as D coordinate updates. Snapshots: `w` and `subgradient` (T, D), the step that led to this
        row (0 at the start).

    References
    ----------
    sparse-models: eq. (12)
    """
    options = Options(max_iter=max_iter, **common)
    w = start(options.x0, problem.X.shape[1])
    length = (problem.lipschitz() or 1.0) if L is None else positive(L, "L")
    states = _states(problem, w, first_dual(problem, options.x0, w), length)
    return options.drive(states, problem.certify)
