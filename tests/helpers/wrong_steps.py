"""Typical wrong answers: (exercise, step, the property that must be named)."""

import inspect

import numpy as np
from right_steps import RIGHT

from lab.checking import catalogue

WRONG = []


def wrong(name, named):
    """Register the decorated step."""

    def register(step):
        WRONG.append((name, step, named))
        return step

    return register


def soft(v, k):
    return np.sign(v) * np.maximum(np.abs(v) - k, 0.0)


for named, step in {
    "sign": lambda v, lam: -soft(v, lam),
    "moved by lam": lambda v, lam: soft(v, 2 * lam),
    "exact minimiser": lambda v, lam: max(v - lam, 0.0),
    "zero inside the threshold": lambda v, lam: v - lam * np.sign(v),
}.items():
    WRONG.append(("soft-threshold", step, named))
for step in (
    lambda v, lam: v,
    lambda v, lam: v if abs(v) > lam else 0.0,
    lambda v, lam: soft(v, lam / 2),
    lambda v, lam: soft(v, lam**2),
    lambda v, lam: soft(v, lam) / (1 + lam),
    lambda v, lam: abs(soft(v, lam)),
    lambda v, lam: v / (1 + lam),
):
    WRONG.append(("soft-threshold", step, "exact minimiser"))


@wrong("lasso-update", "sign")
def sign_of_the_answer(X, t, lam, w, d):
    h = X[:, d] @ X[:, d]
    return -soft(X[:, d] @ (t - X @ w) + h * w[d], lam) / h if h else 0.0


@wrong("lasso-update", "exact minimiser")
def sign_of_the_residual(X, t, lam, w, d):
    h = X[:, d] @ X[:, d]
    return soft(X[:, d] @ (X @ w - t) + h * w[d], lam) / h if h else 0.0


@wrong("lasso-update", "zero inside the threshold")
def forgotten_threshold(X, t, lam, w, d):
    h = X[:, d] @ X[:, d]
    return (X[:, d] @ (t - X @ w) + h * w[d]) / h if h else 0.0


@wrong("lasso-update", "exact minimiser")
def forgotten_own_weight(X, t, lam, w, d):
    h = X[:, d] @ X[:, d]
    return soft(X[:, d] @ (t - X @ w), lam) / h if h else 0.0


@wrong("lasso-update", "exact minimiser")
def forgotten_curvature(X, t, lam, w, d):
    h = X[:, d] @ X[:, d]
    return soft(X[:, d] @ (t - X @ w) + h * w[d], lam)


@wrong("lasso-update", "exact minimiser")
def threshold_after_the_division(X, t, lam, w, d):
    h = X[:, d] @ X[:, d]
    return soft((X[:, d] @ (t - X @ w) + h * w[d]) / h, lam) if h else 0.0


@wrong("lasso-update", "exact minimiser")
def next_coordinate(X, t, lam, w, d):
    d = (d + 1) % w.size
    h = X[:, d] @ X[:, d]
    return soft(X[:, d] @ (t - X @ w) + h * w[d], lam) / h if h else 0.0


@wrong("lasso-update", "exact minimiser")
def mean_for_sum(X, t, lam, w, d):
    h = X[:, d] @ X[:, d] / len(t)
    return soft(X[:, d] @ (t - X @ w) / len(t) + h * w[d], lam) / h if h else 0.0


@wrong("lasso-update", "answers everywhere")
def zero_column_divided_by(X, t, lam, w, d):
    h = X[:, d] @ X[:, d]
    return soft(X[:, d] @ (t - X @ w) + h * w[d], lam) / h


@wrong("lasso-update", "zero column")
def zero_column_left_alone(X, t, lam, w, d):
    h = X[:, d] @ X[:, d]
    return soft(X[:, d] @ (t - X @ w) + h * w[d], lam) / h if h else w[d]


@wrong("lasso-update", "exact minimiser")
def never_moves(X, t, lam, w, d):
    return w[d]


def gradient(X, t, w):
    return X.T @ (X @ w - t)


for named, step in {
    "descent": lambda X, t, lam, w, L: soft(w + gradient(X, t, w) / L, lam / L),
    "exact zeros": lambda X, t, lam, w, L: w - gradient(X, t, w) / L,
    "fixed point at the optimum": lambda X, t, lam, w, L: soft(w - gradient(X, t, w) / L, lam),
}.items():
    WRONG.append(("proximal-step", step, named))
