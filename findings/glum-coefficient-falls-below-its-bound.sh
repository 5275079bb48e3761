#!/usr/bin/env bash
# A coefficient whose lower bound is 0.5 is 0.23, and 0.5 where its column is in a larger unit.
#
# Expected: `lower_bounds` are bounds for the coefficients. Of least squares with two orthogonal
# columns, whose coefficients are 0.1 and 1 without bounds, the first is at its bound, 0.5, the
# second 1, in any unit of the first. What a solver returns after too few steps is within bounds
# that are as simple as these.
# What happens: glum scales columns, and the bounds with them, but lifts the start to the bounds as
# they were given: where a deviation is above 1, this start breaks the scaled bound. A step into the
# bounds raises the objective, so that the search along it cuts the step short: for good with
# squares, where one step is all there is, and again and again with a Poisson model. A
# ConvergenceWarning asks for more iterations, which change nothing. From a start of one's own at
# the bound both are right. An upper bound below 0 is the same with the other sign.
# Version: glum 3.4.1.
# Source: glum reference, `GeneralizedLinearRegressor`, `lower_bounds`; glum/_utils.py,
# `standardize`, and glum/_glm.py, `_get_start_coef`, which takes `self.lower_bounds`; glum issue
# 225, by which bounds are to hold for coefficients as they are given back.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1' 'glum==3.4.1'

expected=$(
    cat <<'OUTPUT'
normal, free: 0.10, 1.00
normal, bound 0.5: 0.23, 0.25, ConvergenceWarning
normal, bound 0.5, 10000 iterations: 0.23, 0.25, ConvergenceWarning
normal, bound 0.5, start 0.5: 0.50, 1.00
normal, bound 5, column / 10: 5.00, 1.00
poisson, bound 0.5: 0.15, 0.00, ConvergenceWarning
poisson, bound 0.5, start 0.5: 0.50, -0.37
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import warnings

import numpy as np
from glum import GeneralizedLinearRegressor

x = np.array([-5.0, -3.0, -1.0, 1.0, 3.0, 5.0])
z = np.array([1.0, -1.0, -1.0, 1.0, 0.0, 0.0])
responses = {"normal": 0.1 * x + z, "poisson": np.array([1.0, 0.0, 2.0, 1.0, 3.0, 2.0])}


def report(name, family="normal", low=0.5, unit=1.0, **options):
    bounds = None if low is None else [low, -np.inf]
    model = GeneralizedLinearRegressor(
        family=family, alpha=0, lower_bounds=bounds, gradient_tol=1e-9, **options
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(np.column_stack([x / unit, z]), responses[family])
    kinds = {warning.category.__name__ for warning in caught} & {"ConvergenceWarning"}
    first, second = np.round(model.coef_, 2) + 0.0
    print(", ".join([f"{family}, {name}: {first:.2f}", f"{second:.2f}", *kinds]))


start = [0.0, 0.5, 0.0]
report("free", low=None)
report("bound 0.5")
report("bound 0.5, 10000 iterations", max_iter=10_000)
report("bound 0.5, start 0.5", start_params=start)
report("bound 5, column / 10", low=5.0, unit=10.0)
report("bound 0.5", family="poisson")
report("bound 0.5, start 0.5", family="poisson", start_params=start)
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
