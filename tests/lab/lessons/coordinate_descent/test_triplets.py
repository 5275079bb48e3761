"""The triplets scene says what the trace says, and draws what it claims."""

import re

import numpy as np
import pytest
from scenes import assert_proved, cases, lightness, mark, marks, panel, solver_of

import lab
from lab.drawing.geometry import SQUARE, lines_in_box, planes, unit_circle, unit_sphere
from lab.lessons.coordinate_descent.triplets import picture as triplets
from lab.lessons.coordinate_descent.triplets.model import (
    MISSED,
    MOST_FRAMES,
    ball_maps,
    case_of,
    frames,
)
from lab.lessons.coordinate_descent.triplets.picture import active_words
from solvers import solve_triplet_interior_point
from widgets import at
from widgets.marks import MAX_BARS
from widgets.pack import pack
from widgets.words import read

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {},
    {"steps": "sweeps"},
    {"dimension": 3},
    {"dimension": "all", "data": "wine", "triplets": 150, "steps": "sweeps", "C": 0.01},
    {"dimension": "all", "data": "iris", "C": 1.0},
    {"dimension": "all", "data": "breast_cancer", "triplets": 200, "budget": 3, "proof": "values"},
    {"data": "noise", "L": "well", "order": "cyclic", "C": 1.0, "seed": 4},
    {"L": "ill", "C": 1.0, "steps": "sweeps", "compare": ("interior_point",)},
    {"L": "ill", "dimension": 3, "compare": ("interior_point",), "seed": 5},
    {"order": "greedy", "triplets": 12, "drawn": 0},
    {"C": 1e-3, "steps": "sweeps"},
    {"C": 1e3, "budget": 20},
    {"problem": "svm", "C": 1.0, "compare": ("interior_point",)},
    {"problem": "svm", "data": "iris", "dimension": 3, "triplets": 60},
    {"problem": "svm", "data": "wine", "dimension": "all", "steps": "sweeps"},
    {"problem": "svm", "L": "ill", "triplets": 300, "steps": "sweeps", "budget": 5},
    {"L": "ill", "C": 1.0, "compare": ("active_set",), "seed": 2},
]
LOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


solved = solver_of(triplets.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)
test_scene_is_light = lightness(MOST_FRAMES)


def frames_of_descent(run):
    """(frame, row) while coordinate descent still runs."""
    view = frames(run)
    last = view.run.trace.iteration[-1]
    return [(k, r) for k, r in enumerate(view.row_shown) if view.clock.values[k] <= last]


# Captions


def stated(sentence):
    """(block, index, old, new) as a caption states them."""
    number = r"(−?[\d.]+(?:e-?\d+)?)"
    found = re.search(rf" ([λt])([₀-₉]+)(?:: {number} → {number}| stays at {number})", sentence)
    name, low, old, new, stays = found.groups()
    return "λt".index(name), int(low.translate(LOW)) - 1, read(stays or old), read(stays or new)


def test_captions_state_the_move_of_the_trace(run, scene):
    if run.settings["steps"] != "updates":
        return
    s = run.trace.snapshots
    for k, r in frames_of_descent(run):
        if s["block"][r] < 0:
            assert r == 0 or "nothing" in scene.captions[k] or "anything" in scene.captions[k]
            continue
        block, index, old, new = stated(scene.captions[k])
        assert (block, index) == (s["block"][r], s["index"][r])
        values = s[("lam", "t")[block]][:, index]
        assert (old, new) == pytest.approx((values[r - 1], values[r]), rel=0.06, abs=6e-4)
        assert (" stays at " in scene.captions[k]) == (abs(values[r] - values[r - 1]) < 1e-10)


def test_captions_state_the_rule_that_fired(run, scene):
    if run.settings["steps"] != "updates":
        return
    s, C = run.trace.snapshots, run.problem.C
    for k, r in frames_of_descent(run):
        words = scene.captions[k]
        if s["block"][r] == 0 and " → " in words:
            i, w = s["index"][r], s["w"]
            assert ("clipped at C" in words) == (s["lam"][r, i] == C)
            assert ("clipped at 0" in words) == (s["lam"][r, i] == 0.0)
            text = read(re.search(r"z[₀-₉]+ᵀw was (\S+?),", words).group(1))
            assert text == pytest.approx(run.problem.Z[i] @ w[r - 1], rel=2e-3, abs=1e-3)
            if "it becomes 1" in words:
                assert run.problem.Z[i] @ w[r] == pytest.approx(1.0, abs=1e-8)
        if s["block"][r] == 1 and "to 0" in words:
            assert s["w"][r, s["index"][r]] == pytest.approx(0.0, abs=1e-9)


