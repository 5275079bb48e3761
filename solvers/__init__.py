"""Solvers whose every answer carries a certificate. Numerics only: no plotting, no widgets, no
printing, no files.

Public is what `solvers.public` lists, and every function that a `@solver(...)` line registers, with
the problems that it is for. The files that may hold one are found by looking, those of other
distributions under the entry-point group `convexlab.solvers`. Nothing is imported before it is
asked for.
"""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solvers.public import *


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return sorted({*_homes(), *_registered()})
    if not name.startswith("__"):
        if name in _homes():
            globals()[name] = found = getattr(import_module(_homes()[name]), name)
            return found
        if name in _registered():
            return _registered()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__getattr__("__all__")})


@cache
def _homes():
    """Public name -> the module that holds it, as `solvers.public` writes it down."""
    lines = ast.parse(Path(__file__).with_name("public.py").read_text(encoding="utf-8")).body
    imports = [line for line in lines if isinstance(line, ast.ImportFrom)]
    return {name.name: line.module for line in imports for name in line.names}


def _registered():
    """The registered solve functions and their problems by their own names; all solver files are
    imported."""
    from solvers.registry import SOLVERS, discover

    discover()
    solves = (f for by_name in SOLVERS.values() for f in by_name.values())
    found = {f.__name__: f for f in solves if getattr(f, "__name__", "").startswith("solve_")}
    return found | {k.__name__: k for k in SOLVERS if k.__module__.startswith(f"{__name__}.")}
