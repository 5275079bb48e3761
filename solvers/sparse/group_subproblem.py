"""One group's problem on its own (eq. 22 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.checks import InputError, as_array, nonnegative
from solvers.docstrings import documented
from solvers.hints import ArrayLike
from solvers.sparse.group_kernels import MOST_NEWTON, block_minimum

#: Curvatures below this share of the largest are rounding.
_FLAT = 1e-14


@dataclass(frozen=True, slots=True, eq=False)
class GroupSubproblem:
    """The solution of min 1/2 w'A w + b'w + lam ||w||.

    w (p,); value: the minimum; iterates (K,): Newton's values of rho, the last is ||w||; lam2: the
    multiplier of the squared norm that gives the same w, lam / (2 ||w||), inf at w = 0. curvature,
    slope (p,): a and c in psi(rho) = sum c_i^2 / (a_i rho + lam)^2, which is 1 at the root.
    """

    w: np.ndarray
    value: float
    lam2: float
    iterates: np.ndarray
    curvature: np.ndarray
    slope: np.ndarray


@documented
def group_subproblem(A: ArrayLike, b: ArrayLike, lam: float) -> GroupSubproblem:
    """Solve min over w (p,) of 1/2 w'A w + b'w + lam ||w||_2.

    In the axes of A one unknown is left, rho = ||w||, a root of an increasing concave function:
    Newton's method reaches it from below (the source searches over lam2 instead).

    Parameters
    ----------
    A : array_like (p, p)
        Positive semidefinite.
    b : array_like (p,)
        Where A is singular, its part in the null space of A must be shorter than lam.
    lam : float
        At least 0.

    Returns
    -------
    GroupSubproblem
        The solution, its value, and Newton's iterates.

    References
    ----------
    sparse-models: eq. (22)
    """
    A, b, lam = as_array(A, "A", ndim=2), as_array(b, "b", ndim=1), nonnegative(lam, "lam")
    if A.shape != (b.size, b.size) or not np.allclose(A, A.T, rtol=1e-12, atol=0.0):
        raise InputError(
            f"A must be symmetric with a row for each entry of b, got shape {A.shape} for {b.size}."
        )
    a, Q = np.linalg.eigh(A)
    if a.min(initial=0.0) < -1e-10 * np.abs(a).max(initial=0.0):
        raise InputError(
            f"A must be positive semidefinite, got the eigenvalue {a.min():g}; use X_g'X_g."
        )
    c = Q.T @ b
    flat = a <= _FLAT * a.max(initial=0.0)
    a[flat] = 0.0
    # b = -X_g'r lies in the range of A up to rounding; that rounding is not a direction.
    c[flat & (np.abs(c) <= 1e-13 * np.linalg.norm(b))] = 0.0
    u, iterates = np.empty(b.size), np.empty(MOST_NEWTON)
    count = block_minimum(a, c, lam, 0.0, u, iterates)
    if count < 0:
        raise InputError(
            f"lam must exceed the part of b in the null space of A, got {lam:g} for a length of "
            f"{np.linalg.norm(c[a == 0.0]):g}: there is no minimum."
        )
    w, norm = Q @ u, np.linalg.norm(u)
    value = float(0.5 * w @ A @ w + b @ w + lam * norm)
    lam2 = lam / (2.0 * norm) if norm > 0.0 else np.inf
    return GroupSubproblem(w, value, float(lam2), iterates[:count].copy(), a, c)
