"""One symmetric positive definite system after another with one factor."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

#: r -> M^-1 r.
Inverse = Callable[[np.ndarray], np.ndarray]


def cholesky_solve(M: np.ndarray) -> Inverse:
    """The function r -> M^-1 r, r (n,) or (n, k), for M (n, n) symmetric, n >= 1.

    LinAlgError where M has no Cholesky factor. LAPACK itself, as for a few variables SciPy's
    functions take longer to be called than to work.
    """
    factor, fails = dpotrf(M)
    if fails:
        raise np.linalg.LinAlgError("The matrix is not positive definite.")
    return lambda r: dpotrs(factor, r)[0]
