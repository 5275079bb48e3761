"""The tightness scene: bounds are certified, optima enumerated, and captions say what they are."""

import itertools
import re

import numpy as np
import pytest
from scenes import cases, lightness, mark, marks, panel, solver_of

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
from solvers import InputError, Linear, bag_values, round_keys, solve_keys
from widgets import Text, at
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
case, run, scene, view = cases(solved, CASES, frames)


def every(problem):
    return list(itertools.product(*(range(m) for m in problem.sizes)))


# --- the numbers ----------------------------------------------------------------------------------


def test_optima_are_those_of_plain_enumeration(run):
    for spot in run.extra["spots"][::4]:
        values = {c: solve_keys(spot.problem, c).objectives.keys for c in every(spot.problem)}
        assert spot.optimum == pytest.approx(min(values.values()), abs=1e-10 * spot.problem.at_zero)
        assert values[tuple(spot.best.keys)] == pytest.approx(spot.optimum, rel=1e-9)


def test_bounds_are_certified_and_below_the_optimum(run, scene):
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


def test_rounding_is_that_of_the_solvers(run):
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


def test_a_move_of_gamma_does_not_solve_the_linear_kernel_again():
    one, other = (solved(gamma=gamma)[0].extra for gamma in (0.2, 0.3))
    assert all(a is b for a, b in zip(one["spots"], other["spots"], strict=True))
    assert not np.array_equal(one["rival"], other["rival"])
    own = EXPERIMENT.settings({})
    fresh = [spot_at(own, "linear", value).bound for value in other["values"][:3]]
    assert fresh == pytest.approx([s.bound for s in other["spots"][:3]], rel=1e-8)
    asked = iter([False, False, True])
    assert len(spots({**own, "nu": 0.4}, "linear", 1, lambda: next(asked))) == 3


# --- captions -------------------------------------------------------------------------------------


def test_captions_state_bound_optimum_and_share(run, scene, view):
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


def test_captions_count_the_bags_and_keys_that_are_right(run, scene):
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


def test_curves_bars_and_points_show_the_numbers(scene, view):
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


def weight_of(spot):
    """The weight of each assignment (keys as a tuple)."""
    return dict(zip(every(spot.problem), spot.weights, strict=True))


def decisions(problem, settings, place, u, weights, places):
    """f (n,) of a machine at `places` (n, 2), each of its terms written out."""
    gaussian = SWEEPS[settings["sweep"]][1]
    gamma = place if settings["sweep"] == "gamma" else settings["gamma"]

    def kernel(x):
        return np.exp(-gamma * ((places - x) ** 2).sum(axis=1)) if gaussian else places @ x + 1.0

    count, p = u.size // 2, problem.first.size
    s, f = u[:count] - u[count:], np.zeros(len(places))
    for keys, weight in weights.items():
        for i, j in enumerate(keys):
            f += weight * s[i] * kernel(problem.bags[i][j])
    negative = np.concatenate(problem.bags[p:])
    for j, x in enumerate(negative):
        f -= s[p + j] * kernel(x)
    return f


def both_machines(run, k, places):
    """name -> f (n,) of the averaged machine and of the best keys' in frame k."""
    spot, (settings, place) = run.extra["spots"][k], (run.settings, run.extra["values"][k])
    average = spot.relaxed.x, weight_of(spot)
    best = spot.best.u, {tuple(spot.best.keys): 1.0}
    pairs = {"average": average, "best keys": best}
    return {n: decisions(spot.problem, settings, place, *m, places) for n, m in pairs.items()}


def vertices(scene, name, k):
    """The places (n, 2) of a drawn boundary in frame k, without the gaps between its pieces."""
    for lines in marks(scene, "plane", f"{name}: f = 0"):
        drawn = np.column_stack([at(lines.x, k), at(lines.y, k)])
        return drawn[np.isfinite(drawn).all(axis=1)]
    return np.empty((0, 2))


def words(scene, name, k):
    """What is said of a machine in the plane in frame k, "" where nothing is."""
    texts = [m for m in panel(scene, "plane").marks if isinstance(m, Text)]
    return next((m.text[k] for m in texts if any(t.startswith(f"{name}: ") for t in m.text)), "")


