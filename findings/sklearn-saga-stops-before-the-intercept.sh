#!/usr/bin/env bash
# A quarter of the labels are 1, and the mean of the predictions is 0.05 or 0.47, by the seed.
#
# Expected: the intercept is not penalised, so that at the optimum of logistic regression the
# predicted probabilities have the mean of the labels. Where C is too small for any feature they
# are that mean everywhere. A fit with tol=1e-8 and no warning has this to some digits.
# What happens: "saga" stops where no coefficient changes, and does not look at the intercept.
# While the penalty keeps all coefficients at 0 this is so at once: after one pass the intercept is
# where the first steps left it, another one for each `random_state`. Features have mean 0 and
# variance 1. With a C that keeps features the means are right.
# Version: scikit-learn 1.9.1.
# Source: scikit-learn user guide, "Logistic regression"; `LogisticRegression`, `tol`, `solver`
# and `n_iter_`; linear_model/_sag_fast.pyx.tp, the check of convergence.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1'

expected=$(
    cat <<'OUTPUT'
mean of labels 0.25, no feature has a coefficient below C = 0.5
C = 0.1, random_state 0: 0 features, one pass, mean of predictions 0.183
C = 0.1, random_state 1: 0 features, one pass, mean of predictions 0.426
C = 0.1, random_state 19: 0 features, one pass, mean of predictions 0.473
C = 0.1, random_state 36: 0 features, one pass, mean of predictions 0.054
C = 10, random_state 0: 2 features, more passes, mean of predictions 0.250
C = 10, random_state 1: 2 features, more passes, mean of predictions 0.250
C = 10, random_state 19: 2 features, more passes, mean of predictions 0.250
C = 10, random_state 36: 2 features, more passes, mean of predictions 0.250
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from sklearn.linear_model import LogisticRegression

X = np.array([[a, b] for a in (-1.0, 1.0) for b in (-1.0, 1.0) for _ in range(4)])
y = np.array([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1])
least = 1 / np.abs(X.T @ (y - y.mean())).max()
print(f"mean of labels {y.mean()}, no feature has a coefficient below C = {least:g}")
for C in (0.1, 10.0):
    for seed in (0, 1, 19, 36):
        model = LogisticRegression(
            l1_ratio=1, solver="saga", C=C, tol=1e-8, max_iter=100000, random_state=seed
        ).fit(X, y)
        print(
            f"C = {C:g}, random_state {seed}: {np.count_nonzero(model.coef_)} features, "
            f"{'one pass' if model.n_iter_[0] == 1 else 'more passes'}, "
            f"mean of predictions {model.predict_proba(X)[:, 1].mean():.3f}"
        )
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
