#!/usr/bin/env bash
# The dual values are the left sides of the constraints.
#
# Expected: `dual_value()` of max 3x + 2y under x + y <= 4, x <= 3, x + 3y <= 9 is (2, 1, 0)
# with every linear solver: prices times sides are the optimum, 11.
# What happens: with HIGHS_LP the wrapper returns each row's activity, (4, 3, 6), as its dual
# value; GLOP and CLP return the duals. Nothing marks them as missing.
# Version: ortools 9.15.6755.
# Source: OR-Tools reference, `linear_solver`, `Constraint.dual_value`; linear_solver.h,
# `MPConstraint::dual_value`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'ortools==9.15.6755'

without_banner() {
    grep -v -e '^Running HiGHS' -e '^Includes third-party'
}

expected=$(
    cat <<'OUTPUT'
GLOP: optimal True, value 11, duals [2.0, 1.0, 0.0], times sides 11
CLP: optimal True, value 11, duals [2.0, 1.0, 0.0], times sides 11
HIGHS_LP: optimal True, value 11, duals [4.0, 3.0, 6.0], times sides 79
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
from ortools.linear_solver import pywraplp

for name in ("GLOP", "CLP", "HIGHS_LP"):
    solver = pywraplp.Solver.CreateSolver(name)
    x, y = (solver.NumVar(0, solver.infinity(), n) for n in "xy")
    rows = [solver.Add(x + y <= 4), solver.Add(x <= 3), solver.Add(x + 3 * y <= 9)]
    solver.Maximize(3 * x + 2 * y)
    optimal = solver.Solve() == solver.OPTIMAL
    duals = [round(row.dual_value(), 6) + 0.0 for row in rows]
    print(f"{name}: optimal {optimal}, value {solver.Objective().Value():g},", end=" ")
    print(f"duals {duals}, times sides {duals[0] * 4 + duals[1] * 3 + duals[2] * 9:g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
