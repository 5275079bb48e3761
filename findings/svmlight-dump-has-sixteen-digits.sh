#!/usr/bin/env bash
# Numbers that are written and read back in svmlight format are others.
#
# Expected: `dump_svmlight_file` writes doubles so that they come back, as `numpy.savetxt` and
# `repr` do: that takes up to 17 digits.
# What happens: features and targets are written with 16. About four in ten of normal numbers
# come back as a neighbour, and two different numbers may come back as one.
# Version: scikit-learn 1.9.1.
# Source: scikit-learn reference, `dump_svmlight_file`, where no rounding is named;
# sklearn/datasets/_svmlight_format_fast.pyx, `value_pattern`; IEEE 754-2008, 5.12.2, on 17
# digits.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1'

expected=$(
    cat <<'OUTPUT'
written: 0 1:0.3 2:0.3
different before: True, after: False
of 100000 normal numbers, 4 in 10 differ; by savetxt 0
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import io

import numpy as np
from sklearn.datasets import dump_svmlight_file, load_svmlight_file


def back(X):
    file = io.BytesIO()
    dump_svmlight_file(X, np.zeros(len(X)), file, zero_based=False)
    text = file.getvalue().decode().splitlines()[0]
    file.seek(0)
    return text, load_svmlight_file(file, zero_based=False)[0].toarray()


pair = np.array([[0.3, 0.1 + 0.2]])
text, found = back(pair)
print("written:", text)
print(f"different before: {pair[0, 0] != pair[0, 1]}, after: {found[0, 0] != found[0, 1]}")

X = np.random.default_rng(0).normal(size=(10_000, 10))
file = io.StringIO()
np.savetxt(file, X)
file.seek(0)
other = round(10 * np.mean(back(X)[1] != X))
print(f"of {X.size} normal numbers, {other} in 10 differ; by savetxt", np.sum(np.loadtxt(file) != X))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
