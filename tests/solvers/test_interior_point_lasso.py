"""Interior points for the lasso: few iterations, exact zeros at the end, certified records."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from seeded import random_lasso

from solvers import Lasso, lars_path, solve_lars, solve_lasso_interior_point

METHODS = ["mehrotra", "barrier"]


def degenerate(seed, share):
    """Small integers with copies, zero columns and sums."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (rng.integers(2, 10), rng.integers(3, 20))).astype(float)
    X[:, 0], X[:, -1] = X[:, 1] + X[:, 2], rng.choice([0.0, 1.0, -1.0]) * X[:, 1]
    t = rng.integers(-4, 5, len(X)).astype(float)
    return Lasso(X, t, share * max(np.abs(X.T @ t).max(), 1.0))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "n, d, share", [(40, 12, 0.1), (15, 40, 0.05), (20, 8, 0.7), (60, 30, 0.001)]
)
def test_lasso_interior_point_agrees_with_lars(n, d, share, method):
    problem = random_lasso(n, d, share, seed=n)
    result = solve_lasso_interior_point(problem, tol=1e-11, method=method)
    assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(1e-11)
    assert not problem.certify(1.001 * result.x + 1e-3).holds(1e-8)
    exact = solve_lars(problem, tol=1e-14).x
    assert np.array_equal(result.x != 0.0, exact != 0.0)
    assert np.allclose(result.x, exact, rtol=0, atol=1e-9)


def test_lasso_interior_point_degenerate_designs_take_few_steps():
    iterations = []
    for seed in range(60):
        for share in (0.5, 0.03):
            problem = degenerate(seed, share)
            result = solve_lasso_interior_point(problem, tol=1e-10)
            assert result.status == "converged" and result.certificate.holds(1e-10)
            iterations.append(result.trace.iteration[-1])
    assert np.median(iterations) <= 8 and max(iterations) <= 14


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("share", [1.0, 1.5, 10.0])
def test_lasso_interior_point_beyond_lam_max_is_zero(share, method):
    problem = random_lasso(12, 5, share, seed=1)
    result = solve_lasso_interior_point(problem, x0=np.ones(5), method=method)
    assert result.trace.gap[0] > 0.0
    assert result.status == "converged" and not result.x.any() and result.certificate.gap == 0.0


def test_lasso_interior_point_crosses_over_where_no_worse():
    retained = refused = 0
    for seed in range(40):
        problem = random_lasso(20, 30, 0.02, seed)
        trace = solve_lasso_interior_point(problem, tol=1e-3).trace
        own = np.array([problem.certify(w).gap for w in trace.snapshots["w"]])
        crossed = trace.snapshots["crossed"]
        assert np.all(trace.objective - trace.bound <= own * (1 + 1e-9))
        retained += crossed.sum()
        refused += np.sum(~crossed & (own < 0.1 * problem.at_zero))
    assert retained > 10 and refused > 10


@pytest.mark.parametrize("method", METHODS)
def test_lasso_interior_point_that_loses_its_digits_crosses_over(method):
    """With lam so small the bound is lost to rounding, but mostly not which columns are in use."""
    converged = 0
    for seed in range(10):
        X = np.random.default_rng(seed).normal(size=(6, 24))
        problem = Lasso(X, X[:, 0] + X[:, 1], 1e-6)
        result = solve_lasso_interior_point(problem, tol=1e-7, max_iter=300, method=method)
        converged += result.status == "converged"
    assert converged >= 6


def test_lasso_barrier_takes_more_steps_than_mehrotra():
    problem = random_lasso(30, 10, 0.1, seed=2)
    runs = [solve_lasso_interior_point(problem, tol=1e-8, method=m) for m in METHODS]
    assert runs[1].trace.iteration[-1] > 1.5 * runs[0].trace.iteration[-1]


