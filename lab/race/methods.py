"""The methods that a scene compares: every registered solver of its problem that keeps iterates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solvers import SOLVERS, about

#: (tone, dash) of rivals in their order; then from the start again. Green says what is proved and
#: orange what is in this frame: no method has them.
LINES = (
    ("rival1", "dash"), ("rival2", "dot"), ("rival3", "dashdot"), ("rival4", "longdash"),
    ("ink", "dash"), ("rival1", "dot"), ("muted", "dashdot"),
)  # fmt: skip


#: The name under which a student's own step plays beside the main method, in its form.
YOURS = "yours"


class Look(NamedTuple):
    """How a method is called and drawn."""

    label: str
    tone: str
    dash: str


class Methods(Mapping):
    """name -> `Look` of the methods that a scene can draw on a problem, as they are registered now.

    problem: the type. main: the method in question, drawn solid. first: the rivals that come first,
    in this order; every other solver that says which snapshot holds its iterates follows. looks:
    name -> a label, or a whole `Look`, where the scene has a better one.
    """

    def __init__(self, problem, main, first=(), looks=None):
        self.problem, self.main, self._first = problem, main, (main, *first)
        self._looks = looks or {}

    def __iter__(self):
        known = (name for name in SOLVERS[self.problem] if about(self.problem, name).iterate)
        return iter(dict.fromkeys((*self._first, *known)))

    def __len__(self):
        return len(list(iter(self)))

    def __getitem__(self, name):
        if name == YOURS:
            return Look(YOURS, "ink", "longdash")
        look = self._looks.get(name, about(self.problem, name).label)
        if isinstance(look, Look):
            return look
        if name == self.main:
            return Look(look, "main", "solid")
        place = [n for n in self if n != self.main].index(name)
        return Look(look, *LINES[place % len(LINES)])

    def rivals(self):
        """The options of a knob "compare": (name, label, tone, dash) of all but the main method."""
        return tuple((name, *self[name]) for name in self if name != self.main)

    def options(self):
        """The options of a knob that chooses one: (name, label, tone, dash) of each."""
        return tuple((name, *self[name]) for name in self)

    def solve(self, name, problem, **options):
        """The `Result` of the method."""
        return SOLVERS[self.problem][name](problem, **options)

    def iterates(self, name, trace):
        """The method's iterates (T, ...) in its trace."""
        name = self.main if name == YOURS else name
        return trace.snapshots[about(self.problem, name).iterate]
