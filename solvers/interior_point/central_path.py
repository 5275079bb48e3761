"""The central path: which interior-point methods try to follow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.checks import InputError, as_array, of_type
from solvers.docstrings import documented
from solvers.hints import ArrayLike
from solvers.interior_point.lasso_centres import lasso_centres
from solvers.interior_point.svm.path import svm_centres
from solvers.problems.kernel_svm import KernelSVM
from solvers.problems.sparse_linear import Lasso

#: problem type -> function (problem, falling taus (T,)) -> (x, s), one row for each tau.
_CENTRES = {Lasso: lasso_centres, KernelSVM: svm_centres}


@dataclass(frozen=True, slots=True, eq=False)
class CentralPath:
    """Points on a central path, in the order of `taus` (T,); x and s have a row for each."""

    taus: np.ndarray
    x: np.ndarray
    s: np.ndarray


@documented
def central_path(problem: Lasso | KernelSVM, taus: ArrayLike) -> CentralPath:
    """The centres of a problem: the points at which all complementarity products are equal.

    Parameters
    ----------
    problem : Lasso or KernelSVM
        For a `Lasso`, lam must be positive.
    taus : array_like (T,)
        The products, all positive, in any order.

    Returns
    -------
    CentralPath
        `Lasso`: x (T, 2D) = (u, v) with w = u - v, and s (T, 2D) their multipliers, with
        x s = tau: so that u - v minimises 1/2 ||t - X w||^2 + lam 1'(u + v) - tau sum(log u +
        log v), at most 2 D tau above the optimum.

        `KernelSVM`: x (T, n), and s (T,), the multiplier of y'x = b: x minimises q(x) -
        tau sum(log x + log(C - x)) on y'x = b and lies at most 2 n tau above the optimum; minus s
        is its bias.

    References
    ----------
    sparse-models: the split (5)
    low-cost: (4.9)
    """
    of_type(problem, tuple(_CENTRES), "problem")
    taus = as_array(taus, "taus", ndim=1)
    if taus.min(initial=np.inf) <= 0.0:
        raise InputError(f"taus must be positive, got {taus.min():g}.")
    order = np.argsort(-taus, kind="stable")
    with np.errstate(all="ignore"):
        falling = _CENTRES[type(problem)](problem, taus[order])
    x, s = (np.empty_like(a) for a in falling)
    x[order], s[order] = falling
    for a in (x, s):
        a.flags.writeable = False
    return CentralPath(taus, x, s)
