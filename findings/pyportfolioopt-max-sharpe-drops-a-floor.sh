#!/usr/bin/env bash
# A constraint is kept or broken by the side of the sign on which its number stands.
#
# Expected: w[2] >= 0.7 and w[2] - 0.7 >= 0 are one constraint in CVXPY, and so for each method of
# `EfficientFrontier`: at least 70 percent of the third asset.
# What happens: `max_sharpe` puts k w, with a new variable k, in the place of w, and multiplies only
# the side that it takes for the constant by k: in the second form this is 0, and 0.7 stays as it
# is. The answer has 33 percent of the third asset, as without the floor, and no warning is given.
# With returns in percent k is a hundredth, and the same floor is too high for any portfolio.
# `min_volatility` keeps both forms.
# Version: pyportfolioopt 1.6.0.
# Source: PyPortfolioOpt documentation, "Mean-Variance Optimization", adding constraints;
# pypfopt/efficient_frontier/efficient_frontier.py, `max_sharpe`, where constraints are rebuilt.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pandas==3.0.6' 'packaging==26.4' \
    'clarabel==0.11.1' 'osqp==1.1.3' 'cvxpy==1.9.3' 'pyportfolioopt==1.6.0'

expected=$(
    cat <<'OUTPUT'
min_volatility, returns times 1, no floor: 0.143 0.286 0.571
min_volatility, returns times 1, w[2] >= 0.7: 0.100 0.200 0.700
min_volatility, returns times 1, w[2] - 0.7 >= 0: 0.100 0.200 0.700
max_sharpe, returns times 1, no floor: 0.278 0.389 0.333
max_sharpe, returns times 1, w[2] >= 0.7: 0.168 0.132 0.700
max_sharpe, returns times 1, w[2] - 0.7 >= 0: 0.278 0.389 0.333
max_sharpe, returns times 100, no floor: 0.278 0.389 0.333
max_sharpe, returns times 100, w[2] >= 0.7: 0.168 0.132 0.700
max_sharpe, returns times 100, w[2] - 0.7 >= 0: no answer
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from pypfopt import EfficientFrontier
from pypfopt.exceptions import OptimizationError

RETURNS, RISKS = np.array([0.10, 0.07, 0.03]), np.diag([0.04, 0.02, 0.01])
FORMS = {
    "no floor": lambda w: w[2] >= 0,
    "w[2] >= 0.7": lambda w: w[2] >= 0.7,
    "w[2] - 0.7 >= 0": lambda w: w[2] - 0.7 >= 0,
}
for method, unit in (("min_volatility", 1), ("max_sharpe", 1), ("max_sharpe", 100)):
    for name, form in FORMS.items():
        frontier = EfficientFrontier(unit * RETURNS, unit**2 * RISKS)
        frontier.add_constraint(form)
        try:
            weights = " ".join(f"{w:.3f}" for w in getattr(frontier, method)().values())
        except OptimizationError:
            weights = "no answer"
        print(f"{method}, returns times {unit}, {name}: {weights}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
