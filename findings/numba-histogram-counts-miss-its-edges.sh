#!/usr/bin/env bash
# The counts of a histogram do not belong to the edges that come with them.
#
# Expected: `np.histogram` counts in each bin the values from its left edge up to, not including,
# its right edge (the last bin has both), so that the counts follow from the edges returned, in a
# compiled function as outside.
# What happens: Numba returns the edges of NumPy to the last bit, but counts by a scaled and
# rounded position without a look at them. Of 0, 0.1, ..., 1 in ten bins it puts one into each and
# two into the last; by the edges, one of which is 0.30000000000000004, bins have none, one or
# two. With the edges handed in Numba counts as NumPy does.
# Version: numba 0.68.1, numpy 2.4.6.
# Source: NumPy reference, `histogram`, notes on half-open bins; Numba documentation, "Supported
# NumPy features", `numpy.histogram`, where only the number of arguments is a restriction;
# numba/np/arraymath.py, `np_histogram`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'numba==0.68.1'

expected=$(
    cat <<'OUTPUT'
same edges: True
numpy: [1 1 2 0 1 2 1 0 1 2]
numba: [1 1 1 1 1 1 1 1 1 2]
by the edges: [1 1 2 0 1 2 1 0 1 2]
numba, edges handed in: [1 1 2 0 1 2 1 0 1 2]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numba
import numpy as np


@numba.njit
def in_ten(values):
    return np.histogram(values, 10, (0.0, 1.0))


@numba.njit
def between(values, edges):
    return np.histogram(values, edges)


values = np.arange(11) / 10
outside, edges = np.histogram(values, 10, (0.0, 1.0))
inside, its_edges = in_ten(values)
last = [False] * 9 + [True]
by_hand = [
    int(np.sum((left <= values) & ((values < right) | (end & (values == right)))))
    for left, right, end in zip(its_edges[:-1], its_edges[1:], last)
]
print("same edges:", np.array_equal(edges, its_edges))
print("numpy:", outside)
print("numba:", inside)
print("by the edges:", np.array(by_hand))
print("numba, edges handed in:", between(values, its_edges)[0])
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
