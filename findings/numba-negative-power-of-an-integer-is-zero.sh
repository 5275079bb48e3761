#!/usr/bin/env bash
# A tolerance of six digits is 0 in a compiled function.
#
# Expected: 10 ** -digits, or the step 2 ** -halvings of a line search, is what it is outside,
# 1e-06 and 0.125; where integers have to stay integers it is refused, as NumPy does.
# What happens: Numba gives a power of two integers the type of an integer, and cuts 1e-06 off to 0.
# Newton's iteration for the root of 2 then stops at its limit of a hundred steps instead of the
# fourth, and an Armijo search that has halved once takes a step of 0. Where both numbers stand in
# the code it is right, and with 10.0 for 10. Nothing warns.
# Version: numba 0.68.1, numpy 2.4.6.
# Source: Python language reference, "The power operator"; NumPy reference, `power`, "an integer
# type raised to a negative integer power will raise a ValueError"; numba issue 7012, open, and
# 8169, closed as its duplicate, on x**(-1).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'numba==0.68.1'

expected=$(
    cat <<'OUTPUT'
Python: tolerance 1e-06, step 0.125, steps of Newton 4
compiled: tolerance 0, step 0, steps of Newton 100
compiled, numbers in the code: tolerance 1e-06, step 0.125
compiled, 10.0: steps of Newton 4
NumPy: Integers to negative integer powers are not allowed.
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from numba import njit


def powers(digits, halvings):
    return 10 ** -digits, 2 ** -halvings


def newton(digits, ten):
    x, steps = 1.0, 0
    while abs(x * x - 2.0) > ten ** -digits and steps < 100:
        x, steps = (x + 2.0 / x) / 2.0, steps + 1
    return steps


@njit
def written():
    return 10**-6, 2**-3


for name, kind in (("Python", lambda f: f), ("compiled", njit)):
    tolerance, step = kind(powers)(6, 3)
    print(f"{name}: tolerance {tolerance:g}, step {step:g}", end=", ")
    print(f"steps of Newton {kind(newton)(6, 10)}")
tolerance, step = written()
print(f"compiled, numbers in the code: tolerance {tolerance:g}, step {step:g}")
print(f"compiled, 10.0: steps of Newton {njit(newton)(6, 10.0)}")
try:
    powers(np.array([6]), 3)
except ValueError as refused:
    print(f"NumPy: {refused}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
