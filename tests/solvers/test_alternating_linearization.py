"""Alternating linearization: its steps, its variants, and the algorithm as printed."""

from itertools import islice

import numpy as np
import pytest
from seeded import covariance

from solvers import SparsePrecision, solve_admm, solve_alternating_linearization
from solvers.alternating_linearization import alternating_states
from solvers.drive import _Schedule
from solvers.precision.log_det import inverse, log_det, prox_log_det
from solvers.precision.small import walked
from solvers.problems.log_det import log_det_with_error

THREE = np.array([[2, 0.5, -0.4], [0.5, 1, 0.3], [-0.4, 0.3, 1.5]])
VALUE = 4.44762462


def test_prox_log_det_solves_its_equation():
    rng = np.random.default_rng(0)
    for size in (1e-8, 1.0, 1e8):
        A = rng.normal(size=(6, 6)) * size
        A = (A + A.T) / 2 - size * np.eye(6)
        gamma, M = prox_log_det(A, 0.7)
        V = np.linalg.eigh(A)[1]
        residual = V.T @ (M - A) @ V - np.diag(0.7 / gamma)
        assert gamma.min() > 0.0 and np.abs(residual).max() <= 1e-13 * max(
            size, (0.7 / gamma).max()
        )
    assert prox_log_det(-np.eye(2), 0.01, floor=0.5)[0].tolist() == [0.5, 0.5]
    assert np.allclose(prox_log_det(-np.eye(2), 0.01, floor=0.5)[1], 0.5 * np.eye(2), atol=1e-15)


@pytest.mark.parametrize("floor", [0.0, 0.5])
def test_prox_log_det_moves_eigenvalues_alone(floor):
    A = np.random.default_rng(1).normal(size=(60, 60))
    A += A.T
    d, V = np.linalg.eigh(A)
    gamma, M = prox_log_det(A, 0.3, floor)
    expected = np.maximum((d + np.sqrt(d**2 + 1.2)) / 2, floor)
    assert np.allclose(np.sort(gamma), np.sort(expected), atol=1e-12)
    assert np.abs(M - (V * expected) @ V.T).max() < 1e-12 and np.array_equal(M, M.T)


def test_log_det_and_its_error():
    assert log_det_with_error(np.eye(3)) == (0.0, pytest.approx(3 * np.finfo(float).eps))
    hard = np.array([[1.0, 1.0 - 1e-10], [1.0 - 1e-10, 1.0]])
    exact = np.log(2e-10 - 1e-20)
    value, error = log_det_with_error(hard)
    assert 0 < abs(value - exact) <= 2 * error and abs(log_det(hard) - exact) <= 2 * error
    with pytest.raises(np.linalg.LinAlgError):
        inverse(-np.eye(3))


@pytest.mark.parametrize("scaling", [True, False])
@pytest.mark.parametrize("m", [1, 2, 7, 12])
def test_alm_unrecorded_iterations_equal_recorded_ones(m, scaling):
    problem, tol = SparsePrecision(covariance(m) - 0.05 * np.eye(m), 0.1), 1e-9
    each = [*islice(alternating_states(problem, None, scaling, tol=tol), 80)]
    some = [*islice(alternating_states(problem, None, scaling, tol=tol, ahead=80), 20)]
    due = [s["iteration"] for s in each if s["check"] or (s["certify"] and _is_due(s["iteration"]))]
    steps = [s["iteration"] for s in some if s["iteration"] <= due[0]]
    assert steps in ([0, due[0]], [0]) and due[0] <= 80
    for quick in (s for s in some if s["iteration"] < 80):
        plain = each[quick["iteration"]]
        assert quick["iteration"] == plain["iteration"]
        assert np.allclose(quick["x"], plain["x"], rtol=1e-9, atol=1e-11)
        assert np.allclose(quick["dual"]["Z"], plain["dual"]["Z"], rtol=1e-9, atol=1e-11)
        shown, known = (state["pictures"]() for state in (quick, plain))
        assert np.allclose(shown["M"], known["M"], rtol=1e-9, atol=1e-11)
        assert shown["mu"] == pytest.approx(known["mu"], rel=1e-9)


def test_alm_step_that_overflows_keeps_its_length():
    Sigma, far, gamma = np.eye(2), np.full((2, 2), 1e308), np.full(2, 3.0)
    start = (np.eye(2), far, -far, np.zeros((2, 2)))  # from which the next iterate is not finite
    new, steps, same = walked(Sigma, 0.1 * np.ones((2, 2)), start, (1, 2.0, 1.0), gamma, 0.0, 9)
    assert steps == (1, 2.0, 1.0) and np.array_equal(same, gamma)
    assert all(map(np.array_equal, new, start))


def _is_due(iteration):
    """Whether `drive` certifies the state where no row is due."""
    schedule = _Schedule(0)
    return [schedule.due(k)[1] for k in range(iteration + 1)][-1]


