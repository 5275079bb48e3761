"""OR-Tools: GLOP, a simplex method, and PDLP, a first-order one."""

from typing import Any

import numpy as np

from lab.peers.forms import (
    answered,
    linear_only,
    multipliers,
    no_point,
    quadratic,
    row_count,
    small_program,
    two_sided,
    words_of_ends,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Program

ORTOOLS = Package("OR-Tools", "ortools", "9.10", "its reference, and the comments in its protos")
pywraplp = LazyModule("ortools.linear_solver.pywraplp")
package = LazyModule("ortools.pdlp.python.pdlp")
solve_log_pb2, solvers_pb2 = (
    LazyModule("ortools.pdlp.solve_log_pb2"),
    LazyModule("ortools.pdlp.solvers_pb2"),
)
_GLOP: dict[Any, tuple[str, Claim]] = {
    0: ("OPTIMAL", "optimal"),
    1: ("FEASIBLE", "gave up"),
    2: ("INFEASIBLE", "infeasible"),
    3: ("UNBOUNDED", "unbounded"),
    4: ("ABNORMAL", "gave up"),
    5: ("MODEL_INVALID", "gave up"),
    6: ("NOT_SOLVED", "gave up"),
}
_PDLP: dict[Any, Claim] = {
    "OPTIMAL": "optimal",
    "PRIMAL_INFEASIBLE": "infeasible",
    "DUAL_INFEASIBLE": "dual infeasible",
    "PRIMAL_OR_DUAL_INFEASIBLE": "no optimum",
}
_PREFIX = "TERMINATION_REASON_"


def _glop_model(problem):
    solver, rows = pywraplp.Solver.CreateSolver("GLOP"), []
    sides = zip(problem.lower, problem.upper, strict=True)
    x = [solver.NumVar(float(a), float(b), "") for a, b in sides]
    for terms, low, high in two_sided(problem).rows():
        rows.append(solver.Constraint(low, high))
        for j, v in terms:
            rows[-1].SetCoefficient(x[j], v)
    for v, c in zip(x, problem.c, strict=True):
        solver.Objective().SetCoefficient(v, float(c))
    solver.Objective().SetMinimization()
    return solver, x, rows


@peer("OR-Tools GLOP", Program, package=ORTOOLS, tolerance=1e-7)
def glop(problem: Program, tol: float | None = None) -> Solve:
    """GLOP on a linear `Program`; tol for both its tolerances."""
    pywraplp.load()
    linear_only(problem, "GLOP")

    def solve():
        solver, x, rows = _glop_model(problem)
        if tol is not None:
            names = ("primal_feasibility_tolerance", "dual_feasibility_tolerance")
            solver.SetSolverSpecificParametersAsString(" ".join(f"{n}: {tol:g}" for n in names))
        words, claim = _GLOP.get(solver.Solve(), ("unknown", "gave up"))
        if claim != "optimal":
            return Answer(words, claim)
        dual = multipliers(problem, -np.array([row.dual_value() for row in rows]))
        point = np.array([v.solution_value() for v in x])
        return Answer(words, claim, point, dual, value=solver.Objective().Value())

    return solve


def _pdlp_run(problem, tol):
    program, two = package.QuadraticProgram(), two_sided(problem)
    program.resize_and_initialize(problem.c.size, two.high.size)
    program.objective_vector, program.constraint_matrix = problem.c, two.G
    program.constraint_lower_bounds, program.constraint_upper_bounds = two.low, two.high
    program.variable_lower_bounds, program.variable_upper_bounds = problem.lower, problem.upper
    if problem.Q is not None:
        program.set_objective_matrix_diagonal(quadratic(problem).diagonal())
    params = solvers_pb2.PrimalDualHybridGradientParams()
    if tol is not None:
        rule = params.termination_criteria.simple_optimality_criteria
        rule.eps_optimal_absolute = rule.eps_optimal_relative = tol
    done = package.primal_dual_hybrid_gradient(program, params)
    name = solve_log_pb2.TerminationReason.Name(done.solve_log.termination_reason)
    return done, name.removeprefix(_PREFIX)


@peer("OR-Tools PDLP", Program, package=ORTOOLS, tolerance=1e-6)
def pdlp(problem: Program, tol: float | None = None) -> Solve:
    """PDLP on a `Program` whose Q is diagonal; tol for its absolute and relative tolerance."""
    package.load()
    solve_log_pb2.load()
    Q = quadratic(problem)
    if abs(Q).sum() > abs(Q.diagonal()).sum():
        raise NotImplementedError("PDLP takes a diagonal Q only.")

    def solve():
        done, words = _pdlp_run(problem, tol)
        claim, y = _PDLP.get(words, "gave up"), -np.array(done.dual_solution)
        if y.size < row_count(problem):  # it is called invalid, as one with crossed bounds
            return Answer(words, claim)
        return answered(problem, words, claim, done.primal_solution, y)

    return solve


@ORTOOLS.states("form")
def _form():
    """GLOP: rows and variables with bounds of either side. PDLP: the same and the diagonal of Q,
    with the factor 1/2."""
    answer = pdlp(small_program(Q=np.diag([2.0, 1.0])), 1e-8)()
    return np.allclose(answer.point, [0.5, 1.0], atol=1e-5)


@ORTOOLS.states("duals")
def _duals():
    """Slopes of the optimum in the side, of both: negative for a <= row of a minimisation that
    binds; the multiplier is minus it."""
    solver, _, rows = _glop_model(small_program())
    solver.Solve()
    done, _ = _pdlp_run(small_program(), 1e-8)
    found = [row.dual_value() for row in rows], done.dual_solution
    return all(np.allclose(y, [-0.4, -0.2], atol=1e-5) for y in found)


@ORTOOLS.states("tolerances")
def _tolerances():
    """PDLP: 1e-6, absolute and relative, and no limit of iterations or time."""
    rule = solvers_pb2.PrimalDualHybridGradientParams().termination_criteria
    simple = rule.simple_optimality_criteria
    tols = simple.eps_optimal_absolute, simple.eps_optimal_relative
    return tols == (1e-6, 1e-6) and rule.iteration_limit > 2e9 and np.isinf(rule.time_sec_limit)


@ORTOOLS.states("statuses")
def _statuses():
    """GLOP calls a program that falls for ever INFEASIBLE; PDLP calls it DUAL_INFEASIBLE, and one
    without a point PRIMAL_INFEASIBLE."""
    of_pdlp = words_of_ends(pdlp) == ("PRIMAL_INFEASIBLE", "DUAL_INFEASIBLE")
    return of_pdlp and words_of_ends(glop) == ("INFEASIBLE", "INFEASIBLE")


@ORTOOLS.states("infinite")
def _infinite():
    """inf, of both."""
    return pywraplp.Solver.CreateSolver("GLOP").infinity() == np.inf


@ORTOOLS.states("failed")
def _failed():
    """GLOP returns zeros, and says on stderr that there is no solution; PDLP the ray."""
    solver, x, _ = _glop_model(no_point())
    solver.Solve()
    return pdlp(no_point())().ray is not None and x[0].solution_value() == 0.0
