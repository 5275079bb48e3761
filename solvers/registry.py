"""Which solvers a problem type has, by short name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

#: problem type -> {short name: solve function}; filled by one `@solver(...)` line in each solver
#: file.
SOLVERS: dict[type, dict[str, Callable[..., Any]]] = {}


def solver(name: str, *problems: type) -> Callable[[F], F]:
    """Register the decorated solve function under the short `name` for each of the problem
    types."""

    def register(function: F) -> F:
        for problem in problems:
            SOLVERS.setdefault(problem, {})[name] = function
        return function

    return register
