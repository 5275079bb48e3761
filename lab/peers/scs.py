"""SCS, a splitting of a homogeneous embedding."""

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
from lab.peers.parts import Claim, LazyModule, Package, Solve, asked
from lab.peers.registry import peer
from solvers import Program

SCS = Package("SCS", "scs", "3.2", "its documentation, Settings and Exit flags")
package = LazyModule("scs")
_CLAIMS: dict[Any, Claim] = {
    1: "optimal",
    2: "inaccurate",
    -1: "dual infeasible",
    -2: "infeasible",
    -6: "gave up",
    -7: "gave up",
}


@peer("SCS", Program, package=SCS, tolerance=1e-4)
def scs(problem: Program, tol: float | None = None) -> Solve:
    """SCS on a `Program` with rows or bounds; tol for its residuals and gap."""
    package.load()
    form, k = one_sided(problem), problem.b_eq.size
    if not form.h.size + k:
        raise NotImplementedError("SCS wants at least one row.")
    data = {
        "A": csc(sparse.vstack([form.E, form.G])),
        "b": np.concatenate([form.e, form.h]),
        "c": np.array(problem.c),
    }
    if problem.Q is not None:
        data["P"] = csc(sparse.triu(quadratic(problem)))
    options = asked(tol, "eps_abs", "eps_rel")

    def solve():
        done = _solved(data, k, form.h.size, **options)
        info, y = done["info"], done["y"]
        claim = _CLAIMS.get(info["status_val"], "gave up")
        return answered(problem, info["status"], claim, done["x"], y[k:], y[:k], info["pobj"])

    return solve


def _solved(data, equal, rows, **options):
    return package.SCS(data, {"z": equal, "l": rows}, verbose=False, **options).solve()


def _raw(P):
    p = small_program()
    form = one_sided(p)
    data = {"A": form.G, "b": form.h, "c": np.array(p.c), "P": csc(P)}
    return _solved(data, 0, form.h.size, eps_abs=1e-8, eps_rel=1e-8)["x"]


state_common(
    SCS,
    scs,
    form="min c'x + 1/2 x'Px, Ax + s = b with s in cones, the zero cone first, then the "
    "nonnegative one.",
    duals="y >= 0 for rows of the nonnegative cone: Px + c + A'y = 0.",
    statuses=(
        '1 "solved", 2 inaccurate, -2 "infeasible", -1 "unbounded", which says nothing of a '
        'point; "inaccurate" in the words of others is a limit that was reached.',
        "infeasible",
        "unbounded",
    ),
    tol=1e-8,
    atol=1e-5,
    triangle=("P", np.triu, _raw, 1e-4),
)


@SCS.states("tolerances")
def _tolerances():
    """1e-4, absolute and relative, for both residuals and the gap."""
    default, asked = scs(small_program())(), scs(small_program(), 1e-4)()
    return np.array_equal(default.point, asked.point) and abs(default.objective + 2.8) > 1e-12


@SCS.states("infinite")
def _infinite():
    """There is no such thing but in its box cone: a side of inf ends in NaN."""
    p = small_program()
    form = one_sided(p)
    form.h[0] = np.inf
    data = {"A": form.G, "b": form.h, "c": np.array(p.c)}
    return not np.isfinite(_solved(data, 0, form.h.size, max_iters=500)["x"]).all()


@SCS.states("failed")
def _failed():
    """x of an infeasible program is NaN and y the ray; of an unbounded one the other way round."""
    form = one_sided(no_point())
    done = _solved({"A": form.G, "b": form.h, "c": np.ones(2)}, 0, 2)
    return bool(np.isnan(done["x"]).all()) and np.allclose(done["y"], 0.5, atol=1e-3)
