#!/usr/bin/env bash
# A column of a table is read as another vector.
#
# Expected: `table[:, 0]` is a vector like its copy, and a solver either takes it for that or
# refuses a stride.
# What happens: DAQP takes the address of the first entry and reads on in memory, so that for
# the linear term it sees the table's first row: (1, -5) instead of (1, 2), with exit flag 1 and
# an optimal value that fits the wrong vector. quadprog reads the column. The same holds for the
# bounds; a matrix in Fortran's order is read rightly, and nothing warns.
# Version: daqp 0.11.0, quadprog 0.1.14.
# Source: DAQP's documentation of `daqp.solve`, where `f` is the linear cost, without a word on
# how it lies in memory; NumPy user guide, "Copies and views".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'daqp==0.11.0' 'quadprog==0.1.14'

expected=$(
    cat <<'OUTPUT'
daqp, copy of [-1.0, -2.0]: flag 1, x [1.0, 2.0], value -2.50
quadprog, copy: x [1.0, 2.0], value -2.50
daqp, view of [-1.0, -2.0]: flag 1, x [1.0, -5.0], value -13.00
quadprog, view: x [1.0, 2.0], value -2.50
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import daqp
import numpy as np
import quadprog

identity = np.eye(2)
table = np.array([[-1.0, 5.0], [-2.0, 7.0]])
limit = np.full(2, 10.0)
rows, sides = np.vstack([identity, -identity]), np.full(4, -10.0)
for name, f in (("copy", table[:, 0].copy()), ("view", table[:, 0])):
    x, value, flag, _ = daqp.solve(identity, f, identity, limit, -limit)
    print(f"daqp, {name} of {f.tolist()}: flag {flag}, x {x.round(6).tolist()}, value {value:.2f}")
    x = quadprog.solve_qp(identity, -f, rows.T, sides)[0]
    print(f"quadprog, {name}: x {x.round(6).tolist()}, value {0.5 * x @ x + f @ x:.2f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
