"""Methods with a hole: one step is passed in, everything else is the solver's. A student's step
runs in these, next to the solver with its own step.

Each is a generator of states, as `solvers.drive` runs them (`solvers.drive_saddle` those of a
`MultiInstanceODM`). What the reference chose on its way, the order of its coordinates and the
lengths of its steps, is passed in as well, as its trace has it. A method that cannot continue with
what the step returned raises `Refused`.

A solver is imported by the function that runs a step in it: a page shows one, and does not wait for
those of other papers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from solvers.checks import InputError, dense
from solvers.interior_point import ETA
from solvers.options import Options
from solvers.problems.band import difference
from solvers.result import Start, States
from solvers.vectors import CYCLIC, shuffle, shuffle_state

if TYPE_CHECKING:
    from solvers.problems.kernel_svm import KernelSVM
    from solvers.problems.multi_instance import MultiInstanceODM
    from solvers.problems.odm import ODM
    from solvers.problems.program import Program
    from solvers.problems.sparse_linear import GroupLasso, Lasso, SparseLogistic
    from solvers.problems.sparse_precision import SparsePrecision
    from solvers.problems.triplet_metric import TripletMetric

__all__ = [
    "ETA",
    "Knot",
    "Refused",
    "alternating_states",
    "block_states",
    "coordinate_states",
    "key_states",
    "lars_states",
    "leaving_states",
    "low_cost_states",
    "mehrotra_states",
    "mirror_states",
    "pair_states",
    "pdhg_states",
    "propagation_states",
    "proximal_states",
    "simplex_states",
    "sweep_orders",
    "threshold_states",
    "triplet_states",
]


#: Where lam falls as far as to the next tie up to this share of it, the column does tie: single
#: precision is good enough.
_SAME = 1e-5


class Refused(Exception):
    """A step with which a method cannot continue; its sentence says why."""


def coordinate_states(
    problem: Lasso | SparseLogistic,
    w: np.ndarray,
    order: Iterable[int],
    update: Callable[..., float],
) -> States:
    """Coordinate descent from w (D,) on a `Lasso` or `SparseLogistic`, whose weights move in
    `order`: update(X, t, lam, w, d) -> the new w[d]."""

    def move(w, d):
        w[d] = update(problem.X, problem.t, problem.lam, w.copy(), d)
        return w

    return _moved(w, map(int, order), move)


def _moved(w, moves, move):
    """A state at w (D,), and one after each of the `moves`: move(w, it) -> the new w."""
    w = np.array(w, dtype=np.float64)
    yield {"x": w, "w": w}
    for it in moves:
        w = move(w.copy(), it)
        yield {"x": w, "w": w}


def threshold_states(
    problem: Lasso, w: np.ndarray, order: Iterable[int], threshold: Callable[[float, float], float]
) -> States:
    """The same on a `Lasso`, with threshold(z, lam) -> soft(z, lam) in its update."""

    def update(X, t, lam, w, d):
        x = X[:, d]
        square = x @ x
        z = x @ (t - X @ w) + square * w[d]
        return threshold(float(z), lam) / square if square > 0.0 else 0.0

    return coordinate_states(problem, w, order, update)


def proximal_states(
    problem: Lasso, w: np.ndarray, lengths: Iterable[float], step: Callable[..., np.ndarray]
) -> States:
    """Proximal gradient from w (D,) on a `Lasso`, with the constant L of each step from `lengths`:
    step(X, t, lam, w, L) -> the new w."""
    return _moved(w, map(float, lengths), partial(step, problem.X, problem.t, problem.lam))


def block_states(
    problem: GroupLasso,
    w: np.ndarray,
    order: Iterable[int],
    update: Callable[[np.ndarray, np.ndarray, float], np.ndarray],
) -> States:
    """Block coordinate descent from w (D,) on a `GroupLasso`, whose groups move in `order`:
    update(A, b, lam) -> the u that minimises 1/2 u'A u + b'u + lam ||u||."""
    X, t, groups = problem.X, problem.t, np.asarray(problem.groups)

    def move(w, group):
        g = np.flatnonzero(groups == group)
        A = X[:, g].T @ X[:, g]
        w[g] = update(A, -X[:, g].T @ (t - X @ w) - A @ w[g], problem.lam)
        return w

    return _moved(w, order, move)


def triplet_states(
    problem: TripletMetric,
    start: tuple[np.ndarray, np.ndarray],
    visits: Iterable[tuple[int, int]],
    *,
    triplet: Callable[..., float] | None = None,
    sign: Callable[..., float] | None = None,
) -> States:
    """Dual coordinate descent on a `TripletMetric` from `start`, (lam (n,), t (m,)), with one kind
    of step exchanged; visits: (block, index) of each step, block 0 for lam, 1 for t, -1 for none.

    triplet(Z, L_inverse, C, w, lam, i) -> lam[i]; sign(L_inverse, w, t, j) -> t[j].
    """
    from solvers.triplet.descent import TripletCoordinates

    exact = TripletCoordinates(problem, Options(max_iter=0), CYCLIC)
    Z, inverse, lam, t, w = problem.Z, exact.triplets.inverse, exact.lam, exact.t, exact.w
    lam[:], t[:] = start
    w[:] = inverse @ (Z.T @ lam + t)
    for block, i in ((int(block), int(i)) for block, i in visits):
        if block == 0 and triplet:
            lam[i] = triplet(Z, inverse, problem.C, w.copy(), lam.copy(), i)
        elif block == 1 and sign:
            t[i] = sign(inverse, w.copy(), t.copy(), i)
        elif block >= 0:
            exact.update(i + block * lam.size)
        w[:] = inverse @ (Z.T @ lam + t)
        yield {"x": problem.project(w), "w": w, "dual": {"lam": lam, "t": t}}


def pair_states(
    problem: ODM,
    s: np.ndarray,
    orders: Iterable[Iterable[int]],
    pair: Callable[..., tuple[float, float]],
) -> States:
    """Dual coordinate descent on an `ODM` from s (n,), a state per order (n,) of a sweep:
    pair(K, zeta, beta, omega, nu, theta, i) -> (zeta[i], beta[i])."""
    K, zeta, beta = problem.gram(), np.maximum(s, 0.0), np.maximum(-np.asarray(s), 0.0)
    price = float(problem.omega), problem.nu, problem.theta
    yield _pairs(zeta, beta)
    for order in orders:
        for i in map(int, order):
            zeta[i], beta[i] = pair(K, zeta.copy(), beta.copy(), *price, i)
        yield _pairs(zeta, beta)


def _pairs(zeta, beta):
    s = zeta - beta
    return {"x": s, "s": s, "dual": {"u": np.concatenate([zeta, beta])}}


def sweep_orders(n: int, seed: int) -> Iterator[np.ndarray]:
    """Generate the order (n,) of each random sweep of `solve_dual_cd` on an ODM."""
    order, random = np.arange(n), shuffle_state(seed)
    while True:
        shuffle(order, random)
        yield order.copy()


def propagation_states(
    P: np.ndarray,
    W0: np.ndarray,
    alpha: float,
    propagate: Callable[[np.ndarray, np.ndarray, np.ndarray, float], np.ndarray],
) -> States:
    """A state per round from W0: propagate(P, W0, W, alpha) -> the new W (n, n)."""
    W = W0
    while True:
        yield {"x": W, "W": W}
        W = propagate(P, W0, W.copy(), alpha)


def key_states(
    problem: MultiInstanceODM,
    keys: np.ndarray,
    choose: Callable[[np.ndarray, int, float, float], int],
) -> States:
    """The assignment method from keys (p,): choose(f, key, nu, theta) -> the key of a bag whose
    instances have the values f (k,)."""

    from solvers.assignment import assignment_states

    def repick(machine):
        f = problem.gram() @ machine.machine
        bags = zip(problem.first.tolist(), problem.sizes.tolist(), machine.keys, strict=True)
        return np.array([checked_key(f[i : i + n], int(key)) for i, n, key in bags], dtype=int)

    def checked_key(f, key):
        new = int(choose(f, key, problem.nu, problem.theta))
        if not 0 <= new < f.size:
            raise Refused(f"Your step must return the number of an instance of the bag, got {new}.")
        return new

    return assignment_states(problem, np.asarray(keys), None, repick)


class Knot(NamedTuple):
    """A knot of the path of the lasso, below which w moves along `direction` (D,).

    lam; w, c, a (D,): weights, correlations X'(t - X w), and how fast these fall. active (D,): the
    columns in use, and those that depend on them. tie, zero: how far lam falls until a further
    column ties, and until a weight is zero.
    """

    lam: float
    w: np.ndarray
    c: np.ndarray
    a: np.ndarray
    active: np.ndarray
    direction: np.ndarray
    tie: float
    zero: float


def lars_states(
    problem: Lasso,
    step: Callable[[float, np.ndarray, np.ndarray, np.ndarray], float],
    *,
    lasso: bool = True,
) -> States:
    """The path of the lasso, or of plain LARS, from lam_max: step(lam, c, a, active) -> how far
    lam falls until a further column ties. A weight that reaches 0 before ends it."""

    def fall(knot):
        length = step(knot.lam, knot.c, knot.a, knot.active)
        if abs(length - knot.tie) <= _SAME * knot.lam:
            length = knot.tie
        if length <= 0.0:
            raise Refused(f"Your step must be positive, got {length:g}.")
        return (min(length, knot.zero), True) if lasso else (length, False)

    return _path(problem, fall, lasso)


def leaving_states(
    problem: Lasso, leaving: Callable[[np.ndarray, np.ndarray, float], int]
) -> States:
    """The path of the lasso from lam_max: leaving(w, direction, step) -> the number of the weight
    that reaches 0 first on the way to the next tie; where that is -1, none is dropped."""

    def fall(knot):
        j = int(leaving(knot.w, knot.direction, knot.tie))
        if not -1 <= j < knot.w.size:
            raise Refused(f"Your step must return the number of a weight or -1, got {j}.")
        if j == -1:
            return knot.tie, False
        if knot.direction[j] * knot.w[j] >= 0.0:
            raise Refused(f"Weight {j} of your step is not on its way to 0.")
        return float(-knot.w[j] / knot.direction[j]), True

    return _path(problem, fall, True)


def _path(problem, fall, lasso):
    """A state per knot; fall(`Knot`) -> (how far lam falls to the next one, whether weights that
    are zero by then go out of use)."""
    from solvers.lars.homotopy import follow

    X = dense(problem.X, "X", "solve_coordinate_descent")
    path = follow(X, problem.t, problem.lam, lasso, lambda p, _: fall(_knot(p)))
    for k, (p, _) in enumerate(path):
        yield {"x": p.w, "iteration": k, "w": p.w, "lam": p.lam[0]}


def _knot(p):
    from solvers.lars.homotopy import next_join, next_zero
    from solvers.lars.state import ACTIVE, DEPENDENT

    lam, direction = float(p.lam[0]), np.zeros(p.w.size)
    n = p.n[0]
    direction[p.J[:n]] = p.d[:n]
    active = (p.role == ACTIVE) | (p.role == DEPENDENT)
    w, c, a = p.w.copy(), p.c.copy(), p.a.copy()
    return Knot(lam, w, c, a, active, direction, min(next_join(p), lam), next_zero(p))


def _to_the_end(states):
    """The states; where the method has no further one, a sentence says so."""
    yield from states
    raise Refused("From here your step leads to no point inside the box.")


def mehrotra_states(
    problem: KernelSVM,
    x0: Start = None,
    *,
    eta: float = ETA,
    separate: bool = False,
    **parts: Callable[..., Any],
) -> States:
    """The states of `solve_mehrotra` from its feasible start, with one of these parts exchanged.

    predictor(Q, y, C, x, s, t, u) -> (dx, ds) (n + 1,); boundary(x, dx, upper) -> the step in the
    box of x; centring(x, z, dx, dz, alpha) -> sigma, for x with w = C - x and t with u, (2n,) each.
    """
    from solvers.interior_point.mehrotra import PARTS, advance
    from solvers.interior_point.svm.homotopy import Homotopy, newton_states

    made = dict(_PARTS[name](problem, function) for name, function in parts.items())
    step = partial(advance, eta=eta, separate=separate, parts=PARTS._replace(**made))
    return _to_the_end(newton_states(Homotopy(problem, x0, 0.0), "auto", step, sides=3))


def _predictor(problem, own):
    from solvers.interior_point.svm.point import Point

    y, Q = problem.y, problem.y[:, None] * problem.gram() * problem.y

    def predictor(p, newton):
        move = own(Q, y, problem.C, p.x.copy(), float(p.s), p.t.copy(), p.u.copy())
        dx, ds = move[:-1], float(move[-1])
        return Point(dx, -dx, -p.t - p.t * dx / p.x, -p.u + p.u * dx / p.w, ds)

    return "predictor", predictor


def _boundary(problem, own):
    """The steps of x and w = C - x are the student's, those of the multipliers are not."""
    upper = np.full(problem.y.size, problem.C)
    return "boundary", lambda p, d: (own(p.x.copy(), d.x.copy(), upper), p.to_boundary(d)[1])


