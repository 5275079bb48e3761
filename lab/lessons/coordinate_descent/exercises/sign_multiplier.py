"""Dual coordinate descent: the multiplier of w_j >= 0 (eq. 3.18 of 000_291dc1e5a69c06b5.txt)."""

import numpy as np
from scipy.optimize import nnls

from lab.checking.task import Exercise, Problem, Property, moves, off, player, show
from solvers import TripletMetric
from solvers.exchange import triplet_states


def sign_multiplier(L_inverse: np.ndarray, w: np.ndarray, t: np.ndarray, j: int) -> float:
    """The value of t[j] >= 0 that maximises the dual, the other multipliers fixed.

    L_inverse: (m, m), symmetric positive definite. w: (m,), L_inverse (Z'lam + t), whose entries
    should not be negative. t: (m,), the multipliers of w >= 0 now. j: the number of the one that
    moves. Returns its new value, a number; w and t stay as they are.
    """
    raise NotImplementedError


@player
def _sweeps(ask, L, pull, start=0.0, sweeps=5):
    """Sweeps over t while the triplets pull with Z'lam = pull, then a look at the optimum."""
    inverse, pull = np.linalg.inv(L), np.array(pull, dtype=np.float64)
    problem, size = TripletMetric(pull[None], L, 1.0), pull.size
    visits = [(1, j) for j in range(size)] * sweeps
    begin = np.ones(1), np.full(size, start)
    yield from triplet_states(problem, begin, visits, sign=ask)
    root = np.linalg.cholesky(inverse).T
    t = nnls(root, -root @ pull)[0]
    for j in range(size):
        ask(inverse, inverse @ (pull + t), t.copy(), j, optimum=True)


def _problems():
    L = np.array([[2.0, 0.8, 0.0], [0.8, 1.0, -0.3], [0.0, -0.3, 3.0]])
    yield Problem("ordinary weights", _sweeps(L, [-1.0, 2.0, -0.5]))
    yield Problem("a diagonal metric", _sweeps(np.diag([0.5, 4.0]), [-2.0, 1.0]))
    yield Problem("multipliers that are too large", _sweeps(L, [1.0, 2.0, 0.5], start=3.0))
    yield Problem("weights that are all held at 0", _sweeps(L, [-1.0, -2.0, -3.0]))
    yield Problem("a bound exactly met", _sweeps(np.eye(2), [0.0, -1.0]))


def _bound(call, value):
    return f"the answer is {show(value)}" if value < 0.0 else ""


def _gain(call, value):
    inverse, w, t, j = call.args
    move = value - t[j]
    return -move * w[j] - 0.5 * inverse[j, j] * move**2


def _monotone(call, value):
    gain = _gain(call, value)
    return f"the dual falls by {show(-gain)}" if gain < 0.0 and off(gain) else ""


def _exact(call, value):
    inverse, w, t, j = call.args
    after = w[j] + inverse[j, j] * (value - t[j])
    wrong = after < 0.0 or value > 0.0
    return (
        f"w[{j}] becomes {show(after)}, t[{j}] is {show(value)}"
        if wrong and off(after, [1.0, w[j]])
        else ""
    )


def _fixed(call, value):
    return moves("the multiplier", value - call.args[2][call.args[3]], [1.0, value])


EXERCISE = Exercise(
    title="Dual coordinate descent: the multiplier of a sign",
    formula=r"t_j\leftarrow\arg\max_{t_j\ge0}"
    r"\ -\tfrac12(Z^\top\lambda+t)^\top L^{-1}(Z^\top\lambda+t)",
    level=2,
    minutes=20,
    statement="A multiplier pushes its weight up just until the weight is not negative.",
    starter=sign_multiplier,
    example=(np.array([[0.5, 0.0], [0.0, 1.0]]), np.array([-1.0, 2.0]), np.zeros(2), 0),
    answer=2.0,
    problems=_problems,
    properties=(
        Property("bound respected", _bound, "The multiplier of an inequality is not negative."),
        Property("monotone dual", _monotone, "An update never lowers the dual."),
        Property("exact maximiser", _exact, "Afterwards the weight is not negative, and it is 0 "
                 "where its multiplier pushes.", 2.0),
        Property("fixed point at the optimum", _fixed, "At the optimum no multiplier moves.",
                 where="optimum"),
    ),
    idle=5.0,
)  # fmt: skip
