"""The labelled point sets and the maps A of the triplets scene."""

from __future__ import annotations

from functools import cache

import numpy as np

from lab import data
from lab.data import CLASSES, Labelled, plain
from lab.datasets.own_file import OWN, own_points
from lab.drawing.text import subscript

_POINTS, _ASIDE, _IDLE = 60, 0.6, 3
#: Rows of a file that are taken.
_MOST = 600
#: Columns (two, then a third) in which the classes of a real set are easy to see.
_SEEN = {"iris": (2, 3, 1), "wine": (6, 9, 12), "breast_cancer": (0, 1, 7)}


def last_two(found):
    """The `Labelled` points of the last two classes, centred, and their labels -1 and +1."""
    last = len(found.classes) - 1
    keep = found.y >= last - 1
    X = found.X[keep]
    return X - X.mean(axis=0), np.where(found.y[keep] == last, 1, -1)


def labelled_of(settings):
    """The points of the knobs: a known set, or those of a file."""
    name, dimension, seed = (settings[k] for k in ("data", "dimension", "seed"))
    if name == OWN:
        return own_points(settings, None if dimension == "all" else dimension, _MOST, seed)
    return labelled(name, dimension, seed)


def labelled(name, dimension, seed):
    """The set `name` in 2 or 3 features, or "all" of them: a synthetic one has three more that
    say nothing. `seed` draws the synthetic sets; a real feature is in standard
    deviations."""
    if name in _SEEN:
        return _some(_real(name), _SEEN[name], dimension)
    d = 3 if dimension == "all" else dimension
    if name == "blobs":
        X, y = data.blobs(_POINTS, d, 0.5, 1.6, seed)
        X[:, 1] += _ASIDE * y  # both features tell the classes apart, the wide one less
    else:
        X, y = data.noisy_feature(_POINTS, d, 0.45, 1.8, seed)
    if dimension == "all":
        X = np.column_stack([X, np.random.default_rng(seed).standard_normal((len(X), _IDLE))])
    features = tuple(f"x{subscript(k + 1)}" for k in range(X.shape[1]))
    return Labelled(X, (y > 0.0).astype(int), features, ("class 1", "class 2"))


def random_map(kind, m, seed):
    """A (m, m) for L = (A'A) o (A'A): None for the identity, "well" near a rotation, "ill" with
    unit columns that almost agree (condition number of L about 1e3 and more)."""
    if kind == "identity":
        return None
    rng = np.random.default_rng([seed, m])
    rotation = np.linalg.qr(rng.standard_normal((m, m)))[0]
    if kind == "well":
        return rotation + 0.15 * rng.standard_normal((m, m)) / np.sqrt(m)
    common = 1.0 + 0.3 * rng.standard_normal(m)
    A = common[:, None] / np.linalg.norm(common) + 0.03 * np.sqrt(m) * rotation
    return A / np.linalg.norm(A, axis=0)


def _some(every, seen, dimension):
    if dimension == "all":
        return every
    retained = list(seen[:dimension])
    features = tuple(every.features[k] for k in retained)
    return Labelled(every.X[:, retained], every.y, features, every.classes)


@cache
def _real(name):
    raw = data.load(name)
    X = (raw.X - raw.X.mean(axis=0)) / raw.X.std(axis=0)
    X.flags.writeable = False
    return Labelled(X, raw.y, tuple(map(plain, raw.names)), CLASSES[name])