def test_active_set_is_drawn_and_described_as_traced():
    run, scene = solved(steps="sweeps", compare=("active_set",), C=2.0, L="well", triplets=60)
    view, shown = frames(run), run.traces["active_set"].snapshots
    Z, rows = run.problem.Z, view.rows["active_set"]
    lines = [m for m in panel(scene, "weights").marks if (m.label or "").startswith("held by")]
    tops = mark(scene, "duals", "held by the active set")
    kinds = set()
    for k, r in enumerate(rows):
        held = np.flatnonzero(shown["held"][r])
        ends = [np.column_stack([at(m.x, k), at(m.y, k)]) for m in lines]
        drawn = [e for e in ends if np.isfinite(e).all()]
        normals = np.vstack([Z, np.eye(2)])
        for line in drawn:
            values = normals[held] @ line.T - (held < len(Z))[:, None]
            assert np.abs(values).max(axis=1).min() < 1e-9
        assert len(drawn) <= held.size and np.isfinite(at(tops.y, k)).sum() == held.size
        words = active_words(view, k)
        assert words in scene.captions[k] and bool(words) == (k > 0 and r > rows[k - 1])
        if words:
            assert f"step {r}: " in words and f"{held.size} held." in words
            left = shown["left"][r]
            assert (" drops " in words) == (left >= 0)
            kinds.add(int(shown["event"][r]))
    assert kinds == {1, 2, 3} and any(shown["held"][rows].sum(axis=1) == 2)


def test_captions_of_sweeps_count_and_measure(run, scene):
    if run.settings["steps"] != "sweeps":
        return
    trace, C = run.trace, run.problem.C
    for k, r in frames_of_descent(run)[1:]:
        words = scene.captions[k]
        sweep, old, new = re.search(r" Sweep (\d+): best gap (\S+) → (\S+) — ", words).groups()
        assert int(sweep) == trace.iteration[r]
        gaps = trace.gap[r - 1], trace.gap[r]
        assert_proved((read(old), read(new)), gaps)
        n, zero, free, full = map(
            int, re.search(r"of (\d+) λ, (\d+) at 0, (\d+) free, (\d+) at C", words).groups()
        )
        lam = trace.snapshots["lam"][r]
        assert (zero, full) == ((lam == 0.0).sum(), (lam == C).sum())
        assert n == lam.size == zero + free + full


def test_the_last_caption_says_what_was_proved(run, scene):
    words, c = scene.captions[frames_of_descent(run)[-1][0]], run.result.certificate
    gap = read(re.search(r"within (\S+) of the optimum", words).group(1))
    assert gap == pytest.approx(c.gap, rel=0.06, abs=1e-13)
    assert ("Proved: " in words) == (run.result.status == "converged") == c.holds(1e-6)
    assert (" only" in words) == (run.result.status != "converged")


def test_the_papers_rule_is_shown_with_its_sound_gap():
    run, scene = solved()
    fired = run.trace.snapshots["source_rule"].argmax()
    reported_at = [k for k, c in enumerate(scene.captions) if "paper's rule" in c]
    assert [frames(run).row_shown[k] for k in reported_at] == [fired]
    gap = read(re.search(r"proved within (\S+) \(", scene.captions[reported_at[0]]).group(1))
    assert gap == pytest.approx(run.trace.gap[fired], rel=0.06)
    assert gap > 100.0 * 1e-6 * run.result.certificate.scale
    line = mark(scene, "gap", "the paper's rule")
    x = np.array([at(line.x0, k)[0] for k in range(len(scene))])
    assert np.isnan(x[: reported_at[0]]).all()
    assert set(x[reported_at[0] :]) == {run.trace.work[fired]}
    status = scene.readout["status"]
    assert status[: reported_at[0]] == ["running"] * reported_at[0]
    assert set(status[reported_at[0] : -1]) == {"small_change"} and status[-1] == "converged"
    (question,) = [q for q in scene.questions if q.key == "rule"]
    assert question.frame == reported_at[0] - 1
    assert question.options[question.answer] == "within 1e-3, but not 1e-6"
    assert read(question.why.split()[-1].rstrip(".")) == gap


def test_the_papers_rule_keeps_its_frame_where_rows_are_thinned():
    run, scene = solved(C=1.0, seed=3, budget=1000)
    view = frames(run)
    assert len(run.trace) > 2 * MOST_FRAMES and view.fired is not None
    assert view.fired in view.row_shown
    assert sum("paper's rule" in c for c in scene.captions) == 1