def test_instances_are_as_large_as_their_share_of_the_weights(run, scene):
    for k, spot in enumerate(run.extra["spots"]):
        problem, expected = spot.problem, np.zeros(len(spot.problem.points))
        for keys, weight in weight_of(spot).items():
            expected[problem.first + keys] += weight
        assert spot.key_shares == pytest.approx(expected, abs=1e-12)
        sums = np.bincount(problem.bag, spot.key_shares)
        assert sums == pytest.approx((problem.y > 0.0).astype(float), abs=1e-9)
        instances = mark(scene, "plane", "positive")
        drawn = np.column_stack([at(instances.x, k), at(instances.y, k)])
        plus = problem.y[problem.bag] > 0.0
        assert np.array_equal(drawn, problem.points[plus])
        area = (at(instances.size, k) - 4.0) ** 2
        assert area / 14.0**2 == pytest.approx(expected[plus], abs=1e-9)
        assert instances.texts == tuple(f"bag {b + 1}" for b in problem.bag[plus])


def test_outlines_go_once_around_the_instances_of_their_bag(run, scene):
    for outline, bag in zip(marks(scene, "plane", "bag"), run.problem.bags, strict=True):
        walk = np.column_stack([outline.x.values, outline.y.values])
        steps = np.diff(walk, axis=0)
        assert {tuple(p) for p in walk} <= {tuple(p) for p in bag}
        assert len(walk) != 3, "there and back, or a triangle that is open"
        if len(walk) > 2:
            assert np.array_equal(walk[0], walk[-1])
            assert len({tuple(p) for p in walk}) == len(walk) - 1
            across = bag[:, None] - walk[:-1]
            turns = across[..., 1] * steps[:, 0] - across[..., 0] * steps[:, 1]
            assert (turns >= -1e-12).all()
        else:
            assert len({tuple(p) for p in walk}) == len(walk)


def test_rings_are_at_the_best_keys(run, scene):
    for k, spot in enumerate(run.extra["spots"]):
        rings = mark(scene, "plane", "best keys")
        keys = [spot.problem.bags[i][j] for i, j in enumerate(spot.best.keys)]
        drawn = np.column_stack([at(rings.x, k), at(rings.y, k)])
        assert rings.symbol == "circle-open" and np.array_equal(drawn, keys)


def test_boundaries_are_where_f_is_0_and_words_where_it_is_not(run, scene):
    plane = panel(scene, "plane")
    axes = [np.linspace(*axis.range, 61) for axis in (plane.x, plane.y)]
    places = np.stack(np.meshgrid(*axes), axis=-1)
    cell = np.array([a[1] - a[0] for a in axes])
    for k in range(0, len(scene.captions), 3):
        for name, f in both_machines(run, k, places.reshape(-1, 2)).items():
            drawn = vertices(scene, name, k)
            if not drawn.size:
                sign = "<" if f.max() < 0.0 else ">"
                assert f.max() * f.min() > 0.0
                assert words(scene, name, k) == f"{name}: f {sign} 0 here"
                continue
            assert words(scene, name, k) == ""
            there = both_machines(run, k, drawn)[name]
            straight = isinstance(run.extra["spots"][k].problem.kernel, Linear)
            assert np.abs(there).max() < (1e-12 if straight else 0.02) * np.abs(f).max()
            f = f.reshape(61, 61)
            changes = places[:, :-1][f[:, :-1] * f[:, 1:] < 0.0] + [0.5 * cell[0], 0.0]
            away = np.abs(changes[:, None] - drawn) / cell
            assert away.max(axis=2).min(axis=1).max(initial=0.0) < 2.0


def test_boundaries_coincide_where_the_relaxation_is_exact():
    run, scene = solved()
    assert words(scene, "average", 0) == "average: f < 0 here"
    assert vertices(scene, "best keys", 0).size
    last = len(scene.captions) - 1
    one, other = (vertices(scene, name, last) for name in ("average", "best keys"))
    assert one.size and one == pytest.approx(other, abs=1e-5)
    shares = [s.key_shares[:4].reshape(2, 2).max(axis=1) for s in run.extra["spots"]]
    assert shares[0] == pytest.approx([0.5, 0.5], abs=0.02)
    assert shares[-1] == pytest.approx([1.0, 1.0], abs=1e-6)


test_scene_is_light = lightness()


def test_lambda_falls(scene):
    assert (np.diff(scene.clock.values) < 0.0).all()


def test_too_many_assignments_are_refused():
    with pytest.raises(InputError, match="bags must allow at most 81 assignments"):
        solved(data="clutter", bags=4, instances=4)
    assert len(solved(bags=4, instances=4)[1]) == 19
