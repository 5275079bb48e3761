#!/usr/bin/env bash
# A duality gap is below zero, and the solver stops on its size.
#
# Expected: a duality gap is the value of a primal feasible point less that of a dual feasible
# one, never below zero beyond rounding, and a small one proves that the answer is nearly
# optimal.
# What happens: `graphical_lasso` takes the working covariance for the inverse of the precision,
# which it is only at the end: what it reports is no gap, here negative from the first sweep to
# the last, and it stops as soon as the absolute value is small.
# Version: scikit-learn 1.9.1.
# Source: scikit-learn reference, `graphical_lasso`, `tol` ("dual gap") and `return_costs`;
# Duchi, Gould and Koller (2008), Projected subgradient methods for learning sparse Gaussians.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1'

expected=$(
    cat <<'OUTPUT'
signs of the gaps: ---
stops at -6.8e-05
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numpy as np
from sklearn.covariance import graphical_lasso

order = np.arange(8)
near, wave = 0.9 ** np.abs(np.subtract.outer(order, order)), order % 3 - 1
S = near + 0.3 * np.outer(wave, wave)
d = np.sqrt(np.diag(S))
_, _, costs = graphical_lasso(S / np.outer(d, d), 0.01, return_costs=True)
gaps = [gap for _, gap in costs]
print("signs of the gaps:", "".join("-" if gap < 0 else "+" for gap in gaps))
print(f"stops at {gaps[-1]:.1e}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
