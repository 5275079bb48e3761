"""scikit-learn's graphical_lasso beside ours: its entries, its own gap, our certificate."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from solvers import Certificate


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
