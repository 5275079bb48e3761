"""The numbers under a picture."""

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

from widgets.matplotlib_figure import draw
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
    def inks(word):
        found = draw(scene(word), theme=theme).artists
        return [to_hex(p.get_facecolor()) for p in found if p.get_alpha() == 0.75]

    wanted = colour(tone, theme).lower()
    assert wanted in inks(status)
    assert wanted not in inks("running")


def proof(k=0, **readout):
    """(colour of the gap's bar, its width, all words, the figure) of frame `k` of two."""
    gaps = [1.0, 1e-7]
    values = {"F": [2.0, 1.0 + 1e-7], "bound": [1.0, 1.0], "gap": gaps, "limit": [1e-6, 1e-6]}
    values |= {"status": ["running", "converged"]} | readout
    clock = Clock("update", np.arange(2))
    figure = draw(Scene([Panel("p", [], key="p")], clock, ["It moves."] * 2, values), k)
    bars = [p for p in figure.artists if p.get_alpha() == 0.75]
    words = {t.get_text() for t in figure.texts}
    return to_hex(bars[0].get_facecolor()), bars[0].get_width(), words, figure


def test_gap_closes_on_paper_and_is_green_only_where_it_is_proved():
    first, last = proof(0), proof(1)
    # The scale goes from a tenth of the tolerance, 1e-7, to the largest gap, 1.
    assert first[1] == 260.0 and last[1] == pytest.approx(0.0, abs=1e-9)
    half = proof(0, gap=[10.0**-3.5, 1e-7], best=[1.0, 1e-7])
    assert half[1] == pytest.approx(130.0, rel=1e-3)
    assert first[0] == colour("main").lower() and last[0] == colour("good").lower()
    assert {"F 2", "bound 1"} <= {w.replace("= ", "") for w in first[2]}
    assert "✓ gap 1.0e-7" in last[2] and "proved" in last[2]
    unproved = proof(1, status=["running", "max_iter"], gap=[1.0, 0.5], F=[2.0, 1.5])
    assert unproved[0] == colour("now").lower() and not any("✓" in w for w in unproved[2])


@pytest.mark.parametrize("broken", [True, False])
def test_gap_is_broken_where_the_bound_lies_above_the_value(broken):
    more = {"F": [2.0, 0.5], "gap": [1.0, -0.5]} if broken else {}
    colours, _, words, figure = proof(1, **more)
    lines = [a for a in figure.artists if isinstance(a, Line2D)]
    breaks = [a for a in lines if a.get_visible() and a.get_zorder() == 4]
    assert len(breaks) == (4 if broken else 0)
    assert (colours == colour("rival1").lower()) == broken
    assert ("bound above value" in words) == broken


@pytest.mark.parametrize("caption, visible, figures", [
    ("It turns — by 3°. α = 0.486.", "It turns", "— by 3°. α = 0.486."),
    ("It turns. α = 0.486 — twice.", "It turns.", "α = 0.486 — twice."),
])  # fmt: skip
def test_caption_shows_its_statement_bold_and_figures_smaller(caption, visible, figures):
    texts = {t.get_text(): t for t in draw(scene(None, caption=caption + "\nProved.")).texts}
    assert texts[visible].get_fontweight() == "bold"
    for words in (figures, "Proved."):
        assert texts[words].get_fontweight() == "normal"
        assert 0 < texts[words].get_fontsize() < texts[visible].get_fontsize()


@pytest.mark.parametrize("dpi", [72, 96, 100, 200])
def test_names_of_value_and_bound_are_inside_the_margin(dpi):
    figure = draw(scene("converged", gap=1e-7, F=-2.2490, bound=-12.767))
    figure.set_dpi(dpi)
    canvas = FigureCanvasAgg(figure)
    left = [
        text.get_window_extent(canvas.get_renderer()).x0 * 100.0 / dpi
        for text in figure.texts
        if text.get_text().startswith(("F =", "bound"))
    ]
    assert len(left) == 2 and 16.0 <= min(left) < 26.0


def test_page_has_one_height_for_all_frames():
    captions = ["Short.", "A long one — " + "word " * 80]
    result = Scene([Panel("p", [], key="p")], Clock("step", np.arange(2)), captions, {})
    assert draw(result, 0).get_size_inches().tolist() == draw(result, 1).get_size_inches().tolist()