for step in (
    lambda X, t, lam, w, L: soft(w - gradient(X, t, w) / L, lam / L**2),
    lambda X, t, lam, w, L: soft(w - 2 * gradient(X, t, w) / L, lam / L),
    lambda X, t, lam, w, L: soft(w - gradient(X, t, w) / (2 * L), lam / L),
    lambda X, t, lam, w, L: soft(w, lam / L) - gradient(X, t, w) / L,
    lambda X, t, lam, w, L: np.maximum(w - gradient(X, t, w) / L - lam / L, 0.0),
    lambda X, t, lam, w, L: w - (gradient(X, t, w) + lam * np.sign(w)) / L,
    lambda X, t, lam, w, L: soft(w - gradient(X, t, w) / len(t) / L, lam / L),
    lambda X, t, lam, w, L: w.copy(),
):
    WRONG.append(("proximal-step", step, "minimises the model"))


def newton(Z, inverse, w, lam, i, factor=1.0):
    q = Z[i] @ inverse @ Z[i]
    return lam[i] - factor * (Z[i] @ w - 1.0) / q if q else np.inf


for named, step in (
    ("monotone dual", lambda Z, V, C, w, lam, i: np.clip(newton(Z, V, w, lam, i, -1.0), 0, C)),
    ("bound respected", lambda Z, V, C, w, lam, i: max(min(newton(Z, V, w, lam, i), 1e9), 0.0)),
    ("bound respected", lambda Z, V, C, w, lam, i: min(newton(Z, V, w, lam, i), C)),
    ("exact maximiser", lambda Z, V, C, w, lam, i: np.clip(newton(Z, V, w, lam, i, 0.5), 0, C)),
    ("exact maximiser", lambda Z, V, C, w, lam, i: np.clip(newton(Z, V, w, 0 * lam, i), 0, C)),
    ("exact maximiser", lambda Z, V, C, w, lam, i: np.clip(lam[i] - Z[i] @ w + 1.0, 0, C)),
    (
        "exact maximiser",
        lambda Z, V, C, w, lam, i: np.clip(newton(Z, np.eye(len(w)), w, lam, i), 0, C),
    ),
    (
        "fixed point at the optimum",
        lambda Z, V, C, w, lam, i: (
            np.clip(lam[i] - Z[i] @ w / (Z[i] @ V @ Z[i]), 0, C) if Z[i].any() else C
        ),
    ),
    ("exact maximiser", lambda Z, V, C, w, lam, i: lam[i]),
    (
        "a triplet of zeros",
        lambda Z, V, C, w, lam, i: (
            np.clip(newton(Z, V, w, lam, i), 0, C) if Z[i].any() else 0.0
        ),
    ),
    (
        "exact maximiser",
        lambda Z, V, C, w, lam, i: np.clip(newton(Z, V, w, lam, (i + 1) % len(Z)), 0, C),
    ),
):  # fmt: skip
    WRONG.append(("triplet-update", step, named))


def step_to_bound(x, dx):
    return min((-x[i] / dx[i] for i in range(x.size) if dx[i] < 0), default=np.inf)


for named, step in (
    ("feasible", lambda x, dx, upper: min(1.0, step_to_bound(x, dx))),
    ("feasible", lambda x, dx, upper: min(1.0, step_to_bound(upper - x, -dx))),
    (
        "between 0 and 1",
        lambda x, dx, upper: min(1e3, step_to_bound(x, dx), step_to_bound(upper - x, -dx)),
    ),
    (
        "longest",
        lambda x, dx, upper: 0.95 * min(1.0, step_to_bound(x, dx), step_to_bound(upper - x, -dx)),
    ),
    ("feasible", lambda x, dx, upper: 1.0),
    ("longest", lambda x, dx, upper: 0.0),
    ("longest", lambda x, dx, upper: float(np.all((x + dx >= 0) & (x + dx <= upper)))),
    (
        "feasible",
        lambda x, dx, upper: min(1.0, step_to_bound(x, -dx), step_to_bound(upper - x, dx)),
    ),
    (
        "feasible",
        lambda x, dx, upper: min(1.0, max(step_to_bound(x, dx), step_to_bound(upper - x, -dx))),
    ),
    ("feasible", lambda x, dx, upper: min(1.0, step_to_bound(x, dx), step_to_bound(1.0 - x, -dx))),
    (
        "between 0 and 1",
        lambda x, dx, upper: -min(1.0, step_to_bound(x, dx), step_to_bound(upper - x, -dx)),
    ),
    ("answers everywhere", lambda x, dx, upper: float(min(1.0, np.min(-x[dx < 0] / dx[dx < 0])))),
):
    WRONG.append(("step-to-boundary", step, named))


