"""Methods of which one part is exchanged, as generators of states: what a step of one's own plays
in, beside the solver that has its own. Everything but that part is the solver's.

States are those of `solvers.drive`; `drive_saddle` runs those of a `MultiInstanceODM`.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from solvers.alternating_linearization import Iteration, plain_states
from solvers.assignment import assignment_states
from solvers.checks import dense
from solvers.interior_point.low_cost import SAFE_ETA
from solvers.interior_point.mehrotra import ETA, PARTS, advance
from solvers.interior_point.svm.homotopy import Homotopy, newton_states
from solvers.interior_point.svm.point import Point, theta
from solvers.interior_point.svm.safeguarded import Safeguarded
from solvers.lars.homotopy import first_zero, follow_falls, next_tie
from solvers.lars.state import SIZE
from solvers.odm.mirror_run import MirrorRun
from solvers.odm.saddle_run import drive_saddle
from solvers.shuffle import shuffle, shuffle_state

__all__ = [
    "ETA",
    "SAFE_ETA",
    "Knot",
    "alternating_states",
    "assignment_states",
    "drive_saddle",
    "lars_states",
    "low_cost_states",
    "mehrotra_states",
    "mirror_metric",
    "sweep_orders",
]


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


def lars_states(problem, fall, *, lasso=True):
    """The states of `solve_lars` on the path whose knots are told by `fall`: fall(`Knot`) -> (how
    far lam falls to the next one, whether weights that are zero by then go out of use)."""
    X = dense(problem.X, "X", "solve_coordinate_descent")
    path = follow_falls(X, problem.t, problem.lam, lambda p: fall(_knot(p)), lasso=lasso)
    for k, p in enumerate(path):
        yield {"x": p.w, "iteration": k, "w": p.w, "lam": p.lam[0]}


def _knot(p):
    n, direction = p.count[SIZE], np.zeros(p.w.size)
    direction[p.active[:n]] = p.d[:n]
    active = p.inside | (p.band == 2)
    copies = (a.copy() for a in (p.w, p.c, p.a))
    lam = float(p.lam[0])
    return Knot(lam, *copies, active, direction, min(next_tie(p), lam), first_zero(p))


def mehrotra_states(problem, x0=None, *, eta=ETA, separate=False, **parts):
    """The states of `solve_mehrotra` from its feasible start, with one of these parts exchanged.

    predictor(x, s, t, u) -> (dx (n,), ds); boundary(x, dx) -> the step in the box of x;
    centring(x, z, dx, dz, alpha) -> sigma, for x with w = C - x and t with u, (2n,) each.
    """
    made = {name: _PARTS[name](function) for name, function in parts.items()}
    step = partial(advance, eta=eta, separate=separate, parts=PARTS._replace(**dict(made.values())))
    return newton_states(Homotopy(problem, x0, 0.0), "auto", step, sides=3)


def _predictor(own):
    def predictor(p, newton):
        dx, ds = own(p.x.copy(), p.s, p.t.copy(), p.u.copy())
        return Point(dx, -dx, -p.t - p.t * dx / p.x, -p.u + p.u * dx / p.w, ds)

    return "predictor", predictor


def _boundary(own):
    return "room", lambda p, d: (own(p.x.copy(), d.x.copy()), p.room(d)[1])


def _centring(own):
    def centring(p, aim, alpha):
        pairs = ((p.x, p.w), (p.t, p.u), (aim.x, aim.w), (aim.t, aim.u))
        return own(*map(np.concatenate, pairs), float(alpha))

    return "centring", centring


_PARTS = {"predictor": _predictor, "boundary": _boundary, "centring": _centring}


def low_cost_states(problem, direction, x0=None, *, eta=SAFE_ETA, frozen=False):
    """The states of the safeguarded `solve_low_cost`, with direction(D, right) -> dx (n,) in place
    of the minimiser of 1/2 dx'diag(D) dx - right'dx over y'dx = 0."""
    path = _Diagonal(direction, problem, x0, 0.0, eta=eta, frozen=frozen)
    return path.states(path.step)


class _Diagonal(Safeguarded):
    def __init__(self, own, *args, **how):
        super().__init__(*args, **how)
        self.own = own

    def direction(self, p, r):
        y, tau = self.problem.y, self.tau
        D, right = self.spectral + theta(p), tau / p.x - tau / p.w - (r.Qx - 1.0)
        dx = self.own(D, right)
        ds = float(np.mean(y * (D * dx - right))) - p.s
        dt, du = tau / p.x - p.t - p.t * dx / p.x, tau / p.w - p.u + p.u * dx / p.w
        return Point(dx, -dx, dt, du, ds)


def alternating_states(problem, x0, mu_factor=1.0, *, m_step=None, y_step=None):
    """The states of `solve_alternating_linearization` without smoothing, with one step exchanged.

    m_step(z, Sigma, mu) -> M (m, m), positive definite, in the variables of `scaling`; y_step(B,
    mu, rho) -> Y for one entry B (1, 1) at a time, as scaling prices each its own way.
    """
    make = partial(_OwnM, m_step) if m_step else partial(_OwnY, y_step)
    return plain_states(problem, x0, mu_factor, make)


class _OwnM(Iteration):
    def __init__(self, own, *args):
        super().__init__(*args)
        self.own = own

    def m_step(self, z, mu):
        M = self.own(z, self.frame.Sigma, float(mu))
        return np.linalg.eigvalsh(0.5 * (M + M.T)), M


class _OwnY(Iteration):
    def __init__(self, own, *args):
        super().__init__(*args)
        self.own = own

    def y_step(self, point, mu):
        weights, Y = self.frame.weights, np.empty_like(point)
        for i, j in zip(*np.triu_indices(len(point)), strict=True):
            entry = self.own(point[[[i]], [[j]]], float(mu), float(weights[i, j]))
            Y[i, j] = Y[j, i] = entry[0, 0]
        return Y, np.clip((point - Y) / mu, -weights, weights)


def mirror_metric(problem, x0=None):
    """(a, b, radius) of `solve_mirror_prox` from the start x0 (2N,): the weights of both distances,
    and the ball of u."""
    return MirrorRun(problem, x0, None, None).metric


def sweep_orders(n, seed):
    """Generate the order (n,) of each random sweep of `solve_dual_cd` on an ODM."""
    order, random = np.arange(n), shuffle_state(seed)
    while True:
        shuffle(order, random)
        yield order.copy()
