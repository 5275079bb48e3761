#!/usr/bin/env bash
# Three solvers claim to have proved that there is no x with 2e-5 x >= 1.
#
# Expected: min x^2 / 2 subject to 2e-5 x >= 1 is the program with x >= 50000, in other units, and
# ends at x = 50000. "Primal infeasible" means that a y >= 0 was found whose side is positive and
# whose A'y is zero up to rounding. Here A has one entry, and A'y is 2e-5 y: as far from zero as it
# can be.
# What happens: OSQP, PIQP and Clarabel solve the program with x >= 50000 and call the other one
# infeasible. Their tests compare A'y with y and with the side, in the units of the program as it is
# given, and not with A. quadprog, an active-set method, solves both.
# Version: osqp 1.1.3, piqp 0.7.0, clarabel 0.11.1, quadprog 0.1.14.
# Source: OSQP documentation, "Solver", infeasible problems; Clarabel.rs, default/info.rs,
# `is_primal_infeasible`; osqp issue 346 and piqp issue 33, on larger programs with such a status.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'osqp==1.1.3' 'clarabel==0.11.1' \
    'piqp==0.7.0' 'quadprog==0.1.14'

expected=$(
    cat <<'OUTPUT'
1 x >= 50000: OSQP solved, x = 5e+04
1 x >= 50000: PIQP PIQP_SOLVED, x = 5e+04
1 x >= 50000: Clarabel Solved, x = 5e+04
1 x >= 50000: quadprog x = 5e+04
2e-05 x >= 1: OSQP primal infeasible
2e-05 x >= 1: PIQP PIQP_PRIMAL_INFEASIBLE
2e-05 x >= 1: Clarabel PrimalInfeasible
2e-05 x >= 1: quadprog x = 5e+04
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import clarabel
import numpy as np
import osqp
import piqp
import quadprog
from scipy import sparse

P, q, free = sparse.csc_matrix([[1.0]]), np.zeros(1), np.array([np.inf])
quiet = clarabel.DefaultSettings()
quiet.verbose = False


def by_osqp(A, side):
    solver = osqp.OSQP()
    solver.setup(P, q, A, side, free, verbose=False)
    end = solver.solve(raise_error=False)
    return end.info.status, end.x[0]


def by_piqp(A, side):
    solver = piqp.DenseSolver()
    solver.setup(P.toarray(), q, None, None, A.toarray(), side, None)
    solver.solve()
    return solver.result.info.status.name, solver.result.x[0]


def by_clarabel(A, side):
    cone = [clarabel.NonnegativeConeT(1)]
    end = clarabel.DefaultSolver(P, q, -A, -side, cone, quiet).solve()
    return str(end.status), end.x[0]


for entry, side in ((1.0, 50000.0), (2e-5, 1.0)):
    row = f"{entry:g} x >= {side:g}:"
    A, sides = sparse.csc_matrix([[entry]]), np.array([side])
    for name, solve in (("OSQP", by_osqp), ("PIQP", by_piqp), ("Clarabel", by_clarabel)):
        status, x = solve(A, sides)
        print(row, name, status if "INF" in status.upper() else f"{status}, x = {x:.3g}")
    x = quadprog.solve_qp(P.toarray(), q, A.toarray(), sides)[0]
    print(row, f"quadprog x = {x[0]:.3g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
