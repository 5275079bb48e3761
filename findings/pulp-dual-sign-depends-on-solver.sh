#!/usr/bin/env bash
# The sign of a shadow price in PuLP depends on which solver was called.
#
# Expected: `constraint.pi` means one thing in PuLP. For max 3x + 2y + 7 under x + y <= 4 one
# more unit of capacity raises the profit, so that the price is positive with every solver.
# What happens: on a maximisation CBC's prices are positive and HiGHS's negative, with the same
# optimum, the same code and no warning. On the equivalent minimisation both are negative.
# Version: PuLP 3.3.2 (with CBC 2.10.3), highspy 1.16.0.
# Source: PuLP documentation, `LpConstraint`, which has one `pi` for every solver;
# pulp/apis/highs_api.py and coin_api.py.
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
Maximize, PULP_CBC_CMD: 19, price 3
Maximize, HiGHS: 19, price -3
Minimize, PULP_CBC_CMD: -19, price -3
Minimize, HiGHS: -19, price -3
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import pulp

for sense, sign in ((pulp.LpMaximize, 1), (pulp.LpMinimize, -1)):
    for name in ("PULP_CBC_CMD", "HiGHS"):
        problem = pulp.LpProblem("mix", sense)
        x, y = pulp.LpVariable("x", 0), pulp.LpVariable("y", 0)
        problem += sign * (3 * x + 2 * y + 7)
        problem += x + y <= 4, "capacity"
        problem += x + 3 * y <= 9, "labour"
        problem.solve(pulp.getSolver(name, msg=False))
        price = problem.constraints["capacity"].pi
        print(f"{pulp.LpSenses[sense]}, {name}: {pulp.value(problem.objective):g}, price {price:g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
