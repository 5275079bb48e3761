"""SMO: the pair it picks, the step it takes, its cache, its memory, its precision."""

import numpy as np
import pytest
from seeded import clouds
from sklearn.svm import SVC

from solvers import (
    Gaussian,
    KernelSVM,
    Linear,
    Options,
    Polynomial,
    shrinking,
    smo,
    solve_mehrotra,
    solve_smo,
)


def problem_of(n, C=1.0, seed=0, b=0.0):
    return KernelSVM(*clouds(n, 3, seed), Gaussian(0.3), C, b)


def best_pair(problem, x):
    """Working set selection 2 of Fan, Chen, Lin, by looking at every pair: (the pairs that are the
    best up to rounding, the violation)."""
    y, K = problem.y, problem.gram()
    f = -y * (problem.product(x) - 1.0)
    up = np.where(y > 0, x < problem.C, x > 0)
    low = np.where(y > 0, x > 0, x < problem.C)
    best = set()
    for i in np.flatnonzero(up & (f >= f[up].max() - 1e-14)):  # two that were a pair tie
        gains = {
            j: (f[i] - f[j]) ** 2 / (K[i, i] + K[j, j] - 2 * K[i, j])
            for j in np.flatnonzero(low & (f < f[i]))
        }
        best.add((i, max(gains, key=gains.get)))
    return best, f[up].max() - f[low].min()


def test_smo_update_minimises_the_best_pair_exactly():
    problem = problem_of(15, C=2.0)
    trace = solve_smo(problem, steps="updates", tol=1e-8).trace
    x, pairs = trace.snapshots["iterate"], trace.snapshots["pair"]
    assert len(trace) > 15 and np.array_equal(trace.work, 2 * trace.iteration)
    for k in range(1, len(trace)):
        before, after = x[k - 1], x[k]
        best, violation = best_pair(problem, before)
        i, j = pairs[k]
        assert (i, j) in best
        assert trace.snapshots["violation"][k - 1] == pytest.approx(violation, abs=1e-12)
        assert np.array_equal(np.flatnonzero(before != after), np.sort([i, j]))
        assert np.array_equal(trace.snapshots["old"][k], before[[i, j]])
        assert np.array_equal(trace.snapshots["new"][k], after[[i, j]])
        at_bound = np.isin(after[[i, j]], (0.0, problem.C)).any()
        slope = problem.y * (problem.product(after) - 1.0)
        assert at_bound or slope[i] == pytest.approx(slope[j], abs=1e-10)
    assert np.all(np.diff(trace.objective) < 0.0)


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(0.3, 3, 1.0), Gaussian(0.3)], ids=repr)
def test_smo_cache_of_few_columns_changes_nothing(kernel):
    problem = KernelSVM(*clouds(60, 3), kernel, 3.0)
    large = solve_smo(problem, tol=1e-7, record_every=0)
    for megabytes in (1e-9, 60 * 8 * 7 / 2**20):  # two columns; seven
        small = solve_smo(problem, tol=1e-7, record_every=0, cache_mb=megabytes)
        assert np.array_equal(small.x, large.x) and small.status == "converged"
        assert np.array_equal(small.trace.iteration, large.trace.iteration)


def test_smo_reaches_gaps_beyond_single_precision():
    problem = problem_of(100, C=1e3)
    exact = solve_smo(problem, tol=1e-10, record_every=0)
    assert exact.status == "converged" and problem.certify(exact.x).holds(1e-10)
    peer = SVC(C=1e3, gamma=0.3, tol=1e-10).fit(problem.X, problem.y)
    theirs = np.zeros(100)
    theirs[peer.support_] = np.abs(peer.dual_coef_[0])
    assert 1e-9 < problem.certify(theirs).relative_gap < 1e-3


@pytest.mark.parametrize("b", [-5.0, 0.3, 11.0])
def test_smo_with_any_right_hand_side_converges(b):
    problem = problem_of(30, C=2.0, b=b)
    result = solve_smo(problem, tol=1e-9)
    assert result.status == "converged"
    assert problem.y @ result.x == pytest.approx(b, abs=1e-12)
    value = solve_mehrotra(problem, tol=1e-10).certificate.objective
    assert result.certificate.objective == pytest.approx(value, rel=1e-8)


def test_smo_cache_takes_its_share_of_free_memory(monkeypatch):
    problem, slots = problem_of(60, 1.0), []

    def made(problem, options, cache_mb):
        slots.append(len(run(problem, options, cache_mb).all.cache.used))
        return run(problem, options, cache_mb)

    run = smo.WorkingSet
    monkeypatch.setattr(smo, "WorkingSet", made)
    for free in (2**40, 4 * 10 * 8 * 60, 0):
        monkeypatch.setattr(smo, "available_memory", lambda free=free: free)
        assert solve_smo(problem, tol=1e-8, record_every=0).status == "converged"
    assert slots == [60, 10, 2]  # all columns, a quarter of the memory, and what a step needs


