"""The engine is held to the page: the same optimum, certificate and status on every problem."""

import numpy as np
import pytest
from scipy import sparse

from solvers import (
    GroupLasso,
    GroupLogistic,
    Lasso,
    SparseLogistic,
    solve_block_cd,
    solve_coordinate_descent,
    solve_subspace_descent,
)
from solvers.engine.sweeps import duality_gap
from solvers.engine.working_set import WorkingSet

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
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("degenerate", DEGENERATE)
def test_page_and_engine_agree(kind, shape, degenerate):
    problem = problem_of(kind, shape, degenerate)
    assert_same(problem, *both(problem))


@every_kind
@pytest.mark.parametrize("share", [0.01, 0.999, 1.0, 2.0])
def test_from_small_penalties_to_those_that_leave_nothing(kind, share):
    problem = problem_of(kind, (40, 30), share=share)
    page, engine = both(problem)
    assert_same(problem, page, engine)
    assert engine.x.any() == page.x.any() == (share < 1.0)


@every_kind
@pytest.mark.parametrize("stretch", [1e-6, 1e6])
def test_rescaled_data_end_alike(kind, stretch):
    problem = problem_of(kind, (40, 90), stretch=stretch)
    page, engine = both(problem)
    assert_same(problem, page, engine)
    plain = both(problem_of(kind, (40, 90)))[1]
    assert engine.status == plain.status
    assert engine.certificate.objective / problem.at_zero == pytest.approx(
        plain.certificate.objective / problem_of(kind, (40, 90)).at_zero, rel=1e-7
    )


@pytest.mark.parametrize("kind", [Lasso, GroupLasso])
def test_without_a_penalty_there_are_sweeps(kind):
    problem = problem_of(kind, (40, 6), share=0.0)
    assert_same(problem, *both(problem))


@pytest.mark.parametrize("kind", [Lasso, SparseLogistic])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_sparse_data_end_where_dense_ones_do(kind, shape):
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
def test_any_start_and_order(kind, order):
    problem = problem_of(kind, (30, 60))
    far = np.random.default_rng(3).standard_normal(60)
    page, engine = both(problem, x0=far, order=order)
    assert_same(problem, page, engine)
    again = both(problem, x0=engine, order=order, tol=1e-8)[1]
    assert again.status == "converged" and again.trace.iteration[-1] == 0


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_descent_in_subspaces_ends_there_too(shape):
    problem = problem_of(Lasso, shape)
    page = both(problem)[0]
    for record_every in (0, 1):
        other = solve_subspace_descent(problem, tol=1e-9, record_every=record_every)
        assert_same(problem, page, other)


@every_kind
def test_sweeps_are_counted_and_end_in_time(kind):
    problem = problem_of(kind, (60, 200), share=0.01)
    result = SOLVES[kind](problem, tol=1e-15, max_iter=7, record_every=0)
    assert result.status == "max_iter" and result.trace.iteration[-1] <= 7
    assert result.trace.work[-1] >= result.trace.iteration[-1]


@pytest.mark.parametrize("grouped", [False, True])
def test_the_gap_of_products_is_that_of_the_certificate(grouped):
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
def test_sweeps_end_with_the_first_whose_gap_is_small_enough(form):
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
