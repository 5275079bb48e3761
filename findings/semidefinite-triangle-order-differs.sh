#!/usr/bin/env bash
# Two solvers with the same standard form read a matrix in two orders.
#
# Expected: SCS and Clarabel share min c'x, Ax + s = b, s in K, scale entries off the diagonal
# by the root of 2, and stack columns: the same arrays are the same problem.
# What happens: SCS stacks the lower triangle and Clarabel the upper one, so that entries 3 and
# 4 of six change places from 3 x 3 on (2 x 2 cannot show it). Both solve: SCS finds the root of
# 15.5, which is right for the lower triangle, and Clarabel the root of 2.
# Version: scs 3.3.1, clarabel 0.11.1.
# Source: SCS documentation, cones, semidefinite cone; Clarabel documentation, supported cones,
# PSDTriangleCone.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'clarabel==0.11.1' 'scs==3.3.1'

expected=$(
    cat <<'OUTPUT'
SCS solved 3.94
Clarabel Solved 1.41
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import clarabel
import numpy as np
import scs
from scipy import sparse

# max x such that [[4, 0, h], [0, 4, x], [h, x, 4]] is positive semidefinite, with h = 1/sqrt(2):
# the lower triangle, column by column.
A = sparse.csc_matrix(np.array([[0.0], [0], [0], [0], [-np.sqrt(2)], [0]]))
b, c = np.array([4.0, 0, 1, 4, 0, 4]), np.array([-1.0])
answer = scs.SCS({"A": A, "b": b, "c": c}, {"s": [3]}, verbose=False).solve()
print("SCS", answer["info"]["status"], f"{answer['x'][0]:.2f}")
quiet = clarabel.DefaultSettings()
quiet.verbose = False
zero = sparse.csc_matrix((1, 1))
answer = clarabel.DefaultSolver(zero, c, A, b, [clarabel.PSDTriangleConeT(3)], quiet).solve()
print("Clarabel", answer.status, f"{answer.x[0]:.2f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
