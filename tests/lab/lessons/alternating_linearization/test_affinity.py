"""The affinity scene says what (7)-(10) do, and where the last metric ends it is proved."""

import re

import numpy as np
import pytest
from boards import turn
from scenes import assert_light, cases, marks, panel, solver_of

import lab
from lab import cli
from lab.lessons.alternating_linearization.affinity.model import BETAS, frames, mean, problem_of
from lab.lessons.alternating_linearization.affinity.picture import (
    EDGES,
    EXPERIMENT,
    colour_limit,
    largest,
    order_of,
)
from lab.lessons.alternating_linearization.common import beta_max
from solvers import metric_problem, solve_alternating_linearization
from solvers.affinity import propagate, symmetrised
from widgets import Text, at
from widgets.words import read

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {},
    {"dimension": 3},
    {"beta": 0.5},
    {"dimension": 3, "beta": 0.45},
    {"alpha": 0.95, "k": 2, "data": "wine"},
    {"alpha": 0.0},
    {"semi": False, "prior": "identity"},
    {"weight": 0.0, "beta": 10.0, "pairs": "0+1 2-3 7"},
    {"theta": 0.3, "share": 0.02, "standardise": False, "data": "iris"},
    {"k": 20, "weight": 2.0, "rho": 10.0, "share": 0.2, "data": "breast_cancer"},
]


solved = solver_of(EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)


# Captions


MOVE = re.compile(
    r"(?P<seen>.*) — t = (\d+): W between (\d+) and (\d+): (\S+) → (\S+), from (\d+), "
    r"a neighbour of (\d+), "
    r"whose W with (itself|\d+) went (\S+) → (\S+) the step before"
)


def test_captions_state_the_moves_of_the_iteration(run, scene, view):
    P = run.extra["case"].affinity.P
    for k in range(1, len(view)):
        found = MOVE.match(scene.captions[k])
        t, before = view.t[k], view.t[k - 1]
        if found is None:
            unknown = run.extra["case"].affinity.W0 == 0.0
            moves = np.abs(mean(view, t) - mean(view, before)) * unknown
            assert "No other pair moves" in scene.captions[k] and not moves.any()
            continue
        i, j, via, a = (int(found[g]) for g in (3, 4, 7, 8))
        b = via if found[9] == "itself" else int(found[9])
        values = [0.5 * (view.raw[s][i, j] + view.raw[s][j, i]) for s in (before, t)]
        assert int(found[2]) == t and {a, b} == {i, j} and P[a, via] > 0.0
        assert [read(found[5]), read(found[6])] == pytest.approx(values, rel=0.06, abs=6e-4)
        had = [view.raw[before - 1][via, b] if before else 0.0, view.raw[t - 1][via, b]]
        assert [read(found[10]), read(found[11])] == pytest.approx(had, rel=0.06, abs=6e-4)
        # That neighbour pushed the pair the way it went, and no other neighbour pushed it more.
        push = P[a] * (view.raw[t - 1] - (view.raw[before - 1] if before else 0.0))[:, b]
        push = push * np.sign(values[1] - values[0])
        assert push[via] > 0.0 and push[via] == push.max()
        assert ("below θ, so" in scene.captions[k]) == (view.W[k][i, j] == 0.0)


def test_the_first_caption_counts_the_given_pairs(run, scene):
    assert scene.captions[0].startswith("Only the given pairs are drawn — t = 0: ")
    stated = [read(v) for v in re.findall(r"\d[\d,]*", scene.captions[0])[1:4]]
    c, n = run.extra["case"], len(run.extra["case"].y)
    assert stated[:2] == [len(c.similar), len(c.dissimilar)]
    known = {frozenset(pair) for pair in np.vstack([c.similar, c.dissimilar]).tolist()}
    assert stated[2] == n * (n - 1) // 2 - len(known)


def check_what_spreads(view, caption, k):
    """What the caption of frame k says of the pairs that are drawn; returns the kind of change."""
    now, before = (np.triu(view.W[j], 1) for j in (k, k - 1))
    came, gone = np.sum((now != 0.0) & (before == 0.0)), np.sum((now == 0.0) & (before != 0.0))
    words = MOVE.match(caption)["seen"]
    more = re.search(r"(\d+) more pairs? gets? an affinity", words)
    fewer = re.search(r"(\d+) pairs? falls? below θ", words)
    assert [int(found[1]) if found else 0 for found in (more, fewer)] == [came, gone]
    assert not re.search(r"\b1 more pairs|\b1 pairs", words)
    change = np.abs(now).sum() - np.abs(before).sum()
    if more or fewer:
        return "other pairs"
    kind = words.removeprefix("The same pairs, ")
    if abs(change) <= 1e-3 * max(np.abs(now).sum(), np.abs(before).sum()):
        assert kind == "as strong as before"
    else:
        assert kind == ("stronger" if change > 0.0 else "weaker") + " on the whole"
    return kind


