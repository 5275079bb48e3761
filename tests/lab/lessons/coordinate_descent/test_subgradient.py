"""Supporting lines support, the slopes are all slopes, and every frame's bound is a bound."""

import re

import numpy as np
import pytest
from scenes import cases, mark, solver_of
from scipy.optimize import minimize_scalar

from lab.lessons.coordinate_descent.subgradient import picture as subgradient
from lab.lessons.coordinate_descent.subgradient.model import (
    HIGH,
    LOW,
    TOL,
    Kinked,
    lowest_of_highest,
)
from widgets import at
from widgets.pack import pack
from widgets.words import read

CASES = [
    {"function": f, "a": a, "lam": lam}
    for f in ("abs", "lasso", "lines", "hinge")
    for a, lam in ((0.8, 1.2), (-2.0, 0.4), (2.0, 3.0), (0.5, 0.0))
]
GRID = np.linspace(LOW, HIGH, 2001)


solved = solver_of(subgradient.EXPERIMENT)
case, run, scene, _ = cases(solved, CASES)


def test_every_line_shown_stays_below_the_function(run):
    w, z = run.trace.snapshots["w"], run.trace.snapshots["slope"]
    lines = run.problem(w)[:, None] + z[:, None] * (GRID - w[:, None])
    assert np.all(lines <= run.problem(GRID) + 1e-9)


def test_slopes_beyond_the_interval_do_not_support(run):
    w = run.trace.snapshots["w"]
    for z in np.add(run.problem.subdifferential(w), [[-0.1], [0.1]]):
        lines = run.problem(w)[:, None] + z[:, None] * (GRID - w[:, None])
        assert np.all(np.any(lines > run.problem(GRID), axis=1))


def test_bounds_are_bounds_and_the_minimum_is_proved(run, scene):
    peer = minimize_scalar(
        run.problem, bounds=(LOW, HIGH), method="bounded", options={"xatol": 1e-9}
    )
    gap, scale = run.trace.gap, run.problem.scale
    assert np.all(run.trace.bound <= peer.fun + 1e-7 * (1.0 + scale))
    assert gap.min() >= -1e-9 * scale and np.all(np.diff(gap) <= 1e-12)
    assert run.result.status == scene.readout["status"][-1] == "converged"
    assert run.result.certificate.objective == pytest.approx(peer.fun, abs=1e-6)
    again = run.problem.certify(run.result.x[0], **run.result.dual)
    assert again == run.result.certificate and again.holds(TOL)


def test_certify_refuses_wrong_points_and_lines():
    problem = Kinked(np.array([-1.0, 1.0]), np.zeros(2), 1.0, 0.5)
    best = problem.minimiser()
    lines = (np.array([-1.0, best, 2.0]), np.array([-2.5, 0.0, 2.5]))
    assert problem.certify(best, *lines).holds(1e-9)
    assert not problem.certify(best + 0.1, *lines).holds(1e-9)
    assert not problem.certify(best, lines[0][[0, 2]], lines[1][[0, 2]]).holds(1e-9)
    assert problem.certify(best, lines[0], lines[1] + [0.0, 0.0, 0.1]).bound == -np.inf


def test_bound_of_lines_is_their_lowest_maximum():
    rng = np.random.default_rng(3)
    for _ in range(50):
        slopes, heights = rng.normal(size=(2, 7))
        w = np.linspace(LOW, HIGH, 60_001)
        grid = (np.outer(w, slopes) + heights).max(axis=1).min()
        assert lowest_of_highest(heights, slopes) == pytest.approx(grid, abs=2e-4)


def test_captions_state_the_frame(run, scene):
    w, z = run.trace.snapshots["w"], run.trace.snapshots["slope"]
    low, high = run.problem.subdifferential(w)
    for k, sentence in enumerate(scene.captions):
        found = re.search(r"w = (\S+), slope (\S+)(?: of \[(\S+), (\S+)\])?", sentence).groups()
        assert read(found[0]) == pytest.approx(w[k], abs=6e-4)
        assert read(found[1]) == pytest.approx(z[k], abs=6e-4)
        if k < len(w) - 1:
            assert (found[2] is not None) == (high[k] > low[k])
            zero = high[k] >= -1e-12 and low[k] <= 1e-12
            assert ("F falls" in sentence) != zero


def test_first_proof_is_where_zero_is_a_slope(run, scene):
    status = scene.readout["status"]
    first = status.index("converged")
    assert (
        abs(run.trace.snapshots["w"][first] - run.result.x[0]) < 1e-12 or run.problem.scale == 0.0
    )
    low, high = run.problem.subdifferential(run.trace.snapshots["w"][first])
    assert low <= 1e-9 and high >= -1e-9
    assert set(status[:first]) <= {"running"} and set(status[first:]) == {"converged"}


def test_fan_is_drawn_only_at_kinks_and_supports():
    run, scene = solved(function="lines")
    fan, w = mark(scene, "kinked", "other"), run.trace.snapshots["w"]
    low, high = run.problem.subdifferential(w)
    for k in range(len(scene)):
        left, right = at(fan.y0, k), at(fan.y1, k)
        assert np.isnan(left).all() == (high[k] == low[k])
        if high[k] > low[k]:
            slopes = (right - left) / (HIGH - LOW)
            assert slopes == pytest.approx(np.linspace(low[k], high[k], 7))


def test_graph_of_slopes_rises_and_jumps_at_kinks(run, scene):
    graph = mark(scene, "slopes", "∂F")
    x, slopes = graph.x.values, graph.y.values
    assert np.all(np.diff(slopes) >= -1e-12)
    jumps = x[1:][(np.diff(x) == 0.0) & (np.diff(slopes) > 0.0)]
    assert jumps == pytest.approx(run.problem.kinks())


def test_question_on_support_needs_a_kink_and_arrays_are_small():
    _, smooth = solved(lam=0.0)
    _, kinked = solved()
    assert "supports" in {q.key for q in kinked.questions} - {q.key for q in smooth.questions}
    _, arrays = pack(kinked)
    assert sum(map(len, arrays.moving.values())) <= 400_000 and len(kinked) <= 240
