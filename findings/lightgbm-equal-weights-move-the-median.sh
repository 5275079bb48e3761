#!/usr/bin/env bash
# The median of 0, 1, 10 is 0.5 with the weights 2, 2, 2, and 0 with the weights 0.1, 0.1, 0.1.
#
# Expected: a boosted model begins with the constant that is best for its loss, with the absolute
# loss a median: 1, the only best one. Equal weights change nothing, whatever their unit.
# What happens: with weights LightGBM interpolates between two values by the sums of the weights up
# to and with each, so that the median of 0, 1, 10 lies half way between 0, at 2 of 6, and 1, at 4
# of 6. A weight below 1 is not interpolated: the lower value stands. Weights in an array that are
# all 1 are dropped, and the median is right; in a list they are not, and it is 0.5. Of 0, ..., 10
# it is 4.5 or 4. The absolute loss is larger than without weights; each leaf's value is found so.
# Version: lightgbm 4.7.0.
# Source: LightGBM documentation, "Parameters", `objective`, `regression_l1`, and "Weight Data";
# issue 7151 of LightGBM and its mend, pull request 7224, after which this remains;
# src/objective/regression_objective.hpp, `WeightedPercentileFun`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'lightgbm==4.7.0'

expected=$(
    cat <<'OUTPUT'
y [0, 1, 10]
  weight none: median 1.00, absolute loss 10.0, 0.75 quantile 5.50
  weight array of 1: median 1.00, absolute loss 10.0, 0.75 quantile 5.50
  weight list of 1: median 0.50, absolute loss 10.5, 0.75 quantile 10.00
  weight array of 2: median 0.50, absolute loss 10.5, 0.75 quantile 10.00
  weight array of 0.1: median 0.00, absolute loss 11.0, 0.75 quantile 10.00
y [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  weight none: median 5.00, absolute loss 30.0, 0.75 quantile 7.50
  weight array of 1: median 5.00, absolute loss 30.0, 0.75 quantile 7.50
  weight list of 1: median 4.50, absolute loss 30.5, 0.75 quantile 7.25
  weight array of 2: median 4.50, absolute loss 30.5, 0.75 quantile 7.25
  weight array of 0.1: median 4.00, absolute loss 31.0, 0.75 quantile 7.00
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import lightgbm
import numpy as np


def constant(y, weight, **loss):
    """The prediction of a model that cannot split its rows."""
    rows = np.arange(len(y), dtype=float)[:, None]
    data = lightgbm.Dataset(rows, y, weight=weight)
    rule = {"min_data_in_leaf": 1000, "num_threads": 1, "verbosity": -1, **loss}
    return lightgbm.train(rule, data, 1).predict(rows[:1])[0]


for y in (np.array([0.0, 1.0, 10.0]), np.arange(11.0)):
    print("y", y.astype(int).tolist())
    n = len(y)
    for name, weight in (
        ("none", None),
        ("array of 1", np.ones(n)),
        ("list of 1", [1.0] * n),
        ("array of 2", np.full(n, 2.0)),
        ("array of 0.1", np.full(n, 0.1)),
    ):
        middle = constant(y, weight, objective="regression_l1")
        loss = np.abs(y - middle).sum()
        upper = constant(y, weight, objective="quantile", alpha=0.75)
        print(f"  weight {name}: median {middle:.2f}, absolute loss {loss:.1f}", end=", ")
        print(f"0.75 quantile {upper:.2f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
