"""The band of an optimal margin distribution machine: losses below and above it, and their duals.

Margins f (N,) should lie in [1 - theta, 1 + theta]. The squared shortfall below the band counts
omega (N,) times, the squared excess above it nu omega times. The multipliers of both sides are
stacked: u = [zeta; beta] (2N,) >= 0, and s = zeta - beta (N,) enters the margins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    as_vector,
    copied,
    labels,
    locked,
    number,
    same_length,
    set_fields,
    short,
)
from solvers.kernels import KERNELS, Gaussian, Linear, Polynomial
from solvers.memory import require_memory
from solvers.result import ArrayLike, sum_error


def band_loss(
    f: np.ndarray, omega: float | np.ndarray, nu: float | np.ndarray, theta: float
) -> np.ndarray:
    """omega (xi^2 + nu eps^2) (N,) with xi = [1 - theta - f]_+ and eps = [f - 1 - theta]_+."""
    below, above = np.maximum(1.0 - theta - f, 0.0), np.maximum(f - 1.0 - theta, 0.0)
    return omega * (below**2 + nu * above**2)


def band_slopes(f: np.ndarray, omega: float | np.ndarray, nu: float, theta: float) -> np.ndarray:
    """The absolute derivative of `band_loss` in f (N,)."""
    below, above = np.maximum(1.0 - theta - f, 0.0), np.maximum(f - 1.0 - theta, 0.0)
    return 2.0 * omega * (below + nu * above)


def halves(u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(zeta, beta), views of `u`."""
    N = u.size // 2
    return u[:N], u[N:]


def dual_part(u: np.ndarray, omega: float | np.ndarray, nu: float, theta: float) -> float:
    """D_0(u): the part of the dual value in which no margins appear."""
    zeta, beta = halves(u)
    # Of small multipliers the squares alone would be 0.
    penalty = zeta @ (zeta / (4.0 * omega)) + beta @ (beta / (4.0 * omega * nu))
    total = np.add.reduce  # that of `sum`, without its detour, which takes longer here
    return (1.0 - theta) * total(zeta) - (1.0 + theta) * total(beta) - penalty


def difference(u: np.ndarray) -> np.ndarray:
    """s = zeta - beta (N,)."""
    zeta, beta = halves(u)
    return zeta - beta


def parts(s: np.ndarray) -> np.ndarray:
    """The u (2N,) with difference `s` and the largest D_0: its positive and negative part."""
    return np.concatenate([np.maximum(s, 0.0), np.maximum(-s, 0.0)])


class KernelMachine:
    """What machines of points X (n, d) with labels y (n,) share: K and what follows from it."""

    __slots__ = ()
    __reduce__ = copied
    X: np.ndarray
    y: np.ndarray
    kernel: Any
    _store: dict

    def gram(self) -> np.ndarray:
        """K (n, n), K_il = y_i y_l kernel(x_i, x_l), computed once and stored; an InputError where
        it does not fit in memory."""
        if "K" not in self._store:
            n = self.y.size
            require_memory(24 * n * n, f"the Gram matrix of {n} points", "use fewer points.")
            K = self.kernel.values(self.X, self.X)
            K *= self.y[:, None] * self.y
            self._store["K"] = locked(K)
        return self._store["K"]

    def features(self) -> np.ndarray | None:
        """Rows y_i [x_i, sqrt(bias)] (n, d + 1), for which K = features features', where the kernel
        is linear and they are fewer than points; else None."""
        X, y = self.X, self.y
        if not isinstance(self.kernel, Linear) or X.shape[1] + 1 >= y.size:
            return None
        if "features" not in self._store:
            constant = np.full((y.size, 1), np.sqrt(self.kernel.bias))
            self._store["features"] = locked(y[:, None] * np.hstack([X, constant]))
        return self._store["features"]

    def margins(self, s: ArrayLike) -> np.ndarray:
        """f = Ks (n,): y_i times the decision value of each training point."""
        s, F = as_vector(s, self.y.size, "s"), self.features()
        return self.gram() @ s if F is None else F @ (F.T @ s)

    def margins_error(self, s: np.ndarray, enough: Callable[[np.ndarray], bool]) -> np.ndarray:
        """(n,): how far rounding may put the margins of `s` (n,) off; by factors of the kernel's
        rounding where these are `enough`, else pair by pair."""
        size, own, F = np.abs(s), sum_error(s.size), self.features()
        root = np.sqrt(own * self.kernel.diagonal(self.X) + self.kernel.spread(self.X) ** 2)
        error = root * (root @ size)
        if enough(error):
            return error
        if F is not None:
            terms = np.abs(F)
            return (own + sum_error(F.shape[1])) * (terms @ (terms.T @ size))
        return own * (np.abs(self.gram()) @ size) + self.kernel.error(self.X) @ size

    def decision(self, s: ArrayLike, points: ArrayLike) -> np.ndarray:
        """Decision values (a,) at the rows of `points` (a, d); their sign is the class."""
        points = checked_points(points, self.X.shape[1])
        s = as_vector(s, self.y.size, "s")
        return self.kernel.values(points, self.X) @ (self.y * s)

    def _set_points(self):
        """Check X, y and the kernel."""
        X, y = as_array(self.X, "X", ndim=2), labels(self.y, "y")
        same_length(X, y, "X", "y")
        if y.size == 0:
            raise InputError("y must hold at least one label, got none; give some points.")
        set_fields(self, X=X, y=y, kernel=checked_kernel(self.kernel))


def checked_theta(value: Any) -> float:
    """`value` as the half width of the band, in [0, 1)."""
    value = number(value, "theta")
    if not 0.0 <= value < 1.0:
        raise InputError(f"theta must be at least 0 and below 1, got {value}; try 0.2.")
    return value


def checked_kernel(kernel: Any) -> Linear | Polynomial | Gaussian:
    """`kernel`, which must be positive semidefinite on any data."""
    if not isinstance(kernel, KERNELS):
        names = " or ".join(k.__name__ for k in KERNELS)
        raise InputError(f"kernel must be a {names}, got {short(kernel)}.")
    if isinstance(kernel, Polynomial) and kernel.coef0 < 0.0:
        raise InputError(
            f"kernel must be positive semidefinite, got coef0 = {kernel.coef0:g}; use coef0 >= 0."
        )
    return kernel


def checked_points(points: ArrayLike, wide: int) -> np.ndarray:
    """`points` as an array (a, wide)."""
    points = as_array(points, "points", ndim=2)
    if points.shape[1] != wide:
        raise InputError(f"points must have {wide} columns, got shape {points.shape}.")
    return points


def require_moderate(
    kernel: Linear | Polynomial | Gaussian, points: np.ndarray, omega: float | np.ndarray, name: str
) -> None:
    """Refuse data so large that a dual value overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        squares = kernel.diagonal(points)
        most = np.max(squares, initial=0.0) * np.square(2.0 * np.sum(omega))
    if not np.isfinite(most):
        raise InputError(
            f"{name} and kernel must be small enough for values to stay finite, got K(x, x) up to "
            f"{np.max(squares):.3g} with weights up to {np.max(omega):.3g}; rescale the data."
        )
