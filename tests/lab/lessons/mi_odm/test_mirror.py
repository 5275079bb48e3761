"""The mirror scene: every arrow is a step that the solver made, every number one of its trace."""

import re

import numpy as np
import pytest
from scenes import assert_proved, cases, lightness, mark, marks, panel, solver_of

import lab
from lab.drawing.text import read
from lab.lessons.mi_odm.mirror.model import (
    AVERAGE,
    BACK,
    BACK2,
    CORNERS,
    DUAL,
    DUAL2,
    END,
    MIDDLE,
    START,
    TOL,
    WHOLE,
    Anatomy,
    flat,
    frames,
    ground_of,
    halves,
    hats,
    lattice,
    middles,
    multipliers,
    saddle_problem,
    start_of,
    triangle_lines,
)
from lab.lessons.mi_odm.mirror.picture import EXPERIMENT, place_of
from solvers import solve_column_generation, solve_keys, solve_mirror_prox
from widgets import Points, Text, at

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {},
    {"method": "accelerated", "fourth": "steps", "budget": 40},
    {"method": "stochastic", "fourth": "bags", "seed": 3, "budget": 60},
    {"rule": "adaptive", "view": "space", "slow": 4, "budget": 60},
    {"factor": 4.0, "fourth": "steps", "budget": 60},
    {"data": "clutter", "theta": 0.95, "budget": 300, "rule": "adaptive"},
    {"lam": 1000.0, "gamma": 0.05, "nu": 0.05, "budget": 30, "slow": 0},
    {"budget": 5, "slow": 10, "rule": "guaranteed"},
    {"method": "single", "factor": 2.0, "slow": 3, "budget": 60},
]
NUMBER = r"(−?\d[\d,]*(?:\.\d+)?(?:e[−-]?\d+)?)"
POINT = r"\(([^)]*)\)"


solved = solver_of(EXPERIMENT)
case, run, scene, f = cases(solved, CASES, frames)


def numbers(text):
    return np.array([read(x) for x in text.split(", ")])


def close(text, value):
    """Whether a vector was written as in the caption."""
    return numbers(text) == pytest.approx(np.asarray(value), abs=6e-4, rel=0.06)


# --- the anatomy ----------------------------------------------------------------------------------


def test_prox_steps_lead_from_the_centre_to_where_the_solver_went(run):
    take_apart, shown = Anatomy(run.problem, run.trace, run.settings["method"]), run.trace.snapshots
    for t in range(1, min(len(run.trace), 40)):
        both = take_apart(t)
        ends = ("middle_u", "middle_v"), ("centre_u", "centre_v")
        parts = (both.first, both.last)
        for step, (u, v) in zip(parts, ends, strict=True):
            landed = np.maximum(step.hat_u, 0.0)
            landed *= min(1.0, np.linalg.norm(shown[u][t]) / np.linalg.norm(landed))
            assert landed == pytest.approx(shown[u][t], abs=1e-9, rel=1e-9)
            logs = np.log(np.maximum(step.v, 1e-300)) + step.shift
            weights = np.exp(logs - logs.max())
            assert weights / weights.sum() == pytest.approx(shown[v][t], abs=1e-9)


def test_a_prox_step_of_another_length_misses_the_iterate():
    run, _ = solved()
    first = Anatomy(run.problem, run.trace, "plain")(1).first
    longer = first.v * np.exp(1.05 * first.shift)
    assert longer / longer.sum() != pytest.approx(run.trace.snapshots["middle_v"][1], abs=1e-3)


def test_values_that_pull_are_those_of_the_assignments():
    run, _ = solved()
    problem, first = run.problem, Anatomy(run.problem, run.trace, "plain")(1).first
    for k, value in enumerate(first.values):
        bound = problem.certify(first.u, np.eye(3)[k]).bound
        assert bound <= value + 1e-12
    assert problem.certify(first.u, np.eye(3)[0]).bound == pytest.approx(first.values.min())