# What every frame holds


def test_same_settings_same_scene():
    a, b = solved(seed=11)[1], solved(seed=11)[1]
    assert a.captions == b.captions != solved(seed=12)[1].captions
    assert pack(a)[1].moving == pack(b)[1].moving


# Panels


def test_segments_turn_orange_where_the_margin_is_missed(run, scene, view):
    if run.extra["case"].svm or run.settings["drawn"] == 0:
        return
    near, orange = (
        mark(scene, "points", words + "to the near partner") for words in ("", "margin missed: ")
    )
    Z, shown = run.problem.Z, len(near.x0.values)
    drawn = Z[np.argsort(-run.trace.snapshots["lam"][-1], kind="stable")[:shown]]
    for k in (0, len(scene) // 2, len(scene) - 1):
        missed = drawn @ np.maximum(run.trace.snapshots["w"][view.row_shown[k]], 0.0) < 1.0 - MISSED
        assert np.array_equal(np.isfinite(at(orange.y0, k)), missed)
    assert orange.tone == "now" and near.tone != "now"


def test_the_unit_ball_is_where_the_learned_distance_is_one():
    for L in ("identity", "well", "ill"):
        run, scene = solved(L=L, seed=1)
        ball, centre = mark(scene, "points", "unit ball"), mark(scene, "points", "centre")
        k = len(scene) - 1
        A = run.extra["case"].A
        A = np.eye(2) if A is None else A
        w = np.maximum(run.trace.snapshots["w"][-1], 0.0)
        middle = np.concatenate([at(centre.x, k), at(centre.y, k)])
        points = at(ball.x, k) - middle
        distance = (points @ A) ** 2 @ w
        (x0, x1), (y0, y1) = panel(scene, "points").x.range, panel(scene, "points").y.range
        seen = (np.abs(points) < [x1 - x0, y1 - y0]).all(axis=1)
        assert seen.sum() >= 8 * (w > 1e-9 * w.max()).all() and np.allclose(
            distance[seen], 1.0, atol=2e-3
        )
        assert distance.max() <= 1.0 + 1e-9


def test_unbounded_ball_is_cut_beyond_the_panel():
    w = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 1.0]])
    maps = ball_maps(w, None, np.arange(2), 30.0)
    assert np.allclose(maps[0], 30.0 * np.eye(2))
    assert np.allclose(maps[1], np.diag([0.5, 30.0]))
    assert np.allclose(maps[2], np.diag([0.5, 1.0]))


def test_projected_ball_holds_the_ball_and_touches_it():
    rng = np.random.default_rng(0)
    A, w = rng.standard_normal((5, 5)), rng.uniform(0.5, 2.0, 5)
    sphere = rng.standard_normal((20_000, 5))
    sphere /= np.linalg.norm(sphere, axis=1, keepdims=True)
    ball = np.linalg.solve(A.T, (sphere / np.sqrt(w)).T).T
    assert np.allclose((ball @ A) ** 2 @ w, 1.0)
    (root,) = ball_maps(w[None], A, np.array([1, 3]), 1e3)
    size = np.linalg.norm(np.linalg.solve(root, ball[:, [1, 3]].T), axis=0)
    assert 0.97 < size.max() <= 1.0 + 1e-9


def test_lines_end_on_the_box():
    box = np.array([[-1.0, 2.0], [-0.5, 1.0]])
    normals = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0], [3.0, -2.0], [0.0, 0.0], [0.1, 0.1]])
    x, y = lines_in_box(normals, 1.0, box)
    for k in range(4):
        assert np.allclose(normals[k, 0] * x[k] + normals[k, 1] * y[k], 1.0)
        on_x = np.isclose(x[k][:, None], box[0]).any(axis=1)
        assert np.all(on_x | np.isclose(y[k][:, None], box[1]).any(axis=1))
        assert np.all((x[k] >= -1.0) & (x[k] <= 2.0) & (y[k] >= -0.5 - 1e-12) & (y[k] <= 1 + 1e-12))
    assert np.isnan(x[4:]).all() and np.isnan(y[4:]).all()


