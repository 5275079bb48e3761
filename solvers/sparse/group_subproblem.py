"""One group's problem (eq. 22 of 002_8a6384496e3a9cf3.txt): min 1/2 w'A w + b'w + lam ||w||.

In the axes of A, where A = Q diag(a) Q' and c = Q'b, one unknown is left, the norm rho of w:

    psi(rho) = sum c_i^2 / (a_i rho + lam)^2 = 1,    w = -Q diag(rho / (a_i rho + lam)) c.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers.checks import InputError, as_array, nonnegative
from solvers.compiled import njit
from solvers.docstrings import documented
from solvers.prox import norm
from solvers.result import ArrayLike, State

#: Curvatures below this share of the largest are rounding.
_FLAT = 1e-14
#: Newton's iterates at most; none of thousands of problems of condition 1e8 took more than 11.
MOST_NEWTON = 32
#: Newton ends at this relative step.
_SMALLEST_STEP = 1e-12


@njit(cache=True, nogil=True)
def _newton_step(a, c, lam, rho):
    """Newton's step at rho towards psi = 1; nan where no rho is large enough, because c has a part
    of length >= lam where a is 0."""
    psi, fall, flat = 0.0, 0.0, 0.0
    for i in range(a.size):
        if a[i] > 0.0 and c[i] != 0.0:
            inverse = 1.0 / (a[i] * rho + lam)
            square = (c[i] * inverse) ** 2
            psi += square
            fall += square * a[i] * inverse
        elif c[i] != 0.0:
            flat += (c[i] / lam) ** 2 if lam > 0.0 else np.inf
    if flat >= 1.0:
        return np.nan
    psi += flat
    return psi * (np.sqrt(psi) - 1.0) / fall if fall > 0.0 else 0.0


@njit(cache=True, nogil=True)
def newton_norm(
    a: np.ndarray, c: np.ndarray, lam: float, first: float, iterates: np.ndarray
) -> int:
    """The root rho of psi(rho) = sum c_i^2 / (a_i rho + lam)^2 = 1, where ||c|| > lam >= 0.

    1 / sqrt(psi) is increasing and concave: from the lower bound (||c|| - lam) / max a Newton rises
    to the root and never passes it; from a guess `first` beyond the root, one step leads below it.
    The iterates go to `iterates`; returns how many there are, the last being the root; 0 where
    there is no root. Where a_i = 0 = c_i the entry does not count.
    """
    largest = a.max()
    if largest == 0.0:
        return 0
    least = (norm(c) - lam) / largest
    rho = max(least, first)
    for k in range(iterates.size):
        iterates[k] = rho
        move = _newton_step(a, c, lam, rho)
        if np.isnan(move):
            return 0
        if not (move if k > 0 else abs(move)) > _SMALLEST_STEP * rho:
            return k + 1
        rho = max(rho + move, least)
    return iterates.size


@njit(cache=True, nogil=True)
def block_minimum(
    a: np.ndarray, c: np.ndarray, lam: float, first: float, target: np.ndarray, iterates: np.ndarray
) -> int:
    """`target` = argmin over u of 1/2 sum a_i u_i^2 + c'u + lam ||u||, in place; first: a guess of
    ||u||, or 0.

    Returns the number of Newton's iterates, 0 where the minimum is at 0 (||c|| <= lam) and -1 where
    there is none.
    """
    if norm(c) <= lam:
        target[:] = 0.0
        return 0
    count = newton_norm(a, c, lam, first, iterates)
    if count == 0:
        return -1
    rho = iterates[count - 1]
    for i in range(a.size):
        target[i] = -rho * c[i] / (a[i] * rho + lam) if c[i] != 0.0 else 0.0
    return count


def members(groups: np.ndarray) -> list[np.ndarray]:
    """The columns of each group, from the group of each column (D,)."""
    order = np.argsort(groups, kind="stable")
    return np.split(order, np.cumsum(np.bincount(groups))[:-1]) if order.size else []


def block_picture(
    most: int,
    g: int = -1,
    old_norm: float = 0.0,
    new_norm: float = 0.0,
    iterates: Sequence[float] | np.ndarray = (),
    curvature: Sequence[float] | np.ndarray = (),
    slope: Sequence[float] | np.ndarray = (),
) -> State:
    """What a picture of the visit to group g needs; unused ones of `most` places hold NaN."""
    picture: State = {"group": g, "old_norm": old_norm, "new_norm": new_norm}
    picture["newton"] = len(iterates)
    places = {
        "rho": (iterates, MOST_NEWTON),
        "curvature": (curvature, most),
        "slope": (slope, most),
    }
    for name, (values, size) in places.items():
        picture[name] = np.full(size, np.nan)
        picture[name][: len(values)] = values
    return picture


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
