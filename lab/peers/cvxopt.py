"""CVXOPT's interior-point methods for linear and quadratic programs."""

from typing import Any

import numpy as np

from lab.peers.forms import (
    answered,
    dense,
    no_end,
    no_point,
    one_sided,
    small_program,
    state_common,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve, asked
from lab.peers.registry import peer
from solvers import Program

CVXOPT = Package("CVXOPT", "cvxopt", "1.3", "its user's guide, chapter 8, Cone Programming")
package, solvers = LazyModule("cvxopt"), LazyModule("cvxopt.solvers")
_CLAIMS: dict[Any, Claim] = {
    "optimal": "optimal",
    "primal infeasible": "infeasible",
    "dual infeasible": "dual infeasible",
}


@peer("CVXOPT", Program, package=CVXOPT, tolerance=1e-6)
def cvxopt(problem: Program, tol: float | None = None) -> Solve:
    """CVXOPT's lp or coneqp on a `Program`; tol for its gap, relative and absolute, and
    feasibility."""
    solvers.load()
    form = one_sided(problem)
    parts = [dense(form.G), form.h.reshape(-1, 1), dense(form.E), form.e.reshape(-1, 1)]
    Q = None if problem.Q is None else dense(problem.Q)
    options = {"show_progress": False} | asked(tol, "abstol", "reltol", "feastol")

    def solve():
        try:
            done = _solved(Q, problem.c, *parts, **options)
        except ValueError as error:  # "Rank(A) < p or Rank([G; A]) < n"
            return Answer(f"ValueError: {error}", "gave up")
        claim = _CLAIMS.get(done["status"], "gave up")
        x, y, z = (None if done[k] is None else np.array(done[k]).ravel() for k in "xyz")
        if z is None and claim == "gave up":
            return Answer(done["status"], claim, x, value=done["primal objective"])
        return answered(problem, done["status"], claim, x, z, y, done["primal objective"])

    return solve


def _solved(Q, c, G, h, E, e, **options):
    parts = [package.matrix(part, tc="d") for part in (np.array(c), G, h, E, e)]
    if Q is None:
        return solvers.lp(*parts, options=options)
    c, G, h, E, e = parts
    return solvers.coneqp(package.matrix(Q, tc="d"), c, G, h, A=E, b=e, options=options)


def _raw(Q):
    form = one_sided(small_program())
    parts = dense(form.G), form.h.reshape(-1, 1), np.zeros((0, 2)), np.zeros((0, 1))
    return np.array(_solved(Q, -np.ones(2), *parts, show_progress=False)["x"]).ravel()


state_common(
    CVXOPT,
    cvxopt,
    form="min c'x + 1/2 x'Px, Gx + s = h, s >= 0, Ax = b; matrices of its own, dense by columns.",
    duals="z >= 0 for Gx <= h, y for Ax = b.",
    triangle=("P", np.tril, _raw, 1e-4),
)


@CVXOPT.states("tolerances")
def _tolerances():
    """1e-7 absolute and 1e-6 relative for the gap, 1e-7 for feasibility, relative."""
    return 0.0 < abs(cvxopt(small_program())().objective + 2.8) < 2.8e-6


@CVXOPT.states("statuses")
def _statuses():
    """Words: "optimal", "primal infeasible", "dual infeasible", "unknown": this also of an
    infeasible quadratic program, which coneqp has no other word for."""
    p = no_point()
    quadratic, endless = cvxopt(Program(p.c, p.A, p.b, Q=np.eye(2)))(), cvxopt(no_end())()
    return (quadratic.says, endless.says) == ("unknown", "dual infeasible")


@CVXOPT.states("infinite")
def _infinite():
    """There is no such thing: a side of inf is a ValueError, "domain error"."""
    form = one_sided(small_program())
    h = form.h.copy()
    h[0] = np.inf
    try:
        _solved(None, -np.ones(2), dense(form.G), h.reshape(-1, 1), np.zeros((0, 2)),
                np.zeros((0, 1)), show_progress=False)  # fmt: skip
    except ValueError as error:
        return str(error) == "domain error"
    return False


@CVXOPT.states("failed")
def _failed():
    """A variable that no row and no quadratic term holds is a ValueError about ranks."""
    return "Rank" in cvxopt(Program(np.array([1.0, 0.0]), [[-1.0, 0.0]], [0.0]))().says
