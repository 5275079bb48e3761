"""The text of a CSV file as names and numbers.

Delimiter, header and decimal mark are found; titles, names of the rows and columns of words are
left out and named. Lines of "label index:value ...", as LIBSVM writes them, are a table as well.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from lab.datasets.csv_cells import (
    as_numbers,
    from_comment,
    has_header,
    is_missing,
    is_nearly_number,
    is_number,
    names_of,
    one_spelling,
)
from lab.datasets.csv_records import (
    DELIMITERS,
    lines_of,
    of_one_width,
    records_of,
    trimmed,
    without_row_names,
    without_titles,
)
from lab.drawing.text import counted
from lab.spelling import quoted, shown
from solvers import InputError

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
#: A label, then pairs with indices from 1 on (or 0); `qid` is of rankings.
_ROW = re.compile(rf"\s*({_NUMBER})((?:\s+(?:\d{{1,18}}|qid):{_NUMBER})*)\s*(?:#.*)?", re.ASCII)
#: The same without care: with several labels, none, or no number, and with spaces in a pair.
_PAIR = r"(?:\d+|qid):(?:\s*[^\s,;|:#]+)?"
_LIKE_ROW = re.compile(
    rf"\s*(?:[+-]?(?:[\d.,]+(?:[eE][+-]?\d+)?|inf|nan)|{_PAIR})(?:\s+{_PAIR})+\s*", re.ASCII
)
#: So many numbers the rows may hold once zeros are written out.
_MOST = 20_000_000


def are_libsvm(lines: tuple[str, ...]) -> bool:
    """Whether the first row that is more than a number has pairs of index and value."""
    texts = (line.partition("#")[0] for line in lines)
    first = next((text for text in texts if text.strip() and not is_number(text)), "")
    return bool(_LIKE_ROW.fullmatch(first))


def read_libsvm(lines: tuple[str, ...], name: str) -> Any:
    """(X (n, d), the label of each row in words); InputError in one sentence."""
    rows = [(i, _ROW.fullmatch(line)) for i, line in enumerate(lines, 1) if line.strip()]
    for line, row in rows:
        if row is None:
            raise _no_row(name, line, lines)
    texts = [lines[line - 1] for line, _ in rows]
    try:
        X, y = _loaded(texts)
    except (ValueError, OverflowError):
        bad = next((line for line, _ in rows if not _is_loaded(lines[line - 1])), rows[0][0])
        raise _no_row(name, bad, lines) from None
    if X.shape[0] < 2:
        raise InputError(f"{shown(name)} must hold at least two rows, got {X.shape[0]}.")
    if X.shape[0] * X.shape[1] > _MOST:
        raise InputError(
            f"{shown(name)} must hold at most {_MOST:,} numbers with its zeros, got {X.shape[0]:,} "
            f"rows of {X.shape[1]:,}; keep fewer."
        )
    X = X.toarray()
    bad = np.flatnonzero(~np.isfinite(np.column_stack([X, y])).all(axis=1))
    if bad.size:
        raise _no_row(name, rows[bad[0]][0], lines)
    return X, one_spelling([row[1] for _, row in rows if row is not None], ".")


def _loaded(texts):
    from sklearn.datasets import load_svmlight_file  # takes half a second

    return load_svmlight_file(io.BytesIO("\n".join(texts).encode()), zero_based="auto")


def _is_loaded(text):
    try:
        return bool(_loaded([text]))
    except (ValueError, OverflowError):
        return False


def _no_row(name, line, lines):
    return InputError(
        f"{shown(name)}, line {line} must be one label and pairs index:value of finite numbers, "
        f"the indices rising to at most {_MOST:,}, got {shown(lines[line - 1])!r}."
    )


#: A column of which more than half of so many cells are no numbers holds words.
_LOOKED_AT = 1000
_BETWEEN = {".": "decimal point, commas between thousands",
            ",": "decimal comma, points between thousands"}  # fmt: skip
_MARKS = {".": "decimal point", ",": "decimal comma"}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What a text was read as.

    names: one per column, each once; places: the columns of numbers, and numbers (n, len(places))
    float64 what they hold; keys (n): the cells of the column `place`, which may be any words and is
    not among the numbers, or None. words: of each further column that holds words, and is left out,
    how many different ones. delimiter, mark: between columns, and in a fraction; separated: both in
    words; header: where the names come from, "names" (the first row), "comment" (the one above it)
    or "data" (nowhere); left_out: in words.
    """

    names: tuple[str, ...]
    places: tuple[int, ...]
    numbers: np.ndarray
    keys: tuple[str, ...] | None
    place: int | None
    delimiter: str
    mark: str
    separated: str
    header: str
    left_out: tuple[str, ...] = ()
    words: Mapping[int, int] = field(default_factory=dict)

    def target(
        self, word: int | str, name: str, what: str = "target", way: str = "take another"
    ) -> int:
        """The place of the column of numbers that `word` means, "" the last one; `name` is the
        file's. what, way: what the column is, and the way out, for messages."""
        if not str(word).strip():
            return self.places[-1]
        place = column_of(word, self.names, name)
        if place in self.words:
            raise InputError(
                f"{what} must be a column of numbers here, got {self.names[place]} of "
                f"{shown(name)}, which holds words; {way}."
            )
        return place


