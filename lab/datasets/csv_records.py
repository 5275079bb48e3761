"""The text of a CSV file as records of cells: what separates the columns is found, and what is no
row of the table is left out.

Excel's first line `sep=;`, lines that begin with # and runs of spaces between columns are read as
they are meant. What is left out stays an empty line, so that messages count as an editor does.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from lab.datasets.csv_cells import are_names, is_number
from lab.drawing.text import counted
from lab.spelling import shown
from solvers import InputError

#: What may separate columns; at equal evidence the first.
DELIMITERS = {";": "semicolons", "\t": "tabs", "|": "bars", ",": "commas", " ": "spaces"}
#: Records that are looked at to find the delimiter.
_SAMPLE = 100
#: The name above pandas' index, once it was written, read and written again.
_UNNAMED = re.compile(r"\s*(Unnamed: \d+)?\s*")
_SEP = re.compile(r'\s*"?sep=(?P<mark>[;\t|, ])"?\s*', re.IGNORECASE)
#: A line that is no row; behind a tab a # may be the name of a column.
_COMMENT = re.compile(r" *(#|\s+#[^\t]*$)")
#: An error of a spreadsheet in the first cell, such as #N/A, #NV and #DIV/0!: no comment.
_ERROR = re.compile(r"\s*#(N/[A-Z]|NV|¡?([^\Wa-z]|/)+[!?])\s*[;\t|,]")
#: Between columns; others, which do not break a line, are within a cell.
_SPACES = re.compile(r"[ \t]+")
#: A quoted cell, which may end in a later line.
_QUOTED = re.compile(r'(?:^|[;\t|,]) *"(?:[^"]|"")*("|$)')


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a text: those that are no rows are empty.

    declared: the delimiter that `sep=` says, or None; comment: the one just above the table,
    without its #; left_out: in words.
    """

    lines: tuple[str, ...]
    declared: str | None
    comment: str
    left_out: tuple[str, ...]


def lines_of(text: str) -> Lines:
    """The `Lines` of a text."""
    before = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines, declared, comment, begun, quoted = [*before], None, "", False, False
    separator = _SEP.fullmatch(lines[0])
    if separator:
        declared, lines[0] = separator["mark"], ""
    for i, line in enumerate(lines):
        if _COMMENT.match(line) and not quoted and not _ERROR.match(line):
            comment = comment if begun else line.lstrip().lstrip("#").strip()
            lines[i] = ""
        elif '"' in line:
            quoted = _leaves_open(line, quoted)
        begun = begun or bool(lines[i].strip())
    while before and not before[-1]:
        before.pop()
    gone = sum(bool(b.strip()) and not a.strip() for a, b in zip(lines, before, strict=False))
    words = ("the line sep=",) if declared else ()
    for count, noun in (
        (gone - (declared is not None), "comment"),
        (sum(not b.strip() for b in before), "blank line"),
    ):
        words += (counted(count, noun),) if count else ()
    return Lines(tuple(lines), declared, comment, words)


def _leaves_open(line, quoted):
    """Whether a quoted cell goes on behind the line; quoted: whether one goes on in it."""
    ends = _QUOTED.findall(f'"{line}' if quoted else line)
    return bool(ends) and not ends[-1]


def records_of(found: Lines, name: str) -> tuple[list[tuple], str]:
    """([(line, cells)] without blank records, the delimiter) of `Lines`; `name` is the file's."""
    delimiter = found.declared or _delimiter("\n".join(found.lines))
    if delimiter is None:
        raise InputError(
            f"{shown(name)} must hold at least two columns separated by commas, semicolons, tabs, "
            "| or spaces, got one."
        )
    lines = found.lines
    if delimiter == " ":
        lines = [_SPACES.sub(" ", line).strip() for line in lines]
    return _records("\n".join(lines), name, delimiter), delimiter


def width_of(records: list[tuple[int, list]]) -> int:
    """The width that most records have."""
    return Counter(len(cells) for _, cells in records).most_common(1)[0][0]


def of_one_width(
    records: list[tuple[int, list]], name: str, delimiter: str
) -> list[tuple[int, list]]:
    """The records, which must be as wide as most of them are."""
    width = width_of(records)
    usual = next(line for line, cells in records if len(cells) == width)
    for line, cells in records:
        if len(cells) != width:
            raise InputError(
                f"{shown(name)}, line {line} must have {width} columns separated by "
                f"{DELIMITERS[delimiter]} as line {usual} has, got {len(cells)}."
            )
    return records


