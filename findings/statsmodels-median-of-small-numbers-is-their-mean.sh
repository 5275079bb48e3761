#!/usr/bin/env bash
# In a smaller unit the median is the mean.
#
# Expected: quantile regression is linear in y: y in a unit 1e8 times larger, farads for what are
# tens of nanofarads, has coefficients 1e8 times smaller. With a column of ones alone they are the
# quantiles of y, which do not feel how far away the largest number is.
# What happens: each step of `QuantReg.fit` divides the rows by their residuals, none of which it
# takes for less than 1e-6, and stops where no coefficient moves by 1e-6. Where all residuals are
# smaller, no row counts less for being far away, whatever `p_tol` is: the median of 0, 1, 2, 3, 94
# is 2, that of 1e-8 times these is 20e-8, their mean, and the upper quartile is their expectile. At
# 1e-6 the median is 2.33e-6 unless `p_tol` is made smaller. Nothing warns.
# Version: statsmodels 0.15.0.
# Source: statsmodels reference, `QuantReg` and `QuantReg.fit`, where `p_tol` is a tolerance and no
# unit is named; statsmodels/regression/quantile_regression.py, the loop of `fit`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pandas==3.1.1' 'statsmodels==0.15.0'

expected=$(
    cat <<'OUTPUT'
median 2.00, mean 20.00, upper quartile 3.00, expectile 41.14
times 1: median 2.00; p_tol in this unit 2.00, upper quartile 3.00
times 0.001: median 2.00; p_tol in this unit 2.00, upper quartile 3.00
times 1e-06: median 2.33; p_tol in this unit 2.00, upper quartile 3.00
times 1e-08: median 20.00; p_tol in this unit 20.00, upper quartile 41.14
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from scipy.stats import expectile
from statsmodels.regression.quantile_regression import QuantReg

y = np.array([0.0, 1.0, 2.0, 3.0, 94.0])
ones = np.ones((5, 1))
print(f"median {np.median(y):.2f}, mean {y.mean():.2f}", end=", ")
print(f"upper quartile {np.quantile(y, 0.75):.2f}, expectile {expectile(y, 0.75):.2f}")
for unit in (1.0, 1e-3, 1e-6, 1e-8):
    middle, upper = (
        QuantReg(unit * y, ones).fit(q=q, p_tol=1e-6 * unit).params[0] / unit for q in (0.5, 0.75)
    )
    plain = QuantReg(unit * y, ones).fit(q=0.5).params[0] / unit
    print(f"times {unit:g}: median {plain:.2f}; p_tol in this unit {middle:.2f}", end=", ")
    print(f"upper quartile {upper:.2f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
