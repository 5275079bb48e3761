"""The low-cost methods as the source has them: Algorithms 3, 4 and 5 of
001_f12148ddf98c114b.txt."""

from __future__ import annotations

import numpy as np

from solvers.interior_point.svm.homotopy import SHORTEST
from solvers.interior_point.svm.spectral import SpectralHomotopy

#: The least spectral length.
_LEAST = 1e-5
#: Below these relative residuals Algorithm 4 leaves the second-order term out.
_SMALL = 1e-5
#: The centring of Algorithm 5.
_HALF = 0.5
#: Steps too short to matter that may follow each other: the spectral length changes all the same.
_PATIENCE = 50


class Printed(SpectralHomotopy):
    """Algorithm 3, 4 or 5: "predictor-corrector", "modified", "centering"."""

    def __init__(self, *args, variant, eta, separate, **options):
        super().__init__(*args, **options)
        self.variant, self.eta, self.separate, self.idle = variant, eta, separate, 0

    def first_length(self, g):
        """The largest entry of g = Qx - e (n,)."""
        return max(_LEAST, float(np.abs(g).max()))

    def step(self, p, r):
        """One step: (new point, picture, cost); None where the numbers end."""
        newton = self.newton(p, r)
        products, shown = (p.x * p.t, p.w * p.u), {"sigma": _HALF}
        if self.variant != "centering":
            products, shown = self._predicted(p, r, newton, products)
        shift = shown["sigma"] * p.mu
        d = newton.direction(products[0] - shift, products[1] - shift)
        primal, dual = p.room(d) if self.separate else (min(p.room(d)),) * 2
        primal, dual = self.eta * primal, self.eta * dual
        new = p.moved(d, primal, dual)
        if not np.isfinite(new.mu + new.s):
            return p, {"stop": "diverged"}, 0
        self.idle = self.idle + 1 if max(primal, dual) <= SHORTEST else 0
        if self.idle > _PATIENCE or not new.inside():
            return None
        Qd = self.problem.product(d.x)
        self.advance(Qd, primal)
        self.renew(d.x, d.x @ Qd, _LEAST)
        return new, {**shown, "alpha_p": primal, "alpha_d": dual, "direction": d.x}, d.x.size

    def _predicted(self, p, r, newton, products):
        """Right-hand sides after the predictor, not yet centred, and its picture."""
        aim = newton.direction(*products)
        alpha = min(p.room(aim))
        # Below 1, so that the source's 0.9 for larger ones never applies: as dx/x + dt/t = -1, each
        # product shrinks to 1 - alpha + alpha^2 (dx/x)(dt/t) <= (1 - alpha / 2)^2 of itself.
        sigma = (p.moved(aim, alpha, alpha).mu / p.mu) ** 3
        if self.variant == "predictor-corrector" or self._corrects(r):
            products = products[0] + aim.x * aim.t, products[1] + aim.w * aim.u
        return products, {"sigma": sigma, "alpha_a": alpha, "predictor": aim.x}

    def _corrects(self, r):
        """Whether Algorithm 4 still takes the second-order term."""
        equality = abs(r.b) / (1.0 + abs(self.problem.b))
        box = np.abs(r.c).max() / (1.0 + self.problem.C)
        return equality > _SMALL and box > _SMALL
