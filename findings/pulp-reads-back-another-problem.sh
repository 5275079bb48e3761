#!/usr/bin/env bash
# PuLP reads its own MPS file back as another problem.
#
# Expected: `LpProblem.fromMPS` of a file that `writeMPS` wrote gives the problem that was
# written.
# What happens: the file notes the sense in a comment, which the reader skips, and leaves the
# constant of the objective out: a maximisation with optimum 25 comes back as a minimisation
# with optimum 0.
# Version: PuLP 3.3.2 (with CBC 2.10.3).
# Source: PuLP documentation, "How to import and export models in PuLP", MPS files.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'pulp==3.3.2'

expected=$(
    cat <<'OUTPUT'
written Maximize Optimal 25.0
read Minimize Optimal 0.0
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import os
import tempfile

import pulp

problem = pulp.LpProblem("mix", pulp.LpMaximize)
x, y = pulp.LpVariable("x", 0, 4), pulp.LpVariable("y", 0)
problem += 2 * x + 3 * y + 7
problem += x + y <= 6, "capacity"
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "mix.mps")
    problem.writeMPS(path)
    _, again = pulp.LpProblem.fromMPS(path)
for name, one in (("written", problem), ("read", again)):
    one.solve(pulp.PULP_CBC_CMD(msg=False))
    print(name, pulp.LpSenses[one.sense], pulp.LpStatus[one.status], pulp.value(one.objective))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
