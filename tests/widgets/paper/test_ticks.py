"""Numbers at the axes."""

import numpy as np

from widgets import marks as m
from widgets.matplotlib_figure import draw
from widgets.scene import Axis, Clock, Panel, Scene


def ticks(z=None, **axes):
    line = m.Path([1.0, 2.0], [1.0, 2.0], None if z is None else [1.0, 2.0])
    panel = Panel("p", [line], key="p", z=z, **axes)
    figure = draw(Scene([panel], Clock("step", np.arange(1)), ["."], {}))
    figure.canvas.draw()
    return figure.axes[0]


def words(labels):
    return [t.get_text() for t in labels if t.get_text()]


def test_log_axis_has_powers():
    shown = words(ticks(y=Axis(log=True, range=(1e-9, 10.0))).get_yticklabels())
    assert {"10⁻³", "10⁻⁷"} & set(shown) and len(shown) >= 4


def test_log_axis_within_a_decade_has_numbers():
    assert {"2", "5"} <= set(words(ticks(y=Axis(log=True, range=(1.5, 8.0))).get_yticklabels()))


def test_words_instead_of_numbers():
    axis = Axis(ticks=((1, 2, 9), ("w₁", "w₂", "outside")), range=(0.0, 3.0))
    assert words(ticks(x=axis).get_xticklabels()) == ["w₁", "w₂"]


def test_log_axis_in_space_shows_powers():
    ax = ticks(z=Axis("gap", log=True, range=(1e-6, 10.0)))
    assert "10⁻⁴" in words(ax.get_zticklabels())


def test_line_at_zero():
    axis = Axis(range=(-1.0, 1.0), zero=True)
    assert len(ticks(x=axis, y=axis).lines) == len(ticks().lines) + 2
