"""Words in the pictures of all scenes lie on nothing: not on each other, on markers, on lines, and
not beyond their plot; in the first, the middle and the last frame, on the stage and on paper."""

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

import lab
from lab.discovery import LESSONS
from widgets.marks import Text
from widgets.paper.page import layout
from widgets.plotly_marks import pack

SCENES = [f"{lesson.name}/{e.name}" for lesson in LESSONS.values() for e in lesson.scenes]
SCRIPT = Path(__file__).parents[1] / "js" / "overlaps.js"
#: Pixels of a line, and of the margin around words, that are no overlap.
_LENGTH, _SLACK = 3.0, 1.5


@pytest.fixture(scope="module")
def scenes():
    """Every scene at its defaults."""
    return {address: lab.scene(address) for address in SCENES}


def packed(scene):
    spec, arrays = pack(scene)
    buffers = {**arrays.static, **arrays.moving}
    return {
        "spec": spec,
        "buffers": {k: base64.b64encode(v).decode() for k, v in buffers.items()},
    }


@pytest.fixture(scope="module")
def on_stage(scenes):
    """What the stage's own modules write, and what it meets: found by tests/js/overlaps.js."""
    node = shutil.which("node")
    if node is None:
        words = "NO NODE: install Node.js to look for words that overlap on the stage"
        pytest.fail(words) if os.environ.get("CI") else pytest.skip(words)
    given = json.dumps({address: packed(scene) for address, scene in scenes.items()})
    line = [node, str(SCRIPT)]
    done = subprocess.run(line, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("address", SCENES)
def test_on_the_stage(on_stage, address):
    assert on_stage[address]["found"] == []


def test_words_are_looked_at(on_stage):
    assert sum(one["labels"] for one in on_stage.values()) > 400


@pytest.mark.parametrize("address", SCENES)
def test_on_paper(scenes, address):
    scene = scenes[address]
    page = layout(scene, "light", 12.4)
    found = []
    for k in sorted({0, len(scene) // 2, len(scene) - 1}):
        page.show(k)
        for view in page.views:
            if view.board.flat:
                found += [(view.panel.key, k, *pair) for pair in met(view)]
    assert found == []


def met(view):
    """(words, what they lie on) of a view as it is shown."""
    labels = [
        label
        for d in view.drawn
        if isinstance(d.mark, Text)
        for label in d.solid
        if label.get_visible()
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
            if not isinstance(d.mark, Text) and any(under(inner, a, view.ax) for a in d.artists()):
                yield label.get_text(), d.mark.label


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
