"""Mehrotra's predictor and corrector for `KernelSVM`: Algorithm 2 of 001_f12148ddf98c114b.txt."""

from __future__ import annotations

import numpy as np

from solvers.checks import between, integer, nonnegative, of_type, one_of
from solvers.drive import drive
from solvers.interior_point.svm.algebra import ALGEBRAS, make_algebra
from solvers.interior_point.svm.point import Newton, theta
from solvers.interior_point.svm.walk import SHORTEST, Walk, has_interior
from solvers.problems.kernel_svm import KernelSVM
from solvers.registry import solver


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


def _states(problem, walk, choice, eta, separate):
    kit = make_algebra(problem, choice) if has_interior(problem) else None
    n = problem.y.size

    def step(p, r):
        solve = kit.factor(theta(p))
        taken = advance(p, Newton(problem, p, r, solve), eta, separate) if solve else None
        if taken is None:
            return None
        note = {"note": kit.note} if kit.note else {}
        # Three right-hand sides and the residual's product.
        return taken[0], {**taken[1], **note}, kit.cost + 4 * n

    yield from walk.states(step)


@solver("mehrotra", KernelSVM)
def solve_mehrotra(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=100,
    record_every=1,
    seed=0,
    cancelled=None,
    start="feasible",
    steps="common",
    eta=0.995,
    algebra="auto",
    stop="certificate",
):
    """Follow the central path with a predictor and a corrector: few iterations whatever C is.

    start: "feasible", the analytic centre with multipliers that satisfy every equation, or
    "source", x = w = C e, which is infeasible; without effect where `x0` is given.
    steps: "common", one step for all, or "separate" ones for (x, w) and (t, u, s), as printed.
    eta: share of the way to the boundary; the source takes 0.95.
    algebra: "dense", Cholesky of n x n in n^3 / 3; "low-rank", for a linear kernel, m x m matrices
    only in n m^2; "auto": low rank where there are fewer features than points.
    stop: "certificate", or "source": also stop, with status "small_change", where the residuals and
    mu fall below 1e-5 or sigfig exceeds 6.5, which proves nothing.
    x0: an earlier result or some x (n,); row 0 shows it as given, row 1 pushed off its bounds. seed
    is accepted for the common signature; nothing is random.

    iteration counts factorisations. work counts columns of Q: a product is n, a factorisation
    n^2 / 6 (low rank: n m / 4). Snapshots: iterate, w, t, u (T, n) and s (T,) as carried, the
    iterate not projected; mu (T,); r_e, r_b, r_c (T,), largest entries of the residuals; sigfig
    (T,), digits in which the source's objectives agree; source_rule (T,), True from the row on at
    which its rule has fired; sigma, alpha_a, alpha_p, alpha_d (T,), centring and steps that led to
    the row; predictor, direction (T, n), the directions of x; NaN at the start.

    Source: 001_f12148ddf98c114b.txt, section 4.2.4.
    """
    of_type(problem, [KernelSVM], "problem")
    one_of(start, ("feasible", "source"), "start")
    one_of(steps, ("common", "separate"), "steps")
    one_of(algebra, ALGEBRAS, "algebra")
    one_of(stop, ("certificate", "source"), "stop")
    eta, tol = between(eta, 0.0, np.nextafter(1.0, 0.0), "eta"), nonnegative(tol, "tol")
    integer(seed, "seed")
    walk = Walk(problem, x0, tol, source=start == "source", stop=stop)
    return drive(
        _states(problem, walk, algebra, eta, steps == "separate"),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
