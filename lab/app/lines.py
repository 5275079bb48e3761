"""The lines of code that are a formula, taken from the file of the method that runs them."""

from __future__ import annotations

import inspect
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

from solvers import InputError

_MOST = 4


class Lines:
    """One to four lines of a file, shown under its name."""

    def __init__(self, file: str, text: str):
        self.file, self.text = file, text

    def __repr__(self) -> str:
        return f"# {self.file}\n{self.text}"


def lines(where: Any, words: str, count: int = 1) -> Lines:
    """The lines of code that are a formula, as they are in the file of the method.

    where: a function, class or module, such as `solvers.soft_threshold`. words: what one line of it
    has, and no other. count: how many lines from there, 1 to 4. Raises `InputError` where no line
    or several have the words: then the file has changed, and what is shown must be chosen again.
    """
    if not isinstance(count, int) or not 1 <= count <= _MOST:
        raise InputError(f"count must be a whole number from 1 to {_MOST}, got {count!r}.")
    owner = inspect.unwrap(where) if callable(where) else where
    if not isinstance(owner, ModuleType) and not callable(owner):
        raise InputError(f"where must be a function, class or module, got {where!r}.")
    source = inspect.getsource(owner).splitlines()
    found = [k for k, line in enumerate(source) if words in line]
    if len(found) != 1:
        raise InputError(
            f"words must be in one line of {owner.__name__}, got {len(found)}: {words!r}."
        )
    text = textwrap.dedent("\n".join(source[found[0] : found[0] + count]))
    name = owner.__name__ if isinstance(owner, ModuleType) else owner.__module__
    path = Path(inspect.getfile(owner))
    return Lines("/".join([*name.split(".")[:-1], path.name]), text)
