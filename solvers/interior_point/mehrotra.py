"""Mehrotra's predictor and corrector for `KernelSVM`: Algorithm 2 of 001_f12148ddf98c114b.txt."""

from __future__ import annotations

from functools import partial
from typing import Literal, Unpack

import numpy as np

from solvers.checks import between, of_type, one_of
from solvers.interior_point.svm.algebra import ALGEBRAS
from solvers.interior_point.svm.homotopy import SHORTEST, Homotopy, newton_states
from solvers.options import Common, Options, common_options
from solvers.problems.kernel_svm import KernelSVM
from solvers.registry import solver
from solvers.result import Result


def advance(p, newton, eta, separate):
    """One predictor-corrector step: (new point, picture); None where the numbers end."""
    if p.mu == 0.0:
        return None
    products = p.x * p.t, p.w * p.u
    aim = newton.direction(*products)
    alpha_a = min(p.room(aim))
    sigma = min(1.0, (p.moved(aim, alpha_a, alpha_a).mu / p.mu) ** 3)
    shift = sigma * p.mu
    d = newton.direction(products[0] + aim.x * aim.t - shift, products[1] + aim.w * aim.u - shift)
    primal, dual = p.room(d) if separate else (min(p.room(d)),) * 2
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


@solver("mehrotra", KernelSVM, label="Mehrotra", iterate="iterate")
@common_options
def solve_mehrotra(
    problem: KernelSVM,
    *,
    max_iter: int = 100,
    start: Literal["feasible", "source"] = "feasible",
    steps: Literal["common", "separate"] = "common",
    eta: float = 0.995,
    algebra: Literal["auto", "dense", "low-rank"] = "auto",
    stop: Literal["certificate", "source"] = "certificate",
    **common: Unpack[Common],
) -> Result:
    """Follow the central path with a predictor and a corrector: few iterations whatever C is.

    Parameters
    ----------
    problem : KernelSVM
        Points X (n, m) with labels y (n,), a kernel, and C.
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
        NaN at the start.

    References
    ----------
    low-cost: section 4.2.4
    mehrotra-1992
    """
    of_type(problem, [KernelSVM], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(start, ("feasible", "source"), "start")
    one_of(steps, ("common", "separate"), "steps")
    one_of(algebra, ALGEBRAS, "algebra")
    one_of(stop, ("certificate", "source"), "stop")
    eta = between(eta, 0.0, np.nextafter(1.0, 0.0), "eta")
    path = Homotopy(problem, options.x0, options.tol, source=start == "source", stop=stop)
    step = partial(advance, eta=eta, separate=steps == "separate")
    states = newton_states(path, algebra, step, sides=3)
    return options.drive(states, problem.certify)
