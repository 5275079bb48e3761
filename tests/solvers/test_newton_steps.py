"""Runs of proximal Newton: the same steps recorded or not; and the log dets below them."""

import numpy as np
import pytest

from solvers import SparsePrecision, solve_proximal_newton
from solvers.precision.log_det import factored, inverse_of, log_det
from solvers.problems.log_det import log_det_with_error

THREE = np.array([[2, 0.5, -0.4], [0.5, 1, 0.3], [-0.4, 0.3, 1.5]])
pytestmark = pytest.mark.fast


def covariance(m, seed=0):
    A = np.random.default_rng(seed).normal(size=(2 * m, m))
    A[:, 1:] += 0.5 * A[:, :-1]
    return A.T @ A / len(A)


def in_blocks(*sizes):
    """A covariance of blocks, its features in a random order."""
    m, at, rng = sum(sizes), 0, np.random.default_rng(5)
    Sigma = np.zeros((m, m))
    for k, size in enumerate(sizes):
        Sigma[at : at + size, at : at + size] = covariance(size, k)
        at += size
    order = rng.permutation(m)
    return Sigma[np.ix_(order, order)]


def sparse(m, seed=0):
    """Positive definite, with a link for each row but the first."""
    rng = np.random.default_rng(seed)
    A, rows = np.eye(m), np.arange(1, m)
    others = [rng.integers(k) for k in rows]
    A[rows, others] = A[others, rows] = rng.uniform(-1.0, 1.0, size=m - 1)
    return A + np.diag(np.abs(A).sum(axis=1))


@pytest.mark.parametrize("m", [1, 2, 5, 16, 33, 90])
@pytest.mark.parametrize("make", [covariance, sparse, lambda m: np.diag(np.linspace(0.5, 2, m))])
def test_solvers_and_certificate_factor_the_matrix_alike(m, make):
    A = make(m) + 0.1 * np.eye(m)
    value, factor = factored(A)
    assert value == pytest.approx(np.linalg.slogdet(A)[1], abs=1e-12 * m)
    W = inverse_of(factor)
    assert np.array_equal(W, W.T) and np.allclose(W @ A, np.eye(m), atol=1e-11)
    assert log_det(A) == value == pytest.approx(log_det_with_error(A)[0], abs=1e-12 * m)


@pytest.mark.parametrize("where", [0, 7, 19])
def test_what_is_not_positive_definite_has_no_log_det(where):
    A = covariance(20)
    for wrong in (-1.0, np.nan):
        A[where, where] = wrong
        assert log_det(A) == -np.inf and log_det_with_error(A) == (-np.inf, np.inf)


@pytest.mark.parametrize("tol", [1e-3, 1e-6, 1e-12])
@pytest.mark.parametrize(
    "Sigma, rho",
    [
        (covariance(30), 0.1),
        (covariance(60), 0.3),
        (in_blocks(12, 1, 7, 4, 25), 0.05),
        (in_blocks(3, 3, 3, 1, 1), 0.1),
        (covariance(12), 0.02 + 0.1 * np.abs(covariance(12, 1))),
        (10.0**6 * covariance(9), 10.0**5),
    ],
)
@pytest.mark.parametrize("warm", [False, True])
def test_a_run_takes_the_same_steps_recorded_or_not(Sigma, rho, tol, warm):
    problem = SparsePrecision(Sigma, rho)
    x0 = solve_proximal_newton(SparsePrecision(Sigma, 2.0 * rho), tol=1e-3) if warm else None
    shown = solve_proximal_newton(problem, x0=x0, tol=tol)
    quick = solve_proximal_newton(problem, x0=x0, tol=tol, record_every=0)
    assert shown.status == quick.status == "converged"
    assert np.array_equal(shown.x, quick.x)
    assert quick.certificate == problem.certify(quick.x, **quick.dual)
    # A recorded run may have seen a better dual point on its way.
    assert shown.certificate.gap <= quick.certificate.gap
    last, rows = quick.trace.iteration[-1], shown.trace.iteration
    assert last == rows[-1] and np.array_equal(rows, np.arange(last + 1))
    assert quick.trace.work[-1] == shown.trace.work[-1]
    for name, values in quick.trace.snapshots.items():
        assert np.array_equal(values[-1], shown.trace.snapshots[name][-1])


@pytest.mark.parametrize("most", [0, 1, 2])
def test_an_unrecorded_run_keeps_its_budget(most):
    problem = SparsePrecision(covariance(30), 0.05)
    quick = solve_proximal_newton(problem, tol=1e-12, max_iter=most, record_every=0)
    shown = solve_proximal_newton(problem, tol=1e-12, max_iter=most)
    assert quick.status == "max_iter" and quick.trace.iteration[-1] == most
    assert np.array_equal(quick.x, shown.x)


def test_odd_problems_in_an_unrecorded_run():
    solve = lambda Sigma, rho, **more: solve_proximal_newton(
        SparsePrecision(Sigma, rho), record_every=0, tol=1e-10, **more
    )
    one = solve([[2.0]], 0.5)
    assert one.status == "converged" and one.x[0, 0] == pytest.approx(0.4)
    diagonal = solve(THREE, 0.5)
    assert diagonal.status == "converged" and diagonal.trace.iteration[-1] == 0
    assert np.allclose(diagonal.x, np.diag(1.0 / (np.diag(THREE) + 0.5)))
    drawn = solve(THREE, 0.5, x0=np.linalg.inv(THREE))  # off the diagonal there are no blocks
    assert drawn.status == "converged" and np.array_equal(drawn.x, diagonal.x)
    free = solve(THREE, 0.0)
    assert free.status == "converged" and np.allclose(free.x, np.linalg.inv(THREE))
    steep = np.array([[0.5, 0.9], [0.9, 0.5]])
    for Sigma in (steep, np.block([[steep, np.zeros((2, 3))], [np.zeros((3, 2)), THREE]])):
        none = solve(Sigma, 0.15)
        assert none.status == "unbounded" and np.isnan(none.x).all()
        assert np.linalg.eigvalsh(none.dual["direction"])[0] >= -1e-12
    edge = solve([[1, 2], [2, 1]], np.eye(2), max_iter=50)
    assert edge.status == "unbounded" and edge.certificate.bound == -np.inf
    assert np.linalg.eigvalsh(edge.dual["direction"])[0] >= -1e-12
    asked = solve_proximal_newton(SparsePrecision(THREE, 0.1), tol=0.0, record_every=0)
    assert asked.status in ("stalled", "converged") and asked.certificate.holds(1e-13)
