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

import numpy as np
from scipy import sparse

from solvers.docstrings import cite
from solvers.interior_point import ETA
from solvers.options import Options, start
from solvers.problems.program import Program
from solvers.programs.boxed import Boxed
from solvers.programs.presolve import worth
from solvers.programs.quasidefinite import QuasiDefinite
from solvers.programs.run import UNPROVED, Run

#: Passes of Ruiz' scaling, and the least and the largest factor.
_RUIZ, _LEAST, _MOST = 10, 1e-15, 1e15
#: Entries that differ by more are first brought together in the mean of their logarithms.
_UNEVEN = 1e9
#: A step below this share moves nothing; so many of them in a row are the end.
_SHORT, _STUCK = 1e-6, 3
#: Residuals and gap, as shares of their terms, below which the answer may be proved.
_NEAR = 1e-7
#: An optimum below this, where entries are about 1, is taken for 0.
_LEAST_VALUE = 1e-3
#: A ray may miss its equations by this share before it is moved onto them.
_RAY_OFF = 1e-5
#: What kappa / tau must exceed for its ray to be looked at.
_RAY = 1e2
#: Margins, as shares of the largest cost, of reduced costs that bounds must bear.
_MARGINS = (1e-12, 0.0)
#: What the errors must fall to, as a share, before that is tried again, which takes many factors.
_FELL = 0.1
#: How often multipliers are moved onto their equations.
_REPAIRS = 4
#: Dense programs with no more variables, and twice as many rows, take the steps that lessons show.
_DENSE = 50
#: What multipliers below 0 by no more are: rounding.
_DUST = 1e-15
#: A row is idle whose slack is so many times its multiplier, and that this share of the largest.
_IDLE, _RESTING = 1e8, 1e-10
#: The products aimed at meanwhile, in those of the place.
_TARGETS = (0.0, 10.0, 100.0)


def fits(problem):
    """Whether a program is so large, or sparse, that its points are drawn nowhere."""
    parts = (problem.A, problem.A_eq, problem.Q)
    wide = any(map(sparse.issparse, parts)) or problem.b.size + problem.b_eq.size > 2 * _DENSE
    return problem.c.size > (3 if wide else _DENSE)


class Cone:
    """The program scaled, by powers of 2 so that no digit changes: P, q, A, b of k equations and
    then inequalities; lower and upper bounds of the variables `low`, `high`."""

    def __init__(self, problem):
        self.given, self.boxed, self.tried = problem, None, np.inf
        # The run for any feasible point, once it was made, and what it took.
        self.feasible, self.spent = None, 0
        self.presolved = worth(problem)
        p = problem if self.presolved is None else self.presolved.program
        n = p.c.size
        self.problem, self.equations = p, p.b_eq.size
        # Between two bounds that meet there is no inside: such a variable is an equation.
        fixed = p.lower == p.upper
        one = sparse.eye_array(n, format="csr")[fixed]
        self.k = p.b_eq.size + int(fixed.sum())
        self.held = np.flatnonzero(np.isfinite(p.b))
        A = sparse.csr_array(p.A)[self.held]
        whole = sparse.csr_array(sparse.vstack([sparse.csr_array(p.A_eq), one, A]))
        P = sparse.csr_array((n, n)) if p.Q is None else sparse.csr_array(p.Q)
        self.low = np.flatnonzero(np.isfinite(p.lower) & ~fixed)
        self.high = np.flatnonzero(np.isfinite(p.upper) & ~fixed)
        self.columns, self.rows = scales(P, whole, p.lower, p.upper)
        C, R = sparse.diags_array(self.columns), sparse.diags_array(self.rows)
        self.A, P = sparse.csr_array(R @ whole @ C), sparse.csr_array(C @ P @ C)
        q = self.columns * p.c
        size = max(np.abs(q).max(initial=0.0), abs(P).sum() / max(n, 1))
        self.cost = power_of_2(1.0 / np.clip(size, _LEAST, 1e12)) if size > 0.0 else 1.0
        self.q, self.P = q * self.cost, P * self.cost
        self.AT = sparse.csr_array(self.A.T)
        rows = np.concatenate([p.b_eq, p.lower[fixed], p.b[self.held]]) * self.rows
        self.b = np.concatenate([rows, -(p.lower / self.columns)[self.low],
                                 (p.upper / self.columns)[self.high]])  # fmt: skip
        m = self.A.shape[0]
        self.m, self.ends = m, (m, m + self.low.size)
        self.positive = np.ones(self.b.size, dtype=bool)
        self.positive[: self.k] = False
        self.flat = not self.q.any() and not self.P.nnz
        self.system = QuasiDefinite(self.P, self.A)

    def curve(self, x):
        """Px."""
        return self.P @ x if self.P.nnz else np.zeros(x.size)

    def forward(self, x):
        """Rows and bounds at x."""
        return np.concatenate([self.A @ x, -x[self.low], x[self.high]])

    def apart(self, z):
        """The parts of z for rows, lower and upper bounds."""
        a, b = self.ends
        return z[:a], z[a:b], z[b:]

    def back(self, z):
        """The sum of rows and bounds with multipliers z."""
        rows, low, high = self.apart(z)
        r = self.AT @ rows
        r[self.low] -= low
        r[self.high] += high
        return r

    def factor(self, w):
        """Takes the quotients w = s / z, 0 for equations."""
        self.w = w
        rows, low, high = self.apart(w)
        D = np.zeros(self.q.size)
        D[self.low] += 1.0 / low
        D[self.high] += 1.0 / high
        self.system.factor(D, rows)

    def solve(self, a, c):
        """(x, z) with Px + A'z = a, Ax - w z = c."""
        rows, low, high = self.apart(c)
        _, w_low, w_high = self.apart(self.w)
        a = a.copy()
        a[self.low] -= low / w_low
        a[self.high] += high / w_high
        x, y = self.system.solve(a, rows)
        return x, np.concatenate([y, (-x[self.low] - low) / w_low, (x[self.high] - high) / w_high])

    def multipliers(self, z):
        """(y, z) of the rows of what presolve has left."""
        rows = z[: self.m] * self.rows / self.cost
        y = np.zeros(self.problem.b.size)
        y[self.held] = np.maximum(rows[self.k :], 0.0)
        return y, rows[: self.equations]

    def point(self, x, direction=False):
        """x of the program as given; or a direction."""
        x = self.columns * x
        return x if self.presolved is None else self.presolved.point(x, direction)

    def borne(self, x, dual):
        """Multipliers near those of the program as given, at x, of which bounds of variables bear
        all that is left, or None: the equations may be too ill-conditioned for Newton's steps."""
        boxed = self.boxed = self.boxed or Boxed(self.given)
        y, w = boxed.multipliers(dual["y"], dual["z"]), boxed.inward(dual.get("w", x))
        found = None if boxed.is_unfactored else boxed.repaired(w, y, margins=_MARGINS)
        if found is None:
            return None
        y, z = boxed.own(found[0])
        return {"y": y, "z": z} | ({} if self.given.Q is None else {"w": found[1] * boxed.columns})

    def ray(self, z):
        """The multipliers z as a ray of the program as given."""
        ray = self.multipliers(z)
        if self.presolved is not None:
            ray = self.presolved.multipliers(*ray, ray=True)
        return np.concatenate(ray)


