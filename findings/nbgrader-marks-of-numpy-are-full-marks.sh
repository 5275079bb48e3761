#!/usr/bin/env bash
# Marks that NumPy adds up are full marks, whatever they are.
#
# Expected: a test cell that ends with a number gives that many of its points: 2.5 of 10 for 2.5,
# be it a float of Python or np.float64, which is one by `isinstance`, and 0 of 10 for a sum of
# zeros.
# What happens: nbgrader reads the marks from the printed form of the result. Since NumPy 2 that
# is "np.float64(2.5)", which is no number, and what is no number gets all 10 points; a line in
# the log of the run, among those of all cells and submissions, is the only sign. "np.int64(0)"
# gets 10 as well, and so does a fraction.
# Version: nbgrader 0.9.6, numpy 2.4.6.
# Source: nbgrader pull request 1090, "partial credit for autograde test cells"; NumPy
# Enhancement Proposal 51, printed form of scalars; nbgrader/utils.py, `get_partial_grade`;
# nbgrader issue 1374, where 0 got full marks for another reason.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'nbgrader==0.9.6' 'nbclient==0.11.0' 'nbformat==5.11.1' 'ipykernel==7.4.0'

expected=$(
    cat <<'OUTPUT'
sum(marks) is 2.5: 2.5 of 10
float(np.sum(marks)) is 2.5: 2.5 of 10
np.sum(marks) is 2.5: 10 of 10
np.mean(marks) is 1.25: 10 of 10
np.sum(np.array([0, 0])) is 0: 10 of 10
Fraction(5, 2) is 2.5: 10 of 10
OUTPUT
)
output=$(
    cd "$folder" && PATH="$folder/venv/bin:$PATH" venv/bin/python - <<'PYTHON' 2>/dev/null
from fractions import Fraction

import numpy as np
from nbclient import NotebookClient
from nbformat import v4
from nbgrader.utils import determine_grade

SETUP = "from fractions import Fraction\nimport numpy as np\nmarks = [2.0, 0.5]\n"
RESULTS = [
    "sum(marks)",
    "float(np.sum(marks))",
    "np.sum(marks)",
    "np.mean(marks)",
    "np.sum(np.array([0, 0]))",
    "Fraction(5, 2)",
]
TEST = {"grade": True, "solution": False, "locked": True, "points": 10, "schema_version": 3}
cells = [
    v4.new_code_cell(SETUP + result, metadata={"nbgrader": {**TEST, "grade_id": f"test-{place}"}})
    for place, result in enumerate(RESULTS)
]
notebook = NotebookClient(v4.new_notebook(cells=cells), kernel_name="python3").execute()
marks = [2.0, 0.5]
for cell, result in zip(notebook.cells, RESULTS):
    given, points = determine_grade(cell)
    print(f"{result} is {float(eval(result)):g}: {given:g} of {points:g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
