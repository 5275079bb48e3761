"""The lines of code that are a formula, read from the file of the method that runs them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import solvers
from solvers import InputError
from solvers.checks import as_text

_MOST = 4
_ROOT = Path(solvers.__file__).resolve().parent.parent


class Lines:
    """One to four lines of a file, shown under its name."""

    def __init__(self, file: str, text: str):
        self.file, self.text = file, text

    def __repr__(self) -> str:
        return f"# {self.file}\n{self.text}"


def lines(file: str, words: str, count: int = 1) -> Lines:
    """The lines of code that are a formula, as they are in the file of the method.

    file: a file of `solvers`, such as "solvers/prox.py". words: what one line of it has, and no
    other. count: how many lines from there, 1 to 4. Nothing is run. Raises `InputError` where no
    line or several have the words: the file has changed then, and what is shown is to be chosen
    anew.
    """
    if not isinstance(count, int) or not 1 <= count <= _MOST:
        raise InputError(f"count must be a whole number from 1 to {_MOST}, got {count!r}.")
    path = (_ROOT / str(file).replace("\0", "")).resolve()
    if path.suffix != ".py" or _ROOT / "solvers" not in path.parents or not path.is_file():
        raise InputError(f"file must be one of solvers, such as 'solvers/prox.py', got {file!r}.")
    source = path.read_text(encoding="utf-8").splitlines()
    found = [k for k, line in enumerate(source) if as_text(words, "words") in line]
    if len(found) != 1:
        raise InputError(f"words must be in one line of {file}, got {len(found)}: {words!r}.")
    return Lines(file, textwrap.dedent("\n".join(source[found[0] : found[0] + count])))
