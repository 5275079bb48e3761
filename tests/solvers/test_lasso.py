"""The lasso as data, and its proof of optimality."""

import dataclasses
import warnings

import numpy as np
import pytest

from solvers import (
    InputError,
    Lasso,
    solve_coordinate_descent,
    solve_proximal_gradient,
    solve_subgradient,
)
from solvers.problems.columns import top_eigenvalue

A = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, -1, 1]])
T = np.array([3.0, -1, 1, 4])
C = np.array([[1.0, 0, 1], [0, 1, 1], [0, 0, 1], [0, 0, 0]])


def random_lasso(n, d, lam, seed):
    rng = np.random.default_rng(seed)
    return Lasso(rng.standard_normal((n, d)), rng.standard_normal(n), lam)


@pytest.mark.parametrize(
    "lam, objective, w",
    [
        (12.0, 13.5, (0, 0, 0)),
        (10.0, 13.16666667, None),
        (4.0, 8.16666667, None),
        (3.0, None, (1.5, 0, 0)),
        (22 / 9, None, (14 / 9, 0, 1 / 18)),
        (5 / 3, None, (1.55555556, -0.25925926, 0.18518519)),
        (1.0, 3.03703704, (1.55555556, -0.48148148, 0.29629630)),
        (0.25, 1.14641204, None),
        (0.0, None, (14 / 9, -22 / 27, 25 / 54)),
    ],
)
def test_check_values_of_problem_a(lam, objective, w):
    problem = Lasso(A, T, lam)
    result = solve_coordinate_descent(problem, tol=1e-13)
    assert result.status == "converged"
    assert objective is None or abs(result.certificate.objective - objective) < 5e-9
    assert w is None or np.allclose(result.x, w, atol=2e-6)
    assert not problem.certify(result.x + 0.01).holds(1e-6)


def test_lam_max_of_the_check_problems():
    assert Lasso(A, T, 1.0).lam_max == 12.0
    assert Lasso(C, [2.0, 2, 1, 1], 1.0).lam_max == 5.0


@pytest.mark.parametrize("lam, w", [(5.0, (0, 0, 0)), (0.5, (0, 0, 1.5)), (0.0, (1, 1, 1))])
def test_check_values_of_problem_c(lam, w):
    result = solve_coordinate_descent(Lasso(C, [2.0, 2, 1, 1], lam), tol=1e-14)
    assert result.status == "converged" and np.allclose(result.x, w, atol=1e-6)


def test_the_certificate_by_its_definition():
    problem = random_lasso(8, 5, 0.7, seed=1)
    w, theta = np.array([0.2, 0, -1, 0, 0.5]), np.arange(8.0)
    c = problem.certify(w, theta)
    r = problem.t - problem.X @ w
    assert c.objective == pytest.approx(0.5 * r @ r + 0.7 * np.abs(w).sum(), rel=1e-14)
    assert c.scale == pytest.approx(0.5 * problem.t @ problem.t, rel=1e-14)
    # The bound is the best dual value on the feasible stretch of the line through theta.
    kappa = np.linspace(-1, 1, 20001) * 0.7 / np.abs(problem.X.T @ theta).max()
    dual = kappa * (theta @ problem.t) - 0.5 * kappa**2 * (theta @ theta)
    assert c.bound == pytest.approx(dual.max(), rel=1e-6) and c.bound >= dual.max() - 1e-12
    assert problem.certify(w) == problem.certify(w, r)


def test_no_dual_vector_gives_a_bound_above_the_optimum():
    problem = random_lasso(12, 6, 0.9, seed=2)
    best = solve_coordinate_descent(problem, tol=1e-14).certificate.objective
    rng = np.random.default_rng(3)
    for scale in (1e-8, 1.0, 1e8):
        for _ in range(50):
            c = problem.certify(rng.standard_normal(6), scale * rng.standard_normal(12))
            assert c.bound <= best * (1 + 1e-12) <= c.objective * (1 + 1e-12)


def test_the_certificate_can_fail():
    problem = random_lasso(40, 12, 3.0, seed=4)
    result = solve_coordinate_descent(problem, tol=1e-12)
    assert problem.certify(result.x).holds(1e-10)
    for d in range(12):
        moved = result.x.copy()
        moved[d] += 0.01
        assert not problem.certify(moved).holds(1e-6)
    assert not problem.certify(result.x, problem.t).holds(1e-6)


def test_lam_zero_is_certified_by_the_least_squares_residual():
    for n, d in ((20, 5), (5, 20), (6, 6)):
        problem = random_lasso(n, d, 0.0, seed=n)
        w, *_ = np.linalg.lstsq(problem.X, problem.t, rcond=None)
        assert problem.certify(w).holds(1e-12)
        assert not problem.certify(w + 0.01).holds(1e-6)
        assert problem.certify(0 * w).bound == problem.certify(w, problem.t).bound


