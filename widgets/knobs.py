"""Knobs: what a student may turn, as data; `widget()` makes the control."""

from __future__ import annotations

import math
from dataclasses import dataclass

KINDS = ("linear", "log", "integer", "choice", "switch", "several", "text")


@dataclass(frozen=True, slots=True)
class Knob:
    """One parameter: its name in Python, its label on screen, what values it takes.

    kind: "linear", "log", "integer" (with low, high), "choice" and "several" (with options),
    "switch" or "text". options: (value, words) pairs, or plain values. help: one sentence.
    tick: a (value, words) mark on the slider, such as lambda_max.
    """

    name: str
    kind: str
    default: object
    label: str = ""
    low: float | None = None
    high: float | None = None
    options: tuple = ()
    help: str = ""

    def pairs(self):
        """The options as (value, words)."""
        return tuple(o if isinstance(o, tuple) else (o, str(o)) for o in self.options)

    def check(self, value):
        """`value` in the knob's own type; ValueError in one sentence where it does not fit."""
        if self.kind in ("linear", "log", "integer"):
            return self._number(value)
        if self.kind == "switch":
            if value not in (True, False) or isinstance(value, float):
                raise ValueError(f"{self.name} must be on or off (True or False), got {value!r}.")
            return bool(value)
        if self.kind == "several":
            return self._several(value)
        if self.kind == "choice":
            return self._choice(value)
        if not isinstance(value, str):
            raise ValueError(f"{self.name} must be text, got {value!r}.")
        return value

    def _number(self, value):
        kind = "a whole number" if self.kind == "integer" else "a number"
        rule = f"{self.name} must be {kind} between {self.low:g} and {self.high:g}"
        try:
            number = math.nan if isinstance(value, bool) else float(value)
        except (TypeError, ValueError):
            number = math.nan
        whole = self.kind != "integer" or number == round(number, 0)
        if not (math.isfinite(number) and whole and self.low <= number <= self.high):
            raise ValueError(f"{rule}, got {_short(value)}.")
        return int(number) if self.kind == "integer" else number

    def _choice(self, value):
        values = [v for v, _ in self.pairs()]
        for v in values:
            if v == value and isinstance(v, bool) == isinstance(value, bool):
                return v
        raise ValueError(f"{self.name} must be one of {_listed(values)}, got {_short(value)}.")

    def _several(self, value):
        values = [v for v, _ in self.pairs()]
        chosen = [value] if isinstance(value, str) else value
        if not isinstance(chosen, (list, tuple, set, frozenset)):
            raise ValueError(
                f"{self.name} must be a list of {_listed(values)}, got {_short(value)}."
            )
        for v in chosen:
            if v not in values:
                raise ValueError(f"{self.name} may hold {_listed(values)}, got {_short(v)}.")
        return tuple(v for v in values if v in chosen)


def _listed(values):
    return ", ".join(repr(v) for v in values)


def _short(value, length=60):
    text = " ".join(repr(value).split())
    return text if len(text) <= length else text[: length - 3] + "..."
