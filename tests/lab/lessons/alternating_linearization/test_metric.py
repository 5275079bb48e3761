"""The metric scene says what the trace says, proves what it claims, and refuses with a proof."""

import itertools
import re
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest
from boards import click, turn
from refusing import assert_refused
from scenes import cases, lightness, mark, solver_of

import lab
from lab.lessons.alternating_linearization import synthetic as points
from lab.lessons.alternating_linearization.common import ball_maps, beta_max, case_of, outline
from lab.lessons.alternating_linearization.metric import model
from lab.lessons.alternating_linearization.metric.model import (
    frames,
    measured,
    predicted,
    solve,
    threshold,
)
from lab.lessons.alternating_linearization.metric.picture import EXPERIMENT
from solvers import InputError, nearest_neighbour_error, solve_alternating_linearization
from widgets import at
from widgets.fields import span
from widgets.words import read

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {"dimension": 2},
    {},
    {"rho": 2.0, "dimension": 2},
    {"beta": 0.33, "dimension": 2},
    {"dimension": 3, "beta": 0.25, "proof": "values"},
    {"dimension": 3, "rho": 1.0, "proof": "floor", "smoothing": 0.03},
    {"data": "noise", "prior": "identity", "beta": 0.5, "dimension": 2},
    {"data": "wine", "dimension": 3, "share": 0.2},
    {"data": "breast_cancer", "standardise": False, "semi": False, "dimension": 2},
    {"smoothing": 0.03, "dimension": 3},
    {"mu": 0.02, "dimension": 2},
    {"weight": 0.0, "beta": 10.0, "pairs": "0+1 2-3 7", "dimension": 2},
]
UNBOUNDED = [
    {"beta": 3.0, "dimension": 2}, {"beta": 1.0}, {"beta": 0.5, "rho": 0.01, "dimension": 2},
]  # fmt: skip
LOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
HIGH = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


solved = solver_of(EXPERIMENT)
#: In two features, where there is one entry off the diagonal.
flat = partial(solved, dimension=2)
case, run, scene, view = cases(solved, CASES, frames)


# Captions


def stated(sentence):
    """(i, j, old, new) as a caption states them."""
    number = r"(−?[\d.]+(?:e[-−]?\d+)?)"
    found = re.search(rf" — Y([₀-₉])([₀-₉]): (?:{number} → {number}|stays {number}); ", sentence)
    i, j, old, new, stays = found.groups()
    return (*(int(v.translate(LOW)) - 1 for v in (i, j)), read(stays or old), read(stays or new))


def test_captions_state_the_move_of_the_trace(run, scene):
    Y, rows = run.trace.snapshots["Y"], frames(run).row_shown
    for k in range(1, len(rows)):
        i, j, old, new = stated(scene.captions[k])
        values = Y[rows[k - 1], i, j], Y[rows[k], i, j]
        assert (old, new) == pytest.approx(values, rel=0.06, abs=6e-4)
        moves = np.abs(Y[rows[k]] - Y[rows[k - 1]])
        np.fill_diagonal(moves, 0.0)
        assert moves[i, j] == moves.max()


def test_captions_state_the_rule_that_fired(run, scene, view):
    Y = run.trace.snapshots["Y"]
    for k in range(1, len(view)):
        words = scene.captions[k]
        i, j, *_ = stated(words)
        found = re.search(
            r"\|B[₀-₉]+\| = (\S+) (?:is within|beats) the threshold (\S+?)[ :]", words
        )
        if run.settings["smoothing"] > 0.0:
            assert "smooths" in words and found is None
            continue
        B, limit = (a[i, j] for a in threshold(view[k]))
        assert (read(found[1]), read(found[2])) == pytest.approx(
            (abs(B), limit), rel=0.06, abs=6e-4
        )
        # eq. (25): the threshold of B is the Y of the trace.
        expected = np.sign(B) * max(abs(B) - limit, 0.0)
        assert Y[view.row_shown[k], i, j] == pytest.approx(expected, abs=1e-9 * (1.0 + abs(B)))
        assert ("is within the threshold" in words) == (Y[view.row_shown[k], i, j] == 0.0)


