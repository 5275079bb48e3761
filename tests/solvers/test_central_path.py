"""Points on the central path of the lasso, against the dual barrier and the path's own proof."""

import numpy as np
import pytest
from scipy.optimize import minimize
from seeded import random_lasso

from solvers import CentralPath, InputError, Lasso, central_path, lars_path


def parts(problem, path):
    D = problem.X.shape[1]
    return path.x[:, :D], path.x[:, D:], path.s[:, :D], path.s[:, D:]


@pytest.mark.parametrize("n, d, share", [(20, 5, 0.2), (8, 20, 0.05), (12, 6, 2.0)])
def test_products_and_residuals(n, d, share):
    problem = random_lasso(n, d, share, seed=n)
    taus = problem.at_zero * np.logspace(1, -8, 19)
    path = central_path(problem, taus)
    u, v, p, q = parts(problem, path)
    assert isinstance(path, CentralPath) and path.x.min() > 0.0 < path.s.min()
    assert np.allclose(path.x * path.s, taus[:, None], rtol=1e-8)
    g = (u - v) @ problem.X.T @ problem.X - problem.t @ problem.X
    assert np.allclose(problem.lam + g, p, rtol=0, atol=1e-8 * problem.lam)
    assert np.allclose(problem.lam - g, q, rtol=0, atol=1e-8 * problem.lam)
    for tau, w in zip(taus, u - v, strict=True):
        gap = problem.certify(w).gap
        assert gap <= 2 * d * tau * (1 + 1e-9)
    assert gap < 1e-4 * problem.certify((u - v)[0]).gap or share > 1.0


def test_the_dual_barrier_agrees():
    """theta = t - X w maximises D(theta) + tau sum log(lam^2 - (x_d'theta)^2)."""
    problem, tau = random_lasso(6, 4, 0.3, seed=1), 0.05
    u, v, _, _ = (a[0] for a in parts(problem, central_path(problem, [tau])))

    def negative(theta):
        c = problem.X.T @ theta
        if np.abs(c).max() >= problem.lam:
            return np.inf
        value = theta @ problem.t - 0.5 * theta @ theta
        return -value - tau * np.log(problem.lam**2 - c * c).sum()

    options = {"xatol": 1e-10, "fatol": 1e-14, "maxiter": 40_000, "maxfev": 40_000}
    found = minimize(negative, np.zeros(6), method="Nelder-Mead", options=options).x
    theta = problem.t - problem.X @ (u - v)
    assert negative(theta) <= negative(found) + 1e-10
    assert np.allclose(theta, found, atol=1e-4)


def test_it_leads_from_the_middle_to_the_solution():
    problem = random_lasso(20, 5, 0.2, seed=2)
    path = central_path(problem, [1e6, 1e-9])
    w = path.x[:, :5] - path.x[:, 5:]
    solution = lars_path(problem.X, problem.t, problem.lam).at(problem.lam)
    assert np.allclose(path.s[0], problem.lam, rtol=1e-2)
    assert np.allclose(w[1], solution, atol=1e-6) and not np.allclose(w[0], solution, atol=1e-2)


def test_any_order_and_duplicates():
    X = np.repeat(random_lasso(10, 3, 0.1, seed=3).X, 2, axis=1)
    problem = Lasso(X, X[:, 0] + 0.1, 0.5)
    taus = np.array([0.01, 1.0, 1e-4, 0.01])
    path, falling = central_path(problem, taus), central_path(problem, np.sort(taus)[::-1])
    order = np.argsort(-taus, kind="stable")
    assert np.array_equal(path.x[order], falling.x) and np.array_equal(path.taus, taus)
    # Equal columns share their weight on the path.
    w = path.x[:, :6] - path.x[:, 6:]
    assert np.allclose(w[:, ::2], w[:, 1::2]) and np.abs(w[2]).max() > 0.1


def test_without_data():
    for shape in ((4, 3), (0, 3), (4, 0)):
        path = central_path(Lasso(np.zeros(shape), np.ones(shape[0]), 2.0), [1.0, 0.5])
        assert np.allclose(path.s, 2.0) and np.allclose(path.x.T, [0.5, 0.25])
    assert central_path(random_lasso(5, 3, 0.1, seed=4), []).x.shape == (0, 6)


def test_nothing_is_shared():
    taus = np.array([1.0, 0.1])
    path = central_path(random_lasso(5, 3, 0.1, seed=5), taus)
    taus[:] = 7.0
    assert path.taus.tolist() == [1.0, 0.1]
    with pytest.raises(ValueError, match="read-only"):
        path.x[0] = 0.0


@pytest.mark.parametrize(
    "taus, message",
    [
        ([1.0, 0.0], "taus must be positive, got 0"),
        ([1.0, -2.0], "taus must be positive, got -2"),
        ([np.nan], "taus must be finite"),
        (1.0, "taus must have 1 axes"),
        ([1e-200], "taus must be large enough for floating-point arithmetic, got 1e-200"),
    ],
)
def test_bad_taus(taus, message):
    with pytest.raises(InputError, match=message):
        central_path(random_lasso(5, 3, 0.1, seed=6), taus)


def test_bad_problems():
    problem = random_lasso(5, 3, 0.1, seed=7)
    with pytest.raises(InputError, match="lam must be positive for an interior point"):
        central_path(Lasso(problem.X, problem.t, 0.0), [1.0])
    with pytest.raises(InputError, match="problem must be a Lasso"):
        central_path("lasso", [1.0])
