"""A `Program` as first-order methods take it: rows between two sides, bounds by clipping, rows and
columns scaled; and the repair of their multipliers before these are judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, cg

from solvers.docstrings import cite
from solvers.problems.program import Program
from solvers.problems.sides import multiplied, tops
from solvers.programs import ldl
from solvers.programs.run import require_finite

#: Programs with more variables than this, or with sparse rows and more than the second, are scaled
#: and taken with two-sided rows; smaller ones in their natural units, in which they are drawn.
_MANY, _SPARSE_MANY = 60, 3
#: How often rows and columns are scaled to one largest entry.
_RUIZ = 10
#: The repair: Newton steps, margins as shares of the largest cost, the ridge that holds multipliers
#: near where they were, the least weight of one that is 0, and the largest system it factors.
_NEWTON, _MARGINS, _RIDGES, _LEAST, _TINY = 80, (1e-9, 0.0), (1e-10, 1e-7, 1e-4), 1e-3, 1e-9
#: Larger systems are met in so many rounds of so many conjugate gradients, to this share, with this
#: margin of reduced costs and of multipliers, as a share of the largest.
_LARGEST_SYSTEM, _ROUNDS, _CG_STEPS, _CG_SHARE = 8_000, 30, 800, 1e-9
_LARGE_MARGIN, _SIGN_MARGIN = 1e-5, 1e-6
#: A multiplier that falls below 0 counts so much less from then on and, by less than one of these
#: shares of the largest, stays at 0: the first is quick, but may leave equations nothing to move,
#: which shows where what is left grows by so much.
_SHRINK, _STAY, _GROWS = 0.03, (1e-8, 1e-14), 1e2
#: A point is certified where its own errors are at most so many times the tolerance, and this share
#: of what they were at the last one; of a large system where they are near, and fell further.
_WITHIN, _LESS, _NEAR, _LESS_LARGE = 10.0, 0.6, 1e-3, 0.4
#: After one repair the next waits until the error fell as far as the tolerance is below what was
#: proved, times the first, or to the second share.
_AHEAD, _LEAST_AHEAD = 0.5, 0.1
#: What is left of an equation is rounding below this share of the largest term.
_ROUNDING = 3e-15
#: What a direction may break, as a share of its size, to be tried as a ray; of a large system less,
#: where a trial takes a minute.
_NEARLY, _NEARLY_LARGE = 1e-2, 1e-4


def is_large(problem: Program) -> bool:
    """Whether first-order methods take `problem` scaled and with two-sided rows."""
    n, scattered = problem.c.size, any(map(sparse.issparse, (problem.A, problem.A_eq)))
    return n > (_SPARSE_MANY if scattered else _MANY)


@cite
class Boxed:
    """min c'x + 1/2 x'Qx with below <= Kx <= above and lower <= x <= upper, where the variables are
    `columns` (n,) times and the rows (those of A, then of A_eq) 1 / `rows` times those given, and
    the objective is divided by `unit`.

    Rows and columns are brought to one largest entry (Ruiz), then, `pock`, to sums of 1.

    References
    ----------
    applegate-2021: section 3
    """

    def __init__(self, problem: Program, pock: bool = False):
        p, self.problem = problem, problem
        held, n = np.isfinite(p.b), p.c.size
        A = sparse.csr_array(p.A) if p.b.size else sparse.csr_array((0, n))
        A = A if held.all() else sparse.csr_array(sparse.diags_array(held.astype(float)) @ A)
        K = sparse.csr_array(sparse.vstack([A, sparse.csr_array(p.A_eq)])) if p.b_eq.size else A
        Q = sparse.csr_array((n, n)) if p.Q is None else sparse.csr_array(p.Q)
        self.m = p.b.size
        self.rows, self.columns = _scales(K, Q, pock)
        self.K = multiplied(K, self.rows, self.columns)
        self.KT, self.Q = self.K.T.tocsr(), multiplied(Q, self.columns, self.columns)
        self.c = p.c * self.columns
        self.unit = max(np.abs(self.c).max(initial=0.0), _mean_top(self.Q)) or 1.0
        self.c, self.Q = self.c / self.unit, self.Q / self.unit
        self.curved = p.Q is not None
        self.above = np.concatenate([p.b, p.b_eq]) * self.rows
        self.below = np.where(np.arange(self.above.size) < self.m, -np.inf, self.above)
        self.lower, self.upper = p.lower / self.columns, p.upper / self.columns
        require_finite(self.K, self.Q, self.c, self.above[np.isfinite(np.append(p.b, p.b_eq))])
        # What the last repair of a large system has found, and the tolerance that this met.
        self.proved: tuple[np.ndarray, np.ndarray] | None = None
        self.proved_error = 1e-300

    @property
    def is_unfactored(self) -> bool:
        """Whether systems of all its rows and columns are too large to be factored often."""
        return sum(self.K.shape) > _LARGEST_SYSTEM

    def is_worth(self, error: float, tol: float, last: float) -> bool:
        """Whether multipliers of a point with this error are worth a repair, where those with the
        error `last` had one: which costs thousands of products where the system is too large to be
        factored, and then succeeds near the answer alone."""
        if self.is_unfactored:
            # What is proved falls about as the error does, so that one repair more may be enough.
            ahead = min(_LESS_LARGE, _AHEAD * tol / self.proved_error)
            return error <= min(max(_NEAR, tol), max(ahead, _LEAST_AHEAD) * last)
        return error <= min(_WITHIN * tol, _LESS * last)

    def inward(self, x: np.ndarray) -> np.ndarray:
        """x (n,) in scaled units."""
        return x / self.columns

    def outward(self, x: np.ndarray) -> np.ndarray:
        """x (n,) of the program, within its bounds."""
        return np.clip(x * self.columns, self.problem.lower, self.problem.upper)

    def multipliers(self, y: np.ndarray, z: np.ndarray) -> np.ndarray:
        """Multipliers (m,), (k,) of the program in scaled units."""
        return np.concatenate([y, z]) / self.rows / self.unit

    def own(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(y, z) of the program; those of inequalities at least 0."""
        full = y * self.rows * self.unit
        return np.maximum(full[: self.m], 0.0), full[self.m :]

    def errors(self, x: np.ndarray, y: np.ndarray) -> tuple[float, float, float]:
        """(primal, dual, gap): the largest residuals as shares of their terms, and the relative
        gap of the value to the dual value, without what no bound meets."""
        at, curve = self.K @ x, self.Q @ x
        r = self.c + self.KT @ y + curve
        off = at - np.clip(at, self.below, self.above)
        sides = np.where(np.isfinite(self.above), np.abs(self.above), 0.0).max(initial=0.0)
        meeting = np.where(r > 0.0, self.lower, self.upper)
        unmet = np.where(np.isfinite(meeting), 0.0, r)
        price = np.where(np.isfinite(meeting) & (r != 0.0), r * np.where(
            np.isfinite(meeting), meeting, 0.0), 0.0)  # fmt: skip
        finite = np.where(np.isfinite(self.above), self.above, 0.0)
        value = self.c @ x + 0.5 * (x @ curve)
        dual = price.sum() - finite @ y - 0.5 * (x @ curve)
        return (
            np.abs(off).max(initial=0.0) / (1.0 + sides),
            np.abs(unmet).max(initial=0.0) / (1.0 + np.abs(self.c).max()),
            abs(value - dual) / max(abs(value), abs(dual), np.abs(self.c) @ np.abs(x), 1e-9),
        )

    def keeps_to(self, d: np.ndarray) -> bool:
        """Whether the direction d, of size 1, is nearly one along which the objective falls and
        nothing is broken."""
        rise = self.K @ d
        off = np.where(np.isfinite(self.above), np.maximum(rise, 0.0), 0.0)
        off = np.maximum(off, np.where(np.isfinite(self.below), -rise, 0.0)).max(initial=0.0)
        near = np.where(np.isfinite(self.lower), -d, 0.0), np.where(np.isfinite(self.upper), d, 0.0)
        worst = max(off, np.max(near), np.abs(self.Q @ d).max())
        nearly = _NEARLY_LARGE if self.is_unfactored else _NEARLY
        return bool(worst <= nearly and self.c @ d < -1e-6 * (np.abs(self.c) @ np.abs(d)))

    @cached_property
    def triangle(self) -> ldl.Triangle:
        """The upper triangle of Q, as `ldl.System` takes it."""
        return ldl.triangle(self.Q)

    @cached_property
    def _unbounded_sides(self):
        """(up, down): variables whose reduced cost may not be negative, or positive."""
        return np.isinf(self.upper), np.isinf(self.lower)

    def repaired(
        self,
        x: np.ndarray,
        y: np.ndarray,
        c: np.ndarray | None = None,
        margins: Sequence[float] = _MARGINS,
    ) -> tuple[np.ndarray, np.ndarray] | None:
        """(y, w) near multipliers y and, of a curved objective, w near x whose reduced costs
        c + K'y + Qw bounds of variables meet, or None: Newton's method for the squares of what is
        left, with multipliers weighed by their sizes. A step of the method's own."""
        if c is None and not self.curved and not self.c.any():
            return np.zeros_like(y), x
        c = self.c if c is None else c
        m = y.size
        up, down = self._unbounded_sides
        curved = self.curved and c is self.c
        J = sparse.hstack([self.KT, self.Q], format="csr") if curved else self.KT
        start = np.concatenate([y, x]) if curved else y.copy()
        size = max(np.abs(start[:m]).max(initial=0.0), np.abs(c).max(initial=0.0)) or 1.0
        start[np.abs(start) <= _TINY * size] = 0.0
        weights = np.maximum(np.abs(start[:m]), _LEAST * size)
        if curved:
            weights = np.concatenate([weights, np.maximum(np.abs(x), _LEAST)])
        signed = np.arange(start.size) < self.m
        if not (
            _Left(J, c, up, down, signed, weights, 0.0).left(start).any()
            or (y[: self.m] < 0.0).any()
        ):
            return y, x
        large = start.size + c.size > _LARGEST_SYSTEM
        for margin in (_LARGE_MARGIN,) if large else margins:
            system = _Left(J, c, up, down, signed, weights, margin * max(1.0, np.abs(c).max()))
            found = system.met(start, size) if large else system.solved(start)
            if found is not None:
                return found[:m], (found[m:] if curved else x)
        return None


