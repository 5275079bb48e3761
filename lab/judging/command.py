"""`lab judge FILE`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from lab.judging.judge import judge
from solvers import InputError

_SUFFIXES = (".csv", ".md")


def judge_file(
    file: str,
    solvers: Sequence[str] | None,
    tol: float,
    seconds: float,
    out: str | None,
    show: Callable,
) -> None:
    """Judge the program in `file`, `show` the table, and write it to `out`."""
    path = None if out is None else Path(out).expanduser()
    if path is not None and path.suffix.lower() not in _SUFFIXES:
        raise InputError(f"--out must end in {' or '.join(_SUFFIXES)}, got {out!r}.")
    found = judge(file, solvers, tol, seconds=seconds)
    show(found.table())
    if path is not None:
        text = found.csv() if path.suffix.lower() == ".csv" else found.markdown() + "\n"
        path.write_text(text, encoding="utf-8")
