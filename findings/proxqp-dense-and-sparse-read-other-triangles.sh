#!/usr/bin/env bash
# The dense and the sparse side of one package read opposite triangles of the matrix.
#
# Expected: a quadratic term given by one triangle, as OSQP and Clarabel ask for it, is
# completed, refused, or misread in one way by both interfaces of ProxQP.
# What happens: the sparse one reads the upper triangle only and the dense one the lower only:
# an upper triangle gives the right answer, (2, -1), in the sparse interface and that of another
# problem in the dense one, a lower triangle the other way round. All four end solved.
# Version: proxsuite 0.8.0.
# Source: ProxSuite documentation, ProxQP, "API with examples", dense and sparse; OSQP
# documentation, `setup`, P upper triangular.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'proxsuite==0.8.0'

expected=$(
    cat <<'OUTPUT'
full dense PROXQP_SOLVED [2.0, -1.0]
full sparse PROXQP_SOLVED [2.0, -1.0]
upper dense PROXQP_SOLVED [1.5, 0.0]
upper sparse PROXQP_SOLVED [2.0, -1.0]
lower dense PROXQP_SOLVED [2.0, -1.0]
lower sparse PROXQP_SOLVED [1.5, 0.0]
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numpy as np
import proxsuite
from scipy import sparse

full, q = np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([-3.0, 0.0])
row, far = np.array([[1.0, 1.0]]), np.array([50.0])
for name, H in (("full", full), ("upper", np.triu(full)), ("lower", np.tril(full))):
    for kind in ("dense", "sparse"):
        solver = getattr(proxsuite.proxqp, kind).QP(2, 0, 1)
        solver.settings.eps_abs = 1e-9
        make = np.array if kind == "dense" else sparse.csc_matrix
        solver.init(make(H), q, None, None, make(row), -far, far)
        solver.solve()
        x = (np.round(solver.results.x, 3) + 0.0).tolist()
        print(name, kind, solver.results.info.status.name, x)
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
