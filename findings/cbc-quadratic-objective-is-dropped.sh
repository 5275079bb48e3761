#!/usr/bin/env bash
# A quadratic program is read as a linear one, and its end is OPTIMAL.
#
# Expected: min x + y + x^2 + y^2 with x + y >= 4 is 12 at (2, 2). A reader without a place for the
# section QUADOBJ of an MPS file, or for [ ... ] / 2 in an LP file, refuses the file, as GLPK does,
# or gives a warning.
# What happens: Cbc, which python-mip calls, reads both files without the squares: OPTIMAL with 4
# at a corner, where the quadratic objective is 20, and `model.objective` is x + y. HiGHS reads
# both, and Clp, Cbc's own linear solver, reads the MPS file with its squares: 12.
# Version: mip 2.0.0 (Cbc in cbcbox 2.935), cylp 0.94.1, highspy 1.16.0, swiglpk 5.0.13 (GLPK 5.0).
# Source: CPLEX documentation, "Quadratic objective" in LP and in MPS files; HiGHS documentation,
# "File formats"; python-mip documentation, `Model.read`, which takes .lp and .mps.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'cbcbox==2.935' 'mip==2.0.0' 'cylp==0.94.1' \
    'highspy==1.16.0' 'swiglpk==5.0.13'

expected=$(
    cat <<'OUTPUT'
HiGHS, lp: Optimal, 12
GLPK, lp: refused
python-mip, lp: OPTIMAL, 4, objective + x + y, with squares 20
HiGHS, mps: Optimal, 12
GLPK, mps: refused
python-mip, mps: OPTIMAL, 4, objective + x + y, with squares 20
Clp, mps: optimal, 12
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - 2>&1 >log.txt <<'PYTHON'
import sys

import highspy
import mip
import swiglpk as glpk
from cylp.cy import CyClpSimplex

TEXTS = {
    "lp": """Minimize
 cost: x + y + [ 2 x^2 + 2 y^2 ] / 2
Subject To
 need: x + y >= 4
End
""",
    "mps": """NAME SQUARES
ROWS
 N cost
 G need
COLUMNS
 x cost 1 need 1
 y cost 1 need 1
RHS
 rhs need 4
QUADOBJ
 x x 2
 y y 2
ENDATA
""",
}


def show(name, *words):
    print(f"{name}:", ", ".join(words), file=sys.stderr)


for kind, text in TEXTS.items():
    path = f"squares.{kind}"
    with open(path, "w") as file:
        file.write(text)
    highs = highspy.Highs()
    highs.readModel(path)
    highs.run()
    status = highs.modelStatusToString(highs.getModelStatus())
    show(f"HiGHS, {kind}", status, f"{highs.getInfo().objective_function_value:.4g}")
    problem = glpk.glp_create_prob()
    if kind == "lp":
        refused = glpk.glp_read_lp(problem, None, path)
    else:
        refused = glpk.glp_read_mps(problem, glpk.GLP_MPS_FILE, None, path)
    show(f"GLPK, {kind}", "refused" if refused else "read")
    model = mip.Model(solver_name=mip.CBC)
    model.read(path)
    status = model.optimize()
    squares = sum(variable.x + variable.x**2 for variable in model.vars)
    show(
        f"python-mip, {kind}",
        status.name,
        f"{model.objective_value:g}",
        f"objective {str(model.objective).strip()}",
        f"with squares {squares:g}",
    )
clp = CyClpSimplex()
clp.readMps("squares.mps")
clp.primal()
show("Clp, mps", clp.getStatusString(), f"{clp.objectiveValue:.4g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
