"""The numbers under a picture."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from widgets.matplotlib_marks import draw
from widgets.palette import colour
from widgets.paper.footer import chips, figure
from widgets.scene import Clock, Panel, Scene


def scene(status, gap=0.76, caption="It moves — far.", **readout):
    values = {name: [v] for name, v in readout.items()}
    values |= {} if gap is None else {"gap": [gap]}
    values |= {} if status is None else {"status": [status]}
    return Scene([Panel("p", [], key="p")], Clock("update", np.array([5])), [caption], values)


@pytest.mark.parametrize(
    "value, words",
    [
        (1.8972, "1.8972"), (1.139, "1.1390"), (-9.07512, "−9.0751"), (0.0, "0.0000"),
        (12345.6, "12346"), (2.5e-7, "2.500e−7"), (3e9, "3.000e9"), (-np.inf, "−∞"), (np.nan, "–"),
        (1412, "1,412"), (np.int64(3), "3"), ("cyclic", "cyclic"),
    ],
)  # fmt: skip
def test_numbers(value, words):
    assert figure(value) == words


@pytest.mark.parametrize(
    "gap, words",
    [
        (0.76, "proved within 7.6e-1"),
        (1.23e-12, "proved within 1.2e-12"),
        (340.0, "proved within 3.4e2"),
        (0.0, "proved within 0"),
        (np.inf, "no bound yet"),
        (np.nan, "no bound yet"),
    ],
)
def test_the_gap_is_a_proof(gap, words):
    assert chips(scene(None, gap), 0) == [(words, "proof")]


@pytest.mark.parametrize(
    "status, words, look",
    [
        ("running", "proved within 7.6e-1", "proof"),
        ("converged", "✓ proved within 7.6e-1", "good"),
        ("small_change", "small change only: proved within 7.6e-1", "now"),
        ("max_iter", "proved within 7.6e-1", "proof"),
    ],
)
def test_the_status_speaks_through_the_proof(status, words, look):
    shown = chips(scene(status), 0)
    assert shown[0] == (words, look)
    assert shown[1] == ("max iter" if status == "max_iter" else "", "plain")


def test_a_status_without_a_gap_has_a_place_of_its_own():
    assert chips(scene("converged", gap=None), 0) == [("✓ converged", "good")]
    assert chips(scene("stalled", gap=None), 0) == [("stalled", "plain")]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("status, tone", [("converged", "good"), ("small_change", "now")])
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
    made = Scene([Panel("p", [], key="p")], Clock("step", np.arange(2)), captions, {})
    assert draw(made, 0).get_size_inches().tolist() == draw(made, 1).get_size_inches().tolist()
