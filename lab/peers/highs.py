"""HiGHS by highspy: simplex, interior point, PDLP, and an active-set method for quadratics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import highspy
import numpy as np
from scipy import sparse

from lab.peers.forms import (
    COUPLED,
    csc,
    linear_only,
    multipliers,
    no_end,
    no_point,
    quadratic,
    row_count,
    small_program,
    stacked_ray,
    two_sided,
    unit,
)
from lab.peers.parts import Answer, Claim, Package, Solve
from lab.peers.registry import peer
from solvers import Program

HIGHS = Package("HiGHS", "highspy", "1.16", "its manual, chapters Options and Structures")
_LEAST = 1e-10  # it refuses tolerances below
_TOLERANCES = (
    "primal_feasibility_tolerance",
    "dual_feasibility_tolerance",
    "ipm_optimality_tolerance",
    "pdlp_optimality_tolerance",
)
_CLAIMS: dict[Any, Claim] = {
    "kOptimal": "optimal",
    "kInfeasible": "infeasible",
    "kUnbounded": "unbounded",
    "kUnboundedOrInfeasible": "no optimum",
}


def model(
    problem: Program, triangle: Callable[[sparse.csc_matrix], Any] = sparse.tril
) -> highspy.HighsModel:
    """The problem as a HighsModel; the Hessian by columns, its lower triangle."""
    rows, lp = two_sided(problem), highspy.HighsLp()
    lp.num_col_, lp.num_row_ = problem.c.size, rows.low.size
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = problem.c, problem.lower, problem.upper
    lp.row_lower_, lp.row_upper_ = rows.low, rows.high
    _fill(lp.a_matrix_, highspy.MatrixFormat.kColwise, rows.G)
    made = highspy.HighsModel()
    made.lp_ = lp
    if problem.Q is not None:
        made.hessian_.dim_ = problem.c.size
        lower = csc(triangle(quadratic(problem)))
        _fill(made.hessian_, highspy.HessianFormat.kTriangular, lower)
    return made


def _fill(target, form, S):
    target.format_ = form
    target.start_, target.index_, target.value_ = S.indptr, S.indices, S.data


def _solver(method, tol):
    highs = highspy.Highs()
    options = {"output_flag": False, "threads": 1, "solver": method}
    if tol is not None:
        options |= dict.fromkeys(_TOLERANCES, max(tol, _LEAST))
    for name, value in options.items():
        highs.setOptionValue(name, value)
    return highs


def _prepare(problem, method, tol):
    made = model(problem)

    def solve():
        highs = _solver(method, tol)
        highs.passModel(made)
        highs.run()
        return _answer(highs, problem)

    return solve


def _answer(highs, problem):
    status = highs.getModelStatus()
    claim = _CLAIMS.get(status.name, "gave up")
    solution, words = highs.getSolution(), highs.modelStatusToString(status)
    if claim == "infeasible":
        there, slopes = highs.getDualRay()[1:3]
        return Answer(words, claim, ray=stacked_ray(problem, -slopes) if there else None)
    if claim == "unbounded":
        there, ray = highs.getPrimalRay()[1:3]
        return Answer(words, claim, ray=unit(ray) if there else None)
    x, duals = np.array(solution.col_value), -np.array(solution.row_dual)
    value = highs.getInfo().objective_function_value if claim == "optimal" else None
    there = solution.dual_valid and duals.size == row_count(problem) + problem.b_eq.size
    dual = multipliers(problem, duals) if there else {}
    return Answer(words, claim, x if solution.value_valid else None, dual, value=value)


def _linear(name, method, tolerance):
    """Register a method for linear programs."""

    def prepare(problem, tol=None):
        linear_only(problem, name)
        return _prepare(problem, method, tol)

    prepare.__qualname__ = f"highs_{method}"
    prepare.__doc__ = f"{name} on a linear `Program`; tol for all its tolerances."
    return peer(name, Program, package=HIGHS, tolerance=tolerance)(prepare)


highs_simplex = _linear("HiGHS simplex", "simplex", 1e-7)
highs_ipm = _linear("HiGHS IPM", "ipm", 1e-7)
highs_pdlp = _linear("HiGHS PDLP", "pdlp", 1e-7)


@peer("HiGHS QP", Program, package=HIGHS, tolerance=1e-7)
def highs_qp(problem: Program, tol: float | None = None) -> Solve:
    """HiGHS' active-set method on a quadratic `Program`; tol for all its tolerances."""
    if problem.Q is None:
        raise NotImplementedError("HiGHS QP is for quadratic programs only.")
    return _prepare(problem, "choose", tol)


