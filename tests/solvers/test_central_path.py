"""Points on the central path of the lasso and of the support vector machine, and the method that
follows the latter."""

import numpy as np
import pytest
from scipy.optimize import minimize
from seeded import EIGHT, SIGNS, clouds, random_lasso

from solvers import (
    CentralPath,
    Gaussian,
    KernelSVM,
    Lasso,
    Linear,
    Polynomial,
    central_path,
    lars_path,
    solve_mehrotra,
    solve_path_following,
)


def parts(problem, path):
    D = problem.X.shape[1]
    return path.x[:, :D], path.x[:, D:], path.s[:, :D], path.s[:, D:]


@pytest.mark.parametrize("n, d, share", [(20, 5, 0.2), (8, 20, 0.05), (12, 6, 2.0)])
def test_central_path_of_a_lasso_has_equal_products_and_no_residual(n, d, share):
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


def test_central_path_of_a_lasso_maximises_the_dual_barrier():
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


def test_central_path_leads_from_the_centre_to_the_solution():
    problem = random_lasso(20, 5, 0.2, seed=2)
    path = central_path(problem, [1e6, 1e-9])
    w = path.x[:, :5] - path.x[:, 5:]
    solution = lars_path(problem.X, problem.t, problem.lam).at(problem.lam)
    assert np.allclose(path.s[0], problem.lam, rtol=1e-2)
    assert np.allclose(w[1], solution, atol=1e-6) and not np.allclose(w[0], solution, atol=1e-2)


def test_central_path_with_taus_in_any_order_is_the_same():
    X = np.repeat(random_lasso(10, 3, 0.1, seed=3).X, 2, axis=1)
    problem = Lasso(X, X[:, 0] + 0.1, 0.5)
    taus = np.array([0.01, 1.0, 1e-4, 0.01])
    path, falling = central_path(problem, taus), central_path(problem, np.sort(taus)[::-1])
    order = np.argsort(-taus, kind="stable")
    assert np.array_equal(path.x[order], falling.x) and np.array_equal(path.taus, taus)
    # Equal columns share their weight on the path.
    w = path.x[:, :6] - path.x[:, 6:]
    assert np.allclose(w[:, ::2], w[:, 1::2]) and np.abs(w[2]).max() > 0.1


def test_central_path_of_empty_data_is_that_of_the_penalty():
    for shape in ((4, 3), (0, 3), (4, 0)):
        path = central_path(Lasso(np.zeros(shape), np.ones(shape[0]), 2.0), [1.0, 0.5])
        assert np.allclose(path.s, 2.0) and np.allclose(path.x.T, [0.5, 0.25])
    assert central_path(random_lasso(5, 3, 0.1, seed=4), []).x.shape == (0, 6)


def test_central_path_shares_no_memory_with_its_taus():
    taus = np.array([1.0, 0.1])
    path = central_path(random_lasso(5, 3, 0.1, seed=5), taus)
    taus[:] = 7.0
    assert path.taus.tolist() == [1.0, 0.1]
    with pytest.raises(ValueError, match="read-only"):
        path.x[0] = 0.0


# --- the support vector machine, and the method that follows its path -----------------------------


def problem_of(n, C=5.0, kernel=None, b=0.0):
    return KernelSVM(*clouds(n, 3), kernel or Gaussian(0.3), C, b)


@pytest.mark.parametrize("C", [0.1, 10.0, 1000.0])
@pytest.mark.parametrize("start", ["feasible", "source"])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(0.3)], ids=repr)
def test_path_following_takes_more_iterations_than_mehrotra(C, start, kernel):
    problem = problem_of(80, C, kernel)
    plain = solve_path_following(problem, tol=1e-8, start=start)
    assert plain.status == "converged" and problem.certify(plain.x).holds(1e-8)
    assert not problem.certify(0.9 * plain.x).holds(1e-4)
    ahead = solve_mehrotra(problem, tol=1e-8, start=start)
    assert ahead.trace.iteration[-1] < plain.trace.iteration[-1]


