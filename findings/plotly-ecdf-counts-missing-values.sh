#!/usr/bin/env bash
# The curve of a distribution ends at 0.6.
#
# Expected: an empirical distribution goes up to 1 at the largest value; a row whose value is
# missing is left out, as in seaborn, or refused, as in matplotlib.
# What happens: `px.ecdf` counts the rows without a value and draws none of them: of 1, 2, 3 and
# two NaN the curve ends at 0.6, and its median would be 3 and not 2. `ecdfmode="complementary"`
# falls to 0.4, as if two in five were larger than the largest; "reversed" is the share of known
# values at or above each over the same 5. Nothing warns.
# Version: plotly 7.1.0, pandas 3.1.1, seaborn 0.13.2, matplotlib 3.11.2.
# Source: plotly.py documentation, "Empirical cumulative distribution plots", by which the curve
# shows the share of the data at or below x; seaborn documentation, `ecdfplot`; matplotlib
# reference, `Axes.ecdf`; plotly/express/_core.py, `make_figure`, the cumulative sum of ones.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'pandas==3.1.1' 'matplotlib==3.11.2' 'seaborn==0.13.2' \
    'plotly==7.1.0'

expected=$(
    cat <<'OUTPUT'
by hand: 1 0.33, 2 0.67, 3 1.00
plotly: 1 0.20, 2 0.40, 3 0.60
plotly, missing left out before: 1 0.33, 2 0.67, 3 1.00
plotly, complementary: 1 0.80, 2 0.60, 3 0.40
plotly, reversed: 1 0.60, 2 0.40, 3 0.20
seaborn: 1 0.33, 2 0.67, 3 1.00
matplotlib refuses: ecdf() does not support NaNs
OUTPUT
)
output=$(
    cd "$folder" && MPLBACKEND=agg venv/bin/python - <<'PYTHON'
import numpy as np
import pandas as pd
import plotly.express as px
import seaborn

frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, np.nan, np.nan]})
known = frame.dropna()


def show(name, xs, shares):
    drawn = [f"{x:g} {share:.2f}" for x, share in zip(xs, shares) if np.isfinite(x)]
    print(f"{name}: {', '.join(drawn)}")


def by_plotly(name, data, **options):
    [trace] = px.ecdf(data, x="x", **options).data
    show(name, trace.x, trace.y)


show("by hand", known.x, [np.mean(known.x <= x) for x in known.x])
by_plotly("plotly", frame)
by_plotly("plotly, missing left out before", known)
by_plotly("plotly, complementary", frame, ecdfmode="complementary")
by_plotly("plotly, reversed", frame, ecdfmode="reversed")
[line] = seaborn.ecdfplot(frame, x="x").lines
show("seaborn", *line.get_data())
try:
    show("matplotlib", *line.axes.ecdf(frame.x).get_data())
except ValueError as error:
    print("matplotlib refuses:", error)
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
