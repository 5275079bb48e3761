#!/usr/bin/env bash
# The right side of a free row that HiGHS drops becomes the objective's constant.
#
# Expected: the first N row is the objective; further ones are free rows, which restrict
# nothing, so that an RHS entry for one of them changes nothing.
# What happens: HiGHS drops the row and takes its entry for the objective: 3 becomes -97, with
# the status kOk. SCIP and GLPK give 3 for the same file.
# Version: highspy 1.16.0, PySCIPOpt 6.3.0, swiglpk 5.0.13 (GLPK 5.0).
# Source: Gurobi and CPLEX manuals, MPS format, free rows; HiGHS documentation, "File formats",
# MPS.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'highspy==1.16.0' 'pyscipopt==6.3.0' 'swiglpk==5.0.13'

without_banner() {
    grep -v -e '^Running HiGHS' -e '^Includes third-party'
}

expected=$(
    cat <<'OUTPUT'
HiGHS kOk -97
SCIP optimal 3
GLPK read 3
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import os
import tempfile

import highspy
import swiglpk as glpk
from pyscipopt import Model

TEXT = """NAME ORDER
ROWS
 N cost
 N weight
 G need
COLUMNS
 x cost 1 need 1
 x weight 1
 y cost 2 need 1
RHS
 rhs need 3 weight 100
ENDATA
"""
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "order.mps")
    with open(path, "w") as file:
        file.write(TEXT)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    status = highs.readModel(path)
    highs.run()
    print("HiGHS", status.name, f"{highs.getInfo().objective_function_value:g}")
    scip = Model()
    scip.hideOutput()
    scip.readProblem(path)
    scip.optimize()
    print("SCIP", scip.getStatus(), f"{scip.getObjVal():g}")
    glpk.glp_term_out(glpk.GLP_OFF)
    problem = glpk.glp_create_prob()
    refused = glpk.glp_read_mps(problem, glpk.GLP_MPS_FILE, None, path)
    glpk.glp_simplex(problem, None)
    print("GLPK", "refused" if refused else "read", f"{glpk.glp_get_obj_val(problem):g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
