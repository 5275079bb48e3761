#!/usr/bin/env bash
# A constraint that determines the optimum has the dual value zero.
#
# Expected: min 3x + y subject to x + y == 2 and x >= 0.5 is decided by x >= 0.5, whose dual
# value is 2 with every solver.
# What happens: SCIP turns a row of one variable into a bound, and the row as CVXPY passed it on
# has a dual of zero; CVXPY gives it as the `dual_value` of an "optimal" problem. The slope 3 of
# x is then not accounted for by 1 + 0, and nothing warns.
# Version: cvxpy 1.9.3, PySCIPOpt 6.3.0, clarabel 0.11.1.
# Source: CVXPY documentation, "Dual variables"; PySCIPOpt documentation, `getDualsolLinear`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'clarabel==0.11.1' 'pyscipopt==6.3.0' \
    'cvxpy==1.9.3'

expected=$(
    cat <<'OUTPUT'
CLARABEL optimal 3.000, duals [-1.0, 2.0, 0.0]
SCIP optimal 3.000, duals [-1.0, 0.0, 0.0]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import cvxpy as cp

for solver in ("CLARABEL", "SCIP"):
    x, y = cp.Variable(), cp.Variable()
    rows = [x + y == 2, x >= 0.5, y >= 0]
    problem = cp.Problem(cp.Minimize(3 * x + y), rows)
    problem.solve(solver=solver)
    print(solver, problem.status, f"{problem.value:.3f}, duals", end=" ")
    print([round(float(row.dual_value), 3) + 0.0 for row in rows])
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
