"""A low-cost interior-point method that converges: the direction (4.43) of
001_f12148ddf98c114b.txt from strictly feasible points, with a line search on the barrier function.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np

from solvers.interior_point.svm.homotopy import SHORTEST
from solvers.interior_point.svm.point import theta
from solvers.interior_point.svm.spectral import SpectralHomotopy
from solvers.problems.kernel_svm import lower_bound, objective

#: The barrier parameter aims at this share of the gap, wherever the gap is at most so many times
#: what the parameter stands for.
_SIGMA, _KAPPA = 0.05, 100.0
#: Multipliers stay within this factor of those on the central path.
_NEAR = 1e8
#: Values among which the line search may return to the largest; the share of descent it asks for.
_MEMORY, _DESCENT = 10, 1e-4
#: The spectral length is renewed after so many steps, and never below this share of the first.
_CYCLE, _LEAST = 4, 1e-10


class Safeguarded(SpectralHomotopy):
    """Descent on q(x) - tau sum(log x + log w) while tau follows the certified gap."""

    def __init__(self, *args, eta, **options):
        super().__init__(*args, **options)
        self.eta, self.tau, self.recent = eta, np.inf, deque(maxlen=_MEMORY)
        # Descent rules divergence out; large multipliers on the way are none.
        self.first = np.inf

    def first_length(self, g):
        """The largest entry of g = Qx - e (n,) over C."""
        self.least = float(np.abs(g).max()) / self.problem.C if self.problem.C > 0.0 else 1.0
        return self.least

    def step(self, p, r):
        """One step: (new point, picture, cost); None where the numbers end."""
        g = r.Qx - 1.0
        gap = objective(p.x, g) - lower_bound(self.problem, p.x, g)
        if not gap > 0.0:
            return None
        p = self._aimed(p, gap)
        mu, tau = p.mu, self.tau
        d = self.direction(p, replace(r, c=np.zeros_like(r.c)))
        Qd = self.problem.product(d.x)
        primal, dual = (self.eta * a for a in p.room(d))
        primal = self._searched(p, d, g, Qd, primal)
        if primal is None:
            return None
        new = p.moved(d, primal, dual)
        if not new.inside():
            return None
        self.advance(Qd, primal)
        if self.steps % _CYCLE == 0:
            self.renew(d.x, d.x @ Qd, _LEAST * self.least)
        shown = {"sigma": tau / mu, "alpha_p": primal, "alpha_d": dual, "direction": d.x}
        return new, shown, d.x.size

    def direction(self, p, r):
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
            curved = 0.5 * step * step * square - tau * _beyond(step * ratios)
            if values[-1] + step * fall + curved <= max(values) + _DESCENT * step * fall:
                return step
            step *= 0.5
        return None


def _beyond(z):
    """sum(log(1 + z) - z): the logarithms without their slope."""
    return (np.log1p(z) - z).sum()
