#!/usr/bin/env bash
# An elastic net has the coefficients of least squares, however large its penalty.
#
# Expected: `regularizer="elastic_net"` minimises |y - X b|^2 + lamduh (|b|_1 + |b|^2 / 2) / 2. With
# orthogonal columns of squared length 8 and the least squares (3, 1), each coefficient is
# (16 b - lamduh / 2) / (16 + lamduh / 2), or 0 where that is negative. For the lasso it is
# b - lamduh / 16, which dask-glm gives.
# What happens: the proximal operator of the elastic net defines the function that shrinks, and then
# returns what it was given. Both solvers that call it, `proximal_grad` and `admm`, the default, end
# at (3, 1) for each lamduh; `lbfgs` refuses penalties with a kink. Nothing warns.
# Version: dask-glm 0.4.0, dask 2026.8.0.
# Source: dask-glm API reference, `regularizer`, and "Regularizers", `ElasticNet`, weight of 0.5;
# dask-glm pull request 49, which brought it in 2017; dask_glm/regularizers.py,
# `ElasticNet.proximal_operator`, `return beta`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1' 'dask==2026.8.0' 'dask-glm==0.4.0'

expected=$(
    cat <<'OUTPUT'
l1, lamduh = 4: minimiser [2.75 0.75]
  proximal_grad: [2.75 0.75]
  admm: [2.75 0.75]
elastic_net, lamduh = 4: minimiser [2.56 0.78]
  proximal_grad: [3. 1.]
  admm: [3. 1.]
l1, lamduh = 400: minimiser [0. 0.]
  proximal_grad: [0. 0.]
  admm: [0. 0.]
elastic_net, lamduh = 400: minimiser [0. 0.]
  proximal_grad: [3. 1.]
  admm: [3. 1.]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from dask_glm.algorithms import admm, proximal_grad
from dask_glm.families import Normal

X = np.array([[a, b] for a in (-1.0, 1.0) for b in (-1.0, 1.0)] * 2)
best = np.array([3.0, 1.0])
y = X @ best
for strength in (4.0, 400.0):
    exact = {
        "l1": np.maximum(best - strength / 16, 0),
        "elastic_net": np.maximum((16 * best - strength / 2) / (16 + strength / 2), 0),
    }
    for name, minimiser in exact.items():
        print(f"{name}, lamduh = {strength:g}: minimiser {minimiser.round(2) + 0.0}")
        for solver in (proximal_grad, admm):
            b = solver(X, y, regularizer=name, lamduh=strength, family=Normal, normalize=False)
            print(f"  {solver.__name__}: {np.round(b, 2) + 0.0}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