@pytest.mark.parametrize("seed", range(40))
def test_lam_zero_rounding_of_an_exact_fit_bounds_nothing(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(1, 9, 2)
    X, w = rng.standard_normal((n, d)), rng.standard_normal(d)
    t = rng.standard_normal(n) if d >= n else X @ w
    assert Lasso(X, t, 0.0).certify(np.zeros(d)).bound <= 1e-25 * (t @ t)


def test_lam_zero_with_dependent_columns():
    X = np.random.default_rng(0).standard_normal((15, 3))
    problem = Lasso(np.hstack([X, X[:, :1], np.zeros((15, 1))]), np.arange(15.0), 0.0)
    w, *_ = np.linalg.lstsq(problem.X, problem.t, rcond=None)
    assert problem.certify(w).holds(1e-12) and not problem.certify(0 * w).holds(1e-3)


def test_a_point_that_is_not_finite_is_judged_without_a_warning():
    problem = random_lasso(5, 3, 0.5, seed=5)
    for bad in (np.nan, np.inf, 1e200):
        c = problem.certify(np.array([bad, 0.0, 0.0]))
        assert c.objective == np.inf and not c.holds(1e9)
    assert problem.certify(np.zeros(3), np.full(5, np.nan)).bound == -np.inf


def test_shapes_of_certify_are_checked():
    problem = random_lasso(5, 3, 0.5, seed=5)
    with pytest.raises(InputError, match=r"w must have shape \(3,\), got \(4,\)"):
        problem.certify(np.zeros(4))
    with pytest.raises(InputError, match=r"theta must have shape \(5,\), got \(3,\)"):
        problem.certify(np.zeros(3), np.zeros(3))


@pytest.mark.parametrize("size", [(7, 4), (4, 7), (300, 40)])
def test_fit_of_a_sparse_point_and_parts(size):
    problem = random_lasso(*size, 0.5, seed=6)
    w = np.zeros(size[1])
    for support in (0, 1, size[1]):
        w[:support] = 1.5
        assert np.allclose(problem.fit(w), problem.X @ w, atol=1e-12)
    fit = problem.X @ w
    assert problem.loss(fit) == pytest.approx(0.5 * np.sum((problem.t - fit) ** 2))
    assert problem.penalty(w) == pytest.approx(0.5 * 1.5 * size[1])
    assert np.array_equal(problem.prox(w, 2.0), w - 1.0)


@pytest.mark.parametrize("size", [(9, 4), (4, 9), (1, 3), (3, 1)])
def test_lipschitz_constant(size):
    problem = random_lasso(*size, 0.5, seed=7)
    assert problem.lipschitz() == pytest.approx(np.linalg.norm(problem.X, 2) ** 2)
    assert top_eigenvalue(np.zeros((3, 2))) == 0.0 == top_eigenvalue(np.zeros((3, 0)))


def test_the_problem_is_frozen_and_independent_of_the_callers_arrays():
    X, t = A.copy(), T.copy()
    problem = Lasso(X, t, 1)
    before = problem.certify(np.ones(3))
    X[:] = 0.0
    t[:] = 0.0
    assert problem.certify(np.ones(3)) == before and problem.lam == 1.0
    with pytest.raises(ValueError):
        problem.X[0, 0] = 5.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        problem.lam = 2.0
    assert Lasso(problem.X, problem.t, 2.0).X is problem.X


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((A, T, -1.0), "lam must be at least 0, got -1.0."),
        ((A, T, np.nan), "lam must be finite"),
        ((A, T, "1"), "lam must be a number"),
        ((A, T[:3], 1.0), "t must have as many rows as X, got 3 for 4."),
        ((T, T, 1.0), r"X must have 2 axes, got shape \(4,\)"),
        ((A, A, 1.0), "t must have 1 axes"),
        ((np.where(A == 2, np.nan, A), T, 1.0), r"X must be finite, got nan at \(0, 2\)"),
        ((A, np.where(T == 4, np.inf, T), 1.0), "t must be finite, got inf at 3"),
        (
            (1e200 * A, T, 1.0),
            "X must be small enough for a finite sum of squares, got .* 2e\\+200",
        ),
    ],
)
def test_bad_data(arguments, message):
    with pytest.raises(InputError, match=message):
        Lasso(*arguments)


@pytest.mark.parametrize("solve", [solve_coordinate_descent, solve_proximal_gradient])
def test_problems_without_columns_or_rows(solve):
    for shape in ((4, 0), (0, 3), (0, 0)):
        for lam in (0.0, 1.0):
            result = solve(Lasso(np.zeros(shape), np.ones(shape[0]), lam))
            assert result.status == "converged" and not result.x.any()
            assert result.certificate.gap == 0.0 and result.x.shape == (shape[1],)


def test_a_target_whose_square_underflows_is_refused():
    """Its objective would be 0 at every point, and every point would be proved optimal."""
    with pytest.raises(InputError, match="t must be zero or large enough for its sum of squares"):
        Lasso(np.eye(2), [1e-200, 2e-200], lam=1e-201)
    problem = Lasso(np.eye(2), [1e-140, 2e-140], lam=1e-141)
    assert np.allclose(solve_coordinate_descent(problem).x / 1e-140, [0.9, 1.9])
    assert solve_coordinate_descent(Lasso(np.eye(2), [0.0, 0.0], lam=1.0)).status == "converged"


@pytest.mark.parametrize(
    "solve", [solve_coordinate_descent, solve_proximal_gradient, solve_subgradient]
)
def test_a_start_beyond_all_numbers_neither_warns_nor_converges(solve):
    problem = Lasso(np.ones((3, 2)), np.ones(3), lam=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = solve(problem, x0=[1e300, 1e300], max_iter=20)
    assert result.status == "converged" or not result.certificate.holds(1e-6)
    assert result.trace.gap[0] == np.inf


def test_what_overflows_proves_nothing():
    problem = random_lasso(6, 3, 0.3, seed=0)
    assert problem.certify(np.full(3, 1e200), np.ones(6)).objective == np.inf
    for theta in (np.full(6, np.nan), np.full(6, 1e200), np.full(6, np.inf)):
        assert problem.certify(np.ones(3), theta).bound == -np.inf
