"""The machine that a dual point of `KernelSVM` describes: bias, decisions, and which points are at
zero, free or bounded at its optimum, with proof."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError, as_array, nonnegative
from solvers.problems.kernel_svm import KernelSVM, best_multiplier, kernel_times
from solvers.result import ArrayLike

#: Share of C within which a variable counts as at its bound.
AT_BOUND = 1e-6
#: Sums of n products are wrong by at most about n times this share of their terms.
_EPS = 4.0 * np.finfo(float).eps
#: Share of C by which a variable that is solved for may miss its bound through rounding.
_OUT = 1e-12
#: Steps of the active-set method before the best point is taken as it is.
_ROUNDS = 60


def kkt_classes(problem: KernelSVM, x: ArrayLike, tol: float = AT_BOUND) -> np.ndarray:
    """0, 1 or 2 (n,): x_i at zero, free, or bounded by C, within `tol` C."""
    x, near = problem.project(x), nonnegative(tol, "tol") * problem.C
    return np.where(x <= near, 0, np.where(x >= problem.C - near, 2, 1)).astype(np.int8)


def bias_interval(problem: KernelSVM, x: ArrayLike) -> tuple[float, float]:
    """(low, high): every bias between is optimal with `x` (n,), if x is optimal.

    With a free support vector low and high agree up to the accuracy of x; with all at bounds they
    are apart; with one class one of them is infinite. low > high by the largest violation of the
    optimality conditions where x is not optimal. A variable within 1e-6 C of a bound counts as
    there.
    """
    kind = kkt_classes(problem, x)
    s = problem.y * (problem.product(problem.project(x)) - 1.0)
    plus = problem.y > 0.0
    up, down = np.where(plus, kind < 2, kind > 0), np.where(plus, kind > 0, kind < 2)
    high, low = s[up].min(initial=np.inf), s[down].max(initial=-np.inf)
    return float(-high), float(-low)


def decision_function(problem: KernelSVM, x: ArrayLike, points: ArrayLike) -> np.ndarray:
    """h (a,) of the machine of `x` (n,) at the rows of `points` (a, m).

    Its bias is the best for x, optimal or not: it minimises the sum of the losses, and lies in
    `bias_interval` where x is optimal. For a problem `from_gram`, points (a, n) holds the kernel
    values between the points and the training data.
    """
    x = problem.project(x)
    points = as_array(points, "points", ndim=2)
    wide = (problem.given[0] if problem.K is None else problem.K).shape[1]
    if points.shape[1] != wide:
        raise InputError(f"points must have {wide} columns, got shape {points.shape}.")
    a = problem.y * x
    values = points @ a if problem.K is not None else kernel_times(problem, points, a)
    return values - best_multiplier(problem, problem.product(x) - 1.0)


def optimal_classes(problem: KernelSVM, x: ArrayLike) -> np.ndarray:
    """0, 1 or 2 (n,): x_i of every optimum at zero, free or bounded by C, within 1e-6 C; -1 where
    the proof from `x` (n,) does not decide it.

    The variables that x leaves between the bounds are solved for exactly, and the better certified
    of both points is the one that proves: `optimal_interval`.
    """
    low, high = optimal_interval(problem, _finished(problem, problem.project(x)))
    near = AT_BOUND * problem.C
    classes = np.full(low.size, -1, dtype=np.int8)
    classes[(low > near) & (high < problem.C - near)] = 1
    classes[high <= near] = 0
    classes[low >= problem.C - near] = 2
    return classes


def optimal_interval(problem: KernelSVM, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(low, high), (n,) each: between which x_i of every optimum lies, proved by the feasible x.

    With r = Qx - e - s y the gap of x is sum(x max(r, 0) + (C - x) max(-r, 0)), and any optimum z
    has 1/2 (z - x)'Q(z - x) + sum(z max(r, 0) + (C - z) max(-r, 0)) <= gap, as q(z) <= q(x). So z_i
    <= gap / r_i where r_i > 0, C - z_i <= gap / -r_i where r_i < 0; and for the others, the form Q
    itself with y'z = y'x says how far z can be.
    """
    C = problem.C
    r, unsure = _slopes(problem, x)
    t, u = np.maximum(r - unsure, 0.0), np.maximum(-r - unsure, 0.0)
    gap = float(x @ np.maximum(r + unsure, 0.0) + (C - x) @ np.maximum(unsure - r, 0.0))
    high = np.minimum(np.divide(gap, t, out=np.full_like(t, np.inf), where=t > 0.0), C)
    low = C - np.minimum(np.divide(gap, u, out=np.full_like(u, np.inf), where=u > 0.0), C)
    # What is held near its bound moves by `held`; the others only as far as Q lets them.
    held = np.maximum(high - x, x - low)
    loose = np.flatnonzero(held > AT_BOUND * C)
    if loose.size:
        held[loose] = 0.0
        root = np.sqrt(np.maximum(problem.diagonal(), 0.0))
        length = np.sqrt(2.0 * gap) + float(root @ held)
        reach = _reach(problem, loose, length, float(held.sum()))
        low[loose] = np.maximum(low[loose], x[loose] - reach)
        high[loose] = np.minimum(high[loose], x[loose] + reach)
    return low, high


