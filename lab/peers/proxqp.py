"""ProxQP, a proximal augmented Lagrangian, in the package ProxSuite."""

from typing import Any

import numpy as np

from lab.peers.forms import (
    answered,
    dense,
    no_point,
    one_sided,
    quadratic,
    small_program,
    state_common,
)
from lab.peers.parts import Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Program

PROXQP = Package("ProxQP", "proxsuite", "0.6", "its documentation, ProxQP API")
package = LazyModule("proxsuite")
_CLAIMS: dict[Any, Claim] = {
    "PROXQP_SOLVED": "optimal",
    "PROXQP_PRIMAL_INFEASIBLE": "infeasible",
    "PROXQP_DUAL_INFEASIBLE": "dual infeasible",
}


def _solved(H, g, form, tol=None):
    rows, equal = form.h.size, form.e.size
    solver = package.proxqp.dense.QP(g.size, equal, rows)
    if tol is not None:
        s = solver.settings
        s.eps_abs, s.eps_rel, s.check_duality_gap = tol, 0.0, True
        s.eps_duality_gap_abs, s.eps_duality_gap_rel = tol, 0.0
    equations = (dense(form.E), np.array(form.e)) if equal else (None, None)
    inequalities = (dense(form.G), np.full(rows, -np.inf), form.h) if rows else (None, None, None)
    solver.init(H, np.array(g), *equations, *inequalities)
    solver.solve()
    return solver


@peer("ProxQP", Program, package=PROXQP, tolerance=1e-5)
def proxqp(problem: Program, tol: float | None = None) -> Solve:
    """ProxQP's dense form on a `Program`; tol for its absolute residuals and gap, which by default
    it does not look at."""
    package.load()
    form, H = one_sided(problem), dense(quadratic(problem))

    def solve():
        done = _solved(H, problem.c, form, tol).results
        words = done.info.status.name
        claim = _CLAIMS.get(words, "gave up")
        return answered(problem, words, claim, done.x, done.z, done.y, done.info.objValue)

    return solve


def _raw(H):
    p = small_program()
    return _solved(np.array(H), p.c, one_sided(p)).results.x


state_common(
    PROXQP,
    proxqp,
    form="min g'x + 1/2 x'Hx, Ax = b, l <= Cx <= u; bounds of variables only if asked for.",
    duals="z is positive where u binds, negative where l does: Hx + g + A'y + C'z = 0.",
    statuses=(
        "PROXQP_SOLVED, PROXQP_PRIMAL_INFEASIBLE, PROXQP_DUAL_INFEASIBLE, "
        "PROXQP_MAX_ITER_REACHED; of a linear program that falls for ever, the last.",
        "PROXQP_PRIMAL_INFEASIBLE",
        "PROXQP_MAX_ITER_REACHED",
    ),
    tol=1e-9,
    triangle=("H, in its dense form", np.tril, _raw, 1e-3),
)


@PROXQP.states("tolerances")
def _tolerances():
    """eps_abs = 1e-5, eps_rel = 0, and check_duality_gap is off: by default a linear program may be
    "solved" at a value that is a percent off."""
    s = _solved(np.zeros((2, 2)), np.zeros(2), one_sided(small_program())).settings
    off = abs(proxqp(small_program())().objective + 2.8)
    return (s.eps_abs, s.eps_rel, s.check_duality_gap) == (1e-5, 0.0, False) and bool(off > 1e-2)


@PROXQP.states("statuses")
def _feasible():
    """PROXQP_PRIMAL_INFEASIBLE is at times said of a program that has points: lower sides have the
    wrong sign in its check."""
    feasible = small_program(c=[3.0, 2.0], A=[[-1.0, 1.0], [2.0, 3.0]], b=[1.0, 0.0], upper=1.0)
    return proxqp(feasible)().claim == "infeasible"


@PROXQP.states("infinite")
def _infinite():
    """inf bounds nothing."""
    return proxqp(small_program(lower=-np.inf, c=[-1.0, -2.0]))().claim == "optimal"


@PROXQP.states("failed")
def _failed():
    """x of an infeasible program is numbers near nothing, z near a ray."""
    done = _solved(np.zeros((2, 2)), np.ones(2), one_sided(no_point())).results
    return bool(np.isfinite(done.x).all()) and done.z.min() > 1e3
