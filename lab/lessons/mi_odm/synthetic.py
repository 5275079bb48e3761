"""Seeded data in two and three dimensions: bags whose label depends on one key instance, and two
clouds of single instances with an outlier between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import Gaussian, MultiInstanceODM
from solvers.checks import between, integer, one_of

#: kind -> words.
BAG_KINDS = {
    "clutter": "key and clutter",
    "overlap": "clutter around the key",
    "tight": "tight keys, far clutter",
    "targets": "two targets",
}
#: Where the outlier is, relative to the centre of the keys, in every coordinate.
OUTLIER_SHIFT = -0.35


@dataclass(frozen=True, slots=True)
class _Cloud:
    """Where keys and clutter come from; entries beyond the dimension are left out."""

    key: tuple[float, float, float]
    key_spread: float
    clutter: tuple[float, float, float]
    clutter_spread: float
    mirrored: bool = False


_CLOUDS = {
    "clutter": _Cloud((1.5, 1.5, 1.5), 0.4, (-0.7, -0.7, -0.7), 1.0),
    "overlap": _Cloud((1.5, 1.5, 1.5), 0.4, (0.0, 0.0, 0.0), 1.2),
    "tight": _Cloud((1.5, 1.5, 1.5), 0.3, (-0.7, -0.7, -0.7), 0.8),
    "targets": _Cloud((1.8, 0.0, 0.0), 0.3, (0.0, -0.7, -0.7), 0.8, mirrored=True),
}


def synthetic_bags(
    kind: str,
    dimension: int = 2,
    positive: int = 4,
    negative: int = 4,
    instances: int = 3,
    outlier: bool = False,
    seed: int = 0,
) -> tuple[list[np.ndarray], np.ndarray]:
    """(bags, y): `positive` bags of one key and clutter, then `negative` ones of clutter alone.

    bags: arrays (instances, dimension). kind: one of `BAG_KINDS`; the keys of "targets" lie in one
    of two places, which no plane separates from the clutter. outlier: one more instance among the
    keys, in the last negative bag; the others stay where they are.
    """
    cloud = _CLOUDS[one_of(kind, tuple(_CLOUDS), "kind")]
    d = one_of(dimension, (2, 3), "dimension")
    positive, negative = integer(positive, "positive"), integer(negative, "negative")
    size = integer(instances, "instances", least=1)
    rng = np.random.default_rng(integer(seed, "seed"))
    key, clutter = _projected(cloud.key, d), _projected(cloud.clutter, d)
    bags = []
    for i in range(positive + negative):
        bag = clutter + cloud.clutter_spread * rng.standard_normal((size, d))
        found = key + cloud.key_spread * rng.standard_normal(d)
        if cloud.mirrored and rng.random() < 0.5:
            found = found * np.where(np.arange(d) == 0, -1.0, 1.0)
        place = int(rng.integers(size))
        if i < positive:
            bag[place] = found
        bags.append(bag)
    if outlier and negative:
        bags[-1] = np.vstack([bags[-1], outlier_place(kind, d)])
    return bags, np.repeat([1.0, -1.0], [positive, negative])


def outlier_place(kind: str, dimension: int) -> np.ndarray:
    """Where (d,) the outlier of the set `kind` is."""
    return _projected(np.add(_CLOUDS[kind].key, OUTLIER_SHIFT), dimension)


def _projected(place, d):
    """The first `d` coordinates of a place; in space the second is negated, so that the clouds are
    next to each other when viewed along the diagonal."""
    place = np.array(place[:d], dtype=np.float64)
    return place * np.array([1.0, -1.0, 1.0]) if d == 3 else place


#: The outlier among single instances, of class -1.
STRAY = (0.55, 0.45, 0.2)
_MIDDLE = (1.5, 1.2, 0.6)


def two_clouds(
    dimension: int = 2,
    each: int = 25,
    spread: float = 0.45,
    outlier: bool = True,
    reach: float = 1.0,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """(X (n, dimension), y (n,)): a cloud per class; the outlier, if wanted, is the last point.

    reach: 0 puts the outlier at the centre of its own class, 1 at `STRAY`, halfway.
    """
    d = one_of(dimension, (2, 3), "dimension")
    each, reach = integer(each, "each", least=1), between(reach, 0.0, 1.5, "reach")
    rng = np.random.default_rng(integer(seed, "seed"))
    middle, y = _projected(_MIDDLE, d), np.repeat([1.0, -1.0], each)
    X = y[:, None] * middle + spread * rng.standard_normal((2 * each, d))
    if outlier:
        X = np.vstack([X, (1.0 - reach) * -middle + reach * _projected(STRAY, d)])
        y = np.append(y, -1.0)
    return X, y


def one_bag_of_three() -> tuple[MultiInstanceODM, np.ndarray, np.ndarray]:
    """(problem, u, v): the saddle point of a bag of three instances and a negative bag, and where
    mirror prox begins."""
    bags = [np.array([[0.8, 1.1], [-0.8, -0.6], [0.9, -1.4]]), np.array([[0.1, 0.1], [-0.7, -0.3]])]
    problem = MultiInstanceODM(bags, np.array([1.0, -1.0]), 1.0, 1.0, 0.5, 0.2, Gaussian(1.0))
    return problem, np.full(2 * problem.omega.size, 0.1), np.full(3, 1.0 / 3.0)
