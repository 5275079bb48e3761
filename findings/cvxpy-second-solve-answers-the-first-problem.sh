#!/usr/bin/env bash
# A problem that is solved again for another parameter has the answer for the old one: "optimal".
#
# Expected: a loop sets a parameter's value and solves. Problems that do not follow the rules of DPP
# may be solved in the same way and are only slower, and so may those for which `ignore_dpp` is set;
# which variable of min |x - (5, 5)|^2, a'x <= 1 the limit is for, is a = (1, 0) or (0, 1).
# What happens: without DPP zeros are dropped from the matrices. CVXPY keeps the solver from call to
# call and hands it the new numbers, with PIQP if there are as many as before, without a look at
# their places. OSQP and PIQP go on with the places of the first problem: the limit stays on x[0],
# and x[1] is 5 where it may be 1. Clarabel compares places, and a change of them begins anew. With
# DPP zeros are kept, and with `warm_start=False` nothing is.
# Version: cvxpy 1.9.3, osqp 1.1.3, piqp 0.7.0, clarabel 0.11.1.
# Source: CVXPY documentation, "Disciplined Parametrized Programming" (what is not DPP can be
# solved, without a speed-up), `Problem.solve`, `ignore_dpp` and `warm_start`, True by default;
# cvxpy/reductions/solvers/qp_solvers/osqp_qpif.py and piqp_qpif.py, comparison of `data`;
# clarabel_conif.py, `updated_solver`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'cvxpy==1.9.3' 'osqp==1.1.3' 'piqp==0.7.0' 'clarabel==0.11.1'

expected=$(
    cat <<'OUTPUT'
OSQP, DPP: optimal (1.00, 5.00), optimal (5.00, 1.00)
OSQP, ignore_dpp: optimal (1.00, 5.00), optimal (1.00, 5.00)
OSQP, not DPP: optimal (1.00, 5.00), optimal (1.00, 5.00)
OSQP, not DPP, cold: optimal (1.00, 5.00), optimal (5.00, 1.00)
PIQP, DPP: optimal (1.00, 5.00), optimal (5.00, 1.00)
PIQP, ignore_dpp: optimal (1.00, 5.00), optimal (1.00, 5.00)
PIQP, not DPP: optimal (1.00, 5.00), optimal (1.00, 5.00)
PIQP, not DPP, cold: optimal (1.00, 5.00), optimal (5.00, 1.00)
CLARABEL, DPP: optimal (1.00, 5.00), optimal (5.00, 1.00)
CLARABEL, ignore_dpp: optimal (1.00, 5.00), optimal (5.00, 1.00)
CLARABEL, not DPP: optimal (1.00, 5.00), optimal (5.00, 1.00)
CLARABEL, not DPP, cold: optimal (1.00, 5.00), optimal (5.00, 1.00)
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import warnings

import cvxpy as cp
import numpy as np

# That what is not DPP may take longer.
warnings.filterwarnings("ignore", message=".*that is not DPP")
WAYS = {
    "DPP": {},
    "ignore_dpp": {"ignore_dpp": True},
    "not DPP": {},
    "not DPP, cold": {"warm_start": False},
}
for solver in (cp.OSQP, cp.PIQP, cp.CLARABEL):
    for way, options in WAYS.items():
        x, a = cp.Variable(2), cp.Parameter((1, 2))
        row = cp.Parameter(value=1.0) * a if way.startswith("not") else a
        problem = cp.Problem(cp.Minimize(cp.sum_squares(x - 5)), [row @ x <= 1])
        answers = []
        for value in ([1.0, 0.0], [0.0, 1.0]):
            a.value = np.array([value])
            problem.solve(solver=solver, **options)
            answers.append(f"{problem.status} ({x.value[0]:.2f}, {x.value[1]:.2f})")
        print(f"{solver}, {way}: {', '.join(answers)}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
