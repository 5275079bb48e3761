"""The sides of a `Program` as distances: its rows and bounds, a centre and a length that far ones
do not move, and the box that the rows imply.

Everything here depends on the program alone, is computed once and without a solver; the box is
stored together with its proof.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy import sparse
from scipy.linalg.lapack import dposv

from solvers.result import Matrix

#: (low, high, multipliers), as `Sides.box` gives them.
Proofs = list[list[tuple[np.ndarray, np.ndarray] | None]]
Box = tuple[np.ndarray, np.ndarray, Proofs]
#: Entries that differ by no more are left as they are, and how often rows and columns are scaled
#: where they do.
_EVEN, _RUIZ = 1e3, 10
#: Entries that differ by more are first brought together in the mean of their logarithms; the
#: least and the largest factor.
_UNEVEN, _LEAST_FACTOR, _MOST_FACTOR = 1e9, 1e-15, 1e15
#: Logarithms of sizes that move by less are those of before.
_SAME = 1e-9
#: A side of this size or more bounds nothing.
NO_SIDE = 1e20
#: Steps of reweighted least squares towards the centre; the share of a typical distance below which
#: a side pulls the less the nearer it is; the share of that at which a step is the last.
_STEPS, _SMOOTH, _STILL = 200, 0.3, 0.01
#: The factor by which each of these steps is extended: below 2 they still descend.
_OVER_RELAXATION = 1.5
#: A distance below this share of the numbers is rounding; where a typical one is below the second,
#: most sides meet in one point.
_ZERO, _MEETING = 1e-9, 1e-7
#: Steps come to a meeting point the slower the nearer they are: where a typical distance is below
#: this share of the largest, the sides up to so many times as far are tried for one.
_SLOW, _TOGETHER = 1e-2, 10.0
#: Rounding of distances about a far centre, as a share of its size.
_FAR_ROUNDING = 1e-13
#: A row nearer to the origin, as a share of a typical distance, is on it: 0.1 + 0.2 - 0.3.
_NOISE = 1e-15
#: A side so many times as far as the one before it is a far one.
_FAR = 100.0
#: A side so far away, and so many times as far as the one before it, may be meant as none.
_VAST, _GAP = 1e9, 1e6
#: The least distance between two bounds, as a share of their size, that is an extent: bounds of a
#: narrower one, in such units, would be far.
_NARROW = 1e-5
#: With more variables these are few; with more than the second each is made of products only.
_MANY_VARIABLES, _TOO_MANY, _FEW_STEPS, _PRODUCTS = 60, 150, 8, 20
#: Programs with more variables, or more choices of n rows, get no box.
_BOX_VARIABLES, _BOX_CHOICES = 3, 60_000
#: What is added to a side of the box, as a share of the terms of its proof.
_BOX_ROUNDING = 1e-12
#: Rounding of an entry of an inverse, as a share of the terms |B^-1| |B| |B^-1|.
_INVERSE_ROUNDING = 2e-15


def lengths(A: Matrix) -> np.ndarray:
    """The length of each row (m,); of a large matrix without a copy of it."""
    if not A.shape[0]:
        return np.zeros(0)
    if sparse.issparse(A):
        i, M = rows_of(A := A.tocsr()), np.abs(A.data)
        size = np.zeros(A.shape[0])
        np.maximum.at(size, i, M)
        scaled = M * (1.0 / _or_one(size))[i]
        return size * np.sqrt(np.bincount(i, scaled * scaled, A.shape[0]))
    size = abs(A).max(axis=1)
    scaled = A / _or_one(size)[:, None]
    return size * np.sqrt(np.einsum("mn,mn->m", scaled, scaled))


def rows_of(A: sparse.csr_array) -> np.ndarray:
    """The row of each entry of A, held by rows."""
    return np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))


def multiplied(A: Matrix, rows: np.ndarray, columns: np.ndarray) -> sparse.csr_array:
    """diag(rows) A diag(columns) of a sparse A, by rows."""
    A = A.tocsr()
    data = rows[rows_of(A)] * A.data * columns[A.indices]
    return sparse.csr_array((data, A.indices, A.indptr), shape=A.shape)


def times_columns(A: Matrix, columns: np.ndarray) -> Matrix:
    """A with its columns multiplied."""
    return A @ sparse.diags_array(columns) if sparse.issparse(A) else A * columns


def _or_one(a):
    return np.where(a > 0.0, a, 1.0)


def _are_even(sizes):
    """Whether those that are not 0 differ by no more than `_EVEN`."""
    sizes = sizes[sizes > 0.0]
    return not sizes.size or bool(sizes.max() <= _EVEN * sizes.min())


def power_of_2(a: Any) -> Any:
    """The powers of 2 nearest to a > 0."""
    return np.exp2(np.round(np.log2(a)))


def tops(M: Matrix, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The largest entries of each row (m,) and column (n,) of diag(rows) M diag(columns), M >= 0;
    0 where there are none; a sparse M by its coordinates."""
    if not sparse.issparse(M):
        now = rows[:, None] * M * columns
        return now.max(axis=1, initial=0.0), now.max(axis=0, initial=0.0)
    (i, j), found = M.coords, (np.zeros(M.shape[0]), np.zeros(M.shape[1]))
    now = rows[i] * M.data * columns[j]
    np.maximum.at(found[0], i, now)
    np.maximum.at(found[1], j, now)
    return found


