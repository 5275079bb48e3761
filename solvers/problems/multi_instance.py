"""The optimal margin distribution machine on bags of instances."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    as_vector,
    copied,
    labels,
    locked,
    one_of,
    positive,
    set_fields,
    short,
)
from solvers.compiled import njit
from solvers.docstrings import cite
from solvers.kernels import Gaussian, Linear, Polynomial
from solvers.memory import require_memory
from solvers.problems.band import (
    band_loss,
    checked_kernel,
    checked_theta,
    difference,
    require_moderate,
)
from solvers.problems.key_search import BUDGET, first_assignments, searched
from solvers.problems.lifted import lifted, margins_and_squares
from solvers.result import ArrayLike, Certificate, answer_scale, lowered, sum_error
from solvers.vectors import copy

_AFFINE = Linear(bias=1.0)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class MultiInstanceODM:
    """max over u (2N,) >= 0 of min over c of D(u, c): the minimax relaxation of the machine that
    picks one key instance per positive bag.

    An assignment c names the key c_i of each of the p positive bags. Each c gives a machine with
    N = p + n rows: psi_i = phi(key of bag i), then psi_i = -phi(x) for each of the n negative
    instances; K_il(c) = <psi_i, psi_l>. Its dual value is D(u, c) = D_0(u) - 1/2 Q_c(s),
    Q_c(s) = s'K(c)s, with u = [zeta; beta], s = zeta - beta (N,) and
    D_0 = (1 - theta) sum(zeta) - (1 + theta) sum(beta) - sum(zeta^2 / (4 omega))
    - sum(beta^2 / (4 omega nu)). Weights v on assignments mix them into K_v = sum_c v_c K(c); then
    min over v of max over u is the same value, and no more than the best machine's.

    bags: list of arrays (m_i, d), one instance per row. y: -1 or +1 per bag.
    lam1, lam2 > 0: penalties of the positive and negative rows, omega = lam1 / (p (1 - theta)^2)
    and lam2 / (q (1 - theta)^2); q = n (q_mode="instances", an average) or the number of negative
    bags (q_mode="bags"). nu, theta, kernel: as in `ODM`.
    Rows follow the given order of bags and instances; omega (N,), points (J, d), bag (J,): all
    instances and the bag of each; first, sizes (p,): first instance and size of each positive bag;
    negative (n,): the negative instances. count: how many assignments there are, an exact int.

    The printed (5) lacks p, q and mixes up lam and nu.

    References
    ----------
    mi-odm: (4)-(9)
    """

    #: More assignments than this are not listed.
    most_assignments: ClassVar[int] = 10_000

    bags: Sequence
    y: np.ndarray
    lam1: float
    lam2: float
    nu: float
    theta: float
    kernel: Linear | Polynomial | Gaussian = _AFFINE
    q_mode: str = "instances"
    points: np.ndarray = field(init=False, repr=False)
    bag: np.ndarray = field(init=False, repr=False)
    first: np.ndarray = field(init=False, repr=False)
    sizes: np.ndarray = field(init=False, repr=False)
    negative: np.ndarray = field(init=False, repr=False)
    omega: np.ndarray = field(init=False, repr=False)
    count: int = field(init=False, repr=False)
    _store: dict = field(init=False, repr=False, default_factory=dict)

    __reduce__ = copied

    def __post_init__(self):
        bags, y = _checked_bags(self.bags, self.y)
        set_fields(
            self,
            bags=bags,
            y=y,
            lam1=positive(self.lam1, "lam1"),
            lam2=positive(self.lam2, "lam2"),
            nu=positive(self.nu, "nu"),
            theta=checked_theta(self.theta),
            kernel=checked_kernel(self.kernel),
            q_mode=one_of(self.q_mode, ("instances", "bags"), "q_mode"),
        )
        sizes = np.array([len(b) for b in bags])
        bag = np.repeat(np.arange(len(bags)), sizes)
        plus = y > 0.0
        first = (np.cumsum(sizes) - sizes)[plus]
        negative = np.flatnonzero(~plus[bag])
        arrays = {
            "points": np.concatenate(bags),
            "bag": bag,
            "first": first,
            "sizes": sizes[plus],
            "negative": negative,
            "omega": self._weights(first.size, negative.size, np.count_nonzero(~plus)),
        }
        set_fields(self, **locked(arrays), count=math.prod(sizes[plus].tolist()))
        require_moderate(self.kernel, self.points, self.omega, "bags, lam1, lam2")

    def _weights(self, p, n, negative_bags):
        q = n if self.q_mode == "instances" else negative_bags
        rows = [np.full(p, self.lam1 / max(p, 1)), np.full(n, self.lam2 / max(q, 1))]
        return np.concatenate(rows) / (1.0 - self.theta) ** 2

    @property
    def at_zero(self) -> float:
        """The value with all margins at zero: lam1 + lam2 for q_mode="instances" with both
        classes."""
        if "at zero" not in self._store:
            self._store["at zero"] = float(np.sum(self.omega) * (1.0 - self.theta) ** 2)
        return self._store["at zero"]

    def assignments(self) -> np.ndarray:
        """All assignments (count, p) in lexicographic order, the first bag slowest; an InputError
        above 10 000."""
        if self.count > self.most_assignments:
            raise InputError(
                "bags must allow at most "
                f"{self.most_assignments} assignments of keys to be listed, got "
                f"{float(self.count):.3g}; use solve_column_generation or solve_assignment, or "
                "fewer or smaller positive bags."
            )
        if "assignments" not in self._store:
            listed = np.array(list(itertools.product(*map(range, self.sizes))), dtype=np.int64)
            self._store["assignments"] = locked(listed.reshape(self.count, self.first.size))
        return self._store["assignments"]

    def gram(self) -> np.ndarray:
        """Kernel values (J, J) of all instances, computed once and stored."""
        if "G" not in self._store:
            J = len(self.points)
            require_memory(24 * J * J, f"the Gram matrix of {J} instances", "use fewer bags.")
            self._store["G"] = locked(self.kernel.values(self.points, self.points))
        return self._store["G"]

    def certify(
        self,
        u: ArrayLike,
        v: ArrayLike | None = None,
        assignments: ArrayLike | None = None,
        s: ArrayLike | None = None,
    ) -> Certificate:
        """Both halves of the saddle gap, rigorous at any point.

        bound, the lower half: D_0(u) - 1/2 max_c Q_c(s) at max(u, 0), u (2N,). The maximum is
        exact where branch and bound gets through, else replaced by an upper bound.
        objective, the upper half: 1/2 s'K_v s plus the loss of the margins K_v s, at weights v (k,)
        (clipped and normalised) on assignments (k, p), by default all of them; without v, all
        weight is on the assignment with the largest Q_c. s (N,) is zeta - beta of u by default;
        any s is valid.
        scale: the objective or, where that is smaller, the value at zero margins. infeasibility:
        the largest violation of u >= 0 over the largest |u_i|; the bound of such a point is that of
        max(u, 0). What rounding of the kernel may have done to either half is taken off the bound,
        where it is more than 1e-9 of the scale.

        The lower half also bounds the best machine with one key per bag from below.
        """
        u = as_vector(u, 2 * self.omega.size, "u")
        if v is None:  # the kernel puts the one that it finds in place of none
            v, index = np.empty(0), np.empty((0, self.first.size), np.int64)
        else:
            v, index = self._placed(v, assignments)
        S = [] if s is None else [as_vector(s, self.omega.size, "s")]
        return self._certified([u], [v], index, S)[0]

    def certify_rows(
        self, U: np.ndarray, V: np.ndarray, S: np.ndarray | None = None
    ) -> list[Certificate]:
        """`certify` of each row of U (n, 2N), V (n, count), on all assignments, and S (n, N),
        in one call."""
        return self._certified(U, V, self._instances(), [] if S is None else S)

    def _certified(self, U, V, index, S=()):
        """The certificates of rows U (n, 2N), V (n, k) on `index` (k, p), and S (n, N), if any."""
        # New arrays: for those that are read-only or strided numba would compile this once more.
        U, V = np.array(U, order="C"), np.array(V, order="C")
        S = np.array(S, order="C").reshape(-1, self.omega.size)
        found = _halves(
            self.gram(), self.negative, self.first, self.sizes, first_assignments(self),
            locked(index), self._spread(), self.omega, self.nu, self.theta, U, V, S, BUDGET,
        )  # fmt: skip
        return [self._judged(*row) for row in found.tolist()]

    def _judged(self, upper, lower, error, outside):
        scale = answer_scale(upper, at_zero=self.at_zero)
        lower = lowered(lower, error, scale)
        return Certificate(upper, lower if np.isfinite(lower) else -np.inf, scale, outside)

    def _spread(self):
        """(N,): for each row of K_v, whatever the keys, factors of which the products are no less
        than what rounding does to it, computed once and stored."""
        if "spread" not in self._store:
            kernel, points, J = self.kernel, self.points, len(self.points)
            root = np.sqrt(sum_error(J) * kernel.diagonal(points) + kernel.spread(points) ** 2)
            most = [root[i : i + m].max() for i, m in zip(self.first, self.sizes, strict=True)]
            self._store["spread"] = locked(np.concatenate([most, root[self.negative]]))
        return self._store["spread"]

    def margins(
        self, u: ArrayLike, v: ArrayLike | None = None, assignments: ArrayLike | None = None
    ) -> np.ndarray:
        """K_v s (N,), s = zeta - beta of u (2N,), at weights v (k,) on `assignments` (k, p), by
        default all of them."""
        v, index = self.mixture(v, assignments)
        s = difference(as_vector(u, 2 * self.omega.size, "u"))
        return margins_and_squares(self.gram(), index, self.negative, s, v)[0]

    def dual_values(self, u: ArrayLike, assignments: ArrayLike | None = None) -> np.ndarray:
        """D(u, c) (k,) at u (2N,) for each of `assignments` (k, p), by default all of them: each at
        most the value of the best machine with these keys."""
        index = self._placed(None, assignments)[1]
        return self._dual_values([as_vector(u, 2 * self.omega.size, "u")], index)[0]

    def dual_value_rows(self, U: np.ndarray) -> np.ndarray:
        """`dual_values` (n, count) of each row of U (n, 2N), in one call."""
        return self._dual_values(U, self._instances())

    def _dual_values(self, U, index):
        """D(u, c) (n, k) at rows U (n, 2N) for index (k, p)."""
        # A new array, and one that is read-only, as in `_certified`.
        prices = self.omega, self.nu, self.theta
        return _dual_values(
            self.gram(), locked(index), self.negative, *prices, np.array(U, order="C")
        )

    def upper(self, v: np.ndarray, index: np.ndarray, s: np.ndarray) -> float:
        """1/2 s'K_v s plus the loss of the margins K_v s, for weights v (k,) on `index` (k, p)."""
        return self._upper(s, margins_and_squares(self.gram(), index, self.negative, s, v)[0])

    def _upper(self, s, f):
        value = 0.5 * (s @ f) + band_loss(f, self.omega, self.nu, self.theta).sum()
        return value if np.isfinite(value) else np.inf

    def mixture(
        self, v: ArrayLike | None = None, assignments: ArrayLike | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """(weights (k,) on the simplex, instance numbers (k, p) of the keys)."""
        v, index = self._placed(v, assignments)
        return _on_simplex(np.array(v)), index  # a new array, as in `_certified`

    def mixture_rows(self, V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`mixture` of each row of V (n, count), weights on all assignments: (weights (n, count),
        instance numbers)."""
        return _each_on_simplex(np.array(V, order="C")), self._instances()

    def _placed(self, v, assignments):
        """(weights (k,) as they are given, `mixture`'s index)."""
        listed = self.assignments() if assignments is None else self._checked_keys(assignments)
        v = np.ones(len(listed)) if v is None else as_vector(v, len(listed), "v")
        return v, self._instances() if assignments is None else self.first + listed

    def _instances(self):
        """`assignments` as numbers among all instances (count, p), computed once and stored."""
        if "instances" not in self._store:
            self._store["instances"] = locked(self.first + self.assignments())
        return self._store["instances"]

    def one_key_each(self, keys: ArrayLike) -> np.ndarray:
        """`keys` (p,), one per positive bag, checked: an assignment alone, (1, p)."""
        return self._checked_keys(keys, "keys")[None]

    def _checked_keys(self, keys, name="assignments"):
        """`keys` (p,), one per positive bag, or `assignments` (k, p) of them, checked."""
        c, p = _as_integers(keys), self.first.size
        shape = f"({p},)" if name == "keys" else f"(k, {p})"
        right = c.shape == (p,) if name == "keys" else c.ndim == 2 and c.shape[1] == p and len(c)
        if not right:
            raise InputError(
                f"{name} must be an array {shape} of whole numbers, one per positive bag, got "
                f"{short(keys)}."
            )
        if np.any(c < 0) or np.any(c >= self.sizes):
            raise InputError(
                f"{name} must name instances 0, ..., m_i - 1 of each positive bag, "
                f"got {c.min()} to {c.max()} for bags of up to {self.sizes.max()}."
            )
        return c.astype(np.int64)


@njit(cache=True, nogil=True, error_model="numpy")
def _halves(G, negative, first, sizes, tried, index, rows, omega, nu, theta, U, V, S, budget):
    """(n, 4): of each row of U (n, 2N), V (n, k), S (n, N) the upper and the lower half, how far
    rounding may put them off, together, and how far u is outside: see `MultiInstanceODM.certify`.
    Where S or index (k, p) has no rows, s is that of u, or all weight is on the largest Q_c."""
    N, J = omega.size, len(G)
    found = np.empty((len(U), 4))
    f, squares = np.empty(N), np.empty(max(1, len(index)))
    base, weight, chosen = np.empty(J), np.empty(J), np.empty((1, first.size), np.int64)
    for r in range(len(U)):
        value, own, outside = _lower_part(U[r], omega, nu, theta)
        if not outside < np.inf:
            found[r, 0], found[r, 1], found[r, 2], found[r, 3] = np.inf, -np.inf, 0.0, np.inf
            continue
        keys, constant, _, bound, _ = searched(G, negative, own, first, sizes, tried, budget)
        s = S[r] if len(S) else own
        if len(index):
            lifted(G, index, negative, s, _on_simplex(V[r]), base, weight, f, squares)
        else:
            for i in range(keys.size):
                chosen[0, i] = first[i] + keys[i]
            lifted(G, chosen, negative, s, np.ones(1), base, weight, f, squares)
        upper, error = _upper_half(s, f, own, rows, omega, nu, theta)
        lower = value - 0.5 * (constant + bound)
        found[r, 0], found[r, 1] = upper if upper < np.inf else np.inf, lower
        found[r, 2], found[r, 3] = error, outside
    return found


@njit(cache=True, nogil=True, error_model="numpy")
def _lower_part(u, omega, nu, theta):
    """(`dual_part` of max(u, 0), its difference (N,), the largest violation of u >= 0 as a share of
    the largest |u_i|): the violation is inf where u is not finite."""
    value, own = _separable(np.maximum(u, 0.0), omega, nu, theta)
    below, most, finite = 0.0, 0.0, True
    for i in range(u.size):
        below, most = max(below, -u[i]), max(most, abs(u[i]))
        finite = finite and np.isfinite(u[i])
    if not finite:
        return value, own, np.inf
    return value, own, below / most if below > 0.0 else 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def _separable(u, omega, nu, theta):
    """(`dual_part`, difference (N,)) of u (2N,)."""
    N, zetas, betas, penalty = omega.size, 0.0, 0.0, 0.0
    own = np.empty(N)
    for i in range(N):
        zeta, beta = u[i], u[N + i]
        own[i] = zeta - beta
        zetas, betas = zetas + zeta, betas + beta
        # Of small multipliers the squares alone would be 0.
        penalty += zeta * (zeta / (4.0 * omega[i])) + beta * (beta / (4.0 * omega[i] * nu))
    return (1.0 - theta) * zetas - (1.0 + theta) * betas - penalty, own


@njit(cache=True, nogil=True, error_model="numpy")
def _dual_values(G, index, negative, omega, nu, theta, U):
    """(n, k): D(u, c) of each row of U (n, 2N) for each of index (k, p)."""
    n, k, J = len(U), len(index), len(G)
    found, f, squares = np.empty((n, k)), np.empty(omega.size), np.empty(k)
    base, weight, none = np.empty(J), np.empty(J), np.zeros(k)
    for r in range(n):
        value, own = _separable(U[r], omega, nu, theta)
        lifted(G, index, negative, own, none, base, weight, f, squares)
        for c in range(k):
            found[r, c] = value - 0.5 * squares[c]
    return found


@njit(cache=True, nogil=True)
def _upper_half(s, f, own, rows, omega, nu, theta):
    """(1/2 s'f plus the loss of the margins f (N,), how far rounding of the kernel may put both
    halves off, together, whatever the keys): own, s (N,) are the differences of the lower and the
    upper half, rows (N,) what `_spread` says."""
    N, value, pulled, size, square, lower, most = s.size, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(N):
        size += rows[i] * abs(s[i])
        lower += rows[i] * abs(own[i])
    for i in range(N):
        below, above = max(1.0 - theta - f[i], 0.0), max(f[i] - 1.0 - theta, 0.0)
        value += 0.5 * s[i] * f[i] + omega[i] * (below**2 + nu * above**2)
        off, slope = rows[i] * size, 2.0 * omega[i] * (below + nu * above)
        pulled += (0.5 * abs(s[i]) + slope) * off
        square += off**2
        most = max(most, omega[i])
    return value, pulled + most * max(1.0, nu) * square + 0.5 * lower**2


@njit(cache=True, nogil=True)
def _on_simplex(v):
    """v (k,) clipped and normalised; even weights where nothing is left."""
    out, total = np.zeros(v.size), 0.0
    for k in range(v.size):
        if 0.0 < v[k] < np.inf:
            out[k] = v[k]
            total += v[k]
    return out / total if total > 0.0 else np.full(v.size, 1.0 / v.size)


@njit(cache=True, nogil=True)
def _each_on_simplex(V):
    """`_on_simplex` of each row, in place."""
    for r in range(len(V)):
        copy(_on_simplex(V[r]), V[r])
    return V


def _as_integers(value):
    """`value` as an array; one of no axes where its entries are not whole numbers."""
    try:
        c = np.asarray(value)
    except ValueError:  # rows of different lengths
        return np.empty(())
    return np.empty(()) if c.size and c.dtype.kind not in "iu" else c


def _checked_bags(bags, y):
    """(tuple of read-only arrays with equally many columns, labels)."""
    shape = getattr(bags, "shape", (0, 0, 0))
    if len(shape) == 2 or (isinstance(bags, np.ndarray) and bags.ndim != 3):
        raise InputError(
            f"bags must be a list of arrays (m_i, d), got shape {shape}; cut it into one per bag."
        )
    try:
        bags = [as_array(b, f"bags[{i}]", ndim=2) for i, b in enumerate(bags)]
    except TypeError:
        raise InputError(f"bags must be a list of arrays (m_i, d), got {short(bags)}.") from None
    y = labels(y, "y")
    if len(bags) == 0:
        raise InputError("bags must hold at least one bag, got none.")
    if y.size != len(bags):
        raise InputError(f"y must have one label per bag, got {y.size} for {len(bags)}.")
    for i, b in enumerate(bags):
        if len(b) == 0:
            raise InputError(f"bags[{i}] must hold at least one instance, got none; drop the bag.")
        if b.shape[1] != bags[0].shape[1]:
            raise InputError(
                f"bags[{i}] must have {bags[0].shape[1]} columns like bags[0], got {b.shape[1]}."
            )
    return tuple(bags), y
