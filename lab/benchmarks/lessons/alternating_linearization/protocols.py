"""The experiments of the source on repeated draws of labels: what a draw is, the loss of each
method at every value of its parameters, and how parameters are selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import numpy as np

from lab import data
from lab.lessons.alternating_linearization.rivals import MOST, TOL, solved_itml, solved_lmnn
from lab.lessons.alternating_linearization.synthetic import labelled_rows, pairs_of
from solvers import (
    Result,
    build_affinity,
    covariance,
    initial_affinity,
    nearest_neighbour_error,
    neighbour_matrix,
    scatter,
    solve_alternating_linearization,
)

#: This share of each class is labelled, rounded up.
SHARE = 0.05
#: The gap and the iterations of `rivals.TOL` and `MOST` where only what is proved counts.
FINE, LONG = 1e-6, 2000
#: This share of the mean variance is added to the diagonal of a singular covariance of pixels.
RIDGE = 0.01
#: gamma of ITML and mu of LMNN that are tried.
GAMMAS, MUS = (0.1, 1.0, 10.0), (0.1, 0.5)
#: Retrieval: relevant and irrelevant images per concept, and the labelled share.
RELEVANT, IRRELEVANT, RETRIEVAL_SHARE = 100, 400, 0.2


@dataclass(frozen=True, slots=True)
class Grid:
    """Values that are tried. betas, of S2ML and S3ML: shares of ||M0^-1|| / ||T||. rhos (falling):
    shares of the mean variance of M0^-1. likes, unlikes, of LRML: weights of similar and dissimilar
    pairs, as shares of the norm of the neighbours' scatter."""

    betas: tuple[float, ...]
    rhos: tuple[float, ...]
    likes: tuple[float, ...]
    unlikes: tuple[float, ...]


def _powers(first, last, count):
    return tuple(float(v) for v in np.logspace(first, last, count))


