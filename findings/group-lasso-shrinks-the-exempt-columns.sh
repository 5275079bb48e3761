#!/usr/bin/env bash
# A column that is exempt from the penalty is set to zero by it.
#
# Expected: the group None, or a negative one, is for columns "that should not be regularised", such
# as the age in a study: where columns are orthogonal such a column has its least-squares
# coefficient, 0.3, whatever the penalties are.
# What happens: only the norms of groups leave it out. The other part of the penalty, `l1_reg`,
# counts every column, and is 0.05 where it is not given: the coefficient is 0.2 then, and 0 for
# `l1_reg=0.2`, as in a group of its own. Only with `l1_reg=0` is it 0.3.
# Version: group-lasso 1.5.0.
# Source: group-lasso API reference, `GroupLasso`, parameters `groups` and `l1_reg`;
# group_lasso/_group_lasso.py, `_l1_l2_prox`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1' 'group-lasso==1.5.0'

expected=$(
    cat <<'OUTPUT'
last column in group 3, l1_reg not given: 1.80 0.80 0.10
last column in group 3, l1_reg 0: 1.90 0.90 0.20
last column in group 3, l1_reg 0.2: 1.50 0.50 0.00
last column in group None, l1_reg not given: 1.80 0.80 0.20
last column in group None, l1_reg 0: 1.90 0.90 0.30
last column in group None, l1_reg 0.2: 1.50 0.50 0.00
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import warnings

import numpy as np
from group_lasso import GroupLasso

warnings.simplefilter("ignore")
X = np.array([[1.0, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
y = X @ np.array([[2.0], [1.0], [0.3]])


def coefficients(last, **penalty):
    model = GroupLasso([1, 2, last], group_reg=0.05, tol=1e-9, supress_warning=True, **penalty)
    return " ".join(f"{value:.2f}" for value in model.fit(X, y).coef_.ravel() + 0.0)


for last in (3, None):
    print(f"last column in group {last}, l1_reg not given:", coefficients(last))
    for l1_reg in (0, 0.2):
        print(f"last column in group {last}, l1_reg {l1_reg}:", coefficients(last, l1_reg=l1_reg))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
