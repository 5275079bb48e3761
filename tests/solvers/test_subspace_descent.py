"""Coordinate descent with steps in subspaces, and the engine that it and coordinate descent take
where nothing is drawn."""

import numpy as np
import pytest
from sklearn.linear_model import Lasso as Peer

from solvers import Lasso, solve_coordinate_descent, solve_subspace_descent
from solvers.engine import Proofs, descent
from solvers.sparse import working_sets
from solvers.subspace_descent import _line_minimum, subspace_step

SHAPES = [(60, 8), (20, 20), (300, 120), (40, 400), (25, 1)]
SOLVES = (solve_coordinate_descent, solve_subspace_descent)
every_solver = pytest.mark.parametrize("solve", SOLVES, ids=["cd", "subspace"])


def regression(shape, share, seed=0):
    """A lasso of correlated columns at a share of its lam_max."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal(shape) + 0.7 * rng.standard_normal((shape[0], 1))
    t = X[:, ::3] @ rng.standard_normal(len(range(0, shape[1], 3)))
    t += 0.2 * rng.standard_normal(shape[0])
    return Lasso(X, t, share * Lasso(X, t, 1.0).lam_max)


@every_solver
@pytest.mark.parametrize("share", [0.3, 0.01])
@pytest.mark.parametrize("shape", SHAPES)
def test_scikit_learn_agrees(shape, share, solve):
    problem = regression(shape, share)
    model = Peer(problem.lam / shape[0], fit_intercept=False, tol=1e-13, max_iter=1_000_000)
    theirs = problem.certify(model.fit(problem.X, problem.t).coef_)
    for record_every in (0, 1):
        result = solve(problem, tol=1e-9, max_iter=50_000, record_every=record_every)
        assert result.status == "converged"
        assert result.certificate.objective == pytest.approx(theirs.objective, rel=1e-8)
        assert not problem.certify(result.x + 0.01).holds(1e-9)


@pytest.mark.parametrize("shape", SHAPES)
def test_no_row_raises_the_objective(shape):
    trace = solve_subspace_descent(regression(shape, 0.02), tol=1e-12).trace
    assert len(trace) > 1 and np.all(np.diff(trace.objective) <= 1e-12 * trace.objective[0])
    assert trace.snapshots["w"].shape == (len(trace), shape[1])
    assert np.array_equal(trace.iteration, np.arange(len(trace)))


def test_steps_do_the_work_of_many_sweeps():
    problem = regression((200, 100), 1e-4)
    cd, subspace = (solve(problem, tol=1e-8, max_iter=100_000) for solve in SOLVES)
    assert cd.status == subspace.status == "converged"
    assert 10 * subspace.trace.iteration[-1] < cd.trace.iteration[-1]


@every_solver
@pytest.mark.parametrize("seed", range(20))
def test_ties_duplicates_and_zero_columns(seed, solve):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (rng.integers(3, 13), rng.integers(4, 80))).astype(float)
    X[:, 0], X[:, 1], X[:, 2] = 0.0, X[:, 3], -X[:, 3]
    problem = Lasso(X, rng.integers(-3, 4, len(X)), 0.3)
    for record_every in (0, 10):
        result = solve(problem, tol=1e-10, max_iter=100_000, record_every=record_every)
        assert result.status == "converged"
        assert solve is solve_coordinate_descent or result.trace.iteration[-1] < 300


@pytest.mark.parametrize("seed", range(50))
def test_the_step_ends_where_the_line_is_lowest(seed):
    rng = np.random.default_rng(seed)
    X, lam, p = rng.standard_normal((12, 9)), 10.0 ** rng.uniform(-1, 1), 6
    w, G, q = np.zeros(9), X.T @ X, X.T @ rng.standard_normal(12)
    w[rng.choice(9, p, replace=False)] = rng.standard_normal(p)
    s, d, at = np.flatnonzero(w), np.zeros(9), w.copy()
    value = lambda u: 0.5 * u @ G @ u - q @ u + lam * np.abs(u).sum()
    slope = (q - G @ w)[s] - lam * np.sign(w[s])
    d[s] = np.linalg.solve(G[np.ix_(s, s)], slope)
    share, zero = _line_minimum(w[s], d[s], float(d[s] @ slope), float(d @ G @ d), lam)
    line = [value(w + a * d) for a in np.linspace(0.0, 1.5, 3001)]
    assert value(w + share * d) <= min(line) + 1e-12
    assert np.allclose((w + share * d)[s[zero]], 0.0, atol=1e-12)
    u = w[s]
    subspace_step(G[np.ix_(s, s)], lam, u, (q - G @ w)[s])
    at[s] = u
    assert value(at) <= min(line) + 1e-12 and np.all(at[s[zero]] == 0.0)


def test_of_columns_that_can_replace_each_other_one_goes_out():
    G, w, lam = np.ones((2, 2)), np.array([1.0, -2.0]), 0.1
    v = np.array([3.0, 3.0]) - G @ w
    value = lambda u: 0.5 * u @ G @ u - np.array([3.0, 3.0]) @ u + lam * np.abs(u).sum()
    before = value(w)
    subspace_step(G, lam, w, v)
    assert value(w) < before and np.count_nonzero(w) == 1


@every_solver
def test_a_start_with_a_foreign_dual_vector(solve):
    problem = regression((40, 400), 0.05)
    before = solve(regression((40, 400), 0.2), record_every=0)
    for x0 in (before, before.x, np.ones(400)):
        result = solve(problem, x0=x0, tol=1e-9, record_every=0)
        assert result.status == "converged"
        assert problem.certify(result.x, **result.dual) == result.certificate
    assert solve(problem, x0=result, tol=1e-8, record_every=0).trace.iteration[-1] == 0


@every_solver
def test_an_unrecorded_run_is_cancelled_between_calls(solve):
    problem, asked = regression((40, 400), 0.01), []
    result = solve(
        problem, tol=0.0, record_every=0, cancelled=lambda: asked.append(1) or len(asked) > 1
    )
    assert result.status == "cancelled" and len(asked) == 2
    assert result.certificate.objective < 0.5 * problem.t @ problem.t


@every_solver
def test_nothing_enters_a_small_problem_that_is_solved_by_zeros(solve):
    problem = regression((40, 400), 1.5)
    for tol in (1e-6, 0.0):
        result = solve(problem, tol=tol, max_iter=50, record_every=0)
        assert not result.x.any() and result.certificate.relative_gap <= 1e-15


@every_solver
def test_where_the_products_become_too_large_sweeps_go_on(solve, monkeypatch):
    problem = regression((60, 90), 0.01)
    close = solve(problem, tol=1e-14, max_iter=100_000, record_every=0)
    assert close.certificate.relative_gap <= 1e-13
    monkeypatch.setattr(descent, "_MAX_GRAM_COLUMNS", 3)
    swept, sweep_states = [], working_sets.sweep_states
    monkeypatch.setattr(
        working_sets, "sweep_states", lambda *a: swept.append(a) or sweep_states(*a)
    )
    large = solve(problem, tol=1e-9, max_iter=100_000, record_every=0)
    assert large.status == "converged" and len(swept) == 1
    assert large.certificate.objective == pytest.approx(close.certificate.objective, rel=1e-8)


@every_solver
def test_sweeps_are_counted_and_end_in_time(solve):
    problem = regression((300, 120), 1e-3)
    for record_every in (0, 1):
        result = solve(problem, tol=1e-15, max_iter=7, record_every=record_every)
        assert result.status == "max_iter" and result.trace.iteration[-1] <= 7
        assert result.trace.work[-1] >= result.trace.iteration[-1]


def test_without_a_penalty_there_are_sweeps():
    rng = np.random.default_rng(3)
    problem = Lasso(rng.standard_normal((30, 5)), rng.standard_normal(30), 0.0)
    result = solve_subspace_descent(problem, tol=1e-10)
    assert result.status == "converged"
    assert np.allclose(result.x, np.linalg.lstsq(problem.X, problem.t, rcond=None)[0], atol=1e-4)


def test_correlations_belong_to_the_vector_that_is_asked_about():
    problem = regression((40, 12), 0.1)
    proofs, first, other = Proofs(problem), np.ones(40), np.arange(40.0)
    proved = proofs.certify(np.ones(12), first)
    assert proved == problem.certify(np.ones(12), first)
    found, gap = proofs.screen(first)
    assert np.array_equal(found, problem.X.T @ first) and gap == proved.gap
    found, gap = proofs.screen(other)
    assert np.array_equal(found, problem.X.T @ other) and gap == np.inf
