#!/usr/bin/env bash
# A convex problem with one minimum has another answer for each start.
#
# Expected: `MMC(diagonal=True)` minimises the sum of squared distances of similar pairs less the
# logarithm of the sum of distances of dissimilar ones, which is convex. With one feature, two
# similar pairs at distance 1 and two dissimilar ones at 4 this is 2 w - log(8 sqrt(w)), least at
# w = 1 / 4 from every start.
# What happens: the Newton step is one for this objective, but the length of the step is sought
# for the sum of the two terms in place of their difference, which is smallest at w = 0. From 0.2
# the metric does not move, from 0.3 it stops behind the minimum, from 0.5 it falls almost to 0.
# There is no warning.
# Version: metric-learn 0.7.0, scikit-learn 1.5.2.
# Source: metric-learn documentation, `MMC`, which calls its problem convex and free of other local
# minima; Xing, Jordan, Russell, Ng, "Distance metric learning with application to clustering with
# side-information", NIPS 2002, section 2.1.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==1.26.4' 'scipy==1.13.1' 'scikit-learn==1.5.2' 'metric-learn==0.7.0'

expected=$(
    cat <<'OUTPUT'
start 0.2: w = 0.20000, objective -0.87472; at 1/4: -0.88629
start 0.25: w = 0.25000, objective -0.88629; at 1/4: -0.88629
start 0.3: w = 0.24000, objective -0.88588; at 1/4: -0.88629
start 0.5: w = 0.00000, objective 5.52146; at 1/4: -0.88629
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import warnings

import numpy as np
from metric_learn import MMC

warnings.simplefilter("error")
pairs = np.array([[0.0, 1.0], [4.0, 5.0], [0.0, 4.0], [1.0, 5.0]])[:, :, None]
similar = np.array([1, 1, -1, -1])


def objective(w):
    squared = w * (pairs[:, 0, 0] - pairs[:, 1, 0]) ** 2
    return squared[similar == 1].sum() - np.log(np.sqrt(squared[similar == -1]).sum())


for start in (0.2, 0.25, 0.3, 0.5):
    model = MMC(diagonal=True, init=np.array([[start]]), max_iter=1000, tol=1e-10)
    w = model.fit(pairs, similar).get_mahalanobis_matrix()[0, 0]
    print(f"start {start:g}: w = {w:.5f}, objective {objective(w):.5f}; "
          f"at 1/4: {objective(0.25):.5f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
