"""The Newton step of the logarithmic barrier, which the central path is made of."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Exercise, Problem, Property, moves, off, seeded, show


def barrier_newton(
    c: np.ndarray, A: np.ndarray, b: np.ndarray, x: np.ndarray, mu: float
) -> np.ndarray:
    """Newton's direction for f(x) = c'x - mu sum_i log(b_i - a_i'x) at x.

    c: (n,). A: (m, n), of rank n. b: (m,). x: (n,), strictly inside: A x < b. mu: positive.
    Returns dx, (n,): the direction in which the quadratic model of f at x is least, whole.
    """
    raise NotImplementedError


def _descent(seed, mu, rows=7, n=3, fall=1.0):
    """A damped walk: half of the way to the boundary at most."""

    def play(ask):
        rng = seeded(seed)
        A = np.vstack([rng.standard_normal((rows, n)), np.eye(n), -np.eye(n)])
        b, c, x, now = np.abs(A).sum(axis=1) + 0.3, rng.standard_normal(n), np.zeros(n), mu
        for _ in range(6):
            d = ask(c, A, b, x.copy(), now)
            reach = ((A @ d) / (b - A @ x)).max()
            x, now = x + min(1.0, 0.5 / max(reach, 1e-9)) * d, now * fall

    return play


def _centre(ask):
    box = np.vstack([np.eye(2), -np.eye(2)])
    ask(np.zeros(2), box, np.array([2.0, 3.0, 2.0, 3.0]), np.zeros(2), 0.7, centre=True)


def _problems():
    yield Problem("a walk to the centre", _descent(2, 1.0))
    yield Problem("along the central path", _descent(3, 2.0, fall=0.4))
    yield Problem("two variables", _descent(4, 0.1, 3, 2))
    yield Problem("at the analytic centre", _centre)


def _model(call):
    """(gradient, A, weights of the Hessian's rows, sizes of what the gradient is made of): slacks
    are differences of larger numbers, and what is rounded there grows with their inverse."""
    c, A, b, x, mu = call.args
    s, w = b - A @ x, mu / (b - A @ x) ** 2
    return c + mu * (A.T @ (1.0 / s)), A, w, np.abs(A).T @ (w * (np.abs(b) + np.abs(A) @ np.abs(x)))


def _newton(call, d):
    g, A, w, sizes = _model(call)
    left = A.T @ (w * (A @ d)) + g
    if not off(left, [*sizes, *(np.abs(A).T @ (w * (np.abs(A) @ np.abs(d)))), 1e-3]):
        return ""
    k = int(np.argmax(np.abs(left)))
    return f"along x[{k}] the model still has slope {show(left[k])} at the end of your step"


def _falls(call, d):
    g, _, _, sizes = _model(call)
    return "" if g @ d < 0.0 or not off(g, sizes) else f"f has slope {show(g @ d)} along it"


def _length(call, d):
    """Along its own direction the step ends where the model is least."""
    g, A, w, sizes = _model(call)
    curve, slope = (A @ d) @ (w * (A @ d)), g @ d
    if slope >= 0.0 or not off(curve + slope, [curve, slope, sizes @ np.abs(d)]):
        return ""
    return f"the model is least at {show(-slope / curve)} of your step"


def _still(call, d):
    return moves("it", d)


EXERCISE = Exercise(
    title="The Newton step of the barrier",
    formula=r"\bigl(\mu A^\top S^{-2}A\bigr)\,dx=-\bigl(c+\mu A^\top S^{-1}\mathbf 1\bigr),"
    r"\qquad S=\mathrm{diag}(b-Ax)",
    level=3,
    minutes=25,
    statement="The logarithms push away from every row; their curvature says how far a step may "
    "trust the slope.",
    starter=barrier_newton,
    example=(np.array([1.0]), np.array([[1.0], [-1.0]]), np.ones(2), np.zeros(1), 0.5),
    answer=np.array([-1.0]),
    problems=_problems,
    properties=(
        Property("Newton's equation", _newton, "The gradient of the model is 0 at its end.", 3.0),
        Property("descent", _falls, "f falls along Newton's direction."),
        Property("a whole step", _length, "The step ends where the model is least along it."),
        Property("still at the centre", _still, "Without c the analytic centre is the answer.",
                 where="centre"),
    ),
    idle=4.0,
    shape=lambda c, *rest: c.shape,
)  # fmt: skip
