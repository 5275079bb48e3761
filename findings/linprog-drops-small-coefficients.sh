#!/usr/bin/env bash
# A constraint loses a coefficient of 1e-9, and its slack hides that.
#
# Expected: max x subject to 1e-9 x + y <= 3 and 0 <= x <= 1e10 ends at x = 3e9, as it does with
# 2e-9, where x = 1.5e9; a coefficient of 1e-9 is far above rounding.
# What happens: `scipy.optimize.linprog` reports success at x = 1e10, where the left side is 10,
# and returns a slack of 3 for that row, computed from the row without the coefficient. No
# warning comes with it, though HiGHS has one.
# Version: scipy 1.17.1 (with the HiGHS that it ships).
# Source: SciPy reference, `linprog(method="highs")`, which names no smallest coefficient; HiGHS
# documentation, list of options, `small_matrix_value`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1'

expected=$(
    cat <<'OUTPUT'
2e-09: success True, x = 1.5e+09, slack 0, recomputed 0
1e-09: success True, x = 1e+10, slack 3, recomputed -7
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
from scipy.optimize import linprog

for a in (2e-9, 1e-9):
    answer = linprog([-1, 0], A_ub=[[a, 1]], b_ub=[3], bounds=[(0, 1e10), (0, 1)])
    x, y = answer.x
    print(f"{a:.0e}: success {answer.success}, x = {x:.3g},", end=" ")
    print(f"slack {answer.slack[0]:.3g}, recomputed {3 - a * x - y:.3g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
