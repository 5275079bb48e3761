#!/usr/bin/env bash
# A penalty with five times the weight has the same value.
#
# Expected: `sigma` is the "multiplicative coefficient" of a penalty: five times as large, the value
# is five times as large, as it is for `L1` and `Log`. The prox at x with step t minimises
# t times the value plus half the squared distance to x.
# What happens: `L0` and `Log1` leave `sigma` out of the value, so that a cost that is shown while
# solving, loss plus penalty, is of another problem. The prox does use it, and for `Log1` as if it
# were sigma / 2: at x = 3, t = 1, delta = 1, sigma = 1.5 the documented function has the minimiser
# 2.581, and the prox is 2.803, the minimiser for sigma = 0.75.
# Version: pyproximal 0.13.0.
# Source: PyProximal reference, `L0` and `Log1`, "Multiplicative coefficient", sigma sum log(|x| +
# delta); pyproximal/proximal/L0.py and Log.py, `__call__` and `elementwise`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pylops==2.8.0' 'pyproximal==0.13.0'

expected=$(
    cat <<'OUTPUT'
L1: value 6.000 with sigma = 1, 30.000 with sigma = 5
Log: value 4.446 with sigma = 1, 22.230 with sigma = 5
L0: value 3.000 with sigma = 1, 3.000 with sigma = 5
Log1: value 3.178 with sigma = 1, 3.178 with sigma = 5
Log1 at 3, sigma = 0.75: prox 2.904, minimiser 2.803
Log1 at 3, sigma = 1.5: prox 2.803, minimiser 2.581
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from pyproximal import L0, L1, Log, Log1

x = np.array([1.0, -2.0, 0.0, 3.0])
kinds = {"L1": L1, "Log": Log, "L0": L0, "Log1": lambda sigma: Log1(sigma, delta=1.0)}
for name, kind in kinds.items():
    print(f"{name}: value {kind(1.0)(x):.3f} with sigma = 1, {kind(5.0)(x):.3f} with sigma = 5")

grid = np.linspace(0.0, 4.0, 400001)
for sigma in (0.75, 1.5):
    point = Log1(sigma, delta=1.0).prox(np.array([3.0]), 1.0)[0]
    least = grid[np.argmin(sigma * np.log(grid + 1) + (grid - 3) ** 2 / 2)]
    print(f"Log1 at 3, sigma = {sigma}: prox {point:.3f}, minimiser {least:.3f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
