"""A reader's own CSV file as a data set: `read_csv(path, target)`.

In a dashboard the path is a text knob `file`, relative to the notebook, beside a text knob `target`
(a column's name or its number; empty: the last column) and the choice `header`. Nothing in the file
is evaluated; its cells are numbers or they are refused in a sentence that names line and column.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import numpy as np

from lab.data import Dataset
from lab.datasets.csv_table import HEADERS, quoted, read_table, shown
from solvers import InputError
from solvers.checks import one_of
from widgets.knobs import Knob

#: A file may have this many bytes.
MOST_BYTES = 20_000_000
#: Characters of a column's name that are compared.
_SHOWN = 40

#: The knob beside `file` and `target`.
HEADER = Knob(
    "header", "choice", "auto", "First row", options=tuple(HEADERS.items()),
    help="Of the CSV file: say what it is where looking cannot tell, as with years.",
             when={"data": ("csv",)},
)  # fmt: skip


def read_csv(path, target="", header="auto"):
    """The `Dataset` in the CSV file at `path`: X (n, d), y (n,), names, origin; not rescaled.

    path: relative to the working directory (in a notebook: the notebook's), at most 20 MB, UTF-8.
    target: the name of the column that becomes y, or its number counted from 1; "": the last one.
    header: "names" where the first row names the columns, "data" where it is a row, "auto" to look;
    a first row of years, or of numbers that count, may be either and is refused by "auto".
    The delimiter (comma, semicolon, tab, |, spaces, or what a line `sep=` says) and a decimal comma
    are found by looking; lines that begin with # are left out. InputError names line and column of
    what is no finite number. A file that has not changed is read once.
    """
    return read_keyed(path, target, header, keyed=False)[1]


def read_keyed(path, target="", header="auto", *, keyed=True):
    """(keys, `Dataset`) of a file whose first column says in any words what each row belongs to."""
    file = _existing(path)
    facts = file.stat()
    if facts.st_size > MOST_BYTES:
        raise InputError(
            f"{shown(file.name)} must have at most {MOST_BYTES // 10**6} MB, got "
            f"{facts.st_size / 1e6:.1f} MB; keep fewer rows or columns."
        )
    header = one_of(header, tuple(HEADERS), "header")
    names, keys, table = _read(file, facts.st_mtime_ns, facts.st_size, header, keyed)
    k = _column(target, names, file.name)
    if k < keyed:
        raise InputError(f"target must not be the first column, got {quoted(target)}.")
    X, y = np.delete(table, k - keyed, axis=1), table[:, k - keyed].copy()
    X.flags.writeable = y.flags.writeable = False
    rest = names[keyed:k] + names[k + 1 :]
    return keys, Dataset(X, y, rest, f"{shown(file.name)}, target {names[k]}")


def _existing(path):
    """`path` as a file that is there; devices and directories are none."""
    if not isinstance(path, (str, Path)) or not str(path).strip():
        raise InputError(
            f"file must name a CSV file, relative to the notebook, got {quoted(path)}."
        )
    try:
        file = Path(str(path).strip()).expanduser()
        there = file.is_file()
    except (OSError, ValueError, RuntimeError):
        there = False
    if not there:
        raise InputError(
            f"file must name a CSV file, relative to the notebook; there is none at "
            f"{quoted(str(path))}."
        )
    return file.resolve()


@lru_cache(maxsize=2)
def _read(file, changed, size, header, keyed):
    """`read_table` of a file; `changed` and `size` tell its versions apart."""
    names, keys, table = read_table(_text(file), file.name, header, keyed)
    table.flags.writeable = False
    return names, keys, table


def _text(file):
    try:
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise InputError(
            f"{shown(file.name)} must be readable: {error.strerror or error}."
        ) from None
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise InputError(
            f"{shown(file.name)}, line {line} must be UTF-8 text, got the byte "
            f"{raw[error.start]:#04x}; save the table as CSV UTF-8."
        ) from None
    if not text.strip():
        raise InputError(f"{shown(file.name)} must hold a table, got an empty file.")
    return text


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
        f"target must be a column of {shown(name)}, by its name ({listed}) or its number "
        f"(1 to {len(names)}), got {quoted(word)}."
    )
