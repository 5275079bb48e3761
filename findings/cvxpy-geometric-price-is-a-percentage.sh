#!/usr/bin/env bash
# One problem has two prices, 2 and 0.5, by the way it is solved.
#
# Expected: `dual_value` is the Lagrange multiplier of a constraint, what one unit of its right side
# costs. In min u + 2w with w >= area / u a unit of w costs 2, for every area, and the finite
# difference says so, too.
# What happens: the problem follows the rules for convex and for geometric programs. Both solves end
# at one point and value. After `solve()` the price is 2; after `solve(gp=True)` it is that of the
# logarithms, per cent of the value for a per cent of w: 0.5 for every area, while the value and the
# variables are turned back. Price = dual value * value / w turns it back, too.
# Version: cvxpy 1.9.3, clarabel 0.11.1.
# Source: CVXPY user guide, "Dual variables", and "Disciplined Geometric Programming", which has no
# word on them; cvxpy/reductions/dgp2dcp/dgp2dcp.py, `invert`, which takes exp of the primal
# variables alone.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'clarabel==0.11.1' 'cvxpy==1.9.3'

expected=$(
    cat <<'OUTPUT'
area 4: a limit that gives way by 1 saves 2.00
  gp=False: optimal, u = 2.828, w = 1.414, value 5.657, price 2.00
  gp=True: optimal, u = 2.828, w = 1.414, value 5.657, price 0.50
area 9: a limit that gives way by 1 saves 2.00
  gp=False: optimal, u = 4.243, w = 2.121, value 8.485, price 2.00
  gp=True: optimal, u = 4.243, w = 2.121, value 8.485, price 0.50
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import cvxpy as cp

STEP = 1e-3
u, w = cp.Variable(pos=True), cp.Variable(pos=True)
cost = cp.Minimize(u + 2 * w)
for area in (4.0, 9.0):
    limit = w >= area * cp.inv_pos(u)
    value = cp.Problem(cost, [limit]).solve(solver=cp.CLARABEL)
    eased = cp.Problem(cost, [w + STEP >= area * cp.inv_pos(u)]).solve(solver=cp.CLARABEL)
    print(f"area {area:g}: a limit that gives way by 1 saves {(value - eased) / STEP:.2f}")
    for geometric in (False, True):
        problem = cp.Problem(cost, [limit])
        problem.solve(solver=cp.CLARABEL, gp=geometric)
        print(
            f"  gp={geometric}: {problem.status}, u = {u.value:.3f}, w = {w.value:.3f}, "
            f"value {problem.value:.3f}, price {limit.dual_value:.2f}"
        )
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
