"""The four solvers of sparse precision problems, by certificate, and the edge cases of the
note."""

import numpy as np
import pytest

import solvers.admm as admm
import solvers.alternating_linearization as alternating_linearization
from solvers import (
    InputError,
    SparsePrecision,
    solve_admm,
    solve_alternating_linearization,
    solve_proximal_gradient,
    solve_proximal_newton,
)

THREE = np.array([[2, 0.5, -0.4], [0.5, 1, 0.3], [-0.4, 0.3, 1.5]])
STEEP = np.array([[0.5, 0.9], [0.9, 0.5]])
SOLVERS = {
    "alm": solve_alternating_linearization,
    "admm": solve_admm,
    "ista": solve_proximal_gradient,
    "newton": solve_proximal_newton,
}
every = pytest.mark.parametrize("solve", SOLVERS.values(), ids=SOLVERS.keys())


def covariance(m, n=None, seed=0):
    A = np.random.default_rng(seed).normal(size=(n or 2 * m, m))
    A[:, 1:] += 0.5 * A[:, :-1]
    return A.T @ A / len(A)


@every
@pytest.mark.parametrize("m, rho", [(2, 0.1), (5, 0.05), (12, 0.2), (30, 0.3)])
def test_certificate_proves_optimality(solve, m, rho):
    problem = SparsePrecision(covariance(m), rho)
    result = solve(problem, tol=1e-10)
    certificate = problem.certify(result.x, **result.dual)
    assert result.status == "converged" and certificate == result.certificate
    assert certificate.holds(1e-10) and certificate.infeasibility == 0.0
    assert not problem.certify(result.x + 0.01 * np.eye(m), **result.dual).holds(1e-9)
    assert np.all(result.trace.gap >= -1e-9 * m)
    assert np.array_equal(result.x, result.x.T)


@every
@pytest.mark.parametrize(
    "Sigma, rho, value, entries",
    [
        ([[1, 0.6], [0.6, 2]], 0.1, 2.72270598, [1.01941748, -0.24271845, 0.53398058]),
        (THREE, 0.2, 4.44762462,
         [0.4773101, -0.1246179, 0.0634846, 0.8699742, -0.0658359, 0.5995768]),
        (STEEP, 0.45, 1.64332506, [1.35714286, -0.64285714, 1.35714286]),
    ],
)  # fmt: skip
def test_public_values(solve, Sigma, rho, value, entries):
    result = solve(SparsePrecision(Sigma, rho), tol=1e-14, max_iter=400)
    assert result.certificate.objective == pytest.approx(value, abs=1e-8)
    m = len(Sigma)
    assert np.allclose(result.x[np.triu_indices(m)], entries, atol=2e-7)


@every
@pytest.mark.parametrize(
    "Sigma, rho, rows",
    [
        (STEEP, 0.15, 2),  # found on the way
        ([[1, 1], [1, 1]], 0.0, 1),  # singular, nothing penalised
        ([[-1, 0], [0, 2]], 0.5, 1),  # a diagonal entry
    ],
)
def test_no_minimum_is_proved(solve, Sigma, rho, rows):
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
@pytest.mark.parametrize("problem", EDGES)
def test_that_there_is_no_minimum_is_seen_on_the_very_edge(solve, problem):
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
def test_near_the_edge_a_minimum_is_not_denied(solve, inside):
    for edge in EDGES[:4]:
        problem = SparsePrecision(edge.Sigma + inside * np.eye(len(edge.Sigma)), edge.weights)
        assert solve(problem, max_iter=300).status != "unbounded"


@every
def test_bounded_beyond_the_cheap_tests(solve):
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
def test_edge_cases(solve):
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
def test_the_answer_is_sparse_with_a_proved_pattern(solve):
    problem = SparsePrecision(covariance(12), 0.3)
    result = solve(problem, tol=1e-10)
    zeros = result.x == 0.0
    assert 20 < zeros.sum() < 130
    assert np.array_equal(problem.proved_zeros(result.x, result.dual["Z"]), zeros)


