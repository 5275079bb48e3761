"""The bags scene says what the trace says, draws what the solvers found, and takes clicks."""

import re

import numpy as np
import pytest
from boards import click
from hypothesis import given
from hypothesis import strategies as st
from refusing import assert_refused
from scenes import cases, lightness, mark, panel, solver_of
from sklearn.svm import SVC

from lab.datasets import instances_by_hand
from lab.drawing.geometry import hull, outline
from lab.drawing.text import number, read
from lab.lessons.mi_odm.bags import picture as bags
from lab.lessons.mi_odm.bags.model import (
    METHODS,
    STEPS,
    TOL,
    case_of,
    frames,
    fresh_rate,
    halves,
    heaviest,
    train_bag_svm,
)
from lab.lessons.mi_odm.bags.picture import assignment
from lab.lessons.mi_odm.synthetic import BAG_KINDS, OUTLIER_SHIFT, synthetic_bags
from solvers import (
    ODM,
    Gaussian,
    InputError,
    bag_machine,
    bag_values,
    instance_values,
    solve_column_generation,
    solve_dual_cd,
    solve_keys,
)
from widgets import Lines, Segments, Text, at
from widgets.pack import pack

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {},
    {"method": "mirror_prox", "positive": 4},
    {"method": "accelerated", "machine": "rounded", "units": "raw"},
    {"method": "stochastic", "dimension": 3, "budget": 60},
    {"method": "column_generation", "kernel": "linear", "lam1": 50.0, "lam2": 50.0},
    {"method": "reweighting", "kernel": "gaussian+1", "theta": 0.95},
    {"method": "assignment", "data": "overlap", "positive": 6, "kernel": "linear", "dimension": 3},
    {"method": "column_generation", "compare": ["assignment", "reweighting", "stochastic"],
     "data": "targets", "budget": 40},
    {"method": "column_generation", "lam1": 10.0, "lam2": 10.0},
    {"instances": 1},
    {"negative": 0, "theta": 0.0},
    {"positive": 0},
    {"positive": 1, "negative": 1, "outlier": False, "points": "1x1 1x1", "budget": 20},
]  # fmt: skip
NUMBER = r"(−?\d[\d,]*(?:\.\d+)?(?:e[−-]?\d+)?)"


solved = solver_of(bags.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)


# Captions


def test_captions_state_the_key_probability_that_moved_most(run, scene, view):
    mu, bag = view.key_probability, run.problem.bag
    for k in range(1, len(view)):
        change = np.abs(mu[k] - mu[k - 1])
        words = scene.captions[k]
        if "no key probability moves" in words:
            assert not change.any()
            continue
        found = re.search(
            r"of bag (\d+), instance (\d+) (grows|shrinks): key probability "
            rf"{NUMBER} → {NUMBER} — ",
            words,
        )
        j = np.flatnonzero(bag == int(found[1]) - 1)[int(found[2]) - 1]
        assert change[j] == change.max()
        stated = read(found[4]), read(found[5])
        assert stated == pytest.approx((mu[k - 1, j], mu[k, j]), rel=0.06, abs=6e-4)
        assert (found[3] == "grows") == (mu[k, j] > mu[k - 1, j])
        led = [[np.argmax(row[bag == b]) for b in set(bag)] for row in mu[k - 1 : k + 1]]
        same, now = ([np.ptp(row[bag == b]) == 0.0 for b in set(bag)] for row in mu[k - 1 : k + 1])
        comes = np.array(same) & ~np.array(now)
        others = np.not_equal(*led) & ~comes
        for which, verb in ((comes, "comes to lead"), (others, "leads")):
            named = re.search(rf"{verb} in bags? (\d+(?:(?:, | and )\d+)*)", words)
            expected = [str(b) for b in np.flatnonzero(which) + 1]
            assert re.findall(r"\d+", named[1] if named else "") == expected
        if "above all that of bag" in words:
            assert (comes | others)[int(found[1]) - 1]


