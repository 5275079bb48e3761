"""Scenes as data: settled axes, the clock, and what a scene refuses."""

import numpy as np
import pytest
from refusing import assert_refused

from widgets import marks as m
from widgets.fields import prefix, row
from widgets.questions import Question
from widgets.scene import Axis, Clock, Panel, Scene, on_demand

T = 4
CLOCK = Clock("iteration", np.array([0, 1, 5, 1412]))


def scene(*marks, clock=CLOCK, **more):
    settings = {"captions": ["."] * len(clock), "readout": {}} | more
    return Scene([Panel("p", marks, key="p")], clock, **settings)


def axes(*marks, **more):
    return Panel("p", marks, **more).axes()


def test_counter_speaks():
    assert CLOCK.counter(2) == "iteration 5 of 1,412"
    assert Clock("second", np.array([0.0, 0.12345])).counter(1) == "second 0.123 of 0.123"


def test_values_that_fall_read_as_a_quantity():
    clock = Clock("λ", np.array([3.0, 1.5, 0.0]))
    assert clock.counter(1) == "λ = 1.5" and clock.counter(1.5) == "λ = 0.75"
    assert Clock("step", np.array([2.0])).counter(0) == "step 2 of 2"


def test_reaching_axes_hold_the_others_and_upcoming_panels_stay_upcoming():
    made = []

    def later():
        made.append(1)
        return Panel("q", [m.Points([0.0, 1.0], [0.0, 1.0])], key="q")

    near = Panel("p", [], Axis(range=(0.0, 2.0)), Axis(range=(1.0, 9.0), log=True), key="p")
    own = Scene([near, on_demand("q", later)], CLOCK, ["."] * 4, {})
    far = {"p": [Axis(range=(-1.0, 1.0)), Axis(range=(-5.0, 50.0))], "q": [Axis(range=(0, 30))] * 2}
    reached = own.reaching(far)
    assert not made and list(own.ranges()) == ["p"] == list(reached.ranges())
    assert [a.range for a in reached.panels[0].axes()] == [(-1.0, 2.0), (1.0, 9.0)]
    assert reached.panels[1].axes()[0].range == (pytest.approx(-0.06), 30.0)
    assert near.x.range == (0.0, 2.0)
    falling = Scene([Panel("p", [], Axis(range=(3.0, 1.0)), key="p")], CLOCK, ["."] * 4, {})
    assert falling.reaching({"p": far["p"]}).panels[0].x.range == (3.0, -1.0)


def test_axes_hold_the_whole_path_with_a_margin():
    x, y = axes(m.Path(prefix(np.arange(11.0), [0, 10]), prefix(-np.arange(11.0), [0, 10])))
    np.testing.assert_allclose(x.range, (-0.6, 10.6))
    np.testing.assert_allclose(y.range, (-10.6, 0.6))


def test_given_range_is_used():
    x, _ = axes(m.Path([0.0, 9.0], [0.0, 1.0]), x=Axis(range=(2.0, 3.0)))
    assert x.range == (2.0, 3.0)


def test_log_axis_ignores_what_it_cannot_show():
    _, y = axes(m.Curve(np.arange(4.0), [1.0, 1e-8, 0.0, -1.0]), y=Axis(log=True))
    np.testing.assert_allclose(np.log10(y.range), (-8.48, 0.48))


@pytest.mark.parametrize("values", [[5.0, 5.0], [np.nan, np.nan], [0.0, 0.0]])
@pytest.mark.parametrize("log", [False, True])
def test_axis_is_never_empty(values, log):
    _, y = axes(m.Curve([0.0, 1.0], values), y=Axis(log=log))
    assert np.all(np.isfinite(y.range)) and y.range[0] < y.range[1]


def test_bars_start_at_zero_with_space_around_them():
    x, y = axes(m.Bars([1.0, 2.0], row([[3.0, 4.0]] * T)))
    assert y.range[0] == 0.0 and y.range[1] > 4.0
    assert x.range[0] < 0.5 and x.range[1] > 2.5
    _, below = axes(m.Bars([1.0], [-3.0]))
    assert below.range[0] < -3.0 and below.range[1] > 0.0


