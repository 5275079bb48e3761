"""The proof of a small dense lasso in one compiled call: calls of numpy would take most of its
time."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.checks import as_vector, is_sparse
from solvers.compiled import njit
from solvers.problems import losses
from solvers.result import Certificate

#: With more entries of X than this, calls are cheap beside what they compute.
_SMALL = 10_000

_bound = njit(cache=True, nogil=True)(losses.scaled_bound)


def proof(problem: Any, w: Any, theta: Any) -> tuple[Certificate, np.ndarray]:
    """`losses.proof` of a `Lasso`."""
    X, t = problem.X, problem.t
    if is_sparse(X) or not 0 < X.size < _SMALL or problem.lam == 0.0:
        return losses.proof(problem, w, theta)
    w = as_vector(w, X.shape[1], "w")
    given = theta is not None
    theta = as_vector(theta, t.size, "theta") if given else problem.residual(problem.fit(w))
    # Copies are writable and in one piece: the kernel compiles once for all vectors.
    objective, bound, correlation = _numbers(X, t, w.copy(), theta.copy(), problem.lam)
    return losses.certificate(objective, bound, problem.scale), correlation


@njit(cache=True, nogil=True)
def _numbers(X, t, w, theta, lam):
    """(objective, bound, X' theta) for lam > 0."""
    r, correlation = t - np.dot(X, w), np.dot(X.T, theta)
    objective = 0.5 * np.dot(r, r) + lam * np.abs(w).sum()
    along, square = np.dot(theta, t), np.dot(theta, theta)
    return objective, _bound(along, square, np.abs(correlation).max(), lam), correlation
