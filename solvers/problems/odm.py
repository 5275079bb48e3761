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
    band_slopes,
    checked_theta,
    difference,
    dual_part,
    parts,
    require_moderate,
)
from solvers.result import ROUNDING, ArrayLike, Certificate, answer_scale, lowered, sum_error

_AFFINE = Linear(bias=1.0)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class ODM(KernelMachine):
    """min 1/2 s'Ks + omega sum_i (xi_i^2 + nu eps_i^2) over s (n,), with margins f = Ks.

    K_il = y_i y_l kernel(x_i, x_l); xi = [1 - theta - f]_+ falls short of the band, and
    eps = [f - 1 - theta]_+ exceeds it. w = sum_i s_i y_i phi(x_i), without an intercept: give the
    kernel a bias. omega = lam / (n (1 - theta)^2), so that lam is the value at s = 0.

    Its dual: max over u = [zeta; beta] (2n,) >= 0 of D_0(u) - 1/2 s'Ks, s = zeta - beta,
    D_0 = (1 - theta) sum(zeta) - (1 + theta) sum(beta)
    - sum(zeta^2) / (4 omega) - sum(beta^2) / (4 omega nu).

    X (n, d): one point per row. y (n,): -1 and +1. lam > 0, nu > 0: weight of the excess, that of
    the shortfall being 1. theta in [0, 1): half the band. theta = 0, nu = 1 is least squares on y,
    and theta -> 1 has the direction of the hard-margin machine.

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

        bound: the dual value at max(u, 0), u (2n,). Without u, at the best point of the ray through
        the positive and negative part of s. scale: the objective, or lam, the value at s = 0, where
        that is smaller. What rounding of the kernel may have done to either is taken off the bound,
        where it is more than 1e-9 of the scale.
        """
        s = as_vector(s, self.y.size, "s")
        if not np.isfinite(s).all():
            return Certificate(np.inf, -np.inf, self.lam, np.inf)
        with np.errstate(over="ignore", invalid="ignore"):
            f = self.margins(s)
            loss = band_loss(f, self.omega, self.nu, self.theta)
            value = 0.5 * (s @ f) + loss.sum()
            scale = answer_scale(value, at_zero=self.lam)
            derived = u is None
            if derived:
                share = self._share(s, s @ f)
                u, own, g = share * parts(s), share * s, share * f
            else:
                u = np.maximum(as_vector(u, 2 * self.y.size, "u"), 0.0)
                own = difference(u)
                g = f if np.array_equal(own, s) else self.margins(own)
            bound = dual_part(u, self.omega, self.nu, self.theta) - 0.5 * own @ g
            bound = lowered(bound, self._error(s, f, own, scale), scale)
            bound = max(bound, 0.0) if derived else bound  # u = 0 is on every ray
        value = value if value < np.inf else np.inf
        return Certificate(float(value), float(bound) if bound > -np.inf else -np.inf, scale)

    def _share(self, s, square):
        """Where on the ray through `parts(s)` the dual value is largest; `square` is s'Ks."""
        u = parts(s)
        value = dual_part(u, self.omega, self.nu, self.theta)
        linear = (1.0 - self.theta) * u[: s.size].sum() - (1.0 + self.theta) * u[s.size :].sum()
        curvature = square + 2.0 * (linear - value)
        share = linear / curvature if linear > 0.0 and curvature > 0.0 else 0.0
        return share if np.isfinite(share) else 0.0

    def _error(self, s, f, own, scale):
        """How far rounding of the kernel may put the objective at `s` and the dual value of the
        difference `own` off, together."""
        pulls = 0.5 * np.abs(s) + band_slopes(f, self.omega, self.nu, self.theta)
        size, enough = 0.5 * np.abs(own), ROUNDING * scale
        error = self.margins_error(s, lambda off: 2.0 * (pulls @ off) <= enough)
        same = np.array_equal(own, s)
        off = error if same else self.margins_error(own, lambda off: 2.0 * (size @ off) <= enough)
        # The loss is a square: what is left of it where a row is nearly at the band.
        rest = self.omega * max(1.0, self.nu) * (error @ error)
        return float(pulls @ error + rest + size @ off)


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
        multipliers a (n,), s by default, shifted to sum(a) = eta. scale: the terms of the objective
        without its constant, 1/2 s'Ks + eta |mean(f)| + lam var(f). What rounding may have done to
        either is taken off the bound, where it is more than 1e-9 of the scale.
        """
        s = as_vector(s, self.y.size, "s")
        a = s if a is None else as_vector(a, self.y.size, "a")
        if not (np.isfinite(s).all() and np.isfinite(a).all()):
            return Certificate(np.inf, -np.inf, 0.0, np.inf)
        n, offset = self.y.size, self.eta**2 / (4.0 * self.lam)
        with np.errstate(over="ignore", invalid="ignore"):
            f = self.margins(s)
            terms = 0.5 * (s @ f), -self.eta * f.mean(), self.lam * f.var()
            scale = answer_scale(*terms)
            a = a + (self.eta - a.sum()) / n
            spread = n * n / (4.0 * self.lam) * a.var()
            bound = -0.5 * (a @ self.margins(a)) - spread - offset
            bound = lowered(bound, self._error(s, f, a, offset, scale), scale)
            value = sum(terms) - offset
        value = value if value == value else np.inf
        return Certificate(float(value), float(bound) if bound == bound else -np.inf, scale)

    def _error(self, s, f, a, offset, scale):
        """How far rounding may put the objective at `s` and the dual value at `a` off, together."""
        n, enough = s.size, ROUNDING * scale
        pulls = 0.5 * np.abs(s) + (self.eta + 2.0 * self.lam * np.abs(f - f.mean())) / n
        size = 0.5 * np.abs(a)
        off = self.margins_error(s, lambda off: 2.0 * (pulls @ off) <= enough)
        dual = self.margins_error(a, lambda off: 2.0 * (size @ off) <= enough)
        rest = self.lam / n * (off @ off) + sum_error(n) * offset
        return float(pulls @ off + size @ dual + rest)