def test_captions_state_margins_gap_and_rule(run, scene, view):
    own = np.maximum((run.trace.objective - run.trace.bound)[view.row_shown], 0.0)
    best = np.maximum(run.trace.gap[view.row_shown], 0.0)
    for k in range(1, len(view)):
        found = re.search(
            rf"mean bag margin {NUMBER} → {NUMBER}, gap {NUMBER}(?:, best so far {NUMBER})?\.",
            scene.captions[k],
        )
        stated = [read(v) for v in found.groups()[:2]]
        means = view.margins[k - 1].mean(), view.margins[k].mean()
        assert stated == pytest.approx(means, rel=0.06, abs=6e-4)
        text = read(found[3]), read(found[4] or found[3])
        for stated, gap in zip(text, (own[k], best[k]), strict=True):
            assert gap - 1e-12 <= stated <= 1.1 * gap + 1e-12
        if run.main in STEPS:
            step = read(re.search(rf"step {NUMBER};", scene.captions[k])[1])
            assert step == pytest.approx(view.step[k], rel=0.01)
        if run.main == "assignment":
            value = read(re.search(rf"\(4\) = {NUMBER};", scene.captions[k])[1])
            assert value == pytest.approx(view.objective_keys[k], rel=1e-3)


def test_the_last_caption_compares_average_and_rounded_keys(run, scene):
    words, c = scene.captions[-1], run.result.certificate
    if not run.problem.first.size:
        return
    best = read(re.search(rf"One key a bag: {NUMBER} at most", words)[1])
    assert best == pytest.approx(run.extra["rounded"], rel=1e-3, abs=1e-4)
    lost = 1.0 - run.extra["value"][0] / run.extra["rounded"]
    proved = c.holds(TOL) and run.main != "assignment"
    assert ("trust the rounded keys" in words) == (lost > 0.05 and proved)
    rate = read(re.search(rf"(?:averaged|rounded) {NUMBER}[,.]", words)[1])
    assert rate == pytest.approx(100.0 * fresh_rate(frames(run), -1), abs=0.06)


def test_bags_value_is_that_of_column_generation(run):
    best = solve_column_generation(run.problem, tol=1e-9).certificate
    slack = 1e-9 * run.problem.at_zero
    low, high = run.extra["value"]
    assert low - slack <= best.objective and best.bound <= high + slack
    assert high - low <= 1e-5 * run.problem.at_zero


# Pictures


