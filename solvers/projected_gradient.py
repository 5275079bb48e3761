"""Projected gradient: the proximal gradient where the penalty is a bound on the size of w."""

from __future__ import annotations

from functools import partial
from typing import Unpack

from solvers.options import Common, Options, common_options, start
from solvers.problems.constrained_linear import ConstrainedGroupLasso, ConstrainedLasso
from solvers.proximal_gradient import first_lipschitz, proximal_states
from solvers.registry import solver
from solvers.result import Result
from solvers.sparse.start import first_dual

_PROBLEMS = (ConstrainedLasso, ConstrainedGroupLasso)


def _states(problem, states):
    """The states of the proximal gradient in the words of a projection, with its multiplier."""
    for state in states:
        picture = {**state, "before_projection": state["before_threshold"]}
        del picture["before_threshold"]
        correlation = problem.X.T @ problem.residual(problem.fit(state["w"]))
        yield picture | {"lam": problem.dual_norm(correlation)}


@solver("projected", *_PROBLEMS, label="projected gradient", iterate="w", unit="step")
@common_options
def solve_projected_gradient(
    problem: ConstrainedLasso | ConstrainedGroupLasso,
    *,
    max_iter: int = 10_000,
    accelerated: bool = False,
    backtracking: bool = False,
    lipschitz: float | None = None,
    **common: Unpack[Common],
) -> Result:
    """Step along the gradient of the loss, then project onto the ball Omega(w) <= eta.

    As `solve_proximal_gradient`, with a projection in place of the threshold.

    Parameters
    ----------
    problem : ConstrainedLasso or ConstrainedGroupLasso
        Data X (N, D) and t (N,), and the radius eta of the ball.
    x0 : array_like (D,) or Result
        A point outside the ball is projected first.
    seed : int
        No effect: nothing is random.
    accelerated : bool
        FISTA; a step that raises the objective is discarded with its momentum.
    backtracking : bool
        Double L until its model lies above the loss.
    lipschitz : float or None
        L, or where backtracking starts, as for `solve_proximal_gradient`.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts steps. work: a gradient counts as
        D coordinate updates, a rejected trial as half of that. Snapshots: `w` (T, D);
        `extrapolated` (T, D), where the step began; `before_projection` (T, D); `lam` (T,), the
        multiplier Omega^*(X'(t - X w)), which tends to the lam of the penalised problem with the
        same solution; `L`, `rejected`, `restarted` (T,).

    References
    ----------
    sparse-models: eqs. (3) and (7)
    duchi-2008: the projections
    """
    options = Options(max_iter=max_iter, **common)
    w = problem.prox(start(options.x0, problem.X.shape[1]), 1.0)
    L = first_lipschitz(problem, lipschitz, backtracking)
    theta, steps = first_dual(problem, options.x0, w), {"accelerated": accelerated}
    states = proximal_states(problem, w, theta, L, backtracking=backtracking, **steps)
    return options.drive(_states(problem, states), problem.certify)


solver("projected_fista", *_PROBLEMS, label="projected FISTA", iterate="w", unit="step")(
    partial(solve_projected_gradient, accelerated=True)
)
