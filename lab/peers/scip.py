"""SCIP, by PySCIPOpt: branch and cut, here on programs without whole numbers."""

import contextlib
from typing import Any

import numpy as np

from lab.peers.forms import (
    COUPLED,
    multipliers,
    no_point,
    or_none,
    quadratic,
    small_program,
    stacked_ray,
    two_sided,
    unit,
    words_of_ends,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Program

SCIP = Package("SCIP", "pyscipopt", "5.0", "SCIP's documentation of parameters, and its FAQ")
pyscipopt = LazyModule("pyscipopt")
_CLAIMS: dict[Any, Claim] = {
    "optimal": "optimal",
    "infeasible": "infeasible",
    "unbounded": "unbounded",
    "inforunbd": "no optimum",
}
#: Values of this size mean "there is none".
_NONE = 1e90


def _model(problem, tol):
    """(model, variables, rows); a quadratic objective as a variable that bounds it."""
    model = pyscipopt.Model()
    model.hideOutput()
    if tol is not None:
        for name in ("numerics/feastol", "numerics/dualfeastol"):
            model.setParam(name, max(tol, 1e-10))
    sides = zip(problem.lower, problem.upper, problem.c, strict=True)
    x = [model.addVar(lb=or_none(a), ub=or_none(b), obj=float(c)) for a, b, c in sides]
    sum_, rows = pyscipopt.quicksum, []
    for terms, low, high in two_sided(problem).rows():
        left = sum_(v * x[j] for j, v in terms)
        row = left == high if low == high else left <= high
        rows.append(model.addCons(row) if terms else None)
    if problem.Q is None:
        model.setPresolve(pyscipopt.SCIP_PARAMSETTING.OFF)
        model.setHeuristics(pyscipopt.SCIP_PARAMSETTING.OFF)
        model.disablePropagation()
    else:
        t, Q = model.addVar(lb=None, obj=1.0), quadratic(problem).tocoo()
        terms = zip(Q.row, Q.col, Q.data, strict=True)
        model.addCons(sum_(0.5 * float(v) * x[i] * x[j] for i, j, v in terms) <= t)
    return model, x, rows


@peer("SCIP", Program, package=SCIP, tolerance=1e-6)
def scip(problem: Program, tol: float | None = None) -> Solve:
    """SCIP on a `Program`, a linear one without presolving, propagation and heuristics, as its FAQ
    asks of those who want duals; tol for both its tolerances."""
    pyscipopt.load()

    def solve():
        model, x, rows = _model(problem, tol)
        model.optimize()
        words = model.getStatus()
        claim = _CLAIMS.get(words, "gave up")
        if claim == "infeasible":
            slopes = _numbers(model.getDualfarkasLinear, rows)
            ray = None if slopes is None else stacked_ray(problem, -slopes)
            return Answer(words, claim, ray=ray)
        if claim == "unbounded":
            ray = unit(model.getPrimalRay()[: len(x)]) if model.hasPrimalRay() else None
            return Answer(words, claim, ray=ray)
        if claim != "optimal":
            return Answer(words, claim)
        point = np.array([model.getVal(v) for v in x])
        slopes = _numbers(model.getDualsolLinear, rows) if problem.Q is None else None
        dual = {} if slopes is None else multipliers(problem, -slopes)
        return Answer(words, claim, point, dual, value=model.getObjVal())

    return solve


def _numbers(ask, rows):
    """What `ask` says of each row, 0 of rows without a term; None where SCIP has no numbers."""
    found = np.zeros(len(rows))
    with contextlib.suppress(Warning):
        for i, row in enumerate(rows):
            found[i] = 0.0 if row is None else ask(row)
        return found if np.abs(found).max(initial=0.0) < _NONE else None
    return None


@SCIP.states("form")
def _form():
    """Expressions; the objective must be linear, so that a quadratic one becomes a row."""
    answer = scip(small_program(Q=COUPLED), 1e-9)()
    return np.allclose(answer.point, [2 / 7, 6 / 7], atol=1e-3)


@SCIP.states("duals")
def _duals():
    """getDualsolLinear is the slope of the optimum in the side, negative for a <= row of a
    minimisation that binds; the multiplier is minus it."""
    model, _, rows = _model(small_program(), None)
    model.optimize()
    return np.allclose([model.getDualsolLinear(row) for row in rows], [-0.4, -0.2])


@SCIP.states("tolerances")
def _tolerances():
    """numerics/feastol 1e-6, relative, and numerics/dualfeastol 1e-7."""
    model = pyscipopt.Model()
    names = ("numerics/feastol", "numerics/dualfeastol")
    return tuple(map(model.getParam, names)) == (1e-6, 1e-7)


@SCIP.states("statuses")
def _statuses():
    """Words: "optimal", "infeasible", "unbounded", "inforunbd", and limits by their names."""
    return words_of_ends(scip) == ("infeasible", "unbounded")


@SCIP.states("infinite")
def _infinite():
    """1e20 and more."""
    return pyscipopt.Model().infinity() == 1e20


@SCIP.states("coefficients")
def _coefficients():
    """A coefficient below 1e-9 is 0 (numerics/epsilon), without a warning."""
    return scip(Program(np.array([-1.0]), [[0.9e-9]], [1.0], lower=0.0))().claim != "optimal"


@SCIP.states("failed")
def _failed():
    """Without a solution getVal raises a Warning; duals are 1e99."""
    model, x, rows = _model(no_point(), None)
    model.optimize()
    try:
        model.getVal(x[0])
    except Warning:
        return model.getDualsolLinear(rows[0]) == 1e99
    return False
