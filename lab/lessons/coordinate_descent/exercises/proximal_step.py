"""A proximal gradient step on the lasso (eqs. 14-16 of 002_8a6384496e3a9cf3.txt)."""

import numpy as np

from lab.checking.task import (
    TOL,
    Exercise,
    Problem,
    Property,
    moves,
    off,
    player,
    regression,
    rises,
    show,
    subgradient_gap,
)
from solvers import Lasso, lars_path
from solvers.exchange import proximal_states


def proximal_step(X: np.ndarray, t: np.ndarray, lam: float, w: np.ndarray, L: float) -> np.ndarray:
    """The next iterate of proximal gradient (ISTA) on F(w) = 1/2 ||t - X w||^2 + lam ||w||_1.

    X: (N, D). t: (N,). lam: the price of ||w||_1. w: (D,), the iterate now. L: at least the
    Lipschitz constant of the gradient of the loss; the step length is 1 / L. Returns the new w,
    (D,); the old one stays as it is.
    """
    raise NotImplementedError


@player
def _steps(ask, X, t, lam, start, factor=1.0, steps=12):
    L = factor * np.linalg.norm(X, 2) ** 2 or 1.0
    yield from proximal_states(Lasso(X, t, lam), start, [L] * steps, ask)
    ask(X, t, lam, lars_path(X, t).at(lam), L, optimum=True)


def _problems():
    X, t = regression(14)
    yield Problem("ordinary data", _steps(X, t, 2.0, [2.0, 1.0, -1.0, 1.0]))
    yield Problem("a shorter step", _steps(X, t, 2.0, np.zeros(4), factor=3.0))
    yield Problem("a zero column", _steps(X * [1.0, 0.0, 1.0, 1.0], t, 0.5, np.ones(4)))
    yield Problem("a duplicated feature", _steps(X[:, [0, 0]], t, 0.5, [1.0, -1.0]))
    t = np.array([1.0, -1.0, 3.0])
    yield Problem("a threshold exactly met", _steps(np.eye(3), t, 1.0, np.zeros(3)))


def _objective(call, w):
    X, t, lam, *_ = call.args
    r = t - X @ w
    return 0.5 * r @ r + lam * np.abs(w).sum()


def _descent(call, w):
    return rises("F", _objective(call, call.args[3]), _objective(call, w))


def _model(call):
    """The gradient of the loss at the old point."""
    X, t, _, w, _ = call.args
    return X.T @ (X @ w - t)


def _zeros(call, w):
    _, _, lam, old, L = call.args
    inside = np.abs(L * old - _model(call)) <= lam * (1.0 - TOL)
    wrong = np.flatnonzero(inside & (w != 0.0))
    return f"w[{wrong[0]}] = {show(w[wrong[0]])} should be held at the kink" if wrong.size else ""


def _exact(call, w):
    X, t, lam, old, L = call.args
    slope = _model(call) + L * (w - old)
    gap = subgradient_gap(slope, w, lam)
    if not off(gap, [lam, np.linalg.norm(X) * np.linalg.norm(t), L * np.abs(old).max(initial=0.0)]):
        return ""
    d = int(np.argmax(gap))
    return (
        f"along w[{d}] the model's smooth part has slope {show(slope[d])}, which lam = {show(lam)} "
        f"misses by {show(gap[d])}"
    )


def _fixed(call, w):
    return moves("it", w - call.args[3], [1.0, *call.args[3]])


EXERCISE = Exercise(
    title="A proximal gradient step",
    formula=r"w^+=\arg\min_u\ \nabla f(w)^\top(u-w)+\tfrac L2\|u-w\|^2+\lambda\|u\|_1",
    level=1,
    minutes=15,
    statement="The loss f is replaced by its tangent and a parabola above it; the price stays.",
    starter=proximal_step,
    example=(np.eye(2), np.array([3.0, 0.5]), 1.0, np.zeros(2), 2.0),
    answer=np.array([1.0, 0.0]),
    problems=_problems,
    properties=(
        Property("descent", _descent, "With L as large as the curvature, F never rises."),
        Property("exact zeros", _zeros,
                 "The threshold sets weights to exactly 0; only then is the answer sparse."),
        Property("minimises the model", _exact,
                 "At the new point the gradient of f at the old one, L times the move and lam "
                 "times a subgradient cancel.", 2.0),
        Property("fixed point at the optimum", _fixed,
                 "The optimum is the one point that the step leaves where it is.",
                 where="optimum"),
    ),
    idle=5.0,
    shape=lambda X, t, lam, w, L: w.shape,
)  # fmt: skip