@dataclass(frozen=True, slots=True)
class _Left:
    """What u leaves unmet: reduced costs c + Ju of the wrong sign, or within `margin` of it, and
    negative entries of u where it is `signed`."""

    J: sparse.csr_array
    c: np.ndarray
    up: np.ndarray
    down: np.ndarray
    signed: np.ndarray
    weights: np.ndarray
    margin: float

    def left(self, u):
        r, free = self.c + self.J @ u, self.up & self.down
        return np.where(
            free,
            r,
            np.where(self.up, np.minimum(r - self.margin, 0.0), 0.0)
            + np.where(self.down, np.maximum(r + self.margin, 0.0), 0.0),
        )

    def solved(self, u):
        """u where nothing is left but rounding, or None: Newton's method for the squares of what is
        left, with a ridge that holds u near where it is."""
        top, none = abs(self.J).max(axis=1).toarray().ravel(), self.signed & (u < 0.0)
        free = self.up & self.down
        u = np.where(none, 0.0, u)
        for _ in range(_NEWTON):
            clipped = np.where(self.signed, np.maximum(u, 0.0), u)
            rounding = _ROUNDING * (np.abs(self.c) + top * np.abs(u).max(initial=0.0))
            # The margin is of reduced costs that may have one sign; the others must be 0.
            enough = np.where(free, rounding, np.maximum(rounding, 0.5 * self.margin))
            if (np.abs(self.left(clipped)) <= enough).all():
                return clipped
            new = next((new for r in _RIDGES if (new := self._stepped(u, r)) is not None), None)
            if new is None:
                return None
            u = new
        return None

    def met(self, u, size):
        """The same without a factor, for large systems: least squares by conjugate gradients, from
        multipliers a little above 0, in which each that falls below counts less from then on."""
        inside = max(_SIGN_MARGIN * size, 0.5 * np.abs(self.left(u)).max())
        u = np.where(self.signed, np.maximum(u, inside), u)
        quick, sure = (share * size for share in _STAY)
        found = self._rounds(u.copy(), quick, _GROWS)
        return self._rounds(u, sure) if found is None else found

    def _rounds(self, u, stay, grows=np.inf):
        """u in place, or None; multipliers that are below 0 by less than `stay` stay at 0."""
        weight, both, first = np.ones(u.size), self.up & self.down, self.left(u)
        top, least = abs(self.J).max(axis=1).toarray().ravel(), np.inf
        for _ in range(_ROUNDS):
            below = self.signed & (u < 0.0)
            weight[below] *= np.where(u[below] > -stay, 0.0, _SHRINK)
            u[below] = 0.0
            left = self.left(u)
            rounding = _ROUNDING * (np.abs(self.c) + top * np.abs(u).max(initial=0.0))
            if (np.abs(left) <= np.where(both, rounding, 0.5 * self.margin)).all():
                return u
            worst = np.abs(left).max()
            if worst > grows * least and worst > np.abs(first).max():
                return None
            least = min(least, worst)
            held = np.flatnonzero(both | (left != 0.0))
            # Less than rounding cannot be reached, and the attempt leads far away.
            share = max(_CG_SHARE, min(0.1 * rounding.max() / worst, 0.1))
            d = _nearest(sparse.csr_array(self.J[held]), weight, -left[held], share)
            if not np.isfinite(d).all():
                return None
            u += d
        return None

    def _below(self, u):
        """Of negative entries that are signed their sizes in weights, else 0."""
        return np.where(self.signed, np.minimum(u / self.weights, 0.0), 0.0)

    def _stepped(self, u, ridge):
        """A Newton step from u, as long as it leads to less; None where none does."""
        v, b = self.left(u), self._below(u)
        held, value = np.flatnonzero(v), v @ v + b @ b
        V = self.J[held]
        V.data = V.data * self.weights[V.indices]
        ridge = ridge + (b < 0.0)
        d = _least_squares(V, ridge, -v[held], -b)
        if d is None:
            return None
        step, share = self.weights * d, 1.0
        while share > 1e-4:
            new = u + share * step
            rest, below = self.left(new), self._below(new)
            if rest @ rest + below @ below < value * (1.0 - 1e-4 * share):
                return new
            share *= 0.5
        return None


