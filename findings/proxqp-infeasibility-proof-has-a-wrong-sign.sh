#!/usr/bin/env bash
# A program with the point 0 is proved infeasible once its rows have lower sides.
#
# Expected: x = y = 0 solves min 2x + 3y + 0.005 (x^2 + y^2), -x <= 0, x + y <= 2 on the unit
# square. There -x >= -1 and x + y >= 0, so that -10 as a lower side of both rows changes nothing,
# and PRIMAL_INFEASIBLE comes with z, C'z = 0 and u'[z]+ - l'[-z]+ < 0.
# What happens: with -10, ProxQP says PRIMAL_INFEASIBLE in its dense form, asked for a gap of 1e-9.
# The sum at its z is far above 0: the code takes -l'[-z]+ with the other sign, and with that sign
# it is below 0. With -1 or -inf the program is solved.
# Version: proxsuite 0.8.0.
# Source: ProxSuite documentation, "ProxQP API with examples", the solver's status and its
# conditions for infeasibility; proxqp/dense/utils.hpp, `global_primal_residual_infeasibility`, and
# `negative_part` in helpers/common.hpp, which is below 0.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'proxsuite==0.8.0'

expected=$(
    cat <<'OUTPUT'
lower sides -1: PROXQP_SOLVED
  x = [0.0, 0.0]
lower sides -10: PROXQP_PRIMAL_INFEASIBLE
  C'z is 0: True
  u'[z]+ - l'[-z]+ = 6.4e+02
  u'[z]+ + l'[-z]+ = -5.2e+02
lower sides -inf: PROXQP_SOLVED
  x = [0.0, 0.0]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numpy as np
from proxsuite import proxqp

C = np.array([[-1.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
u = np.array([0.0, 2.0, 1.0, 1.0])
for lower in (-1.0, -10.0, -np.inf):
    l = np.array([lower, lower, 0.0, 0.0])
    solver = proxqp.dense.QP(2, 0, 4)
    solver.settings.eps_abs = solver.settings.eps_duality_gap_abs = 1e-9
    solver.settings.check_duality_gap = True
    solver.init(0.01 * np.eye(2), np.array([2.0, 3.0]), None, None, C, l, u)
    solver.solve()
    status = solver.results.info.status.name
    print(f"lower sides {lower:g}: {status}")
    if status == "PROXQP_SOLVED":
        print(f"  x = {(np.round(solver.results.x, 6) + 0.0).tolist()}")
        continue
    z = solver.results.z
    above, below = u @ np.maximum(z, 0), l @ np.maximum(-z, 0)
    print(f"  C'z is 0: {np.abs(C.T @ z).max() < 1e-3 * np.abs(z).max()}")
    print(f"  u'[z]+ - l'[-z]+ = {above - below:.2g}")
    print(f"  u'[z]+ + l'[-z]+ = {above + below:.2g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