@pytest.mark.parametrize("sigma", [0.0, 0.1, 0.5])
def test_path_following_mu_falls_by_the_law_of_a_newton_step(sigma):
    problem = problem_of(40)
    s = solve_path_following(problem, sigma=sigma, tol=1e-5).trace.snapshots
    for k in range(1, len(s["mu"])):
        a, d = s["alpha_p"][k], s["direction"][k]
        law = (1 - a * (1 - sigma)) * s["mu"][k - 1] + a * a * d @ problem.product(d) / 80
        assert s["mu"][k] == pytest.approx(law, rel=1e-8, abs=1e-12)
        assert s["sigma"][k] == sigma and s["alpha_d"][k] == a
    assert np.isnan(s["predictor"]).all() and np.isnan(s["alpha_a"]).all()


def test_path_following_full_centring_ends_on_the_path():
    problem = problem_of(30)
    result = solve_path_following(problem, sigma=1.0, max_iter=30)
    s = result.trace.snapshots
    assert result.status == "max_iter" and not result.certificate.holds(1e-3)
    path = central_path(problem, s["mu"][-1:])
    assert np.allclose(s["iterate"][-1], path.x[0], atol=1e-8)
    assert s["s"][-1] == pytest.approx(path.s[0], abs=1e-8)
    assert not np.allclose(s["iterate"][0], path.x[0], atol=1e-2)


def test_central_path_of_the_note():
    path = central_path(KernelSVM(EIGHT, SIGNS, Gaussian(0.5), 1.0), [0.1])
    expected = [0.74881615, 0.79127218, 0.86662815, 0.75295712]
    expected += [0.81872744, 0.83578925, 0.94238740, 0.94314474]
    assert path.x[0] == pytest.approx(expected, abs=5e-9)
    assert path.s[0] == pytest.approx(0.00464388, abs=5e-9)


@pytest.mark.parametrize("C", [0.5, 1.0, 50.0])
@pytest.mark.parametrize("b", [0.0, 1.3])
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(0.3), Gaussian(0.5)], ids=repr)
def test_central_path_of_a_machine_meets_its_equations(kernel, C, b):
    problem = KernelSVM(*clouds(24, 2), kernel, C, b * C)
    taus = np.geomspace(1e6 * C * C + 1e6 * C, 1e-5 * C, 40)
    path = central_path(problem, taus)
    x, s = path.x, path.s
    w, y, n = C - x, problem.y, 24
    assert x.min() > 0.0 and w.min() > 0.0
    for k, tau in enumerate(taus):
        g = problem.product(x[k]) - 1.0
        left = g - s[k] * y - tau / x[k] + tau / w[k]
        size = np.abs(g).max() + 1.0 + (tau / x[k]).max() + (tau / w[k]).max()
        assert np.abs(left).max() < 1e-8 * size
        assert y @ x[k] == pytest.approx(problem.b, abs=1e-9 * C * n)
        # With t = tau / x, u = tau / w the products sum to 2 n tau, and bound the gap.
        assert problem.certify(x[k]).gap <= 2 * n * tau * (1 + 1e-6)
    q = [problem.certify(v).objective for v in x]
    assert np.all(np.diff(q) < 1e-9 * np.abs(q[1:]))
    share = (problem.b / C + np.sum(y < 0)) / n
    centre = C * np.where(y > 0, share, 1 - share)
    assert np.allclose(x[0], centre, rtol=1e-3) and not np.allclose(x[20], centre, rtol=1e-3)


def test_central_path_of_an_svm_takes_taus_in_any_order():
    problem = problem_of(12)
    taus = np.array([1e-3, 10.0, 0.1])
    path = central_path(problem, taus)
    for k in range(3):
        alone = central_path(problem, taus[k : k + 1])
        assert np.allclose(alone.x[0], path.x[k], atol=1e-8)
        assert alone.s[0] == pytest.approx(path.s[k], abs=1e-8)
    assert central_path(problem, []).x.shape == (0, 12)
