"""A toy set with a reader's own edits, as words: +(0.5,-0.3) and -(0.1,0.2) add a point of class +1
or -1, x17 removes point 17."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np

from solvers import InputError
from solvers.checks import short

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

    def counts(self):
        """(points of class +1, points of class -1)."""
        plus = int(np.count_nonzero(self.y > 0.0))
        return plus, len(self) - plus


def cloud_of(X, y):
    """The `Cloud` of a set without edits."""
    return Cloud(X, y, np.arange(1, len(y) + 1), len(y))


def parsed_edits(text, dimension):
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
    return (1.0 if added[1] == "+" else -1.0), np.array(numbers)


def _numbers(text):
    """The finite numbers, below a million, between the commas; none where one is not."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        return ()
    return numbers if all(math.isfinite(v) and abs(v) < 1e6 for v in numbers) else ()


def edited(cloud, edits):
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


def require_both(cloud):
    """Refuse a cloud with one class only."""
    for sign, count in zip(("+1", "-1"), cloud.counts(), strict=True):
        if count == 0:
            raise InputError(
                f"points must leave points of both classes, got none of class {sign}; "
                f"add one, such as {sign[0]}({','.join(['0'] * cloud.X.shape[1])}), or reset."
            )


def clicked(text, cloud, click, sign):
    """`text` after a click at (x, y): one more point of class `sign`; with shift, without the
    nearest point of `cloud`. A point that was added goes with its own word."""
    if not click["shift"]:
        here = ",".join(f"{click[axis]:.3f}" for axis in ("x", "y"))
        return _longer(text, f"{'+' if sign > 0 else '-'}({here})")
    if not len(cloud):
        return text
    off = np.sum((cloud.X - [click["x"], click["y"]]) ** 2, axis=1)
    number = int(cloud.numbers[np.argmin(off)])
    if number > cloud.own:
        return _without(text, number, cloud.own)
    return _longer(text, f"x{number}")


def _longer(text, word):
    """`text` with one more word, if there may be one."""
    words = [*text.split(), word]
    if len(words) > MOST:
        raise InputError(
            f"points must hold at most {MOST} words, and a click would add {word!r}; take points "
            "that you added away with shift, or reset."
        )
    return " ".join(words)


def _without(text, number, own):
    """`text` without the word that adds point `number`; later points get their numbers anew."""
    kept, last = [], own
    for word in text.split():
        gone = _REMOVED.fullmatch(word)
        last += not gone
        if gone and int(gone[1]) > number:
            kept.append(f"x{int(gone[1]) - 1}")
        elif gone or last != number:
            kept.append(word)
    return " ".join(kept)
