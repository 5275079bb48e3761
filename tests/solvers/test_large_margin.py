"""LMNN: its certificate, its builder, and the ADMM that solves it."""

import numpy as np
import pytest

from solvers import (
    LargeMarginMetric,
    TripletMetric,
    lmnn_problem,
    sample_triplets,
    solve_large_margin_admm,
    solve_triplet_interior_point,
)


def random_margins(n, m, ridge, seed, C=0.7):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m + 4, m))
    far, near = 1.5 * rng.normal(size=(n, m)), rng.normal(size=(n, m))
    return LargeMarginMetric(far, near, A.T @ A, C, ridge)


def test_lmnn_shrunk_multipliers_are_the_largest_feasible():
    problem = random_margins(12, 3, 0.0, seed=1)
    alpha = np.full(12, problem.C)
    share = problem.bound(alpha, 1.0) / alpha.sum()
    assert 0.0 < share < 1.0
    low = np.linalg.eigvalsh(problem.T - share * problem.scatter(alpha))[0]
    assert 0.0 <= low < 1e-12 * np.linalg.norm(problem.T) + 1e-10


@pytest.mark.parametrize("ridge", [0.0, 1e-9, 0.2, 1e3])
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e9])
def test_lmnn_feasible_multipliers_are_those_of_the_bound(ridge, size):
    """Within their box, and with the certificate's bound by the formula of the dual at them."""
    problem = random_margins(12, 3, ridge, seed=2)
    given = size * np.random.default_rng(2).normal(size=12)
    alpha = problem.feasible(given)
    assert np.all(alpha >= 0.0) and np.all(alpha <= problem.C)
    slack = np.linalg.eigvalsh(problem.T - problem.scatter(alpha))
    broken = np.sum(np.minimum(slack, 0.0) ** 2)
    smooth = alpha.sum() - broken / (2.0 * ridge) if ridge else -np.inf
    strict = alpha.sum() if slack[0] >= -1e-9 * slack[-1] else -np.inf
    bound = problem.certify(np.eye(3), given).bound
    assert max(smooth, strict) == pytest.approx(bound, rel=1e-8)
    assert problem.certify(np.eye(3), alpha).bound == pytest.approx(bound, rel=1e-8)
    if size <= 1e-3:  # they need no repair
        assert np.allclose(alpha, np.maximum(given, 0.0), rtol=1e-12, atol=0.0)


def test_lmnn_with_ridge_alone_is_at_most_the_diagonal_metric():
    """On diagonal matrices the objective is that of `TripletMetric`; the full one is no higher."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 3)), np.repeat([0, 1], 10)
    X[y == 1] += 1.0
    triplets = sample_triplets(y, 30, seed=1)
    diagonal = TripletMetric.from_triplets(X, triplets, C=0.2)
    full = LargeMarginMetric.from_triplets(X, triplets, C=0.2)
    w = solve_triplet_interior_point(diagonal, tol=1e-10)
    there = full.certify(np.diag(w.x))
    assert there.objective == pytest.approx(w.certificate.objective, rel=1e-9)
    found = solve_large_margin_admm(full, tol=1e-9, record_every=0)
    assert found.status == "converged"
    assert found.certificate.objective < there.objective - 1e-3


def test_lmnn_problem_follows_its_definition():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(9, 2)), np.array(list("aaaabbbbb"))
    problem = lmnn_problem(X, y, k=2, mu=0.4)
    T, far = np.zeros((2, 2)), 0
    for i in range(9):
        mine = [j for j in range(9) if j != i and y[j] == y[i]]
        for j in sorted(mine, key=lambda j: np.sum((X[i] - X[j]) ** 2))[:2]:
            T += np.outer(X[i] - X[j], X[i] - X[j])
            far += np.sum(y != y[i])
    np.testing.assert_allclose(problem.T, 0.6 * T)
    assert problem.C == 0.4 and problem.far.shape == (far, 2) and problem.ridge == 0.0
    raised = lmnn_problem(X, y, k=2, mu=0.4, ridge=0.1)
    np.testing.assert_allclose(raised.T, 0.6 * (T + 0.05 * np.trace(T) * np.eye(2)))


def test_lmnn_admm_warm_start_is_at_the_answer():
    problem = random_margins(15, 3, 0.0, seed=5)
    first = solve_large_margin_admm(problem, tol=1e-9, record_every=0)
    assert solve_large_margin_admm(problem, x0=first, tol=1e-8).trace.iteration[-1] == 0
    there = solve_large_margin_admm(problem, x0=np.array(first.x), tol=1e-6, max_iter=0)
    np.testing.assert_allclose(there.x, first.x, rtol=1e-9, atol=1e-12)
    fixed = solve_large_margin_admm(problem, rho=0.5, tol=1e-5, record_every=0)
    assert fixed.status == "converged" and fixed.trace.snapshots["rho"][-1] == 0.5
