"""Whether the first row of a table names its columns, and what they are called."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from lab.datasets.csv_numbers import is_number
from lab.datasets.csv_words import shown
from solvers import InputError

#: What the first row is: found by looking, or said by the reader.
HEADERS = {"auto": "found by looking", "names": "names of the columns", "data": "numbers"}
_YEARS = range(1500, 2101)


def has_header(first, second, header, name, line, place=None):
    """Whether the first row's cells name the columns; InputError where that cannot be decided.

    Only the columns tell of which the second row holds a number, and never that at `place`, which
    may hold words.
    """
    if header != "auto":
        return header == "names"
    others = [k for k in range(len(first)) if k != place]
    telling = [k for k in others if k < len(second) and is_number(second[k])] or others
    cells, below = [first[k] for k in telling], [second[k] for k in telling if k < len(second)]
    numbers = [cell for cell in cells if is_number(cell)]
    if 2 * len(numbers) < len(cells):
        return True
    if not _names_perhaps(numbers, below):
        return False
    if len(numbers) < len(cells):
        return True  # words beside years are no data
    text = ", ".join(shown(cell) for cell in first[:4]) + (", ..." if len(first) > 4 else "")
    raise InputError(
        f"{shown(name)}, line {line} must be known as names of the columns or as numbers, got "
        f'{text}, which may be either; say header="names" or header="data".'
    )


def are_names(cells):
    """Whether the cells beside an empty one name columns: words, years, or 0, 1, 2 as pandas
    counts."""
    if not all(map(is_number, cells)):
        return True
    return [cell.strip() for cell in cells] == [str(k) for k in range(len(cells))] or _years(cells)


def names_of(cells, width):
    """A name per column, in one line and not too long, each once: "x3" for a column without, and
    "size (column 2)" where several are called size."""
    words = [shown(cell) for cell in cells] or [""] * width
    names = [word or f"x{k + 1}" for k, word in enumerate(words)]
    often = Counter(names)
    return tuple(
        f"{word} (column {k + 1})" if often[word] > 1 else word for k, word in enumerate(names)
    )


def from_comment(comment, delimiter, width):
    """The column names in the comment above a table, as numpy writes them; () if it has none."""
    cells = comment.split(None if delimiter == " " else delimiter)
    return cells if len(cells) == width > sum(map(is_number, cells)) * 2 else ()


def _names_perhaps(cells, below):
    """Whether numbers in a first row look like names: years, a count, whole above fractions."""
    if not all(re.fullmatch(r"\s*\d{1,9}\s*", cell, re.ASCII) for cell in cells):
        return False
    if len(cells) > 1 and _years(cells):
        return True
    values = [int(cell) for cell in cells]
    steps = {b - a for a, b in pairwise(values)}
    if len(values) < 3 or min(steps) <= 0:
        return False
    fractions = not all(cell.strip().isdecimal() for cell in below)
    return len(steps) == 1 or (len(values) > 3 and fractions)


def _years(cells):
    """Whether the cells are years, each once."""
    if not all(re.fullmatch(r"\s*\d{4}\s*", cell, re.ASCII) for cell in cells):
        return False
    values = {int(cell) for cell in cells}
    return len(values) == len(cells) and values <= set(_YEARS)