def _centring(problem, own):
    def centring(p, aim, alpha):
        pairs = ((p.x, p.w), (p.t, p.u), (aim.x, aim.w), (aim.t, aim.u))
        return own(*map(np.concatenate, pairs), float(alpha))

    return "centring", centring


_PARTS = {"predictor": _predictor, "boundary": _boundary, "centring": _centring}


def low_cost_states(
    problem: KernelSVM,
    direction: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray],
    x0: Start = None,
    *,
    eta: float = ETA,
    frozen: bool = False,
) -> States:
    """The states of the safeguarded `solve_low_cost`: direction(D, y, right) -> the dx (n,) that
    minimises 1/2 dx'diag(D) dx - right'dx over y'dx = 0."""
    from solvers.interior_point.svm.point import Point, theta
    from solvers.interior_point.svm.spectral import Safeguarded

    class Diagonal(Safeguarded):
        def direction(self, p, r):
            y, tau = self.problem.y, self.tau
            D, right = self.spectral + theta(p), tau / p.x - tau / p.w - (r.Qx - 1.0)
            dx = direction(D, y, right)
            ds = float(np.mean(y * (D * dx - right))) - p.s
            dt, du = tau / p.x - p.t - p.t * dx / p.x, tau / p.w - p.u + p.u * dx / p.w
            return Point(dx, -dx, dt, du, ds)

    path = Diagonal(problem, x0, 0.0, eta=eta, frozen=frozen)
    return _to_the_end(path.states(path.step))


