"""Metrics and precision matrices, judged from outside."""

import cvxpy as cp
import numpy as np
from answered import Family, precise, solved

from solvers import (
    InformationTheoreticMetric,
    LargeMarginMetric,
    SparsePrecision,
    TripletMetric,
    sdml_problem,
)


def psd(m, seed=0):
    A = np.random.default_rng(seed).normal(size=(m + 4, m))
    return A.T @ A / (m + 4) + 0.1 * np.eye(m)


def log_det(A):
    sign, logarithm = np.linalg.slogdet(A)
    assert sign > 0.0
    return logarithm


# Triplets, diagonal metric.


def triplets(C=1.0, seed=0, units=1.0, L=None, far=0, nonnegative=True, shift=0.5):
    Z = np.random.default_rng(seed).normal(size=(12, 3)) + shift
    Z[:, 2] *= units
    redundant = np.tile([1e5, 1e5, 1e5], (far, 1))
    return TripletMetric(np.vstack([Z, redundant]), L, C, nonnegative)


def of_rows(Z, L=None, C=1.0):
    return lambda: TripletMetric(Z, L, C)


Z5, TILTED = np.array([[1, -0.5], [0.2, 0.3], [-1, 2], [0.5, 0.1], [0, 0]]), [[2, 0.5], [0.5, 1]]
TRIPLETS = {
    "plain": triplets,
    "few": of_rows(np.random.default_rng(4).normal(size=(3, 6)), psd(6), 0.5),
    "large C": of_rows(np.random.default_rng(6).normal(size=(12, 6)) + 0.3, 0.1 * psd(6), 30.0),
    "duplicates": of_rows(np.repeat(Z5, 5, axis=0), TILTED, 0.3),
    "one number": of_rows([[2.0]], [[3.0]]),
    "tiny curvature": of_rows(np.vstack([Z5, 1e-155 * Z5]), None, 0.5),
    "free, large C": lambda: triplets(100.0, 7, nonnegative=False),
    "free": lambda: triplets(2.0, 1, nonnegative=False),
    "with L": lambda: triplets(2.0, 2, L=psd(3)),
    "redundant rows": lambda: triplets(1.0, 3, far=5),
    "units": lambda: triplets(1.0, 4, units=1e4),
    "huge price": lambda: triplets(1e6, 5, shift=3.0),
    "tiny price": lambda: triplets(1e-6, 6),
}


def triplet_value(p, w, dual):
    w = precise(w)
    lost = np.maximum(1.0 - precise(p.Z) @ w, 0.0)
    return float(w @ (precise(p.L) @ w) / 2 + p.C * lost.sum())


def triplet_bound(p, w, dual):
    lam = np.clip(dual["lam"], 0.0, p.C)
    t = np.maximum(dual["t"], 0.0) if p.nonnegative else np.zeros(w.size)
    u = p.Z.T @ lam + t
    return float(lam.sum() - u @ np.linalg.solve(p.L, u) / 2)


def triplet_optimum(p):
    Z = np.where(np.abs(p.Z) < 1e-100, 0.0, p.Z)[p.Z.min(axis=1) < 1e5]  # the others never bind
    lengths = np.median(np.abs(p.Z[p.Z.any(axis=1)]), axis=0) / min(max(p.C, 1e-6), 1.0)
    lengths = np.maximum(lengths, 1e-6)
    w = cp.multiply(1.0 / lengths, cp.Variable(p.L.shape[0]))
    unit, root = min(p.C, 1.0), np.linalg.cholesky(p.L).T
    lost = (p.C / unit) * cp.sum(cp.pos(1.0 - Z @ w))
    signs = [w >= 0.0] if p.nonnegative else []
    found = unit * solved(0.5 * cp.sum_squares(root @ w / np.sqrt(unit)) + lost, signs)
    return found, found, w.value


def triplet_outside(p, w):
    return float(max(-w.min(), 0.0) / np.abs(w).max()) if p.nonnegative else 0.0


def triplet_moved(p, w):
    if not p.nonnegative:
        return []
    one = np.eye(w.size)[np.argmin(w)]
    return [w - (w.min() + 1e-3 * np.abs(w).max()) * one]


# Triplets, full metric.


def margins(C=1.0, seed=0, far=0.0, ridge=0.0, T=True):
    f, g = np.random.default_rng(seed).normal(size=(2, 12, 2)) * [[[2.5]], [[1.0]]]
    if far:
        f, g = np.vstack([f, [[far, far]]]), np.vstack([g, [[0.0, 1.0]]])
    return LargeMarginMetric(f, g, 2.0 * psd(2) if T else None, C, ridge)


