"""From points and a few labelled pairs to a metric problem: neighbours, propagated affinities,
Laplacian, Sigma.

Algorithm 2 of Liu, Ma, Tao, Liu, Liu (KDD 2010), 003_d968a502af9b2788.txt. X (n, d) holds one point
per row; pairs are (p, 2) arrays of row numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.linalg import eigh

from solvers.checks import InputError, as_array, between, integer, locked, nonnegative, one_of
from solvers.docstrings import documented, documented_like
from solvers.problems.sparse_precision import SparsePrecision
from solvers.result import ArrayLike

#: Squared distances that differ by this share differ by rounding: they are tied.
_TIED = 1e-12
#: Numbers per block of differences between points.
_BLOCK = 4_000_000
#: Eigenvalues of this size, relative to the largest, are zero up to rounding.
_ZERO = 1e-12


def neighbour_matrix(X: ArrayLike, k: int = 6) -> np.ndarray:
    """P (n, n), eq. (6): 1/k for the k nearest other points of each, 0 elsewhere.

    Ties go to the lower row number. k is cut to n - 1; for one point P = 0.
    """
    X, k = as_array(X, "X", ndim=2), integer(k, "k", least=1)
    n = X.shape[0]
    k, P = min(k, n - 1), np.zeros((n, n))
    if k < 1:
        return P
    for here, squares in squared_distances(X, X):
        if not np.isfinite(squares).all():
            raise InputError(
                "X must be small enough for squared distances to be finite, got entries up to "
                f"{np.abs(X).max():.3g}; rescale it."
            )
        squares[np.arange(here.size), here] = np.inf
        P[here[:, None], _nearest(squares, k)] = 1.0 / k
    return P


def squared_distances(points: np.ndarray, X: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Generate (numbers of rows, their squared distances (b, n) from the rows of X) for blocks of
    `points` (q, d)."""
    size = max(1, _BLOCK // max(1, X.size))
    for first in range(0, len(points), size):
        rows = np.arange(first, min(len(points), first + size))
        with np.errstate(over="ignore", invalid="ignore"):
            # Differences, as |a|^2 + |b|^2 - 2 a'b cancels where points are close.
            squares = np.sum((points[rows, None, :] - X) ** 2, axis=2)
        yield rows, squares


def _nearest(squares, k):
    """Columns (b, k) of the k smallest of each row; values tied up to rounding by column."""
    order = np.argsort(squares, axis=1, kind="stable")
    rising = np.take_along_axis(squares, order, axis=1)
    with np.errstate(invalid="ignore"):
        apart = np.diff(rising, axis=1) > _TIED * rising[:, 1:]
    group = np.zeros(squares.shape, dtype=np.intp)
    np.cumsum(apart, axis=1, out=group[:, 1:])
    group[np.isinf(rising)] = squares.shape[1]
    return np.take_along_axis(order, np.lexsort((order, group), axis=1)[:, :k], axis=1)


def initial_affinity(
    n: int, similar: ArrayLike | None, dissimilar: ArrayLike | None, dissimilar_weight: float = 1.0
) -> np.ndarray:
    """W(0) (n, n): 1 on the diagonal and for similar pairs, -dissimilar_weight for dissimilar ones,
    0 elsewhere; symmetric."""
    n = integer(n, "n", least=1)
    weight = nonnegative(dissimilar_weight, "dissimilar_weight")
    S, D = _pairs(similar, "similar", n), _pairs(dissimilar, "dissimilar", n)
    _require_consistent(S, D)
    W = np.eye(n)
    for pairs, value in ((S, 1.0), (D, -weight)):
        W[pairs[:, 0], pairs[:, 1]] = W[pairs[:, 1], pairs[:, 0]] = value
    return W


def _pairs(pairs, name, n):
    """`pairs` as (p, 2) whole numbers in 0..n-1; None and [] for none."""
    given = np.asarray([] if pairs is None else pairs)
    if given.size == 0:
        return np.empty((0, 2), dtype=np.intp)
    if given.ndim != 2 or given.shape[1] != 2 or given.dtype.kind not in "iu":
        raise InputError(
            f"{name} must be a (p, 2) array of whole numbers, the rows of X that form a pair, "
            f"got shape {given.shape} of {given.dtype}."
        )
    if given.min() < 0 or given.max() >= n:
        raise InputError(
            f"{name} must lie in 0..{n - 1}, the rows of X, got {given.min()}..{given.max()}."
        )
    return given.astype(np.intp)


def _require_consistent(S, D):
    """Refuse pairs that are both similar and dissimilar, and points dissimilar to themselves."""
    loops = D[D[:, 0] == D[:, 1], 0]
    if loops.size:
        raise InputError(
            f"dissimilar must pair different points, got ({loops[0]}, {loops[0]}); drop it."
        )
    both = sorted({tuple(sorted(p)) for p in S.tolist()} & {tuple(sorted(p)) for p in D.tolist()})
    if both:
        listed = ", ".join(map(str, both[:5])) + (", ..." if len(both) > 5 else "")
        raise InputError(f"similar and dissimilar must not share a pair, got {listed} in both.")


def propagate(P: ArrayLike, W0: ArrayLike, alpha: float = 0.5) -> np.ndarray:
    """W* (n, n) = (1 - alpha) (I - alpha P)^-1 W(0), eq. (9), by one linear solve; not symmetric.

    0 <= alpha < 1; I - alpha P is strictly diagonally dominant.
    """
    P, W0, alpha = _propagation(P, W0, alpha)
    return np.linalg.solve(np.eye(len(P)) - alpha * P, (1.0 - alpha) * W0)


def propagation_steps(
    P: ArrayLike, W0: ArrayLike, alpha: float = 0.5, steps: int = 20
) -> np.ndarray:
    """W(0), ..., W(steps) (steps + 1, n, n) of the iteration (7)-(8), which tends to `propagate`:
    each step shrinks the distance by alpha in the largest row sum."""
    P, W0, alpha = _propagation(P, W0, alpha)
    W = np.empty((integer(steps, "steps") + 1, *W0.shape))
    W[0] = W0
    for t in range(len(W) - 1):
        W[t + 1] = (1.0 - alpha) * W0 + alpha * (P @ W[t])
    return W


def _propagation(P, W0, alpha):
    P, W0 = as_array(P, "P", ndim=2), as_array(W0, "W0", ndim=2)
    if P.shape != W0.shape or P.shape[0] != P.shape[1]:
        raise InputError(f"P and W0 must be square of one size, got {P.shape} and {W0.shape}.")
    alpha = between(alpha, 0.0, 1.0, "alpha")
    if alpha == 1.0:
        raise InputError("alpha must be below 1, got 1.0; at 1 nothing of W(0) is left.")
    return P, W0, alpha


def symmetrised(W: ArrayLike, theta: float = 0.01) -> np.ndarray:
    """(W + W') / 2 with entries below `theta` in size set to 0, eq. (10)."""
    W = as_array(W, "W", ndim=2)
    W = 0.5 * (W + W.T)
    return np.where(np.abs(W) < nonnegative(theta, "theta"), 0.0, W)


def laplacian(W: np.ndarray) -> np.ndarray:
    """L = diag(W 1) - W (n, n) of symmetric W; indefinite in general where W has negative
    entries."""
    return np.diag(W.sum(axis=1)) - W


def scatter(X: ArrayLike, W: ArrayLike) -> np.ndarray:
    """T (d, d) = X'L X = 1/2 sum_ij W_ij (x_i - x_j)(x_i - x_j)' of symmetric W; its units are
    those of X squared."""
    X = as_array(X, "X", ndim=2)
    W = as_array(W, "W", ndim=2, shape=(len(X), len(X)))
    # T does not depend on the origin; near the points, less cancels.
    centred = X - X.mean(axis=0)
    T = centred.T @ (laplacian(W) @ centred)
    return 0.5 * (T + T.T)


def covariance(X: ArrayLike) -> np.ndarray:
    """Cov (d, d) with divisor n."""
    X = as_array(X, "X", ndim=2)
    if X.shape[0] == 0:
        raise InputError("X must have at least one row, got none.")
    centred = X - X.mean(axis=0)
    return centred.T @ centred / X.shape[0]


@dataclass(frozen=True, slots=True, eq=False)
class Affinity:
    """What leads from points and pairs to Sigma = prior_inverse + beta T.

    P (n, n): neighbours; zeros where only the pairs count.
    W0, W (n, n): affinities before and after propagation.
    T (d, d): see `scatter`. prior_inverse (d, d): M0^-1.
    """

    P: np.ndarray
    W0: np.ndarray
    W: np.ndarray
    T: np.ndarray
    prior_inverse: np.ndarray

    @property
    def L(self) -> np.ndarray:
        """The Laplacian (n, n) of W."""
        return laplacian(self.W)

    @property
    def beta_unit(self) -> float:
        """||M0^-1||_2 / ||T||_2: beta = b beta_unit for a dimensionless b; inf where T = 0."""
        top = np.abs(np.linalg.eigvalsh(self.T)).max()
        return float(np.linalg.eigvalsh(self.prior_inverse)[-1] / top) if top > 0.0 else np.inf

    def beta_max(self, rho: float = 0.0) -> float:
        """Up to this beta Sigma is positive semidefinite, or with `rho` Sigma + rho I: a metric
        then exists (for beta below it, or rho > 0). inf where T has no negative eigenvalue."""
        d = len(self.T)
        base = self.prior_inverse + nonnegative(rho, "rho") * np.eye(d)
        values = eigh(self.T, base, eigvals_only=True)
        low = values[0]
        return float(-1.0 / low) if low < -_ZERO * np.abs(values).max() else np.inf

    def problem(self, beta: float, rho: float | np.ndarray) -> SparsePrecision:
        """The `SparsePrecision` of Sigma = M0^-1 + beta T, eq. (13)."""
        return SparsePrecision(self.prior_inverse + nonnegative(beta, "beta") * self.T, rho)


@documented
def build_affinity(
    X: ArrayLike,
    similar: ArrayLike | None,
    dissimilar: ArrayLike | None,
    *,
    k: int = 6,
    alpha: float = 0.5,
    theta: float = 0.01,
    prior: Literal["identity", "covariance"] = "identity",
    semi_supervised: bool = True,
    dissimilar_weight: float = 1.0,
    ridge: float = 0.0,
) -> Affinity:
    """Steps 1 to 5 of Algorithm 2 of the source, and the prior.

    Parameters
    ----------
    X : array_like (n, d)
        One point per row.
    similar : array_like (p, 2)
        Rows of X that form similar pairs; None for none.
    dissimilar : array_like (p, 2)
        Rows of X that form dissimilar pairs; None for none. No pair may be in both.
    k : int
        Neighbours of each point; without effect, as alpha and theta, unless `semi_supervised`.
    alpha : float
        Share of the neighbours in a step of propagation, in [0, 1).
    theta : float
        Affinities below it count as 0.
    prior : {"identity", "covariance"}
        M0: the identity, or the inverse of the covariance (divisor n), which must have full rank.
    semi_supervised : bool
        False: only the pairs count (S2ML of the source).
    dissimilar_weight : float
        What a dissimilar pair takes away, as a share of what a similar one adds: 1 as in the
        source; |similar| / |dissimilar| balances the two.
    ridge : float
        This share of the mean variance is added to the diagonal of the covariance.

    Returns
    -------
    Affinity
        What leads from points and pairs to Sigma.

    References
    ----------
    sparse-metrics: Algorithm 2
    """
    X = as_array(X, "X", ndim=2)
    if X.size == 0:
        raise InputError(f"X must hold at least one point and one feature, got shape {X.shape}.")
    W0 = initial_affinity(X.shape[0], similar, dissimilar, dissimilar_weight)
    theta = nonnegative(theta, "theta")
    P, W = np.zeros_like(W0), W0
    if one_of(semi_supervised, (True, False), "semi_supervised"):
        P = neighbour_matrix(X, k)
        W = symmetrised(propagate(P, W0, alpha), theta)
    return Affinity(*locked((P, W0, W, scatter(X, W), _prior_inverse(X, prior, ridge))))


def _prior_inverse(X, prior, ridge):
    """M0^-1 (d, d)."""
    ridge, d = nonnegative(ridge, "ridge"), X.shape[1]
    if one_of(prior, ("identity", "covariance"), "prior") == "identity":
        return np.eye(d)
    C = covariance(X)
    C += ridge * np.trace(C) / d * np.eye(d)
    values = np.linalg.eigvalsh(C)
    if values[0] <= _ZERO * values[-1]:
        more = "raise the ridge" if ridge else "add a ridge"
        way = f"{more} (ridge=1e-6 adds that share of the mean variance) or "
        raise InputError(
            "prior='covariance' needs a covariance of full rank, got eigenvalues from "
            f"{values[0]:.3g} to {values[-1]:.3g}; {way if np.any(C) else ''}use prior='identity'."
        )
    return C


@documented_like(build_affinity)
def metric_problem(
    X: ArrayLike,
    similar: ArrayLike | None,
    dissimilar: ArrayLike | None,
    *,
    beta: float,
    rho: float | np.ndarray,
    k: int = 6,
    alpha: float = 0.5,
    theta: float = 0.01,
    prior: Literal["identity", "covariance"] = "identity",
    semi_supervised: bool = True,
    dissimilar_weight: float = 1.0,
    ridge: float = 0.0,
) -> SparsePrecision:
    """The problem whose solution M is the metric d(x, y)^2 = (x - y)'M(x - y) of points and
    labelled pairs: Algorithm 2 of the source up to its last step.

    Where pairs are dissimilar Sigma may be indefinite, and then there may be no metric.

    Parameters
    ----------
    beta : float
        Weight of the pairs, at least 0, absolute: T grows with their number and with the square of
        the data; `build_affinity` gives `beta_unit`, in which it is dimensionless, and `beta_max`.
    rho : float or array_like (d, d)
        Weight of the penalty, at least 0.

    Returns
    -------
    SparsePrecision
        Sigma (d, d) and rho.

    References
    ----------
    sparse-metrics: Algorithm 2
    """
    here = build_affinity(
        X,
        similar,
        dissimilar,
        k=k,
        alpha=alpha,
        theta=theta,
        prior=prior,
        semi_supervised=semi_supervised,
        dissimilar_weight=dissimilar_weight,
        ridge=ridge,
    )
    return here.problem(beta, rho)
