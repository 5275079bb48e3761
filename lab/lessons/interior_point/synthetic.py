"""The labelled synthetic sets of this lesson, in the plane and in space."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lab import data
from lab.data import Labelled
from lab.datasets.own_file import OWN, own_halves
from lab.drawing.text import subscript
from solvers.checks import integer, nonnegative, one_of

#: value -> words; the first three are the kinds of Table 6-1 of 001_f12148ddf98c114b.txt.
KINDS = (
    ("separable", "separable"),
    ("overlapping", "overlapping, 1 % wrong"),
    ("nonlinear", "non-linear, 1 % wrong"),
    ("moons", "two moons"),
    ("circles", "two circles"),
    ("imbalance", "imbalanced, 1 in 10"),
    ("duplicates", "duplicates that disagree"),
)
#: Knobs that only synthetic data obey.
SYNTHETIC = {"data": tuple(value for value, _ in KINDS)}
#: A synthetic set has at most this many points.
MOST = 300
#: The classes lie at least this far from the sheet between them, and this wide beyond noise.
_MARGIN, _WIDTH = 0.15, 0.25
#: Table 6-1: the share of class +1 in QP3 and QP5, and of points on the wrong side.
_QP3, _QP5, _WRONG = 0.524, 0.4, 0.01
_RARE, _COPIED = 0.1, 0.2


def labelled_of(settings: Mapping[str, Any], dimension: int) -> Labelled:
    """The points of the knobs in `dimension` features: a synthetic set, or those of a file."""
    if settings["data"] == OWN:
        return own_halves(settings, dimension, MOST, settings["seed"])
    name, n, noise, seed = (settings[k] for k in ("data", "n", "noise", "seed"))
    return labelled(name, n, dimension, noise, seed)


def labelled(
    name: str, n: int = 100, dimension: int = 2, noise: float = 0.2, seed: int = 0
) -> Labelled:
    """The set `name` of `KINDS`: n points in two or three features, both classes present."""
    one_of(name, tuple(_MAKERS), "name")
    n, noise = integer(n, "n", least=4), nonnegative(noise, "noise")
    d, seed = one_of(dimension, (2, 3), "dimension"), integer(seed, "seed")
    X, y = _MAKERS[name](n, d, noise, seed)
    features = tuple(f"z{subscript(k + 1)}" for k in range(d))
    return Labelled(X, y, features, ("class −1", "class +1"))


def _separable(n, d, noise, seed):
    """As QP1 and QP2: half of each class, a plane between them."""
    return _sheet(n, d, noise, seed, lambda Z: Z @ [0.6, -0.3][: d - 1], 0.5, 0.0)


def _overlapping(n, d, noise, seed):
    """As QP3 and QP4: a plane that is right for all but 1 in 100, one at least."""
    return _sheet(n, d, noise, seed, lambda Z: Z @ [0.6, -0.3][: d - 1], _QP3, _WRONG)


def _nonlinear(n, d, noise, seed):
    """As QP5: a wave between the classes, 1 in 100 on the wrong side."""
    return _sheet(n, d, noise, seed, lambda Z: 0.6 * np.sin(np.pi * Z).prod(axis=1), _QP5, _WRONG)


def _sheet(n, d, noise, seed, height, share, wrong):
    """Class +1 above and -1 below the sheet last = height(other features)."""
    rng = np.random.default_rng(seed)
    plus = min(max(round(share * n), 1), n - 1)
    y = rng.permutation(np.where(np.arange(n) < plus, 1.0, -1.0))
    Z = rng.uniform(-1.2, 1.2, (n, d - 1))
    off = y * (_MARGIN + (_WIDTH + noise) * np.abs(rng.standard_normal(n)))
    off[: int(np.ceil(wrong * n))] *= -1.0
    return np.column_stack([Z, height(Z) + off]), y


def _imbalance(n, d, noise, seed):
    """Two clouds, one with a tenth of the points, two at least."""
    X, y = data.blobs(2 * n, d, 0.3 + noise, 2.0, seed)
    rare = max(2, round(_RARE * n))
    rows = np.sort(np.r_[np.flatnonzero(y > 0.0)[:rare], np.flatnonzero(y < 0.0)[: n - rare]])
    return X[rows], y[rows]


def _duplicates(n, d, noise, seed):
    """Two clouds, and a fifth of the points once more with the other label."""
    copies = max(1, int(_COPIED * n))
    X, y = data.blobs(n - copies, d, 0.3 + noise, 2.0, seed)
    return np.vstack([X, X[:copies]]), np.concatenate([y, -y[:copies]])


_MAKERS = {
    "separable": _separable,
    "overlapping": _overlapping,
    "nonlinear": _nonlinear,
    "moons": data.moons,
    "circles": lambda n, d, noise, seed: data.circles(n, d, 0.6 * noise, seed=seed),
    "imbalance": _imbalance,
    "duplicates": _duplicates,
}
