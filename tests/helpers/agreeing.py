"""Whether a page draws what the paper drawer draws."""

import numpy as np
from extents import extents

from widgets.marks import Text


def agree_with_paper(page, scene, frames):
    """Each mark of `scene` reaches as far on `page` as on paper, in each of the frames."""
    for k in sorted(frames):
        page.evaluate("k => document.querySelector('.cl-stage').convexlab.player.go(k)", k)
        shown = page.evaluate(
            """() => Object.fromEntries(document.querySelector('.cl-stage').convexlab.panels
               .map((p) => [p.panel.key, p.extents()]))"""
        )
        paper = extents(scene, k)
        for panel in scene.panels:
            _agree(panel, shown[panel.key], paper[panel.key], k)


def _agree(panel, browser, paper, k):
    """Each mark reaches as far in the browser as on paper: within a three-hundredth of the axis."""
    axes = panel.axes()
    for mark, _, box in paper:
        ours = [ends for index, *ends in browser if index == mark]
        if not box:
            # Words that are not shown in this frame have a point, but nothing is drawn there.
            drawn = panel.marks[mark]
            silent = isinstance(drawn, Text) and drawn.per_frame and drawn.text[k] == ""
            hidden = all(e is None for ends in ours for e in ends)
            assert hidden or silent, f"{panel.key}, mark {mark}"
            continue
        for i, axis in enumerate(axes):
            found = [e[i] for e in ours if e[i] is not None]
            assert found, f"{panel.key}, mark {mark} is not in the browser"
            low, high = min(e[0] for e in found), max(e[1] for e in found)
            for mine, theirs in ((low, box[2 * i]), (high, box[2 * i + 1])):
                assert abs(_along(mine, axis) - _along(theirs, axis)) < 1 / 300, (
                    f"{panel.key}, mark {mark}, axis {i}: {mine} in the browser, {theirs} on paper"
                )


def _along(value, axis):
    """Where on its axis a value lies: 0 at the low end, 1 at the high end."""
    low, high = axis.range
    if axis.log:
        value, low, high = np.log10([value, low, high])
    return np.clip((value - low) / (high - low), 0.0, 1.0)