def in_space(ridge, m, n):
    f, g = np.random.default_rng(n).normal(size=(2, n, m)) * [[[1.5]], [[1.0]]]
    return lambda: LargeMarginMetric(f, g, psd(m, n), 0.7, ridge)


MARGINS = {
    "plain": margins,
    "in space": in_space(0.0, 3, 20),
    "in space, ridge": in_space(0.3, 4, 15),
    "in space, large ridge": in_space(5.0, 3, 8),
    "ridge": lambda: margins(1.0, 1, ridge=1.0, T=False),
    "both": lambda: margins(2.0, 2, ridge=0.5),
    "far point": lambda: margins(far=1e5),
    "huge price": lambda: margins(1e3, 4, T=False, ridge=1.0),
    "tiny price": lambda: margins(1e-6, 5),
}


def margin_value(p, M, dual):
    M = precise(M)
    far, near = precise(p.far), precise(p.near)
    margin = np.sum((far @ M) * far - (near @ M) * near, axis=1)
    lost = np.maximum(1.0 - margin, 0.0)
    return float(np.sum(p.T * M) + p.ridge * np.sum(M**2) / 2 + p.C * lost.sum())


def margin_bound(p, M, dual):
    """The dual value, of which the multipliers are feasible as they are returned."""
    a = dual["alpha"]
    assert a.min() >= 0.0 and a.max() <= p.C
    rest = p.T - (a[:, None] * p.far).T @ p.far + (a[:, None] * p.near).T @ p.near
    values = np.linalg.eigvalsh(rest)
    if values[0] >= -1e-12 * np.abs(p.T).max() or p.ridge == 0.0:
        assert values[0] >= -1e-12 * np.abs(p.T).max()
        return float(a.sum())
    return float(a.sum() - np.sum(np.minimum(values, 0.0) ** 2) / (2.0 * p.ridge))


def margin_optimum(p):
    m = len(p.T)
    retained = np.abs(p.far).max(axis=1) < 1e4  # the far one never binds
    M = cp.Variable((m, m), PSD=True)
    margin = cp.hstack([
        cp.sum(cp.multiply(np.outer(f, f) - np.outer(g, g), M))
        for f, g in zip(p.far[retained], p.near[retained], strict=True)
    ])  # fmt: skip
    unit, lost = min(p.C, 1.0), cp.Variable(int(retained.sum()), nonneg=True)
    squares = cp.sum_squares(cp.vec(M, order="F"))
    value = cp.sum(cp.multiply(p.T, M)) + 0.5 * p.ridge * squares + p.C * cp.sum(lost)
    found = unit * solved(value / unit, [lost >= 1.0 - margin])
    return found, found, M.value if p.ridge else None


def cone_outside(p, M):
    values = np.linalg.eigvalsh(0.5 * (M + M.T))
    outside = max(-values[0], np.abs(M - M.T).max(), 0.0)
    return float(outside / (np.abs(values).max() or 1.0))


def cone_moved(p, M):
    """A thousandth off the cone, and off symmetry."""
    values, V = np.linalg.eigh(M)
    if not M.any():
        return []
    size = np.abs(values).max()
    low = M - (values[0] + 1e-3 * size) * np.outer(V[:, 0], V[:, 0])
    skew = np.zeros_like(M)
    skew[0, -1], skew[-1, 0] = 1e-3 * size, -1e-3 * size
    return [0.5 * (low + low.T), M + skew]


# Pairs.


def pairs(gamma=1.0, seed=0, units=1.0, far=0):
    rng = np.random.default_rng(seed)
    V, y = rng.normal(size=(10, 2)) * units, np.where(np.arange(10) % 2 == 0, 1.0, -1.0)
    V, y = np.vstack([V, np.full((far, 2), 1e6)]), np.append(y, -np.ones(far))
    return InformationTheoreticMetric(V, y, 1.0, psd(2) * units**2, gamma)


def pairs_in_space(gamma, m, n):
    rng = np.random.default_rng(n)
    V, y = rng.normal(size=(n, m)), np.where(np.arange(n) % 3 == 0, -1.0, 1.0)
    return lambda: InformationTheoreticMetric(V, y, rng.uniform(0.5, 2.0, n), psd(m, n), gamma)


PAIRS = {
    "plain": pairs,
    "in space": pairs_in_space(0.1, 3, 15),
    "in four dimensions": pairs_in_space(30.0, 4, 12),
    "units": lambda: pairs(1.0, 1, units=1e3),
    "redundant pairs": lambda: pairs(1.0, 2, far=4),
    "huge price": lambda: pairs(1e2, 3),
    "tiny price": lambda: pairs(1e-4, 4),
}