def test_machines_are_those_of_the_trace(run, view):
    problem, shown = run.problem, run.trace.snapshots
    for k in {0, len(view) // 2, len(view) - 1}:
        r = view.row_shown[k]
        if "v" not in shown:
            continue
        a = bag_machine(problem, shown["u"][r], shown["v"][r])
        if view.rounded:
            f = instance_values(problem, a)
            keys = [np.argmax(f[i : i + m])
                    for i, m in zip(problem.first, problem.sizes, strict=True)]  # fmt: skip
            a = solve_keys(problem, np.array(keys)).machine
        assert view.a[k] == pytest.approx(a, abs=1e-9)
        m = problem.y * bag_values(problem, view.a[k])
        if not view.raw:
            G = problem.kernel(problem.points, problem.points) - getattr(problem.kernel, "bias", 0)
            m = m / np.sqrt(view.a[k] @ G @ view.a[k])
        assert view.margins[k] == pytest.approx(m, rel=1e-6)


def test_bags_discs_grow_with_probability_and_rings_mark_the_largest(run, scene, view):
    if not run.problem.first.size:
        return
    mu = view.key_probability[-1][run.problem.y[run.problem.bag] > 0.0]
    size = at(mark(scene, "bags", "positive bag").size, len(view) - 1)
    assert (np.argsort(size, kind="stable") == np.argsort(mu, kind="stable")).all()
    rings = mark(scene, "bags", "largest f of its bag")
    f, places = view.values[-1], at(rings.x, len(view) - 1)
    for i, (first, m) in enumerate(zip(run.problem.first, run.problem.sizes, strict=True)):
        best = first + np.argmax(f[first : first + m])
        assert places[i] == view.case.points[best, 0]


def test_level_lines_have_their_level(run, scene, view):
    d, k = view.case.points.shape[1], len(view) - 1
    for m in scene.panels[0].marks:
        found = re.fullmatch(rf"f = {NUMBER}(?:, in slices)?", m.label)
        if not found or not isinstance(m, Lines | Segments):
            continue
        if isinstance(m, Lines):
            here = np.column_stack([at(m.x, k), at(m.y, k), *([at(m.z, k)] if d == 3 else [])])
        else:
            here = np.array([[at(m.x0, k)[0], at(m.y0, k)[0]], [at(m.x1, k)[0], at(m.y1, k)[0]]])
        here = here[np.isfinite(here).all(axis=1)]
        if len(here):
            values = instance_values(run.problem, view.a[k], here)
            assert values == pytest.approx(read(found[1]), abs=0.02)


def test_the_boundary_is_drawn_at_the_defaults():
    _, scene = solved()
    line = mark(scene, "bags", "f = 0")
    for k in (0, len(scene) - 1):
        x = at(line.x, k)
        assert np.isfinite(x).sum() > 10
    assert not any(re.match(r"f = ±?1\.", m.label) for m in scene.panels[0].marks)
    high = solved(lam1=100.0, lam2=100.0, machine="rounded")[1]
    assert np.isfinite(mark(high, "bags", "f = 0.80").x.values).any()


def test_the_two_halves_sum_to_the_gap(run, scene, view):
    upper, lower = halves(view)
    slack = 1e-5 * run.problem.at_zero
    assert (upper >= 0.0).all() and (lower >= 0.0).all()
    assert upper + lower == pytest.approx(np.maximum(run.trace.gap, 0.0), abs=slack)
    shown = {m.label.split(";")[0] for m in scene.panels[2].marks}
    names = {METHODS[n][0] for n in run.results}
    assert names | {"upper half", "lower half"} <= shown


def test_bars_are_the_weights(run, scene, view):
    keys, table = heaviest(view)
    rest = at(mark(scene, "weights", "all others").height, len(view) - 1)
    assert table[-1].sum() + rest == pytest.approx(1.0, abs=1e-9)
    if "v" in run.trace.snapshots and run.problem.first.size:
        number = np.ravel_multi_index(tuple(keys.T), tuple(run.problem.sizes))
        v = view.v
        assert table[-1] == pytest.approx(v[-1, number], abs=1e-12)
        assert (table == v[:, number]).all()
        assert table[-1, 0] == v[-1].max()
    assert (at(mark(scene, "weights", "v").height, len(view) - 1) == table[-1]).all()


@pytest.mark.parametrize(
    "given, words",
    [
        ({}, "of 27 assignments; the keys of the positive bags, in order"),
        ({"positive": 1, "instances": 2}, "of 2 assignments; the key of the positive bag"),
        ({"instances": 1}, "of 1 assignment; the keys of the positive bags, in order"),
        ({"positive": 0}, "of 1 assignment"),
    ],
)
def test_the_subtitle_of_the_weights_says_what_the_names_mean(given, words):
    assert panel(solved(**given)[1], "weights").subtitle == words


test_scene_is_light = lightness(120)


@pytest.mark.parametrize("count, vertices", [(1, 1), (2, 2), (3, 4)])
def test_an_outline_ends_where_it_begins_unless_it_is_a_segment(count, vertices):
    points = np.array([[0.0, 0.0], [2.0, 1.0], [1.0, 3.0]])[:count]
    drawn = outline(points)
    assert len(drawn) == vertices and {*map(tuple, drawn)} == {*map(tuple, points)}
    assert np.array_equal(drawn[0], drawn[-1]) == (count != 2)


def test_hulls_hold_their_points():
    rng = np.random.default_rng(0)
    points = rng.standard_normal((30, 2))
    corners = hull(points)
    edges = np.roll(corners, -1, axis=0) - corners
    for (x, y), (dx, dy) in zip(corners, edges, strict=True):
        assert (dx * (points[:, 1] - y) - dy * (points[:, 0] - x) >= -1e-12).all()
    assert len(hull(points[:1])) == 1 and len(hull(np.repeat(points[:2], 3, axis=0))) == 2
    assert len(hull(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]))) == 2


# The two learners


def test_the_rival_learner_is_a_support_vector_machine_on_its_keys():
    run, scene = solved(C=10.0)
    p, svm = run.problem, run.extra["svm"]
    rows = np.concatenate([p.first + svm.keys, p.negative])
    y = np.repeat([1.0, -1.0], [p.first.size, p.negative.size])
    G = p.kernel(p.points, p.points)
    other = SVC(kernel="precomputed", C=10.0, tol=1e-8).fit(G[np.ix_(rows, rows)], y)
    f = svm.values(p.points)
    assert f == pytest.approx(other.decision_function(G[:, rows]), abs=2e-3)
    best = [np.argmax(f[i : i + m]) for i, m in zip(p.first, p.sizes, strict=True)]
    assert svm.keys.tolist() == best
    still = mark(scene, "margins", "MI-SVM: minimum").x.values
    assert still == pytest.approx([frames(run).svm_margins.min()])


