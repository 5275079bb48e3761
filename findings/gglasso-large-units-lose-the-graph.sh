#!/usr/bin/env bash
# In other units the graph of a graphical lasso is empty, and the status is not a failure.
#
# Expected: if the covariance and lambda are multiplied by 1e4, the precision is divided by 1e4
# and the same edges stay.
# What happens: `ADMM_SGL` starts at the identity with tolerances for residuals in the units of
# the precision: at 1e4 it stops with the status "dual optimal" and no edge at all, where the
# same data in the other unit have five.
# Version: gglasso 0.3.1.
# Source: GGLasso documentation, "Single Graphical Lasso", stopping criteria of the ADMM;
# `gglasso.solver.single_admm_solver.ADMM_SGL`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'gglasso==0.3.1'

expected=$(
    cat <<'OUTPUT'
scale 1: optimal, 5 edges
scale 10000: dual optimal, 0 edges
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import contextlib
import io

import numpy as np
from gglasso.solver.single_admm_solver import ADMM_SGL

S = 0.6 ** np.abs(np.subtract.outer(np.arange(4), np.arange(4)))
for scale in (1.0, 1e4):
    with contextlib.redirect_stdout(io.StringIO()):
        answer, info = ADMM_SGL(scale * S, scale * 0.1, np.eye(4))
    edges = int(np.count_nonzero(np.triu(np.abs(scale * answer["Theta"]), 1) > 1e-2))
    print(f"scale {scale:g}: {info['status']}, {edges} edges")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
