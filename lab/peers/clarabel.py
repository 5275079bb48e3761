"""Clarabel, an interior-point method in Rust."""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from lab.peers.forms import (
    answered,
    csc,
    no_point,
    one_sided,
    quadratic,
    small_program,
    state_common,
)
from lab.peers.parts import Answer, Claim, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import ODM, Linear, Program, TripletMetric

CLARABEL = Package("Clarabel", "clarabel", "0.9", "its user guide and the names of its settings")
package = LazyModule("clarabel")
_CLAIMS: dict[Any, Claim] = {
    "Solved": "optimal",
    "AlmostSolved": "inaccurate",
    "PrimalInfeasible": "infeasible",
    "DualInfeasible": "dual infeasible",
}


def conic(
    P: sparse.csc_matrix,
    q: np.ndarray,
    A: sparse.csc_matrix,
    b: np.ndarray,
    tol: float | None,
    equal: int = 0,
) -> Callable[[], Any]:
    """Clarabel on min 1/2 x'Px + q'x, Ax <= b, the first `equal` rows with equality, P its upper
    triangle: a function that gives its solution."""
    settings = package.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    if tol is not None:
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tol
    cones = [package.ZeroConeT(equal)] * (equal > 0)
    cones += [package.NonnegativeConeT(b.size - equal)] * (b.size > equal)
    return lambda: package.DefaultSolver(P, q, A, b, cones, settings).solve()


@peer("Clarabel", Program, package=CLARABEL, tolerance=1e-8)
def clarabel(problem: Program, tol: float | None = None) -> Solve:
    """Clarabel on a `Program`; tol for its gap, relative and absolute, and feasibility."""
    form, k = one_sided(problem), problem.b_eq.size
    P, q = csc(sparse.triu(quadratic(problem))), np.array(problem.c)
    A, b = csc(sparse.vstack([form.E, form.G])), np.concatenate([form.e, form.h])
    run = conic(P, q, A, b, tol, equal=k)

    def solve():
        done = run()
        words = str(done.status)
        x, z, claim = np.array(done.x), np.array(done.z), _CLAIMS.get(words, "gave up")
        return answered(problem, words, claim, x, z[k:], z[:k], done.obj_val)

    return solve


@peer("Clarabel", TripletMetric, package=CLARABEL, tolerance=1e-8)
def clarabel_triplets(problem: TripletMetric, tol: float | None = None) -> Solve:
    """Clarabel on a `TripletMetric` in the variables (w, xi)."""
    n, m = problem.Z.shape
    P = sparse.block_diag([sparse.triu(problem.L), sparse.csc_matrix((n, n))], format="csc")
    q = np.concatenate([np.zeros(m), np.full(n, problem.C)])
    one, none = sparse.identity, sparse.csc_matrix
    blocks = [[-problem.Z, -one(n)], [none((n, m)), -one(n)]]
    if problem.nonnegative:
        blocks.append([-one(m), none((m, n))])
    A = sparse.bmat(blocks, format="csc")
    b = np.concatenate([np.full(n, -1.0), np.zeros(A.shape[0] - n)])
    run = conic(P, q, A, b, tol)

    def solve():
        done = run()
        words, x, z = str(done.status), np.array(done.x), np.array(done.z)
        t = z[2 * n :] if problem.nonnegative else np.zeros(m)
        return Answer(words, _CLAIMS.get(words, "gave up"), x[:m], {"lam": z[:n], "t": t})

    return solve


@peer("Clarabel", ODM, package=CLARABEL, tolerance=1e-8)
def clarabel_odm(problem: ODM, tol: float | None = None) -> Solve:
    """Clarabel on the dual of an `ODM`: min 1/2 s'Ks - D_0(zeta, beta), s = zeta - beta, so that K
    appears once."""
    n, price = problem.y.size, 0.5 / problem.omega
    one, none = sparse.identity(n), sparse.csc_matrix((n, n))
    K = sparse.csc_matrix(np.triu(problem.gram()))
    P = sparse.block_diag([K, price * one, price / problem.nu * one], "csc")
    q = np.repeat([0.0, problem.theta - 1.0, problem.theta + 1.0], n)
    A = sparse.bmat([[one, -one, one], [none, -one, none], [none, none, -one]], "csc")
    run = conic(P, q, A, np.zeros(3 * n), tol, equal=n)

    def solve():
        done = run()
        return _odm_answer(done, np.array(done.x)[n:])

    return solve


