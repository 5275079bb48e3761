"""The cells of a CSV file as numbers: which mark is before a fraction, and which between thousands;
and whether the first row names the columns.

1,250 may be 1250 or 1.25. Any other cell may decide it (0,5 and 1.250,5 have a decimal comma, 0.5
and 1,250,000 a decimal point), and so may the file: where commas separate columns, a fraction has a
point. Where none does, the user is asked.
"""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from itertools import pairwise

import numpy as np

from lab.spelling import quoted, shown
from solvers import InputError

#: What comes before a fraction: found in the file, or given by the user.
DECIMALS = {"auto": "found by looking", "point": "a point, 1.5", "comma": "a comma, 1,5"}
_MARKS = {"point": ".", "comma": ","}
_OTHER = {".": ",", ",": "."}
_EXPONENT = r"([eE][+-]?\d+)?\s*"
#: By their decimal mark: numbers without marks between thousands, and those with, which have no
#: exponent: 1,250e+03 is 1250.
_PLAIN = {
    mark: re.compile(rf"\s*[+-]?(\d+(\{mark}\d*)?|\{mark}\d+){_EXPONENT}", re.ASCII)
    for mark in ".,"
}
_GROUPED = {
    mark: re.compile(rf"\s*[+-]?[1-9]\d{{0,2}}(\{other}\d{{3}})+(\{mark}\d*)?\s*", re.ASCII)
    for mark, other in _OTHER.items()
}
#: By its mark: what may be thousands or a fraction.
_EITHER = {mark: re.compile(rf"\s*[+-]?[1-9]\d{{0,2}}\{mark}\d{{3}}\s*", re.ASCII) for mark in ".,"}
#: Between thousands, and never before a fraction: spaces, of all widths, and apostrophes.
_APART = re.compile(
    r"[+-]?[1-9]\d{0,2}([ \u00a0\u2007\u2009\u202f'\u2019])\d{3}(\1\d{3})*([.,]\d*)?", re.ASCII
)
#: What is written next to a number that is then none: a currency, a share, brackets for a minus.
_NEXT_TO = re.compile(r"[\s$\u00a3\u00a5\u20ac%\u2030()]+")
#: What Excel, pandas, R and Weka write where there is no value, in capitals.
_MISSING = frozenset(("NA", "N/A", "#N/A", "<NA>", "NAN", "NULL", "NAT", "?"))
_DIGITS = {mark: frozenset(f"0123456789+-eE \t\r\n{mark}") for mark in ".,"}


def is_number(cell: str) -> bool:
    """Whether the words are a number, with a decimal point or a decimal comma."""
    cell = _bare(cell)
    return any(p.fullmatch(cell) for forms in (_PLAIN, _GROUPED) for p in forms.values())


def is_nearly_number(cell: str) -> bool:
    """Whether the words are a number, or would be one without what is written next to it: 12%."""
    return is_number(cell) or is_number(_NEXT_TO.sub("", cell))


def _bare(cell):
    """A cell with the minus of a keyboard, without the marks between thousands of `_APART`."""
    cell = cell.strip().replace("\u2212", "-")
    apart = _APART.fullmatch(cell)
    return cell.replace(apart[1], "") if apart else cell


def is_missing(cell: str) -> bool:
    """Whether the words stand for a value that is not there."""
    return cell.strip().upper() in _MISSING


def number_of(word: str, mark: str) -> Decimal | None:
    """The number, to all of its digits, that a word with that decimal mark is; else None."""
    digits = _digits(word, mark)
    try:
        return None if digits is None else Decimal(digits)
    except InvalidOperation:  # of an exponent without end
        return None


def one_spelling(words: Sequence[str], mark: str) -> tuple[str, ...]:
    """The words; what is one number, as 1, +1 and 1.0 are, in one spelling."""
    spelt: dict[object, str] = {}
    known = {}
    for word in dict.fromkeys(words):
        number = number_of(word, mark)
        same = word if number is None else number
        known[word] = spelt.setdefault(same, _short(word, number))
    return tuple(known[word] for word in words)


def _short(word, number):
    """A number that is written with a fraction or an exponent without zeros that say nothing."""
    if number is None or re.fullmatch(r"[+-]?\d+", word):
        return word
    text = f"{float(number):.15g}"
    return text if Decimal(text) == number else word


def as_numbers(
    records: list[tuple[int, list]],
    columns: tuple[int, ...],
    names: tuple[str, ...],
    name: str,
    delimiter: str,
    decimal: str = "auto",
) -> tuple[np.ndarray, str, bool]:
    """(the cells of the `columns` (n, len(columns)), the decimal mark, whether thousands are
    marked); InputError names the first cell that is no finite number.

    records: [(line, cells)], cells in the order of `names`; name: the file's. delimiter: between
    columns. decimal: "point", "comma", or "auto" to look.
    """
    mark = _MARKS.get(decimal) or _decimal_mark(records, columns, names, name, delimiter)
    table, grouped = np.empty((len(records), len(columns))), False
    for i, (line, cells) in enumerate(records):
        held = [cells[k] for k in columns]
        try:
            if not _DIGITS[mark].issuperset("".join(held)):  # `float` knows 1_0, inf and nan, too
                raise ValueError
            table[i] = [float(cell.replace(",", ".")) for cell in held]
        except ValueError:
            table[i] = [_number(line, k, cells[k], names, name, mark) for k in columns]
            grouped = grouped or any(_OTHER[mark] in cell for cell in held)
    for i, j in np.argwhere(np.isinf(table))[:1]:
        line, cells = records[i]
        raise InputError(_refusal(name, line, columns[j], names, cells[columns[j]]))
    return table, mark, grouped


