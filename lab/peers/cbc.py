"""CBC's linear part, by PuLP, which writes a file for it."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from lab.peers.forms import (
    linear_only,
    multipliers,
    no_point,
    or_none,
    small_program,
    two_sided,
    words_of_ends,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Program

PULP = Package("CBC by PuLP", "pulp", "2.8", "PuLP's documentation, and constants.py for statuses")
pulp = LazyModule("pulp")
_CLAIMS: dict[Any, Claim] = {1: "optimal", -1: "infeasible", -2: "unbounded"}


def _model(problem):
    made = pulp.LpProblem("program", pulp.LpMinimize)
    sides = zip(problem.lower, problem.upper, strict=True)
    x = [pulp.LpVariable(f"x{j}", or_none(a), or_none(b)) for j, (a, b) in enumerate(sides)]
    made += pulp.LpAffineExpression(zip(x, map(float, problem.c), strict=True))
    for i, (terms, low, high) in enumerate(two_sided(problem).rows()):
        left = pulp.LpAffineExpression([(x[j], v) for j, v in terms])
        sense = pulp.LpConstraintEQ if low == high else pulp.LpConstraintLE
        made += pulp.LpConstraint(left, sense, f"r{i}", high)
    return made, x


@peer("CBC by PuLP", Program, package=PULP, tolerance=1e-7)
def cbc(problem: Program, tol: float | None = None) -> Solve:
    """The CBC that comes with PuLP on a linear `Program` with rows; tol for primalT and dualT."""
    pulp.load()
    linear_only(problem, "CBC by PuLP")
    tight = [] if tol is None else [f"primalT {tol:g}", f"dualT {tol:g}"]

    def solve():
        made, x = _model(problem)
        status = made.solve(pulp.PULP_CBC_CMD(msg=False, threads=1, options=tight))
        claim = _CLAIMS.get(status, "gave up")
        words, point = pulp.LpStatus[status], [v.value() for v in x]
        if claim != "optimal" or None in point:
            return Answer(words, claim)
        slopes = [made.constraints[f"r{i}"].pi or 0.0 for i in range(len(made.constraints))]
        dual = multipliers(problem, -np.array(slopes))
        return Answer(words, claim, np.array(point), dual, value=pulp.value(made.objective))

    return solve


@PULP.states("form")
def _form():
    """Expressions and names, written to a file in MPS with 13 digits and read back; linear only."""
    made, _ = _model(small_program(c=[-1.0 / 3.0, -1.0]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.mps"
        made.writeMPS(str(path))
        return "-3.333333333333e-01" in path.read_text(encoding="utf-8")


@PULP.states("duals")
def _duals():
    """pi is the slope of the optimum in the side, negative for a <= row of a minimisation that
    binds; the multiplier is minus it."""
    made, _ = _model(small_program())
    made.solve(pulp.PULP_CBC_CMD(msg=False))
    return np.allclose([made.constraints[f"r{i}"].pi for i in range(2)], [-0.4, -0.2])


@PULP.states("tolerances")
def _tolerances():
    """primalT and dualT, 1e-7, as options of the command line; x comes back with 8 digits or so."""
    return abs(cbc(small_program(b=[4.0, 6.0 + 1e-5 / 3]))().objective + 2.8) < 1e-5


@PULP.states("statuses")
def _statuses():
    """1 Optimal, -1 Infeasible, -2 Unbounded, 0 Not Solved, -3 Undefined; no rays."""
    return words_of_ends(cbc) == ("Infeasible", "Unbounded")


@PULP.states("statuses")
def _crossed():
    """An upper bound below the lower one is not noticed: of 0 <= x <= -5 the answer is not
    "Infeasible"."""
    made = pulp.LpProblem("crossed", pulp.LpMinimize)
    x, y = pulp.LpVariable("x", 0.0, -5.0), pulp.LpVariable("y", 0.0, 1.0)
    made += x
    made += x + y <= 4.0
    return pulp.LpStatus[made.solve(pulp.PULP_CBC_CMD(msg=False))] != "Infeasible"


@PULP.states("infinite")
def _infinite():
    """None bounds nothing, and is the default of either side."""
    x = pulp.LpVariable("x")
    return (x.lowBound, x.upBound) == (None, None)


@PULP.states("failed")
def _failed():
    """Of an infeasible program values and duals are there all the same."""
    made, x = _model(no_point())
    made.solve(pulp.PULP_CBC_CMD(msg=False))
    return all(v.value() is not None for v in x)
