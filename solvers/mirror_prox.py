"""Mirror prox for the saddle point of MultiInstanceODM: plain, accelerated, and stochastic; and
mirror descent, which is what is left without the second step."""

from __future__ import annotations

from functools import partial
from typing import Literal, Unpack

import numpy as np

from solvers.batches import Batches
from solvers.checks import InputError, integer, number, of_type, one_of, positive, short
from solvers.odm.mirror_run import MirrorRun
from solvers.odm.saddle_run import drive_saddle, one_class_note
from solvers.options import Common, Options, common_options
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.registry import solver
from solvers.result import Result

#: Adaptive iterations, of whose second half the shortest step, times a margin, stands for the
#: problem: a step held fixed must be safe everywhere on the way.
_TRIAL, _MARGIN = 200, 0.5
#: The share of the measured step at which the accelerated form is safe in practice.
_CAUTION = 0.6
#: An adaptive step never exceeds the guaranteed one by more than this.
_CAP = 1e5


def _states(fresh, steps, output, options):
    """The states of a run; `steps(run)` advances it by a given number of steps."""
    run, batches = fresh(), Batches(options)
    advance = steps(run)
    yield run.state(output, one_class_note(run.problem))
    while True:
        advance(batches.next(run.cost, run.t))
        yield run.state(output, {})


def _plain(run, step, eta, measured):
    """How plain mirror prox advances."""
    safe = run.safe_step()
    adaptive = eta is None and step == "adaptive"
    if eta is None and not isinstance(step, str):
        eta = step * measured()
    run.eta = eta or safe

    def advance(count):
        run.plain(count, run.eta, _CAP * safe, adaptive)

    return advance


def _single(run, step, eta, measured):
    """How mirror descent advances: a step held fixed, as nothing tells whether one is safe."""
    if eta is None:
        eta = run.safe_step() if step == "guaranteed" else step * measured()
        eta = max(eta, np.finfo(float).tiny)  # a share of it may be nothing

    def advance(count):
        run.single(count, eta)

    return advance


def _accelerated(run, step, noise, rng, measured):
    """How accelerated mirror prox advances, by samples where noise >= 0."""
    L, M = run.lipschitz()
    if step != "guaranteed":
        M = 1.0 / (np.sqrt(2.0) * measured())
    sampled = noise >= 0.0
    spread, width = (noise * M, 4) if sampled else (-1.0, 0)
    factor = step
    if isinstance(step, str):
        factor = _CAUTION if step == "adaptive" and not sampled else 1.0

    def advance(count):
        run.accelerated(L, M, spread, factor, rng.random((count, width)))

    return advance


def _measured(fresh):
    """A step size that can be held fixed: half the shortest of the later adaptive steps."""
    run = fresh()
    safe = run.safe_step()
    run.plain(_TRIAL // 2, safe, _CAP * safe, True)
    shortest = run.eta
    for _ in range(_TRIAL // 2):
        run.plain(1, run.eta, _CAP * safe, True)
        shortest = min(shortest, run.eta)
    return _MARGIN * shortest


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
    of_type(problem, [MultiInstanceODM], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(accelerated, (True, False), "accelerated")
    one_of(stochastic, (True, False), "stochastic")
    one_of(output, ("average", "last"), "output")
    step = _checked_step(step)
    weights, radius = _checked_metric(weights, radius)
    noise = positive(noise, "noise")
    fresh = partial(MirrorRun, problem, options.x0, weights, radius)
    if accelerated or stochastic:
        spread = noise if stochastic else -1.0
        steps = _accelerated_steps(fresh, step, eta, spread, options.seed)
    else:
        eta = None if eta is None else positive(eta, "eta")
        steps = partial(_plain, step=step, eta=eta, measured=partial(_measured, fresh))
    problem.assignments()
    return drive_saddle(_states(fresh, steps, output, options), problem, options)


def _accelerated_steps(fresh, step, eta, noise, seed):
    """The accelerated scheme; noise: -1 for none, else as in the step of the stochastic one."""
    if eta is not None:
        raise InputError(f"eta must be left out for the accelerated method, got {short(eta)}.")
    rng = np.random.default_rng(integer(seed, "seed"))
    measured = partial(_measured, fresh)
    return partial(_accelerated, step=step, noise=noise, rng=rng, measured=measured)


def _checked_step(step):
    if isinstance(step, str):
        return one_of(step, ("adaptive", "guaranteed"), "step")
    return positive(number(step, "step"), "step")


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
    of_type(problem, [MultiInstanceODM], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(output, ("average", "last"), "output")
    if not (isinstance(step, str) and step == "guaranteed"):
        step = positive(number(step, "step"), "step")
    weights, radius = _checked_metric(weights, radius)
    eta = None if eta is None else positive(eta, "eta")
    fresh = partial(MirrorRun, problem, options.x0, weights, radius)
    problem.assignments()
    steps = partial(_single, step=step, eta=eta, measured=partial(_measured, fresh))
    return drive_saddle(_states(fresh, steps, output, options), problem, options)