@peer("Clarabel, primal", ODM, package=CLARABEL, tolerance=1e-8)
def clarabel_odm_primal(problem: ODM, tol: float | None = None) -> Solve:
    """Clarabel on an `ODM` with a `Linear` kernel, in the few variables w: min 1/2 |w|^2 +
    omega (|xi|^2 + nu |eps|^2), xi >= 1 - theta - Fw, eps >= Fw - 1 - theta."""
    if not isinstance(problem.kernel, Linear):
        raise NotImplementedError("The primal form takes a linear kernel only.")
    n, bias = problem.y.size, np.full((problem.y.size, 1), np.sqrt(problem.kernel.bias))
    F = sparse.csc_matrix(problem.y[:, None] * np.hstack([problem.X, bias]))
    one, none = sparse.identity(n), sparse.csc_matrix((n, n))
    weight, d = 2.0 * problem.omega, F.shape[1]
    P = sparse.block_diag([sparse.identity(d), weight * one, weight * problem.nu * one], "csc")
    A = sparse.bmat([[-F, -one, none], [F, none, -one]], "csc")
    b = np.repeat([problem.theta - 1.0, problem.theta + 1.0], n)
    run = conic(P, np.zeros(d + 2 * n), A, b, tol)

    def solve():
        done = run()
        return _odm_answer(done, np.array(done.z))

    return solve


def _odm_answer(done, u):
    """The answer of u = [zeta; beta]."""
    words, u = str(done.status), np.maximum(u, 0.0)
    x = u[: u.size // 2] - u[u.size // 2 :]
    return Answer(words, _CLAIMS.get(words, "gave up"), x, {"u": u})


def _raw(P, problem):
    form = one_sided(problem)
    return conic(csc(P), np.array(problem.c), form.G, form.h, None)()


state_common(
    CLARABEL,
    clarabel,
    form="min q'x + 1/2 x'Px, Ax + s = b with s in cones: zero, then nonnegative; A and P sparse "
    "by columns.",
    duals="z >= 0 for rows Ax <= b, in the order of the rows.",
    statuses=(
        "Solved, AlmostSolved, PrimalInfeasible, DualInfeasible, MaxIterations, "
        "NumericalError; the fourth says nothing of whether there is a point.",
        "PrimalInfeasible",
        "DualInfeasible",
    ),
    triangle=("P", np.triu, lambda P: np.array(_raw(P, small_program()).x), 1e-5),
)


@CLARABEL.states("tolerances")
def _tolerances():
    """1e-8 for the gap, absolute or relative, and for feasibility, relative; "AlmostSolved" takes
    5e-5 and 1e-4."""
    s = package.DefaultSettings()
    loose = (s.reduced_tol_gap_abs, s.reduced_tol_feas) == (5e-5, 1e-4)
    return s.tol_gap_abs == s.tol_gap_rel == s.tol_feas == 1e-8 and loose


@CLARABEL.states("infinite")
def _infinite():
    """A side of 1e20 or more is infinite: its row is taken out, and z is 0 there."""
    p = small_program(b=[4.0, 1e21])
    return package.get_infinity() == 1e20 and clarabel(p)().dual["y"][1] == 0.0


@CLARABEL.states("failed")
def _failed():
    """Of an infeasible program z is the ray, of a dual infeasible one x; the values are NaN."""
    done = _raw(np.zeros((2, 2)), no_point())
    z = np.array(done.z)
    return bool(np.isnan(done.obj_val)) and abs(z[0] / z[1] - 1.0) < 1e-6 and z[0] > 0.1
