"""What the low-cost methods for `KernelSVM` share: a number times the identity in place of Q, and
Q x kept up to date with one product a step."""

from __future__ import annotations

import numpy as np

from solvers.interior_point.svm.homotopy import Homotopy
from solvers.interior_point.svm.point import Newton, theta

#: Q x is computed afresh after this many steps.
_REFRESH = 50
#: An unrecorded run looks at its certificate after at most this many steps, and at most this share
#: of the steps so far.
_PACE, _SHARE = 10, 0.1
#: The spectral length of the listing `lspect.m`, whose numerator repeats its denominator.
_FROZEN = 1.0


class SpectralHomotopy(Homotopy):
    """The run of a low-cost method, with its spectral length and its products.

    frozen: the length is 1 from the second step on. most: an unrecorded run's largest iteration.
    """

    def __init__(self, problem, x0, tol, *, frozen=False, most=None, **how):
        super().__init__(problem, x0, tol, **how)
        self.frozen, self.most = frozen, most
        self.spectral, self.Qx, self.steps = np.nan, None, 0
        if not problem.low_rank:
            problem.gram()

    def pace(self):
        """Steps between two states: one where all are recorded."""
        if self.most is None:
            return 1
        return max(1, min(_PACE, 1 + int(_SHARE * self.steps), self.most - self.iteration))

    def product(self, x):
        """Q x (n,) as carried, from time to time afresh."""
        if self.steps % _REFRESH == 0:
            self.Qx = self.problem.product(x)
            self.work += x.size
        return self.Qx

    def newton(self, p, r):
        """The Newton system with the spectral length times the identity for Q: D is diagonal."""
        inverse = 1.0 / (self.spectral + theta(p))
        return Newton(self.problem, p, r, lambda v: inverse * v)

    def advance(self, Qd, step):
        """Carry Q x along `step` times dx, with Q dx = Qd (n,)."""
        self.Qx = self.Qx + step * Qd
        self.steps += 1

    def renew(self, dx, square, least):
        """The spectral length of the next step: dx'Q dx / dx'dx with dx'Q dx = square."""
        length = dx @ dx
        if self.frozen:
            self.spectral = _FROZEN
        elif length > 0.0:
            self.spectral = max(least, float(square / length))

    def first_length(self, g):
        """The spectral length of the first step from g = Qx - e (n,)."""
        raise NotImplementedError

    def state(self, p, r, shown):
        """The path's state with `spectral`, the length for the step to come."""
        if self.steps == 0:
            self.spectral = self.first_length(r.Qx - 1.0)
        return {**super().state(p, r, shown), "spectral": self.spectral}
