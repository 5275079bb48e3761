"""The original form of the optimal margin distribution machine, whose centre is free."""

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
    checked_kernel,
    decision_values,
    require_moderate,
    signed_gram,
    signed_margins,
)
from solvers.result import Certificate

_AFFINE = Linear(bias=1.0)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class FreeMeanODM:
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

    __reduce__ = copied

    def __post_init__(self):
        X, y = as_array(self.X, "X", ndim=2), labels(self.y, "y")
        same_length(X, y, "X", "y")
        if y.size == 0:
            raise InputError("y must hold at least one label, got none; give some points.")
        set_fields(
            self,
            X=X,
            y=y,
            eta=positive(self.eta, "eta"),
            lam=positive(self.lam, "lam"),
            kernel=checked_kernel(self.kernel),
        )
        with np.errstate(over="ignore"):
            require_moderate(self.kernel.diagonal(X), np.full(y.size, self.lam), "X, lam")

    def gram(self) -> np.ndarray:
        """K (n, n), computed once and kept; an InputError where it does not fit in memory."""
        return signed_gram(self)

    def solution(self) -> np.ndarray:
        """The minimiser s (n,), from one linear system: s = eta / n - (2 lam / n) (f - mean(f))."""
        K, n = self.gram(), self.y.size
        system = np.eye(n) + (2.0 * self.lam / n) * (K - K.mean(axis=0))
        return np.linalg.solve(system, np.full(n, self.eta / n))

    def centre(self, s: ArrayLike) -> float:
        """The best centre of the band for `s` (n,): mean(f) + eta / (2 lam)."""
        return float(self.margins(s).mean() + self.eta / (2.0 * self.lam))

    def margins(self, s: ArrayLike) -> np.ndarray:
        """f = Ks (n,)."""
        return signed_margins(self, s)

    def decision(self, s: ArrayLike, points: ArrayLike) -> np.ndarray:
        """Decision values (a,) at the rows of `points` (a, d)."""
        return decision_values(self, s, points)

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
