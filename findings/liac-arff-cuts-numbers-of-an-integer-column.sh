#!/usr/bin/env bash
# Numbers of an ARFF file lose what is behind the point.
#
# Expected: the types `integer`, `real` and `numeric` of ARFF are one type, numbers: 2.75 in a
# column of any of them is 2.75, or the file is refused.
# What happens: liac-arff cuts the numbers of a column of the type `integer` off towards zero,
# 2.75 to 2 and -0.9 to 0, without an error, where SciPy's reader has them whole. What it then
# writes has lost them for good.
# Version: liac-arff 2.5.0, scipy 1.17.1.
# Source: Weka, Attribute-Relation File Format, stable version, "Numeric attributes": integer and
# real are treated as numeric.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'liac-arff==2.5.0'

expected=$(
    cat <<'OUTPUT'
numeric: liac-arff [2.75, -0.9, 3.0], scipy [2.75, -0.9, 3.0], written again ['2.75', '-0.9', '3.0']
real: liac-arff [2.75, -0.9, 3.0], scipy [2.75, -0.9, 3.0], written again ['2.75', '-0.9', '3.0']
integer: liac-arff [2, 0, 3], scipy [2.75, -0.9, 3.0], written again ['2', '0', '3']
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import io
import warnings

import arff
from scipy.io.arff import loadarff

warnings.simplefilter("error")
FILE = """@relation measured
@attribute x {}
@data
2.75
-0.9
3
"""
for kind in ("numeric", "real", "integer"):
    text = FILE.format(kind)
    liac = [x for (x,) in arff.loads(text)["data"]]
    scipy = loadarff(io.StringIO(text))[0]["x"].tolist()
    written = arff.dumps(arff.loads(text)).partition("@DATA\n")[2].split("\n")[:3]
    print(f"{kind}: liac-arff {liac}, scipy {scipy}, written again {written}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
