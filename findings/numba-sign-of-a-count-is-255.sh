#!/usr/bin/env bash
# The sign of 200 is 255.
#
# Expected: `np.sign` of an unsigned number is 0 or 1, as there is none below zero, in a compiled
# function as outside.
# What happens: Numba compares the number as if it had a sign. Of a pixel or a count in the upper
# half of its type the sign is -1, which in an unsigned number is 255, 65535 and so on: the signs
# of the eight-bit numbers 0, 1, 127, 128 and 255 add up to 512 and not to 4. Nothing warns.
# Version: numba 0.68.1, numpy 2.4.6.
# Source: NumPy reference, `sign`: -1 if x < 0, 0 if x == 0, 1 if x > 0; Numba documentation,
# "Supported NumPy features", where `sign` is supported without a restriction;
# numba/np/ufunc_db.py, where unsigned types of `sign` have the code of signed ones,
# `int_sign_impl` of numba/cpython/numbers.py.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'numba==0.68.1'

expected=$(
    cat <<'OUTPUT'
uint8, 0 1 127 128 255: numpy 0 1 1 1 1, numba 0 1 1 255 255
uint16, 0 1 32767 32768 65535: numpy 0 1 1 1 1, numba 0 1 1 65535 65535
  sum of the signs of 0 1 127 128 255: numpy 4, numba 512
int16, 0 1 127 128 255: numpy 0 1 1 1 1, numba 0 1 1 1 1
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numba
import numpy as np


@numba.njit
def signs(numbers):
    return np.sign(numbers)


@numba.njit
def positive(numbers):
    return np.sum(np.sign(numbers))


def words(numbers):
    return " ".join(str(number) for number in numbers)


def show(numbers):
    outside, inside = words(np.sign(numbers)), words(signs(numbers))
    print(f"{numbers.dtype}, {words(numbers)}: numpy {outside}, numba {inside}")


for kind in (np.uint8, np.uint16):
    top = np.iinfo(kind).max
    show(np.array([0, 1, top // 2, top // 2 + 1, top], dtype=kind))
pixels = np.array([0, 1, 127, 128, 255], dtype=np.uint8)
outside, inside = np.sum(np.sign(pixels)), positive(pixels)
print(f"  sum of the signs of {words(pixels)}: numpy {outside}, numba {inside}")
show(pixels.astype(np.int16))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
