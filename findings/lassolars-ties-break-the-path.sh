#!/usr/bin/env bash
# Two features that are equally correlated with y make the LARS path wrong, without a word.
#
# Expected: with X the identity the lasso is a soft threshold: y = (2, 2), alpha = 0.5 (the loss
# is a mean over two rows) gives (1, 1), the end of the path is y, and coordinate descent
# agrees.
# What happens: `lars_path` lets the first feature move a whole step alone after the tie: the
# coefficients at the end are (4, 2), with a residual of -2, and `LassoLars` returns (3, 1).
# Nothing warns. A tie broken by 1e-3 gives the right path.
# Version: scikit-learn 1.9.1.
# Source: scikit-learn user guide, "LARS Lasso", which says that the path is exact; Efron,
# Hastie, Johnstone and Tibshirani (2004), Least angle regression, section 5, on one variable at
# a time.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1'

expected=$(
    cat <<'OUTPUT'
y = [2.0, 2.0]: path ends at [4.0, 2.0], LassoLars [3.0, 1.0], Lasso [1.0, 1.0]
y = [2.0, 1.999]: path ends at [2.0, 1.999], LassoLars [1.0, 0.999], Lasso [1.0, 0.999]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import warnings

import numpy as np
from sklearn.linear_model import Lasso, LassoLars, lars_path

warnings.simplefilter("error")
X = np.eye(2)
for second in (2.0, 1.999):
    y = np.array([2.0, second])
    alphas, _, path = lars_path(X, y, method="lasso")
    print(f"y = {y.tolist()}: path ends at {np.round(path[:, -1], 3).tolist()},", end=" ")
    lars, descent = (m(alpha=0.5, fit_intercept=False).fit(X, y) for m in (LassoLars, Lasso))
    print(f"LassoLars {np.round(lars.coef_, 3).tolist()},", end=" ")
    print(f"Lasso {np.round(descent.coef_, 3).tolist()}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
