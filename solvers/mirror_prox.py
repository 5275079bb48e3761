"""Mirror prox for the saddle point of MultiInstanceODM: plain, accelerated, and stochastic; and
mirror descent, which is what is left without the second step.

With z = (u, v), the operator F = (-grad_u G, grad_v G) and the distance D(z, y) of a/2 ||u||^2
and b sum v log v, a step is two prox steps from one point, the second along F where the first ends:

middle = argmin over z of eta <F(centre), z> + D(z, centre)
centre = argmin over z of eta <F(middle), z> + D(z, centre)

The answer is the average of the middle points with weights eta t.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, Unpack

import numpy as np

from solvers.checks import InputError, integer, one_of, positive, short
from solvers.odm.mirror_run import Metric, MirrorRun, Pair, Point, distance, prox
from solvers.odm.saddle_run import MOST_SHOWN, drive_saddle, one_class_note
from solvers.options import Batches, Common, Options, common_options, steps_per_call
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.registry import solver
from solvers.result import HALVINGS, Result

#: Adaptive iterations, of whose second half the shortest step, times a margin, is taken for the
#: problem: a fixed step must be safe at every point of the run.
_TRIAL, _MARGIN = 200, 0.5
#: The share of the measured step at which the accelerated form is safe in practice.
_CAUTION = 0.6
#: An adaptive step never exceeds the guaranteed one by more than this.
_CAP = 1e5
#: So many recorded steps are taken before the first of them is looked at.
_MOST_AHEAD = 32


def mirror_step(
    run: MirrorRun,
    adaptive: bool = False,
    single: bool = False,
    prox: Callable[[Metric, Point, Pair, float], Point] = prox,
) -> None:
    """One step of mirror prox of length run.eta, or shorter where `adaptive`; `single`: of mirror
    descent, whose middle point is the next centre."""
    centre, slope = run.centre, run.operator(run.centre)
    run.t, run.work = run.t + 1, run.work + 1
    for _ in range(HALVINGS):
        run.middle = run.centre = prox(run.metric, centre, slope, run.eta)
        if single:
            break
        ahead, run.work = run.operator(run.middle), run.work + 1
        run.centre = prox(run.metric, centre, ahead, run.eta)
        if not adaptive or _is_safe(run, centre, slope, ahead):
            break
        run.eta *= 0.5
    _averaged(run)


def _averaged(run):
    """The middle point in the average, with weight eta t."""
    run.total += run.eta * run.t
    run.average(run.eta * run.t / run.total)


def _is_safe(run, centre, slope, ahead):
    """Whether the operator changed no more along the step than the distances allow."""
    middle, end = run.middle, run.centre
    turned = (ahead[0] - slope[0]) @ (middle.u - end.u) + (ahead[1] - slope[1]) @ (middle.v - end.v)
    apart = distance(run.metric, middle, centre) + distance(run.metric, end, middle)
    return run.eta * turned <= apart


def _advance(run, count, cap=None):
    """`count` steps, of adaptive length up to `cap` or fixed; the `Walk`."""
    return run.walk(count, 1 if cap is None else HALVINGS, cap)


def _advance_single(run, count):
    """`count` steps of mirror descent."""
    for _ in range(count):
        mirror_step(run, single=True)


def _advance_accelerated(run, count, constants, rng):
    """`count` steps with the potential's gradient between average and centre; by samples where
    there is noise."""
    L, M, noise, factor = constants
    for _ in range(count):
        run.t, run.work = run.t + 1, run.work + 2
        t, alpha = run.t, 2.0 / (run.t + 1.0)
        slow = 2.0 * (L + M * t) if noise is None else 5.0 * L + 3.0 * M * t + noise * t**1.5
        run.eta = factor * t / slow
        centre, under = run.centre, (1.0 - alpha) * run.mean[0] + alpha * run.centre.u
        drawn = (None, None) if noise is None else rng.random((2, 2))
        slope = run.operator(centre, under, drawn[0])
        run.middle = prox(run.metric, centre, slope, run.eta)
        ahead = run.operator(run.middle, under, drawn[1])
        run.centre = prox(run.metric, centre, ahead, run.eta)
        run.average(alpha)


def _states(begin, output, options, ahead=False):
    """A state after each step or, unrecorded, after a growing number.

    begin() -> (run, advance): where it starts, and a function that takes so many steps. ahead:
    whether these are a `Walk`, so that recorded steps are taken and certified many at a time, twice
    as many each time.
    """
    run, advance = begin()
    batches = Batches(options)
    yield run.state(output, one_class_note(run.problem))
    count = 1
    while ahead and options.record_every == 1 and run.problem.count <= MOST_SHOWN:
        walk = advance(run, min(count, steps_per_call(run.cost), max(1, options.max_iter - run.t)))
        yield from walk.states(output)
        count = min(2 * count, _MOST_AHEAD)
    while True:
        advance(run, batches.next(run.cost, run.t))
        yield run.state(output, {})


def _measured(fresh):
    """A step size that can be held fixed: half the shortest of the later adaptive steps."""
    run, advance = _plain(fresh, "adaptive", None)
    advance(run, _TRIAL // 2)
    before = run.eta
    return _MARGIN * min(before, advance(run, _TRIAL // 2).etas.min())


def _plain(fresh, step, eta, single=False):
    """(run, advance): by a step that is adapted, held fixed at `eta` or at so many times what was
    measured, or guaranteed."""
    run = fresh()
    safe, adaptive = run.safe_step(), eta is None and step == "adaptive"
    if eta is None:
        eta = safe if isinstance(step, str) else step * _measured(fresh)
    run.eta = max(eta, np.finfo(float).tiny)  # a share of it may be nothing
    if single:
        return run, _advance_single
    return run, partial(_advance, cap=_CAP * safe if adaptive else None)


def _accelerated(fresh, step, eta, noise, seed):
    """(run, advance) of the accelerated scheme; noise: of the samples, None for none."""
    if eta is not None:
        raise InputError(f"eta must be left out for the accelerated method, got {short(eta)}.")
    rng, run = np.random.default_rng(integer(seed, "seed")), fresh()
    L, M = run.lipschitz()
    if step != "guaranteed":
        M = 1.0 / (np.sqrt(2.0) * _measured(fresh))
    factor = step
    if isinstance(step, str):
        factor = _CAUTION if step == "adaptive" and noise is None else 1.0
    constants = L, M, None if noise is None else noise * M, factor
    return run, partial(_advance_accelerated, constants=constants, rng=rng)


def _checked_metric(weights, radius):
    if weights is not None:
        try:
            a, b = weights
        except (TypeError, ValueError):
            raise InputError(f"weights must be a pair (a, b), got {short(weights)}.") from None
        weights = positive(a, "weights[0]"), positive(b, "weights[1]")
    if radius is not None and not (isinstance(radius, float) and radius == np.inf):
        radius = positive(radius, "radius")
    return weights, radius


@solver("mirror_prox", MultiInstanceODM, iterate="u")
@common_options
def solve_mirror_prox(
    problem: MultiInstanceODM,
    *,
    max_iter: int = 10_000,
    accelerated: bool = False,
    stochastic: bool = False,
    step: Literal["adaptive", "guaranteed"] | float = "adaptive",
    eta: float | None = None,
    noise: float = 0.3,
    weights: tuple[float, float] | None = None,
    radius: float | None = None,
    output: Literal["average", "last"] = "average",
    **common: Unpack[Common],
) -> Result:
    """Two prox steps from the same point, the second along the operator at the end of the first.

    All assignments are listed. The distance is a/2 ||u||^2 + b sum v log v; u stays in the ball
    ||u|| <= radius, which holds the solution. The entropy, a, b and the two-step scheme of the
    source are put right.

    Parameters
    ----------
    problem : MultiInstanceODM
        Bags of instances with labels.
    x0 : array_like (2N,) or Result
        Without it, the best u_0 for even weights, and these.
    seed : int
        No effect unless `stochastic`.
    accelerated : bool
        The potential's gradient at a running average, step t / (2 (L + M t)).
    stochastic : bool
        Accelerated, by one assignment drawn with probability v and one drawn evenly; step
        t / (5 L + 3 M t + noise M t^1.5). A few dozen assignments at most.
    step : {"adaptive", "guaranteed"} or float
        "adaptive" raises the step by half, then halves it until it is safe; accelerated methods
        measure M = 1 / (sqrt(2) eta), eta half the shortest step of 100 such iterations after 100
        others, and accelerated=True takes 0.6 of its step. "guaranteed": from norms of the kernel
        matrices, 15 to 200 times shorter. A number: that many times the measured step, held fixed;
        from about 2 on it may diverge.
    eta : float or None
        A fixed step, for the plain method.
    noise : float
        See `stochastic`; below 0.1 it may blow up.
    weights : (float, float) or None
        (a, b); None: 2 / ||u_0||^2 and 1 / log(count), u_0 the best u for even weights.
    radius : float or None
        None: the bound that the value at even weights gives; np.inf for no ball.
    output : {"average", "last"}
        The average of the middle points with weights eta t (of the accelerated form, its
        aggregate), or the centre, without a guarantee yet often far better.

    Returns
    -------
    Result
        `x` is u (2N,); `dual` holds v (count,) and s (N,). iteration counts steps; work counts
        operator evaluations (stochastic: samples). Snapshots: u (T, 2N) and v (T, count) of the
        output; centre_u, centre_v, middle_u, middle_v, where the two prox steps start and where the
        first ends; all v only up to 500 assignments; step, a, b (T,); key_probability (T, J);
        heaviest (T, 10, p), weights (T, 10).

    Raises
    ------
    InputError
        Also above 10 000 assignments; then use `solve_column_generation`.

    References
    ----------
    mi-odm: section 4.2
    chen-2017: the accelerated scheme
    """
    options = Options(max_iter=max_iter, **common)
    named = isinstance(step, str)
    step = one_of(step, ("adaptive", "guaranteed"), "step") if named else positive(step, "step")
    weights, radius = _checked_metric(weights, radius)
    noise = positive(noise, "noise")
    fresh = partial(MirrorRun, problem, options.x0, weights, radius)
    problem.assignments()
    plain = not (accelerated or stochastic)
    if plain:
        begin = partial(_plain, fresh, step, None if eta is None else positive(eta, "eta"))
    else:
        drawn = noise if stochastic else None
        begin = partial(_accelerated, fresh, step, eta, drawn, options.seed)
    return drive_saddle(_states(begin, output, options, plain), problem, options)


solver("accelerated", MultiInstanceODM, iterate="u")(partial(solve_mirror_prox, accelerated=True))
solver("stochastic", MultiInstanceODM, iterate="u")(partial(solve_mirror_prox, stochastic=True))


@solver("mirror_descent", MultiInstanceODM, iterate="u")
@common_options
def solve_mirror_descent(
    problem: MultiInstanceODM,
    *,
    max_iter: int = 10_000,
    step: Literal["guaranteed"] | float = 1.0,
    eta: float | None = None,
    weights: tuple[float, float] | None = None,
    radius: float | None = None,
    output: Literal["average", "last"] = "average",
    **common: Unpack[Common],
) -> Result:
    """Mirror prox with its first step only: along the operator where the step begins.

    A fixed step promises nothing on a saddle in general: where the function is bilinear it spirals
    outwards, which the second step of `solve_mirror_prox` prevents. Here K(c) curves the function
    in u, which damps the turning; the run is "converged" only where the certificate proves it.

    Parameters
    ----------
    problem : MultiInstanceODM
        Bags of instances with labels.
    x0 : array_like (2N,) or Result
        As for `solve_mirror_prox`.
    seed : int
        No effect: nothing is random.
    step : {"guaranteed"} or float
        "guaranteed": the step that is safe for mirror prox, from norms of the kernel matrices. A
        number: that many times the step that mirror prox would hold fixed.
    eta : float or None
        A fixed step in absolute size.
    weights : (float, float) or None
        As for `solve_mirror_prox`.
    radius : float or None
        As for `solve_mirror_prox`.
    output : {"average", "last"}
        The average of the points reached, with weights eta t, or the last of them.

    Returns
    -------
    Result
        As for `solve_mirror_prox`; work counts operator evaluations, one a step. middle_u and
        middle_v are the points reached.

    References
    ----------
    mi-odm: Fig. 1
    """
    options = Options(max_iter=max_iter, **common)
    named = isinstance(step, str)
    step = one_of(step, ("guaranteed",), "step") if named else positive(step, "step")
    weights, radius = _checked_metric(weights, radius)
    eta = None if eta is None else positive(eta, "eta")
    fresh = partial(MirrorRun, problem, options.x0, weights, radius)
    begin = partial(_plain, fresh, step, eta, single=True)
    return drive_saddle(_states(begin, output, options), problem, options)
