"""PDHG on a linear program: the half for x, then the half for the prices (Chambolle and Pock
2011)."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Exercise, Problem, Property, moves, off, seeded, show


def pdhg_step(
    c: np.ndarray,
    A: np.ndarray,
    b: np.ndarray,
    x: np.ndarray,
    y: np.ndarray,
    tau: float,
    sigma: float,
) -> np.ndarray:
    """One step of PDHG on min c'x over A x <= b: the new x, then the new prices y >= 0.

    c: (n,). A: (m, n). b: (m,). x: (n,) and y: (m,), where the method is. tau, sigma: the lengths
    of the steps of x and of y. The prices follow what A breaks at twice the new x less the old one.
    Returns both, one after the other, (n + m,).
    """
    raise NotImplementedError


def _program(seed, m=5, n=3):
    rng = seeded(seed)
    A, x, y = rng.standard_normal((m, n)), rng.standard_normal(n), rng.uniform(0.5, 2.0, m)
    held = np.arange(m) < n
    y = np.where(held, y, 0.0)
    return -A.T @ y, A, A @ x + np.where(held, 0.0, rng.uniform(0.5, 1.5, m)), x, y


def _method(seed, tau=0.3, sigma=0.2, steps=12):
    def play(ask):
        c, A, b, _, _ = _program(seed)
        x, y = np.ones(c.size), np.full(b.size, 0.5)
        for _ in range(steps):
            both = ask(c, A, b, x.copy(), y.copy(), tau, sigma)
            x, y = both[: c.size], np.maximum(both[c.size :], 0.0)
            x, y = np.clip(x, -50.0, 50.0), np.minimum(y, 50.0)

    return play


def _still(ask):
    c, A, b, x, y = _program(8)
    ask(c, A, b, x, y, 0.4, 0.7, optimum=True)


def _problems():
    yield Problem("from the start", _method(4))
    yield Problem("other lengths of the steps", _method(5, 0.05, 0.6))
    yield Problem("prices that fall to 0", _method(6, 0.3, 1.5, 6))
    yield Problem("at the optimum", _still)


def _halves(call, both):
    n = call.args[0].size
    return both[:n], both[n:]


def _x_half(call, both):
    c, A, _, x, y, tau, _ = call.args
    new, slope = _halves(call, both)[0], c + A.T @ y
    miss = (new - x) / tau + slope
    if not off(miss, [*slope, *(x / tau), 1e-3]):
        return ""
    k = int(np.argmax(np.abs(miss)))
    return f"at the new x[{k}] the price of moving is off by {show(miss[k])}"


def _signs(call, both):
    y = _halves(call, both)[1]
    return f"a price is {show(y.min())}" if (y < 0.0).any() else ""


def _y_half(call, both):
    """y+ is the nearest y >= 0 to a point, which the answer's own x+ gives."""
    _, A, b, x, y, _, sigma = call.args
    new, prices = _halves(call, both)
    broken = A @ (2.0 * new - x) - b
    left = prices - y - sigma * broken
    wrong = np.where(prices > 0.0, np.abs(left), np.maximum(-left, 0.0))
    if not off(wrong, [*y, *(sigma * b), *(sigma * (np.abs(A) @ np.abs(new))), 1e-3]):
        return ""
    k = int(np.argmax(wrong))
    return f"the price of row {k} is off by {show(wrong[k])} from its best answer to your new x"


def _fixed(call, both):
    x, y = call.args[3:5]
    return moves("it", both - np.concatenate([x, y]), [*x, *y])


EXERCISE = Exercise(
    title="The two halves of PDHG",
    formula=r"x^+=x-\tau(c+A^\top y),\qquad y^+=\bigl(y+\sigma(A(2x^+-x)-b)\bigr)_+",
    level=1,
    minutes=15,
    statement="x goes down against its cost and the prices of rows; prices rise where the row is "
    "broken at a point ahead of x, and never fall below 0.",
    starter=pdhg_step,
    example=(np.array([-1.0]), np.array([[1.0]]), np.array([2.0]), np.array([1.0]),
             np.array([0.5]), 1.0, 0.5),
    answer=np.array([1.5, 0.5]),
    problems=_problems,
    properties=(
        Property("the half for x", _x_half, "x moves by tau against c + A'y.", 2.0),
        Property("no negative price", _signs, "A multiplier of A x <= b is never negative."),
        Property("the half for y", _y_half, "Prices follow what is broken at 2 x+ - x.", 2.0),
        Property("fixed point at the optimum", _fixed, "There it stays.", where="optimum"),
    ),
    idle=3.0,
    shape=lambda c, A, b, *rest: (c.size + b.size,),
)  # fmt: skip
