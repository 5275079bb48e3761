"""Support vector machines and margin distribution machines, judged from outside."""

import itertools
from functools import cache

import cvxpy as cp
import numpy as np
from answered import Family, precise, solved

from solvers import ODM, Gaussian, KernelSVM, Linear, MultiInstanceODM, Polynomial


def clouds(seed=0, n=16, apart=0.7):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, -1.0, 1.0)
    return rng.normal(size=(n, 2)) + apart * y[:, None], y


def with_far_point(X, y, far=1e8):
    return np.vstack([X, [[far, -far]]]), np.append(y, 1.0)


def gram(kernel, X):
    """K from the differences of the points, in 80 bits."""
    X = precise(X)
    if isinstance(kernel, Linear):
        return X @ X.T + kernel.bias
    if isinstance(kernel, Polynomial):
        return (kernel.gamma * (X @ X.T) + kernel.coef0) ** kernel.degree
    return np.exp(-kernel.gamma * np.sum((X[:, None] - X) ** 2, axis=2)) + kernel.bias


def factor(K):
    """F with F F' = K, for a semidefinite K."""
    values, V = np.linalg.eigh(np.asarray(K, dtype=np.float64))
    return V * np.sqrt(np.maximum(values, 0.0))


# Support vector machines: the dual problem.


def svm(*more, **options):
    return lambda: KernelSVM(*clouds(*more), **options)


def far_svm():
    return KernelSVM(*with_far_point(*clouds()), Gaussian(1.0), 5.0)


def twins():
    X, y = clouds(1)
    return KernelSVM(np.vstack([X, X]), np.append(y, y), Linear(), 1.0)


SVMS = {
    "linear": svm(),
    "gaussian": svm(2, kernel=Gaussian(0.5), C=3.0),
    "polynomial": svm(6, kernel=Polynomial(0.3, 3, 1.0), C=2.0),
    "sixty points": svm(7, 60, kernel=Gaussian(0.2), C=10.0),
    "sixty on a side": svm(8, 60, kernel=Gaussian(0.2), C=2.0, b=7.3),
    "twins": twins,
    "huge price": svm(3, 16, 4.0, C=1e9),
    "tiny price": svm(4, C=1e-6),
    "far point": far_svm,
    "other side": svm(5, kernel=Gaussian(1.0), C=2.0, b=3.0),
    "optimum 0": lambda: KernelSVM([[0.0, -1.0], [0.0, -1.0]], [-1.0, 1.0], C=20.0, b=-8.0),
}


@cache
def q_of(p):
    """Q, or K of a margin distribution machine, (n, n) in 80 bits."""
    return precise(p.y)[:, None] * p.y * gram(p.kernel, p.X)


def svm_value(p, x, dual):
    x = precise(x)
    return float(x @ (q_of(p) @ x) / 2 - x.sum())


def svm_bound(p, x, dual):
    """l(v, s), with the best s where none is given; or at a multiple near them."""
    v, square = precise(dual.get("v", x)), q_of(p) @ precise(dual.get("v", x))
    tried = [precise(dual["s"])] if "s" in dual else np.append(p.y * (square - 1.0), 0.0)
    return max(
        float(p.b * k * s - p.C * np.sum(np.maximum(k * s * p.y - k * square + 1.0, 0.0))
              - k * k * (v @ square) / 2)
        for s in tried
        for k in (1.0, *(1.0 + np.geomspace(1e-16, 1e-10, 25)))
    )  # fmt: skip


def svm_optimum(p):
    x, F = cp.Variable(p.y.size), p.y[:, None] * factor(gram(p.kernel, p.X))
    unit = 1e-2 if p.C > 1e6 else p.C  # nobody pays such a price
    box = [p.y @ x == p.b / unit, x >= 0.0]
    box += [x <= 1.0] if unit == p.C else []
    found = solved(0.5 * unit * cp.sum_squares(F.T @ x) - cp.sum(x), box) * unit
    x = unit * x.value
    size = 0.5 * np.sum((F.T @ x) ** 2) + np.abs(x).sum()
    return found, size, x if isinstance(p.kernel, Gaussian) and size < 1e6 else None


def svm_outside(p, x):
    size = np.abs(x).max()
    return float(max(-x.min(), (x - p.C).max(), abs(precise(p.y) @ precise(x) - p.b)) / size)