def test_planes_are_perpendicular_to_w():
    w = np.array([[1.0, 2.0, -3.0], [0.0, 0.0, 0.0], [0.0, 0.0, 5.0]])
    maps, foot = planes(w, 0.0, 0.0, [(-2.0, 2.0), (-1.0, 1.0), (-1.0, 1.0)], side=0.5)
    corners = SQUARE @ maps.transpose(0, 2, 1) + foot[:, None]
    assert np.allclose(np.einsum("tnd,td->tn", corners, w), 0.0)
    size = np.linalg.norm(corners - corners.mean(axis=1, keepdims=True), axis=2)
    assert np.allclose(size[[0, 2]], np.sqrt(8.0)) and np.all(size[1] == 0.0)


def test_level_sets_are_those_of_the_primal():
    for given in ({}, {"problem": "svm", "L": "well"}):
        run, scene = solved(**given)
        sets = mark(scene, "weights", "P(w)")
        x, y, P = sets.x.values, sets.y.values, sets.values.values
        for i, j in ((0, 0), (7, 31), (59, 12)):
            value = run.problem.certify(np.array([x[j], y[i]])).objective
            assert P[i, j] == pytest.approx(value, rel=1e-12)
        assert (x.min() >= 0.0 and y.min() >= 0.0) == run.problem.nonnegative
        assert sets.levels[0] <= P.min() and sets.levels[-1] >= P.max() * (1.0 - 1e-12)


def test_each_update_lands_on_its_line():
    run, scene = solved()
    line, step = mark(scene, "weights", "its line"), mark(scene, "weights", "this frame")
    landed = 0
    for k, r in frames_of_descent(run)[1:]:
        if "it becomes 1" not in scene.captions[k]:
            continue
        x, y = at(line.x, k), at(line.y, k)
        end = np.array([at(step.x, k)[1], at(step.y, k)[1]])
        along = np.array([x[1] - x[0], y[1] - y[0]])
        off = end - [x[0], y[0]]
        assert abs(along[0] * off[1] - along[1] * off[0]) <= 1e-9
        assert np.allclose(end, run.trace.snapshots["w"][r])
        landed += 1
    assert landed > 20


def test_lines_of_free_triplets_meet_at_the_optimum():
    run, scene = solved()
    (cross,) = marks(scene, "weights", "optimum, certified")
    w = np.array([cross.x.values[0], cross.y.values[0]])
    lam = run.trace.snapshots["lam"][-1]
    free = (lam > 0.0) & (lam < run.problem.C)
    assert free.sum() == 2 and np.allclose(run.problem.Z[free] @ w, 1.0, atol=1e-3)
    unproved = solved(C=1e3, budget=2)[1]
    assert not marks(unproved, "weights", "optimum, certified")


