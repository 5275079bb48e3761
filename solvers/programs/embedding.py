"""Mehrotra's predictor and corrector for programs of any size, in the homogeneous embedding, where
one without an answer ends in the proof of that.

With P = Q, all rows and bounds as Ax + s = b, s_i >= 0 or 0 for an equation, it looks for x, s, z,
tau and kappa with

    Px + A'z + q tau = 0,  Ax + s - b tau = 0,  q'x + b'z + x'Px / tau + kappa = 0,

s'z = 0, tau kappa = 0. tau > 0: x / tau is optimal; tau = 0: x or z is a ray. The Newton system of
the rows is one quasi-definite matrix; bounds are on its diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import sparse

from solvers.docstrings import cite
from solvers.interior_point import ETA
from solvers.options import Options, start
from solvers.problems.program import Program
from solvers.programs.cone import Cone
from solvers.programs.rays import falling, idle_ray, proved_ray, repaired
from solvers.programs.run import UNPROVED, Run, evidently_infeasible
from solvers.result import State, States

#: A step below this share moves nothing; so many of them in a row are the end.
_SHORT, _STUCK = 1e-6, 3
#: Residuals and gap, as shares of their terms, below which the answer may be proved.
_NEAR = 1e-7
#: An optimum below this, where entries are about 1, is taken for 0.
_LEAST_VALUE = 1e-3
#: What the errors must fall to, as a share, before that is tried again, which takes many factors.
_FELL = 0.1
#: Dense programs with no more variables, and twice as many rows, take the steps that lessons show.
_DENSE = 50


def fits(problem: Program) -> bool:
    """Whether a program is so large, or sparse, that its points are drawn nowhere."""
    parts = (problem.A, problem.A_eq, problem.Q)
    wide = any(map(sparse.issparse, parts)) or problem.b.size + problem.b_eq.size > 2 * _DENSE
    return problem.c.size > (3 if wide else _DENSE)


@dataclass(slots=True)
class Place:
    """x (n,), s and z (p,), tau and kappa; or a direction."""

    x: np.ndarray
    s: np.ndarray
    z: np.ndarray
    tau: float
    kappa: float

    def normed(self) -> Place:
        """The same place where the larger of tau and kappa is 1."""
        size = max(self.tau, self.kappa)
        return Place(self.x / size, self.s / size, self.z / size, self.tau / size,
                     self.kappa / size)  # fmt: skip

    def moved(self, d: Place, a: float) -> Place:
        """The place a share `a` along `d`."""
        return Place(self.x + a * d.x, self.s + a * d.s, self.z + a * d.z,
                     self.tau + a * d.tau, self.kappa + a * d.kappa)  # fmt: skip


class Step:
    """The Newton system of the embedding at a place: residuals, and directions by one factor."""

    def __init__(self, cone: Cone, at: Place):
        self.cone, self.at = cone, at
        q, b, keep = cone.q, cone.b, cone.positive
        self.Px = cone.curve(at.x)
        self.dual = -(self.Px + cone.back(at.z) + q * at.tau)
        self.primal = cone.forward(at.x) + at.s - b * at.tau
        self.curve = float(at.x @ self.Px)
        self.last = float(q @ at.x + b @ at.z + at.kappa + self.curve / at.tau)
        self.mu = (float(at.s @ at.z) + at.tau * at.kappa) / (keep.sum() + 1)

    def prepare(self) -> None:
        """Factors the matrix, and solves for the part that every direction has."""
        cone, at = self.cone, self.at
        cone.factor(np.where(cone.positive, at.s / np.where(cone.positive, at.z, 1.0), 0.0))
        self.x2, self.z2 = cone.solve(-cone.q, cone.b)
        xi = at.x / at.tau
        off = xi - self.x2
        self.slope = cone.q + 2.0 * self.Px / at.tau
        self.below = float(at.kappa / at.tau - cone.q @ self.x2 - cone.b @ self.z2
                           + off @ cone.curve(off) - self.x2 @ cone.curve(self.x2))  # fmt: skip

    def direction(self, share: float, products: np.ndarray, last: float) -> Place:
        """Removes `share` of the residuals; s dz + z ds = -products, tau and kappa likewise."""
        cone, at = self.cone, self.at
        slack = np.where(cone.positive, products / np.where(cone.positive, at.z, 1.0), 0.0)
        x1, z1 = cone.solve(share * self.dual, slack - share * self.primal)
        above = share * self.last - last / at.tau + self.slope @ x1 + cone.b @ z1
        dtau = float(above / self.below)
        dz = z1 + dtau * self.z2
        ds = np.where(cone.positive, -slack - cone.w * dz, 0.0)
        dkappa = -(last + at.kappa * dtau) / at.tau
        return Place(x1 + dtau * self.x2, ds, dz, dtau, float(dkappa))

    def reach(self, d: Place) -> float:
        """The largest step in [0, 1] along `d` that takes nothing below 0."""
        at, keep = self.at, self.cone.positive
        worst = max((-d.s[keep] / at.s[keep]).max(initial=0.0),
                    (-d.z[keep] / at.z[keep]).max(initial=0.0),
                    -d.tau / at.tau, -d.kappa / at.kappa)  # fmt: skip
        return 1.0 / max(1.0, worst)

    def errors(self) -> tuple[float, float, float]:
        """(primal, dual, gap): residuals and gap as shares of their terms."""
        cone, at = self.cone, self.at
        tau, size = at.tau, lambda a: float(np.abs(a).max(initial=0.0))
        primal = size(self.primal) / max(tau, size(at.x), size(at.s))
        dual = size(self.dual) / max(tau, size(self.Px), size(at.z))
        apart = abs(self.curve / tau + cone.q @ at.x + cone.b @ at.z)
        terms = np.abs(cone.q) @ np.abs(at.x), np.abs(cone.b) @ np.abs(at.z)
        return primal, dual, float(apart / max(min(terms), _LEAST_VALUE * tau))


def mehrotra(step: Step, eta: float) -> tuple[Place, State] | None:
    """(new place, picture) of one predictor and corrector; None where the numbers end."""
    at, cone = step.at, step.cone
    products, last = at.s * at.z, at.tau * at.kappa
    aim = step.direction(1.0, products, last)
    alpha_a = step.reach(aim)
    sigma = (1.0 - alpha_a) ** 3
    shift = np.where(cone.positive, sigma * step.mu, 0.0)
    d = step.direction(1.0 - sigma, products + aim.s * aim.z - shift,
                       last + aim.tau * aim.kappa - sigma * step.mu)  # fmt: skip
    alpha = eta * step.reach(d)
    new = at.moved(d, alpha)
    if not (np.isfinite(new.x).all() and np.isfinite(new.z).all() and new.tau > 0.0 < new.kappa):
        return None
    return new, {"sigma": sigma, "alpha_a": alpha_a, "alpha_p": alpha, "alpha_d": alpha}


def _first(cone, given):
    """Where the run starts: the least squares of rows and of slopes, pushed inside; at x0 where one
    is `given`."""
    keep, x0 = cone.positive, None if given is None else start(given, cone.given.c.size)
    if x0 is not None and cone.presolved is not None:
        x0 = x0[cone.presolved.columns]
    cone.factor(keep.astype(float))
    n, none = cone.q.size, np.zeros(cone.b.size)
    if cone.P.nnz:
        x, z = cone.solve(-cone.q, cone.b)
        s = -z
    else:
        x, s = cone.solve(np.zeros(n), cone.b)
        s, z = -s, cone.solve(-cone.q, none)[1]
    if x0 is not None:
        x = x0 / cone.columns
        s = cone.b - cone.forward(x)
    s, z = (np.where(keep, _pushed(a, keep), a) for a in (s, z))
    return Place(x, np.where(keep, s, 0.0), z, 1.0, 1.0)


def _pushed(a, keep):
    least = a[keep].min(initial=np.inf)
    return a if least > 1e-8 else a + (1.0 - least)


@cite
def states(problem: Program, options: Options, eta: float) -> States:
    """The states of `solve_mehrotra` in the homogeneous embedding.

    References
    ----------
    goulart-2024
    mehrotra-1992
    """
    cone = Cone(problem)
    try:
        at, stuck, idle = _first(cone, options.x0), 0, idle_ray(problem)
    except RuntimeError:  # a matrix without a factor
        yield _unfactored(problem, options)
        return
    picture = {"sigma": np.nan, "alpha_a": np.nan, "alpha_p": np.nan, "alpha_d": np.nan}
    feasible = partial(_feasible, cone, options)
    # Of a run that may end at any state, or shows all, none may lack what is shown.
    work, quick = 0, options.unrecorded and options.cancelled is None
    while True:
        step = Step(cone, at)
        primal, dual, gap = step.errors()
        near = primal <= _NEAR and (cone.flat or max(dual, gap) <= _NEAR)
        work += 1
        try:
            step.prepare()
        except RuntimeError:
            state = _state(cone, at, step, work, False) | picture
            yield Run(problem, options).stalled(state, UNPROVED)
            return
        unseen = quick and not near and 1 < work <= options.max_iter
        state = _point(cone, at, work) if unseen else _state(cone, at, step, work, near)
        state |= picture
        if end := proved_ray(cone, at, step, state, options, feasible):
            yield _state(cone, at, step, work, near) | picture | end
            return
        if work == 1 and (end := evidently_infeasible(problem, state)):
            yield end
            return
        yield state
        idle_end = work == 1 and idle is not None and falling(cone, options, state, idle, feasible)
        if idle_end:
            yield _state(cone, at, step, work, near) | picture | idle_end
            return
        found = mehrotra(step, eta)
        if found is None or stuck >= _STUCK:
            state = _state(cone, at, step, work, near) | picture
            end = proved_ray(cone, at, step, state, options, feasible, True)
            yield end or Run(problem, options).stalled(state, UNPROVED)
            return
        at, picture = found
        stuck = stuck + 1 if picture["alpha_p"] < _SHORT else 0
        at = at.normed()


def _unfactored(problem, options):
    """The only state of a run that has no step."""
    run = Run(problem, options)
    nothing = dict.fromkeys(("mu", "sigma", "alpha_a", "alpha_p", "alpha_d"), np.nan)
    state = run.state(run.first) | nothing
    return run.stalled(state | {"slack": problem.b - problem.A @ state["x"]}, UNPROVED)


def _feasible(cone, options):
    """The `Result` of the same method for any point that the rows allow."""
    p = cone.given
    rows = Program(np.zeros(p.c.size), p.A, p.b, A_eq=p.A_eq, b_eq=p.b_eq, lower=p.lower,
                   upper=p.upper)  # fmt: skip
    own = Options(max_iter=options.max_iter, tol=options.tol, record_every=0,
                  cancelled=options.cancelled)  # fmt: skip
    return own.drive(_counted(cone, states(rows, own, ETA)), rows.certify)


def _counted(cone, run):
    """The states of a run, whose work is that of the cone's as well."""
    for state in run:
        cone.spent = int(state["work"])
        yield state


