"""A program of one's own in a knob: a file by its path, or a small one as text, so that links and
copied lines carry it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from lab.programs.named import NamedProgram
from lab.programs.reading import program
from lab.programs.text import MOST_BYTES, SUFFIXES, program_file
from solvers import InputError
from solvers.checks import is_sparse, short
from widgets import Knob, uploads
from widgets.text import short as rounded

#: So many numbers a program that travels as text may hold.
_MOST = 20_000
_FIELDS = ("c", "A", "b", "Q", "A_eq", "b_eq", "lower", "upper")
_WORDS = ("sense", "constant", "objective_name", "column_names", "row_names", "title", "notes")
_PLACES = ("places", "equal_places")
_HINT = (
    "Drop a file in MPS, QPS, LP or CSV format on the picture, or choose one; it is copied to the "
    "notebook's folder."
)
#: What a preview shows of a program, and of a row.
_ROWS, _TERMS = 6, 4


def program_knob(help: str) -> Knob:
    """The knob "program", under that help."""
    return Knob("program", "file", "", "Own program", most=MOST_BYTES,
                suffixes=(*SUFFIXES, ".gz"), words=words_of, help=help)  # fmt: skip


def words_of(value: Any) -> str:
    """What the knob holds of a `Program`, of a model of CVXPY or of a `Path`."""
    if isinstance(value, Path):
        return str(value)
    found = program(value)
    given = {name: _listed(getattr(found, name), name) for name in _FIELDS}
    given = {name: part for name, part in given.items() if part is not None}
    count = sum(_count(part) for part in given.values())
    if count > _MOST:
        raise InputError(
            f"program must hold at most {_MOST:,} numbers to travel in a knob, got {count:,}; save "
            'it, program.save("mine.mps"), and give the path.'
        )
    given |= {name: getattr(found, name) for name in _WORDS}
    given |= {name: getattr(found, name).tolist() for name in _PLACES}
    return json.dumps(given, separators=(",", ":"))


def _listed(value, name):
    """An array as lists, a sparse one as its entries; None where it says nothing."""
    if value is None or not np.prod(value.shape):
        return None
    if name in ("lower", "upper") and np.isinf(value).all():
        return None
    if is_sparse(value):
        entries = value.tocoo()
        parts = (entries.row, entries.col, entries.data)
        return {"shape": list(value.shape), "entries": [p.tolist() for p in parts]}
    # JSON has no infinity: None means no bound.
    return np.where(np.isinf(value), np.array(None), value).tolist()


def _count(part):
    if isinstance(part, dict):
        return sum(map(len, part["entries"]))
    return sum(map(_count, part)) if isinstance(part, list) else 1


@lru_cache(maxsize=8)
def _parsed(text):
    """The program of what `words_of` wrote."""
    try:
        given = json.loads(text)
        known = {n: _numbers(given[n], n) for n in _FIELDS if n in given}
        more = {n: given[n] for n in (*_WORDS, *_PLACES) if n in given}
        more |= {n: tuple(more[n]) for n in ("column_names", "row_names", "notes") if n in more}
        if "c" in known:
            return NamedProgram(**known, **more)
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        if isinstance(error, InputError):
            raise
    raise InputError(
        "program must be a path, a Program, a cvxpy.Problem or what a dashboard wrote of one, got "
        f"{short(text)}; pass it the problem, or the path of a file."
    )


def program_of(text: str) -> NamedProgram:
    """The program that the knob holds; `InputError` in one sentence where it does not hold one."""
    if text.strip() and not text.lstrip().startswith("{"):  # what `words_of` wrote is JSON
        return program(program_file(text.strip(), "program"))
    return _parsed(text)


def _numbers(value, name):
    """A list as an array, in which null means no bound."""
    if isinstance(value, dict):
        from scipy.sparse import csr_array

        row, column, data = value["entries"]
        return csr_array((data, (row, column)), shape=tuple(value["shape"]), dtype=float)
    none = {"lower": -np.inf, "upper": np.inf, "b": np.inf}.get(name)
    return np.array([none if v is None else v for v in value], dtype=np.float64)


def stored(settings: Mapping, name: str, data: bytes) -> dict:
    """Store a file in the notebook's folder; the knobs to turn, of those in `settings`."""
    file = uploads.store_file(Path.cwd(), name, data, (*SUFFIXES, ".gz"))
    turned = {"program": file, "points": ""}
    return {knob: value for knob, value in turned.items() if knob in settings}


def preview(settings: Mapping) -> dict:
    """{"program": what was understood of the program of the knob}, as its control shows it."""
    text = settings["program"]
    if not text.strip():
        return {"program": {"hint": _HINT}}
    try:
        found = program_of(text)
    except InputError as error:
        return {"program": {"error": str(error)}}
    rows, low, high = found.stated_rows()
    body = [
        [found.row_names[i], _sum(rows[[i]], found.column_names), _side(low[i]), _side(high[i])]
        for i in range(min(_ROWS, len(found.row_names)))
    ]
    return {
        "program": {
            "facts": found.facts(), "head": ["row", "sum", "low", "high"], "target": -1,
            "rows": body,
            "more": f"The first {len(body)} of {rounded(len(found.row_names))} rows",
        }
    }  # fmt: skip


def _sum(row, names):
    """ "2 x + 3 y + ..." of one row."""
    entries = row.tocoo()
    pairs = list(zip(entries.col, entries.data, strict=True))
    words = " + ".join(f"{rounded(float(v), 4)} {names[j]}" for j, v in pairs[:_TERMS])
    return words + (" + ..." if len(pairs) > _TERMS else "")


def _side(value):
    return rounded(float(value), 6) if np.isfinite(value) else ""