def test_bars_are_the_multipliers(run, scene):
    bars = mark(scene, "duals", "share of C")
    lam, t, C = run.trace.snapshots["lam"], run.trace.snapshots["t"], run.problem.C
    metric, m = run.problem.nonnegative, t.shape[1]
    count = bars.x.values.size - m * metric
    assert bars.x.values.size <= MAX_BARS
    for k, r in frames_of_descent(run)[:: max(1, len(scene) // 9)]:
        height, klass = at(bars.height, k), at(bars.klass, k)
        if count == lam.shape[1]:
            assert np.allclose(height[:count], lam[r, frames(run).order] / C)
        else:
            assert height[0] == lam[r].max() / C and height[count - 1] == lam[r].min() / C
        assert np.array_equal(klass[:count] == 1, height[:count] == 1.0)
        if metric:
            assert np.allclose(height[count:] * (t.max() or 1.0), t[r]) and set(klass[count:]) == {
                2
            }


def test_pointer_is_over_the_moved_bar():
    for given in ({"data": "noise", "C": 1.0}, {"problem": "svm"}):
        run, scene = solved(**given)
        bars, pointer = (
            mark(scene, "duals", "share of C"),
            mark(scene, "duals", "moved in this frame"),
        )
        s, seen = run.trace.snapshots, set()
        order = frames(run).order.tolist()
        for k, r in frames_of_descent(run)[1:]:
            (bar,) = np.flatnonzero(bars.x.values == at(pointer.x, k)[0])
            is_t = s["block"][r] == 1
            assert bar == (s["index"][r] + len(order) if is_t else order.index(s["index"][r]))
            assert at(pointer.y, k)[0] == pytest.approx(at(bars.height, k)[bar] + 0.05)
            seen.add(int(s["block"][r]))
        assert seen == ({0, 1} if run.problem.nonnegative else {0})


def test_projections_are_labelled_and_have_no_level_lines(run, scene):
    more = run.extra["case"].X.shape[1] > 3
    assert ("(projection)" in panel(scene, "points").x.title) == more
    assert panel(scene, "points").z is None or not more
    if more:
        assert not marks(scene, "weights", "P(w)") and marks(scene, "weights", "w")


def test_mesh_of_the_ball_is_small_and_closed():
    vertices, faces = unit_sphere()
    assert len(vertices) <= 900 and np.allclose(np.linalg.norm(vertices, axis=1), 1.0)
    edges = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    assert np.all(np.unique(edges, axis=0, return_counts=True)[1] == 2)
    assert np.allclose(unit_circle()[0], unit_circle()[-1])


def test_separating_line_and_rings_of_the_machine():
    run, scene = solved(problem="svm", C=1.0)
    k, w = len(scene) - 1, run.trace.snapshots["w"][-1]
    for label, level in (("wᵀx = 0", 0.0), ("wᵀx = 1", 1.0), ("wᵀx = −1", -1.0)):
        line = mark(scene, "points", label)
        assert np.allclose(w[0] * at(line.x, k) + w[1] * at(line.y, k), level)
        assert np.isnan(at(line.x, 0)).all()  # no line while w = 0
    rings = mark(scene, "points", "margin missed")
    assert np.array_equal(np.isfinite(at(rings.y, k)), run.problem.Z @ w < 1.0 - MISSED)


# How the methods compare


def test_ill_conditioned_descent_stalls_and_the_companion_finishes():
    run, scene = solved(L="ill", C=1.0, steps="sweeps", compare=("interior_point",))
    slow, fast = run.results["dual_cd"], run.results["interior_point"]
    assert np.linalg.cond(run.problem.L) > 500.0
    assert slow.status == "max_iter" and slow.certificate.relative_gap > 1e-3
    assert fast.status == "converged" and fast.certificate.holds(1e-6)
    assert frames(run).traces["interior_point"].iteration[-1] < 200
    assert len(marks(scene, "gap", "interior point")) == 1


def test_captions_are_the_companions_after_descent_has_ended():
    run, scene = solved(data="wine", dimension="all", C=0.01, compare=("interior_point",), budget=2)
    ended = frames_of_descent(run)[-1][0]
    after = scene.captions[ended + 1 :]
    assert after and all(".  Interior point: best gap " in c for c in after)
    rows = frames(run).rows["interior_point"][ended + 1 :]
    for words, r in zip(after, rows, strict=True):
        text = read(re.search(r"→ (\S+) —", words).group(1))
        assert text == pytest.approx(run.results["interior_point"].trace.gap[r], rel=0.06)


@pytest.mark.parametrize("given", [{}, {"L": "ill"}, {"problem": "svm", "L": "well"}, {"seed": 9}])
def test_tick_is_the_largest_C_with_all_multipliers_at_C(given):
    settings = triplets.EXPERIMENT.settings(given)
    (name, (C, words)), *others = triplets.ticks(settings).items()
    assert name == "C" and not others and "all λ at C" in words
    for share, easy in ((0.99, True), (1.05, False)):
        problem = case_of(settings | {"C": share * C}).problem
        result = solve_triplet_interior_point(problem, tol=1e-12)
        assert np.allclose(result.dual["lam"], problem.C, rtol=1e-4) == easy


def test_few_sweeps_are_enough_below_the_tick():
    settings = triplets.EXPERIMENT.settings({"steps": "sweeps"})
    easy = 0.9 * triplets.ticks(settings)["C"][0]
    run = lab.run(triplets.EXPERIMENT, **(settings | {"C": easy}))
    assert run.result.status == "converged" and run.trace.iteration[-1] <= 5
    assert triplets.solve(settings).trace.iteration[-1] > 20


def test_the_curve_of_the_gap_is_the_certified_gap_down_to_its_foot(run, scene):
    if run.settings["proof"] == "values":
        P, D = mark(scene, "gap", "P, best so far"), mark(scene, "gap", "D, best so far")
        assert np.allclose(P.y.values - D.y.values, run.trace.gap, atol=1e-12 * P.y.values.max())
        assert not marks(scene, "gap", "coordinate descent")
        return
    tolerance = mark(scene, "gap", "tolerance ").y0.values[0]
    assert tolerance == 1e-6 * run.result.certificate.scale
    curve = mark(scene, "gap", "coordinate descent")
    for k, r in frames_of_descent(run)[:: max(1, len(scene) // 7)]:
        shown = at(curve.y, k)
        assert len(shown) == r + 1
        assert np.array_equal(shown, np.maximum(run.trace.gap[: r + 1], 0.01 * tolerance))
    assert (at(curve.y, len(scene) - 1)[-1] <= tolerance) == (run.result.status == "converged")
