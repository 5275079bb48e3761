"""The map next to a dashboard: the plane of two knobs, and a cross where they are in it."""

from __future__ import annotations

import contextlib
import math
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from lab.paths import checked_path
from lab.sweeps.picture import KEY, place
from solvers.checks import integer
from widgets import Scene
from widgets.background import weakly
from widgets.controls import to_wire
from widgets.dashboard import STILL_PATIENCE, Dashboard
from widgets.knobs import NUMBERS
from widgets.page import PageMap, save_page
from widgets.stage import Stage
from widgets.stored_still import unattended

#: A click reads off so many steps along an axis.
_STEPS = 1000


class Map:
    """A dashboard and, under its knobs, the plane of two of them; shows itself in a notebook.

    dashboard: whose knobs a click or a drag on the map turns, and which move its cross.
    stage: the player of the map. scene: the map as data.
    """

    def __init__(self, board: Dashboard, source: Any, write_page: Callable):
        """source: what knows the colours, of `lab.sweeps.sources`. write_page: `lab.page`."""
        self.dashboard, self.stage, self._source = board, Stage(), source
        self._write_page = write_page
        self._closed = False
        self._shown: dict[str, Any] | None = None
        source.changed = weakly(self._show)  # its thread must not keep alive a map without an owner
        self.stage.on_click(self._clicked)
        board.on_turn(self._turned)
        board.bring_to_sight(*(knob.name for knob in source.knobs))
        board.add_widget(self.stage, self.close)
        weakref.finalize(self, source.close)
        self._turned(dict(board.settings))

    @property
    def scene(self) -> Scene:
        """The map now shown, as data."""
        scene = self.stage.scene
        assert scene is not None  # one is shown from the beginning
        return scene

    @property
    def status(self) -> str:
        """What the line under the map says."""
        return self.stage.status["text"]

    def wait(self, timeout: float = 60.0) -> None:
        """Wait until the picture answers the knobs and the map is whole, else TimeoutError."""
        self.dashboard.wait(timeout)
        if not self._source.wait(timeout):
            raise TimeoutError(f"The map was not whole within {timeout:g} seconds.")
        self._show()

    def save(self, path: str | Path) -> None:
        """Write the map: a page without a kernel, where the cross moves and names its cell (.html),
        or a picture (.png, .pdf)."""
        from widgets.matplotlib_figure import save as save_picture  # brings in matplotlib

        kinds: dict[str, Any] = {".html": save_page, ".png": save_picture, ".pdf": save_picture}
        path = checked_path(path, tuple(kinds), ".html, .png or .pdf", "path")
        kinds[path.suffix.lower()](self._source.scene(dict(self.dashboard.settings)), path)

    def page(
        self,
        out: str | Path,
        *,
        stops: int = 9,
        limit: str | int | None = None,
        jobs: int | None = None,
    ) -> Any:
        """Write a page without a kernel in which a press on the map turns the knobs.

        out: a file .html. The scene is solved at `stops` values along each axis whose knob is a
        number, and at all options of any other; limit, jobs: as in `lab.page`, whose `Page` it
        returns. The other knobs stay where they are.
        """
        settings = dict(self.dashboard.settings)
        pairs = list(zip(self._source.knobs, self._source.ends, strict=True))
        stops = integer(stops, "stops", least=2)
        beside = PageMap(
            self._source.scene(settings),
            (pairs[0][0].name, pairs[1][0].name),
            (_options(*pairs[0]), _options(*pairs[1])),
        )
        vary = {knob.name: _stops(knob, ends, stops) for knob, ends in pairs}
        how = {"jobs": jobs, "beside": beside} | ({} if limit is None else {"limit": limit})
        return self._write_page(self._source.where, vary=vary, out=out, **how, **settings)

    def close(self) -> None:
        """Stop filling the map and following the knobs; the dashboard stays."""
        self._closed = True
        self._source.close()

    def _repr_mimebundle_(self, **kwargs):
        """The dashboard with the map in it; where no page shows it, a still of the map."""
        if not unattended():
            return self.dashboard._repr_mimebundle_(**kwargs)
        with contextlib.suppress(Exception):  # what went wrong is in the status
            self.wait(STILL_PATIENCE)
        from widgets.still import still  # brings in matplotlib

        words = self.scene.captions[0]
        png = still(self.scene, 0, "Run this cell to turn the knobs on the map.")
        return {"image/png": png, "text/plain": words}, {"image/png": {"alt": words}}

    def _clicked(self, click):
        """Turn the two knobs to where the map was clicked."""
        if click["panel"] != KEY or self._closed:
            return
        spots = zip(self._source.knobs, self._source.ends, (click["x"], click["y"]), strict=True)
        self.dashboard.set(**{knob.name: _value(knob, *spot) for knob, *spot in spots})

    def _turned(self, settings):
        """The knobs have been turned: the cross follows, and what is near it comes next."""
        if self._closed:
            return
        self._source.follow(settings)
        names = [knob.name for knob in self._source.knobs]
        others = {n: v for n, v in settings.items() if n not in names}
        if others != self._shown:
            self._shown = others
            self._show()
        spot = place(self._source.knobs, self._source.ends, [settings[n] for n in names])
        self.stage.crosses = {KEY: spot}

    def _show(self):
        """Show the map as far as it is known."""
        if self._closed:
            return
        settings = dict(self.dashboard.settings)
        self.stage.show(self._source.scene(settings))
        self.stage.set_status(*self._source.status(settings))


def _options(knob, ends):
    """The values on the axis of a knob that is no number, as JSON takes them; else None."""
    return None if knob.kind in NUMBERS else [to_wire(value) for value in ends]


def _stops(knob, ends, count):
    """Of the values on an axis about `count`, the first and the last among them."""
    if knob.kind not in NUMBERS or len(ends) <= count:
        return list(ends)
    return [ends[k] for k in np.unique(np.linspace(0, len(ends) - 1, count).round().astype(int))]


def _value(knob, values, at):
    """The value of a knob at a place on its axis, with as few digits as the axis can
    distinguish."""
    if knob.kind not in NUMBERS:
        return values[int(np.clip(round(at), 0, len(values) - 1))]
    at = min(max(at, knob.low), knob.high)
    if knob.kind == "integer":
        return round(at)
    if knob.kind == "log":
        return min(max(float(f"{at:.3g}"), knob.low), knob.high)
    step = 10.0 ** math.floor(math.log10((knob.high - knob.low) / _STEPS))
    decimals = max(-round(math.log10(step)), 0)
    return min(max(round(at, decimals), knob.low), knob.high)
