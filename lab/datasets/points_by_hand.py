"""A synthetic set with a reader's own edits, as words: +(0.5,-0.3) and -(0.1,0.2) add a point of
class +1 or -1, x17 removes point 17."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solvers import InputError
from solvers.checks import short
from widgets.edits import Tools

#: At most this many edits.
MOST = 100
_ADDED = re.compile(r"([+-])\(([^()]+)\)")
_REMOVED = re.compile(r"x(\d{1,6})")


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Points X (n, d), labels y (n,) of -1 and +1, and the number (n,) of each point, from 1.

    Added points are numbered after the `own` of the set; a removed point takes its number along.
    """

    X: np.ndarray
    y: np.ndarray
    numbers: np.ndarray
    own: int

    def __len__(self):
        return len(self.y)

    def counts(self) -> tuple[int, int]:
        """(points of class +1, points of class -1)."""
        plus = int(np.count_nonzero(self.y > 0.0))
        return plus, len(self) - plus

    def rows(self) -> list[list[float]]:
        """[x_1, ..., x_d, y] of each point, as plain numbers."""
        return [[*map(float, x), int(y)] for x, y in zip(self.X, self.y, strict=True)]


def cloud_of(X: np.ndarray, y: np.ndarray) -> Cloud:
    """The `Cloud` of a set without edits."""
    return Cloud(X, y, np.arange(1, len(y) + 1), len(y))


def parsed_edits(text: str, dimension: int) -> list[tuple[float, np.ndarray]]:
    """The edits of `text`: (sign, coordinates (d,)) for a point, a number for one that goes."""
    words = text.split()
    if len(words) > MOST:
        raise InputError(f"points must hold at most {MOST} words, got {len(words)}; remove some.")
    return [_edit(word, dimension) for word in words]


def _edit(word, dimension):
    gone, added = _REMOVED.fullmatch(word), _ADDED.fullmatch(word)
    if gone:
        return int(gone[1])
    numbers = _numbers(added[2]) if added else ()
    if len(numbers) != dimension:
        example = ",".join(("0.5", "-0.3", "1")[:dimension])
        raise InputError(
            f"points must hold words such as +({example}) or -({example}), a point of class +1 or "
            f"-1, and x17, which removes point 17, got {short(word)}."
        )
    assert added is not None  # else there are no numbers
    return (1.0 if added[1] == "+" else -1.0), np.array(numbers)


