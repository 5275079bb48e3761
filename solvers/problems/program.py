"""Any linear or convex quadratic program: data, certificate, and proofs that there is no answer."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    as_vector,
    copied,
    is_finite,
    is_sparse,
    locked,
    same_length,
    set_fields,
    short,
    symmetric,
)
from solvers.docstrings import cite
from solvers.problems.rows import Rows
from solvers.problems.sides import NO_SIDE, Sides
from solvers.result import ArrayLike, Certificate, lowered, sum_error

#: Entries may reach this size, so that products of three of them are finite.
_LARGEST = 1e120
#: Eigenvalues of Q may be negative by this share of the largest.
_INDEFINITE = 1e-10
#: Below this share for each variable that is rounding of the eigenvalue.
_ROUNDING_OF_A_DIP = 1e-15
#: Rounding of a distance, as a share of the sizes of x and of the side.
ROUNDING_OF_A_DISTANCE = 1e-15
#: It is that of a point at most so many lengths from the centre; farther out only what the sum
#: itself may be off by is rounding, up to this share of the length.
_FAR, _COVERED = 1e6, 1e-3
#: A dual residual below this share of its terms is rounding; a ray may be off by more.
_ROUNDING_OF_R, _RAY_ROUNDING = 8e-15, 1e-11
#: A contradiction below this share of its terms is rounding; that of a ray is taken at points so
#: many lengths from the centre.
_MIN_CONTRADICTION, _RAY_REACH = 1e-8, 100.0
#: The length of the sides is at most so many times the largest entry of a point that breaks them;
#: the scale at most so many times what it is about their centre.
_TIMES_THE_POINT, _TIMES_THE_CENTRE = 10.0, 10.0
#: The share of a length that is rounding of a point where a curved objective is flat.
_ROUNDING_OF_X = 1e-9
#: The scale of a curved objective is at least so many times the rounding of its terms.
_TIMES_ROUNDING = 2e7


@cite
@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """min c'x + 1/2 x'Qx over x (n,) with Ax <= b, A_eq x = b_eq and lower <= x <= upper.

    Its dual: max of -1/2 w'Qw - b'y - b_eq'z + lower'r+ - upper'r- over y (m,) >= 0, z (k,) and
    w (n,), where r = Qw + c + A'y + A_eq'z, r+ - r- = r, is zero where x_j has no bound on that
    side.

    c (n,). A (m, n) and A_eq (k, n): dense or sparse; None for no rows. b (m,), b_eq (k,).
    Q (n, n): symmetric positive semidefinite, dense or sparse; None for a linear program, as which
    one of zeros alone is held.
    lower, upper: one number or one per variable (n,); None for no bounds. A side of 1e20 or more
    bounds nothing, as files and other solvers mean it, and is held as inf; so is an entry of b. A
    smaller one is a side, however far: give inf for none.

    References
    ----------
    boyd-2004: chapter 5
    """

    c: np.ndarray
    A: Any = None
    b: Any = None
    Q: Any = field(default=None, kw_only=True)
    A_eq: Any = field(default=None, kw_only=True)
    b_eq: Any = field(default=None, kw_only=True)
    lower: Any = field(default=None, kw_only=True)
    upper: Any = field(default=None, kw_only=True)
    _store: dict = field(init=False, repr=False, default_factory=dict)

    __reduce__ = copied

    def __post_init__(self):
        c = as_array(self.c, "c", ndim=1)
        if c.size == 0:
            raise InputError("c must hold at least one number, got none.")
        A, b = _constraints(self.A, self.b, c.size, "A", "b")
        A_eq, b_eq = _constraints(self.A_eq, self.b_eq, c.size, "A_eq", "b_eq")
        lower = _bounds(self.lower, c.size, "lower", -np.inf)
        upper = _bounds(self.upper, c.size, "upper", np.inf)
        Q, dip = (None, 0.0) if self.Q is None else _semidefinite(self.Q, c.size)
        for name, value in (("c", c), ("b", b[np.isfinite(b)]), ("b_eq", b_eq)):
            _require_moderate(value, name)
        set_fields(self, c=c, A=A, b=b, A_eq=A_eq, b_eq=b_eq, lower=lower, upper=upper, Q=Q)
        self._store["dip"] = dip

    @property
    def sides(self) -> Sides:
        """Distances to rows and bounds, and what they imply, made once."""
        if "sides" not in self._store:
            self._store["sides"] = Sides(self)
        return self._store["sides"]

    @property
    def crossed(self) -> np.ndarray:
        """Whether the lower bound of each variable (n,) is above the upper one, by more than the
        rounding of a point that meets both."""
        size = np.maximum(np.abs(self.lower), np.abs(self.upper))
        return self.lower - self.upper > 4.0 * ROUNDING_OF_A_DISTANCE * size

    @property
    def rows(self) -> Rows:
        """All constraints as Gv <= h, Ev = e in units of the program's own, made once: what methods
        compute with, and no certificate."""
        if "rows" not in self._store:
            self._store["rows"] = Rows(self)
        return self._store["rows"]

    def with_objective(self, c: ArrayLike) -> Program:
        """The program with c (n,) in place of its own; of a linear one what the sides imply is not
        computed again."""
        other = replace(self, c=as_array(c, "c", ndim=1))
        if self.Q is None:  # else the centre depends on c
            other._store["sides"] = self.sides
        return other

    def value(self, x: np.ndarray) -> float:
        """c'x + 1/2 x'Qx, whether or not x (n,) is feasible."""
        return float(self.c @ x + (0.0 if self.Q is None else 0.5 * (x @ (self.Q @ x))))

    def certify(
        self,
        x: ArrayLike,
        y: ArrayLike | None = None,
        z: ArrayLike | None = None,
        w: ArrayLike | None = None,
        ray: ArrayLike | None = None,
    ) -> Certificate:
        """Proof of quality of `x` (n,), by arithmetic: a few products with A, A_eq and Q.

        objective: the value at x as it is given. infeasibility: the largest distance of x to a
        half-plane, plane or bound it should be in, over the length of `sides`, the median distance
        of the sides to a centre that far ones do not move; 0 where rounding alone breaks a side.
        Distances are taken in variables of one size: see `Sides.columns`.

        bound: the dual value at y (m,), z (k,) and w (n,), by default 0, 0 and x. Negative y are
        taken as 0; what is left of r = Qw + c + A'y + A_eq'z is met by bounds of variables, else by
        the box that rows imply (programs of up to three variables), else -inf unless it is
        rounding, which costs |r_j x_j|.

        scale: the smaller of the sums of the absolute terms of the value at x and of the dual
        value, to which neither a far point nor a side that binds nothing contributes. So that an
        optimum 0 has a scale as well, the first is at least the slope at x times the distance from
        the origin to the nearest side that it is not on, and sides that it is on count in the
        second as if they were as far away. Where that is more than ten times what it is about the
        centre of `sides`, with their length, it is those ten times: a shift of x does not loosen a
        proof. Where the terms of a curved objective cancel, as in (x_1 - x_2)^2 on x_1 + x_2 = 1,
        it is at least 2e7 times their rounding, at x or near the sides, whichever is less: a
        minimum of 0 is proved within 1e-7, and a far x proves nothing by its rounding.

        `ray`, the proof of a status "infeasible" or "unbounded", does not enter here: see
        `certify_infeasible` and `certify_unbounded`.
        """
        n = self.c.size
        x = as_vector(x, n, "x")
        y = np.zeros(self.b.size) if y is None else as_vector(y, self.b.size, "y")
        z = np.zeros(self.b_eq.size) if z is None else as_vector(z, self.b_eq.size, "z")
        w = x if w is None else as_vector(w, n, "w")
        if ray is not None:
            self._ray(ray)
        with np.errstate(all="ignore"):
            if not np.abs(x).sum() < np.inf:
                return Certificate(np.inf, -np.inf, 0.0, np.inf)
            outside, over, off, beyond = self._violation(x)
            curve = self._times_Q(x)
            value = self.c @ x if curve is None else self.c @ x + 0.5 * (x @ curve)
            bound, y, price, r = self._dual_value(x, y, z, w)
            terms, dual_terms = self._terms(x, None), self._dual_terms(y, z, w, price, r, None)
            # A bound is of points that break nothing; what rounding breaks is worth something too.
            worth = 0.0
            if outside == 0.0:
                worth = float(over @ y + off @ np.abs(z) + beyond @ np.abs(r))
            rounding = sum_error(n + self.b.size)
            error = worth + rounding * (terms + dual_terms)
            if dip := self._store["dip"]:  # along which the value falls below any tangent
                error += dip * float(np.square(np.abs(x) + np.abs(w) + np.abs(self._centre)).sum())
            s, slope = self.sides.even, self._steepness(curve)
            at_origin, all_sides = self._forces(y, z, r) if math.isfinite(bound) else (0.0, 0.0)
            scale = max(
                min(max(terms, slope * s.nearest_to_origin),
                    dual_terms + at_origin * s.nearest_to_origin),
                self._rounding,
            )  # fmt: skip
            if s.length > 0.0:
                centre = self._centre
                about = min(
                    max(self._terms(x, centre), slope * s.length),
                    self._dual_terms(y, z, w, price, r, centre) + all_sides * s.length,
                )
                scale = min(scale, _TIMES_THE_CENTRE * about)
            if self.Q is not None:
                scale = max(scale, _TIMES_ROUNDING * rounding * min(terms, self._terms_in_reach))
        if not (math.isfinite(value) and math.isfinite(scale)):
            return Certificate(np.inf, -np.inf, 0.0, outside)
        bound = lowered(bound, error, scale) if math.isfinite(bound) else -np.inf
        return Certificate(float(value), float(bound), float(scale), float(outside))

    def _violation(self, x):
        """(infeasibility, over (m,), off (k,), beyond (n,)): the largest distance to where x should
        be, over the length, 0 where that is rounding; and what rows and bounds are broken by."""
        s, unit = self.sides.even, self.sides.columns
        over = np.maximum(self.A @ x - self.b, 0.0) if self.b.size else np.zeros(0)
        off = np.abs(self.A_eq @ x - self.b_eq) if self.b_eq.size else np.zeros(0)
        sides = np.maximum(np.concatenate([self.lower - x, x - self.upper]), 0.0)
        beyond = sides[: x.size] + sides[x.size :]
        if not (over.any() or off.any() or sides.any()):
            return 0.0, over, off, beyond
        # The rounding of a far point may exceed a contradiction near the origin.
        far, sides = np.abs(x), sides / np.append(unit, unit)
        size = np.minimum(far, self._distant) if s.length else far
        allowed = ROUNDING_OF_A_DISTANCE * self._terms_of_distances(size)
        if (size != far).any():  # no float near x may meet its rows any better
            sums = self._sum_errors * self._terms_of_distances(far)
            allowed = np.maximum(allowed, np.minimum(sums, _COVERED * s.length))
        parts = [_over_length(over, s.A_length, s.A_safe)] if over.size else []
        parts += [_over_length(off, s.E_length, s.E_safe)] if off.size else []
        away = np.concatenate([*parts, sides])
        worst = float(away.max(where=away > allowed, initial=0.0))
        if worst == 0.0:
            return 0.0, over, off, beyond
        # Where enough far sides move the length, the point itself still gives its size.
        length = min(s.length or np.inf,
                     _TIMES_THE_POINT * max((far / unit).max(), s.nearest_to_origin))  # fmt: skip
        outside = worst / length if 0.0 < length < np.inf else np.inf
        return outside, over, off, beyond

    def _terms_of_distances(self, size):
        """The sum of the absolute terms of each distance at |x| = `size` (n,): a variable in other
        units lends a side in which it has no part no rounding."""
        s, unit = self.sides.even, self.sides.columns
        _, b, e = self._from(None)
        b = (self._absolute("A") @ size + b) / s.A_safe
        e = (self._absolute("A_eq") @ size + e) / s.E_safe if e.size else e
        if "bounds" not in self._store:
            ends = (self.lower, self.upper)
            self._store["bounds"] = [np.where(np.isfinite(a), np.abs(a), 0.0) for a in ends]
        return np.concatenate([b, e, *((size + a) / unit for a in self._store["bounds"])])

    @property
    def _distant(self):
        """How large each variable (n,) is where a point is far from the sides."""
        if "distant" not in self._store:
            wide = self.sides.even.length * self.sides.columns
            self._store["distant"] = np.abs(self._centre) + _FAR * wide
        return self._store["distant"]

    @property
    def _sum_errors(self):
        """The share of its terms by which each distance may be off; of a bound there is no sum."""
        if "sums" not in self._store:
            filled = [np.diff(M.indptr) if is_sparse(M) else np.count_nonzero(M, axis=1)
                      for M in (self.A, self.A_eq)]  # fmt: skip
            counts, place = np.unique(np.concatenate(filled), return_inverse=True)
            errors = np.array([sum_error(int(k)) for k in counts])[place]
            self._store["sums"] = np.concatenate([errors, np.zeros(2 * self.c.size)])
        return self._store["sums"]

    def _dual_value(self, x, y, z, w):
        """(bound, y, price, r): the dual value at y, z, w, and the y, the reduced costs r (n,) and
        their products with bounds that it is made of."""
        curve, y = self._times_Q(w), np.maximum(y, 0.0)
        if not self._all_bound:
            y = np.where(np.isfinite(self.b), y, 0.0)
        if not (is_finite(y) and is_finite(z) and is_finite(w)):
            return -np.inf, np.zeros(y.size), np.zeros(x.size), np.zeros(x.size)
        r = self.c if curve is None else self.c + curve
        r = r + self.A.T @ y if y.size else r
        r = r + self.A_eq.T @ z if z.size else r
        price = self._price(r, x, y, z, w, curve)
        value = 0.0 if curve is None else -0.5 * (w @ curve)
        value = value - self._b @ y - self.b_eq @ z + price.sum()
        return (float(value) if np.isfinite(value) else -np.inf), y, price, r

    def _steepness(self, curve):
        """The length of the slope c + Qx in variables of one size, where `curve` is Qx; of a linear
        program made once."""
        unit = self.sides.columns
        if curve is not None:
            return float(np.linalg.norm(unit * (self.c + curve)))
        if "slope" not in self._store:
            self._store["slope"] = float(np.linalg.norm(unit * self.c))
        return self._store["slope"]

    @property
    def _all_bound(self):
        """Whether every row of A bounds something."""
        if "all bound" not in self._store:
            self._store["all bound"] = bool(np.isfinite(self.b).all())
        return self._store["all bound"]

    @property
    def _b(self):
        """b with 0 where it bounds nothing."""
        if "b" not in self._store:
            self._store["b"] = np.where(np.isfinite(self.b), self.b, 0.0)
        return self._store["b"]

    def _from(self, about):
        """(|c|, |b|, |b_eq|) relative to the centre of the sides, or, for None, to the origin, from
        the store."""
        name = "from origin" if about is None else "from centre"
        if name not in self._store:
            at = (0.0, 0.0, 0.0)
            if about is not None:
                curve = 0.0 if self.Q is None else self.Q @ about
                at = curve, self.A @ about, self.A_eq @ about
            b = np.abs(self._b - at[1]) * np.isfinite(self.b)
            self._store[name] = np.abs(self.c + at[0]), b, np.abs(self.b_eq - at[2])
        return self._store[name]

    def _terms(self, x, about):
        """The sum of the absolute terms of the value at x."""
        c, u = self._from(about)[0], x if about is None else x - about
        terms = c @ np.abs(u)
        return float(terms if self.Q is None else terms + 0.5 * self._curved_terms(u))

    def _dual_terms(self, y, z, w, price, r, about):
        """The sum of the absolute terms of the dual value."""
        _, b, b_eq = self._from(about)
        u, price = (w, price) if about is None else (w - about, price - r * about)
        size = b @ y + b_eq @ np.abs(z)
        size = size if self.Q is None else size + 0.5 * self._curved_terms(u)
        size += np.abs(price).sum()
        return float(size) if np.isfinite(size) else 0.0

    def _forces(self, y, z, r):
        """(at the origin, all): the sums of the multipliers, as of rows of length 1, of the sides
        that the origin is on, and of all."""
        s, unit = self.sides.even, self.sides.columns
        if "here" not in self._store:
            near = 0.5 * s.nearest_to_origin  # rounding of the data is no distance
            self._store["here"] = (np.abs(self._b) <= near * s.A_length,
                                   np.abs(self.b_eq) <= near * s.E_length)  # fmt: skip
            ends = any((end == 0.0).any() for end in (self.lower, self.upper))
            self._store["some here"] = any(part.any() for part in self._store["here"]), ends
        rows, equal, bounds = s.A_length * y, s.E_length * np.abs(z), unit * np.abs(r)
        (rows_here, equal_here), here = self._store["here"], 0.0
        some_rows, some_ends = self._store["some here"]
        if some_rows:
            here = rows[rows_here].sum() + equal[equal_here].sum()
        if some_ends:
            here += bounds[np.where(r > 0.0, self.lower, self.upper) == 0.0].sum()
        return float(here), float(rows.sum() + equal.sum() + bounds.sum())

    @property
    def _rounding(self):
        """What a curved objective changes by where x is off by rounding of the nearest side."""
        if self.Q is None:
            return 0.0
        if "rounding" not in self._store:
            Q = self.sides.even.problem.Q
            size = float(np.linalg.norm(Q.data if is_sparse(Q) else Q))
            off = _ROUNDING_OF_X * self.sides.even.nearest_to_origin
            self._store["rounding"] = 0.5 * size * off * off
        return self._store["rounding"]

    def _price(self, r, x, y, z, w, curve):
        """The least of r_j t over t in the bounds (n,); of what is rounding no less than
        -|r_j x_j|. Rounding is a share of the absolute terms of r_j itself, or where there is no
        bound, of multipliers that were solved for together."""
        if self.sides.is_bounded:
            price = np.where(r > 0.0, r * self.lower, r * self.upper)
            price[r == 0.0] = 0.0
        else:
            price = np.where(r == 0.0, 0.0, -np.inf)
        size, here = np.abs(r), self._from(None)[0]
        if curve is not None:  # terms of Qw, which may cancel; those of a far w count no more
            near = self._absolute("Q") @ np.minimum(np.abs(w), self._reach)
            here = here + np.maximum(near, np.abs(curve))
        bounded = np.isfinite(price)
        small = ~bounded
        is_open = small.any()
        if is_open:
            small &= size <= _ROUNDING_OF_R * (here + self.sides.rounding(y, z, here))
        near = bounded & (r != 0.0)
        if near.any():
            most = here + self.sides.rounding(y, z, total=np.sum)  # own terms are no more
            near &= size <= _ROUNDING_OF_R * most
        if near.any():
            own = here + (self._absolute("A").T @ y if y.size else 0.0)
            own = own + (self._absolute("A_eq").T @ np.abs(z) if z.size else 0.0)
            small |= near & (size <= _ROUNDING_OF_R * own)
            is_open = True
        if is_open and small.any():
            price[small] = np.maximum(price[small], -np.abs(r * x)[small])
        if not is_open or is_finite(price):
            return price
        low, high, _ = self.sides.box
        return np.where(np.isfinite(price), price, np.where(r > 0.0, r * low, r * high))

    @property
    def _reach(self):
        """How large each variable (n,) is where the sides are."""
        return np.abs(self._centre) + self.sides.even.length * self.sides.columns

    @property
    def _centre(self):
        """The centre (n,) of the sides, in variables of one size."""
        return self.sides.columns * self.sides.even.centre

    @property
    def _terms_in_reach(self):
        """The absolute terms of the objective there."""
        if "terms" not in self._store:
            self._store["terms"] = self._terms(self._reach, None)
        return self._store["terms"]

    def _times_Q(self, x):
        """Qx, or None where there is no Q."""
        return None if self.Q is None else self.Q @ x

    def _curved_terms(self, x):
        """|x|'|Q||x|."""
        size = np.abs(x)
        return float(size @ (self._absolute("Q") @ size))

    def _absolute(self, name):
        """|A|, |A_eq| or |Q|, made once."""
        if name + " absolute" not in self._store:
            self._store[name + " absolute"] = abs(getattr(self, name))
        return self._store[name + " absolute"]

    def _ray(self, ray):
        """`ray` as an array (m + k,) or (n,), finite or not."""
        try:
            return as_vector(ray, self.c.size, "ray")
        except InputError:
            return as_vector(ray, self.b.size + self.b_eq.size, "ray")

    def certify_infeasible(self, ray: ArrayLike) -> bool:
        """Whether `ray` (m + k,) proves that no x is feasible.

        It holds y >= 0 and z whose sum of rows, A'y + A_eq'z, no x within the bounds can bring down
        to b'y + b_eq'z: without bounds A'y + A_eq'z = 0 and b'y + b_eq'z < 0. Where a lower bound
        is above its upper one by more than rounding, any does, zeros too.
        """
        m, s = self.b.size, self.sides.even
        ray = as_vector(ray, m + self.b_eq.size, "ray")
        y, z = ray[:m], ray[m:]
        if not np.isfinite(ray).all() or (y < 0.0).any() or (y[~np.isfinite(self.b)] > 0.0).any():
            return False
        if self.crossed.any():
            return True
        with np.errstate(all="ignore"):
            size = max((s.A_length * y).max(initial=0.0), (s.E_length * np.abs(z)).max(initial=0.0))
            zero_rows = max(y[s.A_length == 0.0].max(initial=0.0),
                            np.abs(z[s.E_length == 0.0]).max(initial=0.0))  # fmt: skip
            size = size or zero_rows
            if not 0.0 < size < np.inf:
                return False
            y, z = y / size, z / size
            return self._contradictory(y, z)

    def _contradictory(self, y, z):
        """Whether y >= 0 and z, of rows of length 1 at most 1, sum them to one that no x meets.

        Taken about the centre, so that a shift of x changes nothing: what is left on variables
        without a bound may be rounding, of points within many lengths of it.
        """
        s, b = self.sides.even, np.where(np.isfinite(self.b), self.b, 0.0)
        r = np.zeros(self.c.size)
        r = r + self.A.T @ y if y.size else r
        r = r + self.A_eq.T @ z if z.size else r
        a = self._centre
        short = b - self.A @ a if y.size else b
        off = self.b_eq - self.A_eq @ a if z.size else self.b_eq
        price = np.where(r > 0.0, r * (self.lower - a), r * (self.upper - a))
        free = ~np.isfinite(price) | (r == 0.0)
        reach = _RAY_REACH * (s.length or 1.0) * self.sides.columns
        small = np.abs(r) <= _RAY_ROUNDING * self.sides.rounding(y, z, total=np.sum)
        if (free & ~small).any():
            return False
        price = np.where(free, -np.abs(r) * reach, price)
        # Rounding on a variable whose bound is far costs no more than on one without.
        price = np.where(small, np.maximum(price, -np.abs(r) * reach), price)
        left = -(short @ y) - off @ z + price.sum()
        terms = np.abs(short) @ y + np.abs(off) @ np.abs(z) + np.abs(price[~small]).sum()
        # What the sums are off by is a share of their terms, which cancel about a far centre.
        at = np.abs(a)
        b, e = np.abs(b), np.abs(self.b_eq)
        b = b + self._absolute("A") @ at if y.size else b
        e = e + self._absolute("A_eq") @ at if z.size else e
        error = sum_error(y.size + z.size + at.size) * (b @ y + e @ np.abs(z))
        return bool(left > _MIN_CONTRADICTION * terms + error)

    def certify_unbounded(self, ray: ArrayLike) -> bool:
        """Whether the objective falls for ever along `ray` (n,) from every feasible point.

        Along it A d <= 0, A_eq d = 0, Q d = 0, c'd < 0, and no bound comes nearer.
        """
        d = as_vector(ray, self.c.size, "ray")
        size = np.abs(d).max(initial=0.0)
        if not 0.0 < size < np.inf:
            return False
        with np.errstate(all="ignore"):
            d = d / size
            rise = np.where(np.isfinite(self.b), self.A @ d, 0.0)
            return bool(
                (rise <= _RAY_ROUNDING * (self._absolute("A") @ np.abs(d))).all()
                and self._cancels("A_eq", d)
                and (self.Q is None or self._cancels("Q", d))
                and (d[np.isfinite(self.lower)] >= 0.0).all()
                and (d[np.isfinite(self.upper)] <= 0.0).all()
                and self.c @ d < -_MIN_CONTRADICTION * (np.abs(self.c) @ np.abs(d))
            )

    def _cancels(self, name, d):
        """Whether the products of A_eq or Q with d (n,) are rounding of their own terms."""
        terms = self._absolute(name) @ np.abs(d)
        return bool((np.abs(getattr(self, name) @ d) <= _RAY_ROUNDING * terms).all())


