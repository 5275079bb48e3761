#!/usr/bin/env bash
# A norm is 0 for the vector (3, 0, 0).
#
# Expected: the ordered weighted L1 norm is w_1 |x|_(1) + w_2 |x|_(2) + ..., the largest entry with
# the largest weight, and the function whose proximal operator `op` is: `op(v)` has the least value
# of cost(x) + |x - v|^2 / 2. With w = (2, 0, 0) the norm is 2 max |x|.
# What happens: `op` goes by this norm. `cost` pairs the weights, which fall, with entries that
# rise: with (2, 0, 0) it is 2 min |x|. It is 0 for (3, 0, 0), and 6 for the sum of two vectors
# whose costs are 0. For v = (3, 0, 0) the step to op(v) = (1, 0, 0) raises the value that it makes
# least from 0 to 2, so that a run of ModOpt, which stops by its costs, goes by another function.
# Version: modopt 1.7.2, scikit-learn 1.9.1.
# Source: ModOpt API, `OrderedWeightedL1Norm`, whose example prints the cost 50 where the norm is
# 150; Figueiredo and Nowak (2014), "Sparse estimation with strongly correlated variables using
# ordered weighted l1 regularization", definition; modopt/opt/proximity.py, `np.sort`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1' 'modopt==1.7.2'

expected=$(
    cat <<'OUTPUT'
x = [3. 0. 0.]: norm 6, cost 0
x = [0. 3. 3.]: norm 6, cost 0
x = [3. 3. 3.]: norm 6, cost 6
v = [3. 0. 0.]: norm + square 6, cost + square 0
op(v) = [1. 0. 0.]: norm + square 4, cost + square 2
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W ignore - 2>log.txt <<'PYTHON'
import numpy as np
from modopt.opt.proximity import OrderedWeightedL1Norm


weights = np.array([2.0, 0.0, 0.0])
operator = OrderedWeightedL1Norm(weights)


def norm(x):
    return weights @ np.sort(np.abs(x))[::-1]


for x in np.array([[3.0, 0, 0], [0, 3, 3], [3, 3, 3]]):
    print(f"x = {x}: norm {norm(x):g}, cost {operator.cost(x):g}")
v = np.array([3.0, 0.0, 0.0])
for name, x in (("v", v), ("op(v)", operator.op(v))):
    square = (x - v) @ (x - v) / 2
    print(
        f"{name} = {x}: norm + square {norm(x) + square:g}, "
        f"cost + square {operator.cost(x) + square:g}"
    )
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
