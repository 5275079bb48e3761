#!/usr/bin/env bash
# A variable that is far away lets another one break its bound, and the status is "solved".
#
# Expected: min x^2 + y^2 + (z - 10000)^2 with y >= 1 and x <= z splits: y = 1 whatever z is,
# and "solved" with a relative tolerance of 1e-3 means y is right to about 1e-3 of itself.
# What happens: the tolerance is relative to the largest entry of Ax over all rows, here z =
# 10000, so that each row may be off by ten: OSQP stops with y = 0.38, well outside y >= 1. With
# z near 1 the same bound is met.
# Version: osqp 1.1.3.
# Source: OSQP documentation, "Solver", termination criteria: the residual's infinity norm
# against eps_abs + eps_rel max(|Ax|, |z|).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'osqp==1.1.3'

expected=$(
    cat <<'OUTPUT'
z near 1: solved, y = 1.00
z near 10000: solved, y = 0.38
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numpy as np
import osqp
from scipy import sparse

rows = sparse.csc_matrix(np.array([[1.0, 0.0, -1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
for far in (1.0, 1e4):
    solver = osqp.OSQP()
    solver.setup(
        sparse.csc_matrix(np.diag([2.0, 2.0, 2.0])), np.array([0.0, 0.0, -2 * far]), rows,
        np.array([-np.inf, 1.0, -np.inf]), np.array([0.0, np.inf, np.inf]), verbose=False,
    )
    answer = solver.solve()
    print(f"z near {far:g}: {answer.info.status}, y = {answer.x[1]:.2f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
