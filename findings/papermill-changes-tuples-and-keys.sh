#!/usr/bin/env bash
# A parameter of a notebook is another value than the one that was passed.
#
# Expected: a parameter of a run has in a Python notebook the value that it was given in Python,
# or is refused where it cannot be written down: np.int64(3) is.
# What happens: papermill has no form for a tuple and writes its text in quotes: (0.1, 1.0)
# becomes "(0.1, 1.0)" with ten letters to go through, in a list too; it writes every key as
# text, so that the weights of classes {0: 1.0, 1: 5.0} have no class 1, and `weights.get(1,
# 1.0)` is 1. Nothing warns.
# Version: papermill 2.7.0.
# Source: papermill documentation, "Execute", where parameters are a dictionary of Python values,
# and "Parametrize"; papermill/translators.py, `Translator.translate` and
# `PythonTranslator.translate_dict`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'papermill==2.7.0' 'ipykernel==7.4.0' 'nbformat==5.11.1'

expected=$(
    cat <<'OUTPUT'
here: 2 rates, 1 pair of length 2, weight 5.0 of class 1
list and text: 2 rates, 1 pair of length 2, weight 5.0 of class 1
tuple and number: 10 rates, 1 pair of length 6, weight 1.0 of class 1
np.int64(3): refused, Object of type int64 is not JSON serializable
OUTPUT
)
output=$(
    cd "$folder" && PATH="$folder/venv/bin:$PATH" venv/bin/python - <<'PYTHON' 2>/dev/null
import nbformat
import numpy as np
import papermill
from nbformat import v4

CODE = """
print(f"{len(rates)} rates, {len(pairs)} pair of length {len(pairs[0])},", end=" ")
print(f"weight {weights.get(one, 1.0)} of class {one}")
"""
TUPLES = {"rates": (0.1, 1.0), "pairs": [(1, 2)], "weights": {0: 1.0, 1: 5.0}, "one": 1}
LISTS = {"rates": [0.1, 1.0], "pairs": [[1, 2]], "weights": {"0": 1.0, "1": 5.0}, "one": "1"}
kernel = {"name": "python3", "language": "python", "display_name": "Python 3"}
defaults = "rates = []\npairs = []\nweights = {}\none = 0\n"
cells = [v4.new_code_cell(defaults, metadata={"tags": ["parameters"]}), v4.new_code_cell(CODE)]
notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
nbformat.write(notebook, "run.ipynb")


def in_notebook(parameters):
    done = papermill.execute_notebook(
        "run.ipynb", "done.ipynb", parameters=parameters, progress_bar=False
    )
    return done.cells[-1].outputs[0].text.strip()


print("here: ", end="")
exec(CODE, dict(TUPLES))
print("list and text:", in_notebook(LISTS))
print("tuple and number:", in_notebook(TUPLES))
try:
    print("np.int64(3):", in_notebook({**LISTS, "one": np.int64(3)}))
except TypeError as error:
    print("np.int64(3): refused,", error)
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