def alternating_states(
    problem: SparsePrecision,
    x0: Start,
    *,
    mu_factor: float = 1.0,
    mu: float | None = None,
    m_step: Callable[[np.ndarray, np.ndarray, float], np.ndarray] | None = None,
    y_step: Callable[[np.ndarray, float, float], np.ndarray] | None = None,
) -> States:
    """The states of `solve_alternating_linearization` without smoothing, with one step exchanged.

    m_step(z, Sigma, mu) -> M (m, m), positive definite, in the variables of `scaling`; y_step(B,
    mu, rho) -> Y for one entry B (1, 1) at a time, as scaling prices each its own way.
    """
    from solvers.alternating_linearization import alternating_states as states

    own = {"m_step": partial(_own_m, m_step)} if m_step else {"y_step": partial(_own_y, y_step)}
    how: dict[str, Any] = {"mu_factor": mu_factor, "mu": mu, **own}
    return states(problem, x0, **how)


def _own_m(own, z, Sigma, mu, floor):
    M = own(z, Sigma, float(mu))
    gamma = np.linalg.eigvalsh(0.5 * (M + M.T))
    if gamma[0] <= 0.0:
        raise Refused("The M of your step is not positive definite.")
    return gamma, M


def _own_y(own, point, weights, mu, sigma):
    Y = np.empty_like(point)
    for i, j in zip(*np.triu_indices(len(point)), strict=True):
        entry = own(point[[[i]], [[j]]], float(mu), float(weights[i, j]))
        Y[i, j] = Y[j, i] = entry[0, 0]
    return Y, np.clip((point - Y) / mu, -weights, weights)