def _numbers(text):
    """The finite numbers, below a million, between the commas; none where one is not."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        return ()
    return numbers if all(math.isfinite(v) and abs(v) < 1e6 for v in numbers) else ()


def edited(cloud: Cloud, edits: list[tuple[float, np.ndarray]]) -> Cloud:
    """`cloud` after `edits`, in their order; the next point has the number after all before it."""
    X, y, numbers = list(cloud.X), list(cloud.y), list(cloud.numbers)
    last = max(numbers, default=0)
    for edit in edits:
        if isinstance(edit, int):
            if edit not in numbers:
                raise InputError(
                    f"points must remove a point that is there, got x{edit}; "
                    f"points are numbered from 1, the last is {last}."
                )
            at = numbers.index(edit)
            del X[at], y[at], numbers[at]
        else:
            last += 1
            X.append(edit[1])
            y.append(edit[0])
            numbers.append(last)
    d = cloud.X.shape[1]
    numbers = np.array(numbers, dtype=int)
    return Cloud(np.array(X).reshape(-1, d), np.array(y), numbers, cloud.own)


def require_both(cloud: Cloud) -> None:
    """Refuse a cloud with one class only."""
    for sign, count in zip(("+1", "-1"), cloud.counts(), strict=True):
        if count == 0:
            raise InputError(
                f"points must leave points of both classes, got none of class {sign}; "
                f"add one, such as {sign[0]}({','.join(['0'] * cloud.X.shape[1])}), or reset."
            )


def cloud_tools(
    features: Any, kinds: Any, rows: Any, *, flat: bool, add: str = "Add", more: Sequence = ()
) -> Tools:
    """The `Tools` of a cloud: add, erase and move its points in the panel "points", where they are
    `flat`; in space there is the table.

    features: their names; kinds: (sign, words) of both classes; rows(): as `Cloud.rows`; add: what
    adding is called; more: further tools, behind the first.
    """
    adds = (("add", sign, f"{add} {words}") for sign, words in kinds)
    options = (("move", None, "Move"), *more, *adds, ("erase", None, "Erase"))
    return Tools(
        "points" if flat else "",
        options if flat else (),
        (*((name, None) for name in features), ("class", kinds)),
        rows,
        drag="move",
        shift=len(options) - 1,
        sprays=flat,
    )


def clicked(text: str, cloud: Cloud, action: Mapping[str, Any]) -> str:
    """`text` after an action: a point added at (x, y), of class `what`, or at each of `places`; the
    nearest of `cloud` erased, an added one with its own word; or the nearest to (x0, y0) moved to
    (x, y)."""
    match action["do"]:
        case "add":
            return _longer(text, _word(action["what"], (action["x"], action["y"])))
        case "spray":
            places = np.array(action["places"], dtype=float).reshape(-1, 2)
            for place in places:
                text = _longer(text, _word(action["what"], place))
            return text
        case "erase":
            place = action["x"], action["y"]
            return _erased(text, cloud, nearest(cloud, place)) if len(cloud) else text
        case "move":
            if not len(cloud):
                return text
            k = nearest(cloud, (action["x0"], action["y0"]))
            rest = _erased(text, cloud, k)
            return _longer(rest, _word(cloud.y[k], (action["x"], action["y"])))
    return text


def written(base: Cloud, rows: Sequence) -> str:
    """The words that make `rows`, (coordinates, class) each, of the `Cloud` of a set."""
    wanted = Counter((*map(float, row[:-1]), float(row[-1])) for row in rows)
    words = []
    for number, *own in zip(base.numbers, *base.X.T, base.y, strict=True):
        own = tuple(map(float, own))
        if wanted[own] > 0:
            wanted[own] -= 1
        else:
            words.append(f"x{number}")
    for row in rows:
        own = (*map(float, row[:-1]), float(row[-1]))
        if wanted[own] > 0:
            wanted[own] -= 1
            words.append(_word(own[-1], own[:-1], ".6g"))
    if len(words) > MOST:
        raise InputError(
            f"points must differ from the set by at most {MOST} words, and the table would take "
            f"{len(words)}; take a smaller set, or fewer rows."
        )
    return " ".join(words)


def _word(sign, place, form=".3f"):
    """The word that adds a point."""
    return f"{'+' if sign > 0 else '-'}({','.join(format(v, form) for v in place)})"


def nearest(cloud: Cloud, place: Sequence[float] | np.ndarray) -> int:
    """The row of the point of a cloud that is nearest to `place`."""
    return int(np.argmin(np.sum((cloud.X - place) ** 2, axis=1)))


def _erased(text, cloud, k):
    """`text` without the point in row `k` of the cloud."""
    number = int(cloud.numbers[k])
    return _without(text, number, cloud.own) if number > cloud.own else _longer(text, f"x{number}")


def _longer(text, word):
    """`text` with one more word, if there may be one."""
    words = [*text.split(), word]
    if len(words) > MOST:
        raise InputError(
            f"points must hold at most {MOST} words, and a click would add {word!r}; erase points "
            "that you added, or reset."
        )
    return " ".join(words)


def _without(text, number, own):
    """`text` without the word that adds point `number`; later points get their numbers anew."""
    retained, last = [], own
    for word in text.split():
        gone = _REMOVED.fullmatch(word)
        last += not gone
        if gone and int(gone[1]) > number:
            retained.append(f"x{int(gone[1]) - 1}")
        elif gone or last != number:
            retained.append(word)
    return " ".join(retained)
