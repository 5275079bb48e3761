#!/usr/bin/env bash
# A quadratic term is not counted until it reaches the value 1.
#
# Expected: min x^2 / 2 - b x over 0 <= x <= 10 ends at x = b with each plug-in for quadratic
# programs: CasADi hands the same arrays to all of them.
# What happens: for SuperSCS it is written as a cone, with a variable y >= 1 in the place of
# x^2 / 2, so that the program solved is max(1, x^2 / 2) - b x: every b below the root of 2 ends
# at the root of 2, with success and a cost that is right for this point. From there on the answer
# is right; a change of the tolerance changes nothing.
# Version: casadi 3.8.2.
# Source: CasADi API documentation, `conic`, the program that each plug-in solves;
# casadi/interfaces/superscs/superscs_interface.cpp, notes on the quadratic reformulation.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'casadi==3.8.2'

expected=$(
    cat <<'OUTPUT'
b = 0.5, qrqp: x = 0.500, cost -0.125, SOLVER_RET_SUCCESS
b = 0.5, superscs: x = 1.414, cost 0.293, SOLVER_RET_SUCCESS
b = 1, qrqp: x = 1.000, cost -0.500, SOLVER_RET_SUCCESS
b = 1, superscs: x = 1.414, cost -0.414, SOLVER_RET_SUCCESS
b = 2, qrqp: x = 2.000, cost -2.000, SOLVER_RET_SUCCESS
b = 2, superscs: x = 2.000, cost -2.000, SOLVER_RET_SUCCESS
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import casadi

QUIET = {
    "qrqp": {"print_iter": False, "print_header": False},
    "superscs": {"superscs": {"verbose": 0}},
}
x = casadi.SX.sym("x")
for b in (0.5, 1, 2):
    program = {"x": x, "f": x**2 / 2 - b * x}
    for plugin, quiet in QUIET.items():
        solver = casadi.qpsol("solver", plugin, program, {"print_time": False, **quiet})
        end = solver(lbx=0, ubx=10)
        status = solver.stats()["unified_return_status"]
        point, cost = float(end["x"]), float(end["f"])
        print(f"b = {b}, {plugin}: x = {point:.3f}, cost {cost:.3f}, {status}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
