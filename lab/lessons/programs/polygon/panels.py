"""The plane, and the slack and the multiplier of each edge."""

from __future__ import annotations

import numpy as np

from lab.drawing.chains import free_place, tip_to_tail
from lab.drawing.geometry import (
    lines_in_box,
    spectral_maps,
    unit_circle,
    wider,
)
from lab.lessons.programs.methods import METHODS
from lab.lessons.programs.polygon.captions import weights
from lab.lessons.programs.polygon.levels import FAR, curved_levels, straight_levels
from widgets import (
    Arrows,
    Axis,
    Contour,
    Lines,
    Panel,
    Path,
    Points,
    Segments,
    Text,
    moved,
    prefix,
    row,
)

#: Edges up to this many have their numbers beside them; paths of so many rows have dots.
NAMED, _DOTTED = 12, 60
#: Arrows of a contradiction, heads of a way without an end, and how far words are below arrows, as
#: shares of the window.
_PULL, _STEPS, _WORDS = 0.35, (0.12, 0.24, 0.36, 0.48, 0.6), 0.04


_PRODUCTS = "Slack × multiplier of each edge"


def plane(view):
    """The region, its edges, the arrow and the levels of the objective, the paths, the proof."""
    case = view.case
    marks = [
        *_region(case),
        *_levels(view),
        *_ellipses(view),
        *_centre(view),
        *methods_at(view, {name: view.path(name) for name in view.run.results}),
        *_proof(view),
        *_grips(case),
    ]
    legend = {"central path": "central path", "the level of F through x": "level of F"}
    legend |= {METHODS[name].label: METHODS[name].label for name in view.run.results}
    return Panel(
        "Which corner, and which way there?",
        marks,
        *(Axis(name, range=ends) for name, ends in zip(case.axes, case.box, strict=True)),
        equal=True,
        key="plane",
        subtitle="shaded: feasible",
        hint="drag corners, edges, arrow",
        legend=legend,
    )


def _region(case):
    far = wider(case.box, FAR)
    region = case.shape.region(far)
    lines = lines_in_box(case.shape.normals, case.shape.reach, np.array(far))
    drawn = (np.column_stack([v, np.full(len(v), np.nan)]).ravel() for v in lines)
    yield Lines(*drawn, tone="muted", width=0.8, opacity=0.4, label="the lines of the edges")
    if len(region):
        closed = np.vstack([region, region[:1]])
        yield Path(*closed.T, tone="ink", width=1.8, fill=0.07, ghost=False,
                   label="the feasible region")  # fmt: skip
        return
    handles, reach = case.handles(), 0.05 * np.ptp(case.box[0])
    yield Arrows(*handles.T, *(handles - reach * case.shape.normals).T, tone="muted", width=1.2,
                 label="the side that an edge keeps")  # fmt: skip


def _levels(view):
    problem, box = view.run.problem, view.case.box
    if problem.Q is not None:
        yield Contour(*curved_levels(problem, box), fill=False, tone="muted", width=0.7,
                      opacity=0.5, label="levels of F")  # fmt: skip
        return
    now, far = view.x @ problem.c, np.array(wider(box, FAR))
    ends = [lines_in_box(problem.c[None], v, far) for v in now]
    xs, ys = (np.array([e[i][0] for e in ends]) for i in (0, 1))
    yield Lines(*straight_levels(problem.c, box), tone="muted", width=0.7, opacity=0.4,
                label="levels of F")  # fmt: skip
    yield Lines(
        row(xs), row(ys), tone="now", width=1.2, dash="dash", label="the level of F through x"
    )


def _ellipses(view):
    if "ellipsoid" not in view.run.results:
        return
    look, at = METHODS["ellipsoid"], view.rows["ellipsoid"]
    shown = view.run.traces["ellipsoid"].snapshots
    maps = spectral_maps(shown["shape"][at], lambda v: np.sqrt(np.maximum(v, 0.0)))
    yield Path(moved(unit_circle(65), maps, shown["iterate"][at]), tone=look.tone, width=1.5,
               ghost=False, label="the ellipsoid that holds every better point")  # fmt: skip


def _centre(view):
    x = view.run.extra["centre"]
    if x is not None:
        yield Path(
            *x.T,
            tone="muted",
            width=3.0,
            opacity=0.8,
            ghost=False,
            label="central path",
            future=True,
        )


def methods_at(view, places, lens=True):
    """The ways of the methods over `places`, name -> (R, 2), in their own looks and where each is,
    the main one on top. lens: whether one may follow it."""
    for name in (*view.rivals, view.run.main):
        label, tone, dash = METHODS[name]
        main, rows, path = name == view.run.main, view.rows[name], places[name]
        yield Path(*(prefix(v, rows) for v in path.T), tone=tone, dash=dash, label=label,
                   width=2.8 if main else 2.0, markers=main and len(path) <= _DOTTED,
                   follow=main and lens)  # fmt: skip
    for name in (*view.rivals, view.run.main):
        at = places[name][view.rows[name]]
        yield Points(*(row(v[:, None]) for v in at.T), tone=METHODS[name].tone,
                     symbol=METHODS.symbol(name), size=11.0 if name == view.run.main else 9.0,
                     label=METHODS[name].label)  # fmt: skip


def at_the_end(view, values):
    """`values` (n,) as a field that shows them in the frames after the main method's end."""
    return row(np.where(view.ended[:, None], values, np.nan))