@pytest.mark.parametrize("rho", [0.0, 1e-3, 0.1])
def test_alm_unrecorded_run_ends_unbounded_as_recorded(rho):
    Sigma = covariance(6) - 0.5 * np.eye(6)
    ends = [
        solve_alternating_linearization(SparsePrecision(Sigma, rho), record_every=every)
        for every in (0, 1)
    ]
    assert {end.status for end in ends} == {ends[1].status}
    assert rho == 0.1 or ends[0].status == "unbounded"


def test_alm_first_iteration_equals_the_two_steps_of_the_source():
    """Row 1 of the unscaled run is the two steps of the source."""
    problem = SparsePrecision(THREE, 0.2)
    mu = 0.3
    shots = solve_alternating_linearization(
        problem, mu=mu, scaling=False, max_iter=1, tol=0.0
    ).trace.snapshots
    Y = shots["Y"][0]
    assert np.allclose(Y, np.diag(1 / (THREE.diagonal() + 0.2)))
    U = np.clip(np.linalg.inv(Y) - THREE, -0.2, 0.2)
    M = shots["M"][1]
    stationary = THREE - np.linalg.inv(M) + U + (M - Y) / mu
    assert np.abs(stationary).max() <= 1e-14
    B = M - mu * (THREE - np.linalg.inv(M))
    assert np.allclose(shots["Y"][1], np.sign(B) * np.maximum(np.abs(B) - mu * 0.2, 0), atol=1e-15)
    assert shots["mu"][1] == mu
    assert shots["residual"][1] == pytest.approx(np.linalg.norm(M - shots["Y"][1]))


def test_alm_any_step_converges_and_default_is_fastest():
    problem = SparsePrecision(covariance(6), 0.1)
    count = {}
    for factor in (0.05, 1.0, 20.0):
        result = solve_alternating_linearization(problem, mu_factor=factor, tol=1e-9, max_iter=5000)
        assert result.status == "converged"
        count[factor] = result.trace.iteration[-1]
    assert 3 * count[1.0] < min(count[0.05], count[20.0])
    fixed = solve_alternating_linearization(problem, mu=5.0, tol=1e-9)
    assert fixed.status == "converged" and set(fixed.trace.snapshots["mu"]) == {5.0}


def test_alm_measured_rate_is_below_the_predicted_one():
    problem = SparsePrecision(covariance(8), 0.1)
    result = solve_alternating_linearization(problem, tol=0.0, max_iter=60, mu=0.2)
    shots = result.trace.snapshots
    measured = (shots["residual"][55] / shots["residual"][35]) ** (1 / 20)
    assert 0.2 < measured <= shots["rate"][55] + 1e-3 < 1.0


def test_admm_takes_up_to_five_times_the_iterations_of_alm():
    for m, rho in ((5, 0.05), (30, 0.1), (30, 0.03)):
        problem = SparsePrecision(covariance(m), rho)
        both = [f(problem, tol=1e-8) for f in (solve_alternating_linearization, solve_admm)]
        quick, slow = (r.trace.iteration[-1] for r in both)
        assert 1.5 * quick <= slow <= 5 * quick
        W, mu = (both[1].trace.snapshots[k][-1] for k in ("W", "mu"))
        e = problem.scales()
        Z = problem.Sigma + W / mu / np.outer(e, e) ** 2
        assert np.abs(Z - problem.Sigma).max() <= rho * (1 + 1e-12)
        assert problem.certify(both[1].x, Z).holds(1e-5)


def test_alm_printed_variant_ends_far_from_the_optimum():
    problem = SparsePrecision(THREE, 0.2)
    printed = solve_alternating_linearization(problem, variant="printed", tol=1e-6)
    assert printed.status == "max_iter" and printed.certificate.objective > VALUE + 0.05
    assert np.all(printed.trace.snapshots["mu"] == 1e-6)
    assert np.all(printed.trace.snapshots["M"][-1] != 0.0)
    assert "until M converges" in printed.notes[0]
    rates = printed.trace.snapshots["rate"][1:]
    assert rates.min() > 0.999
    good = solve_alternating_linearization(problem, variant="printed", mu=1.0, tol=1e-6)
    assert good.status == "converged" and good.trace.iteration[-1] < 60


def test_alm_printed_dual_point_is_infeasible():
    problem = SparsePrecision(covariance(20), 0.4)
    A = np.random.default_rng(2).normal(size=(20, 20))
    options = {"x0": A @ A.T + np.eye(20), "max_iter": 30, "tol": 0.0}
    valid = [
        solve_alternating_linearization(problem, variant=v, **options).trace.snapshots["dual_valid"]
        for v in ("printed", None)
    ]
    assert not valid[0][1:].any() and valid[1][5:].all()


