"""The split scene shows the walk of the trace, stays inside, and says what each step did."""

import re

import numpy as np
import pytest
from scenes import cases, mark, panel, solver_of
from sklearn.linear_model import Lasso as PeerLasso

from lab.lessons.lars import split
from lab.lessons.lars.split import TOL, frames
from solvers import Lasso
from widgets import at
from widgets.pack import pack
from widgets.words import read

CASES = [
    {},
    {"method": "barrier"},
    {"data": "twins"},
    {"data": "three", "share": 0.4},
    {"data": "leaves", "method": "barrier"},
    {"share": 0.001},
]


solved = solver_of(split.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)


def test_the_walk_stays_inside_until_the_jump(run, scene, view):
    halves = mark(scene, "halves", "now")
    assert min(a.min() for a in (view.u, view.v, view.p, view.q)) > 0.0
    assert not np.any(view.w[1:] == 0.0)
    for k in range(len(view)):
        assert np.array_equal(at(halves.x, k) - at(halves.y, k), view.w[k])
    assert view.crossed[-1] and np.array_equal(view.x[-1], run.result.x)


def test_the_central_path_is_central(run, scene):
    centre, lam = run.extra["centre"], run.problem.lam
    D = run.problem.X.shape[1]
    assert centre.x * centre.s == pytest.approx(
        np.repeat(centre.taus[:, None], 2 * D, axis=1), rel=1e-6
    )
    g = (centre.x[:, :D] - centre.x[:, D:]) @ (run.problem.X.T @ run.problem.X)
    g = g - run.problem.X.T @ run.problem.t
    assert np.hstack([g, -g]) + lam == pytest.approx(centre.s, abs=1e-6 * lam)
    line = mark(scene, "weights", "central path")
    assert line.x.values == pytest.approx(centre.x[:, 0] - centre.x[:, D])


def test_the_drawn_products_are_those_of_the_trace(scene, view):
    means = view.products.mean(axis=1)
    assert means == pytest.approx(view.mu, rel=1e-9)
    curve = mark(scene, "products", "w⁺ times")
    assert curve.y.values == pytest.approx(view.u[:, 0] * view.p[:, 0])
    assert curve.y.values != pytest.approx(view.v[:, 0] * view.p[:, 0], rel=1e-3)


def test_captions_state_how_mu_moved_and_the_step(run, scene, view):
    for k, sentence in list(enumerate(scene.captions))[1:-1]:
        old, new = re.search(r" μ: (\S+) → (\S+) — ", sentence).groups()
        assert [read(old), read(new)] == pytest.approx(view.mu[[k - 1, k]], rel=0.051)
        share = read(re.search(r"(\S+) % of the step", sentence).group(1))
        assert share == pytest.approx(100.0 * view.step[k], abs=0.051)
        point = re.search(r"w = \((.*?)\)", sentence).group(1).split(", ")
        assert [read(v) for v in point] == pytest.approx(view.w[k], abs=6e-4)
        if run.settings["method"] == "mehrotra":
            sigma = read(re.search(r"σ = (\S+);", sentence).group(1))
            assert sigma == pytest.approx(view.sigma[k], rel=0.051)
        else:
            factor = re.search(r"its weight is multiplied by (\S+);", sentence)
            assert bool(factor) == (view.sigma[k] < 1.0)
            if factor:
                assert read(factor[1]) == pytest.approx(view.mu[k] / view.mu[k - 1], rel=0.051)


def test_captions_of_another_row_differ():
    run, scene = solved()
    new = read(re.search(r" μ: \S+ → (\S+) — ", scene.captions[2]).group(1))
    assert new != pytest.approx(frames(run).mu[3], rel=0.051)


def test_the_last_row_is_proved_and_exactly_sparse(run, scene):
    result = run.result
    assert result.status == "converged"
    for name, old in re.findall(r"(w\S): (\S+) → 0", scene.captions[-1]):
        d = run.extra["names"].index(name)
        assert result.x[d] == 0.0 and read(old) == pytest.approx(frames(run).w[-1, d], rel=0.06)


def test_the_jump_names_the_weight_that_becomes_zero():
    run, scene = solved()
    assert run.result.x[0] == 0.0 and " Jump w₁: " in scene.captions[-1]
    segment = mark(scene, "weights", "jump")
    last = len(scene) - 1
    assert at(segment.x1, last)[0] == 0.0 and at(segment.x0, last)[0] == frames(run).w[-1, 0]


def test_twins_end_in_the_middle_and_lars_at_a_corner():
    run, scene = solved(data="twins")
    assert run.result.x[0] == pytest.approx(run.result.x[1], rel=1e-6)
    corner = run.extra["lars"]
    assert np.count_nonzero(corner) == 1
    assert corner.sum() == pytest.approx(run.result.x.sum())
    for w in (corner, run.result.x):
        assert run.problem.certify(w).holds(TOL)
    question = next(q for q in scene.questions if q.key == "twins")
    assert question.options[question.answer] == "in the middle of the edge"


def test_above_lambda_max_nothing_moves():
    run, scene = solved(share=1.2)
    assert not run.result.x.any() and scene.readout["status"][-1] == "converged"
    top = split.ticks(split.EXPERIMENT.settings({}))["share"]
    problem = solved(share=1.0)[0].problem
    assert read(top[1].split()[1]) == pytest.approx(problem.lam, abs=6e-3)
    assert Lasso(problem.X, problem.t, 0.99 * problem.lam).lam_max == pytest.approx(problem.lam)


def test_solution_is_that_of_scikit_learn():
    run, _ = solved(data="three", share=0.4)
    alpha = run.problem.lam / run.problem.t.size
    peer = PeerLasso(alpha=alpha, fit_intercept=False, tol=1e-14, max_iter=100_000)
    peer.fit(run.problem.X, run.problem.t)
    assert run.result.x == pytest.approx(peer.coef_, abs=1e-6)
    assert run.trace.snapshots["w"][1] != pytest.approx(peer.coef_, abs=1e-2)


def test_axes_hold_the_walk_and_arrays_are_small(scene, view):
    ranges = np.array([a.range for a in panel(scene, "weights").axes()])
    for w in (view.w, view.x):
        assert np.all((w >= ranges[:, 0]) & (w <= ranges[:, 1]))
    low, high = panel(scene, "products").y.range
    assert np.all((view.products > low) & (view.products < high))
    _, arrays = pack(scene)
    assert sum(map(len, arrays.moving.values())) <= 20_000