def _over_length(over, length, safe):
    """How far beyond rows of these lengths a point is that breaks them by `over`; a row without
    entries is met, or by no point."""
    if length.all():
        return over / safe
    return np.where(length > 0.0, over / safe, np.where(over > 0.0, np.inf, 0.0))


def _constraints(A, b, n, name, right):
    """(A, b) of some rows, none for None; A dense, or sparse by rows."""
    if A is None and b is None:
        return as_array(np.zeros((0, n)), name, ndim=2), as_array(np.zeros(0), right, ndim=1)
    if A is None or b is None:
        missing, other = (name, right) if A is None else (right, name)
        raise InputError(f"{missing} must be given with {other}, got None; give both or neither.")
    A = _matrix(A, name)
    b = _right(b, right)
    if A.shape[1] != n:
        raise InputError(f"{name} must have one column per entry of c, {n}, got {A.shape[1]}.")
    same_length(A, b, name, right)
    _require_moderate(A.data if is_sparse(A) else A, name)
    return A, b


def _right(value, name):
    """The right sides of some rows; of `b` what bounds nothing is inf."""
    if name == "b_eq":
        return as_array(value, name, ndim=1)
    try:
        b = np.asarray(value)
        real = b.dtype.kind in "iuf" and b.ndim == 1 and not np.ma.is_masked(value)
    except (TypeError, ValueError, OverflowError):
        real = False
    if not real:
        return as_array(value, name, ndim=1)  # which says what is wrong
    b = np.where(b >= NO_SIDE, np.inf, b.astype(np.float64))
    bad = np.flatnonzero(np.isnan(b) | (b <= -NO_SIDE))
    if bad.size:
        raise InputError(
            f"{name} must be above {-NO_SIDE:g}, got {b[bad[0]]} at {bad[0]}; inf bounds nothing."
        )
    b.setflags(write=False)
    return b


