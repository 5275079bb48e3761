"""Which version of the code a row belongs to, and which setting: whether a stored row is valid."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import platform
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

from solvers.compiled import digest

if TYPE_CHECKING:
    from lab.experiment import Experiment

_NUMERICS = ("numpy", "scipy", "numba", "scikit-learn")


def version_of(experiment: Experiment) -> str:
    """Digest of all that decides an experiment's numbers except its settings: the sources of
    solvers and workbook, the experiment's own code, and the numerical packages."""
    return hash_of([*_installed(), *_project_code(experiment)])


def code_version() -> str:
    """Digest of the sources of solvers and workbook, and of the numerical packages."""
    return hash_of(_installed())


def setting_of(address: str, settings: Mapping[str, Any]) -> str:
    """Digest of a setting; a file that a knob names counts with its content."""
    files = {n: _content(v) for n, v in settings.items() if isinstance(v, str) and v}
    return hash_of([address, dict(settings), {n: c for n, c in files.items() if c}])


def hash_of(parts: list) -> str:
    """Digest of a value that JSON can represent."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "packages": {name: version(name) for name in ("convexlab", *_NUMERICS)},
    }


@cache
def _installed():
    return [digest(), digest(Path(__file__).parent), *(_release(n) for n in _NUMERICS)]


def _release(name):
    try:
        return version(name)
    except ImportError:  # numba may be missing
        return "none"


def _project_code(experiment):
    """Digests of an experiment's code from outside of the workbook."""
    functions = [experiment.solve, *experiment.measures.values()]
    for module in sorted({f.__module__ for f in functions if hasattr(f, "__module__")}):
        top = module.partition(".")[0]
        if top != "lab":
            yield _sources(top) or _sources(module)
    yield from (repr(list(_instructions(f))) for f in functions if hasattr(f, "__code__"))


@cache
def _sources(module):
    """Digest of a package's sources or of a module's file; None where there is no file."""
    found: Any = sys.modules.get(module)
    folders = list(getattr(found, "__path__", ()))
    if folders:
        return digest(Path(folders[0]))
    try:
        return _content(inspect.getsourcefile(found) or "")
    except TypeError:
        return None


def _instructions(function):
    """The code of a function that was typed into a notebook."""
    codes = [function.__code__]
    for code in codes:
        plain = [c for c in code.co_consts if not isinstance(c, (CodeType, frozenset))]
        codes += [c for c in code.co_consts if isinstance(c, CodeType)]
        yield code.co_code.hex(), code.co_names, repr(plain)


def _content(path):
    """Digest of a file's content; None where there is no such file."""
    try:
        return hashlib.sha256(Path(path).expanduser().read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
