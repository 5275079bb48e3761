"""Projected gradient, its multiplier, and the correspondence of lam and eta."""

import numpy as np
import pytest

from solvers import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    Lasso,
    eta_of_lam,
    lam_of_eta,
    solve_block_cd,
    solve_coordinate_descent,
    solve_projected_gradient,
)

A = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, -1, 1]])
T = np.array([3.0, -1, 1, 4])


def pair(grouped, n=30, d=9, seed=0):
    """Functions of lam and of eta, on the same data."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    t, groups = X[:, 0] - X[:, 1] + rng.standard_normal(n), np.arange(d) // 3
    if grouped:
        return (
            lambda lam: GroupLasso(X, t, lam, groups),
            lambda eta: ConstrainedGroupLasso(X, t, eta, groups),
        )
    return lambda lam: Lasso(X, t, lam), lambda eta: ConstrainedLasso(X, t, eta)


def penalised_answer(problem):
    solve = solve_coordinate_descent if isinstance(problem, Lasso) else solve_block_cd
    return solve(problem, tol=1e-13).x


both = pytest.mark.parametrize("grouped", [False, True])


@both
@pytest.mark.parametrize("accelerated", [False, True])
@pytest.mark.parametrize("share", [0.8, 0.2, 0.02])
def test_projected_gradient_agrees_with_the_penalised_answer(grouped, accelerated, share):
    by_lam, by_eta = pair(grouped)
    lam = share * by_lam(1.0).lam_max
    w = penalised_answer(by_lam(lam))
    ball = by_eta(by_lam(lam).size(w))
    result = solve_projected_gradient(ball, tol=1e-11, accelerated=accelerated)
    assert result.status == "converged" and np.allclose(result.x, w, atol=1e-4)
    assert result.trace.snapshots["lam"][-1] == pytest.approx(lam, rel=1e-4)
    assert ball.certify(w).holds(1e-6) and not ball.certify(0.9 * w).holds(1e-6)


@both
def test_projected_gradient_rows_are_projected_steps(grouped):
    _, by_eta = pair(grouped)
    problem = by_eta(0.7)
    result = solve_projected_gradient(problem, x0=np.full(9, 5.0), tol=1e-10)
    shots, start = result.trace.snapshots, problem.prox(np.full(9, 5.0), 1.0)
    assert np.array_equal(shots["w"][0], start)
    assert all(problem.size(w) <= 0.7 * (1 + 1e-12) for w in shots["w"])
    for k in range(1, len(shots["w"])):
        y, L = shots["extrapolated"][k], shots["L"][k]
        gradient = -problem.X.T @ problem.residual(problem.fit(y))
        assert np.allclose(shots["before_projection"][k], y - gradient / L, atol=1e-12)
        w = problem.prox(shots["before_projection"][k], 1.0)
        assert np.allclose(shots["w"][k], w, atol=1e-14)
        at = problem.X.T @ problem.residual(problem.fit(w))
        assert shots["lam"][k] == pytest.approx(problem.dual_norm(at), rel=1e-12)
    assert np.all(np.diff(result.trace.objective) <= 1e-12)


@both
def test_projected_gradient_accelerated_takes_fewer_steps(grouped):
    by_lam, by_eta = pair(grouped, n=60, d=30)
    problem = by_eta(0.9 * by_lam(1.0).size(np.linalg.lstsq(*data(by_lam), rcond=None)[0]))
    plain = solve_projected_gradient(problem, tol=1e-9)
    fast = solve_projected_gradient(problem, tol=1e-9, accelerated=True)
    own = solve_projected_gradient(problem, tol=1e-9, accelerated=True, backtracking=True)
    assert {plain.status, fast.status, own.status} == {"converged"}
    assert fast.trace.iteration[-1] <= plain.trace.iteration[-1]
    assert own.trace.snapshots["L"][-1] <= 2 * problem.lipschitz()


def data(by_lam):
    problem = by_lam(1.0)
    return problem.X, problem.t


@both
def test_projected_gradient_loose_ball_is_least_squares(grouped):
    by_lam, by_eta = pair(grouped)
    best = np.linalg.lstsq(*data(by_lam), rcond=None)[0]
    result = solve_projected_gradient(by_eta(2 * by_lam(1.0).size(best)), tol=1e-12)
    assert np.allclose(result.x, best, atol=1e-5) and result.trace.snapshots["lam"][-1] < 1e-3


def test_projected_gradient_too_long_step_is_not_converged():
    problem = pair(False)[1](1.5)
    assert solve_projected_gradient(problem).status == "converged"
    result = solve_projected_gradient(problem, lipschitz=0.1 * problem.lipschitz(), max_iter=300)
    assert result.status in ("max_iter", "stalled") and not result.certificate.holds(1e-6)


# --- lam and eta ----------------------------------------------------------------------------------


def test_lam_and_eta_have_the_values_of_the_note():
    multipliers = solve_projected_gradient(ConstrainedLasso(A, T, 2.0), tol=1e-12).trace.snapshots
    assert multipliers["lam"][-1] == pytest.approx(5 / 3, abs=1e-6)
    assert lam_of_eta(ConstrainedLasso(A, T, 2.0)).lam == pytest.approx(5 / 3, rel=1e-8)
    assert eta_of_lam(Lasso(A, T, 3.0), tol=1e-14).eta == pytest.approx(1.5, rel=1e-6)
    assert eta_of_lam(Lasso(A, T, 12.0)).eta == 0.0
    grouped = eta_of_lam(GroupLasso(A, T, 4.0, [1, 1, 2]))
    assert grouped.eta == pytest.approx(np.hypot(1.29514884, 0.45751151), abs=1e-6)


@both
@pytest.mark.parametrize("n, d", [(30, 9), (12, 30)])
@pytest.mark.parametrize("share", [0.9, 0.3, 0.03])
def test_eta_of_lam_and_lam_of_eta_are_inverses(grouped, n, d, share):
    by_lam, by_eta = pair(grouped, n, d)
    lam = share * by_lam(1.0).lam_max
    there = eta_of_lam(by_lam(lam), tol=1e-12)
    assert by_lam(lam).certify(there.w, there.theta) == there.certificate
    problem = by_eta(there.eta)
    back = lam_of_eta(problem)
    assert back.lam == pytest.approx(lam, rel=1e-5) and back.eta == there.eta
    assert problem.certify(back.w, back.theta) == back.certificate
    assert back.certificate.holds(1e-9) and not problem.certify(0.95 * back.w).holds(1e-6)


@both
def test_eta_of_lam_falls_but_not_in_inverse_proportion(grouped):
    by_lam, _ = pair(grouped)
    lams = by_lam(1.0).lam_max * np.array([0.9, 0.5, 0.2, 0.05])
    etas = np.array([eta_of_lam(by_lam(lam)).eta for lam in lams])
    assert np.all(np.diff(etas) > 0) and (lams * etas).max() > 2 * (lams * etas).min()


@both
def test_lam_of_eta_at_both_ends_is_exact(grouped):
    by_lam, by_eta = pair(grouped)
    zero = lam_of_eta(by_eta(0.0))
    assert zero.lam == by_lam(1.0).lam_max and not zero.w.any() and zero.certificate.gap == 0.0
    best = by_lam(1.0).size(np.linalg.lstsq(*data(by_lam), rcond=None)[0])
    for eta in (1.0001 * best, 10 * best):
        free = lam_of_eta(by_eta(eta))
        assert free.lam == 0.0 and free.certificate.holds(1e-8)
    tight = lam_of_eta(by_eta(0.99 * best))
    assert tight.lam > 0.0 and tight.certificate.holds(1e-9)
    flat = by_eta(1.0)
    nothing = type(flat)(flat.X, np.zeros(30), 1.0, *([flat.groups] if grouped else []))
    assert lam_of_eta(nothing).lam == 0.0


@both
def test_certify_point_just_outside_the_ball_is_outside(grouped):
    problem = pair(grouped)[1](0.5)
    top = problem.prox(problem.X.T @ problem.t, 1.0)
    top *= problem.eta / problem.size(top)
    on = problem.certify(top)
    assert on.infeasibility == 0.0
    for share in (1e-11, 1e-9, 1e-5):
        c = problem.certify(top * (1.0 + share))
        assert c.infeasibility == pytest.approx(share, rel=1e-2)
        assert c.objective == pytest.approx(on.objective, rel=1e3 * share)
    assert problem.certify(top * (1.0 + 1e-13)).infeasibility == 0.0
