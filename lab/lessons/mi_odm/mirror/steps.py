"""A prox step taken apart: gradient in the dual, back through the mirror map, projection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

#: What a diverging step makes larger than exp of this is drawn and told as if it were that large.
_LARGEST = 300.0
#: The methods that take the potential's gradient at a running average.
_AHEAD = ("accelerated", "stochastic")


@dataclass(frozen=True, slots=True, eq=False)
class ProxStep:
    """One prox step from (u, v).

    values (3,): the entries of dG/dv that pull v, D(u', c_k) where the gradient is taken, or the
    sampled entries. shift (3,): -eta values / b, what log v moves by. hat_v (3,): back from the
    dual, before projection. new_u, new_v: after it. drawn: the assignments (i, j) that the
    stochastic method sampled, else None. back_u() is `hat_u`.
    """

    u: np.ndarray
    v: np.ndarray
    values: np.ndarray
    shift: np.ndarray
    hat_v: np.ndarray
    new_u: np.ndarray
    new_v: np.ndarray
    drawn: tuple[int, int] | None
    back_u: Callable[[], np.ndarray]

    @property
    def hat_u(self):
        """u (2N,) back from the dual, before projection."""
        return self.back_u()


@dataclass(frozen=True, slots=True, eq=False)
class Iteration:
    """The prox steps of one iteration, both from the same centre; eta, and how safe it was.

    second: None for mirror descent, which has one step. safety() is the `ratio`.
    """

    first: ProxStep
    second: ProxStep | None
    eta: float
    safety: Callable[[], float]

    @property
    def ratio(self):
        """eta <g(y) - g(w), y - w'> over V(w; y) + V(y; w'), at most 1 for a safe step of the
        plain method; NaN for the others."""
        return self.safety()

    @property
    def last(self):
        """The step that ends the iteration."""
        return self.first if self.second is None else self.second


class Anatomy:
    """Takes the iterations of a trace of mirror prox or descent on three assignments apart."""

    def __init__(self, problem, trace, method):
        self.problem, self.shown, self.method = problem, trace.snapshots, method
        below = 0.5 / problem.omega
        self.curvature = np.concatenate([below, below / problem.nu])
        theta = problem.theta
        self.level = np.repeat([1.0 - theta, -(1.0 + theta)], problem.omega.size)
        self.a, self.b = float(self.shown["a"][0]), float(self.shown["b"][0])

    def __call__(self, t):
        """The `Iteration` that ends in row t >= 1."""
        shown, eta = self.shown, float(self.shown["step"][t])
        centre = shown["centre_u"][t - 1], shown["centre_v"][t - 1]
        middle = shown["middle_u"][t], shown["middle_v"][t]
        end = shown["centre_u"][t], shown["centre_v"][t]
        first = self._step(t, centre, centre, middle, eta)
        if self.method == "single":
            return Iteration(first, None, eta, lambda: np.nan)
        second = self._step(t, centre, middle, end, eta)
        return Iteration(first, second, eta, partial(self._ratio, first, second, eta))

    def _step(self, t, centre, at, end, eta):
        """The step from `centre` along the gradient taken `at`, which ends in `end`."""
        u, v = centre
        smooth = self._potential(self._lookahead(t) if self.method in _AHEAD else at[0])
        if self.method == "stochastic":
            pull, values, drawn = self._sampled(u, at, v, end, smooth, eta)
            pulled = lambda: pull  # noqa: E731
        else:
            values, drawn = self.problem.dual_values(at[0]), None
            pulled = partial(self._pull, *at)
        shift = -eta / self.b * values
        hat_v = v * np.exp(shift - max(shift.max() - _LARGEST, 0.0))
        back_u = lambda: u - eta / self.a * (smooth + pulled())  # noqa: E731
        return ProxStep(u, v, values, shift, hat_v, *end, drawn, back_u)

    def _potential(self, u):
        return self.curvature * u - self.level

    def _lookahead(self, t):
        """The running average at which the accelerated method takes the potential's gradient."""
        share = 2.0 / (t + 1.0)
        return (1.0 - share) * self.shown["u"][t - 1] + share * self.shown["centre_u"][t - 1]

    def _pull(self, u, v):
        """The part of -dG/du (2N,) that depends on v."""
        f = self.problem.margins(u, v)
        return np.concatenate([f, -f])

    def _sampled(self, u, at, v, end, smooth, eta):
        """Which assignments were drawn, read off where the step ended.

        Only the entry j of log v moves against the others; i is the assignment whose pull ends
        nearest to where u did.
        """
        moved = np.log(np.maximum(end[1], 1e-300)) - np.log(np.maximum(v, 1e-300))
        moved = moved - np.median(moved)
        j = int(np.argmax(np.abs(moved)))
        values = np.where(np.arange(3) == j, -self.b / eta * moved, 0.0)
        pulls = [self._pull(at[0], one) for one in np.eye(3)]
        ends = [np.maximum(u - eta / self.a * (smooth + p), 0.0) for p in pulls]
        i = int(np.argmin([np.abs(e - end[0]).max() for e in ends]))
        return pulls[i], values, (i, j)

    def _ratio(self, first, second, eta):
        if self.method != "plain":
            return np.nan
        middle = first.new_u, first.new_v
        turned = self.a / eta * (first.hat_u - second.hat_u) @ (middle[0] - second.new_u)
        turned += (second.values - first.values) @ (middle[1] - second.new_v)
        bound = self._distance(first.u, first.v, *middle)
        bound += self._distance(*middle, second.new_u, second.new_v)
        return float(eta * turned / bound) if bound > 0.0 else 0.0

    def _distance(self, u, v, new_u, new_v):
        """Bregman distance of the new point from the old."""
        live = new_v > 0.0
        entropy = np.sum(new_v[live] * np.log(new_v[live] / np.maximum(v[live], 1e-300)))
        return 0.5 * self.a * np.sum((new_u - u) ** 2) + self.b * max(entropy, 0.0)