def pair_value(p, M, dual):
    ratio = np.sum((p.V @ M) * p.V, axis=1) / p.b
    ratio = np.where(p.y > 0.0, np.maximum(ratio, 1.0), np.minimum(ratio, 1.0))
    own = np.sum(p.prior_inverse * M) - log_det(p.prior_inverse @ M) - len(M)
    return float(own + p.gamma * np.sum(ratio - np.log(ratio) - 1.0))


def pair_bound(p, M, dual):
    lam = np.maximum(dual["lam"], 0.0)
    B = p.prior_inverse + (p.V * (p.y * lam)[:, None]).T @ p.V
    s = p.y * lam * p.b / p.gamma
    return float(log_det(B) - log_det(p.prior_inverse) + p.gamma * np.sum(np.log1p(-s)))


def pair_optimum(p):
    root = np.linalg.cholesky(np.linalg.inv(p.prior_inverse))  # M = root N root'
    retained = np.abs(p.V).max(axis=1) < 1e5
    V, y, b = p.V[retained] @ root, p.y[retained], p.b[retained]
    m = len(root)
    N, xi = cp.Variable((m, m), PSD=True), cp.Variable(len(V))
    square = cp.hstack([cp.sum(cp.multiply(np.outer(v, v), N)) for v in V]) / b
    sides = [cp.multiply(y, square) <= cp.multiply(y, xi)]
    own = cp.trace(N) - cp.log_det(N) - m
    found = solved(own + p.gamma * cp.sum(xi - cp.log(xi) - 1.0), sides)
    return found, max(m, found), root @ N.value @ root.T


# Precision matrices.


def precision(rho=0.1, seed=0, units=1.0):
    return SparsePrecision(psd(3, seed) * units, rho * units)


def with_weights(Sigma, rho):
    return lambda: SparsePrecision(Sigma, rho)


def indefinite(m, seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m, m))
    return (A + A.T) / 2 + rng.uniform(0.3, 1.6) * np.sqrt(m) * np.eye(m)


SINGULAR = np.random.default_rng(3).normal(size=(3, 4))
POINTS = np.random.default_rng(1).normal(size=(12, 3))
PRECISION = {
    "plain": precision,
    "singular": with_weights(SINGULAR.T @ SINGULAR / 3, 0.2),
    "free diagonal": with_weights(psd(5, 4), 0.05 * (1.0 - np.eye(5))),
    "indefinite": with_weights(indefinite(3, 5), 0.8),
    "of pairs": lambda: sdml_problem(
        POINTS, [[0, 1], [2, 3], [4, 1]], [[0, 2], [1, 3]], beta=0.05, rho=0.2
    ),
    "units": lambda: precision(0.05, 1, 1e8),
    "tiny price": lambda: precision(1e-5, 2),
    "huge price": lambda: precision(1e3, 3),
}


def precision_value(p, M, dual):
    return float(np.sum(p.Sigma * M) + np.sum(p.weights * np.abs(M)) - log_det(M))


def precision_bound(p, M, dual):
    Z = p.Sigma + np.clip(dual["Z"] - p.Sigma, -p.weights, p.weights)
    return float(log_det(0.5 * (Z + Z.T)) + len(Z))


def precision_optimum(p):
    e = 1.0 / np.sqrt(np.diag(p.Sigma) + np.diag(p.weights))
    S, W = p.Sigma * np.outer(e, e), p.weights * np.outer(e, e)
    N = cp.Variable(S.shape, PSD=True)
    linear = cp.sum(cp.multiply(S, N)) + cp.sum(cp.multiply(W, cp.abs(N)))
    found = solved(linear - cp.log_det(N)) - 2.0 * np.log(e).sum()
    return found, float(len(e)), N.value * np.outer(e, e)


FAMILIES = [
    Family(
        TripletMetric,
        TRIPLETS,
        triplet_optimum,
        triplet_value,
        triplet_bound,
        triplet_outside,
        triplet_moved,
    ),
    Family(
        LargeMarginMetric,
        MARGINS,
        margin_optimum,
        margin_value,
        margin_bound,
        cone_outside,
        cone_moved,
    ),
    Family(
        InformationTheoreticMetric,
        PAIRS,
        pair_optimum,
        pair_value,
        pair_bound,
        cone_outside,
        cone_moved,
    ),
    Family(
        SparsePrecision,
        PRECISION,
        precision_optimum,
        precision_value,
        precision_bound,
        cone_outside,
        cone_moved,
    ),
]
