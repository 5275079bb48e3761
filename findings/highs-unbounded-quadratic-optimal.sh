#!/usr/bin/env bash
# An unbounded convex quadratic program is "Optimal".
#
# Expected: min (x - y)^2 - x - y over x, y >= 0 falls without end along x = y: "Unbounded".
# What happens: HiGHS adds 1e-7 to the diagonal of the matrix, so that its program has a
# minimum, and reports "Optimal" with the value -2e7 at x = y = 1e7. Ten times as far along the
# same ray the program as given is ten times lower.
# Version: highspy 1.16.0.
# Source: HiGHS documentation, list of options, `qp_regularization_value`, and HighsModelStatus.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'highspy==1.16.0'

without_banner() {
    grep -v -e '^Running HiGHS' -e '^Includes third-party'
}

expected=$(
    cat <<'OUTPUT'
Optimal value -2e+07
value at x = y = 1e+07: -2e+07
value at x = y = 1e+08: -2e+08
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import highspy
import numpy as np

highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
for _ in range(2):
    highs.addVar(0.0, highspy.kHighsInf)
highs.changeColCost(0, -1.0)
highs.changeColCost(1, -1.0)
highs.addRow(-highspy.kHighsInf, 1.0, 2, np.array([0, 1]), np.array([1.0, -1.0]))
highs.passHessian(2, 3, 1, np.array([0, 2]), np.array([0, 1, 1]), np.array([2.0, -2.0, 2.0]))
highs.run()
value = highs.getInfo().objective_function_value
print(highs.modelStatusToString(highs.getModelStatus()), f"value {value:.2g}")
for far in (1e7, 1e8):
    print(f"value at x = y = {far:g}: {(far - far) ** 2 - 2 * far:.2g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