# What one sees


@cache
def directions(d):
    return np.random.default_rng(0).standard_normal((40_000, d))


def check_what_is_seen(view, caption, k):
    """What the caption of frame k says of entries and of the ball; returns the kind of change."""
    said = caption.partition(" — ")[0]
    names = {f"Y{i + 1}{j + 1}".translate(HIGH): (i, j) for i, j in view.pairs}
    old, new = view.Y[k - 1], view.Y[k]
    events = {
        "becomes? zero": [p for p in view.pairs if new[p] == 0.0 != old[p]],
        "comes? back from zero": [p for p in view.pairs if old[p] == 0.0 != new[p]],
        "(?:is|are) proved to end at zero": [
            p for p in view.pairs if view.proved_zero[k][p] and not view.proved_zero[k - 1][p]
        ],
    }
    for words, pairs in events.items():
        found = re.search(rf"((?:Y[₀-₉]+(?:, | and )?)+) {words}", said)
        stated = re.findall(r"Y[₀-₉]+", found[1]) if found else []
        assert {names[name] for name in stated} == set(pairs), said
    if any(events.values()):
        return "entries"
    if not view.point_valid[k]:
        assert said == "There is no ball of Y, which is no metric here"
        return "none"
    if not view.point_valid[k - 1]:
        assert said == "The ball of Y appears"
        return "appears"
    # Along many directions: how far the side of the ball is from its middle.
    d = directions(view.d)
    far = [1.0 / np.sqrt(((d @ Y) * d).sum(axis=1)) for Y in (old, new)]
    change = 100.0 * (far[1] / far[0] - 1.0)
    grown, shrunk = max(change.max(), 0.0), max(-change.min(), 0.0)
    stated = [read(v) for v in re.findall(r"(\S+) %", said)]
    if said == "The ball hardly changes":
        assert max(grown, shrunk) < 0.5
    elif "up to" in said:
        most, least = (grown, shrunk) if "grows" in said else (shrunk, grown)
        assert stated == pytest.approx([most], rel=0.08, abs=0.06) and least < 0.5
    else:
        assert stated == pytest.approx([grown, shrunk], rel=0.08, abs=0.06)
    return re.sub(r",? ?(?:by up to)? ?[\d.e−]+ %", "", said)


def test_captions_say_which_entries_or_how_the_ball_changes(scene, view):
    for k in range(1, len(view)):
        check_what_is_seen(view, scene.captions[k], k)


def test_captions_say_what_changes_at_random_settings(random_runs, whole):
    seen = set()
    for seed in range(3 if whole else 1):
        for run in random_runs("metric", 4, seed, beta=0.05, pairs="", proof="gap", rho=0.15):
            view, scene = frames(run), lab.scene(run)
            seen |= {check_what_is_seen(view, scene.captions[k], k) for k in range(1, len(view))}
    assert {"entries", "The ball grows", "The ball hardly changes"} <= seen


def test_an_entry_becomes_zero_returns_and_is_proved_zero():
    _, scene = solved()
    stated = [c.partition(" — ")[0] for c in scene.captions]
    order = [
        next(k for k, c in enumerate(stated) if words in c)
        for words in (
            "Y₁₃ becomes zero",
            "Y₁₃ comes back from zero",
            "Y₁₃ is proved to end at zero",
        )
    ]
    assert order == sorted(order) and scene.captions[-1].count("1 of 3 above the diagonal proved")


# Pictures