def share(v):
    return v / v.sum()


for named, step in (
    ("mass kept", lambda v, g, step: v * np.exp(-step * (g - g.min()))),
    ("downhill", lambda v, g, step: share(v * np.exp(step * (g - g.max())))),
    ("exact minimiser", lambda v, g, step: share(v * np.exp(-(g - g.min())))),
    ("sign", lambda v, g, step: v - step * (g - g.mean())),
    ("sign", lambda v, g, step: share(np.exp(-step * (g - g.min())))),
    ("answers everywhere", lambda v, g, step: share(v * np.exp(-step * g))),
    ("exact minimiser", lambda v, g, step: share(v * np.maximum(1.0 - step * (g - g.min()), 1e-9))),
    ("exact minimiser", lambda v, g, step: v.copy()),
    ("exact minimiser", lambda v, g, step: share(v * np.exp(-step * (g - g.min()) / 2))),
    ("exact minimiser", lambda v, g, step: share(v**2 * np.exp(-step * (g - g.min())))),
    ("exact minimiser", lambda v, g, step: np.eye(v.size)[np.argmin(g)] * (v > 0)),
):
    WRONG.append(("mirror-simplex", step, named))


def add(name, *mistakes):
    """Register (property, step) pairs of an exercise."""
    WRONG.extend((name, step, named) for named, step in mistakes)


add(
    "sign-multiplier",
    ("monotone dual", lambda V, w, t, j: max(0.0, t[j] + w[j] / V[j, j])),
    ("bound respected", lambda V, w, t, j: t[j] - w[j] / V[j, j]),
    ("exact maximiser", lambda V, w, t, j: max(0.0, t[j] - w[j])),
    ("exact maximiser", lambda V, w, t, j: max(0.0, -w[j] / V[j, j])),
    ("exact maximiser", lambda V, w, t, j: t[j]),
)
add(
    "group-update",
    ("exact minimiser", lambda A, b, lam: -np.linalg.pinv(A) @ b),
    ("exact minimiser", lambda A, b, lam: np.zeros(b.size)),
    ("exact minimiser", lambda A, b, lam: -soft(b, lam) / np.diag(A).max()),
    ("sign", lambda A, b, lam: max(0.0, 1 - lam / np.linalg.norm(b)) * b / np.trace(A)),
    ("zero inside the threshold", lambda A, b, lam: -b / np.diag(A).max() * 1e-3),
)


def lasso_dual(kappa, X, t, lam, r, half=0.5):
    """kappa r't - kappa^2 ||r||^2 / 2 with a kappa of r, t, max |X'r| and lam."""
    k = kappa(r, t, max(abs(X.T @ r).max(), 1e-12), lam) if r.any() else 0.0
    return k * (r @ t) - half * k**2 * (r @ r)


def best_multiple(r, t, norm, lam):
    return np.clip((r @ t) / (r @ r), -lam / norm, lam / norm)


add(
    "lasso-bound",
    ("dual feasible", lambda X, t, lam, r: r @ t - 0.5 * r @ r),
    ("the best multiple", lambda *a: lasso_dual(lambda r, t, n, lam: min(1.0, lam / n), *a)),
    ("the best multiple", lambda *a: lasso_dual(lambda r, t, n, lam: min(lam / n, 1e3), *a)),
    ("the best multiple", lambda *a: lasso_dual(best_multiple, *a, half=1.0)),
    ("dual feasible", lambda *a: lasso_dual(best_multiple, *a, half=0.0)),
    ("the best multiple", lambda X, t, lam, r: 0.0),
    ("the best multiple", lambda X, t, lam, r: lasso_dual(best_multiple, X, t, lam, np.abs(r))),
    ("dual feasible", lambda X, t, lam, r: lasso_dual(best_multiple, X, t, 2.0 * lam, r)),
    ("the best multiple", lambda X, t, lam, r: lasso_dual(best_multiple, X, t, lam / 2.0, r)),
    ("dual feasible", lambda X, t, lam, r: lasso_dual(best_multiple, X[:, :1], t, lam, r)),
    ("no residual", lambda X, t, lam, r: 0.1 + lasso_dual(best_multiple, X, t, lam, r)),
)


def lagrangian(c, A, b, y, x):
    return c @ x + y @ (A @ x - b)


