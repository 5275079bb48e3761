"""What the triplets scene shows of the active-set method: the constraints that it holds."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import lines_in_box
from lab.drawing.text import subscript
from lab.lessons.coordinate_descent.triplets.view import ACTIVE, METHODS
from widgets import Path, Points, row


def held_lines(view, box):
    """The lines on which the method stands, at most two in the plane."""
    if ACTIVE not in view.traces:
        return []
    held, Z = _held(view), view.case.problem.Z
    normals, levels = np.vstack([Z, np.eye(2)]), np.repeat([1.0, 0.0], [len(Z), 2])
    order = np.argsort(~held, axis=1, kind="stable")[:, :2]
    marks = []
    for place, which in enumerate(order.T):
        on = held[np.arange(len(held)), which]
        x, y = lines_in_box(normals[which] * on[:, None], levels[which], box)
        label = "held by the active set" + (" too" if place else "")
        looks = {"tone": METHODS[ACTIVE].tone, "width": 2.2, "ghost": False, "label": label}
        marks.append(Path(row(x), row(y), **looks))
    return marks


def held_points(view, x, tallest):
    """The multipliers of the method at their bars (p,): those of the constraints it holds."""
    if ACTIVE not in view.traces:
        return []
    at, shown = view.rows[ACTIVE], view.traces[ACTIVE].snapshots
    n = view.order.size
    share = shown["lam"][at] / view.case.problem.C
    push = shown["t"][at] / (tallest or 1.0)
    held = _held(view)[:, np.concatenate([view.order, np.arange(n, n + push.shape[1])])]
    height = np.where(held, np.hstack([share[:, view.order], push]), np.nan)[:, : x.size]
    looks = {"tone": METHODS[ACTIVE].tone, "symbol": "diamond-open", "size": 9.0}
    return [Points(x, row(height), label="held by the active set", **looks)]


def told(view, k):
    """What the method did since the frame before `k`; nothing where it rested."""
    rows = view.rows.get(ACTIVE)
    if rows is None or k == 0 or rows[k] == rows[k - 1]:
        return ""
    step, shown = rows[k], view.traces[ACTIVE].snapshots
    moved, left = (int(shown[name][step]) for name in ("moved", "left"))
    name, n = _name(view, moved), view.case.problem.Z.shape[0]
    holds = f"{int(shown['held'][step].sum())} held"
    if left >= 0:
        text = f"on the way to {name} lets go of {_name(view, left)}"
    elif not shown["held"][step][moved]:
        bound = "C" if moved < n and shown["lam"][step][moved] > 0.0 else "0"
        own = f"λ{subscript(moved + 1)}" if moved < n else f"t{subscript(moved - n + 1)}"
        text = f"takes {own} all the way to {bound}"
    else:
        text = f"takes up {name}"
    return f"Active set, step {step}: {text}, {holds}."


def _held(view):
    return view.traces[ACTIVE].snapshots["held"][view.rows[ACTIVE]]


def _name(view, index):
    n = view.case.problem.Z.shape[0]
    if index >= n:
        return f"w{subscript(index - n + 1)} = 0"
    return f"z{subscript(index + 1)}ᵀw = 1"