def power_of_2(a):
    """The powers of 2 nearest to a > 0."""
    return np.exp2(np.round(np.log2(a)))


def scales(P, A, lower, upper):
    """(columns (n,), rows (m,)): the powers of 2 that bring the largest entries of the rows of
    [P A'; A 0] near to 1 (Ruiz); of a variable without entries the size of its bounds."""
    n, m = P.shape[0], A.shape[0]
    P, A = P.tocoo(), A.tocoo()
    i, j = np.concatenate([P.row, A.row + n, A.col]), np.concatenate([P.col, A.col, A.row + n])
    entries = np.abs(np.concatenate([P.data, A.data, A.data]))
    i, j, entries = i[entries > 0.0], j[entries > 0.0], entries[entries > 0.0]
    order, size = np.argsort(i, kind="stable"), np.ones(n + m)
    i, j, entries = i[order], j[order], entries[order]
    filled, first, count = np.unique(i, return_index=True, return_counts=True)
    if entries.max(initial=0.0) > _UNEVEN * entries.min(initial=1.0):
        for _ in range(_RUIZ):  # the middle of the logarithms, which no choice of units moves
            middle = np.add.reduceat(np.log(entries * size[i] * size[j]), first) / count
            size[filled] *= np.exp(-0.5 * middle)
    for _ in range(_RUIZ if filled.size else 0):
        top = np.maximum.reduceat(entries * size[i] * size[j], first)
        size[filled] = np.clip(size[filled] / np.sqrt(_or_one(top)), _LEAST, _MOST)
    far = np.maximum(*(np.where(np.isfinite(a), np.abs(a), 0.0) for a in (lower, upper)))
    alone = np.setdiff1d(np.arange(n), filled, assume_unique=True)
    size[alone] = _or_one(far[alone])
    return power_of_2(size[:n]), power_of_2(size[n:])


def _or_one(a):
    return np.where(a > 0.0, a, 1.0)


@dataclass(slots=True)
class Place:
    """x (n,), s and z (p,), tau and kappa; or a direction."""

    x: np.ndarray
    s: np.ndarray
    z: np.ndarray
    tau: float
    kappa: float

    def moved(self, d, a):
        """The place a share `a` along `d`."""
        return Place(self.x + a * d.x, self.s + a * d.s, self.z + a * d.z,
                     self.tau + a * d.tau, self.kappa + a * d.kappa)  # fmt: skip