add(
    "program-bound",
    ("a bound", lambda c, A, b, low, high, y: -b @ y + 0.0 * c[0]),
    ("lowest in the box", lambda c, A, b, low, high, y: lagrangian(c, A, b, y, low)),
    ("lowest in the box", lambda c, A, b, low, high, y: lagrangian(c, A, b, y, high)),
    ("lowest in the box",
     lambda c, A, b, low, high, y: lagrangian(c, A, b, y, np.where(c > 0.0, low, high))),
    ("lowest in the box",
     lambda c, A, b, low, high, y: lagrangian(c, A, b, y, 0.5 * (low + high))),
    ("lowest in the box",
     lambda c, A, b, low, high, y: np.maximum((c + A.T @ y) * low, (c + A.T @ y) * high).sum()
     - b @ y),
    ("attained",
     lambda c, A, b, low, high, y: np.minimum((c + A.T @ y) * low, (c + A.T @ y) * high).sum()
     - b @ y - 1.0),
    ("lowest in the box", lambda c, A, b, low, high, y: np.minimum(c * low, c * high).sum()),
)  # fmt: skip


def logistic(X, t, lam, w, d, sign=1.0, whole=False, factor=0.5, threshold=1.0, rho=0.01):
    def F(value):
        moved = w.copy()
        moved[d] = value
        return np.logaddexp(0, -t * (X @ moved)).sum() + lam * np.abs(moved).sum()

    q = 1 / (1 + np.exp(t * (X @ w)))
    g, h = -(t * X[:, d]) @ q * sign, X[:, d] ** 2 @ (q * (1 - q)) + 1e-12
    shift = soft(h * w[d] - g, threshold * lam) / h - w[d]
    Delta = g * shift + lam * (abs(w[d] + shift) - abs(w[d]))
    for k in range(1 if whole else 60):
        alpha = factor**k
        if whole or F(w[d] + alpha * shift) <= F(w[d]) + rho * alpha * Delta + 1e-12:
            return w[d] + alpha * shift
    return w[d]


add(
    "logistic-update",
    ("descent", lambda X, t, lam, w, d: logistic(X, t, lam, w, d, sign=-1.0, whole=True)),
    ("sufficient decrease", lambda X, t, lam, w, d: logistic(X, t, lam, w, d, whole=True)),
    ("a halved shift", lambda X, t, lam, w, d: logistic(X, t, lam, w, d, factor=0.7)),
    ("first that passes", lambda X, t, lam, w, d: 0.5 * (w[d] + logistic(X, t, lam, w, d))),
    ("a halved shift", lambda X, t, lam, w, d: logistic(X, t, lam, w, d, threshold=0.0)),
    ("sufficient decrease", lambda X, t, lam, w, d: logistic(X, t, lam, w, d, rho=0.0)),
    ("sufficient decrease", lambda X, t, lam, w, d: logistic(X, t, lam, w, d, rho=1e-4)),
    ("first that passes", lambda X, t, lam, w, d: logistic(X, t, lam, w, d, rho=0.02)),
    ("zero column", lambda X, t, lam, w, d: w[d] + 0.1 * t @ X[:, d]),
    ("fixed point at the optimum", lambda X, t, lam, w, d: w[d] + 0.1 * t @ X[:, d]),
)


def knots(lam, c, a, active, upper=True, lower=True):
    with np.errstate(divide="ignore", invalid="ignore"):
        s = np.concatenate([
            ((lam - c) / (1 - a))[~active] if upper else [],
            ((lam + c) / (1 + a))[~active] if lower else [],
        ])  # fmt: skip
    return min([lam, *s[s > 0]])


add(
    "lars-step",
    ("no variable passed over", lambda *args: knots(*args, lower=False)),
    ("no variable passed over", lambda *args: knots(*args, upper=False)),
    ("no variable passed over", lambda lam, c, a, active: lam),
    ("a tie at the end", lambda *args: 0.5 * knots(*args)),
    ("between 0 and lam", lambda *args: 0.0),
    ("a tie at the end", lambda lam, c, a, active: min([lam, *(lam - abs(c[~active]))])),
)


def own_side(lam, c, a, active):
    """Only the edge on the side of a correlation."""
    side = np.sign(c[~active])
    with np.errstate(divide="ignore", invalid="ignore"):
        s = (lam - abs(c[~active])) / (1 - side * a[~active])
    return min([lam, *s[s > 0]])


add("lars-step", ("no variable passed over", own_side))


def when(w, d):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(w * d < 0, -w / d, np.inf)


