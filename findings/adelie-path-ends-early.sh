#!/usr/bin/env bash
# A path of penalties that was asked for comes back cut short.
#
# Expected: `grpnet` with a `lmda_path` of one's own fits a model at each of its values, or says
# that it did not.
# What happens: once 90% of the deviance are explained it stops: of five penalties only the
# first is fitted, `state.betas` has one row, and neither a warning nor a status tells. With
# `early_exit=False` there are five.
# Version: adelie 1.1.52.
# Source: adelie reference, `grpnet`, parameters `lmda_path` (values to be fitted) and
# `early_exit`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==1.26.4' 'scipy==1.17.1' 'adelie==1.1.52'

expected=$(
    cat <<'OUTPUT'
default: asked 5, fitted 1, error ''
early_exit=False: asked 5, fitted 5, error ''
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import warnings

import adelie as ad
import numpy as np

warnings.simplefilter("error")
X = np.asfortranarray([[1.0, 2, 0], [0, 1, -1], [2, 0, 1], [-1, 1, 1], [1, -1, 2], [0, 2, 1]])
y = X @ np.array([3.0, -2.0, 0.1])
path = [1.0, 0.3, 0.1, 0.03, 0.01]
for name, options in (("default", {}), ("early_exit=False", {"early_exit": False})):
    options.update(intercept=False, progress_bar=False)
    state = ad.grpnet(X, ad.glm.gaussian(y), lmda_path=path, **options)
    print(f"{name}: asked {len(path)}, fitted {state.betas.shape[0]}, error {state.error!r}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
