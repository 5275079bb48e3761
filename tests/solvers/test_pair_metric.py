"""ITML: its certificate, and the coordinate descent that solves it."""

import numpy as np
import pytest

from solvers import SOLVERS, InformationTheoreticMetric, solve_dual_cd


def random_pairs(n, m, gamma, seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m + 4, m))
    y = np.where(np.arange(n) % 3 == 0, -1.0, 1.0)
    V, b = rng.normal(size=(n, m)), rng.uniform(0.5, 2.0, n)
    return InformationTheoreticMetric(V, y, b, A.T @ A / m, gamma)


def test_itml_dual_cd_bound_rises_and_steps_are_exact():
    """Exact steps of coordinate ascent never lower the dual value, and each has a metric."""
    problem = random_pairs(9, 3, 1.0, seed=2)
    result = solve_dual_cd(problem, steps="updates", order="cyclic", tol=1e-9)
    trace = result.trace
    assert np.all(np.isfinite(trace.objective)) and trace.bound[0] == 0.0
    assert np.all(np.diff(trace.bound) >= -1e-12 * trace.bound.max())
    for row in np.flatnonzero(trace.snapshots["new"] > 0.0)[:20]:
        i, M = trace.snapshots["index"][row], trace.snapshots["M"][row]
        lam, v = trace.snapshots["lam"][row], problem.V[i]
        xi = problem.b[i] / (1.0 - problem.y[i] * lam[i] * problem.b[i] / problem.gamma)
        assert v @ M @ v == pytest.approx(xi, rel=1e-9)  # stationary in lam_i
        np.testing.assert_allclose(np.linalg.inv(M), problem.bracket(lam), atol=1e-9)


def test_itml_multipliers_of_the_solution_are_its_dual_point():
    problem = random_pairs(12, 3, 1.0, seed=3)
    result = solve_dual_cd(problem, tol=1e-13)
    np.testing.assert_allclose(problem.multipliers(result.x), result.dual["lam"], atol=1e-5)
    assert problem.certify(result.x).holds(1e-6)
    again = solve_dual_cd(problem, x0=result, tol=1e-10)
    assert again.trace.iteration[-1] == 0
    near = solve_dual_cd(problem, x0=np.array(result.x), tol=1e-6)
    assert near.trace.iteration[-1] == 0


@pytest.mark.parametrize("record_every", [0, 1])
def test_itml_of_data_far_from_the_prior_converges(record_every):
    y = np.where(np.arange(25) % 3 == 0, -1.0, 1.0)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        V, b = 1e7 * rng.normal(size=(25, 1)), 10.0 ** rng.uniform(-4.0, 4.0, 25)
        problem = InformationTheoreticMetric(V, y, b, None, 10.0)
        result = solve_dual_cd(problem, record_every=record_every, max_iter=5000)
        assert result.status == "converged", result


def test_itml_without_pairs_is_the_prior():
    K = np.diag([2.0, 4.0])
    problem = InformationTheoreticMetric(np.zeros((0, 2)), [], prior_inverse=K)
    for solve in SOLVERS[InformationTheoreticMetric].values():
        np.testing.assert_allclose(solve(problem).x, np.linalg.inv(K), atol=1e-15)


@pytest.mark.parametrize("length", 10.0 ** np.arange(-60.0, 1.0, 4.0))
def test_itml_pair_far_nearer_than_its_bound_costs_its_logarithm(length):
    """One pair in one dimension, v = `length`: the value at M is M - log M - 1 and that of xi."""
    problem = InformationTheoreticMetric([[length]], [-1], 1.0)
    result = solve_dual_cd(problem)
    assert result.status == "converged"
    for M in (1.0, 2.0):
        ratio = min(M * length**2, 1.0)
        value = (M - np.log(M) - 1.0) + (ratio - np.log(ratio) - 1.0)
        certificate = problem.certify([[M]], **result.dual)
        assert certificate.objective == pytest.approx(value, rel=1e-12, abs=1e-13)
        assert certificate.gap >= -1e-12 * certificate.scale
