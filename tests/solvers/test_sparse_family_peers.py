"""The sparse linear family against clarabel, scikit-learn and celer."""

import clarabel
import numpy as np
import pytest
from celer import GroupLasso as CelerGroupLasso
from scipy import sparse
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression

from solvers import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    SparseLogistic,
    solve_block_cd,
    solve_coordinate_descent,
    solve_projected_gradient,
    solve_proximal_gradient,
)

GROUPED = (GroupLasso, GroupLogistic, ConstrainedGroupLasso)
LOGISTIC = (SparseLogistic, GroupLogistic)


def random_problem(kind, n, d, share, seed):
    """lam = share * lam_max, or eta = share."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    t = X[:, 0] + rng.standard_normal(n)
    extra = (rng.integers(0, max(d // 3, 1), d),) if kind in GROUPED else ()
    if kind in LOGISTIC:
        t = np.where(t > 0, 1.0, -1.0)
    lam = share * kind(X, t, 1.0, *extra).lam_max if hasattr(kind, "lam_max") else share
    return kind(X, t, lam, *extra)


class Program:
    """min sum of costs over the variables, rows `A x + s = b` with s in cones, for clarabel."""

    def __init__(self, size):
        self.size, self.rows, self.sides, self.cones = size, [], [], []

    def add(self, A, b, cone):
        self.rows.append(sparse.csc_matrix(A))
        self.sides.append(np.asarray(b, dtype=float))
        self.cones.append(cone)

    def solve(self, P, q):
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
        A, b = sparse.vstack(self.rows, format="csc"), np.concatenate(self.sides)
        P = sparse.csc_matrix(P)
        return np.array(clarabel.DefaultSolver(P, q, A, b, self.cones, settings).solve().x)


def by_clarabel(problem):
    """Variables w (D,), sizes u (one per group or weight), losses v (N, logistic only)."""
    X, t = problem.X, problem.t
    (n, d), logistic = X.shape, isinstance(problem, LOGISTIC)
    groups = getattr(problem, "groups", np.arange(d))
    m = int(groups.max()) + 1
    size = d + m + n  # v is the residual for the squared loss
    w, u, v = np.eye(size)[:d], np.eye(size)[d : d + m], np.eye(size)[d + m :]
    program = Program(size)
    for g in range(m):
        members = np.flatnonzero(groups == g)
        program.add(
            np.vstack([-u[g], -w[members]]),
            np.zeros(1 + members.size),
            clarabel.SecondOrderConeT(1 + members.size),
        )
    if logistic:
        lift(program, problem, w, v)
    else:
        program.add(X @ w + v, t, clarabel.ZeroConeT(n))
    P = np.zeros((program.size, program.size))
    q = np.zeros(program.size)
    if logistic:
        q[d + m : d + m + n] = 1.0
    else:
        P[d + m : size, d + m : size] = np.eye(n)
    if hasattr(problem, "eta"):
        program.add(u.sum(axis=0, keepdims=True), [problem.eta], clarabel.NonnegativeConeT(1))
    else:
        q[d : d + m] = problem.lam
    return program.solve(P, q)[:d]


def lift(program, problem, w, v):
    """v_n >= log(1 + exp(-z_n)) as a + b <= 1, exp(-z_n - v_n) <= a, exp(-v_n) <= b."""
    (n, old), margins = problem.X.shape, (problem.t[:, None] * problem.X) @ w
    old = program.size
    program.size = old + 2 * n
    wide = lambda A: np.hstack([A, np.zeros((len(A), program.size - np.shape(A)[1]))])
    program.rows = [sparse.csc_matrix(wide(A.toarray())) for A in program.rows]
    extra = np.eye(program.size)[old:]
    for k in range(n):
        for exponent, bound in ((-margins[k] - v[k], extra[k]), (-v[k], extra[n + k])):
            rows = np.vstack([-wide(exponent[None]), np.zeros((1, program.size)), -bound])
            program.add(rows, [0.0, 1.0, 0.0], clarabel.ExponentialConeT())
        program.add((extra[k] + extra[n + k])[None], [1.0], clarabel.NonnegativeConeT(1))


def ours(problem):
    """Every way in which we solve it."""
    if isinstance(problem, ConstrainedLasso | ConstrainedGroupLasso):
        run, forms = solve_projected_gradient, [{}, {"accelerated": True}]
    else:
        run = solve_coordinate_descent if isinstance(problem, SparseLogistic) else solve_block_cd
        forms = [{}, {"record_every": 0}]
        yield solve_proximal_gradient(
            problem, tol=1e-13, accelerated=True, max_iter=100_000, record_every=0
        )
    for options in forms:
        yield run(problem, tol=1e-13, max_iter=100_000, **options)


@pytest.mark.parametrize("n, d, share", [(25, 6, 0.1), (30, 9, 0.4), (12, 20, 0.2)])
@pytest.mark.parametrize("kind", [*GROUPED, *LOGISTIC, ConstrainedLasso])
def test_agreement_with_clarabel(kind, n, d, share):
    problem = random_problem(kind, n, d, share, seed=n)
    theirs = by_clarabel(problem)
    other = problem.certify(theirs)
    assert abs(other.relative_gap) < 1e-6 and not problem.certify(0.9 * theirs).holds(1e-5)
    for result in ours(problem):
        assert result.certificate.holds(1e-9)
        assert result.certificate.objective == pytest.approx(other.objective, rel=1e-7)
        assert np.allclose(result.x, theirs, atol=3e-4 * (1 + np.abs(theirs).max()))


@pytest.mark.parametrize("share", [0.3, 0.1, 0.01])
@pytest.mark.parametrize("data", ["breast cancer", "gaussian"])
def test_logistic_regression_agrees_with_liblinear(data, share):
    if data == "gaussian":
        problem = random_problem(SparseLogistic, 80, 40, share, seed=1)
    else:
        X, y = load_breast_cancer(return_X_y=True)
        X, y = (X - X.mean(axis=0)) / X.std(axis=0), 2.0 * y - 1.0
        problem = SparseLogistic(X, y, share * SparseLogistic(X, y, 1.0).lam_max)
    peer = LogisticRegression(
        C=1 / problem.lam, l1_ratio=1, solver="liblinear", fit_intercept=False, tol=1e-8,
        max_iter=10_000, random_state=0,
    )  # fmt: skip
    theirs = peer.fit(problem.X, problem.t).coef_.ravel()
    assert problem.certify(theirs).holds(1e-6)
    for every in (0, 1):
        result = solve_coordinate_descent(problem, tol=1e-9, record_every=every)
        assert result.status == "converged"
        assert result.certificate.objective == pytest.approx(
            problem.certify(theirs).objective, rel=1e-6
        )
        assert np.allclose(result.x, theirs, atol=2e-2 * np.abs(theirs).max())


@pytest.mark.parametrize("share", [0.3, 0.05])
@pytest.mark.parametrize("n, d", [(60, 20), (30, 100)])
def test_the_group_lasso_agrees_with_celer(n, d, share):
    rng = np.random.default_rng(n)
    X, groups = rng.standard_normal((n, d)), np.arange(d) // 5
    t = X[:, :5].sum(axis=1) + rng.standard_normal(n)
    problem = GroupLasso(X, t, share * GroupLasso(X, t, 1.0, groups).lam_max, groups)
    peer = CelerGroupLasso(groups=5, alpha=problem.lam / n, fit_intercept=False, tol=1e-12)
    theirs = peer.fit(X, t).coef_
    assert problem.certify(theirs).holds(1e-9)
    for every in (0, 1):
        result = solve_block_cd(problem, tol=1e-12, record_every=every)
        assert result.status == "converged" and np.allclose(result.x, theirs, atol=1e-4)
        assert result.certificate.objective == pytest.approx(
            problem.certify(theirs).objective, rel=1e-9
        )
