"""The right steps by the name of their exercise: the solutions of the notebooks, and the others."""

import json
from pathlib import Path

import numpy as np

from solvers import soft_threshold

#: Of the checkout: what is installed holds no solutions.
ROOT = Path(__file__).resolve().parents[2]


def written(book):
    """grade_id -> the source of a cell, of the notebook at that path."""
    cells = json.loads(book.read_text(encoding="utf-8"))["cells"]
    marked = ((c["metadata"].get("nbgrader", {}).get("grade_id"), c) for c in cells)
    return {name: "".join(cell["source"]) for name, cell in marked if name}


def affinity_step(P, W0, W, alpha):
    return alpha * (P @ W) + (1.0 - alpha) * W0


def key_selection(f, key, nu, theta):
    losses = np.maximum(1.0 - theta - f, 0.0) ** 2 + nu * np.maximum(f - 1.0 - theta, 0.0) ** 2
    return int(key) if losses[key] <= losses.min() else int(np.argmin(losses))


def lars_leaving(w, direction, step):
    with np.errstate(divide="ignore", invalid="ignore"):
        when = np.where(w * direction < 0.0, -w / direction, np.inf)
    first = int(np.argmin(when))
    return first if when[first] <= step else -1


def logistic_update(X, t, lam, w, d):
    def F(value):
        moved = w.copy()
        moved[d] = value
        return np.logaddexp(0.0, -t * (X @ moved)).sum() + lam * np.abs(moved).sum()

    q = 0.5 * (1.0 - np.tanh(0.5 * t * (X @ w)))
    slope, curvature = -(t * X[:, d]) @ q, X[:, d] ** 2 @ (q * (1.0 - q)) + 1e-12
    shift = float(soft_threshold(curvature * w[d] - slope, lam)) / curvature - w[d]
    decrease = slope * shift + lam * (abs(w[d] + shift) - abs(w[d]))
    alpha = 1.0 if decrease < 0.0 else 0.0
    while alpha > 1e-16:
        if F(w[d] + alpha * shift) <= (1.0 + 1e-14) * F(w[d]) + 0.01 * alpha * decrease:
            return w[d] + alpha * shift
        alpha *= 0.5
    return w[d]


def low_cost_direction(D, y, r):
    return (r - (y @ (r / D)) / (y @ (y / D)) * y) / D


def mirror_u(u, gradient, step, radius):
    new = np.maximum(u - step * gradient, 0.0)
    length = np.linalg.norm(new)
    return new * (radius / length) if length > radius else new


def pdhg_step(c, A, b, x, y, tau, sigma):
    new = x - tau * (c + A.T @ y)
    return np.concatenate([new, np.maximum(y + sigma * (A @ (2.0 * new - x) - b), 0.0)])


def predictor_direction(Q, y, C, x, s, t, u):
    n = x.size
    M = np.zeros((n + 1, n + 1))
    M[:n, :n] = Q + np.diag(t / x + u / (C - x))
    M[:n, n], M[n, :n] = -y, y
    return np.linalg.solve(M, np.append(-(Q @ x - 1.0 - s * y), -(y @ x)))


def proximal_step(X, t, lam, w, L):
    return soft_threshold(w + X.T @ (t - X @ w) / L, lam / L)


def sign_multiplier(L_inverse, w, t, j):
    return float(max(0.0, t[j] - w[j] / L_inverse[j, j]))


def right_soft_threshold(v, lam):
    return np.sign(v) * max(abs(v) - lam, 0.0)


def lasso_bound(X, t, lam, r):
    if not r.any():
        return 0.0
    along, square = r @ t, r @ r
    kappa = along / max(square, abs(along) * np.abs(X.T @ r).max() / lam)
    return kappa * along - 0.5 * kappa**2 * square


def program_bound(c, A, b, low, high, y):
    reduced = c + A.T @ y
    return np.minimum(reduced * low, reduced * high).sum() - b @ y


RIGHT = {
    "affinity-step": affinity_step,
    "key-selection": key_selection,
    "lars-leaving": lars_leaving,
    "lasso-bound": lasso_bound,
    "logistic-update": logistic_update,
    "low-cost-direction": low_cost_direction,
    "mirror-u": mirror_u,
    "pdhg-step": pdhg_step,
    "predictor-direction": predictor_direction,
    "program-bound": program_bound,
    "proximal-step": proximal_step,
    "sign-multiplier": sign_multiplier,
    "soft-threshold": right_soft_threshold,
}
#: The text of those that are in notebooks.
SOURCES = {}
for book in sorted((ROOT / "notebooks").glob("*.ipynb")):
    for name, source in written(book).items():
        function = name.replace("-", "_")
        if f"def {function}(" in source:
            space = {"np": np}
            exec(source, space)
            RIGHT[name], SOURCES[name] = space[function], source
