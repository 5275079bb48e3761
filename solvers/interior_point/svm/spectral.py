"""The low-cost methods for `KernelSVM`: a number times the identity in place of Q, and Q x kept
up to date with one product a step. As the source has them, Algorithms 3, 4 and 5 of
001_f12148ddf98c114b.txt; and one that converges, with its direction (4.43) from strictly feasible
points and a line search on the barrier function."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from dataclasses import replace
from typing import Any

import numpy as np

from solvers.interior_point import SHORTEST
from solvers.interior_point.svm.homotopy import Homotopy
from solvers.interior_point.svm.point import Newton, Point, Residuals, theta
from solvers.problems.kernel_svm import KernelSVM, objective, tangent_bound
from solvers.result import Start, State

#: Rounding of what is carried from step to step is removed every so many.
REFRESH = 50
#: An unrecorded run asks for a certificate after at most this many steps, and at most this share of
#: the steps so far.
_PACE, _SHARE = 10, 0.1
#: The spectral length of the listing `lspect.m`, whose numerator repeats its denominator.
_FROZEN = 1.0
#: The least spectral length of the methods as printed.
_FLOOR = 1e-5
#: Below these relative residuals Algorithm 4 leaves the second-order term out.
_SMALL = 1e-5
#: Steps too short to matter that may follow each other: the spectral length changes all the same.
_PATIENCE = 50
#: The barrier parameter aims at this share of the gap, wherever the gap is at most so many times
#: what the parameter means.
_SIGMA, _KAPPA = 0.05, 100.0
#: Multipliers stay within this factor of those on the central path.
_NEAR = 1e8
#: Values among which the line search may return to the largest; the share of descent it asks for.
MEMORY, DESCENT = 10, 1e-4
#: The spectral length is renewed after so many steps, and never below this share of the first.
CYCLE, LEAST = 4, 1e-10


class SpectralHomotopy(Homotopy):
    """The run of a low-cost method, with its spectral length and its products.

    frozen: the length is 1 from the second step on. most: an unrecorded run's largest iteration.
    """

    def __init__(
        self,
        problem: KernelSVM,
        x0: Start,
        tol: float,
        *,
        frozen: bool = False,
        most: int | None = None,
        **how: Any,
    ):
        super().__init__(problem, x0, tol, **how)
        self.frozen, self.most = frozen, most
        self.spectral, self.Qx, self.steps = np.nan, np.empty(0), 0
        if not problem.low_rank:
            problem.gram()

    def pace(self) -> int:
        """Steps between two states: one where all are recorded."""
        if self.most is None:
            return 1
        return max(1, min(_PACE, 1 + int(_SHARE * self.steps), self.most - self.iteration))

    def product(self, x: np.ndarray) -> np.ndarray:
        """Q x (n,) as carried, from time to time afresh."""
        if self.steps % REFRESH == 0:
            self.Qx = self.problem.product(x)
            self.work += x.size
        return self.Qx

    def newton(self, p: Point, r: Residuals) -> Newton:
        """The Newton system with the spectral length times the identity for Q: D is diagonal."""
        inverse = 1.0 / (self.spectral + theta(p))
        return Newton(self.problem, p, r, lambda v: inverse * v)

    def advance(self, Qd: np.ndarray, step: float) -> None:
        """Carry Q x along `step` times dx, with Q dx = Qd (n,)."""
        self.Qx = self.Qx + step * Qd
        self.steps += 1

    def renew(self, dx: np.ndarray, square: float, least: float) -> None:
        """The spectral length of the next step: dx'Q dx / dx'dx with dx'Q dx = square."""
        length = dx @ dx
        if self.frozen:
            self.spectral = _FROZEN
        elif length > 0.0:
            self.spectral = max(least, float(square / length))

    @abstractmethod
    def first_length(self, g: np.ndarray) -> float:
        """The spectral length of the first step, from g = Qx - e (n,)."""

    def state(self, p: Point, r: Residuals, shown: State) -> State:
        """The path's state with `spectral`, the length for the step to come."""
        if self.steps == 0:
            self.spectral = self.first_length(r.Qx - 1.0)
        return {**super().state(p, r, shown), "spectral": self.spectral}


