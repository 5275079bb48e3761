#!/usr/bin/env bash
# A capacity goes to the wrong plant where the index of a table has no name.
#
# Expected: a pandas Series with the labels "b" and "a" bounds the variables of these labels, as
# it does in pandas and in a constraint of linopy if its index has the dimension's name, or a
# mismatch is refused.
# What happens: without a name of the index linopy drops the labels and goes by position: a gets
# the 10 of b, and the status is optimal. The rules "legacy" warn of another order for a named
# index, the rules "v1" refuse it; for one without a name neither says a word.
# Version: linopy 0.10.1, highspy 1.16.0, pandas 3.0.6.
# Source: linopy documentation, coordinate alignment; pandas user guide, intro to data structures,
# Series, "label alignment".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pandas==3.0.6' 'xarray==2026.9.0' \
    'highspy==1.16.0' 'linopy==0.10.1'

expected=$(
    cat <<'OUTPUT'
?
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import logging
import warnings

import linopy
import pandas as pd

logging.disable(logging.CRITICAL)
warnings.simplefilter("error")
plants = pd.Index(["a", "b"], name="plant")
capacities = pd.Series({"b": 10.0, "a": 1.0})


def produced(semantics, name):
    linopy.options.set_value(semantics=semantics)
    model = linopy.Model()
    x = model.add_variables(lower=0, coords=[plants], name="x")
    model.add_constraints(x <= capacities.rename_axis(name))
    model.add_objective(x.sum(), sense="max")
    status = model.solve("highs", output_flag=False, progress=False)
    return status[1], model.solution["x"].to_series().to_dict()


for semantics in ("legacy", "v1"):
    for name in ("plant", None):
        try:
            print(f"{semantics}, index named {name}:", *produced(semantics, name))
        except (ValueError, UserWarning) as problem:
            print(f"{semantics}, index named {name}: {type(problem).__name__}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