def shrunk(monkeypatch, pause=30):
    """How many points are in play, noted at each change, in unrecorded runs."""
    sizes = []

    def noted(change):
        def call(run):
            change(run)
            sizes.append(run.active.x.size)

        return call

    monkeypatch.setattr(shrinking, "_PAUSE", pause)
    for name in ("shrink", "rejoin"):
        change = getattr(shrinking.WorkingSet, name)
        monkeypatch.setattr(shrinking.WorkingSet, name, noted(change))
    return sizes


@pytest.mark.parametrize("kernel", [Gaussian(0.5), Polynomial(0.5, 2, 1.0), Linear(), None])
@pytest.mark.parametrize("b", [0.0, 2.5])
def test_smo_shrunk_points_rejoin(monkeypatch, kernel, b):
    (X, y), sizes = clouds(300, 2), shrunk(monkeypatch)
    problem = KernelSVM(X, y, kernel or Gaussian(0.5), 1.0, b)
    if kernel is None:
        problem = KernelSVM.from_gram(problem.gram(), y, 1.0, b)
    result = solve_smo(problem, tol=1e-8, record_every=0)
    assert min(sizes) < 150 and sizes[-1] == 300  # proved with all of them in play
    assert result.status == "converged" and problem.certify(result.x).holds(1e-8)
    assert problem.y @ result.x == pytest.approx(b, abs=1e-10)
    shown = solve_smo(problem, tol=1e-8)
    assert result.trace.snapshots["s"][-1] == pytest.approx(
        shown.trace.snapshots["s"][-1], abs=1e-3
    )
    assert sizes[-1] == 300  # a recorded run leaves none out


def test_smo_wrongly_shrunk_points_rejoin(monkeypatch):
    sizes = shrunk(monkeypatch)
    monkeypatch.setattr(shrinking.Points, "movable", lambda points: np.arange(points.x.size // 3))
    problem = problem_of(120, C=2.0)
    result = solve_smo(problem, tol=1e-8, record_every=0)
    assert min(sizes) < 50 and sizes.count(120) > 1
    assert result.status == "converged" and problem.certify(result.x).holds(1e-8)


@pytest.mark.parametrize("b", [0.0, 2.5])
def test_smo_shrunk_points_leave_the_scale_known(b):
    """What points that are shrunk away add to it stays known, also when more follow."""
    problem = problem_of(60, C=2.0, b=b)
    run = shrinking.WorkingSet(problem, Options(max_iter=1, record_every=0), 1.0)
    smo._advance(run, 100)
    part = run.all
    for rows in (np.arange(40), np.arange(0, 40, 3)):
        part = part.some(rows)
        assert part.gap()[1] == pytest.approx(problem.certify(run.x).scale, rel=1e-9)


def test_smo_that_ends_shrunk_answers_for_all_points(monkeypatch):
    problem, sizes = problem_of(300, C=10.0), shrunk(monkeypatch)
    result = solve_smo(problem, tol=1e-12, max_iter=2, record_every=0)
    assert result.status == "max_iter" and sizes[-1] < 150
    assert result.certificate.infeasibility < 1e-10
    assert result.certificate.relative_gap < 0.01


def test_smo_of_many_steps_a_call_is_cancelled():
    problem = KernelSVM(*clouds(400, 2), Linear(), 1e4)
    result = solve_smo(problem, tol=1e-12, record_every=0, cancelled=lambda: True)
    assert result.status == "cancelled" and len(result.trace) == 1


def test_smo_meets_bounds_exactly():
    x = solve_smo(problem_of(80, C=0.5), tol=1e-9).x
    assert np.sum(x == 0.0) > 5 and np.sum(x == 0.5) > 5
    assert np.all((x == 0.0) | (x == 0.5) | ((x > 1e-9) & (x < 0.5 - 1e-9)))


@pytest.mark.parametrize(("kernel", "far"), [(Linear(), 1e9), (Polynomial(1.0, 2, 1.0), 1e5)])
def test_smo_one_far_point_leaves_the_others_their_steps(kernel, far):
    X, y = clouds(60, 2)
    X[1] = far
    result = solve_smo(KernelSVM(X, y, kernel), tol=1e-4, max_iter=50)
    assert result.status == "converged"
    wanted = solve_mehrotra(KernelSVM(X, y, kernel), tol=1e-6).certificate.objective
    assert result.certificate.objective == pytest.approx(wanted, rel=1e-4)
