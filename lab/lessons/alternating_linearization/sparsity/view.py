"""Sparse precision matrices along a falling rho, each started from the one before."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lab.drawing.text import unsigned
from lab.experiment import Run
from lab.lessons.alternating_linearization.case import TOL
from lab.lessons.alternating_linearization.sparsity.features import Features
from solvers import Certificate, Result

#: The budget at each rho.
BUDGET = 300


@dataclass(frozen=True, slots=True, eq=False)
class Peer:
    """What graphical_lasso says: M (m, m), NaN where it fails; our certificate of M with the
    covariance that it returns beside M as the dual point; the gap that it reports at the end, and
    the lowest on its way."""

    M: np.ndarray
    certificate: Certificate
    last: float
    lowest: float


def graphical_lasso_of(problem):
    """The `Peer` of a `SparsePrecision` with one rho. It spares the diagonal, so that it is given
    Sigma + rho I: the same problem."""
    from sklearn.covariance import graphical_lasso  # takes half a second

    m, rho = len(problem.Sigma), float(problem.rho)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # our certificate says what a warning would
        try:
            Z, M, costs = graphical_lasso(problem.Sigma + rho * np.eye(m), rho, return_costs=True)
        except (FloatingPointError, ValueError):
            nothing = np.full((m, m), np.nan)
            return Peer(nothing, Certificate(np.inf, -np.inf, float(m)), np.nan, np.nan)
    gaps = [gap for _, gap in costs]
    return Peer(M, problem.certify(M, Z), float(gaps[-1]), float(min(gaps)))


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The frames of one run, one per rho, T of them, of m features.

    rhos (T,) falling; M, Z (T, m, m): the solutions and their dual points; gap (T,) certified;
    proved (T, m, m): entries proved zero; results: of each rho; peers: frame -> scikit-learn there.
    """

    features: Features
    rhos: np.ndarray
    M: np.ndarray
    Z: np.ndarray
    gap: np.ndarray
    proved: np.ndarray
    results: tuple[Result, ...]
    peers: Mapping[int, Peer]

    def __len__(self):
        return self.rhos.size

    @property
    def m(self):
        """The number of features."""
        return len(self.features.names)

    @property
    def limit(self):
        """The gap at which a solution counts as converged."""
        return TOL * self.m

    def name(self, k):
        """Feature `k`, counted from 0, by name and number: "ash (3)"."""
        return f"{self.features.names[k]} ({k + 1})"

    def pairs(self):
        """Rows and columns (p,), (p,) above the diagonal."""
        return np.triu_indices(self.m, 1)

    def support(self):
        """Mask (T, p) of the pairs with an entry that is not 0."""
        return self.M[(slice(None), *self.pairs())] != 0.0

    def partial(self):
        """Partial correlations (T, p) of the pairs: -M_ij / sqrt(M_ii M_jj)."""
        i, j = self.pairs()
        d = np.sqrt(np.diagonal(self.M, axis1=1, axis2=2))
        return -self.M[:, i, j] / (d[:, i] * d[:, j])

    def overlap(self, k):
        """(both, ours only, theirs only): masks (p,) of the pairs in frame `k`; they are
        scikit-learn."""
        ours, theirs = self.support()[k], self.peers[k].M[self.pairs()] != 0.0
        return ours & theirs, ours & ~theirs, theirs & ~ours


def grid(off, least, count):
    """`count` values of rho from `off`, where M is diagonal, down to the share `least` of it."""
    return off * np.geomspace(1.0, least, count)


def build_view(run: Run):
    """The `View` of a run."""
    found, results = run.extra["features"], run.extra["path"]
    problems, rhos = run.extra["problems"], run.extra["rhos"][: len(results)]
    M = np.array([r.x for r in results])
    Z = np.array([r.dual["Z"] for r in results])
    pairs = zip(problems, results, strict=True)
    proved = np.array([p.proved_zeros(r.x, r.dual["Z"]) for p, r in pairs])
    gap = unsigned([r.certificate.gap for r in results], float(len(found.names)))
    return View(found, rhos, M, Z, gap, proved, results, run.extra["peers"])
