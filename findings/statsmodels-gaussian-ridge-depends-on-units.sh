#!/usr/bin/env bash
# A ridge regression is another one in other units of y, and is no limit of the elastic net.
#
# Expected: a ridge is linear in y: y in a unit ten times smaller has coefficients ten times
# larger, and the elastic net with a share of L1 of 1e-6 is nearly the ridge.
# What happens: with `L1_wt=0` a Gaussian `GLM` minimises a likelihood with the variance that it
# estimates, about log ||y - X b||^2, instead of the squares: for 10 y the coefficients are those
# of nothing, 0.001 and 0.009 per unit where the ridge has -0.095 and 1.286, without a warning.
# With `L1_wt=1e-6`, and with `OLS.fit_regularized` for any, they are right.
# Version: statsmodels 0.15.0.
# Source: statsmodels reference, `GLM.fit_regularized`, where the penalty is one formula in
# `L1_wt`; Hoerl and Kennard (1970), Ridge regression.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'statsmodels==0.15.0'

expected=$(
    cat <<'OUTPUT'
exact ridge [-0.095, 1.286]
OLS, L1_wt=0: [-0.095, 1.286]
GLM, L1_wt=0: [0.001, 0.009]
OLS, L1_wt=1e-06: [-0.095, 1.286]
GLM, L1_wt=1e-06: [-0.095, 1.286]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import warnings

import numpy as np
import statsmodels.api as sm

warnings.simplefilter("error")
X = np.array([[1.0, 2], [1, -1], [1, 0], [1, 3], [1, -2], [1, 1]])
y = 10 * np.array([3.0, -1, 0, 4, -4, 1])
alpha = 0.5
exact = np.linalg.solve(X.T @ X / len(y) + alpha * np.eye(2), X.T @ y / len(y))
print("exact ridge", (exact / 10).round(3).tolist())
for share in (0.0, 1e-6):
    for model in (sm.OLS, sm.GLM):
        b = model(y, X).fit_regularized(alpha=alpha, L1_wt=share).params
        print(f"{model.__name__}, L1_wt={share:g}: {(b / 10).round(3).tolist()}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
