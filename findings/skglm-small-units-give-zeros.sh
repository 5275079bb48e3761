#!/usr/bin/env bash
# In small units a lasso has no coefficients, and no warning.
#
# Expected: if y and alpha are multiplied by 1e-5, every coefficient is. scikit-learn
# does that, as its tolerance is relative to y.
# What happens: skglm compares the violation of the optimality conditions, which has the units
# of y, with `tol` = 1e-4: at the scale 1e-5 the start, zero, passes, and the fitted model is
# zero without a ConvergenceWarning.
# Version: skglm 0.5, scikit-learn 1.9.1.
# Source: skglm documentation, `Lasso`, parameter `tol`, and the tutorial on its drop-in
# estimators, which are to replace scikit-learn's.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==1.26.4' 'scipy==1.17.1' 'scikit-learn==1.9.1' 'skglm==0.5'

expected=$(
    cat <<'OUTPUT'
1 sklearn.linear_model: [2.91, -1.95, 0.0]
1 skglm: [2.91, -1.95, 0.0]
1e-05 sklearn.linear_model: [2.91, -1.95, 0.0]
1e-05 skglm: [0.0, 0.0, 0.0]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import warnings

import numpy as np
import skglm
import sklearn.linear_model as sk

warnings.simplefilter("error")
X = np.array([[1.0, 2, 0], [0, 1, -1], [2, 0, 1], [-1, 1, 1], [1, -1, 2], [0, 2, 1]])
y = X @ np.array([3.0, -2.0, 0.0])
for scale in (1.0, 1e-5):
    for module in (sk, skglm):
        model = module.Lasso(alpha=0.1 * scale, fit_intercept=False).fit(X, y * scale)
        print(f"{scale:g} {module.__name__}: {np.round(model.coef_ / scale, 2).tolist()}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