def mirror_states(
    problem: MultiInstanceODM,
    u: np.ndarray,
    v: np.ndarray,
    steps: Iterable[float],
    *,
    step_u: Callable[[np.ndarray, np.ndarray, float, float], np.ndarray] | None = None,
    step_v: Callable[[np.ndarray, np.ndarray, float], np.ndarray] | None = None,
) -> States:
    """Mirror prox from u (2N,), v (k,), a state per step size of `steps`, the first of which is the
    start's, with the mirror step of one of both exchanged.

    step_u(u, gradient, step, radius) -> u, in the ball and not negative; step_v(v, gradient, step)
    -> v, in the simplex.
    """
    from solvers.mirror_prox import mirror_step
    from solvers.odm.mirror_run import MirrorRun, prox

    run = MirrorRun(problem, None, None, None)
    run.begin(u, v)

    def own(metric, centre, slope, eta):
        new = prox(metric, centre, slope, eta)
        if step_u:
            new_u = step_u(centre.u.copy(), slope[0], eta / metric.a, metric.radius)
            return new._replace(u=new_u)
        assert step_v is not None  # one of both is given
        new_v = step_v(centre.v.copy(), slope[1], eta / metric.b)
        with np.errstate(divide="ignore", invalid="ignore"):
            return new._replace(log_v=np.log(new_v), v=new_v)

    for k, run.eta in enumerate(map(float, steps)):
        if k:
            mirror_step(run, prox=own)
        (u, v), centre = run.mean, run.centre
        yield {
            "x": u,
            "dual": {"v": v, "s": difference(u)},
            "u": u,
            "v": v,
            "centre_u": centre.u,
            "centre_v": centre.v,
        }


