"""The tightness scene: bounds are certified, optima enumerated, and captions say what they are."""

import itertools
import re

import numpy as np
import pytest
from scenes import assert_light, cases, mark, solver_of

from lab.lessons.mi_odm.tightness.model import (
    EXACT,
    LOOSE,
    RIVAL_STEP,
    SWEEPS,
    dual_values,
    frames,
    integer_optimum,
    spot_at,
    spots,
    tops,
)
from lab.lessons.mi_odm.tightness.picture import EXPERIMENT, names_of
from solvers import InputError, bag_values, round_keys, solve_keys
from widgets import at
from widgets.words import read

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {},
    {"sweep": "gamma", "data": "clutter", "outlier": True},
    {"sweep": "gaussian", "data": "overlap", "bags": 3},
    {"data": "tight", "instances": 1},
    {"data": "targets", "bags": 1, "theta": 0.9, "nu": 0.05},
]
NUMBER = r"(−?\d[\d,]*(?:\.\d+)?(?:e[−-]?\d+)?)"


solved = solver_of(EXPERIMENT)
case = cases(solved, CASES)


def every(problem):
    return list(itertools.product(*(range(m) for m in problem.sizes)))


# --- the numbers ----------------------------------------------------------------------------------


def test_optima_are_those_of_plain_enumeration(case):
    run, _ = case
    for spot in run.extra["spots"][::4]:
        values = {c: solve_keys(spot.problem, c).objectives.keys for c in every(spot.problem)}
        assert spot.optimum == pytest.approx(min(values.values()), abs=1e-10 * spot.problem.at_zero)
        assert values[tuple(spot.best.keys)] == pytest.approx(spot.optimum, rel=1e-9)


def test_bounds_are_certified_and_below_the_optimum(case):
    run, scene = case
    for k, spot in enumerate(run.extra["spots"]):
        result, problem = spot.relaxed, spot.problem
        certificate = problem.certify(result.x, **result.dual)
        assert certificate.holds(1e-9) and result.status == scene.readout["status"][k]
        assert certificate.bound == pytest.approx(spot.bound, abs=1e-9 * certificate.scale)
        assert spot.bound <= spot.optimum + 1e-9 * problem.at_zero
        assert spot.optimum <= spot.rounded.objectives.keys + 1e-12 * problem.at_zero
        assert 0.0 <= scene.readout["gap"][k] <= 1e-9 * problem.at_zero
        worse = problem.certify(result.x * 1.1, **result.dual)
        assert worse.bound < certificate.bound and not worse.holds(1e-9)


def test_rounding_is_that_of_the_solvers(case):
    run, _ = case
    for spot in run.extra["spots"][::6]:
        dual = spot.relaxed.dual
        machine = round_keys(spot.problem, spot.relaxed.x, dual["v"], dual["assignments"])
        assert np.array_equal(machine.keys, spot.rounded.keys)


def test_the_public_values_of_the_loose_example():
    run, scene = solved()
    spot = run.extra["spots"][int(np.argmin(np.abs(scene.clock.values - 10.0)))]
    assert spot.problem.lam1 == pytest.approx(10.0)
    assert spot.bound == pytest.approx(0.58612665, abs=1e-8)
    assert spot.optimum == pytest.approx(3.11100325, abs=1e-8)
    assert (spot.best.keys + 1).tolist() == [1, 2]
    bags = bag_values(spot.problem, spot.averaged)
    assert bags == pytest.approx([-0.70946, -0.70493, -0.76756, -0.72581], abs=1e-5)


def test_dual_values_bound_every_assignment():
    spot = solved()[0].extra["spots"][3]
    problem, rng = spot.problem, np.random.default_rng(0)
    values = np.array([solve_keys(problem, c).objectives.keys for c in every(problem)])
    answers = np.array([solve_keys(problem, c).u for c in every(problem)])
    assert dual_values(problem, answers) == pytest.approx(values, rel=1e-9)
    for _ in range(20):
        other = np.maximum(answers + 0.3 * rng.standard_normal(answers.shape), 0.0)
        assert (dual_values(problem, other) <= values + 1e-12).all()


