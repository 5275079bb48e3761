"""Labelled points of a picture, and what the real sets call their features and classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

#: The classes of the real sets that ship, in the order of their numbers.
CLASSES = {
    "iris": ("setosa", "versicolor", "virginica"),
    "wine": ("cultivar 1", "cultivar 2", "cultivar 3"),
    "breast_cancer": ("malignant", "benign"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """Points X (n, d), classes y (n,), and the names of features and classes; y counts
    from 0, or is -1 and +1 where a machine is to part two classes."""

    X: np.ndarray
    y: np.ndarray
    features: tuple[str, ...]
    classes: tuple[str, ...]


def plain(name):
    """The name of a feature without unit and underscores."""
    return name.replace(" (cm)", "").replace("_", " ")
