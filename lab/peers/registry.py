"""Which peers a problem type has."""

from __future__ import annotations

import pkgutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from lab.peers.parts import Package, Solve
from solvers.checks import InputError, positive

#: The entry-point group under which other distributions name the modules of their peers.
GROUP = "convexlab.peers"

Prepare = Callable[..., Solve]


@dataclass(frozen=True, slots=True, eq=False)
class Peer:
    """A foreign solver of one problem type.

    prepare(problem, tol=None) -> solve: as in `peer`. tolerance: what it promises by default, a
    share of the scale of the problem; takes_tol: whether it can be asked for another one.
    promise(problem, tol), where its tolerance is no such share: the gap that its rule allows, in
    the units of the objective. compiles: whether its first call is mostly compiling.
    """

    name: str
    problem: type
    prepare: Prepare
    package: Package | None = None
    tolerance: float = 1e-6
    takes_tol: bool = True
    promise: Callable[[Any, float], float] | None = None
    compiles: bool = False


PEERS: dict[type, dict[str, Peer]] = {}
#: Module -> why it cannot be imported.
_BROKEN: dict[str, str] = {}
_guard = threading.RLock()
_discovered = False


def peer(
    name: str,
    problem: type,
    *,
    package: Package | None = None,
    tolerance: float = 1e-6,
    takes_tol: bool = True,
    promise: Callable[[Any, float], float] | None = None,
    compiles: bool = False,
) -> Callable[[Prepare], Prepare]:
    """Register the decorated function as the peer `name` of the problem class `problem`.

    The function, `prepare(problem, tol=None)`, puts the problem into the package's form and
    returns `solve`, which returns an `Answer`; tol None means the package's own tolerance. It
    raises ImportError where the package is missing, NotImplementedError where it knows no such
    problem. The options are those of `Peer`. A name that another function has is refused.
    """
    if not isinstance(name, str) or not name.strip():
        raise InputError(f"name must be a text such as 'HiGHS', got {name!r:.60}.")
    if not isinstance(problem, type):
        raise InputError(f"problem of {name} must be the class of a problem, got {problem!r:.60}.")
    tolerance = positive(tolerance, "tolerance")

    def register(prepare: Prepare) -> Prepare:
        if _place(prepare)[0].partition(".")[0] != "lab":
            discover()  # else a name of ours would be free
        taken = PEERS.get(problem, {}).get(name)
        if taken is not None and _place(taken.prepare) != _place(prepare):
            raise InputError(
                f"name must be free among the peers of {problem.__name__}, got {name!r}, which is "
                f"{'.'.join(_place(taken.prepare))}; choose another name."
            )
        one = Peer(name, problem, prepare, package, tolerance, takes_tol, promise, compiles)
        PEERS.setdefault(problem, {})[name] = one
        return prepare

    return register


def _place(function):
    """(module, name) of what was decorated: a function, a partial one, or any callable object."""
    function = getattr(function, "func", function)
    named = function if hasattr(function, "__qualname__") else type(function)
    return named.__module__ or "", named.__qualname__


def discover() -> None:
    """Import every file of this folder, then the modules that other distributions name; one that
    cannot be imported leaves the others as they are."""
    global _discovered
    with _guard:
        if _discovered:
            return
        _discovered = True
        here = __name__.rpartition(".")[0]
        found = sorted(m.name for m in pkgutil.iter_modules(import_module(here).__path__))
        own = [f"{here}.{name}" for name in found]
        for place in (*own, *(e.module for e in entry_points(group=GROUP))):
            try:
                import_module(place)
            except Exception as error:
                _BROKEN[place] = f"{place} cannot be imported: {type(error).__name__}: {error}"


def broken_peers() -> dict[str, str]:
    """Files of peers that cannot be imported: module -> why, in one sentence."""
    discover()
    return dict(_BROKEN)


def peers_of(problem: type) -> dict[str, Peer]:
    """Name -> `Peer` of a problem class, installed or not, by name: whatever was imported first."""
    discover()
    return dict(sorted(PEERS.get(problem, {}).items(), key=lambda item: item[0].lower()))


def packages() -> dict[str, Package]:
    """Name -> `Package` of all that are known, in order."""
    discover()
    found = {p.package.name: p.package for ps in PEERS.values() for p in ps.values() if p.package}
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))
