#!/usr/bin/env bash
# A row with the weight 0 shifts the coefficients of a support vector machine to other rows.
#
# Expected: a weight rescales C of its row, so that a row with the weight 0 is as good as not there:
# the model is that of the other rows, `support_` names its rows in the table, and a linear kernel
# that is computed beforehand changes nothing.
# What happens: rows of weight 0 are left out before the support vectors are numbered, and the
# numbers are not translated back. With the first of six rows at weight 0, `support_` says 1 and 4,
# and the support vectors are the rows 2 and 5. With `kernel="precomputed"` the columns of the
# kernel are picked by these numbers: the decision value at -3 is -10.33 for -3.67, and the point
# -0.2 changes its class. A weight of 1e-12 gives the right model. Nothing warns.
# Version: scikit-learn 1.9.1.
# Source: scikit-learn reference, `SVC`, `support_`, and `SVC.fit`, `sample_weight`; pull request
# 27763 of scikit-learn, open, on the numbers of `support_`; sklearn/svm/src/libsvm/svm.cpp,
# `remove_zero_weight`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1'

expected=$(
    cat <<'OUTPUT'
linear, first weight 0: support [1, 4], values [-3.67, -1.0, 0.07, 4.33]
  the support vectors are the rows [2, 5]
linear, first weight 1e-12: support [0, 2, 5], values [-3.67, -1.0, 0.07, 4.33]
  the support vectors are the rows [0, 2, 5]
precomputed, first weight 0: support [1, 4], values [-10.33, -3.22, -0.38, 11.0]
precomputed, first weight 1e-12: support [0, 2, 5], values [-3.67, -1.0, 0.07, 4.33]
without the first row: support [1, 4], values [-3.67, -1.0, 0.07, 4.33]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from sklearn.svm import SVC

X = np.array([[9.0], [-2.0], [-1.0], [1.0], [2.0], [0.5]])
y = np.array([-1, -1, -1, 1, 1, 1])
new = np.array([[-3.0], [-1.0], [-0.2], [3.0]])


def report(name, model, rows):
    values = model.decision_function(rows).round(2).tolist()
    print(f"{name}: support {model.support_.tolist()}, values {values}")


for kernel, train, rows in (("linear", X, new), ("precomputed", X @ X.T, new @ X.T)):
    for weight in (0.0, 1e-12):
        weights = np.array([weight, 1, 1, 1, 1, 1])
        model = SVC(kernel=kernel, C=10).fit(train, y, sample_weight=weights)
        report(f"{kernel}, first weight {weight:g}", model, rows)
        if kernel == "linear":
            vectors = [X.ravel().tolist().index(x) for x in model.support_vectors_.ravel()]
            print(f"  the support vectors are the rows {vectors}")
report("without the first row", SVC(kernel="linear", C=10).fit(X[1:], y[1:]), new)
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
