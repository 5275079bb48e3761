"""Data of extreme size: no certificate claims more than is true, nothing warns, nothing escapes."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from repeated import first

from solvers import (
    SOLVERS,
    GroupLasso,
    GroupLogistic,
    InputError,
    KernelSVM,
    Lasso,
    SparseLogistic,
    TripletMetric,
)
from solvers.problems import losses
from solvers.result import ROUNDING

pytestmark = pytest.mark.filterwarnings("error")
GROUPED = (GroupLasso, GroupLogistic)


@pytest.mark.parametrize("size", first([1e-13, 1e13, 1e-9, 1e7, 1e10], 2))
@pytest.mark.parametrize("kind", SOLVERS, ids=lambda kind: kind.__name__)
def test_solvers_at_extreme_prices_contradict_none_of_the_others(build, price, kind, size):
    """Whatever the price of a violation or of size, every bound lies below every value of a point
    that is not outside."""
    problem = dataclasses.replace(build[kind](np.random.default_rng(8)), **{price[kind]: size})
    found = [f(problem, max_iter=40).certificate for f in SOLVERS[kind].values()]
    least = min(c.objective for c in found if c.infeasibility == 0.0)
    assert all(c.bound <= least + 2.0 * ROUNDING * c.scale for c in found)


def exactly(a):
    return np.vectorize(lambda v: Fraction(float(v)), otypes=[object])(a)


@pytest.mark.parametrize("C", 10.0 ** np.arange(0, 15, 2))
def test_triplet_certificate_is_at_least_the_exact_gap(C):
    rng = np.random.default_rng(10)
    for Z in (np.array([[3.0]]), np.array([[0.7], [0.1]]), rng.standard_normal((6, 2))):
        problem = TripletMetric(Z, C=C)
        result = SOLVERS[TripletMetric]["dual_cd"](problem, tol=1e-8, max_iter=50)
        w, lam, t, Z = map(exactly, (result.x, result.dual["lam"], result.dual["t"], problem.Z))
        value = w @ w / 2 + exactly(C) * sum(max(0, loss) for loss in 1 - Z @ w)
        u = Z.T @ lam + t
        gap = float(value - sum(lam) + u @ u / 2)
        certificate = result.certificate
        assert w.min() >= 0 and t.min() >= 0 and lam.min() >= 0 and lam.max() <= C
        assert gap <= certificate.gap + ROUNDING * certificate.scale
        assert certificate.gap <= max(100.0 * gap, 1e-14 * C)  # not too modest either


@pytest.mark.parametrize("C", first([1.0, 1e8, 1e14, 1e2, 1e4, 1e6, 1e10, 1e12], 3))
@pytest.mark.parametrize("name", SOLVERS[KernelSVM])
def test_svm_bound_is_at_most_the_exact_one(name, C):
    rng = np.random.default_rng(11)
    X, y = rng.standard_normal((9, 2)), np.where(rng.random(9) < 0.5, -1.0, 1.0)
    A = X @ X.T
    problem = KernelSVM.from_gram((A + 1.0) ** 3, y, C)
    result = SOLVERS[KernelSVM][name](problem, max_iter=60)
    x = problem.project(result.dual.get("v", result.x))
    Q, y, x, C = exactly(problem.K * np.outer(y, y)), exactly(y), exactly(x), exactly(C)
    g = Q @ x - 1
    best = max(-(x @ (g + 1)) / 2 - C * sum(max(0, v) for v in s * y - g) for s in y * g)
    certificate = result.certificate
    assert float(exactly(certificate.bound) - best) <= ROUNDING * certificate.scale
    assert result.trace.gap.min() >= -ROUNDING * certificate.scale


@pytest.mark.parametrize("kind, name", [(k, n) for k in (Lasso, *GROUPED) for n in SOLVERS[k]])
@pytest.mark.parametrize("ratio", [1e-150, 1e-17, 1e-13, 1e13])
def test_solver_without_penalty_counts_small_columns(kind, name, ratio):
    """At lam = 0 the size of a column does not matter, however many rows there are."""
    rng = np.random.default_rng(4)
    X = rng.standard_normal((2000 if ratio == 1e-13 else 12, 3))
    y = np.where(rng.random(len(X)) < 0.5, -1.0, 1.0)
    more = ([0, 0, 1],) if kind in GROUPED else ()
    exact = SOLVERS[kind]["block_cd" if more else "cd"]
    best = exact(kind(X, y, 0.0, *more), tol=1e-11, record_every=0).certificate
    assert best.relative_gap < 1e-8
    problem = kind(X * [1.0, ratio, 1.0], y, 0.0, *more)
    try:
        result = SOLVERS[kind][name](problem, max_iter=60, record_every=0)
    except InputError as refused:
        assert name == "interior_point" and "lam" in str(refused)
        return
    assert result.certificate.bound <= best.objective + ROUNDING * best.scale
    assert result.certificate.objective >= best.bound - ROUNDING * best.scale


@pytest.mark.parametrize("tail", [(1e-17, 0.0), (1e-200, 0.0), (3e-13, 4e-13)])
def test_certify_nearly_equal_columns_span_a_plane(tail):
    """w = (-a, a) fits what a single column cannot."""
    X = np.array([[1.0, 1.0], [0.0, tail[0]], [0.0, tail[1]], [0.0, 0.0]])
    t = np.array([0.0, *tail, 0.0])
    t /= np.abs(t).max()
    w = np.array([-1.0, 1.0]) / max(tail)
    for kind, more in ((Lasso, ()), (GroupLasso, ([0, 1],))):
        problem = kind(X, t, 0.0, *more)
        there = problem.certify(w)
        assert there.objective < 1e-20
        assert problem.certify(np.zeros(2)).bound <= there.objective + ROUNDING * there.scale
    doubled = Lasso(np.column_stack([X[:, 0], X[:, 0]]), t, 0.0)
    assert doubled.certify(np.zeros(2)).holds(1e-12)  # these two do depend on each other


def least_squares(X, t):
    """min 1/2 ||t - X w||^2 for two columns, exactly."""
    a, b, t = ([Fraction(float(v)) for v in column] for column in (X[:, 0], X[:, 1], t))
    dot = lambda u, v: sum(p * q for p, q in zip(u, v, strict=True))
    aa, ab, bb, at, bt = dot(a, a), dot(a, b), dot(b, b), dot(a, t), dot(b, t)
    fitted = (bb * at * at - 2 * ab * at * bt + aa * bt * bt) / (aa * bb - ab * ab)
    return (dot(t, t) - fitted) / 2


@pytest.mark.parametrize("condition", 10.0 ** np.arange(4, 17))
def test_lasso_least_loss_is_at_most_the_exact_one(condition):
    rng = np.random.default_rng(6)
    for _ in range(10):
        X = rng.standard_normal((rng.integers(3, 30), 2))
        X[:, 1] = X[:, 0] + X[:, 1] / condition
        X, t = X * 10.0 ** rng.uniform(-8, 8, 2), rng.standard_normal(len(X))
        over = Fraction(Lasso(X, t, 0.0).least) - least_squares(X, t)
        assert over <= ROUNDING * 0.5 * (t @ t)
        assert condition > 1e6 or over >= -1e-7 * (t @ t)


def exact_directions(columns):
    """Gram-Schmidt without rounding: what each column adds to those before it."""
    found = []
    for column in map(exactly, columns):
        for q in found:
            column = column - (q @ column) / (q @ q) * q
        if column.any():
            found.append(column)
    return found


def sums(n, rank, d):
    """d columns that are sums of a few others up to rounding, one of them exactly."""
    rng = np.random.default_rng(n * d)
    X = rng.standard_normal((n, rank)) @ rng.standard_normal((rank, d))
    return np.column_stack([X, 2.0 * X[:, 0]]) * 10.0 ** rng.uniform(-8, 8, d + 1), rng


@pytest.mark.parametrize("n, rank, d", [(20, 4, 12), (12, 1, 5), (9, 3, 14), (40, 2, 6)])
def test_lasso_least_loss_of_nearly_dependent_columns_is_sound(n, rank, d):
    """Their exact span is larger than what rounding shows of it, and leaves less of t."""
    X, rng = sums(n, rank, d)
    t = rng.standard_normal(n)
    rest = exactly(t)
    for q in exact_directions(X.T):
        rest = rest - (q @ rest) / (q @ q) * q
    least = float(rest @ rest / 2)
    assert 0.0 <= Lasso(X, t, 0.0).least <= least + ROUNDING * 0.5 * (t @ t)
    seen = np.linalg.svd(X / np.abs(X).max(axis=0))[0][:, rank:].T @ t
    assert least < 0.49 * (seen @ seen)


def test_logistic_bound_of_nearly_dependent_columns_is_sound():
    X, rng = sums(40, 2, 6)
    y = np.where(rng.random(40) < 0.5, -1.0, 1.0)
    span = [(q / max(abs(q))).astype(float) for q in exact_directions(X.T)]
    best = SOLVERS[SparseLogistic]["cd"](SparseLogistic(np.column_stack(span), y, 0.0), tol=1e-9)
    assert best.status == "converged"
    problem = SparseLogistic(X, y, 0.0)
    for w in (np.zeros(X.shape[1]), SOLVERS[SparseLogistic]["cd"](problem, max_iter=40).x):
        assert 0.0 <= problem.certify(w).bound <= best.certificate.objective


def test_certify_columns_scaled_by_powers_of_two_keep_the_bound():
    rng = np.random.default_rng(4)
    X, t = rng.standard_normal((12, 3)), rng.standard_normal(12)
    more = np.column_stack([X, -2.0 * X[:, 1], np.zeros(12), X[:, 2] * 2.0**-300, X[:, 0]])
    least = Lasso(X, t, 0.0).least
    assert least == pytest.approx(least_of(X, t), rel=1e-12)
    assert Lasso(more, t, 0.0).least == pytest.approx(least, rel=1e-12)
    y = np.sign(t)
    best = SOLVERS[SparseLogistic]["cd"](SparseLogistic(X, y, 0.0), tol=1e-9)
    found = SparseLogistic(more, y, 0.0).certify(np.append(best.x, np.zeros(4)))
    assert best.status == "converged" and found.holds(1e-9)


def least_of(X, t):
    r = t - X @ np.linalg.lstsq(X, t, rcond=None)[0]
    return 0.5 * (r @ r)


def test_logistic_bound_of_barely_separated_classes_is_sound():
    X = np.array([[1.0, 1.0], [-1.0, -1.0], [0.0, 1e-17]])
    for kind, more in ((SparseLogistic, ()), (GroupLogistic, ([0, 0],))):
        problem = kind(X, np.ones(3), 0.0, *more)
        far = problem.certify(np.array([-1e19, 1e19]))
        assert far.objective < 2.5 * np.log(2.0)
        assert problem.certify(np.zeros(2)).bound <= far.objective
    tied = SparseLogistic(np.column_stack([X[:, 0], X[:, 0]]), np.ones(3), 0.0)
    assert tied.certify(np.zeros(2)).holds(1e-12)


GROUP_CASES = [
    (GroupLasso, [[1e-165]], [1.0], 1e-166),
    (GroupLasso, [[1e-155]], [1.0], 1e-156),
    (GroupLasso, [[1e150]], [1e10], 1e159),
]


@pytest.mark.parametrize("kind, X, t, lam", GROUP_CASES)
def test_group_lasso_of_one_group_equals_lasso_at_any_size(kind, X, t, lam):
    alone, grouped = Lasso(X, t, lam), kind(X, t, lam, [0])
    for w in ([0.0], [0.5 / X[0][0]], [-1.0 / X[0][0]]):
        assert grouped.certify(np.array(w)) == alone.certify(np.array(w))
    found = SOLVERS[kind]["block_cd"](grouped)
    rival = SOLVERS[Lasso]["cd"](alone)
    assert (found.status, found.certificate) == (rival.status, rival.certificate)


@pytest.mark.parametrize("name", SOLVERS[KernelSVM])
def test_svm_indefinite_gram_matrix_bounds_at_most_the_minimum(name):
    """Brute force over the corners: a form that is not convex may be lowest there."""
    rng = np.random.default_rng(12)
    A = rng.standard_normal((4, 2))
    for K, C in (
        (np.diag([1e9, 1e9, -1.0, -1.0]), 100.0),
        (1e9 * A @ A.T - 0.5 * np.eye(4), 30.0),
        (A @ A.T - 1e-9 * np.eye(4), 1e3),
    ):
        y = np.array([1.0, -1.0, 1.0, -1.0])
        problem = KernelSVM.from_gram(K, y, C)
        assert problem.negative >= -np.linalg.eigvalsh(K)[0] * (1.0 - 1e-6)
        corners = C * np.array(np.meshgrid(*[[0.0, 0.5, 1.0]] * 4)).reshape(4, -1).T
        corners = corners[corners @ y == 0.0]
        Q = K * np.outer(y, y)
        least = min(0.5 * x @ Q @ x - x.sum() for x in corners)
        result = SOLVERS[KernelSVM][name](problem, max_iter=50)
        assert result.certificate.bound <= least + ROUNDING * abs(least)
        assert result.trace.gap.min() >= -ROUNDING * result.certificate.scale
    definite = KernelSVM.from_gram(A @ A.T, y, 1.0)
    assert definite.negative == 0.0


def test_balanced_dual_point_is_exact_or_zero():
    """Objects that are fitted all but exactly leave Newton's step few digits of a column."""
    rng, retained = np.random.default_rng(0), 0
    for far in (0.0, 5.0, 10.0, 15.0, 20.0, 25.0):
        for _ in range(3):
            X, t = rng.standard_normal((12, 3)), np.where(rng.random(12) < 0.5, -1.0, 1.0)
            X[4:, 2] = 0.0
            q = rng.uniform(0.4, 0.6, 12)
            q[:4] *= np.exp(-far)
            theta = exactly(losses.balanced(t[:, None] * X, q))
            Z = exactly(t[:, None] * X)
            assert all(abs(Z.T @ theta) <= Fraction(2e-13) * (abs(Z).T @ theta))
            retained += any(theta)
    assert retained > 9
