"""The text of a CSV file as names and numbers: delimiter, header and decimal mark are found.

Excel's first line `sep=;`, lines that begin with # and runs of spaces between columns are read as
they are meant, and columns without any word at the right end are left out. What is left out stays
an empty line, so that messages count as an editor does.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice, pairwise

import numpy as np

from solvers import InputError

#: What the first row is: found by looking, or said by the reader.
HEADERS = {"auto": "found by looking", "names": "names of the columns", "data": "numbers"}
#: What may separate columns; at equal evidence the first.
DELIMITERS = {";": "semicolons", "\t": "tabs", "|": "bars", ",": "commas", " ": "spaces"}
#: Records that are looked at to find the delimiter.
_SAMPLE = 100
#: Characters of a column's name, or of a cell in a message, that are shown.
_SHOWN = 40
_YEARS = range(1500, 2101)
_NUMBERS = {
    mark: re.compile(rf"\s*[+-]?(\d+(\{mark}\d*)?|\{mark}\d+)([eE][+-]?\d+)?\s*", re.ASCII)
    for mark in ".,"
}
_DIGITS = {mark: frozenset(f"0123456789+-eE \t\r\n{mark}") for mark in ".,"}
_SEP = re.compile(r'\s*"?sep=(?P<mark>[;\t|, ])"?\s*', re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What a text was read as.

    names: one per column; numbers (n, columns) float64: the columns of numbers; keys (n): the cells
    of the column `place`, which may be any words and is not among the numbers, or None.
    delimiter, mark: between columns, and in a fraction; header: where the names come from, "names"
    (the first row), "comment" (the one above it) or "data" (nowhere); left_out: in words.
    """

    names: tuple[str, ...]
    numbers: np.ndarray
    keys: tuple[str, ...] | None
    place: int | None
    delimiter: str
    mark: str
    header: str
    left_out: tuple[str, ...] = ()


def read_table(text, name, header="auto", worded=None):
    """The `Table` in `text`; `name` is the file's, for messages.

    worded: the column that may hold any words, by its place from 0 or, as text, as `column_of`
    takes it; None where all hold numbers.
    """
    lines, declared, comment = _plain_lines(text)
    delimiter = declared or _delimiter("\n".join(lines))
    if delimiter is None:
        raise InputError(
            f"{shown(name)} must hold at least two columns separated by commas, semicolons, tabs, "
            "| or spaces, got one."
        )
    if delimiter == " ":
        lines = [" ".join(line.split()) for line in lines]
    found = _read(lines, delimiter, comment, name, header, worded)
    return replace(found, left_out=(*_left_out(text, lines, declared), *found.left_out))


def column_of(word, names, name, what="target"):
    """The place of the column that `word` means: its name, or its number from 1; "": the last.
    what: the argument, for messages."""
    word = " ".join(str(word).split())
    if not word:
        return len(names) - 1
    for same in (str, str.lower):
        found = [k for k, n in enumerate(names) if same(n) == same(word[:_SHOWN])]
        if len(found) == 1:
            return found[0]
    if re.fullmatch(r"\d{1,9}", word, re.ASCII) and 1 <= int(word) <= len(names):
        return int(word) - 1
    listed = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    raise InputError(
        f"{what} must be a column of {shown(name)}, by its name ({listed}) or its number "
        f"(1 to {len(names)}), got {quoted(word)}."
    )


def is_number(cell):
    """Whether the words are a number, with a decimal point or a decimal comma."""
    return any(pattern.fullmatch(cell) for pattern in _NUMBERS.values())


