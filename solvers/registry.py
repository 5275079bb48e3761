"""Which solvers a problem type has, by short name, and what a picture needs to know of each."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeVar

from solvers.checks import InputError
from solvers.docstrings import documented

F = TypeVar("F", bound=Callable[..., Any])


class _Found(dict):
    """A dict that imports the files of a problem's solvers when it is asked for the problem, and
    all files when it is asked which problems there are: a page of one problem waits for its own."""

    def __getitem__(self, problem):
        discover(problem)
        return super().__getitem__(problem)

    def get(self, problem, default=None):
        discover(problem)
        return super().get(problem, default)

    def __contains__(self, problem):
        discover(problem)
        return super().__contains__(problem)

    def __iter__(self):
        return iter(self._sorted())

    def __len__(self):
        discover()
        return super().__len__()

    def keys(self):
        return self._sorted().keys()

    def values(self):
        return self._sorted().values()

    def items(self):
        return self._sorted().items()

    def _sorted(self):
        """All of it, ours by their files, whichever was imported first, before others."""
        discover()
        return dict(sorted(super().items(), key=lambda item: _rank(item[0])))


#: problem type -> {short name: solve function}; filled by one `@solver(...)` line in each solver
#: file.
SOLVERS: dict[type, dict[str, Callable[..., Any]]] = _Found()


@dataclass(frozen=True, slots=True)
class About:
    """What a picture needs to know of a solver.

    label: its name in words. iterate: the snapshot (T, ...) of its iterates, in the form of the
    problem's x; None where it has none, so that no picture can show it. unit: the name of one of
    its iterations.
    """

    label: str
    iterate: str | None = None
    unit: str = "iteration"


_ABOUT: dict[tuple[type, str], About] = {}
_PACKAGE = __name__.partition(".")[0]
#: The entry-point group under which other distributions name the modules of their solvers.
GROUP = "convexlab.solvers"
#: Module -> why it cannot be imported.
_BROKEN: dict[str, str] = {}
_discovery = threading.RLock()
#: Held for moments only, and never while a file is imported: registering under `_discovery` could
#: wait for a thread that waits for the file that registers.
_writing = threading.Lock()
#: The problems whose solvers have been imported; with None, all.
_DISCOVERED: set[type | None] = set()


@documented
def solver(
    name: str,
    *problems: type,
    label: str | None = None,
    iterate: str | None = None,
    unit: str = "iteration",
) -> Callable[[F], F]:
    """Register the decorated solve function for each of the problem types.

    A name that another function has for one of the types is refused; the same function, defined
    again, takes its own place.

    Parameters
    ----------
    name : str
        The short name.
    problems : type
        The classes of the problems that it solves.
    label : str or None, default None
        Its name in words; None: `name`.
    iterate : str or None, default None
        Which snapshot holds its iterates; with it, the solver is a rival in every scene that
        compares methods on such a problem.
    unit : str, default 'iteration'
        What one of its iterations is called: "sweep", say.
    """

    if not isinstance(name, str) or not name.isidentifier():
        raise InputError(f'name must be a short name such as "cd", got {name!r:.60}.')
    wrong = [repr(p) for p in problems if not isinstance(p, type)]
    if wrong or not problems:
        got = wrong[0] if wrong else "none"
        raise InputError(f"problems of {name} must be classes of problems, got {got:.60}.")

    def register(function: F) -> F:
        if _place(function)[0].partition(".")[0] != _PACKAGE:
            discover()  # else the name of one of ours would be free
        for problem in problems:
            previous = dict.get(SOLVERS, problem, {}).get(name)
            if previous is not None and _place(previous) != _place(function):
                raise InputError(
                    f"name must be free among the solvers of {problem.__name__}, got {name!r}, "
                    f"which is {'.'.join(_place(previous))}; choose another name."
                )
        parameters = inspect.signature(function).parameters.values()
        if not any(p.name == "cancelled" or p.kind is p.VAR_KEYWORD for p in parameters):
            raise InputError(
                f"{_place(function)[1]} must take the option cancelled, or **common as "
                "solvers.options has it, as every solver does."
            )
        with _writing:
            for problem in problems:
                SOLVERS.setdefault(problem, {})[name] = function
                _ABOUT[problem, name] = About(label or name.replace("_", " "), iterate, unit)
        return function

    return register


def _place(function):
    """(module, name) of what was decorated: a function, a partial one, or any callable object."""
    function = getattr(function, "func", function)
    named = function if hasattr(function, "__qualname__") else type(function)
    return named.__module__ or "", named.__qualname__


def discover(problem: type | None = None) -> None:
    """Import the files of the package that may register a solver of `problem`, those that name it;
    None: all files of its folder and of the folders in it. At the first call, import the modules
    that other distributions name. One that cannot be imported leaves the others as they are."""
    with _discovery:
        if _DISCOVERED & {problem, None}:
            return
        foreign = () if _DISCOVERED else (e.module for e in entry_points(group=GROUP))
        named = getattr(problem, "__name__", repr(problem))  # a key that is no type has none
        own = (m for m, text in _files().items() if problem is None or named in text)
        _DISCOVERED.add(problem)
        try:
            for place in dict.fromkeys((*own, *foreign)):
                _import(place)
        except BaseException:  # interrupted: the next call imports the others
            _DISCOVERED.discard(problem)
            raise
        with _writing:
            for problem_type in list(dict.keys(SOLVERS)):
                _sort(problem_type)


def _import(place):
    try:
        import_module(place)
    except Exception as error:
        _BROKEN[place] = f"{place} cannot be imported: {type(error).__name__}: {error}"


def _sort(problem):
    """Sort solvers of ours by their files, whichever was imported first, before others in order of
    import: the place of a method determines the style of its lines."""
    known = dict.get(SOLVERS, problem, {})
    ordered = dict(sorted(known.items(), key=lambda item: _rank(item[1])))
    if list(ordered) != list(known):  # a new one: another thread may go through the old one
        SOLVERS[problem] = ordered


def _rank(known):
    """What a problem type or a solve function of ours is sorted by; those of others stay last."""
    module, name = _place(known)
    if module.partition(".")[0] != _PACKAGE:
        return 1, "", ""
    return 0, module, name if isinstance(known, type) else ""


@cache
def _files():
    """Module -> its text where it registers a solver, else "", of every file of the package."""
    # A file that an editor leaves next to them, such as .ipynb_checkpoints/fista-checkpoint.py, is
    # no module.
    texts = {}
    for folder in import_module(_PACKAGE).__path__:
        for path in Path(folder).rglob("*.py"):
            parts = (_PACKAGE, *path.relative_to(folder).with_suffix("").parts)
            if not all(map(str.isidentifier, parts)):
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            name = ".".join(parts).removesuffix(".__init__")
            texts[name] = text if "solver(" in text else ""
    return dict(sorted(texts.items()))


def broken_solvers() -> dict[str, str]:
    """The files of solvers, ours and others', that cannot be imported: module -> why, in one
    sentence."""
    discover()
    return dict(_BROKEN)


def about(problem: type, name: str) -> About:
    """What a picture needs to know of the solver `name` of the type `problem`; `InputError` where
    there is none of that name."""
    discover(problem)
    if (problem, name) not in _ABOUT:
        known = ", ".join(SOLVERS.get(problem, ())) or "none"
        raise InputError(
            f"name must be that of a solver of {getattr(problem, '__name__', problem)}, one of "
            f"{known}, got {name!r}."
        )
    return _ABOUT[problem, name]