class Step:
    """The Newton system of the embedding at a place: residuals, and directions by one factor."""

    def __init__(self, cone, at):
        self.cone, self.at = cone, at
        q, b, keep = cone.q, cone.b, cone.positive
        self.Px = cone.curve(at.x)
        self.dual = -(self.Px + cone.back(at.z) + q * at.tau)
        self.primal = cone.forward(at.x) + at.s - b * at.tau
        self.curve = float(at.x @ self.Px)
        self.last = float(q @ at.x + b @ at.z + at.kappa + self.curve / at.tau)
        self.mu = (float(at.s @ at.z) + at.tau * at.kappa) / (keep.sum() + 1)

    def prepare(self):
        """Factors the matrix, and solves for the part that every direction has."""
        cone, at = self.cone, self.at
        cone.factor(np.where(cone.positive, at.s / np.where(cone.positive, at.z, 1.0), 0.0))
        self.x2, self.z2 = cone.solve(-cone.q, cone.b)
        xi = at.x / at.tau
        off = xi - self.x2
        self.slope = cone.q + 2.0 * self.Px / at.tau
        self.below = float(at.kappa / at.tau - cone.q @ self.x2 - cone.b @ self.z2
                           + off @ cone.curve(off) - self.x2 @ cone.curve(self.x2))  # fmt: skip

    def direction(self, share, products, last):
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

    def reach(self, d):
        """The largest step in [0, 1] along `d` that takes nothing below 0."""
        at, keep = self.at, self.cone.positive
        worst = max((-d.s[keep] / at.s[keep]).max(initial=0.0),
                    (-d.z[keep] / at.z[keep]).max(initial=0.0),
                    -d.tau / at.tau, -d.kappa / at.kappa)  # fmt: skip
        return 1.0 / max(1.0, worst)

    def errors(self):
        """(primal, dual, gap): residuals and gap as shares of their terms."""
        cone, at = self.cone, self.at
        tau, size = at.tau, lambda a: float(np.abs(a).max(initial=0.0))
        primal = size(self.primal) / max(tau, size(at.x), size(at.s))
        dual = size(self.dual) / max(tau, size(self.Px), size(at.z))
        apart = abs(self.curve / tau + cone.q @ at.x + cone.b @ at.z)
        terms = np.abs(cone.q) @ np.abs(at.x), np.abs(cone.b) @ np.abs(at.z)
        return primal, dual, float(apart / max(min(terms), _LEAST_VALUE * tau))


def mehrotra(step, eta):
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


def _first(cone, x0):
    """Where the run starts: the least squares of rows and of slopes, pushed inside."""
    keep = cone.positive
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
def states(problem, options, eta):
    """The states of `solve_mehrotra` in the homogeneous embedding.

    References
    ----------
    goulart-2024
    mehrotra-1992
    """
    cone = Cone(problem)
    x0 = None if options.x0 is None else start(options.x0, problem.c.size)
    if x0 is not None and cone.presolved is not None:
        x0 = x0[cone.presolved.columns]
    try:
        at, stuck, idle = _first(cone, x0), 0, idle_ray(problem)
    except RuntimeError:  # a matrix without a factor
        yield _unfactored(problem, options)
        return
    picture = {"sigma": np.nan, "alpha_a": np.nan, "alpha_p": np.nan, "alpha_d": np.nan}
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
        if end := _ray(cone, at, step, state, options):
            yield _state(cone, at, step, work, near) | picture | end
            return
        yield state
        if work == 1 and idle is not None and (end := falling(cone, options, state, idle)):
            yield _state(cone, at, step, work, near) | picture | end
            return
        found = mehrotra(step, eta)
        if found is None or stuck >= _STUCK:
            state = _state(cone, at, step, work, near) | picture
            end = _ray(cone, at, step, state, options, True)
            yield end or Run(problem, options).stalled(state, UNPROVED)
            return
        at, picture = found
        stuck = stuck + 1 if picture["alpha_p"] < _SHORT else 0
        size = max(at.tau, at.kappa)
        at = Place(at.x / size, at.s / size, at.z / size, at.tau / size, at.kappa / size)


def _unfactored(problem, options):
    """The only state of a run that has no step."""
    run = Run(problem, options)
    nothing = dict.fromkeys(("mu", "sigma", "alpha_a", "alpha_p", "alpha_d"), np.nan)
    state = run.state(run.first) | nothing
    return run.stalled(state | {"slack": problem.b - problem.A @ state["x"]}, UNPROVED)


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
        dual, bound = None, -np.inf
        for idle in (False, True):
            found = _dual(cone, *repaired(*parts, idle=idle))
            proved = p.certify(x, **found).bound
            if dual is None or proved > bound:
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