@pytest.mark.parametrize("method", METHODS)
def test_lasso_interior_point_snapshots_are_consistent(method):
    problem = random_lasso(30, 10, 0.3, seed=3)
    result = solve_lasso_interior_point(problem, tol=1e-9, method=method)
    trace, s = result.trace, result.trace.snapshots
    T = len(trace)
    for name in ("w", "u", "v", "p", "q"):
        assert s[name].shape == (T, 10)
    for name in ("u", "v", "p", "q"):
        assert s[name].min() > 0.0
    assert np.allclose(s["w"], s["u"] - s["v"]) and np.array_equal(trace.work, trace.iteration)
    products = (s["u"] * s["p"] + s["v"] * s["q"]).mean(axis=1) / 2
    assert np.allclose(s["mu"], products) and s["mu"][-1] < 1e-3 * s["mu"][0]
    assert np.isnan(s["sigma"][0]) and np.isnan(s["step"][0])
    assert np.all((s["sigma"][1:] > 0) & (s["sigma"][1:] <= 1))
    assert np.all((s["step"][1:] > 0) & (s["step"][1:] <= 1))
    assert s["crossed"][-1] and not s["crossed"][0]
    # Before the crossover the certified point is w itself.
    first = problem.certify(s["w"][1])
    assert trace.objective[1] == first.objective
    assert problem.certify(s["w"][-1]).gap >= result.certificate.gap
    assert np.all(s["w"][-1] != 0.0) and 0 < np.count_nonzero(result.x) < 10


def test_lasso_barrier_objective_falls_within_each_weight():
    """Within one weight the barrier's objective falls at every step (damped Newton)."""
    problem = random_lasso(20, 6, 0.1, seed=4)
    s = solve_lasso_interior_point(problem, tol=1e-6, method="barrier").trace.snapshots
    for k in range(1, len(s["mu"])):
        weight = s["mu"][k - 1]

        def value(j, weight=weight):
            r = problem.t - problem.X @ s["w"][j]
            x = np.r_[s["u"][j], s["v"][j]]
            return 0.5 * r @ r + problem.lam * x.sum() - weight * np.log(x).sum()

        assert value(k) <= value(k - 1) + 1e-12 * abs(value(k))


@pytest.mark.parametrize("shape", [(4, 0), (0, 3), (4, 3)])
@pytest.mark.parametrize("method", METHODS)
def test_lasso_interior_point_of_zero_columns_is_zero(shape, method):
    result = solve_lasso_interior_point(
        Lasso(np.zeros(shape), np.ones(shape[0]), 1.0), method=method
    )
    assert result.status == "converged" and not result.x.any() and result.x.shape == shape[1:]


@st.composite
def lassos(draw):
    n, d = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    entry = st.integers(-2, 2).map(float)
    X = draw(arrays(np.float64, (n, d), elements=entry))
    t = draw(arrays(np.float64, n, elements=entry))
    lam = draw(st.sampled_from([0.01, 0.3, 1.0, 2.0])) * max(np.abs(X.T @ t).max(), 1.0)
    return Lasso(X, t, lam)


@settings(max_examples=60)
@given(lassos(), st.sampled_from(METHODS))
def test_lasso_interior_point_converges_to_the_fit_of_the_path(problem, method):
    result = solve_lasso_interior_point(problem, tol=1e-8, method=method)
    assert result.status == "converged" and result.certificate.holds(1e-8)
    assert result.trace.gap.min() >= -1e-9 * problem.at_zero
    fit = problem.X @ lars_path(problem.X, problem.t, problem.lam).at(problem.lam)
    slack = np.sqrt(2e-8 * problem.at_zero) + 1e-12
    assert np.linalg.norm(problem.X @ result.x - fit) <= 2 * slack


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [0.0, 1e-100, 1.0])
def test_lasso_interior_point_with_vanishing_products_ends(method, size):
    problem = Lasso(np.eye(2), [size, 0.0], 1.0)
    result = solve_lasso_interior_point(problem, x0=np.ones(2), max_iter=3000, method=method, tol=0)
    assert result.status in ("stalled", "converged")
    assert result.certificate.gap < 1e-9


@pytest.mark.parametrize("method", ["mehrotra", "barrier"])
@pytest.mark.parametrize("seed", [2, 5, 17, 38])
def test_lasso_interior_point_without_tolerance_stops_at_rounding(seed, method):
    """It neither goes on until the budget is spent nor takes its lost digits for divergence."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(3, 40)), int(rng.integers(1, 30))
    X, t = rng.normal(size=(n, d)), rng.normal(size=n)
    for share in (0.5, 0.1, 1e-3):
        problem = Lasso(X, t, share * np.abs(X.T @ t).max())
        result = solve_lasso_interior_point(problem, tol=0.0, method=method)
        assert result.status in ("stalled", "converged")
        assert result.certificate.relative_gap < 1e-8