@HIGHS.states("form")
def _form():
    """min c'x + 1/2 x'Qx, row_lower <= Ax <= row_upper; A by columns or by rows."""
    answer = highs_qp(small_program(Q=COUPLED))()
    return (
        abs(answer.value - (answer.point @ COUPLED @ answer.point / 2 - answer.point.sum())) < 1e-9
    )


@HIGHS.states("duals")
def _duals():
    """row_dual is the slope of the optimum in the side: a binding <= row of a minimisation has a
    negative one, and the multiplier is minus it."""
    highs = _solver("simplex", None)
    highs.passModel(model(small_program()))
    highs.run()
    return np.allclose(highs.getSolution().row_dual, [-0.4, -0.2])


@HIGHS.states("tolerances")
def _tolerances():
    """1e-7 for feasibility of either side, absolute; none may be below 1e-10."""
    highs = _solver("simplex", None)
    default = highs.getOptionValue(_TOLERANCES[0])[1] == 1e-7
    return default and highs.setOptionValue(_TOLERANCES[0], 1e-11) == highspy.HighsStatus.kError


@HIGHS.states("statuses")
def _statuses():
    """Words: "Optimal", "Infeasible" with a dual ray, also after presolve, "Unbounded" with a
    primal one."""
    none, end = highs_simplex(no_point())(), highs_simplex(no_end())()
    words = (none.says, end.says) == ("Infeasible", "Unbounded")
    return words and none.ray is not None and end.ray is not None


@HIGHS.states("statuses")
def _unbounded_quadratic():
    """A convex quadratic that falls for ever is "Optimal", at a point some 1e7 away: its
    regularisation, qp_regularization_value = 1e-7, bounds it."""
    valley = Program(np.array([-1.0, -1.0]), [[1.0, -1.0]], [4.0], Q=[[1.0, -1.0], [-1.0, 1.0]])
    answer = highs_qp(valley)()
    return answer.says == "Optimal" and np.abs(answer.point).max() > 1e6


@HIGHS.states("infinite")
def _infinite():
    """1e20 or more, and inf, bound nothing."""
    far = highs_simplex(small_program(lower=0.0, upper=1e20))()
    least = _solver("simplex", None).getOptionValue("infinite_bound")[1]
    return far.says == "Optimal" and least == 1e20


@HIGHS.states("triangle")
def _triangle():
    """The lower triangle of Q by columns; an upper one is an error of passModel."""
    highs = _solver("choose", None)
    return highs.passModel(model(small_program(Q=COUPLED), sparse.triu)) != highspy.HighsStatus.kOk


@HIGHS.states("coefficients")
def _coefficients():
    """A coefficient of 1e-9 or less is dropped, without an error."""
    program = Program(np.array([-1.0]), [[1e-9]], [1.0], lower=0.0)
    return highs_simplex(program)().claim == "unbounded"


@HIGHS.states("failed")
def _failed():
    """x of an infeasible program is zeros, with value_valid False."""
    highs = _solver("simplex", None)
    highs.passModel(model(no_point()))
    highs.run()
    solution = highs.getSolution()
    return not solution.value_valid and not np.any(solution.col_value)
