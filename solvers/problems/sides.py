"""The sides of a `Program` as distances: its rows and bounds, a centre and a length that far ones
do not move, and the box that the rows imply.

Everything here is of the program alone, made once and without a solver's help; what the box is
proved by is kept beside it.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import lsmr

#: A side of this size or more bounds nothing.
NO_SIDE = 1e20
#: Steps of reweighted least squares towards the centre; the share of a typical distance below which
#: a side pulls the less the nearer it is; the share of that at which a step is the last.
_STEPS, _SMOOTH, _STILL = 200, 0.3, 0.01
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
#: With more variables these are few, and each is made of products only.
_MANY_VARIABLES, _FEW_STEPS, _PRODUCTS = 400, 8, 30
#: Programs with more variables, or more choices of n rows, get no box.
_BOX_VARIABLES, _BOX_CHOICES = 3, 60_000
#: What is added to a side of the box, as a share of the terms of its proof.
_BOX_ROUNDING = 1e-12


def lengths(A):
    """The length of each row (m,); of a large matrix without a copy of it."""
    if not A.shape[0]:
        return np.zeros(0)
    size = abs(A).max(axis=1)
    size = size.toarray().ravel() if sparse.issparse(size) else np.asarray(size)
    safe = np.where(size > 0.0, size, 1.0)
    if sparse.issparse(A):
        scaled = sparse.diags_array(1.0 / safe) @ A
        return size * np.sqrt(np.asarray(scaled.multiply(scaled).sum(axis=1)).ravel())
    scaled = A / safe[:, None]
    return size * np.sqrt(np.einsum("mn,mn->m", scaled, scaled))


def _largest(A, factors):
    """The largest entry of each column (n,) of A (m, n) >= 0 with its rows multiplied."""
    if sparse.issparse(A):
        return (sparse.diags_array(factors) @ A).max(axis=0).toarray().ravel()
    return (A * factors[:, None]).max(axis=0)


class Sides:
    """Rows of A and A_eq divided by their lengths, and bounds: what distances are taken to."""

    def __init__(self, problem):
        self.problem = problem
        self.A_length, self.E_length = lengths(problem.A), lengths(problem.A_eq)
        self.A_safe = np.where(self.A_length > 0.0, self.A_length, 1.0)
        self.E_safe = np.where(self.E_length > 0.0, self.E_length, 1.0)
        self.row = np.isfinite(problem.b) & (self.A_length > 0.0)
        self.low = np.flatnonzero(np.isfinite(problem.lower))
        self.high = np.flatnonzero(np.isfinite(problem.upper))

    @cached_property
    def nearest_to_origin(self):
        """The distance of the origin to the nearest side that it is not on, but for rounding of the
        data; 0 for none."""
        p = self.problem
        rows = np.abs(np.append(p.b[self.row] / self.A_safe[self.row], p.b_eq / self.E_safe))
        rows = rows[rows > _NOISE * _typical(rows[rows > 0.0])]
        away = np.abs(np.concatenate([rows, p.lower[self.low], p.upper[self.high]]))
        return float(away[away > 0.0].min()) if away.any() else 0.0

    @cached_property
    def shares(self):
        """The largest entry of each variable (n,) in rows of length 1, or in Q as a share of its
        largest row: what rounding of multipliers does to a reduced cost."""
        p = self.problem
        both = ((p.A, self.A_safe), (p.A_eq, self.E_safe))
        shares = [_largest(abs(A), 1.0 / size) for A, size in both if A.shape[0]]
        if p.Q is not None:
            size = lengths(p.Q)
            shares.append(size / (size.max(initial=0.0) or 1.0))
        return np.max(shares, axis=0, initial=0.0) if shares else np.zeros(p.c.size)

    @cached_property
    def centre(self):
        """The point (n,) with about the least sum of distances to all sides, and to the planes on
        which the slope of a curved objective is 0: a far side pulls no more than a near one, and
        two bounds of a variable do not pull at all between them. Reweighted least squares."""
        return self._centre[0]

    @cached_property
    def length(self):
        """The upper quartile of the distances of the centre to the sides that it is not on, of two
        bounds to the nearer one, without far ones; where there are none the distance to the next
        side, where it is on all sides its own size; 0 where that is 0 too."""
        x, zero = self._centre
        d = self._distances(x)
        beyond = d[d > zero].min(initial=np.inf)
        return _typical(self._near(d, zero)) or float(
            beyond if beyond < np.inf else np.linalg.norm(x)
        )

    @cached_property
    def middle(self):
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
        x = self._weighted(np.ones(self._count), x)
        for _ in range(_FEW_STEPS if x.size > _MANY_VARIABLES else _STEPS):
            d = self._distances(x)
            m, reach, zero = self._smoothing(x, d)
            if m <= reach:
                break
            new = self._weighted(m / np.hypot(d, m), x)
            if not np.isfinite(new).all():
                break
            step, x = float(np.abs(new - x).max()), new
            if step <= _STILL * m:
                break
        m, reach, zero = self._smoothing(x, self._distances(x))
        # Where most sides meet in this point, what is left of their distances is none.
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

    def _smoothing(self, x, d):
        """(m, meeting, zero): the distance below which a side pulls the less the nearer it is, that
        up to which most sides meet in x, and that up to which x is on a side."""
        size = max(float(np.abs(x).max()), self.nearest_to_origin)
        # Neither a shift of all sides nor a far one makes those that are apart meet.
        reach, rounding = min(size, float(d.max())), _FAR_ROUNDING * size
        if reach <= _ZERO * size:  # all sides meet
            return 0.0, 0.0, _ZERO * size
        m = _SMOOTH * _typical(self._near(d, -1.0))
        return m, max(_MEETING * reach, rounding), max(_ZERO * reach, rounding)

    def _near(self, d, zero):
        """Of the distances d of a point to all sides those above `zero`, to rows and to the nearer
        bound of each variable; without those that are far beyond three quarters of the rows."""
        n, ends = self.problem.c.size, np.cumsum([self._rows, self.low.size, self.high.size])
        rows, low, high, _ = np.split(d, ends)
        near = np.full(n, np.inf)
        near[self.low] = low
        near[self.high] = np.minimum(near[self.high], high)
        rows, near = rows[rows > zero], near[(near > zero) & np.isfinite(near)]
        both, reach = np.concatenate([rows, near]), _FAR * _typical(rows)
        return both[both <= reach] if reach > 0.0 else both

    @property
    def _rows(self):
        return int(self.row.sum()) + self.problem.b_eq.size

    @property
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
        size = lengths(p.Q)
        size = np.where(size > 1e-9 * size.max(initial=0.0), size, np.inf)
        if sparse.issparse(p.Q):
            return sparse.csr_array(sparse.diags_array(1.0 / size) @ p.Q), -p.c / size
        return p.Q / size[:, None], -p.c / size

    @cached_property
    def _matrix(self):
        """Rows of length 1, sparse or dense, and their sides."""
        p = self.problem
        A, E = p.A[self.row], p.A_eq
        if sparse.issparse(A) or sparse.issparse(E):
            A = sparse.diags_array(1.0 / self.A_safe[self.row]) @ sparse.csr_array(A)
            E = sparse.diags_array(1.0 / self.E_safe) @ sparse.csr_array(E)
            R = sparse.csr_array(sparse.vstack([A, E]))
        else:
            R = np.vstack([A / self.A_safe[self.row][:, None], E / self.E_safe[:, None]])
        return R, np.concatenate([p.b[self.row] / self.A_safe[self.row], p.b_eq / self.E_safe])

    def _distances(self, x):
        """Of x to all sides: rows of A, of A_eq, lower and upper bounds."""
        (R, h), p = self._matrix, self.problem
        low, high = (x - p.lower)[self.low], (p.upper - x)[self.high]
        flat = () if self._flat is None else (self._flat[0] @ x - self._flat[1],)
        return np.abs(np.concatenate([R @ x - h, low, high, *flat]))

    def _weighted(self, weights, near):
        """The least squares of distances with these weights, nearest to `near`."""
        (R, h), p, n = self._matrix, self.problem, near.size
        ends = np.cumsum([self._rows, self.low.size, self.high.size])
        rows, low, high, flat = np.split(weights, ends)
        if self._flat is not None:
            stack = (
                sparse.vstack if sparse.issparse(R) or sparse.issparse(self._flat[0]) else np.vstack
            )
            R, h = stack([R, self._flat[0]]), np.concatenate([h, self._flat[1]])
            rows = np.concatenate([rows, flat])
        diagonal = np.bincount(self.low, low, n) + np.bincount(self.high, high, n)
        pull = np.zeros(n)
        pull[self.low] += low * (p.lower - near)[self.low]
        pull[self.high] += high * (p.upper - near)[self.high]
        if n > _MANY_VARIABLES:
            half = sparse.diags_array(np.sqrt(rows)) @ sparse.csr_array(R)
            safe = np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
            stacked = sparse.vstack([half, sparse.diags_array(np.sqrt(diagonal))], format="csr")
            right = np.concatenate([np.sqrt(rows) * (h - R @ near), pull / safe])
            return near + lsmr(stacked, right, maxiter=_PRODUCTS)[0]
        R = R.toarray() if sparse.issparse(R) else R
        M = (R.T * rows) @ R
        M.flat[:: n + 1] += diagonal
        M.flat[:: n + 1] += 1e-12 * max(1e-300, float(np.trace(M)))
        return near + np.linalg.solve(M, R.T @ (rows * (h - R @ near)) + pull)

    # -- the box that rows imply ----------------------------------------------------------------

    @cached_property
    def box(self):
        """(low (n,), high (n,), multipliers): bounds that the sides imply, infinite where none is
        found, and what proves them: multipliers[j][k] = (y, z) with A'y + A_eq'z = -e_j (k = 0) or
        e_j (k = 1) up to what bounds of variables bear."""
        p, n = self.problem, self.problem.c.size
        low, high, proofs = p.lower.copy(), p.upper.copy(), [[None, None] for _ in range(n)]
        if n > _BOX_VARIABLES or self._choices > _BOX_CHOICES:
            return low, high, proofs
        G, h, back = self._halfplanes()
        inverse, choice = _corners(G, n)
        for j in range(n):
            for k, sign in enumerate((-1.0, 1.0)):
                found = _tightest(inverse, choice, h, sign, j)
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


def _typical(d):
    """A distance above three quarters of all; 0 where there are none."""
    return float(np.quantile(d, 0.75, method="nearest")) if d.size else 0.0


def _corners(G, n):
    """(inverse (C, n, n), choice (C, n)): of each n rows of G that are independent the transposed
    inverse, and which they are."""
    choice = np.array(list(combinations(range(len(G)), n)), dtype=int).reshape(-1, n)
    B = G[choice]
    good = np.abs(np.linalg.det(B)) > 1e-10 if len(B) else np.zeros(0, dtype=bool)
    return np.linalg.inv(B[good].transpose(0, 2, 1)), choice[good]


def _tightest(inverse, choice, h, sign, j):
    """(rows, weights, reach): the n rows that prove the least bound on sign x_j; None for none."""
    if not len(inverse):
        return None
    weights = sign * inverse[:, :, j]
    reach = np.einsum("cn,cn->c", weights, h[choice])
    # What rounding of the inverse may take from it, as rows that are nearly parallel do.
    reach += _BOX_ROUNDING * np.einsum("cn,cn->c", np.abs(weights), np.abs(h[choice]))
    reach[(weights < -1e-12).any(axis=1)] = np.inf
    best = int(reach.argmin())
    if not np.isfinite(reach[best]):
        return None
    return choice[best], np.maximum(weights[best], 0.0), float(reach[best])
