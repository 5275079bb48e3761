"""A seeded problem of each registered type, and every registered solver."""

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
    InformationTheoreticMetric,
    KernelSVM,
    LargeMarginMetric,
    Lasso,
    Linear,
    MultiInstanceODM,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
)


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
    result = [rng.normal(size=(rng.integers(1, 4), 2)) for _ in range(5)]
    y = np.array([-1.0, 1.0, -1.0, 1.0, 1.0])
    return MultiInstanceODM(result, y, 10.0, 10.0, 0.5, 0.3, Gaussian(gamma=1.0))


def odm(rng):
    n = rng.integers(4, 25)
    return ODM(rng.normal(size=(n, 2)), classes(rng, n), 10.0 ** rng.uniform(0, 3), 0.5, 0.3)


def triplets(rng):
    n, m = rng.integers(2, 25), rng.integers(2, 6)
    Z = rng.normal(size=(n, m)) * 10.0 ** rng.uniform(-1, 1)
    Z[0] = 0.0 if rng.random() < 0.2 else Z[0]
    return TripletMetric(Z, C=10.0 ** rng.uniform(-2, 1), nonnegative=bool(rng.random() < 0.8))


def pairs(rng):
    n, m = rng.integers(2, 25), rng.integers(2, 6)
    A = rng.normal(size=(m + 3, m))
    K = A.T @ A / (m + 3) + 0.1 * np.eye(m) if rng.random() < 0.7 else None
    b = 10.0 ** rng.uniform(-1, 1, n)
    V = rng.normal(size=(n, m)) * 10.0 ** rng.uniform(-1, 1)
    y = classes(rng, n)
    V[1] = 0.0 if rng.random() < 0.2 else V[1]  # a similar pair of equal points
    return InformationTheoreticMetric(V, y, b, K, 10.0 ** rng.uniform(-2, 2))


def margins(rng):
    n, m = rng.integers(2, 25), rng.integers(2, 5)
    far, near = rng.normal(size=(2, n, m)) * [[[1.5]], [[1.0]]] * 10.0 ** rng.uniform(-1, 1)
    A = rng.normal(size=(m + 3, m))
    T = A.T @ A * 10.0 ** rng.uniform(-1, 1) if rng.random() < 0.7 else None
    ridge = 10.0 ** rng.uniform(-1, 1) if T is None or rng.random() < 0.5 else 0.0
    return LargeMarginMetric(far, near, T, 10.0 ** rng.uniform(-1, 1), ridge)


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
    InformationTheoreticMetric: pairs,
    LargeMarginMetric: margins,
}


@pytest.fixture(scope="session")
def build():
    """Problem type -> function of a random generator."""
    return BUILD


def pytest_generate_tests(metafunc):
    """A test of `kind` and `name` is of every registered solver, unless it says of which."""
    asked = {"kind", "name"} <= set(metafunc.fixturenames)
    if asked and not any(
        "name" in str(m.args[0]) for m in metafunc.definition.iter_markers("parametrize")
    ):
        cases = [(kind, name) for kind, solvers in SOLVERS.items() for name in solvers]
        metafunc.parametrize("kind, name", cases, ids=[f"{k.__name__}-{n}" for k, n in cases])