def test_cells_are_whole_and_grounds_have_no_empty_frame():
    x, y = axes(m.Heatmap(np.arange(3.0), np.arange(5.0), np.ones((5, 3))))
    assert x.range == (-0.5, 2.5) and y.range == (-0.5, 4.5)
    ground = m.Contour(np.arange(3.0), np.arange(3.0), np.eye(3))
    x, y = axes(ground, m.Path([0.5, 4.0], [0.5, 1.0]))
    np.testing.assert_allclose((*x.range, *y.range), (0.0, 4.24, 0.0, 2.0))


def test_space_has_three_axes():
    assert len(axes(m.Path([0.0], [1.0], [2.0]), z=Axis("z"))) == 3


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: scene(clock=Clock("i", np.array([]))), "at least one frame"),
        (lambda: scene(captions=["one"]), "captions must have 4 entries, got 1"),
        (lambda: scene(readout={"gap": [1.0]}), "gap must have 4 entries, got 1"),
        (
            lambda: scene(m.Curve(np.arange(3.0), row(np.ones((2, 3))))),
            "y of Curve in 'p' must have 4 frames, got 2",
        ),
        (lambda: scene(m.Path([0.0, 1.0], [0.0, 1.0, 2.0])), "Path in 'p' must have one length"),
        (lambda: scene(m.Points([0.0, 1.0], [0.0, 1.0], klass=[0, 9])), r"must lie in 0\.\.8"),
        (lambda: scene(m.Points([0.0, 1.0], [0.0, 1.0], klass=[-1, 0])), r"must lie in 0\.\.8"),
        (lambda: scene(m.Points([0.0, 1.0], [0.0, 1.0], size=[1, 2, 3])), "one length"),
        (lambda: scene(m.Bars(np.arange(121.0), np.ones(121))), "at most 120"),
        (lambda: scene(m.Text(0.0, 0.0, ("a",), per_frame=True)), "text in 'p' must have 4"),
        (lambda: scene(questions=[Question(4, "?", ("a", "b"), 0, "")]), "point at a frame"),
        (lambda: scene(questions=[Question(0, "?", ("a", "b"), 2, "")]), "point at a frame"),
        (lambda: scene(questions=[Question(0, "?", ("a", "a"), 0, "")]), "must differ, got"),
        (
            lambda: scene(questions=[Question(0, "?", ("a", "b"), 0, "", hides=("q",))]),
            r"must be among \['p'\], got \('q',\)",
        ),
        (
            lambda: scene(questions=[Question(k, "?", ("a", "b"), 0, "") for k in (0, 1)]),
            "Question keys must differ",
        ),
    ],
)
def test_what_does_not_fit_is_refused(make, words):
    assert_refused(words, make, error=ValueError)


def test_single_numbers_combine_with_arrays():
    result = scene(m.Segments(row(np.arange(4.0)), 0.0, row(np.arange(4.0)), 1.0))
    assert len(result) == T


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Panel("p", [], x="weight"), "x must be an Axis, got 'weight'; write Axis"),
        (lambda: Panel(None, []), "title must be a text, got None"),
        (lambda: Panel("p", [5]), "marks of 'p' must be marks such as Curve, got int"),
        (lambda: scene(captions=[1, 2, 3, 4]), "captions must be texts"),
        (lambda: scene(readout=[1]), r"readout must map names to 4 values, got \[1\]"),
        (lambda: scene(readout={"gap": None}), "gap must have 4 entries, got None"),
        (lambda: scene(readout={"gap": [1, 2]}), "gap must have 4 entries, got 2"),
        (lambda: Scene([Panel("a", []), Panel("b", [])], CLOCK, ["."] * T, {}), "keys must differ"),
        (lambda: Scene(["p"], CLOCK, ["."] * T, {}), "panels must hold Panels, got 'p'"),
        (lambda: Scene([], 3, ["."], {}), "clock must be a Clock, got 3"),
    ],
)
def test_what_is_no_part_of_a_scene_is_named(make, words):
    assert_refused(words, make, error=ValueError)
