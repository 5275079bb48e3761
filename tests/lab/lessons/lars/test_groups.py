import re
from itertools import pairwise

import clarabel
import numpy as np
import pytest
from scenes import cases, cut_short, lightness, mark, paths_on_axes, solver_of
from scipy import sparse
from scipy.optimize import brentq

from lab.drawing.conditions import STATES
from lab.lessons.lars.groups import model, picture
from lab.lessons.lars.groups.model import (
    BLOCK,
    NAMES,
    bar_states,
    ellipsoid_rings,
    frames,
    newton_corners,
    norms,
    phi,
    spinning_top,
)
from solvers import group_subproblem
from widgets.fields import at
from widgets.words import read

CASES = [
    {},
    {"lam": 0.7},
    {"lam": 2.0},
    {"lam": 2.0, "start": "zero"},
    {"data": "diabetes", "compare": ("ista", "fista")},
    {"within": 0.95, "between": -0.95, "lam": 0.001},
    {"within": 0.0, "between": 0.0, "start": "zero", "compare": ()},
    {"order": "random", "seed": 7, "clock": "work"},
    {"clock": "seconds", "n": 5, "noise": 1.0},
    {"form": "both", "clock": "work", "lam": 0.1},
]


solved = solver_of(picture.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)
test_axes_hold_every_path = paths_on_axes()
test_an_unfinished_run_says_so = cut_short(solved, model)
test_scene_is_light = lightness(120)


def rows_of(run):
    return frames(run).rows[BLOCK]


def size(w):
    return np.hypot(w[0], w[1]) + abs(w[2])


def test_captions_state_the_move_of_the_trace(run, scene):
    w = run.trace.snapshots["w"]
    for sentence, r in zip(scene.captions, rows_of(run), strict=True):
        if r == 0:
            assert " Start: w = (" in sentence
            continue
        name, old, new, stays = re.search(
            r"\. +(.*?)(?:: norm (\S+) → (\S+)| stays at norm (\S+)) — ", sentence
        ).groups()
        g = NAMES.index(name)
        stated = read(stays or old), read(stays or new)
        expected = norms(w[r - 1])[g], norms(w[r])[g]
        assert stated == pytest.approx(expected, abs=6e-4, rel=0.06)
        other = [2] if g == 0 else [0, 1]
        assert np.array_equal(w[r, other], w[r - 1, other])


def test_captions_state_the_rule_that_fired(run, scene):
    X, t, lam = run.problem.X, run.problem.t, run.problem.lam
    s = run.trace.snapshots
    for sentence, r in list(zip(scene.captions, rows_of(run), strict=True))[:-1]:
        if r == 0:
            continue
        g = s["group"][r]
        mine = [0, 1] if g == 0 else [2]
        others = s["w"][r - 1].copy()
        others[mine] = 0.0
        pull = np.linalg.norm(X[:, mine].T @ (t - X @ others))
        assert read(re.search(r"\|b\| = (\S+)", sentence).group(1)) == pytest.approx(pull, abs=6e-3)
        assert read(re.search(r"λ = ([\d.e−-]*\d)", sentence).group(1)) == pytest.approx(
            lam, abs=6e-3
        )
        assert ("beats" in sentence) == (pull > lam) == bool(s["w"][r][mine].any())
        count = re.search(r"in (\d+) iterates", sentence)
        assert (int(count.group(1)) if count else min(s["newton"][r], 1)) == s["newton"][r]
        begin = re.search(r"\(\|b\| − λ\) ÷ L = (\S+)$", sentence.rstrip("."))
        assert bool(begin) == bool(count)
        if begin:  # (19) with the largest curvature of the group
            largest = np.linalg.eigvalsh(X[:, mine].T @ X[:, mine])[-1]
            assert read(begin.group(1)) == pytest.approx((pull - lam) / largest, abs=6e-4, rel=0.06)


