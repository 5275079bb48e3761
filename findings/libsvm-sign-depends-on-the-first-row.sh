#!/usr/bin/env bash
# With the labels 1 and 0 a decision value changes its sign with the order of the rows.
#
# Expected: with the labels +1 and -1 a positive decision value means +1, whatever the order of
# the rows; with 1 and 0 a positive value means 1 in the same way.
# What happens: LIBSVM puts +1 before -1, and nothing else: for other pairs the first class is
# that of the first row. The same two points in the other order give the same labels and
# opposite decision values, so that values of two models, or folds, cannot be compared without
# `get_labels`.
# Version: libsvm-official 3.37.0 (its wheel is built from source, with a C++ compiler).
# Source: LIBSVM's README, `svm_predict_values` and `svm_get_labels`, and its FAQ on the sign of
# decision values.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'libsvm-official==3.37.0'

expected=$(
    cat <<'OUTPUT'
rows (1, -1): predicts 1 from 2
rows (-1, 1): predicts 1 from 2
rows (1, 0): predicts 1 from 2
rows (0, 1): predicts 1 from -2
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
from libsvm import svmutil

for other in (-1, 0):
    rows = [(1, {1: 1.0}), (other, {1: -1.0})]
    for order in (rows, rows[::-1]):
        labels, points = zip(*order)
        model = svmutil.svm_train(list(labels), list(points), "-t 0 -q")
        predicted, _, values = svmutil.svm_predict([1], [{1: 2.0}], model, "-q")
        print(f"rows {labels}: predicts {int(predicted[0])} from {values[0][0]:g}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
