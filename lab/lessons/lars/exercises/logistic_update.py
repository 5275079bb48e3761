"""Coordinate descent on sparse logistic regression, with its line search (eq. 20 of
002_8a6384496e3a9cf3.txt)."""

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, off, player, rises, seeded, show
from solvers import SparseLogistic, soft_threshold, solve_coordinate_descent
from solvers.exchange import coordinate_states

_RHO, _RIDGE = 0.01, 1e-12


def logistic_update(X: np.ndarray, t: np.ndarray, lam: float, w: np.ndarray, d: int) -> float:
    """The new value of w[d] in F(w) = sum(log(1 + exp(-t_n x_n'w))) + lam ||w||_1.

    X: (N, D). t: (N,), labels -1 or 1. lam: the price of ||w||_1. w: (D,), the weights now. d: the
    number of the weight that moves. The loss along w[d] is replaced by its quadratic model (add
    1e-12 to the curvature); delta is the shift to the minimum of model and price, Delta the slope
    times delta plus the change of the price. Returns w[d] + alpha delta, a number, with the first
    alpha of 1, 1/2, 1/4, ... for which F falls by at least -0.01 alpha Delta; w[d] where Delta is
    0. w stays as it is.
    """
    raise NotImplementedError


def _objective(X, t, lam, w):
    return np.logaddexp(0.0, -t * (X @ w)).sum() + lam * np.abs(w).sum()


def _model(X, t, lam, w, d):
    """The slope of the loss, the shift and Delta."""
    q = 0.5 * (1.0 - np.tanh(0.5 * t * (X @ w)))
    slope = -(t * X[:, d]) @ q
    curvature = X[:, d] ** 2 @ (q * (1.0 - q)) + _RIDGE
    shift = float(soft_threshold(curvature * w[d] - slope, lam)) / curvature - w[d]
    return slope, shift, slope * shift + lam * (abs(w[d] + shift) - abs(w[d]))


@player
def _sweeps(ask, X, t, lam, start, sweeps=4):
    problem, order = SparseLogistic(X, t, lam), [*range(len(start))] * sweeps
    yield from coordinate_states(problem, start, order, ask)
    best = solve_coordinate_descent(problem, tol=1e-13).x
    for d in range(best.size):
        ask(X, t, lam, best.copy(), d, optimum=True)


@player
def _one_weight(ask, *starts):
    X, t = np.ones((3, 1)), np.array([1.0, 1.0, -1.0])
    for start in starts:
        ask(X, t, 0.2, np.array([start]), 0)


def _problems():
    rng = seeded(9)
    X = rng.standard_normal((20, 3))
    t = np.where(X @ [1.0, -1.0, 0.0] + 0.8 * rng.standard_normal(20) > 0.0, 1.0, -1.0)
    yield Problem("ordinary data", _sweeps(X, t, 1.0, np.zeros(3)))
    far = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 0.0], [1.0, -1.0]])
    labels = np.array([1.0, 1.0, -1.0, -1.0])
    yield Problem("a start where whole shifts fail", _sweeps(far, labels, 0.2, [3.0, -5.0]))
    # With the whole shift F falls by 0.03, 0.015, 0.01, 0.005 or -0.005 of |Delta|, or so.
    edge = (-2.381, -2.416, -2.4397, -2.4636, 2.843, 2.8554, 2.859, 2.8634, 2.8714)
    yield Problem("whole shifts that just pass or just fail", _one_weight(*edge))
    yield Problem("half shifts that just pass", _one_weight(-3.4448, 3.7841))
    yield Problem("a zero column", _sweeps(X * [1.0, 0.0, 1.0], t, 0.5, [0.5, 0.7, 0.5]))
    yield Problem("a price that keeps all at zero", _sweeps(X, t, 50.0, np.zeros(3), sweeps=1))


def _no_column(call):
    return not call.args[0][:, call.args[4]].any()


def _moved(call, value):
    X, t, lam, w, d = call.args
    moved = w.copy()
    moved[d] = value
    return _objective(X, t, lam, w), _objective(X, t, lam, moved)


def _descent(call, value):
    return rises("F", *_moved(call, value))


def _share(call, value):
    """The accepted share of the shift, or nan where that is too short to tell."""
    _, shift, decrease = _model(*call.args)
    old = call.args[3][call.args[4]]
    long = abs(shift) > 100.0 * TOL * max(1.0, abs(old))
    return ((value - old) / shift if long else np.nan), decrease


def _enough(call, value):
    (before, after), (alpha, decrease) = _moved(call, value), _share(call, value)
    if not alpha > 0.0 or after <= before + alpha * _RHO * decrease + TOL * abs(before):
        return ""
    return f"F falls by {show(before - after)}, asked are {show(-alpha * _RHO * decrease)}"


def _halved(call, value):
    alpha, _ = _share(call, value)
    if np.isnan(alpha):
        return ""
    _, shift, _ = _model(*call.args)
    power = min(0.0, np.round(np.log2(alpha))) if alpha > 0.0 else 0.0
    wrong = off((alpha - 2.0**power) * shift, [1.0, alpha * shift, *call.args[3]])
    return f"the weight moves by {show(alpha)} of the shift" if wrong else ""


def _first(call, value):
    alpha, decrease = _share(call, value)
    w, d = call.args[3], call.args[4]
    if not 0.0 < alpha <= 0.6:
        return ""
    before, after = _moved(call, w[d] + 2.0 * (value - w[d]))
    passes = after < before + 2.0 * alpha * _RHO * decrease - TOL * abs(before)
    return f"twice the accepted share {show(alpha)} passes the test as well" if passes else ""


def _fixed(call, value):
    move = value - call.args[3][call.args[4]]
    return f"the weight moves by {show(move)}" if abs(move) > 1e-5 else ""


def _empty(call, value):
    return f"the answer is {show(value)}" if abs(value) > 1e-12 else ""


EXERCISE = Exercise(
    title="Coordinate descent on sparse logistic regression",
    formula=r"w_d\leftarrow w_d+\alpha\delta,\quad F(w+\alpha\delta e_d)\le F(w)+\alpha\rho\Delta",
    level=3,
    minutes=40,
    statement="A model is minimised, then tried: whole, half, a quarter, until F falls enough.",
    starter=logistic_update,
    example=(np.array([[1.0], [2.0]]), np.array([1.0, 1.0]), 0.5, np.zeros(1), 0),
    answer=0.8,
    problems=_problems,
    properties=(
        Property("descent", _descent, "The line search lets no update raise F."),
        Property("sufficient decrease", _enough, "F falls by 0.01 alpha |Delta| or more."),
        Property("a halved shift", _halved, "The weight moves by the whole shift to the minimum "
                 "of the model, or by half of it, a quarter, ...", 2.0),
        Property("first that passes", _first, "The line search begins with the whole shift."),
        Property("fixed point at the optimum", _fixed, "At the optimum the shift is 0.",
                 where="optimum"),
        Property("zero column", _empty, "A feature that is zero everywhere explains nothing.",
                 where=_no_column),
    ),
    idle=6.0,
)  # fmt: skip