def svm_moved(p, x):
    size, one = np.abs(x).max(), np.eye(x.size)[np.argmin(x)]
    both = one + p.y @ one * p.y * np.eye(x.size)[np.argmax(x)] * (-1.0)
    beyond = [1.001 * x] if p.b else []
    return [x + 1e-3 * size * one, x - (x.min() + 1e-3 * size) * both, *beyond]


# Margin distribution machines.


AFFINE, NARROW = Linear(bias=1.0), Gaussian(1.0)


def odm(lam, *more, kernel=AFFINE, theta=0.3):
    return lambda: ODM(*clouds(*more), lam, 0.5, theta, kernel)


def years():
    X, y = clouds(6)
    X[:, 1] = 1990.0 + np.random.default_rng(6).integers(0, 30, y.size)
    return ODM(X, y, 10.0, 0.5, 0.3)


def far_odm(kernel=NARROW):
    return ODM(*with_far_point(*clouds()), 10.0, 0.5, 0.3, kernel)


def on_the_band(lam=1e9):
    """Every margin can be in the band, so that the price is not paid."""
    X, y = clouds(7, 8, 3.0)
    return ODM(y[:, None] * np.abs(X), y, lam, 0.5, 0.6)


def odm_of(X, y, lam, nu=0.5, theta=0.2, kernel=AFFINE):
    return lambda: ODM(X, y, lam, nu, theta, kernel)


FEW = clouds(8, 6)
ODMS = {
    "polynomial": odm(10.0, 9, 40, kernel=Polynomial(0.3, 3, 1.0)),
    "wide": odm_of(np.random.default_rng(10).normal(size=(8, 20)), FEW[1][[0, 1] * 4], 10.0),
    "one class": odm_of(FEW[0], np.ones(6), 5.0),
    "duplicates": odm_of(np.repeat(FEW[0], 4, axis=0), np.repeat(FEW[1], 4), 5.0),
    "one point": odm_of([[2.0]], [1.0], 5.0),
    "narrow band": odm_of(*clouds(11, 30), 10.0, 3.0, 0.0),
    "linear": odm(10.0),
    "gaussian": odm(100.0, 1, kernel=Gaussian(0.5)),
    "huge price": lambda: ODM(*clouds(2, 6), 1e9, 0.5, 0.3, Gaussian(0.5)),
    "tiny price": odm(1e-6, 3),
    "band alone": odm(10.0, 4, theta=0.97),
    "far point": far_odm,
    "years": years,
    "on the band": on_the_band,
}


def band(f, omega, nu, theta):
    below, above = np.maximum(1.0 - theta - f, 0.0), np.maximum(f - 1.0 - theta, 0.0)
    return np.sum(omega * (below**2 + nu * above**2))


def odm_value(p, s, dual):
    s = precise(s)
    f = q_of(p) @ s
    return float(s @ f / 2 + band(f, p.omega, p.nu, p.theta))


def level(u, omega, nu, theta):
    """D_0 of the classes' docstrings."""
    zeta, beta = np.split(precise(u), 2)
    linear = (1.0 - theta) * zeta.sum() - (1.0 + theta) * beta.sum()
    return linear - np.sum(zeta**2 / (4.0 * omega)) - np.sum(beta**2 / (4.0 * omega * nu))


def odm_bound(p, s, dual):
    u = np.maximum(dual["u"], 0.0)
    own = precise(u[: s.size]) - precise(u[s.size :])
    return float(level(u, p.omega, p.nu, p.theta) - own @ (q_of(p) @ own) / 2)


def odm_optimum(p):
    if isinstance(p.kernel, Linear):
        # Of centred features the bias is another: w'x + b = w'(x - m) + (b + w'm).
        middle = p.X.mean(axis=0)
        F = np.column_stack([p.X - middle, np.ones(p.y.size)])
        w = cp.Variable(F.shape[1])
        own = cp.hstack([w[:-1], (w[-1] - middle @ w[:-1])])
    else:
        F = factor(gram(p.kernel, p.X))
        own = w = cp.Variable(F.shape[1])
    f = cp.multiply(p.y, F @ w)
    if p.lam > 1e6:  # nobody pays such a price
        found = solved(0.5 * cp.sum_squares(own), [f >= 1.0 - p.theta, f <= 1.0 + p.theta])
        return found, found, None
    edge = 1.0 - p.theta  # in units of which w is
    below, above = cp.pos(1.0 - f), cp.pos(f - (1.0 + p.theta) / edge)
    unit = min(p.omega, 1.0)
    lost = p.omega / unit * (cp.sum_squares(below) + p.nu * cp.sum_squares(above))
    found = solved(cp.sum_squares(own) / (2.0 * unit) + lost) * unit * edge**2
    return found, min(found, p.lam), None


