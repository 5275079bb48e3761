"""The path of the lasso: w at every lam at once, and what can be read off it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, cast

import numpy as np

from solvers.checks import InputError, dense, integer, locked, nonnegative, one_of, positive
from solvers.compiled import njit
from solvers.docstrings import documented
from solvers.interrupts import interruptible
from solvers.lars.cross_validation import CrossValidation, cross_validate, lams_from, numbers, place
from solvers.lars.homotopy import find_direction, move, next_knot
from solvers.lars.state import ACTIVE, begin
from solvers.problems.sparse_linear import Lasso
from solvers.result import ArrayLike

#: A residual of this share of ||t||^2 is rounding.
_NO_NOISE = 1e-20


class Event(NamedTuple):
    """What happens at a knot: `kind` "in", "out" or "end" of `feature` (-1 for "end"), whose
    correlation x_d'r has the `sign` +1 or -1 there (0 for "end"); `knot` is its index."""

    kind: str
    feature: int
    sign: int
    knot: int


class Equiangular(NamedTuple):
    """A segment as Efron et al. describe it: from X w_k, go `gamma` along the unit vector `u` (N,).

    A = s_j x_j'u is the same for all columns in use; cosines (D,) = X'u. With lam:
    gamma = (knots[k] - knots[k + 1]) / A.
    """

    u: np.ndarray
    A: float
    gamma: float
    cosines: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class LarsPath:
    """w(lam), linear between knots; made by `lars_path`.

    knots (K,): falling, from lam_max, above which w = 0. events: see `Event`; `ends`, `where`,
    `value`: the non-zero weights of knot k are value[ends[k - 1] : ends[k]], of columns `where`.
    X, t: the data as given, also where the path is that of perturbed features.
    """

    knots: np.ndarray
    events: tuple[Event, ...]
    ends: np.ndarray
    where: np.ndarray
    value: np.ndarray
    X: np.ndarray
    t: np.ndarray
    lam_min: float
    method: str
    alpha: float
    perturb: float
    seed: int

    @property
    def coefs(self) -> np.ndarray:
        """Weights at the knots, (K, D), made dense at each call."""
        return self._dense(range(self.knots.size))

    @property
    def etas(self) -> np.ndarray:
        """||w||_1 at the knots, (K,)."""
        knot = np.repeat(np.arange(self.ends.size), np.diff(self.ends, prepend=0))
        return np.bincount(knot, np.abs(self.value), self.ends.size)

    @property
    def correlations(self) -> np.ndarray:
        """x_d'(t - X w) at the knots, (K, D), from scratch; linear in lam between them."""
        return (self.t - self.coefs @ self.X.T) @ self.X

    def at(self, lam: ArrayLike | float) -> np.ndarray:
        """w(lam): (D,) for a number, (M, D) for an array (M,)."""
        above, share = place(self.knots, lams_from(self.knots[-1], lam))
        below = np.minimum(above + 1, self.knots.size - 1)
        w = (1.0 - share)[:, None] * self._dense(above) + share[:, None] * self._dense(below)
        return w if np.ndim(lam) else w[0]

    def at_eta(self, eta: ArrayLike | float) -> np.ndarray:
        """The solution of min 1/2 ||t - X w||^2 subject to ||w||_1 <= eta (eq. 3)."""
        return self.at(self.lam_at(eta))

    def lam_at(self, eta: ArrayLike | float) -> float | np.ndarray:
        """The lam whose solution has ||w||_1 = eta, exactly; lam_max for eta = 0, and 0 where the
        constraint does not bind."""
        if self.method != "lasso":
            raise InputError(
                'eta needs a path with method "lasso", got "lar": on it ||w||_1 may fall.'
            )
        etas, wanted = np.maximum.accumulate(self.etas), numbers(eta, "eta")
        if wanted.max(initial=0.0) > etas[-1] and self.knots[-1] > 0.0:
            raise InputError(
                f"eta must be at most {etas[-1]:g}, where this path ends, got {wanted.max():g}; "
                "make the path with a smaller lam_min."
            )
        lam = np.interp(wanted, etas, self.knots)
        return lam if np.ndim(eta) else float(lam[0])

    def eta_at(self, lam: ArrayLike | float) -> float | np.ndarray:
        """||w(lam)||_1, exactly."""
        eta = np.abs(self.at(lam)).sum(axis=-1)
        return eta if np.ndim(lam) else float(eta)

    def df(self, lam: ArrayLike | float) -> float | np.ndarray:
        """The unbiased estimate of the degrees of freedom of the fit: the number of weights in use.

        With alpha > 0, trace of X_J (X_J'X_J + alpha I)^-1 X_J'.
        """
        df = np.array([self._df(np.flatnonzero(w)) for w in np.atleast_2d(self.at(lam))])
        return df if np.ndim(lam) else float(df[0])

    def cp(self, lam: ArrayLike | float, sigma2: float | None = None) -> float | np.ndarray:
        """Mallows' C_p = ||t - X w||^2 / sigma2 - N + 2 df; the smaller, the better.

        sigma2: variance of the noise; by default `noise_variance`, where that is known.
        """
        sigma2 = self.noise_variance() if sigma2 is None else positive(sigma2, "sigma2")
        if sigma2 is None:
            N, D = self.X.shape
            raise InputError(
                f"sigma2 must be given where least squares leave no noise to measure, got {N} rows "
                f"for {D} columns."
            )
        rss = np.sum((self.t - self.at(lam) @ self.X.T) ** 2, axis=-1)
        cp = rss / sigma2 - self.t.size + 2.0 * self.df(lam)
        return cp if np.ndim(lam) else float(cp)

    def noise_variance(self) -> float | None:
        """||t - X w||^2 / (N - rank of X) of least squares on all columns, in the units of t^2;
        None where they leave no noise to measure. Columns that depend on others count for nothing.
        """
        w, _, rank, _ = np.linalg.lstsq(self.X, self.t, rcond=None)
        rss = float(np.sum((self.t - self.X @ w) ** 2))
        if self.t.size <= rank or rss <= _NO_NOISE * float(self.t @ self.t):
            return None
        return rss / (self.t.size - int(rank))

    def cross_validate(self, folds: int | ArrayLike = 5, rescale: bool = False) -> CrossValidation:
        """The exact curve of the cross-validation error and its minimiser: a `CrossValidation`.

        folds: a number k (fold i is rows i, i + k, ...), or a label for each row (N,). Each fold's
        path is made with the options of this one. lam is that of the sum over the training rows;
        rescale: it is that of all N rows, and N_train / N of it is used in training.
        """
        options: dict[str, Any] = {"lam_min": self.lam_min, "method": self.method}
        options |= {"alpha": self.alpha, "perturb": self.perturb, "seed": self.seed}
        one_of(rescale, (True, False), "rescale")
        return cross_validate(partial(lars_path, **options), self.X, self.t, folds, rescale)

    def equiangular(self, k: int) -> Equiangular:
        """The segment below knot `k` in the words of the equiangular direction."""
        if integer(k, "k") >= self.knots.size - 1:
            raise InputError(
                f"k must be less than {self.knots.size - 1}, the number of segments, got {k}."
            )
        move = self.X @ np.diff(self._dense([k, k + 1]), axis=0)[0]
        gamma = float(np.linalg.norm(move))
        u = move / gamma
        return Equiangular(u, float(self.knots[k] - self.knots[k + 1]) / gamma, gamma, self.X.T @ u)

    def problem(self, lam: float) -> Lasso:
        """The `Lasso` at lam, on the data as given: its `certify` judges the path."""
        return Lasso(self.X, self.t, lam)

    def _dense(self, rows):
        w, ends = np.zeros((len(rows), self.X.shape[1])), np.r_[0, self.ends]
        for into, k in zip(w, rows, strict=True):
            into[self.where[ends[k] : ends[k + 1]]] = self.value[ends[k] : ends[k + 1]]
        return w

    def _df(self, support):
        if self.alpha == 0.0:
            return support.size
        gram = self.X[:, support].T @ self.X[:, support]
        return np.trace(np.linalg.solve(gram + self.alpha * np.eye(support.size), gram))