add(
    "lars-leaving",
    ("reaches zero", lambda w, d, step: int(np.argmin(when(w, d)))),
    ("first", lambda w, d, step: -1),
    ("first", lambda w, d, step: int(np.argmax((when(w, d) <= step) * when(w, -w)))),
    ("reaches zero", lambda w, d, step: int(np.argmin(abs(w)))),
    ("a weight or -1", lambda w, d, step: when(w, d).min() if when(w, d).min() < 9 else -1),
    ("first", lambda w, d, step: int(np.argmin(when(w, d))) if when(w, d).min() < step else -1),
)


add(
    "lars-leaving",
    (
        "first",
        lambda w, d, step: (
            w.size - 1 - int(np.argmin(when(w, d)[::-1])) if when(w, d).min() <= step else -1
        ),
    ),
)


def left(x, z, dx, dz, alpha):
    return (x + alpha * dx) @ (z + alpha * dz) / (x @ z)


add(
    "mehrotra-sigma",
    ("cube of the share", lambda *args: min(1.0, left(*args))),
    ("cube of the share", lambda *args: min(1.0, left(*args) ** 2)),
    ("between 0 and 1", lambda *args: left(*args) ** 3),
    ("bold after a good predictor", lambda *args: 1.0),
    ("cube of the share", lambda x, z, dx, dz, alpha: min(1.0, left(x, z, dx, dz, 1.0) ** 3)),
    ("cube of the share", lambda x, z, dx, dz, alpha: min(1.0, (1 - alpha) ** 3)),
    ("bold after a good predictor", lambda *args: 1 - min(1.0, left(*args) ** 3)),
)


def predictor(Q, y, C, x, s, t, u, r=None, theta=None, right=None):
    n = x.size
    M = np.zeros((n + 1, n + 1))
    M[:n, :n] = Q + np.diag(t / x + u / (C - x) if theta is None else theta)
    M[:n, n], M[n, :n] = -y, y
    r = -(Q @ x - 1 - s * y) if r is None else r
    return np.linalg.solve(M, np.append(r, -(y @ x) if right is None else right))


def full_residual(Q, y, C, x, s, t, u):
    return predictor(Q, y, C, x, s, t, u, r=-(Q @ x - 1 - s * y - t + u))


add(
    "predictor-direction",
    ("Newton's equations", full_residual),
    ("Newton's equations", lambda *args: predictor(*args, theta=args[5] / args[3])),
    ("equality kept", lambda *args: predictor(*args, right=args[1] @ args[3])),
    ("descent", lambda *args: -predictor(*args)),
    ("equality kept", lambda Q, y, C, x, s, t, u: np.append(1 - Q @ x, 0.0)),
    ("answers everywhere", lambda *args: predictor(*args)[:-1]),
)
add(
    "low-cost-direction",
    ("equality kept", lambda D, y, r: r / D),
    ("equality kept", lambda D, y, r: (r + (y @ (r / D)) / (y @ (y / D)) * y) / D),
    ("exact minimiser", lambda D, y, r: r / D - y * (y @ (r / D)) / y.size),
    ("descent", lambda D, y, r: -(r - (y @ (r / D)) / (y @ (y / D)) * y) / D),
    ("exact minimiser", lambda D, y, r: r - y * (y @ r) / y.size),
)


def spectral(z, Sigma, mu, f):
    d, V = np.linalg.eigh(z - mu * Sigma)
    return (V * f(d)) @ V.T


