"""The constraints of a `Program` in its natural units: what its methods compute with.

x = centre + length (columns v); all bounds and rows become Gv <= h and Ev = e with rows of length
1; the objective is base + unit (c'v + 1/2 v'Qv). A shift of x, longer rows and other units of x or
of the objective leave v as it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.linalg import qr
from scipy.linalg.lapack import dgeqrf, dormqr, dtrtrs

from solvers.cholesky import Inverse, cholesky_solve
from solvers.result import Matrix

#: Rounding of a distance, in lengths, and what may be broken where no inner point is known: where
#: rows nearly contradict each other, one that is off by 1e-12 may be worth a lot to the value.
_ROUNDING, _LOOSE_ROUNDING = 4e-16, 2e-14
#: A point so far out that rounding breaks rows by more, in lengths, is not known to be feasible;
#: the tip of a needle of 1 : 1e6 is.
_FARTHEST = 5e-10
#: A point that breaks rows by no more, in lengths, is drawn to the inner point at once.
_DRAW_IN_WITHIN = 1e-7
#: With more variables a factor takes seconds: it is not spent on points that break rows by more, in
#: lengths, nor on multipliers that leave more of the dual residual than this share of its terms.
_MANY_VARIABLES, _WORTH_A_FACTOR = 3000, 1e-2
#: A dual residual below this share of its terms is rounding; a ray may be off by more.
_DUAL_ROUNDING, _RAY_ROUNDING = 8e-15, 1e-11
#: Least squares over more entries are solved by their normal equations, which lose digits; those
#: over more than the second, at first.
_LSTSQ_SIZE, _LSTSQ_FIRST_SIZE = 20_000, 2_000
#: A pivot of a QR factor below this share of the largest is of columns that may be dependent.
_DEPENDENT = 1e-10
#: A contradiction below this share of its terms is rounding.
_MIN_CONTRADICTION = 1e-8
#: With more variables, bounds are sparse rows where there are no others.
_MANY_BOUNDS = 200
#: Matrices with more entries are not searched for multipliers from x alone.
_NNLS_SIZE = 300_000
#: Matrices with more entries are not searched for an inner point.
_INNER_SIZE = 30_000_000
#: Margins that are tried for an inner point, in lengths.
_MARGINS = (0.5, 0.1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8)
#: What is added so that a singular matrix has a factor.
RIDGE = 1e-13
#: (w, y, z): a point, and multipliers of the rows of G and of E.
Multipliers = tuple[np.ndarray, np.ndarray, np.ndarray]
#: A sparse matrix with fewer rows is factored as a dense one, which where it fills up, as most do,
#: is far faster; what need not be exact of a larger one is solved by so many conjugate gradients.
_DENSE_FACTOR_ROWS, _CG_STEPS = 3_000, 100


def factor(M: Matrix, ridge: float = RIDGE) -> Inverse:
    """r -> M^-1 r for M symmetric positive semidefinite, dense or sparse; `ridge`, a share of its
    mean diagonal entry, is added to it."""
    n = M.shape[0]
    more = ridge * max(1e-300, float(M.diagonal().sum()) / n)
    if sparse.issparse(M) and n > _DENSE_FACTOR_ROWS:
        from scipy.sparse.linalg import splu  # 7 MB, which dense programs do not need

        return splu(sparse.csc_array(M + more * sparse.eye_array(n)), "MMD_AT_PLUS_A",
                    diag_pivot_thresh=0.0, options={"SymmetricMode": True}).solve  # fmt: skip
    M = np.array(_dense(M))
    M.flat[:: n + 1] += more
    try:
        return cholesky_solve(M)
    except np.linalg.LinAlgError:
        inverse = np.linalg.pinv(M, hermitian=True)
        return lambda r: inverse @ r


def _near_solution(M, r):
    """M^-1 r, for a step whose length is searched."""
    if M.shape[0] <= _DENSE_FACTOR_ROWS:
        return factor(M, 1e-9)(r)
    from scipy.sparse.linalg import cg

    more = 1e-9 * float(M.diagonal().sum()) / M.shape[0]
    return cg(M + more * sparse.eye_array(M.shape[0]), r, maxiter=_CG_STEPS)[0]


def gram(G: Matrix, weights: np.ndarray) -> Matrix:
    """G' diag(weights) G, weights >= 0."""
    if sparse.issparse(G):
        return sparse.csr_array((G.T * weights) @ G)
    half = G * np.sqrt(weights)[:, None]
    return half.T @ half


