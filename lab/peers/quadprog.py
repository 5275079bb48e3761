"""quadprog, the dense dual active-set method of Goldfarb and Idnani."""

import inspect

import numpy as np

from lab.peers.forms import (
    COUPLED,
    dense,
    multipliers,
    no_point,
    one_sided,
    small_program,
    state_common,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Program, TripletMetric

QUADPROG = Package("quadprog", "quadprog", "0.1.12", "the docstring of quadprog.solve_qp")
package = LazyModule("quadprog")
_INFEASIBLE = "constraints are inconsistent, no solution"
#: What xi is charged besides, so that the matrix is definite.
_CHARGE = 1e-8


@peer("quadprog", Program, package=QUADPROG, tolerance=1e-9, takes_tol=False)
def quadprog(problem: Program, tol: float | None = None) -> Solve:
    """quadprog on a `Program` with a definite Q; `tol` has no meaning for it."""
    package.load()
    if problem.Q is None:
        raise NotImplementedError("quadprog takes a definite Q only.")
    form, k = one_sided(problem), problem.b_eq.size
    C = np.ascontiguousarray(np.vstack([-dense(form.E), -dense(form.G)]).T)
    d, Q = np.concatenate([-form.e, -form.h]), dense(problem.Q)
    # A matrix without columns is refused; a row of zeros takes nothing away.
    C, d = (C, d) if d.size else (np.zeros((problem.c.size, 1)), np.full(1, -1.0))

    def solve():
        try:
            x, value, _, _, found, _ = package.solve_qp(Q, -problem.c, C, d, k)
        except ValueError as error:
            claim: Claim = "infeasible" if str(error) == _INFEASIBLE else "gave up"
            return Answer(str(error), claim)
        dual = multipliers(problem, found[k:], found[:k])
        return Answer("no error", "optimal", x, dual, value=value)

    return solve


@peer("quadprog", TripletMetric, package=QUADPROG, tolerance=1e-6, takes_tol=False)
def quadprog_triplets(problem: TripletMetric, tol: float | None = None) -> Solve:
    """quadprog on a `TripletMetric` in the m + n variables (w, xi).

    It wants a definite matrix, so that xi is charged 1/2 1e-8 ||xi||^2 besides; `tol` has no
    meaning for it.
    """
    package.load()
    n, m = problem.Z.shape
    G = np.zeros((m + n, m + n))
    G[:m, :m] = problem.L
    G[range(m, m + n), range(m, m + n)] = _CHARGE
    a = np.concatenate([np.zeros(m), np.full(n, -problem.C)])
    rows = [np.hstack([problem.Z, np.eye(n)]), np.eye(m + n)[0 if problem.nonnegative else m :]]
    constraints = np.ascontiguousarray(np.vstack(rows).T)
    b = np.concatenate([np.ones(n), np.zeros(constraints.shape[1] - n)])

    def solve():
        x, _, _, _, found, _ = package.solve_qp(G, a, constraints, b)
        t = found[n : n + m] if problem.nonnegative else np.zeros(m)
        return Answer("no error", "optimal", x[:m], {"lam": found[:n], "t": t})

    return solve


def _raises(problem):
    form = one_sided(problem)
    Q = np.zeros((2, 2)) if problem.Q is None else dense(problem.Q)
    try:
        package.solve_qp(Q, -problem.c, -dense(form.G).T.copy(), -form.h)
    except ValueError as error:
        return str(error)
    return ""


@QUADPROG.states("form")
def _form():
    """min 1/2 x'Gx - a'x, C'x >= b, the first meq rows with equality: a has the other sign, C is
    transposed."""
    answer = quadprog(small_program(Q=COUPLED))()
    return np.allclose(answer.point, [2 / 7, 6 / 7])


@QUADPROG.states("duals")
def _duals():
    """>= 0 for rows C'x >= b, in the order of the columns of C."""
    p = small_program(Q=1e-6 * np.eye(2))
    return np.allclose(quadprog(p)().dual["y"], [0.4, 0.2], atol=1e-5)


@QUADPROG.states("duals")
def _duals_of_equations():
    """Of equations with their sign: Gx - a = C y."""
    found = [package.solve_qp(np.eye(2), np.array([s, 0.0]), np.ones((2, 1)), np.ones(1), 1)[4][0]
             for s in (-9.0, 9.0)]  # fmt: skip
    return found == [5.0, -4.0]


@QUADPROG.states("tolerances")
def _tolerances():
    """There is none to be set; the method ends in a corner."""
    return "tol" not in str(inspect.getdoc(package.solve_qp)).lower()


@QUADPROG.states("statuses")
def _statuses():
    """None: a ValueError says "constraints are inconsistent, no solution"."""
    p = no_point()
    return _raises(Program(p.c, p.A, p.b, Q=np.eye(2))) == _INFEASIBLE


@QUADPROG.states("infinite")
def _infinite():
    """There is no such thing: rows without a side are to be left out."""
    answer = quadprog(small_program(Q=COUPLED, upper=np.inf))()
    return bool(np.isfinite(answer.point).all())


state_common(
    QUADPROG,
    quadprog,
    triangle=("G", np.triu, lambda G: package.solve_qp(G, np.ones(2))[0], 1e-8),
)


@QUADPROG.states("failed")
def _failed():
    """A G that is not positive definite is refused, "matrix G is not positive definite"."""
    return _raises(small_program()) == "matrix G is not positive definite"
