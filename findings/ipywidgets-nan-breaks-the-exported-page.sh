#!/usr/bin/env bash
# One value that is not a number takes every control off an exported page.
#
# Expected: `embed_minimal_html` writes the state of its controls as JSON, which has no NaN: one
# writes null, a string, or refuses the value.
# What happens: the page has the bare word NaN, or Infinity, in its block of the type
# `application/vnd.jupyter.widget-state+json`, without a warning. A browser's `JSON.parse` refuses
# the whole block, and with it the controls that have plain numbers. A strict parser of Python
# says the same.
# Version: ipywidgets 8.1.9.
# Source: RFC 8259, section 6, numbers: "Infinity and NaN are not permitted"; ipywidgets
# documentation, chapter on embedding, `embed_minimal_html`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'ipywidgets==8.1.9'

expected=$(
    cat <<'OUTPUT'
0.5 values [0.5, 7]
nan not read: NaN is no JSON
inf not read: NaN is no JSON
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import io
import json
import math
import re

import ipywidgets as controls
from ipywidgets.embed import embed_minimal_html

BLOCK = re.compile(r'"application/vnd.jupyter.widget-state\+json">(.*?)</script>', re.DOTALL)


def refuse(word):
    raise ValueError(f"{word} is no JSON")


for value in (0.5, math.nan, math.inf):
    page = io.StringIO()
    views = [controls.FloatText(value), controls.IntSlider(7)]
    embed_minimal_html(page, views=views, drop_defaults=True)
    [text] = BLOCK.findall(page.getvalue())
    try:
        models = json.loads(text, parse_constant=refuse)["state"].values()
        print(value, "values", [m["state"]["value"] for m in models if "value" in m["state"]])
    except ValueError as error:
        print(value, "not read:", error)
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
