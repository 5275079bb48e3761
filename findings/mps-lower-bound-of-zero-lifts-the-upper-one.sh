#!/usr/bin/env bash
# A line that repeats the lower bound 0 decides whether an integer ends at 1.
#
# Expected: an integer column between markers without a line in BOUNDS is 0 or 1 by an old rule,
# and each reader keeps it. A line that sets the lower bound to what it is, 0, changes nothing, or
# the same with every reader.
# What happens: for HiGHS and SCIP the line takes the upper bound of 1 away, and the optimum goes
# from 1 to 7; GLPK keeps it. With the lower bound 1 it is 7 and 1 as well. All read the files
# without a warning; with the line PL, no upper bound, all agree on 7.
# Version: highspy 1.16.0, PySCIPOpt 6.3.0, swiglpk 5.0.13 (GLPK 5.0).
# Source: SAS/OR manual, MPS-format data set, BOUNDS section, note 1 and table of bound types,
# where a bound that is not named has its default; CPLEX documentation, MPS files, integer
# variables, where 0 and 1 are for columns without any bound.
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
no line: HiGHS kOk 1, SCIP optimal 1, GLPK read 1
LO 0: HiGHS kOk 7, SCIP optimal 7, GLPK read 1
LO 1: HiGHS kOk 7, SCIP optimal 7, GLPK read 1
PL: HiGHS kOk 7, SCIP optimal 7, GLPK read 7
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import highspy
import swiglpk as glpk
from pyscipopt import Model

TEXT = """NAME CRATES
ROWS
 N cost
 L room
COLUMNS
 M1 'MARKER' 'INTORG'
 x cost -1 room 1
 M2 'MARKER' 'INTEND'
RHS
 rhs room 7.5
{}ENDATA
"""
BOUNDS = {
    "no line": "",
    "LO 0": "BOUNDS\n LO bnd x 0\n",
    "LO 1": "BOUNDS\n LO bnd x 1\n",
    "PL": "BOUNDS\n PL bnd x\n",
}


def by_highs(path):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    status = highs.readModel(path)
    highs.run()
    return f"HiGHS {status.name} {highs.getSolution().col_value[0]:g}"


def by_scip(path):
    scip = Model()
    scip.hideOutput()
    scip.readProblem(path)
    scip.optimize()
    return f"SCIP {scip.getStatus()} {scip.getVal(scip.getVars()[0]):g}"


def by_glpk(path):
    glpk.glp_term_out(glpk.GLP_OFF)
    problem = glpk.glp_create_prob()
    refused = glpk.glp_read_mps(problem, glpk.GLP_MPS_FILE, None, path)
    options = glpk.glp_iocp()
    glpk.glp_init_iocp(options)
    options.presolve = glpk.GLP_ON
    glpk.glp_intopt(problem, options)
    return f"GLPK {'refused' if refused else 'read'} {glpk.glp_mip_col_val(problem, 1):g}"


for name, lines in BOUNDS.items():
    with open("crates.mps", "w") as file:
        file.write(TEXT.format(lines))
    answers = [solve("crates.mps") for solve in (by_highs, by_scip, by_glpk)]
    print(f"{name}: {', '.join(answers)}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
