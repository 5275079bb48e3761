"""DAQP, a dual active-set method."""

from typing import Any

import numpy as np

from lab.peers.forms import (
    COUPLED,
    dense,
    multipliers,
    no_point,
    quadratic,
    small_program,
    state_common,
    two_sided,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve, asked
from lab.peers.registry import peer
from solvers import Program

DAQP = Package("DAQP", "daqp", "0.7", "the docstring of daqp.solve and its documentation")
package = LazyModule("daqp")
#: Its exit flags -> (what they mean in its documentation, claim).
_FLAGS: dict[Any, tuple[str, Claim]] = {
    2: ("soft optimal", "optimal"),
    1: ("optimal", "optimal"),
    -1: ("infeasible", "infeasible"),
    -2: ("cycling", "gave up"),
    -3: ("unbounded", "dual infeasible"),
    -4: ("iteration limit", "gave up"),
    -5: ("nonconvex", "gave up"),
    -6: ("overdetermined start", "gave up"),
}
_EQUATION = 5
_NONE = 1e30


@peer("DAQP", Program, package=DAQP, tolerance=1e-6)
def daqp(problem: Program, tol: float | None = None) -> Solve:
    """DAQP on a `Program`; tol for its primal and dual tolerance."""
    package.load()
    H, rows = dense(quadratic(problem)), two_sided(problem)
    high = np.clip(np.concatenate([problem.upper, rows.high]), -_NONE, _NONE)
    low = np.clip(np.concatenate([problem.lower, rows.low]), -_NONE, _NONE)
    sense = np.where(low == high, _EQUATION, 0).astype(np.int32)
    options = asked(tol, "primal_tol", "dual_tol")

    def solve():
        done = _solved(H, problem.c, dense(rows.G), high, low, sense, **options)
        x, value, flag, more = done
        words, claim = _FLAGS.get(flag, ("unknown", "gave up"))
        words = f"exitflag {flag}: {words}"
        if claim not in ("optimal", "gave up"):
            return Answer(words, claim)
        dual = multipliers(problem, more["lam"][problem.c.size :])
        return Answer(words, claim, x, dual, value=value)

    return solve


def _solved(H, f, A, *sides, **options):
    return package.solve(H, np.array(f), A, *sides, **options)


def _raw(H):
    high, low = np.array([9.0, 9.0]), np.array([-9.0, -9.0])
    return _solved(np.array(H), [-1.0, -1.0], np.zeros((0, 2)), high, low, np.zeros(2, np.int32))


state_common(
    DAQP,
    daqp,
    form="min f'x + 1/2 x'Hx, blower <= Ax <= bupper; where there are more sides than rows of A "
    "the first are those of x itself; sense 5 is an equation.",
    duals="lam is positive where bupper binds, negative where blower does, the bounds of x first.",
    statuses=(
        "exitflag 1 optimal, 2 with soft rows, -1 infeasible, -2 cycling, -3 unbounded, -4 "
        "iteration limit, -5 nonconvex; no rays.",
        "exitflag -1: infeasible",
        "exitflag -3: unbounded",
    ),
)


@DAQP.states("tolerances")
def _tolerances():
    """primal_tol 1e-6, an absolute distance once rows are scaled; a singular H, as that of a linear
    program, is solved by proximal steps."""
    return abs(daqp(small_program())().objective + 2.8) < 1e-6


@DAQP.states("infinite")
def _infinite():
    """1e30 and more."""
    return daqp(small_program(lower=0.0, upper=1e30))().claim == "optimal"


@DAQP.states("triangle")
def _triangle():
    """A mixture: of an upper triangle alone the off-diagonal entries count by half, of a lower one
    not at all; give the whole H."""
    whole, lower = (_raw(part(COUPLED))[0] for part in (np.array, np.tril))
    right = np.allclose(whole, [2 / 7, 6 / 7], atol=1e-6)
    upper = _raw(np.triu(COUPLED))[0]
    half = np.linalg.solve([[2.0, 0.25], [0.25, 1.0]], [1.0, 1.0])
    return right and np.allclose(lower, [0.5, 1.0]) and np.allclose(upper, half)


@DAQP.states("failed")
def _failed():
    """x of an infeasible program is finite numbers, and the value 0."""
    done = daqp(no_point())()
    x, value, flag, _ = _solved(
        np.zeros((2, 2)), [1.0, 1.0], np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([-1.0, -1.0]),
        np.full(2, -_NONE), np.zeros(2, np.int32),
    )  # fmt: skip
    return done.x is None and bool(np.isfinite(x).all()) and (value, flag) == (0.0, -1)
