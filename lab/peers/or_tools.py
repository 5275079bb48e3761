"""OR-Tools: GLOP, a simplex method, and PDLP, a first-order one."""

import numpy as np

from lab.peers.forms import (
    linear_only,
    multipliers,
    no_end,
    no_point,
    quadratic,
    row_count,
    says,
    small_program,
    stacked_ray,
    two_sided,
    unit,
)
from lab.peers.parts import Answer, Package
from lab.peers.registry import peer
from solvers import Program

ORTOOLS = Package("OR-Tools", "ortools", "9.10", "its reference, and the comments in its protos")
_GLOP = {
    0: ("OPTIMAL", "optimal"),
    1: ("FEASIBLE", "gave up"),
    2: ("INFEASIBLE", "infeasible"),
    3: ("UNBOUNDED", "unbounded"),
    4: ("ABNORMAL", "gave up"),
    5: ("MODEL_INVALID", "gave up"),
    6: ("NOT_SOLVED", "gave up"),
}
_PDLP = {
    "OPTIMAL": "optimal",
    "PRIMAL_INFEASIBLE": "infeasible",
    "DUAL_INFEASIBLE": "dual infeasible",
    "PRIMAL_OR_DUAL_INFEASIBLE": "no optimum",
}
_PREFIX = "TERMINATION_REASON_"


def _glop_model(problem):
    from ortools.linear_solver import pywraplp

    solver, two = pywraplp.Solver.CreateSolver("GLOP"), two_sided(problem)
    sides = zip(problem.lower, problem.upper, strict=True)
    x = [solver.NumVar(float(a), float(b), "") for a, b in sides]
    rows = [solver.Constraint(float(a), float(b)) for a, b in zip(two.low, two.high, strict=True)]
    G = two.G.tocoo()
    for i, j, v in zip(G.row, G.col, G.data, strict=True):
        rows[i].SetCoefficient(x[j], float(v))
    for v, c in zip(x, problem.c, strict=True):
        solver.Objective().SetCoefficient(v, float(c))
    solver.Objective().SetMinimization()
    return solver, x, rows


@peer("OR-Tools GLOP", Program, package=ORTOOLS, tolerance=1e-7)
def glop(problem, tol=None):
    """GLOP on a linear `Program`; tol for both its tolerances."""
    import ortools.linear_solver.pywraplp  # noqa: F401  # ImportError at once

    linear_only(problem, "GLOP")

    def solve():
        solver, x, rows = _glop_model(problem)
        if tol is not None:
            names = ("primal_feasibility_tolerance", "dual_feasibility_tolerance")
            solver.SetSolverSpecificParametersAsString(" ".join(f"{n}: {tol:g}" for n in names))
        words, claim = _GLOP.get(solver.Solve(), ("unknown", "gave up"))
        if claim != "optimal":
            return Answer(words, claim)
        y = -np.array([row.dual_value() for row in rows])
        dual = multipliers(problem, y[: row_count(problem)], y[row_count(problem) :])
        point = [v.solution_value() for v in x]
        return Answer(words, claim, point, dual, value=solver.Objective().Value())

    return solve


def _pdlp_run(problem, tol):
    from ortools.pdlp import solve_log_pb2, solvers_pb2
    from ortools.pdlp.python import pdlp as package

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
def pdlp(problem, tol=None):
    """PDLP on a `Program` whose Q is diagonal; tol for its absolute and relative tolerance."""
    import ortools.pdlp.python.pdlp  # ImportError at once
    import ortools.pdlp.solve_log_pb2  # noqa: F401  # before the time of a run begins

    Q, m = quadratic(problem), row_count(problem)
    if abs(Q).sum() > abs(Q.diagonal()).sum():
        raise NotImplementedError("PDLP takes a diagonal Q only.")

    def solve():
        done, words = _pdlp_run(problem, tol)
        claim, y = _PDLP.get(words, "gave up"), -np.array(done.dual_solution)
        if y.size < m:  # a problem that it calls invalid, as one with crossed bounds
            return Answer(words, claim)
        if claim == "infeasible":
            return Answer(words, claim, ray=stacked_ray(problem, y[:m], y[m:]))
        if claim == "dual infeasible":
            return Answer(words, claim, ray=unit(done.primal_solution))
        return Answer(words, claim, done.primal_solution, multipliers(problem, y[:m], y[m:]))

    return solve


@ORTOOLS.states("form")
def _form():
    """GLOP: rows and variables with bounds of either side. PDLP: the same and the diagonal of Q,
    with the factor 1/2."""
    answer = pdlp(small_program(Q=np.diag([2.0, 1.0])), 1e-8)()
    return np.allclose(answer.x, [0.5, 1.0], atol=1e-5)


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
    from ortools.pdlp import solvers_pb2

    rule = solvers_pb2.PrimalDualHybridGradientParams().termination_criteria
    simple = rule.simple_optimality_criteria
    tols = simple.eps_optimal_absolute, simple.eps_optimal_relative
    return tols == (1e-6, 1e-6) and rule.iteration_limit > 2e9 and np.isinf(rule.time_sec_limit)


@ORTOOLS.states("statuses")
def _statuses():
    """GLOP calls a program that falls for ever INFEASIBLE; PDLP calls it DUAL_INFEASIBLE, and one
    without a point PRIMAL_INFEASIBLE."""
    of_glop = says(glop, no_point())[0], says(glop, no_end())[0]
    of_pdlp = says(pdlp, no_point())[0], says(pdlp, no_end())[0]
    return of_glop == ("INFEASIBLE",) * 2 and of_pdlp == ("PRIMAL_INFEASIBLE", "DUAL_INFEASIBLE")


@ORTOOLS.states("infinite")
def _infinite():
    """inf, of both."""
    from ortools.linear_solver import pywraplp

    return pywraplp.Solver.CreateSolver("GLOP").infinity() == np.inf


@ORTOOLS.states("failed")
def _failed():
    """GLOP returns zeros, and says on stderr that there is no solution; PDLP the ray."""
    solver, x, _ = _glop_model(no_point())
    solver.Solve()
    return pdlp(no_point())().ray is not None and x[0].solution_value() == 0.0