def _proof(view):
    """The edges that contradict, each with the pull of its weight, or the way without an end."""
    case, status = view.case, view.run.result.status
    if view.ray is None:
        return
    size = np.ptp(case.box[0])
    if status == "unbounded":
        # Heads on the way say where it goes; its end is outside, however far one looks.
        steps = size * np.append(_STEPS, FAR)
        tips = view.run.result.x + steps[:, None] * view.ray
        tails = np.vstack([view.run.result.x, tips[:-1]])
        yield Arrows(*(at_the_end(view, v) for v in (*tails.T, *tips.T)), tone="good", width=3.5,
                     label="the way without an end", future=True)  # fmt: skip
        return
    y, shape = weights(view)
    used = y > 1e-6
    feet = case.handles()[used]
    ends = feet - _PULL * size * y[used, None] * shape.normals[used]
    far = np.array(wider(case.box, FAR))
    lines = np.stack(lines_in_box(shape.normals[used], shape.reach[used], far), -1)
    yield Segments(*(at_the_end(view, lines[:, e, d]) for e in (0, 1) for d in (0, 1)), tone="good",
                   width=2.5, label="the edges that contradict", future=True)  # fmt: skip
    yield Arrows(*(at_the_end(view, v) for v in (*feet.T, *ends.T)), tone="good", width=3.0,
                 label="their weights: the arrows add up to 0", future=True)  # fmt: skip
    tails, tips = tip_to_tail(ends - feet) + free_place(
        case.box, [*case.handles(), *ends, *case.arrow, view.run.result.x]
    )
    yield Arrows(*(at_the_end(view, v) for v in (*tails.T, *tips.T)), tone="good", width=3.0,
                 label="the same arrows, tip to tail: they close", future=True)  # fmt: skip
    foot = [tails[:, 0].mean(), tails[:, 1].min() - _WORDS * np.ptp(case.box[1])]
    yield Text(*(at_the_end(view, [v]) for v in foot), ("they close",), tone="good",
               anchor="center", future=True)  # fmt: skip


def _grips(case):
    """What a hand takes: corners, edges, the head of the arrow."""
    handles, nothing = case.handles(), np.full((1, 2), np.nan)
    tail, head = case.arrow
    yield Arrows(*tail, *head, tone="ink", width=2.5, grip=True,
                 label="F falls this way")  # fmt: skip
    yield Points(*head[:, None], tone="ink", symbol="circle", size=7.0, label="turn the objective")
    yield Points(*np.vstack([case.shape.corners, nothing]).T, tone="ink", symbol="circle-open",
                 size=9.0, label="a corner")  # fmt: skip
    yield Points(*np.vstack([handles, nothing]).T, tone="muted", symbol="square-open", size=7.0,
                 texts=(*(f"edge {name}" for name in case.names), ""), label="an edge")  # fmt: skip
    if len(handles) <= NAMED:
        out = handles + 0.035 * np.ptp(case.box[0]) * case.shape.normals
        yield Text(*out.T, tuple(case.names), tone="ink", anchor="center")


def products(view):
    """Each edge's slack beside its multiplier: in the end one of both is 0."""
    if not len(view.case.names):
        nothing = Axis(range=(0.0, 1.0), ticks=((), ()))
        return Panel(_PRODUCTS, (), nothing, nothing, key="products", subtitle="no edge yet")
    shape, shown, length = view.case.shape, view.run.trace.snapshots, _lengths(view)
    noun = view.case.noun
    slack, y = shape.slack(view.x), np.full((len(view), length.size), np.nan)
    if "y" in shown:
        y = shown["y"][view.at] * length
    known = np.isfinite(y).all(axis=1)
    high = np.nanmax(
        np.append(y[known][-max(1, known.sum() // 2) :], 1e-3 * np.linalg.norm(view.run.problem.c))
    )
    top, right = 1.15 * high, 1.05 * min(slack.max(), np.ptp(view.case.box[0]))
    x, up = np.clip(slack, -0.1 * right, right), np.clip(y, 0.0, top)
    marks = [
        Segments([0.0], [0.0], [0.0], [top], tone="muted", width=1.0, label=f"on the {noun}"),
        *_hyperbola(view, shown, right, top),
        Points(row(x), row(up), tone="ink", symbol="diamond", size=8.0, label=f"{noun}s",
               texts=tuple(f"{noun} {name}" for name in view.case.names)),
    ]  # fmt: skip
    if len(view.case.names) <= NAMED:
        marks.append(Text(row(x), row(up), tuple(view.case.names), tone="ink"))
    return Panel(
        _PRODUCTS.replace("edge", noun),
        marks,
        Axis(f"slack: distance from the {noun}", range=(-0.12 * right, 1.1 * right)),
        Axis("multiplier", range=(-0.1 * top, 1.2 * top)),
        key="products",
        subtitle=("in the end one of both is 0" if known.any()
                  else f"{view.label} has no multipliers on its way"),
        legend={"all products equal their mean": "all products equal their mean"},
    )  # fmt: skip


def _lengths(view):
    return np.linalg.norm(view.run.problem.A, axis=1)


def _hyperbola(view, shown, right, top):
    """Where all products are their mean, as on the central path."""
    if "mu" not in shown:
        return
    mean = np.maximum(shown["mu"][view.at], 1e-9 * right * top)[:, None]
    x = np.geomspace(1e-3, 1.0, 40) * right
    y = mean / x
    yield Lines(row(np.broadcast_to(x, y.shape)), row(np.where(y <= top, y, np.nan)), tone="muted",
                width=1.2, label="all products equal their mean")  # fmt: skip
