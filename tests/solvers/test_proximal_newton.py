"""Proximal Newton: its model, its blocks, its runs, recorded or not, and the linear algebra below
it."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from seeded import covariance
from sklearn.covariance import graphical_lasso

from solvers import SparsePrecision, solve_alternating_linearization, solve_proximal_newton
from solvers.precision.log_det import factored, inverse, inverse_of, log_det
from solvers.precision.newton_model import newton_direction
from solvers.precision.run import Frame
from solvers.problems.log_det import log_det_with_error
from solvers.proximal_newton import blocks


def chain(m, link=0.3):
    return np.eye(m) + link * (np.eye(m, k=1) + np.eye(m, k=-1))


def sparse(m, seed=0):
    """Positive definite, with a link for each row but the first."""
    rng = np.random.default_rng(seed)
    A, rows = np.eye(m), np.arange(1, m)
    others = [rng.integers(k) for k in rows]
    A[rows, others] = A[others, rows] = rng.uniform(-1.0, 1.0, size=m - 1)
    return A + np.diag(np.abs(A).sum(axis=1))


def model(D, N, W, Sigma, weights):
    return (
        np.vdot(Sigma - W, D)
        + 0.5 * np.vdot(D, W @ D @ W)
        + np.vdot(weights, np.abs(N + D) - np.abs(N))
    )


def swept(N, W, Sigma, weights):
    """D after one sweep, each entry found by a search on a line."""
    D = np.zeros_like(N)
    for j in range(len(N)):
        for i in range(j + 1):
            if i == j or N[i, j] != 0.0 or abs(Sigma[i, j] - W[i, j]) > weights[i, j]:
                E = np.zeros_like(N)
                E[i, j] = E[j, i] = 1.0
                along = lambda t, D=D, E=E: model(D + t * E, N, W, Sigma, weights)
                D = D + minimize_scalar(along, bracket=(-0.1, 0.1), tol=1e-12).x * E
    return D


@pytest.mark.fast
@pytest.mark.parametrize("seed", range(3))
def test_newton_direction_minimises_the_model_entry_by_entry(seed):
    rng = np.random.default_rng(seed)
    m = 6
    Sigma, weights = covariance(m, seed), np.full((m, m), 0.2)
    B = 0.3 * rng.normal(size=(m, m)) * (rng.random((m, m)) < 0.3)
    N = np.eye(m) + B @ B.T
    here = N, inverse(N), Sigma, weights
    values = []
    for most in (1, 2, 30):
        D, slope, free, _, decrease = newton_direction(*here, most, 0.0)
        values.append(model(D, *here))
        assert np.array_equal(D, D.T) and values[-1] <= -decrease + 1e-12
        parts = np.vdot(Sigma - here[1], D), np.vdot(weights, np.abs(N + D) - np.abs(N))
        assert slope == pytest.approx(sum(parts)) and slope < 0.0
        if most == 1:
            assert np.allclose(D, swept(*here), atol=1e-6)
    assert values[0] > values[1] >= values[2]
    held = (N == 0.0) & (np.abs(Sigma - here[1]) <= weights)
    assert held.any() and not D[held].any() and free == np.count_nonzero(np.triu(~held))


@pytest.mark.fast
def test_blocks_are_connected_components():
    rng = np.random.default_rng(3)
    for links in (0, 5, 12, 40):
        Sigma = np.eye(20)
        i, j = rng.integers(20, size=(2, links))
        Sigma[i, j] = Sigma[j, i] = 1.0
        found = blocks(Frame(SparsePrecision(Sigma, 0.5), False), np.eye(20))
        joined = np.linalg.matrix_power(Sigma, 20) > 0.0  # by a walk of at most 20 links
        expected = {tuple(np.flatnonzero(row)) for row in joined if np.count_nonzero(row) > 1}
        rows = [b.place[1].ravel() if b.place is not ... else np.arange(20) for b in found]
        assert sorted(map(tuple, rows)) == sorted(expected)


@pytest.mark.fast
def test_proximal_newton_solves_each_block_alone():
    sizes, rng = (12, 1, 7, 4), np.random.default_rng(0)
    m, at = sum(sizes), 0
    Sigma = rng.uniform(-0.04, 0.04, size=(m, m))
    Sigma = 0.5 * (Sigma + Sigma.T)
    pieces = []
    for k, size in enumerate(sizes):
        rows = np.arange(at, at + size)
        Sigma[np.ix_(rows, rows)] = covariance(size, k)
        pieces.append(rows)
        at += size
    order = rng.permutation(m)
    Sigma = Sigma[np.ix_(order, order)]
    place = np.argsort(order)
    result = solve_proximal_newton(SparsePrecision(Sigma, 0.05), tol=1e-12)
    assert result.status == "converged"
    for rows in pieces:
        here = np.ix_(place[rows], place[rows])
        alone = solve_proximal_newton(SparsePrecision(Sigma[here], 0.05), tol=1e-12)
        assert np.allclose(result.x[here], alone.x, atol=1e-5)
        outside = np.delete(result.x[place[rows]], place[rows], axis=1)
        assert not outside.any()


def test_proximal_newton_agrees_with_other_methods():
    problem = SparsePrecision(covariance(90), 0.15)
    ours = solve_proximal_newton(problem, tol=1e-11)
    other = solve_alternating_linearization(problem, tol=1e-10)
    assert ours.status == other.status == "converged"
    assert problem.certify(ours.x, other.dual["Z"]).holds(1e-9)
    assert problem.certify(other.x, ours.dual["Z"]).holds(1e-9)
    assert ours.trace.iteration[-1] < 10 < other.trace.iteration[-1]
    _, M = graphical_lasso(problem.Sigma + 0.15 * np.eye(90), 0.15, tol=1e-9, enet_tol=1e-10)
    assert np.allclose(M, ours.x, atol=1e-4)
    assert np.array_equal(np.abs(M) > 1e-6, ours.x != 0.0)


@pytest.mark.fast
def test_proximal_newton_ends_quadratically_and_never_rises():
    problem = SparsePrecision(covariance(40), 0.1)
    trace = solve_proximal_newton(problem, tol=1e-12).trace
    assert np.all(np.diff(trace.objective) <= 1e-9)
    gap, last = trace.gap / 40, int(np.argmax(trace.gap / 40 < 1e-3))
    assert gap[last + 1] < 20 * gap[last] ** 1.5
    assert trace.snapshots["free"][-1] < 40 * 41 / 2 and trace.snapshots["length"][-1] == 1.0


@pytest.mark.fast
def test_proximal_newton_dual_point_is_on_the_sides_of_the_box():
    problem = SparsePrecision(covariance(8), 0.1)
    M = solve_proximal_newton(problem, tol=1e-13).x
    (block,) = blocks(Frame(problem, False), M)
    used, U = M != 0.0, block.Z - problem.Sigma
    assert used.any() and not used.all()
    assert np.allclose(U[used], 0.1 * np.sign(M[used]), atol=1e-15)
    assert np.allclose(U[~used], np.clip(inverse(M) - problem.Sigma, -0.1, 0.1)[~used])
    assert block.linear == pytest.approx(problem.linear(M))
    assert (
        block.gap == pytest.approx(problem.certify(M, block.Z).gap, abs=1e-12) and block.gap < 1e-11
    )


@pytest.mark.fast
@pytest.mark.parametrize("m", [1, 2, 5, 16, 33, 90, 150, 350])
@pytest.mark.parametrize("make", [covariance, chain, sparse])
def test_log_det_with_error_bounds_its_rounding(m, make):
    A = make(m) + 0.1 * np.eye(m)
    value, factor = factored(A)
    W = inverse_of(factor)
    assert W.flags.c_contiguous and np.array_equal(W, W.T)
    assert np.allclose(W @ A, np.eye(m), atol=1e-10)
    assert value == pytest.approx(np.linalg.slogdet(A)[1])
    size, error = log_det_with_error(A)
    expected = 2.0 * np.finfo(float).eps * (np.diag(A) @ np.diag(np.linalg.inv(A)))
    assert log_det(A) == value == pytest.approx(size, rel=1e-13, abs=1e-12 * m)
    assert expected * (1.0 - 1e-6) <= error <= max(expected * (1.0 + 1e-6), 4e-14 * m)


@pytest.mark.fast
@pytest.mark.parametrize("m", [30, 200])
def test_log_det_with_error_of_a_loose_bound_uses_the_inverse(m):
    rows = np.random.default_rng(0).normal(size=(m // 2, m))
    A = rows.T @ rows + 1e-3 * np.eye(m)
    expected = 2.0 * np.finfo(float).eps * (np.diag(A) @ np.diag(np.linalg.inv(A)))
    assert expected > 4e-14 * m
    assert log_det_with_error(A)[1] == pytest.approx(expected, rel=1e-6)


@pytest.mark.fast
def test_log_det_with_error_of_a_diagonal_follows_the_rule():
    d = np.linspace(0.1, 3.0, 9)
    value, error = log_det_with_error(np.diag(d))
    assert value == pytest.approx(np.log(d).sum())
    assert error == pytest.approx(2.0 * np.finfo(float).eps * 9)
    assert log_det_with_error(np.diag([1.0, -1.0])) == (-np.inf, np.inf)


# --- runs -----------------------------------------------------------------------------------------


THREE = np.array([[2, 0.5, -0.4], [0.5, 1, 0.3], [-0.4, 0.3, 1.5]])


def in_blocks(*sizes):
    """A covariance of blocks, its features in a random order."""
    m, at, rng = sum(sizes), 0, np.random.default_rng(5)
    Sigma = np.zeros((m, m))
    for k, size in enumerate(sizes):
        Sigma[at : at + size, at : at + size] = covariance(size, k)
        at += size
    order = rng.permutation(m)
    return Sigma[np.ix_(order, order)]


@pytest.mark.parametrize("where", [0, 7, 19])
def test_log_det_of_an_indefinite_matrix_is_minus_infinity(where):
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
def test_proximal_newton_unrecorded_steps_equal_recorded_ones(Sigma, rho, tol, warm):
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
def test_proximal_newton_unrecorded_keeps_its_budget(most):
    problem = SparsePrecision(covariance(30), 0.05)
    quick = solve_proximal_newton(problem, tol=1e-12, max_iter=most, record_every=0)
    shown = solve_proximal_newton(problem, tol=1e-12, max_iter=most)
    assert quick.status == "max_iter" and quick.trace.iteration[-1] == most
    assert np.array_equal(quick.x, shown.x)


def test_proximal_newton_unrecorded_special_cases_are_exact():
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
