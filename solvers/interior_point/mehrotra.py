"""Mehrotra's predictor and corrector for `KernelSVM` and `Program`: Algorithm 2 of
001_f12148ddf98c114b.txt."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NamedTuple, Unpack

import numpy as np

from solvers.checks import between
from solvers.interior_point import ETA, SHORTEST
from solvers.interior_point.svm.homotopy import Homotopy, newton_states
from solvers.interior_point.svm.point import Point
from solvers.options import Common, Options, common_options
from solvers.problems.kernel_svm import KernelSVM
from solvers.problems.program import Program
from solvers.programs import interior
from solvers.registry import solver
from solvers.result import Result, State


class Parts(NamedTuple):
    """What a step of the method is made of; each part can be exchanged.

    predictor(p, newton) -> the direction towards complementarity 0; boundary(p, d) -> the primal
    and the dual step to the boundary along d; centring(p, aim, alpha) -> sigma, after a step of
    length alpha along the predictor `aim`.
    """

    predictor: Callable
    boundary: Callable
    centring: Callable


def _predictor(p, newton):
    return newton.direction(p.x * p.t, p.w * p.u)


def _centring(p, aim, alpha):
    return min(1.0, (p.moved(aim, alpha, alpha).mu / p.mu) ** 3)


PARTS = Parts(_predictor, Point.to_boundary, _centring)


def advance(
    p: Any, newton: Any, eta: float, separate: bool, parts: Parts = PARTS
) -> tuple[Any, State] | None:
    """One predictor-corrector step: (new point, picture); None where the numbers end.

    p, newton: a point and its Newton equations, those of an SVM or of a `Program`.
    """
    mu = p.mu
    if mu == 0.0:
        return None
    aim = parts.predictor(p, newton)
    alpha_a = min(parts.boundary(p, aim))
    sigma = parts.centring(p, aim, alpha_a)
    shift = sigma * mu
    d = newton.direction(p.x * p.t + aim.x * aim.t - shift, p.w * p.u + aim.w * aim.u - shift)
    reach = parts.boundary(p, d)
    primal, dual = reach if separate else (min(reach),) * 2
    primal, dual = eta * primal, eta * dual
    new = p.moved(d, primal, dual)
    if not (max(primal, dual) > SHORTEST and new.inside()):
        return None
    return new, {
        "sigma": sigma,
        "alpha_a": alpha_a,
        "alpha_p": primal,
        "alpha_d": dual,
        "predictor": aim.x,
        "direction": d.x,
    }


@solver("mehrotra", KernelSVM, Program, label="Mehrotra", iterate="iterate")
@common_options
def solve_mehrotra(
    problem: KernelSVM | Program,
    *,
    max_iter: int = 100,
    start: Literal["feasible", "source"] = "feasible",
    steps: Literal["common", "separate"] = "common",
    eta: float = ETA,
    algebra: Literal["auto", "dense", "low-rank"] = "auto",
    stop: Literal["certificate", "source"] = "certificate",
    **common: Unpack[Common],
) -> Result:
    """Follow the central path with a predictor and a corrector: few iterations whatever C is.

    Parameters
    ----------
    problem : KernelSVM or Program
        Of a `Program`, A may be sparse; start, algebra and stop apply to `KernelSVM` alone. One of
        more than three variables is solved in the homogeneous embedding, whose steps are common.
    x0 : array_like (n,) or Result
        Row 0 shows it as given, row 1 pushed off its bounds.
    seed : int
        No effect: nothing is random.
    start : {"feasible", "source"}
        The analytic centre with multipliers that satisfy every equation, or x = w = C e, which is
        infeasible; without effect where `x0` is given.
    steps : {"common", "separate"}
        One step for all, or separate ones for (x, w) and (t, u, s), as printed.
    eta : float
        Share of the way to the boundary, in [0, 1); the source takes 0.95.
    algebra : {"auto", "dense", "low-rank"}
        "dense", Cholesky of n x n in n^3 / 3; "low-rank", for a linear kernel, m x m matrices only
        in n m^2; "auto": low rank where there are fewer features than points.
    stop : {"certificate", "source"}
        "source" also stops, with status "small_change", where the residuals and mu fall below 1e-5
        or sigfig exceeds 6.5, which proves nothing.

    Returns
    -------
    Result
        `x` (n,). iteration counts factorisations. work counts columns of Q: a product is n, a
        factorisation n^2 / 6 (low rank: n m / 4). Snapshots: iterate, w, t, u (T, n) and s (T,) as
        carried, the iterate not projected; mu (T,); r_e, r_b, r_c (T,), largest entries of the
        residuals; sigfig (T,), digits in which the source's objectives agree; source_rule (T,),
        True from the row on at which its rule has fired; sigma, alpha_a, alpha_p, alpha_d (T,),
        centring and steps that led to the row; predictor, direction (T, n), the directions of x;
        NaN at the start. Of a `Program`: iterate (T, n); y, slack (T, m); mu, sigma, alpha_a,
        alpha_p, alpha_d (T,); work counts factorisations; `dual` may hold the ray that proves
        "infeasible" or "unbounded".

    References
    ----------
    low-cost: section 4.2.4
    mehrotra-1992
    """
    options = Options(max_iter=max_iter, **common)
    eta = between(eta, 0.0, np.nextafter(1.0, 0.0), "eta")
    step = partial(advance, eta=eta, separate=steps == "separate")
    if isinstance(problem, Program):
        from solvers.programs import embedding  # and 7 MB of scipy, which no machine needs

        if embedding.fits(problem):
            return options.drive(embedding.states(problem, options, eta), problem.certify)
        step = partial(step, parts=PARTS._replace(boundary=interior.Point.to_boundary))
        return options.drive(interior.program_states(problem, options, step), problem.certify)
    path = Homotopy(problem, options.x0, options.tol, source=start == "source", stop=stop)
    states = newton_states(path, algebra, step, sides=3)
    return options.drive(states, problem.certify)
