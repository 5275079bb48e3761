#!/usr/bin/env bash
# The copy of a figure has no numbers in it.
#
# Expected: `copy.deepcopy` of a figure, or one that came back from `pickle` or from its JSON,
# has the data of the figure: `figure.data[0].y` is the array.
# What happens: each of the three goes through the JSON form, in which an array is base64 text,
# and nobody decodes it: `y` is a dictionary of `dtype` and `bdata`, of length 2 for any data, for
# which `max` gives "dtype". It is drawn as before, so that nothing shows it; a list survives,
# and so does `Figure(figure)`.
# Version: plotly 7.1.0.
# Source: plotly.py documentation, `plotly.io.from_json`, which returns a figure; Python library
# reference, `copy` and `pickle`, a copy is equal to what was copied.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'plotly==7.1.0'

expected=$(
    cat <<'OUTPUT'
list, Figure(figure): tuple of 5, max 5.0
list, deepcopy: tuple of 5, max 5.0
list, pickle: tuple of 5, max 5.0
list, JSON: tuple of 5, max 5.0
array, Figure(figure): ndarray of 5, max 5.0
array, deepcopy: dict of 2, max dtype
array, pickle: dict of 2, max dtype
array, JSON: dict of 2, max dtype
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import copy
import pickle

import numpy as np
import plotly.graph_objects as go
import plotly.io as pio

WAYS = {
    "Figure(figure)": go.Figure,
    "deepcopy": copy.deepcopy,
    "pickle": lambda figure: pickle.loads(pickle.dumps(figure)),
    "JSON": lambda figure: pio.from_json(pio.to_json(figure)),
}
numbers = [3.0, 1.0, 4.0, 1.0, 5.0]
for kind in (list, np.array):
    figure = go.Figure(go.Scatter(y=kind(numbers)))
    for way, copied in WAYS.items():
        y = copied(figure).data[0].y
        print(f"{kind.__name__}, {way}: {type(y).__name__} of {len(y)}, max {max(y)}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
