"""Unrecorded runs, made by the engine, have the optimum, certificate and status of recorded ones;
so has descent with steps in subspaces, which uses it."""

import numpy as np
import pytest
from repeated import first, further
from scipy import sparse
from sklearn.linear_model import Lasso as Peer

from solvers import (
    GroupLasso,
    GroupLogistic,
    Lasso,
    SparseLogistic,
    solve_block_cd,
    solve_coordinate_descent,
    solve_subspace_descent,
)
from solvers.engine import Proofs, descent
from solvers.engine.sweeps import duality_gap
from solvers.engine.working_set import WorkingSet
from solvers.sparse import working_sets
from solvers.subspace_descent import _line_minimum, subspace_step

GROUPED = (GroupLasso, GroupLogistic)
SOLVES = {
    Lasso: solve_coordinate_descent,
    GroupLasso: solve_block_cd,
    SparseLogistic: solve_coordinate_descent,
    GroupLogistic: solve_block_cd,
}
SHAPES = {"tall": (60, 8), "square": (25, 25), "wide": (20, 90), "one row": (1, 6), "one": (9, 1)}
DEGENERATE = {
    "random": lambda X: X,
    "duplicates": lambda X: X[:, np.arange(X.shape[1]) // 2 * 2],
    "opposites": lambda X: X * np.where(np.arange(X.shape[1]) % 2, -1.0, 1.0),
    "zeros": lambda X: X * (np.arange(X.shape[1]) % 3 > 0),
    "whole numbers": lambda X: np.round(2.0 * X),
}
#: Each shape, and each degenerate kind of wide data; the others with --all.
SHAPED = [
    (pytest.param if degenerate == "random" or shape == "wide" else further)(shape, degenerate)
    for degenerate in DEGENERATE
    for shape in SHAPES
]
every_kind = pytest.mark.parametrize("kind", SOLVES, ids=lambda kind: kind.__name__)


def problem_of(kind, shape, degenerate="random", share=0.1, stretch=1.0, seed=0):
    """A problem at a share of its lam_max, its data multiplied by `stretch`."""
    rng = np.random.default_rng(seed)
    X = DEGENERATE[degenerate](
        rng.standard_normal(shape) + 0.5 * rng.standard_normal((shape[0], 1))
    )
    t = X[:, : max(shape[1] // 4, 1)].sum(axis=1) + 0.3 * rng.standard_normal(shape[0])
    t = np.where(t > 0.0, 1.0, -1.0) if kind in (SparseLogistic, GroupLogistic) else stretch * t
    groups = (rng.integers(0, max(shape[1] // 3, 1), shape[1]),) if kind in GROUPED else ()
    whole = kind(X * stretch, t, 0.0, *groups)
    return kind(whole.X, whole.t, share * whole.lam_max, *groups)


def assert_same(problem, page, engine):
    """Both end alike, at the same optimum, each with a certificate that its point has."""
    assert engine.status == page.status == "converged"
    for result in (page, engine):
        assert problem.certify(result.x, **result.dual) == result.certificate
    near = 1e-9 * problem.at_zero
    assert engine.certificate.objective == pytest.approx(page.certificate.objective, abs=2 * near)
    assert np.allclose(problem.fit(engine.x), problem.fit(page.x), atol=1e-3 * problem.at_zero**0.5)


def both(problem, **options):
    """(the recorded run, the unrecorded one)."""
    options = {"tol": 1e-9, "max_iter": 200_000, **options}
    solve = SOLVES[type(problem)]
    return tuple(solve(problem, record_every=every, **options) for every in (1, 0))


@every_kind
@pytest.mark.parametrize("shape, degenerate", SHAPED)
def test_engine_answer_equals_that_of_the_recorded_run(kind, shape, degenerate):
    problem = problem_of(kind, SHAPES[shape], degenerate)
    assert_same(problem, *both(problem))


@every_kind
@pytest.mark.parametrize("share", [0.01, 0.999, 1.0, 2.0])
def test_engine_from_small_lam_to_beyond_lam_max_agrees(kind, share):
    problem = problem_of(kind, (40, 30), share=share)
    page, engine = both(problem)
    assert_same(problem, page, engine)
    assert engine.x.any() == page.x.any() == (share < 1.0)


@every_kind
@pytest.mark.parametrize("stretch", [1e-6, 1e6])
def test_engine_rescaled_data_end_alike(kind, stretch):
    problem = problem_of(kind, (40, 90), stretch=stretch)
    page, engine = both(problem)
    assert_same(problem, page, engine)
    plain = both(problem_of(kind, (40, 90)))[1]
    assert engine.status == plain.status
    assert engine.certificate.objective / problem.at_zero == pytest.approx(
        plain.certificate.objective / problem_of(kind, (40, 90)).at_zero, rel=1e-7
    )


@pytest.mark.parametrize("kind", [Lasso, GroupLasso])
def test_engine_without_penalty_agrees_with_sweeps(kind):
    problem = problem_of(kind, (40, 6), share=0.0)
    assert_same(problem, *both(problem))


@pytest.mark.parametrize("kind", [Lasso, SparseLogistic])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_engine_sparse_data_agree_with_dense(kind, shape):
    dense = problem_of(kind, shape, "zeros")
    thin = np.where(np.random.default_rng(1).random(shape) < 0.5, dense.X, 0.0)
    dense = kind(thin, dense.t, 0.1 * kind(thin, dense.t, 0.0).lam_max or 1.0)
    other = kind(sparse.csc_array(thin), dense.t, dense.lam)
    model = {"model": "shared"} if kind is SparseLogistic else {}
    page, engine = both(dense)[0], both(other, **model)[1]
    assert_same(other, both(other, **model)[0], engine)
    assert engine.certificate.objective == pytest.approx(page.certificate.objective, rel=1e-8)


@pytest.mark.parametrize("order", ["random", "cyclic"])
@every_kind
def test_engine_from_any_start_and_order_agrees(kind, order):
    problem = problem_of(kind, (30, 60))
    far = np.random.default_rng(3).standard_normal(60)
    page, engine = both(problem, x0=far, order=order)
    assert_same(problem, page, engine)
    again = both(problem, x0=engine, order=order, tol=1e-8)[1]
    assert again.status == "converged" and again.trace.iteration[-1] == 0


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_subspace_descent_agrees_with_coordinate_descent(shape):
    problem = problem_of(Lasso, shape)
    page = both(problem)[0]
    for record_every in (0, 1):
        other = solve_subspace_descent(problem, tol=1e-9, record_every=record_every)
        assert_same(problem, page, other)


@pytest.mark.parametrize("grouped", [False, True])
def test_duality_gap_of_products_equals_the_certificate(grouped):
    kind = GroupLasso if grouped else Lasso
    problem = problem_of(kind, (30, 24))
    working = WorkingSet(problem.X, problem.groups if grouped else None)
    assert working.add(~working.inside) and working.complete
    w = 0.1 * np.random.default_rng(0).standard_normal(24)
    r = problem.residual(problem.fit(w))
    u, v = w[working.columns], (problem.X.T @ r)[working.columns]
    gap = duality_gap(working.blocks, u, v, r @ r, problem.lam)
    assert gap == pytest.approx(problem.certify(w).gap, rel=1e-12)
    assert np.allclose(working.G, (problem.X.T @ problem.X)[np.ix_(*2 * [working.columns])])


@pytest.mark.parametrize("form", ["dense", "sparse", "groups"])
def test_working_set_sweeps_end_at_the_first_gap_below_the_aim(form):
    """Of the working set, by the gap that is followed from sweep to sweep."""
    problem = problem_of(GroupLasso if form == "groups" else Lasso, (40, 60), "zeros", share=0.3)
    if form == "sparse":
        problem = Lasso(sparse.csc_array(problem.X), problem.t, problem.lam)
    working = WorkingSet(problem.X, problem.groups if form == "groups" else None)
    assert working.add(~working.inside)
    w, c, random = np.zeros(60), problem.X.T @ problem.t, np.zeros(1, np.int64)
    for aim in problem.at_zero * np.array([1e-2, 1e-4, 1e-6]):
        made, gaps = 10_000, []
        for most in (made, None):
            how = False, random, aim, made - 1 if most is None else most
            end, made, _ = working.minimise(working.part(), problem.lam, w, c, problem.t, *how)
            gaps.append(problem.certify(end).gap)
        assert gaps[0] <= aim * (1.0 + 1e-6) < gaps[1]


# --- descent in subspaces -------------------------------------------------------------------------


REGRESSIONS = [(60, 8), (20, 20), (300, 120), (40, 400), (25, 1)]
DESCENTS = (solve_coordinate_descent, solve_subspace_descent)
every_solver = pytest.mark.parametrize("solve", DESCENTS, ids=["cd", "subspace"])


def regression(shape, share, seed=0):
    """A lasso of correlated columns at a share of its lam_max."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal(shape) + 0.7 * rng.standard_normal((shape[0], 1))
    t = X[:, ::3] @ rng.standard_normal(len(range(0, shape[1], 3)))
    t += 0.2 * rng.standard_normal(shape[0])
    return Lasso(X, t, share * Lasso(X, t, 1.0).lam_max)


@every_solver
@pytest.mark.parametrize("share", [0.3, 0.01])
@pytest.mark.parametrize("shape", REGRESSIONS)
def test_descent_agrees_with_scikit_learn(shape, share, solve):
    problem = regression(shape, share)
    model = Peer(problem.lam / shape[0], fit_intercept=False, tol=1e-13, max_iter=1_000_000)
    theirs = problem.certify(model.fit(problem.X, problem.t).coef_)
    for record_every in (0, 1):
        result = solve(problem, tol=1e-9, max_iter=50_000, record_every=record_every)
        assert result.status == "converged"
        assert result.certificate.objective == pytest.approx(theirs.objective, rel=1e-8)
        assert not problem.certify(result.x + 0.01).holds(1e-9)


def test_subspace_descent_takes_a_tenth_of_the_sweeps():
    problem = regression((200, 100), 1e-4)
    cd, subspace = (solve(problem, tol=1e-8, max_iter=100_000) for solve in DESCENTS)
    assert cd.status == subspace.status == "converged"
    assert 10 * subspace.trace.iteration[-1] < cd.trace.iteration[-1]


@every_solver
@pytest.mark.parametrize("seed", first(range(20), 4))
def test_descent_with_ties_and_duplicates_converges(seed, solve):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (rng.integers(3, 13), rng.integers(4, 80))).astype(float)
    X[:, 0], X[:, 1], X[:, 2] = 0.0, X[:, 3], -X[:, 3]
    problem = Lasso(X, rng.integers(-3, 4, len(X)), 0.3)
    for record_every in (0, 10):
        result = solve(problem, tol=1e-10, max_iter=100_000, record_every=record_every)
        assert result.status == "converged"
        assert solve is solve_coordinate_descent or result.trace.iteration[-1] < 300


@pytest.mark.parametrize("seed", first(range(50), 10))
def test_subspace_step_minimises_along_its_direction(seed):
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


def test_subspace_step_drops_one_of_equal_columns():
    G, w, lam = np.ones((2, 2)), np.array([1.0, -2.0]), 0.1
    v = np.array([3.0, 3.0]) - G @ w
    value = lambda u: 0.5 * u @ G @ u - np.array([3.0, 3.0]) @ u + lam * np.abs(u).sum()
    before = value(w)
    subspace_step(G, lam, w, v)
    assert value(w) < before and np.count_nonzero(w) == 1


@every_solver
def test_engine_start_with_foreign_dual_vector_converges(solve):
    problem = regression((40, 400), 0.05)
    before = solve(regression((40, 400), 0.2), record_every=0)
    for x0 in (before, before.x, np.ones(400)):
        result = solve(problem, x0=x0, tol=1e-9, record_every=0)
        assert result.status == "converged"
        assert problem.certify(result.x, **result.dual) == result.certificate
    assert solve(problem, x0=result, tol=1e-8, record_every=0).trace.iteration[-1] == 0


@every_solver
def test_engine_is_cancelled_between_calls(solve):
    problem, asked = regression((40, 400), 0.01), []
    result = solve(
        problem, tol=0.0, record_every=0, cancelled=lambda: asked.append(1) or len(asked) > 1
    )
    assert result.status == "cancelled" and len(asked) == 2
    assert result.certificate.objective < 0.5 * problem.t @ problem.t


@every_solver
def test_engine_proves_zeros_of_a_small_problem_up_to_rounding(solve):
    problem = regression((40, 400), 1.5)
    for tol in (1e-6, 0.0):
        result = solve(problem, tol=tol, max_iter=50, record_every=0)
        assert not result.x.any() and result.certificate.relative_gap <= 1e-15


@every_solver
def test_engine_beyond_the_gram_limit_sweeps(solve, monkeypatch):
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


def test_subspace_descent_without_penalty_is_least_squares():
    rng = np.random.default_rng(3)
    problem = Lasso(rng.standard_normal((30, 5)), rng.standard_normal(30), 0.0)
    result = solve_subspace_descent(problem, tol=1e-10)
    assert result.status == "converged"
    assert np.allclose(result.x, np.linalg.lstsq(problem.X, problem.t, rcond=None)[0], atol=1e-4)


def test_proofs_screen_returns_the_correlations_of_its_vector():
    problem = regression((40, 12), 0.1)
    proofs, first, other = Proofs(problem), np.ones(40), np.arange(40.0)
    proved = proofs.certify(np.ones(12), first)
    assert proved == problem.certify(np.ones(12), first)
    found, gap = proofs.screen(first)
    assert np.array_equal(found, problem.X.T @ first) and gap == proved.gap
    found, gap = proofs.screen(other)
    assert np.array_equal(found, problem.X.T @ other) and gap == np.inf
