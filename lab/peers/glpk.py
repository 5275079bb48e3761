"""GLPK's simplex, by swiglpk."""

from typing import Any

import numpy as np

from lab.peers.forms import (
    linear_only,
    multipliers,
    no_end,
    no_point,
    small_program,
    state_common,
    two_sided,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Program

GLPK = Package("GLPK", "swiglpk", "5.0.8", "the GLPK reference manual, chapter 2")
glp = LazyModule("swiglpk")
_CLAIMS: dict[Any, Claim] = {5: "optimal", 4: "infeasible", 6: "unbounded"}
_WORDS = {1: "GLP_UNDEF", 2: "GLP_FEAS", 3: "GLP_INFEAS", 4: "GLP_NOFEAS", 5: "GLP_OPT",
          6: "GLP_UNBND"}  # fmt: skip


def _bounds(low, high):
    """(kind, low, high) of one row or variable."""
    if low == high:
        kind = glp.GLP_FX
    elif np.isfinite(low):
        kind = glp.GLP_DB if np.isfinite(high) else glp.GLP_LO
    else:
        kind = glp.GLP_UP if np.isfinite(high) else glp.GLP_FR
    return kind, float(low) if np.isfinite(low) else 0.0, float(high) if np.isfinite(high) else 0.0


def _model(problem):
    glp.glp_term_out(glp.GLP_OFF)
    rows, n = two_sided(problem), problem.c.size
    m, made = rows.low.size, glp.glp_create_prob()
    glp.glp_add_cols(made, n)
    for j in range(n):
        glp.glp_set_obj_coef(made, j + 1, float(problem.c[j]))
        glp.glp_set_col_bnds(made, j + 1, *_bounds(problem.lower[j], problem.upper[j]))
    if m:
        glp.glp_add_rows(made, m)
    for i in range(m):
        glp.glp_set_row_bnds(made, i + 1, *_bounds(rows.low[i], rows.high[i]))
    _load(made, rows.G.tocoo())
    return made, m


def _load(made, G):
    size = G.nnz
    row, column, value = glp.intArray(size + 1), glp.intArray(size + 1), glp.doubleArray(size + 1)
    for k in range(size):
        row[k + 1], column[k + 1] = int(G.row[k]) + 1, int(G.col[k]) + 1
        value[k + 1] = float(G.data[k])
    glp.glp_load_matrix(made, size, row, column, value)


def _options(tol):
    options = glp.glp_smcp()
    glp.glp_init_smcp(options)
    if tol is not None:
        options.tol_bnd = options.tol_dj = min(max(tol, 1e-15), 1e-2)
    return options


@peer("GLPK", Program, package=GLPK, tolerance=1e-7)
def glpk(problem: Program, tol: float | None = None) -> Solve:
    """GLPK's primal simplex on a linear `Program`; tol for both its tolerances."""
    glp.load()
    linear_only(problem, "GLPK")

    def solve():
        made, m = _model(problem)
        code = glp.glp_simplex(made, _options(tol))
        status = glp.glp_get_status(made)
        words = f"{_WORDS[status]}" + (f", return code {code}" if code else "")
        claim = "gave up" if code else _CLAIMS.get(status, "gave up")
        if claim != "optimal":
            return Answer(words, claim)
        x = np.array([glp.glp_get_col_prim(made, j + 1) for j in range(problem.c.size)])
        slopes = np.array([glp.glp_get_row_dual(made, i + 1) for i in range(m)])
        dual = multipliers(problem, -slopes)
        return Answer(words, claim, x, dual, value=glp.glp_get_obj_val(made))

    return solve


state_common(
    GLPK,
    glpk,
    form="Rows and columns with bounds of either side, counted from 1; linear only.",
    statuses=(
        "GLP_OPT 5, GLP_NOFEAS 4, GLP_UNBND 6, GLP_UNDEF 1; and a return code; no rays.",
        "GLP_NOFEAS",
        "GLP_UNBND",
    ),
    atol=1e-8,
)


@GLPK.states("duals")
def _duals():
    """The dual of a row is the slope of the optimum in its side: negative for a <= row of a
    minimisation that binds; the multiplier is minus it."""
    made, m = _model(small_program())
    glp.glp_simplex(made, _options(None))
    return np.allclose([glp.glp_get_row_dual(made, i + 1) for i in range(m)], [-0.4, -0.2])


@GLPK.states("tolerances")
def _tolerances():
    """tol_bnd = tol_dj = 1e-7, relative; no presolver unless asked for."""
    options = _options(None)
    return (options.tol_bnd, options.tol_dj, options.presolve) == (1e-7, 1e-7, 0)


@GLPK.states("infinite")
def _infinite():
    """A kind of bound says which sides there are: 1e20 is a number like others."""
    made, _ = _model(no_end())
    glp.glp_set_col_bnds(made, 1, *_bounds(0.0, 1e20))
    glp.glp_simplex(made, _options(None))
    return glp.glp_get_status(made) == glp.GLP_OPT and glp.glp_get_col_prim(made, 1) == 1e20


@GLPK.states("coefficients")
def _coefficients():
    """Kept as they are; but entries of 1e-7 and less do not stop a step, so that a program whose
    column holds no others is called unbounded."""
    claims = [
        glpk(Program(np.array([-1.0]), [[v]], [1.0], lower=0.0))().claim for v in (1e-7, 1e-6)
    ]
    return claims == ["unbounded", "optimal"]


@GLPK.states("failed")
def _failed():
    """x of an infeasible program is where simplex stopped."""
    made, _ = _model(no_point())
    glp.glp_simplex(made, _options(None))
    return glpk(no_point())().x is None and bool(np.isfinite(glp.glp_get_col_prim(made, 1)))