def test_captions_of_another_row_differ():
    run, scene = solved(lam=0.7)
    w = run.trace.snapshots["w"]
    assert "(w₁, w₂): norm 1.030 → 0.469" in scene.captions[1]
    assert norms(w[2])[1] != pytest.approx(0.469, abs=6e-4)


def test_ending_after_one_update_is_in_the_singular():
    run, scene = solved(data="diabetes", lam=0.5, start="zero", compare=())
    assert run.trace.iteration[-1] == 1 and scene.captions[-1].endswith(", after 1 update.")
    assert solved()[1].captions[-1].endswith(" updates.")


def test_group_becomes_zero_as_a_whole():
    run, _ = solved(lam=0.7)
    w = run.trace.snapshots["w"]
    assert w[-1, :2].tolist() == [0.0, 0.0] and w[-1, 2] != 0.0
    alone = (w[:, 0] == 0.0) != (w[:, 1] == 0.0)
    assert not alone.any() and (w[1:-3, :2] != 0.0).all()


def test_the_root_is_the_norm(scene, view):
    root = mark(scene, "block", "norm after")
    for k in np.flatnonzero(view.started):
        rho = at(root.x, k)[0]
        assert rho == pytest.approx(view.new[k], abs=1e-15)
        if view.newton[k] == 0:
            assert rho == 0.0 and view.pull[k] <= view.lam
            continue
        one = lambda x, k=k: float(phi(view, np.full((len(view), 1), x))[k, 0])
        assert one(0.5 * rho) < 0.0 < one(2.0 * rho)
        assert rho == pytest.approx(brentq(one, 0.0, 4.0 * rho), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("given", [
    {}, {"data": "diabetes"}, {"lam": 0.7, "within": 0.9}, {"within": 0.0, "noise": 1.0},
])  # fmt: skip
def test_an_update_lies_on_its_function_of_the_pull(given):
    run, scene = solved(picture="function", **given)
    view, X, lam = frames(run), run.problem.X, run.problem.lam
    norm_of_b, dot = mark(scene, "block", "norm of b"), mark(scene, "block", "lands here")
    soft, begin = mark(scene, "block", "(|b| − λ)₊ ÷ L"), mark(scene, "block", "where Newton")
    for k in np.flatnonzero(view.started):
        mine = [0, 1] if view.group[k] == 0 else [2]
        others = view.w[k].copy()
        others[mine] = 0.0
        b = X[:, mine].T @ (run.problem.t - X @ others)
        pull, rho = at(dot.x, k)[0], at(dot.y, k)[0]
        assert pull == pytest.approx(np.linalg.norm(b), abs=1e-8) and rho == view.new[k]
        x, y = at(norm_of_b.x, k), at(norm_of_b.y, k)
        assert y[:2].tolist() == [0.0, 0.0] and x[1] == pytest.approx(lam)
        assert rho == pytest.approx(np.interp(pull, x, y), rel=1e-3, abs=1e-9)
        A = X[:, mine].T @ X[:, mine]
        for j in (10, 25):  # where the curve says that a longer b leads: by the problem itself
            w = group_subproblem(A, -x[j] / np.linalg.norm(b) * b, lam).w
            assert np.linalg.norm(w) == pytest.approx(y[j], rel=1e-6)
        largest = np.linalg.eigvalsh(A)[-1]
        assert at(begin.y, k)[0] == pytest.approx(max(pull - lam, 0.0) / largest, abs=1e-9)
        assert np.interp(pull, at(soft.x, k), at(soft.y, k)) <= rho + 1e-9
        if len(mine) == 1:  # (19) is exact
            assert rho == pytest.approx(at(begin.y, k)[0], abs=1e-9)


def test_newton_climbs_under_the_curve_along_tangents():
    run, _ = solved()
    view = frames(run)
    x, y = newton_corners(view)
    assert y[:, ::2][np.isfinite(x[:, ::2])].max() == 0.0
    for k in range(len(view)):
        rho = view.rho[k][: view.newton[k]]
        assert np.all(np.diff(rho) > 0.0) and np.all(phi(view, x)[k, : 2 * len(rho)] < 1e-12)
        for a, b in pairwise(rho):
            step = 1e-6 * a
            ends = phi(view, np.tile([a - step, a, a + step], (len(view), 1)))[k]
            slope = (ends[2] - ends[0]) / (2.0 * step)
            assert a - ends[1] / slope == pytest.approx(b, rel=1e-6)
    assert view.newton.max() > 2


def test_rings_lie_on_the_level_and_meet_at_w(run, view):
    X, t = run.problem.X, run.problem.t
    rings = ellipsoid_rings(view)
    for k in (0, len(view) - 1):
        points = rings[k][np.isfinite(rings[k]).all(axis=1)]
        here = np.sum((t - X @ view.w[k]) ** 2)
        assert np.sum((t - points @ X.T) ** 2, axis=1) == pytest.approx(
            np.full(len(points), here), rel=1e-9
        )
        near = np.abs(points - view.w[k]).max(axis=1) < 1e-9
        assert near.sum() >= 4  # both ends of two closed rings


def test_ellipsoid_touches_the_top_at_the_optimum_only():
    run, _ = solved()
    view = frames(run)
    rings = ellipsoid_rings(view)
    outside = [np.array([size(p) for p in ring if np.isfinite(p).all()]) for ring in rings]
    assert outside[-1].min() >= size(run.result.x) - 1e-4
    assert outside[0].min() < size(view.w[0]) - 0.1  # before, it cuts through


def test_vertices_of_the_top_have_the_size_of_w():
    run, scene = solved()
    top = mark(scene, "iterates", "the same |(w₁")
    vertices, faces = spinning_top()
    assert len(vertices) <= 900 and set(faces.ravel()) == set(range(len(vertices)))
    last = len(scene) - 1
    sizes = [size(v) for v in at(top.x, last)]
    assert sizes == pytest.approx([size(run.result.x)] * len(sizes), abs=1e-4)


def test_bars_are_the_norms_and_end_optimal(run, scene):
    bars = mark(scene, "correlations", "")
    X, t = run.problem.X, run.problem.t
    w = run.trace.snapshots["w"][rows_of(run)]
    for k in (0, len(scene) - 1):
        c = X.T @ (t - X @ w[k])
        assert at(bars.height, k) == pytest.approx([np.hypot(*c[:2]), abs(c[2])], abs=1e-12)
    fine = np.isin(bars.klass.values, [0, 2]).all(axis=1)
    strict = run.problem.lam > 0.01  # else the touch is finer than the tolerance proves
    assert (fine[-1] or not strict) and (len(scene) == 1 or not fine[0])


def test_bar_state_of_a_wrong_direction_is_not_optimal():
    w = np.array([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    c = np.array([[0.5, 0.0, 0.2], [0.0, 0.5, 0.7], [0.3, 0.4, -0.5]])
    assert bar_states(c, w, 0.5).tolist() == [[0, 2], [3, 1], [0, 3]]
    assert len(STATES) == 4


def test_solution_is_that_of_clarabel():
    """Clarabel on the cone form: min s1 + ... with ||(w1, w2)|| <= u, |w3| <= v."""
    run, _ = solved()
    X, t, lam = run.problem.X, run.problem.t, run.problem.lam
    P = np.zeros((5, 5))
    P[:3, :3] = X.T @ X
    q = np.concatenate([-X.T @ t, [lam, lam]])
    A = np.zeros((5, 5))
    A[0, 3] = A[1, 0] = A[2, 1] = A[3, 4] = A[4, 2] = -1.0
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    cones = [clarabel.SecondOrderConeT(3), clarabel.SecondOrderConeT(2)]
    P, A = sparse.triu(P).tocsc(), sparse.csc_matrix(A)
    peer = np.array(clarabel.DefaultSolver(P, q, A, np.zeros(5), cones, settings).solve().x)[:3]
    assert run.result.x == pytest.approx(peer, abs=1e-3)
    assert run.trace.snapshots["w"][3] != pytest.approx(peer, abs=1e-3)
