#!/usr/bin/env bash
# The "not a number" of an unsolved program is a finite number.
#
# Expected: where OSQP proves a program infeasible, x is NaN, as its header comments the
# constant with which it fills x, so that `numpy.isfinite(x)` is a guard.
# What happens: the constant is the bit pattern of a single-precision NaN, converted as an
# integer to double: every entry is 2143289344.0, which passes any test for NaN, and so is y.
# Version: osqp 1.1.3.
# Source: OSQP 1.1, osqp_api_constants.h, `OSQP_NAN`; OSQP documentation, "Solver", primal
# infeasible problems.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'osqp==1.1.3'

expected=$(
    cat <<'OUTPUT'
primal infeasible
x [2143289344.0, 2143289344.0] finite: True
y [2143289344.0, 2143289344.0] finite: True
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numpy as np
import osqp
from scipy import sparse

solver = osqp.OSQP()
rows = sparse.csc_matrix(np.array([[1.0, 1.0], [1.0, 1.0]]))
solver.setup(
    sparse.csc_matrix(np.eye(2)), np.array([1.0, 2.0]), rows,
    np.array([4.0, -np.inf]), np.array([np.inf, 3.0]), verbose=False,
)
answer = solver.solve()
print(answer.info.status)
print("x", answer.x.tolist(), "finite:", bool(np.isfinite(answer.x).all()))
print("y", answer.y.tolist(), "finite:", bool(np.isfinite(answer.y).all()))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
