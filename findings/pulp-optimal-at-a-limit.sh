#!/usr/bin/env bash
# A run that stopped at a limit is "Optimal".
#
# Expected: `LpStatus[problem.status]` says "Not Solved" where the solver stopped before it had
# proved anything, and "Optimal" is a claim of optimality.
# What happens: an LP that HiGHS stops at its iteration limit is "Optimal" in PuLP, at a point
# that breaks a constraint (it is twelve short of what is required); `sol_status` says "Solution
# Found", though the point is no solution.
# Version: PuLP 3.3.2, highspy 1.16.0.
# Source: PuLP documentation, constants, `LpStatusOptimal` and `LpSolutionIntegerFeasible`;
# pulp/apis/highs_api.py, the table of statuses.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'highspy==1.16.0' 'pulp==3.3.2'

without_banner() {
    grep -v -e '^Running HiGHS' -e '^Includes third-party'
}

expected=$(
    cat <<'OUTPUT'
no limit: ('Optimal', 'Optimal Solution Found'), cost 31.0000, short by 0.0000
limit: ('Optimal', 'Solution Found'), cost 0.0000, short by 12.0000
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import pulp

NEEDS = {10: (1, 1, 1), 11: (1, 2, 3), 12: (1, 3, 2)}
LIMIT = {"presolve": "off", "simplex_iteration_limit": 0}
for name, options in (("no limit", {}), ("limit", LIMIT)):
    problem = pulp.LpProblem("diet", pulp.LpMinimize)
    x, y, z = (pulp.LpVariable(n, 0) for n in "xyz")
    problem += 3 * x + 4 * y + 5 * z
    for need, (a, b, c) in NEEDS.items():
        problem += a * x + b * y + c * z >= need
    problem.solve(pulp.HiGHS(msg=False, **options))
    at = [v.value() for v in (x, y, z)]
    short = max(need - sum(a * v for a, v in zip(row, at)) for need, row in NEEDS.items())
    words = pulp.LpStatus[problem.status], pulp.LpSolution[problem.sol_status]
    print(f"{name}: {words}, cost {pulp.value(problem.objective):.4f},", end=" ")
    print(f"short by {max(short, 0):.4f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
