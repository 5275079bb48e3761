#!/usr/bin/env bash
# The mean of a column is larger than its largest number.
#
# Expected: a function of NumPy in a compiled function gives what it gives outside, up to a
# rounding that grows slowly with the number of rows: the mean of 1000 and 1001, half a million of
# each in single precision, is 1000.5 and the variance 0.25.
# What happens: NumPy adds in pairs; `mean` and `var` as Numba compiles them add one by one in the
# precision of the column. From 2^24 on the sum is rounded to even numbers and further: the mean
# is 1010.00 and the variance 90, without `fastmath` and without a warning. In double precision
# both are right.
# Version: numba 0.68.1, numpy 2.4.6.
# Source: NumPy reference, `sum`, notes on partial pairwise summation; Numba documentation,
# "Floating-point pitfalls", by which another algorithm should generally differ little; numba
# issues 2855 (`sum`) and 3702 (`mean`); numba/np/arraymath.py, `array_mean` and `array_var`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'numba==0.68.1'

expected=$(
    cat <<'OUTPUT'
float32: from 1000 to 1001
  numpy: mean 1000.50, variance 0.25
  numba: mean 1010.00, variance 90.46
float64: from 1000 to 1001
  numpy: mean 1000.50, variance 0.25
  numba: mean 1000.50, variance 0.25
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numba
import numpy as np


def both(column):
    return np.mean(column), np.var(column)


compiled = numba.njit(both)
for kind in (np.float32, np.float64):
    column = np.tile(np.array([1000, 1001], dtype=kind), 500_000)
    print(f"{column.dtype}: from {column.min():g} to {column.max():g}")
    for name, function in (("numpy", both), ("numba", compiled)):
        mean, variance = function(column)
        print(f"  {name}: mean {mean:.2f}, variance {variance:.2f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
