"""Words on a page: whole where there is space for them in a smaller size, and on the page."""

import numpy as np
import pytest

from widgets import marks as m
from widgets.layout import Layout
from widgets.matplotlib_marks import draw
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


def test_what_fits_in_no_size_is_cut():
    figure = page(5.1)
    assert any(t.get_text().endswith("…") for t in figure.texts)


def test_panels_are_next_to_each_other_from_16_cm_on():
    below, beside = page(15.0), page(16.0)
    assert beside.get_figheight() < 29.7 * CM < below.get_figheight()
