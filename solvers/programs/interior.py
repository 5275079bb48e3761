"""Primal-dual interior points of `Program`: points, the Newton system, and how a run ends.

The slack s = h - Gv and its multipliers are named x and t, with nothing for w and u, so that the
steps of `KernelSVM`'s methods, written in these, are the steps of this one too.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from solvers.problems.rows import factor, gram
from solvers.programs.run import UNPROVED, Run

_NONE = np.zeros(0)
#: Multipliers or points above this are looked at as rays.
_LARGE = 1e3
#: A direction that leaves more than this share of the dual residual, and of mu, has lost digits.
_LOST = 1e-2
#: Regularisation of the sparse system.
_RIDGE = 1e-11


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
    def mu(self):
        """The mean complementarity product."""
        return float(self.x @ self.t) / max(self.x.size, 1)

    def moved(self, d, primal, dual):
        """The point `primal` along v, x and `dual` along t, z of the direction `d`."""
        return Point(self.v + primal * d.v, self.x + primal * d.x, self.t + dual * d.t,
                     self.z + dual * d.z)  # fmt: skip

    def to_boundary(self, d):
        """(primal, dual): the largest steps in [0, 1] along `d` that take nothing below 0."""
        primal = (-d.x / self.x).max(initial=0.0)
        dual = (-d.t / self.t).max(initial=0.0)
        return 1.0 / max(1.0, primal), 1.0 / max(1.0, dual)

    def inside(self):
        """Whether all numbers are finite and everything that must be is positive."""
        both = np.concatenate([self.x, self.t])
        good = np.isfinite(self.v).all() and np.isfinite(self.z).all()
        return bool(good and np.isfinite(both).all() and (both > 0.0).all())


class Newton:
    """The Newton system at a point: (Q + G'diag(t/x)G) dv + E'dz = right, E dv = -r_E."""

    def __init__(self, rows, p):
        self.rows, self.p = rows, p
        self.dual = rows.slope(p.v) + rows.pull(p.t, p.z)
        self.primal = rows.G @ p.v + p.x - rows.h
        self.equal = rows.E @ p.v - rows.e
        M = gram(rows.G, p.t / p.x)
        M = M if rows.Q is None else M + rows.Q
        n, q = p.v.size, p.z.size
        if sparse.issparse(M) and q:
            eye = _RIDGE * max(1.0, abs(M.diagonal()).max() * 1e-4)
            M = M + eye * sparse.eye_array(n)
            low = -_RIDGE * sparse.eye_array(q)
            K = sparse.block_array([[M, rows.E.T], [rows.E, low]], format="csc")
            self.solve_all = splu(K, "MMD_AT_PLUS_A", diag_pivot_thresh=1e-3,
                                  options={"SymmetricMode": True}).solve  # fmt: skip
            self.solve = self._sparse
            return
        self.weight = max(1.0, float(M.diagonal().max(initial=0.0))) if q else 0.0
        self.inverse = factor(M + self.weight * gram(rows.E, np.ones(q)) if q else M)
        if q:
            self.EM = self.inverse(_dense(rows.E).T)
            self.schur = factor(_dense(rows.E) @ self.EM)
        self.solve = self._dense

    def _sparse(self, right, equal):
        both = self.solve_all(np.concatenate([right, equal]))
        return both[: right.size], both[right.size :]

    def _dense(self, right, equal):
        if not equal.size:
            return self.inverse(right), equal
        right = right + self.weight * (self.rows.E.T @ equal)
        first = self.inverse(right)
        z = self.schur(self.rows.E @ first - equal)
        return first - self.EM @ z, z

    def direction(self, products, _none):
        """The direction with t dx + x dt = -products that removes all residuals."""
        p, G, ratio = self.p, self.rows.G, self.p.t / self.p.x
        shift = (p.t * self.primal - products) / p.x
        dv, dz = self.solve(-self.dual - G.T @ shift, -self.equal)
        dt = ratio * (self.primal + G @ dv) - products / p.x
        rest = self._rest(dv, dt, dz)
        if np.abs(rest).max(initial=0.0) > _LOST * max(np.abs(self.dual).max(initial=0.0), p.mu):
            with suppress(RuntimeError):  # where that is singular, the first one has to do
                dv, dt, dz = self._whole(products)
        return Point(dv, -self.primal - G @ dv, dt, dz)

    def _rest(self, dv, dt, dz):
        """What a whole step would leave of the dual residual."""
        rest = self.dual + self.rows.pull(dt, dz)
        return rest if self.rows.Q is None else rest + self.rows.Q @ dv

    def _whole(self, products):
        """(dv, dt, dz) from the system in all three: where some t/x are far larger than others, the
        sum of their squares has lost what the small ones say."""
        p, rows = self.p, self.rows
        n, m, q = p.v.size, p.x.size, p.z.size
        Q = sparse.csc_array((n, n)) if rows.Q is None else rows.Q
        G, E = sparse.csc_array(rows.G), sparse.csc_array(rows.E)
        blocks = [[Q, G.T, E.T], [G, -sparse.diags_array(p.x / p.t), None], [E, None, None]]
        K = sparse.block_array(blocks if q else [row[:2] for row in blocks[:2]], format="csc")
        right = np.concatenate([-self.dual, products / p.t - self.primal, -self.equal])
        return np.split(splu(K).solve(right), [n, n + m])


def _dense(A):
    return A.toarray() if sparse.issparse(A) else A


def _first(run):
    """Slack and multipliers of the size of what is to be solved; near an earlier result's."""
    rows, v = run.rows, run.first
    room = rows.h - rows.G @ v
    y, z = run.multipliers()
    least = 1.0 if run.x0 is None else 1e-2
    size = max(1.0, np.abs(rows.slope(v)).max(initial=0.0))
    return Point(v, np.maximum(room, least), np.maximum(y, least * size), z)


def program_states(problem, options, step):
    """Newton steps from an infeasible start: step(p, newton) -> (new point, picture) or None."""
    run = Run(problem, options)
    p, rows = _first(run), run.rows
    blank = {"sigma": np.nan, "alpha_a": np.nan, "alpha_p": np.nan, "alpha_d": np.nan}
    picture, k = blank, 0
    while True:
        shown = {**blank, **{name: picture[name] for name in blank if name in picture}}
        state = run.state(
            p.v, p.t, p.z, slack=rows.length * p.x[: problem.b.size], mu=p.mu, **shown
        )
        end = _ending(run, state, p) if k and k % 3 == 0 else None
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
                yield _ending(run, state, p, True) or run.stalled(state, UNPROVED)
                return
            continue
        found = step(p, newton)
        if found is None:
            yield _ending(run, state, p, True) or run.stalled(state, UNPROVED)
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


def centres(problem, taus):
    """(x (T, n), y (T, m)) on the central path at falling taus: Newton's method for the value minus
    tau times the sum of the logarithms of all slacks, rows of length 1."""
    from types import SimpleNamespace

    from solvers.checks import InputError

    run = Run(problem, SimpleNamespace(x0=None))
    rows, v = run.rows, run.rows.inner
    if v is None:
        raise InputError("problem must have a point strictly inside its inequalities for a central "
                         "path, got one in which none is found.")  # fmt: skip
    x, y = np.empty((taus.size, v.size)), np.empty((taus.size, problem.b.size))
    now = 1.0
    for k, tau in enumerate(taus / rows.unit):
        while now > 10.0 * tau:
            now /= 10.0
            v = _centre(rows, v, now)
        v, now = _centre(rows, v, tau), tau
        x[k] = rows.outward(v)
        y[k] = rows.taken(tau / (rows.h - rows.G @ v), np.zeros(rows.e.size))[0]
    return x, y


def _centre(rows, v, tau):
    for _ in range(100):
        s = rows.h - rows.G @ v
        p = Point(v, s, tau / s, np.zeros(rows.e.size))
        newton = Newton(rows, p)
        dv = newton.solve(-(rows.slope(v) + rows.G.T @ p.t), -newton.equal)[0]
        fall = float(np.sum(p.t * s * ((rows.G @ dv) / s) ** 2) + dv @ rows.curve(dv))
        reach = ((rows.G @ dv) / s).max(initial=0.0)
        v = v + min(1.0, 0.9 / max(reach, 1e-300) if reach > 0.9 else 1.0) * dv
        if fall <= 1e-20 * tau or not np.isfinite(fall):
            break
    return v
