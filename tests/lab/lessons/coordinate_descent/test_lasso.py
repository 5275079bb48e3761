"""The lasso scene says what the trace says, and draws what its captions claim."""

import dataclasses
import re

import numpy as np
import pytest
from scenes import (
    assert_light,
    cases,
    cut_short,
    lightness,
    mark,
    panel,
    paths_on_axes,
    solver_of,
)
from sklearn.linear_model import Lasso as PeerLasso

import lab
from lab.drawing.conditions import STATES
from lab.drawing.geometry import unit_circle
from lab.lessons.coordinate_descent.lasso import model, picture
from lab.lessons.coordinate_descent.lasso.model import bar_states, frames, level_ring
from widgets import at
from widgets.words import read

CASES = [
    {},
    {"dimension": 3},
    {"data": "orthogonal"},
    {"data": "collinear"},
    {"data": "diabetes", "dimension": 3},
    {"compare": ("ista", "fista", "subgradient"), "clock": "work"},
    {"clock": "seconds"},
    {"lam": 0.001, "correlation": 0.95},
    {"order": "random", "dimension": 3, "seed": 7},
    {"order": "greedy", "start": "zero", "compare": ()},
    {"lam": 2.0},
    {"lam": 2.0, "start": "zero"},
]
SUBSCRIPTS = "₁₂₃"


solved = solver_of(picture.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)
test_axes_hold_every_path = paths_on_axes()
test_an_unfinished_run_says_so = cut_short(solved, model)
test_scene_is_light = lightness(240)


def rows_of(run):
    return frames(run).rows["cd"]


def moved_numbers(sentence):
    """(which weight, old, new) as a caption states them."""
    found = re.search(r" w([₁₂₃])(?:: (\S+) → (\S+)| stays at (\S+)) — ", sentence)
    which, old, new, stays = found.groups()
    return SUBSCRIPTS.index(which), read(stays or old), read(stays or new)


def test_captions_state_the_move_of_the_trace(run, scene):
    w = run.trace.snapshots["w"]
    for sentence, r in zip(scene.captions, rows_of(run), strict=True):
        if r == 0:
            assert " Start: w = (" in sentence
            numbers = re.search(r"\((.*?)\)", sentence).group(1).split(", ")
            assert [read(n) for n in numbers] == pytest.approx(w[0], abs=6e-4)
            continue
        d, old, new = moved_numbers(sentence)
        assert (old, new) == pytest.approx((w[r - 1, d], w[r, d]), abs=6e-4, rel=0.06)
        assert np.array_equal(np.delete(w[r], d), np.delete(w[r - 1], d))
        assert (old == new) == (abs(w[r, d] - w[r - 1, d]) < 1e-12)


def test_captions_state_the_rule_that_fired(run, scene):
    X, t, lam = run.problem.X, run.problem.t, run.problem.lam
    w = run.trace.snapshots["w"]
    for sentence, r in list(zip(scene.captions, rows_of(run), strict=True))[:-1]:
        if r == 0:
            continue
        d, _, _ = moved_numbers(sentence)
        others = w[r - 1].copy()
        others[d] = 0.0
        slope = X[:, d] @ (t - X @ others)
        stated = re.search(r"(?:slope |\|)(−?[\d.e−-]+)", sentence).group(1)
        assert read(stated) == pytest.approx(slope, abs=6e-3)
        assert read(re.search(r"λ = ([\d.e-]+)", sentence).group(1)) == pytest.approx(lam, abs=6e-3)
        assert ("beats" in sentence) == (abs(slope) > lam) == (w[r, d] != 0.0)


def test_captions_of_another_row_differ():
    run, scene = solved()
    d, old, _ = moved_numbers(scene.captions[3])
    assert old != pytest.approx(run.trace.snapshots["w"][3, d], abs=6e-4)


def test_orange_marks_the_move_of_the_frame(run, scene):
    w, rows = run.trace.snapshots["w"], rows_of(run)
    segment = mark(scene, "iterates", "this update")
    names = "xyz"[: w.shape[1]]
    for k, r in enumerate(rows):
        start = [float(at(getattr(segment, f"{a}0"), k)[0]) for a in names]
        end = [float(at(getattr(segment, f"{a}1"), k)[0]) for a in names]
        assert start == w[max(r - 1, 0)].tolist() and end == w[r].tolist()


@pytest.mark.parametrize("given", [{}, {"lam": 0.9}, {"data": "collinear"}, {"lam": 2.0}])
def test_level_lines_lie_on_the_level(given):
    run, _ = solved(**given)
    view, (X, t) = frames(run), (run.problem.X, run.problem.t)
    lines = level_ring(view, unit_circle(97))
    F = 0.5 * ((t - lines @ X.T) ** 2).sum(-1) + view.lam * np.abs(lines).sum(-1)
    here = run.trace.objective[view.rows["cd"]][:, None]
    assert np.broadcast_to(here, F.shape) == pytest.approx(F, rel=1e-9)
    assert np.abs(lines[0] - lines[1]).max() > 1e-3


