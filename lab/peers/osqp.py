"""OSQP, an operator splitting."""

from typing import Any

import numpy as np
from scipy import sparse

from lab.peers.forms import (
    answered,
    csc,
    no_point,
    one_sided,
    quadratic,
    small_program,
    state_common,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve, asked
from lab.peers.registry import peer
from solvers import Program

OSQP = Package("OSQP", "osqp", "1.0", "its documentation, Solver settings and Status values")
package = LazyModule("osqp")
_CLAIMS: dict[Any, Claim] = {
    "solved": "optimal",
    "solved inaccurate": "inaccurate",
    "primal infeasible": "infeasible",
    "dual infeasible": "dual infeasible",
}


@peer("OSQP", Program, package=OSQP, tolerance=1e-3)
def osqp(problem: Program, tol: float | None = None) -> Solve:
    """OSQP on a `Program`; tol for its residuals, absolute and relative."""
    package.load()
    form = one_sided(problem)
    P = csc(sparse.triu(quadratic(problem)))
    G = csc(sparse.vstack([form.G, form.E]))
    low = np.concatenate([np.full(form.h.size, -np.inf), form.e])
    high, end = np.concatenate([form.h, form.e]), form.h.size
    options = {"verbose": False} | asked(tol, "eps_abs", "eps_rel")
    options |= {} if tol is None else {"max_iter": 100_000}

    def solve():
        done = _run(P, problem.c, G, low, high, **options)
        words = done.info.status
        claim = _CLAIMS.get(words, "gave up")
        if claim == "gave up" and not np.isfinite(done.info.obj_val):
            return Answer(words, claim)
        x = done.dual_inf_cert if claim == "dual infeasible" else done.x
        y = done.prim_inf_cert if claim == "infeasible" else done.y
        return answered(problem, words, claim, x, y, y[end:], done.info.obj_val)

    return solve


def _run(P, c, G, low, high, **options):
    solver = package.OSQP()
    solver.setup(P, np.array(c), G, low, high, **options)
    return solver.solve(raise_error=False)


def _raw(problem, P=None):
    form = one_sided(problem)
    P = csc(np.zeros((2, 2)) if P is None else P)
    return _run(P, problem.c, form.G, np.full(form.h.size, -np.inf), form.h, verbose=False)


state_common(
    OSQP,
    osqp,
    form="min q'x + 1/2 x'Px, l <= Ax <= u; bounds of variables are rows like others.",
    duals="y is positive where u binds and negative where l does.",
    statuses=(
        'Words: "solved", "solved inaccurate", "primal infeasible", "dual infeasible", '
        '"maximum iterations reached".',
        "primal infeasible",
        "dual infeasible",
    ),
    tol=1e-8,
    atol=1e-5,
    triangle=("P", np.triu, lambda P: _raw(small_program(), P).x, 1e-2),
)


@OSQP.states("tolerances")
def _tolerances():
    """eps_abs = eps_rel = 1e-3 for both residuals, and 4000 iterations; 1e-4 for proofs of
    infeasibility."""
    solver, form = package.OSQP(), one_sided(small_program())
    solver.setup(csc(np.eye(2)), np.zeros(2), form.G, None, form.h, verbose=False)
    s = solver.settings
    return (s.eps_abs, s.eps_rel, s.max_iter, s.eps_prim_inf) == (1e-3, 1e-3, 4000, 1e-4)


@OSQP.states("infinite")
def _infinite():
    """1e30 and more, and inf."""
    return package.OSQP().constant("OSQP_INFTY") == 1e30


@OSQP.states("failed")
def _failed():
    """x and y of an infeasible program are 2143289344.0, the bits of a NaN as a whole number; the
    ray is prim_inf_cert."""
    done = _raw(no_point())
    return bool(np.all(done.x == 2143289344.0)) and np.allclose(done.prim_inf_cert, 1.0, atol=1e-3)