def read_table(
    text: str,
    name: str,
    header: str = "auto",
    worded: int | str | None = None,
    decimal: str = "auto",
) -> Table:
    """The `Table` in `text`; `name` is the file's, for messages.

    worded: the column that may hold any words, by its place from 0 or, as text, as `column_of`
    takes it; None where all hold numbers. header, decimal: as `read_csv` has them.
    """
    found = lines_of(text)
    if are_libsvm(found.lines):
        read = _of_libsvm(found.lines, name, worded)
    else:
        records, delimiter = records_of(found, name)
        read = _read(records, delimiter, found.comment, name, header, worded, decimal)
    return replace(read, left_out=(*found.left_out, *read.left_out))


def column_of(word: int | str, names: tuple[str, ...], name: str, what: str = "target") -> int:
    """The place of the column that `word` means: its name, or its number from 1; "": the last.
    what: the argument, for messages."""
    word = " ".join(str(word).split())
    if not word:
        return len(names) - 1
    for same in (str, str.lower):
        found = [k for k, n in enumerate(names) if same(n) in (same(word), same(shown(word)))]
        if len(found) == 1:
            return found[0]
    if re.fullmatch(r"\d{1,9}", word, re.ASCII) and 1 <= int(word) <= len(names):
        return int(word) - 1
    listed = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    raise InputError(
        f"{what} must be a column of {shown(name)}, by its name ({listed}) or its number "
        f"(1 to {len(names)}), got {quoted(word)}."
    )


def _of_libsvm(lines, name, worded):
    """The `Table` of rows "label index:value ...": the label is the last column."""
    X, labels = read_libsvm(lines, name)
    names = (*(f"x{k + 1}" for k in range(X.shape[1])), "label")
    place = _place(worded, names, name)
    if place is None:
        numbers, places = np.column_stack([X, np.array(labels, dtype=float)]), range(len(names))
    elif place == len(names) - 1:
        numbers, places = X, range(len(names) - 1)
    else:
        raise InputError(
            f"{shown(name)} must be a table of columns to be read so, got rows of label "
            "index:value; only their label may be a class."
        )
    keys = None if place is None else labels
    return Table(names, tuple(places), numbers, keys, place, " ", ".", "index:value pairs", "data")


def _read(records, delimiter, comment, name, header, worded, decimal):
    """The `Table`, cell by cell; the first cell that does not fit is named."""
    records, titles = without_titles(records)
    records, row_names = without_row_names(records, header != "data")
    records, empty = trimmed(of_one_width(records, name, delimiter))
    (line, first), width = records[0], len(records[0][1])
    second = records[1][1] if len(records) > 1 else ()
    place = _place(worded, tuple(map(shown, first)), name, strict=False)
    above = from_comment(comment, delimiter, width)
    said = header == "names" and above and all(map(is_number, first))  # they are in the comment
    named = row_names or (not said and has_header(first, second, header, name, line, place))
    above = first if named else above
    source = "names" if named else "comment" if above else "data"
    names, body = names_of(above, width), records[named:]
    if len(body) < 2:
        raise InputError(f"{shown(name)} must hold at least two rows, got {len(body)}.")
    place, keys = _place(worded, names, name), None
    if place is not None:
        keys = tuple(_key(line, cells[place], place, names, name) for line, cells in body)
    words = _words(body, width, place)
    places = _columns_of_numbers(names, words, place, name)
    numbers, mark, grouped = as_numbers(body, places, names, name, delimiter, decimal)
    keys = None if keys is None else one_spelling(keys, mark)
    separated = f"{DELIMITERS[delimiter]}, {(_BETWEEN if grouped else _MARKS)[mark]}"
    left = _left_out(titles, row_names, empty, [names[k] for k in words])
    return Table(
        names, places, numbers, keys, place, delimiter, mark, separated, source, left, words
    )


def _left_out(titles, row_names, empty, words):
    """What of the records is no number of the table, in words."""
    left = tuple(f'the title "{title}"' for title in titles)
    left += ("the names of the rows",) if row_names else ()
    left += (counted(empty, "empty column"),) if empty else ()
    return (*left, *(f"{word} (words)" for word in words))


def _words(records, width, place):
    """{column that holds words: how many different ones}, but for that at `place`."""
    found = {}
    for k in range(width):
        cells = [cells[k] for _, cells in records[:_LOOKED_AT]]
        cells = [cell for cell in cells if cell.strip() and not is_missing(cell)]
        if k != place and 2 * sum(map(is_nearly_number, cells)) < len(cells):
            found[k] = len({" ".join(cells[k].split()) for _, cells in records})
    return found


def _columns_of_numbers(names, words, place, name):
    """The places of the columns of numbers; InputError where too few are left."""
    places = tuple(k for k in range(len(names)) if k != place and k not in words)
    if len(places) + (place is not None) < 2 or not places:
        least = "two columns" if place is None else "one column"
        held = " and ".join(names[k] for k in [*words][:3])
        why = f"; words are in {held}." if held else "."
        raise InputError(
            f"{shown(name)} must hold at least {least} of numbers, got {len(places)}{why}"
        )
    return places


def _place(worded, names, name, strict=True):
    """Which column may hold words; the last where that is not known yet."""
    if worded is None or isinstance(worded, int):
        return worded
    try:
        return column_of(worded, names, name)
    except InputError:
        if strict:
            raise
        return len(names) - 1


def _key(line, cell, place, names, name):
    if not cell.strip() or is_missing(cell):
        got = f"{cell.strip()!r}, which is no value" if cell.strip() else "an empty cell"
        raise InputError(
            f"{shown(name)}, line {line}, column {place + 1} ({names[place]}) must name what the "
            f"row belongs to, got {got}; write another word, or drop the row."
        )
    return " ".join(cell.split())
