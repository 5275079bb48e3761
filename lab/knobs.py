"""Knobs that most scenes have: the seed, the clock, and the most iterations of a method."""

from __future__ import annotations

from typing import Any

from widgets.knobs import Knob


def seed_knob(draws: str, default: int = 0, **more: Any) -> Knob:
    """The knob "seed"; draws: what it draws, in words. more: further arguments of `Knob`."""
    return Knob("seed", "integer", default, "Seed", 0, 999, help=f"Draws {draws}.", **more)


def clock_knob(iterations: str, work: str, seconds: bool = True, *, help: str) -> Knob:
    """The knob "clock" for `lab.clock`: what its options call an iteration and a unit of work, and
    whether seconds can be chosen."""
    options = ("iterations", iterations), ("work", work), ("seconds", "seconds")
    return Knob("clock", "choice", "iterations", "Clock", options=options[: 2 + seconds], help=help)


def budget_knob(default: int, low: int, high: int, help: str = "Then a method gives up.") -> Knob:
    """The knob "budget": the most iterations of a method."""
    return Knob("budget", "integer", default, "Most iterations", low, high, help=help)


#: What one of each clock is called where a frame of `clock_knob` is an update of one weight or
#: group.
UPDATE_NAMES = {"iterations": "update", "work": "coordinate update", "seconds": "second"}
#: Where methods that minimise over weights w start.
START_KNOB = Knob(
    "start", "choice", "far", "Start", options=(("far", "far away"), ("zero", "w = 0")),
    help="Where all methods begin.",
)  # fmt: skip
