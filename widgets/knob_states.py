"""The knobs of a dashboard: their states, what the page gets of them, and which edits stay."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from widgets.controls import Control, spec_of
from widgets.edits import Edits
from widgets.knobs import Knob

if TYPE_CHECKING:
    from widgets.stage import Stage

#: Why a knob that is fixed cannot be turned.
FIXED = "Fixed in this dashboard; open it without fix to turn it."

#: What the status line says of an edit that was left out.
_Note = tuple[str, str, str] | None


class KnobStates:
    """The controls of the `Knob`s, and what a stage gets of them.

    shown: the names of the visible knobs, in this order; None for all. fixed: the names of those
    that cannot be turned.

    Attributes: controls (name -> `Control`), opened (name -> value to begin with), edits (an
    `Edits` where the picture is edited, else None), stage_lock (who writes to the stage holds it).
    """

    def __init__(
        self, knobs: Sequence[Knob], stage: Stage, shown: Iterable[str] | None, fixed: Iterable[str]
    ):
        self._stage = stage
        self._shown = [k.name for k in knobs] if shown is None else list(shown)
        if not any(k.primary for k in knobs if k.name in self._shown):
            knobs = [replace(k, primary=True) for k in knobs]
        self.opened = {k.name: k.check(k.default) for k in knobs}
        self.controls: dict[str, Control] = {k.name: k.control() for k in knobs}
        for name in fixed:
            self.controls[name].lock(FIXED)
        self.edits: Edits | None = None
        self.stage_lock = threading.RLock()
        self._is_grouped = False  # whether several are being turned for one request
        self._waiting = 0  # how many are about to turn or mark several knobs
        self._arrange()

    def follow(self, turned: Callable, released: Callable) -> None:
        """Call turned(change) when a knob has another value that was not asked for itself, and
        released(change) when the user takes or leaves one."""

        def changed(change):
            if not self._is_grouped:
                turned(change)

        self._followers = ((changed, "value"), (released, "dragging"))
        for control in self.controls.values():
            control.follow(self.send_states, changed, released)

    def unfollow(self) -> None:
        """Call those that `follow` has named no more."""
        for control in self.controls.values():
            for follower, name in self._followers:
                with contextlib.suppress(ValueError):
                    control.unobserve(follower, name)

    @property
    def values(self) -> dict[str, Any]:
        """name -> value of each knob, whether it fits or not."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def fitting(self) -> dict[str, Any]:
        """name -> value of those whose values fit."""
        return {name: c.value for name, c in self.controls.items() if not c.error}

    @property
    def error(self) -> str:
        """What is wrong with the first knob that does not fit, "" if all do."""
        return next((c.error for c in self.controls.values() if c.error), "")

    @property
    def dragged(self) -> bool:
        """Whether the user holds one of them."""
        return any(control.dragging for control in self.controls.values())

    def allow(self, values: Mapping[str, Any]) -> None:
        """Raise a ValueError where one of these cannot be turned there, or is no knob."""
        for name, value in values.items():
            if name not in self.controls:
                raise ValueError(f"{name} is not a knob; there are {', '.join(self.controls)}.")
            self.controls[name].allow(value)

    def turn(self, values: Mapping[str, Any]) -> None:
        """Turn several for which one request comes."""
        with self._one_request():
            for name, value in values.items():
                self.controls[name].value = value

    def mark(self, ticks: Mapping[str, Any], cancelled: Any = lambda: False) -> None:
        """The marks on the sliders, name -> (value, words), none on the others."""
        with self.at_once():
            for name in self.controls if not cancelled() else ():
                self.controls[name].mark(ticks.get(name))

    def settle(self, before: Mapping[str, Any], given: Collection[str], is_edit: bool) -> _Note:
        """Make the knobs fit each other before their picture is asked for: edits go that no longer
        apply, and what has no effect is hidden. A note of an edit that went.

        before: the settings last asked for. given: the names of those turned by name. is_edit:
        whether undo knows of it already.
        """
        note = None
        if self.edits is not None:
            note = self._begin_anew(self.edits, before, given, is_edit)
            note = note or self._leave_out(self.edits, before)
        values = self.values
        for control in self.controls.values():
            control.idle = not control.knob.applies(values)
            control.without = values.get(control.knob.apart)
        return note

    def bring_to_sight(self, names: Collection[str]) -> None:
        """Let these be the first visible ones."""
        for name in names:
            control = self.controls[name]
            control.knob = replace(control.knob, primary=True)
        self._shown.sort(key=lambda name: name not in names)
        self._arrange()

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Where several are turned or marked; the stage gets it at the end, once."""
        with self.stage_lock:
            self._waiting += 1
        try:
            yield
        finally:
            with self.stage_lock:
                self._waiting -= 1
            self.send_states()

    def send_states(self) -> None:
        """Send the stage their states."""
        with self.stage_lock:
            if not self._waiting:
                self._stage.states = {name: self.controls[name].state for name in self._shown}

    def offer(self, settings: Mapping[str, Any]) -> None:
        """Tell the stage what users may do in the picture at these settings."""
        if self.edits is not None:
            with self.stage_lock:
                self._stage.tools = self.edits.spec(settings)

    def _arrange(self):
        """Those that are shown, first those that are visible from the start."""
        knobs = [self.controls[name].knob for name in self._shown]
        self._stage.knobs = [spec_of(k) for k in sorted(knobs, key=lambda k: not k.primary)]

    @contextlib.contextmanager
    def _one_request(self) -> Iterator[None]:
        """While the body turns knobs, none asks for a picture: one request comes for all."""
        before, self._is_grouped = self._is_grouped, True
        try:
            yield
        finally:
            self._is_grouped = before

    def _begin_anew(self, edits, before, given, is_edit):
        """Where what is edited is another, take the edits out; undo brings back these, and those
        that were turned by name, in one step."""
        note, earlier = None, {}
        for name, control in self.controls.items():
            of, words = control.knob.of, before[name]
            fit = [one for one in of if not self.controls[one].error]
            turned = [one for one in fit if self.controls[one].value != before[one]]
            is_edits = control.knob.kind == "edits" and not control.error
            if turned or (is_edits and control.value != words):
                earlier |= {one: before[one] for one in (*of, name)}
            stays = not words or control.value != words or name in given or control.locked
            if turned and not stays:
                with self._one_request():
                    control.value = ""
                other = self.controls[turned[0]].knob.label
                why = f"left out, as {other} is another; undo brings it back."
                note = ("ready", f"{control.knob.label}: {why}", "")
        if earlier and not is_edit:
            edits.record(earlier)
        return note

    def _leave_out(self, edits, before):
        """Take edits out that no longer apply, now that another knob was turned."""
        values, note = {**before, **self.fitting}, None
        for name, control in self.controls.items():
            words = values[name] if control.knob.kind == "edits" else ""
            if not words or words != before[name]:
                continue
            retained, gone = edits.applying(name, values)
            if gone:
                with self._one_request():
                    control.value = values[name] = retained
                why = f"left out, as it no longer applies, {' '.join(gone)}."
                note = note or ("ready", f"{control.knob.label}: {why}", "")
        return note
