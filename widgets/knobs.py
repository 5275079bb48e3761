"""Knobs: what a student may turn, as data; `control()` makes what the user turns."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from widgets.controls import Control

KINDS = ("linear", "log", "integer", "choice", "switch", "several", "text", "file", "edits")
NUMBERS = ("linear", "log", "integer")
TEXTS = ("text", "file", "edits")
#: Before a knob's name in `when`: the values that do not count.
NOT = "not "


@dataclass(frozen=True, slots=True)
class Knob:
    """One parameter: its name in Python, its label on screen, what values it takes.

    kind: "linear", "log", "integer" (with low, high), "choice" and "several" (with options),
    "switch", "text", "file" (the path of one) or "edits" (what users have done in the picture, as
    words; visible only where it is wrong).
    options: plain values, (value, label), or (value, label, tone, dash) where the option has a line
    in the picture; or a function that returns them, asked anew each time.
    help: one sentence.
    primary: among the few that are visible from the start.
    periodic: whether high is low again, as of an angle; a button then lets it run round by itself.
    when: other knobs' names -> the values at which this one has an effect, all of them together;
    after "not " a name is one whose values leave it none. Of several such mappings any will do.
    Elsewhere it is hidden.
    apart: the knob "choice" whose value this one, of kind "several", does not offer.
    of: of kind "edits", the knobs that say what is edited: where one of these is turned, a
    dashboard begins anew with no edits.
    most: of kind "file": the most bytes that one may have; suffixes: those that a page offers.
    words: of kinds that hold text: what turns another value into text, or raises ValueError.
    """

    name: str
    kind: str
    default: Any
    label: str = ""
    low: float | None = None
    high: float | None = None
    options: tuple | Callable[[], tuple] = ()
    help: str = ""
    _: KW_ONLY
    primary: bool = False
    periodic: bool = False
    when: Mapping[str, tuple] | tuple[Mapping[str, tuple], ...] = field(default=(), hash=False)
    apart: str = ""
    of: tuple[str, ...] = ()
    most: int = 0
    suffixes: tuple[str, ...] = ()
    words: Callable[[Any], str] | None = None

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name.isidentifier()):
            raise ValueError(f"The name of a knob must be a name of Python, got {self.name!r}.")
        if self.kind not in KINDS:
            raise ValueError(
                f"kind of {self.name} must be one of {_listed(KINDS)}, got {self.kind!r}."
            )
        if self.kind in NUMBERS:
            self._check_bounds()
        if self.periodic and self.kind not in ("linear", "integer"):
            raise ValueError(
                f"periodic of {self.name} must be False but for a linear or an integer knob, got "
                f"{self.periodic!r} for {self.kind!r}."
            )
        if self.kind in ("choice", "several") and not callable(self.options):
            if not isinstance(self.options, (list, tuple)):
                raise ValueError(
                    f"options of {self.name} must be a tuple or a function, got "
                    f"{_short(self.options)}."
                )
            values = [value for value, _ in self.pairs()]
            if not values or any(_same(a, b) for k, a in enumerate(values) for b in values[:k]):
                raise ValueError(
                    f"options of {self.name} must be at least one, each another, got {values}."
                )
        if not callable(self.options):
            self._check_default()

    def _check_bounds(self):
        low, high = map(_as_float, (self.low, self.high))
        if not (low <= high and math.isfinite(low) and math.isfinite(high)):
            raise ValueError(
                f"low and high of {self.name} must be two numbers, the smaller first, got "
                f"{self.low!r} and {self.high!r}."
            )
        if self.kind == "log" and low <= 0.0:
            raise ValueError(
                f"low of {self.name} must be positive on a log scale, got {self.low!r}."
            )

    def _check_default(self):
        try:
            self.check(self.default)
        except ValueError as error:
            raise ValueError(f"The default does not fit: {error}") from None

    def applies(self, settings: Mapping[str, Any]) -> bool:
        """Whether the knob has an effect where the others have the values `settings`."""
        return not self.when or any(_holds(rule, settings) for rule in self.rules())

    def rules(self) -> tuple[Mapping[str, tuple], ...]:
        """`when` as a tuple of mappings."""
        return (self.when,) if isinstance(self.when, Mapping) else tuple(self.when)

    def pairs(self) -> tuple[tuple[Any, str], ...]:
        """The options as (value, words)."""
        return tuple(o[:2] if isinstance(o, tuple) else (o, str(o)) for o in self._options())

    def lines(self) -> tuple[tuple[str, str] | None, ...]:
        """The (tone, dash) of each option's line, or None where it has none."""
        options = self._options()
        return tuple(o[2:4] if isinstance(o, tuple) and len(o) > 2 else None for o in options)

    def _options(self) -> tuple:
        return self.options() if callable(self.options) else self.options

    def values(self, count: int) -> list[Any]:
        """What it can be, from end to end: all options, both ways of a switch, or `count` numbers
        (fewer where an integer has fewer) that are even on its scale."""
        if self.kind == "switch":
            return [False, True]
        return (
            self.spread(self.low, self.high, count)
            if self.kind in NUMBERS
            else list(dict(self.pairs()))
        )

    def spread(self, low: object, high: object, count: int) -> list[Any]:
        """`count` numbers from `low` to `high`, even on its scale; ValueError as `check`."""
        low, high = (float(self.check(end)) for end in (low, high))
        values = (np.geomspace if self.kind == "log" else np.linspace)(low, high, count)
        values[[0, -1]] = low, high if count > 1 else low
        whole = self.kind == "integer"
        return list(
            dict.fromkeys(values.round().astype(int).tolist() if whole else values.tolist())
        )

    def nearest(self, values: Sequence[Any], value: Any) -> int:
        """The place of `value` among `values`; of a number that is not there, of the one nearest
        on its scale; of anything else, 0."""
        if value in values or self.kind not in NUMBERS:
            return values.index(value) if value in values else 0
        drawn = np.log if self.kind == "log" else np.asarray
        return int(np.argmin(np.abs(drawn(values) - drawn(value))))

    def control(self) -> Control:
        """The state of a control for this knob, set to its default."""
        from widgets.controls import Control  # brings in traitlets, which data do not need

        return Control(self)

    def check(self, value: object) -> Any:
        """`value` in the knob's own type; ValueError in one sentence where it does not fit."""
        if self.kind in NUMBERS:
            return self._number(value)
        if self.kind == "switch":
            return self._switch(value)
        if self.kind == "several":
            return self._several(value)
        if self.kind == "choice":
            return self._choice(value)
        if self.words is not None and not isinstance(value, str):
            value = self.words(value)
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


def with_primary(knobs: tuple[Knob, ...], *names: Any) -> tuple[Knob, ...]:
    """`knobs` with those of the given names visible from the start, in addition to those that
    are."""
    known = [knob.name for knob in knobs]
    for name in names:
        if name not in known:
            raise ValueError(f"names must be among {', '.join(known)}, got {name!r}.")
    return tuple(replace(knob, primary=knob.primary or knob.name in names) for knob in knobs)


def _holds(rule, settings):
    return all(_agrees(name, values, settings) for name, values in rule.items())


def _agrees(name, values, settings):
    if name.startswith(NOT):
        return not _meets(settings[name.removeprefix(NOT)], values)
    return _meets(settings[name], values)


def _meets(value, values):
    """Whether a value, or one of several, is among `values`."""
    several = value if isinstance(value, (tuple, list)) else (value,)
    return any(_same(wanted, one) for one in several for wanted in values)


def _as_float(value):
    """`value` as a float; NaN for what is no single real number. Text of a number counts as one."""
    unreal = isinstance(value, (bool, np.bool_, bytes, complex)) or value is np.ma.masked
    if unreal or np.ndim(value) > 0:
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
