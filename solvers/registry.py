"""Which solvers a problem type has, by short name, and what a picture needs to know of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

#: problem type -> {short name: solve function}; filled by one `@solver(...)` line in each solver
#: file.
SOLVERS: dict[type, dict[str, Callable[..., Any]]] = {}


@dataclass(frozen=True, slots=True)
class About:
    """What a picture needs to know of a solver.

    label: its name in words. iterate: the snapshot (T, ...) that holds its iterates, in the form of
    the problem's x; None where it keeps none, so that no picture can show it.
    """

    label: str
    iterate: str | None = None


_ABOUT: dict[tuple[type, str], About] = {}


def solver(
    name: str, *problems: type, label: str | None = None, iterate: str | None = None
) -> Callable[[F], F]:
    """Register the decorated solve function under the short `name` for each of the problem types.

    label: its name in words, by default `name`. iterate: which snapshot holds its iterates; with
    it, the solver is a rival in every scene that compares methods on such a problem.
    """

    def register(function: F) -> F:
        for problem in problems:
            SOLVERS.setdefault(problem, {})[name] = function
            _ABOUT[problem, name] = About(label or name.replace("_", " "), iterate)
        return function

    return register


def about(problem: type, name: str) -> About:
    """What a picture needs to know of the solver `name` of the type `problem`."""
    return _ABOUT[problem, name]
