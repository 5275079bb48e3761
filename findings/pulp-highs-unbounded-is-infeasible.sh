#!/usr/bin/env bash
# An unbounded integer program that has feasible points is "Infeasible".
#
# Expected: max x + y over integers with x - y <= 1 has the feasible point 0 and no upper limit:
# "Unbounded", or "Undefined" where the solver cannot say which.
# What happens: HiGHS answers kUnboundedOrInfeasible, and PuLP makes "Infeasible" of it. CBC,
# through the same call, says "Unbounded", and so does HiGHS on the program without integers.
# Version: PuLP 3.3.2 (with CBC 2.10.3), highspy 1.16.0.
# Source: HiGHS documentation, HighsModelStatus; PuLP documentation, constants, `LpStatus`;
# pulp/apis/highs_api.py.
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
Continuous PULP_CBC_CMD Unbounded
Continuous HiGHS Unbounded
Integer PULP_CBC_CMD Unbounded
Integer HiGHS Infeasible
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import pulp

for kind in ("Continuous", "Integer"):
    for name in ("PULP_CBC_CMD", "HiGHS"):
        problem = pulp.LpProblem("grow", pulp.LpMaximize)
        x, y = (pulp.LpVariable(n, 0, cat=kind) for n in "xy")
        problem += x + y
        problem += x - y <= 1
        problem.solve(pulp.getSolver(name, msg=False))
        print(kind, name, pulp.LpStatus[problem.status])
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
