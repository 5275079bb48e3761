"""The panels of the group path."""

from __future__ import annotations

import numpy as np

from lab.drawing.falling import Falling
from lab.lessons.lars.group_path.tumours import MEASURES, STATISTICS
from widgets import Axis, Heatmap, Panel, Points, Segments, row

#: So many groups are named at the end of their lines.
_ENDS = 6
#: Highest |X'theta| / lam in the picture.
_TOP = 1.15


def _falling(view):
    return Falling(view.lams, "λ")


def norms_panel(view):
    """The norm of every group over lam."""
    falling, top = _falling(view), 1.12 * float(view.norms.max())
    shown = np.where(view.used, view.norms, np.nan)
    entered = np.where(view.entered, view.norms, np.nan)
    last = view.norms[-1]
    best = [g for g in np.argsort(-last, kind="stable")[:_ENDS] if last[g] > 0.0]
    marks = [
        *falling.parts(view.norms, "a group each"),
        falling.now(0.0, top),
        falling.points(shown, "norm of a group", tone="main", size=5.0),
        falling.points(entered, "entered at this λ", tone="now", size=10.0),
        *falling.names(last[best], [view.names[g] for g in best], 0.06 * top, 0.96 * top),
    ]
    return Panel(
        "Group after group comes in as λ falls",
        marks,
        falling.axis(),
        Axis("norm of the group's weights", range=(-0.03 * top, top)),
        key="norms",
        subtitle="a line is a group",
        legend={"entered at this λ": "0 at the λ before"},
    )


def weights_panel(view):
    """The 30 weights by measure and statistic; a cross where a weight is 0."""
    table, m = view.tables, len(MEASURES)
    places, columns = np.arange(float(m)), np.arange(float(len(STATISTICS)))
    limit = float(np.abs(table).max())
    y, x = (a.ravel() for a in np.meshgrid(places, columns, indexing="ij"))
    zero = np.where((table == 0.0).reshape(len(view), -1), x, np.nan)
    marks = [
        Heatmap(columns, places, row(table), limits=(-limit, limit), diverging=True, label="w"),
        Points(row(zero), y, symbol="x", tone="muted", size=4.0, label="exactly 0"),
    ]
    return Panel(
        "A whole group is 0, or none of it",
        marks,
        Axis("", range=(-0.5, columns[-1] + 0.5), ticks=(columns, list(STATISTICS))),
        Axis("", range=(m - 0.5, -0.5), ticks=(places, list(MEASURES))),
        key="weights",
        subtitle="blue: malignant",
        legend=("exactly 0",),
    )


def error_panel(view):
    """The share of patients on the wrong side, of those seen and of those held out."""
    falling, shares = _falling(view), {}
    for held, count in ((True, len(view.cells.held_t)), (False, len(view.cells.t))):
        said = view.used.any(axis=1)
        shares[held] = np.where(said, 100.0 * view.wrong(held) / count, np.nan)
    top = 1.25 * float(np.nanmax([*shares.values(), np.full(len(view), 1.0)]))
    looks = {True: ("main", "solid", "held out"), False: ("muted", "dash", "seen")}
    marks = [falling.now(0.0, top)]
    ends = np.array([shares[held][-1] for held in looks])
    for held, (tone, dash, words) in looks.items():
        marks.append(
            falling.curve(shares[held], tone=tone, dash=dash, width=2.2, label=f"wrong of {words}")
        )
    names = [words for _, _, words in looks.values()]
    marks += falling.names(ends, names, 0.12 * top, 0.9 * top)
    return Panel(
        "How many are on the wrong side",
        marks,
        falling.axis(),
        Axis("wrong, %", range=(0.0, top)),
        key="error",
        subtitle=f"{len(view.cells.held_t)} held out, {len(view.cells.t)} seen",
    )


def correlations_panel(view):
    """|X_g'theta| of every group against lam: the optimality condition."""
    falling, ratio = _falling(view), view.pull / view.lams[:, None]
    edge = [view.lams[0], view.lams[-1]]
    waits = np.where(view.used, np.nan, ratio)
    marks = [
        *falling.parts(ratio, "a group each"),
        Segments(edge[:1], [1.0], edge[1:], [1.0], tone="ink", width=1.2, label="λ"),
        falling.now(0.0, _TOP),
        falling.points(waits, "a group that is 0", symbol="circle-open", tone="muted", size=6.0),
        falling.points(np.where(view.used, ratio, np.nan), "a group in use", tone="main", size=6.0),
    ]
    return Panel(
        "A group is in use where its pull meets λ",
        marks,
        falling.axis(),
        Axis("|Xᵀθ| of the group ÷ λ", range=(0.0, _TOP)),
        key="correlations",
        legend={"a group in use": "in use: at 1", "a group that is 0": "0: below 1"},
    )


def gap_panel(view):
    """The certified gap at each lam."""
    falling, limit = _falling(view), view.limit
    top = 4.0 * max(float(view.gap.max()), 30.0 * limit)
    return Panel(
        "Each solution is proved",
        falling.proof(view.gap, limit, top),
        falling.axis(),
        falling.proof_axis(limit, top),
        key="gap",
        subtitle="certified by its residual at each λ",
    )
