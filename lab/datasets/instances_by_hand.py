"""Instances that a reader adds to bags or takes out of them, as words and by clicks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lab.drawing.text import read
from solvers import InputError
from solvers.checks import short

_NUMBER = r"[-−]?\d{1,6}(?:\.\d+)?"
_ADD = re.compile(rf"(\d{{1,6}}):({_NUMBER}(?:,{_NUMBER})+)")
_TAKE = re.compile(r"(\d{1,6})x(\d{1,6})")


def changed(bags: list[np.ndarray], words: str) -> list[np.ndarray]:
    """`bags` after the changes of `words`, in order: "2:1.3,0.5" adds an instance to bag 2, and
    "2x1" takes out the first instance of bag 2. Bags and instances count from 1."""
    bags = [np.array(b) for b in bags]
    for token in words.split():
        add, take = _ADD.fullmatch(token), _TAKE.fullmatch(token)
        found = add or take
        number = int(found[1]) if found else 0
        point = [read(v) for v in add[2].split(",")] if add else []
        wide = bags[0].shape[1]
        if not 1 <= number <= len(bags) or (add and len(point) != wide):
            raise InputError(
                f"points must hold words such as 2:1.3,0.5 (an instance of {wide} numbers below a "
                f"million for bag 2) and 2x1 (without its first), with bags 1..{len(bags)}, got "
                f"{short(token)}."
            )
        k = number - 1
        if add is not None:
            bags[k] = np.vstack([bags[k], point])
        elif take is not None:
            bags[k] = _without(bags[k], int(take[2]), token)
    return bags


def _without(bag, number, token):
    if not 1 <= number <= len(bag):
        raise InputError(
            f"points must take out one of the {len(bag)} instances that the bag then has, got "
            f"{token!r}."
        )
    if len(bag) == 1:
        raise InputError(
            f"points must leave at least one instance in each bag, got {token!r}; to drop a bag, "
            "lower the number of bags."
        )
    return np.delete(bag, number - 1, axis=0)


def clicked(words: str, bags: Sequence[np.ndarray], action: Mapping[str, Any]) -> str:
    """`words` after an action, for the bags that they made: one more instance of bag `what` at
    (x, y); without the nearest instance that is not the last of its bag; or the nearest to
    (x0, y0) at (x, y) instead, in its bag."""
    here = action["x"], action["y"]
    match action["do"]:
        case "add":
            return _longer(words, min(action["what"], len(bags)), here)
        case "erase":
            found = _nearest(bags, here, least=2)
            return words if found is None else _taken(words, bags, *found)
        case "move":
            number, place = _nearest(bags, (action["x0"], action["y0"]))
            longer = _longer(words, number, here)
            grown = [np.vstack([b, here]) if k == number else b for k, b in enumerate(bags, 1)]
            return _taken(longer, grown, number, place)
    return words


def looped(bags: Sequence[np.ndarray], places: Sequence) -> list:
    """The rows, (bag, coordinates) each, of `bags` once the instances in the loop through `places`
    (k, 2) are one bag: that of most of them, the first of equals. The last instance of a bag that
    lies in it whole remains: no bag may be empty."""
    inside = [_within(np.asarray(places, dtype=np.float64), bag) for bag in bags]
    home = int(np.argmax([np.count_nonzero(own) for own in inside]))
    rows = []
    for k, (bag, own) in enumerate(zip(bags, inside, strict=True)):
        moves = own & (k != home)
        moves[-1] &= not moves.all()
        rows += [
            [(home if goes else k) + 1, *map(float, point)]
            for point, goes in zip(bag, moves, strict=True)
        ]
    return rows


def _within(loop, points):
    """Which of `points` (n, 2) lie in a closed `loop` (k, 2): a ray to the right meets its sides an
    odd number of times."""
    (x1, y1), (x0, y0) = loop.T[..., None], np.roll(loop, 1, axis=0).T[..., None]
    x, y = points.T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossed = ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) / (y1 - y0) * (x1 - x0))
    return np.count_nonzero(crossed, axis=0) % 2 == 1


def written(bags: Sequence[np.ndarray], rows: Sequence) -> str:
    """The words that make `rows`, (bag, coordinates) each, of the bags of a set: first what is
    added, then, from the last place down, what is taken out."""
    count = len(bags)
    wanted = Counter((int(row[0]), *map(float, row[1:])) for row in rows)
    for number in range(1, count + 1):
        if not any(own[0] == number for own in wanted):
            raise InputError(f"points must leave at least one instance in bag {number}.")
    takes = []
    for number, bag in enumerate(bags, 1):
        for place, point in enumerate(bag, 1):
            own = (number, *map(float, point))
            if wanted[own] > 0:
                wanted[own] -= 1
            else:
                takes.append(f"{number}x{place}")
    adds = [
        f"{number}:{','.join(f'{v:.6f}'.rstrip('0').rstrip('.') for v in point)}"
        for (number, *point), many in wanted.items()
        for _ in range(many)
    ]
    return " ".join([*adds, *reversed(takes)])


def _longer(words, number, point):
    return f"{words} {number}:{point[0]:.2f},{point[1]:.2f}".strip()


def _nearest(bags, here, least=1):
    """(bag, place) from 1 of the nearest instance, of bags with at least so many; None without."""
    found = [
        (float(np.hypot(*(point - here))), k, j)
        for k, bag in enumerate(bags, 1)
        for j, point in enumerate(bag, 1)
        if len(bag) >= least
    ]
    return min(found)[1:] if found else None


def _taken(words, bags, number, place):
    """`words` without instance `place` of bag `number`, an added one with its own word."""
    return _shorter(words.split(), bags, number, place) or f"{words} {number}x{place}".strip()


def _shorter(words, bags, number, place):
    """The words without the one that added instance `place` of bag `number`; None where no word
    did, or where a bag would then be empty for a while."""
    takes = [_TAKE.fullmatch(word) for word in words]
    mine = [i for i, w in enumerate(words) if int(re.split(":|x", w)[0]) == number]
    taken = sum(takes[i] is not None for i in mine)
    # The word that added each instance; None for one of the set itself.
    members: list[int | None] = [None] * (len(bags[number - 1]) + 2 * taken - len(mine))
    for i in mine:
        take = takes[i]
        if take is not None:
            del members[int(take[2]) - 1]
        else:
            members.append(i)
    added = members[place - 1]
    if added is None:
        return None
    return _replayed(words, takes, mine, added, len(members) + 2 * taken - len(mine))


def _replayed(words, takes, mine, added, size):
    """`words` without number `added`; what is taken out of its bag after it is counted anew."""
    retained, at = list(words), None
    for i in mine:
        if i == added:
            at, retained[i] = size, ""
        elif not takes[i]:
            size += 1
        else:
            size -= 1
            place = int(takes[i][2])
            if at is not None and place > at + 1:
                retained[i] = f"{takes[i][1]}x{place - 1}"
            elif at is not None:
                at -= 1
            if size < 1:
                return None
    return " ".join(word for word in retained if word)
