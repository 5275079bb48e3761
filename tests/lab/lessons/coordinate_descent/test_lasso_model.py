"""The numbers of the lasso scene, without a picture: what the table of frames says is what the
problem says."""

import numpy as np
import pytest

import lab
from lab.lessons.coordinate_descent.lasso.model import (
    FAR,
    frames,
    level_ring,
    make_problem,
    solve,
    update_window,
)
from lab.lessons.coordinate_descent.lasso.picture import EXPERIMENT


@pytest.fixture(
    params=[
        {},
        {"dimension": 3, "order": "random", "seed": 4},
        {"clock": "work", "order": "greedy"},
        {"lam": 2.0, "start": "zero"},
    ],
    ids=["default", "space", "work", "at-the-answer"],
)
def f(request):
    return frames(lab.run(EXPERIMENT, **request.param))


def test_solve_starts_every_method_at_the_same_point():
    run = solve(EXPERIMENT.settings({}))
    assert list(run.results) == ["cd", "ista", "fista"]
    assert all(np.array_equal(t.snapshots["w"][0], FAR[:2]) for t in run.traces.values())
    assert run.result.certificate.holds(1e-6)
    assert not run.problem.certify(run.result.x + 0.01).holds(1e-6)


def test_frames_each_move_is_the_minimum_along_its_weight(f):
    problem = f.run.problem
    for k in np.flatnonzero(f.started):
        d, w = f.moving[k], f.w[k].copy()
        here = f.objective(w)
        assert w[d] == f.new[k]
        assert here == pytest.approx(
            0.5 * np.sum((problem.t - problem.X @ w) ** 2) + problem.lam * np.abs(w).sum()
        )
        for step in (-1e-3, 1e-3):
            w[d] = f.new[k] + step
            assert f.objective(w) > here


def test_frames_slope_is_the_correlation_with_the_weight_at_zero(f):
    problem = f.run.problem
    for frame in f:
        if not frame.started:
            continue
        w = frame.w.copy()
        w[frame.moving] = 0.0
        slope = problem.X[:, frame.moving] @ (problem.t - problem.X @ w)
        assert frame.slope == pytest.approx(slope, abs=1e-9)
        assert frame.size == abs(frame.slope)
        soft = np.sign(slope) * max(abs(slope) - problem.lam, 0.0) / frame.curvature
        assert frame.new == pytest.approx(soft, abs=1e-9)
        assert frame.stays == (abs(frame.new - frame.old) <= 1e-12)


def test_level_ring_is_where_the_objective_is_that_of_the_frame():
    f = frames(lab.run(EXPERIMENT, lam=0.4))
    directions = np.array([[1.0, 0.0], [0.6, -0.8], [-0.8, 0.6]])
    ring = level_ring(f, directions)
    levels = np.broadcast_to(f.objective(f.w)[:, None], ring.shape[:2])
    assert f.objective(ring) == pytest.approx(levels)
    assert np.abs(f.objective(ring + 0.05) - levels).max() > 1e-4


def test_update_window_holds_every_landing(f):
    x, height = update_window(f)
    landed = f.new[f.started]
    assert ((x[0] < landed) & (landed < x[-1])).all() and 0.0 in x and height > 0.0


def test_make_problem_is_remembered_for_what_it_does_not_read():
    settings = EXPERIMENT.settings({})
    same = make_problem(settings | {"order": "greedy", "start": "zero", "compare": ()})
    assert make_problem(settings) is same
    assert make_problem(settings | {"noise": 0.3}) is not same
    lighter = make_problem(settings | {"lam": 0.3})
    assert lighter is not same and np.array_equal(lighter.X, same.X) and lighter.lam == 0.3