def shortest(M: np.ndarray, r: np.ndarray) -> np.ndarray:
    """The shortest d (p,) of those with the least |Md - r|, M (n, p)."""
    n, p = M.shape
    if 0 < n <= p:
        reflections, scales, *_ = dgeqrf(M.T)
        pivots = np.abs(reflections.diagonal())
        if pivots.min() > _DEPENDENT * pivots.max():
            d = np.zeros((p, 1))
            d[:n, 0] = dtrtrs(reflections[:n], r, trans=1)[0]
            return dormqr("L", "N", reflections, scales, d, max(64, p))[0].ravel()
    return np.linalg.lstsq(M, r, rcond=1e-14)[0]


class Rows:
    """G (p, n), h (p,), E (q, n), e (q,), c (n,), Q (n, n) or None; centre (n,), length, columns
    (n,), base and unit; the rows of A come first in G, those of A_eq first in E, then bounds.
    problem: a `Program`, whose module imports this one."""

    def __init__(self, problem: Any):
        p, n = problem, problem.c.size
        scattered = any(map(sparse.issparse, (p.A, p.A_eq, p.Q)))
        if not p.b.size + p.b_eq.size:  # a matrix of bounds alone is nearly empty
            scattered = scattered or n > _MANY_BOUNDS
        stack = sparse.vstack if scattered else np.vstack
        one = sparse.eye_array(n, format="csr") if stack is sparse.vstack else np.eye(n)
        fixed = (p.lower >= p.upper) & ~p.crossed  # which rounding may part
        self.low = np.flatnonzero(np.isfinite(p.lower) & ~fixed)
        self.high = np.flatnonzero(np.isfinite(p.upper) & ~fixed)
        self.both = np.intersect1d(self.low, self.high, return_indices=True)[1:]
        low, high = p.sides.even.near
        self.near = low[self.low], high[self.high]
        self.fixed, self.m, self.k = np.flatnonzero(fixed), p.b.size, p.b_eq.size
        sides, self.columns, self.ends = p.sides.even, p.sides.columns, (p.lower, p.upper)
        u, centre, self.length = sides.problem, sides.centre, sides.length
        A, b = _bounding(u.A, u.b)
        G = stack([A, -one[self.low], one[self.high]])
        h = np.concatenate([b, -u.lower[self.low], u.upper[self.high]])
        E, e = stack([u.A_eq, one[self.fixed]]), np.concatenate([u.b_eq, u.lower[self.fixed]])
        Q = u.Q  # but not c: `Program.with_objective` shares the sides
        slope = self.columns * p.c + (0.0 if Q is None else Q @ centre)
        G, h, self.G_norm = _unit(G, h - G @ centre)
        E, e, self.E_norm = _unit(E, e - E @ centre)
        # Rows of bounds are as long as they are in the units of x.
        self.G_norm[self.m :] *= self.columns[np.concatenate([self.low, self.high])]
        self.centre = self.columns * centre
        steep, curved = _norm(slope), 0.0 if Q is None else _norm(_entries(Q))
        self.length = self.length or (steep / curved if curved else 0.0) or 1.0
        self.unit = self.length * (steep + 0.5 * self.length * curved) or 1.0
        self.base = p.value(self.centre)
        self.c = slope * (self.length / self.unit)
        self.Q = None if Q is None else Q * (self.length * (self.length / self.unit))
        self.G, self.E = (sparse.csr_array(a) if sparse.issparse(a) else a for a in (G, E))
        # The rounding error of b - A centre, in lengths.
        away = 4e-16 * float(np.linalg.norm(self.centre / self.columns)) / self.length
        self.off, self.off_E = away + 4e-16 * np.abs(h / self.length), away
        self.h, self.e = h / self.length, e / self.length
        self.idle = ~abs(G).sum(axis=1).astype(bool) & (self.h >= 0.0)  # 0 <= b says nothing
        self.h[self.idle] = 1.0
        self._cache, self._E_gram = {}, self.E.T @ self.E

    def inward(self, x: np.ndarray) -> np.ndarray:
        """x (n,) in units of the program's own."""
        return (x - self.centre) / (self.length * self.columns)

    def outward(self, v: np.ndarray) -> np.ndarray:
        """v (n,), or (T, n), in the units of x; what rounding puts beyond a bound is on it."""
        far = self.length * (self.columns * v)
        x = self.centre + far
        low, high = self.ends
        beyond = np.maximum(low - x, x - high)
        if not (beyond > 0.0).any():
            return x
        size = np.abs(self.centre) + np.abs(far) + self.length * self.columns
        rounded = beyond <= 2.0**-50 * size
        return np.where(rounded, np.clip(x, low, high), x)

    def slope(self, v: np.ndarray) -> np.ndarray:
        """The gradient c + Qv."""
        return self.c if self.Q is None else self.c + self.Q @ v

    def curve(self, v: np.ndarray) -> np.ndarray:
        """Qv."""
        return np.zeros_like(v) if self.Q is None else self.Q @ v

    def pull(self, y: np.ndarray, z: np.ndarray) -> np.ndarray:
        """G'y + E'z."""
        return self.G.T @ y + self.E.T @ z if self.e.size else self.G.T @ y

    def normal(
        self,
        weights: np.ndarray,
        stiff: float | np.ndarray,
        Q: Matrix | None = None,
        ridge: float = RIDGE,
    ) -> Inverse:
        """r -> M^-1 r for M = G' diag(weights) G + E' diag(stiff) E + Q."""
        M = gram(self.G, weights)
        if self.e.size:
            M = M + gram(self.E, np.broadcast_to(stiff, self.e.size))
        return factor(M if Q is None else M + Q, ridge)

    def to_scaled(self, y: np.ndarray, z: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
        """Multipliers (m,), (k,) of the program as those of G and E, those of bounds 0."""
        per = self.length / self.unit
        full, more = np.zeros(self.h.size), np.zeros(self.e.size)
        full[: self.m] = np.maximum(y, 0.0) * self.G_norm[: self.m] * per
        if z is not None:
            more[: self.k] = z * self.E_norm[: self.k] * per
        return full, more

    def to_original(self, y: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The inverse of `to_scaled`: multipliers of G and E as those of A and A_eq; y (p,), or
        (T, p) of T points."""
        per = self.unit / self.length
        return (
            np.maximum(y[..., : self.m], 0.0) / self.G_norm[: self.m] * per,
            z[: self.k] / self.E_norm[: self.k] * per,
        )

    @property
    def independent(self) -> np.ndarray:
        """Which rows of E (q,) are left where those that are sums of others are not."""
        if "independent" not in self._cache:
            R, order = qr(_dense(self.E).T, mode="r", pivoting=True)
            pivots = np.abs(R.diagonal())
            retained = order[: int((pivots > _DEPENDENT * pivots.max(initial=0.0)).sum())]
            self._cache["independent"] = np.isin(np.arange(self.e.size), retained)
        return self._cache["independent"]

    # -- points ---------------------------------------------------------------------------------

    def excess(self, v: np.ndarray, margin: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """(Gv - h + margin, Ev - e)."""
        return self.G @ v - self.h + margin, self.E @ v - self.e

    def violation(self, v: np.ndarray) -> float:
        """The largest distance, in lengths, to where v should be."""
        over, off = self.excess(v)
        return max(over.max(initial=0.0), np.abs(off).max(initial=0.0))

    def rounding(self, v: np.ndarray) -> float:
        """What rounding of v alone may do to a distance."""
        return _ROUNDING * (1.0 + np.abs(v).max(initial=0.0))

    def meets(self, v: np.ndarray, slack: float = _ROUNDING) -> bool:
        """Whether v breaks nothing by more than `slack` and rounding, and rounding says little."""
        over, off = self.excess(v)
        size = self.rounding(v) * (slack / _ROUNDING)
        return bool((over <= size + self.off).all() and
                    (np.abs(off) <= max(size, 1e-13) + self.off_E).all()
                    and self.rounding(v) <= _FARTHEST)  # fmt: skip

    def feasible(self, v: np.ndarray) -> np.ndarray | None:
        """v where it is feasible, else a feasible point near it or, where none is found, None."""
        if self.meets(v):
            return v
        if self.c.size > _MANY_VARIABLES and self.violation(v) > _WORTH_A_FACTOR:
            return None
        if self.violation(v) <= _DRAW_IN_WITHIN and (inside := self._drawn_in(v)) is not None:
            return inside
        near = self.nearest(v, steps=15)[0]
        for guess in (near, v):
            inside = self._drawn_in(guess)
            if inside is not None:
                return inside
        if not self.meets(near, _LOOSE_ROUNDING):
            return None
        # What it still breaks would be worth something to a value, so it is led on to rounding.
        closer = self.nearest(near)[0]
        return closer if self.meets(closer, _LOOSE_ROUNDING) else near

    def _drawn_in(self, v):
        """The first feasible point on the way from v to the inner point."""
        if self.meets(v):
            return v
        inner = self.inner
        if inner is None:
            return None
        v = self.on_equations(v)
        over, slack = self.excess(v)[0], -self.excess(inner)[0]
        broken = over > 0.0
        t = (over[broken] / (over[broken] + slack[broken])).max(initial=0.0)
        for share in (t, min(1.0, t * (1.0 + 1e-9) + 1e-12)):
            moved = v + share * (inner - v)
            if self.meets(moved):
                return moved
        return None

    def on_equations(self, v: np.ndarray) -> np.ndarray:
        """The point nearest to v with Ev = e."""
        if not self.e.size:
            return v
        if "inverse" not in self._cache:
            EE = _dense(gram(self.E.T, np.ones(v.size)))
            self._cache["inverse"] = np.linalg.pinv(EE, 2e-16 * len(EE), hermitian=True)
        return v - self.E.T @ (self._cache["inverse"] @ (self.E @ v - self.e))

    def nearest(
        self, v: np.ndarray, margin: float = 0.0, steps: int = 40
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(v, over, off): Newton's method for 1/2 |(Gv - h + margin)+|^2 + 1/2 |Ev - e|^2 from v;
        where the rest (over, off) is not 0, it is a ray that proves that nothing satisfies all."""
        over, off = self.excess(v, margin)
        for _ in range(steps):
            over = np.maximum(over, 0.0)
            slope, value = self.pull(over, off), over @ over + off @ off
            if value <= 1e-30 or np.abs(slope).max(initial=0.0) <= 1e-15 * np.sqrt(value):
                break
            held = self.G[over > 0.0]
            d = -_near_solution(held.T @ held + self._E_gram, slope)
            step = 1.0
            while True:
                new = v + step * d
                over_new, off_new = self.excess(new, margin)
                least = np.maximum(over_new, 0.0)
                lower = least @ least + off_new @ off_new
                if lower <= value + 1e-4 * step * (slope @ d) or step < 1e-8:
                    break
                step *= 0.5
            if not lower < value:
                break
            v, over, off = new, over_new, off_new
        return v, np.maximum(over, 0.0), off

    @property
    def inner(self) -> np.ndarray | None:
        """A point strictly inside all inequalities, if one is found; searched once."""
        if "inner" not in self._cache:
            self._cache["inner"] = self._search_inner()
        return self._cache["inner"]

    def _search_inner(self):
        if self.G.size > _INNER_SIZE:
            return None
        start = self.nearest(np.zeros(self.c.size))[0]
        for margin in _MARGINS:
            v = self.nearest(start, margin)[0]
            over, off = self.excess(v)
            if (over <= -0.4 * margin).all() and np.abs(off).max(initial=0.0) <= 1e-12 * (
                1.0 + np.abs(v).max()
            ):
                return v
        return None

    # -- multipliers ----------------------------------------------------------------------------

    def multipliers_at(self, v: np.ndarray) -> Multipliers | None:
        """(w, y, z), dual feasible and near what v suggests, or None."""
        if self.G.shape[0] * self.G.shape[1] > _NNLS_SIZE:
            return None
        slack = np.maximum(-self.excess(v)[0], 0.0)
        found = None
        for price in (1e-4, 1e-2):
            y, z = self._fitted(self.slope(v), price * slack)
            found = self.settled(v, y, z, self.c, self.Q)
            if found is not None:
                break
        if self.Q is None or v.size**2 > _NNLS_SIZE:
            return found
        # What far rows would meet in proportion to their slack, w meets at the price of its square.
        y, z = self._fitted(self.slope(v), 1e2 * slack)
        w = v - shortest(_dense(self.Q), self.slope(v) + self.pull(y, z))
        curved = self.settled(w, y, z, self.c, self.Q)
        both = [multipliers for multipliers in (found, curved) if multipliers is not None]
        return max(both, key=lambda multipliers: self._dual_value(*multipliers), default=None)

    def _dual_value(self, w, y, z):
        """Of dual feasible w, y and z."""
        return -0.5 * (w @ self.curve(w)) - self.h @ y - self.e @ z

    def _fitted(self, slope, prices):
        """y >= 0 and z with G'y + E'z about -slope; each y costs its price."""
        from scipy.optimize import nnls  # a tenth of a second, which few need

        G, E = _dense(self.G), _dense(self.E)
        if not len(G) + len(E):
            return np.zeros(0), np.zeros(0)
        top = np.hstack([G.T, E.T, -E.T])
        costs = np.concatenate([prices, np.zeros(2 * len(E))])
        try:
            y = nnls(np.vstack([top, costs]), np.append(-slope, 0.0))[0]
        except RuntimeError:
            y = np.zeros(costs.size)
        p, q = len(G), len(E)
        return y[:p], y[p : p + q] - y[p + q :]

    def settled(
        self, w: np.ndarray, y: np.ndarray, z: np.ndarray, c: np.ndarray, Q: Matrix | None
    ) -> Multipliers | None:
        """(w, y, z) near those given with Qw + c + G'y + E'z = 0, y >= 0, or None.

        What is left is met by multipliers of bounds; where there are none, by least squares over
        the rows in use, each weighed by its multiplier. Far bounds, at which little is much of the
        value, are taken for none.
        """
        y, z, w = np.maximum(y, 0.0), np.array(z, dtype=float), np.array(w, dtype=float)
        if not np.isfinite(np.concatenate([y, z, w])).all():
            return None
        for attempt in range(5):
            rest = c + self.pull(y, z) + (0.0 if Q is None else Q @ w)
            rest = rest - self._meet_by_bounds(rest, y, z)
            size = np.abs(c).max() + y.max(initial=0.0) + np.abs(z).max(initial=0.0)
            size += 0.0 if Q is None else np.abs(Q @ w).max()
            if np.abs(rest).max() <= 0.25 * _DUAL_ROUNDING * size:
                return w, y, z
            if c.size > _MANY_VARIABLES and np.abs(rest).max() > _WORTH_A_FACTOR * size:
                return None
            try:
                careful = attempt > 1 or self.G.size <= _LSTSQ_FIRST_SIZE
                dy, dz, dw = self._correction(rest, y, z, Q, careful)
            except np.linalg.LinAlgError:
                return None
            y, z, w = np.maximum(y + dy, 0.0), z + dz, w if Q is None else w + dw
            if not np.isfinite(y).all():
                return None
        rest = c + self.pull(y, z) + (0.0 if Q is None else Q @ w)
        rest = rest - self._meet_by_bounds(rest, y, z)
        return (w, y, z) if np.abs(rest).max() <= _DUAL_ROUNDING * size else None

    def _correction(self, rest, y, z, Q, careful):
        """What is added to y, z and w to meet -rest: least squares, y weighed by itself; `careful`:
        not by their normal equations where there are few of them."""
        top = max(1.0, y.max(initial=0.0))
        if careful and self.G.size <= _LSTSQ_SIZE and not sparse.issparse(self.G):
            more = () if Q is None else (_dense(Q),)
            columns = np.hstack([self.G.T * y, top * _dense(self.E).T, *more])
            d = shortest(columns, -rest)
            p, q = y.size, y.size + z.size
            return y * d[:p], top * d[p:q], d[q:]
        d = -self.normal(y * y, top * top, Q)(rest)
        return y * y * (self.G @ d), top * top * (self.E @ d), d

    def _meet_by_bounds(self, rest, y, z):
        """What multipliers of near bounds, added to y and z in place, make of rest (n,)."""
        if not self.low.size + self.high.size + self.fixed.size:
            return 0.0
        low = self.m + np.arange(self.low.size)
        high = self.m + self.low.size + np.arange(self.high.size)
        met = np.zeros_like(rest)
        above = np.where(self.near[0], np.maximum(rest[self.low], 0.0), 0.0)
        below = np.where(self.near[1], np.minimum(rest[self.high], 0.0), 0.0)
        met[self.low] += above
        y[low] += above
        met[self.high] += below
        y[high] -= below
        met[self.fixed] = rest[self.fixed]
        z[self.k :] -= rest[self.fixed]
        # A variable with both bounds needs only one of their multipliers.
        twice = np.minimum(y[low[self.both[0]]], y[high[self.both[1]]])
        y[low[self.both[0]]] -= twice
        y[high[self.both[1]]] -= twice
        return met

    # -- rays -----------------------------------------------------------------------------------

    def contradiction(self, y: np.ndarray, z: np.ndarray) -> np.ndarray | None:
        """A ray near multipliers y, z of G and E that proves infeasibility, or None; in the units
        of A and A_eq, the largest entry about 1."""
        size = max(np.abs(y).max(initial=0.0), np.abs(z).max(initial=0.0))
        if not 0.0 < size < np.inf:
            return None
        none = np.zeros(self.c.size)
        found = self.settled(none, np.where(y > 1e-9 * size, y, 0.0) / size, z / size, none, None)
        if found is None:
            return None
        ray = np.concatenate(self.to_original(*found[1:]))
        return ray / np.abs(ray).max() if np.abs(ray).max(initial=0.0) > 0.0 else ray

    def falls_forever(self, d: np.ndarray) -> bool:
        """Whether the objective falls along d (n,) without end and within all constraints."""
        d = d / np.abs(d).max()
        steep = np.abs(self.c).max() * _MIN_CONTRADICTION
        flat = self.Q is None or np.abs(self.Q @ d).max() <= _RAY_ROUNDING * np.abs(self.Q).max()
        return bool((self.G @ d).max(initial=0.0) <= _RAY_ROUNDING
                    and np.abs(self.E @ d).max(initial=0.0) <= _RAY_ROUNDING
                    and flat and self.c @ d < -steep)  # fmt: skip

    def ray(self) -> np.ndarray | None:
        """A direction along which the objective falls for ever, if multipliers show one: the part
        of -c that they cannot meet."""
        if self.G.shape[0] * self.G.shape[1] > _NNLS_SIZE or not self.c.any():
            return None
        return self.falling(-(self.c + self.pull(*self._fitted(self.c, np.zeros(self.h.size)))))

    def falling(self, d: np.ndarray) -> np.ndarray | None:
        """A ray near d (n,) along which the objective falls for ever, or None."""
        size = np.abs(d).max(initial=0.0)
        if not 0.0 < size < np.inf:
            return None
        cone = object.__new__(Rows)
        cone.G, cone.h = self.G, np.zeros(self.h.size)
        flat = () if self.Q is None else (self.Q / max(abs(self.Q).max(), 1e-300),)
        stack = sparse.vstack if sparse.issparse(self.G) else np.vstack
        cone.E = stack([self.E, *flat])
        cone.e, cone._E_gram = np.zeros(cone.E.shape[0]), cone.E.T @ cone.E
        near = cone.nearest(d / size)[0]
        near = np.where(np.abs(near) > 1e-13, near, 0.0)
        near[self.low] = np.maximum(near[self.low], 0.0)
        near[self.high] = np.minimum(near[self.high], 0.0)
        near[self.fixed] = 0.0
        return near if near.any() and self.falls_forever(near) else None


def _unit(G, h):
    """Rows of length 1, and the lengths that they had; a row of zeros stays."""
    size: Matrix = abs(G).max(axis=1) if G.shape[0] else np.zeros(0)
    size = size.toarray().ravel() if sparse.issparse(size) else size
    size = np.where(size > 0.0, size, 1.0)
    if sparse.issparse(G):
        G = sparse.csr_array(sparse.diags_array(1.0 / size) @ G)
        more = np.sqrt(G.multiply(G).sum(axis=1))
    else:
        G = G / size[:, None]
        more = np.sqrt((G * G).sum(axis=1))
    more = np.where(more > 0.0, more, 1.0)
    G = sparse.diags_array(1.0 / more) @ G if sparse.issparse(G) else G / more[:, None]
    return G, h / size / more, size * more


def _bounding(A, b):
    """(A, b) with rows that bound nothing as 0 <= 1."""
    idle = ~np.isfinite(b)
    if not idle.any():
        return A, b
    A = sparse.diags_array(1.0 - idle) @ A if sparse.issparse(A) else A * ~idle[:, None]
    return A, np.where(idle, 1.0, b)


def _entries(A):
    return A.data if sparse.issparse(A) else A


def _norm(a):
    """The length of an array, however large or small its entries are."""
    size = np.abs(a).max(initial=0.0)
    return float(size * np.linalg.norm(a / size)) if size else 0.0


def _dense(A):
    return A.toarray() if sparse.issparse(A) else A