def test_captions_say_what_spreads(random_runs):
    seen = set()
    for run in random_runs("affinity", 12, 4, pairs="", semi=True, alpha=0.8):
        view, scene = frames(run), lab.scene(run)
        for k in range(1, len(view)):
            if view.watched[k] is not None:
                seen.add(check_what_spreads(view, scene.captions[k], k))
    assert {"other pairs", "as strong as before"} <= seen


# The iteration and its limit


def test_frames_walk_to_the_limit(run, scene, view):
    a = run.extra["case"].affinity
    alpha = run.settings["alpha"] if run.settings["semi"] else 0.0
    limit = propagate(a.P, a.W0, alpha) if run.settings["semi"] else a.W0
    assert np.abs(view.raw[view.t[-1]] - limit).max() == view.left[-1] <= 1e-4
    assert (view.left[1:] <= alpha ** np.diff(view.t) * view.left[:-1] + 1e-12).all()
    assert (scene.readout["to the limit"] == view.left).all()
    theta = run.settings["theta"] if run.settings["semi"] else 0.0
    assert np.array_equal(view.W[0], symmetrised(a.W0, theta))
    assert len(scene) <= 30 and view.t[0] == 0


def test_the_last_frame_is_the_problem_that_is_solved():
    run, _ = solved(alpha=0.7)
    view, c, s = frames(run), run.extra["case"], run.settings
    beta = s["beta"] * c.affinity.beta_unit
    given = {name: s[name] for name in ("k", "alpha", "theta", "prior", "rho")}
    problem = metric_problem(c.X, c.similar, c.dissimilar, beta=beta, **given)
    assert np.allclose(problem.Sigma, run.problem.Sigma)
    assert np.allclose(problem_of(view[-1]).Sigma, problem.Sigma, atol=5e-3)
    assert view.beta_max[-1] == pytest.approx(beta_max(c), rel=5e-3)


def test_the_spectrum_is_that_of_the_laplacian(run, scene, view):
    for k in (0, len(view) - 1):
        L = np.diag(view.W[k].sum(axis=1)) - view.W[k]
        values = np.linalg.eigvalsh(L)
        up, down = (
            at(marks(scene, "spectrum", w)[0].height, k)
            for w in ("eigenvalues of L", "negative ones")
        )
        # The axis shows fourth roots, with their sign.
        tall = up + down
        assert np.sign(tall) * tall**4 == pytest.approx(values, abs=1e-9 + 1e-9 * values.max())
        assert (up >= 0.0).all() and (down <= 0.0).all() and not (up * down).any()
        count = next(m for m in panel(scene, "spectrum").marks if isinstance(m, Text))
        assert count.text[k] == f"{np.sum(values < -1e-9 * np.abs(values).max())} below 0"
    places, words = panel(scene, "spectrum").y.ticks
    stated = np.array([read(word) for word in words])
    assert np.sign(places) * np.abs(places) ** 4 == pytest.approx(stated, rel=1e-6)
    assert 0.0 in stated and len(stated) >= 2
    if run.settings["weight"] == 0.0 and "-" not in run.settings["pairs"]:
        assert view.spectrum.min() > -1e-9


# Where the metric ends


def test_beta_max_is_where_the_curve_crosses_minus_rho(view):
    for k, most in enumerate(view.beta_max):
        low = view.lows[k]
        safe = most > BETAS
        assert (low[safe] > -view.rho - 1e-9).all() and (low[~safe] <= -view.rho + 1e-9).all()


@pytest.mark.parametrize("given", [{}, {"rho": 1.0}, {"data": "wine", "semi": False}], ids=str)
def test_affinity_cliff_is_where_infeasibility_is_proved(given):
    run, _ = solved(**given)
    view, c = frames(run), run.extra["case"]
    assert view.beta_max[-1] <= view.cliff[-1] < np.inf
    for factor, status in ((0.97, "converged"), (1.03, "unbounded")):
        beta = factor * view.cliff[-1] * c.affinity.beta_unit
        Sigma = c.affinity.prior_inverse + beta * view.T[-1]
        problem = type(run.problem)(Sigma, view.rho)
        result = solve_alternating_linearization(problem, max_iter=2000)
        assert result.status == status


