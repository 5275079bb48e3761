"""The sparse precision problem: its certificate, its proofs and its input checks."""

import math
from fractions import Fraction

import numpy as np
import pytest

from solvers import InputError, SparsePrecision, solve_admm, solve_alternating_linearization
from solvers.precision.log_det import log_det

THREE = [[2, 0.5, -0.4], [0.5, 1, 0.3], [-0.4, 0.3, 1.5]]


def dense(problem, M):
    """P(M) by its definition."""
    sign, value = np.linalg.slogdet(M)
    assert sign > 0
    return -value + np.sum(problem.Sigma * M) + np.sum(problem.rho * np.abs(M))


def closed_2x2(Sigma, rho):
    """(M, Z) of a 2 x 2 problem."""
    Z = np.array(Sigma, dtype=float) + rho * np.eye(2)
    Z[0, 1] = Z[1, 0] = np.sign(Sigma[0][1]) * max(abs(Sigma[0][1]) - rho, 0.0)
    return np.linalg.inv(Z), Z


@pytest.mark.parametrize(
    "Sigma, rho, value, entries",
    [
        ([[1, 0.6], [0.6, 2]], 0.1, 2.72270598, (1.01941748, -0.24271845, 0.53398058)),
        ([[0.5, 0.9], [0.9, 0.5]], 0.45, 1.64332506, (1.35714286, -0.64285714, 1.35714286)),
    ],
)
def test_public_values_in_closed_form(Sigma, rho, value, entries):
    problem = SparsePrecision(Sigma, rho)
    M, Z = closed_2x2(Sigma, rho)
    assert np.allclose(M[np.triu_indices(2)], entries, atol=1e-8)
    certificate = problem.certify(M, Z)
    assert certificate.holds(1e-12) and certificate.objective == pytest.approx(value, abs=1e-8)
    assert not problem.certify(M + 0.01 * np.eye(2), Z).holds(1e-8)
    assert not problem.certify(M, Z + np.array([[0, 0.01], [0.01, 0]])).holds(1e-8)


def test_a_point_is_judged_as_it_is_and_rescale_gives_the_best_multiple():
    problem = SparsePrecision(THREE, 0.2)
    rng = np.random.default_rng(0)
    A = rng.normal(size=(3, 3))
    M = A @ A.T + 0.1 * np.eye(3)
    best = problem.certify(problem.rescale(M)).objective
    grid = np.geomspace(1e-3, 1e3, 4001)
    assert best <= min(dense(problem, c * M) for c in grid) + 1e-12
    assert best == pytest.approx(dense(problem, problem.rescale(M)), abs=1e-12)
    for factor in (1.0, 1e3):
        far = problem.certify(factor * M)
        assert far.objective == pytest.approx(dense(problem, factor * M), rel=1e-12)
    assert best < dense(problem, M) - 1e-3
    answer = solve_admm(problem, tol=1e-9)
    assert not problem.certify(1000.0 * answer.x, **answer.dual).holds(1.0)


def test_any_dual_candidate_gives_a_bound_below_any_objective():
    problem = SparsePrecision(THREE, 0.2)
    rng = np.random.default_rng(1)
    tightest, lowest = -np.inf, np.inf
    for _ in range(200):
        A, V = rng.normal(size=(3, 3)), 3.0 * rng.normal(size=(3, 3))
        certificate = problem.certify(A @ A.T, np.array(THREE) + V)
        tightest, lowest = (
            max(tightest, certificate.bound),
            min(lowest, certificate.objective),
        )
        assert np.isfinite(certificate.bound)
    assert tightest <= 4.44762462 + 1e-8 <= lowest + 2e-8


def test_a_dual_point_outside_the_cone_is_pulled_in_or_refused():
    steep = [[1, 0.9, 0.9], [0.9, 1, -0.9], [0.9, -0.9, 1]]
    bounded = SparsePrecision(steep, 0.9)
    wrong = np.array(steep) * np.array([[1, 2, 2], [2, 1, 2], [2, 2, 1]])
    assert np.linalg.eigvalsh(bounded.clip(wrong))[0] < 0
    feasible = bounded.feasible(wrong)
    assert np.linalg.eigvalsh(feasible)[0] > 0
    assert np.abs(feasible - bounded.Sigma).max() <= 0.9 + 1e-15
    assert bounded.certify(np.eye(3), wrong).bound == bounded.bound(feasible)
    unknown = SparsePrecision(steep, 0.2)
    assert unknown.inside is None
    assert unknown.certify(np.eye(3), wrong).bound == -np.inf
    assert unknown.certify(np.eye(3)).gap == np.inf


