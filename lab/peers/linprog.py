"""SciPy's linprog, which calls a HiGHS of its own."""

import warnings
from typing import Any

import numpy as np

from lab.peers.forms import (
    finite_rows,
    linear_only,
    multipliers,
    no_end,
    no_point,
    small_program,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Program

SCIPY = Package("SciPy linprog", "scipy", "1.13", "the docstring of scipy.optimize.linprog")
package = LazyModule("scipy.optimize")
_CLAIMS: dict[Any, Claim] = {0: "optimal", 2: "infeasible", 3: "unbounded"}


@peer("SciPy linprog", Program, package=SCIPY, tolerance=1e-7)
def linprog(problem: Program, tol: float | None = None) -> Solve:
    """`scipy.optimize.linprog`, method "highs", on a linear `Program`; tol for both
    tolerances."""
    package.load()
    linear_only(problem, "SciPy linprog")
    p, options = problem, {}
    if tol is not None:
        tol = max(tol, 1e-10)
        options = {"primal_feasibility_tolerance": tol, "dual_feasibility_tolerance": tol}
    A, b = finite_rows(p)
    rows = (A, b) if b.size else (None, None)
    equations = (p.A_eq, p.b_eq) if p.b_eq.size else (None, None)
    bounds = np.column_stack([p.lower, p.upper])

    def solve():
        done = package.linprog(p.c, *rows, *equations, bounds, "highs", options=options)
        claim = _CLAIMS.get(done.status, "gave up")
        words = f"status {done.status}: {done.message.partition('(HiGHS')[0].strip()}"
        if done.x is None:
            return Answer(words, claim)
        dual = multipliers(p, -done.ineqlin.marginals, -done.eqlin.marginals)
        return Answer(words, claim, done.x, dual, value=done.fun)

    return solve


@SCIPY.states("form")
def _form():
    """min c'x, A_ub x <= b_ub, A_eq x = b_eq; without `bounds` every x >= 0."""
    return package.linprog([1.0], A_ub=[[-1.0]], b_ub=[5.0], method="highs").x[0] == 0.0


@SCIPY.states("duals")
def _duals():
    """marginals are slopes of the optimum in the side: negative for a row that binds, the
    multiplier is minus it."""
    p = small_program()
    done = package.linprog(p.c, p.A, p.b, method="highs")
    return np.allclose(done.ineqlin.marginals, [-0.4, -0.2])


@SCIPY.states("tolerances")
def _tolerances():
    """Those of HiGHS, 1e-7; what HiGHS would refuse is taken with a warning."""
    p = small_program()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        options = {"primal_feasibility_tolerance": 1e-12}
        done = package.linprog(p.c, p.A, p.b, method="highs", options=options)
    return done.status == 0 and bool(warned)


@SCIPY.states("statuses")
def _statuses():
    """0 optimal, 1 a limit, 2 infeasible, 3 unbounded, 4 numerical trouble; no rays."""
    return [linprog(p)().claim for p in (no_point(), no_end())] == ["infeasible", "unbounded"]


@SCIPY.states("infinite")
def _infinite():
    """inf or None; 1e20 and more is infinite to HiGHS."""
    return linprog(small_program(lower=0.0, upper=1e20))().claim == "optimal"


@SCIPY.states("coefficients")
def _coefficients():
    """A coefficient of 1e-9 or less is dropped, without a warning."""
    return linprog(Program(np.array([-1.0]), [[1e-9]], [1.0], lower=0.0))().claim != "optimal"


@SCIPY.states("failed")
def _failed():
    """x and fun of a failed run are None."""
    p = no_point()
    done = package.linprog(p.c, p.A, p.b, bounds=(None, None), method="highs")
    return done.x is None and done.fun is None
