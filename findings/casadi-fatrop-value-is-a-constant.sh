#!/usr/bin/env bash
# The optimal value of a solved quadratic program does not depend on the program.
#
# Expected: min (x0 - a)^2 / 2 + (u0^2 + x1^2) / 2 with x1 = x0 + u0 is a^2 / 6, at x0 = 2a/3, and
# what a solver returns as f is the objective at what it returns as x, as with other solvers.
# What happens: with Fatrop x is right, "solved", and f is a^2 / 2, the objective at 0: the
# interface never sets the optimal cost of the conic form, so that it stays 0, and `qpsol` adds the
# constant of the objective.
# Version: casadi 3.8.2.
# Source: CasADi documentation, "Quadratic programming", and reference of `conic`, output "cost",
# primal optimal cost; interfaces/fatrop/fatrop_conic_interface.cpp, without CONIC_COST.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'casadi==3.8.2'

expected=$(
    cat <<'OUTPUT'
highs, a = 0: success True, x0 = 0.000, objective at x 0.000, f 0.000
highs, a = 5: success True, x0 = 3.333, objective at x 4.167, f 4.167
highs, a = 10: success True, x0 = 6.667, objective at x 16.667, f 16.667
qrqp, a = 0: success True, x0 = 0.000, objective at x 0.000, f 0.000
qrqp, a = 5: success True, x0 = 3.333, objective at x 4.167, f 4.167
qrqp, a = 10: success True, x0 = 6.667, objective at x 16.667, f 16.667
fatrop, a = 0: success True, x0 = 0.000, objective at x 0.000, f 0.000
fatrop, a = 5: success True, x0 = 3.333, objective at x 4.167, f 12.500
fatrop, a = 10: success True, x0 = 6.667, objective at x 16.667, f 50.000
OUTPUT
)
# Solvers write to the standard output, so that the table goes to the other one.
output=$(
    cd "$folder" && venv/bin/python - 2>&1 >log.txt <<'PYTHON'
import sys

import casadi as ca

names = ("x0", "u0", "x1")
x0, u0, x1 = (ca.SX.sym(name) for name in names)
w = ca.vertcat(x0, u0, x1)
for plugin in ("highs", "qrqp", "fatrop"):
    for a in (0.0, 5.0, 10.0):
        f = (x0 - a) ** 2 / 2 + (u0**2 + x1**2) / 2
        solver = ca.qpsol("solver", plugin, {"x": w, "f": f, "g": x0 + u0 - x1})
        answer = solver(lbg=0, ubg=0)
        at = float(ca.Function("objective", [w], [f])(answer["x"]))
        print(
            f"{plugin}, a = {a:g}: success {solver.stats()['success']}, "
            f"x0 = {float(answer['x'][0]) + 0.0:.3f}, "
            f"objective at x {at + 0.0:.3f}, f {float(answer['f']) + 0.0:.3f}",
            file=sys.stderr,
        )
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