class Printed(SpectralHomotopy):
    """Algorithm 3, 4 or 5: "predictor-corrector", "modified", "centering"."""

    def __init__(self, *args: Any, variant: str, eta: float, separate: bool, **options: Any):
        super().__init__(*args, **options)
        self.variant, self.eta, self.separate, self.idle = variant, eta, separate, 0

    def first_length(self, g: np.ndarray) -> float:
        """The largest entry of g = Qx - e (n,)."""
        return max(_FLOOR, float(np.abs(g).max()))

    def step(self, p: Point, r: Residuals) -> tuple[Point, State, int] | None:
        """One step: (new point, picture, cost); None where the numbers end."""
        newton = self.newton(p, r)
        products, shown = (p.x * p.t, p.w * p.u), {"sigma": 0.5}
        if self.variant != "centering":
            products, shown = self._predicted(p, r, newton, products)
        shift = shown["sigma"] * p.mu
        d = newton.direction(products[0] - shift, products[1] - shift)
        primal, dual = p.to_boundary(d) if self.separate else (min(p.to_boundary(d)),) * 2
        primal, dual = self.eta * primal, self.eta * dual
        new = p.moved(d, primal, dual)
        if not np.isfinite(new.mu + new.s):
            return p, {"stop": "diverged"}, 0
        self.idle = self.idle + 1 if max(primal, dual) <= SHORTEST else 0
        if self.idle > _PATIENCE or not new.inside():
            return None
        Qd = self.problem.product(d.x)
        self.advance(Qd, primal)
        self.renew(d.x, d.x @ Qd, _FLOOR)
        return new, {**shown, "alpha_p": primal, "alpha_d": dual, "direction": d.x}, d.x.size

    def _predicted(self, p, r, newton, products):
        """Right-hand sides after the predictor, not yet centred, and its picture."""
        aim = newton.direction(*products)
        alpha = min(p.to_boundary(aim))
        # Below 1, so that the source's 0.9 for larger ones never applies: as dx/x + dt/t = -1, each
        # product shrinks to 1 - alpha + alpha^2 (dx/x)(dt/t) <= (1 - alpha / 2)^2 of itself.
        sigma = (p.moved(aim, alpha, alpha).mu / p.mu) ** 3
        if self.variant == "predictor-corrector" or self._corrects(r):
            products = products[0] + aim.x * aim.t, products[1] + aim.w * aim.u
        return products, {"sigma": sigma, "alpha_a": alpha, "predictor": aim.x}

    def _corrects(self, r):
        """Whether Algorithm 4 still takes the second-order term."""
        equality = abs(r.b) / (1.0 + abs(self.problem.b))
        return min(equality, np.abs(r.c).max() / (1.0 + self.problem.C)) > _SMALL


class Safeguarded(SpectralHomotopy):
    """Descent on q(x) - tau sum(log x + log w) while tau follows the certified gap."""

    def __init__(self, *args: Any, eta: float, **options: Any):
        super().__init__(*args, **options)
        self.eta, self.tau, self.recent = eta, np.inf, deque(maxlen=MEMORY)
        # Descent rules out divergence; large multipliers before the end are no sign of it.
        self.first = np.inf

    def first_length(self, g: np.ndarray) -> float:
        """The largest entry of g = Qx - e (n,) over C."""
        self.least = float(np.abs(g).max()) / self.problem.C if self.problem.C > 0.0 else 1.0
        return self.least

    def step(self, p: Point, r: Residuals) -> tuple[Point, State, int] | None:
        """One step: (new point, picture, cost); None where the numbers end."""
        g = r.Qx - 1.0
        gap = objective(p.x, g) - tangent_bound(self.problem, p.x, g)
        if not gap > 0.0:
            return None
        p = self._aimed(p, gap)
        mu, tau = p.mu, self.tau
        d = self.direction(p, replace(r, c=np.zeros_like(r.c)))
        Qd = self.problem.product(d.x)
        primal, dual = (self.eta * a for a in p.to_boundary(d))
        primal = self._searched(p, d, g, Qd, primal)
        if primal is None:
            return None
        new = p.moved(d, primal, dual)
        if not new.inside():
            return None
        self.advance(Qd, primal)
        if self.steps % CYCLE == 0:
            self.renew(d.x, d.x @ Qd, LEAST * self.least)
        shown = {"sigma": tau / mu, "alpha_p": primal, "alpha_d": dual, "direction": d.x}
        return new, shown, d.x.size

    def direction(self, p: Point, r: Residuals) -> Point:
        """The direction (4.43) towards the point of the path at tau."""
        return self.newton(p, r).direction(p.x * p.t - self.tau, p.w * p.u - self.tau)

    def _aimed(self, p, gap):
        """Lower tau where the gap allows it; multipliers near those of the central path."""
        pairs = 2 * p.x.size
        if gap <= _KAPPA * pairs * self.tau:
            self.tau = min(self.tau, _SIGMA * gap / pairs)
        t, u = self.tau / p.x, self.tau / p.w
        t = np.clip(p.t, t / _NEAR, t * _NEAR)
        return replace(p, t=t, u=np.clip(p.u, u / _NEAR, u * _NEAR))

    def _searched(self, p, d, g, Qd, step):
        """The first of `step`, half of it, ... low enough on the barrier function, or None."""
        tau, square = self.tau, d.x @ Qd
        # The slope along d is -d'D d; the sum of its terms would cancel.
        fall = -((self.spectral + theta(p)) * d.x) @ d.x
        ratios = np.concatenate([d.x / p.x, d.w / p.w])
        self.recent.append((objective(p.x, g), np.log(p.x).sum() + np.log(p.w).sum()))
        values = [q - tau * logs for q, logs in self.recent]
        while step > SHORTEST:
            logs = (np.log1p(step * ratios) - step * ratios).sum()  # without their slope
            curved = 0.5 * step * step * square - tau * logs
            if values[-1] + step * fall + curved <= max(values) + DESCENT * step * fall:
                return step
            step *= 0.5
        return None