def test_mi_svm_follows_the_outlier_and_mi_odm_does_not():
    run, scene = solved()
    view = frames(run)
    ours, theirs = view.margins[-1], view.svm_margins
    assert ours.min() < 0.0 < theirs.min() and ours[-1] == ours.min()
    assert ours.mean() > 2.0 * theirs.mean()
    found = re.search(rf"averaged {NUMBER}, MI-SVM {NUMBER}\.", scene.captions[-1])
    assert read(found[1]) > 97.0 > 93.0 > read(found[2])
    calm = frames(solved(outlier=False)[0])
    assert calm.margins[-1].min() > 0.0


def test_the_loose_relaxation_calls_every_bag_negative_but_ranks_right():
    given = {"positive": 4, "kernel": "linear", "lam1": 50.0, "lam2": 50.0}
    averaged, rounded = (frames(solved(machine=m, **given)[0]) for m in ("averaged", "rounded"))
    f = averaged.problem.y * averaged.margins[-1]
    assert (f < 0.0).all()
    assert fresh_rate(averaged, -1) == 0.5 and fresh_rate(rounded, -1) > 0.9


def test_outlier_question_marks_the_learners_that_are_right():
    for more, answer in (
        ({}, "MI-SVM alone"),
        ({"C": 1.0}, "neither of them"),
        ({"lam1": 30.0, "lam2": 30.0}, "both learners"),
    ):
        run, scene = solved(**more)
        (question,), view = [q for q in scene.questions if q.key == "outlier"], frames(run)
        assert question.options[question.answer] == answer
        assert f"end at {number(view.margins[-1, -1])} for MI-ODM" in question.why
    assert "outlier" not in {q.key for q in solved(outlier=False)[1].questions}


# Methods


def test_the_stochastic_method_runs_three_seeds_that_repeat():
    run, scene = solved(method="stochastic", budget=40)
    again, _ = solved(method="stochastic", budget=40)
    twins = run.extra["twins"]["stochastic"]
    traces = [run.result.trace, *(t.trace for t in twins)]
    assert len(traces) == 3
    assert (again.trace.gap == run.trace.gap).all()
    assert len({t.snapshots["v"][-1].tobytes() for t in traces}) == 3
    names = [m.label.split(";")[0] for m in scene.panels[2].marks]
    assert {"stochastic", "seed 2", "seed 3"} <= set(names)
    assert "two more seeds" in scene.panels[2].subtitle


def test_a_step_that_is_too_long_is_explained():
    given = {"method": "mirror_prox", "kernel": "linear", "lam1": 50.0, "lam2": 50.0}
    run, scene = solved(factor=8.0, **given)
    first, last = (run.trace.objective[k] - run.trace.bound[k] for k in (0, -1))
    assert last > 10.0 * first
    found = re.search(rf"further off than it began \({NUMBER} → {NUMBER}\)", scene.captions[-1])
    assert [read(v) for v in found.groups()] == pytest.approx([first, last], rel=0.06)
    assert (np.diff(scene.readout["best"]) <= 1e-9).all()
    own = mark(scene, "gap", "this iterate alone").y.values
    assert own[-1] == pytest.approx(last)
    calm = solved(factor=1.0, **given)[1]
    assert "further off" not in calm.captions[-1]
    assert not any(m.label == "this iterate alone" for m in calm.panels[2].marks)


def test_rivals_do_not_change_the_main_method():
    alone, _ = solved(method="mirror_prox", budget=40)
    both, scene = solved(
        method="mirror_prox", budget=40, compare=["mirror_prox", "reweighting", "assignment"]
    )
    assert list(both.results) == ["mirror_prox", "reweighting", "assignment"]
    assert (both.trace.gap == alone.trace.gap).all()
    names = {m.text[0] for m in scene.panels[2].marks if isinstance(m, Text)}
    assert {"mirror prox", "reweighting", "assignment"} <= names


def test_column_generation_takes_more_assignments_than_can_be_listed():
    run, _ = solved(positive=6, instances=6, method="column_generation")
    assert run.result.status == "converged"


# Edge cases


