#!/usr/bin/env bash
# A concave function and its negative are both convex, and neither is a line.
#
# Expected: `is_convex` is True for a convex function and False for another, and the way to ask for
# a concave one is its negative: only a line has True for both. Where it does not know, it raises,
# as it does for `Min(x, 0)`.
# What happens: min(x, 0) as a `Piecewise` is convex, and so is its negative. SymPy looks at the
# second derivative, which a `Piecewise` takes piece by piece: it is zero, and what the slope or the
# value does where two pieces meet is not looked at. A tax with a lower rate above 10, a cost with
# a fixed part and a step are convex too, with their negatives, though half way between two points
# they lie above the chord. Nothing raises or warns.
# Version: sympy 1.14.0.
# Source: SymPy reference, `is_convex`, returns, and notes on concavity; issue 20920 of SymPy, open,
# with an example of this; sympy/calculus/util.py, where f'' < 0 is solved.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'sympy==1.14.0'

expected=$(
    cat <<'OUTPUT'
a line: convex True, its negative True, 0 half way from -1 to 1, the chord 0
min(x, 0): convex True, its negative True, 0 half way from -1 to 1, the chord -0.5
tax: convex True, its negative True, 2 half way from 0 to 20, the chord 1.5
fixed cost: convex True, its negative True, 6 half way from 0 to 2, the chord 3.5
step: convex True, its negative True, 1 half way from -1 to 1, the chord 0.5
Min(x, 0): NotImplementedError
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
from sympy import Min, Piecewise, Symbol
from sympy.calculus.util import is_convex

x = Symbol("x", real=True)
cases = {
    "a line": (2 * x, -1, 1),
    "min(x, 0)": (Piecewise((x, x < 0), (0, True)), -1, 1),
    "tax": (Piecewise((x / 5, x < 10), (2 + (x - 10) / 10, True)), 0, 20),
    "fixed cost": (Piecewise((0, x <= 0), (5 + x, True)), 0, 2),
    "step": (Piecewise((0, x < 0), (1, True)), -1, 1),
}
for name, (f, left, right) in cases.items():
    chord = (f.subs(x, left) + f.subs(x, right)) / 2
    middle = f.subs(x, (left + right) / 2)
    print(f"{name}: convex {is_convex(f, x)}, its negative {is_convex(-f, x)}", end=", ")
    print(f"{float(middle):g} half way from {left} to {right}, the chord {float(chord):g}")
try:
    print("Min(x, 0):", is_convex(Min(x, 0), x))
except NotImplementedError:
    print("Min(x, 0): NotImplementedError")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
