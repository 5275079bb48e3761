#!/usr/bin/env bash
# Two packages ship Fisher's irises, and a test is significant in one of them.
#
# Expected: `plotly.data.iris` is the table that its documentation links, Fisher's of 1936, as in
# scikit-learn, Vega and Bokeh.
# What happens: flower 35 differs by 0.1 in the width of its petal, and flower 38 by 0.5 and 0.1
# in its sepal's width and its petal's length, so that flowers 10, 35 and 38 are one flower three
# times. The errors are those of a copy of 1988, which its archive names. Among the 50 irises
# setosa the widths of sepal and petal are correlated with p = 0.049 in plotly and p = 0.104 in
# Fisher's table.
# Version: plotly 7.1.0, scikit-learn 1.9.1, vega-datasets 0.9.0, bokeh-sampledata 2026.1.
# Source: R. A. Fisher, The use of multiple measurements in taxonomic problems, Annals of
# Eugenics 7 (1936), table I; plotly.py reference, `plotly.data.iris`; UCI Machine Learning
# Repository, Iris, on the 35th and 38th sample; scikit-learn user guide, "Toy datasets", iris
# plants dataset.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pandas==3.1.1' 'scikit-learn==1.9.1' 'plotly==7.1.0' \
    'vega-datasets==0.9.0' 'bokeh-sampledata==2026.1'

expected=$(
    cat <<'OUTPUT'
by Fisher: flower 35 is 4.9 3.1 1.5 0.2, flower 38 is 4.9 3.6 1.4 0.1
scikit-learn: as by Fisher, 1 flower like 10, p = 0.104
vega: as by Fisher, 1 flower like 10, p = 0.104
bokeh: as by Fisher, 1 flower like 10, p = 0.104
plotly: flower 35 is 4.9 3.1 1.5 0.1, flower 38 is 4.9 3.1 1.5 0.1, 3 flowers like 10, p = 0.049
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import numpy as np
import plotly.data
from bokeh_sampledata import iris
from scipy.stats import pearsonr
from sklearn.datasets import load_iris
from vega_datasets import data

FISHER = {35: [4.9, 3.1, 1.5, 0.2], 38: [4.9, 3.6, 1.4, 0.1]}
VEGA = ["sepalLength", "sepalWidth", "petalLength", "petalWidth"]
tables = {
    "scikit-learn": load_iris().data,
    "vega": data.iris()[VEGA].to_numpy(),
    "bokeh": iris.flowers.iloc[:, :4].to_numpy(),
    "plotly": plotly.data.iris().iloc[:, :4].to_numpy(),
}


def words(rows):
    flowers = (f"flower {n} is {' '.join(f'{x:g}' for x in row)}" for n, row in rows.items())
    return ", ".join(flowers)


print("by Fisher:", words(FISHER))
for name, table in tables.items():
    rows = {number: table[number - 1] for number in FISHER}
    same = all(np.allclose(rows[number], FISHER[number]) for number in FISHER)
    alike = int(np.isclose(table, table[9]).all(axis=1).sum())
    print(f"{name}: {'as by Fisher' if same else words(rows)}", end=", ")
    print(f"{alike} flower{'s' * (alike > 1)} like 10", end=", ")
    setosa = table[:50]
    print(f"p = {pearsonr(setosa[:, 1], setosa[:, 3]).pvalue:.3f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