add(
    "m-step",
    ("exact minimiser", lambda z, S, mu: spectral(z, S, mu, lambda d: d + np.sqrt(d**2 + 4 * mu))),
    ("exact minimiser", lambda z, S, mu: spectral(z, S, mu, lambda d: np.hypot(d, mu) / 2 + d / 2)),
    ("exact minimiser", lambda z, S, mu: spectral(z, -S, mu, lambda d: (d + np.hypot(d, 2)) / 2)),
    ("positive definite", lambda z, S, mu: spectral(z, S, mu, lambda d: d - np.hypot(d, 2))),
    ("eigenvectors kept", lambda z, S, mu: np.diag(1.0 + np.arange(len(z)))),
    ("symmetric", lambda z, S, mu: np.eye(len(z)) + np.tri(len(z), k=-1)),
)
add(
    "y-step",
    ("exact minimiser", lambda B, mu, rho: soft(B, rho)),
    ("exact minimiser", lambda B, mu, rho: soft(B, rho / mu)),
    ("exact zeros", lambda B, mu, rho: B - mu * rho * np.sign(B)),
    ("exact minimiser", lambda B, mu, rho: np.where(abs(B) > mu * rho, B, 0.0)),
    ("exact zeros", lambda B, mu, rho: soft(B, mu * rho) + np.clip(B, -1e-9, 1e-9)),
    ("sign", lambda B, mu, rho: -soft(B, mu * rho)),
    ("symmetric", lambda B, mu, rho: np.triu(soft(B, mu * rho))),
)  # fmt: skip
add(
    "affinity-step",
    ("a mean of the neighbours", lambda P, W0, W, a: a * P.T @ W + (1 - a) * W0),
    ("a mean of the neighbours", lambda P, W0, W, a: a * W @ P + (1 - a) * W0),
    ("what is known", lambda P, W0, W, a: (1 - a) * P @ W + a * W0),
    ("what is known", lambda P, W0, W, a: P @ W + (1 - a) * W0 * (1 - a)),
    ("contraction", lambda P, W0, W, a: P @ W + (1 - a) * W0),
    ("fixed point at the limit", lambda P, W0, W, a: a * P @ W0 + (1 - a) * W0),
)


def ball(u, radius):
    return u * min(1.0, radius / max(np.linalg.norm(u), 1e-300))


add(
    "mirror-u",
    ("descent", lambda u, g, step, B: ball(np.maximum(u + step * g, 0), B)),
    ("sign", lambda u, g, step, B: ball(u - step * g, B)),
    ("feasible", lambda u, g, step, B: np.maximum(u - step * g, 0)),
    ("exact minimiser", lambda u, g, step, B: np.maximum(ball(u - step * g, B), 0)),
    ("exact minimiser", lambda u, g, step, B: ball(u * np.exp(-step * g), B)),
    ("exact minimiser", lambda u, g, step, B: ball(np.maximum(u - g, 0), B)),
)


def pair(K, zeta, beta, omega, nu, theta, i, own=True, half=0.5, up=None, low=None):
    s = zeta - beta
    rest = K[i] @ s - own * K[i, i] * s[i]
    low, up = 1 - theta if low is None else low, 1 + theta if up is None else up
    return np.array([
        max(0.0, low - rest) / (K[i, i] + half / omega),
        max(0.0, rest - up) / (K[i, i] + half / (omega * nu)),
    ])  # fmt: skip


add(
    "odm-pair",
    ("exact maximiser", lambda *args: pair(*args, own=False)),
    ("exact maximiser", lambda *args: pair(*args, half=1.0)),
    ("exact maximiser", lambda *args: pair(*args, half=0.0)),
    ("exact maximiser", lambda *args: pair(*args, low=1.0, up=1.0)),
    ("exact maximiser", lambda *args: pair(*args)[::-1]),
    ("sign", lambda *args: -pair(*args)),
    ("one of both", lambda *args: pair(*args) + 0.1),
)


def one_after_the_other(K, zeta, beta, omega, nu, theta, i):
    """zeta at its best with the old beta, then beta with the new zeta, once."""
    k, s = K[i, i], zeta - beta
    rest = K[i] @ s - k * s[i]
    new = max(0.0, 1.0 - theta - rest + k * beta[i]) / (k + 0.5 / omega)
    return np.array([new, max(0.0, rest + k * new - 1.0 - theta) / (k + 0.5 / (omega * nu))])


add("odm-pair", ("exact maximiser", one_after_the_other))


def losses(f, nu, theta):
    return np.maximum(1 - theta - f, 0) ** 2 + nu * np.maximum(f - 1 - theta, 0) ** 2


add(
    "key-selection",
    ("least loss", lambda f, key, nu, theta: int(np.argmax(f))),
    ("a strict decrease", lambda f, key, nu, theta: int(np.argmin(losses(f, nu, theta)))),
    ("descent", lambda f, key, nu, theta: int(np.argmax(losses(f, nu, theta)))),
    ("least loss", lambda f, key, nu, theta: key),
    ("an instance", lambda f, key, nu, theta: 1 + int(np.argmin(losses(f, nu, theta)))),
    ("least loss", lambda f, key, nu, theta: int(np.argmin(abs(f)))),
)


def hinges(f, nu, theta):
    return np.maximum(1 - theta - f, 0) + nu * np.maximum(f - 1 - theta, 0)


add(
    "key-selection",
    (
        "least loss",
        lambda f, key, nu, theta: (
            key if hinges(f, nu, theta)[key] <= hinges(f, nu, theta).min()
            else int(np.argmin(hinges(f, nu, theta)))
        ),
    ),
)  # fmt: skip


