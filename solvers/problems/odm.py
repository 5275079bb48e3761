"""The optimal margin distribution machine on single instances, with a band or a free centre."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solvers.checks import (
    as_vector,
    positive,
    set_fields,
)
from solvers.docstrings import cite
from solvers.kernels import Gaussian, Linear, Polynomial
from solvers.problems.band import (
    KernelMachine,
    band_loss,
    checked_theta,
    difference,
    dual_part,
    parts,
    require_moderate,
)
from solvers.result import ArrayLike, Certificate

_AFFINE = Linear(bias=1.0)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class ODM(KernelMachine):
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

    def __post_init__(self):
        self._set_points()
        lam, theta = positive(self.lam, "lam"), checked_theta(self.theta)
        omega = lam / (self.y.size * (1.0 - theta) ** 2)
        set_fields(self, lam=lam, nu=positive(self.nu, "nu"), theta=theta, omega=omega)
        require_moderate(self.kernel, self.X, np.full(self.y.size, omega), "X, lam")

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


@cite
@dataclass(frozen=True, slots=True, eq=False)
class FreeMeanODM(KernelMachine):
    """min 1/2 s'Ks - eta c + lam / n sum_i (f_i - c)^2 over s (n,) and the centre c, f = Ks.

    K_il = y_i y_l kernel(x_i, x_l). Shortfall and excess of the margins have one weight, so that
    their hinges add to a square. The best centre is not the mean of the margins, as the source
    says, but c = mean(f) + eta / (2 lam); with it the objective is
    1/2 s'Ks - eta mean(f) + lam var(f) - eta^2 / (4 lam).

    X (n, d), y (n,) of -1 and +1, eta > 0, lam > 0.

    References
    ----------
    mi-odm: (1)
    """

    X: np.ndarray
    y: np.ndarray
    eta: float
    lam: float
    kernel: Linear | Polynomial | Gaussian = _AFFINE
    _store: dict = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self):
        self._set_points()
        set_fields(self, eta=positive(self.eta, "eta"), lam=positive(self.lam, "lam"))
        require_moderate(self.kernel, self.X, np.full(self.y.size, self.lam), "X, lam")

    def solution(self) -> np.ndarray:
        """The minimiser s (n,), from one linear system: s = eta / n - (2 lam / n) (f - mean(f))."""
        K, n = self.gram(), self.y.size
        system = np.eye(n) + (2.0 * self.lam / n) * (K - K.mean(axis=0))
        return np.linalg.solve(system, np.full(n, self.eta / n))

    def centre(self, s: ArrayLike) -> float:
        """The best centre of the band for `s` (n,): mean(f) + eta / (2 lam)."""
        return float(self.margins(s).mean() + self.eta / (2.0 * self.lam))

    def certify(self, s: ArrayLike, a: ArrayLike | None = None) -> Certificate:
        """Proof of quality of `s` (n,) with its best centre.

        bound: the dual value -1/2 a'Ka - n / (4 lam) ||a - mean(a)||^2 - eta^2 / (4 lam) at the
        multipliers a (n,), s by default, shifted to sum(a) = eta. scale: |objective|.
        """
        s = as_vector(s, self.y.size, "s")
        a = s if a is None else as_vector(a, self.y.size, "a")
        if not (np.isfinite(s).all() and np.isfinite(a).all()):
            return Certificate(np.inf, -np.inf, np.inf, np.inf)
        n, offset = self.y.size, self.eta**2 / (4.0 * self.lam)
        with np.errstate(over="ignore", invalid="ignore"):
            f = self.margins(s)
            value = 0.5 * (s @ f) - self.eta * f.mean() + self.lam * f.var() - offset
            a = a + (self.eta - a.sum()) / n
            spread = n * n / (4.0 * self.lam) * a.var()
            bound = -0.5 * (a @ self.margins(a)) - spread - offset
        return Certificate(float(value), float(bound), abs(float(value)))