def shown(text):
    """Words from a file in one line of printable characters, not too long."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())[:_SHOWN]


def quoted(value):
    """`value` as it is written in Python, cut where it is long."""
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def _plain_lines(text):
    """(lines, the delimiter said by `sep=`, the comment just above the table without its #)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    separator, delimiter, comment, begun = _SEP.fullmatch(lines[0]), None, "", False
    if separator:
        delimiter, lines[0] = separator["mark"], ""
    for i, line in enumerate(lines):
        if line.lstrip().startswith("#"):
            comment = comment if begun else line.lstrip().lstrip("#").strip()
            lines[i] = ""
        begun = begun or bool(lines[i].strip())
    return lines, delimiter, comment


def _left_out(text, lines, declared):
    """What is no row of the table, in words."""
    before = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    gone = sum(bool(b.strip()) and not a.strip() for a, b in zip(lines, before, strict=False))
    gone -= declared is not None
    blank = sum(not b.strip() for b in before)
    words = ("the line sep=",) if declared else ()
    for count, what in ((gone, "comment"), (blank, "blank line")):
        words += (f"{count} {what}{'s' * (count > 1)}",) if count else ()
    return words


def _delimiter(text):
    """What separates the columns: it gives most of the first records one width above 1, and most
    of their cells numbers."""
    best, most = None, 0.0
    for delimiter in DELIMITERS:
        rows = _sample(text, delimiter)
        width, count = Counter(map(len, rows)).most_common(1)[0] if rows else (1, 0)
        numbers = [is_number(cell) for row in rows for cell in row]
        evidence = count * (0.1 + sum(numbers) / max(len(numbers), 1)) / max(len(rows), 1)
        if width > 1 and evidence > most:
            best, most = delimiter, evidence
    return best


def _sample(text, delimiter):
    """The first rows; one that cannot be read counts as two cells, to be refused later."""
    if delimiter == " ":
        return [line.split() for line in islice(filter(str.strip, text.split("\n")), _SAMPLE)]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    taken = []
    try:
        taken.extend(islice(filter(any, rows), _SAMPLE))
    except csv.Error:
        taken.append(["", ""])
    return taken


# --- The header -----------------------------------------------------------------------------------


def _has_header(first, second, header, name, line, place=None):
    """Whether the first row's cells, but for that at `place`, name the columns; InputError where
    that cannot be told."""
    if header != "auto":
        return header == "names"
    if place is not None:
        first, second = _without(first, place), _without(second, place)
    numbers = [cell for cell in first if is_number(cell)]
    if 2 * len(numbers) < len(first):
        return True
    if not _names_perhaps(numbers, second):
        return False
    if len(numbers) < len(first):
        return True  # words beside years are no data
    text = ", ".join(shown(cell) for cell in first[:4]) + (", ..." if len(first) > 4 else "")
    raise InputError(
        f"{shown(name)}, line {line} must be known as names of the columns or as numbers, got "
        f'{text}, which may be either; say header="names" or header="data".'
    )


def _without(cells, place):
    return [*cells[:place], *cells[place + 1 :]]


def _names_perhaps(cells, below):
    """Whether numbers in a first row look like names: years, a count, whole above fractions."""
    if not all(re.fullmatch(r"\s*\d{1,9}\s*", cell, re.ASCII) for cell in cells):
        return False
    values = [int(cell) for cell in cells]
    steps = {b - a for a, b in pairwise(values)}
    if len(values) > 1 and len(set(values)) == len(values) and set(values) <= set(_YEARS):
        return True
    if len(values) < 3 or min(steps) <= 0:
        return False
    fractions = not all(cell.strip().isdecimal() for cell in below)
    return len(steps) == 1 or (len(values) > 3 and fractions)


def _names(cells, width):
    """A name per column, in one line and not too long; "x3" for a column without."""
    words = [shown(cell) for cell in cells] or [""] * width
    return tuple(word or f"x{k + 1}" for k, word in enumerate(words))


def _from_comment(comment, delimiter, width):
    """The column names in the comment above a table, as numpy writes them; () if it has none."""
    cells = comment.split(None if delimiter == " " else delimiter)
    return cells if len(cells) == width > sum(map(is_number, cells)) * 2 else ()


# --- The cells ------------------------------------------------------------------------------------


def _read(lines, delimiter, comment, name, header, worded):
    """The `Table`, cell by cell; the first cell that does not fit is named."""
    records, empty = _trimmed(_records("\n".join(lines), name, delimiter))
    (line, first), width = records[0], len(records[0][1])
    second = records[1][1] if len(records) > 1 else ()
    place = _place(worded, tuple(map(shown, first)), name, strict=False)
    named = _has_header(first, second, header, name, line, place)
    words = first if named else _from_comment(comment, delimiter, width)
    source = "names" if named else "comment" if words else "data"
    names, body = _names(words, width), records[named:]
    if len(body) < 2:
        raise InputError(f"{shown(name)} must hold at least two rows, got {len(body)}.")
    place, keys = _place(worded, names, name), None
    if place is not None:
        keys = tuple(_key(line, cells[place], place, names, name) for line, cells in body)
    numbers, mark = _numbers(body, names, name, place)
    left = (f"{empty} empty column{'s' * (empty > 1)}",) if empty else ()
    return Table(names, numbers, keys, place, delimiter, mark, source, left)


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


def _trimmed(records):
    """The records without the columns at the right end that hold nothing, and how many these are;
    two stay."""
    width = len(records[0][1])
    last = max(k for _, cells in records for k, cell in enumerate(cells) if cell.strip())
    kept = max(last + 1, min(width, 2))
    return [(line, cells[:kept]) for line, cells in records], width - kept


def _records(text, name, delimiter):
    """[(line, cells)] without blank lines, all of one width."""
    records, line = [], 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                records.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"{shown(name)}, line {reader.line_num} must be a row of a CSV file: {error}."
        ) from None
    if not records:
        raise InputError(f"{shown(name)} must hold a table, got empty cells only.")
    width = len(records[0][1])
    for line, cells in records:
        if len(cells) != width:
            raise InputError(
                f"{shown(name)}, line {line} must have {width} columns separated by "
                f"{DELIMITERS[delimiter]} as line {records[0][0]} has, got {len(cells)}."
            )
    return records