def test_the_safe_step_ratio_exceeds_one_for_long_steps_only():
    ratios = {}
    for rule, factor in (("adaptive", 1.0), ("fixed", 1.0), ("fixed", 8.0)):
        run, _ = solved(rule=rule, factor=factor, budget=30)
        steps = frames(run).steps.values()
        ratios[rule, factor] = max(s.ratio for s in steps)
    assert ratios["adaptive", 1.0] <= 1.0 + 1e-9
    assert ratios["fixed", 1.0] < 1.0 < 2.0 < ratios["fixed", 8.0]


def test_the_stochastic_method_draws_one_entry_at_a_time():
    run, scene = solved(method="stochastic")
    drawn = [s.first.drawn for s in frames(run).steps.values()]
    assert {i for i, _ in drawn} == {j for _, j in drawn} == {0, 1, 2}
    stated = re.search(r"x(.) by its weight for u, x(.) evenly for v", scene.captions[1])
    i, j = frames(run).steps[1].first.drawn
    assert stated.groups() == tuple("₁₂₃"[n] for n in (i, j))
    moved = np.flatnonzero(frames(run).steps[1].first.shift)
    assert moved.tolist() == [j]


def test_mirror_descent_has_no_middle_point_and_mirror_prox_as_rival():
    run, scene = solved(method="single", factor=2.0, slow=2, budget=60)
    f = frames(run)
    assert f.stage[:10].tolist() == [0, 1, 2, 6, 7, 1, 2, 6, 7, WHOLE]
    assert np.isnan(middles(f)).all() and all(s.second is None for s in f.steps.values())
    for label in ("second prox step", "middle point y"):
        first = mark(scene, "triangle", label)
        fields = (first.x0, first.y0) if label.startswith("second") else (first.x, first.y)
        assert all(np.isnan(at(f, k)).all() for f in fields for k in range(len(scene)))
    prox, u0 = run.extra["prox"], start_of(run.problem, 2.5)
    other = solve_mirror_prox(run.problem, x0=u0, tol=TOL, max_iter=60, step=2.0)
    assert np.array_equal(prox.x, other.x) and len(prox.trace.work) == len(run.trace.work)
    assert prox.trace.work[-1] == 2 * run.trace.work[-1]
    curve = mark(scene, "gap", "mirror prox, same step")
    assert at(curve.y, len(scene) - 1)[-1] == pytest.approx(prox.trace.gap[-1])
    stated = re.search(rf"ended with {NUMBER}\.", scene.captions[-1])
    assert_proved(read(stated[1]), prox.trace.gap[-1])


# --- captions -------------------------------------------------------------------------------------


def test_captions_state_the_numbers_of_the_trace(run, scene, f):
    shown = run.trace.snapshots
    for k, text in enumerate(scene.captions):
        stage, r = int(f.stage[k]), int(f.row[k])
        if stage == START:
            assert close(re.search(rf"v = {POINT}", text)[1], np.full(3, 1 / 3))
        elif stage in (BACK, BACK2):
            part = f.steps[r].first if stage == BACK else f.steps[r].last
            found = re.search(rf"= {POINT} sums to {NUMBER}(?:, not 1)?; (\d+) of (\d+)", text)
            on = abs(part.hat_v.sum() - 1.0) < 1e-9
            assert on == (", not 1;" not in text) == text.startswith("The square stays on")
            assert on == (found[2] == "1")
            assert close(found[1], part.hat_v)
            assert read(found[2]) == pytest.approx(part.hat_v.sum(), rel=0.06, abs=6e-4)
            assert int(found[3]) == np.count_nonzero(part.hat_u < 0.0)
        elif stage in (MIDDLE, END):
            name = "middle_v" if stage == MIDDLE else "centre_v"
            assert close(
                re.search(rf"(?:→ v|v = v̂ =) {POINT}(?:, divided| sums to 1)", text)[1],
                shown[name][r],
            )
        elif stage == AVERAGE:
            old, new = re.search(rf"v̄ {POINT} → {POINT}, with", text).groups()
            assert close(old, shown["v"][r - 1]) and close(new, shown["v"][r])
        elif stage == WHOLE:
            i, new = re.search(rf"— v(.)(?: stays |: {NUMBER} → ){NUMBER};", text).group(1, 3)
            i = "₁₂₃".index(i)
            change = shown["centre_v"][r, i] - shown["centre_v"][r - 1, i]
            way = "hardly moves" if abs(change) < 5e-3 else (
                f"moves {'towards' if change > 0.0 else 'away from'} x{'₁₂₃'[i]}")  # fmt: skip
            assert text.startswith(f"The centre {way} — ")
            assert read(new) == pytest.approx(shown["centre_v"][r, i], abs=6e-4, rel=0.06)
            moves = np.abs(shown["centre_v"][r] - shown["centre_v"][r - 1])
            assert moves[i] == moves.max()
            last = read(re.search(rf"last iterate {NUMBER}", text)[1])
            gap = run.problem.certify(shown["centre_u"][r], shown["centre_v"][r]).gap
            assert_proved(last, gap)


