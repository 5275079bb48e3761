"""A linear program as a table: its objective, then one constraint a row.

Any form of CSV that `read_csv` takes is taken here. A spreadsheet saves a rectangle, so the
objective, which is one number shorter, may end in an empty cell.
"""

from lab.datasets.csv_cells import DECIMALS, as_numbers, is_number
from lab.datasets.csv_records import (
    lines_of,
    records_of,
    trimmed,
    without_row_names,
    without_titles,
)
from lab.spelling import shown
from solvers import InputError, Program
from solvers.checks import one_of


def program_in(text: str, name: str, decimal: str = "auto") -> Program:
    """The `Program` min c'x subject to Ax <= b in the text of a CSV file: c_1, ..., c_n in the
    first row of numbers, a_1, ..., a_n, b in every other one; names above them are left out, and
    with these pandas' index.

    name: the file's. decimal: as `read_csv` has it.
    """
    decimal = one_of(decimal, tuple(DECIMALS), "decimal")
    records, delimiter = records_of(lines_of(text), name)
    records = _filled(without_titles(records)[0])
    if not any(map(is_number, records[0][1])):
        records = without_row_names(records)[0][1:]
    records = _rectangle(records, name)
    width = len(records[0][1])
    names = (*(f"x{k}" for k in range(1, width)), "b")
    line, objective = records[0]
    filled = [(line, [*objective[:-1], "0"]), *records[1:]]
    numbers, *_ = as_numbers(filled, tuple(range(width)), names, name, delimiter, decimal)
    return Program(numbers[0, :-1], numbers[1:, :-1], numbers[1:, -1])


def _rectangle(records, name):
    """The records of numbers, all of n + 1 cells; the objective's last one is empty."""
    records = trimmed(records)[0] if records else []
    filled = ([k for k, cell in enumerate(cells, 1) if cell.strip()] for _, cells in records)
    lengths = [max(places, default=0) for places in filled]
    wide = lengths[0] + 1 if lengths else 0
    wrong = [(line, n) for (line, _), n in zip(records[1:], lengths[1:], strict=True) if n != wide]
    if len(records) < 2 or wrong:
        got = f"{wrong[0][1]} in line {wrong[0][0]}" if wrong else "no constraint"
        raise InputError(
            f"{shown(name)} must hold the n numbers of the objective, then rows of n + 1: "
            f"a_1, ..., a_n, b; with n = {wide - 1 if wide else 0}, got {got}."
        )
    return [(line, cells[:wide]) for line, cells in records]


def _filled(records):
    """The records with empty cells at the end of the shorter ones."""
    width = max(len(cells) for _, cells in records)
    return [(line, [*cells, *[""] * (width - len(cells))]) for line, cells in records]