def test_solids_lie_on_the_level_where_they_are_drawn():
    run, scene = solved(dimension=3)
    X, t = run.problem.X, run.problem.t
    w = run.trace.snapshots["w"][rows_of(run)]
    ball = mark(scene, "iterates", "the same loss").x
    cross = mark(scene, "iterates", "the same |w|₁").x
    drawn = 0
    for k in range(len(scene)):
        vertices, corners = at(ball, k), at(cross, k)
        if np.ptp(vertices, axis=0).any():
            drawn += 1
            loss = ((t - vertices @ X.T) ** 2).sum(1)
            assert loss == pytest.approx(np.full(len(loss), ((t - X @ w[k]) ** 2).sum()))
        if np.ptp(corners, axis=0).any():
            assert np.abs(corners).sum(1) == pytest.approx(np.full(13, np.abs(w[k]).sum()))
    assert len(vertices) <= 900 and drawn > 0.8 * len(scene)


def test_update_panel_shows_the_decrease_of_the_objective(run, scene):
    curve, rows = mark(scene, "update", "their sum"), rows_of(run)
    was, lands = mark(scene, "update", "before"), mark(scene, "update", "after")
    F, top = run.trace.objective, panel(scene, "update").y.range[1]
    x = curve.x.values
    for k, r in enumerate(rows):
        if r == 0:
            assert np.isnan(at(lands.x, k)[0])
            continue
        old, new = at(was.x, k)[0], at(lands.x, k)[0]
        y_old, y_new = at(was.y, k)[0], at(lands.y, k)[0]
        assert x[0] < min(old, new) and max(old, new) < x[-1] and y_new < top
        assert y_new <= at(curve.y, k).min() + 1e-12
        above = at(mark(scene, "update", "higher").x, k)[0]
        if np.isnan(y_old):
            assert above == old and F[r - 1] - F[r] > top - y_new
        else:
            assert np.isnan(above) and y_old <= top
            assert y_old - y_new == pytest.approx(F[r - 1] - F[r], abs=1e-12)


def test_bar_classes_are_the_optimality_conditions(run, scene):
    bars = mark(scene, "correlations", "")
    X, t = run.problem.X, run.problem.t
    w = run.trace.snapshots["w"][rows_of(run)]
    for k in range(len(scene)):
        c = X.T @ (t - X @ w[k])
        assert at(bars.height, k) == pytest.approx(np.abs(c), abs=1e-12)
    fine = np.isin(bars.klass.values, [0, 2]).all(axis=1)
    assert fine[-1] and (len(scene) == 1 or not fine[0])
    assert max(bars.klass.values.max(), 0) < len(STATES)


def test_bar_state_of_a_wrong_sign_is_not_optimal():
    c, w = np.array([0.5, -0.5, 0.5, 0.2, 0.7, 0.2]), np.array([1.0, 1.0, 0.0, 0.0, 0.0, 1.0])
    assert bar_states(c, w, 0.5).tolist() == [0, 3, 0, 2, 1, 3]


def test_gap_curves_stay_on_the_axis_and_say_what_was_raised():
    for given in ({}, {"data": "orthogonal"}, {"lam": 2.0, "start": "zero"}):
        run, scene = solved(**given)
        low, high = panel(scene, "gap").y.range
        for name, label in (("cd", "coord. descent"), ("ista", "ISTA"), ("fista", "FISTA")):
            curve, gap = mark(scene, "gap", label), run.results[name].trace.gap
            assert curve.y.values.min() > low > 0.0 and curve.y.values.max() < high
            raised = curve.y.values != gap[: curve.y.values.size]
            assert raised.any() == ("drawn there" in curve.label)


def test_solution_is_that_of_scikit_learn():
    run, _ = solved(dimension=3)
    N = run.problem.t.size
    peer = PeerLasso(alpha=run.problem.lam / N, fit_intercept=False, tol=1e-14, max_iter=100_000)
    peer.fit(run.problem.X, run.problem.t)
    assert run.result.x == pytest.approx(peer.coef_, abs=1e-4)
    assert run.trace.snapshots["w"][2] != pytest.approx(peer.coef_, abs=1e-4)


def test_rivals_get_the_same_work():
    run, _ = solved(clock="work", dimension=3, compare=("ista", "subgradient"))
    spent = run.trace.work[-1]
    for name in ("ista", "subgradient"):
        assert spent <= run.results[name].trace.work[-1] < spent + 3


def test_scene_that_spends_its_budget_is_light():
    assert_light(solved(data="collinear", dimension=3, lam=0.001)[1])


@pytest.mark.parametrize("given", [{}, {"dimension": 3, "order": "random"}, {"lam": 0.01}])
def test_an_update_lies_on_its_function_of_the_slope(given):
    run, scene = solved(picture="function", **given)
    view = frames(run)
    curve, dot = mark(scene, "update", "w of b"), mark(scene, "update", "lands here")
    for k in np.flatnonzero(view.started):
        b, w = at(dot.x, k)[0], at(dot.y, k)[0]
        column = run.problem.X[:, view.moving[k]]
        others = view.w[k].copy()
        others[view.moving[k]] = 0.0
        assert b == pytest.approx(column @ (run.problem.t - run.problem.X @ others), abs=1e-8)
        assert w == view.new[k] == pytest.approx(np.interp(b, at(curve.x, k), at(curve.y, k)))


def test_scene_of_a_run_without_names_of_features_is_drawn():
    """As of a solve that returns the problem and its results alone."""
    plain = lab.LESSONS["coordinate-descent"].scene("lasso")
    own = dataclasses.replace(plain, solve=lambda *a: lab.Run(*_bare(plain.solve(*a))))
    axes = next(p for p in lab.scene(own).panels if p.key == "iterates").axes()
    assert [axis.title for axis in axes if axis.title] == ["w₁", "w₂"]


def _bare(run):
    return run.problem, run.results
