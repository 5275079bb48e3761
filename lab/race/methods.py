"""The methods that a scene compares: every registered solver of its problem that keeps iterates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from lab.solved import solved
from solvers import SOLVERS, InputError, Result, Trace, about

_TONES, _DASHES = (
    ("rival1", "rival2", "rival3", "rival4", "ink"),
    ("dash", "dot", "dashdot", "longdash"),
)
_FIRST = (
    ("rival1", "dash"), ("rival2", "dot"), ("rival3", "dashdot"), ("rival4", "longdash"),
    ("ink", "dash"), ("rival1", "dot"),
)  # fmt: skip
_ALL = [(tone, dash) for dash in _DASHES for tone in _TONES if (tone, dash) != ("ink", "longdash")]
#: (tone, dash) of rivals in their order, all different. Green says what is proved, orange what is
#: in this frame, grey what does not matter, ink with long dashes is yours: no method has them.
LINES = tuple(dict.fromkeys((*_FIRST, *_ALL)))
#: What marks the points of methods in their order, the method in question first.
SYMBOLS = (
    "circle", "square", "triangle-up", "diamond", "cross", "x", "triangle-down", "square-open",
    "diamond-open",
)  # fmt: skip

#: The name under which a student's own step runs next to the main method, in its form.
STUDENT = "yours"


class Style(NamedTuple):
    """How a method is called and drawn."""

    label: str
    tone: str
    dash: str


def _first_free(options, place, used):
    """The first of `options` from `place` on, and round again, that is not `used`."""
    ring = [options[(place + k) % len(options)] for k in range(len(options))]
    return next((option for option in ring if option not in used), ring[0])


class Methods(Mapping):
    """name -> `Style` of the methods that a scene can draw on a problem, as registered now.

    problem: the type. main: the method in question, drawn solid. first: the rivals that come first,
    in this order; every other solver that says which snapshot holds its iterates follows. styles:
    name -> a label, or a whole `Style`, where the scene has a better one.
    """

    def __init__(
        self,
        problem: type,
        main: str,
        first: Iterable[str] = (),
        styles: Mapping[str, str | Style] | None = None,
    ):
        self.problem, self.main, self._first = problem, main, (main, *first)
        self._styles = styles or {}
        # Of which methods `_lines` were chosen last, and these.
        self._drawn: tuple[list[str], dict[str, tuple[str, ...]]] | None = None

    def __iter__(self):
        known = (name for name in SOLVERS[self.problem] if about(self.problem, name).iterate)
        return iter(dict.fromkeys((*self._first, *known)))

    def __len__(self):
        return len(list(iter(self)))

    def __getitem__(self, name):
        if name == STUDENT:
            return Style(STUDENT, "ink", "longdash")
        try:
            style = self._styles.get(name, about(self.problem, name).label)
        except InputError:
            raise KeyError(name) from None  # as of any mapping, so that `in` can ask
        if isinstance(style, Style):
            return style
        if name == self.main:
            return Style(style, "main", "solid")
        return Style(style, *self._lines()[name])

    def style(self, name: str) -> Style:
        """The `Style` of a method; `InputError` where there is none of that name."""
        if name not in self:
            about(self.problem, name)  # raises, in words
        return self[name]

    def _lines(self):
        """name -> (tone, dash) of the rivals without a `Style`: that of the place, or the next that
        no method has; from the start again where there are more methods than lines."""
        rivals = [name for name in self if name != self.main]
        if self._drawn and self._drawn[0] == rivals:
            return self._drawn[1]
        taken = {
            n: tuple(style[1:]) for n, style in self._styles.items() if isinstance(style, Style)
        }
        for place, name in enumerate(rivals):
            if name not in taken:
                taken[name] = _first_free(LINES, place, set(taken.values()))
        self._drawn = rivals, taken
        return taken

    def symbol(self, name: str) -> str:
        """What marks the method's points, where curves would not distinguish methods: that of its
        place, or the next that no method of its tone has."""
        taken: dict[str, tuple[str, str]] = {}
        for place, (other, style) in enumerate((*self.items(), (STUDENT, self[STUDENT]))):
            used = {mark for mark, tone in taken.values() if tone == style.tone}
            taken[other] = _first_free(SYMBOLS, place, used), style.tone
        return taken[name][0]

    def rivals(self) -> tuple[tuple[str, str, str, str], ...]:
        """The options of a knob "compare": (name, label, tone, dash) of all but the main method."""
        return tuple((name, *self[name]) for name in self if name != self.main)

    def options(self) -> tuple[tuple[str, str, str, str], ...]:
        """The options of a knob that chooses one: (name, label, tone, dash) of each."""
        return tuple((name, *self[name]) for name in self)

    def solve(self, name: str, problem: Any, **options: Any) -> Result:
        """The `Result` of the method."""
        about(self.problem, name)  # raises where there is none of that name
        return solved(SOLVERS[self.problem][name], problem, **options)

    def warm_up(self, problem: Any, names: Iterable[str], **options: Any) -> None:
        """Let the kernels of these methods load or compile before a clock of seconds starts: one
        iteration of each, with these options."""
        for name in names:
            SOLVERS[self.problem][name](problem, max_iter=1, **options)

    def unit(self, name: str) -> str:
        """What one of the method's iterations is called."""
        return about(self.problem, self.main if name == STUDENT else name).unit

    def iterates(self, name: str, trace: Trace) -> np.ndarray:
        """The method's iterates (T, ...) in its trace."""
        name = self.main if name == STUDENT else name
        iterate = about(self.problem, name).iterate
        assert iterate is not None  # no method without one is drawn
        return trace.snapshots[iterate]
