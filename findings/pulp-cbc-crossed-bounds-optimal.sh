#!/usr/bin/env bash
# An upper bound below zero takes the lower bound away.
#
# Expected: a variable between 0 and -5 has no value, so that the program is infeasible.
# What happens: PuLP writes only `UP x -5` into its MPS file, as a lower bound of 0 goes without
# saying, and CBC reads a negative upper bound alone as "no lower bound": max 20x is "Optimal"
# at x = -5, and min 20x "Unbounded". HiGHS, called through its own interface, says
# "Infeasible".
# Version: PuLP 3.3.2 (with CBC 2.10.3), highspy 1.16.0.
# Source: lp_solve reference, MPS format, section on negative upper bounds, which describes both
# customs; pulp/mps_lp.py.
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
Maximize PULP_CBC_CMD Optimal -5
Maximize HiGHS Infeasible 0
Minimize PULP_CBC_CMD Unbounded 0
Minimize HiGHS Infeasible 0
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import pulp

for sense in (pulp.LpMaximize, pulp.LpMinimize):
    for name in ("PULP_CBC_CMD", "HiGHS"):
        problem = pulp.LpProblem("crossed", sense)
        x = pulp.LpVariable("x", 0, -5)
        problem += 20 * x
        problem += x <= 3
        problem.solve(pulp.getSolver(name, msg=False))
        print(pulp.LpSenses[sense], name, pulp.LpStatus[problem.status], f"{x.value():g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