def test_gaps_in_captions_are_the_certified_ones(run, scene):
    stated = 0
    for k, text in enumerate(scene.captions):
        found = re.search(rf"best gap (?:of the average )?{NUMBER} → {NUMBER}", text)
        if found:
            stated += 1
            gaps = scene.readout["best"][k - 1], scene.readout["best"][k]
            assert_proved((read(found[1]), read(found[2])), gaps)
    assert stated >= 2 or run.settings["factor"] == 4.0


def test_steps_that_are_too_long_are_explained():
    run, scene = solved(factor=4.0, budget=60)
    f = frames(run)
    assert "It diverges" in scene.captions[-1]
    found = re.search(rf"is {NUMBER} times V\(w; y\)", scene.captions[-1])
    assert read(found[1]) == pytest.approx(f.steps[60].ratio, rel=0.01) and read(found[1]) > 1.0
    assert f.last_gap[-1] > 100.0 * f.last_gap[0]
    assert "diverges" not in "".join(solved()[1].captions)


# --- pictures -------------------------------------------------------------------------------------


def test_slow_frames_show_one_sub_step_each():
    run, scene = solved()
    values = scene.clock.values[:16]
    assert values == pytest.approx([0, *np.arange(1, 7) / 10, 1, *(1 + np.arange(1, 7) / 10), 2, 3])
    assert (np.diff(scene.clock.values) > 0.0).all() and scene.clock.values[-1] == len(
        run.trace
    ) - 1
    f = frames(run)
    triangle = mark(scene, "triangle", "centre w")
    for k, reached in ((0, 0), (3, 0), (5, 0), (6, 1), (7, 1), (13, 2)):
        assert len(at(triangle.x, k)) == reached + 1
        spot = [m for m in scene.panels[0].marks if m.label == "centre w"][1]
        place = flat(run.trace.snapshots["centre_v"][reached])
        assert (at(spot.x, k)[0], at(spot.y, k)[0]) == pytest.approx(tuple(place))
    assert np.isnan(hats(f)[[0, 1, 4, 7]]).all() and np.isfinite(hats(f)[[2, 3, 5, 6]]).all()
    assert np.isnan(middles(f)[[0, 1, 2]]).all() and np.isfinite(middles(f)[3:8]).all()


ARROWS = ("first prox step", "second prox step", "projection", "average moves")


def ends_of(f, k):
    """Label -> (start, end) of the arrows that frame k should have."""
    stage, r, v = f.stage[k], int(f.row[k]), f.run.trace.snapshots["v"]
    if stage == START:
        return {}
    step, ends = f.steps[r], {}
    first, second = step.first, step.second
    if stage in (BACK, MIDDLE) or (f.single and stage == END):
        ends[ARROWS[0]] = first.v, first.hat_v
    elif stage >= DUAL2:
        ends[ARROWS[0]] = first.v, first.new_v
    if stage in (BACK2, END) and not f.single:
        ends[ARROWS[1]] = second.v, second.hat_v
    if stage in (MIDDLE, END):
        part = first if stage == MIDDLE else step.last
        ends[ARROWS[2]] = part.hat_v, part.new_v
    if stage >= AVERAGE:
        ends |= {} if f.single else {ARROWS[1]: (second.v, second.new_v)}
        ends[ARROWS[3]] = v[r - 1], v[r]
    return ends


