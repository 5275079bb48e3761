#!/usr/bin/env bash
# Fractions in a column that is called integer are cut off without a word.
#
# Expected: in ARFF "integer is treated as numeric": 0.9 in such a column is 0.9, or the reader
# refuses it.
# What happens: liac-arff, and with it the same parser inside scikit-learn's `fetch_openml`,
# turns each value into a whole number towards zero: 0.9 becomes 0, -0.9 as well, and a column
# between 0 and 1 becomes constant. scipy reads the values as they are.
# Version: liac-arff 2.5.0, scikit-learn 1.9.1, scipy 1.17.1.
# Source: Weka, Attribute-Relation File Format, stable version, "The @attribute Declarations":
# "integer is treated as numeric".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1' 'liac-arff==2.5.0'

expected=$(
    cat <<'OUTPUT'
liac-arff: [0, 0, 2]
scikit-learn's copy: [0, 0, 2]
scipy: [0.9, -0.9, 2.5]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import io
import warnings

import arff
from scipy.io.arff import loadarff
from sklearn.externals import _arff

warnings.simplefilter("error")
FILE = """@relation shares
@attribute share integer
@data
0.9
-0.9
2.5
"""
for name, parser in (("liac-arff", arff), ("scikit-learn's copy", _arff)):
    print(f"{name}:", [row[0] for row in parser.loads(FILE)["data"]])
print("scipy:", loadarff(io.StringIO(FILE))[0]["share"].tolist())
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
