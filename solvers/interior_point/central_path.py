"""The central path: which interior-point methods try to follow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.checks import InputError, as_array, of_type
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


def central_path(problem, taus):
    """The centres for the given `taus` (T,), all positive, in any order.

    `Lasso`: x (T, 2D) = (u, v) with w = u - v, and s (T, 2D) their multipliers, in the split (5)
    of 002_8a6384496e3a9cf3.txt, with x s = tau: so that u - v minimises 1/2 ||t - X w||^2 +
    lam 1'(u + v) - tau sum(log u + log v), at most 2 D tau above the optimum. lam must be positive.

    `KernelSVM`: x (T, n), and s (T,), the multiplier of y'x = b, in (4.9) of
    001_f12148ddf98c114b.txt: x minimises q(x) - tau sum(log x + log(C - x)) on y'x = b and lies at
    most 2 n tau above the optimum; minus s is its bias.
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
