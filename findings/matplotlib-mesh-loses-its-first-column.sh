#!/usr/bin/env bash
# The first of four columns is not in the picture.
#
# Expected: `pcolormesh` of values at x = 1, 10, 100, 1000 has a cell for each, "centered on
# (X[i, j], Y[i, j])", and on a logarithmic axis cells of equal width.
# What happens: the edges are halves of sums on any axis, -3.5, 5.5, 55, 550, 1450. The axis,
# which can show nothing at or below zero, begins at 4.16 by itself, right of the first value,
# whose cell is a sliver; at 50 one sees the value of 10, though 100 is nearer on the axis. Of a
# sweep of a penalty or a frequency its first setting is missing. With the edges passed, all is
# right. Nothing warns.
# Version: matplotlib 3.11.2.
# Source: matplotlib reference, `Axes.pcolormesh`, `shading="nearest"` and "auto"; matplotlib
# issue 29615 and pull request 29783, about the limits alone; xarray issue 5333.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'matplotlib==3.11.2'

expected=$(
    cat <<'OUTPUT'
values at 1 10 100 1000: axis from 4.16 to 1.45e+03
  widths in the picture: first 4 %, second 40 %, third 40 %, fourth 16 %
  at 1 nothing, at 10 the second, at 50 the second, at 100 the third, at 1000 the fourth
edges passed: axis from 0.316 to 3.16e+03
  widths in the picture: first 25 %, second 25 %, third 25 %, fourth 25 %
  at 1 the first, at 10 the second, at 50 the third, at 100 the third, at 1000 the fourth
OUTPUT
)
output=$(
    cd "$folder" && MPLBACKEND=agg venv/bin/python -W error - <<'PYTHON'
import numpy as np
from matplotlib import pyplot as plt

NAMES = ["the first", "the second", "the third", "the fourth"]
values = [[0.0, 1.0, 2.0, 3.0]] * 2
places = np.array([1.0, 10.0, 100.0, 1000.0])


def draw(title, x, y):
    figure, axes = plt.subplots(figsize=(10, 2), dpi=100)
    axes.set_xscale("log")
    mesh = axes.pcolormesh(x, y, values)
    figure.canvas.draw()
    picture = np.asarray(figure.canvas.buffer_rgba())[:, :, :3] / 255
    box = axes.get_window_extent()
    inside = picture[picture.shape[0] // 2, round(box.x0) + 3 : round(box.x1) - 3]
    colours = mesh.cmap(mesh.norm(values[0]))[:, :3]
    seen = np.abs(inside[:, None] - colours).sum(axis=2).argmin(axis=1)
    left, right = axes.get_xlim()
    print(f"{title}: axis from {left:.3g} to {right:.3g}")
    widths = [f"{name[4:]} {np.mean(seen == k):.0%}" for k, name in enumerate(NAMES)]
    print("  widths in the picture:", ", ".join(widths).replace("%", " %"))
    found = []
    for place in (1, 10, 50, 100, 1000):
        share = np.log(place / left) / np.log(right / left)
        name = NAMES[seen[int(share * len(seen))]] if 0 <= share < 1 else "nothing"
        found.append(f"at {place} {name}")
    print(" ", ", ".join(found))


draw("values at 1 10 100 1000", places, [0.0, 1.0])
draw("edges passed", np.sqrt(10) * np.array([0.1, 1, 10, 100, 1000]), [-0.5, 0.5, 1.5])
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