def test_balls_are_unit_balls_of_their_matrices(scene, view):
    centre = view.case.X.mean(axis=0)
    for k in (0, len(view) // 2, len(view) - 1):
        x = at(mark(scene, "points", "Mₖ, dense").x, k) - centre
        M = view.M[k]
        assert np.einsum("nd,de,ne->n", x, M, x) == pytest.approx(1.0)
    best = mark(scene, "points", "optimum")
    x = np.column_stack([f.values for f, _ in (best.coordinates(i)[0] for i in range(view.d))])
    x = x - centre
    assert np.einsum("nd,de,ne->n", x, view.optimum, x) == pytest.approx(1.0)


def test_no_ball_where_a_matrix_is_not_positive_definite():
    maps = ball_maps(np.array([np.diag([1.0, 4.0]), np.diag([1.0, -1.0])]))
    assert maps[0] == pytest.approx(np.diag([1.0, 0.5]))
    assert not maps[1].any()


def test_outlines_lie_on_the_unit_sphere_and_do_not_jump():
    for d in (2, 3):
        shape = outline(d)
        assert np.linalg.norm(shape, axis=1) == pytest.approx(1.0)
        assert np.linalg.norm(np.diff(shape, axis=0), axis=1).max() < 0.1


def test_zeros_are_where_they_are_marked(scene, view):
    Y = view.Y
    for k in (0, len(view) - 1):
        zeros = at(mark(scene, "matrix", "zero in Yₖ").y, k)
        assert (np.isfinite(zeros) == (Y[k] == 0.0).ravel()).all()
    assert not (view.proved_zero & (np.abs(view.optimum) > 1e-9)).any()


def test_skipping_rows_of_large_gap_misses_no_proved_zero(run, view):
    problem = run.problem
    Y, M, valid = (getattr(view, name) for name in ("Y", "M", "point_valid"))
    points = np.where(valid[:, None, None], Y, M)
    proved = [
        problem.proved_zeros(problem.rescale(x), np.linalg.inv(m))
        for x, m in zip(points, M, strict=True)
    ]
    proved[-1] |= problem.proved_zeros(run.result.x, run.result.dual["Z"])
    assert (view.proved_zero == np.maximum.accumulate(proved, axis=0)).all()


@pytest.mark.parametrize("given, zeros", [({"rho": 1.0}, 6), ({"dimension": 2}, 0)])
def test_smoothing_costs_in_proportion_where_there_are_zeros(given, zeros):
    run, scene = solved(proof="floor", **given)
    p, (sigma, cost, limit) = run.problem, run.extra["costs"]
    most = 0.5 * sigma * (p.rho * len(p.Sigma)) ** 2
    assert sigma[0] == pytest.approx(1e-6) and limit == pytest.approx(most)
    assert (cost <= limit).all() and (cost > -1e-13).all()
    assert np.count_nonzero(run.extra["optimum"] == 0.0) == zeros
    proof = scene.panels[2]
    if not zeros:
        assert cost[:5].max() < 1e-12 and proof.title == "What smoothing costs"
        return
    slope = np.polyfit(np.log(sigma), np.log(cost), 1)[0]
    assert slope == pytest.approx(1.0, abs=0.03) and proof.title == "What smoothing costs"
    Z = np.linalg.inv(run.extra["optimum"])
    U = np.abs(Z - p.Sigma)[~np.eye(len(Z), dtype=bool)]
    assert cost[2] == pytest.approx(sigma[2] * np.sum(U * (p.rho - U)), rel=1e-2)


def test_some_zero_is_proved_and_proofs_stay():
    run, _ = solved()
    view = frames(run)
    assert view.proved_zero[-1].sum() == 2 and not view.proved_zero[0].any()
    assert (np.diff(view.proved_zero.astype(int), axis=0) >= 0).all()


def test_frames_without_a_dual_point_of_their_own_are_marked():
    run, scene = solved(seed=0)
    valid = run.trace.snapshots["dual_valid"].astype(bool)
    crosses = mark(scene, "gap", "Σ + U not positive definite").x.values
    assert 0 < len(crosses) < len(valid)
    assert (crosses == run.trace.iteration[~valid]).all()
    stated = ["its own dual point is not" in c for c in scene.captions]
    assert (np.array(stated) == ~valid[frames(run).row_shown]).all()


def test_the_measured_rate_keeps_to_the_prediction():
    run, scene = flat()
    view = frames(run)
    q2 = predicted(view)[2] ** 2
    assert 0.8 * q2 < measured(view) < 1.1 * q2
    assert f"near M* it is q² = {q2:.3f}" in scene.captions[-1]


def test_errors_are_those_of_the_drawn_metrics(run, scene):
    c, shown = run.extra["case"], run.trace.snapshots
    known, hidden = c.labelled, c.hidden()
    for r in (0, len(run.trace) - 1):
        M = shown["Y"][r] if shown["point_valid"][r] else shown["M"][r]
        error = nearest_neighbour_error(M, c.X[known], c.y[known], c.X[hidden], c.y[hidden])
        assert run.extra["now"][r] == pytest.approx(error)
    ours = ["Euclidean", "Mahalanobis", "S2ML", "S3ML", "LRML", "LMNN", "ITML", "SDML"]
    assert list(run.extra["errors"]()) == ours
    last = at(mark(scene, "errors", "this frame").height, len(scene) - 1)
    assert last == pytest.approx(100.0 * run.extra["now"][-1])


def test_rivals_independent_of_rho_and_beta_are_solved_once(monkeypatch):
    calls = []
    for name, metric_of in model._METRICS.items():
        monkeypatch.setitem(
            model._METRICS, name, lambda *a, n=name, f=metric_of: calls.append(n) or f(*a)
        )
    first, *moved = (
        solved(seed=41, **m)[0].extra["errors"]() for m in ({}, {"rho": 0.7}, {"beta": 0.05})
    )
    assert sorted(calls) == sorted(model._METRICS)
    for errors in moved:
        assert {n: errors[n] for n in calls} == {n: first[n] for n in calls}
    for more in ({"seed": 42}, {"seed": 41, "prior": "identity"}, {"seed": 41, "k": 3}):
        calls.clear()
        solved(**more)[0].extra["errors"]()
        assert sorted(calls) == sorted(model._METRICS)


def test_a_metric_that_does_not_exist_has_no_bar():
    run, scene = solved(data="wine", dimension=3)
    assert np.isnan(run.extra["errors"]()["LRML"])
    words = [m.text[0] for m in scene.panels[3].marks if hasattr(m, "text")]
    assert words.count("no metric") == 1


test_scene_is_light = lightness(240)


# No metric


@pytest.mark.parametrize("given", UNBOUNDED, ids=str)
def test_an_unbounded_problem_is_refused_with_its_proof(given):
    settings = EXPERIMENT.settings(given)
    with pytest.raises(InputError) as refused:
        solve(settings)
    words, c = str(refused.value), case_of(settings)
    check_witness(words, c.problem)
    result = solve_alternating_linearization(c.problem)
    assert result.status == "unbounded" and c.problem.falls_along(result.dual["direction"])
    most = read(re.search(r"up to (\S+) a metric", words).group(1))
    assert most == pytest.approx(beta_max(c), rel=0.01)


def test_up_to_beta_max_there_is_a_metric():
    most = EXPERIMENT.ticks(EXPERIMENT.settings({"dimension": 2}))["beta"][0]
    assert flat(beta=0.999 * most)[0].result.status in ("converged", "max_iter")
    assert_refused("no metric", flat, beta=5.0 * most)


def test_only_rho_and_beta_leave_points_and_affinities_as_they_are():
    settings = EXPERIMENT.settings({})
    here = case_of(settings)
    moved = case_of(settings | {"rho": 0.5, "beta": 0.1})
    assert moved.affinity is here.affinity and moved.problem is not here.problem
    assert moved.problem.rho == 0.5 and not here.X.flags.writeable
    other = {"data": "iris", "dimension": 2, "share": 0.2, "pairs": "0+9", "prior": "identity",
             "weight": 0.5, "semi": False, "k": 3, "alpha": 0.2, "theta": 0.1,
             "standardise": False, "seed": 6}  # fmt: skip
    for name, value in other.items():
        assert case_of(settings | {name: value}).affinity is not here.affinity
        assert not np.array_equal(
            case_of(settings | {name: value}).problem.Sigma, here.problem.Sigma
        )


def test_rho_from_its_tick_on_gives_a_diagonal_metric():
    most = EXPERIMENT.ticks(EXPERIMENT.settings({"dimension": 2}))["rho"][0]
    assert flat(rho=1.01 * most)[0].result.x[0, 1] == 0.0
    assert flat(rho=0.9 * most)[0].result.x[0, 1] != 0.0


def test_the_first_question_marks_the_zeros_of_the_optimum():
    for given, answer in (
        ({"dimension": 2}, "it will not"),
        ({"dimension": 2, "rho": 1.0}, "it will be zero"),
        ({}, "one"),
    ):
        _, scene = solved(**given)
        zeros = [q for q in scene.questions if q.key == "deaths"]
        assert [q.options[q.answer] for q in zeros] in ([answer], [])
        assert zeros or len(scene) < 4


# Clicks and pairs


def test_two_clicks_make_a_pair_and_shift_a_dissimilar_one():
    settings = EXPERIMENT.settings({"dimension": 2})
    X = case_of(settings).X

    def press(words, i, shift=False):
        here = {"panel": "points", "x": X[i, 0] + 1e-3, "y": X[i, 1], "do": "add"}
        here["what"] = "dissimilar" if shift else "similar"
        return EXPERIMENT.click(settings | {"pairs": words}, here)["pairs"]

    assert press("", 4) == "4" and press("4", 9) == "4+9"
    assert press("4+9 9", 4, shift=True) == "9-4"
    assert press("4+9 7", 7) == "4+9"
    elsewhere = {"do": "add", "what": "similar", "panel": "gap", "x": 0.0, "y": 0.0}
    assert EXPERIMENT.click(settings, elsewhere) == {}


def test_a_stroke_joins_the_eraser_removes_and_the_table_lists_pairs():
    settings = EXPERIMENT.settings({"pairs": "4+9 7-1 3", "dimension": 2})
    X, act = case_of(settings).X, EXPERIMENT.click
    ends = dict(zip(("x0", "y0", "x", "y"), (*X[5], *X[6]), strict=True))
    stroke = {"do": "add", "what": "dissimilar", "panel": "points"} | ends
    assert act(settings, stroke) == {"pairs": "4+9 7-1 5-6"}
    x, y = 0.5 * (X[7] + X[1])
    assert act(settings, {"do": "erase", "panel": "points", "x": x, "y": y}) == {"pairs": "4+9"}
    rows = EXPERIMENT.tools(settings).rows()
    assert rows == [[4, 9, "similar"], [7, 1, "dissimilar"]]
    assert act(settings, {"do": "rows", "rows": [*rows, [2, 3, "similar"]]}) == {
        "pairs": "4+9 7-1 2+3"
    }
    for wrong in ([0.5, 1, "similar"], [0, 99, "similar"], [3, 3, "similar"]):
        assert_refused("pairs must", act, settings, {"do": "rows", "rows": [wrong]})


def test_own_pairs_join_and_replace_those_of_the_labels():
    y, rows = np.array([0, 0, 1, 1]), np.array([0, 2])
    similar, dissimilar = points.pairs_of(y, rows, "1+3, 0+2 3-0")
    assert similar.tolist() == [[0, 2], [1, 3]] and dissimilar.tolist() == [[0, 3]]
    for words in ("3+99", "1+1", "a", "1*2"):
        assert_refused("pairs must hold words such as", points.own_pairs, words, 4)


def test_a_pair_changes_the_metric():
    before, after = solved()[0], solved(pairs="10-11")[0]
    assert len(after.extra["case"].dissimilar) == len(before.extra["case"].dissimilar) + 1
    assert np.abs(before.result.x - after.result.x).max() > 1e-4


def test_a_click_in_the_dashboard_sets_the_knob(open_board):
    board = open_board("metric", dimension=2)
    X = board.run.extra["case"].X
    for i, what in ((0, "similar"), (5, "dissimilar")):
        click(board, panel="points", x=X[i, 0], y=X[i, 1], do="add", what=what)
    assert board.knobs["pairs"].value == "0-5" and board.status == "ready"
    assert [0, 5] in board.run.extra["case"].dissimilar.tolist()
    board.knobs["beta"].value = 5.0
    assert_refused("There is no metric here", board.wait)
    assert "There is no metric here" in board.status
    assert board.stage.stale and board.stage.at["beta"] == 0.2  # so that it is drawn as such
    assert_refused("have no picture to save", board.save, "PNG", error=ValueError)
    turn(board, beta=0.3)
    assert not board.stage.stale and board.stage.at["beta"] == 0.3


def test_windows_hold_points_and_the_two_balls_that_stay(scene):
    panel = scene.panels[0]
    for i, axis in enumerate(panel.axes()):
        for label in ("points", "M₀, the prior", "optimum"):
            for field, which in mark(scene, "points", label).coordinates(i):
                low, high = span(field, which)
                assert axis.range[0] <= low <= high <= axis.range[1]


def written(words, name):
    """The matrix of that name as the sentence has it, in exact fractions."""
    rows = re.search(rf"{name} = \[([^]]*)\]", words)[1].replace("−", "-").split("; ")
    return np.array([[Fraction(v) for v in row.split(", ")] for row in rows])


def determinant(A):
    """By the first row, exactly."""
    if len(A) == 1:
        return A[0, 0]
    minors = (np.delete(A[1:], j, axis=1) for j in range(len(A)))
    return sum((-1) ** j * A[0, j] * determinant(m) for j, m in enumerate(minors))


def check_witness(words, problem):
    """What is written proves that there is no metric, in exact arithmetic."""
    M, Sigma = written(words, "M"), written(words, "Σ")
    rho = Fraction(re.search(r"and ρ = ([\d.e-]+),", words)[1])
    assert (M == M.T).all()
    some = [c for k in range(1, len(M) + 1) for c in itertools.combinations(range(len(M)), k)]
    assert all(determinant(M[np.ix_(c, c)]) >= 0 for c in some) and M.any()
    value = (Sigma * M).sum() + rho * np.abs(M).sum()
    assert value <= 0
    stated = read(re.search(r"‖M‖₁ = (\S+) ≤ 0", words)[1])
    assert stated == pytest.approx(float(value), rel=0.06, abs=5e-3) and stated <= 0.0
    assert problem.linear(np.array(M, dtype=float)) <= 0.0
    assert np.array(Sigma, dtype=float) == pytest.approx(problem.Sigma, abs=6e-3)


@pytest.mark.parametrize("seed", range(4))
def test_the_written_proof_of_no_metric_holds_in_exact_arithmetic(seed):
    """With two decimals M = [0.79, −0.85; −0.85, 1.00] gave + 0.0025 at beta = 0.39."""
    for beta in np.geomspace(0.32, 3.0, 6):
        given = {"seed": seed, "beta": float(beta), "dimension": 2 + seed % 2}
        try:
            lab.run("metric", **given)
        except InputError as none:
            settings = EXPERIMENT.settings(given)
            check_witness(str(none), case_of(settings).problem)
            break
    else:
        pytest.fail("every beta has a metric")


def test_zeros_are_counted_as_pairs_and_proved_by_the_best_dual_point(random_runs):
    assert (
        "1 of 1 above the diagonal proved zero"
        in lab.scene(lab.run("metric", rho=1.0, dimension=2)).captions[-1]
    )
    for run in random_runs("metric", 6, 2, dimension=3, beta=0.05, pairs="", rho=0.8):
        stated = re.search(r"(\d+) of 3 above the diagonal proved", lab.scene(run).captions[-1])
        exact = solve_alternating_linearization(run.problem, tol=1e-13, max_iter=5000)
        by_dual = run.problem.proved_zeros(run.result.x, run.result.dual["Z"])
        least = np.count_nonzero(np.triu(by_dual, 1))
        true = np.count_nonzero(np.abs(exact.x[np.triu_indices(3, 1)]) < 1e-9)
        assert least <= int(stated[1]) <= true