def test_verdicts_are_those_of_the_solver(scene, view):
    for k in {0, len(view) // 2, len(view) - 1}:
        result = solve_alternating_linearization(problem_of(view[k]), max_iter=400, record_every=0)
        text = scene.readout["metric"][k]
        assert (text == "none") == (result.status == "unbounded")
        assert text != "exists" or result.certificate.bound > -np.inf


def test_without_a_metric_the_last_caption_proves_it_and_the_picture_stays():
    run, scene = solved(beta=0.5)
    assert run.result.status == "unbounded" and scene.readout["metric"][-1] == "none"
    words = scene.captions[-1]
    value = read(re.search(r"‖M‖₁ = (\S+) ≤ 0", words).group(1))
    direction = run.result.dual["direction"]
    assert run.problem.falls_along(direction)
    assert value == pytest.approx(run.problem.linear(direction), abs=6e-4) and value < 0.0
    most = read(re.search(r"up to (\S+) a metric", words).group(1))
    assert most == pytest.approx(beta_max(run.extra["case"]), rel=0.01)


def test_in_three_features_some_frames_have_a_metric_and_some_have_none():
    _, scene = solved(dimension=3, beta=0.25)
    assert set(scene.readout["metric"]) == {"exists", "none"}


# Pictures


def test_edges_are_the_largest_affinities_class_by_class(run, scene, view):
    k, X = len(view) - 1, run.extra["case"].X
    drawn = set()
    for sign, kind in ((1.0, "similar"), (-1.0, "dissimilar")):
        sizes = (("strong", 0.3, np.inf), ("middle", 0.1, 0.3), ("weak", 0.0, 0.1))
        for strength, low, high in sizes:
            (mark,) = marks(scene, "graph", f"{kind}, {strength}")
            ends = np.column_stack([at(f, k) for f in (mark.x0, mark.y0, mark.x1, mark.y1)])
            for x0, y0, x1, y1 in ends:
                i = int(np.argmin(np.hypot(*(X[:, :2] - [x0, y0]).T)))
                j = int(np.argmin(np.hypot(*(X[:, :2] - [x1, y1]).T)))
                drawn.add((i, j))
                if len(X) == len(np.unique(X[:, :2], axis=0)):
                    assert low <= sign * view.W[k][i, j] < high and view.W[k][i, j] != 0.0
    pairs = largest(view.W[k])
    assert len(pairs) == min(EDGES, np.count_nonzero(np.triu(view.W[k], 1))) and EDGES == 60
    if len(X) == len(np.unique(X[:, :2], axis=0)):
        assert drawn == set(map(tuple, pairs.tolist()))
    left = np.abs(np.triu(view.W[k], 1))
    left[tuple(pairs.T)] = 0.0
    assert left.max() <= np.abs(view.W[k][tuple(pairs.T)]).min(initial=np.inf)


def test_the_matrix_is_sorted_by_class(run, scene, view):
    c = run.extra["case"]
    order = order_of(c)
    assert (np.diff(c.y[order]) >= 0).all()
    shown = at(panel(scene, "matrix").marks[0].values, len(view) - 1)
    assert (shown == view.W[-1][np.ix_(order, order)]).all()
    limit = colour_limit(view)
    assert panel(scene, "matrix").marks[0].limits == (-limit, limit)


def test_the_scene_is_light(run, scene):
    assert len(run.extra["case"].y) <= 60
    assert_light(scene)


def test_clicks_make_pairs_and_the_dashboard_follows(open_board):
    settings = EXPERIMENT.settings({})
    X = solved()[0].extra["case"].X
    here = {"panel": "graph", "x": X[4, 0], "y": X[4, 1], "do": "add", "what": "similar"}
    other = here | {"what": "dissimilar"}
    assert EXPERIMENT.click(settings, here) == {"pairs": "4"}
    assert EXPERIMENT.click(settings | {"pairs": "9"}, other) == {"pairs": "9-4"}
    assert EXPERIMENT.click(settings, here | {"panel": "matrix"}) == {}
    board = open_board("affinity")
    turn(board, pairs="9-4")
    assert [4, 9] in board.run.extra["case"].dissimilar.tolist() and board.status == "ready"


def test_a_shell_run_claims_no_proof_where_there_is_no_minimum(tmp_path, capsys):
    path = tmp_path / "out.npz"
    assert cli.main(["run", "affinity", "--beta", "5", "--out", str(path)]) == 0
    assert capsys.readouterr().out.strip().endswith("out.npz: alm unbounded.")


def test_no_question_on_unknown_pairs_where_all_are_labelled(tmp_path):
    path = tmp_path / "three.csv"
    path.write_text("a,b,t\n1,2,3\n2,3,4\n5,5,1\n", encoding="utf-8")
    scene = lab.scene("affinity", data="csv", file=str(path))
    asked = [question.prompt for question in scene.questions]
    assert asked and not any("nothing is known" in prompt for prompt in asked)
    usual = [question.prompt for question in lab.scene("affinity").questions]
    assert any("pairs nothing is known" in prompt for prompt in usual)
