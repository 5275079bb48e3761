#!/usr/bin/env bash
# Limits are raised, the lower before the upper ones, and the old limits stay: "solved".
#
# Expected: x between -1 and 1 is to lie between 3 and 4. `update` takes l, u and q one by one or
# together, and OSQP refuses a lower limit above the upper one by an exception, as in `setup`. If
# none comes, x = 3 is the answer of min x^2 after both calls.
# What happens: the call that sets l = 3 first, above the old u, is refused as a whole: a line on
# the process's standard output, no exception, no return value. With the next one u is 4, and OSQP
# has "solved" -1 <= x <= 4: x = 0. In the other order, or in one call, x is 3. A q in a call that
# is refused is lost as well: -2x + x^2 ends at 0 instead of 1.
# Version: osqp 1.1.3.
# Source: OSQP documentation, "Update vectors"; osqp issue 404, by which an update is checked
# before anything is stored; osqp/interface.py, `update`, which drops what
# `update_data_vec` returns.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'osqp==1.1.3'

# Those of the C library, which has a buffer of its own.
without_lines_of_the_library() {
    grep -v -e '^ERROR in '
}

expected=$(
    cat <<'OUTPUT'
u, then l: solved, x = 3.00
l and u: solved, x = 3.00
l, then u: solved, x = 0.00
l = 3 and q = -2: solved, x = 0.00
setup with l = 3, u = 1: OSQPException
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_lines_of_the_library
import numpy as np
import osqp
from scipy import sparse


def solver(low=-1.0, high=1.0):
    made = osqp.OSQP()
    made.setup(
        sparse.csc_matrix([[2.0]]), np.array([0.0]), sparse.csc_matrix([[1.0]]),
        np.array([low]), np.array([high]), verbose=False, eps_abs=1e-8, eps_rel=1e-8,
    )
    return made


WAYS = {
    "u, then l": [{"u": 4.0}, {"l": 3.0}],
    "l and u": [{"l": 3.0, "u": 4.0}],
    "l, then u": [{"l": 3.0}, {"u": 4.0}],
    "l = 3 and q = -2": [{"l": 3.0, "q": -2.0}],
}
for way, calls in WAYS.items():
    made = solver()
    for call in calls:
        made.update(**{name: np.array([value]) for name, value in call.items()})
    answer = made.solve()
    print(f"{way}: {answer.info.status}, x = {abs(answer.x[0]):.2f}", flush=True)
try:
    solver(3.0, 1.0)
except osqp.OSQPException as refused:
    print(f"setup with l = 3, u = 1: {type(refused).__name__}", flush=True)
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