def scales(
    P: sparse.csr_array, A: sparse.csr_array, extents: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(columns (n,), rows (m,)): the powers of 2 that bring the largest entries of the rows of
    [P A'; A 0] near to 1 (Ruiz); of a variable without entries its entry of `extents`."""
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
        size[filled] = np.clip(size[filled] / np.sqrt(_or_one(top)), _LEAST_FACTOR, _MOST_FACTOR)
    alone = np.setdiff1d(np.arange(n), filled, assume_unique=True)
    size[alone] = _or_one(extents[alone])
    return power_of_2(size[:n]), power_of_2(size[n:])


class Sides:
    """Rows of A and A_eq divided by their lengths, and bounds: what distances are taken to.
    problem: a `Program`, whose module imports this one."""

    def __init__(self, problem: Any):
        self.problem = problem
        self.A_length, self.E_length = lengths(problem.A), lengths(problem.A_eq)
        self.A_safe = np.where(self.A_length > 0.0, self.A_length, 1.0)
        self.E_safe = np.where(self.E_length > 0.0, self.E_length, 1.0)
        self.row = np.isfinite(problem.b) & (self.A_length > 0.0)
        self.low = np.flatnonzero(np.isfinite(problem.lower))
        self.high = np.flatnonzero(np.isfinite(problem.upper))

    @property
    def extents(self) -> np.ndarray:
        """How far the bounds of each variable (n,) reach: between two of them, which a shift moves
        together, else, or where they are as good as one, from the origin; 0 for none."""
        p = self.problem
        low, high = (np.where(np.isfinite(a), a, 0.0) for a in (p.lower, p.upper))
        size = np.maximum(np.abs(low), np.abs(high))
        width = np.where(np.isfinite(p.upper - p.lower), high - low, 0.0)
        return np.where(width > 0.0, np.maximum(width, _NARROW * size), size)

    @cached_property
    def near(self) -> tuple[np.ndarray, np.ndarray]:
        """Which lower and which upper bounds (n,) are no far ones: those from 1e9 on, where all
        other sides, and the planes of `_flat`, are at most a millionth of that away, may be meant
        as none."""
        p = self.problem
        sizes = [p.b / self.A_safe, p.b_eq / self.E_safe, p.lower, p.upper]
        if p.Q is not None:
            sizes.append(p.c / _or_one(self._Q_length))
        sizes = np.abs(np.concatenate(sizes))
        sizes = np.sort(sizes[(sizes > 0.0) & (sizes < np.inf)])
        wide = np.flatnonzero((sizes[1:] > _GAP * sizes[:-1]) & (sizes[1:] >= _VAST))
        reach = sizes[wide[0] + 1] if wide.size else np.inf
        return np.abs(p.lower) < reach, np.abs(p.upper) < reach

    @cached_property
    def nearest_to_origin(self) -> float:
        """The distance of the origin to the nearest side that it is not on, but for rounding of the
        data; 0 for none."""
        p = self.problem
        rows = np.abs(np.append(p.b[self.row] / self.A_safe[self.row], p.b_eq / self.E_safe))
        rows = rows[rows > _NOISE * _typical(rows[rows > 0.0])]
        away = np.abs(np.concatenate([rows, p.lower[self.low], p.upper[self.high]]))
        return float(away[away > 0.0].min()) if away.any() else 0.0

    @cached_property
    def _entries(self):
        """|A| and |A_eq|, one above the other, with rows of length 1."""
        both = ((self.problem.A, self.A_safe), (self.problem.A_eq, self.E_safe))
        if not any(sparse.issparse(A) for A, _ in both):
            return np.vstack([(1.0 / size)[:, None] * abs(A) for A, size in both])
        one = np.ones(self.problem.c.size)
        return sparse.vstack([multiplied(sparse.csr_array(abs(A)), 1.0 / size, one)
                              for A, size in both], format="coo")  # fmt: skip

    @cached_property
    def columns(self) -> np.ndarray:
        """The sizes of the variables (n,): powers of two that bring the largest entries of rows, of
        Q and, of variables in neither, of bounds near to 1; or 1 where they differ by no more than
        `_EVEN`."""
        p, n = self.problem, self.problem.c.size
        curve = np.zeros(0) if p.Q is None else self._Q_length
        used = tops(self._entries, np.ones(self.A_length.size + self.E_length.size), np.ones(n))[1]
        used = used if p.Q is None else used + curve
        alone = np.where(used > 0.0, 0.0, self.extents)
        entries = self._entries.data if sparse.issparse(self._entries) else self._entries
        if all(_are_even(sizes) for sizes in (entries, np.sqrt(curve), alone)):
            return np.ones(n)
        P = sparse.csr_array((n, n)) if p.Q is None else sparse.csr_array(p.Q)
        whole = sparse.csr_array(sparse.vstack([sparse.csr_array(A) for A in (p.A, p.A_eq)]))
        logs = np.log2(scales(P, whole, self.extents)[0])
        # One bound says no size: it may be a shift. No unit larger than the others' hides how far
        # a point is beyond it.
        lone = (used == 0.0) & ~((p.lower < p.upper) & np.isfinite(p.upper - p.lower))
        most = logs[~lone].mean() if (~lone).any() else logs.min()
        logs[lone] = np.minimum(logs[lone], np.round(most))
        apart = np.ptp(logs) > np.log2(_EVEN)
        return np.exp2(np.round(logs - logs.mean())) if apart else np.ones(n)

    @cached_property
    def even(self) -> Sides:
        """The same sides with each variable divided by its entry of `columns`."""
        p, C = self.problem, self.columns
        if (C == 1.0).all():
            return self
        Q = None if p.Q is None else times_columns(times_columns(p.Q, C).T, C)
        return Sides(SimpleNamespace(
            c=p.c * C, A=times_columns(p.A, C), b=p.b, Q=Q, A_eq=times_columns(p.A_eq, C),
            b_eq=p.b_eq, lower=p.lower / C, upper=p.upper / C))  # fmt: skip

    @cached_property
    def sizes(self) -> np.ndarray:
        """The powers of two (n,) by which variables are multiplied so that all entries, in rows
        multiplied as well, are near to 1 in the geometric mean: the units of the variables."""
        M = self._entries
        if sparse.issparse(M):
            M = sparse.coo_array(M)
            M.eliminate_zeros()
            (i, j), filled = M.coords, M.data
        else:
            i, j = np.nonzero(M)
            filled = M[i, j]
        logs = np.log2(filled)
        rows, columns = np.zeros(M.shape[0]), np.zeros(M.shape[1])
        per_row = np.maximum(np.bincount(i, minlength=rows.size), 1)
        per_column = np.maximum(np.bincount(j, minlength=columns.size), 1)
        for _ in range(_RUIZ):
            rows, before = -np.bincount(i, logs + columns[j], rows.size) / per_row, columns
            columns = -np.bincount(j, logs + rows[i], columns.size) / per_column
            if np.abs(columns - before).max(initial=0.0) <= _SAME:  # at once where all are filled
                break
        return np.exp2(np.round(columns))

    @cached_property
    def _Q_length(self):
        return lengths(self.problem.Q)

    @cached_property
    def _scaled(self):
        """(A_length, E_length, shares (n,)): the lengths of rows in variables of one size, and the
        largest entry of each variable in such rows of length 1, or in Q as a share of its largest
        row."""
        p, columns, scaled, shares = self.problem, self.sizes, [], []
        for A in (p.A, p.A_eq):
            one = np.ones(A.shape[0])
            A = multiplied(A, one, columns) if sparse.issparse(A) else A * columns
            scaled.append(lengths(A))
            if A.shape[0]:
                size = abs(A).tocoo() if sparse.issparse(A) else abs(A)
                shares.append(tops(size, 1.0 / _or_one(scaled[-1]), np.ones(columns.size))[1])
        if p.Q is not None:
            size = self._Q_length * columns
            shares.append(size / (size.max(initial=0.0) or 1.0))
        return *scaled, np.max(shares, axis=0, initial=0.0) if shares else np.zeros(p.c.size)

    def rounding(
        self,
        y: np.ndarray,
        z: np.ndarray,
        more: float | np.ndarray = 0.0,
        total: Callable[[np.ndarray], float] = np.max,
    ) -> np.ndarray:
        """What rounding of multipliers y, z that were solved for together may leave of a reduced
        cost (n,), before it is multiplied by a rounding: the less the smaller the entries of the
        variable are, in units in which all variables are of one size. `more` (n,): other terms."""
        A_length, E_length, shares = self._scaled
        largest = np.abs(more * self.sizes).max(initial=0.0)
        if total is np.max:
            largest += (A_length * y).max(initial=0.0) + (E_length * np.abs(z)).max(initial=0.0)
        else:
            largest += A_length @ y + E_length @ np.abs(z)
        return shares * largest / self.sizes

    @cached_property
    def centre(self) -> np.ndarray:
        """The point (n,) with about the least sum of distances to all sides, and to the planes on
        which the slope of a curved objective is 0: a far side pulls no more than a near one, and
        two bounds of a variable do not pull at all between them. Reweighted least squares."""
        return self._centre[0]

    @cached_property
    def length(self) -> float:
        """The upper quartile of the distances of the centre to the sides that it is not on, of two
        bounds to the nearer one, without far ones; where there are none the distance to the next
        side. Its own size where it is on all sides, or on all rows and far from every bound; 0
        where that is 0 too."""
        x, zero = self._centre
        d, size = self._distances(x), float(np.linalg.norm(x))
        length = _typical(self._near(d, zero)) or float(d[d > zero].min(initial=np.inf))
        meet = self._rows > 0 and (d[: self._rows] <= zero).all()
        # Up to `zero` the point is the origin but for rounding: its size is no length.
        if length == np.inf or (meet and size > zero and _FAR * size < length):
            return size
        return length

    @cached_property
    def middle(self) -> np.ndarray:
        """The point (n,) with the least squared distances to all rows and bounds that are not far:
        where methods begin."""
        if self._count == 0:
            return self.centre
        near = self._distances(self.centre) <= _FAR * (self.length or np.inf)
        near[self._rows + self.low.size + self.high.size :] = False
        return self._weighted(near.astype(float), self.centre)

    @cached_property
    def _centre(self):
        """(centre, zero): and the distance up to which it is on a side."""
        x, zero = np.zeros(self.problem.c.size), 0.0
        if self._count == 0:
            return x, zero
        if self.nearest_to_origin == 0.0:  # they meet there; planes of the slope may be elsewhere
            return x, _ZERO * float(self._distances(x).max())
        x = self._start(x)
        for _ in range(_FEW_STEPS if x.size > _MANY_VARIABLES else _STEPS):
            d = self._distances(x)
            m, reach, zero = self._smoothing(x, d)
            if m <= reach:
                break
            step = self._weighted(m / np.hypot(d, m), x) - x
            size = float(np.abs(step).max())
            if not size < np.inf:
                break
            x = x + _OVER_RELAXATION * step
            if size <= _STILL * m:
                break
        m, reach, zero = self._smoothing(x, self._distances(x))
        # Where most sides meet in this point, what is left of their distances is rounding.
        return self._met(x, max(zero, 100.0 * m) if 0.0 < m <= reach else zero)

    def _met(self, x, zero):
        """(centre, zero) where most sides are near x: the point in which they meet, if they do."""
        d, size = self._distances(x), max(float(np.abs(x).max()), self.nearest_to_origin)
        typical, reach = _typical(self._near(d, zero)), min(size, float(d.max()))
        if not 0.0 < typical <= _SLOW * reach:
            return x, zero
        near = d <= _TOGETHER * typical
        new = self._weighted(near.astype(float), x)
        rounding = max(_ZERO * reach, _FAR_ROUNDING * size)
        meets = np.isfinite(new).all() and self._distances(new)[near].max() <= rounding
        return (new, max(zero, rounding)) if meets else (x, zero)

    def _start(self, x):
        """The least squares of all distances; or of those to rows alone where the nearer bound of
        every variable is far from there, so that no number of far bounds draws the centre away."""
        x = self._weighted(np.ones(self._count), x)
        if not self.is_bounded:
            return x
        alone = np.zeros(self._count)
        alone[: self._rows] = 1.0
        rows = self._weighted(alone, x)
        d = self._distances(rows)
        near = self._to_bounds(d)
        near = near[np.isfinite(near)].min(initial=np.inf)
        return rows if self._rows and np.inf > near > _FAR * _typical(d[: self._rows]) else x

    def _smoothing(self, x, d):
        """(m, meeting, zero): the distance below which a side pulls the less the nearer it is, that
        up to which most sides meet in x, and that up to which x is on a side."""
        size = max(float(np.abs(x).max()), self.nearest_to_origin)
        # Neither a shift of all sides nor a far one makes separate sides meet.
        reach, rounding = min(size, float(d.max())), _FAR_ROUNDING * size
        if reach <= _ZERO * size:  # all sides meet
            return 0.0, 0.0, _ZERO * size
        m = _SMOOTH * _typical(self._near(d, -1.0))
        return m, max(_MEETING * reach, rounding), max(_ZERO * reach, rounding)

    def _near(self, d, zero):
        """Of the distances d of a point to all sides those above `zero`, to rows and to the nearer
        bound of each variable; without those that are far beyond three quarters of the rows."""
        rows = d[: self._rows]
        rows = both = rows[rows > zero]
        if self.is_bounded:
            near = self._to_bounds(d)
            both = np.concatenate([rows, near[(near > zero) & np.isfinite(near)]])
        reach = _FAR * _typical(rows)
        return both[both <= reach] if reach > 0.0 else both

    def _to_bounds(self, d):
        """Of the distances d of a point to all sides those to the nearer bound of each variable
        (n,), infinite where it has none."""
        _, low, high, _ = self._apart(d)
        near = np.full(self.problem.c.size, np.inf)
        near[self.low] = low
        near[self.high] = np.minimum(near[self.high], high)
        return near

    def _apart(self, d):
        """The parts of d for rows, lower bounds, upper bounds and flat planes."""
        a = self._rows
        b = a + self.low.size
        c = b + self.high.size
        return d[:a], d[a:b], d[b:c], d[c:]

    @cached_property
    def _rows(self):
        return int(self.row.sum()) + self.problem.b_eq.size

    @cached_property
    def is_bounded(self) -> bool:
        """Whether any variable has a bound."""
        return bool(self.low.size or self.high.size)

    @cached_property
    def _count(self):
        flat = 0 if self._flat is None else self.problem.c.size
        return self._rows + self.low.size + self.high.size + flat

    @cached_property
    def _flat(self):
        """(rows, sides) of the planes on which the slope c + Qx is 0 in a coordinate, each row of
        length 1 or 0; None of a linear objective."""
        p = self.problem
        if p.Q is None:
            return None
        size = self._Q_length
        size = np.where(size > 1e-9 * size.max(initial=0.0), size, np.inf)
        if sparse.issparse(p.Q):
            return multiplied(p.Q, 1.0 / size, np.ones(size.size)), -p.c / size
        return p.Q / size[:, None], -p.c / size

    @cached_property
    def _matrix(self):
        """Rows of length 1, sparse or dense, and their sides."""
        p = self.problem
        A, E = p.A if self.row.all() else p.A[self.row], p.A_eq
        if sparse.issparse(A) or sparse.issparse(E):
            one = np.ones(p.c.size)
            A = multiplied(sparse.csr_array(A), 1.0 / self.A_safe[self.row], one)
            E = multiplied(sparse.csr_array(E), 1.0 / self.E_safe, one)
            R = sparse.csr_array(sparse.vstack([A, E]))
        else:
            R = np.vstack([A / self.A_safe[self.row][:, None], E / self.E_safe[:, None]])
        return R, np.concatenate([p.b[self.row] / self.A_safe[self.row], p.b_eq / self.E_safe])

    def _distances(self, x):
        """Of x to all sides: rows of A, of A_eq, lower and upper bounds."""
        (R, h), p = self._matrix, self.problem
        parts = [R @ x - h]
        if self.is_bounded:
            parts += [(x - p.lower)[self.low], (p.upper - x)[self.high]]
        if self._flat is not None:
            parts.append(self._flat[0] @ x - self._flat[1])
        return np.abs(np.concatenate(parts))

    @cached_property
    def _planes(self):
        """(R, h, RT): the rows of `_matrix`, those of `_flat` below them, and R'."""
        R, h = self._matrix
        if self._flat is not None:
            scattered = sparse.issparse(R) or sparse.issparse(self._flat[0])
            stack = sparse.vstack if scattered else np.vstack
            R, h = stack([R, self._flat[0]]), np.concatenate([h, self._flat[1]])
        return R, h, sparse.csr_array(R.T) if sparse.issparse(R) else R.T

    @cached_property
    def _squares(self):
        """The squares of R' of `_planes`."""
        RT = self._planes[2]
        if not sparse.issparse(RT):
            return RT * RT
        return sparse.csr_array((RT.data * RT.data, RT.indices, RT.indptr), shape=RT.shape)

    def _weighted(self, weights, near):
        """The least squares of distances with these weights, nearest to `near`."""
        (R, h, RT), p, n = self._planes, self.problem, near.size
        rows, diagonal = weights, np.zeros(n)
        if self.is_bounded:
            rows, low, high, flat = self._apart(weights)
            rows = np.concatenate([rows, flat])
        pull = RT @ (rows * (h - R @ near))
        if self.is_bounded:
            diagonal = np.bincount(self.low, low, n) + np.bincount(self.high, high, n)
            bounds = np.zeros(n)
            bounds[self.low] += low * (p.lower - near)[self.low]
            bounds[self.high] += high * (p.upper - near)[self.high]
            pull = pull + bounds
        if n > _TOO_MANY:
            return near + _descended(R, RT, rows, diagonal, pull, self._squares @ rows + diagonal)
        R = R.toarray() if sparse.issparse(R) else R
        M = (R.T * rows) @ R
        if self.is_bounded:
            M.flat[:: n + 1] += diagonal
        M.flat[:: n + 1] += 1e-12 * max(1e-300, float(M.trace()))
        return near + _solved(M, pull)

    # -- the box that rows imply ----------------------------------------------------------------

    @cached_property
    def box(self) -> Box:
        """(low (n,), high (n,), multipliers): bounds that the sides imply, infinite where none is
        found, and what proves them: multipliers[j][k] = (y, z) with A'y + A_eq'z = -e_j (k = 0) or
        e_j (k = 1) up to what bounds of variables bear."""
        p, n = self.problem, self.problem.c.size
        low, high = p.lower.copy(), p.upper.copy()
        proofs: Proofs = [[None, None] for _ in range(n)]
        if n > _BOX_VARIABLES or self._choices > _BOX_CHOICES:
            return low, high, proofs
        G, h, back = self._halfplanes()
        inverse, error, choice = _corners(G, n)
        for j in range(n):
            for k, sign in enumerate((-1.0, 1.0)):
                found = _tightest(inverse, error, choice, h, sign, j)
                if found is None:
                    continue
                rows, weights, reach = found
                if k == 0 and -reach > low[j]:
                    low[j], proofs[j][k] = -reach, back(rows, weights)
                elif k == 1 and reach < high[j]:
                    high[j], proofs[j][k] = reach, back(rows, weights)
        return low, high, proofs

    @property
    def _choices(self):
        from math import comb

        return comb(self._count + self.problem.b_eq.size, self.problem.c.size)

    def _halfplanes(self):
        """(G, h, back): all sides as Gx <= h, rows of length 1; back(rows, weights) gives the
        multipliers (y, z) of A and A_eq."""
        (R, h), p, n = self._matrix, self.problem, self.problem.c.size
        R = R.toarray() if sparse.issparse(R) else R
        m, k = int(self.row.sum()), p.b_eq.size
        one = np.eye(n)
        G = np.vstack([R, -R[m:], -one[self.low], one[self.high]])
        side = np.concatenate([h, -h[m:], -p.lower[self.low], p.upper[self.high]])
        places = np.flatnonzero(self.row)

        def back(rows, weights):
            y, z = np.zeros(p.b.size), np.zeros(k)
            for row, weight in zip(rows, weights, strict=True):
                if row < m:
                    y[places[row]] += weight / self.A_safe[places[row]]
                elif row < m + 2 * k:
                    i = (row - m) % k
                    z[i] += (1.0 if row < m + k else -1.0) * weight / self.E_safe[i]
            return y, z

        return G, side, back


def _solved(M, r):
    """M^-1 r for M symmetric positive definite, up to rounding."""
    *_, found, failed = dposv(M, r)
    return np.linalg.solve(M, r) if failed else found


def _descended(R, RT, rows, diagonal, pull, size):
    """About the solution of (R' diag(rows) R + diag(diagonal)) x = pull: a few conjugate gradients,
    preconditioned by `size`, the diagonal of that matrix."""
    size = np.where(size > 0.0, size, 1.0)
    x, r = np.zeros(pull.size), pull
    s = r / size
    p, now = s, float(r @ s)
    first = now
    for _ in range(_PRODUCTS):
        if not now > 1e-12 * first:
            break
        product = RT @ (rows * (R @ p)) + diagonal * p
        a = now / float(p @ product)
        x, r = x + a * p, r - a * product
        s = r / size
        before, now = now, float(r @ s)
        p = s + (now / before) * p
    return x


def _typical(d):
    """A distance above three quarters of all; 0 where there are none."""
    at = round(0.75 * (d.size - 1))
    return float(np.partition(d, at)[at]) if d.size else 0.0


def _corners(G, n):
    """(inverse (C, n, n), error (C, n, n), choice (C, n)): of each n rows of G that are independent
    the transposed inverse, the rounding error of its entries, and which they are."""
    choice = np.array(list(combinations(range(len(G)), n)), dtype=int).reshape(-1, n)
    B = G[choice].transpose(0, 2, 1)
    good = np.abs(np.linalg.det(B)) > 1e-10 if len(B) else np.zeros(0, dtype=bool)
    inverse = np.linalg.inv(B[good])
    size = np.abs(inverse)
    return inverse, _INVERSE_ROUNDING * (size @ np.abs(B[good]) @ size), choice[good]


def _tightest(inverse, error, choice, h, sign, j):
    """(rows, weights, reach): the n rows that prove the least bound on sign x_j; None for none."""
    if not len(inverse):
        return None
    weights, off = sign * inverse[:, :, j], error[:, :, j]
    reach = np.einsum("cn,cn->c", weights, h[choice])
    # What rounding may take from it: that of the sum, and that of the inverse, as rows that are
    # nearly parallel have it, or variables in units far apart.
    reach += np.einsum("cn,cn->c", _BOX_ROUNDING * np.abs(weights) + off, np.abs(h[choice]))
    reach[(weights < -off).any(axis=1)] = np.inf
    best = int(reach.argmin())
    if not np.isfinite(reach[best]):
        return None
    return choice[best], np.maximum(weights[best], 0.0), float(reach[best])