@documented
@interruptible()
def lars_path(
    X: ArrayLike,
    t: ArrayLike,
    lam_min: float = 0.0,
    *,
    method: Literal["lasso", "lar"] = "lasso",
    alpha: float = 0.0,
    perturb: float = 0.0,
    seed: int = 0,
) -> LarsPath:
    """All solutions of min 1/2 ||t - X w||^2 + lam ||w||_1 for lam from lam_max down to lam_min.

    Ties, duplicate and dependent columns need no remedy: of columns that can replace each other,
    one is used. A column of which less than 1e-6 (in length) is independent of those in use counts
    as dependent.

    Parameters
    ----------
    X : array_like (N, D)
        One object per row; there is no intercept.
    t : array_like (N,)
        The target.
    lam_min : float
        Where the path ends.
    method : {"lasso", "lar"}
        "lar": least angle regression, in which no column ever leaves; it is not the lasso from the
        first change of sign on.
    alpha : float
        A remedy of the source, to see what it changes: alpha >= 0 is added to the diagonal of X'X
        throughout, which makes the problem the elastic net, with alpha/2 ||w||^2 in its objective.
    perturb : float
        The other remedy: independent normal noise of this share of each column's root mean square
        is added to X.
    seed : int
        Of that noise.

    Returns
    -------
    LarsPath
        The solution at every lam.

    References
    ----------
    sparse-models: eq. (23) and the scheme after it
    efron-2004
    """
    lam_min, method = nonnegative(lam_min, "lam_min"), one_of(method, ("lasso", "lar"), "method")
    alpha, perturb = nonnegative(alpha, "alpha"), nonnegative(perturb, "perturb")
    problem, seed = Lasso(cast(np.ndarray, X), cast(np.ndarray, t), 1.0), integer(seed, "seed")
    X, t = dense(problem.X, "X", "lasso_grid"), problem.t
    features = _perturbed(X, perturb, seed) if perturb > 0.0 else X
    records, changes = _records(features.T, t, lam_min, method == "lasso", alpha)
    knots, ends, where, value = locked(records)
    events = [Event("in" if joins else "out", j, s, k) for k, j, s, joins in changes]
    events.append(Event("end", -1, 0, knots.size - 1))
    return LarsPath(
        knots, tuple(events), ends, where, value, X, t, lam_min, method, alpha, perturb, seed
    )


