"""Projected gradient: the proximal gradient where the penalty is a bound on the size of w."""

from __future__ import annotations

from functools import partial

from solvers.checks import of_type, one_of
from solvers.drive import drive, start
from solvers.problems.constrained_linear import ConstrainedGroupLasso, ConstrainedLasso
from solvers.problems.losses import first_dual
from solvers.proximal_gradient import first_lipschitz, proximal_states
from solvers.registry import solver

_PROBLEMS = (ConstrainedLasso, ConstrainedGroupLasso)


def _states(problem, states):
    """The states of the proximal gradient in the words of a projection, with its multiplier."""
    for state in states:
        picture = {**state, "before_projection": state["before_threshold"]}
        del picture["before_threshold"]
        correlation = problem.X.T @ problem.residual(problem.fit(state["w"]))
        yield picture | {"lam": problem.dual_norm(correlation)}


@solver("projected", *_PROBLEMS)
def solve_projected_gradient(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=10_000,
    record_every=1,
    seed=0,
    cancelled=None,
    accelerated=False,
    backtracking=False,
    lipschitz=None,
):
    """Step along the gradient of the loss, then project onto the ball Omega(w) <= eta.

    Source: 002_8a6384496e3a9cf3.txt, eqs. (3) and (7), for `ConstrainedLasso` and
    `ConstrainedGroupLasso`; the projections are those of Duchi et al. (2008),
    doi:10.1145/1390156.1390191. `x0`: array (D,), projected first if it is outside the ball, or an
    earlier Result. `seed` has no effect.

    accelerated, backtracking, lipschitz: as for `solve_proximal_gradient`, of which this is the
    case with a projection for a threshold.

    iteration counts steps. work: a gradient counts as D coordinate updates, a rejected trial as
    half of that. Snapshots: `w` (T, D); `extrapolated` (T, D), where the step began;
    `before_projection` (T, D); `lam` (T,), the multiplier Omega^*(X'(t - X w)), which tends to the
    lam of the penalised problem with the same solution; `L`, `rejected`, `restarted` (T,).
    """
    of_type(problem, _PROBLEMS, "problem")
    one_of(accelerated, (True, False), "accelerated")
    one_of(backtracking, (True, False), "backtracking")
    w = problem.prox(start(x0, problem.X.shape[1]), 1.0)
    L = first_lipschitz(problem, lipschitz, backtracking)
    options = {"accelerated": accelerated, "backtracking": backtracking}
    states = proximal_states(problem, w, first_dual(problem, x0, w), L, **options)
    return drive(
        _states(problem, states),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )


solver("projected_fista", *_PROBLEMS)(partial(solve_projected_gradient, accelerated=True))