def test_every_arrow_is_a_step_of_its_stage(run, scene, f):
    place, axes = place_of(f), "xy" if f.flat else "xyz"
    for k in range(len(f)):
        expected = ends_of(f, k)
        for label in ARROWS:
            arrow = mark(scene, "triangle", label)
            drawn = [[at(getattr(arrow, axis + end), k)[0] for axis in axes] for end in "01"]
            if label in expected:
                assert drawn == [pytest.approx(place(v), abs=1e-12) for v in expected[label]]
            else:
                assert np.isnan(drawn).all()


def test_multipliers_are_those_of_the_sub_step(run, f):
    u, rows = multipliers(f), {MIDDLE: "middle_u", DUAL2: "middle_u", AVERAGE: "u"}
    for k, (stage, r) in enumerate(zip(f.stage, f.row, strict=True)):
        if stage in (BACK, BACK2):
            step = f.steps[int(r)]
            expected = (step.first if stage == BACK else step.last).hat_u
        else:
            row = r - 1 if stage == DUAL else r
            expected = run.trace.snapshots[rows.get(stage, "centre_u")][row]
        assert np.array_equal(u[k], expected)


def test_in_the_mirror_each_arrow_is_as_long_as_its_shift(run, scene, f):
    labels = "first: along the gradient at the centre", "second: along the gradient at the middle"
    first, second = (marks(scene, "dual", label)[0] for label in labels)
    rim = panel(scene, "dual").x.range[1] / 1.3
    for k, (stage, r) in enumerate(zip(f.stage, f.row, strict=True)):
        step, two = f.steps.get(int(r)), stage >= DUAL2 and not f.single
        for arrow, there, name in ((first, stage > START, "first"), (second, two, "last")):
            ends = [[at(getattr(arrow, axis + end), k)[0] for axis in "xy"] for end in "01"]
            assert np.isfinite(ends).all() if there else np.isnan(ends).all()
            if there and np.linalg.norm(ends, axis=1).max() < rim * (1.0 - 1e-9):
                shift = flat(getattr(step, name).shift)
                assert np.diff(ends, axis=0)[0] == pytest.approx(shift, abs=1e-9)


def test_in_the_mirror_a_step_is_the_scaled_gradient():
    run, scene = solved()
    arrow = mark(scene, "dual", "first: along the gradient at the centre")
    first = frames(run).steps[1].first
    start = np.array([at(arrow.x0, 1)[0], at(arrow.y0, 1)[0]])
    end = np.array([at(arrow.x1, 1)[0], at(arrow.y1, 1)[0]])
    b = run.trace.snapshots["b"][0]
    expected = -run.trace.snapshots["step"][1] / b * flat(first.values)
    assert start == pytest.approx(np.zeros(2), abs=1e-12) and end == pytest.approx(expected)
    assert np.linalg.norm(expected) > 0.05


def test_the_flat_view_looks_along_the_diagonal():
    assert flat(np.eye(3)) == pytest.approx(CORNERS)
    assert flat(np.array([0.2, 0.5, 0.3]) + 7.0) == pytest.approx(flat(np.array([0.2, 0.5, 0.3])))
    for one, other in ((0, 1), (1, 2), (0, 2)):
        assert np.linalg.norm(CORNERS[one] - CORNERS[other]) == pytest.approx(np.sqrt(3.0))


def test_in_space_the_projection_goes_towards_the_origin():
    _, scene = solved(view="space")
    arrow = mark(scene, "triangle", "projection")
    fields = ("x0", "y0", "z0"), ("x1", "y1", "z1")
    start, end = (np.array([at(getattr(arrow, f), 3)[0] for f in names]) for names in fields)
    assert end.sum() == pytest.approx(1.0) and abs(start.sum() - 1.0) > 0.01
    assert start / start.sum() == pytest.approx(end)


