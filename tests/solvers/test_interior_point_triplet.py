"""The interior-point companion: few iterations whatever the conditioning, and its records."""

import numpy as np
import pytest

from solvers import TripletMetric, solve_dual_cd, solve_triplet_interior_point


def ill_conditioned(n, m, C, seed, nonnegative=True):
    rng = np.random.default_rng(seed)
    A = rng.uniform(size=(m, m))
    X = rng.uniform(size=(n, 3, m)) @ A
    Z = (X[:, 0] - X[:, 2]) ** 2 - (X[:, 0] - X[:, 1]) ** 2
    return TripletMetric(Z, (A.T @ A) ** 2, C, nonnegative)


@pytest.mark.parametrize("C", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("n, m", [(30, 5), (200, 20), (10, 15)])
@pytest.mark.parametrize("nonnegative", [True, False])
def test_few_iterations_whatever_the_conditioning(n, m, C, nonnegative):
    problem = ill_conditioned(n, m, C, seed=n, nonnegative=nonnegative)
    result = solve_triplet_interior_point(problem, tol=1e-8)
    assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(1e-8)
    assert result.trace.iteration[-1] <= 14
    assert not problem.certify(result.x * 1.1 + 0.01, **result.dual).holds(1e-8)


def test_finishes_where_coordinate_descent_stalls():
    problem = ill_conditioned(200, 20, 1.0, seed=0)
    stalled = solve_dual_cd(problem, max_iter=300, record_every=0)
    assert stalled.status == "max_iter"
    finished = solve_triplet_interior_point(problem, x0=stalled)
    assert finished.status == "converged"
    assert finished.trace.gap[0] == pytest.approx(stalled.certificate.gap, rel=1e-9)


def test_records():
    problem = ill_conditioned(40, 6, 1.0, seed=1)
    trace = solve_triplet_interior_point(problem, tol=1e-9).trace
    s, T = trace.snapshots, len(trace)
    assert s["w"].shape == s["t"].shape == (T, 6) and s["lam"].shape == (T, 40)
    assert np.isnan(s["sigma"][0]) and np.isnan(s["step"][0])
    assert np.all((s["sigma"][1:] >= 0) & (s["sigma"][1:] <= 1))
    assert np.all((s["step"][1:] > 0) & (s["step"][1:] <= 1))
    assert s["mu"][-1] < 1e-6 * s["mu"][0]
    assert s["w"].min() > 0 and s["t"].min() > 0
    assert s["lam"].min() > 0 and s["lam"].max() < problem.C
    assert np.array_equal(trace.work, trace.iteration)


def test_free_w_has_no_t():
    problem = ill_conditioned(40, 6, 1.0, seed=1, nonnegative=False)
    result = solve_triplet_interior_point(problem, tol=1e-9)
    assert not result.trace.snapshots["t"].any() and result.x.min() < 0.0


def test_badly_scaled_features():
    rng = np.random.default_rng(0)
    problem = TripletMetric(rng.standard_normal((30, 4)) * [1, 1e-4, 1e4, 1], None, 1.0)
    assert solve_triplet_interior_point(problem).status == "converged"


def test_the_last_digit():
    problem = ill_conditioned(40, 6, 1.0, seed=1)
    result = solve_triplet_interior_point(problem, tol=0.0)
    assert result.status in ("stalled", "converged", "max_iter")
    assert result.certificate.relative_gap <= 1e-12


@pytest.mark.parametrize("nonnegative", [True, False])
@pytest.mark.parametrize("n, m", [(40, 6), (6, 15)])
def test_an_unrecorded_run_walks_the_recorded_path(n, m, nonnegative):
    problem = ill_conditioned(n, m, 1.0, seed=1, nonnegative=nonnegative)
    for x0 in (None, np.full(m, 0.1)):
        for tol in (1e-3, 1e-9):
            shown = solve_triplet_interior_point(problem, x0=x0, tol=tol)
            fast = solve_triplet_interior_point(problem, x0=x0, tol=tol, record_every=0)
            assert fast.status == "converged" and problem.certify(fast.x, **fast.dual).holds(tol)
            assert fast.trace.iteration.tolist() == [0, shown.trace.iteration[-1]]
            assert fast.x == pytest.approx(shown.x, rel=1e-6, abs=1e-9)
            ours, theirs = fast.trace.snapshots, shown.trace.snapshots
            for name in ("mu", "sigma", "step"):
                assert ours[name][-1] == pytest.approx(theirs[name][-1], rel=1e-4), name


def test_an_unrecorded_run_ends_where_the_numbers_do():
    problem = ill_conditioned(40, 6, 1.0, seed=1)
    result = solve_triplet_interior_point(problem, tol=0.0, record_every=0)
    assert result.status in ("stalled", "converged", "max_iter")
    assert result.certificate.relative_gap <= 1e-12
    assert solve_triplet_interior_point(problem, max_iter=3, record_every=0).status == "max_iter"
