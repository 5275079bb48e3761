#!/usr/bin/env bash
# A feasible program without a limit is INFEASIBLE.
#
# Expected: max x + y under x - y <= 1, x, y >= 0 has the feasible point 0 and is UNBOUNDED.
# What happens: GLOP, through `pywraplp`, returns INFEASIBLE; CLP through the same wrapper
# returns UNBOUNDED. With the objective x - y, which has a limit, GLOP finds the feasible
# optimum.
# Version: ortools 9.15.6755.
# Source: OR-Tools reference, `linear_solver`, result statuses; OR-Tools guide, linear
# optimisation, possible statuses.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'ortools==9.15.6755'

without_banner() {
    grep -v -e '^Running HiGHS' -e '^Includes third-party'
}

expected=$(
    cat <<'OUTPUT'
CLP x + y UNBOUNDED
CLP x - y OPTIMAL
GLOP x + y INFEASIBLE
GLOP x - y OPTIMAL
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
from ortools.linear_solver import pywraplp

STATUSES = ("OPTIMAL", "FEASIBLE", "INFEASIBLE", "UNBOUNDED", "ABNORMAL", "NOT_SOLVED")

for name in ("CLP", "GLOP"):
    for sign in (1, -1):
        solver = pywraplp.Solver.CreateSolver(name)
        x, y = (solver.NumVar(0, solver.infinity(), n) for n in "xy")
        solver.Add(x - y <= 1)
        solver.Maximize(x + sign * y)
        status = solver.Solve()
        word = next(w for w in STATUSES if getattr(solver, w) == status)
        print(name, "x + y" if sign > 0 else "x - y", word)
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
