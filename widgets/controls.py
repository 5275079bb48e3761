"""The state of knobs, in Python and on the wire."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import traitlets

from widgets import text
from widgets.palette import colour
from widgets.uploads import SUFFIXES


class _Value(traitlets.Any):
    """Any value; unlike traitlets' own, it distinguishes 1.0 from True when it looks for a change,
    and has None validated."""

    allow_none = False

    def set(self, obj, value):
        old = obj._trait_values.get(self.name)
        super().set(obj, value)
        new = obj._trait_values[self.name]
        if type(old) is not type(new) and np.isscalar(new) and np.isscalar(old) and old == new:
            obj._notify_trait(self.name, old, new)


class Locked(traitlets.TraitError, ValueError):
    """A knob that is fixed was to be turned."""


class Control(traitlets.HasTraits):
    """The state of one `Knob`: what its control shows and the user turns. Assigning to `value` does
    what the slider does; it can be observed and linked.

    Any value may be assigned. One that fits takes the knob's own type; one that does not stays as
    it is, and `error` holds the sentence that says why ("" otherwise).
    tick: a (value, words) mark on the slider, or None.
    idle: whether it has no effect at the values of the other knobs; then it is hidden.
    without: an option that is not offered. preview: what was understood of a knob's file.
    dragging: whether the user holds the slider, and further values will come.
    followed: whether others follow it in Python, so that a page sends every value.
    locked: the sentence that says why it cannot be turned, "" if it can; another value is refused
    with it, and the control is grey.
    turn: what the page that turned it last has called that turn.
    """

    value = _Value()
    tick = traitlets.Any(None, allow_none=True)
    error = traitlets.Unicode("")
    idle = traitlets.Bool(False)
    preview = traitlets.Dict()
    dragging = traitlets.Bool(False)
    followed = traitlets.Bool(False)
    locked = traitlets.Unicode("")
    without = _Value(None)

    def __init__(self, knob: Any):
        self.knob, self.turn, self._report = knob, "", lambda: None
        # A page's turn may arrive in another thread (a subshell) than a new tick; traitlets would
        # lose one of the two changes.
        self._guard = threading.RLock()
        super().__init__(value=knob.default)
        self._is_ours = False  # later observers are not ours

    @traitlets.validate("value")
    def _typed(self, proposal):
        self.allow(proposal["value"])
        value, self._sentence = _validated(self.knob, proposal["value"])
        return value

    @traitlets.observe("value", "tick", "error", "idle", "preview", "followed", "locked", "without")
    def _changed(self, change):
        if change["name"] == "value":
            self.error = self._sentence
        self._report()

    def observe(self, handler: Any, *args: Any, **kwargs: Any) -> None:
        """As of any object with traits; from here on a page sends every value that it takes."""
        super().observe(handler, *args, **kwargs)
        if not vars(self).get("_is_ours", True):
            self.followed = True

    def follow(self, changed: Callable, turned: Callable, released: Callable) -> None:
        """Call `changed()` when its state has changed, `turned(change)` when it has another value,
        and `released(change)` when the user takes or leaves it."""
        self._report, self._is_ours = changed, True
        self.observe(turned, "value")
        self.observe(released, "dragging")
        self._is_ours = False

    def lock(self, why: str) -> None:
        """Let no other value in from here on; `why` is the sentence that says so."""
        self._stays, self.locked = self.value, why

    def allow(self, value: Any) -> None:
        """Raise `Locked` where the knob is locked and `value` is another one."""
        if self.locked and not _equal(_validated(self.knob, value)[0], self._stays):
            why = self.locked[:1].lower() + self.locked[1:]
            rule = f"{self.knob.name} must stay at {self._stays!r}"
            raise Locked(f"{rule}, got {value!r}; it is {why}")

    def mark(self, tick: tuple[float, str] | None) -> None:
        """Set the (value, words) mark on the slider, from any thread; None removes it."""
        with self._guard:
            self.tick = tick

    def show_preview(self, preview: dict[str, Any]) -> None:
        """Show what was understood of the file, from any thread."""
        with self._guard:
            self.preview = preview

    def take(self, value: Any, dragging: bool = False, turn: str = "") -> None:
        """Take what a page says: its value, on the wire, while the user holds it or at last."""
        with self._guard:
            self.turn = turn
            try:
                with self.hold_trait_notifications():
                    self.dragging, self.value = dragging, from_wire(value)
            finally:
                self._report()  # also where nothing has changed: the turn was received

    @property
    def state(self) -> dict[str, Any]:
        """Its state, as a page has it; what says nothing is left out."""
        said = {
            "tick": self.tick and tick_on_wire(self.tick),
            "error": self.error,
            "idle": self.idle,
            "preview": self.preview,
            "followed": self.followed,
            "locked": self.locked,
            "without": to_wire(self.without),
            "turn": self.turn,
        }
        return {"value": to_wire(self.value)} | {n: v for n, v in said.items() if v}


def tick_on_wire(tick: tuple[float, str]) -> list:
    """A (value, words) mark as JSON can carry it."""
    return [to_wire(tick[0]), tick_label(*tick)]


def tick_label(value: float, words: str) -> str:
    """The words at a mark on a slider, with its number unless they hold one: "λ_max 0.79"."""
    words = str(words)
    if any(c.isdigit() for c in words) or not math.isfinite(value):
        return words
    return f"{words} {text.field(value)}"


def settings_on_wire(settings: Any) -> dict[str, Any]:
    """`settings` as the page has them."""
    return {name: to_wire(value) for name, value in settings.items()}


def to_wire(value: Any) -> Any:
    """`value` as JSON can carry it; what JSON has no word for (NaN, objects) goes as text."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else {"text": str(value)}
    if isinstance(value, float):
        return value if math.isfinite(value) else {"text": str(value)}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_wire(v) for v in value]
    return {"text": repr(value)}


def from_wire(value: Any) -> Any:
    """What the browser sent, as Python means it; the inverse of `to_wire` for numbers and text."""
    if isinstance(value, list):
        return [from_wire(v) for v in value]
    if not isinstance(value, dict):
        return value
    try:
        return float(value["text"])
    except ValueError:
        return value["text"]


def _equal(a, b):
    return type(a) is type(b) and (a is b or bool(np.all(a == b)))


def _validated(knob, value):
    """(value in the knob's type, "") or (value as it is, the sentence that says what is wrong)."""
    try:
        return knob.check(value), ""
    except ValueError as wrong:
        return value, str(wrong)


def spec_of(knob: Any) -> dict[str, Any]:
    """All that the control needs to draw itself, as JSON can carry it."""
    options = [
        {"value": to_wire(value), "words": words, "line": _line(line)}
        for (value, words), line in zip(knob.pairs(), knob.lines(), strict=True)
    ]
    return {
        "kind": knob.kind,
        "name": knob.name,
        "label": knob.label or knob.name,
        "low": knob.low,
        "high": knob.high,
        "options": options,
        "help": knob.help,
        "primary": knob.primary,
        "periodic": knob.periodic,
        "when": [{n: to_wire(list(v)) for n, v in rule.items()} for rule in knob.rules()],
        "apart": knob.apart,
        "most": knob.most,
        "accept": ",".join(knob.suffixes or SUFFIXES),
    }


def _line(line):
    if line is None:
        return None
    tone, dash = line
    return {"light": colour(tone), "dark": colour(tone, "dark"), "dash": dash}
