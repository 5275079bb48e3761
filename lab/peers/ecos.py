"""ECOS, an interior-point method for cones."""

from typing import Any

import numpy as np

from lab.peers.forms import (
    answered,
    csc,
    linear_only,
    no_point,
    one_sided,
    small_program,
    state_common,
)
from lab.peers.parts import Claim, LazyModule, Package, Solve, asked
from lab.peers.registry import peer
from solvers import Program

ECOS = Package("ECOS", "ecos", "2.0.12", "its README, and ecos.h for the exit flags")
package = LazyModule("ecos")
_CLAIMS: dict[Any, Claim] = {0: "optimal", 10: "inaccurate", 1: "infeasible", 2: "dual infeasible"}


@peer("ECOS", Program, package=ECOS, tolerance=1e-8)
def ecos(problem: Program, tol: float | None = None) -> Solve:
    """ECOS on a linear `Program` with rows or bounds; tol for its gap and feasibility."""
    package.load()
    linear_only(problem, "ECOS")
    form, k = one_sided(problem), problem.b_eq.size
    if not form.h.size:
        raise NotImplementedError("ECOS wants at least one inequality.")
    if not form.G.nnz or (k and not form.E.nnz):
        raise NotImplementedError("ECOS wants a nonzero entry in the matrices that it is given.")
    options = {"verbose": False} | asked(tol, "feastol", "abstol", "reltol")
    equations = {"A": form.E, "b": form.e} if k else {}

    def solve():
        done = _solved(problem.c, form.G, form.h, equations, options)
        more, z, y = done["info"], done["z"], done["y"]
        words = f"exitflag {more['exitFlag']}: {more['infostring']}"
        claim = _CLAIMS.get(more["exitFlag"], "gave up")
        return answered(problem, words, claim, done["x"], z, y, more["pcost"])

    return solve


def _solved(c, G, h, equations, options):
    cones = {"l": h.size, "q": [], "e": 0}
    return package.solve(np.array(c), G, h, cones, **equations, **options)


state_common(
    ECOS,
    ecos,
    form="min c'x, Ax = b, Gx + s = h with s in cones; no quadratic term; sparse by columns.",
    duals="z >= 0 for Gx <= h, y for Ax = b: c + A'y + G'z = 0.",
    statuses=(
        "exitFlag 0 optimal, 10 close to it, 1 primal infeasible, 2 dual infeasible, -1 "
        "iterations, -2 numerical problems.",
        "exitflag 1: Primal infeasible",
        "exitflag 2: Dual infeasible",
    ),
)


@ECOS.states("tolerances")
def _tolerances():
    """1e-8 for the gap, absolute or relative, and for feasibility."""
    answer = ecos(small_program())()
    return 0.0 < abs(answer.objective + 2.8) < 1e-7


@ECOS.states("infinite")
def _infinite():
    """There is no such thing: with a side of inf a run does not end well, in numerical problems or
    only close to an answer, as memory has it."""
    form = one_sided(small_program())
    form.h[0] = np.inf
    done = _solved(np.array([-1.0, -1.0]), form.G, form.h, {}, {"verbose": False})
    return done["info"]["exitFlag"] in (-2, 10, 11, 12)


@ECOS.states("failed")
def _failed():
    """Of an infeasible program z is a long ray, of a dual infeasible one x; in their residual is
    more rounding than a proof may have."""
    form = one_sided(no_point())
    z = _solved(np.ones(2), form.G, form.h, {}, {"verbose": False})["z"]
    return z.min() > 1e6


@ECOS.states("coefficients")
def _coefficients():
    """A G without an entry is read beyond its end: a RuntimeError, another program's answer or a
    crash, as memory has it, so that it must not be passed; an entry of 0 is fine."""
    one, none = np.eye(2), csc(np.zeros((1, 2)))
    try:
        ecos(Program(np.ones(2), none, [1.0], A_eq=one, b_eq=[1.0, 2.0]))
    except NotImplementedError:
        stored = type(none)((np.zeros(2), np.zeros(2, np.int32), np.arange(3, dtype=np.int32)))
        equations = {"A": csc(one), "b": np.array([1.0, 2.0])}
        done = _solved(np.ones(2), stored, np.ones(1), equations, {"verbose": False})
        return np.allclose(done["x"], [1.0, 2.0], atol=1e-6)
    return False