def repaired(cone, w, z, s, mu=0.0, curved=True, idle=False):
    """(w, z) near those given with Pw + A'z + q = 0 up to rounding: Newton steps of the dual side,
    by the factor there is; where they lead below 0, towards products of 10 and 100 times mu.
    `idle`: rows that are far get none.

    A step of the method's own, before its multipliers are judged.
    """
    none, keep = np.zeros(cone.b.size), cone.positive
    # The multiplier of a row that is far is rounding, and moves less than the factor can say.
    if idle:
        small = z < _RESTING * max(1.0, float(np.abs(z).max(initial=0.0)))
        z = np.where(keep & (cone.w > _IDLE) & small, 0.0, z)
    for target in _TARGETS if mu else (0.0,):
        slack = (
            np.where(keep & (z > 0.0), s - target * mu / np.where(z > 0.0, z, 1.0), 0.0)
            if target
            else none
        )
        v, y = w, z
        for _ in range(_REPAIRS):
            rest = (cone.P @ v + cone.q if curved else 0.0) + cone.back(y)
            dx, dz = cone.solve(-rest, slack)
            slack, y, v = none, y + dz, v + dx if curved else v
        if (y[keep] >= -_DUST * max(1.0, float(np.abs(y).max(initial=0.0)))).all():
            break
    return v, np.where(keep, np.maximum(y, 0.0), y)


def _ray(cone, at, step, state, options, certain=False):
    """The end of the run where the place is a ray that proves that there is no answer, or None."""
    if not (certain or at.kappa > _RAY * at.tau):
        return None
    p = cone.given
    off = np.abs(cone.back(at.z)).max() if certain or cone.b @ at.z < 0.0 else np.inf
    if cone.b @ at.z < 0.0 and off <= _RAY_OFF * np.abs(at.z).max():
        z = at.z / np.abs(at.z).max()
        for again in (False, True):
            z = repaired(cone, at.x, z, at.s, curved=False)[1] if again else z
            ray = cone.ray(z)
            ray = ray / max(np.abs(ray).max(initial=0.0), 1e-300)
            if p.certify_infeasible(ray):
                return state | {"dual": {"ray": ray}, "stop": "infeasible"}
    off = np.abs(cone.forward(at.x) + at.s).max(initial=0.0) + np.abs(step.Px).max()
    if cone.q @ at.x < 0.0 and off <= _RAY_OFF * np.abs(at.x).max():
        return falling(cone, options, state, cone.point(at.x, direction=True))
    return None


def falling(cone, options, state, d):
    """`state` as the end of the run where the objective falls for ever along the direction d (n,)
    from a feasible point, or where there is no such point; None where neither is proved. For such a
    point there is one more run, once for all directions."""
    problem = cone.given
    run = Run(problem, options)
    if end := run.unbounded(state, d / run.rows.columns):
        return end
    if not problem.certify_unbounded(d):
        ray = run.rows.falling(d / run.rows.columns)
        if ray is None or not problem.certify_unbounded(d := run.rows.columns * ray):
            return None
    # The same method for the same rows: of an objective that is 0 every feasible point is optimal.
    p, own = problem, Options(max_iter=options.max_iter, tol=options.tol, record_every=0,
                              cancelled=options.cancelled)  # fmt: skip
    if cone.feasible is not None or (p.Q is None and not p.c.any()):
        return None
    rows = Program(np.zeros(p.c.size), p.A, p.b, A_eq=p.A_eq, b_eq=p.b_eq, lower=p.lower,
                   upper=p.upper)  # fmt: skip
    run = _counted(cone, states(rows, own, ETA))
    found = cone.feasible = own.drive(run, rows.certify)
    state = state | {"work": state["work"] + cone.spent}
    if found.status == "infeasible":
        return state | {"dual": dict(found.dual), "stop": "infeasible"}
    if found.status == "converged":
        return state | {"x": found.x, "dual": {"ray": d}, "stop": "unbounded"}
    return None


def _counted(cone, run):
    """The states of a run, whose work is that of the cone's as well."""
    for state in run:
        cone.spent = int(state["work"])
        yield state


def idle_ray(problem):
    """A direction (n,) in which a variable that is in no row lets the objective fall for ever, or
    None."""
    p = problem
    used = sum(np.asarray(abs(M).sum(axis=0)).ravel() for M in (p.A, p.A_eq, p.Q) if M is not None)
    open_side = np.where(p.c > 0.0, np.isinf(p.lower), np.isinf(p.upper))
    idle = np.flatnonzero((used == 0.0) & (p.c != 0.0) & open_side)
    if not idle.size:
        return None
    d = np.zeros(p.c.size)
    d[idle[0]] = -np.sign(p.c[idle[0]])
    return d