def test_a_point_that_is_not_positive_definite_has_no_objective():
    problem = SparsePrecision(THREE, 0.2)
    certificate = problem.certify(np.diag([1.0, 1.0, -0.5]), np.array(THREE))
    assert certificate.objective == np.inf and certificate.infeasibility == pytest.approx(0.5)
    assert np.isfinite(certificate.bound) and not certificate.holds(1e3)
    skew = np.eye(3)
    skew[0, 1] = 0.25
    assert problem.certify(skew).infeasibility == 0.25


def test_a_direction_proves_that_there_is_no_minimum():
    problem = SparsePrecision([[0.5, 0.9], [0.9, 0.5]], 0.15)
    direction = np.array([[1.0, -1.0], [-1.0, 1.0]])
    assert problem.linear(direction) == pytest.approx(-0.2)
    nowhere = np.full((2, 2), np.nan)
    assert problem.certify(nowhere, direction=direction).objective == -np.inf
    for wrong in (-direction, np.eye(2), np.zeros((2, 2)), np.array([[1.0, -2.0], [-2.0, 1.0]])):
        assert not problem.falls_along(wrong)
        with pytest.raises(InputError, match="M must be finite"):
            problem.certify(nowhere, direction=wrong)
    assert not SparsePrecision(problem.Sigma, 0.45).falls_along(direction)
    far = problem.certify(np.eye(2) + 100.0 * direction)
    assert far.objective < 0.0 and not far.holds(1.0)


@pytest.mark.parametrize("rho", [0.25, 0.05])
def test_proved_zeros_are_zeros_and_need_a_small_gap(rho):
    rng = np.random.default_rng(3)
    A = rng.normal(size=(40, 8))
    Sigma = A.T @ A / 40
    problem = SparsePrecision(Sigma, rho)
    close = solve_alternating_linearization(problem, tol=1e-12)
    zeros = close.x == 0.0
    proved = problem.proved_zeros(close.x, close.dual["Z"])
    assert zeros.any() and np.array_equal(proved, zeros)
    assert not proved.diagonal().any()
    rough = solve_alternating_linearization(problem, tol=1e-12, max_iter=2)
    early = problem.proved_zeros(rough.x, rough.dual["Z"])
    assert not np.any(early & ~zeros) and early.sum() < zeros.sum()
    assert not problem.proved_zeros(-np.eye(8), close.dual["Z"]).any()


def test_the_eigenvalue_floor_holds():
    for rho in (0.1, np.array([[0, 0.3, 0.1], [0.3, 0, 0.2], [0.1, 0.2, 0.4]])):
        problem = SparsePrecision(THREE, rho)
        x = solve_alternating_linearization(problem, tol=1e-11).x
        low = np.linalg.eigvalsh(x)[0]
        assert 0.2 * low < problem.eigenvalue_floor() <= low


def test_values_are_those_of_the_scaled_problem():
    problem = SparsePrecision(THREE, 0.2)
    e = problem.scales()
    Sigma, weights = problem.scaled(e)
    assert np.allclose(np.diagonal(Sigma + weights), 1.0)
    other = SparsePrecision(Sigma, weights)
    N = np.linalg.inv(np.array(THREE))
    shift = 2.0 * np.log(e).sum()
    value = problem.certify(np.outer(e, e) * N).objective
    assert value == pytest.approx(other.certify(N).objective - shift, abs=1e-12)


@pytest.mark.parametrize(
    "Sigma, rho, words",
    [
        ([[1, 0.5], [0.4, 1]], 0.1, r"Sigma must be symmetric, got entries 0\.1 apart"),
        ([[1, np.nan], [np.nan, 1]], 0.1, "Sigma must be finite"),
        ([1, 2], 0.1, "Sigma must have 2 axes"),
        ([[1, 2, 3]], 0.1, "Sigma must be square"),
        (np.empty((0, 0)), 0.1, "Sigma must have at least one row"),
        (np.eye(2), -0.1, r"rho must be at least 0, got -0\.1"),
        (np.eye(2), np.nan, "rho must be finite"),
        (np.eye(2), "a", "rho must be a number"),
        (np.eye(2), np.eye(3), r"rho must be a number or have the shape \(2, 2\)"),
        (np.eye(2), [[0, -1], [-1, 0]], "rho must be at least 0, got -1"),
        (np.eye(2), [[0, 1], [2, 0]], "rho must be symmetric"),
        (1e200 * np.eye(2), 0.1, "Sigma and rho must be at most"),
    ],
)
def test_bad_input_is_named(Sigma, rho, words):
    with pytest.raises(InputError, match=words):
        SparsePrecision(Sigma, rho)


