"""Sparse linear models, judged from outside."""

import cvxpy as cp
import numpy as np
from answered import Family, precise, solved

from solvers import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    Lasso,
    SparseLogistic,
)

FAR = 60.0
GROUPS = np.array([0, 0, 1, 2])


def data(seed=0, n=20):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, X @ [2.0, -1.0, 0.0, 0.5] + 0.3 * rng.normal(size=n)


def plain(build):
    return build(*data())


def wide(build):
    """More columns than rows."""
    rng = np.random.default_rng(6)
    X = rng.normal(size=(12, 20))
    return build(X, X[:, 0] - X[:, 1] + 0.3 * rng.normal(size=12))


def twins(build):
    """Two columns are the same, one is zero."""
    X, t = data(1)
    X[:, 1], X[:, 2] = X[:, 0], 0.0
    return build(X, t)


def level(build):
    """The target has a level of ten thousand, which a column of ones fits."""
    X, t = data(2)
    X[:, 3] = 1.0
    return build(X, t + 1e4)


def own_row(build):
    """A row that a column fits which is zero elsewhere."""
    X, t = data(3)
    X[:, 3], X[0], t[0] = 0.0, [0.0, 0.0, 0.0, 1e3], 1e5
    return build(X, t)


def units(build):
    """A column is in nanoseconds."""
    X, t = data(4)
    X[:, 2] = 1e7 * X[:, 1] + 1e6 * X[:, 2]
    return build(X, t)


SHAPES = {f.__name__: f for f in (plain, wide, twins, level, own_row, units)}


def grouped(X):
    return GROUPS if X.shape[1] == len(GROUPS) else np.arange(X.shape[1]) // 3


def penalised(kind, *more):
    def build(lam):
        return lambda X, t: kind(X, t, lam, *(groups(X) for groups in more))

    cases = {name: lambda f=f: f(build(0.5)) for name, f in SHAPES.items()}
    cases["tiny price"] = lambda: plain(build(1e-6))
    cases["huge price"] = lambda: plain(build(1e6))
    return cases


def in_a_ball(kind, *more):
    def build(eta):
        return lambda X, t: kind(X, t, eta, *(groups(X) for groups in more))

    cases = {f.__name__: lambda f=f: f(build(2.0)) for f in (plain, wide, twins)}
    cases["loose"] = lambda: plain(build(1e3))
    cases["level"] = lambda: level(build(1e4 + 2.0))
    cases["no interior"] = lambda: plain(build(1e-6))
    return cases


def classified(kind, *more):
    def with_labels(lam, extra=0):
        X, t = data(5)
        y = np.where(t + np.random.default_rng(5).normal(size=t.size) > 0.0, 1.0, -1.0)
        if extra:  # rows far on the right side
            X = np.vstack([X, np.tile([FAR, -0.5 * FAR, 0.0, 0.0], (extra, 1))])
            y = np.append(y, np.ones(extra))
        return kind(X, y, lam, *(groups(X) for groups in more))

    return {
        "plain": lambda: with_labels(0.5),
        "tiny price": lambda: with_labels(1e-5),
        "huge price": lambda: with_labels(1e5),
        "redundant rows": lambda: with_labels(0.5, 300),
    }


def blocks(p, w):
    """||w_b|| of each block."""
    if not hasattr(p, "groups"):
        return np.abs(w)
    return np.sqrt(np.array([np.sum(w[p.groups == g] ** 2) for g in np.unique(p.groups)]))


def loss(p, w):
    fit = precise(p.X) @ precise(w)
    if isinstance(p, (SparseLogistic, GroupLogistic)):
        return np.sum(np.logaddexp(0.0, -precise(p.t) * fit))
    return np.sum((precise(p.t) - fit) ** 2) / 2


def value(p, w, dual):
    own = 0.0 if hasattr(p, "eta") else p.lam * np.sum(blocks(p, precise(w)))
    return float(loss(p, w) + own)


def theta_of(p, w, dual):
    """The multipliers that were returned, or the residual."""
    if "theta" in dual:
        return precise(dual["theta"])
    fit = precise(p.X) @ precise(w)
    if isinstance(p, (SparseLogistic, GroupLogistic)):
        return precise(p.t) / (1.0 + np.exp(precise(p.t) * fit))
    return precise(p.t) - fit


def squares_bound(p, w, dual):
    theta = theta_of(p, w, dual)
    along, square = theta @ precise(p.t), theta @ theta
    norm = np.max(blocks(p, precise(p.X).T @ theta))
    if square == 0.0:
        return 0.0
    if hasattr(p, "eta"):
        return float(max(abs(along) - p.eta * norm, 0.0) ** 2 / square / 2)
    kappa = min(along / square, p.lam / norm if norm > 0.0 else np.inf)
    return float(kappa * along - kappa**2 * square / 2)


def logistic_bound(p, w, dual):
    q = np.clip(precise(p.t) * theta_of(p, w, dual), 0.0, 1.0)
    norm = np.max(blocks(p, precise(p.X).T @ (precise(p.t) * q)))
    q = q * min(1.0, p.lam / norm)
    inside = q[(q > 0.0) & (q < 1.0)]
    return float(-np.sum(inside * np.log(inside) + (1.0 - inside) * np.log1p(-inside)))


def optimum(p):
    logistic = isinstance(p, (SparseLogistic, GroupLogistic))
    retained = (
        p.X[:, 0] < FAR if logistic else np.ones(p.t.size, dtype=bool)
    )  # the others cost nothing
    X, t = p.X[retained], p.t[retained]
    lengths = np.linalg.norm(X, axis=0)
    lengths[lengths == 0.0] = 1.0
    z = cp.Variable(X.shape[1])
    w, fit = cp.multiply(1.0 / lengths, z), (X / lengths) @ z
    if hasattr(p, "groups"):
        size = sum(cp.norm(w[np.flatnonzero(p.groups == g)]) for g in np.unique(p.groups))
    else:
        size = cp.norm1(w)
    if logistic:
        found = solved(cp.sum(cp.logistic(-cp.multiply(t, fit))) + p.lam * size)
    elif hasattr(p, "eta"):
        found = solved(0.5 * cp.sum_squares(t - fit), [size <= p.eta])
    else:
        found = solved(0.5 * cp.sum_squares(t - fit) + p.lam * size)
    twins = X.shape[1] > len(X) or np.linalg.matrix_rank(X / lengths) < X.shape[1]
    return found, found, None if twins else w.value


def outside(p, w):
    return max(float(np.sum(blocks(p, precise(w)))) / p.eta - 1.0, 0.0)


def moved(p, w):
    """Beyond the ball, where w is on it."""
    if np.sum(blocks(p, w)) < p.eta * (1.0 - 1e-4):
        return []
    return [1.001 * w, w * 1.01]


def family(kind, cases, bound, *ball):
    return Family(kind, cases, optimum, value, bound, *ball)


FAMILIES = [
    family(Lasso, penalised(Lasso), squares_bound),
    family(GroupLasso, penalised(GroupLasso, grouped), squares_bound),
    family(ConstrainedLasso, in_a_ball(ConstrainedLasso), squares_bound, outside, moved),
    family(
        ConstrainedGroupLasso,
        in_a_ball(ConstrainedGroupLasso, grouped),
        squares_bound,
        outside,
        moved,
    ),
    family(SparseLogistic, classified(SparseLogistic), logistic_bound),
    family(GroupLogistic, classified(GroupLogistic, grouped), logistic_bound),
]
