"""Alternating linearization of a small matrix in machine code, where no step is looked at: see
`solvers.alternating_linearization.iterations`."""

from __future__ import annotations

import math

import numpy as np

from solvers.compiled import njit
from solvers.precision.log_det import raised
from solvers.precision.run import NEARLY, SETTLED, adapted, measure
from solvers.vectors import dot

#: Matrices of more rows are left to LAPACK, call by call.
MOST_ROWS = 40
_EPS = np.finfo(float).eps
#: (M, Y, U, slope), and (k, mu, next change of mu).
Iterates = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
Steps = tuple[int, float, float]


@njit(cache=True, nogil=True, error_model="numpy")
def thresholded(B: np.ndarray, weights: np.ndarray, mu: float) -> tuple[np.ndarray, np.ndarray]:
    """(Y, U): Y = prox of mu sum weights |Y| at B, U = the gradient of the penalty there."""
    Y = B - np.minimum(np.maximum(B, -mu * weights), mu * weights)
    return Y, np.minimum(np.maximum((B - Y) / mu, -weights), weights)


@njit(cache=True, nogil=True, error_model="numpy")
def walked(
    Sigma: np.ndarray,
    weights: np.ndarray,
    start: Iterates,
    steps: Steps,
    gamma: np.ndarray,
    enough: float,
    last: int,
) -> tuple[Iterates, Steps, np.ndarray]:
    """Iterations from (M, Y, U, slope) and steps = (k, mu, next change of mu), up to number `last`:
    the same three, and the eigenvalues gamma of M.

    It ends where the gap is at most `enough`, or twice that where `drive` would look; where M and Y
    agree to rounding; and before an iterate that is not finite or may prove that there is no
    minimum.
    """
    (k, mu, change), (M, Y, U, slope), m = steps, start, len(Sigma)
    while k < min(last, SETTLED + 1):
        # Set where the iteration is taken: a state shows the step that led to it.
        new_mu, new_change = adapted(mu, change, 1.0, k, gamma.min() * gamma.max())
        z = Y - new_mu * U
        if not np.isfinite(z.sum()):
            break
        values, V = np.linalg.eigh(z - new_mu * Sigma)
        new_gamma = raised(values, new_mu, 0.0)
        new = _composed(V, new_gamma)
        new_slope = (new - z) / new_mu
        new_Y, new_U = thresholded(new + new_mu * new_slope, weights, new_mu)
        log_M, log_Y = _log_det(new), _log_det(new_Y)
        linear_M, terms_M = measure(new, Sigma, weights)
        linear_Y, terms_Y = measure(new_Y, Sigma, weights)
        sound = log_M > -np.inf and linear_M > NEARLY * terms_M and new_gamma.min() > 0.0
        if not sound or (log_Y > -np.inf and not linear_Y > NEARLY * terms_Y):
            break
        M, Y, U, slope, gamma, k = new, new_Y, new_U, new_slope, new_gamma, k + 1
        mu, change = new_mu, new_change
        value, linear = (log_Y, linear_Y) if log_Y > -np.inf else (log_M, linear_M)
        clipped = np.minimum(np.maximum(slope, -weights), weights)
        bound = max(_log_det(Sigma + clipped), _log_det(Sigma + U))
        apart = M - Y
        gap = m * math.log(linear / m) - value - bound
        if gap <= enough or (gap <= 2.0 * enough and _is_checked(k)):
            break
        if math.sqrt((apart * apart).sum()) <= _EPS * math.sqrt((M * M).sum()):
            break
    return (M, Y, U, slope), (k, mu, change), gamma


@njit(cache=True, nogil=True)
def _is_checked(k):
    """Whether `drive` takes a certificate of the state k >= 1 between rows: 1, 2, 3, 5, 8, ..."""
    before, here = 1, 1
    while here < k:
        before, here = here, before + here
    return here == k


@njit(cache=True, nogil=True)
def _composed(V, gamma):
    """The symmetric matrix with eigenvectors V (m, m) and eigenvalues gamma (m,)."""
    m = gamma.size
    root, A = np.empty((m, m)), np.empty((m, m))
    for i in range(m):
        for k in range(m):
            root[i, k] = V[i, k] * math.sqrt(gamma[k])
    for i in range(m):
        for j in range(i + 1):
            A[i, j] = A[j, i] = dot(root[i], root[j])
    return A


@njit(cache=True, nogil=True)
def _log_det(A):
    """log det of symmetric A (m, m), -inf where it is not positive definite."""
    m, value = len(A), 0.0
    L = np.empty((m, m))
    for i in range(m):
        for j in range(i + 1):
            rest = A[i, j] - dot(L[i, :j], L[j, :j])
            if j < i:
                L[i, j] = rest / L[j, j]
            elif rest > 0.0:
                L[i, i] = math.sqrt(rest)
                value += math.log(rest)
            else:
                return -np.inf
    return value if value < np.inf else -np.inf