def test_enumeration_leaves_out_only_what_its_bounds_exclude():
    spot = solved(data="overlap", bags=3)[0].extra["spots"][5]
    problem, listed = spot.problem, every(spot.problem)
    answers = np.array([solve_keys(problem, c).u for c in listed])
    worst = solve_keys(problem, listed[int(np.argmax(dual_values(problem, answers)))])
    best, solved_ones, _ = integer_optimum(problem, worst, answers)
    assert best.objectives.keys == pytest.approx(spot.optimum) and 1 <= solved_ones <= 3
    best, solved_ones, _ = integer_optimum(problem, worst, np.zeros_like(answers))
    assert best.objectives.keys == pytest.approx(spot.optimum) and solved_ones == len(listed)
    best, solved_ones, _ = integer_optimum(problem, spot.best, answers, spot.optimum)
    assert best is spot.best and solved_ones == 0


def test_what_a_move_leaves_as_it_is_is_not_solved_again():
    one, other = (solved(gamma=gamma)[0].extra for gamma in (0.2, 0.3))
    assert all(a is b for a, b in zip(one["spots"], other["spots"], strict=True))
    assert not np.array_equal(one["rival"], other["rival"])
    own = EXPERIMENT.settings({})
    fresh = [spot_at(own, "linear", value).bound for value in other["values"][:3]]
    assert fresh == pytest.approx([s.bound for s in other["spots"][:3]], rel=1e-8)
    asked = iter([False, False, True])
    assert len(spots({**own, "nu": 0.4}, "linear", 1, lambda: next(asked))) == 3


# --- captions -------------------------------------------------------------------------------------


def test_captions_state_bound_optimum_and_share(case):
    run, scene = case
    view = frames(run)
    for k, text in enumerate(scene.captions):
        swept = re.match(rf"(.) = {NUMBER}:", text)
        assert swept[1] == SWEEPS[run.settings["sweep"]][0]
        assert float(swept[2]) == pytest.approx(scene.clock.values[k], rel=6e-3)
        spot = run.extra["spots"][k]
        keys = re.search(r"the best keys \(([^)]*)\)", text)[1]
        assert [int(j) - 1 for j in keys.split(", ")] == spot.best.keys.tolist()
        assert ("the lines meet" in text) == ("exact" in text) != ("the lines lie apart" in text)
        if "exact" in text:
            assert view.short[k] <= EXACT and spot.weights[spot.number(spot.best.keys)] > 0.999
            value = read(re.search(rf"exact, {NUMBER} with", text)[1])
            assert value == pytest.approx(spot.optimum, rel=0.06, abs=6e-4)
            continue
        found = re.search(rf"proves {NUMBER}, the best .* reach {NUMBER}, {NUMBER} % open", text)
        stated = [read(x) for x in found.groups()]
        assert stated[:2] == pytest.approx([spot.bound, spot.optimum], rel=0.06, abs=6e-4)
        share = 100.0 * (1.0 - spot.bound / spot.optimum)
        assert stated[2] == pytest.approx(share, rel=0.06, abs=0.06) and stated[0] < stated[1]


def test_captions_count_the_bags_and_keys_that_are_right(case):
    run, scene = case
    for text, spot in zip(scene.captions, run.extra["spots"], strict=True):
        found = re.search(
            r"has (\d) of (\d) positive and (\d) of (\d) negative .* (\d) of (\d) b", text
        )
        problem = spot.problem
        right = bag_values(problem, spot.averaged) * problem.y > 0.0
        plus = problem.y > 0.0
        keys = np.count_nonzero(spot.rounded.keys == spot.best.keys)
        expected = [
            right[plus].sum(),
            plus.sum(),
            right[~plus].sum(),
            (~plus).sum(),
            keys,
            plus.sum(),
        ]
        assert [int(x) for x in found.groups()] == expected
        above = re.search(rf"rounding ends {NUMBER} % above", text)
        excess = 100.0 * (spot.rounded.objectives.keys / spot.optimum - 1.0)
        if above:
            assert read(above[1]) == pytest.approx(excess, rel=0.06, abs=0.06) and excess > 0.0
        else:
            assert "rounding finds the optimum" in text and excess <= 100.0 * EXACT


