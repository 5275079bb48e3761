#!/usr/bin/env bash
# The proximal point of a convex function goes down where its argument goes up.
#
# Expected: the prox of a convex function is monotone and never stretches a distance, and its value
# at x is the minimiser of f(z) + (z - x)^2 / (2 tau).
# What happens: `Huber.prox` takes the branch by |x|, and not by the minimiser, whose branches
# meet at |x| = alpha + tau: from x = 1.0 to 1.1 it falls from 0.5 to 0.1, and between alpha and
# alpha + tau it does not minimise. `HuberCircular`, which is the same function of one number,
# is right.
# Version: pyproximal 0.13.0.
# Source: PyProximal reference, `Huber` and `HuberCircular`; Parikh and Boyd, "Proximal
# Algorithms", sections 2.3 and 6.5.1.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pylops==2.8.0' 'pyproximal==0.13.0'

expected=$(
    cat <<'OUTPUT'
x = 0.5: Huber 0.250, minimiser 0.250; HuberCircular 0.250, minimiser 0.250;
x = 1.0: Huber 0.500, minimiser 0.500; HuberCircular 0.500, minimiser 0.500;
x = 1.1: Huber 0.100, minimiser 0.550; HuberCircular 0.550, minimiser 0.550;
x = 1.5: Huber 0.500, minimiser 0.750; HuberCircular 0.750, minimiser 0.750;
x = 2.0: Huber 1.000, minimiser 1.000; HuberCircular 1.000, minimiser 1.000;
x = 3.0: Huber 2.000, minimiser 2.000; HuberCircular 2.000, minimiser 2.000;
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from pyproximal import Huber, HuberCircular

ALPHA, TAU = 1.0, 1.0
grid = np.linspace(-4.0, 4.0, 8001)
for x in (0.5, 1.0, 1.1, 1.5, 2.0, 3.0):
    print(f"x = {x}:", end="")
    for kind in (Huber, HuberCircular):
        f = kind(ALPHA)
        point = f.prox(np.array([x]), TAU)[0]
        values = [f(np.array([z])) + (z - x) ** 2 / (2 * TAU) for z in grid]
        print(f" {kind.__name__} {point:.3f}, minimiser {grid[np.argmin(values)]:.3f};", end="")
    print()
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
