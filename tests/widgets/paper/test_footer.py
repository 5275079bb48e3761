"""The numbers under a picture."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from widgets.matplotlib_marks import draw
from widgets.palette import colour
from widgets.scene import Clock, Panel, Scene


def scene(status, gap=0.76, caption="It moves — far.", **readout):
    values = {name: [v] for name, v in readout.items()}
    values |= {} if gap is None else {"gap": [gap]}
    values |= {} if status is None else {"status": [status]}
    return Scene([Panel("p", [], key="p")], Clock("update", np.array([5])), [caption], values)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "status, tone", [("converged", "good"), ("small_change", "now"), ("diverged", "rival1")]
)
def test_only_a_verdict_has_colour(status, tone, theme):
    def edges(word):
        texts = draw(scene(word), theme=theme).texts
        return [to_hex(t.get_bbox_patch().get_edgecolor()) for t in texts if t.get_bbox_patch()]

    wanted = colour(tone, theme).lower()
    assert wanted in edges(status)
    assert wanted not in edges("running")


def test_what_stands_before_the_dash_is_bold():
    weights = {t.get_text(): t.get_fontweight() for t in draw(scene(None)).texts}
    assert weights["It moves"] == "bold" and weights["— far."] == "normal"
    plain = {
        t.get_text(): t.get_fontweight() for t in draw(scene(None, caption="All of it.")).texts
    }
    assert plain["All of it."] == "normal"


def test_the_page_has_one_height_for_all_frames():
    captions = ["Short.", "A long one — " + "word " * 80]
    result = Scene([Panel("p", [], key="p")], Clock("step", np.arange(2)), captions, {})
    assert draw(result, 0).get_size_inches().tolist() == draw(result, 1).get_size_inches().tolist()