# --- what it teaches ------------------------------------------------------------------------------


def test_linear_collapses_where_the_gaussian_is_exact():
    run, scene = solved()
    view = frames(run)
    assert view.short[0] > 0.95 and view.short[-1] < EXACT
    assert (np.diff(view.short) < 0.0).all()
    rival = run.extra["rival"]
    assert rival.max() < 2e-3 and rival[scene.clock.values[::RIVAL_STEP] > 1.0].max() < EXACT
    other = frames(solved(sweep="gaussian")[0])
    assert other.short[::RIVAL_STEP] == pytest.approx(rival, abs=1e-7)
    assert other.rival == pytest.approx(view.short[::RIVAL_STEP], abs=1e-7)
    assert "exact" in scene.captions[-1] and "exact" not in scene.captions[0]


def test_a_small_gamma_is_as_loose_as_a_linear_kernel():
    view = frames(solved(sweep="gamma", data="clutter", bags=3)[0])
    assert view.short[0] < EXACT and view.short[-1] > 0.2 and view.rival is None


def test_the_average_is_negative_everywhere_and_its_order_right():
    run, scene = solved()
    view = frames(run)
    k = int(np.argmin(np.abs(scene.clock.values - 10.0)))
    assert (tops(view.problem, view.averaged)[k] < 0.0).all() and view.ranked[k].all()
    assert "has 0 of 2 positive" in scene.captions[k] and "yet its largest" in scene.captions[k]


def test_questions_have_true_answers():
    run, scene = solved()
    view, asked = frames(run), {q.key: q for q in scene.questions}
    meeting, order = asked["meeting"], asked["recovery"]
    exact = np.count_nonzero(view.short <= EXACT)
    assert 0 < exact < len(view) and meeting.options[meeting.answer] == "at up to a half of them"
    assert f"At {exact} of 19." in meeting.why
    right = view.right[:, :2].any(axis=1)
    assert not right[: order.frame + 1].any() and view.short[order.frame] > LOOSE
    first = int(np.argmax(right)), int(np.argmax(view.short <= LOOSE))
    assert order.options[order.answer] == ("a positive bag", "the bound")[int(np.argmin(first))]
    stated = [float(x) for x in re.findall(r"(?:λ = |bound at )(\d+\.\d+)", order.why)]
    assert stated == pytest.approx(scene.clock.values[list(first)], rel=6e-3)
    single = solved(data="tight", instances=1)[1].questions
    assert [q.options[q.answer] for q in single] == ["at more than a half"]


# --- pictures -------------------------------------------------------------------------------------


def test_curves_bars_and_points_show_the_numbers(case):
    run, scene = case
    view = frames(run)
    bars, last = mark(scene, "weights", "weights v"), len(view) - 1
    for k in (0, last // 2, last):
        assert at(mark(scene, "values", "relaxation").y, k) == pytest.approx(view.bound[: k + 1])
        assert at(mark(scene, "values", "best keys").y, k) == pytest.approx(view.optimum[: k + 1])
        assert at(bars.height, k) == pytest.approx(view.spot[k].weights)
        assert at(bars.height, k).sum() == pytest.approx(1.0)
        best = int(np.flatnonzero(at(bars.klass, k))[0])
        keys = ", ".join(str(j + 1) for j in view.spot[k].best.keys)
        assert names_of(view.problem)[best] == f"({keys})"
        averaged = mark(scene, "bags", "averaged")
        spot = view.spot[k]
        assert at(averaged.y, k) == pytest.approx(bag_values(spot.problem, spot.averaged))
        wrong = bag_values(spot.problem, spot.averaged) * spot.problem.y <= 0.0
        assert np.array_equal(at(averaged.klass, k) == 1.0, wrong)


def test_the_scene_is_light(case):
    _, scene = case
    assert_light(scene)
    assert (np.diff(scene.clock.values) < 0.0).all()


def test_too_many_assignments_are_refused():
    with pytest.raises(InputError, match="bags must allow at most 81 assignments"):
        solved(data="clutter", bags=4, instances=4)
    assert len(solved(bags=4, instances=4)[1]) == 19
