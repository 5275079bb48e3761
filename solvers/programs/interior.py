"""Primal-dual interior points of `Program`: points, the Newton system, and how a run ends.

The slack s = h - Gv and its multipliers are named x and t, with nothing for w and u, so that the
steps of `KernelSVM`'s methods, written in these, are the steps of this one too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse
from scipy.linalg.lapack import dgetrf, dgetrs

from solvers.checks import InputError, is_sparse
from solvers.options import Options
from solvers.problems.program import Program
from solvers.problems.rows import RIDGE, Rows, gram
from solvers.programs.run import UNPROVED, Run
from solvers.programs.small_centre import MOST_ENTRIES, MOST_VARIABLES, small_path
from solvers.result import State, States

_NONE = np.zeros(0)
#: Products whose sum is so many times the gap asked for prove no such gap.
_FAR = 30.0
#: Multipliers or points above this are looked at as rays: each third time, above the second always.
_LARGE, _VAST = 1e3, 1e6
#: What is added to the quotients of slacks and multipliers, at most this share of them; how often
#: what that leaves is solved for again, and the share of the right side that may be left.
_SOFT, _SHARE, _AGAIN, _EXACT = 1e-10, 1e-2, 4, 1e-12
#: A direction that leaves more than this share of the dual residual, and of mu, has lost digits, to
#: be had again from a system of at most so many unknowns.
_LOST, _LARGEST = 0.1, 2000
#: So may one that misses the equations by this share of its size.
_DRIFT = 1e-10
#: The least slack at the start, as a share of what the rows lack there.
_LACKING = 0.1
#: The share of each slack that may be left where the next centre is looked for.
_NEARER = 0.02
#: Products whose sum is below this are those of points on sides that leave no inside: no further
#: step takes the residuals away, unless the last one took more than this share of them.
_SPENT, _FRUITFUL = 1e-30, 1e-2
#: Steps of Newton's method towards a centre at most.
_STEPS = 100


@dataclass(slots=True)
class Point:
    """v (n,), its slack x (p,) > 0, multipliers t (p,) > 0 and z (q,); or a direction."""

    v: np.ndarray
    x: np.ndarray
    t: np.ndarray
    z: np.ndarray
    w: np.ndarray = field(default_factory=lambda: _NONE)
    u: np.ndarray = field(default_factory=lambda: _NONE)

    @property
    def mu(self) -> float:
        """The mean complementarity product."""
        return float(self.x @ self.t) / max(self.x.size, 1)

    def moved(self, d: Point, primal: float, dual: float) -> Point:
        """The point `primal` along v, x and `dual` along t, z of the direction `d`."""
        return Point(self.v + primal * d.v, self.x + primal * d.x, self.t + dual * d.t,
                     self.z + dual * d.z)  # fmt: skip

    def to_boundary(self, d: Point) -> tuple[float, float]:
        """(primal, dual): the largest steps in [0, 1] along `d` that take nothing below 0."""
        primal = (-d.x / self.x).max(initial=0.0)
        dual = (-d.t / self.t).max(initial=0.0)
        return 1.0 / max(1.0, primal), 1.0 / max(1.0, dual)

    def inside(self) -> bool:
        """Whether all numbers are finite and everything that must be is positive."""
        both = np.concatenate([self.x, self.t])
        good = np.isfinite(self.v).all() and np.isfinite(self.z).all()
        return bool(good and np.isfinite(both).all() and (both > 0.0).all())


class Newton:
    """The Newton system at a point, Q dv + G'dt + E'dz = a, G dv - (x/t) dt = b, E dv = e: solved
    by one Cholesky factor as if x/t and 0 were a little more, and what that leaves by it again."""

    def __init__(self, rows: Rows, p: Point):
        self.rows, self.p, self.mu = rows, p, p.mu
        self.dual = rows.slope(p.v) + rows.pull(p.t, p.z)
        self.primal = rows.G @ p.v + p.x - rows.h
        self.equal = rows.E @ p.v - rows.e
        self.give = p.x / p.t
        self.weights = 1.0 / (self.give + np.minimum(_SOFT, _SHARE * self.give))
        self.inverse = rows.normal(self.weights, 1.0 / _SOFT, rows.Q)
        self.whole: tuple[np.ndarray, np.ndarray] | None = None

    def solve(
        self, a: np.ndarray, e: np.ndarray, b: np.ndarray | None = None
    ) -> Sequence[np.ndarray]:
        """(dv, dt, dz); b is zero where it is not given."""
        right = a, np.zeros(self.give.size) if b is None else b, e
        found, left, enough = self._factored(*right), np.inf, _EXACT * _size(right)
        for _ in range(_AGAIN):
            rest = self._rest(found, right)
            if (now := _size(rest)) <= enough or not now < 0.5 * left:
                break
            left, again = now, self._factored(*rest)
            found = [one + more for one, more in zip(found, again, strict=True)]
        else:
            rest = self._rest(found, right)
        over, slack, off = rest
        small = _size([over]) <= _LOST * max(_size(right[:1]), self.mu)
        small &= _size([off]) <= max(_LOST * _size(right[2:]), _DRIFT * _size(found[:1]))
        if small and (np.abs(slack) <= _LOST * (self.p.x + self.mu)).all():
            return found
        other = self._apart(*right)
        # Where the system is singular, what comes of it is of any size, and leaves as much.
        better = other and _size(self._rest(other, right)) < _size(rest)
        return other if better else found

    def _rest(self, found, right):
        """What (dv, dt, dz) leaves of the right side."""
        (dv, dt, dz), (a, b, e), rows = found, right, self.rows
        over = a - rows.pull(dt, dz)
        over = over if rows.Q is None else over - rows.Q @ dv
        return over, b - rows.G @ dv + self.give * dt, e - rows.E @ dv if e.size else e

    def _factored(self, a, b, e):
        rows = self.rows
        dv = self.inverse(a + rows.pull(self.weights * b, e / _SOFT))
        return dv, self.weights * (rows.G @ dv - b), (rows.E @ dv - e) / _SOFT if e.size else e

    def _apart(self, a, b, e):
        """The same with multipliers of nearly active rows and of independent equations as unknowns:
        in a sum with such weights the digits of the others are lost. None where that is large."""
        rows, held = self.rows, self.weights > 1.0
        if a.size + held.sum() + e.size > _LARGEST:
            return None
        own = rows.independent if e.size else np.zeros(0, dtype=bool)
        n, k = a.size, a.size + int(held.sum())
        factor = self.whole
        if factor is None:
            K = np.zeros((k + int(own.sum()),) * 2)
            K[:n, :n] = _dense(gram(rows.G, np.where(held, 0.0, self.weights)))
            K[:n, :n] += 0.0 if rows.Q is None else _dense(rows.Q)
            K[n:, :n] = np.vstack([_dense(rows.G[held]), _dense(rows.E)[own]])
            K[:n, n:] = K[n:, :n].T
            K[range(n, k), range(n, k)] = -self.give[held]
            self.whole = factor = dgetrf(K, overwrite_a=1)[:2]
        inactive = np.where(held, 0.0, self.weights)
        right = np.concatenate([a + rows.G.T @ (inactive * b), b[held], e[own]])
        dv, dt_held, dz_own = np.split(dgetrs(*factor, right)[0], [n, k])
        dt, dz = inactive * (rows.G @ dv - b), np.zeros(e.size)
        dt[held], dz[own] = dt_held, dz_own
        return (dv, dt, dz) if np.isfinite(dv).all() and np.isfinite(dt).all() else None

    def direction(self, products: np.ndarray, _none: np.ndarray) -> Point:
        """The direction with t dx + x dt = -products that removes all residuals."""
        dv, dt, dz = self.solve(-self.dual, -self.equal, products / self.p.t - self.primal)
        return Point(dv, -self.primal - self.rows.G @ dv, dt, dz)


def _size(parts):
    """The largest of all entries."""
    return float(np.abs(np.concatenate(parts)).max(initial=0.0))


def _dense(A):
    return A.toarray() if sparse.issparse(A) else A


def _first(run):
    """Slack and multipliers of the size of what is to be solved; near an earlier result's."""
    rows, v = run.rows, run.first
    slack = rows.h - rows.G @ v
    y, z = run.multipliers()
    least = 1.0 if run.x0 is None else 1e-2
    size = max(1.0, np.abs(rows.slope(v)).max(initial=0.0))
    # Slacks far smaller than what the rows lack would be at 0 after a tiny share of each step.
    x = np.maximum(slack, max(least, _LACKING * -slack.min(initial=0.0)))
    # A far side begins with the product of a near one, not with a product as large as it is far.
    return Point(v, x, np.maximum(y, least * size / np.maximum(x, 1.0)), z)


