#!/usr/bin/env bash
# On a logarithmic axis the words of a line at 2 stand at 100.
#
# Expected: `add_vline(x=2, annotation_text=...)` draws a line at 2 and writes the words next to
# it, "relative to the shape", whatever the kind of the axis.
# What happens: both get x = 2, which is a number of the axis for a shape and the exponent of ten
# for an annotation. On an axis from 1 to 1000 the line is at 10 % of the width and its words at
# 67 %, where 100 is: another line there is taken for the one that is meant. Of a line beyond 3
# they are out of the picture, or, where no range is given, stretch the axis over as many powers
# of ten. `add_hline`, `add_vrect` and `add_hrect` do the same; the log passed as `annotation_x`
# mends it.
# Version: plotly 7.1.0.
# Source: plotly.py reference, `Figure.add_vline`, `annotation`; figure reference,
# `layout.annotations`, `x`, and `layout.shapes`, `x0`, where the axis is logarithmic; plotly.py
# issues 2580, open since 2020, and 4012.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'plotly==7.1.0'

expected=$(
    cat <<'OUTPUT'
annotation: "log", then you must take the log of your desired range
linear vline 2: drawn at 0.1 %, words at 0.1 %
linear vrect 2 to 200: drawn at 0.1 to 19.9 %, words at 19.9 %
log vline 2: drawn at 10.0 %, words at 66.7 %
log vline 100: drawn at 66.7 %, words at 3333.3 %
log vrect 2 to 200: drawn at 10.0 to 76.7 %, words at 6666.7 %
log vline 2, annotation_x given: drawn at 10.0 %, words at 10.0 %
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import math
import re

import plotly.graph_objects as go

text = " ".join(go.layout.Annotation.x.__doc__.split())
print("annotation:", re.search(r'"log", then [^.]*', text)[0])


def share(x, kind, exponent=False):
    """Where x is between 1 and 1000, in percent of the axis."""
    if kind == "linear":
        return 100 * (x - 1) / 999
    return 100 * (x if exponent else math.log10(x)) / 3


def show(title, kind, add, **place):
    figure = go.Figure(go.Scatter(x=[1, 10, 100, 1000], y=[1, 2, 3, 4]))
    figure.update_xaxes(type=kind, range=[1, 1000] if kind == "linear" else [0, 3])
    add(figure, annotation_text="limit", **place)
    [shape], [words] = figure.layout.shapes, figure.layout.annotations
    assert shape.xref == words.xref == "x"
    # A shape takes numbers of the axis, an annotation their logarithms: the reference's rule.
    ends = dict.fromkeys(f"{share(x, kind):.1f}" for x in (shape.x0, shape.x1))
    at = share(words.x, kind, exponent=True)
    print(f"{kind} {title}: drawn at {' to '.join(ends)} %, words at {at:.1f} %")


show("vline 2", "linear", go.Figure.add_vline, x=2)
show("vrect 2 to 200", "linear", go.Figure.add_vrect, x0=2, x1=200)
show("vline 2", "log", go.Figure.add_vline, x=2)
show("vline 100", "log", go.Figure.add_vline, x=100)
show("vrect 2 to 200", "log", go.Figure.add_vrect, x0=2, x1=200)
show("vline 2, annotation_x given", "log", go.Figure.add_vline, x=2, annotation_x=math.log10(2))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
