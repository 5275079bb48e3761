"""PIQP, a proximal interior-point method."""

from typing import Any

import numpy as np
from scipy import sparse

from lab.peers.forms import (
    answered,
    csc,
    finite_rows,
    no_point,
    quadratic,
    small_program,
    state_common,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Program, TripletMetric

PIQP = Package("PIQP", "piqp", "0.6", "its documentation, Settings and Python interface")
package = LazyModule("piqp")
_CLAIMS: dict[Any, Claim] = {
    "PIQP_SOLVED": "optimal",
    "PIQP_PRIMAL_INFEASIBLE": "infeasible",
    "PIQP_DUAL_INFEASIBLE": "dual infeasible",
}


def _solver(tol, *parts):
    solver = package.SparseSolver()
    if tol is not None:
        s = solver.settings
        s.eps_abs = s.eps_rel = s.eps_duality_gap_abs = s.eps_duality_gap_rel = tol
    solver.setup(*parts)
    solver.solve()
    return solver.result


@peer("PIQP", Program, package=PIQP, tolerance=1e-8)
def piqp(problem: Program, tol: float | None = None) -> Solve:
    """PIQP on a `Program`; tol for its residuals and gap, absolute and relative."""
    package.load()
    p, P = problem, quadratic(problem)
    A, b = finite_rows(p)
    rows = (csc(A), None, np.array(b)) if b.size else (None, None, None)
    equations = (csc(p.A_eq), np.array(p.b_eq)) if p.b_eq.size else (None, None)
    bounds = np.array(p.lower), np.array(p.upper)

    def solve():
        done = _solver(tol, P, np.array(p.c), *equations, *rows, *bounds)
        words = done.info.status.name
        claim = _CLAIMS.get(words, "gave up")
        return answered(p, words, claim, done.x, done.z_u, done.y, done.info.primal_obj)

    return solve


@peer("PIQP", TripletMetric, package=PIQP, tolerance=1e-8)
def piqp_triplets(problem: TripletMetric, tol: float | None = None) -> Solve:
    """PIQP on a `TripletMetric` in the variables (w, xi)."""
    package.load()
    n, m = problem.Z.shape
    P = sparse.block_diag([problem.L, sparse.csc_matrix((n, n))], format="csc")
    c = np.concatenate([np.zeros(m), np.full(n, problem.C)])
    G = csc(sparse.hstack([problem.Z, sparse.identity(n)]))
    low = np.full(m + n, 0.0)
    if not problem.nonnegative:
        low[:m] = -np.inf

    def solve():
        done = _solver(tol, csc(P), c, None, None, G, np.ones(n), None, low, None)
        words = done.info.status.name
        t = done.z_bl[:m] if problem.nonnegative else np.zeros(m)
        dual = {"lam": done.z_l, "t": t}
        return Answer(words, _CLAIMS.get(words, "gave up"), done.x[:m], dual)

    return solve


def _raw(P, b=(4.0, 6.0)):
    p = small_program()
    lower = np.array(p.lower)
    return _solver(None, csc(P), p.c.copy(), None, None, csc(p.A), None, np.array(b), lower, None)


state_common(
    PIQP,
    piqp,
    form="min c'x + 1/2 x'Px, Ax = b, h_l <= Gx <= h_u, x_l <= x <= x_u.",
    statuses=(
        "PIQP_SOLVED, PIQP_PRIMAL_INFEASIBLE, PIQP_DUAL_INFEASIBLE, PIQP_MAX_ITER_REACHED, "
        "PIQP_NUMERICS.",
        "PIQP_PRIMAL_INFEASIBLE",
        "PIQP_DUAL_INFEASIBLE",
    ),
    triangle=("P", np.triu, lambda P: _raw(P).x, 1e-4),
)


@PIQP.states("duals")
def _duals():
    """z_u >= 0 for Gx <= h_u, z_l >= 0 for h_l <= Gx, z_bl and z_bu for bounds, y for equations;
    entries where a side is infinite are there, as 0."""
    done = _raw(np.zeros((2, 2)))
    return np.allclose(done.z_u, [0.4, 0.2], atol=1e-6) and not np.any(done.z_l)


@PIQP.states("tolerances")
def _tolerances():
    """1e-8 absolute, 1e-9 relative, the gap is checked as well."""
    s = package.SparseSolver().settings
    return (s.eps_abs, s.eps_rel, s.check_duality_gap) == (1e-8, 1e-9, True)


@PIQP.states("infinite")
def _infinite():
    """1e30 and more, and inf; a row without a side becomes zeros, and its multiplier is small but
    not 0."""
    found = [_raw(np.zeros((2, 2)), [4.0, side]).z_u for side in (1e30, np.inf)]
    return all(np.allclose(z, [1.0, 0.0], atol=1e-6) and z[1] > 0.0 for z in found)


@PIQP.states("failed")
def _failed():
    """Of an infeasible program z is near a ray, of a dual infeasible one x."""
    ray = piqp(no_point())().ray
    return ray is not None and np.allclose(ray, 1.0, atol=1e-3)