def program_states(
    problem: Program, options: Options, step: Callable[[Point, Newton], tuple[Point, State] | None]
) -> States:
    """Newton steps from an infeasible start: step(p, newton) -> (new point, picture) or None."""
    run = Run(problem, options)
    p, rows = _first(run), run.rows
    blank: State = {"sigma": np.nan, "alpha_a": np.nan, "alpha_p": np.nan, "alpha_d": np.nan}
    picture, k, left = blank, 0, np.inf
    while True:
        shown = {**blank, **{name: picture[name] for name in blank if name in picture}}
        products = p.mu * p.x.size
        near = products <= _FAR * options.tol
        state = run.state(p.v, p.t, p.z, repair=near or not options.unrecorded,
                          slack=rows.length * p.x[: problem.b.size], mu=p.mu, **shown)  # fmt: skip
        # The gap is about the sum of the products, in units of the objective's variation.
        state["certify"] = near
        state["check"] = products <= options.tol
        far = np.abs(p.v).max() > _VAST
        end = _ending(run, state, p) if k and (k % 3 == 0 or far) else None
        yield end or state
        if end:
            return
        newton = Newton(rows, p)
        run.work, k = run.work + 1, k + 1
        if not p.x.size:
            if end := run.unbounded(state, -rows.slope(p.v)):
                yield end
                return
            d = newton.direction(_NONE, _NONE)
            p = p.moved(d, 1.0, 1.0)
            state = run.state(p.v, p.t, p.z, slack=_NONE, mu=0.0, **blank)
            yield state
            if k > 3:
                yield _ending(run, state, p, True) or run.answerless(state, UNPROVED)
                return
            continue
        before, left = left, _size([newton.dual, newton.primal, newton.equal])
        fruitful = products > _SPENT or left < (1.0 - _FRUITFUL) * before
        found = step(p, newton) if fruitful else None
        if found is None:
            yield _ending(run, state, p, True) or run.answerless(state, UNPROVED)
            return
        p, picture = found


