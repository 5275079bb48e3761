"""The path of group-penalised logistic regression: every solution is proved, the last one by
another program as well, and every sentence is what the solutions say."""

import re
from dataclasses import replace

import clarabel
import numpy as np
import pytest
from scenes import cases, lightness, mark, solver_of
from scipy import sparse

from lab import data
from lab.lessons.lars import group_path
from lab.lessons.lars.group_path import MEASURES, STATISTICS, TOL, cells, frames, groups
from solvers import GroupLogistic, SparseLogistic, solve_coordinate_descent
from widgets.fields import at
from widgets.words import read

CASES = [
    {"count": 12},
    {"groups": "statistic", "count": 8, "least": 0.001},
    {"groups": "alone", "count": 10, "held": 0.5, "seed": 3},
    {"start": "zero", "count": 8, "seed": 1},
]

solved = solver_of(group_path.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)


def problem_of(run, k):
    return replace(run.problem, lam=float(frames(run).lam[k]))


def test_groups_are_those_of_the_columns():
    names = data.load("breast_cancer").names
    for kind, alike in (
        ("measure", lambda a: a.replace("mean ", "").replace("worst ", "").replace(" error", "")),
        ("statistic", lambda a: next(s for s in STATISTICS if s in a.split())),
    ):
        labels, called = groups(kind)
        for g, words in enumerate(called):
            (only,) = {alike(n) for n, one in zip(names, labels, strict=True) if one == g}
            assert only == words.replace("dim.", "dimension")
    labels, called = groups("alone")
    assert np.array_equal(labels, np.arange(30)) and len(set(called)) == 30


def test_cells_are_split_into_training_and_held_out_patients():
    raw, found = data.load("breast_cancer"), cells({"held": 0.3, "seed": 5})
    assert len(found.t) + len(found.held_t) == len(raw.y) and len(found.held_t) == 171
    assert found.X.mean(axis=0) == pytest.approx(np.zeros(30), abs=1e-9)
    assert found.X.std(axis=0) == pytest.approx(np.ones(30))
    everybody = np.vstack([found.X, found.held_X])
    assert len(np.unique(everybody.round(9), axis=0)) == len(np.unique(raw.X, axis=0))
    malignant = np.sum(found.t == 1.0) + np.sum(found.held_t == 1.0)
    assert malignant == np.sum(raw.y == 0)
    other = cells({"held": 0.3, "seed": 6})
    assert not np.array_equal(other.X, found.X)


def test_every_solution_is_certified(run, scene):
    for k, result in enumerate(run.extra["path"]):
        problem = problem_of(run, k)
        judged = problem.certify(result.x, **result.dual)
        assert judged.gap == pytest.approx(scene.readout["gap"][k], abs=1e-9)
        assert judged.holds(TOL) and scene.readout["status"][k] == "converged"
        assert not problem.certify(result.x + 0.1).holds(TOL)
        assert scene.readout["F"][k] == pytest.approx(judged.objective)
        assert scene.readout["bound"][k] <= scene.readout["F"][k] + 1e-9
    assert run.result is run.extra["path"][-1] and len(run.trace) > 1


def test_solution_is_that_of_clarabel():
    """Clarabel on log(1 + exp(-z)) <= v as exponential cones, |w_g| <= u_g as second-order ones."""
    run, _ = solved(count=6, least=0.1, held=0.6)
    problem = run.problem
    theirs = by_clarabel(problem)
    assert problem.certify(theirs).relative_gap < 1e-6
    assert run.result.certificate.objective == pytest.approx(
        problem.certify(theirs).objective, rel=2e-6
    )
    assert run.result.x == pytest.approx(theirs, abs=5e-3)
    dead = ~frames(run).used[-1]
    assert dead.any() and not dead.all()
    for g in np.flatnonzero(dead):
        assert np.abs(theirs[problem.groups == g]).max() < 1e-5


def by_clarabel(problem):
    """w of min sum v + lam sum u over (w, u, v, a, b), where a + b <= 1, exp(-z - v) <= a and
    exp(-v) <= b."""
    (n, d), G = problem.X.shape, problem.groups.max() + 1
    margins, size = problem.t[:, None] * problem.X, d + G + 3 * n
    q = np.zeros(size)
    q[d : d + G], q[d + G : d + G + n] = problem.lam, 1.0
    rows, right, cones = [], [], []

    def add(block, b, cone):
        rows.append(sparse.csc_matrix(block))
        right.extend(b)
        cones.append(cone)

    unit = sparse.identity(size, format="csr").toarray()
    for g in range(G):
        inside = np.flatnonzero(problem.groups == g)
        add(-unit[[d + g, *inside]], np.zeros(1 + inside.size),
            clarabel.SecondOrderConeT(1 + inside.size))  # fmt: skip
    for k in range(n):
        v, a, b = (unit[d + G + part * n + k] for part in range(3))
        for exponent, bound in ((np.append(-margins[k], np.zeros(size - d)) - v, a), (-v, b)):
            add(-np.vstack([exponent, np.zeros(size), bound]), [0.0, 1.0, 0.0],
                clarabel.ExponentialConeT())  # fmt: skip
        add((a + b)[None], [1.0], clarabel.NonnegativeConeT(1))
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    P, A = sparse.csc_matrix((size, size)), sparse.vstack(rows, format="csc")
    return np.array(clarabel.DefaultSolver(P, q, A, np.array(right), cones, settings).solve().x)[:d]


