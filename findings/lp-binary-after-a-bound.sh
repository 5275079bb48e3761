#!/usr/bin/env bash
# A variable that a file calls binary is 5 at the optimum.
#
# Expected: a variable in the section Binary of an LP file is 0 or 1, whatever the section
# Bounds said before.
# What happens: HiGHS keeps the bound that the file gave, x <= 5, and makes the variable an
# integer up to 5; SCIP makes it 0 or 1. The optimum of one file is 7 or 3. HiGHS reads it
# without a warning.
# Version: highspy 1.16.0, PySCIPOpt 6.3.0.
# Source: CPLEX and Gurobi manuals, LP format, section Binary; HiGHS documentation, "File
# formats", LP.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'highspy==1.16.0' 'pyscipopt==6.3.0'

without_banner() {
    grep -v -e '^Running HiGHS' -e '^Includes third-party'
}

expected=$(
    cat <<'OUTPUT'
HiGHS kOk x = 5 value 7
SCIP optimal x = 1 value 3
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import os
import tempfile

import highspy
from pyscipopt import Model

TEXT = """Maximize
 profit: x + y
Subject To
 space: x + y <= 9
Bounds
 x <= 5
 y <= 2
Binary
 x
End
"""
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "choice.lp")
    with open(path, "w") as file:
        file.write(TEXT)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    status = highs.readModel(path)
    highs.run()
    print("HiGHS", status.name, "x =", f"{highs.getSolution().col_value[0]:g}", end=" ")
    print(f"value {highs.getInfo().objective_function_value:g}")
    scip = Model()
    scip.hideOutput()
    scip.readProblem(path)
    scip.optimize()
    x = scip.getVal(scip.getVars()[0])
    print("SCIP", scip.getStatus(), f"x = {x:g} value {scip.getObjVal():g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
