"""Any linear or convex quadratic program: data, certificate, and proofs that there is no answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    as_vector,
    copied,
    is_sparse,
    locked,
    same_length,
    set_fields,
    short,
    symmetric,
)
from solvers.docstrings import cite
from solvers.problems.rows import Rows
from solvers.result import ArrayLike, Certificate

#: Entries may reach this size, so that products of three of them are finite.
_LARGEST = 1e120
#: Eigenvalues of Q may be negative by this share of the largest.
_INDEFINITE = 1e-10


@cite
@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """min c'x + 1/2 x'Qx over x (n,) with Ax <= b, A_eq x = b_eq and lower <= x <= upper.

    Its dual: max of -1/2 w'Qw - b'y - b_eq'z + lower'r+ - upper'r- over y (m,) >= 0, z (k,) and
    w (n,), where r = Qw + c + A'y + A_eq'z, r+ - r- = r, is zero where x_j has no bound on that
    side.

    c (n,). A (m, n) and A_eq (k, n): dense or sparse; None for no rows. b (m,), b_eq (k,).
    Q (n, n): symmetric positive semidefinite, dense or sparse; None for a linear program.
    lower, upper: one number or one per variable (n,), of which -inf and inf bound nothing; None
    for no bounds.

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
        Q = None if self.Q is None else _semidefinite(self.Q, c.size)
        for name, value in (("c", c), ("b", b), ("b_eq", b_eq)):
            _require_moderate(value, name)
        set_fields(self, c=c, A=A, b=b, A_eq=A_eq, b_eq=b_eq, lower=lower, upper=upper, Q=Q)

    @property
    def rows(self) -> Rows:
        """All constraints as Gv <= h, Ev = e in units of the program's own, made once."""
        if "rows" not in self._store:
            self._store["rows"] = Rows(self)
        return self._store["rows"]

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
        """Proof of quality of `x` (n,).

        objective: the value at x, where it breaks constraints by rounding only; else at a feasible
        point beside it, to which least squares of what is broken lead, or on the way from there to
        an inner point; inf where none is found. bound: the dual value near y (m,) >= 0, z (k,) and
        w (n,), by default x, made dual
        feasible by bounds on variables and by least squares; without y, near multipliers of rows
        that x meets with equality; -inf where that fails. scale: the larger of how far the
        objective is from its value at the centre, the point with the least squared distances to all
        constraints, and what it may change by there over the median distance to one: neither a
        shift of x nor the length of a row changes it. infeasibility: the largest distance of x
        to a half-plane, box or plane it should be in. `ray`, the proof of a status "infeasible" or
        "unbounded", has no part in this: see `certify_infeasible` and `certify_unbounded`.
        """
        rows, n = self.rows, self.c.size
        x = as_vector(x, n, "x")
        y = None if y is None else as_vector(y, self.b.size, "y")
        z = None if z is None else as_vector(z, self.b_eq.size, "z")
        w = x if w is None else as_vector(w, n, "w")
        if ray is not None:
            self._ray(ray)
        if not np.abs(x).sum() < np.inf:
            return Certificate(np.inf, -np.inf, rows.scale, np.inf)
        with np.errstate(all="ignore"):
            v = rows.inward(x)
            u = rows.inward(w) if np.abs(w).sum() < np.inf else v
            found = rows.multipliers(u, *(rows.to_scaled(y, z) if y is not None else (None, None)))
            near, off = rows.feasible(v), rows.violation(v) * rows.length
            if near is None:  # so far out, what is broken may be no more than rounding
                off = max(off, rows.rounding(v) * rows.length)
            objective = (
                np.inf if near is None else self.value(x if near is v else rows.outward(near))
            )
            bound = rows.bound(*found) if found else -np.inf
            if rows.scale == 0.0:  # the objective is the same everywhere
                bound = rows.base
            elif near is not None and found:
                objective += rows.unit * rows.price(near, *found[1:])
        good = np.isfinite([objective, off]).all()
        return Certificate(
            float(objective) if good else np.inf,
            float(bound) if np.isfinite(bound) else -np.inf,
            max(rows.scale, abs(float(objective) - rows.base)) if good else rows.scale,
            float(off) if np.isfinite(off) else np.inf,
        )

    def _ray(self, ray):
        """`ray` as an array (m + k,) or (n,), finite or not."""
        try:
            return as_vector(ray, self.c.size, "ray")
        except InputError:
            return as_vector(ray, self.b.size + self.b_eq.size, "ray")

    def certify_infeasible(self, ray: ArrayLike) -> bool:
        """Whether `ray` (m + k,) proves that no x is feasible.

        It holds y >= 0 and z whose sum of rows, A'y + A_eq'z, no x within the bounds can bring down
        to b'y + b_eq'z: without bounds A'y + A_eq'z = 0 and b'y + b_eq'z < 0.
        """
        m = self.b.size
        ray = as_vector(ray, m + self.b_eq.size, "ray")
        if not np.isfinite(ray).all() or (ray[:m] < 0.0).any() or np.abs(ray).sum() == np.inf:
            return False
        with np.errstate(all="ignore"):
            return self.rows.contradictory(*self.rows.to_scaled(ray[:m], ray[m:]))

    def certify_unbounded(self, ray: ArrayLike) -> bool:
        """Whether the objective falls for ever along `ray` (n,) from every feasible point.

        Along it A d <= 0, A_eq d = 0, Q d = 0, c'd < 0, and no bound comes nearer.
        """
        ray = as_vector(ray, self.c.size, "ray")
        length = np.abs(ray).sum()
        return bool(0.0 < length < np.inf) and self.rows.falls_forever(ray / length)


def _constraints(A, b, n, name, right):
    """(A, b) of some rows, none for None; A dense, or sparse by rows."""
    if A is None and b is None:
        return as_array(np.zeros((0, n)), name, ndim=2), as_array(np.zeros(0), right, ndim=1)
    if A is None or b is None:
        missing, other = (name, right) if A is None else (right, name)
        raise InputError(f"{missing} must be given with {other}, got None; give both or neither.")
    A = _matrix(A, name)
    b = as_array(b, right, ndim=1)
    if A.shape[1] != n:
        raise InputError(f"{name} must have one column per entry of c, {n}, got {A.shape[1]}.")
    same_length(A, b, name, right)
    _require_moderate(A.data if is_sparse(A) else A, name)
    return A, b


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
    bad = np.flatnonzero(np.isnan(a) | (a == -none))
    if bad.size:
        raise InputError(
            f"{name} must be a number or {none}, got {a[bad[0]]} at {bad[0]}; use {none} for none."
        )
    _require_moderate(a[np.isfinite(a)], name)
    a.setflags(write=False)
    return a


def _semidefinite(Q, n):
    """Q (n, n), symmetric and positive semidefinite."""
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
    if size and (lowest := _lowest(Q / size)) < -_INDEFINITE:
        raise InputError(
            f"Q must be positive semidefinite, got an eigenvalue of {lowest * size:.3g}; a problem "
            "that is not convex has no such proof."
        )
    return Q


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
