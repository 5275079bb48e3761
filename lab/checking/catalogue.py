"""Which exercises there are: the files of `lab/exercises/`, found by looking."""

from __future__ import annotations

import pkgutil
from difflib import get_close_matches
from importlib import import_module

from lab.checking.task import Task
from solvers.checks import InputError

_PACKAGE = "lab.exercises"


def names():
    """The names of all exercises; none is imported for that."""
    files = pkgutil.iter_modules(import_module(_PACKAGE).__path__)
    return sorted(m.name.replace("_", "-") for m in files)


def find(name):
    """The `Exercise` of that name."""
    known = names()
    if name not in known:
        near = get_close_matches(str(name), known, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise InputError(f"{name!r} is not an exercise; {hint}choose one of {', '.join(known)}.")
    return import_module(f"{_PACKAGE}.{name.replace('-', '_')}").EXERCISE


def exercise(name: str) -> Task:
    """The task `name`: the formula, a starter function with its docstring, one worked example. A
    notebook cell shows it."""
    return Task(name, find(name))
