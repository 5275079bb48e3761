"""A reader's own CSV file as a data set: `read_csv(path, target)`.

In a dashboard the path is a text knob `file`, relative to the notebook, beside a text knob `target`
(a column's name or its number; empty: the last column). Nothing in the file is evaluated; its cells
are numbers or they are refused in a sentence that names line and column.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np

from lab.data import Dataset
from solvers import InputError

#: A file may have this many bytes.
MOST_BYTES = 20_000_000
#: What may separate columns; at equal evidence the first.
DELIMITERS = {";": "semicolons", "\t": "tabs", "|": "bars", ",": "commas"}
#: Records that are looked at to find the delimiter.
_SAMPLE = 100
#: Characters of a column's name, or of a cell in a message, that are shown.
_SHOWN = 40
_NUMBERS = {
    mark: re.compile(rf"\s*[+-]?(\d+(\{mark}\d*)?|\{mark}\d+)([eE][+-]?\d+)?\s*", re.ASCII)
    for mark in ".,"
}


def read_csv(path, target=""):
    """The `Dataset` in the CSV file at `path`: X (n, d), y (n,), names, origin; not rescaled.

    path: relative to the working directory (in a notebook: the notebook's), at most 20 MB, UTF-8.
    target: the name of the column that becomes y, or its number counted from 1; "": the last one.
    The delimiter (comma, semicolon, tab, |), a header and a decimal comma are found by looking.
    InputError names line and column of what is no finite number. A file that has not changed is
    read once.
    """
    file = _existing(path)
    facts = file.stat()
    if facts.st_size > MOST_BYTES:
        raise InputError(
            f"{_shown(file.name)} must have at most {MOST_BYTES // 10**6} MB, got "
            f"{facts.st_size / 1e6:.1f} MB; keep fewer rows or columns."
        )
    names, table = _read(file, facts.st_mtime_ns, facts.st_size)
    k = _column(target, names, file.name)
    X, y = np.delete(table, k, axis=1), table[:, k].copy()
    X.flags.writeable = y.flags.writeable = False
    rest = names[:k] + names[k + 1 :]
    return Dataset(X, y, rest, f"{_shown(file.name)}, target {names[k]}")


def _existing(path):
    """`path` as a file that is there; devices and directories are none."""
    if not isinstance(path, (str, Path)) or not str(path).strip():
        raise InputError(
            f"file must name a CSV file, relative to the notebook, got {_quoted(path)}."
        )
    try:
        file = Path(str(path).strip()).expanduser()
        there = file.is_file()
    except (OSError, ValueError, RuntimeError):
        there = False
    if not there:
        raise InputError(
            f"file must name a CSV file, relative to the notebook; there is none at "
            f"{_quoted(str(path))}."
        )
    return file.resolve()


@lru_cache(maxsize=2)
def _read(file, changed, size):
    """(names, table (n, columns)) of a file; `changed` and `size` tell its versions apart."""
    records = _records(_text(file), file.name)
    header = _has_header(records[0][1])
    names = _names(records[0][1] if header else (), len(records[0][1]))
    body = records[1:] if header else records
    if len(body) < 2:
        raise InputError(f"{_shown(file.name)} must hold at least two rows, got {len(body)}.")
    table = _numbers(body, names, file.name)
    table.flags.writeable = False
    return names, table


def _text(file):
    try:
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise InputError(
            f"{_shown(file.name)} must be readable: {error.strerror or error}."
        ) from None
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise InputError(
            f"{_shown(file.name)}, line {line} must be UTF-8 text, got the byte "
            f"{raw[error.start]:#04x}; save the table as CSV UTF-8."
        ) from None
    if not text.strip():
        raise InputError(f"{_shown(file.name)} must hold a table, got an empty file.")
    return text


def _records(text, name):
    """[(line, cells)] without blank lines, all of one width."""
    delimiter = _delimiter(text)
    if delimiter is None:
        raise InputError(
            f"{_shown(name)} must hold at least two columns separated by commas, semicolons, tabs "
            "or |, got one."
        )
    records, line = [], 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                records.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"{_shown(name)}, line {reader.line_num} must be a row of a CSV file: {error}."
        ) from None
    if not records:
        raise InputError(f"{_shown(name)} must hold a table, got empty cells only.")
    width = len(records[0][1])
    for line, cells in records:
        if len(cells) != width:
            raise InputError(
                f"{_shown(name)}, line {line} must have {width} columns separated by "
                f"{DELIMITERS[delimiter]} as line {records[0][0]} has, got {len(cells)}."
            )
    return records


def _delimiter(text):
    """What separates the columns: it gives most of the first records the same width above 1."""
    best, most = None, 0.0
    for delimiter in DELIMITERS:
        widths = _widths(text, delimiter)
        width, count = Counter(widths).most_common(1)[0] if widths else (1, 0)
        if width > 1 and count / len(widths) > most:
            best, most = delimiter, count / len(widths)
    return best


def _widths(text, delimiter):
    """Columns of the first rows; a row that cannot be read counts as two, to be refused later."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    widths = []
    try:
        for cells in islice(filter(any, rows), _SAMPLE):
            widths.append(len(cells))
    except csv.Error:
        widths.append(2)
    return widths


def _has_header(cells):
    """Whether fewer than half of the first row's cells are numbers."""
    numbers = sum(any(p.fullmatch(c) for p in _NUMBERS.values()) for c in cells)
    return 2 * numbers < len(cells)


def _names(cells, width):
    """A name per column, in one line and not too long; "x3" for a column without."""
    words = [_shown(cell) for cell in cells] or [""] * width
    return tuple(word or f"x{k + 1}" for k, word in enumerate(words))


def _numbers(records, names, name):
    """The cells as numbers (n, columns); the first that is none is named."""
    mark = _decimal_mark(records)
    matches, table = _NUMBERS[mark].fullmatch, np.empty((len(records), len(names)))
    for i, (line, cells) in enumerate(records):
        if not all(map(matches, cells)):
            k = next(k for k, cell in enumerate(cells) if not matches(cell))
            raise InputError(_refusal(name, line, k, names[k], cells[k].strip(), mark))
        table[i] = [float(cell.replace(",", ".")) for cell in cells]
    for i, k in np.argwhere(np.isinf(table))[:1]:
        line, cells = records[i]
        raise InputError(_refusal(name, line, k, names[k], cells[k].strip(), mark))
    return table


def _decimal_mark(records):
    """What the first number with a fraction writes between its digits."""
    for _, cells in records:
        for cell in cells:
            for mark, pattern in _NUMBERS.items():
                if mark in cell and pattern.fullmatch(cell):
                    return mark
    return "."


def _refusal(name, line, k, column, cell, mark):
    got = _quoted(cell) if cell else "an empty cell"
    rule = "must be a finite number"
    if mark == ",":
        rule += " with a decimal comma, as in the cells before it"
    return (
        f"{_shown(name)}, line {line}, column {k + 1} ({column}) {rule}, got {got}; "
        "correct the cell, or drop its row or column."
    )


def _column(target, names, name):
    """The place of the column that `target` means: its name, or its number from 1."""
    word = " ".join(str(target).split())
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
        f"target must be a column of {_shown(name)}, by its name ({listed}) or its number "
        f"(1 to {len(names)}), got {_quoted(word)}."
    )


def _shown(text):
    """Words from a file in one line of printable characters, not too long."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())[:_SHOWN]


def _quoted(value):
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
