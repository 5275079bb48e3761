#!/usr/bin/env bash
# The weights of the rows of an ARFF file are dropped without a word.
#
# Expected: the format lets a row end with its weight in braces, `9, low, {5}`: a reader gives
# the weights, or refuses or warns where it has no place for them.
# What happens: `loadarff` reads the row as if the brace was not there, and neither the data nor
# the header has a trace of it: the mean of 1, 1, 1, 9 with the weight 5 on the 9 is 6 and
# becomes 3. liac-arff refuses the file.
# Version: scipy 1.17.1, liac-arff 2.5.0.
# Source: Weka, Attribute-Relation File Format, stable version, "Instance weights in ARFF files";
# SciPy reference, `scipy.io.arff.loadarff`, notes on what is not implemented, where weights are
# not named.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'liac-arff==2.5.0'

expected=$(
    cat <<'OUTPUT'
scipy: 4 rows, price, level and no other field
mean 3.0 and with the weights of the file 6.0
liac-arff refuses: Invalid layout of the ARFF file...
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import io
import warnings

import arff
import numpy as np
from scipy.io.arff import loadarff

warnings.simplefilter("error")
FILE = """@relation prices
@attribute price numeric
@attribute level {low, high}
@data
1, low
1, low
1, high
9, high, {5}
"""
data, meta = loadarff(io.StringIO(FILE))
print("scipy:", len(data), "rows,", ", ".join(meta.names()), "and no other field")
weighted = np.average(data["price"], weights=[1, 1, 1, 5])
print("mean", np.mean(data["price"]), "and with the weights of the file", weighted)
try:
    print("liac-arff:", arff.loads(FILE)["data"])
except arff.BadLayout as error:
    print("liac-arff refuses:", str(error).split(",")[0] + "...")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