def test_groups_of_one_weight_are_sparse_logistic_regression():
    run, _ = solved(groups="alone", count=10)
    problem = run.problem
    other = solve_coordinate_descent(SparseLogistic(problem.X, problem.t, problem.lam), tol=1e-9)
    assert run.result.certificate.objective == pytest.approx(other.certificate.objective, rel=1e-5)
    assert run.result.x == pytest.approx(other.x, abs=0.02)


def test_perimeter_leaves_when_radius_enters():
    """The perimeter comes in at once with the concave points, and leaves when the radius comes."""
    run, scene = solved()
    used = frames(run).used
    perimeter, radius = (MEASURES.index(name) for name in ("perimeter", "radius"))
    leaves = int(np.flatnonzero(used[:-1, perimeter] & ~used[1:, perimeter])[0]) + 1
    assert used[leaves, radius] and not used[leaves - 1, radius]
    assert f"in: {MEASURES[radius]}, out: {MEASURES[perimeter]}, " in scene.captions[leaves]


def test_a_group_is_zero_as_a_whole(run, view):
    labels = run.problem.groups
    for g in range(len(view.names)):
        some = (view.x[:, labels == g] != 0.0).sum(axis=1)
        assert set(some.tolist()) <= {0, int(np.sum(labels == g))}
    assert not view.used[0].any() and view.used[-1].any()
    assert (np.diff(view.lam) < 0.0).all()
    top = GroupLogistic(run.problem.X, run.problem.t, 0.0, labels).lam_max
    assert view.lam[0] == pytest.approx(top)
    assert view.lam[-1] == pytest.approx(run.settings["least"] * top)


def test_captions_state_the_solutions(run, scene, view):
    assert f" λ = λmax = {view.lam[0]:.1f}: none of " in scene.captions[0]
    assert scene.readout["wrong, held out"][0] == "no verdict"
    for k in range(1, len(view)):
        found = re.search(
            r"\. +Norm of (.+?): (\S+) → (\S+) — its \|Xᵀθ\| = (\S+) is (at|below) λ = ([^;]+); "
            r"(?:in: (.+?), )?(?:out: (.+?), )?(\d+) of (\d+) groups.\n"
            r"Wrong on (\d+) of (\d+) held out; proved within (\S+) in (\S+) passes",
            scene.captions[k],
        )
        g = view.moved[k]
        here = run.problem.groups == g
        assert found[1] == view.names[g]
        w = [r.x for r in run.extra["path"]]
        old, new = (np.linalg.norm(w[j][here]) for j in (k - 1, k))
        assert [read(found[2]), read(found[3])] == pytest.approx([old, new], rel=0.06, abs=6e-4)
        problem = problem_of(run, k)
        theta = problem.t / (1.0 + np.exp(problem.t * (problem.X @ w[k])))
        pull = np.linalg.norm(problem.X[:, here].T @ theta)
        assert read(found[4]) == pytest.approx(pull, rel=0.01, abs=6e-3)
        assert read(found[6]) == pytest.approx(problem.lam, rel=0.06, abs=6e-3)
        assert (found[5] == "at") == bool(w[k][here].any())
        if found[5] == "at":
            assert pull == pytest.approx(problem.lam, rel=0.01)
        came = view.used[k] & ~view.used[k - 1]
        went = view.used[k - 1] & ~view.used[k]
        assert (bool(found[7]), bool(found[8])) == (came.any(), went.any())
        assert [int(found[9]), int(found[10])] == [view.used[k].sum(), len(view.names)]
        held = view.cells
        wrong = np.sum(np.sign(held.held_X @ w[k]) != held.held_t)
        assert [int(found[11]), int(found[12])] == [wrong, len(held.held_t)]
        assert scene.readout["wrong, held out"][k] == f"{wrong} of {len(held.held_t)}"
        # Rounded up to two digits: never below the gap, and by less than a tenth above it.
        assert view.gap[k] - 1e-12 <= read(found[13]) <= 1.1 * view.gap[k] + 1e-12
        work = run.extra["path"][k].trace.work[-1]
        assert read(found[14]) == pytest.approx(work / 30.0, abs=0.051)


def test_warm_starts_take_fewer_passes():
    warm, cold = (frames(solved(start=start)[0]).passes.sum() for start in ("warm", "zero"))
    assert warm < 0.95 * cold


def test_marks_show_the_weights(run, scene, view):
    k = len(scene) - 1
    heat, zeros = mark(scene, "weights", "w"), mark(scene, "weights", "exactly 0")
    table = at(heat.values, k)
    assert table.shape == (10, 3)
    assert table[4, 2] == run.result.x[24] and table[0, 1] == run.result.x[10]
    crossed = np.isfinite(at(zeros.x, k)).reshape(10, 3)
    assert np.array_equal(crossed, table == 0.0)
    shown = at(mark(scene, "norms", "norm of a group").y, k)
    expected = np.where(view.used[k], view.norms[k], np.nan)
    assert shown == pytest.approx(expected, nan_ok=True)
    ratio = at(mark(scene, "correlations", "a group in use").y, k)
    assert ratio[np.isfinite(ratio)] == pytest.approx(1.0, abs=0.02)


def test_an_unfinished_solution_says_so(monkeypatch):
    monkeypatch.setattr("lab.lessons.lars.group_path.MOST", 1)
    _, scene = solved(count=5)
    assert "max_iter" in scene.readout["status"] and scene.questions == ()
    assert "not converged" in scene.captions[-1]


test_scene_is_light = lightness(80)
