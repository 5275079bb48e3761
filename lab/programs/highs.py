"""Arrays of a file, by the reader of HiGHS; what else it says of it is not passed over."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import highspy
import numpy as np
from scipy.sparse import csc_array, csr_array, diags_array, tril

from lab.spelling import shown
from solvers import InputError

#: What HiGHS takes for too small or too large by itself; what it would lose is refused before.
_LIMITS = {"small_matrix_value": 1e-12, "large_matrix_value": 1e300, "infinite_cost": 1e300}
_PLACE = re.compile(r"-->.*?:(\d+):\d+\s*$", re.MULTILINE)
_HELP = re.compile(r"= help: (.*)")
_WHOLE = {highspy.HighsVarType.kInteger, highspy.HighsVarType.kSemiInteger}
_SEMI = {highspy.HighsVarType.kSemiContinuous, highspy.HighsVarType.kSemiInteger}


@dataclass(frozen=True, slots=True, eq=False)
class Arrays:
    """Minimise or maximise c'x + 1/2 x'Qx + constant over x (n,) with low <= rows x <= high and
    lower <= x <= upper.

    rows (r, n) and Q (n, n), or None, are sparse. whole, semi (n,): which variables are integer or
    semicontinuous.
    """

    c: np.ndarray
    Q: csc_array | None
    constant: float
    sense: str
    rows: csr_array
    low: np.ndarray
    high: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    whole: np.ndarray
    semi: np.ndarray


def read(text: str, suffix: str, name: str) -> Arrays:
    """The `Arrays` of the text of a file `name`, in the format of `suffix`; InputError for what
    HiGHS cannot read, or reads with a warning."""
    _introduced()
    highs, messages = highspy.Highs(), []
    highs.setOptionValue("log_to_console", False)
    for option, value in _LIMITS.items():
        highs.setOptionValue(option, value)
    highs.cbLogging.subscribe(lambda event: messages.append(event.message))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"program.{suffix}"
        file.write_text(text, encoding="utf-8")
        status = highs.readModel(str(file))
    if status != highspy.HighsStatus.kOk:
        raise InputError(_sentence(messages, name))
    return _arrays(highs.getLp(), highs.getModel().hessian_)


@cache
def _introduced():
    """Have the first solver of a process print its licence unread: it does so before it can be
    asked not to, into what a command's reader takes for our answer."""
    sys.stdout.flush()
    with contextlib.ExitStack() as ends, contextlib.suppress(OSError):  # there may be no output
        standard = os.dup(1)
        ends.callback(os.close, standard)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        ends.callback(os.close, nowhere)
        os.dup2(nowhere, 1)
        ends.callback(os.dup2, standard, 1)
        highspy.Highs()


def _sentence(messages, name):
    """The first error or warning in one sentence, with its line and the way out."""
    first = next((m for m in messages if m.startswith(("ERROR", "WARNING"))), "ERROR: not readable")
    what = first.partition(":")[2].strip().partition("\n")[0].rstrip(".")
    place, way = _PLACE.search(first), _HELP.search(first)
    where = f", line {place[1]}" if place else ""
    end = f"; {way[1].rstrip('.')}" if way else ""
    can = "reads without a warning" if first.startswith("WARNING") else "can read"
    return f"{shown(name)}{where} must be one that HiGHS {can}, got: {what}{end}."


def _arrays(lp, hessian):
    n, r = lp.num_col_, lp.num_row_
    matrix = lp.a_matrix_
    kind = csc_array if matrix.format_ == highspy.MatrixFormat.kColwise else csr_array
    parts = (np.array(matrix.value_, dtype=float), np.array(matrix.index_, dtype=int),
             np.array(matrix.start_, dtype=int))  # fmt: skip
    rows = csr_array(kind(parts, shape=(r, n))) if n and r else csr_array((r, n))
    types = list(lp.integrality_) or [None] * n
    low, high, lower, upper = (
        np.array(v, dtype=float)
        for v in (lp.row_lower_, lp.row_upper_, lp.col_lower_, lp.col_upper_)
    )
    return Arrays(
        np.array(lp.col_cost_, dtype=float),
        _symmetric(hessian, n),
        float(lp.offset_),
        "max" if lp.sense_ == highspy.ObjSense.kMaximize else "min",
        rows,
        low,
        high,
        lower,
        upper,
        tuple(lp.col_names_),
        tuple(lp.row_names_),
        np.array([t in _WHOLE for t in types], dtype=bool),
        np.array([t in _SEMI for t in types], dtype=bool),
    )  # fmt: skip


def _symmetric(hessian, n):
    """Both triangles of a Hessian that has the lower one; None where it has none."""
    if not hessian.dim_:
        return None
    parts = [np.array(v) for v in (hessian.value_, hessian.index_, hessian.start_)]
    lower = csc_array(tuple(parts), shape=(n, n), dtype=float)
    lower.eliminate_zeros()
    if tril(lower, -1).nnz == lower.nnz - np.count_nonzero(lower.diagonal()):
        lower = lower + lower.T - diags_array(lower.diagonal())
    return csc_array(lower) if lower.nnz else None