def _matrix(A, name):
    if not is_sparse(A):
        return as_array(A, name, ndim=2)
    from scipy.sparse import csr_array

    if A.dtype.kind not in "iuf":
        raise InputError(f"{name} must hold real numbers, got {A.dtype}; convert it first.")
    S = csr_array(A, dtype=np.float64, copy=True)
    S.sum_duplicates()
    as_array(S.data, name, ndim=1)
    return locked(S)


def _bounds(value, n, name, none):
    """One bound per variable (n,), `none` where there is none."""
    if value is None:
        value = none
    try:
        a = np.asarray(value)
        good = a.dtype.kind in "iuf" and not np.ma.is_masked(value) and a.shape in ((), (n,))
        a = np.array(np.broadcast_to(a, n), dtype=np.float64) if good else a
    except (TypeError, ValueError, OverflowError):
        good = False
    if not good:
        raise InputError(f"{name} must be one number or one per variable, {n}, got {short(value)}.")
    a = np.where(np.sign(none) * a >= NO_SIDE, none, a)
    bad = np.flatnonzero(np.isnan(a) | (np.sign(none) * a <= -NO_SIDE))
    if bad.size:
        raise InputError(
            f"{name} must be a number or {none}, got {a[bad[0]]} at {bad[0]}; use {none} for none."
        )
    _require_moderate(a[np.isfinite(a)], name)
    a.setflags(write=False)
    return a


