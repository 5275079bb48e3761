"""The simplex method for `Program`: from corner to corner, each the meeting point of n rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, Unpack

import numpy as np
from scipy.linalg import null_space

from solvers.checks import InputError, is_sparse
from solvers.options import Common, Options, common_options
from solvers.problems.program import Program
from solvers.programs.bounded_simplex import bounded_states
from solvers.programs.presolve import through
from solvers.programs.run import LOST, UNPROVED, Run
from solvers.registry import solver
from solvers.result import Result, State, States

#: Products and multipliers below this are zero.
_ZERO = 1e-9
#: Ratios closer than this are ties.
_TIE = 1e-10
#: The inverse is made afresh after so many exchanges.
_REINVERT_EVERY = 50
#: After so many steps of length 0 in a row Bland's rule is used, as any other may cycle.
_BLAND_AFTER = 30
#: Programs with sparse rows or more variables are solved on a sparse basis.
_DENSE_VARIABLES = 50
#: (the row that stops a move, the step to it, which rows are tied with it).
Stop = tuple[int | None, float, np.ndarray]


class _Corner:
    """n rows that hold with equality: B v = rhs, with the inverse of B.

    Rows are numbered: those of G from 0, then those of E, then n that hold a coordinate where it
    is. These block no step: each leaves at the first chance, and none returns.
    """

    def __init__(self, G, h, E, e, v):
        self.p, self.k, self.n = len(h), len(e), v.size
        self.matrix, self.rhs = np.vstack([G, E, np.eye(v.size)]), np.concatenate([h, e, v])
        self.basis = self.p + self.k + np.arange(v.size)
        self.inverse, self.v, self.exchanges = np.eye(v.size), v.copy(), 0
        self.norms = np.ones(self.p + self.k + v.size)
        self.kind = np.repeat([0, 1, 2], [self.p, self.k, v.size])

    def coefficients(self, row):
        """Row `row` as a combination of the rows that are held."""
        return self.matrix[row] @ self.inverse

    def exchange(self, place, row):
        """Hold `row` in place of what is held at `place`."""
        a = self.coefficients(row)
        self.inverse[:, place] /= a[place]
        a[place] = 0.0
        self.inverse -= np.outer(self.inverse[:, place], a)
        self.basis[place] = row
        self.exchanges += 1
        if self.exchanges % _REINVERT_EVERY == 0:
            self.inverse = np.linalg.inv(self.matrix[self.basis])
        self.v = self.inverse @ self.rhs[self.basis]

    def contradiction(self, row):
        """Multipliers of `row` and of the rows held whose sum is no row at all."""
        held = np.where(self.kind[self.basis] == 2, 0.0, self.coefficients(row))
        y, z = self.spread(-held)
        y[row] = 1.0
        return y, z

    def recompute(self):
        """v from the rows that are held, exact to the last digits."""
        self.inverse = np.linalg.inv(self.matrix[self.basis])
        self.v = np.linalg.solve(self.matrix[self.basis], self.rhs[self.basis])

    def hold(self, row):
        """Hold `row` in place of a coordinate, if it is not a sum of the rows that are held."""
        a = np.where(self.kind[self.basis] == 2, np.abs(self.coefficients(row)), 0.0)
        if a.max(initial=0.0) <= _ZERO:
            return False
        self.exchange(int(a.argmax()), row)
        return True

    def multipliers(self, c):
        """y of the rows held with c + B'y = 0."""
        return -(c @ self.inverse)

    def spread(self, y):
        """(y, z): multipliers of all rows of G and of E."""
        full = np.zeros(self.p + self.k + self.n)
        full[self.basis] = y
        return full[: self.p], full[self.p : self.p + self.k]


def _leaving(corner, y, rule):
    """The place whose row may be left with a fall of the objective, by the rule; None at the
    optimum."""
    kind = corner.kind[corner.basis]
    gain = np.where(kind == 2, np.abs(y), np.where(kind == 1, 0.0, -y))
    improving = gain > _ZERO
    if not improving.any():
        return None
    if (free := improving & (kind == 2)).any():
        improving = free
    if rule == "bland":
        return int(np.flatnonzero(improving)[corner.basis[improving].argmin()])
    if rule == "steepest":
        gain = gain / np.sqrt((corner.inverse**2).sum(axis=0))
    else:
        gain = gain / corner.norms[corner.basis]
    return int(np.where(improving, gain, -1.0).argmax())


