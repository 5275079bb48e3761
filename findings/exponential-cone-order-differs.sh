#!/usr/bin/env bash
# Three conic solvers take one set of arrays for two different problems.
#
# Expected: the exponential cone is y exp(x / y) <= z in the order (x, y, z): max x with (x, 1,
# 4) in the cone is log 4 = 1.386 for each of them.
# What happens: ECOS has the last two the other way round, and solves 4 exp(x / 4) <= 1:
# "Optimal solution found" at -5.545 for the arrays with which Clarabel and SCS find 1.386.
# Version: ecos 2.0.14, clarabel 0.11.1, scs 3.3.1.
# Source: Clarabel and SCS documentation, cones; MOSEK modeling cookbook, chapter on the
# exponential cone; ECOS's README, which has an order of its own.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'ecos==2.0.14' 'clarabel==0.11.1' \
    'scs==3.3.1'

expected=$(
    cat <<'OUTPUT'
Clarabel Solved 1.386
SCS solved 1.386
ECOS Optimal solution found -5.545
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import clarabel
import ecos
import numpy as np
import scs
from scipy import sparse

A = sparse.csc_matrix(np.array([[-1.0], [0.0], [0.0]]))
b, c = np.array([0.0, 1.0, 4.0]), np.array([-1.0])
quiet = clarabel.DefaultSettings()
quiet.verbose = False
zero = sparse.csc_matrix((1, 1))
answer = clarabel.DefaultSolver(zero, c, A, b, [clarabel.ExponentialConeT()], quiet).solve()
print("Clarabel", answer.status, f"{answer.x[0]:.3f}")
answer = scs.SCS({"A": A, "b": b, "c": c}, {"ep": 1}, verbose=False).solve()
print("SCS", answer["info"]["status"], f"{answer['x'][0]:.3f}")
answer = ecos.solve(c, A, b, {"l": 0, "q": [], "e": 1}, verbose=False)
print("ECOS", answer["info"]["infostring"], f"{answer['x'][0]:.3f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
