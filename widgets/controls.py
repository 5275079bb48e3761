"""The controls beside a picture: one widget for every kind of knob, and the row of buttons."""

from __future__ import annotations

import math
import threading

import ipywidgets
import numpy as np
import traitlets

from widgets import text
from widgets.assets import LazyWidget
from widgets.palette import colour


class _Value(traitlets.Any):
    """Any value; unlike traitlets' own, it tells 1.0 from True when it looks for a change, and has
    None validated."""

    allow_none = False

    def set(self, obj, value):
        old = obj._trait_values.get(self.name)
        super().set(obj, value)
        new = obj._trait_values[self.name]
        if type(old) is not type(new) and np.isscalar(new) and np.isscalar(old) and old == new:
            obj._notify_trait(self.name, old, new)


class Locked(traitlets.TraitError, ValueError):
    """A knob that is fixed was to be turned."""


class KnobWidget(LazyWidget, bundle="knob"):
    """The control of one `Knob`. Assigning to `value` does what the slider does; it can be linked.

    Any value may be assigned. One that fits takes the knob's own type; one that does not stays as
    it is, and `error` holds the sentence that says why ("" otherwise).
    tick: a (value, words) mark on the slider, or None.
    idle: whether it has no effect where the other knobs stand; then it is hidden.
    without: an option that is not offered. preview: what was understood of a knob's file.
    dragging: whether a hand holds the slider, and further values will come.
    stage: the `uid` of the stage whose picture follows it. followed: whether others follow it in
    Python, so that it tells every value there.
    locked: the sentence that says why it cannot be turned, "" if it can; another value is refused
    with it, and the control stands grey.
    """

    spec = traitlets.Dict(read_only=True).tag(sync=True)
    value = _Value().tag(
        sync=True,
        to_json=lambda value, _: to_wire(value),
        from_json=lambda value, _: from_wire(value),
    )
    tick = traitlets.Any(None, allow_none=True).tag(
        sync=True, to_json=lambda tick, _: tick and tick_on_wire(tick)
    )
    error = traitlets.Unicode("").tag(sync=True)
    idle = traitlets.Bool(False).tag(sync=True)
    preview = traitlets.Dict().tag(sync=True)
    dragging = traitlets.Bool(False).tag(sync=True)
    stage = traitlets.Unicode("").tag(sync=True)
    followed = traitlets.Bool(False).tag(sync=True)
    locked = traitlets.Unicode("").tag(sync=True)
    without = _Value(None).tag(sync=True, to_json=lambda value, _: to_wire(value))

    def __init__(self, knob):
        self.knob = knob
        # A browser's message may arrive in another thread (a subshell) than a new tick; traitlets
        # would lose one of the two changes.
        self._guard = threading.RLock()
        self.set_trait("spec", spec_of(knob))
        super().__init__(value=knob.default, layout=plain_layout())
        self.uploads = None  # takes the parts of a file that is chosen
        self.on_msg(self._received)

    @traitlets.validate("value")
    def _typed(self, proposal):
        self.allow(proposal["value"])
        value, self._sentence = _validated(self.knob, proposal["value"])
        return value

    @traitlets.observe("value")
    def _explain(self, _):
        self.error = self._sentence

    def observe(self, handler, *args, **kwargs):
        """As of any widget; from here on the page tells every value that the knob takes."""
        super().observe(handler, *args, **kwargs)
        if "uploads" in vars(self):  # it is complete: this is somebody else
            self.followed = True

    def lock(self, why):
        """Let no other value in from here on; `why` is the sentence that says so."""
        self._stays, self.locked = self.value, why

    def allow(self, value):
        """Raise `Locked` where the knob is locked and `value` is another one."""
        if self.locked and not _equal(_validated(self.knob, value)[0], self._stays):
            why = self.locked[:1].lower() + self.locked[1:]
            rule = f"{self.knob.name} must stay at {self._stays!r}"
            raise Locked(f"{rule}, got {value!r}; it is {why}")

    def mark(self, tick):
        """Set the (value, words) mark on the slider, from any thread; None removes it."""
        with self._guard:
            self.tick = tick

    def tell(self, preview):
        """Show what was understood of the file, from any thread."""
        with self._guard:
            self.preview = preview

    def set_state(self, sync_data):
        """Take what the browser sends."""
        with self._guard:
            super().set_state(sync_data)

    def _received(self, _, content, buffers):
        if content.get("kind") == "file" and self.uploads is not None:
            self.uploads(content, buffers)


class Actions(LazyWidget, bundle="actions"):
    """The buttons Reset, Copy Python and Save; each press is handed to `on_press(what, label)`.

    what: "reset", "copy" or "save"; label: which of `exports` to save, else "".
    more: how many knobs wait behind the button that unfolds them.
    """

    exports = traitlets.List(traitlets.Unicode()).tag(sync=True)
    copies = traitlets.Bool(False).tag(sync=True)
    more = traitlets.Int(0).tag(sync=True)
    unfolded = traitlets.Bool(False).tag(sync=True)

    def __init__(self, on_press, **kwargs):
        super().__init__(layout=plain_layout(), **kwargs)
        self._on_press = on_press
        self.on_msg(self._pressed)

    def _pressed(self, _, content, __):
        if "do" in content:
            self._on_press(content["do"], content.get("what", ""))


_layout = None


def plain_layout():
    """The one `Layout` of all controls and of the boxes around them, which their classes lay out:
    each would send 1.7 kB that say nothing."""
    global _layout
    if _layout is None or _layout.comm is None:  # or somebody closed all widgets
        _layout = ipywidgets.Layout()
    return _layout


def tick_on_wire(tick):
    """A (value, words) mark as JSON can carry it."""
    return [to_wire(tick[0]), tick_label(*tick)]


def tick_label(value, words):
    """The words at a mark on a slider, with its number unless they hold one: "λ_max 0.79"."""
    words = str(words)
    if any(c.isdigit() for c in words) or not math.isfinite(value):
        return words
    return f"{words} {text.field(value)}"


def to_wire(value):
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


def from_wire(value):
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


def spec_of(knob):
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
    }


def _line(line):
    if line is None:
        return None
    tone, dash = line
    return {"light": colour(tone), "dark": colour(tone, "dark"), "dash": dash}