@njit(cache=True, nogil=True)
def _records(XT, t, lam_min, lasso, alpha):
    """Knots, ends, where and value of a `LarsPath`, and the changes of its active set: (knot,
    column, sign, whether it joins)."""
    p, step = begin(XT, t, alpha), (0.0, lasso)
    active = p.role == ACTIVE
    knots = []
    ends = []
    where = []
    value = []
    changes = []
    while True:
        end = p.lam[0] <= lam_min
        if not end:
            p = find_direction(p, lasso)
            step = next_knot(p, lasso)
        if end or p.lam[0] - step[0] < p.lam[0]:  # what happens at one lam is one knot
            for j in range(active.size):
                if p.w[j] != 0.0:
                    where.append(j)
                    value.append(p.w[j])
                if (p.role[j] == ACTIVE) != active[j]:
                    active[j] = not active[j]
                    changes.append((len(knots), j, int(p.s[j]), active[j]))
            knots.append(p.lam[0])
            ends.append(len(where))
        if end:
            break
        move(p, step[0], step[1], lam_min)
    weights = np.array(where, dtype=np.int64), np.array(value, dtype=np.float64)
    return (np.array(knots), np.array(ends), weights[0], weights[1]), changes


def _perturbed(X, share, seed):
    """X with normal noise of `share` of each column's root mean square."""
    noise = np.random.default_rng(seed).standard_normal(X.shape)
    size = np.sqrt(np.einsum("nd,nd->d", X, X) / max(X.shape[0], 1))
    return locked(np.asfortranarray(X + share * size * noise))
