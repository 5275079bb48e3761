"""Triplets that a reader draws among the points of a cloud, as words: 5:9,30 says that point 5 is
nearer to 9 than to 30. Points are called by their numbers, as in `points_by_hand`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from lab.datasets.points_by_hand import MOST, Cloud, nearest
from solvers import InputError
from solvers.checks import short

_TRIPLET = re.compile(r"(\d{1,6}):(\d{1,6}),(\d{1,6})")


def parsed_triplets(text: str, cloud: Cloud) -> np.ndarray:
    """The triplets (n, 3) of `text`, as rows of the cloud."""
    words = text.split()
    if len(words) > MOST:
        raise InputError(f"own must hold at most {MOST} words, got {len(words)}; remove some.")
    rows = {int(number): row for row, number in enumerate(cloud.numbers)}
    return np.array([_parsed(word, rows) for word in words])


def _parsed(word, rows):
    read = _TRIPLET.fullmatch(word)
    numbers = [int(part) for part in read.groups()] if read else []
    if len(set(numbers)) < 3 or not rows.keys() >= set(numbers):
        raise InputError(
            "own must hold words such as 5:9,30, of the numbers of three different points that "
            f"are there, got {short(word)}."
        )
    return [rows[number] for number in numbers]


def drawn_triplet(text: str, cloud: Cloud, places: Sequence) -> str:
    """`text` with one more triplet, of the points nearest to the three `places`."""
    places = np.array(places, dtype=float).reshape(3, 2)
    numbers = (cloud.numbers[nearest(cloud, place)] for place in places)
    longer = "{} {}:{},{}".format(text, *numbers).strip()
    parsed_triplets(longer, cloud)  # raises where it is not one of three points
    return longer


def following_triplets(text: str, before: Cloud, after: Cloud, moved: int | None = None) -> str:
    """`text` once the cloud `before` is `after`: triplets follow their points, also the one in row
    `moved`, which comes last; those of a point that has gone go with it."""
    number = {(*x, y): n for x, y, n in zip(after.X.tolist(), after.y, after.numbers, strict=True)}
    new = [number.get((*x, y)) for x, y in zip(before.X.tolist(), before.y, strict=True)]
    if moved is not None:
        new[moved] = after.numbers[-1]
    triplets = ([new[row] for row in triplet] for triplet in parsed_triplets(text, before))
    return " ".join(f"{i}:{j},{k}" for i, j, k in triplets if None not in (i, j, k))
