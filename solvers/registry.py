"""Which solvers a problem type has, by short name."""

from __future__ import annotations

#: problem type -> {short name: solve function}; filled by one `@solver(...)` line in each solver
#: file.
SOLVERS: dict[type, dict[str, object]] = {}


def solver(name, *problems):
    """Register the decorated solve function under the short `name` for each of the problem
    types."""

    def register(function):
        for problem in problems:
            SOLVERS.setdefault(problem, {})[name] = function
        return function

    return register
