"""A user's own file for a picture: the knobs that choose it, where it is stored, and what was
understood of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from lab.data import Dataset, Labelled
from lab.datasets.csv_cells import DECIMALS, HEADERS, number_of
from lab.datasets.csv_file import LABEL, MOST_BYTES, read_classes, read_csv, read_file
from lab.datasets.csv_table import column_of
from lab.spelling import quoted, shown
from solvers import InputError
from widgets import uploads
from widgets.knobs import Knob
from widgets.text import short
from widgets.words import count

#: The option of the knob "data", and its value.
OWN = "csv"
OPTION = (OWN, "my own file")
_WHEN = {"data": (OWN,)}

FILE = Knob(
    "file", "file", "", "File", most=MOST_BYTES, when=_WHEN, primary=True,
    help="A CSV file in the notebook's folder; drop one on the picture, or choose it.",
)  # fmt: skip
TARGET = Knob("target", "text", "", "Target column", when=_WHEN, primary=True,
              help="Its name, or its number from 1; empty: the last column.")  # fmt: skip
HEADER = Knob(
    "header", "choice", "auto", "First row", options=tuple(HEADERS.items()), when=_WHEN,
    primary=True, help="Of the file: say what it is where looking cannot tell, as with years.",
)  # fmt: skip
DECIMAL = Knob(
    "decimal", "choice", "auto", "Decimal mark", options=tuple(DECIMALS.items()), when=_WHEN,
    primary=True, help="Of the file: say it where looking cannot tell, as with 1,250.",
)  # fmt: skip
#: What a scene that reads a table takes, and, with `columns`, one that draws a few of its features.
FILE_KNOBS = (FILE, TARGET, HEADER, DECIMAL)
COLUMNS = Knob(
    "columns", "text", "", "Columns", when=_WHEN, primary=True,
    help="Features by their names or numbers, such as 1, 3; empty: the first.",
)  # fmt: skip
POINT_KNOBS = (FILE, TARGET, COLUMNS, HEADER, DECIMAL)
#: What decides which points a file gives, and, with the set, what is edited in a picture.
NAMES = tuple(knob.name for knob in POINT_KNOBS)
EDITED = ("data", *NAMES)
#: A target with more different words is no class.
_CLASSES = 9


def own_points(settings: Mapping, dimension: int | None, most: int, seed: int = 0) -> Labelled:
    """The `Labelled` points of the file of the knobs, at most `most` of them, drawn by `seed`; y
    counts classes from 0 in the order of their words. Features have mean 0 and variance 1.

    dimension: so many features, those of the knob "columns"; None: all of them.
    """
    name = Path(str(settings["file"])).name
    table = read_classes(*_asked(settings))
    X, words, names = table.numbers, table.keys, tuple(table.names[k] for k in table.places)
    classes = sorted(set(words), key=partial(_as_number, mark=table.mark))
    if not 1 < len(classes) <= _CLASSES:
        offered = _offered(table)
        raise InputError(
            f"target must hold two to {_CLASSES} classes, got "
            f"{count(len(classes), 'different word')} in column {table.names[table.place]} of "
            f"{shown(name)}; take {' or '.join(offered) if offered else 'a column of classes'}."
        )
    retained = _columns(settings["columns"], names, dimension, name)
    rows = np.sort(np.random.default_rng(seed).permutation(len(X))[:most])
    y = np.array([classes.index(words[i]) for i in rows])
    if len(set(y.tolist())) < len(classes):
        raise InputError(
            f"{shown(name)} must have every class among the {most} rows that are drawn, got "
            f"{len(set(y.tolist()))} of {len(classes)}; take another seed, or fewer rows."
        )
    short_names = tuple(names[k] for k in retained)
    units = _units(X[np.ix_(rows, retained)], short_names, name)
    return Labelled(units, y, short_names, tuple(shown(c, _CELL) for c in classes))


def own_halves(settings: Mapping, dimension: int | None, most: int, seed: int = 0) -> Labelled:
    """`own_points` for machines that part two classes: y is -1 and +1."""
    found = own_points(settings, dimension, most, seed)
    if len(found.classes) != 2:
        raise InputError(
            f"target must hold two classes here, got {len(found.classes)} "
            f"({', '.join(found.classes)}); take another column, or leave rows out."
        )
    return Labelled(found.X, 2.0 * found.y - 1.0, found.features, found.classes)


def own_measures(settings: Mapping, dimension: int) -> tuple[np.ndarray, np.ndarray]:
    """X (n, dimension), t (n,) of the file of the knobs: centred columns of length 1."""
    full = own_table(settings)
    name = Path(str(settings["file"])).name
    retained = _columns(settings["columns"], full.names, dimension, name)
    X = _units(full.X[:, retained], tuple(full.names[k] for k in retained), name) / np.sqrt(
        len(full.y)
    )
    t = _units(full.y[:, None], ("the target",), name)[:, 0] / np.sqrt(len(full.y))
    return X, t


def own_names(settings: Mapping, dimension: int) -> tuple[str, ...]:
    """The names of the features that `own_measures` takes of the file of the knobs."""
    full, name = own_table(settings), Path(str(settings["file"])).name
    retained = _columns(settings["columns"], full.names, dimension, name)
    return tuple(shown(full.names[k], _CELL) for k in retained)


def own_table(settings: Mapping) -> Dataset:
    """The `Dataset` of the file of the knobs."""
    return read_csv(*_asked(settings))


def _asked(settings):
    """What the knobs say of the file, as `read_csv` takes it."""
    return tuple(settings[k] for k in ("file", "target", "header", "decimal"))


def _offered(table):
    """The names of the columns of words that may be classes, of those that are left out."""
    return [table.names[k] for k, count in table.words.items() if 1 < count <= _CLASSES]


def _columns(words, names, dimension, name):
    """The places of the features that the knob "columns" names, as many as are drawn."""
    wanted = [w for w in words.split(",") if w.strip()]
    wide = dimension or len(wanted) or len(names)
    if len(names) < wide:
        raise InputError(
            f"{shown(name)} must have at least {wide} columns besides the target, got "
            f"{len(names)}; draw fewer features, or take another file."
        )
    if not wanted:
        return list(range(wide))
    retained = list(dict.fromkeys(column_of(w, names, name, "columns") for w in wanted))
    if len(retained) != wide:
        raise InputError(
            f"columns must name {wide} different features, got {quoted(words)}; leave it empty for "
            "the first ones."
        )
    return retained


def _units(X, names, name):
    """X with columns of mean 0 and variance 1; InputError for one that does not vary."""
    X = X / np.maximum(np.abs(X).max(axis=0), 1e-300)  # squares then do not overflow
    spread = X.std(axis=0)
    flat = np.flatnonzero(spread <= 1e-12)
    if flat.size:
        raise InputError(
            f"{shown(name)} must vary in {names[flat[0]]}, which is the same in all rows; take "
            "another column."
        )
    return (X - X.mean(axis=0)) / spread


def _as_number(word, mark):
    """Numbers in their order, before other words."""
    number = number_of(word, mark)
    return (1, 0, word) if number is None else (0, number, word)


_HINT = "Drop a CSV file on the picture, or choose one; it is copied to the notebook's folder."
#: What a preview shows of a table.
_ROWS, _COLUMNS, _CELL = 5, 8, 24
_SOURCES = {
    "names": "names of the columns", "comment": "numbers, with names in the comment above",
    "data": "numbers; columns are called x1, x2, ...",
}  # fmt: skip


def store_upload(settings: Mapping, name: str, data: bytes) -> dict:
    """Keep a file in the notebook's folder; the knobs to turn, of those in `settings`."""
    name = uploads.store_file(Path.cwd(), name, data)
    turned = {"data": OWN, "file": name, "target": "", "columns": "", "header": "auto"}
    turned["decimal"] = "auto"
    return {knob: value for knob, value in turned.items() if knob in settings}


