"""What every solver promises on every problem type it is registered for, on seeded problems."""

import math

import numpy as np
import pytest

from solvers import (
    ODM,
    SOLVERS,
    ConstrainedGroupLasso,
    ConstrainedLasso,
    Gaussian,
    GroupLasso,
    GroupLogistic,
    KernelSVM,
    Lasso,
    Linear,
    MultiInstanceODM,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
)
from solvers.result import ROUNDING

TOL, BUDGET = 1e-6, 60


def regression(rng):
    n, d = rng.integers(3, 30), rng.integers(2, 12)
    X = rng.normal(size=(n, d)) * 10.0 ** rng.uniform(-2, 2)
    if rng.random() < 0.3:
        X[:, -1] = X[:, 0]  # a duplicate
    if rng.random() < 0.2:
        X[:, 1] = 0.0
    return X, X @ rng.normal(size=d) + 0.1 * rng.normal(size=n)


def groups(rng, X):
    return rng.integers(0, 3, X.shape[1])


def classes(rng, n):
    y = np.where(rng.random(n) < 0.5, -1.0, 1.0)
    y[:2] = [-1.0, 1.0]
    return y


def sparse(rng, kind, grouped=False, logistic=False):
    X, t = regression(rng)
    t = classes(rng, len(t)) if logistic else t
    more = (groups(rng, X),) if grouped else ()
    top = kind(X, t, 1.0, *more).lam_max
    return kind(X, t, top * 10.0 ** rng.uniform(-2, 0.1) or 1.0, *more)


def constrained(rng, kind, grouped=False):
    X, t = regression(rng)
    more = (groups(rng, X),) if grouped else ()
    return kind(X, t, 10.0 ** rng.uniform(-2, 1), *more)


def svm(rng):
    n = rng.integers(4, 30)
    kernel = Linear() if rng.random() < 0.5 else Gaussian(gamma=10.0 ** rng.uniform(-1, 1))
    return KernelSVM(rng.normal(size=(n, 2)), classes(rng, n), kernel, C=10.0 ** rng.uniform(-1, 2))


def precision(rng):
    m = rng.integers(2, 8)
    A = rng.normal(size=(m + 3, m))
    return SparsePrecision(A.T @ A / (m + 3) + 0.1 * np.eye(m), 10.0 ** rng.uniform(-2, 0))


def bags(rng):
    made = [rng.normal(size=(rng.integers(1, 4), 2)) for _ in range(5)]
    y = np.array([-1.0, 1.0, -1.0, 1.0, 1.0])
    return MultiInstanceODM(made, y, 10.0, 10.0, 0.5, 0.3, Gaussian(gamma=1.0))


def odm(rng):
    n = rng.integers(4, 25)
    return ODM(rng.normal(size=(n, 2)), classes(rng, n), 10.0 ** rng.uniform(0, 3), 0.5, 0.3)


def triplets(rng):
    n, m = rng.integers(2, 25), rng.integers(2, 6)
    Z = rng.normal(size=(n, m)) * 10.0 ** rng.uniform(-1, 1)
    Z[0] = 0.0 if rng.random() < 0.2 else Z[0]
    return TripletMetric(Z, C=10.0 ** rng.uniform(-2, 1), nonnegative=bool(rng.random() < 0.8))


BUILD = {
    Lasso: lambda rng: sparse(rng, Lasso),
    GroupLasso: lambda rng: sparse(rng, GroupLasso, grouped=True),
    SparseLogistic: lambda rng: sparse(rng, SparseLogistic, logistic=True),
    GroupLogistic: lambda rng: sparse(rng, GroupLogistic, grouped=True, logistic=True),
    ConstrainedLasso: lambda rng: constrained(rng, ConstrainedLasso),
    ConstrainedGroupLasso: lambda rng: constrained(rng, ConstrainedGroupLasso, grouped=True),
    KernelSVM: svm,
    SparsePrecision: precision,
    MultiInstanceODM: bags,
    ODM: odm,
    TripletMetric: triplets,
}
CASES = [(kind, name) for kind, solvers in SOLVERS.items() for name in solvers]
NAMES = [f"{kind.__name__}-{name}" for kind, name in CASES]


def test_every_registered_type_is_tested():
    assert set(BUILD) == set(SOLVERS)


def kept(problem, solve, seed):
    """The promises, on one problem."""
    result = solve(problem, tol=TOL, max_iter=BUDGET, seed=seed)
    trace, certificate = result.trace, result.certificate
    assert (result.status == "converged") == certificate.holds(TOL)
    assert problem.certify(result.x, **result.dual) == certificate
    assert certificate.scale >= 0.0 and math.isfinite(certificate.objective)
    assert trace.iteration[0] == 0 and np.all(np.diff(trace.iteration) > 0)
    assert np.all(np.diff(trace.work) >= 0) and np.all(np.diff(trace.seconds) >= 0.0)
    assert all(len(a) == len(trace) for a in trace.snapshots.values())
    scale = max(certificate.scale, np.abs(trace.objective[np.isfinite(trace.objective)]).max())
    assert np.all(trace.gap >= -ROUNDING * scale), trace.gap.min() / scale
    # Of a saddle point the upper half belongs to the dual, which may come from a later row.
    assert certificate.objective <= trace.objective[result.row] + ROUNDING * scale
    assert not result.x.flags.writeable and not trace.gap.flags.writeable
    return result


@pytest.mark.parametrize("kind, name", CASES, ids=NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_contract(kind, name, seed):
    kept(BUILD[kind](np.random.default_rng(seed)), SOLVERS[kind][name], seed)


@pytest.mark.long
@pytest.mark.parametrize("kind, name", CASES, ids=NAMES)
def test_the_contract_on_many_problems(kind, name):
    for seed in range(3, 300):
        kept(BUILD[kind](np.random.default_rng(seed)), SOLVERS[kind][name], seed)


@pytest.mark.parametrize("kind, name", CASES, ids=NAMES)
def test_the_same_seed_draws_the_same_trace(kind, name):
    problem = BUILD[kind](np.random.default_rng(7))
    a, b = (SOLVERS[kind][name](problem, max_iter=20, seed=3) for _ in range(2))
    assert np.array_equal(a.trace.objective, b.trace.objective)
    assert np.array_equal(a.x, b.x)


@pytest.mark.parametrize("kind, name", CASES, ids=NAMES)
def test_unrecorded_runs_keep_the_first_and_the_best_row(kind, name):
    problem = BUILD[kind](np.random.default_rng(5))
    result = SOLVERS[kind][name](problem, tol=TOL, max_iter=BUDGET, record_every=0)
    assert len(result.trace) <= 2 and result.trace.iteration[0] == 0
    assert problem.certify(result.x, **result.dual) == result.certificate


@pytest.mark.parametrize("kind, name", CASES, ids=NAMES)
def test_a_cancelled_run_ends_at_once_with_its_best(kind, name):
    problem = BUILD[kind](np.random.default_rng(11))
    result = SOLVERS[kind][name](problem, tol=0.0, cancelled=lambda: True)
    assert len(result.trace) == 1
    assert result.status != "max_iter"
