#!/usr/bin/env bash
# A stopping rule is met by a residual that is not a number.
#
# Expected: the largest norm of a vector with a NaN in it is NaN, compiled or not, so that a test
# like norm(r, inf) <= 1e-6 fails and a broken run goes on or is found out.
# What happens: `np.linalg.norm(r, np.inf)` in a compiled function begins with the first entry and
# goes on by "larger than", which no NaN is: of (1e-9, NaN, NaN) the norm is 1e-9. A NaN in front is
# kept. The norms 1 and inf of a matrix, which are largest sums, drop the columns or rows with NaN.
# The Euclidean norm and `np.max` are NaN. Without `fastmath`, and without a warning.
# Version: numba 0.68.1, numpy 2.4.6, scipy 1.17.1, whose BLAS Numba calls.
# Source: NumPy reference, `linalg.norm`, max(abs(x)), and `max`, "NaN values are propagated";
# Numba documentation, "Supported NumPy features", `numpy.linalg.norm`, without a word on it;
# numba/np/linalg.py, `_get_norm_impl`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'numba==0.68.1'

expected=$(
    cat <<'OUTPUT'
largest of [1e-09, nan, nan]: numpy nan, numba 1e-09
largest of [nan, 1e-09, 1e-09]: numpy nan, numba nan
largest of [[1e-09, 0.0], [nan, 5.0]]: numpy nan, numba 1e-09
largest_column of [[1e-09, nan], [0.0, 5.0]]: numpy nan, numba 1e-09
length of [1e-09, nan, nan]: numpy nan, numba nan
top of [1e-09, nan, nan]: numpy nan, numba nan
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numba
import numpy as np


def largest(r):
    return np.linalg.norm(r, np.inf)


def largest_column(A):
    return np.linalg.norm(A, 1)


def length(r):
    return np.linalg.norm(r)


def top(r):
    return np.max(r)


nan = np.nan
cases = (
    (largest, [1e-9, nan, nan]),
    (largest, [nan, 1e-9, 1e-9]),
    (largest, [[1e-9, 0.0], [nan, 5.0]]),
    (largest_column, [[1e-9, nan], [0.0, 5.0]]),
    (length, [1e-9, nan, nan]),
    (top, [1e-9, nan, nan]),
)
for function, rows in cases:
    r = np.array(rows)
    values = f"numpy {function(r):g}, numba {numba.njit(function)(r):g}"
    print(f"{function.__name__} of {rows}: {values}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
