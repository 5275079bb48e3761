#!/usr/bin/env bash
# A limit on the steps of a series, which no step reaches, makes every step as long as the limit.
#
# Expected: min sum (x_k - y_k)^2 / 2 with |x_k - x_(k+1)| <= 5 is 0 at x = y = (0, 3, 0, 3), with
# each plug-in for quadratic programs: CasADi hands the same arrays to all of them.
# What happens: HPIPM is for optimal control, and the interface, left to find stages and states by
# itself, takes a row that ends in one new variable for x_(k+1) = A x_k + B u_k. The lower side is
# taken for the constant of this equation, and the upper one is not used: every step is -5, the
# value is 52, and the run is a success. The limit 1 gives 4 where the optimum is 2, and its
# multipliers are those of the equations.
# Version: casadi 3.8.2.
# Source: CasADi API documentation, `conic`, lba <= A x <= uba, and the plug-in hpipm, "rely on
# automatic detection"; casadi/interfaces/hpipm/hpipm_runtime.hpp, where the check that the two
# sides are equal is a comment.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'casadi==3.8.2'

expected=$(
    cat <<'OUTPUT'
steps up to 5, qrqp: success True, x = 0.0 3.0 0.0 3.0, value 0.0
steps up to 5, hpipm: success True, x = -6.0 -1.0 4.0 9.0, value 52.0
steps up to 1, qrqp: success True, x = 1.0 2.0 1.0 2.0, value 2.0
steps up to 1, hpipm: success True, x = 0.0 1.0 2.0 3.0, value 4.0
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - 2>&1 >log.txt <<'PYTHON'
import sys

import casadi

QUIET = {"qrqp": {"print_iter": False, "print_header": False}, "hpipm": {}}
y = (0.0, 3.0, 0.0, 3.0)
x = casadi.SX.sym("x", 4)
program = {
    "x": x,
    "f": sum((x[k] - y[k]) ** 2 for k in range(4)) / 2,
    "g": casadi.vertcat(*(x[k] - x[k + 1] for k in range(3))),
}
for limit in (5, 1):
    for plugin, quiet in QUIET.items():
        solver = casadi.qpsol("solver", plugin, program, quiet)
        end = solver(lbx=-100, ubx=100, lbg=-limit, ubg=limit)
        point = " ".join(f"{round(float(end['x'][k]), 1) + 0.0:.1f}" for k in range(4))
        print(
            f"steps up to {limit}, {plugin}: success {solver.stats()['success']}, "
            f"x = {point}, value {abs(float(end['f'])):.1f}",
            file=sys.stderr,
        )
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
