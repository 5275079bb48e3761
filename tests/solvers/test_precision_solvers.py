"""The sparse precision problem, its certificate and its four solvers, and the edge cases of the
note."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from repeated import first
from seeded import covariance

import solvers.admm as admm
import solvers.alternating_linearization as alternating_linearization
from solvers import SOLVERS as REGISTERED
from solvers import (
    InputError,
    SparsePrecision,
    solve_admm,
    solve_alternating_linearization,
    solve_proximal_gradient,
    solve_proximal_newton,
)
from solvers.precision.log_det import log_det
from solvers.precision.run import Frame

THREE = np.array([[2, 0.5, -0.4], [0.5, 1, 0.3], [-0.4, 0.3, 1.5]])
STEEP = np.array([[0.5, 0.9], [0.9, 0.5]])
SOLVERS = {
    "alm": solve_alternating_linearization,
    "admm": solve_admm,
    "ista": solve_proximal_gradient,
    "newton": solve_proximal_newton,
}
every = pytest.mark.parametrize("solve", SOLVERS.values(), ids=SOLVERS.keys())


@every
@pytest.mark.parametrize(
    "Sigma, rho, rows",
    [
        (STEEP, 0.15, 2),  # found on the way
        ([[1, 1], [1, 1]], 0.0, 1),  # singular, nothing penalised
        ([[-1, 0], [0, 2]], 0.5, 1),  # a diagonal entry
    ],
)
def test_precision_without_minimum_is_proved_unbounded(solve, Sigma, rho, rows):
    problem = SparsePrecision(Sigma, rho)
    result = solve(problem)
    assert result.status == "unbounded" and np.isnan(result.x).all()
    direction = result.dual["direction"]
    assert np.linalg.eigvalsh(direction)[0] >= -1e-12 and problem.linear(direction) <= 1e-12
    assert result.certificate == problem.certify(result.x, **result.dual)
    assert result.certificate.objective == -np.inf and not result.certificate.holds(1e3)
    assert result.row == len(result.trace) - 1 >= rows - 1
    assert "no minimum" in result.notes[-1]
    assert np.all(result.trace.bound == -np.inf)
    along = [dense_value(problem, np.eye(2) + t * direction) for t in (1e2, 1e4, 1e6)]
    assert along[0] > along[1] > along[2]


def dense_value(problem, M):
    return -np.linalg.slogdet(M)[1] + problem.linear(M)


def on_the_edge(m, seed):
    """A problem whose box holds singular points only: the linear part is 0 along one direction, and
    positive along all others."""
    rng = np.random.default_rng(seed)
    v = rng.uniform(0.5, 1.5, m) * rng.choice([-1.0, 1.0], m)
    B = rng.normal(size=(m, m)) @ (np.eye(m) - np.outer(v, v) / (v @ v))
    return SparsePrecision(B.T @ B / m - 0.2 * np.sign(np.outer(v, v)), 0.2)


EDGES = [
    SparsePrecision([[1, 2], [2, 1]], np.eye(2)),
    SparsePrecision([[1, 2.5], [2.5, 4]], np.diag([0.25, 1.0])),
    *(on_the_edge(m, seed) for m in (2, 3, 5) for seed in range(2)),
]


@every
@pytest.mark.parametrize("problem", first(EDGES, 4))
def test_precision_on_the_edge_is_unbounded_or_unproved(solve, problem):
    result = solve(problem)
    if solve is solve_proximal_newton:
        assert result.status == "unbounded"
    assert result.status in ("unbounded", "max_iter", "stalled")
    assert result.certificate.bound == -np.inf and result.notes
    if result.status == "unbounded":
        direction = result.dual["direction"]
        size = np.vdot(np.abs(problem.Sigma) + problem.weights, np.abs(direction))
        assert np.linalg.eigvalsh(direction)[0] >= -1e-12
        assert abs(problem.linear(direction)) <= 1e-13 * size


@every
@pytest.mark.parametrize("inside", [1e-2, 1e-4])
def test_precision_near_the_edge_is_not_unbounded(solve, inside, whole):
    for edge in EDGES[:4] if whole else EDGES[1:3]:
        problem = SparsePrecision(edge.Sigma + inside * np.eye(len(edge.Sigma)), edge.weights)
        assert solve(problem, max_iter=300).status != "unbounded"


@every
def test_precision_bounded_beyond_the_cheap_tests_converges(solve):
    """lambda_min(Sigma) < -rho, both cheap tests fail, and yet there is a minimum."""
    rng = np.random.default_rng(1)
    for _ in range(2000):
        A = rng.normal(size=(4, 4))
        problem = SparsePrecision((A + A.T) / 2 + 1.3 * np.eye(4), 0.6)
        if problem.inside is None and np.linalg.eigvalsh(problem.Sigma)[0] < -0.6:
            result = solve(problem, max_iter=2000)
            if result.status == "converged":
                break
    assert result.certificate.holds(1e-6)
    assert result.trace.bound[0] == -np.inf and not result.trace.snapshots["dual_valid"][0]


@every
def test_precision_special_cases_are_exact(solve):
    one = solve(SparsePrecision([[2.0]], 0.5), tol=1e-12)
    assert one.status == "converged" and one.x[0, 0] == pytest.approx(0.4)
    assert solve(SparsePrecision([[-2.0]], 0.5)).status == "unbounded"
    free = solve(SparsePrecision(THREE, 0.0), tol=1e-12)
    assert free.status == "converged" and np.allclose(free.x, np.linalg.inv(THREE))
    assert len(free.trace) == 2 and "inverse" in free.notes[0]
    diagonal = solve(SparsePrecision(THREE, 0.5), tol=1e-12)
    assert diagonal.status == "converged" and diagonal.row == 0
    assert np.array_equal(diagonal.x, np.diag(diagonal.x.diagonal()))
    assert np.allclose(diagonal.x.diagonal(), 1.0 / (THREE.diagonal() + 0.5))
    singular = np.ones((3, 3))
    assert solve(SparsePrecision(singular, 0.1), tol=1e-8).status == "converged"
    spared = np.full((3, 3), 0.2)
    np.fill_diagonal(spared, 0.0)
    result = solve(SparsePrecision(THREE, spared), tol=1e-10)
    shifted = solve(SparsePrecision(THREE - 0.2 * np.eye(3), 0.2), tol=1e-10)
    assert result.status == shifted.status == "converged"
    assert np.allclose(result.x, shifted.x, atol=1e-4)
    assert np.linalg.inv(result.x).diagonal() == pytest.approx(THREE.diagonal(), abs=1e-4)


@every
def test_precision_answer_is_sparse_with_a_proved_pattern(solve):
    problem = SparsePrecision(covariance(12), 0.3)
    result = solve(problem, tol=1e-10)
    zeros = result.x == 0.0
    assert 20 < zeros.sum() < 130
    assert np.array_equal(problem.proved_zeros(result.x, result.dual["Z"]), zeros)


@every
@pytest.mark.parametrize("power", [-20, 20])
def test_precision_scaled_by_powers_of_two_is_bitwise_equal(solve, power):
    factor = 2.0**power  # powers of two scale without rounding
    Sigma = covariance(6)
    plain = solve(SparsePrecision(Sigma, 0.1), tol=1e-9)
    other = solve(SparsePrecision(factor * Sigma, factor * 0.1), tol=1e-9)
    assert plain.status == other.status == "converged"
    assert other.trace.iteration[-1] == plain.trace.iteration[-1]
    assert np.array_equal(other.x * factor, plain.x)


@every
def test_precision_features_in_other_units_take_as_many_steps(solve):
    units = 10.0 ** np.arange(-3, 3)
    Sigma, weights = covariance(6), np.full((6, 6), 0.1)
    plain = solve(SparsePrecision(Sigma, weights))
    mixed = solve(SparsePrecision(np.outer(units, units) * Sigma, np.outer(units, units) * weights))
    assert mixed.status == "converged"
    assert mixed.trace.iteration[-1] == plain.trace.iteration[-1]


@every
def test_precision_warm_start_of_a_near_problem_is_faster(solve):
    Sigma, problem = covariance(6), SparsePrecision(covariance(6), 0.1)
    first = solve(problem, tol=1e-9)
    shots, rows = first.trace.snapshots, len(first.trace)
    assert shots["M"].shape == shots["Y"].shape == (rows, 6, 6)
    assert shots["dual_valid"].dtype == bool
    near = SparsePrecision(Sigma, 0.099)
    warm, cold = (solve(near, x0=x0, tol=1e-4) for x0 in (first, None))
    assert warm.status == "converged" and warm.trace.iteration[-1] < cold.trace.iteration[-1]
    nothing = solve(SparsePrecision(STEEP, 0.15))
    assert solve(SparsePrecision(STEEP, 0.45), x0=nothing).status == "converged"


def test_precision_gradient_method_has_one_matrix_a_row():
    problem = SparsePrecision(THREE, 0.2)
    result = solve_proximal_gradient(problem, tol=1e-9)
    assert np.array_equal(result.trace.snapshots["M"], result.trace.snapshots["Y"])
    assert np.all(result.trace.work >= 2 * result.trace.iteration)


def nearly_the_same(m, apart, seed=0):
    """Correlations (m, m) of columns that differ by a share `apart` of their length only."""
    rng = np.random.default_rng(seed)
    common = rng.standard_normal(100)
    X = common[:, None] + apart * rng.standard_normal((100, m))
    return np.corrcoef(X.T)


@pytest.mark.parametrize(
    "solve", [solve_proximal_newton, solve_alternating_linearization, solve_admm]
)
@pytest.mark.parametrize(
    ("Sigma", "rho"),
    [
        (np.array([[1.0, 0.99999], [0.99999, 1.0]]), 1e-3),
        (np.array([[1.0, -0.999], [-0.999, 1.0]]), 1e-5),
        (np.array([[4.0, 1.9999], [1.9999, 1.0]]), 1e-4),
        (nearly_the_same(3, 1e-2), 1e-3),
        (nearly_the_same(5, 3e-2), 1e-3),
    ],
)
def test_precision_nearly_singular_data_converge(solve, Sigma, rho):
    problem = SparsePrecision(Sigma, rho)
    result = solve(problem)
    assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(1e-6)
    assert not problem.certify(result.x + 0.01 * np.eye(len(Sigma)), **result.dual).holds(1e-6)


def test_precision_given_step_or_printed_is_not_extrapolated(monkeypatch):
    class Refused:
        def __init__(self):
            raise AssertionError("extrapolated")

    for module in (alternating_linearization, admm):
        monkeypatch.setattr(module, "Extrapolation", Refused)
    problem = SparsePrecision(np.array([[1.0, 0.999], [0.999, 1.0]]), 1e-3)
    for solve in (solve_alternating_linearization, solve_admm):
        assert solve(problem, mu=1.0, max_iter=300).status == "max_iter"
        with pytest.raises(AssertionError, match="extrapolated"):
            solve(problem, max_iter=300)
    for option in ({"variant": "printed"}, {"domain_bound": True}, {"smoothing": 1e-3}):
        solve_alternating_linearization(problem, max_iter=300, **option)


@pytest.mark.parametrize("name", REGISTERED[SparsePrecision])
def test_precision_unbounded_problem_has_no_bound(name):
    result = REGISTERED[SparsePrecision][name](SparsePrecision(-np.ones((2, 2)), 0.0))
    assert result.status == "unbounded" and np.all(result.trace.gap == np.inf)
    assert result.certificate.gap == np.inf and not result.certificate.holds(1e300)


def test_precision_frame_replaces_multipliers_that_are_not_finite():
    problem = SparsePrecision(np.diag([1.0, 2.0]), 0.5)
    frame = Frame(problem, True)
    for broken in (np.nan, np.inf):
        state = frame.state([np.eye(2)], [np.full((2, 2), broken)], 1e-6)
        assert np.isfinite(problem.certify(state["x"], **state["dual"]).gap)
    assert solve_admm(problem).status == "converged"


# --- the problem and its certificate --------------------------------------------------------------


def dense(problem, M):
    """P(M) by its definition."""
    sign, value = np.linalg.slogdet(M)
    assert sign > 0
    return -value + np.sum(problem.Sigma * M) + np.sum(problem.rho * np.abs(M))


def test_precision_rescale_gives_the_best_multiple():
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


def test_precision_dual_point_outside_the_cone_is_made_feasible():
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


def test_precision_indefinite_point_has_no_objective():
    problem = SparsePrecision(THREE, 0.2)
    certificate = problem.certify(np.diag([1.0, 1.0, -0.5]), np.array(THREE))
    assert certificate.objective == np.inf and certificate.infeasibility == pytest.approx(0.5)
    assert np.isfinite(certificate.bound) and not certificate.holds(1e3)
    skew = np.eye(3)
    skew[0, 1] = 0.25
    assert problem.certify(skew).infeasibility == 0.25


def test_precision_direction_proves_that_there_is_no_minimum():
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
    known = problem.proved_zeros(close.x, close.dual["Z"], close.certificate)
    assert np.array_equal(known, proved)
    open_gap = replace(close.certificate, bound=-np.inf)
    assert not problem.proved_zeros(close.x, close.dual["Z"], open_gap).any()
    early = problem.proved_zeros(rough.x, rough.dual["Z"])
    assert not np.any(early & ~zeros) and early.sum() < zeros.sum()
    assert not problem.proved_zeros(-np.eye(8), close.dual["Z"]).any()


def test_precision_eigenvalue_floor_holds():
    for rho in (0.1, np.array([[0, 0.3, 0.1], [0.3, 0, 0.2], [0.1, 0.2, 0.4]])):
        problem = SparsePrecision(THREE, rho)
        x = solve_alternating_linearization(problem, tol=1e-11).x
        low = np.linalg.eigvalsh(x)[0]
        assert 0.2 * low < problem.eigenvalue_floor() <= low


def test_precision_values_equal_those_of_the_scaled_problem():
    problem = SparsePrecision(THREE, 0.2)
    e = problem.scales()
    Sigma, weights = problem.scaled(e)
    assert np.allclose(np.diagonal(Sigma + weights), 1.0)
    other = SparsePrecision(Sigma, weights)
    N = np.linalg.inv(np.array(THREE))
    shift = 2.0 * np.log(e).sum()
    value = problem.certify(np.outer(e, e) * N).objective
    assert value == pytest.approx(other.certify(N).objective - shift, abs=1e-12)


def test_proved_zeros_reach_as_far_as_the_dual_solution():
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


def test_precision_bound_of_near_singular_matrices_is_sound():
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
def test_precision_clip_leaves_arrays_writable():
    Z = np.eye(3)
    near = SparsePrecision(THREE, 0.1).clip(Z)
    assert Z.flags.writeable and near.flags.writeable and np.array_equal(Z, np.eye(3))
