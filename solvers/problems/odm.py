"""The optimal margin distribution machine on single instances."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    as_vector,
    copied,
    labels,
    positive,
    same_length,
    set_fields,
)
from solvers.docstrings import cite
from solvers.hints import ArrayLike
from solvers.kernels import Gaussian, Linear, Polynomial
from solvers.problems.band import (
    band_loss,
    checked_kernel,
    checked_theta,
    decision_values,
    difference,
    dual_part,
    parts,
    require_moderate,
    signed_gram,
    signed_margins,
)
from solvers.result import Certificate

_AFFINE = Linear(bias=1.0)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class ODM:
    """min 1/2 s'Ks + omega sum_i (xi_i^2 + nu eps_i^2) over s (n,), with margins f = Ks.

    K_il = y_i y_l kernel(x_i, x_l); xi = [1 - theta - f]_+ falls short of the band, and
    eps = [f - 1 - theta]_+ exceeds it. w = sum_i s_i y_i phi(x_i), without an intercept of its own:
    give the kernel a bias. omega = lam / (n (1 - theta)^2), so that lam is the value at s = 0.

    Its dual: max over u = [zeta; beta] (2n,) >= 0 of D_0(u) - 1/2 s'Ks, s = zeta - beta,
    D_0 = (1 - theta) sum(zeta) - (1 + theta) sum(beta)
    - sum(zeta^2) / (4 omega) - sum(beta^2) / (4 omega nu).

    X (n, d): one point per row. y (n,): -1 and +1. lam > 0, nu > 0: weight of the excess, that of
    the shortfall being 1. theta in [0, 1): half the band. theta = 0, nu = 1 is least squares on y,
    and theta -> 1 has the direction of the hard-margin machine; values then fall like (1 - theta)^2
    against a scale that stays, so ask for a tolerance in proportion.

    References
    ----------
    mi-odm: (2)
    """

    X: np.ndarray
    y: np.ndarray
    lam: float
    nu: float
    theta: float
    kernel: Linear | Polynomial | Gaussian = _AFFINE
    omega: float = field(init=False, repr=False)
    _store: dict = field(init=False, repr=False, default_factory=dict)

    __reduce__ = copied

    def __post_init__(self):
        X, y = as_array(self.X, "X", ndim=2), labels(self.y, "y")
        same_length(X, y, "X", "y")
        if y.size == 0:
            raise InputError("y must hold at least one label, got none; give some points.")
        lam, theta = positive(self.lam, "lam"), checked_theta(self.theta)
        set_fields(
            self,
            X=X,
            y=y,
            lam=lam,
            nu=positive(self.nu, "nu"),
            theta=theta,
            kernel=checked_kernel(self.kernel),
            omega=lam / (y.size * (1.0 - theta) ** 2),
        )
        with np.errstate(over="ignore"):
            require_moderate(self.kernel.diagonal(X), np.full(y.size, self.omega), "X, lam")

    def gram(self) -> np.ndarray:
        """K (n, n), computed once and kept; an InputError where it does not fit in memory."""
        return signed_gram(self)

    def margins(self, s: ArrayLike) -> np.ndarray:
        """f = Ks (n,): y_i times the decision value of each training point."""
        return signed_margins(self, s)

    def decision(self, s: ArrayLike, points: ArrayLike) -> np.ndarray:
        """Decision values (a,) at the rows of `points` (a, d); their sign is the class."""
        return decision_values(self, s, points)

    def certify(self, s: ArrayLike, u: ArrayLike | None = None) -> Certificate:
        """Proof of quality of `s` (n,); every s is feasible.

        bound: the dual value at max(u, 0), u (2n,). Without u, the best on the ray through the
        positive and negative part of s. scale: lam, the value at s = 0.
        """
        s = as_vector(s, self.y.size, "s")
        if not np.isfinite(s).all():
            return Certificate(np.inf, -np.inf, self.lam, np.inf)
        with np.errstate(over="ignore", invalid="ignore"):
            f = self.margins(s)
            loss = band_loss(f, self.omega, self.nu, self.theta).sum()
            bound = self._ray(s, s @ f) if u is None else self._bound(u)
            value = 0.5 * (s @ f) + loss
        return Certificate(float(value), float(bound), self.lam)

    def _bound(self, u):
        """The dual value at max(u, 0), -inf where it overflows."""
        u = np.maximum(as_vector(u, 2 * self.y.size, "u"), 0.0)
        s = difference(u)
        value = dual_part(u, self.omega, self.nu, self.theta) - 0.5 * s @ self.margins(s)
        return value if np.isfinite(value) else -np.inf

    def _ray(self, s, square):
        """The largest dual value on the ray through `parts(s)`; `square` is s'Ks."""
        u = parts(s)
        value = dual_part(u, self.omega, self.nu, self.theta)
        linear = (1.0 - self.theta) * u[: s.size].sum() - (1.0 + self.theta) * u[s.size :].sum()
        curvature = square + 2.0 * (linear - value)
        if linear <= 0.0 or not curvature > 0.0:
            return 0.0
        best = 0.5 * linear * (linear / curvature)
        return best if np.isfinite(best) else 0.0
