#!/usr/bin/env bash
# A right side is lost where its set has the name of a row.
#
# Expected: the first word of a line in RHS names the set, whatever it is; sets and rows have
# names of their own, so that `need need 3` in the set `need` gives the row `need` the side 3.
# What happens: HiGHS takes the set's name for a row's, leaves the side at 0 and ends "Optimal"
# with 0 for a program whose optimum is 3 (the return value of `readModel` is a warning). SCIP
# and GLPK read 3. The set named `rhs` is read by all.
# Version: highspy 1.16.0, PySCIPOpt 6.3.0, swiglpk 5.0.13 (GLPK 5.0).
# Source: GLPK reference manual, appendix on the MPS format, RHS section: the name of the
# right-hand side vector; HiGHS documentation, "File formats", MPS.
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
set rhs: HiGHS kOk Optimal 3
set rhs: SCIP optimal 3
set rhs: GLPK 3
set need: HiGHS kWarning Optimal 0
set need: SCIP optimal 3
set need: GLPK 3
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
 G need
COLUMNS
 x cost 1 need 1
 y cost 2 need 1
RHS
 SET need 3
ENDATA
"""
glpk.glp_term_out(glpk.GLP_OFF)
with tempfile.TemporaryDirectory() as folder:
    for name in ("rhs", "need"):
        path = os.path.join(folder, "order.mps")
        with open(path, "w") as file:
            file.write(TEXT.replace("SET", name))
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        status = highs.readModel(path)
        highs.run()
        value = highs.getInfo().objective_function_value
        end = highs.modelStatusToString(highs.getModelStatus())
        print(f"set {name}: HiGHS", status.name, end, f"{value:g}")
        scip = Model()
        scip.hideOutput()
        scip.readProblem(path)
        scip.optimize()
        print(f"set {name}: SCIP", scip.getStatus(), f"{scip.getObjVal():g}")
        problem = glpk.glp_create_prob()
        glpk.glp_read_mps(problem, glpk.GLP_MPS_FILE, None, path)
        glpk.glp_simplex(problem, None)
        print(f"set {name}: GLPK", f"{glpk.glp_get_obj_val(problem):g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