def rise_and_slack(corner: _Corner, d: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(rise, slack) of the rows of G on a move along d; a rise of 0 where that is rounding."""
    rise = corner.matrix[: corner.p] @ d
    slack = np.maximum(corner.rhs[: corner.p] - corner.matrix[: corner.p] @ corner.v, 0.0)
    rise[corner.basis[corner.basis < corner.p]] = 0.0
    return np.where(np.abs(rise) > _ZERO * np.abs(d).max(), rise, 0.0), slack


def ratio_test(corner: _Corner, d: np.ndarray, rule: str, first: int | None = None) -> Stop:
    """(row, step, ties): the first row that stops a move along d; row None where nothing does."""
    rise, slack = rise_and_slack(corner, d)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(rise > 0.0, slack / rise, np.inf)
    step = ratio.min(initial=np.inf)
    if step == np.inf:
        return None, np.inf, np.zeros(corner.p, dtype=bool)
    ties = ratio <= step + _TIE * (1.0 + step)
    if first is not None and ties[first]:
        return first, step, ties
    places = np.flatnonzero(ties)
    return int(places[0 if rule == "bland" else rise[ties].argmax()]), step, ties


def _dual_ratio_test(corner, y, row, first):
    """(place, step, ties): what leaves for the broken `row` so that no multiplier falls below 0, of
    several the largest pivot or the lowest row; place None where nothing may."""
    a, kind = corner.coefficients(row), corner.kind[corner.basis]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where((kind == 0) & (a > _ZERO), np.maximum(y, 0.0) / a, np.inf)
    ratio[(kind == 2) & (np.abs(a) > _ZERO)] = 0.0
    step, ties = ratio.min(), np.zeros(corner.p, dtype=bool)
    if step == np.inf:
        return None, step, ties
    tied = ratio <= step + _TIE
    ties[corner.basis[tied & (kind == 0)]] = True
    if first:
        return int(np.flatnonzero(tied)[corner.basis[tied].argmin()]), step, ties
    return int(np.where(tied, np.abs(a), -1.0).argmax()), step, ties


def _walk(corner, c, rule, stop=ratio_test):
    """Corners with falling c'v, each where the ratio test `stop` says: yields (y, left, entered,
    ties, d); ends at the optimum or with a direction d along which c'v falls for ever, else None.
    """
    none, idle = np.zeros(corner.p, dtype=bool), 0
    left, entered, ties = -1, -1, none
    while True:
        y = corner.multipliers(c)
        current_rule = "bland" if idle >= _BLAND_AFTER else rule
        place = _leaving(corner, y, current_rule)
        if place is None:
            corner.recompute()
            y = corner.multipliers(c)
            place = _leaving(corner, y, current_rule)
        yield y, left, entered, ties, None
        if place is None:
            return
        d = np.sign(y[place]) * corner.inverse[:, place]
        row, step, ties = stop(corner, d, current_rule)
        left = corner.basis[place]
        if row is None:
            yield y, left, -1, ties, d
            return
        corner.exchange(place, row)
        entered, idle = row, idle + 1 if step <= _TIE else 0


class _Simplex:
    """A run of either kind; `stop`: the ratio test of phase 2."""

    def __init__(self, problem, options, rule, stop=ratio_test):
        self.run, self.rule, self.stop = Run(problem, options), rule, stop
        r = self.rows = self.run.rows
        self.G, self.E = (a.toarray() if hasattr(a, "toarray") else a for a in (r.G, r.E))
        self.n, self.shown = problem.c.size, {}

    def state(self, v, y=None, z=None, phase=2, left=-1, entered=-1, ties=None):
        self.run.work += 1
        ties = np.zeros(self.problem_rows, bool) if ties is None else ties[: self.problem_rows]
        # Only the last corner is optimal: between rows of the trace no other is certified.
        return self.run.state(v, y, z, certify=False, continues=True, phase=phase, left=left,
                              entered=entered, ties=ties)  # fmt: skip

    @property
    def problem_rows(self):
        return len(self.rows.h)

    def begin(self, v):
        """The corner at v: rows that hold there with equality first, equations always; with a ray
        where these contradict each other."""
        r = self.rows
        corner = _Corner(self.G, r.h, self.E, r.e, v)
        corner.norms[: corner.p] = r.G_norm
        for row in range(corner.p, corner.p + corner.k):
            if not corner.hold(row):
                off = self.E[row - corner.p] @ corner.v - r.e[row - corner.p]
                if abs(off) > 1e-9 * (1.0 + np.abs(corner.v).max()):
                    _, z = corner.spread(-np.sign(off) * corner.coefficients(row))
                    z[row - corner.p] = np.sign(off)
                    return corner, (np.zeros(corner.p), -z if z @ r.e > 0 else z)
        if self.run.x0 is not None:
            for row in np.flatnonzero(np.abs(self.G @ corner.v - r.h) <= 1e-9):
                corner.hold(row)
        return corner, None

    def feasible_start(self):
        """A corner that breaks no row, by phase 1 where the start does; None, after the end of the
        run, where there is none."""
        corner, ray = self.begin(self.run.first)
        if ray is not None:
            state = self.state(corner.v, phase=1)
            yield self.run.infeasible(state, *ray) or self.run.stalled(state, LOST)
            return None
        excess = self.G @ corner.v - self.rows.h
        if excess.max(initial=0.0) > 1e-12:
            corner = yield from self.phase_one(corner, excess)
        return corner

    def primal(self):
        """Phase 1 where the start is infeasible, then phase 2."""
        corner = yield from self.feasible_start()
        if corner is None:
            return None
        for y, left, entered, ties, d in _walk(corner, self.rows.c, self.rule, self.stop):
            own, z = corner.spread(y)
            state = self.state(corner.v, own, z, 2, left, entered, ties)
            yield (
                state
                if d is None
                else self.run.unbounded(state, d, corner.v) or self.run.stalled(state, LOST)
            )
        return self.run.words(UNPROVED)

    def phase_one(self, corner, excess):
        """Phase 1: minimise t >= 0 over Gv - t <= h; the corner it ends at, None where t > 0."""
        n, extended = self.n, self.with_excess(corner, excess)
        t_row, t_cost = extended.p - 1, np.append(np.zeros(n), 1.0)
        stop = partial(ratio_test, first=t_row)
        for new, left, entered, ties, _ in _walk(extended, t_cost, self.rule, stop):
            y = new
            yield self.state(extended.v[:n], None, None, 1, left, entered, ties[:t_row])
            if t_row in extended.basis or extended.v[n] <= 1e-13:
                return self.without_excess(extended)
        state = self.state(extended.v[:n], None, None, 1)
        y, z = extended.spread(y)
        found = self.run.infeasible(state, y[:t_row], z)
        if found or extended.v[n] > 1e-9:
            yield found or self.run.stalled(state, LOST)
            return None
        return self.without_excess(extended)

    def with_excess(self, corner, excess):
        """The corner in (v, t) with Gv - t <= h and t >= 0, the last row, where t is the largest
        excess."""
        n, worst = self.n, int(excess.argmax())
        G = np.column_stack([np.vstack([self.G, np.zeros(n)]), -np.ones(len(excess) + 1)])
        E = np.column_stack([self.E, np.zeros(len(self.E))])
        v = np.append(corner.v, excess[worst])
        extended = _Corner(G, np.append(self.rows.h, 0.0), E, self.rows.e, v)
        shift = np.where(corner.basis >= corner.p, corner.basis + 1, corner.basis)
        held = [r for r in shift if r >= extended.p or r != worst]
        extended.rhs[extended.p + extended.k :] = extended.v
        extended.exchange(n, worst)  # in place of t
        for row in held:
            kind = extended.kind[row]
            if kind == 1 or (kind == 0 and excess[row] >= excess[worst] - _TIE):
                extended.hold(row)
        return extended

    def without_excess(self, extended):
        """The corner in v where t = 0."""
        t_row = extended.p - 1
        if t_row not in extended.basis:
            a = np.abs(extended.coefficients(t_row))
            a[extended.kind[extended.basis] == 1] = 0.0
            extended.exchange(int(a.argmax()), t_row)
        new = _Corner(self.G, self.rows.h, self.E, self.rows.e, extended.v[: self.n])
        new.norms[: new.p] = self.rows.G_norm
        rest = extended.basis[extended.basis != t_row]
        for row in sorted(np.where(rest > t_row, rest - 1, rest)):
            if new.kind[row] < 2:
                new.hold(row)
        return new

    def dual(self):
        """Corners that are optimal but for the rows they break, most first."""
        corner = yield from self.dual_feasible_start()
        if corner is None:
            return None
        left, entered, ties, idle = -1, -1, None, 0
        while True:
            y = corner.multipliers(self.rows.c)
            excess = self.G @ corner.v - self.rows.h
            excess[corner.basis[corner.basis < corner.p]] = 0.0
            own, z = corner.spread(y)
            state = self.state(corner.v, own, z, 2, left, entered, ties)
            if excess.max(initial=0.0) <= 1e-11 * (1.0 + np.abs(corner.v).max()):
                corner.recompute()
                yield state | {"x": self.rows.outward(corner.v)}
                return self.run.words(UNPROVED)
            first = self.rule == "bland" or idle >= _BLAND_AFTER
            row = int(np.flatnonzero(excess > 1e-11)[0] if first else excess.argmax())
            place, step, ties = _dual_ratio_test(corner, y, row, first)
            if place is None:
                ray_y, ray_z = corner.contradiction(row)
                yield self.run.infeasible(state, ray_y, ray_z) or self.run.stalled(state, LOST)
                return None
            yield state
            left, entered, idle = corner.basis[place], row, idle + 1 if step <= _TIE else 0
            corner.exchange(place, row)

    def dual_feasible_start(self):
        """The corner that holds the rows of some y >= 0 with c + G'y + E'z = 0; None, after the end
        of the run, where there is no such y."""
        Z = null_space(self.E) if len(self.E) else np.eye(self.n)
        y = np.zeros(len(self.G))
        if Z.size and y.size:
            from scipy.optimize import nnls  # a tenth of a second, which few need

            y = nnls(Z.T @ self.G.T, -(Z.T @ self.rows.c))[0]
        d = -Z @ (Z.T @ (self.rows.c + self.G.T @ y))
        if np.abs(d).max(initial=0.0) > 1e-9:
            v = self.rows.feasible(self.run.first)
            state = self.state(self.run.first if v is None else v)
            end = v is not None and self.run.unbounded(state, d, v)
            why = "Least squares found no multipliers to begin with, nor a ray instead."
            yield end or self.run.answerless(state, why)
            return None
        corner, ray = self.begin(self.run.first)
        if ray is not None:
            state = self.state(corner.v)
            yield self.run.infeasible(state, *ray) or self.run.stalled(state, LOST)
            return None
        for row in np.flatnonzero(y > 0.0):
            corner.hold(row)
        return corner


def feasible_corner(problem: Program, options: Options) -> tuple[np.ndarray | None, State]:
    """(v, end): a corner of any `Program` that breaks no row; None where phase 1 finds none, with
    the state in which it ended."""
    steps, end = _Simplex(problem, options, "largest").feasible_start(), {}
    while True:
        try:
            end = next(steps)
        except StopIteration as done:
            return done.value and done.value.v, end


def primal_states(
    problem: Program,
    options: Options,
    rule: str,
    stop: Callable[[_Corner, np.ndarray, str], Stop] = ratio_test,
) -> States:
    """The states of the primal method; stop: the ratio test of phase 2."""
    return _Simplex(problem, options, rule, stop).primal()


def _is_large(problem):
    """Whether a sparse basis is faster; bounds that contradict each other need no basis."""
    sparse = is_sparse(problem.A) or is_sparse(problem.A_eq)
    large = sparse or problem.c.size > _DENSE_VARIABLES
    return large and bool((problem.lower <= problem.upper).all())


@solver("simplex", Program, iterate="iterate", unit="pivot")
@common_options
def solve_simplex(
    problem: Program,
    *,
    max_iter: int = 10_000,
    dual: bool = False,
    rule: Literal["auto", "largest", "steepest", "bland"] = "auto",
    **common: Unpack[Common],
) -> Result:
    """Hold n rows with equality; leave the one whose multiplier is negative for the next that stops
    the way.

    The primal method stays feasible and ends where no multiplier is negative; a start that breaks
    some is led inside first, by the same steps for the least largest excess (phase 1). The dual
    method keeps multipliers >= 0 and ends where no row is broken. Where nothing stops the edge, its
    direction is the proof: of "unbounded" or, in phase 1 and the dual method, of "infeasible".

    With sparse rows or more than 50 variables the primal method holds a sparse LU of m columns
    instead of the inverse of n rows, bounds are no rows, and phase 1 lessens the sum of all excess;
    "steepest" then weighs edges as devex does, and ties that hold it up are broken by bounds that
    are moved outward for a while.

    Parameters
    ----------
    problem : Program
        Without Q.
    x0 : array_like (n,) or Result
        Rows that hold there with equality are in the first basis, others take the place of
        coordinates.
    seed : int
        No effect: nothing is random.
    dual : bool
        Whether to take the dual method.
    rule : {"auto", "largest", "steepest", "bland"}
        Which row is left: that of the most negative multiplier as the rows are written, that along
        whose edge the objective falls most steeply, or the first; in the dual method, which broken
        row is entered: the most broken one, or the first. After 30 steps of length 0 it is the
        first. "auto": "largest", and "steepest" on a sparse basis.

    Returns
    -------
    Result
        `x` (n,); `dual` holds y (m,), z (k,), or the ray that proves "infeasible" or "unbounded".
        iteration and work count corners. Snapshots: iterate (T, n); y (T, m); phase (T,), 1 or 2;
        left and entered (T,), the rows exchanged, -1 for none: those of A, lower bounds, upper
        bounds, then equations and coordinates; ties (T, p), which rows stopped the way at once.

    References
    ----------
    dantzig-1963
    bland-1977
    harris-1973: devex, and the ratio test of the sparse basis
    """
    options = Options(max_iter=max_iter, **common)
    if problem.Q is not None:
        raise InputError(
            "problem must be linear for the simplex method, got one with Q; use solve_active_set."
        )
    if not dual and _is_large(problem):
        states = through(bounded_states, problem, options, rule)
        return options.drive(states, problem.certify)
    run = _Simplex(problem, options, "largest" if rule == "auto" else rule)
    return options.drive(run.dual() if dual else run.primal(), problem.certify)
