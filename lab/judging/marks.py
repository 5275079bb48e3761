"""Answers in a picture: each at its place, in the style of its verdict, at the edge where it lies
beyond."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from lab.judging.judgement import Row
from lab.judging.verdict import CLAIMS_MORE, GAVE_UP, OPEN, PROVED, WITHIN, WRONG
from widgets import Lines, Points, Text

Ends = tuple[tuple[float, float], ...]

#: Verdict -> tone, symbol and size: each is distinguished without its colour.
STYLES = {
    PROVED: ("good", "circle-open", 16.0),
    WITHIN: ("main", "square-open", 14.0),
    CLAIMS_MORE: ("now", "triangle-up", 12.0),
    WRONG: ("rival1", "x", 14.0),
    GAVE_UP: ("muted", "diamond-open", 13.0),
    OPEN: ("muted", "cross", 12.0),
}
#: Points this near, as a share of the window, have one name between them, of so many solvers.
_SAME, _NAMED = 0.03, 2


def inside(places: np.ndarray, ends: Ends) -> np.ndarray:
    """Places (P, d), those beyond the window at its edge."""
    low, high = np.array(ends, dtype=float).T
    margin = 0.015 * (high - low)
    edge = np.minimum(low, high) + np.abs(margin), np.maximum(low, high) - np.abs(margin)
    return np.clip(places, *edge)


def answer_marks(rows: Sequence[Row], places: Sequence[np.ndarray], ends: Ends) -> Iterator[Points]:
    """The marks of rows at places (P, d) each, a mark for each verdict; ends: of the d axes."""
    for word, (tone, symbol, size) in STYLES.items():
        chosen = [(r, np.atleast_2d(p)) for r, p in zip(rows, places, strict=True)
                  if r.word == word]  # fmt: skip
        chosen = [(r, p[np.isfinite(p).all(axis=1)]) for r, p in chosen]
        if not any(len(p) for _, p in chosen):
            continue
        at = np.vstack([p for _, p in chosen])
        texts = tuple(_hover_text(r, x, ends) for r, p in chosen for x in p)
        yield Points(*inside(at, ends).T, tone=tone, symbol=symbol, size=size, label=word,
                     texts=texts)  # fmt: skip


def answer_lines(rows: Sequence[Row], lines: Sequence[np.ndarray]) -> Iterator[Lines]:
    """The marks of rows whose answers are lines (P, 2), a mark for each verdict."""
    for word, (tone, *_) in STYLES.items():
        chosen = [line for row, line in zip(rows, lines, strict=True)
                  if row.word == word and len(line)]  # fmt: skip
        if chosen:
            gap = np.full((1, 2), np.nan)
            joined = np.vstack([part for line in chosen for part in (line, gap)])
            yield Lines(*joined.T, tone=tone, dash="longdash", width=2.2, label=word)


def _hover_text(row, x, ends):
    beyond = not np.array_equal(inside(x[None], ends)[0], x)
    low, high = np.array(ends, dtype=float).T
    far = beyond and bool(((x < np.minimum(low, high)) | (x > np.maximum(low, high))).any())
    where = f"; beyond the picture, at ({', '.join(f'{v:.4g}' for v in x)})" if far else ""
    return f"{named(row)}: {row.word}{where}"


def named(row: Row) -> str:
    """The solver of a row, with what it was asked for where that is not its own tolerance."""
    return f"our {row.solver}" if row.ours else row.solver


def names(rows: Sequence[Row], places: Sequence[np.ndarray], ends: Ends) -> Text:
    """Which answer is where: a name next to each place, of several at one place the first and how
    many."""
    low, high = np.array(ends, dtype=float).T
    groups: list[tuple[np.ndarray, list[str]]] = []
    for row, place in zip(rows, places, strict=True):
        at = inside(np.atleast_2d(place)[:1], ends)[0]
        near = [g for g in groups if (np.abs(g[0] - at) <= _SAME * np.abs(high - low)).all()]
        group = near[0][1] if near else []
        if not near:
            groups.append((at, group))
        if named(row) not in group:
            group.append(named(row))
    words = tuple(_several(group) for _, group in groups)
    x, y, *z = np.array([at for at, _ in groups]).T
    more = {"z": z[0]} if z else {}
    return Text(x, y, words, tone="ink", anchor="right", **more)


def _several(group):
    more = len(group) - _NAMED
    return ", ".join(group[:_NAMED]) + (f" and {more} more" if more > 0 else "")
