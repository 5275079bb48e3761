#!/usr/bin/env bash
# The product of two SciPy matrices is another matrix for PIQP, and it is SOLVED.
#
# Expected: `M.T @ M` of sparse M is a quadratic term like any other: SciPy leaves its row
# indices unsorted, which the format allows, and a solver sorts them, copes or refuses.
# What happens: PIQP reads a column as if it were sorted and ends up with another matrix: the
# status is PIQP_SOLVED at a point whose value is -1.375, where OSQP and Clarabel, given the same
# arrays, find the optimum, -2. After `sort_indices()` PIQP finds it as well.
# Version: piqp 0.7.0, osqp 1.1.3, clarabel 0.11.1, scipy 1.17.1.
# Source: SciPy reference, `csc_matrix`, `has_sorted_indices` and `sort_indices`; PIQP
# documentation, Python interface, sparse solver, P as a CSC matrix.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'osqp==1.1.3' 'clarabel==0.11.1' \
    'piqp==0.7.0'

expected=$(
    cat <<'OUTPUT'
by_piqp, sorted False: PIQP_SOLVED, value -1.375
by_piqp, sorted True: PIQP_SOLVED, value -2.000
by_osqp, sorted False: solved, value -2.000
by_osqp, sorted True: solved, value -2.000
by_clarabel, sorted False: Solved, value -2.000
by_clarabel, sorted True: Solved, value -2.000
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import clarabel
import numpy as np
import osqp
import piqp
from scipy import sparse

M = sparse.csr_matrix([[0.0, 1, 0], [-1, 0, 0], [-2, 0, -2]])
c, one = np.full(3, 2.0), np.ones(3)
box = sparse.eye(3, format="csc")


def by_piqp(P):
    solver = piqp.SparseSolver()
    solver.setup(P, c, x_l=-one, x_u=one)
    status = solver.solve()
    return status.name, solver.result.x


def by_osqp(P):
    solver = osqp.OSQP()
    solver.setup(P, c, box, -one, one, verbose=False, eps_abs=1e-9, eps_rel=1e-9)
    result = solver.solve()
    return result.info.status, result.x


def by_clarabel(P):
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    cones = [clarabel.NonnegativeConeT(6)]
    A, b = sparse.vstack([box, -box], format="csc"), np.ones(6)
    solution = clarabel.DefaultSolver(P, c, A, b, cones, settings).solve()
    return str(solution.status), np.array(solution.x)


for solve in (by_piqp, by_osqp, by_clarabel):
    for in_order in (False, True):
        P = (M.T @ M).tocsc()
        if in_order:
            P.sort_indices()
        sorted_before = bool(P.has_sorted_indices)
        status, x = solve(P)
        value = 0.5 * x @ (P @ x) + c @ x
        print(f"{solve.__name__}, sorted {sorted_before}: {status}, value {value:.3f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
