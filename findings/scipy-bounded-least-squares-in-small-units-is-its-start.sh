#!/usr/bin/env bash
# In micro-units a bounded least squares problem is solved by the point where the method starts.
#
# Expected: min |A x - b|^2 within bounds has the same x where A and b are multiplied by 1e-6. With
# A = (1, 2; 3, 1), b = (1, 5), 0 <= x <= (0.5, 2) it is (0.5, 0.9). Without bounds `lsq_linear` has
# one answer for all units, and so has `nnls`, whose bounds are 0.
# What happens: `lsq_linear` compares a gradient, which has the square of the unit, with
# tol = 1e-10: at 1e-5 "trf" stops on its way, and at 1e-6 both methods return their first point,
# "trf" with twice the misfit and "bvls" with 12.5 for 8.45. Status 1, success, no warning.
# Version: scipy 1.17.1.
# Source: SciPy reference, `lsq_linear`, `tol` and `status`, which have no unit;
# scipy/optimize/_lsq/trf_linear.py, `g_norm < tol`, and bvls.py, `optimality < tol`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1'

expected=$(
    cat <<'OUTPUT'
on a grid: least misfit 8.45 at [0.5 0.9]
unit 1
  trf: status 1, x [0.5 0.9], misfit 8.45
  bvls: status 1, x [0.5 0.9], misfit 8.45
  without bounds [ 1.8 -0.4], nnls [1.6 0. ]
unit 0.001
  trf: status 1, x [0.5 0.9], misfit 8.45
  bvls: status 1, x [0.5 0.9], misfit 8.45
  without bounds [ 1.8 -0.4], nnls [1.6 0. ]
unit 1e-05
  trf: status 1, x [0.48 0.9 ], misfit 8.67
  bvls: status 1, x [0.5 0.9], misfit 8.45
  without bounds [ 1.8 -0.4], nnls [1.6 0. ]
unit 1e-06
  trf: status 1, x [0.2 0.4], misfit 16.00
  bvls: status 1, x [0.5 0. ], misfit 12.50
  without bounds [ 1.8 -0.4], nnls [1.6 0. ]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from scipy.optimize import lsq_linear, nnls

A, b = np.array([[1.0, 2.0], [3.0, 1.0]]), np.array([1.0, 5.0])
upper = np.array([0.5, 2.0])
points = np.array([[p, q] for p in np.linspace(0, 0.5, 51) for q in np.linspace(0, 2, 201)])
misfits = ((points @ A.T - b) ** 2).sum(axis=1)
print(f"on a grid: least misfit {misfits.min():.2f} at {points[misfits.argmin()]}")
for unit in (1.0, 1e-3, 1e-5, 1e-6):
    print(f"unit {unit:g}")
    for method in ("trf", "bvls"):
        end = lsq_linear(unit * A, unit * b, bounds=(0, upper), method=method)
        misfit = ((A @ end.x - b) ** 2).sum()
        print(f"  {method}: status {end.status}, x {end.x.round(2)}, misfit {misfit:.2f}")
    free = lsq_linear(unit * A, unit * b).x
    print(f"  without bounds {free.round(2)}, nnls {nnls(unit * A, unit * b)[0].round(2)}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
