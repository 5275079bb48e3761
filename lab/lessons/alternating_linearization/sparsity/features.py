"""Covariances of the sparsity scene: real sets, or a file of the reader's own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab import data
from lab.datasets.labelled import plain
from lab.datasets.own_file import own_table
from solvers import InputError, covariance

KINDS = (
    ("wine", "wine"),
    ("iris", "iris"),
    ("breast_cancer", "breast cancer"),
)
#: Pictures have at most so many features.
MOST = 30
_LONGEST = 20


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Sigma (m, m), the covariance or the correlations of m features, and their names."""

    Sigma: np.ndarray
    names: tuple[str, ...]

    def off(self):
        """The largest entry of Sigma beside the diagonal, in size."""
        return float(np.abs(self.Sigma - np.diag(np.diagonal(self.Sigma))).max())


def features(settings):
    """The `Features` that the knobs data, file, target, features and standardise ask for."""
    name = settings["data"]
    full = own_table(settings) if name == "csv" else data.load(name)
    X, names = full.X[:, : settings["features"]], full.names[: settings["features"]]
    if settings["standardise"]:
        X = _standardised(X, names)
    found = Features(covariance(X), tuple(map(_short, names)))
    if not found.off() > 0.0:
        raise InputError(
            f"data must have two features that go with each other, got {len(names)} that do not; "
            "take more features or other data."
        )
    return found


def _standardised(X, names):
    spread = X.std(axis=0)
    flat = np.flatnonzero(spread <= 1e-12 * np.abs(X).max(axis=0))
    if flat.size:
        raise InputError(
            f"data must vary in every feature to be standardised, but {names[flat[0]]!r} does "
            "not; switch standardise off, or drop the feature."
        )
    return (X - X.mean(axis=0)) / spread


def _short(name):
    words = plain(name)
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
