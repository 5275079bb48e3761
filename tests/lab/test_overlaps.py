"""Words in the pictures of all scenes lie on nothing: not on each other, on markers, on lines, and
not beyond their plot; in the first, the middle and the last frame, on the stage and on paper. Words
that name a mark are nearest to it, or a line leads from them to it; where methods have rows, each
name and number is nearest to its own."""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from matplotlib.collections import PathCollection
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox
from repeated import further
from scenes import ADDRESSES as SCENES
from scenes import at_defaults

from widgets import Segments, Text
from widgets.pack import pack
from widgets.paper.page import layout

SCRIPT = Path(__file__).parents[1] / "js" / "overlaps.js"
#: Pixels of a line, and of the margin around words, that are no overlap.
_LENGTH, _SLACK = 3.0, 1.5
#: Pixels from its point to a marker, or a line, that words name; and the grain of the layout, by
#: which another may be nearer.
_NAMED, _NEARER = {"points": 12.0, "line": 24.0}, 4.0
#: How many words may need a line that leads to their mark, where many marks are close.
_LED = 0.08
#: How many words may lie on a line in the smallest panels, where a halo makes them legible.
_CROSSED = 0.05
#: Widths of a page, in inches: a screen and a phone; what lies between is long.
WIDTHS = (19.2, 3.9, *(pytest.param(w, marks=pytest.mark.long) for w in (14.0, 13.66, 10.0)))
#: The panels whose rows are methods, and their scenes.
ROWS = ("arrivals", "tracks")
RACES = ("alternating-linearization/methods", "interior-point/race", "lars/race", "programs/race")


def scene_of(address):
    """The scene at its defaults."""
    return at_defaults(address)[1]


def packed(scene):
    spec, arrays = pack(scene)
    buffers = {**arrays.static, **arrays.moving}
    return {
        "spec": spec,
        "buffers": {k: base64.b64encode(v).decode() for k, v in buffers.items()},
    }