def _semidefinite(Q, n):
    """(Q (n, n), dip): Q symmetric and positive semidefinite, None where it holds zeros alone; and
    by how much an eigenvalue is below 0, where that is more than rounding of eigenvalues."""
    if is_sparse(Q):
        Q = _matrix(Q, "Q")
        if Q.shape[0] != Q.shape[1] or abs(Q - Q.T).max() > 1e-12 * abs(Q).max():
            raise InputError(f"Q must be square and symmetric, got shape {Q.shape}.")
        entries = Q.data
    else:
        Q = entries = symmetric(Q, "Q")
    if Q.shape[0] != n:
        raise InputError(f"Q must have one row per entry of c, {n}, got {Q.shape[0]}.")
    _require_moderate(entries, "Q")
    size = float(np.abs(entries).max(initial=0.0))
    lowest = _lowest(Q / size) if size else 0.0
    if lowest < -_INDEFINITE:
        raise InputError(
            f"Q must be positive semidefinite, got an eigenvalue of {lowest * size:.3g}; a problem "
            "that is not convex has no such proof."
        )
    return Q if size else None, max(0.0, -lowest - _ROUNDING_OF_A_DIP * n) * size


def _lowest(Q):
    """The lowest eigenvalue of Q or, for a sparse one, a number not above it by much."""
    if not is_sparse(Q):
        return float(np.linalg.eigvalsh(Q)[0])
    from scipy.sparse.linalg import ArpackError, eigsh

    if Q.shape[0] < 500:
        return float(np.linalg.eigvalsh(Q.toarray())[0])
    lazy = Q.diagonal() - (abs(Q).sum(axis=1) - abs(Q.diagonal()))
    if lazy.min() >= 0.0:  # Gershgorin's discs
        return 0.0
    try:
        return float(eigsh(Q, 1, which="SA", return_eigenvectors=False, tol=1e-6)[0])
    except ArpackError:
        return float(lazy.min())


def _require_moderate(a, name):
    if a.size and np.abs(a).max() > _LARGEST:
        raise InputError(
            f"{name} must be at most {_LARGEST:g} in size, got {np.abs(a).max():.3g}; rescale it."
        )
