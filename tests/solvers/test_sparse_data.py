"""Sparse X: every format is the dense problem, nothing becomes dense on the way, and what takes no
sparse X says so."""

import copy
import pickle
import tracemalloc

import numpy as np
import pytest
from hostile import refused
from scipy import sparse
from sklearn.linear_model import Lasso as Peer
from sklearn.linear_model import LogisticRegression, lasso_path

from solvers import (
    SOLVERS,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    InputError,
    Lasso,
    SparseLogistic,
    central_path,
    eta_of_lam,
    lars_path,
    lasso_grid,
    solve_coordinate_descent,
)
from solvers.exchange import lars_states
from solvers.problems.columns import column_squares, top_eigenvalue

FORMATS = ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")
REFUSES = {Lasso: {"lars", "interior_point"}, SparseLogistic: {"printed"}}


def data(n=40, d=120, density=0.15, seed=0):
    """(X, t), X sparse with an empty column and an empty row."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d)) * (rng.random((n, d)) < density)
    X[:, 3] = X[5] = 0.0
    return sparse.csc_array(X), X[:, :4].sum(axis=1) + 0.3 * rng.standard_normal(n)


def problems(kind, share=0.1, **size):
    """The same problem twice: sparse, dense."""
    X, t = data(**size)
    t = np.where(t > 0.0, 1.0, -1.0) if kind is SparseLogistic else t
    top = kind(X, t, 1.0).lam_max
    return kind(X, t, share * top), kind(X.toarray(), t, share * top)


@pytest.mark.filterwarnings("ignore:Constructing a DIA")
@pytest.mark.parametrize("family", ["array", "matrix"])
@pytest.mark.parametrize("kind", FORMATS)
def test_sparse_data_of_each_format_are_taken(kind, family):
    X, t = data()
    given = getattr(sparse, f"{kind}_{family}")(X)
    problem = Lasso(given, t, 0.4)
    assert problem.X.format == "csc" and np.array_equal(problem.X.toarray(), X.toarray())
    assert given.format == kind and np.array_equal(given.toarray(), X.toarray())


@pytest.mark.parametrize("kind", [np.float32, np.int8, np.uint16, np.int64])
def test_sparse_data_of_each_type_are_summed_in_doubles(kind):
    rows, cols = np.array([0, 0, 0, 2, 1]), np.array([1, 1, 1, 0, 1])
    values = np.array([100, 100, 100, 3, 7], dtype=kind)  # one place three times: 300 in int8
    problem = Lasso(sparse.coo_array((values, (rows, cols)), shape=(3, 3)), np.ones(3), 1.0)
    assert problem.X.dtype == np.float64 and problem.X.nnz == 3
    assert np.array_equal(problem.X.toarray(), [[0, 300, 0], [0, 7, 0], [3, 0, 0]])


def test_sparse_data_with_repeated_or_zero_entries_are_normalised():
    indices, starts = np.array([2, 0, 2, 1]), np.array([0, 3, 3, 4])
    raw = sparse.csc_array((np.array([1.0, 5.0, 2.0, 0.0]), indices, starts), shape=(3, 3))
    problem = Lasso(raw, np.ones(3), 1.0)
    assert np.array_equal(problem.X.indices, [0, 2]) and np.array_equal(problem.X.data, [5.0, 3.0])
    assert raw.nnz == 4  # the caller's is as it was


def out_of_reach(kind):
    """A sparse array with an index outside of its shape."""
    X = getattr(sparse, f"{kind}_array")(np.eye(3))
    if kind == "coo":
        X.coords[0][1] = 7
    elif kind == "lil":
        X.rows[1] = [7]
    else:
        X.indices[1] = 7
    return X


BAD = {
    "nan": (sparse.csr_array([[1.0, 0.0, 0.0], [0.0, 0.0, np.nan]]), r"got nan at \(1, 2\)"),
    "inf": (sparse.csc_array([[1.0, np.inf], [1.0, 0.0]]), r"finite, got inf at \(0, 1\)"),
    "large": (sparse.csc_array([[1e200, 0.0], [0.0, 1.0]]), "finite sum of squares.*1e\\+200"),
    "complex": (sparse.csc_array([[1j, 0.0], [0.0, 1.0]]), "real numbers, got complex128"),
    "mask": (sparse.csc_array([[True, False], [False, True]]), "real numbers, got bool"),
    "vector": (sparse.coo_array(np.array([1.0, 0.0])), "X must have 2 axes"),
    **{f"index-{kind}": (out_of_reach(kind), "indices fit its shape")
       for kind in ("csc", "csr", "coo", "bsr", "lil")},
}  # fmt: skip


@pytest.mark.parametrize("kind", [Lasso, SparseLogistic])
@pytest.mark.parametrize("case", BAD)
def test_sparse_data_that_are_bad_are_refused(case, kind):
    X, words = BAD[case]
    with pytest.raises(InputError, match=words):
        kind(X, np.ones(X.shape[0]), 1.0)


@pytest.mark.parametrize("kind", [Lasso, SparseLogistic])
def test_sparse_data_that_no_problem_takes_are_refused(kind):
    X, t = data()
    t = np.sign(t)
    assert "lam must be positive where X is sparse" in refused(lambda: kind(X, t, 0.0))
    assert "as many rows" in refused(lambda: kind(X, t[1:], 1.0))
    assert "t must be a dense array" in refused(lambda: kind(X, X[:, [0]], 1.0))


def test_sparse_data_of_a_problem_stay_read_only():
    X, t = data()
    problem = Lasso(X, t, 0.3)
    before = problem.X.toarray()
    X.data[:] = 7.0
    for one in (problem, pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem)):
        parts = (one.X.data, one.X.indices, one.X.indptr)
        assert not any(part.flags.writeable for part in parts)
        assert np.array_equal(one.X.toarray(), before)
    again = Lasso(problem.X, problem.t, 0.1)
    assert np.shares_memory(again.X.data, problem.X.data)  # nothing is copied twice
    for part in ("data", "indices", "indptr"):  # but what somebody can write to is copied
        loose = sparse.csc_array(problem.X)
        setattr(loose, part, getattr(loose, part).copy())
        assert not np.shares_memory(getattr(Lasso(loose, t, 1.0).X, part), getattr(loose, part))


@pytest.mark.parametrize("kind", [Lasso, SparseLogistic])
def test_sparse_data_certificate_equals_the_dense_one(kind):
    thin, thick = problems(kind)
    rng = np.random.default_rng(1)
    assert thin.lam_max == pytest.approx(thick.lam_max, rel=1e-14)
    for w in (np.zeros(120), rng.standard_normal(120), rng.standard_normal(120) * (np.eye(120)[2])):
        for theta in (None, rng.random(40) * thin.t):
            a, b = thin.certify(w, theta), thick.certify(w, theta)
            assert a.objective == pytest.approx(b.objective, rel=1e-12)
            assert a.bound == pytest.approx(b.bound, rel=1e-11) and a.scale == b.scale


@pytest.mark.parametrize("size", [(40, 120), (30, 4), (700, 600)])
def test_sparse_columns_have_the_dense_eigenvalue_and_squares(size):
    thin, thick = problems(Lasso, n=size[0], d=size[1])
    assert top_eigenvalue(thin.X) == pytest.approx(top_eigenvalue(thick.X), rel=1e-10)
    assert np.allclose(column_squares(thin.X), column_squares(thick.X), rtol=1e-13)
    assert top_eigenvalue(sparse.csc_array(size)) == 0.0


@pytest.mark.parametrize(("kind", "name"), [(k, n) for k in REFUSES for n in SOLVERS[k]])
def test_sparse_data_solver_agrees_with_dense_or_refuses(kind, name):
    thin, thick = problems(kind, share=0.3)
    solve = SOLVERS[kind][name]
    if name in REFUSES[kind]:
        words = refused(lambda: solve(thin))
        assert words and "X must be dense here" in words
        return
    for record_every in (0, 1):
        result = solve(thin, max_iter=400, record_every=record_every)
        dense = solve(thick, max_iter=400, record_every=record_every)
        assert result.status == dense.status or kind is SparseLogistic
        assert thin.certify(result.x, **result.dual) == result.certificate
        scale = max(result.certificate.relative_gap, dense.certificate.relative_gap, 1e-12)
        apart = result.certificate.objective - dense.certificate.objective
        assert abs(apart) <= scale * max(result.certificate.scale, dense.certificate.scale)


@pytest.mark.parametrize("steps", ["sweeps", "updates"])
@pytest.mark.parametrize("order", ["random", "cyclic", "greedy"])
@pytest.mark.parametrize("shape", [(40, 120), (30, 4), (50, 700)])
def test_sparse_data_cd_makes_the_dense_steps(shape, order, steps):
    thin, thick = problems(Lasso, n=shape[0], d=shape[1])
    options = {"order": order, "steps": steps, "max_iter": 60 if steps == "sweeps" else 300}
    a, b = (solve_coordinate_descent(p, tol=1e-9, seed=4, **options) for p in (thin, thick))
    rows = min(len(a.trace), len(b.trace))
    assert np.allclose(a.trace.snapshots["w"][:rows], b.trace.snapshots["w"][:rows], atol=1e-9)
    assert abs(len(a.trace) - len(b.trace)) <= 1


@pytest.mark.parametrize("share", [0.3, 0.03])
@pytest.mark.parametrize("shape", [(40, 120), (50, 700), (300, 40)])
def test_sparse_data_cd_agrees_with_scikit_learn(shape, share):
    problem, _ = problems(Lasso, share, n=shape[0], d=shape[1])
    ours = solve_coordinate_descent(problem, tol=1e-10, record_every=0)
    model = Peer(problem.lam / shape[0], fit_intercept=False, tol=1e-12, max_iter=100_000)
    theirs = problem.certify(model.fit(problem.X, problem.t).coef_)
    assert ours.status == "converged" and not problem.certify(ours.x + 0.01).holds(1e-6)
    assert ours.certificate.objective == pytest.approx(theirs.objective, rel=1e-9)


@pytest.mark.parametrize("d", [120, 700])
def test_sparse_data_logistic_cd_agrees_with_liblinear(d):
    problem, _ = problems(SparseLogistic, d=d)
    ours = solve_coordinate_descent(problem, tol=1e-9)
    options = {"C": 1.0 / problem.lam, "solver": "liblinear", "fit_intercept": False}
    model = LogisticRegression(l1_ratio=1.0, tol=1e-10, max_iter=100_000, **options)
    theirs = problem.certify(model.fit(problem.X, problem.t).coef_[0])
    assert ours.status == "converged" and not problem.certify(ours.x + 0.01).holds(1e-6)
    assert ours.certificate.objective == pytest.approx(theirs.objective, rel=1e-7)


@pytest.mark.parametrize("shape", [(40, 120), (60, 8), (200, 160)])
def test_sparse_data_grid_agrees_with_scikit_learn(shape):
    X, t = data(*shape)
    grid = lasso_grid(X, t, count=20, tol=1e-9)
    assert grid.converged
    _, coefs, _ = lasso_path(X, t, alphas=grid.lams / len(t), tol=1e-12, max_iter=100_000)
    for k in range(20):
        proof = grid.problem(k).certify(grid.w[k])
        assert proof.holds(1e-9)
        theirs = grid.problem(k).certify(coefs[:, k]).objective
        assert proof.objective == pytest.approx(theirs, rel=1e-7)


def test_sparse_data_are_refused_where_dense_are_needed():
    X, t = data()
    problem, labels, groups = Lasso(X, t, 0.5), np.sign(t), np.zeros(120, dtype=int)
    for call in (
        lambda: lars_path(X, t),
        lambda: central_path(problem, [1.0, 0.1]),
        lambda: next(lars_states(problem, lambda knot: (0.1, ()))),
        lambda: GroupLasso(X, t, 1.0, groups),
        lambda: GroupLogistic(X, labels, 1.0, groups),
        lambda: ConstrainedLasso(X, t, 1.0),
        lambda: solve_coordinate_descent(SparseLogistic(X, labels, 0.5), model="own"),
        lambda: solve_coordinate_descent(SparseLogistic(X, labels, 0.5), steps="updates"),
    ):
        words = refused(call)
        assert words and "X must be" in words and "dense" in words and "toarray" in words


def test_sparse_data_eta_of_lam_agrees_with_dense():
    thin, thick = problems(Lasso)
    assert eta_of_lam(thin).eta == pytest.approx(eta_of_lam(thick).eta, rel=1e-6)


def test_sparse_data_of_a_lasso_are_never_made_dense():
    n, d = 4000, 40_000  # 1.3 GB if it were
    rng = np.random.default_rng(0)
    X = sparse.random_array((n, d), density=1e-3, rng=rng, format="csr")
    t = X[:, :10].sum(axis=1) + 0.01 * rng.standard_normal(n)
    tracemalloc.start()
    try:
        problem = Lasso(X, t, 0.1)
        for name in ("cd", "fista", "subgradient"):
            for record_every in (0, 1):
                SOLVERS[Lasso][name](problem, max_iter=5, record_every=record_every)
        lasso_grid(X, t, count=4, least=0.5)
        labels = SparseLogistic(X, np.where(t > 0.0, 1.0, -1.0), 0.1)
        solve_coordinate_descent(labels, max_iter=200)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 0.05 * n * d * 8