def test_alm_printed_variant_takes_the_smaller_of_two_steps():
    problem = SparsePrecision(100.0 * THREE, 20.0)
    shots = solve_alternating_linearization(
        problem, variant="printed", smoothing=1.0, max_iter=1
    ).trace.snapshots
    assert shots["mu"][0] == pytest.approx(problem.eigenvalue_floor() ** 2)


@pytest.mark.parametrize("m", [3, 5, 10])
def test_alm_continuation_converges_to_the_same_pattern(m):
    problem = SparsePrecision(covariance(m), 0.2)
    result = solve_alternating_linearization(problem, variant="continuation", tol=1e-9)
    direct = solve_alternating_linearization(problem, tol=1e-9)
    assert result.status == "converged"
    assert np.array_equal(result.x == 0.0, direct.x == 0.0)
    sigma = result.trace.snapshots["smoothing"]
    assert np.all(np.diff(sigma) <= 0.0) and sigma[-1] < 0.1 * sigma[0]


def test_alm_smoothing_costs_its_bound_and_keeps_the_pattern():
    Sigma = covariance(10)
    problem = SparsePrecision(Sigma, 0.2)
    sharp = solve_alternating_linearization(problem, tol=1e-10)
    smooth = solve_alternating_linearization(problem, smoothing=0.05, tol=0.0, max_iter=500)
    fine = solve_alternating_linearization(problem, smoothing=1e-5, tol=0.0, max_iter=500)
    excess = [r.certificate.objective - sharp.certificate.bound for r in (smooth, fine)]
    assert 0 < excess[1] < 1e-6 < excess[0] <= 0.05 * 100 * 0.2**2 / 2
    assert np.array_equal(fine.x == 0.0, sharp.x == 0.0)
    assert not np.any(fine.trace.snapshots["Y"][-1] == 0.0)
    assert {smooth.status, fine.status} <= {"stalled", "max_iter"}


def test_alm_domain_bound_holds_and_converges():
    problem = SparsePrecision(THREE, 0.2)
    free = solve_alternating_linearization(problem, mu=1e-4, max_iter=40, scaling=False, tol=0.0)
    retained = solve_alternating_linearization(
        problem, mu=1e-4, max_iter=40, scaling=False, tol=0.0, x0=0.01 * np.eye(3),
        domain_bound=True,
    )  # fmt: skip
    floor = problem.eigenvalue_floor()
    assert np.linalg.eigvalsh(retained.trace.snapshots["M"][1:]).min() >= floor * (1 - 1e-12)
    assert np.linalg.eigvalsh(retained.trace.snapshots["M"][1])[0] == pytest.approx(floor)
    assert free.trace.snapshots["rate"][1] > 0.9
    result = solve_alternating_linearization(problem, domain_bound=True, tol=1e-10)
    assert result.status == "converged"


def test_alm_skipping_converges_and_copies_the_point():
    problem = SparsePrecision(covariance(6), 0.1)
    for factor in (1.0, 30.0):
        result = solve_alternating_linearization(
            problem, skipping=True, mu_factor=factor, tol=1e-8, max_iter=3000
        )
        assert result.status == "converged"
    shots = result.trace.snapshots
    assert shots["skipped"].any() and not shots["skipped"][0]
    k = int(np.flatnonzero(shots["skipped"])[0])
    assert np.array_equal(shots["M"][k], shots["Y"][k - 1])
    plain = solve_alternating_linearization(problem, tol=1e-8).trace.snapshots
    assert not plain["skipped"].any()


def test_alm_skips_a_step_that_ends_above_the_model():
    """The first step, done again by other code."""
    rng, skips = np.random.default_rng(2), 0
    A = rng.normal(size=(30, 5))
    problem = SparsePrecision(A.T @ A / 30, 0.2)
    for mu in np.repeat([0.03, 0.3, 3.0, 30.0], 5):
        B = rng.normal(size=(5, 5)) * 10.0 ** rng.uniform(-1.0, 1.0)
        Y = B @ B.T + 0.01 * np.eye(5)
        how = {"x0": Y, "mu": mu, "skipping": True, "scaling": False, "max_iter": 1, "tol": 0.0}
        skipped = solve_alternating_linearization(problem, **how).trace.snapshots["skipped"]
        U = np.clip(np.linalg.inv(Y) - problem.Sigma, -0.2, 0.2)
        d, V = np.linalg.eigh(Y - mu * (U + problem.Sigma))
        M = (V * (d + np.sqrt(d * d + 4.0 * mu)) / 2.0) @ V.T
        model = 0.2 * np.abs(Y).sum() + np.sum(U * (M - Y)) + np.sum((M - Y) ** 2) / (2.0 * mu)
        assert bool(skipped[1]) == (0.2 * np.abs(M).sum() > model), mu
        skips += skipped[1]
    assert 0 < skips < 20
