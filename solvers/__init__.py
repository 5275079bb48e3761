"""Solvers whose every answer carries a certificate. Numerics only: no plotting, no widgets, no
printing, no files.

Public is what `solvers.public` lists, and every function that a `@solver(...)` line registers: the
files that may hold one are found by looking. All but the plainest names are loaded when the first
of them is asked for, as numba takes a while.
"""

import pkgutil
import threading
from importlib import import_module
from typing import Any

from solvers.checks import InputError
from solvers.result import Certificate, Result, Trace

_PLAIN = {"InputError": InputError, "Certificate": Certificate, "Result": Result, "Trace": Trace}
_loading = threading.RLock()


def __getattr__(name: str) -> Any:
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _loading:
        if "__all__" not in globals():
            _load()
    try:
        return globals()[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__():
    return sorted({*globals(), *__getattr__("__all__")})


def _load():
    """Import the files of the package, and make public what they offer."""
    public = import_module("solvers.public")
    for place in sorted(_solver_files()):
        import_module(place)
    found = {name: getattr(public, name) for name in public.__all__}
    solves = (f for by_name in public.SOLVERS.values() for f in by_name.values())
    found |= {f.__name__: f for f in solves if getattr(f, "__name__", "").startswith("solve_")}
    globals().update(found, __all__=sorted({*_PLAIN, *found}))


def _solver_files():
    """The modules that may register a solver: those of this folder and of the folders in it."""
    for module in pkgutil.walk_packages(__path__, "solvers."):
        if not module.ispkg:
            yield module.name
