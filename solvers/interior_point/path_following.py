"""Primal-dual path following without a predictor, for `KernelSVM`: Algorithm 1 of
001_f12148ddf98c114b.txt with the residuals of (4.12)."""

from __future__ import annotations

import numpy as np

from solvers.checks import between, integer, nonnegative, of_type, one_of
from solvers.drive import drive
from solvers.interior_point.svm.algebra import ALGEBRAS, make_algebra
from solvers.interior_point.svm.point import Newton, theta
from solvers.interior_point.svm.walk import SHORTEST, Walk, has_interior
from solvers.problems.kernel_svm import KernelSVM
from solvers.registry import solver


def advance(p, newton, sigma, eta):
    """One Newton step towards the point of the path at sigma mu; None where the numbers end."""
    shift = sigma * p.mu
    d = newton.direction(p.x * p.t - shift, p.w * p.u - shift)
    step = min(1.0, eta * min(p.room(d)))
    new = p.moved(d, step, step)
    if not (step > SHORTEST and new.inside()):
        return None
    return new, {"sigma": sigma, "alpha_p": step, "alpha_d": step, "direction": d.x}


def _states(problem, walk, choice, sigma, eta):
    kit = make_algebra(problem, choice) if has_interior(problem) else None
    n = problem.y.size

    def step(p, r):
        solve = kit.factor(theta(p))
        taken = advance(p, Newton(problem, p, r, solve), sigma, eta) if solve else None
        if taken is None:
            return None
        note = {"note": kit.note} if kit.note else {}
        # Two right-hand sides and the residual's product.
        return taken[0], {**taken[1], **note}, kit.cost + 3 * n

    yield from walk.states(step)


@solver("path_following", KernelSVM)
def solve_path_following(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=1000,
    record_every=1,
    seed=0,
    cancelled=None,
    sigma=0.1,
    start="feasible",
    eta=0.99,
    algebra="auto",
    stop="certificate",
):
    """Newton steps towards the point of the central path at sigma mu, one step length for all.

    sigma: the centring, fixed, in [0, 1]; 0 aims at the solution itself, 1 at the path.
    start, algebra, stop, x0 and seed as in `solve_mehrotra`; eta: the share of the way to the
    boundary, 0.99 in the source.

    iteration counts factorisations; work and snapshots are those of `solve_mehrotra`, with alpha_a
    and predictor NaN: there is no predictor.

    Source: 001_f12148ddf98c114b.txt, Algorithm 1 and (4.12).
    """
    of_type(problem, [KernelSVM], "problem")
    one_of(start, ("feasible", "source"), "start")
    one_of(algebra, ALGEBRAS, "algebra")
    one_of(stop, ("certificate", "source"), "stop")
    sigma, tol = between(sigma, 0.0, 1.0, "sigma"), nonnegative(tol, "tol")
    eta = between(eta, 0.0, np.nextafter(1.0, 0.0), "eta")
    integer(seed, "seed")
    walk = Walk(problem, x0, tol, source=start == "source", stop=stop)
    return drive(
        _states(problem, walk, algebra, sigma, eta),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