@pytest.fixture(scope="module")
def report():
    """What the stage's own modules write, and what it meets: found by tests/js/overlaps.js."""
    node = shutil.which("node")
    if node is None:
        words = "NO NODE: install Node.js to look for words that overlap on the stage"
        pytest.fail(words) if os.environ.get("CI") else pytest.skip(words)
    given = json.dumps({address: packed(scene_of(address)) for address in SCENES})

    def report(*options):
        line = [node, str(SCRIPT), *options]
        done = subprocess.run(line, input=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return report


@pytest.fixture(scope="module")
def on_stage(report):
    """What it finds in panels of one size."""
    return report()


def levels(panel):
    """(label, height) of the lines of a panel that are level and move with no frame."""
    for mark in panel.marks:
        if isinstance(mark, Segments) and mark.label:
            ends = [np.ravel(field.values) for field, _ in mark.coordinates(1)]
            if len(ends) == 2 and all(one.size == 1 for one in ends) and ends[0] == ends[1]:
                yield mark.label, ends[0][0]


@pytest.mark.parametrize("address", SCENES)
def test_words_of_a_level_line_have_its_height(address):
    """Where they are moved off it, a line leads to that point."""
    for panel in scene_of(address).panels:
        for mark in panel.marks:
            if isinstance(mark, Text) and len(mark.text) == 1:
                word = mark.text[0].split()[0]
                named = {at for label, at in levels(panel) if label.split()[0] == word}
                assert not named or set(np.ravel(mark.y.values)) <= named, (panel.key, word)


@pytest.mark.parametrize("address", SCENES)
def test_on_the_stage(on_stage, address):
    assert on_stage[address]["found"] == []


def test_words_are_looked_at(on_stage):
    assert sum(one["labels"] for one in on_stage.values()) > 400


@pytest.mark.parametrize("address", SCENES)
def test_words_are_nearest_to_what_they_name_on_the_stage(on_stage, address):
    assert on_stage[address]["strays"] == []


@pytest.mark.further
def test_words_are_nearest_to_what_they_name_in_five_windows(report):
    found = report("--widths")
    assert {address: one["strays"] for address, one in found.items() if one["strays"]} == {}
    meets = [[address, *m] for address, one in found.items() for m in one["found"]]
    assert [m for m in meets if not m[-1].startswith(("the line", "a marker"))] == []
    assert len(meets) < _CROSSED * sum(one["labels"] for one in found.values())


def test_few_words_need_a_line_to_their_mark(on_stage):
    led = {(a, *one[:3]) for a, report in on_stage.items() for one in report["led"]}
    assert 0 < len(led) < _LED * sum(one["labels"] for one in on_stage.values())


@pytest.mark.further
@pytest.mark.parametrize("address", SCENES)
def test_on_paper(address):
    """Words lie on nothing, are nearest to what they name, and lead to it where it is far."""
    scene = scene_of(address)
    page = layout(scene, "light", 12.4)
    found = []
    for k in frames_of(scene):
        page.show(k)
        for view in (view for view in page.views if view.board.flat):
            wrong = (*met(view), *strays(view, k), *lost(view))
            found += [(view.panel["key"], k, *pair) for pair in wrong]
    assert found == []


@pytest.mark.further
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("address", SCENES)
def test_words_are_nearest_to_what_they_name_on_paper(address, width):
    page = layout(scene_of(address), "light", width)
    found = []
    for k in frames_of(scene_of(address)):
        page.show(k)
        for view in (view for view in page.views if view.board.flat):
            found += [(view.panel["key"], k, *pair) for pair in strays(view, k)]
    assert found == []


def frames_of(scene):
    return sorted({0, len(scene) // 2, len(scene) - 1})


def test_races_are_all_scenes_with_rows():
    found = {a for a in SCENES if {p.key for p in scene_of(a).panels} & {*ROWS}}
    assert found == {*RACES}


@pytest.mark.parametrize("address", RACES)
def test_words_are_nearest_to_their_rows_on_the_stage(on_stage, address):
    assert len(on_stage[address]["rows"]) >= 5
    for one in on_stage[address]["rows"]:
        assert one["found"] == one["own"]


@pytest.mark.parametrize("width", [WIDTHS[0], further(WIDTHS[1]), *WIDTHS[2:]])
@pytest.mark.parametrize("address", RACES)
def test_words_are_nearest_to_their_rows_on_paper(address, width):
    page = layout(scene_of(address), "light", width)
    view = next(view for view in page.views if view.panel["key"] in ROWS)
    for k in frames_of(scene_of(address)):
        page.show(k)
        own, found = rows(view)
        assert found == own and len(own) >= len(view.panel["axes"][1]["ticks"]["at"]) > 1


def rows(view):
    """[(words, row)] of a view's ticks and labels: their own rows, and the nearest ones."""
    ticks = [t for t in view.ax.yaxis.get_major_ticks() if t.label1.get_text()]
    labels = [t for d in view.drawn if d.kind == "words" for t in d.solid if t.get_visible()]
    own = [(t.label1, t.get_loc()) for t in ticks] + [(label, label.xy[1]) for label in labels]
    heights = np.array(view.panel["axes"][1]["ticks"]["at"])
    places = view.ax.transData.transform([(view.ax.get_xlim()[0], y) for y in heights])[:, 1]
    found = [(label, heights[np.argmin(np.abs(places - middle(label)))]) for label, _ in own]
    return [[(label.get_text(), y) for label, y in pairs] for pairs in (own, found)]


def middle(label):
    """The height of a label's middle, in pixels."""
    box = label.get_window_extent()
    return 0.5 * (box.y0 + box.y1)


def met(view):
    """(words, what they lie on) of a view as it is shown."""
    labels = [
        label for d in view.drawn if d.kind == "words" for label in d.solid if label.get_visible()
    ]
    boxes = [label.get_window_extent() for label in labels]
    home = view.ax.bbox.padded(2.0)
    for i, (label, box) in enumerate(zip(labels, boxes, strict=True)):
        if not (home.x0 <= box.x0 and box.x1 <= home.x1):
            yield label.get_text(), "the edge"
        for other, b in zip(labels[:i], boxes[:i], strict=True):
            if box.overlaps(b.padded(-_SLACK)):
                yield label.get_text(), other.get_text()
        inner = box.padded(-2.0 * _SLACK)
        for d in view.drawn:
            if d.kind != "words" and any(under(inner, a, view.ax) for a in d.artists()):
                yield label.get_text(), d.trace["style"]["name"]


def lost(view):
    """(words, "far from their point") of a view, where no line leads from them to it."""
    pixel = view.ax.figure.dpi / 100.0
    for label in (la for d in view.drawn if d.kind == "words" for la in d.solid):
        at = view.ax.transData.transform(label.xy)
        if not label.get_visible() or away(label.get_window_extent(), at[None]) <= 30.0 * pixel:
            continue
        lead = view.ax.transData.transform(label.lead.get_xydata()[1])
        if not label.lead.get_visible() or np.hypot(*(lead - at)) >= 1.0 * pixel:
            yield label.get_text(), "far from their point"


def strays(view, k):
    """(words, what they are nearer to) of a view at frame `k`: a mark of the kind that they name,
    or the point of other words in their colour; but for words with a line to their point."""
    labels = [(d.trace["style"], la) for d in view.drawn if d.kind == "words" for la in d.solid]
    labels = [
        (style["color"], la, view.ax.transData.transform(la.xy), la.get_window_extent())
        for style, la in labels
        if la.get_visible() and style["anchor"] != "row"
    ]
    marks = [(d.trace["style"], distance(d, view, k)) for d in view.drawn if is_named(d, view, k)]
    for color, label, at, box in labels:
        if label.lead.get_visible():
            continue
        point = Bbox([at, at])
        for kind, sight in _NAMED.items():
            all_ = [(key(style), distance) for style, distance in marks if style["kind"] == kind]
            mine = [(name, far(point)) for name, far in all_ if name[0] == color]
            nearest = min((d for _, d in mine), default=np.inf)
            if nearest < sight:
                own = {name for name, d in mine if d < nearest + 3.0}
                least = min(far(box) for name, far in all_ if name in own)
                for name, far in all_:
                    if name not in own and far(box) < least - _NEARER:
                        yield label.get_text(), name
                break
        for other, la, there, _ in labels:
            nearer = away(box, there[None]) < away(box, at[None]) - _NEARER
            if nearer and other == color and np.hypot(*(there - at)) >= 3.0:
                yield label.get_text(), la.get_text()


def key(style):
    return style["color"].split("/")[0], style["name"], style.get("dash")


def is_named(drawn, view, k):
    """Whether words could name a mark: a strong one or a ghost, and not the line of the frame."""
    style, trace = drawn.trace["style"], drawn.trace
    if style["kind"] not in _NAMED or (style["kind"] == "line" and not style["width"]):
        return False
    x = seen(drawn, view, k)[:, 0]
    cursor = style["kind"] == "line" and "moving" in trace
    cursor = cursor and np.nanmax(x, initial=0.0) - np.nanmin(x, initial=1e9) < 0.5
    strong = style["opacity"] >= 0.5 and style["color"] != "@faint"
    return bool(style["name"]) and ("ghost" in trace or (strong and not cursor))


def seen(drawn, view, k):
    """The vertices (n, 2) of a mark, in pixels."""
    return view.ax.transData.transform(view.board.vertices(drawn.trace, k).T)


def distance(drawn, view, k):
    """The function that says how far a mark lies from a box."""
    style, points = drawn.trace["style"], seen(drawn, view, k)
    if style["kind"] == "line":
        radius = 0.5 * style.get("dots", 0.0)
        steps = np.hypot(*np.diff(points, axis=0).T)
        pieces = [
            np.linspace(a, b, min(int(n) + 2, 4000))
            for a, b, n in zip(points[:-1], points[1:], steps, strict=True)
            if np.isfinite(n)
        ]
        points = np.vstack([*pieces, *([] if not radius else [points]), np.empty((0, 2))])
    else:
        size = view.board.reader.read(drawn.trace, k).get("size", style.get("size"))
        radius = 0.5 * np.broadcast_to(size, len(points))
        points, radius = points[radius > 0.0], radius[radius > 0.0]
    return lambda box: max(0.0, np.nanmin(away(box, points) - radius, initial=np.inf))


def away(box, points):
    """How far points (n, 2) lie from a box."""
    near = np.clip(points, [box.x0, box.y0], [box.x1, box.y1])
    return np.hypot(*(points - near).T)


def under(box, artist, ax):
    """Whether a strong line or a marker lies in the box."""
    if isinstance(artist, Line2D) and (artist.get_alpha() or 1.0) >= 0.5:
        if not len(artist.get_xydata()) or not artist.get_linewidth():
            return False
        points = ax.transData.transform(artist.get_xydata())
        return sum(map(length_inside, points[:-1], points[1:], [box] * len(points))) > _LENGTH
    if isinstance(artist, PathCollection) and len(artist.get_offsets()):
        points = ax.transData.transform(artist.get_offsets())
        sizes = np.resize(np.sqrt(artist.get_sizes()), len(points)) * ax.figure.dpi / 72.0
        near = np.clip(points, [box.x0, box.y0], [box.x1, box.y1])
        return bool((np.hypot(*(points - near).T) < 0.5 * sizes - 1.0).any())
    return False


def length_inside(a, b, box):
    """How much of the piece from `a` to `b` lies in the box."""
    if not np.isfinite([*a, *b]).all():
        return 0.0
    step = b - a
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.sort([(np.array([box.x0, box.y0]) - a) / step,
                        (np.array([box.x1, box.y1]) - a) / step], axis=0)  # fmt: skip
    still = step == 0.0
    inside = (np.array([box.x0, box.y0]) <= a) & (a <= np.array([box.x1, box.y1]))
    ends[0, still] = np.where(inside, -np.inf, np.inf)[still]
    ends[1, still] = np.where(inside, np.inf, -np.inf)[still]
    share = min(ends[1].min(), 1.0) - max(ends[0].max(), 0.0)
    return max(share, 0.0) * float(np.hypot(*step))
