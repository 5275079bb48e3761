#!/usr/bin/env bash
# A row with the weight 3 is no longer the same row three times once there is a penalty.
#
# Expected: frequency weights give the results of rows that are repeated as often. The penalised
# fit minimises -loglike / n plus the penalty, so that three copies of all rows change nothing.
# What happens: `GLM.fit_regularized` divides the weighted likelihood by the number of rows in the
# table, not by the sum of the weights: with the weight 3 for each row the penalty is in effect a
# third, and the slope is 0.672 where the copies give 0.630. Without a penalty both agree, and
# `WLS.fit_regularized` is right. Nothing warns.
# Version: statsmodels 0.15.0.
# Source: statsmodels reference, `GLM`, notes on `freq_weights`, and `GLM.fit_regularized`, the
# function that is minimised; base/elastic_net.py and `_fit_ridge`, division by `model.nobs`,
# where genmod/generalized_linear_model.py has `wnobs`, the sum of the weights, as well.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pandas==3.0.6' 'statsmodels==0.15.0'

expected=$(
    cat <<'OUTPUT'
no penalty, as it is: 0.043 0.709
no penalty, weights of 3: 0.043 0.709
no penalty, three copies: 0.043 0.709
L1_wt=0.0, as it is: 0.150 0.630
L1_wt=0.0, weights of 3: 0.108 0.672
L1_wt=0.0, three copies: 0.150 0.630
L1_wt=0.5, as it is: 0.000 0.670
L1_wt=0.5, weights of 3: 0.000 0.707
L1_wt=0.5, three copies: 0.000 0.670
squares, as it is: 1.106 1.349
squares, weights of 3: 1.106 1.349
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
import statsmodels.api as sm

x = np.array([-2.0, -1, 0, 1, 2, 3])
y = np.array([0.0, 1, 1, 2, 4, 9])
X = sm.add_constant(x)
threes = np.full(6, 3)
models = {
    "as it is": sm.GLM(y, X, family=sm.families.Poisson()),
    "weights of 3": sm.GLM(y, X, family=sm.families.Poisson(), freq_weights=threes),
    "three copies": sm.GLM(np.tile(y, 3), np.tile(X, (3, 1)), family=sm.families.Poisson()),
}
squares = {"as it is": sm.OLS(y, X), "weights of 3": sm.WLS(y, X, weights=threes)}


def show(label, name, fit):
    print(f"{label}, {name}:", " ".join(f"{b:.3f}" for b in fit.params))


for name, model in models.items():
    show("no penalty", name, model.fit())
for share in (0.0, 0.5):
    for name, model in models.items():
        show(f"L1_wt={share}", name, model.fit_regularized(alpha=1.0, L1_wt=share))
for name, model in squares.items():
    show("squares", name, model.fit_regularized(alpha=1.0, L1_wt=0.5))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
