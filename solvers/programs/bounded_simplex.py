"""The revised simplex method with bounded variables, for programs of more than a few variables."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from solvers.options import Options
from solvers.problems.program import Program
from solvers.programs.basis import Basis
from solvers.programs.run import LOST, UNPROVED, Run
from solvers.result import EndingStates

#: In the scaled program: a variable is outside where it breaks a bound by more; Harris' ratio test
#: lets it break one by less; entries of a column below the third are zero.
_OUTSIDE, _HARRIS, _ZERO = 1e-8, 1e-11, 1e-9
#: A reduced cost above the first, a share of the largest cost, is worth a pivot; before the end, so
#: is one above the second.
_GAINS, _GAINS_AT_LAST = 1e-9, 1e-13
#: A step up to this length counts as 0.
_NO_STEP = 1e-12
#: After so many such steps the bounds of the basis are moved outward, by about the second;
#: so often at most, then Bland's rule is used.
_IDLE, _MOVED, _TIMES_MOVED = 40, 1e-6, 8
#: A pivot that row and column do not agree upon by more is computed again from a fresh factor.
_DISAGREES = 1e-7


def _scales(A, passes=5):
    """(rows, columns): powers of 2 that bring the entries of A near 1, by geometric means."""
    size = abs(A).tocsr()
    size.eliminate_zeros()
    log = sparse.csr_array((np.log2(size.data), size.indices, size.indptr), shape=A.shape)
    ones = log.copy()
    ones.data = np.ones_like(ones.data)
    per_row, per_column = (np.maximum(ones.sum(axis=a), 1) for a in (1, 0))
    row, column = np.zeros(A.shape[0]), np.zeros(A.shape[1])
    for _ in range(passes):
        row = -(log.sum(axis=1) + ones @ column) / per_row
        column = -(log.sum(axis=0) + ones.T @ row) / per_column
    return np.exp2(np.round(row)), np.exp2(np.round(column))


class _Bounded:
    """min c'u over Mu = b, low <= u <= high, where M = (A, I): the last m variables are what the
    rows leave. The basis holds m of the variables; each other is at a bound, or free at 0."""

    def __init__(self, problem, rule, x0):
        p, self.rule = problem, "steepest" if rule == "auto" else rule
        A = sparse.vstack([sparse.csc_array(p.A), sparse.csc_array(p.A_eq)], format="csc")
        self.m, self.n = A.shape
        self.row, column = _scales(A)
        A = sparse.diags_array(self.row) @ A @ sparse.diags_array(column)
        self.M = sparse.hstack([A, sparse.eye_array(self.m)], format="csc")
        self.M_T = self.M.T.tocsr()
        bounds = np.isfinite(p.b)
        self.b = np.concatenate([np.where(bounds, p.b, 0.0), p.b_eq]) * self.row
        self.low = np.concatenate([p.lower / column, np.where(bounds, 0.0, -np.inf),
                                   np.zeros(p.b_eq.size)])  # fmt: skip
        self.high = np.concatenate([p.upper / column, np.full(p.b.size, np.inf),
                                    np.zeros(p.b_eq.size)])  # fmt: skip
        self.c = np.concatenate([p.c * column, np.zeros(self.m)])
        self.unit = np.abs(self.c).max() or 1.0
        self.c, self.column = self.c / self.unit, column
        self.true = self.low, self.high
        near = np.zeros(self.n + self.m)
        if x0 is not None:
            near[: self.n] = x0 / column
        self.u = np.clip(near, self.low, self.high)
        both = np.isfinite(self.low) & np.isfinite(self.high)
        upper = (near - self.low > self.high - near) if x0 is not None else np.abs(
            self.low) > np.abs(self.high)  # fmt: skip
        at = np.where(both & upper, self.high, self.low)
        at = np.where(np.isfinite(at), at, np.where(np.isfinite(self.high), self.high, 0.0))
        self.u = at
        self.basis = Basis(self.M, self.n + np.arange(self.m))
        self.weights = np.ones(self.n + self.m)
        self.random = np.random.default_rng(0)
        self.phase, self.least = 0, _GAINS
        self.out = self.y = self.d = np.empty(0)
        self.moved, self.idle, self.bland = 0, 0, False
        self.settle()

    def settle(self):
        """The basic variables from the others, by a fresh factor; no reduced costs are known."""
        self.exact, self.priced = True, False
        if self.basis.refactor():
            self.u = np.clip(self.u, self.low, self.high)
        B = self.basis.columns
        self.held = np.ones(self.u.size, dtype=bool)
        self.held[B] = False
        self.u[B] = 0.0
        rest = self.b - self.M @ self.u
        x = self.basis.solve(rest)
        self.u[B] = x + self.basis.solve(rest - self.M[:, B] @ x)

    def outward(self):
        """Moves the bounds of the basis outward, each by a little of its own: no ties are left."""
        self.low, self.high, B = self.low.copy(), self.high.copy(), self.basis.columns
        size = _MOVED * self.random.uniform(0.5, 1.0, B.size)
        self.low[B] -= size * (1.0 + np.minimum(np.abs(self.low[B]), 1e3))
        self.high[B] += size * (1.0 + np.minimum(np.abs(self.high[B]), 1e3))
        self.moved += 1

    def back(self):
        """Brings the bounds back, and the variables at them; whether they were elsewhere."""
        if self.low is self.true[0]:
            return False
        at_high = self.u >= self.high
        at_low = self.u <= self.low
        self.low, self.high = self.true
        u = np.where(at_high, self.high, np.where(at_low, self.low, self.u))
        self.u = np.where(self.held, u, self.u)
        self.settle()
        self.idle, self.bland = 0, False
        return True

    def outside(self):
        """-1, 0 or 1 for each basic variable: below, within or above its bounds."""
        B, u = self.basis.columns, self.u[self.basis.columns]
        return (u > self.high[B] + _OUTSIDE).astype(float) - (u < self.low[B] - _OUTSIDE)

    def multipliers(self, cost, c, refine=False):
        """(y, d): B'y = cost of the basis and the reduced costs d = c - M'y."""
        y = self.basis.solve_transposed(cost)
        if refine:
            y = y + self.basis.solve_transposed(cost - (self.M_T @ y)[self.basis.columns])
        d = c - self.M_T @ y
        d[self.basis.columns] = 0.0
        return y, d

    def entering(self):
        """The variable that enters, by the rule; None where none is worth a pivot."""
        d = self.d
        gain = np.where(d < 0.0, np.where(self.u < self.high, -d, 0.0),
                        np.where(self.u > self.low, d, 0.0))  # fmt: skip
        gain[~self.held] = 0.0
        worth = gain > self.least
        if self.bland:
            return int(worth.argmax()) if worth.any() else None
        score = gain * gain / self.weights if self.rule == "steepest" else gain
        q = int(np.where(worth, score, 0.0).argmax())
        return q if worth[q] else None

    def inside_ratio(self, a, own):
        """(place, step) of Harris' ratio test: u of the basis moves along -a; place -1 is the other
        bound of the entering variable, `own` away."""
        B = self.basis.columns
        size = np.abs(a)
        with np.errstate(divide="ignore", invalid="ignore"):
            u = self.u[B]
            slack = np.maximum(np.where(a > 0.0, u - self.low[B], self.high[B] - u), 0.0)
            ratio = np.where(size > _ZERO, slack / size, np.inf)
            reach = np.where(size > _ZERO, (slack + _HARRIS) / size, np.inf).min(initial=np.inf)
        if min(own, reach) == np.inf:
            return None, np.inf
        if own <= reach:
            return -1, own
        if self.bland:
            ties = np.flatnonzero(ratio <= ratio.min() + 1e-12)
            place = int(ties[B[ties].argmin()])
        else:
            place = int(np.where(ratio <= reach, size, 0.0).argmax())
        return place, float(ratio[place])

    def outside_ratio(self, a, own, fall):
        """The same while variables are outside: their sum, which falls by `fall` a step at first,
        bends where one reaches a bound; the step continues while it falls."""
        B, size, out = self.basis.columns, np.abs(a), self.out
        moves = size > _ZERO
        with np.errstate(divide="ignore", invalid="ignore"):
            u = self.u[B]
            first = np.where(a > 0.0, u - self.high[B], self.low[B] - u)  # to come inside
            last = np.where(a > 0.0, u - self.low[B], self.high[B] - u)  # to go out again
            towards = moves & (out == np.sign(a)) & (out != 0.0)
            leaves = moves & ((out == 0.0) | towards) & (last < np.inf)
            places = np.concatenate([np.flatnonzero(towards), np.flatnonzero(leaves)])
            t = np.maximum(np.concatenate([first[towards], last[leaves]]) / size[places], 0.0)
        order = np.argsort(t, kind="stable")
        places, t = places[order], t[order]
        slope = np.cumsum(size[places]) - fall
        stop = int(np.searchsorted(slope, 0.0)) if t.size else 0
        if stop >= t.size:
            stop = t.size - 1
        if stop < 0 or own <= t[stop]:
            return (-1, own) if own < np.inf else (None, np.inf)
        # Of those just before, a larger pivot: the sum still falls up to there.
        near = np.flatnonzero(t[: stop + 1] >= t[stop] - _HARRIS / max(size[places[stop]], _ZERO))
        best = near[size[places[near]].argmax()]
        if size[places[best]] < 1e-5:
            best = size[places[: stop + 1]].argmax()
        return int(places[best]), float(t[best])

    def price(self):
        """The phase, 1 while a variable is outside, and its reduced costs d, computed anew where
        the last exchange does not give them."""
        out, B = self.outside(), self.basis.columns
        phase = 1 if out.any() else 2
        same = phase == self.phase and (phase == 2 or (out == self.out).all())
        if not (self.priced and same):
            cost, c = (self.c[B], self.c) if phase == 2 else (out, np.zeros(self.c.size))
            self.y, self.d = self.multipliers(cost, c, self.least < _GAINS)
            self.priced = True
        if phase != self.phase:
            self.weights[:] = 1.0
        self.phase, self.out = phase, out

    def is_last(self):
        """Whether no variable is worth a pivot after a closer check, too: with the true bounds,
        from a fresh factor, at the smaller of the least gains."""
        if self.back():
            return False
        if self.exact and self.least < _GAINS:
            return True
        self.least = _GAINS_AT_LAST
        self.settle()
        return False

    def column_of(self, q):
        """The column (m,) of variable q."""
        column, here = np.zeros(self.m), slice(self.M.indptr[q], self.M.indptr[q + 1])
        column[self.M.indices[here]] = self.M.data[here]
        return column

    def ratio(self, q, direction, a):
        """(place, step): what stops variable q, of column a in the basis, as in `inside_ratio`."""
        own = self.high[q] - self.low[q]
        if self.phase == 2:
            return self.inside_ratio(direction * a, own)
        return self.outside_ratio(direction * a, own, abs(self.d[q]))

    def tableau_row(self, place):
        """The row (n + m,) of the tableau at that place of the basis."""
        unit = np.zeros(self.m)
        unit[place] = 1.0
        return self.M_T @ self.basis.solve_transposed(unit)

    def pivots(self):
        """Yields (phase, left, entered, y) a pivot, variables with the sign of the bound; ends with
        ("optimal", y), ("infeasible", y) or ("unbounded", direction)."""
        while True:
            self.price()
            q = self.entering()
            if q is None:
                if self.is_last():
                    yield ("optimal" if self.phase == 2 else "infeasible"), -1, -1, self.y
                    return
                continue
            exact, self.exact = self.exact, False
            direction, a = -np.sign(self.d[q]), self.basis.solve(self.column_of(q))
            place, step = self.ratio(q, direction, a)
            if place is None:
                if not exact:
                    self.settle()
                elif not self.back():
                    yield "unbounded", -1, -1, self.ray(q, direction, a)
                    return
                continue
            row = None if place < 0 else self.tableau_row(place)
            if not exact and row is not None and _disagree(row[q], a[place]):
                self.settle()
                continue
            phase, entered = self.phase, self.move(q, direction, step, a, place)
            if row is not None:
                self.exchange(q, a, place, row)
            self.avoid_cycling(step)
            yield phase, (q, -direction), entered, None

    def ray(self, q, direction, a):
        """The way (n + m,) that nothing stops."""
        ray = np.zeros(self.u.size)
        ray[q], ray[self.basis.columns] = direction, -direction * a
        return ray

    def move(self, q, direction, step, a, place):
        """Moves variable q and the basis; the variable that arrives at a bound, with its sign."""
        B = self.basis.columns
        self.u[q] += direction * step
        self.u[B] -= (direction * step) * a
        if place < 0:
            self.u[q] = self.high[q] if direction > 0 else self.low[q]
            return q, direction
        r, up = B[place], -direction * a[place] > 0.0
        # A variable that came from outside stops at the bound it had broken.
        if self.phase == 1 and self.out[place]:
            up = abs(self.u[r] - self.high[r]) < abs(self.u[r] - self.low[r])
        self.u[r] = self.high[r] if up else self.low[r]
        return r, 1.0 if up else -1.0

    def exchange(self, q, a, place, row):
        """Puts q into the basis at that place; devex weights and reduced costs follow."""
        r, ratio = self.basis.columns[place], row / a[place]
        self.weights = np.maximum(self.weights, ratio * ratio * self.weights[q])
        self.weights[r] = max(self.weights[q] / (a[place] * a[place]), 1.0)
        if self.phase == 2:
            self.d = self.d - self.d[q] * ratio
            self.d[q] = 0.0
        else:
            self.priced = False
        self.held[r], self.held[q] = True, False
        self.basis.exchange(place, q, a)
        if self.basis.full:
            self.settle()

    def avoid_cycling(self, step):
        """After many steps of length 0 moves bounds outward or, at last, turns to Bland's rule
        until a step has a length."""
        self.idle = self.idle + 1 if step <= _NO_STEP else 0
        if self.idle >= _IDLE and not self.bland:
            self.bland = self.moved >= _TIMES_MOVED
            if not self.bland:
                self.outward()
            self.idle = 0
        elif self.idle == 0:
            self.bland = False


def _disagree(one, other):
    return abs(one - other) > _DISAGREES * (1.0 + abs(other))


def bounded_states(problem: Program, options: Options, rule: str) -> EndingStates:
    """The states of the method on sparse columns, with bounds that need no rows."""
    run = Run(problem, options)
    s, p, rows = _Bounded(problem, rule, run.x0), problem, run.rows
    number, none = _numbers(p, rows), np.zeros(rows.h.size, dtype=bool)

    def state(phase, left=-1, entered=-1):
        run.work += 1
        x = s.column * s.u[: s.n]
        x = np.clip(x, p.lower, p.upper) if phase == 2 else x
        return {"x": x, "iterate": x, "dual": {}, "y": np.full(p.b.size, np.nan), "work": run.work,
                "ties": none, "phase": phase, "left": left, "entered": entered, "certify": False,
                "diverges": False, "continues": True}  # fmt: skip

    yield state(1 if s.outside().any() else 2)
    for kind, left, entered, y in s.pivots():
        if kind in (1, 2):
            yield state(kind, number(*left), number(*entered))
            continue
        if kind == "unbounded":
            yield _unbounded(run, state(2), s.column * y[: s.n])
            return None
        own = -y * s.row * (s.unit if kind == "optimal" else 1.0)
        y, z = np.maximum(own[: p.b.size], 0.0), own[p.b.size :]
        if kind == "infeasible":
            yield _infeasible(run, state(1), y, z)
            return None
        here = state(2)
        y, z = _proving(run, here["x"], y, z)
        yield here | {"dual": {"y": y, "z": z}, "y": y}
    return UNPROVED


def _unbounded(run, here, d):
    """The state `here` with the ray d (n,), or a mended one, or as it stalled."""
    d = d / np.abs(d).max()
    if run.problem.certify_unbounded(d):
        return here | {"dual": {"ray": d}, "stop": "unbounded"}
    v = run.rows.inward(here["x"])
    return run.unbounded(here, d / run.rows.columns, v) or run.stalled(here, LOST)


def _infeasible(run, here, y, z):
    """The state `here` with the ray (y, z), or a mended one, or as it stalled."""
    ray = np.concatenate([y, z])
    ray /= np.abs(ray).max() or 1.0
    if run.problem.certify_infeasible(ray):
        return here | {"dual": {"ray": ray}, "stop": "infeasible"}
    return run.infeasible(here, *run.rows.to_scaled(y, z)) or run.stalled(here, LOST)


def _proving(run, x, y, z):
    """The multipliers (y, z), mended where they prove no bound."""
    if np.isfinite(run.problem.certify(x, y, z).bound):
        return y, z
    full = run.repaired(run.rows.inward(x), *run.rows.to_scaled(y, z))
    return run.rows.to_original(*full[:2])


def _numbers(problem, rows):
    """(variable, sign of its bound) -> the number of the row: those of A, lower bounds, upper
    bounds, then equations and coordinates."""
    n, m, p = problem.c.size, problem.b.size, rows.h.size
    low = {int(j): m + i for i, j in enumerate(rows.low)}
    high = {int(j): m + rows.low.size + i for i, j in enumerate(rows.high)}
    fixed = {int(j): p + rows.k + i for i, j in enumerate(rows.fixed)}

    def number(j, sign):
        if j >= n:
            return j - n if j - n < m else p + j - n - m
        found = fixed.get(j, (high if sign > 0 else low).get(j))
        return p + rows.e.size + j if found is None else found

    return number