# Bags.


MIXED = np.array([-1.0, 1.0, -1.0, 1.0, 1.0])


def bags(lam=10.0, kernel=NARROW, far=None, seed=0, labels=MIXED, sizes=(2,) * 5):
    rng, y = np.random.default_rng(seed), labels
    sets = [rng.normal(size=(n, 2)) + k for n, k in zip(sizes, y, strict=True)]
    if far is not None:
        sets[1][0] = [far, -far]
    return MultiInstanceODM(sets, y, lam, lam, 0.5, 0.3, kernel)


BAGS = {
    "gaussian": bags,
    "linear": lambda: bags(5.0, Linear(bias=1.0), seed=1),
    "no negatives": lambda: bags(5.0, Gaussian(0.5), seed=3, labels=np.ones(5)),
    "unequal": lambda: bags(3.0, seed=2, sizes=(1, 3, 2, 1, 2), kernel=Gaussian(0.5)),
    "huge price": lambda: bags(1e6),
    "tiny price": lambda: bags(1e-6),
    "far instance": lambda: bags(far=1e8),
}


def all_keys(p):
    return np.array(list(itertools.product(*(range(m) for m in p.sizes))))


def placed(p, keys):
    """(the instances of an assignment (N,), their signs (N, 1))."""
    rows = np.concatenate([p.first + keys, p.negative])
    return rows, np.repeat([[1.0], [-1.0]], [len(keys), p.negative.size], axis=0)


def lifted(p, keys):
    """K(c) (N, N) in 80 bits."""
    rows, sign = placed(p, keys)
    return sign * sign.T * gram(p.kernel, p.points)[np.ix_(rows, rows)]


def bags_value(p, u, dual):
    """The upper half at (v, s)."""
    keys = dual.get("assignments", all_keys(p))
    v = precise(dual["v"]) / precise(dual["v"]).sum()
    own = dual.get("s", u[: u.size // 2] - u[u.size // 2 :])
    f = sum(share * (lifted(p, c) @ precise(own)) for share, c in zip(v, keys, strict=True))
    return float(precise(own) @ f / 2 + band(f, p.omega, p.nu, p.theta))


def bags_bound(p, u, dual):
    """The lower half at u."""
    s = precise(u[: u.size // 2]) - precise(u[u.size // 2 :])
    most = max(s @ (lifted(p, c) @ s) for c in all_keys(p))
    return float(level(u, p.omega, p.nu, p.theta) - most / 2)


def bags_optimum(p):
    N = p.omega.size
    u, tau = cp.Variable(2 * N, nonneg=True), cp.Variable()
    s, R = u[:N] - u[N:], np.sqrt(0.25 / np.concatenate([p.omega, p.omega * p.nu]))
    linear = (1.0 - p.theta) * cp.sum(u[:N]) - (1.0 + p.theta) * cp.sum(u[N:])
    unit = min(1.0, float(p.omega.max()))
    most = tau
    if isinstance(p.kernel, Linear):  # of squares of low rank the solver misses its tolerance
        F, most = np.column_stack([p.points, np.full(len(p.points), p.kernel.bias**0.5)]), tau**2
        roots = [sign * F[rows] for rows, sign in (placed(p, c) for c in all_keys(p))]
        cuts = [tau >= cp.norm((0.5 * unit) ** 0.5 * root.T @ s) for root in roots]
    else:
        roots = [factor(lifted(p, c)) for c in all_keys(p)]
        cuts = [tau >= 0.5 * unit * cp.sum_squares(root.T @ s) for root in roots]
    lost = unit * cp.sum_squares(cp.multiply(R, u))
    found = -solved(lost + most - linear, cuts) * unit
    return found, found, None


def bags_outside(p, u):
    return float(max(-u.min(), 0.0))


def bags_moved(p, u):
    one = np.eye(u.size)[np.argmin(u)]
    return [u - (u.min() + 1e-3 * np.abs(u).max()) * one]


FAMILIES = [
    Family(KernelSVM, SVMS, svm_optimum, svm_value, svm_bound, svm_outside, svm_moved),
    Family(ODM, ODMS, odm_optimum, odm_value, odm_bound),
    Family(MultiInstanceODM, BAGS, bags_optimum, bags_value, bags_bound, bags_outside, bags_moved),
]
