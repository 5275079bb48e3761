"""Points that users edit in a picture: what the tools offer, and what was done, to be undone and
done again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

#: So many edits can be undone.
_MOST = 200


@dataclass(frozen=True, slots=True)
class Tools:
    """What users may do in a picture.

    panel: the key of the one that takes clicks; "": none does, there is only the table.
    options: (do, what, words) of each tool, the one that is chosen at first in front; do: "add",
    "erase", "move" or "draw"; what: for "add", of which kind; for "draw", what is drawn: a "region"
    by its corners, a "triplet" by three points, a "bag" by a loop around its points. With shift the
    tool is `shift`, a place in `options`. drag: what a stroke from a point does: "move" it, "add"
    something between its ends, or "" nothing.
    columns: (words, options) of the table; options: ((value, words), ...), or None for numbers.
    rows(): its rows, values in the order of the columns. noun: what a row is.
    sprays: whether a stroke from where no point is adds many, sent as "spray" with "places".
    clears: whether all can be taken away at once. empty: whether nothing is there; then drawing is
    chosen.
    """

    panel: str
    options: tuple[tuple[str, Any, str], ...]
    columns: tuple[tuple[str, tuple | None], ...]
    rows: Callable[[], list]
    drag: str = ""
    shift: int = 0
    noun: str = "point"
    sprays: bool = False
    clears: bool = False
    empty: bool = False

    def spec(self) -> dict:
        """All but the rows, as JSON can carry it."""
        return {
            "panel": self.panel,
            "options": [{"do": d, "what": w, "words": t} for d, w, t in self.options],
            "columns": [
                {"words": w, "options": o and [list(p) for p in o]} for w, o in self.columns
            ],
            "drag": self.drag,
            "shift": self.shift,
            "noun": self.noun,
            "sprays": self.sprays,
            "clears": self.clears,
            "empty": self.empty,
        }


class Edits:
    """Turns what users do into knob values.

    act(settings, action) -> {knob: value}, pure: action holds "do", and what the tool needs of
    "panel", "what", "x", "y", "x0", "y0", "places" (data coordinates), "closed", "rows"; "clear"
    needs nothing. Actions with the same "id" are one stroke: each starts from the settings before
    it, and together they are undone.
    tools(settings) -> `Tools`, or None where nothing is edited. words: the names of the knobs that
    hold edits as words, those that others are about in front; an action may turn others as well.
    """

    def __init__(
        self,
        act: Callable[[Mapping, Mapping], Mapping],
        tools: Callable[[Mapping], Tools | None],
        words: Collection[str],
    ):
        self._act, self._tools, self._words = act, tools, tuple(words)
        self._past: deque[dict] = deque(maxlen=_MOST)
        self._future: list[dict] = []
        self._stroke: tuple[Any, dict] = (None, {})

    def turned(self, settings: Mapping, action: Mapping) -> Mapping:
        """The knobs that an action turns, from the present `settings`. A click without "do" came
        from a picture that did not know its tools yet."""
        if action.get("do") == "undo":
            return self._step(self._past, self._future, settings)
        if action.get("do") == "redo":
            return self._step(self._future, self._past, settings)
        if "do" not in action and self._tools(settings) is not None:
            return {}
        name, begin = action.get("id"), dict(settings)
        going_on = name is not None and name == self._stroke[0]
        if going_on:
            begin = self._stroke[1]
        turned = self._act(begin, action)
        if turned and not going_on:
            self.record({knob: begin[knob] for knob in turned})
            self._stroke = (name, begin)
        return turned

    def record(self, before: Mapping) -> None:
        """Take one more step: undone, the knobs have the values `before`."""
        self._past.append(dict(before))
        self._future.clear()
        self._stroke = (None, {})

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._past)

    def applying(self, knob: str, settings: Mapping) -> tuple[str, list[str]]:
        """(the words of a knob that make sense at these settings, those that do not): a point that
        was erased may not be one of a smaller set."""
        later = dict.fromkeys(self._words[self._words.index(knob) + 1 :], "")
        if not self._reads({**settings, **later, knob: ""}):
            return settings[knob], []  # it is not for these words that there is nothing to edit
        valid: list[str] = []
        gone: list[str] = []
        for word in settings[knob].split():
            tried = {**settings, **later, knob: " ".join([*valid, word])}
            (valid if self._reads(tried) else gone).append(word)
        return " ".join(valid), gone

    def _reads(self, settings):
        try:
            self.rows(settings)
        except ValueError:
            return False
        return True

    def spec(self, settings: Mapping) -> dict:
        """What the picture offers at these settings; {} where nothing is edited."""
        tools = self._tools(settings)
        if tools is None:
            return {}
        return tools.spec() | {"undo": self.can_undo, "redo": bool(self._future)}

    def rows(self, settings: Mapping) -> list:
        """The rows of the table; none where nothing is edited."""
        tools = self._tools(settings)
        return [] if tools is None else tools.rows()

    def _step(self, source, target, settings):
        self._stroke = (None, {})
        if not source:
            return {}
        restored = {**settings, **source[-1]}
        for knob in (word for word in self._words if word in source[-1]):
            restored[knob] = self.applying(knob, restored)[0]
        turned = source.pop()
        target.append({knob: settings[knob] for knob in turned})
        return {knob: restored[knob] for knob in turned}
