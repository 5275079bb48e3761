"""Typical wrong answers: (exercise, step, the property that must be named)."""

import numpy as np

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


def room(x, dx):
    return min((-x[i] / dx[i] for i in range(x.size) if dx[i] < 0), default=np.inf)


for named, step in (
    ("feasible", lambda x, dx, upper: min(1.0, room(x, dx))),
    ("feasible", lambda x, dx, upper: min(1.0, room(upper - x, -dx))),
    ("between 0 and 1", lambda x, dx, upper: min(1e3, room(x, dx), room(upper - x, -dx))),
    ("longest", lambda x, dx, upper: 0.95 * min(1.0, room(x, dx), room(upper - x, -dx))),
    ("feasible", lambda x, dx, upper: 1.0),
    ("longest", lambda x, dx, upper: 0.0),
    ("longest", lambda x, dx, upper: float(np.all((x + dx >= 0) & (x + dx <= upper)))),
    ("feasible", lambda x, dx, upper: min(1.0, room(x, -dx), room(upper - x, dx))),
    ("feasible", lambda x, dx, upper: min(1.0, max(room(x, dx), room(upper - x, -dx)))),
    ("feasible", lambda x, dx, upper: min(1.0, room(x, dx), room(1.0 - x, -dx))),
    ("between 0 and 1", lambda x, dx, upper: -min(1.0, room(x, dx), room(upper - x, -dx))),
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
