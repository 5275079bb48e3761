#!/usr/bin/env bash
# The column of a feature depends on which rows are in the file.
#
# Expected: with `n_features` given, index 2 of a libsvm file is one column, in the training
# file as in the test file.
# What happens: `load_svmlight_file` decides from each file whether indices begin at 0 or 1: a
# file that has the index 0 somewhere is read as it is, its part without that feature is moved
# by one column. Both loads succeed, and a model that was fitted on the one is applied to
# shifted features.
# Version: scikit-learn 1.9.1.
# Source: scikit-learn reference, `load_svmlight_file`, `zero_based="auto"` and `n_features`;
# LIBSVM's README, format of data files.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1'

expected=$(
    cat <<'OUTPUT'
both rows: the second row is [0.0, 7.0, 6.0, 0.0]
second row alone: the second row is [7.0, 6.0, 0.0, 0.0]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import io

from sklearn.datasets import load_svmlight_file

ROWS = [b"1 0:4 2:5\n", b"-1 1:7 2:6\n"]
for name, rows in (("both rows", ROWS), ("second row alone", ROWS[1:])):
    X, y = load_svmlight_file(io.BytesIO(b"".join(rows)), n_features=4)
    print(f"{name}: the second row is {X[-1].toarray().ravel().tolist()}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
