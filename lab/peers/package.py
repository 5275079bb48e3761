"""A foreign package: where it comes from, and what its conventions are, each with its test."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import metadata

from solvers.checks import InputError

#: Topic of a statement -> its heading.
TOPICS = {
    "form": "form and scaling",
    "duals": "duals",
    "tolerances": "tolerances",
    "statuses": "statuses",
    "infinite": "what is infinite",
    "triangle": "triangle",
    "failed": "a failed run",
    "coefficients": "small coefficients",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence about a package and the function that holds it against what is installed."""

    topic: str
    sentence: str
    holds: Callable[[], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Package:
    """A distribution with solvers.

    distribution: its name for pip. lowest: the lowest version that works. source: where its
    conventions are documented, in words. statements: filled by `states`.
    """

    name: str
    distribution: str
    lowest: str
    source: str = ""
    statements: list[Statement] = field(default_factory=list)

    def version(self) -> str | None:
        """What is installed; None where nothing is."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None

    @property
    def pip(self) -> str:
        """The line that installs it."""
        return f'pip install "{self.distribution}>={self.lowest}"'

    def states(self, topic: str) -> Callable[[Callable[[], bool]], Callable[[], bool]]:
        """Decorate a function whose docstring is a statement about the package under `topic`, and
        which returns whether that holds of what is installed."""
        if topic not in TOPICS:
            raise InputError(f"topic must be one of {', '.join(TOPICS)}, got {topic!r}.")

        def add(check):
            sentence = " ".join(inspect.cleandoc(check.__doc__ or "").split())
            if not sentence:
                raise InputError(f"{check.__name__} must have a docstring, its statement.")
            self.statements.append(Statement(topic, sentence, lambda: bool(check())))
            return check

        return add