def test_bags_of_one_instance_are_a_plain_machine():
    run, scene = solved(positive=4, instances=1, outlier=False)
    p = run.problem
    assert p.count == 1 and run.result.status == "converged" and len(scene) == 1
    assert mark(scene, "weights", "v").height.values.ravel().tolist() == [1.0]
    # Both classes have four points: lam / n per point is lam1 / p / 2, so that lam = lam1 + lam2.
    plain = ODM(p.points, p.y[p.bag], p.lam1 + p.lam2, p.nu, p.theta, Gaussian(0.3))
    value = solve_dual_cd(plain, tol=1e-10).certificate.objective
    assert run.result.certificate.objective == pytest.approx(value, rel=1e-6)


def test_without_a_negative_bag_there_is_no_rival():
    run, scene = solved(negative=0)
    assert run.extra["svm"] is None
    labels = [m.label for p in scene.panels for m in p.marks]
    assert not any("MI-SVM" in label for label in labels)
    assert (frames(run).margins[-1] > 0.0).all()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"positive": 0, "negative": 0}, "positive and negative must not both be 0"),
        ({"points": "1x1 1x1 1x1"}, "points must leave at least one instance in each bag"),
        ({"data": "csv"}, "file must name a CSV"),
        (
            {"positive": 6, "instances": 6, "method": "mirror_prox"},
            "method must be column generation or assignment here",
        ),
    ],
)
def test_unsolvable_settings_raise_an_error_that_names_the_reason(given, words):
    assert_refused(words, solved, **given)


def test_a_duplicated_bag_is_solved():
    X = case_of(bags.EXPERIMENT.settings({})).problem.bags[0]
    twice = " ".join(f"2:{x:.6f},{y:.6f}" for x, y in X)
    run, _ = solved(points=f"{twice} 2x1 2x1 2x1", method="column_generation", budget=50)
    p = run.problem
    assert p.bags[1] == pytest.approx(p.bags[0], abs=1e-6)
    assert run.result.status == "converged" and p.certify(run.result.x, **run.result.dual).holds(
        TOL
    )


# Clicks and own instances


def press(words, x, y, shift=False, bag=1, **given):
    settings = bags.EXPERIMENT.settings({"points": words, **given})
    act = {"do": "erase"} if shift else {"do": "add", "what": bag}
    return bags.EXPERIMENT.click(settings, act | {"panel": "bags", "x": x, "y": y})


def test_a_click_adds_an_instance_to_the_selected_bag():
    turned = press("", 1.234, -0.5, bag=3)
    assert turned == {"points": "3:1.23,-0.50"}
    before, after = (case_of(bags.EXPERIMENT.settings(t)).problem for t in ({}, turned))
    assert len(after.bags[2]) == len(before.bags[2]) + 1
    assert after.bags[2][-1].tolist() == [1.23, -0.5]
    assert press("", 0.0, 0.0, bag=12) == {"points": "7:0.00,0.00"}


def test_a_click_with_shift_takes_out_the_nearest_but_never_the_last():
    own = case_of(bags.EXPERIMENT.settings({})).problem.bags[1][2]
    turned = press("", *own, shift=True)
    assert turned == {"points": "2x3"}
    assert len(case_of(bags.EXPERIMENT.settings(turned)).problem.bags[1]) == 2
    words = "2x1 2x1"
    lonely = case_of(bags.EXPERIMENT.settings({"points": words})).problem.bags[1][0]
    assert not press(words, *lonely, shift=True)["points"].endswith("2x1 2x1 2x1")


@given(
    st.lists(
        st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.booleans(), st.integers(1, 3)),
        max_size=25,
    )
)
def test_clicks_with_shift_take_out_exactly_the_nearest(clicks):
    start = [b[:2] for b in synthetic_bags("tight")[0][:3]]
    words = ""
    for x, y, shift, bag in clicks:
        before = instances_by_hand.changed(start, words)
        click = {"do": "erase" if shift else "add", "what": bag, "x": x, "y": y}
        words = instances_by_hand.clicked(words, before, click)
        after = instances_by_hand.changed(start, words)
        if not shift:
            before[bag - 1] = np.vstack([before[bag - 1], after[bag - 1][-1]])
        else:
            off = [(np.hypot(*(b - [x, y]).T).min(), k) for k, b in enumerate(before) if len(b) > 1]
            if off:
                k = min(off)[1]
                here = np.argmin(np.hypot(*(before[k] - [x, y]).T))
                before[k] = np.delete(before[k], here, axis=0)
        assert all(np.array_equal(a, b) for a, b in zip(after, before, strict=True)), words


