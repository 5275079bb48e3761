"""The sparsity scene: every matrix is proved, zeros count as proved only where they are, and
scikit-learn's answer is judged by the same certificate."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scenes import cases, lightness, mark, solver_of

from lab.lessons.alternating_linearization.sparsity.model import frames, graphical_lasso_of, overlap
from lab.lessons.alternating_linearization.sparsity.picture import (
    EXPERIMENT,
    overlap_caption,
    trace_caption,
)
from lab.lessons.alternating_linearization.sparsity.picture import scene as scene_of
from solvers import InputError, SparsePrecision, solve_alternating_linearization
from widgets import at
from widgets.words import read

pytestmark = [pytest.mark.filterwarnings("error"), pytest.mark.usefixtures("forked_peers")]

CASES = [
    {},
    {"data": "iris", "standardise": False, "peer": "none", "least": 0.01},
    {"features": 2, "count": 5},
    {"data": "breast_cancer", "features": 12, "count": 8, "least": 0.2},
    {"data": "iris", "peer": "every"},
]


solved = solver_of(EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames, count=4)


def problem_of(run, k):
    return SparsePrecision(run.extra["features"].Sigma, float(run.extra["rhos"][k]))


# Proofs


def test_every_matrix_is_certified(run, scene):
    for k, result in enumerate(run.extra["path"]):
        judged = problem_of(run, k).certify(result.x, **result.dual)
        assert judged.gap == pytest.approx(scene.readout["gap"][k], abs=1e-12)
        assert judged.gap >= -1e-9 * judged.scale
        assert (scene.readout["status"][k] == "converged") == judged.holds(1e-6)
        assert not problem_of(run, k).certify(result.x + 0.05 * np.eye(len(result.x))).holds(1e-6)
    assert run.result is run.extra["path"][-1] and len(run.trace) > 1


def test_warm_starts_and_cold_starts_agree(run):
    for k in (len(run.extra["rhos"]) // 2, len(run.extra["rhos"]) - 1):
        cold = solve_alternating_linearization(problem_of(run, k), tol=1e-9)
        warm = run.extra["path"][k]
        gap = warm.certificate.objective - cold.certificate.bound
        assert gap <= 1e-6 * len(warm.x) + 1e-9
        assert np.abs(warm.x - cold.x).max() < 0.02 * np.abs(cold.x).max()


def test_warm_starts_take_fewer_iterations():
    run, _ = solved(least=0.02, peer="none")
    warm = sum(int(r.trace.iteration[-1]) for r in run.extra["path"])
    cold = sum(
        int(solve_alternating_linearization(problem_of(run, k)).trace.iteration[-1])
        for k in range(len(run.extra["path"]))
    )
    assert warm < 0.9 * cold


def test_proved_zeros_are_zeros_of_a_better_solution(run, view):
    assert not (view.proved_zero & (view.M != 0.0)).any()
    for k in (1, len(view) - 1):
        better = solve_alternating_linearization(problem_of(run, k), tol=1e-10)
        assert (better.x[view.proved_zero[k]] == 0.0).all()


def test_some_zeros_are_proved_and_some_are_not():
    run, scene = solved()
    view = frames(run)
    zero = view.M[-1] == 0.0
    assert 0 < view.proved_zero[-1].sum() < zero.sum()
    k = len(view) - 1
    for label, mask in (
        ("proved zero", view.proved_zero[k]),
        ("zero, not proved", zero & ~view.proved_zero[k]),
    ):
        shown = mark(scene, "matrix", label)
        here = np.isfinite(at(shown.y, k))
        cells = np.column_stack([at(shown.y, k)[here], shown.x.values[here]]).astype(int)
        assert {tuple(c) for c in cells.tolist()} == {tuple(c) for c in np.argwhere(mask).tolist()}


def test_the_first_matrix_is_diagonal_and_rho_falls(run, scene, view):
    Sigma = run.extra["features"].Sigma
    assert (np.diff(view.rho) < 0.0).all() and scene.clock.counter(0).startswith("ρ = ")
    expected = 1.0 / (np.diagonal(Sigma) + view.rho[0])
    assert view.M[0] == pytest.approx(np.diag(expected), rel=1e-6)
    assert not view.used[0].any() and view.used[1].any()


# Captions


def test_captions_state_the_moves(scene, view):
    names = view.features.names
    for k in range(1, len(view)):
        words = scene.captions[k]
        found = re.match(
            r"(?:(\d+) pairs? enters?)?(?: and )?(?:(\d+) pairs? leaves?)?(?:, (\d+) in all)?"
            r"(?:The same(?: (\d+))? pairs?)? — "
            r"M of (.+) and (.+): (\S+) → (\S+); \|Z − Σ\| = (\S+) there is "
            r"(at the edge|inside) ρ = (\S+)\.\n(\d+) of (\d+) zeros? proved, (\d+) iterations? ",
            words,
        )
        came_stated, went_stated, total, same, one, other, old, new, pull_stated, where, at_rho, \
            *rest = found.groups()  # fmt: skip
        i, j = (rows[view.moved[k]] for rows in view.pairs)
        assert (one, other) == (f"{names[i]} ({i + 1})", f"{names[j]} ({j + 1})")
        old, new = read(old), read(new)
        assert (old, new) == pytest.approx(
            (view.M[k - 1, i, j], view.M[k, i, j]), rel=0.06, abs=6e-4
        )
        pull = abs(view.Z[k, i, j] - view.features.Sigma[i, j])
        assert read(pull_stated) == pytest.approx(pull, rel=0.06, abs=6e-4)
        assert read(at_rho) == pytest.approx(view.rho[k], rel=0.06, abs=6e-4)
        assert (where == "inside") == (view.M[k, i, j] == 0.0)
        now, before = view.used[k], view.used[k - 1]
        came, went = (now & ~before).sum(), (before & ~now).sum()
        assert [int(came_stated or 0), int(went_stated or 0)] == [came, went]
        assert int(total or same or 1) == now.sum()
        assert words.startswith("The same") == (came == went == 0)
        assert not re.search(r"\b1 (?:pairs|zeros|iterations)|\b1 pair (?:enter|leave)\b", words)
        proved = view.proved_zero[k][view.pairs].sum()
        assert [int(v) for v in rest] == [proved, (~now).sum(), view.steps[k]]


def test_an_entry_that_differs_from_zero_is_at_the_edge(run, view):
    """The rule that the captions quote: |Z - Sigma| = rho where M differs from 0."""
    Sigma = run.extra["features"].Sigma
    for k in range(1, len(view)):
        pull = np.abs(view.Z[k] - Sigma)
        large = np.abs(view.M[k]) > 0.05 * np.abs(view.M[k]).max()
        assert pull[large] == pytest.approx(view.rho[k], rel=0.02)
        assert (pull <= view.rho[k] * (1.0 + 1e-9)).all()


# scikit-learn


def test_scikit_learns_answer_is_judged_by_our_certificate():
    run, scene = solved(data="iris", peer="every")
    view = frames(run)
    assert list(view.peers) == list(range(len(view)))
    for k, peer in view.peers.items():
        problem = problem_of(run, k)
        assert peer.certificate.gap >= -1e-9 * 4
        assert problem.certify(peer.M, view.Z[k]).objective >= view.bound[k] - 1e-9
        both, ours, theirs = overlap(view, k)
        assert both.sum() + ours.sum() == view.used[k].sum()
        stated = re.findall(r"\d+", overlap_caption(view, k))
        assert [int(v) for v in stated] == [both.sum(), ours.sum(), theirs.sum()]
    assert min(p.last for p in view.peers.values()) < -1e-6
    below = mark(scene, "gap", "its own gap is negative")
    assert len(below.x.values) == sum(p.last < 0.0 for p in view.peers.values()) > 0
    assert "−" in trace_caption(view, int(np.argmin([p.last for p in view.peers.values()])))


def test_a_difference_of_support_is_marked():
    run, _ = solved(data="iris", peer="last")
    view = frames(run)
    k = len(view) - 1
    M = np.array(view.peers[k].M)
    i, j = np.argwhere(np.triu(M, 1) != 0.0)[0]
    M[i, j] = M[j, i] = 0.0
    run.extra["peers"][k] = replace(view.peers[k], M=M)
    scene = scene_of(run)
    cells = mark(scene, "matrix", "only ours differs")
    shown = at(cells.y, k)
    assert sorted(shown[np.isfinite(shown)].tolist()) == sorted([float(i), float(j)])
    assert " 1 ours" in scene.captions[-1] and " 1 ours" in scene.readout["scikit-learn"][-1]


def test_a_failure_of_scikit_learn_is_said():
    problem = SparsePrecision(np.array([[1.0, 0.9], [0.9, 0.5]]), 0.01)
    peer = graphical_lasso_of(problem)
    assert np.isnan(peer.M).all() and peer.certificate.gap == np.inf
    run, _ = solved(data="iris", count=5, peer="last")
    run.extra["peers"][4] = replace(peer, M=np.full((4, 4), np.nan))
    scene = scene_of(run)
    assert "Scikit-learn fails here" in scene.captions[-1]


# Data and the picture


def test_an_own_file_is_solved_and_named(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    X[:, 1] += X[:, 0]
    lines = ["a,b,c,label", *(",".join(f"{v:.6f}" for v in row) + ",1" for row in X)]
    path = tmp_path / "own.csv"
    path.write_text("\n".join(lines))
    run, scene = solved(data="csv", file=str(path), count=5)
    assert run.extra["features"].names == ("a", "b", "c")
    assert np.corrcoef(X.T) == pytest.approx(run.extra["features"].Sigma, abs=1e-4)
    assert len(scene) == 5
    X[:, 2] = 4.0
    path.write_text("\n".join(",".join(f"{v:.6f}" for v in row) + ",1" for row in X))
    with pytest.raises(InputError, match="'x3' does not; switch standardise off"):
        solved(data="csv", file=str(path))
    assert solved(data="csv", file=str(path), standardise=False, count=5)


def test_uncorrelated_features_are_refused(tmp_path):
    path = tmp_path / "apart.csv"
    path.write_text("1,1,0\n1,-1,0\n-1,1,0\n-1,-1,0\n")
    with pytest.raises(InputError, match="two features that are correlated"):
        solved(data="csv", file=str(path))


def test_the_leaving_question_marks_whether_a_pair_leaves():
    for given, answer in (({}, "some leave again"), ({"features": 2}, "all stay to the end")):
        run, scene = solved(**given)
        (question,) = [q for q in scene.questions if q.key == "leaves"]
        used = frames(run).used
        assert question.options[question.answer] == answer
        assert (used[:-1] & ~used[1:]).any() == (answer == "some leave again")


def test_lines_are_strong_up_to_the_frame(scene, view):
    R, pieces = view.partial, mark(scene, "lines", "a pair each")
    for k in (0, len(view) // 2, len(view) - 1):
        past = next(m for m in scene.panels[2].marks if m.label == "a pair each")
        drawn = at(past.x1, k)
        drawn = drawn[np.isfinite(drawn)]
        assert len(drawn) == 0 if k == 0 else drawn.min() == view.rho[k]
        assert (drawn >= view.rho[k]).all()
    i, j = view.pairs
    d = np.diagonal(view.M[-1])
    assert R[-1] == pytest.approx(-view.M[-1][i, j] / np.sqrt(d[i] * d[j]))
    assert np.isfinite(pieces.y0.values).sum() >= view.used[-1].sum()


test_scene_is_light = lightness(240)