def test_steps_beyond_rounding_are_projected_and_have_questions():
    """v-hat has weights of 2e20, next to which the sum of the simplex is nothing."""
    picture = lab.scene("mirror", factor=32.0, start=4.0)
    assert {question.key for question in picture.questions} >= {"where", "aim"}


def test_bars_show_what_is_cut_at_zero():
    run, scene = solved()
    f, bars = frames(run), mark(scene, "multipliers", "u")
    u = multipliers(f)
    below = [k for k in range(len(f)) if (u[k] < 0.0).any()]
    assert below and set(f.stage[below]) <= {BACK, BACK2}
    for k in range(len(f)):
        assert at(bars.height, k) == pytest.approx(u[k])
        assert np.array_equal(at(bars.klass, k) == 1.0, u[k] < 0.0)
    assert u[6] == pytest.approx(run.trace.snapshots["centre_u"][1])
    assert u[7] == pytest.approx(run.trace.snapshots["u"][1])


def test_level_lines_follow_the_upper_half():
    problem, _, _ = saddle_problem(EXPERIMENT.settings({}))
    weights, *_ = lattice()
    values = ground_of(problem, weights)
    for k in range(3):
        corner = int(np.argmax(weights[:, k]))
        assert values[corner] == pytest.approx(solve_keys(problem, [k]).objectives.keys, rel=1e-7)
    best = solve_column_generation(problem, tol=1e-12).certificate
    assert values.min() >= best.bound and values.min() < best.objective + 0.02 * np.ptp(values)
    lines = triangle_lines(values)
    shown = lines[np.isfinite(lines).all(axis=1)]
    assert shown.sum(axis=1) == pytest.approx(np.ones(len(shown))) and shown.min() >= -1e-12
    low, size = values.min(), np.sqrt(np.ptp(values))
    root = np.sqrt(np.maximum(ground_of(problem, shown) - low, 0.0))
    distance = np.abs(root[:, None] - size * np.arange(1, 8) / 8).min(axis=1)
    assert distance.max() < 0.02 * size


def test_halves_add_up_to_the_gap(run):
    upper, lower = halves(frames(run))
    assert upper + lower == pytest.approx(run.trace.gap, abs=1e-9 * run.problem.at_zero)
    assert upper.min() >= 0.0 and lower.min() >= 0.0


def test_opening_run_proves_its_answer_within_its_budget():
    run, scene = solved()
    assert run.result.status == "converged"
    assert run.problem.certify(run.result.x, **run.result.dual).holds(TOL)
    assert run.trace.iteration[-1] < run.settings["budget"]
    assert scene.captions[-1].split("\n")[1].startswith("Proved to a relative gap of 0.0010")


def test_corners_show_the_bag_with_the_key_of_that_corner():
    run, scene = solved()
    problem, names = run.problem, mark(scene, "triangle", "the key here").texts
    bag = problem.points[problem.first[0] : problem.first[0] + 3]
    assert names == ("x₁", "x₂", "x₃")
    assert next(m.text for m in marks(scene, "triangle", "") if isinstance(m, Text)) == names
    key, rest = (mark(scene, "triangle", label) for label in ("the key here", "not the key here"))
    keys, others = (np.column_stack([m.x.values, m.y.values]) for m in (key, rest))
    for k in range(3):
        assert np.linalg.norm(keys[k] - CORNERS, axis=1).argmin() == k
        small = others[2 * k : 2 * k + 2] - keys[k]
        true = np.delete(bag, k, axis=0) - bag[k]
        ratio = small / true
        assert ratio == pytest.approx(np.full((2, 2), ratio[0, 0])) and 0.0 < ratio[0, 0] < 1.0
    assert "the key here" not in {m.label for m in solved(view="space")[1].panels[0].marks}