def _point(cone, at, work):
    """A state that is neither certified nor recorded."""
    p, x = cone.given, cone.point(at.x / at.tau)
    x = np.clip(x, p.lower, p.upper) if (p.lower <= p.upper).all() else x
    return {"x": x, "work": work + cone.spent, "certify": False}


def _state(cone, at, step, work, near):
    """What `drive` certifies and records, with multipliers moved onto their equations if `near`."""
    p, seen = cone.given, _point(cone, at, work)
    x = seen["x"]
    dual = _dual(cone, at.x, at.z, 1.0 / at.tau)
    if cone.flat:  # of such an objective no multipliers prove more than 0 do
        dual = _dual(cone, at.x, at.z, 0.0)
    elif near:
        parts = cone, at.x / at.tau, at.z / at.tau, at.s / at.tau, step.mu / at.tau**2
        dual, bound = {}, -np.inf
        for idle in (False, True):
            found = _dual(cone, *repaired(*parts, idle=idle))
            proved = p.certify(x, **found).bound
            if not dual or proved > bound:
                dual, bound = found, proved
            if bound > -np.inf:
                break
        if bound == -np.inf and max(step.errors()) <= _FELL * cone.tried:
            cone.tried = max(step.errors())
            dual = cone.borne(x, dual) or dual
    slack = p.b - p.A @ x
    return seen | {"dual": dual, "iterate": x, "y": dual["y"], "slack": slack,
                   "mu": step.mu / at.tau**2, "certify": near, "check": near}  # fmt: skip


def _dual(cone, w, z, share=1.0):
    """Multipliers of the program as given."""
    y, z = cone.multipliers(share * z)
    w = cone.point(share * w)
    if cone.presolved is not None:
        y, z = cone.presolved.multipliers(y, z, w)
    return {"y": y, "z": z} | ({} if cone.given.Q is None else {"w": w})
