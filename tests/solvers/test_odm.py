"""The optimal margin distribution machine on points: certificate, coordinate descent, free mean."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import ODM, FreeMeanODM, Gaussian, Linear, Polynomial, solve_dual_cd
from solvers.odm.newton import newton_band

X6 = np.array([(2, 1), (1, 2), (1.5, -0.5), (-1, -1), (-2, 0.5), (0, -1.5)])
Y6 = np.array([1.0, 1, 1, -1, -1, -1])
AFFINE, GAUSSIAN = Linear(bias=1.0), Gaussian(1.0)
CHECKS = [
    (AFFINE, 6, 0.5, 0.2, 0.37744199,
     (1.34624381, 1.08451528, 0.57876293, 1.03048332, 1.1330577, 0.60960063)),
    (Gaussian(0.5), 60, 0.5, 0.2, 1.41730339,
     (0.78953088, 0.77978866, 0.77371992, 0.79155111, 0.77714427, 0.77488085)),
    (AFFINE, 6, 1, 0, 0.65933155,
     (1.21701497, 0.99990789, 0.48973388, 0.98112512, 1.0435503, 0.60933616)),
]  # fmt: skip
ORDERS = ["random", "cyclic", "greedy"]


def two_clouds(n, d=2, seed=0):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return rng.standard_normal((n, d)) * 0.8 + 0.7 * y[:, None], y


def random_odm(n, seed=0, lam=10.0, nu=0.5, theta=0.2, kernel=GAUSSIAN, d=2):
    return ODM(*two_clouds(n, d, seed), lam, nu, theta, kernel)


# --- the certificate ------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel, lam, nu, theta, value, margins", CHECKS)
def test_odm_dual_cd_has_the_values_of_the_note(kernel, lam, nu, theta, value, margins):
    problem = ODM(X6, Y6, lam, nu, theta, kernel)
    result = solve_dual_cd(problem, tol=1e-14, max_iter=20_000, record_every=0)
    assert result.certificate.objective == pytest.approx(value, abs=5e-9)
    assert problem.margins(result.x) == pytest.approx(np.array(margins), abs=5e-7)
    assert problem.decision(result.x, X6) == pytest.approx(Y6 * margins, abs=5e-7)


def test_odm_certificate_equals_the_formula():
    problem = ODM(X6, Y6, 3.0, 0.7, 0.3, Gaussian(0.8, bias=0.5))
    rng = np.random.default_rng(1)
    s, u = rng.standard_normal(6), rng.standard_normal(12)
    far = ((X6[:, None] - X6) ** 2).sum(axis=2)
    K = np.outer(Y6, Y6) * (np.exp(-0.8 * far) + 0.5)
    omega, f = 3.0 / (6 * 0.7**2), K @ s
    loss = sum(max(0.7 - a, 0) ** 2 + 0.7 * max(a - 1.3, 0) ** 2 for a in f)
    zeta, beta = np.maximum(u[:6], 0), np.maximum(u[6:], 0)
    dual = 0.7 * zeta.sum() - 1.3 * beta.sum() - 0.5 * (zeta - beta) @ K @ (zeta - beta)
    dual -= zeta @ zeta / (4 * omega) + beta @ beta / (4 * omega * 0.7)
    c = problem.certify(s, u)
    assert c.objective == pytest.approx(0.5 * s @ K @ s + omega * loss, rel=1e-13)
    assert c.bound == pytest.approx(dual, rel=1e-13) and c.scale == 3.0


@given(st.integers(1, 12), st.floats(1e-4, 1e4), st.floats(0.05, 3), st.floats(0, 0.97),
       st.integers(0, 10**6))  # fmt: skip
def test_odm_certificate_at_any_point_obeys_weak_duality(n, lam, nu, theta, seed):
    kernel = [AFFINE, Gaussian(1.0), Polynomial(0.5, 2, 1.0), Linear()][seed % 4]
    problem = random_odm(n, seed, lam, nu, theta, kernel)
    rng = np.random.default_rng(seed)
    size = 10.0 ** rng.uniform(-4, 3)
    s, u = size * rng.standard_normal(n), size * rng.standard_normal(2 * n)
    for c in (problem.certify(s), problem.certify(s, u), problem.certify(0.0 * s)):
        assert c.gap >= -1e-9 * c.scale
    assert problem.certify(np.zeros(n)).objective == pytest.approx(lam)
    assert problem.certify(s).bound >= 0.0


def test_odm_bound_without_multipliers_is_the_best_on_its_ray():
    problem = random_odm(30)
    s = solve_dual_cd(problem, tol=1e-12).x
    assert problem.certify(s).holds(1e-9)
    half = problem.certify(0.5 * s).bound
    u = np.concatenate([np.maximum(s, 0), np.maximum(-s, 0)])
    assert half == pytest.approx(
        max(problem.certify(s, t * u).bound for t in np.linspace(0, 2, 2001))
    )


# --- coordinate descent ---------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("steps", ["sweeps", "updates"])
def test_odm_dual_cd_bound_rises_and_rows_are_certified(order, steps):
    problem = random_odm(20, seed=3)
    result = solve_dual_cd(problem, order=order, steps=steps, tol=1e-10, max_iter=5000)
    trace, s = result.trace, result.trace.snapshots["s"]
    assert result.status == "converged"
    assert np.all(np.diff(trace.bound) >= -1e-13 * problem.lam)
    assert np.all(trace.gap >= -1e-9 * problem.lam) and np.all(np.diff(trace.gap) <= 1e-15)
    np.testing.assert_allclose(trace.snapshots["margins"], s @ problem.gram(), atol=1e-12)
    assert np.array_equal(result.x, s[result.row])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("kernel", [AFFINE, Gaussian(0.1)])
def test_odm_dual_cd_update_is_the_exact_maximiser(order, kernel):
    problem = random_odm(12, kernel=kernel, theta=0.1, lam=100.0)
    trace = solve_dual_cd(problem, order=order, steps="updates", max_iter=80, tol=1e-12).trace
    shots, K = trace.snapshots, problem.gram()
    sides = set()
    for k in range(1, len(trace)):
        i, new, old = int(shots["index"][k]), shots["new"][k], shots["old"][k]
        before, after = shots["s"][k - 1], shots["s"][k]
        assert old == before[i] and new == after[i]
        assert np.array_equal(np.delete(before, i), np.delete(after, i))
        assert shots["margin"][k] == pytest.approx(K[i] @ before, abs=1e-12)
        f, slack = K[i] @ after, 0.5 / problem.omega
        sides.add(np.sign(new))
        if new > 0:
            assert f + slack * new == pytest.approx(0.9, abs=1e-12)
        elif new < 0:
            assert f + slack / problem.nu * new == pytest.approx(1.1, abs=1e-12)
        else:
            assert 0.9 - 1e-12 <= f <= 1.1 + 1e-12
    assert {1.0, -1.0} <= sides


def test_odm_dual_cd_work_is_one_update_per_point_and_sweep():
    problem = random_odm(50, kernel=AFFINE, lam=50.0)
    for every in (0, 1):
        trace = solve_dual_cd(problem, max_iter=37, tol=0.0, record_every=every).trace
        assert trace.work[-1] == 37 * 50


def test_odm_dual_cd_greedy_takes_the_largest_gain():
    problem = random_odm(10, kernel=Gaussian(0.3))
    trace = solve_dual_cd(problem, order="greedy", steps="updates", max_iter=15, tol=0.0).trace
    for k in range(1, len(trace)):
        s, gains = trace.snapshots["s"][k - 1], []
        for i in range(10):
            grid = np.repeat(s[None], 4001, axis=0)
            grid[:, i] = np.linspace(-2.0, 2.0, 4001)
            f = grid @ problem.gram()
            value = -0.5 * np.sum(grid * f, axis=1) - np.where(
                grid > 0, grid**2 / (4 * problem.omega) - 0.8 * grid,
                grid**2 / (2 * problem.omega) - 1.2 * grid,
            ).sum(axis=1)  # fmt: skip
            gains.append(value.max())
        assert trace.bound[k] >= max(gains) - 1e-12


# --- limits ---------------------------------------------------------------------------------------


def test_odm_without_band_is_least_squares():
    problem = random_odm(40, theta=0.0, nu=1.0, kernel=AFFINE, seed=2)
    s = solve_dual_cd(problem, tol=1e-13, max_iter=50_000, record_every=0).x
    F = np.hstack([problem.X, np.ones((40, 1))])
    w = np.linalg.solve(F.T @ F + np.eye(3) / (2 * problem.omega), F.T @ problem.y)
    assert F.T @ (problem.y * s) == pytest.approx(w, abs=1e-5)


def test_odm_theta_near_one_has_the_hard_margin():
    """The smallest margin falls short of the largest possible by nothing as theta tends to 1."""
    X, y = np.vstack([X6, 2 * X6 + [0.3, 0.1]]), np.tile(Y6, 2)
    short = []
    for theta in (0.0, 0.6, 0.9, 0.99):
        problem = ODM(X, y, 100.0, 0.5, theta, Linear())
        result = solve_dual_cd(problem, tol=1e-9 * (1 - theta) ** 2, max_iter=200_000,
                               record_every=0)  # fmt: skip
        assert result.status == "converged"
        w = X.T @ (y * result.x)
        margins = y * (X @ w) / np.linalg.norm(w)
        best = max(np.min(y * (X @ [np.cos(t), np.sin(t)])) for t in np.linspace(0, 2, 20_001))
        short.append(best - margins.min())
    assert short[0] > 0.02 and short[-1] < 1e-4 and np.all(np.diff(short) < 1e-8)


# --- the free mean --------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [AFFINE, Gaussian(1.0)])
def test_free_mean_has_a_closed_form(kernel):
    X, y = two_clouds(30)
    problem = FreeMeanODM(X, y, 1.0, 2.0, kernel)
    s = problem.solution()
    f = problem.margins(s)
    assert problem.certify(s).holds(1e-10)
    assert not problem.certify(s + 0.01).holds(1e-6)
    assert problem.centre(s) - f.mean() == pytest.approx(0.25, abs=1e-14)
    shared = 0.5 * s @ f - f.mean() + 2.0 * f.var()
    assert problem.certify(s).objective == pytest.approx(shared - 0.125, abs=1e-13)

    def value(s, c):
        f = problem.gram() @ s
        return 0.5 * s @ f - c + 2.0 * np.mean((f - c) ** 2)

    best = value(s, problem.centre(s))
    assert best == pytest.approx(problem.certify(s).objective, abs=1e-12)
    rng = np.random.default_rng(0)
    for _ in range(50):
        move = 0.1 * rng.standard_normal(31)
        assert value(s + move[:30], problem.centre(s) + move[30]) > best
    assert problem.decision(s, X) == pytest.approx(y * f)


@given(st.integers(1, 10), st.floats(0.01, 100), st.floats(0.01, 100), st.integers(0, 10**6))
def test_free_mean_bound_is_a_bound(n, eta, lam, seed):
    problem = FreeMeanODM(*two_clouds(n, seed=seed), eta, lam, Gaussian(0.5))
    rng = np.random.default_rng(seed)
    c = problem.certify(eta * rng.standard_normal(n), eta * rng.standard_normal(n))
    assert c.gap >= -1e-9 * c.scale
    assert problem.certify(problem.solution()).holds(1e-8)


def test_free_mean_scale_excludes_the_constant():
    """A small lam makes -eta^2 / (4 lam) large, and moves the answer next to not at all."""
    X, y = two_clouds(20, seed=1)
    scales = []
    for lam in (1e-3, 1e-5, 1e-7):
        problem = FreeMeanODM(X, y, 1.0, lam, Gaussian(0.5))
        s, K = problem.solution(), problem.gram()
        f, proof = K @ s, problem.certify(s)
        terms = 0.5 * s @ f + abs(f.mean()) + lam * f.var()
        assert proof.scale == pytest.approx(terms, rel=1e-12)
        assert proof.holds(1e-6) and not problem.certify(1.1 * s).holds(1e-3)
        scales.append(proof.scale)
    assert max(scales) < 1.01 * min(scales)


# --- input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_newton_band_at_any_prices_reaches_the_optimum(seed):
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((25, 6))
    K, low = A @ A.T, np.full(25, 10.0 ** rng.uniform(-4.0, -1.0))
    high = low / 10.0 ** rng.uniform(-2.0, 1.0)
    s, gap = newton_band(K, low, high, 0.3, rng.standard_normal(25))
    f = K @ s
    short, over = np.maximum(0.7 - f, 0.0), np.maximum(f - 1.3, 0.0)
    value = 0.5 * s @ f + np.sum(0.5 * short**2 / low + 0.5 * over**2 / high)
    assert abs(gap) <= 1e-12 * value
    assert np.allclose(s, short / low - over / high, atol=1e-8 * np.abs(s).max())