def _ending(run, state, p, certain=False):
    """The end of the run where its numbers have become rays."""
    far = certain or max(p.t.max(initial=0.0), np.abs(p.z).max(initial=0.0)) > _LARGE
    if far and (end := run.infeasible(state, p.t, p.z)):
        return end
    if certain or np.abs(p.v).max() > _LARGE:
        return run.unbounded(state, p.v)
    return None


def centres(problem: Program, taus: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(x (T, n), y (T, m)) on the central path at falling taus: Newton's method for the value minus
    tau times the sum of the logarithms of all slacks, rows of length 1."""
    run = Run(problem, Options(max_iter=0))
    rows, v = run.rows, run.rows.inner
    if v is None:
        raise InputError("problem must have a point strictly inside its inequalities for a central "
                         "path, got one in which none is found.")  # fmt: skip
    taus = taus / rows.unit
    V = _small_path(rows, taus, v)
    V = _path(rows, taus, v) if V is None else V
    slacks = np.array([rows.h - rows.G @ v for v in V])
    y, _ = rows.to_original(taus[:, None] / slacks, np.zeros(rows.e.size))
    return rows.outward(V), y


def _small_path(rows, taus, v):
    """The centres (T, n) from v on; None where they are left to LAPACK."""
    dense = not (rows.e.size or is_sparse(rows.G) or is_sparse(rows.Q))
    if not dense or v.size > MOST_VARIABLES or rows.G.size > MOST_ENTRIES:
        return None
    # By rows: numba would compile this once more for columns.
    Q = np.zeros((v.size, v.size)) if rows.Q is None else np.ascontiguousarray(rows.Q)
    V, found = small_path(rows.G, rows.h, rows.c, Q, taus, v, RIDGE, _STEPS, _NEARER)
    return V if found else None


def _path(rows, taus, v):
    """The same, call by call."""
    V, now, known = np.empty((taus.size, v.size)), 1.0, []  # the centres so far, each with its tau
    for k, tau in enumerate(taus):
        while now > 10.0 * tau:
            now /= 10.0
            known.append((now, _centre(rows, _ahead(rows, known, now, v), now)))
        known.append((tau, _centre(rows, _ahead(rows, known, tau, v), tau)))
        now, v = known[-1]
        V[k] = v
    return V


def _ahead(rows, known, tau, inner):
    """Where to begin for `tau`: where the line through the last two centres leads or, where that
    comes too near to a row, the last of them; without any, the inner point."""
    last = known[-1][1] if known else inner
    if len(known) < 2 or known[-1][0] == known[-2][0]:
        return last
    (t0, v0), (t1, v1) = known[-2:]
    there = v1 + (tau - t1) / (t1 - t0) * (v1 - v0)
    near = rows.h - rows.G @ there < _NEARER * (rows.h - rows.G @ v1)
    return last if near.any() else there


def _centre(rows, v, tau):
    """The minimiser for `tau`, by Newton's method from v."""
    for _ in range(_STEPS):
        s = rows.h - rows.G @ v
        slope = rows.slope(v) + rows.G.T @ (tau / s)
        if rows.e.size:
            newton = Newton(rows, Point(v, s, tau / s, np.zeros(rows.e.size)))
            dv = newton.solve(-slope, -newton.equal)[0]
        else:  # without equations the next step mends what this one loses to rounding
            dv = rows.normal(tau / (s * s), 0.0, rows.Q)(-slope)
        shares = (rows.G @ dv) / s
        fall = tau * float(shares @ shares) + float(dv @ rows.curve(dv))
        reach = shares.max(initial=0.0)
        v = v + min(1.0, 0.9 / max(reach, 1e-300) if reach > 0.9 else 1.0) * dv
        # Near the centre a step squares the decrement, so that 1e-20 is left of tau.
        if fall <= 1e-10 * tau or not np.isfinite(fall):
            break
    return v
