"""The panel "block" of the groups scene as a function: the norm to which a pull leads. For a group
whose curvatures are all L it is (|b| - lam)+ / L, (19) of 002_8a6384496e3a9cf3.txt, Fig. 3 with a
norm for a size; else it bends, and (19) with the largest curvature is where Newton's method begins.
"""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.lars.groups.block import phi
from lab.lessons.lars.groups.view import NAMES
from widgets import Axis, Band, Curve, Panel, Points, Segments, Text, row

#: Points of a curve beyond the threshold.
_GRID = 48


def shrinkage(view):
    """|w_g| against |b_g| along the direction that b has in the frame."""
    lam, pull, new = view.lam, view.pull, np.where(view.started, view.new, np.nan)
    reach = 1.15 * max(pull.max(), 1.5 * lam)
    top = 1.2 * max(new[view.started].max(initial=0.0), soft(view, reach).min())
    x, y = curve(view, 2.0 * top)
    here, flat = row(pull), np.array([0.0, lam, reach])
    one_step = np.column_stack([0.0 * pull, 0.0 * pull, soft(view, reach)])
    marks = [
        Band([0.0, lam], [-top] * 2, [2.0 * top] * 2, tone="muted", fill=0.13,
             label="|b| ≤ λ: the whole group is 0"),
        Curve(flat, row(np.minimum(one_step, 2.0 * top)), tone="muted", dash="dot", width=1.5,
              label="(|b| − λ)₊ ÷ L, as if every curvature were L, the largest"),
        Curve(row(np.minimum(x, 2.0 * reach)), row(y), width=2.5, label="norm of b"),
        Segments(here, [0.0], here, row(new), tone="now", width=1.5, label="this update"),
        Points(here, row(soft(view, pull)), tone="muted", symbol="circle-open", size=8.0,
               label="where Newton begins"),
        Points(here, row(new), tone="now", size=9.0, label="lands here"),
        Text([0.02 * reach], [0.93 * top], _names(view), tone="ink", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Where a pull leads: 0 on a ball",
        marks,
        Axis("|b|, the group's |Xᵀr| if it were 0", range=(0.0, reach)),
        Axis("norm of the group", range=(-0.06 * top, top)),
        key="block",
        legend={
            "norm of b": "norm of the group",
            "(|b| − λ)₊ ÷ L, as if every curvature were L, the largest": "(|b| − λ)₊ ÷ L",
            "where Newton begins": "Newton's start",
        },
    )


def soft(view, pull):
    """(pull - lam)+ / L of each frame's group, L its largest curvature (T,)."""
    return np.maximum(pull - view.lam, 0.0) / np.nanmax(view.a, axis=1)


def curve(view, top):
    """(|b|, norm) (T, n) of each frame's group, from 0 up to a norm of `top`: |b| is known from the
    norm, as phi = 0 there."""
    rho = np.tile(np.linspace(0.0, top, _GRID), (len(view), 1))
    # phi of b at rho is |b|_at(rho) / |b| - 1 with |b|_at the size of b that leads to rho.
    x = view.pull[:, None] * (1.0 + phi(view, rho))
    flat = np.zeros((len(view), 1))
    return np.hstack([flat, x]), np.hstack([flat, rho])


def _names(view):
    return tuple(
        f"{NAMES[g]}: |b| = {number(b, 2)}" for g, b in zip(view.group, view.pull, strict=True)
    )
