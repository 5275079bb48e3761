"""The edges of a region with a reader's own edits, as words: +(1,0,2) adds x₁ ≤ 2, -(1,0,2) adds
x₁ ≥ 2, x3 removes edge 3, and 3+(1,0,2) puts it elsewhere. An edge has its number for as long as it
is there.

A `Cloud` holds them as rows (a_1, a_2, b) of a'x <= b, those of class -1 of a'x >= b.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np

from lab.datasets.points_by_hand import MOST, Cloud, parsed_edits
from solvers import InputError

_PLACED = re.compile(r"(\d{1,6})([+-]\([^()]+\))")
_RULE = (
    f"points must hold at most {MOST} words such as +(1,0,2), the edge x₁ ≤ 2, -(1,0,2) for "
    "x₁ ≥ 2, x3, which removes edge 3, and 3+(1,0,2), which moves it"
)


def edited_rows(base: Cloud, text: str) -> Cloud:
    """The `Cloud` of rows of `base` after the edits of `text`, its numbers rising."""
    words = text.split()
    if len(words) > MOST:
        raise InputError(f"{_RULE}, got {len(words)} words; remove some.")
    edges, last = _numbered(base), base.own
    for word in words:
        placed = _PLACED.fullmatch(word)
        edit = _parsed(placed[2] if placed else word)
        if isinstance(edit, int):
            _require_there(edit, edges, last)
            del edges[edit]
            continue
        number = int(placed[1]) if placed else last + 1
        if not number:
            raise InputError(f"points must number edges from 1, got {word}.")
        edges[number] = (*map(float, edit[1]), edit[0])
        last = max(last, number)
    return _cloud(edges, base.own)


def words_of(base: Cloud, cloud: Cloud) -> str:
    """The words that make `cloud` of `base`."""
    edges, last, words = _numbered(cloud), base.own, []
    for number, row in _numbered(base).items():
        if number not in edges:
            words.append(f"x{number}")
        elif edges[number] != row:
            words.append(f"{number}{_word(edges[number])}")
    for number in sorted(n for n in edges if n > base.own):
        words.append(f"{number if number > last + 1 else ''}{_word(edges[number])}")
        last = number
    if len(words) > MOST:
        raise InputError(
            f"points must differ from the gallery by at most {MOST} words, and this would take "
            f"{len(words)}; take fewer edges."
        )
    return " ".join(words)


def with_rows(base: Cloud, cloud: Cloud, rows: Sequence) -> Cloud:
    """`cloud` with `rows` (a_1, a_2, b, class) in place of its own: one that is changed
    in its place keeps its number, and one of `base` that comes back gets its own again."""
    before, after = _numbered(cloud), [tuple(map(float, row)) for row in rows]
    numbers, new = list(before), []
    edges: dict[int, tuple] = {}
    matcher = SequenceMatcher(None, list(before.values()), after, autojunk=False)
    for _, i, end, j, stop in matcher.get_opcodes():
        pairs = min(end - i, stop - j)
        edges |= dict(zip(numbers[i : i + pairs], after[j : j + pairs], strict=True))
        new += after[j + pairs : stop]
    last, gone = max([base.own, *numbers]), _numbered(base).items()
    for row in new:
        back = (n for n, own in gone if own == row and n not in before and n not in edges)
        number = next(back, last + 1)
        edges[number], last = row, max(last, number)
    return _cloud(edges, base.own)


def with_edge(cloud: Cloud, row: Sequence[float]) -> Cloud:
    """`cloud` with one more edge, (a_1, a_2, b, class)."""
    number = max([cloud.own, *cloud.numbers.tolist()]) + 1
    return _cloud(_numbered(cloud) | {number: tidy(row)}, cloud.own)


def only(base: Cloud, rows: Sequence) -> Cloud:
    """The `Cloud` of `rows` (a_1, a_2, b, class) in place of those of `base`."""
    return _cloud({base.own + 1 + k: tidy(row) for k, row in enumerate(rows)}, base.own)


def rows_drawn(places: Sequence, closed: bool) -> list[tuple[float, ...]]:
    """The rows (a_1, a_2, b, 1) of the sides from each of `places` (k, 2) to the next: the region
    is on the side to which they turn, left of a single one. closed: whether the last leads on to
    the first, else the region is open there.
    """
    places = np.array(places, dtype=float).reshape(-1, 2)
    if not (2 + closed <= len(places) <= MOST) or not np.isfinite(places).all():
        raise InputError(
            f"a region must be drawn by {2 + closed} to {MOST} corners, got {len(places)}; "
            "click them one by one, and close the loop at the first."
        )
    sides = np.roll(places, -1, axis=0) - places
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    side = 1.0 if len(places) == 2 else np.sign(turns[0])
    around = np.abs(np.arctan2(turns, (sides * after).sum(axis=1)).sum())
    if len(places) > 2 and ((side * turns <= 0.0).any() or around > 3.0 * np.pi):
        raise InputError(
            "a region of rows a'x ≤ b must have no dent, got corners that turn both ways; go round "
            "it in one direction."
        )
    out = side * np.column_stack([sides[:, 1], -sides[:, 0]])[: len(places) - (not closed)]
    return [(*a, a @ p, 1.0) for a, p in zip(out, places, strict=False)]


def tidy(row: Sequence[float]) -> tuple[float, ...]:
    """`row` in the digits in which words have it."""
    return tuple(float(f"{v:.6g}") for v in row)


def _numbered(cloud):
    """number -> (a_1, a_2, b, class) of a `Cloud`."""
    rows = np.column_stack([cloud.X, cloud.y]).tolist()
    return dict(zip(cloud.numbers.tolist(), map(tuple, rows), strict=True))


def _cloud(edges, own):
    numbers = sorted(edges)
    rows = np.array([edges[n] for n in numbers]).reshape(-1, 4)
    return Cloud(rows[:, :3], rows[:, 3], np.array(numbers, dtype=int), own)


def _parsed(word):
    try:
        return parsed_edits(word, 3)[0]
    except InputError as error:
        raise InputError(f"{_RULE}, got {str(error).partition('got ')[2]}") from None


def _require_there(number, edges, last):
    if number not in edges:
        raise InputError(
            f"points must remove a point that is there, got x{number}; edges are numbered from 1, "
            f"the last is {last}."
        )


def _word(row):
    """The word that adds an edge: six digits, or as many as it takes."""
    digits = (text if float(text := f"{v:.6g}") == v else repr(v) for v in row[:3])
    return f"{'+' if row[3] > 0.0 else '-'}({','.join(digits)})"
