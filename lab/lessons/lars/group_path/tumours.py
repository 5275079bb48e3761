"""Cells of breast tumours: ten measures, three statistics of each, and what weights form groups."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab import data
from lab.cached import cached_by

#: The measures of a cell's nucleus, in the order of the columns, and what is told of each: columns
#: are the mean of all measures, then the error, then the worst.
MEASURES = (
    "radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity",
    "concave points", "symmetry", "fractal dim.",
)  # fmt: skip
STATISTICS = ("mean", "error", "worst")
GROUPS = {
    "measure": "ten measures of three",
    "statistic": "three statistics of ten",
    "alone": "every weight alone",
}


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """X (N, 30), of variance 1 and mean 0; t (N,): +1 malignant, -1 benign. held_X, held_t: the
    same of patients that were held out, in the units of X."""

    X: np.ndarray
    t: np.ndarray
    held_X: np.ndarray
    held_t: np.ndarray


@cached_by("held", "seed")
def cells(settings):
    """The `Cells` with the share `held` of the patients held out."""
    raw = data.load("breast_cancer")
    order = np.random.default_rng(settings["seed"]).permutation(len(raw.y))
    held, kept = np.split(order, [round(settings["held"] * len(order))])
    t = np.where(raw.y == 0, 1.0, -1.0)
    middle, spread = raw.X[kept].mean(axis=0), raw.X[kept].std(axis=0)
    X = (raw.X - middle) / spread
    found = Cells(X[kept], t[kept], X[held], t[held])
    for name in Cells.__slots__:
        getattr(found, name).flags.writeable = False
    return found


def groups(kind):
    """(the group (30,) of each weight, the names of the groups)."""
    statistic, measure = np.divmod(np.arange(30), 10)
    if kind == "measure":
        return measure, MEASURES
    if kind == "statistic":
        return statistic, STATISTICS
    return np.arange(30), tuple(f"{s} {m}" for s in STATISTICS for m in MEASURES)
