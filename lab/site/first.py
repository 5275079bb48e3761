"""The first page: an essay's prose next to its pinned pictures, as a part of the site's front page
and, in a separate frame, in a notebook."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lab.discovery import find
from lab.runs.opening import scene
from lab.site.essay import DRAW, Essay, first
from lab.site.page import page
from solvers import InputError
from widgets.assets import bundle
from widgets.page import assets
from widgets.still import still

STATIC = Path(__file__).with_name("static")
#: Stops of a number between those that links set, for dragging.
STOPS = 13
#: Words that are read in a minute where pictures are looked at, and changed, as well.
_WORDS_A_MINUTE = 80

_DRAWING = """<figure class="essay-stage essay-drawing essay-away" data-at="draw">
<svg viewBox="0 0 10 10" role="group" aria-label="A polygon, and an arrow along which one wants
to go far. Its corners can be moved."><defs>
<marker id="essay-tip" viewBox="0 0 10 10" refX="6" refY="5"
markerWidth="4" markerHeight="4" orient="auto"><path class="tip" d="M0 0 10 5 0 10Z"/></marker>
</defs><g></g></svg>
<figcaption class="acts"><button type="button" data-act="add">Add a corner</button>
<button type="button" data-act="clear">Begin from nothing</button>
<button type="button" data-act="first">The first polygon</button></figcaption></figure>"""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
html[data-cl-theme="light"] {{ color-scheme: light; }}
html[data-cl-theme="dark"] {{ color-scheme: dark; }}
body {{ margin: 0 auto; padding: 12px 16px; max-width: 1700px;
  background: light-dark(#fff, #11151a);
  color: light-dark(#1b1f24, #f0f3f6); font: 16px / 1.6 system-ui, "DejaVu Sans", sans-serif; }}
a {{ color: light-dark(#0067a3, #6bc0ee); }}
{style}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
{lead}
{essay}
</main>
{assets}
<script>
{script}</script>
</body>
</html>
"""


def minutes(essay: Essay) -> int:
    """About how long it takes to read, pictures included."""
    return round(essay.words / _WORDS_A_MINUTE)


def stops(at: str, knob: str) -> tuple:
    """The values of a knob of the essay: those of its links, and some between."""
    one = next(k for k in find(at)[1].knobs if k.name == knob)
    assert one.low is not None and one.high is not None  # a number has ends
    spread = np.geomspace if one.kind == "log" else np.linspace
    between = [float(f"{v:.2g}") for v in spread(max(one.low, 0.02), one.high, STOPS)]
    return tuple(sorted({*between, *first().values(at, knob)}))


def varied() -> dict[str, dict[str, tuple]]:
    """Scene -> knob -> values, of all that the first page can show."""
    found: dict[str, dict[str, tuple]] = {at: {} for at in first().scenes()}
    for at, knob in first().numbers:
        if at != DRAW and knob != "frame":
            found[at][knob] = stops(at, knob)
    return found


def essay_html(essay: Essay, stages: Mapping[str, str]) -> str:
    """The element of an essay; stages: scene -> the HTML of its stage."""
    shown = "".join(
        f'<div class="essay-stage" data-at="{html.escape(at)}">{stages[at]}</div>'
        for at in essay.scenes()
    )
    steps = "".join(
        f'<section class="essay-step" data-view="#{html.escape(step.link)}">'
        f"<h2>{html.escape(step.title)}</h2>{''.join(step.paragraphs)}</section>"
        for step in essay.steps
    )
    return (
        f'<div class="essay"><div class="essay-pinned">{shown}{_DRAWING}</div>'
        f'<div class="essay-prose">{steps}</div></div>'
    )


def poster(at: str) -> bytes:
    """A PNG of the last frame of a scene, shown until the scene is loaded, and in print."""
    return still(scene(at), -1, f'lab.dashboard("{at}")')


@dataclass(frozen=True, slots=True, eq=False)
class First:
    """The first page in a notebook. text: the page, with all it needs inside."""

    text: str

    def __repr__(self):
        return f"{first().title}: a page of about {minutes(first())} minutes"

    def _repr_html_(self):
        title = html.escape(first().title)
        return (
            f'<iframe class="convexlab-first" title="{title}" srcdoc="{html.escape(self.text)}" '
            'style="width:100%;height:min(88vh,900px);border:1px solid #8886;border-radius:10px">'
            "</iframe>"
        )


def start() -> First:
    """The first page, from fog to proof, for a notebook: prose, and a picture that it changes.

    Everything is solved beforehand, so that it needs no kernel once it is shown.
    """
    essay, stages, space = first(), {}, False
    for at, vary in varied().items():
        if not vary:
            raise InputError(f"The first page must let a number of {at} be dragged.")
        made = page(at, vary=vary, jobs=1, progress=False).stage
        picture = base64.b64encode(poster(at)).decode()
        words = html.escape(find(at)[1].question)
        stages[at] = made.html().replace(
            "</div>\n<script",
            f'</div>\n<div class="cl-poster"><img alt="{words}" src="data:image/png;base64,'
            f'{picture}"></div>\n<script',
            1,
        )
        space = space or made.space
    code = bundle("essay", STATIC).replace("</script", "<\\/script")
    style = (STATIC / "essay.css").read_text(encoding="utf-8")
    text = _PAGE.format(
        title=html.escape(essay.title), lead=essay.lead, essay=essay_html(essay, stages),
        style=style, assets=assets(space), script=code,
    )  # fmt: skip
    return First(text)