def test_steps_as_short_as_rounding_are_not_called_too_long():
    run, scene = solved(rule="adaptive", start=3.0, lam=10.0, budget=1000)
    last = frames(run).steps[int(run.trace.iteration[-1])]
    moved = run.trace.snapshots["centre_v"][-2:]
    assert np.abs(np.diff(moved, axis=0)).max() < 1e-8
    assert last.ratio <= 1.0 and "too long" not in "".join(scene.captions)
    assert "too long" in "".join(solved(factor=4.0, budget=60)[1].captions)


def test_a_large_budget_converges():
    run, scene = solved(rule="adaptive", budget=1000)
    assert run.result.status == scene.readout["status"][-1] == "converged"
    v = numbers(re.search(rf"v̄ = {POINT}, v\*", scene.captions[-1])[1])
    assert v == pytest.approx(run.trace.snapshots["v"][-1], abs=6e-4)
    assert v == pytest.approx(frames(run).best, abs=0.05)


def test_the_saddle_point_is_hidden_during_the_first_iteration():
    run, scene = solved()
    for key in ("triangle", "dual"):
        star = mark(scene, key, "v*")
        assert all(np.isnan(at(star.x, k)).all() for k in range(7))
        assert (
            np.isfinite(at(star.x, 7)).all() and at(star.x, 7)[0] == at(star.x, len(scene) - 1)[0]
        )
    assert at(mark(scene, "triangle", "v*").x, 7)[0] == pytest.approx(flat(frames(run).best)[0])


def test_the_same_seed_draws_the_same_samples():
    runs = [solved(method="stochastic", seed=seed, budget=20)[0] for seed in (1, 1)]
    first, again = (r.trace.snapshots["v"] for r in runs)
    assert np.array_equal(first, again)
    problem = runs[0].problem
    other = solve_mirror_prox(problem, x0=start_of(problem, 2.5), tol=TOL, max_iter=20,
                              stochastic=True, step=1.5, seed=2)  # fmt: skip
    assert not np.allclose(other.trace.snapshots["v"][-1], first[-1])


test_scene_is_light = lightness(160)


@pytest.mark.parametrize(
    "given",
    [
        {"factor": 32.0},
        {"factor": 32.0, "lam": 1.43, "gamma": 8.0, "nu": 1.0, "theta": 0.475, "data": "overlap",
         "start": 0.5, "slow": 1, "seed": 579},
        {"data": "clutter", "rule": "guaranteed", "seed": 37},
        {"view": "space", "fourth": "bags"},
        {"view": "space", "method": "stochastic", "factor": 16.4, "lam": 74.0, "theta": 0.88},
        {"data": "overlap", "method": "stochastic", "factor": 32.0, "slow": 4, "seed": 891},
    ],
)  # fmt: skip
def test_points_and_names_stay_inside_their_panels(given):
    for one in solved(**given)[1].panels:
        for i, axis in enumerate(one.axes()):
            low, high = axis.range
            for m in one.marks:
                if isinstance(m, (Points, Text)):
                    values = m.coordinates(i)[0][0].values
                    outside = (values < low - 1e-9) | (values > high + 1e-9)
                    assert not outside.any(), (one.key, m.label, axis.range)


def test_caption_says_u_runs_to_the_rim_only_where_it_does(random_runs):
    """The ball that holds the solution: two rows at one length, the longest of all."""
    seen = set()
    for run in random_runs("mirror", 14, 1, budget=60, rule="fixed", factor=8.0, slow=0):
        words = lab.scene(run).captions[-1]
        length = np.linalg.norm(run.trace.snapshots["centre_u"], axis=1)
        rim = (
            length[-1] == pytest.approx(length[-2], rel=1e-9) and length[-1] > 0.999 * length.max()
        )
        assert rim or "rim" not in words
        seen.add("rim" in words)
    assert seen == {True, False}


def test_caption_of_a_zero_step_says_the_arrow_has_no_length():
    run, scene = solved(method="stochastic", budget=60)
    f, seen = frames(run), 0
    for k, text in enumerate(scene.captions):
        if f.stage[k] == DUAL2:
            still = not f.steps[int(f.row[k])].last.shift.any()
            seen += still
            assert still == text.startswith("The second arrow has no length: the drawn entry is 0")
    assert seen