def lengths(A, b, x, d):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(A @ d > 0, (b - A @ x) / (A @ d), np.inf)


def met(steps, last=False):
    k = steps.size - 1 - int(np.argmin(steps[::-1])) if last else int(np.argmin(steps))
    return k if np.isfinite(steps[k]) else -1


def all_signs(A, b, x, d):
    """The least ratio whatever its sign, or that of its size."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return int(np.nanargmin(np.abs((b - A @ x) / (A @ d))))


def far_rows(A, b, x, d):
    steps = lengths(A, b, x, d)
    return met(np.where(steps > 1e-9, steps, np.inf))


add(
    "ratio-test",
    ("lowest of ties", lambda *args: met(lengths(*args), last=True)),
    ("in the way", all_signs),
    ("in the way", lambda A, b, x, d: int(np.argmin(lengths(A, b, x, d)))),
    ("first", far_rows),
    ("first", lambda A, b, x, d: met(np.where(A @ d > 0, b - A @ x, np.inf))),
    ("first", lambda A, b, x, d: int(np.argmax(A @ d)) if (A @ d > 0).any() else -1),
    ("first", lambda A, b, x, d: met(np.where(A @ d > 0, b, np.inf))),
    ("first", lambda A, b, x, d: -1),
    ("in the way", lambda A, b, x, d: met(lengths(A, b, x, -d))),
    ("a row or -1", lambda *args: lengths(*args).min() if met(lengths(*args)) >= 0 else -1),
    ("a row or -1", lambda *args: met(lengths(*args)) + 1),
)


def primal_dual(c, A, b, x, y, tau, sigma, ahead=1.0, cost=1.0, clip=True, side=1.0):
    new = x - tau * (cost * c + side * A.T @ y)
    y = y + sigma * (A @ (new + ahead * (new - x)) - b)
    return np.concatenate([new, np.maximum(y, 0.0) if clip else y])


def prices_first(c, A, b, x, y, tau, sigma):
    prices = np.maximum(y + sigma * (A @ x - b), 0.0)
    return np.concatenate([x - tau * (c + A.T @ prices), prices])


add(
    "pdhg-step",
    ("no negative price", lambda *args: primal_dual(*args, clip=False)),
    ("the half for y", lambda *args: primal_dual(*args, ahead=0.0)),
    ("the half for y", lambda *args: primal_dual(*args, ahead=-1.0)),
    ("the half for x", lambda *args: primal_dual(*args, cost=0.0)),
    ("the half for x", lambda *args: primal_dual(*args, cost=-1.0)),
    ("fixed point at the optimum", lambda *args: primal_dual(*args, side=-1.0)),
    ("the half for x", prices_first),
    ("the half for x", lambda c, A, b, x, y, t, s: primal_dual(c, A, b, x, y, s, t)),
    ("the half for y", lambda c, A, b, x, y, t, s: primal_dual(c, A, -b, x, y, t, s)),
    ("the half for x", lambda *args: np.roll(primal_dual(*args), 1)),
    ("no negative price", lambda *args: -primal_dual(*args)),
)


def barrier(c, A, b, x, mu, power=2, tilt=1.0, push=1.0):
    s = b - A @ x
    return -np.linalg.solve(tilt * A.T @ (A / s[:, None] ** power), c + push * A.T @ (1.0 / s))


add(
    "barrier-newton",
    ("Newton's equation", lambda c, A, b, x, mu: barrier(c, A, b, x, mu, 1, mu, mu)),
    ("a whole step", lambda c, A, b, x, mu: barrier(c, A, b, x, mu, 2, 1.0, mu)),
    ("Newton's equation", lambda c, A, b, x, mu: barrier(c, A, b, x, mu, 2, mu, 1.0)),
    ("descent", lambda c, A, b, x, mu: barrier(c, A, b, x, mu, 2, mu, -mu)),
    ("descent", lambda c, A, b, x, mu: -barrier(c, A, b, x, mu, 2, mu, mu)),
    ("a whole step", lambda c, A, b, x, mu: 0.5 * barrier(c, A, b, x, mu, 2, mu, mu)),
    ("a whole step", lambda c, A, b, x, mu: -c - mu * A.T @ (1.0 / (b - A @ x))),
    ("Newton's equation", lambda c, A, b, x, mu: barrier(c, A, b, x, mu, 2, mu, 0.0)),
    ("still at the centre", lambda c, A, b, x, mu: barrier(c + 1.0, A, b, x, mu, 2, mu, mu)),
    ("Newton's equation", lambda c, A, b, x, mu: barrier(0 * c, A, b, x, mu, 2, mu, mu)),
)


def mutant(name, what, change):
    """The right step with its answer changed, or one argument, by its name."""
    right, start = RIGHT[name], catalogue.find(name).starter
    if what == "answer":
        return lambda *args: change(np.asarray(right(*args)))
    place = list(inspect.signature(start).parameters).index(what)

    def step(*args):
        return right(*args[:place], change(args[place]), *args[place + 1 :])

    return step


def negated(x):
    return -x


def doubled(x):
    return 2 * x


def halved(x):
    return x / 2


def forgotten(x):
    return 0 * x


def raised(x):
    return x + 1


def rolled(x):
    return np.roll(x, 1)


def everywhere(x):
    return np.ones_like(x)


#: exercise -> (the property that must be named, what is wrong, how): signs, scales, what was
#: forgotten, and indices that are off by one.
MUTATIONS = {
    "affinity-step": (
        ("a mean of the neighbours", "P", rolled), ("contraction", "W", negated),
        ("fixed point at the limit", "alpha", halved), ("what is known", "W0", doubled),
    ),
    "group-update": (
        ("exact minimiser", "answer", doubled), ("exact minimiser", "lam", doubled),
        ("zero inside the threshold", "b", doubled), ("exact minimiser", "A", doubled),
        ("descent", "b", rolled),
    ),
    "key-selection": (
        ("a strict decrease", "theta", forgotten), ("least loss", "theta", doubled),
        ("least loss", "nu", forgotten), ("descent", "f", rolled),
    ),
    "lars-leaving": (
        ("first", "w", negated), ("reaches zero", "step", doubled),
        ("reaches zero", "direction", doubled), ("a weight or -1", "answer", raised),
    ),
    "lars-step": (
        ("no variable passed over", "c", negated), ("no variable passed over", "a", forgotten),
        ("no variable passed over", "active", everywhere), ("a tie at the end", "a", rolled),
    ),
    "lasso-bound": (
        ("the best multiple", "answer", halved), ("the best multiple", "X", doubled),
        ("dual feasible", "lam", doubled), ("dual feasible", "answer", doubled),
    ),
    "logistic-update": (
        ("a halved shift", "lam", doubled), ("fixed point at the optimum", "t", negated),
        ("zero column", "d", forgotten),
    ),
    "low-cost-direction": (
        ("exact minimiser", "answer", doubled), ("exact minimiser", "D", rolled),
        ("equality kept", "y", rolled), ("exact minimiser", "r", forgotten),
        ("descent", "D", negated),
    ),
    "m-step": (
        ("exact minimiser", "answer", doubled), ("exact minimiser", "Sigma", forgotten),
        ("eigenvectors kept", "mu", doubled), ("positive definite", "answer", negated),
    ),
    "mehrotra-sigma": (
        ("bold after a good predictor", "dz", negated), ("cube of the share", "dx", forgotten),
        ("between 0 and 1", "dx", doubled),
    ),
    "mirror-u": (
        ("descent", "u", rolled), ("exact minimiser", "step", doubled),
        ("feasible", "radius", doubled), ("descent", "gradient", negated),
    ),
    "odm-pair": (
        ("monotone dual", "beta", forgotten), ("fixed point at the optimum", "omega", doubled),
        ("one of both", "theta", negated),
    ),
    "predictor-direction": (
        ("Newton's equations", "s", negated), ("Newton's equations", "u", forgotten),
        ("descent", "Q", negated), ("Newton's equations", "answer", rolled),
    ),
    "program-bound": (
        ("attained", "b", doubled), ("lowest in the box", "y", halved),
        ("lowest in the box", "A", negated), ("tight at the best prices", "y", forgotten),
        ("a bound", "high", forgotten),
    ),
    "sign-multiplier": (
        ("exact maximiser", "L_inverse", doubled), ("monotone dual", "t", doubled),
        ("fixed point at the optimum", "t", forgotten), ("exact maximiser", "j", negated),
        ("bound respected", "answer", negated),
    ),
    "y-step": (
        ("exact minimiser", "mu", doubled), ("exact zeros", "rho", forgotten),
        ("symmetric", "B", rolled),
    ),
}  # fmt: skip
for name, rows in MUTATIONS.items():
    add(name, *((named, mutant(name, what, change)) for named, what, change in rows))
