"""A program in a CSV file: the objective, then one constraint a row."""

from __future__ import annotations

import numpy as np

from lab.datasets.csv_table import is_number, read_table, shown
from lab.programs.named import NamedProgram
from solvers import InputError


def program_of_table(text, name):
    """The `NamedProgram` of the text of a CSV file `name`: c_1, ..., c_n in the first row, under
    the names of the columns where these stand above it; then a_1, ..., a_n, b for a'x <= b."""
    lines = text.split("\n")
    places = [k for k, line in enumerate(lines) if _says(line)]
    if places and lines[places[0]].lower().startswith("sep="):
        del places[0]
    heads = places[: 1 + _is_header(lines, places)]
    if len(places) < len(heads) + 1:
        raise InputError(
            f"{shown(name)} must hold the n numbers of the objective, then rows of n + 1, got "
            f"{len(places)} lines."
        )
    body = ["" if k in heads else line for k, line in enumerate(lines)]
    # The reader asks for two rows; one is enough here, so that the last stands twice.
    table = read_table("\n".join([*body, lines[places[-1]]]), name, "data")
    numbers = table.numbers[:-1]
    n = numbers.shape[1] - 1
    c = _objective(lines[heads[-1]], table.delimiter, table.mark, name)
    if len(c) != n:
        raise InputError(
            f"{shown(name)} must hold the n numbers of the objective, then rows of n + 1, got "
            f"{len(c)} and rows of {n + 1}."
        )
    names = _cells(lines[heads[0]], table.delimiter) if len(heads) > 1 else []
    named = len(names) >= n and all(names[:n])
    return NamedProgram(
        c, numbers[:, :-1], numbers[:, -1], title=name,
        column_names=tuple(shown(word) for word in names[:n]) if named else (),
    )  # fmt: skip


def _says(line):
    return bool(line.strip(" \t,;|")) and not line.lstrip().startswith("#")


def _is_header(lines, places):
    """Whether the first line names the columns: most of its cells are words."""
    if not places:
        return False
    line = lines[places[0]]
    cells = next((line.split(mark) for mark in ";\t|," if mark in line), line.split())
    return 2 * sum(is_number(cell) for cell in cells) < len(cells)


def _cells(line, delimiter):
    cells = line.split() if delimiter == " " else [cell.strip() for cell in line.split(delimiter)]
    while cells and not cells[-1]:
        cells.pop()
    return [cell.strip('"') for cell in cells]


def _objective(line, delimiter, mark, name):
    cells = _cells(line, delimiter)
    wrong = [cell for cell in cells if not is_number(cell)]
    if wrong:
        raise InputError(
            f"{shown(name)} must hold numbers only, got {wrong[0]!r}; the first row is the "
            "objective, every other one a constraint a_1, ..., a_n, b."
        )
    return np.array([float(cell.replace(",", ".")) for cell in cells])
