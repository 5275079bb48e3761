"""In the kernel that runs a notebook for the site: what dashboards and maps write as output.

A dashboard that any process can make again writes its address and settings, and the site solves the
settings around them. One with a function that the notebook defines, and a map, write the stage of
what they show.
"""

from __future__ import annotations

import html
from typing import Any

import ipywidgets

from lab.discovery import find
from lab.site.essay import first
from lab.site.first import First
from lab.sweeps.live_map import Map
from lab.sweeps.worker import foreign_solvers
from solvers import InputError
from widgets.dashboard import Dashboard
from widgets.page import stage_of
from widgets.state import decode

#: What the site reads in an output: "at", "knobs" and "frame" of a dashboard, or "script" and
#: "space" of a stage; "title", "question" and "below", the HTML of what is under the dashboard.
MIME = "application/vnd.convexlab.site+json"
#: What such an output has in its script in place of the stage's name.
NAME = "$STAGE"
_PLAIN = {"at", "knobs", "frame"}


def install(shell: Any) -> None:
    """Have the shell (of IPython) write such outputs."""
    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type(Dashboard, _of_dashboard)
    formatter.for_type(Map, _of_map)
    formatter.for_type(First, _of_first)


def _of_dashboard(board, include=None, exclude=None):
    data, metadata = _still(board)
    if board.scene is None or board.status != "ready":
        return data, metadata
    scene = board.scene
    described = {"title": scene.title, "question": scene.question, "below": _below(board)}
    state = decode(board.state)
    if state.keys() <= _PLAIN and _known(board, state):
        described |= {name: state[name] for name in _PLAIN}
    else:
        described |= _stage(scene, {"frame": state.get("frame", 0)})
    return data | {MIME: described}, metadata


def _of_map(shown, include=None, exclude=None):
    data, metadata = _still(shown)
    described = {
        "title": shown.scene.panels[0].title,
        "question": shown.scene.captions[0],
        "below": "",
    }
    return data | {MIME: described | _stage(shown.scene, {}) | {"map": True}}, metadata


def _of_first(shown, include=None, exclude=None):
    link = (
        f'<p><a href="../index.html">{html.escape(first().title)}</a> is the front page here.</p>'
    )
    return {"text/html": link, "text/plain": repr(shown)}, {}


def _still(shown):
    """(data, metadata) of the output of a notebook that runs without a page."""
    bundle = shown._repr_mimebundle_()
    return bundle if isinstance(bundle, tuple) else (bundle, {})


def _known(board, state):
    """Whether another process can make this picture: a cell has made neither scene nor methods."""
    try:
        if board.run.experiment is not find(state["at"])[1]:
            return False
    except InputError:
        return False
    own = {name for name, *_, made in foreign_solvers() if made.__module__ == "__main__"}
    values = (v if isinstance(v, list) else [v] for v in state["knobs"].values())
    return not any(own.intersection(one) for one in values)


def _stage(scene, state):
    stage = stage_of(scene, state)
    return {"script": stage.script(NAME), "space": stage.space}


def _below(board):
    """The words under knobs and picture, such as the task of a hunt."""
    rows = [row for box in board.stage.below for row in getattr(box, "children", ())]
    words = [row.value for row in rows if isinstance(row, ipywidgets.HTML)]
    return "".join(words[:1]) + "".join(
        f"<p>{html.escape(row.description)} takes the notebook.</p>"
        for row in rows if isinstance(row, ipywidgets.Button)
    )  # fmt: skip
