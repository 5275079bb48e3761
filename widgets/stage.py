"""The live player: one widget that receives a whole scene once and plays it in the browser."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets
import traitlets

from widgets.assets import LiveWidget, load_assets
from widgets.pack import in_space, pack
from widgets.palette import roles
from widgets.questions import Answers
from widgets.scene import Scene

#: New static arrays up to this many bytes travel with the moving ones; the rest stays unsent.
_SMALL = 120_000

#: Both themes, as the player wants them: name -> {role: colour}.
THEMES = {theme: roles(theme) for theme in ("light", "dark")}


def compact(spec: dict[str, Any]) -> str:
    """A spec as it travels to the live player."""
    return json.dumps(spec, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _widgets():
    """A trait that holds widgets."""
    return ipywidgets.widgets.trait_types.TypedTuple(traitlets.Instance(ipywidgets.Widget)).tag(
        sync=True, **ipywidgets.widget_serialization
    )


class Stage(LiveWidget):
    """Plays a `Scene` in the browser; scrubbing and playing send nothing to the kernel.

    frame: the frame now shown. Python may set it (-1 is the last); the browser reports it when the
    picture comes to rest. predict: whether the player stops at the scene's questions and asks.
    crosses: panel's key -> where its cross is (x, y), instead of where the scene has it.
    answers: what was answered, the newest last. takes: the most bytes of a file that may be
    dropped on the picture; 0 where there is no use for one. tools: what users may do in it, as
    `Edits.spec` has it.
    tab: key of the panel behind whose tab was looked last; the browser reports it. front: key of
    the panel that has changed places with the hero, by a click on its title, or "".
    at: the knobs' values to which the picture belongs, as JSON has them. stale: whether the knobs
    at present have no picture, so that this one is of others and proves nothing of them.
    ahead: whether the page may ask for the pictures of other values before the user is there; who
    makes them is `on_ahead`.
    viewpoint: where the panels are looked at from, "zoom" and "camera" as in `widgets.state`; the
    browser reports it too. projector: whether it fills the screen in large type; the key of a panel
    for that panel alone. room: where a class answers, as `Invitation` of static/types.d.ts.

    The stage of a dashboard draws this, too. head: its title and question, the names of its exports
    and whether it copies Python; without one there is a stage alone. knobs: what each control needs
    to be drawn. states: name -> the state of each, as `Control.state`. unfolded: whether all are
    visible. beside, below: other widgets, under the knobs and under all. What users do to knobs and
    buttons goes to `on_input(content)`. judged: what other solvers say of the picture: a "state" of
    `widgets.stage_view.STATES`, "short", and once it is there "sentence", "heads", "rows", "notes".
    """

    # As text: ipywidgets looks for buffers in every corner of what is not.
    spec = traitlets.Dict().tag(sync=True, to_json=lambda spec, _: compact(spec))
    constant = traitlets.Dict().tag(sync=True)
    moving = traitlets.Dict().tag(sync=True)
    themes = traitlets.Dict(THEMES).tag(sync=True)
    status = traitlets.Dict({"kind": "ready", "text": "", "detail": ""}).tag(sync=True)
    frame = traitlets.Float(0.0).tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)
    crosses = traitlets.Dict().tag(sync=True)
    at = traitlets.Dict().tag(sync=True)
    stale = traitlets.Bool(False).tag(sync=True)
    tab = traitlets.Unicode("").tag(sync=True)
    front = traitlets.Unicode("").tag(sync=True)
    ahead = traitlets.Bool(False).tag(sync=True)
    takes = traitlets.Int(0).tag(sync=True)
    tools = traitlets.Dict().tag(sync=True)
    viewpoint = traitlets.Dict().tag(sync=True)
    projector = traitlets.Any(False).tag(sync=True)
    room = traitlets.Dict().tag(sync=True)
    head = traitlets.Dict().tag(sync=True)
    knobs: traitlets.List = traitlets.List().tag(sync=True)
    states = traitlets.Dict().tag(sync=True)
    unfolded = traitlets.Bool(False).tag(sync=True)
    judged = traitlets.Dict().tag(sync=True)
    beside = _widgets()
    below = _widgets()

    def __init__(self, scene: Scene | None = None, **kwargs: Any):
        self._guard = threading.RLock()
        super().__init__(**kwargs)
        self._listeners = []
        self.answers = Answers()
        self.scene: Scene | None = None
        self.uploads = None  # takes the parts of files that are dropped
        self.on_ahead = None  # takes what the page wants to hold, as `PrefetchCache.ask` does
        self.on_input = None  # takes the turn of a knob, or the press of a button
        self.on_close = None
        self.on_msg(self._received)
        if scene is not None:
            self.show(scene)

    @traitlets.validate("frame")
    def _inside(self, proposal):
        return self._nearest(proposal["value"])

    def _nearest(self, value):
        last = len(self.spec["clock"]["values"]) - 1 if self.spec else 0
        if not math.isfinite(value):
            raise traitlets.TraitError(f"frame must be finite, got {value}.")
        most = math.inf if self.spec.get("part") else float(last)  # of a part it is the whole's
        return min(max(value + last + 1 if value < 0 else value, 0.0), most)

    @traitlets.observe("tools")
    def _offered(self, change):
        tools = change["new"]
        if tools.get("sprays") or any(t["do"] == "draw" for t in tools.get("options", ())):
            load_assets("draw")

    def show(
        self, scene: Scene, at: dict[str, Any] | None = None, whole: bool = True, part: bool = False
    ) -> bool:
        """Play `scene` from here on, the picture of the knobs' values `at`; arrays that the browser
        already has are not sent again. Returns whether all of it was sent.

        whole: or only what is visible; behind other tabs, and of other frames' words, nothing is
        shown until it comes. part: the scene is a part of the picture that is to come, which may
        have more frames: a frame that is not there yet is shown once it is.
        """
        if not isinstance(scene, Scene):
            raise ValueError(f"scene must be a Scene, got {type(scene).__name__}.")
        spec, arrays = pack(scene, **({} if whole else self.in_sight(scene)))
        if part:
            spec["part"] = True
        if in_space(spec):
            load_assets("space")
        new = {name: data for name, data in arrays.static.items() if name not in self.constant}
        # A message of the browser may arrive in another thread than the one that shows.
        with self._guard, self.hold_sync():
            if sum(map(len, new.values())) > _SMALL or not self.constant:
                self.constant, new = arrays.static, {}
            self.moving = arrays.moving | new
            self.spec = spec
            self.at = at or {}
            self.scene = scene
            if not part:
                self.frame = min(self.frame, len(scene) - 1)
        return whole or not (
            any(panel.get("upcoming") for panel in spec["panels"])
            or isinstance(spec["captions"], dict)
        )

    def in_sight(self, scene: Any) -> dict[str, Any]:
        """What of `scene` is visible, as options of `pack`: panels, and the words of a frame: the
        player's, or the last, where a player at the end of another scene stays."""
        last = len(scene) - 1
        captioned = {min(math.floor(self.frame), last), last}
        return {"seen": scene.layout.swapped(self.front).in_sight(self.tab), "captioned": captioned}

    def take_viewpoint(self, frame: float, viewpoint: dict[str, Any]) -> None:
        """Take what a page looks at and from where, before it reports that at rest."""
        values = {"frame": self._nearest(float(frame)), "viewpoint": viewpoint}
        # Without a word to the pages, which may have moved on meanwhile.
        with self._guard, self._lock_property(**values):
            for name, value in values.items():
                setattr(self, name, value)

    def set_state(self, sync_data: dict[str, float]) -> None:
        """Take what the browser sends."""
        with self._guard:
            super().set_state(sync_data)

    def close(self) -> None:
        """Let go of the browser's side."""
        end, self.on_close = vars(self).get("on_close"), None
        if end is not None:
            end()
        super().close()

    def set_status(self, kind: str, text: str, detail: str = "", share: Any = None) -> None:
        """Show `text` in the status line; kind: "compiling", "solving", "ready" or "error"; share:
        how much of the work is done, where that is known."""
        self.status = {"kind": kind, "text": text, "detail": detail, "share": share}

    def on_click(self, callback: Callable, remove: bool = False) -> None:
        """Call `callback(action)` on what the user does, in data coordinates, as `Edits` has it."""
        if remove:
            self._listeners.remove(callback)
        else:
            self._listeners.append(callback)

    def hold(self, content: dict[str, Any], buffers: Sequence[Any]) -> None:
        """Give the page a picture that it asked for ahead of the user."""
        self.send(content, buffers)

    def show_table(self, rows: list[str]) -> None:
        """Show the rows of what users edit, in the page's table."""
        self.send({"kind": "table", "rows": rows})

    def download(self, filename: str, mime: str, data: bytes) -> None:
        """Let the browser save `data` (bytes) under `filename`."""
        self.send({"kind": "download", "filename": filename, "mime": mime}, buffers=[data])

    def copy(self, text: str) -> None:
        """Put `text` on the clipboard; where that is forbidden, the page shows it to copy."""
        self.send({"kind": "copy", "text": text})

    def _received(self, _, content, buffers):
        try:
            self._take(content, buffers)
        finally:
            if content.get("call"):
                self.send({"kind": "heard", "call": content["call"]})

    def _take(self, content, buffers):
        if content.get("kind") == "click":
            action = {n: value for n, value in content.items() if n not in ("kind", "call")}
            for listener in list(self._listeners):
                listener(action)
        elif content.get("kind") == "ahead" and self.on_ahead is not None:
            self.on_ahead(str(content["cache"]), content["knob"], content["values"])
        elif content.get("kind") == "file" and self.uploads is not None:
            self.uploads(content, buffers)
        elif content.get("kind") in ("turn", "press") and self.on_input is not None:
            self.on_input(content)
        elif content.get("kind") == "answer" and self.scene is not None:
            self.answers.take(self.scene.questions, content)
