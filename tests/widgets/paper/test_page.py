"""Words on a page: whole where there is space for them in a smaller size, and on the page."""

import numpy as np
import pytest

from widgets import marks as m
from widgets.layout import Layout
from widgets.matplotlib_figure import draw
from widgets.scene import Axis, Clock, Panel, Scene

TITLE = "Proved distance from optimal, of all"
ACROSS = "iterations of each kind, log axis"
CM = 1.0 / 2.54


def page(width):
    line = [m.Path([1.0, 2.0], [1.0, 2.0])]
    panels = [Panel(TITLE, line, x=Axis(ACROSS), key=key) for key in "abcd"]
    layout = Layout("a", ("b", "c", "d"))
    figure = draw(
        Scene(panels, Clock("step", np.arange(1)), ["."], {}, layout=layout), width=width * CM
    )
    figure.canvas.draw()
    return figure


@pytest.mark.parametrize("width", [16.0, 18.0])
def test_titles_and_axes_are_whole_and_lie_on_the_page(width):
    figure = page(width)
    titles = [t for t in figure.texts if t.get_text() == TITLE]
    across = [ax.xaxis.label for ax in figure.axes]
    assert len(titles) == 4 and {t.get_text() for t in across} == {ACROSS}
    assert min(t.get_fontsize() for t in titles) < max(t.get_fontsize() for t in titles)
    for text in (*titles, *across):
        box = text.get_window_extent()
        assert box.x0 >= 0.0 and box.x1 <= figure.bbox.x1


def test_large_plane_of_equal_units_has_no_empty_bands():
    def wide(equal):
        line = [m.Path([0.0, 6.0], [0.0, 5.0])]
        x, y = Axis(range=(0.0, 6.0)), Axis(range=(0.0, 5.0))
        panels = [Panel(key, line, x=x, y=y, key=key, equal=equal and key == "a") for key in "abcd"]
        layout = Layout("a", ("b", "c", "d"))
        picture = Scene(panels, Clock("step", np.arange(1)), ["."], {}, layout=layout)
        axes = draw(picture, width=16.0 * CM).axes
        return [ax.get_position() for ax in axes], axes[0].get_ylim()

    (hero, *others), (low, high) = wide(equal=True)
    assert high - low < 1.35 * 5.0
    assert others[-1].x0 < hero.x1 and others[-1].y1 < hero.y0  # under it
    (hero, *others), _ = wide(equal=False)
    assert all(one.x0 > hero.x1 for one in others)


def test_keys_are_whole_and_lie_on_the_page():
    words = "Mallows' estimate on this scale"
    curves = [m.Curve([0.0, 1.0], [0.0, 1.0], label=words, legend=True)]
    panels = [Panel(key, curves, key=key) for key in "abcd"]
    picture = Scene(panels, Clock("step", np.arange(1)), ["."], {})
    figure = draw(picture, width=16.0 * CM)
    figure.canvas.draw()
    keys = [a for a in figure.artists if hasattr(a, "get_texts")]
    assert {t.get_text() for key in keys for t in key.get_texts()} == {words}
    assert len(keys) == 4 and all(a.get_window_extent().x1 <= figure.bbox.x1 for a in keys)


def test_words_on_a_row_are_small_rather_than_on_their_mark():
    words = ("out of steps", "8")
    text = m.Text([0.55, 0.55], [1.0, 2.0], words, anchor="row")
    points = m.Points([0.55, 0.55], [1.0, 2.0], size=11.0)
    axes = {"x": Axis(range=(0.0, 1.0)), "y": Axis(range=(0.0, 3.0))}
    panels = [Panel(key, [points, text], key=key, **axes) for key in "abcd"]
    layout = Layout("a", ("b", "c", "d"))
    figure = draw(
        Scene(panels, Clock("step", np.arange(1)), ["."], {}, layout=layout), width=16.0 * CM
    )
    figure.canvas.draw()
    shown = [(ax, t) for ax in figure.axes for t in ax.texts if t.get_text() in words]
    assert len(shown) == 8
    for ax, one in shown:
        box, mark = one.get_window_extent(), ax.transData.transform((0.55, 1.0))[0]
        assert mark + 5.5 * figure.dpi / 100.0 < box.x0 and box.x1 <= ax.bbox.x1 + 1.0
    sizes = {(t.get_text(), t.get_fontsize()) for _, t in shown}
    assert len({size for word, size in sizes if word == "8"}) == 1 and len(sizes) == 3


def test_what_fits_in_no_size_is_cut():
    figure = page(5.1)
    assert any(t.get_text().endswith("…") for t in figure.texts)


def test_panels_are_next_to_each_other_from_16_cm_on():
    below, beside = page(15.0), page(16.0)
    assert beside.get_figheight() < 29.7 * CM < below.get_figheight()
