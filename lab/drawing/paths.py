"""The panel "iterates" of scenes that draw several methods' paths: level sets, paths, names.

`f` is a `lab.scenes.frames.Frames`.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from lab.drawing.geometry import BEYOND, CELLS, axes, grid, moving, up_to
from lab.drawing.text import weight
from widgets import Contour, Panel, Path, Text

#: Paths of at most so many vertices carry a dot at each.
_DOTTED = 60


def landscape(f: Any, xlim: tuple[float, float], ylim: tuple[float, float]) -> Iterator:
    """Filled level sets of `f.objective` beyond the window, with thin lines between them; where
    it is infinite, no point may be, and the highest band ends at that wall."""
    x, y, points = grid(xlim, ylim, CELLS, BEYOND)
    F, least = f.objective(points), f.objective(f.minimiser)
    corners = f.objective(np.array([[a, b] for a in xlim for b in ylim]))
    seen = corners[np.isfinite(corners)] if np.isfinite(corners).any() else F[np.isfinite(F)]
    levels = tuple(least + (seen.max() - least) * np.linspace(0.0, 1.0, 10)[1:] ** 2.5)
    F = np.where(np.isfinite(F), F, 2.0 * levels[-1] - least)
    filled = Contour(x, y, F, levels=levels, opacity=0.75, label="F(w)")
    yield filled
    yield replace(filled, fill=False, tone="muted", width=0.7, opacity=0.45)


def iterates_panel(
    title: str,
    marks: list,
    box: tuple[tuple[float, float], ...],
    legend: Any,
    hint: str = "",
    names: tuple[str, ...] = (),
) -> Panel:
    """The panel: an axis per weight, each with its range of `box`, one unit as long as another.
    names: what the features of the weights are called, where they have names."""
    titles = axis_titles([weight(d) for d in range(len(box))], names)
    return Panel(title, marks, *axes(titles, box, zero=True), equal=True, key="iterates",
                 hint=hint, legend=legend)  # fmt: skip


def axis_titles(symbols: list[str], names: tuple[str, ...]) -> list[str]:
    """ "w₁: size" for each symbol and the name of its feature; the symbols where none has one."""
    return [f"{s}: {n}" for s, n in zip(symbols, names, strict=True)] if names else symbols


def method_paths(f: Any, label: str) -> Iterator:
    """The rivals' paths, then the path of the main method, called `label`, on top."""
    for name in f.rivals:
        text, tone, dash = f.methods[name]
        yield Path(**up_to(f.path(name), f.rows[name]), tone=tone, dash=dash, label=text)
    main = f.run.main
    path, dots = f.path(main), len(f.path(main)) <= _DOTTED
    yield Path(**up_to(path, f.rows[main]), width=2.5, markers=dots, label=label, follow=True)


def path_names(f: Any, box: tuple[tuple[float, float], ...]) -> Iterator:
    """Each rival's name next to the head of its path, in space one under another; box: the axes'
    ranges."""
    spans = np.array([high - low for low, high in box])
    for i, name in enumerate(f.rivals):
        text, tone, _ = f.methods[name]
        at = f.path(name)[f.rows[name]]
        if len(box) == 3:  # in a plane, words find their own places, with lines to their points
            at[:, 0] += 0.025 * spans[0]
            at[:, 2] += 0.07 * spans[2] * (0.5 * (len(f.rivals) - 1) - i)
        yield Text(**moving(at), text=(text,), tone=tone)
