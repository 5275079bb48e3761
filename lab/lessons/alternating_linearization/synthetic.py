"""Points, labelled points, and the pairs that follow from them or from clicks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lab import data
from lab.data import Labelled
from lab.datasets.own_file import OWN, own_points
from lab.drawing.text import subscript
from solvers import InputError

_COUNT = 60
#: A real set is drawn by at most so many of its points.
MOST = 90
#: Columns (two, then a third) in which the classes of a real set are easy to see.
_SEEN = {"iris": (0, 1, 2), "wine": (6, 9, 12), "breast_cancer": (0, 1, 7)}
KINDS = (
    ("tilted", "two long tilted clouds"),
    ("noise", "one signal, one loud noise"),
    ("iris", "iris"),
    ("wine", "wine"),
    ("breast_cancer", "breast cancer"),
)
_PAIR = re.compile(r"(\d+)([+-])(\d+)")


def points_in(settings: Mapping[str, Any], most: int = MOST) -> Labelled:
    """The `Labelled` points of the knobs, at most `most` of a real set or a file."""
    name, dimension, standardise, seed = (
        settings[k] for k in ("data", "dimension", "standardise", "seed")
    )
    if name == OWN:
        return own_points(settings, dimension, most, seed)
    return points(name, dimension, standardise, seed, most)


def points(name: str, dimension: int, standardise: bool, seed: int, most: int = MOST) -> Labelled:
    """The set `name` in two or three features: 60 points of a synthetic set, at most `most` of
    a real one, drawn by `seed`."""
    found = _real(name, dimension, seed, most) if name in _SEEN else _drawn(name, dimension, seed)
    if not standardise:
        return found
    return replace(found, X=(found.X - found.X.mean(axis=0)) / found.X.std(axis=0))


def _drawn(name, d, seed):
    if name == "noise":
        X, y = data.noisy_feature(_COUNT, d, 0.45, 1.8, seed)
    else:
        X, y = _tilted(d, seed)
    features = tuple(f"x{subscript(k + 1)}" for k in range(d))
    return Labelled(X, (y > 0.0).astype(int), features, ("class 1", "class 2"))


def _tilted(d, seed):
    """Two clouds, long along (1, 0.8, 0.5) and side by side across it."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(_COUNT) % 2 == 0, 1.0, -1.0)
    X = 0.3 * rng.standard_normal((_COUNT, d))
    X += 1.1 * rng.standard_normal(_COUNT)[:, None] * np.array([1.0, 0.8, 0.5])[:d]
    return X + 0.45 * y[:, None] * np.array([1.0, -1.0, 0.0])[:d], y


def _real(name, d, seed, most):
    found = data.labelled(name, list(_SEEN[name][:d]))
    rows = np.sort(np.random.default_rng(seed).permutation(len(found.y))[:most])
    return replace(found, X=found.X[rows], y=found.y[rows])


def labelled_rows(y: np.ndarray, share: float, seed: int) -> np.ndarray:
    """Rows whose class is known: of each class that share, rounded up, and at least two."""
    rng, rows = np.random.default_rng([seed, 1]), []
    for c in np.unique(y):
        members = rng.permutation(np.flatnonzero(y == c))
        rows.append(members[: max(2, int(np.ceil(share * len(members))))])
    return np.sort(np.concatenate(rows))


def pairs_of(y: np.ndarray, rows: np.ndarray, words: str) -> tuple[np.ndarray, np.ndarray]:
    """(similar, dissimilar) (p, 2): all pairs of the labelled `rows`, then those of `words`, which
    replace a pair of the same points."""
    kinds = {}
    for i, a in enumerate(rows):
        for b in rows[i + 1 :]:
            kinds[int(a), int(b)] = bool(y[a] == y[b])
    own, _ = own_pairs(words, len(y))
    for a, b, same in own:
        kinds[min(a, b), max(a, b)] = same
    similar, dissimilar = ([p for p, same in kinds.items() if same is k] for k in (True, False))
    return np.array(similar, int).reshape(-1, 2), np.array(dissimilar, int).reshape(-1, 2)


def own_pairs(words: str, n: int) -> tuple[list[tuple[int, int, bool]], int | None]:
    """([(i, j, similar)], the point that waits for a second one or None) of "3+17 4-20 8"."""
    pairs, waiting = [], None
    for token in words.replace(",", " ").split():
        found = _PAIR.fullmatch(token)
        if found:
            a, kind, b = int(found[1]), found[2], int(found[3])
            pairs.append((a, b, kind == "+"))
            inside, apart = max(a, b) < n, a != b
        else:
            waiting = int(token) if token.isdecimal() else None
            inside, apart = waiting is not None and waiting < n, True
        if not (inside and apart):
            raise InputError(
                "pairs must hold words such as 3+17 (similar) and 4-20 (dissimilar) of two "
                f"different points 0..{n - 1}, got {token!r}."
            )
    return pairs, waiting


def clicked(words: str, X: np.ndarray, action: Mapping[str, Any]) -> str:
    """`words` after an action among the points X (n, 2).

    "add": the point nearest to (x, y) waits, or makes a pair of the kind `what` with the one that
    waited; the same point again cancels it. After a stroke from (x0, y0) both are known.
    "erase": the own pair whose line is nearest to (x, y) is removed.
    """
    own, waiting = own_pairs(words, len(X))
    if action["do"] == "erase":
        return _written(_without(own, X, action), None)
    here = _nearest(X, action["x"], action["y"])
    first = _nearest(X, action["x0"], action["y0"]) if "x0" in action else waiting
    if first is None:
        return _written(own, here)
    if first != here:
        own = [p for p in own if {p[0], p[1]} != {first, here}]
        own.append((first, here, action["what"] == "similar"))
    return _written(own, None)


def pair_rows(words: str, n: int) -> list[list[int | str]]:
    """The own pairs as rows of a table: two points and their kind."""
    return [[a, b, "similar" if same else "dissimilar"] for a, b, same in own_pairs(words, n)[0]]


def paired(rows: Sequence, n: int) -> str:
    """The words of rows of that table, for `n` points."""
    whole = [row for row in rows if float(row[0]).is_integer() and float(row[1]).is_integer()]
    if len(whole) < len(rows):
        raise InputError(f"pairs must join points 0..{n - 1} by their whole numbers.")
    words = _written([(int(a), int(b), kind == "similar") for a, b, kind in rows], None)
    own_pairs(words, n)
    return words


def _nearest(X, x, y):
    return int(np.argmin(np.sum((X - [x, y]) ** 2, axis=1)))


def _without(own, X, action):
    """The own pairs without the one whose line is nearest to (x, y)."""
    at = np.array([action["x"], action["y"]])

    def distance(pair):
        a, b = X[pair[0]], X[pair[1]]
        share = np.clip((at - a) @ (b - a) / max((b - a) @ (b - a), 1e-300), 0.0, 1.0)
        return np.hypot(*(at - a - share * (b - a)))

    gone = min(own, key=distance, default=None)
    return [pair for pair in own if pair is not gone]


def _written(own, waiting):
    words = [f"{a}{'+' if same else '-'}{b}" for a, b, same in own]
    return " ".join(words if waiting is None else [*words, str(waiting)])