def _key(line, cell, place, names, name):
    if not cell.strip():
        raise InputError(
            f"{shown(name)}, line {line}, column {place + 1} ({names[place]}) must name what the "
            "row belongs to, got an empty cell."
        )
    return " ".join(cell.split())


def _numbers(records, names, name, place):
    """(the cells of all columns but `place` as numbers, the decimal mark); the first that is none
    is named."""
    columns = [k for k in range(len(names)) if k != place]
    mark = _decimal_mark(records, columns)
    matches, table = _NUMBERS[mark].fullmatch, np.empty((len(records), len(columns)))
    for i, (line, cells) in enumerate(records):
        held = cells if place is None else [cells[k] for k in columns]
        try:
            if not _DIGITS[mark].issuperset("".join(held)):  # `float` knows 1_0, inf and nan, too
                raise ValueError
            table[i] = [float(cell.replace(",", ".")) for cell in held]
        except ValueError:
            k = next(k for k in columns if not matches(cells[k]))
            raise InputError(_refusal(name, line, k, names[k], cells[k].strip(), mark)) from None
    for i, j in np.argwhere(np.isinf(table))[:1]:
        line, cells = records[i]
        k = columns[j]
        raise InputError(_refusal(name, line, k, names[k], cells[k].strip(), mark))
    return table, mark


def _decimal_mark(records, columns):
    """What the first number with a fraction writes between its digits."""
    for _, cells in records:
        for k in columns:
            for mark, pattern in _NUMBERS.items():
                if mark in cells[k] and pattern.fullmatch(cells[k]):
                    return mark
    return "."


def _refusal(name, line, k, column, cell, mark):
    got = quoted(cell) if cell else "an empty cell"
    rule = "must be a finite number"
    if mark == ",":
        rule += " with a decimal comma, as in the cells before it"
    return (
        f"{shown(name)}, line {line}, column {k + 1} ({column}) {rule}, got {got}; "
        "correct the cell, or drop its row or column."
    )
