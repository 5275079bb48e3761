#!/usr/bin/env bash
# An exported model has another optimum than the model.
#
# Expected: a model that is written as MPS and read again is the same, or rounded so little that
# its answer is.
# What happens: the export has six significant digits: x + y = 1234567 and x = 1234566 become
# 1.23457e+06 twice, and y falls from 1 to 0, without an option to the exporter or a warning.
# Version: ortools 9.15.6755.
# Source: OR-Tools reference, `model_builder`, `export_to_mps_string` and
# `import_from_mps_string`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'ortools==9.15.6755'

without_banner() {
    grep -v -e '^Running HiGHS' -e '^Includes third-party'
}

expected=$(
    cat <<'OUTPUT'
read again: True
model OPTIMAL y = 1
its copy OPTIMAL y = 0
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
from ortools.linear_solver.python import model_builder

model = model_builder.Model()
x, y = (model.new_num_var(0, float("inf"), n) for n in "xy")
model.add(x + y == 1234567, "total")
model.add(x == 1234566, "part")
model.minimize(y)
again = model_builder.Model()
print("read again:", again.import_from_mps_string(model.export_to_mps_string()))
for name, one in (("model", model), ("its copy", again)):
    solver = model_builder.Solver("glop")
    status = solver.solve(one)
    print(name, status.name, f"y = {solver.objective_value:g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