def _number(line, k, cell, names, name, mark):
    digits = _digits(cell, mark)
    if digits is None:
        raise InputError(_refusal(name, line, k, names, cell, mark))
    return float(digits)


def _digits(cell, mark):
    """A number with a decimal point and without marks between thousands; None for other words."""
    cell = _bare(cell)
    if _GROUPED[mark].fullmatch(cell):
        cell = cell.replace(_OTHER[mark], "")
    return cell.replace(",", ".").strip() if _PLAIN[mark].fullmatch(cell) else None


def _decimal_mark(records, columns, names, name, delimiter):
    """What the first number that decides it has before its fraction."""
    doubtful = None
    for line, cells in records:
        for k in columns:
            if "." not in cells[k] and "," not in cells[k]:
                continue
            cell = _bare(cells[k])
            either = next((m for m, p in _EITHER.items() if p.fullmatch(cell)), None)
            if either:
                doubtful = doubtful or (line, k, cells[k], either)
                continue
            for mark in ".,":
                fraction = mark in cell and _PLAIN[mark].fullmatch(cell)
                if fraction or _GROUPED[mark].fullmatch(cell):
                    return mark
    # A point is a decimal mark everywhere but where a semicolon says that a comma may be one.
    if doubtful is None or delimiter == "," or (doubtful[3] == "." and delimiter != ";"):
        return "."
    raise InputError(_doubt(name, names, *doubtful[:3]))


def _doubt(name, names, line, k, cell):
    digits = re.sub("[.,]", "", cell.strip())
    return (
        f"{shown(name)}, line {line}, column {k + 1} ({names[k]}) must be known as thousands or as "
        f"a fraction, got {quoted(cell.strip())}, which may be {int(digits)} or "
        f'{int(digits) / 1000:g}; say decimal="point" or decimal="comma".'
    )


def _refusal(name, line, k, names, cell, mark="."):
    cell = cell.strip()
    got = quoted(cell) if cell else "an empty cell"
    rule = "must be a finite number"
    if mark == ",":
        rule += " with a decimal comma, as in the cells before it"
    return (
        f"{shown(name)}, line {line}, column {k + 1} ({names[k]}) {rule}, got {got}; "
        "correct the cell, or drop its row or column."
    )


#: What the first row is: found by looking, or said by the reader.
HEADERS = {"auto": "found by looking", "names": "names of the columns", "data": "numbers"}
_YEARS = range(1500, 2101)


def has_header(
    first: list[str], second: Sequence, header: str, name: str, line: int, place: int | None = None
) -> bool:
    """Whether the first row's cells name the columns; InputError where that cannot be decided.

    Only the columns count whose second row has a number, and never that at `place`, which may hold
    words.
    """
    if header != "auto":
        return header == "names"
    others = [k for k in range(len(first)) if k != place]
    telling = [k for k in others if k < len(second) and is_number(second[k])] or others
    cells, below = [first[k] for k in telling], [second[k] for k in telling if k < len(second)]
    numbers = [cell for cell in cells if is_number(cell)]
    if 2 * len(numbers) < len(cells):
        return True
    if not (_names_perhaps(numbers, below) or _numbered_by_pandas(first, below)):
        return False
    if len(numbers) < len(cells):
        return True  # words next to years are not data
    text = ", ".join(shown(cell) for cell in first[:4]) + (", ..." if len(first) > 4 else "")
    raise InputError(
        f"{shown(name)}, line {line} must be known as names of the columns or as numbers, got "
        f'{text}, which may be either; say header="names" or header="data".'
    )


def are_names(cells: list[str]) -> bool:
    """Whether the cells next to an empty one name columns: words, years, or 0, 1, 2 as pandas
    counts."""
    if not all(map(is_number, cells)):
        return True
    return [cell.strip() for cell in cells] == [str(k) for k in range(len(cells))] or _years(cells)


def names_of(cells: Sequence, width: int) -> tuple[str, ...]:
    """A name per column, in one line and not too long, each once: "x3" for a column without, and
    "size (column 2)" where several are called size."""
    words = [shown(cell) for cell in cells] or [""] * width
    names = [word or f"x{k + 1}" for k, word in enumerate(words)]
    often = Counter(names)
    return tuple(
        f"{word} (column {k + 1})" if often[word] > 1 else word for k, word in enumerate(names)
    )


def from_comment(comment: str, delimiter: str, width: int) -> Sequence:
    """The column names in the comment above a table, as numpy writes them; () if it has none."""
    cells = comment.split(None if delimiter == " " else delimiter)
    return cells if len(cells) == width > sum(map(is_number, cells)) * 2 else ()


def _numbered_by_pandas(first, below):
    """Whether a first row counts the columns from 0, and has fractions below it."""
    counts = [cell.strip() for cell in first] == [str(k) for k in range(len(first))]
    return counts and not all(cell.strip().isdecimal() for cell in below)


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