def trimmed(records: list[tuple[int, list]]) -> tuple[list[tuple], int]:
    """The records without the columns at the right end that hold nothing, and how many these are;
    two stay."""
    width = len(records[0][1])
    filled = (k for _, cells in records for k, cell in enumerate(cells) if cell.strip())
    last = max(filled, default=0)
    retained = max(last + 1, min(width, 2))
    return [(line, cells[:retained]) for line, cells in records], width - retained


def without_titles(records: list[tuple[int, list]]) -> tuple[list[tuple], list]:
    """(the records below the titles, the titles): lines above the table with fewer cells than it.

    A title is one cell of words above wider rows; where it holds the delimiter, or a spreadsheet
    filled its line with empty cells, the names of the columns are below it.
    """
    width, count = width_of(records), 0
    while len(records) > count + 2 and _is_title(records[count][1], records[count + 1][1], width):
        count += 1
    titles = [shown(" ".join(filter(None, cells))) for _, cells in records[:count]]
    return records[count:], titles


def without_row_names(
    records: list[tuple[int, list]], wanted: bool = True
) -> tuple[list[tuple], bool]:
    """(records without the names of the rows, whether there were any).

    pandas writes an index below an empty name, R's write.table the names of the rows without any
    name above them.
    """
    first, body = records[0][1], records[1:]
    width = width_of(records)
    if len(first) == width - 1 and body and not any(map(is_number, first)):
        whole = all(len(cells) == width for _, cells in body)
        named = whole and any(cells[-1].strip() for _, cells in body)
        if whole:  # else each row, but not the names, ends in a delimiter
            first = ["", *first] if named else [*first, ""]
            records = [(records[0][0], first), *body]
    else:
        unnamed = _UNNAMED.fullmatch(first[0]) and are_names(first[1:])
        named = bool(unnamed) and _are_row_names([cells[0].strip() for _, cells in body])
    if not (named and wanted):
        return records, False
    return [(line, cells[1:]) for line, cells in records], True


def _are_row_names(cells):
    """Whether the cells of a column without a name count or name the rows: each once."""
    distinct = len(set(cells)) == len(cells) > 1 and "" not in cells
    return distinct and (all(map(str.isdecimal, cells)) or not any(map(is_number, cells)))


def _is_title(cells, below, width):
    filled = [cell for cell in cells if cell.strip()]
    if not cells[0].strip() or is_number(cells[0]):
        return False
    if len(cells) == 1:
        return width > 1
    names_below = len(below) == width and all(c.strip() and not is_number(c) for c in below)
    return names_below and (len(cells) != width or (len(filled) == 1 and width > 2))


def _records(text, name, delimiter):
    """[(line, cells)] without blank lines."""
    records, line = [], 1
    source = io.StringIO(text, newline="")
    reader = csv.reader(source, delimiter=delimiter, strict=True, skipinitialspace=True)
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
    return records


def _delimiter(text):
    """What separates the columns: it gives most of the first records one width above 1, and most
    of their cells numbers, but for the first, which may hold names."""
    best, most = None, 0.0
    for delimiter in DELIMITERS:
        rows = _sample(text, delimiter)
        width, count = Counter(map(len, rows)).most_common(1)[0] if rows else (1, 0)
        numbers = [is_number(cell) for row in rows[len(rows) > 1 :] for cell in row]
        evidence = count * (0.1 + sum(numbers) / max(len(numbers), 1)) / max(len(rows), 1)
        if width > 1 and evidence > most:
            best, most = delimiter, evidence
    return best


def _sample(text, delimiter):
    """The first rows; one that cannot be read counts as two cells, to be refused later."""
    lines = filter(str.strip, text.split("\n")) if delimiter == " " else ()
    collapsed = (_SPACES.sub(" ", line).strip() for line in lines)
    source = collapsed if delimiter == " " else io.StringIO(text, newline="")
    taken: list = []
    try:
        reader = csv.reader(source, delimiter=delimiter, skipinitialspace=True)
        taken.extend(islice(filter(any, reader), _SAMPLE))
    except csv.Error:
        taken.append(["", ""])
    return taken
