"""The two forms of one problem: a penalty lam Omega(w), or a bound Omega(w) <= eta.

eta(lam) = Omega(w(lam)) falls continuously from eta_0, the least size of a least-squares solution,
at lam = 0 to 0 at lam_max: not in inverse proportion.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from solvers.block_coordinate_descent import solve_block_cd
from solvers.checks import InputError, integer, of_type, positive
from solvers.coordinate_descent import solve_coordinate_descent
from solvers.docstrings import documented
from solvers.problems.constrained_linear import ConstrainedGroupLasso, ConstrainedLasso
from solvers.problems.sparse_linear import GroupLasso, Lasso
from solvers.result import Certificate, answer_scale

#: The inner problems are solved this much more exactly than eta is wanted.
_FINER = 1e-4
#: No relative gap below this can be asked of floating-point arithmetic.
_FINEST = 1e-15
#: lam goes down by this factor until eta is bracketed.
_DOWN = 0.25
#: Far more than an inner problem takes: a tolerance ends it.
_SWEEPS = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class LamEta:
    """A point of the correspondence: w solves the problem with the penalty lam and the one with the
    bound eta. In the problem that was asked about, `certificate` is certify(w, theta)."""

    lam: float
    eta: float
    w: np.ndarray
    theta: np.ndarray
    certificate: Certificate


@documented
def eta_of_lam(problem: Lasso | GroupLasso, *, tol: float = 1e-09) -> LamEta:
    """The bound eta whose constrained problem has the solution of a penalised one.

    Parameters
    ----------
    problem : Lasso or GroupLasso
        With lam > 0.
    tol : float
        The certified relative gap, where it can be reached.

    Returns
    -------
    LamEta
        lam, eta, and the solution that belongs to both.

    References
    ----------
    sparse-models: eqs. (2), (3), (6), (7)
    """
    of_type(problem, [Lasso, GroupLasso], "problem")
    if problem.lam == 0.0:
        raise InputError(
            "lam must be positive, got 0.0: every eta from the size of the smallest least-squares "
            "solution on belongs to it."
        )
    result = _solved(problem, None, positive(tol, "tol"))
    w, theta = result.x, result.dual["theta"]
    return LamEta(problem.lam, float(problem.size(w)), w, theta, result.certificate)


@documented
def lam_of_eta(
    problem: ConstrainedLasso | ConstrainedGroupLasso, *, tol: float = 1e-09, max_iter: int = 100
) -> LamEta:
    """The penalty lam whose problem has the solution of a constrained one, by a bracketing root
    finder on lam with warm starts.

    Parameters
    ----------
    problem : ConstrainedLasso or ConstrainedGroupLasso
        With the bound eta.
    tol : float
        Relative accuracy of eta or of lam, whichever is reached first.
    max_iter : int
        At most so many penalised problems are solved.

    Returns
    -------
    LamEta
        lam = 0 where the bound admits least-squares solutions (up to tol in the objective),
        lam_max where eta = 0.

    References
    ----------
    sparse-models: eqs. (2), (3), (6), (7)
    """
    of_type(problem, [ConstrainedLasso, ConstrainedGroupLasso], "problem")
    tol, max_iter = positive(tol, "tol"), integer(max_iter, "max_iter")
    groups = getattr(problem, "groups", None)
    penalised = Lasso if groups is None else partial(GroupLasso, groups=groups)
    lam, w, theta = _root(problem, partial(penalised, problem.X, problem.t), tol, max_iter)
    size = float(problem.size(w))
    if lam > 0.0 and size > 0.0:  # onto the ball: an error m of the size then costs m^2, not m
        w = w * (problem.eta / size)
    return LamEta(lam, problem.eta, w, theta, problem.certify(w, theta))


def _root(problem, penalised, tol, max_iter):
    """(lam, w, theta) with Omega(w(lam)) = eta: regula falsi, the stale end halved (Illinois).

    error(lam) = Omega(w(lam)) - eta falls; it is positive at `low`, once known, and not at `high`.
    """
    w, theta, eta, result = np.zeros(problem.X.shape[1]), problem.t, problem.eta, None
    low, above, high, below = 0.0, np.inf, penalised(lam=1.0).lam_max, -eta
    lam, error = high, below
    for _ in range(max_iter):
        if abs(error) <= tol * eta or high - low <= tol * high:
            break
        loss = problem.loss(problem.fit(w))
        if lam * eta <= tol * answer_scale(loss, lam * eta, at_zero=problem.at_zero):
            return 0.0, w, theta
        bracketed = np.isfinite(above)
        lam = low + (high - low) * above / (above - below) if bracketed else _DOWN * high
        result = _solved(penalised(lam=lam), result, _FINER * tol)
        w, theta = result.x, result.dual["theta"]
        before, error = error, float(problem.size(w)) - eta
        again = (error > 0.0) == (before > 0.0)  # the other end has not moved
        if error > 0.0:
            low, above, below = lam, error, 0.5 * below if again else below
        else:
            high, below, above = lam, error, 0.5 * above if again else above
    return float(lam), w, theta


def _solved(penalised, x0, tol):
    solve = solve_coordinate_descent if isinstance(penalised, Lasso) else solve_block_cd
    return solve(penalised, x0=x0, tol=max(tol, _FINEST), max_iter=_SWEEPS, record_every=0)