def simplex_states(
    problem: Program,
    stop: Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], int],
    x0: Start = None,
    *,
    rule: str = "largest",
) -> States:
    """The states of `solve_simplex`, with stop(A, b, x, d) -> the row of A x <= b that is met first
    on the way along d, or -1, in phase 2. It is not asked where there are no rows.

    The corner is x = 0, so that b is the slack of each row; rows along which the way runs are
    zeros. Where its row is tied with the first up to rounding, the solver's own choice is taken.
    """

    from solvers.programs.simplex import primal_states, ratio_test, rise_and_slack

    def own(corner, d, rule):
        rise, slack = rise_and_slack(corner, d)
        if not slack.size:  # of no rows there is nothing to ask
            return ratio_test(corner, d, rule)
        A = np.where(rise[:, None] != 0.0, corner.matrix[: corner.p], 0.0)
        row = int(stop(A, slack, np.zeros(d.size), d.copy()))
        if not -1 <= row < slack.size:
            raise Refused(f"Your step must return the number of a row or -1, got {row}.")
        first, step, ties = ratio_test(corner, d, rule)
        if row == -1:
            return None, np.inf, np.zeros_like(ties)
        if ties[row]:
            return first, step, ties
        if rise[row] <= 0.0:
            raise Refused(f"Row {row} of your step is not in the way.")
        return row, slack[row] / rise[row], ties

    return primal_states(problem, Options(max_iter=0, x0=x0), rule, own)


def pdhg_states(problem: Program, halves: Callable[..., np.ndarray]) -> States:
    """The states of `solve_pdhg` on a linear `Program` without equations.

    halves(c, A, b, x, y, tau, sigma) -> the new x (n,), then the new y (m,) >= 0, in one array.
    """
    from solvers.programs.pdhg import Walk, states

    rows = problem.rows
    if problem.Q is not None or rows.e.size:
        raise InputError("problem must be linear and without equations for this step, got others.")
    A = dense(rows.G, "A", "solve_pdhg")

    class StudentWalk(Walk):
        def iterate(self, count, tau, sigma):
            both = halves(self.c, A, self.h, self.x.copy(), self.y.copy(), tau, sigma)
            self.out = both[: self.x.size] - self.x, both[self.x.size :] - self.y
            self.age += 1
            share = self.age / (self.age + 1.0) if self.halpern else 1.0
            moves = zip((self.x, self.y), self.out, (self.x0, self.y0), strict=True)
            for at, move, anchor in moves:
                at[:] = share * (at + (1.0 + self.reflect) * move) + (1.0 - share) * anchor

    return states(problem, Options(max_iter=0), walk=StudentWalk)