def _slopes(problem, x):
    """r = Qx - e - s y at the s of the best bound, and how wrong rounding may have made it."""
    g = problem.product(x) - 1.0
    s = best_multiplier(problem, g)
    root = np.sqrt(np.maximum(problem.diagonal(), 0.0))
    return g - s * problem.y, _EPS * (root * float(root @ x) + 1.0 + abs(s))


def _reach(problem, loose, length, residual):
    """The most |d_i| (k,) of the loose variables with d'Q d <= length^2, |y'd| <= residual and
    |d_i| <= C: by the eigenvectors of Q + kappa y y' there, whose flat ones the box alone stops."""
    y = problem.y[loose]
    Q = y[:, None] * y * _gram(problem, loose)
    kappa = float(np.diag(Q).max()) or 1.0
    values, vectors = np.linalg.eigh(Q + kappa * np.outer(y, y))
    values = values - loose.size * _EPS * values[-1]
    size, weight = np.hypot(length, np.sqrt(kappa) * residual), vectors**2
    far = problem.C * np.sqrt(loose.size)
    stiff = values > (size / far) ** 2
    altered = np.sqrt(weight[:, stiff] @ (1.0 / values[stiff]))
    return np.minimum(size * altered + far * np.abs(vectors[:, ~stiff]).sum(axis=1), problem.C)


def _gram(problem, chosen):
    """K of the chosen points among themselves."""
    if problem.K is not None:
        return problem.K[np.ix_(chosen, chosen)]
    return problem.kernel.values(problem.X[chosen], problem.X[chosen])


def _gap(problem, x, r):
    """The gap of a feasible x (n,) with its slopes r."""
    return float(x @ np.maximum(r, 0.0) + (problem.C - x) @ np.maximum(-r, 0.0))


def _finished(problem, x):
    """The best of x and of the points that an active-set method visits from there.

    A variable is fixed at first where its slope outweighs its distance. Each step goes towards the
    minimum over the free variables until one meets its bound, and is fixed; at the minimum, the one
    that is pushed off its bound the most is freed.
    """
    C, best, (r, _) = problem.C, x, _slopes(problem, x)
    least = _gap(problem, x, r)
    at = np.where(x < C * np.maximum(r, 0.0), 0, np.where(C - x < C * np.maximum(-r, 0.0), 2, 1))
    point = problem.project(_solved(problem, x, at))
    at = np.where(at != 1, at, np.where(point <= 0.0, 0, np.where(point >= C, 2, 1)))
    for _ in range(_ROUNDS):
        target = _solved(problem, point, at)
        point, blocked = _towards(point, target, at, C)
        inside = problem.project(point)
        r, unsure = _slopes(problem, inside)
        gap = _gap(problem, inside, r)
        if gap < least:
            best, least = inside, gap
        if blocked.any():
            at = np.where(blocked, np.where(target < 0.0, 0, 2), at)
            continue
        push = np.where(at == 0, -r, np.where(at == 2, r, 0.0)) - unsure
        if push.max() <= 0.0:
            break
        at[push.argmax()] = 1
    return best


def _towards(x, target, at, C):
    """(point, blocked): as far from x to `target` as the box lets the free variables go, and which
    of them stop there; a bound that is passed by rounding alone stops none."""
    d, out = target - x, _OUT * C
    beyond = (at == 1) & ((target < -out) | (target > C + out))
    if not beyond.any():
        return target, beyond
    reach = np.where(d > 0.0, C - x, x)
    share = np.where(beyond, reach / np.where(beyond, np.abs(d), 1.0), np.inf)
    step = max(share.min(), 0.0)
    return x + step * d, share <= step


def _solved(problem, x, at):
    """x with what is held at its bound and the free ones where their slopes are 0: the nearest
    such to x where there are many."""
    free = np.flatnonzero(at == 1)
    start = np.where(at == 0, 0.0, np.where(at == 2, problem.C, x))
    if not free.size:
        return start
    y, g = problem.y[free], problem.product(start) - 1.0
    Q = y[:, None] * y * _gram(problem, free)
    system = np.block([[Q, -y[:, None]], [-y[None, :], np.zeros((1, 1))]])
    wanted = np.append(-g[free], problem.y @ start - problem.b)
    start[free] += np.linalg.lstsq(system, wanted, rcond=1e-14)[0][:-1]
    return start
