#!/usr/bin/env bash
# Two objectives that are to be maximised become one that is minimised, and both end at their worst.
#
# Expected: "All scalarizations are monotone in each objective, which means that optimizing over
# the scalarized objective always returns a Pareto-optimal point". Two profits that both grow with x
# are both best at x = 10, whatever the weights; as losses, to be minimised, they are.
# What happens: `max` and `log_sum_exp` take the expression out of `Maximize(profit)` and forget
# that it was to be maximised: they return Minimize(max(profits)), and x ends at 0, where both
# profits are lowest. The status is "optimal", and nothing warns. `weighted_sum` and
# `targets_and_priorities` keep the sense; with weights of -1 `max` is right, against its page.
# Version: cvxpy 1.9.3, clarabel 0.11.1.
# Source: CVXPY API reference, "Transforms", Scalarize: "objectives: A list of Minimize/Maximize
# objectives"; cvxpy/transforms/scalarize.py, `max` and `log_sum_exp`, `.args[0]`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'clarabel==0.11.1' 'cvxpy==1.9.3'

expected=$(
    cat <<'OUTPUT'
weighted_sum, maximise profits: optimal, profits 20.00 and 11.00
weighted_sum, minimise losses: optimal, profits 20.00 and 11.00
targets_and_priorities, maximise profits: optimal, profits 20.00 and 11.00
targets_and_priorities, minimise losses: optimal, profits 20.00 and 11.00
max, maximise profits: optimal, profits 0.00 and 1.00
max, minimise losses: optimal, profits 20.00 and 11.00
log_sum_exp, maximise profits: optimal, profits 0.00 and 1.00
log_sum_exp, minimise losses: optimal, profits 20.00 and 11.00
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import cvxpy as cp
from cvxpy.transforms import scalarize

x = cp.Variable()
profits = [2 * x, x + 1]
forms = {
    "weighted_sum": lambda objectives: scalarize.weighted_sum(objectives, [1, 1]),
    "targets_and_priorities": lambda objectives: scalarize.targets_and_priorities(
        objectives, [1, 1], [50 if isinstance(o, cp.Maximize) else -50 for o in objectives]
    ),
    "max": lambda objectives: scalarize.max(objectives, [1, 1]),
    "log_sum_exp": lambda objectives: scalarize.log_sum_exp(objectives, [1, 1]),
}
for name, form in forms.items():
    for told in ("maximise profits", "minimise losses"):
        if told == "maximise profits":
            objectives = [cp.Maximize(profit) for profit in profits]
        else:
            objectives = [cp.Minimize(-profit) for profit in profits]
        problem = cp.Problem(form(objectives), [x >= 0, x <= 10])
        problem.solve(solver=cp.CLARABEL)
        ends = " and ".join(f"{abs(profit.value):.2f}" for profit in profits)
        print(f"{name}, {told}: {problem.status}, profits {ends}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
