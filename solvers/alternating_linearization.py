"""Alternating linearization: eigenvalues for the log det, thresholds for the penalty, in turn.

Algorithm 1 of Liu, Ma, Tao, Liu, Liu (KDD 2010), 003_d968a502af9b2788.txt, without its smoothing:
the iteration is then Peaceman-Rachford splitting and converges linearly for every step mu.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Literal, Unpack

import numpy as np

from solvers.checks import InputError, nonnegative, of_type, one_of, positive
from solvers.options import Common, Options, common_options
from solvers.precision.log_det import inverse, log_det, prox_log_det
from solvers.precision.run import StepRule, begin
from solvers.problems.sparse_precision import SparsePrecision
from solvers.prox import soft_threshold
from solvers.registry import solver
from solvers.result import Result

_VARIANTS = (None, "printed", "continuation")
#: sigma of the source's experiments.
_PRINTED_SMOOTHING = 1e-6
#: Continuation: the first sigma leaves a tenth of the largest entry linear; each stage divides
#: sigma by 4 once M and Y agree to this share of the linear zone.
_FIRST_SHARE, _SHRINK, _AGREE = 0.1, 4.0, 1e-2
#: A relative change of M at which a reader of "until M converges" might stop; the source names
#: none, and its text stops by the duality gap.
_SMALL_CHANGE = 1e-6
_MU_HALVINGS = 60


@dataclass(frozen=True)
class _Options:
    """What is being run: the smoothing sigma, the step, and the variants."""

    sigma: float = 0.0
    mu: float | None = None
    mu_factor: float = 1.0
    domain_bound: bool = False
    skipping: bool = False
    variant: str | None = None
    tol: float = 0.0


def _pictures(M, Y=None, mu=np.nan, sigma=0.0, rate=np.nan, residual=0.0, skipped=False):
    """The snapshots of a row."""
    Y = M if Y is None else Y
    shown = {"M": M, "Y": Y, "mu": mu, "smoothing": sigma, "rate": rate}
    return {**shown, "residual": residual, "skipped": skipped}


def local_rate(gamma, mu):
    """q(mu) = max |gamma^2 - mu| / (gamma^2 + mu): the linear rate near a solution with eigenvalues
    `gamma` is at most this."""
    return float(np.max(np.abs(gamma**2 - mu) / (gamma**2 + mu)))


def _smooth_penalty(M, weights, sigma):
    """h_sigma(M), eq. (18); the penalty itself for sigma = 0."""
    size = np.abs(M)
    if sigma == 0.0:
        return np.vdot(weights, size)
    inner = size**2 / (2.0 * sigma)
    return np.where(size <= weights * sigma, inner, weights * (size - 0.5 * sigma * weights)).sum()


def _threshold(B, weights, mu, sigma):
    """(Y, U): Y = prox of mu h_sigma at B, eq. (25), and U = the gradient of h_sigma at Y.

    For sigma = 0 the form of (25) would leave rounding in place of zeros.
    """
    if sigma > 0.0:
        U = np.clip(B / (sigma + mu), -weights, weights)
        return B - mu * U, U
    Y = soft_threshold(B, mu * weights)
    return Y, np.clip((B - Y) / mu, -weights, weights)


class Iteration:
    """The arrays of one run in the variables of its frame, and the rules that move them."""

    def __init__(self, options, frame, Y, U):
        self.options, self.frame = options, frame
        self.sigma, mu = options.sigma, options.mu
        if options.variant == "continuation":
            self.sigma = _FIRST_SHARE * np.abs(Y).max() / frame.weights.max()
        if options.variant == "printed" and mu is None:
            mu = min(frame.floor() ** 2, self.sigma)  # 1 / max{L(f), L(h_sigma)}
        self.rule = StepRule(mu, options.mu_factor, np.linalg.eigvalsh(Y))
        self.floor = frame.floor() if options.domain_bound else 0.0
        self.M, self.Y, self.minus_gradient = Y, Y, inverse(Y) - frame.Sigma
        self.U = U if self.sigma == 0.0 else frame.box(Y / self.sigma)
        self.gamma, self.moved, self.skipped, self.remarked = None, np.inf, False, False

    def step(self):
        """M by eigenvalues, then Y by thresholds; or, where the M-step is skipped, Y from Y."""
        frame, old, mu = self.frame, self.M, self.rule.mu
        z = self.Y - mu * self.U
        self.gamma, self.M = self.m_step(z, mu)
        # By (22), M^-1 - Sigma takes no inverse, unless the floor has changed gamma.
        free = self.floor == 0.0 or self.gamma.min() > self.floor
        self.minus_gradient = (self.M - z) / mu if free else self._inverse() - frame.Sigma
        self.skipped = self.options.skipping and self._too_high()
        if self.skipped:
            self._step_from_Y()
        else:
            point = self.M + mu * self.minus_gradient
            self.Y, self.U = self.y_step(point, mu)
        self.moved = np.linalg.norm(self.M - old)

    def m_step(self, z, mu):
        """(eigenvalues of M, M): eqs. (22) and (23)."""
        return prox_log_det(z - mu * self.frame.Sigma, mu, self.floor)

    def y_step(self, point, mu):
        """(Y, U): eq. (25)."""
        return _threshold(point, self.frame.weights, mu, self.sigma)

    def _inverse(self):
        """M^-1; NaN where M spans more than numbers do, as after steps far too long."""
        try:
            return inverse(self.M)
        except np.linalg.LinAlgError:
            return np.full_like(self.M, np.nan)

    def state(self, k):
        """What `drive` reads at iteration `k`."""
        state = self.frame.state(*self._offer(), self.options.tol, **self._pictures())
        return {**state, **(self._remarks(k) if k and "stop" not in state else {})}

    def adapt(self, k):
        """mu and sigma of the iterations after the `k`-th."""
        self.rule.look(k, self.gamma)
        zone = self.sigma * self.frame.weights.max()
        if self.options.variant == "continuation" and self._residual(np.inf) <= _AGREE * zone:
            self.sigma /= _SHRINK
            self.rule.mu = float(self.gamma.min() * self.gamma.max())

    def _residual(self, order=None):
        """The Frobenius norm of M - Y, or its largest entry."""
        return float(np.linalg.norm((self.M - self.Y).ravel(), order))

    def _too_high(self):
        """Whether M lies above the model that linearises the penalty at Y, and Y can replace it."""
        weights, move = self.frame.weights, self.M - self.Y
        model = _smooth_penalty(self.Y, weights, self.sigma) + np.vdot(self.U, move)
        model += np.vdot(move, move) / (2.0 * self.rule.mu)
        above = _smooth_penalty(self.M, weights, self.sigma) > model
        return bool(above) and log_det(self.Y) > -np.inf

    def _step_from_Y(self):
        """A proximal gradient step; mu is halved until f lies below its quadratic model."""
        frame, Y = self.frame, self.Y
        self.M, self.minus_gradient = Y, inverse(Y) - frame.Sigma
        value = np.vdot(frame.Sigma, Y) - log_det(Y)
        for _ in range(_MU_HALVINGS):
            mu, slope = self.rule.mu, self.minus_gradient
            self.Y, self.U = _threshold(Y + mu * slope, frame.weights, mu, self.sigma)
            move, logarithm = self.Y - Y, log_det(self.Y)
            model = value - np.vdot(slope, move) + np.vdot(move, move) / (2.0 * mu)
            if logarithm > -np.inf and np.vdot(frame.Sigma, self.Y) - logarithm <= model:
                break
            self.rule.mu *= 0.5

    def _offer(self):
        """(points, dual candidates): what the method has to show for itself."""
        if self.options.variant == "printed":
            return [self.M], [self.frame.box(self.M / self.sigma)]
        Y = self.Y
        if self.sigma > 0.0:
            Y = np.where(np.abs(Y) <= self.frame.weights * self.sigma, 0.0, Y)
        return [Y, self.M], [self.frame.box(self.minus_gradient), self.U]

    def _pictures(self):
        show, mu = self.frame.matrix, self.rule.mu
        rate = np.nan if self.gamma is None else local_rate(self.gamma, mu)
        return _pictures(
            show(self.M), show(self.Y), mu, self.sigma, rate, self._residual(), self.skipped
        )

    def _remarks(self, k):
        """A reason to stop, or a note on a rule that would have stopped."""
        size = np.linalg.norm(self.M)
        if self._residual() <= np.finfo(float).eps * size:
            return {"stop": "stalled", "note": f"M and Y agree to rounding at iteration {k}."}
        small = self.options.variant == "printed" and self.moved <= _SMALL_CHANGE * size
        if self.remarked or not small:
            return {}
        self.remarked = True
        return {
            "note": f"Iteration {k} moved M by less than {_SMALL_CHANGE:g} of its size: 'until M "
            "converges', read so, would have stopped there, whatever the gap."
        }


def iterated(run):
    """One state per iteration of an `Iteration`."""
    for k in count():
        yield run.state(k)
        if k:
            run.adapt(k)
        run.step()


def _states(problem, x0, own, scaling=True, make=Iteration):
    """The states of a run of the `Iteration` that make(own, frame, Y, U) is."""
    return begin(problem, x0, scaling, lambda *at: iterated(make(own, *at)), _pictures)


def plain_states(problem, x0, mu_factor, make):
    """The states of the method without smoothing and variants, of another `Iteration`."""
    return _states(problem, x0, _Options(mu_factor=mu_factor), make=make)


@solver("alm", SparsePrecision, label="alternating linearization", iterate="M")
@common_options
def solve_alternating_linearization(
    problem: SparsePrecision,
    *,
    max_iter: int = 1_000,
    smoothing: float = 0.0,
    mu: float | None = None,
    mu_factor: float = 1.0,
    domain_bound: bool = False,
    scaling: bool = True,
    skipping: bool = False,
    variant: Literal["printed", "continuation"] | None = None,
    **common: Unpack[Common],
) -> Result:
    """Linearise the penalty and minimise over the eigenvalues of M; linearise the log det and
    minimise over the entries of Y; in turn.

    The answer is the sparse Y, rescaled; before Y is positive definite, M. Status "unbounded" where
    an iterate M proves that there is no minimum: x is then NaN, and dual["direction"] the proof.

    Parameters
    ----------
    problem : SparsePrecision
        Sigma (m, m) and rho.
    x0 : array_like (m, m) or Result
        Positive definite.
    seed : int
        No effect: nothing is random.
    smoothing : float
        sigma of eq. (18); 0 for the penalty itself. With sigma > 0 entries of Y up to sigma rho
        count as zeros, and the gap stays above what the smoothing costs.
    mu : float or None
        A fixed step, in the variables of `scaling`; None: `mu_factor` times the product of the
        extreme eigenvalues of M, which makes the local rate smallest, adapted over 200 iterations.
    mu_factor : float
        See `mu`.
    domain_bound : bool
        Keep the eigenvalues of M above that of `SparsePrecision.eigenvalue_floor`, as in Theorem 5
        (M only: with Y bounded as well, eq. (25) is no longer the minimiser).
    scaling : bool
        Iterate on N, M = diag(e) N diag(e), e_i = (Sigma_ii + rho_ii)^-1/2: the same problem with
        unit diagonal.
    skipping : bool
        Replace M by Y where M lies above the model that linearises the penalty at Y.
    variant : {"printed", "continuation"} or None
        "printed" is Algorithm 1 with its mu = 1 / max{L(f), 1 / sigma}, sigma = 1e-6 unless given,
        no scaling, answer M, dual point Sigma + gradient of h_sigma at M. "continuation" divides
        sigma by 4 each time M and Y agree.

    Returns
    -------
    Result
        `x` is M (m, m); `dual` holds Z (m, m), or the direction (m, m) that proves "unbounded".
        iteration and work count eigendecompositions. Snapshots: M, Y (T, m, m), neither rescaled;
        mu; smoothing; point_valid and dual_valid: whether Y (printed: M) is positive definite, and
        whether the method's own dual points are; skipped; residual ||M - Y||_F and rate, the
        predicted local factor (see `local_rate`), in the variables of `scaling`; all (T,).

    References
    ----------
    sparse-metrics: section 4.2
    goldfarb-2013: skipping
    """
    of_type(problem, [SparsePrecision], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(variant, _VARIANTS, "variant")
    for value, name in ((domain_bound, "domain_bound"), (scaling, "scaling")):
        one_of(value, (True, False), name)
    own = _Options(
        sigma=_smoothing(smoothing, variant),
        mu=None if mu is None else positive(mu, "mu"),
        mu_factor=positive(mu_factor, "mu_factor"),
        domain_bound=domain_bound,
        skipping=one_of(skipping, (True, False), "skipping"),
        variant=variant,
        tol=options.tol,
    )
    scaled = scaling and variant != "printed"
    return options.drive(_states(problem, options.x0, own, scaled), problem.certify)


def _smoothing(value, variant):
    """sigma of the run."""
    sigma = nonnegative(value, "smoothing")
    if variant == "continuation" and sigma > 0.0:
        raise InputError(
            f"smoothing must be 0 with variant='continuation', which sets it, got {sigma:g}."
        )
    return _PRINTED_SMOOTHING if variant == "printed" and sigma == 0.0 else sigma


solver("printed", SparsePrecision, label="as printed", iterate="M")(
    partial(solve_alternating_linearization, variant="printed")
)
solver("bounded", SparsePrecision, label="M kept ≥ λI", iterate="M")(
    partial(solve_alternating_linearization, domain_bound=True)
)
solver("continuation", SparsePrecision, label="falling σ", iterate="M")(
    partial(solve_alternating_linearization, variant="continuation")
)
