#!/usr/bin/env bash
# Two ways to write one convex constraint: bounded in the one, unbounded in the other.
#
# Expected: max y subject to x^2 + 1e-10 y^2 <= 1 is 1e5, written with `quad_form` or as a
# Euclidean norm of (x, 1e-5 y).
# What happens: `quad_form` factorises its matrix and drops pivots below 2.2e-10 of the largest,
# so that y is free and CVXPY reports "unbounded"; the norm gives 1e5, and with 1e-9 in its
# place both give 3.162e4. No warning says that the matrix was changed.
# Version: cvxpy 1.9.3, clarabel 0.11.1.
# Source: CVXPY documentation, atomic functions, `quad_form`; cvxpy/atoms/quad_form.py,
# `decomp_quad`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'clarabel==0.11.1' 'cvxpy==1.9.3'

expected=$(
    cat <<'OUTPUT'
quad_form, 1e-09: optimal, 3.162e+04
norm, 1e-09: optimal, 3.162e+04
quad_form, 1e-10: unbounded, inf
norm, 1e-10: optimal, 1e+05
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import cvxpy as cp
import numpy as np

for small in (1e-9, 1e-10):
    x, y = cp.Variable(), cp.Variable()
    forms = {
        "quad_form": cp.quad_form(cp.hstack([x, y]), np.diag([1.0, small])),
        "norm": cp.norm(cp.hstack([x, np.sqrt(small) * y])),
    }
    for name, form in forms.items():
        problem = cp.Problem(cp.Maximize(y), [form <= 1])
        problem.solve(solver=cp.CLARABEL)
        print(f"{name}, {small:.0e}: {problem.status}, {problem.value:.4g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
