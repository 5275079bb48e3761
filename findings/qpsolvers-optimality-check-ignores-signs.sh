#!/usr/bin/env bash
# The largest value of a program passes as its smallest.
#
# Expected: `Solution.is_optimal` says whether a point and its multipliers solve a program: the
# point is feasible, the gradient of the Lagrangian is zero, the gap is zero, and no multiplier of
# an inequality is below zero. Without the last of these the conditions hold at a maximum too.
# What happens: the signs are not looked at. Of min x under x <= 1, -x <= 0 the pair x = 1,
# z = (-1, 0), which is the maximum, is as optimal as x = 0, z = (0, 1), and all three residuals
# are 0. Where the same limits are `lb` and `ub`, the multiplier's sign chooses the bound, and the
# gap tells the two apart.
# Version: qpsolvers 4.13.0.
# Source: qpsolvers documentation, `Solution.is_optimal`, `dual_residual`, `duality_gap`, and its
# description of `z` as the multipliers of inequalities; Boyd, Vandenberghe, "Convex
# Optimization", section 5.5.3.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q 'numpy==1.26.4' 'scipy==1.13.1' 'qpsolvers==4.13.0'

expected=$(
    cat <<'OUTPUT'
rows, minimum x = 0: optimal, residuals 0 0, gap 0
rows, maximum x = 1: optimal, residuals 0 0, gap 0
box, minimum x = 0: optimal, residuals 0 0, gap 0
box, maximum x = 1: not optimal, residuals 0 0, gap 1
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numpy as np
from qpsolvers import Problem, Solution

nothing, slope = np.zeros((1, 1)), np.ones(1)
rows = Problem(nothing, slope, G=np.array([[1.0], [-1.0]]), h=np.array([1.0, 0.0]))
box = Problem(nothing, slope, lb=np.zeros(1), ub=np.ones(1))
ends = {"minimum": (0.0, [0.0, 1.0]), "maximum": (1.0, [-1.0, 0.0])}
for name, problem in (("rows", rows), ("box", box)):
    for end, (x, z) in ends.items():
        found = Solution(problem, found=True, x=np.array([x]))
        found.z, found.z_box = (np.array(z), None) if name == "rows" else (None, -slope)
        says = "optimal" if found.is_optimal(1e-9) else "not optimal"
        print(f"{name}, {end} x = {x:g}: {says}, residuals {found.primal_residual():g} "
              f"{found.dual_residual():g}, gap {found.duality_gap():g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