@every
@pytest.mark.parametrize("power", [-20, 20])
def test_units_do_not_matter(solve, power):
    factor = 2.0**power  # powers of two scale without rounding
    Sigma = covariance(6)
    plain = solve(SparsePrecision(Sigma, 0.1), tol=1e-9)
    other = solve(SparsePrecision(factor * Sigma, factor * 0.1), tol=1e-9)
    assert plain.status == other.status == "converged"
    assert other.trace.iteration[-1] == plain.trace.iteration[-1]
    assert np.array_equal(other.x * factor, plain.x)


@every
def test_features_of_different_units_cost_nothing(solve):
    units = 10.0 ** np.arange(-3, 3)
    Sigma, weights = covariance(6), np.full((6, 6), 0.1)
    plain = solve(SparsePrecision(Sigma, weights))
    mixed = solve(SparsePrecision(np.outer(units, units) * Sigma, np.outer(units, units) * weights))
    assert mixed.status == "converged"
    assert mixed.trace.iteration[-1] == plain.trace.iteration[-1]


@every
def test_contract_of_every_solver(solve):
    Sigma = covariance(6)
    problem = SparsePrecision(Sigma, 0.1)
    first, second = solve(problem, tol=1e-9), solve(problem, tol=1e-9, seed=7)
    for name in ("iteration", "objective", "bound", "gap"):
        assert np.array_equal(getattr(first.trace, name), getattr(second.trace, name))
    shots = first.trace.snapshots
    rows = len(first.trace)
    assert shots["M"].shape == shots["Y"].shape == (rows, 6, 6)
    assert all(len(a) == rows for a in shots.values())
    assert shots["dual_valid"].dtype == bool and np.isfinite(first.trace.seconds).all()
    short = solve(problem, tol=1e-9, record_every=0)
    assert len(short.trace) == 2 and np.allclose(short.x, first.x, atol=1e-6)
    stopped = solve(problem, tol=0.0, cancelled=lambda: True)
    assert stopped.status == "cancelled" and len(stopped.trace) == 1
    assert solve(problem, tol=0.0, max_iter=3).status == "max_iter"
    warm = solve(SparsePrecision(Sigma, 0.099), x0=first, tol=1e-4)
    cold = solve(SparsePrecision(Sigma, 0.099), tol=1e-4)
    assert warm.status == "converged" and warm.trace.iteration[-1] < cold.trace.iteration[-1]
    again = solve(problem, x0=first, tol=1e-8)
    assert again.trace.iteration[-1] == 0
    start = np.eye(6)
    assert solve(problem, x0=start).status == "converged" and np.array_equal(start, np.eye(6))
    nothing = solve(SparsePrecision(STEEP, 0.15))
    assert solve(SparsePrecision(STEEP, 0.45), x0=nothing).status == "converged"


@every
def test_bad_options_are_named(solve):
    problem = SparsePrecision(THREE, 0.2)
    for options, words in (
        ({"x0": np.eye(2)}, "x0 must have shape"),
        ({"x0": -np.eye(3)}, "x0 must be positive definite, got smallest eigenvalue -1"),
        ({"tol": -1.0}, "tol must be at least 0"),
        ({"max_iter": 1.5}, "max_iter must be a whole number"),
    ):
        with pytest.raises(InputError, match=words):
            solve(problem, **options)
    with pytest.raises(InputError, match="problem must be a"):
        solve(THREE)


def test_the_gradient_method_has_no_foreign_options():
    problem = SparsePrecision(THREE, 0.2)
    with pytest.raises(InputError, match="accelerated"):
        solve_proximal_gradient(problem, accelerated=True)
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
def test_nearly_singular_data_are_solved_within_the_budget(solve, Sigma, rho):
    problem = SparsePrecision(Sigma, rho)
    result = solve(problem)
    assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(1e-6)
    assert not problem.certify(result.x + 0.01 * np.eye(len(Sigma)), **result.dual).holds(1e-6)


def test_a_step_that_was_asked_for_and_the_printed_method_stay_as_they_are(monkeypatch):
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
