#!/usr/bin/env bash
# A linear program that Cbc has solved has the status "relaxation infeasible".
#
# Expected: max x + 2y with x + y <= 4 is solved, and the status is "solution", as it is where the
# variables are integers; Cbc takes programs without any. "Relaxation infeasible" is x + y <= -4,
# which has no point.
# What happens: without integers both have the status "relaxation infeasible", and
# `isRelaxationOptimal` is False, while the same object has the right point, (0, 4), and its value.
# Who checks the status throws the answer away. Clp, whose work it is, says "optimal".
# Version: cylp 0.94.1.
# Source: CyLP documentation, `CyCbcModel`, where `status` is "solution" after `solve`;
# cylp/cy/CyCbcModel.pyx, `status`, which asks for the initial solve before `isProvenOptimal`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'cylp==0.94.1'

expected=$(
    cat <<'OUTPUT'
x + y <= 4, integers: Clp optimal, Cbc solution, relaxation optimal True
  value -8, x, y = 0, 4
x + y <= 4: Clp optimal, Cbc relaxation infeasible, relaxation optimal False
  value -8, x, y = 0, 4
x + y <= -4: Clp primal infeasible, Cbc relaxation infeasible, relaxation optimal False
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
from cylp.cy import CyClpSimplex
from cylp.py.modeling.CyLPModel import CyLPArray, CyLPModel

for capacity, integer in ((4, True), (4, False), (-4, False)):
    model = CyLPModel()
    x = model.addVariable("x", 2, isInt=integer)
    model += x >= 0
    model += x[0] + x[1] <= capacity
    model.objective = CyLPArray([-1.0, -2.0]) * x
    clp = CyClpSimplex(model)
    clp.logLevel = 0
    clp.initialSolve()
    cbc = CyClpSimplex(model).getCbcModel()
    cbc.logLevel = 0
    cbc.solve()
    print(
        f"x + y <= {capacity}{', integers' if integer else ''}: Clp {clp.getStatusString()}, "
        f"Cbc {cbc.status}, relaxation optimal {cbc.isRelaxationOptimal()}"
    )
    if capacity > 0:
        point = ", ".join(f"{value + 0.0:g}" for value in cbc.primalVariableSolution["x"])
        print(f"  value {cbc.objectiveValue:g}, x, y = {point}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
