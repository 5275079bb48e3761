"""Dual coordinate descent on triplets: one multiplier (eq. 3.13 of 000_291dc1e5a69c06b5.txt)."""

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, moves, off, player, seeded, show
from solvers import TripletMetric, solve_dual_cd
from solvers.exchange import triplet_states


def triplet_update(
    Z: np.ndarray, L_inverse: np.ndarray, C: float, w: np.ndarray, lam: np.ndarray, i: int
) -> float:
    """The value of lam[i] in [0, C] that maximises the dual, the other multipliers fixed.

    Z: (n, m), a triplet per row; z_i'w >= 1 is what triplet i asks for. L_inverse: (m, m). C: the
    price of a violation. w: (m,), L_inverse (Z'lam + t). lam: (n,), the multipliers now. i: the
    number of the one that moves. Returns its new value, a number; lam and w stay as they are.
    A triplet with z_i = 0 cannot be satisfied: its multiplier becomes C.
    """
    raise NotImplementedError


@player
def _run(ask, Z, L, C, start=0.0, sweeps=4):
    problem, (n, m) = TripletMetric(Z, L, C), Z.shape
    visits = [*((0, i) for i in range(n)), *((1, j) for j in range(m))] * sweeps
    begin = np.full(n, start * C), np.zeros(m)
    yield from triplet_states(problem, begin, visits, triplet=ask)
    best = solve_dual_cd(problem, tol=1e-14, max_iter=2000, record_every=0).dual
    L_inverse = np.linalg.inv(L)
    w = L_inverse @ (Z.T @ best["lam"] + best["t"])
    for i in range(n):
        ask(Z, L_inverse, C, w, best["lam"].copy(), i, optimum=True)


def _problems():
    rng = seeded(13)
    Z = rng.standard_normal((6, 2)) + 0.5
    yield Problem("ordinary triplets", _run(Z, np.eye(2), 0.3))
    yield Problem("a metric that is not the identity", _run(Z, np.array([[3.0, 1], [1, 2]]), 1.0))
    yield Problem("multipliers at their upper bound", _run(Z, np.eye(2), 0.05, start=1.0))
    yield Problem("a triplet of zeros", _run(np.vstack([Z[:2], np.zeros(2)]), np.eye(2), 0.3))
    yield Problem("a duplicated triplet", _run(Z[[0, 0, 1]], np.eye(2), 2.0))
    yield Problem("triplets of length one", _run(np.eye(2), np.eye(2), 2.0))
    yield Problem("a bound exactly met", _run(np.array([[1.0, 0], [0, 2.0]]), np.eye(2), 1.0))


def _zero(call):
    return not call.args[0][call.args[5]].any()


def _slope(call, value):
    """(move, slope of the dual before it, curvature)."""
    Z, L_inverse, _, w, lam, i = call.args
    return value - lam[i], 1.0 - Z[i] @ w, Z[i] @ L_inverse @ Z[i]


def _box(call, value):
    C = call.args[2]
    return (
        ""
        if 0.0 <= value <= C * (1.0 + TOL)
        else f"the answer {show(value)} is outside [0, {show(C)}]"
    )


def _monotone(call, value):
    move, slope, q = _slope(call, value)
    gain = move * slope - 0.5 * q * move**2
    falls = gain < 0.0 and off(gain, [1.0, slope])
    return f"the dual falls by {show(-gain)}" if falls else ""


def _exact(call, value):
    move, slope, q = _slope(call, value)
    left, C = slope - q * move, call.args[2]
    at_low, at_high = value <= TOL * C, value >= C * (1.0 - TOL)
    wrong = (left > 0.0 and not at_high) or (left < 0.0 and not at_low)
    if wrong and off(left, [1.0, slope]):
        return f"the dual still has slope {show(left)} there, inside the box"
    return ""


def _fixed(call, value):
    return moves("the multiplier", value - call.args[4][call.args[5]], [1.0, value])


def _empty(call, value):
    return f"the answer is {show(value)}" if off(value - call.args[2], value) else ""


EXERCISE = Exercise(
    title="Dual coordinate descent: one multiplier of a triplet",
    formula=r"\lambda_i\leftarrow\arg\max_{0\le\lambda_i\le C}\ \mathbf 1^\top\lambda"
    r"-\tfrac12(Z^\top\lambda+t)^\top L^{-1}(Z^\top\lambda+t)",
    level=2,
    minutes=20,
    statement="Along one multiplier the dual is a parabola, cut off by the box.",
    starter=triplet_update,
    example=(np.array([[2.0, 0.0]]), np.eye(2), 1.0, np.zeros(2), np.zeros(1), 0),
    answer=0.25,
    problems=_problems,
    properties=(
        Property("bound respected", _box, "A multiplier lies between 0 and C."),
        Property("monotone dual", _monotone, "An update never lowers the dual."),
        Property("exact maximiser", _exact,
                 "At the maximiser the slope of the dual is 0, or points out of the box.", 2.0),
        Property("fixed point at the optimum", _fixed, "At the optimum no multiplier moves.",
                 where="optimum"),
        Property("a triplet of zeros", _empty,
                 "Where z_i = 0 the dual rises with lam[i] all the way.", where=_zero),
    ),
    idle=5.0,
)  # fmt: skip