@given(st.lists(st.tuples(*[st.floats(-3, 3)] * 4), max_size=8))
def test_a_stroke_moves_the_nearest_within_its_bag(strokes):
    start, words = [b[:2] for b in synthetic_bags("tight")[0][:3]], "2x1"
    for x0, y0, x, y in strokes:
        before = instances_by_hand.changed(start, words)
        act = {"do": "move", "x0": x0, "y0": y0, "x": x, "y": y}
        words = instances_by_hand.clicked(words, before, act)
        after = instances_by_hand.changed(start, words)
        off = [np.hypot(*(b - [x0, y0]).T) for b in before]
        k = int(np.argmin([o.min() for o in off]))
        before[k] = np.vstack([np.delete(before[k], np.argmin(off[k]), axis=0), after[k][-1]])
        assert abs(after[k][-1] - [x, y]).max() <= 5.1e-3
        assert all(np.array_equal(a, b) for a, b in zip(after, before, strict=True)), words


def test_the_table_writes_what_its_rows_say():
    settings = bags.EXPERIMENT.settings({"points": "2x1 3:1.5,-0.5"})
    before = bags.EXPERIMENT.tools(settings).rows()
    rows = [*before[1:], [1, 0.25, 0.5], [7, -1.0, 2.0]]
    turned = bags.EXPERIMENT.click(settings, {"do": "rows", "rows": rows})
    after = bags.EXPERIMENT.tools(settings | turned).rows()
    assert sorted(after) == sorted(rows) and len(turned["points"].split()) == 5
    with pytest.raises(InputError, match="at least one instance in bag 1"):
        bags.EXPERIMENT.click(settings, {"do": "rows", "rows": [r for r in rows if r[0] != 1]})


def lasso(words, places):
    settings = bags.EXPERIMENT.settings({"points": words})
    act = {"do": "draw", "what": "bag", "panel": "bags", "places": places, "closed": True}
    return settings | bags.EXPERIMENT.click(settings, act)


def test_a_lasso_makes_one_bag_of_the_instances_within_and_moves_no_other():
    before = case_of(bags.EXPERIMENT.settings({})).problem.bags
    own = np.vstack([before[0], before[1][1:]])
    (left, low), (right, high) = own.min(axis=0) - 0.01, own.max(axis=0) + 0.01
    loop = [[left, low], [right, low], [right, high], [left, high]]
    inside = [((bag > (left, low)) & (bag < (right, high))).all(axis=1) for bag in before]
    home = int(np.argmax([own.sum() for own in inside]))
    for within in inside[:home] + inside[home + 1 :]:
        within[-1] &= not within.all()  # no bag may be empty
    after = case_of(lasso("", loop)).problem.bags
    came = [bag[own] for k, (bag, own) in enumerate(zip(before, inside, strict=True)) if k != home]
    assert sum(map(len, came)) >= 2
    for k, (old, within, new) in enumerate(zip(before, inside, after, strict=True)):
        left = np.vstack([old, *came]) if k == home else old[~within]
        assert np.allclose(sorted(new.tolist()), sorted(left.tolist()), atol=1e-6, rtol=0.0)


def test_a_lasso_around_all_leaves_one_instance_in_each_other_bag():
    everything = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]]
    sizes = [len(bag) for bag in case_of(lasso("", everything)).problem.bags]
    assert sizes == [1, 1, 1, 1, 1, 1, 16]  # the last bag has the outlier, so most of them
    assert lasso("", [[8.0, 8.0], [9.0, 8.0], [8.0, 9.0]])["points"] == ""


@given(
    st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=3, max_size=9),
    st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
)
def test_a_point_is_within_a_loop_as_matplotlib_has_it(loop, point):
    from matplotlib.path import Path as Loop

    ends = np.array(loop)
    sides = np.roll(ends, -1, axis=0) - ends
    far = np.abs(sides[:, 0] * (point[1] - ends[:, 1]) - sides[:, 1] * (point[0] - ends[:, 0]))
    winding = Loop(np.vstack([ends, ends[:1]]), closed=True)
    simple = len(loop) == 3  # beyond that loops cross themselves, and the rules differ
    if simple and far.min() > 1e-6:
        found = instances_by_hand._within(ends, np.array([point]))
        assert found[0] == winding.contains_point(point)


def test_an_added_instance_goes_with_its_own_word():
    words = press("", 2.5, 2.5, bag=2)["points"]
    words = press(words, *case_of(bags.EXPERIMENT.settings({})).problem.bags[1][0], shift=True)
    assert words == {"points": "2:2.50,2.50 2x1"}
    assert press(words["points"], 2.5, 2.5, shift=True) == {"points": "2x1"}


