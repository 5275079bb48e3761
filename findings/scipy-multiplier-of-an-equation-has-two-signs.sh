#!/usr/bin/env bash
# Two methods of one function give the multiplier of one equation with opposite signs.
#
# Expected: of min (x - 3)^2 + (y + 2)^2 with x <= 1, or with x = 1, both are the same condition at
# the end, (1, -2), and the multiplier is 4, as in f + v (x - 1). `minimize` takes one
# `LinearConstraint` for trust-constr and SLSQP, so that a rule of signs holds for both.
# What happens: for x <= 1 both methods give 4. For x = 1 trust-constr gives 4 and SLSQP -4: its
# rule is f - v g, for g >= 0 or g = 0; x <= 1 is turned into 1 - x >= 0, and x = 1 into x - 1 = 0.
# So the multiplier of an active side changes its sign when the other side is set to the same
# number. `linprog`, on a program that is linear in x with the same slope, has -4 for both.
# Version: scipy 1.17.1.
# Source: SciPy reference, `minimize(method="trust-constr")`, `v`; `minimize(method="SLSQP")`,
# `multipliers`, with a reference to Nocedal and Wright; `linprog`, `marginals`;
# scipy/optimize/_constraints.py, `new_constraint_to_old`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1'

expected=$(
    cat <<'OUTPUT'
x <= 1, trust-constr: end 1.00, -2.00, multiplier 4.00
x <= 1, SLSQP: end 1.00, -2.00, multiplier 4.00
x = 1, trust-constr: end 1.00, -2.00, multiplier 4.00
x = 1, SLSQP: end 1.00, -2.00, multiplier -4.00
x <= 1, linprog: multiplier -4.00
x = 1, linprog: multiplier -4.00
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from scipy.optimize import LinearConstraint, linprog, minimize


def objective(x):
    return (x[0] - 3) ** 2 + (x[1] + 2) ** 2


def slope(x):
    return np.array([2 * (x[0] - 3), 2 * (x[1] + 2)])


for name, low in (("x <= 1", -np.inf), ("x = 1", 1.0)):
    for method, field in (("trust-constr", "v"), ("SLSQP", "multipliers")):
        end = minimize(
            objective,
            [0.0, 0.0],
            jac=slope,
            method=method,
            constraints=LinearConstraint([[1, 0]], low, 1),
        )
        multiplier = np.ravel(end[field])[0]
        print(f"{name}, {method}: end {end.x[0]:.2f}, {end.x[1]:.2f}, multiplier {multiplier:.2f}")
row = {"x <= 1": {"A_ub": [[1, 0]], "b_ub": [1]}, "x = 1": {"A_eq": [[1, 0]], "b_eq": [1]}}
for name, sides in row.items():
    end = linprog([-4, 0], **sides, bounds=(-9, 9))
    kind = end.ineqlin if "A_ub" in sides else end.eqlin
    print(f"{name}, linprog: multiplier {kind.marginals[0]:.2f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
