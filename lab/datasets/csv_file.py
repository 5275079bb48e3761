"""A reader's own CSV file as a data set: `read_csv(path, target)`.

Nothing in the file is evaluated; its cells are numbers or they are refused in a sentence that names
line and column. The knobs that choose a file are in `own_file.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lab.data import Dataset
from lab.datasets.csv_cells import DECIMALS, HEADERS
from lab.datasets.csv_table import read_table
from lab.paths import file_at
from lab.spelling import quoted, shown
from solvers import InputError
from solvers.checks import locked, one_of

if TYPE_CHECKING:
    from lab.datasets.csv_table import Table

#: A file may have this many bytes.
MOST_BYTES = 20_000_000
#: What the second column of a file of bags is, and how it is to be written, for messages.
LABEL = ("column 2, the label of the bags,", "write 1, and 0 or -1")
#: How files begin that hold tables in other formats.
_OTHERS = {
    rb"PK\x03\x04": "a packed file, such as a spreadsheet's own workbook or NumPy's npz",
    rb"\xd0\xcf\x11\xe0": "a spreadsheet's own workbook",
    rb"\x1f\x8b|BZh|\xfd7zXZ": "a packed file",
    rb"\x93NUMPY": "an array of NumPy (npy)",
    rb"PAR1|ARROW1|\x89HDF|SQLite": "Parquet, Arrow, HDF5 or SQLite",
    rb"(?i)(\s|%.*\n)*@relation\b": "ARFF",
    rb"\s*[\[{]\s*[\[{\"]": "JSON",
    rb"(?i)\s*<(!doctype|html|\?xml|table)\b": "HTML or XML",
}


def read_csv(
    path: Path | str, target: int | str = "", header: str = "auto", decimal: str = "auto"
) -> Dataset:
    """The `Dataset` in the CSV file at `path`: X (n, d), y (n,), names, origin; not rescaled.

    path: relative to the working directory (in a notebook: the notebook's), at most 20 MB, in
    UTF-8, UTF-16 or Windows-1252.
    target: the name of the column that becomes y, or its number counted from 1; "": the last one
    of numbers.
    header: "names" where the first row names the columns, "data" where it is a row, "auto" to look;
    a first row of years, or of numbers that count, may be either and is refused by "auto".
    decimal: "point" or "comma", what comes before a fraction, or "auto" to find out; cells such as
    1,250 that may be thousands are refused by "auto" where no other cell decides it.
    The delimiter (comma, semicolon, tab, |, spaces, or what a line `sep=` says) is found by
    looking; rows of LIBSVM are read as well. Thousands may be apart by spaces or apostrophes.
    Titles above the table, lines that begin with #, the names of the rows (pandas' index), columns
    of words and empty columns at the right end are left out. InputError names the place of what
    is no finite number, 12% too. A file that has not changed is read once.
    """
    file, table = read_file(path, header, decimal=decimal)
    return _parted(table, table.target(target, file), file)


def read_keyed(
    path: Path | str, header: str = "auto", decimal: str = "auto"
) -> tuple[Table, Dataset]:
    """(`Table`, `Dataset`) of a file whose first column says in any words which bag each row
    belongs to, the keys of the table, and the second one how it is labelled, the target."""
    file, table = read_file(path, header, 0, decimal)
    return table, _parted(table, table.target(2, file, *LABEL), file)


def read_classes(
    path: Path | str, target: str = "", header: str = "auto", decimal: str = "auto"
) -> Any:
    """The `Table` of a file whose target may hold any words: they are its keys."""
    return read_file(path, header, str(target), decimal)[1]


def read_file(
    path: Path | str, header: str = "auto", worded: int | str | None = None, decimal: str = "auto"
) -> tuple[str, Table]:
    """(name, `Table`) of the CSV file at `path`; `worded` as `read_table` has it."""
    file = _csv_file(path)
    facts = file.stat()
    header = one_of(header, tuple(HEADERS), "header")
    decimal = one_of(decimal, tuple(DECIMALS), "decimal")
    return file.name, _read(file, facts.st_mtime_ns, facts.st_size, header, worded, decimal)


def require_size(name: str, size: int) -> None:
    """Refuse a file of so many bytes that is too large to be read."""
    if size > MOST_BYTES:
        raise InputError(
            f"{shown(name)} must have at most {MOST_BYTES // 10**6} MB, got "
            f"{size / 1e6:.1f} MB; keep fewer rows or columns."
        )


def _parted(table, k, name):
    """The `Dataset` whose target is column `k`."""
    at = table.places.index(k)
    X = locked(np.delete(table.numbers, at, axis=1))
    y = locked(table.numbers[:, at].copy())
    rest = tuple(table.names[i] for i in table.places if i != k)
    return Dataset(X, y, rest, f"{shown(name)}, target {table.names[k]}")


def _csv_file(path: object) -> Path:
    """`path` as a CSV file that is there; devices and directories are refused."""
    if not isinstance(path, (str, Path)) or not str(path).strip():
        raise InputError(
            f"file must name a CSV file, relative to the notebook, got {quoted(path)}; choose "
            "one, or drop it on the picture."
        )
    file = file_at(path)
    if file is None:
        raise InputError(
            "file must name a CSV file, relative to the notebook; there is none at "
            f"{quoted(str(path))}."
        )
    return file


@lru_cache(maxsize=2)
def _read(file, changed, size, header, worded, decimal):
    """`read_table` of a file; `changed` and `size` distinguish its versions."""
    table = read_table(text_of(file), file.name, header, worded, decimal)
    locked(table.numbers)
    return table


def text_of(file: Path) -> str:
    """The text of a file; InputError where it cannot be read, is too large or empty."""
    try:
        require_size(file.name, file.stat().st_size)
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(
            f"{shown(file.name)} must be readable: {error.strerror or error}."
        ) from None
    text = _decoded(raw, file.name)
    if not text.strip():
        raise InputError(f"{shown(file.name)} must hold a table, got an empty file.")
    return text


def _decoded(raw, name):
    """The text of a file; spreadsheets also write UTF-16 and, on Windows, its own code page."""
    for start, kind in _OTHERS.items():
        if re.match(start, raw):
            raise InputError(
                f"{shown(name)} must be a CSV file, got {kind}; open it in a program that reads "
                "that, and save the table as CSV UTF-8."
            )
    marked = raw[:2] in (b"\xff\xfe", b"\xfe\xff") and raw[:4] != b"\xff\xfe\0\0"  # of UTF-32
    place = -1 if marked else raw.find(b"\0")  # no text has it, but UTF-16 without its mark
    if place < 0:
        try:
            return raw.decode("utf-16" if marked else "utf-8-sig")
        except UnicodeDecodeError as error:
            place = error.start
    line = raw[:place].count(b"\n") + 1
    refused = InputError(
        f"{shown(name)}, line {line} must be UTF-8 text, got the byte {raw[place]:#04x}; save the "
        "table as CSV UTF-8."
    )
    if b"\0" in raw:
        raise refused
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        raise refused from None