def preview_points(settings: Mapping) -> dict:
    """`preview` of a file whose target may hold words."""
    return preview(settings, settings["target"], offers=True)


def preview(
    settings: Mapping, worded: str | None = None, *, bags: bool = False, offers: bool = False
) -> dict:
    """{"file": what was understood of the file of the knobs}, as the control of the knob shows it;
    {} where they name no file of the reader's own.

    worded: the column that may hold words, as `read_table` has it. bags: whether the first column
    names bags and the second labels them. offers: whether a column of words may be the target.
    """
    if settings["data"] != OWN:
        return {}
    if not settings["file"].strip():
        return {"file": {"hint": _HINT}}
    try:
        column = 0 if bags else worded
        name, table = read_file(settings["file"], settings["header"], column, settings["decimal"])
        if bags:
            at = table.target(2, name, *LABEL)
        elif worded is not None:
            at = table.place
        else:
            at = table.target(settings["target"], name)
    except InputError as error:
        return {"file": {"error": str(error)}}
    return {"file": _described(table, at, _offered(table) if offers else [])}


def _described(table, target, offered):
    n, d = len(table.numbers), len(table.names)
    facts = [
        ("rows", short(n)), ("columns", short(d)), ("first row", _SOURCES[table.header]),
        ("target", f"{table.names[target]} (column {target + 1})"),
        ("separated by", table.separated),
        ("left out", ", ".join(table.left_out) or "nothing"),
    ]  # fmt: skip
    if offered:
        facts.insert(4, ("other targets", ", ".join(offered)))
    seen = [k for k in range(d) if k not in table.words][:_COLUMNS]
    if target not in seen:
        seen[-1] = target
    few = min(n, _ROWS)
    more = f"The first {few} of {short(n)} rows"
    if len(seen) < d:
        more += f", {len(seen)} of {short(d)} columns"
    return {
        "facts": facts,
        "head": [table.names[k] for k in seen],
        "target": seen.index(target),
        "rows": [[_cell(table, i, k) for k in seen] for i in range(few)],
        "more": more,
    }


def _cell(table, i, k):
    if k == table.place:
        return shown(table.keys[i], _CELL)
    return short(float(table.numbers[i, table.places.index(k)]), 6)
