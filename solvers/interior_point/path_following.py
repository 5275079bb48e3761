"""Primal-dual path following without a predictor, for `KernelSVM`: Algorithm 1 of
001_f12148ddf98c114b.txt with the residuals of (4.12)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, Unpack

import numpy as np

from solvers.checks import between
from solvers.interior_point import SHORTEST
from solvers.interior_point.svm.homotopy import Homotopy, newton_states
from solvers.options import Common, Options, common_options
from solvers.problems.kernel_svm import KernelSVM
from solvers.problems.program import Program
from solvers.programs import interior
from solvers.registry import solver
from solvers.result import Result, State


def advance(p: Any, newton: Any, sigma: float, eta: float) -> tuple[Any, State] | None:
    """One Newton step towards the point of the path at sigma mu; None where the numbers end.

    p, newton: a point and its Newton equations, those of an SVM or of a `Program`.
    """
    shift = sigma * p.mu
    d = newton.direction(p.x * p.t - shift, p.w * p.u - shift)
    step = min(1.0, eta * min(p.to_boundary(d)))
    new = p.moved(d, step, step)
    if not (step > SHORTEST and new.inside()):
        return None
    return new, {"sigma": sigma, "alpha_p": step, "alpha_d": step, "direction": d.x}


@solver("path_following", KernelSVM, Program, iterate="iterate")
@common_options
def solve_path_following(
    problem: KernelSVM | Program,
    *,
    max_iter: int = 1000,
    sigma: float = 0.1,
    start: Literal["feasible", "source"] = "feasible",
    eta: float = 0.99,
    algebra: Literal["auto", "dense", "low-rank"] = "auto",
    stop: Literal["certificate", "source"] = "certificate",
    **common: Unpack[Common],
) -> Result:
    """Newton steps towards the point of the central path at sigma mu, one step length for all.

    Parameters
    ----------
    problem : KernelSVM or Program
        Of a `Program`, A may be sparse; start, algebra and stop apply to `KernelSVM` alone.
    x0 : array_like (n,) or Result
        Row 0 shows it as given, row 1 pushed off its bounds.
    seed : int
        No effect: nothing is random.
    sigma : float
        The centring, fixed, in [0, 1]; 0 aims at the solution itself, 1 at the path.
    start : {"feasible", "source"}
        As for `solve_mehrotra`.
    eta : float
        Share of the way to the boundary, in [0, 1); 0.99 in the source.
    algebra : {"auto", "dense", "low-rank"}
        As for `solve_mehrotra`.
    stop : {"certificate", "source"}
        As for `solve_mehrotra`.

    Returns
    -------
    Result
        `x` (n,). iteration counts factorisations; work and snapshots are those of
        `solve_mehrotra`, with alpha_a and predictor NaN: there is no predictor.

    References
    ----------
    low-cost: Algorithm 1 and (4.12)
    """
    options = Options(max_iter=max_iter, **common)
    sigma = between(sigma, 0.0, 1.0, "sigma")
    eta = between(eta, 0.0, np.nextafter(1.0, 0.0), "eta")
    if isinstance(problem, Program):
        step = partial(advance, sigma=sigma, eta=eta)
        return options.drive(interior.program_states(problem, options, step), problem.certify)
    path = Homotopy(problem, options.x0, options.tol, source=start == "source", stop=stop)
    states = newton_states(path, algebra, partial(advance, sigma=sigma, eta=eta), sides=2)
    return options.drive(states, problem.certify)
