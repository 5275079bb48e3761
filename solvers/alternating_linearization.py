"""Alternating linearization: eigenvalues for the log det, thresholds for the penalty, in turn.

Algorithm 1 of Liu, Ma, Tao, Liu, Liu (KDD 2010), 003_d968a502af9b2788.txt, without its smoothing:
the iteration is then Peaceman-Rachford splitting and converges linearly for every step mu.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, Unpack

import numpy as np

from solvers.checks import InputError, nonnegative, positive
from solvers.options import Common, Options, common_options, steps_per_call
from solvers.precision.extrapolation import Extrapolation
from solvers.precision.log_det import inverse, log_det, prox_log_det
from solvers.precision.run import Frame, StepRule, begin
from solvers.precision.small import MOST_ROWS, thresholded, walked
from solvers.problems.sparse_precision import SparsePrecision
from solvers.registry import solver
from solvers.result import HALVINGS, Result, Start, States

#: sigma of the source's experiments.
_PRINTED_SMOOTHING = 1e-6
#: Continuation: the first sigma leaves a tenth of the largest entry linear; each stage divides
#: sigma by 4 once M and Y agree to this share of the linear zone.
_FIRST_SHARE, _SHRINK, _AGREE = 0.1, 4.0, 1e-2
#: A relative change of M at which a reader of "until M converges" might stop; the source names
#: none, and its text stops by the duality gap.
_SMALL_CHANGE = 1e-6
#: Multiplications of an iteration over m^3: most are of the eigenvalues.
_STEP = 30
#: What `m_step` and `y_step` are: two arrays from two, the step mu and a number.
Step = Callable[[np.ndarray, np.ndarray, float, float], tuple[np.ndarray, np.ndarray]]


def m_step(
    z: np.ndarray, Sigma: np.ndarray, mu: float, floor: float
) -> tuple[np.ndarray, np.ndarray]:
    """(eigenvalues of M, M): M = argmin f(M) + ||M - z||_F^2 / (2 mu), eqs. (22) and (23)."""
    return prox_log_det(z - mu * Sigma, mu, floor)


def y_step(
    B: np.ndarray, weights: np.ndarray, mu: float, sigma: float
) -> tuple[np.ndarray, np.ndarray]:
    """(Y, U): Y = prox of mu h_sigma at B, eq. (25), and U = the gradient of h_sigma at Y.

    For sigma = 0 the form of (25) would leave rounding in place of zeros.
    """
    if sigma > 0.0:
        U = np.clip(B / (sigma + mu), -weights, weights)
        return B - mu * U, U
    return thresholded(B, weights, mu)


def iterations(
    frame: Frame, Y: np.ndarray, U: np.ndarray, *, tol: float = 0.0, sigma: float = 0.0,
    mu: float | None = None, mu_factor: float = 1.0, domain_bound: bool = False,
    skipping: bool = False, variant: str | None = None, m_step: Step = m_step,
    y_step: Step = y_step, ahead: int = 0,
) -> States:  # fmt: skip
    """One state per iteration from Y and the gradient U of the penalty there: M from Y, then Y from
    M, each with the gradient of what the other step minimises. ahead: up to this iteration there
    need not be a state each, unless one is proved within `tol`."""
    Sigma, weights, floor = frame.Sigma, frame.weights, frame.floor() if domain_bound else 0.0
    printed, continued = variant == "printed", variant == "continuation"
    if continued:
        sigma = _FIRST_SHARE * np.abs(Y).max() / weights.max()
    if printed and mu is None:
        mu = min(frame.floor() ** 2, sigma)  # 1 / max{L(f), L(h_sigma)}
    rule, U = StepRule(mu, mu_factor, np.linalg.eigvalsh(Y)), frame.box(Y / sigma) if sigma else U
    plain = sigma or mu or mu_factor != 1.0 or domain_bound or skipping or variant
    far = None if plain else Extrapolation()
    M, slope, gamma, skipped, note, watched = Y, inverse(Y) - Sigma, None, False, {}, printed
    k, reach, quick = 0, tol, ahead if far and len(Y) <= MOST_ROWS else 0
    while True:
        shown = partial(_shown, frame, M, Y, rule.mu, sigma, gamma, skipped)
        # As printed, what Algorithm 1 names for its answer and its dual point.
        own = _certified_points(frame, M, Y, slope, U, sigma)
        points, slopes = ([M], [frame.box(M / sigma)]) if printed else own
        yield note | {"iteration": k} | frame.state(points, slopes, reach, pictures=shown)
        if k < quick:
            # Where it stops a certificate is due: of up to twice the gap, as it says there.
            begun, reach = k, 2.0 * tol
            (M, Y, U, slope), k, gamma = _walked(
                frame, (M, Y, U, slope), rule, k, gamma, tol, quick
            )
            if k > begun:
                note = _convergence_note(k, M, Y, None)
                continue
        rule.adapt(k, gamma)
        agree = continued and np.abs(M - Y).max() <= _AGREE * sigma * weights.max()
        if agree and gamma is not None:  # after the start
            sigma, rule.mu = sigma / _SHRINK, float(gamma.min() * gamma.max())
        before, z = M, Y - rule.mu * U
        gamma, M = m_step(z, Sigma, rule.mu, floor)
        # By (22) this is M^-1 - Sigma, unless the floor has changed gamma.
        slope = (M - z) / rule.mu
        if gamma.min() <= floor:
            slope = np.linalg.pinv(M, hermitian=True) - Sigma
        skipped = skipping and _exceeds_model(weights, M, Y, U, rule.mu, sigma)
        if skipped:
            M, slope = Y, inverse(Y) - Sigma
            rule.mu = _gradient_step(frame, Y, slope, rule.mu, sigma)
        B = M + rule.mu * slope
        if far and rule.settled(k):
            B = far.ahead(Y + rule.mu * U, B)
        Y, U = y_step(B, weights, rule.mu, sigma)
        k += 1
        note = _convergence_note(k, M, Y, before if watched else None)
        watched = watched and not note


def _walked(frame, start, rule, k, gamma, tol, last):
    """(M, Y, U, slope), k and gamma after iterations by machine code: see `walked`."""
    m = len(frame.Sigma)
    gamma = np.ones(m) if gamma is None else gamma  # of the start, after which no step changes
    last = min(last, k + steps_per_call(_STEP * m**3))
    new, (k, rule.mu, rule.next_change), gamma = walked(
        frame.Sigma, frame.weights, start, (k, rule.mu, rule.next_change), gamma, tol * m, last
    )
    return new, k, gamma


def _certified_points(frame, M, Y, slope, U, sigma):
    """(points, gradients of the penalty): what the method has to show for itself."""
    sparse = np.where(np.abs(Y) <= frame.weights * sigma, 0.0, Y) if sigma else Y
    return [sparse, M], [frame.box(slope), U]


def _length(A):
    """||A||_F."""
    return math.sqrt(np.vdot(A, A))


def _convergence_note(k, M, Y, before):
    """A reason to stop after iteration `k`, or a note on a rule that would have stopped, where the
    M `before` is watched."""
    size = _length(M)
    if _length(M - Y) <= np.finfo(float).eps * size:
        return {"stop": "stalled", "note": f"M and Y agree to rounding at iteration {k}."}
    if before is None or not _length(M - before) <= _SMALL_CHANGE * size:
        return {}
    return {
        "note": f"Iteration {k} moved M by less than {_SMALL_CHANGE:g} of its size: 'until M "
        "converges', read so, would have stopped there, whatever the gap."
    }


def _smooth_penalty(M, weights, sigma):
    """h_sigma(M), eq. (18); the penalty itself for sigma = 0."""
    size = np.abs(M)
    if sigma == 0.0:
        return np.vdot(weights, size)
    inner = size**2 / (2.0 * sigma)
    return np.where(size <= weights * sigma, inner, weights * (size - 0.5 * sigma * weights)).sum()


def _exceeds_model(weights, M, Y, U, mu, sigma):
    """Whether M lies above the model that linearises the penalty at Y, and Y can replace it."""
    move = M - Y
    model = _smooth_penalty(Y, weights, sigma) + np.vdot(U, move) + np.vdot(move, move) / (2.0 * mu)
    return bool(_smooth_penalty(M, weights, sigma) > model) and log_det(Y) > -np.inf


def _gradient_step(frame, Y, slope, mu, sigma):
    """mu halved until a proximal gradient step from Y ends where f is below its quadratic model."""
    value = np.vdot(frame.Sigma, Y) - log_det(Y)
    for _ in range(HALVINGS):
        new, _ = y_step(Y + mu * slope, frame.weights, mu, sigma)
        move, logarithm = new - Y, log_det(new)
        model = value - np.vdot(slope, move) + np.vdot(move, move) / (2.0 * mu)
        if logarithm > -np.inf and np.vdot(frame.Sigma, new) - logarithm <= model:
            break
        mu *= 0.5
    return mu


def local_rate(gamma: np.ndarray, mu: float) -> float:
    """q(mu) = max |gamma^2 - mu| / (gamma^2 + mu): the linear rate near a solution with eigenvalues
    `gamma` is at most this."""
    return float(np.max(np.abs(gamma**2 - mu) / (gamma**2 + mu)))


def _shown(frame, M, Y, mu, sigma, gamma, skipped):
    """The snapshots of a row, of M and Y in the variables of `frame`."""
    rate = np.nan if gamma is None else local_rate(gamma, mu)
    apart = _length(M - Y)
    return _pictures(frame.matrix(M), frame.matrix(Y), mu, sigma, rate, apart, skipped)


def _pictures(M, Y=None, mu=np.nan, sigma=0.0, rate=np.nan, residual=0.0, skipped=False):
    """The snapshots of a row."""
    shown = {"M": M, "Y": M if Y is None else Y, "mu": mu, "smoothing": sigma, "rate": rate}
    return {**shown, "residual": residual, "skipped": skipped}


def alternating_states(
    problem: SparsePrecision, x0: Start, scaling: bool = True, **how: Any
) -> States:
    """The states of a run of `iterations`."""
    return begin(problem, x0, scaling, partial(iterations, **how), _pictures)


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
        extreme eigenvalues of M, which makes the local rate smallest, adapted over 200 iterations;
        a run that needs more, as on nearly singular data, continues by extrapolation from its last
        points.
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
    fu-2020: extrapolation
    """
    options = Options(max_iter=max_iter, **common)
    sigma = nonnegative(smoothing, "smoothing")
    if variant == "continuation" and sigma > 0.0:
        raise InputError(
            f"smoothing must be 0 with variant='continuation', which sets it, got {sigma:g}."
        )
    states = alternating_states(
        problem,
        options.x0,
        scaling and variant != "printed",
        tol=options.tol,
        sigma=_PRINTED_SMOOTHING if variant == "printed" and sigma == 0.0 else sigma,
        mu=None if mu is None else positive(mu, "mu"),
        mu_factor=positive(mu_factor, "mu_factor"),
        domain_bound=domain_bound,
        skipping=skipping,
        variant=variant,
        ahead=options.max_iter if options.unrecorded else 0,
    )
    return options.drive(states, problem.certify)


solver("printed", SparsePrecision, label="as printed", iterate="M")(
    partial(solve_alternating_linearization, variant="printed")
)
solver("bounded", SparsePrecision, label="M kept ≥ λI", iterate="M")(
    partial(solve_alternating_linearization, domain_bound=True)
)
solver("continuation", SparsePrecision, label="falling σ", iterate="M")(
    partial(solve_alternating_linearization, variant="continuation")
)