def _nearest(V, weight, right, share):
    """The d with Vd = right and least sum of d^2 / weight, by conjugate gradients."""
    VT, diagonal = sparse.csr_array(V.T), (V * V) @ weight
    inverse = 1.0 / np.where(diagonal > 0.0, diagonal, np.inf)
    shape = (right.size, right.size)
    normal = LinearOperator(shape, lambda p: V @ (weight * (VT @ p)))
    scaled = LinearOperator(shape, lambda p: inverse * p)
    with np.errstate(all="ignore"):  # what contradicts itself leads to no numbers
        found = cg(normal, right, rtol=share, maxiter=_CG_STEPS, M=scaled)[0]
        return weight * (VT @ found)


def _least_squares(V, ridge, right, more):
    """d with (V'V + diag(ridge)) d = V' right + more by a factor of the quasi-definite system, or
    None."""
    (k, n), both = V.shape, np.concatenate([more, right])
    try:
        system = ldl.System(ldl.triangle(n), V, ridge, np.ones(k))
    except RuntimeError:
        return None
    at = system.solve(both)
    a, b = at[:n], at[n:]
    rest = both - np.concatenate([ridge * a + V.T @ b, V @ a - b])
    return (at + system.solve(rest))[:n]


def _scales(K, Q, pock):
    """(rows (m,), columns (n,)) that bring the largest entries of [Q K'; K 0] near to 1."""
    rows, columns = np.ones(K.shape[0]), np.ones(K.shape[1])
    K, Q = abs(K).tocoo(), abs(Q).tocoo()
    for _ in range(_RUIZ):
        of_rows, of_columns = tops(K, rows, columns)
        curved = tops(Q, columns, columns)[1] if Q.nnz else 0.0
        rows /= np.sqrt(_or_one(of_rows))
        columns /= np.sqrt(_or_one(np.maximum(of_columns, curved)))
    if pock:
        i, j = K.coords
        now = rows[i] * K.data * columns[j]
        rows /= np.sqrt(_or_one(np.bincount(i, now, rows.size)))
        columns /= np.sqrt(_or_one(np.bincount(j, now, columns.size)))
    return rows, columns


def _mean_top(Q):
    """The mean of the largest entries of the rows of a sparse Q."""
    return float(tops(abs(Q).tocoo(), np.ones(Q.shape[0]), np.ones(Q.shape[1]))[0].mean())


def _or_one(a):
    return np.where(a > 0.0, a, 1.0)
