#!/usr/bin/env bash
# The dual of a program has another optimum than the program, or none.
#
# Expected: the dual of max 2x + 3y, x + y <= 4, 1 <= x <= 3, y >= 0 has the optimum of the program,
# 11 at (1, 3), by strong duality, whether 1 and 3 are `bounds` of x or rows.
# What happens: `core.lp_dual` reads the rows and the domain of a variable, and not its `bounds`:
# real numbers in (1, 3) are taken for any real numbers, and the dual is infeasible; with
# NonNegativeReals it is that of a program with x >= 0 only, and its optimum is 12. There is no
# warning, though an integer domain is refused. With rows it is 11.
# Version: pyomo 6.10.1, highspy 1.16.0.
# Source: Pyomo library reference, `LinearProgrammingDual.create_using`;
# pyomo/core/plugins/transform/lp_dual.py, `_take_dual`, which asks for `domain.bounds()`; pyomo
# issue 3838, labelled a bug, on a variable that has bounds and is in no row.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pyomo==6.10.1' 'highspy==1.16.0'

without_banner() {
    grep -v -e '^Running HiGHS' -e '^Includes third-party'
}

expected=$(
    cat <<'OUTPUT'
bounds: program optimal 11, dual infeasible
nonnegative, bounds: program optimal 11, dual optimal 12
rows: program optimal 11, dual optimal 11
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON' | without_banner
import pyomo.environ as pyo
from pyomo.contrib.appsi.solvers import Highs


def optimum(model):
    solver = Highs()
    solver.config.load_solution = False
    results = solver.solve(model)
    status = results.termination_condition.name
    return f"{status} {results.best_feasible_objective:g}" if status == "optimal" else status


WAYS = {
    "bounds": {"domain": pyo.Reals, "bounds": (1, 3)},
    "nonnegative, bounds": {"domain": pyo.NonNegativeReals, "bounds": (1, 3)},
    "rows": {"domain": pyo.NonNegativeReals},
}
for way, kind in WAYS.items():
    model = pyo.ConcreteModel()
    model.x, model.y = pyo.Var(**kind), pyo.Var(domain=pyo.NonNegativeReals)
    model.both = pyo.Constraint(expr=model.x + model.y <= 4)
    if way == "rows":
        model.least = pyo.Constraint(expr=model.x >= 1)
        model.most = pyo.Constraint(expr=model.x <= 3)
    model.profit = pyo.Objective(expr=2 * model.x + 3 * model.y, sense=pyo.maximize)
    dual = pyo.TransformationFactory("core.lp_dual").create_using(model)
    print(f"{way}: program {optimum(model)}, dual {optimum(dual)}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
