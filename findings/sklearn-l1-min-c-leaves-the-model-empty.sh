#!/usr/bin/env bash
# Above the C that guarantees a feature there is none, up to 17 times this C.
#
# Expected: `l1_min_c` is where an L1-penalised path begins: for a larger C "the model is guaranteed
# not to be empty", that of `LogisticRegression` with `l1_ratio=1` too, if `fit_intercept` is the
# same in both. Another origin of a feature, kelvin for degrees, changes no path.
# What happens: the bound is that of a model without an intercept, with a column of ones added. An
# intercept that is not penalised, that of "saga", takes up the mean of the labels, and a feature
# comes only at C = 1 / max |X'(y - mean y)|: 0.5 where `l1_min_c` is 0.25. With 10 added to both
# features it is still 0.5, and `l1_min_c` is 0.026, so that a path from there begins with a decade
# of empty models. They are optimal: with p = mean y no feature's |X'(y - p)| reaches 1 / C.
# Version: scikit-learn 1.9.1.
# Source: scikit-learn reference, `l1_min_c`, and `LogisticRegression`, `intercept_scaling`, for
# liblinear alone; sklearn/svm/_bounds.py, where the columns are not centred.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1'

expected=$(
    cat <<'OUTPUT'
features + 0: l1_min_c 0.250, a feature from C = 0.500 on
  C = 0.3: 0 features
  C = 0.45: 0 features
  C = 0.6: 2 features
features + 10: l1_min_c 0.026, a feature from C = 0.500 on
  C = 0.03: 0 features
  C = 0.3: 0 features
  C = 0.45: 0 features
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.svm import l1_min_c

grid = np.array([[a, b] for a in (-1.0, 1.0) for b in (-1.0, 1.0) for _ in range(4)])
y = np.array([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1])
for shift, values in ((0, (0.3, 0.45, 0.6)), (10, (0.03, 0.3, 0.45))):
    X = grid + shift
    bound = l1_min_c(X, y, loss="log", fit_intercept=True)
    slope = np.abs(X.T @ (y - y.mean())).max()
    print(f"features + {shift}: l1_min_c {bound:.3f}, a feature from C = {1 / slope:.3f} on")
    for C in values:
        model = LogisticRegression(
            l1_ratio=1, solver="saga", C=C, tol=1e-8, max_iter=100000, random_state=0
        ).fit(X, y)
        print(f"  C = {C:g}: {np.count_nonzero(model.coef_)} features")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