#: 7 x 8 values for Table 2 of the source; fewer where each costs more.
CLASSIFY = Grid(_powers(-1.5, 1.5, 7), _powers(2, -5, 8), _powers(-1, 2, 7), _powers(-3, 0.5, 8))
RETRIEVE = Grid(_powers(0, 2, 3), _powers(1, -0.5, 4), _powers(-1, 1, 3), _powers(-3, 0, 4))


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Points X (n, d), the pairs (p, 2) that the labelled rows give, and the loss of a metric.

    y (n,) are the classes; `test` (M) gives the loss of a metric M (d, d) on what is not labelled.
    strict: whether a computed metric counts only where it is proved within the tolerance.
    """

    X: np.ndarray
    y: np.ndarray
    labelled: np.ndarray
    similar: np.ndarray
    dissimilar: np.ndarray
    test: Callable = field(repr=False)
    strict: bool = False

    @property
    def budget(self) -> dict[str, Any]:
        """The tolerance of a metric and the most iterations, for its solver."""
        tol, most = (FINE, LONG) if self.strict else (TOL, MOST)
        return {"tol": tol, "max_iter": most, "record_every": 0}

    def loss(self, result: Result) -> float:
        """The loss of the metric of a `Result`; NaN where it is not proved and has to be."""
        if self.strict and result.status != "converged":
            return np.nan
        return self.test(result.x)


# Draws


def points_of(name: str, standard: bool) -> tuple[np.ndarray, np.ndarray]:
    """(X, y) of a bundled set, as it is or with features of variance 1."""
    raw = data.load(name)
    X = (raw.X - raw.X.mean(axis=0)) / raw.X.std(axis=0) if standard else raw.X
    return np.ascontiguousarray(X), raw.y


def classification(X: np.ndarray, y: np.ndarray, seed: int) -> Draw:
    """The `Draw` of Table 2: 1-NN error on the points without a label."""
    rows = labelled_rows(y, SHARE, seed)
    rest = np.setdiff1d(np.arange(len(y)), rows)

    def error(M):
        return nearest_neighbour_error(M, X[rows], y[rows], X[rest], y[rest])

    similar, dissimilar = pairs_of(y, rows, "")
    return Draw(X, y, rows, similar, dissimilar, error)


@cache
def digits() -> tuple[np.ndarray, np.ndarray]:
    """(X, y): scikit-learn's 8 x 8 digits, pixels from 0 to 1; those that never change are left
    out."""
    from sklearn.datasets import load_digits

    raw = load_digits()
    return raw.data[:, np.ptp(raw.data, axis=0) > 0.0] / 16.0, raw.target


def retrieval(X: np.ndarray, y: np.ndarray, concept: int, seed: int) -> Draw:
    """The `Draw` of an image concept: 1 - mean average precision of its labelled images as queries.

    Similar: both relevant; dissimilar: one is. Of two irrelevant images nothing is known.
    """
    rng = np.random.default_rng([seed, concept])
    sides = [np.flatnonzero(y == concept), np.flatnonzero(y != concept)]
    sizes = min(RELEVANT, sides[0].size), min(IRRELEVANT, sides[1].size)
    retained = [rng.permutation(s)[:n] for s, n in zip(sides, sizes, strict=True)]
    X, relevant = X[np.concatenate(retained)], np.arange(sum(sizes)) < sizes[0]
    counts = [max(2, round(RETRIEVAL_SHARE * n)) for n in sizes]
    ours, others = np.arange(counts[0]), sizes[0] + np.arange(counts[1])
    rows = np.concatenate([ours, others])
    rest = np.setdiff1d(np.arange(len(X)), rows)
    similar = np.array([(i, j) for i in ours for j in ours if i < j])
    dissimilar = np.array([(i, j) for i in ours for j in others])

    def missed(M):
        return 1.0 - mean_average_precision(M, X[ours], X[rest], relevant[rest])

    return Draw(X, relevant.astype(int), rows, similar, dissimilar, missed, strict=True)


def mean_average_precision(
    M: np.ndarray, queries: np.ndarray, points: np.ndarray, relevant: np.ndarray
) -> float:
    """Mean over the queries (q, d) of the average of the precision at each relevant point, when the
    `points` (n, d) are sorted by their distance in the metric M; relevant (n,) is boolean."""
    values, V = np.linalg.eigh(M)  # LMNN's metric may be singular
    root = V * np.sqrt(np.maximum(values, 0.0))
    apart = (queries @ root)[:, None, :] - points @ root
    order = np.argsort(np.einsum("qnd,qnd->qn", apart, apart), axis=1, kind="stable")
    hits = relevant[order]
    precision = np.cumsum(hits, axis=1) / np.arange(1, len(points) + 1)
    return float(np.mean(np.sum(precision * hits, axis=1) / hits.sum(axis=1)))


# Methods: the losses (g,) of a draw at the g values of the method's parameters


def euclidean(draw: Draw) -> np.ndarray:
    """The identity."""
    return np.array([draw.test(np.eye(draw.X.shape[1]))])


def mahalanobis(draw: Draw, ridge: float = 0.0) -> np.ndarray:
    """The inverse covariance, after `ridge` times the mean variance is added to its diagonal."""
    C = covariance(draw.X)
    M = np.linalg.inv(C + ridge * np.trace(C) / len(C) * np.eye(len(C)))
    return np.array([draw.test(0.5 * (M + M.T))])


def sparse(
    draw: Draw,
    grid: Grid,
    semi: bool,
    balanced: bool,
    prior: Literal["identity", "covariance"],
    diagonal: bool = True,
) -> np.ndarray:
    """S2ML (semi False) or S3ML at all betas and rhos of the `grid`; 1 where there is no metric.

    balanced: a dissimilar pair weighs |similar| / |dissimilar| instead of 1. diagonal: whether the
    diagonal is penalised too; without, and with semi False, this is SDML.
    """
    weight = len(draw.similar) / len(draw.dissimilar) if balanced else 1.0
    affinity = build_affinity(
        draw.X, draw.similar, draw.dissimilar,
        prior=prior, semi_supervised=semi, dissimilar_weight=weight,
    )  # fmt: skip
    scale = np.trace(affinity.prior_inverse) / draw.X.shape[1]
    scale = scale * (1.0 if diagonal else 1.0 - np.eye(draw.X.shape[1]))
    losses, bounded = np.ones((len(grid.betas), len(grid.rhos))), len(grid.rhos)
    for i, beta in enumerate(grid.betas):
        # What is unbounded at one rho is so at any smaller rho and at any larger beta.
        row = _along(draw, affinity, beta * affinity.beta_unit, scale, grid.rhos[:bounded])
        losses[i, : len(row)], bounded = row, len(row)
    return losses.ravel()


def _along(draw, affinity, beta, scale, rhos):
    """Losses at falling rhos, each solve started at the last, up to the first without a metric."""
    losses, last = [], None
    for rho in rhos:
        problem = affinity.problem(beta, rho * scale)
        last = solve_alternating_linearization(problem, x0=last, **draw.budget)
        if last.status == "unbounded":
            break
        losses.append(draw.loss(last))
    return losses


def lrml(draw: Draw, grid: Grid, ridge: float = 0.0) -> np.ndarray:
    """LRML at all weights of the `grid`, Q^-1 for Q = T_neighbours + a T_similar - c T_dissimilar;
    1 where Q is not positive definite. A factor on the metric changes no order of distances.

    ridge: that share of the mean diagonal entry of T_neighbours is added to its diagonal.
    """
    P, n = neighbour_matrix(draw.X), len(draw.X)
    near = scatter(draw.X, ((P + P.T) > 0.0).astype(float))
    alike, apart = (
        scatter(draw.X, np.abs(initial_affinity(n, *pairs)))
        for pairs in ((draw.similar, None), (None, draw.dissimilar))
    )
    near = near + ridge * np.trace(near) / len(near) * np.eye(len(near))
    size = np.linalg.norm(near, 2)
    alike, apart = (T * (size / np.linalg.norm(T, 2)) for T in (alike, apart))
    losses = [_of_inverse(draw, near + a * alike - c * apart)
              for a in grid.likes for c in grid.unlikes]  # fmt: skip
    return np.array(losses)


def _of_inverse(draw, Q):
    values, V = np.linalg.eigh(Q)
    return draw.test((V / values) @ V.T) if values[0] > 1e-12 * values[-1] else 1.0


def itml(
    draw: Draw,
    prior: Literal["identity", "covariance"],
    gammas: Sequence[float] = GAMMAS,
) -> np.ndarray:
    """ITML at all `gammas`, from the pairs of the draw."""
    losses, last = [], None
    for gamma in gammas:
        pairs = draw.similar, draw.dissimilar
        last = solved_itml(draw.X, *pairs, gamma, prior, x0=last, **draw.budget)
        losses.append(draw.loss(last))
    return np.array(losses)


def lmnn(draw: Draw, mus: Sequence[float] = MUS) -> np.ndarray:
    """LMNN at all `mus`, from the labelled points of the draw."""
    rows, losses, last = draw.labelled, [], None
    for mu in mus:
        last = solved_lmnn(draw.X[rows], draw.y[rows], mu, x0=last, **draw.budget)
        losses.append(draw.loss(last))
    return np.array(losses)


# Choice of parameters


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A loss per draw: `sound`, with parameters chosen on other draws; `optimistic`, with those
    that are best on the draws themselves."""

    sound: np.ndarray
    optimistic: np.ndarray


def judged(losses: np.ndarray) -> Judged:
    """`losses` (draws, g): the draws in two halves, each judged with what is best on the other."""
    half = len(losses) // 2
    halves = losses[:half], losses[half:]
    best = [part.mean(axis=0).argmin() for part in halves]
    sound = np.concatenate([halves[0][:, best[1]], halves[1][:, best[0]]])
    return Judged(sound, losses[:, losses.mean(axis=0).argmin()])
