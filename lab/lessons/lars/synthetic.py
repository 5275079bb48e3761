"""Data of the LARS lesson: synthetic sets, designs with known knots, a real set, one's own file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lab import data
from lab.datasets.own_file import own_table
from lab.drawing.text import weight
from lab.scenes.frames import remembered
from solvers import InputError

#: kind -> words, in the order of the knob.
KINDS = {
    "two": "two features",
    "three": "three features",
    "leaves": "one leaves (four rows)",
    "tie": "two tie (four rows)",
    "twins": "twins: a feature twice",
    "diabetes": "diabetes (real)",
}
#: Those that are drawn at random.
DRAWN = ("two", "three", "twins")
#: Rows of the synthetic sets.
ROWS = 40
#: Two features of different length, and weights by which the longer one is wanted at first, then
#: not at all, then with the other sign.
_TWO = ((1.5, 1.0), (-0.25, 1.1), 0.9)
_THREE = ((1.0, 0.8, 1.2), (1.0, -0.9, 0.5), 0.4)
_LEAVES = (
    ((2, 3, 3), (0, 3, 3), (3, -3, 0), (1, -2, -1)),
    (1, 3, 1, -4),
)
_TIE = (((1, 0, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0)), (2, 2, 1, 1))


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """X (N, D), t (N,) and the name of each weight. No intercept: columns and t are centred where
    the data would need one (all but the two designs of four rows)."""

    X: np.ndarray
    t: np.ndarray
    names: tuple[str, ...]


def design(settings: Mapping[str, Any]) -> Design:
    """The `Design` that the knobs data, file, target, standardise, noise, seed describe."""
    if settings["data"] == "csv":
        return _finished(_centred(own_table(settings)), settings["standardise"])
    return _known(settings)


@remembered
def _known(settings):
    """The `Design` of a set that no file holds."""
    kind, noise, seed = (settings[k] for k in ("data", "noise", "seed"))
    match kind:
        case "two":
            result = _toy(*_TWO, noise, seed)
        case "three":
            result = _toy(*_THREE, noise, seed)
        case "twins":
            result = _twins(noise, seed)
        case "leaves" | "tie":
            X, t = _LEAVES if kind == "leaves" else _TIE
            result = _plain(np.array(X, dtype=np.float64), np.array(t, dtype=np.float64))
        case _:
            result = _centred(data.load("diabetes"))
    return _finished(result, settings["standardise"])


def _finished(result, standardise):
    """The design brought to unit columns, if wanted; its arrays are read-only."""
    if not np.any(result.X.T @ result.t):
        raise InputError(
            "data must have a feature that correlates with the target, got none: every weight is 0 "
            "at every λ; choose other data or another target."
        )
    result = _unit(result) if standardise else result
    result.X.flags.writeable = result.t.flags.writeable = False
    return result


def _plain(X, t):
    return Design(X, t, tuple(weight(d) for d in range(X.shape[1])))


def _toy(lengths, weights, correlation, noise, seed):
    """Centred columns of the given lengths; the first two correlate."""
    X, _ = data.correlated(ROWS, len(lengths), correlation, 0.0, seed)
    X = X * np.array(lengths)
    return _plain(X, _noisy(X @ np.array(weights), noise, seed))


def _twins(noise, seed):
    """One column twice: only the sum of their weights is determined."""
    X, _ = data.correlated(ROWS, 1, 0.0, 0.0, seed)
    return _plain(np.hstack([X, X]), _noisy(X[:, 0], noise, seed))


def _noisy(t, noise, seed):
    t = t + noise * np.random.default_rng([seed, 1]).standard_normal(t.size) / np.sqrt(t.size)
    return t - t.mean()


def _centred(full):
    X, y = full.X - full.X.mean(axis=0), np.asarray(full.y, dtype=np.float64)
    X[:, np.ptp(full.X, axis=0) == 0.0] = 0.0
    return Design(X, y - y.mean(), tuple(full.names))


def _unit(design):
    """Every column brought to length 1; a zero column stays zero."""
    length = np.linalg.norm(design.X, axis=0)
    return replace(design, X=design.X / np.where(length > 0.0, length, 1.0))
