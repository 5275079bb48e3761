"""Figures of plotly: valid, with the numbers of the scene, and what a user expects of them."""

import numpy as np
import pytest
from every_mark import FRAMES, T, every_mark, one_of_each, scene
from plotly_numbers import agree

from widgets import marks as m
from widgets.fields import prefix
from widgets.palette import colour
from widgets.plotly_figure import figure
from widgets.scene import Axis, Clock, Panel, Scene

WHOLE = np.array([0.0, 1.0])


@pytest.mark.parametrize("z", [False, True])
@pytest.mark.parametrize("log", [False, True])
def test_every_mark_has_its_numbers_in_every_frame(z, log):
    result = every_mark(z, log)
    agree(figure(result), result, FRAMES)


def test_wrong_number_is_noticed():
    result = one_of_each()
    wrong = figure(result)
    for trace in wrong.frames[2].data:
        trace.y = trace.y * 1.001
    with pytest.raises(AssertionError, match="frame 2"):
        agree(wrong, result, FRAMES)


def test_it_opens_at_its_frame_and_plays_all():
    result = one_of_each()
    shown = figure(result, frame=1)
    assert [f.name for f in shown.frames] == [str(k) for k in range(T)]
    (slider,) = shown.layout.sliders
    assert slider.active == 1 and slider.steps[1].label == "iteration 1 of 4"
    assert [b.label for b in shown.layout.updatemenus[0].buttons] == ["Play", "Pause"]
    assert "Step 1" in shown.layout.title.subtitle.text
    for j, trace in zip(shown.frames[1].traces, shown.frames[1].data, strict=True):
        np.testing.assert_array_equal(trace.x, shown.data[j].x)
    assert figure(result, frame=-1).layout.sliders[0].active == T - 1


def test_single_point_of_a_line_is_a_dot_until_there_is_a_second():
    grows = m.Curve(prefix(np.arange(float(T)), range(T)), prefix(np.ones(T), range(T)), width=2)
    shown = figure(scene(Panel("p", [grows], key="p")), frame=0)
    assert shown.data[-1].mode == "lines+markers" and shown.data[-1].marker.size > 0.0
    assert [frame.data[-1].mode for frame in shown.frames[1:]] == ["lines"] * (T - 1)


def test_one_panel_alone_in_the_colours_of_the_theme_its_words_escaped():
    line = m.Path(WHOLE, WHOLE, label="a < b", dash="dash", tone="rival2", legend=True)
    panels = [Panel("one", [line], key="a", y=Axis("<y>")), Panel("other", [], key="b")]
    shown = figure(scene(*panels), "a", theme="dark")
    (trace,) = shown.data
    assert (trace.line.color, trace.line.dash) == (colour("rival2", "dark"), "dash")
    assert trace.name == "a &lt; b" and trace.showlegend
    assert "&lt;y&gt; %{y" in trace.hovertemplate and shown.layout.yaxis.title.text == "&lt;y&gt;"
    assert shown.layout.width < figure(scene(*panels)).layout.width


def test_scene_of_one_frame_has_nothing_to_play():
    still = figure(scene(Panel("p", [m.Curve(WHOLE, WHOLE)], key="p"), frames=1))
    assert not still.frames and not still.layout.sliders and not still.layout.updatemenus


@pytest.mark.parametrize(
    "given, words",
    [
        ({"frame": T}, r"frame must lie in -5\.\.4, got 5"),
        ({"theme": "blue"}, "theme must be light or dark, got 'blue'"),
        ({"panel": "none"}, "panels must be among all, got 'none'"),
    ],
)
def test_what_is_not_there_is_refused(given, words):
    with pytest.raises(ValueError, match=words):
        figure(one_of_each(), **given)


def proved(shares, status="converged", theme="light", **more):
    """The figure of a scene that ends so, its gaps these."""
    last = Panel("p", [m.Path(WHOLE, WHOLE)], key="p", cross=(0.5, 0.5))
    gaps = {"F": [1.0 + gap for gap in shares], "bound": [1.0] * len(shares), "gap": shares}
    frames = ["running"] * (len(shares) - 1) + [status]
    readout = gaps | {"limit": [1e-3] * len(shares), "status": frames} | more
    clock = Clock("step", np.arange(len(shares)))
    return figure(Scene([last], clock, ["It moves."] * len(shares), readout), theme=theme)


def named(shapes, name):
    return [shape for shape in shapes if shape.name == name]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_plotly_gauge_closes_and_is_green_only_where_proved(theme):
    shown = proved([1.0, 1e-2, 1e-4], theme=theme)
    fills = [named(f.layout.shapes, "gap")[0].fillcolor for f in shown.frames]
    assert fills == [colour("main", theme)] * 2 + [colour("good", theme)]
    wide = [float(named(f.layout.shapes, "gap")[0].path.split("L")[1].split()[0])
            for f in shown.frames]  # fmt: skip
    assert wide == pytest.approx([180.0, 90.0, 0.0], abs=0.1)  # from a tenth of the limit to 1
    assert len(named(shown.layout.shapes, "tolerance")) == 1
    spent = proved([1.0, 1e-2], "max_iter", theme)
    assert named(spent.layout.shapes, "gap")[0].fillcolor == colour("now", theme)
    lost = proved([1.0, np.inf], "infeasible", theme, best=[1.0, np.inf])
    assert named(lost.layout.shapes, "gap")[0].fillcolor == colour("rival1", theme)
    assert not named(lost.layout.shapes, "bound")


def test_lines_of_a_panel_stay_in_frames_that_change_the_proof():
    shown = proved([1.0, 1e-4])
    still = [shape.to_plotly_json() for shape in shown.layout.shapes if shape.type == "line"]
    assert len(still) == 2
    for frame in shown.frames:
        lines = [s.to_plotly_json() for s in frame.layout.shapes if s.type == "line"]
        assert lines == still
