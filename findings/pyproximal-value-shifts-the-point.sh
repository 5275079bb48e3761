#!/usr/bin/env bash
# To ask for the value of a function at x moves x.
#
# Expected: f(x) is a number, x stays, and the second call gives what the first gave. `Orthogonal`
# is f(Q x + b): |x + b|_1 at x = (1, -2, 3) with b = (2, 2, 2) is 8.
# What happens: where Q is PyLops' `Identity`, whose result is its argument and no copy, `b` is
# added in place to what the caller holds: the value grows from 8 to 14 to 20, x goes from
# (1, -2, 3) to (7, 4, 9), and the next prox is that of another point. With a Q that computes, all
# is right. `prox` adds into a new array and leaves x.
# Version: pyproximal 0.13.0, pylops 2.8.0.
# Source: PyProximal reference, `Orthogonal`, g(x) = f(Qx + b); PyLops reference, `Identity`,
# `inplace=True`; pyproximal/proximal/Orthogonal.py, `__call__`, `y += self.b`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pylops==2.8.0' 'pyproximal==0.13.0'

expected=$(
    cat <<'OUTPUT'
Identity: |x + b| = 8, prox [0.0, -2.0, 2.0]
  values 8, 14, 20, then x = [7.0, 4.0, 9.0], prox [6.0, 3.0, 8.0]
Identity(inplace=False): |x + b| = 8, prox [0.0, -2.0, 2.0]
  values 8, 8, 8, then x = [1.0, -2.0, 3.0], prox [0.0, -2.0, 2.0]
MatrixMult(eye): |x + b| = 8, prox [0.0, -2.0, 2.0]
  values 8, 8, 8, then x = [1.0, -2.0, 3.0], prox [0.0, -2.0, 2.0]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
import pylops
import pyproximal

b = np.array([2.0, 2.0, 2.0])
operators = {
    "Identity": pylops.Identity(3),
    "Identity(inplace=False)": pylops.Identity(3, inplace=False),
    "MatrixMult(eye)": pylops.MatrixMult(np.eye(3)),
}
for name, Q in operators.items():
    g = pyproximal.Orthogonal(pyproximal.L1(), Q, b=b)
    x = np.array([1.0, -2.0, 3.0])
    print(f"{name}: |x + b| = {np.abs(x + b).sum():g}, prox {g.prox(x, 1.0).tolist()}")
    values = ", ".join(f"{g(x):g}" for _ in range(3))
    print(f"  values {values}, then x = {x.tolist()}, prox {g.prox(x, 1.0).tolist()}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