def test_clicks_outside_the_bags_in_the_plane_change_no_knob():
    settings = bags.EXPERIMENT.settings({})
    elsewhere = {"do": "add", "what": 1, "panel": "gap", "x": 0.0, "y": 0.0}
    assert bags.EXPERIMENT.click(settings, elsewhere) == {}
    assert bags.EXPERIMENT.tools(bags.EXPERIMENT.settings({"data": "musk1"})) is None
    for more in ({"dimension": 3}, {"data": "musk1"}):
        assert press("", 0.0, 0.0, **more) == {}


@pytest.mark.parametrize("words", ["9:1,1", "0:1,1", "1:1", "1:1,2,3", "1+1", "1x9", "x", "1:a,2"])
def test_wrong_words_are_refused(words):
    with pytest.raises(InputError, match="points must") as refused:
        instances_by_hand.changed(synthetic_bags("tight")[0], words)
    assert repr(words) in str(refused.value)


def test_a_click_in_the_dashboard_sets_the_knob(open_board):
    board = open_board("bags", budget=20)
    before = len(board.run.problem.points)
    click(board, panel="bags", x=1, y=2, do="add", what=1)
    assert board.knobs["points"].value == "1:1.00,2.00" and board.status == "ready"
    assert len(board.run.problem.points) == before + 1


# Data


@pytest.mark.parametrize("kind", BAG_KINDS)
def test_synthetic_bags_have_keys_and_an_outlier_moves_no_instance(kind):
    for d in (2, 3):
        bags_, y = synthetic_bags(kind, d, 3, 2, 4, seed=5)
        more, _ = synthetic_bags(kind, d, 3, 2, 4, outlier=True, seed=5)
        assert y.tolist() == [1.0] * 3 + [-1.0] * 2
        assert all(b.shape == (4, d) for b in bags_) and len(more[-1]) == 5
        assert all((a == b[:4]).all() for a, b in zip(bags_, more, strict=True))
        centre = more[-1][-1] - OUTLIER_SHIFT
        near = [np.linalg.norm(np.abs(b) - np.abs(centre), axis=1).min() for b in bags_[:3]]
        assert max(near) < 2.0


def write_bags(path, columns):
    rng = np.random.default_rng(2)
    names = ",".join(f"f{k}" for k in range(columns))
    rows = [
        ",".join(map(str, [k, int(k < 4), *rng.standard_normal(columns) + (k < 4)]))
        for k in range(8)
        for _ in range(3)
    ]
    path.write_text("\n".join([f"bag,label,{names}", *rows]) + "\n")
    return str(path)


def test_a_file_is_solved_in_all_dimensions_and_drawn_as_a_projection(tmp_path):
    file = write_bags(tmp_path / "own.csv", 7)
    run, scene = solved(data="csv", file=file, budget=20)
    assert run.problem.points.shape == (24, 7)
    assert scene.panels[0].x.title == "projection 1"
    assert not any(isinstance(m, Lines) for m in scene.panels[0].marks)
    assert "projection carries no level lines" in scene.panels[0].subtitle
    flat, drawn = solved(data="csv", file=write_bags(tmp_path / "flat.csv", 2), budget=20)
    assert drawn.panels[0].x.title == "f0" and not flat.extra["case"].projected
    assert any(m.label == "f = 0" for m in drawn.panels[0].marks)


@pytest.mark.parametrize("columns, dimension", [(1, 2), (1, 3), (2, 3), (3, 2), (3, 3)])
def test_files_of_few_features_are_drawn(tmp_path, columns, dimension):
    file = write_bags(tmp_path / "few.csv", columns)
    _, scene = solved(data="csv", file=file, dimension=dimension, method="column_generation")
    lines = any(m.label.startswith("f = 0") for m in scene.panels[0].marks)
    assert lines == (1 < columns <= dimension)
    assert len(scene.panels[0].axes()) == (3 if columns == dimension == 3 else 2)
    pack(scene)


def test_assignments_are_named_by_their_keys():
    assert assignment([1, 0, 2]) == "213" and assignment([1, 12, 0]) == "2·13·1"
    assert assignment([]) == "–"


def test_the_rival_learner_needs_both_classes():
    problem = case_of(bags.EXPERIMENT.settings({"positive": 0})).problem
    assert train_bag_svm(problem, 1.0) is None
