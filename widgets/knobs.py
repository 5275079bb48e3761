"""Knobs: what a student may turn, as data; `widget()` makes the control."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

KINDS = ("linear", "log", "integer", "choice", "switch", "several", "text")
NUMBERS = ("linear", "log", "integer")


@dataclass(frozen=True, slots=True)
class Knob:
    """One parameter: its name in Python, its label on screen, what values it takes.

    kind: "linear", "log", "integer" (with low, high), "choice" and "several" (with options),
    "switch" or "text". options: plain values, (value, words), or (value, words, tone, dash) where
    the option has a line in the picture; or a function that returns them, asked anew each time.
    help: one sentence.
    """

    name: str
    kind: str
    default: object
    label: str = ""
    low: float | None = None
    high: float | None = None
    options: tuple | Callable[[], tuple] = ()
    help: str = ""

    def pairs(self):
        """The options as (value, words)."""
        return tuple(o[:2] if isinstance(o, tuple) else (o, str(o)) for o in self._options())

    def lines(self):
        """The (tone, dash) of each option's line, or None where it has none."""
        options = self._options()
        return tuple(o[2:4] if isinstance(o, tuple) and len(o) > 2 else None for o in options)

    def _options(self):
        return self.options() if callable(self.options) else self.options

    def widget(self):
        """A control for this knob (`KnobWidget`), set to its default."""
        from widgets.controls import KnobWidget  # brings in ipywidgets, which data do not need

        return KnobWidget(self)

    def check(self, value):
        """`value` in the knob's own type; ValueError in one sentence where it does not fit."""
        if self.kind in NUMBERS:
            return self._number(value)
        if self.kind == "switch":
            return self._switch(value)
        if self.kind == "several":
            return self._several(value)
        if self.kind == "choice":
            return self._choice(value)
        if not isinstance(value, str):
            raise ValueError(f"{self.name} must be text, got {_short(value)}.")
        return value

    def _number(self, value):
        kind = "a whole number" if self.kind == "integer" else "a number"
        rule = f"{self.name} must be {kind} between {self.low:g} and {self.high:g}"
        number = _as_float(value)
        whole = self.kind != "integer" or number == round(number, 0)
        if not (math.isfinite(number) and whole and self.low <= number <= self.high):
            raise ValueError(f"{rule}, got {_short(value)}.")
        return int(number) if self.kind == "integer" else number

    def _switch(self, value):
        if isinstance(value, (bool, np.bool_)) or (type(value) is int and value in (0, 1)):
            return bool(value)
        raise ValueError(f"{self.name} must be on or off (True or False), got {_short(value)}.")

    def _choice(self, value):
        values = [v for v, _ in self.pairs()]
        for v in values:
            if _same(v, value):
                return v
        raise ValueError(f"{self.name} must be one of {_listed(values)}, got {_short(value)}.")

    def _several(self, value):
        values = [v for v, _ in self.pairs()]
        chosen = [value] if isinstance(value, str) else value
        if not isinstance(chosen, (list, tuple, set, frozenset)):
            raise ValueError(
                f"{self.name} must be a list of {_listed(values)}, got {_short(value)}."
            )
        for c in chosen:
            if not any(_same(v, c) for v in values):
                raise ValueError(f"{self.name} may hold {_listed(values)}, got {_short(c)}.")
        return tuple(v for v in values if any(_same(v, c) for c in chosen))


def _as_float(value):
    """`value` as a float; NaN for what is no single number. Text of a number counts as one."""
    if isinstance(value, (bool, np.bool_, bytes)) or np.ndim(value) > 0:
        return math.nan
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _same(a, b):
    """Whether two plain values are equal; True is not 1, an array equals nothing, and words may
    be joined by a hyphen as well as by an underscore."""
    if isinstance(a, str) and isinstance(b, str):
        return a.replace("-", "_") == b.replace("-", "_")
    return (
        np.isscalar(b)
        and isinstance(a, (bool, np.bool_)) == isinstance(b, (bool, np.bool_))
        and bool(a == b)
    )


def _listed(values):
    return ", ".join(repr(v) for v in values)


def _short(value, length=60):
    text = " ".join(repr(value).split())
    return text if len(text) <= length else text[: length - 3] + "..."