def test_bad_points_are_named():
    problem = SparsePrecision(np.eye(2), 0.1)
    for arguments, words in (
        ((np.eye(3),), r"M must have shape \(2, 2\)"),
        ((np.eye(2), np.eye(3)), r"Z must have shape \(2, 2\)"),
        ((np.eye(2), None, np.eye(3)), r"direction must have shape \(2, 2\)"),
    ):
        with pytest.raises(InputError, match=words):
            problem.certify(*arguments)


def test_the_data_are_the_problems_own():
    Sigma, rho = np.eye(2), np.full((2, 2), 0.1)
    problem = SparsePrecision(Sigma, rho)
    Sigma[0, 0] = rho[0, 0] = 7.0
    assert problem.Sigma[0, 0] == 1.0 and problem.rho[0, 0] == 0.1
    for a in (problem.Sigma, problem.weights, problem.inside):
        assert not a.flags.writeable
    nearly = np.array([[1.0, 0.3], [0.3 + 1e-14, 1.0]])
    assert np.array_equal(SparsePrecision(nearly, 0.1).Sigma, SparsePrecision(nearly, 0.1).Sigma.T)


def test_zeros_are_proved_as_far_as_the_dual_solution_can_be():
    """Within Lambda sqrt(2 gap) of Z in the problem of unit diagonal, and no nearer."""
    rng, narrow = np.random.default_rng(3), 0
    A = rng.normal(size=(40, 8))
    Sigma = A.T @ A / 40
    problem = SparsePrecision(Sigma, 0.25)
    e = 1.0 / np.sqrt(np.diagonal(Sigma) + 0.25)
    unit, weights = Sigma * np.outer(e, e), 0.25 * np.outer(e, e)
    top = min(np.linalg.eigvalsh(unit)[-1] + np.linalg.eigvalsh(weights)[-1], 8.0)
    for tol in 10.0 ** np.arange(-12.0, -2.0, 0.5):
        found = solve_alternating_linearization(problem, tol=tol)
        Z = found.dual["Z"]
        distance = top * np.sqrt(2.0 * found.certificate.gap)
        slack = weights - np.abs(Z - Sigma) * np.outer(e, e)
        assert np.array_equal(problem.proved_zeros(found.x, Z), slack > distance)
        narrow += np.count_nonzero((slack > distance / np.sqrt(2.0)) & (slack <= distance))
    assert narrow > 0


def exact_log_det(A):
    """log det of a 3 x 3 matrix of doubles, from its exact determinant."""
    (a, b, c), (d, e, f), (g, h, i) = [[Fraction(float(v)) for v in row] for row in A]
    return math.log(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))


def test_near_singular_matrices_prove_nothing_that_rounding_made():
    rng, seen = np.random.default_rng(0), 0
    problem = SparsePrecision(np.eye(3), 20.0)
    for _ in range(200):
        B = rng.normal(size=(3, 3))
        B[2] = B[0] + B[1] + B[2] * 10.0 ** rng.uniform(-6.5, -5.0)
        A = B @ B.T
        A = 0.5 * (A + A.T)
        value, bound, linear = problem.objective(A), problem.bound(A), problem.linear(A)
        if value < np.inf:
            truth = exact_log_det(A)
            assert value >= 3.0 - 3.0 * np.log(3.0 / linear) - truth - 1e-12
            assert bound <= exact_log_det(problem.feasible(A)) + 3.0 + 1e-12
            seen += abs(log_det(A) - truth) > 1e-9
    assert seen > 20


@pytest.mark.fast
def test_what_is_clipped_stays_as_writable_as_it_was():
    Z = np.eye(3)
    near = SparsePrecision(THREE, 0.1).clip(Z)
    assert Z.flags.writeable and near.flags.writeable and np.array_equal(Z, np.eye(3))
