"""Scene `polygon` as a picture: the plane with the path of every method, slack and multiplier of
each edge, the gaps, and the dual's polygon.

In the dual each edge of the region is a corner, each corner an edge. From a point o inside, the
edge normal'(x - o) <= r of reach r becomes the point normal / r. Multipliers y >= 0 are weights of
these points, so that feasible ones are a point of the arrow's ray inside their hull, the further
out the better its bound. A point x becomes the line p'(x - o) = 1, with the hull on one side where
x is feasible. Where both meet, both are optimal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.spatial import ConvexHull

from lab import Experiment, Judged
from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.gap_panel import gap_panel
from lab.drawing.geometry import (
    BEYOND,
    CELLS,
    HERO,
    axes,
    free_place,
    lines_in_box,
    moving,
    polyline,
    spectral_maps,
    tip_to_tail,
    unit_circle,
    up_to,
    wider,
    window,
)
from lab.drawing.half_planes import SAME
from lab.drawing.text import capital, listed
from lab.lessons.programs.common import METHODS, notes_of, stated
from lab.lessons.programs.polygon.model import (
    HELD,
    KNOBS,
    Box,
    edit,
    frames,
    holding,
    solve,
    tidied,
    tools,
    weights,
)
from lab.prediction import asked, drawn, landing
from lab.programs.knob import preview
from lab.scenes.frames import Frame, Frames
from lab.scenes.picture import scene_of
from solvers import Program
from solvers.exchange import pdhg_states, simplex_states
from widgets import (
    Arrows,
    Axis,
    Contour,
    Field,
    Layout,
    Lines,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    moved,
    row,
)
from widgets.words import Said, Words, count, figure, point, say

#: Edges up to this many have their numbers drawn; paths of so many rows have dots.
NAMED, _DOTTED = 12, 60
#: Arrows of a contradiction, heads of a ray without an end, and how far words are below arrows, as
#: shares of the window.
_PULL, _STEPS, _WORDS = 0.35, (0.12, 0.24, 0.36, 0.48, 0.6), 0.04
_PRODUCTS = "Slack × multiplier of each edge"
_NO_EDGE = "No edge yet: choose Draw, and click the corners of a region. "
#: An axis of a panel without marks.
_EMPTY = Axis(range=(0.0, 1.0), ticks=((), ()))
#: What fills the plane is drawn so many times the window further on each side: beyond all that can
#: be reached by moving and zooming out.
FAR = 8.0
#: Levels in the window; outside each step of a curved objective is longer than the one before.
_LEVELS, _GROWTH = 8, 1.35
#: Grid lines on each side of the window, further and further apart.
_OUTSIDE = 12
#: The ray of the arrow ends so many times as far as the furthest corner.
_FAR = 4.0
_CURVED = "F is curved: its dual has x as a variable and the multipliers; no plane shows both."
_NOTHING = "No point is strictly inside the edges, from which the dual could be drawn."
_PARALLEL = "All edges are parallel: the dual's polygon is a line."
#: A corner whose edges' multipliers are below this share of |c| may not be the only best.
_CLEAR = 0.02
_ENDS = {
    "converged": "at a point that is proved optimal",
    "infeasible": "with a proof that nothing is feasible",
    "unbounded": "with a proof that F falls without end",
}


def _visible(frame):
    """Where x is among the edges, and whether F has fallen since the frame before."""
    status, before = frame.run.result.status, frame.before
    if frame.last and status in _WITHOUT:
        return _WITHOUT[status]
    if frame.last:
        proved = "" if status == "converged" else "not "
        return Said(f"x ends {whereabouts(frame, frame.answer, HELD)}, {proved}proved optimal.")
    verb = "rests" if before.reached == frame.reached else "is now"
    far = abs(frame.F - before.F) > 1e-9 * max(abs(frame.F), abs(before.F))
    change = f", and F has {'fallen' if frame.F < before.F else 'risen'}" * bool(far)
    return Said(f"x {verb if frame.k else 'begins'} {whereabouts(frame, frame.x)}{change}.")


#: Status -> what is visible of a program without an optimum.
_WITHOUT = {"infeasible": "No point is inside all edges.", "unbounded": "F falls without end."}


def whereabouts(frame: Frame, x: np.ndarray, near: float = 1e-6) -> str:
    """Whether a point is inside the region, which edges it touches, or beyond which one it is;
    near: what still touches, as a share of the region's size."""
    shape = frame.case.shape
    if not shape.reach.size:
        return "in the open plane"
    slack = shape.slack(x)
    if slack.min() < -near * shape.size:
        return f"outside, beyond {edge(frame, int(slack.argmin()))}"
    touched = np.abs(slack) <= near * shape.size
    if not touched.any():
        return "inside"
    corner = np.linalg.matrix_rank(shape.normals[touched], SAME) == len(x)
    return f"{'at the corner of' if corner else 'on'} {edges(frame, touched)}"


def _place(frame):
    return say("{place}" + ", {off} beyond {edge}" * bool(frame.off), frame,
               place=point(tidied(frame.case, frame.x)),
               edge=edge(frame, frame.nearest))  # fmt: skip


def _step(frame):
    if frame.before.reached == frame.reached:
        return f"{{idle}} — {{proof}}; only rivals {'still move' if frame.ended else 'move here'}."
    return "x → {place}{how}; {proof}."


def _idle(frame):
    """Why x rests: the method has ended, or its step takes longer than those of its rivals."""
    ended = "has ended" if frame.ended else "is at work on its next step"
    return capital(f"{frame.label} {ended}")


def _how(frame):
    """By which rule x moved, and how often since the frame before."""
    main, done = frame.run.main, int(frame.iteration - frame.before.iteration)
    many = f"{count(done, METHODS.unit(main))} at once" if done > 1 else ""
    rule = WORDS.say(main, frame) if main in _RULES else ""
    how = ", the last: ".join(filter(None, (many, rule)))
    return Said(how and f" — {how}")


def edge(frame: Frame, row: int) -> str:
    """A row of the program by name: an edge, or a coordinate that simplex held where it was."""
    names = frame.case.names
    return f"{frame.noun} {names[row]}" if 0 <= row < len(names) else "a coordinate"


def edges(frame: Frame | Frames, which: np.ndarray) -> str:
    """The edges of a mask (m,) by name."""
    names = [frame.case.names[i] for i in np.flatnonzero(which)]
    return f"{frame.noun}{'s' * (len(names) != 1)} {listed(names)}"


def _corner(frame):
    left, entered, ties = int(frame.left), int(frame.entered), frame.ties != 0
    phase = "phase 1, " if frame.phase == 1 else ""
    if left < 0 and entered < 0:
        return f"{phase}no exchange"
    stops = ", and nothing stops it"
    if phase and entered == len(frame.case.names):
        stops = f" until no {frame.noun} is broken"
    elif entered >= 0:
        tied = f", tied with others: {edges(frame, ties)}" if ties.sum() > 1 else ""
        stops = f"; {edge(frame, entered)} stops it{tied}"
    return Said(f"{phase}leaves {edge(frame, left)}{stops}")


def _active(frame):
    joined, left, held = int(frame.joined), int(frame.left), frame.held != 0
    did = (f"{edge(frame, joined)} stops it and joins" if joined >= 0 else
           f"{edge(frame, left)} has a negative multiplier and leaves" if left >= 0 else
           "to the minimum on what is held")  # fmt: skip
    return Said(f"{did}; held: {edges(frame, held) if held.any() else 'nothing'}")


def _newton(frame):
    step = "a Newton step of α = {alpha_p} aimed at σ = {sigma} of the mean; "
    return step * bool(np.isfinite(frame.alpha_p)) + "mean of slack × multiplier {mu:2g}"


def _affine(frame):
    if not frame.slack.size:
        return "a whole step: no edge stops it"
    near = edge(frame, int(np.argmin(frame.slack)))
    return Said(f"nine tenths of the way to the boundary at most; {near} is nearest")


def _cut(frame):
    row = int(frame.row)
    at = "the level through the centre" if row == -1 else edge(frame, row)
    return Said(f"cut at {at}" if row > -2 else "the first set")


#: Method -> by which rule it makes its steps.
_RULES: dict[str, str | Callable[[Any], str]] = {
    "simplex": _corner,
    "active_set": _active,
    "mehrotra": _newton,
    "path_following": _newton,
    "affine_scaling": _affine,
    "pdhg": lambda frame: (
        "a restart, then " * bool(frame.restarted)
        + "x moves against its prices, prices against what x breaks"
    ),
    "admm": "a least-squares step for x, slacks clipped to be no less than 0; ρ = {rho:3g}",
    "ellipsoid": _cut,
    "cutting_planes": _cut,
}


def _ending(frame):
    """What is proved in the end, or why nothing is."""
    result, f = frame.run.result, frame.table
    if result.status == "infeasible":
        return "Proved: no point is feasible. {combination}"
    if result.status == "unbounded":
        return say(
            "Proved: F has no minimum. From the feasible {start} along {ray} no {noun} is met, and "
            "F falls by {fall} for each unit of length.", frame, start=frame.answer, ray=frame.ray,
            fall=-float(f.run.problem.c @ f.ray),
        )  # fmt: skip
    gap, held = result.certificate.proved_gap, holding(f)
    if result.status == "converged":
        return say(
            "Proved within {gap:bound≠limit} of optimal, inside the tolerance {limit:bound≠gap}: "
            "{answer} touches {touched}.", frame, gap=gap,
            touched=edges(frame, held) if held.any() else f"no {f.noun}",
        )  # fmt: skip
    proof = "proved only within {gap:bound}" if np.isfinite(gap) else "nothing is proved"
    note = f" {result.notes[-1]}" if result.notes else ""
    return say(f"Not converged ({{how}}): {proof}.{{note}}", frame, gap=gap, note=note)


def _combination(frame):
    """The sum of the edges that contradict: "0.4 × edge 1 + ...: 0 ≤ −0.3"."""
    y = weights(frame.table)
    terms = (f"{figure(y[i], 3)} × {edge(frame, i)}" for i in np.flatnonzero(y > 1e-6).tolist())
    return say("{terms}, each as distance ≤ reach, add up to 0 ≤ {sum}.", terms=" + ".join(terms),
               sum=y @ frame.case.shape.reach)  # fmt: skip


WORDS = Words(
    **_RULES,
    visible=_visible,
    caption=lambda frame: (
        ("{step}" if frame.k else "{start}{end}{notes}") + "{end}" * bool(frame.k)
    ),
    start="{nothing}Start of {label}{swap}: x = {place} — {proof}.",
    step=_step,
    end=lambda frame: "\n{ending}" * frame.last,
    ending=_ending,
    idle=_idle,
    nothing=lambda frame: "" if frame.case.names else _NO_EDGE,
    swap=lambda frame: (
        "; simplex is for linear programs" * (frame.run.main != frame.run.settings["method"])
    ),
    place=_place,
    how=_how,
    combination=_combination,
    # How the program's file was read.
    notes=lambda frame: Said(notes_of(frame.case.own and frame.case.own.own)),
)


def plane(f: Frames) -> Panel:
    """The region, its edges, the arrow and the levels of the objective, the paths, the proof."""
    case, centre = f.case, f.run.extra["centre"]
    marks = [
        *_region(case),
        *_levels(f),
        *_ellipses(f),
        *([] if centre is None else [
            Path(*centre.T, tone="muted", width=3.0, opacity=0.8, ghost=False,
                 label="central path", future=True)
        ]),
        *methods_at(f, {name: f.path(name) for name in f.run.results}),
        *_proof(f),
        *_grips(case),
    ]  # fmt: skip
    legend = {"central path": "central path", "the level of F through x": "level of F"}
    return Panel(
        "Which corner, and by which path?",
        marks,
        *axes(case.axes, case.box),
        equal=True,
        subtitle="shaded: feasible",
        hint="drag corners, edges, arrow",
        legend=legend | {METHODS[name].label: METHODS[name].label for name in f.run.results},
    )


def _region(case):
    far = wider(case.box, FAR)
    region = case.shape.region(far)
    lines = lines_in_box(case.shape.normals, case.shape.reach, np.array(far))
    drawn = polyline(np.stack(lines, axis=-1)).T
    yield Lines(*drawn, tone="muted", width=0.8, opacity=0.4, label="the lines of the edges")
    if len(region):
        closed = np.vstack([region, region[:1]])
        yield Path(*closed.T, tone="ink", width=1.8, fill=0.07, ghost=False,
                   label="the feasible region")  # fmt: skip
        return
    handles, reach = case.handles(), 0.05 * np.ptp(case.box[0])
    yield Arrows(*handles.T, *(handles - reach * case.shape.normals).T, tone="muted", width=1.2,
                 label="the side that an edge keeps")  # fmt: skip


def _levels(f):
    problem, box = f.run.problem, f.case.box
    if problem.Q is not None:
        yield Contour(*curved_levels(problem, box), fill=False, tone="muted", width=0.7,
                      opacity=0.5, label="levels of F")  # fmt: skip
        return
    far = np.array(wider(box, FAR))
    x, y = zip(*(lines_in_box(problem.c[None], v, far) for v in f.x @ problem.c), strict=True)
    yield Lines(*straight_levels(problem.c, box), tone="muted", width=0.7, opacity=0.4,
                label="levels of F")  # fmt: skip
    yield Lines(row(np.concatenate(x)), row(np.concatenate(y)), tone="now", width=1.2, dash="dash",
                label="the level of F through x")  # fmt: skip


def _ellipses(f):
    if "ellipsoid" not in f.run.results:
        return
    style, at = METHODS["ellipsoid"], f.rows["ellipsoid"]
    shown = f.run.traces["ellipsoid"].snapshots
    maps = spectral_maps(shown["shape"][at], lambda v: np.sqrt(np.maximum(v, 0.0)))
    yield Path(moved(unit_circle(65), maps, shown["iterate"][at]), tone=style.tone, width=1.5,
               ghost=False, label="the ellipsoid that holds every better point")  # fmt: skip


def methods_at(
    f: Frames, places: Mapping[str, np.ndarray], lens: bool = True
) -> Iterator[Path | Points]:
    """The paths of the methods over `places`, name -> (R, 2), in their styles and where each is,
    the main one on top. lens: whether one may follow it."""
    for name in (*f.rivals, f.run.main):
        label, tone, dash = METHODS[name]
        main, rows, path = name == f.run.main, f.rows[name], places[name]
        yield Path(**up_to(path, rows), tone=tone, dash=dash, label=label,
                   width=2.8 if main else 2.0, markers=main and len(path) <= _DOTTED,
                   follow=main and lens)  # fmt: skip
    for name in (*f.rivals, f.run.main):
        yield Points(**moving(places[name][f.rows[name]]), tone=METHODS[name].tone,
                     symbol=METHODS.symbol(name), size=11.0 if name == f.run.main else 9.0,
                     label=METHODS[name].label)  # fmt: skip


def at_the_end(f: Frames, values: np.ndarray | Sequence[float]) -> Field:
    """`values` (n,) as a field that shows them in the frames after the main method's end."""
    return row(np.where(f.ended[:, None], values, np.nan))


def _proof(f):
    """The edges that contradict, each with the pull of its weight, or the ray without an end."""
    if f.ray is not None:
        proof = _ray if f.run.result.status == "unbounded" else _contradiction
        yield from proof(f, np.ptp(f.case.box[0]))


def _proved(f, kind, columns, **style):
    """A mark of the proof, of columns (n,), in the frames after the main method's end."""
    return kind(*(at_the_end(f, v) for v in columns), tone="good", future=True, **style)


def _ray(f, size):
    """Heads on the ray show where it leads; its end is outside, however far one looks."""
    start = f.run.result.x
    tips = start + size * np.append(_STEPS, FAR)[:, None] * f.ray
    tails = np.vstack([start, tips[:-1]])
    yield _proved(f, Arrows, (*tails.T, *tips.T), width=3.5, label="the ray without an end")


def _contradiction(f, size):
    """The edges, their pulls, and these once more, tip to tail."""
    case, shape, y = f.case, f.case.shape, weights(f)
    used = y > 1e-6
    feet, normals = case.handles()[used], shape.normals[used]
    ends = feet - _PULL * size * y[used, None] * normals
    far = np.array(wider(case.box, FAR))
    lines = np.stack(lines_in_box(normals, shape.reach[used], far), -1)
    taken = [*case.handles(), *ends, *case.arrow, f.run.result.x]
    tails, tips = tip_to_tail(ends - feet) + free_place(case.box, taken)
    below = tails[:, 1].min() - _WORDS * np.ptp(case.box[1])
    return [
        _proved(f, Segments, (*lines[:, 0].T, *lines[:, 1].T), width=2.5,
                label="the edges that contradict"),
        _proved(f, Arrows, (*feet.T, *ends.T), width=3.0,
                label="their weights: the arrows add up to 0"),
        _proved(f, Arrows, (*tails.T, *tips.T), width=3.0,
                label="the same arrows, tip to tail: they close"),
        _proved(f, Text, ([tails[:, 0].mean()], [below]), text=("they close",), anchor="center"),
    ]  # fmt: skip


def _grips(case):
    """What a pointer takes: corners, edges, the head of the arrow."""
    handles, nothing = case.handles(), np.full((1, 2), np.nan)
    tail, head = case.arrow
    yield Arrows(*tail, *head, tone="ink", width=2.5, grip=True,
                 label="F falls this way")  # fmt: skip
    yield Points(*head[:, None], tone="ink", symbol="circle", size=7.0, label="turn the objective")
    yield Points(*np.vstack([case.shape.corners, nothing]).T, tone="ink", symbol="circle-open",
                 size=9.0, label="a corner")  # fmt: skip
    yield Points(*np.vstack([handles, nothing]).T, tone="muted", symbol="square-open", size=7.0,
                 texts=(*(f"edge {name}" for name in case.names), ""), label="an edge")  # fmt: skip
    yield from _numbers(case, handles, 0.035 * np.ptp(case.box[0]))


def _numbers(case, places, away):
    """The edges' numbers so far outside of `places` (m, 2), where they are few."""
    if len(places) <= NAMED:
        x, y = (places + away * case.shape.normals).T
        yield Text(x, y, tuple(case.names), tone="ink", anchor="center")


def products(f: Frames) -> Panel:
    """Each edge's slack and multiplier: in the end one of both is 0."""
    noun, names, shown = f.noun, f.case.names, f.run.trace.snapshots
    if not len(names):
        return Panel(_PRODUCTS, (), _EMPTY, _EMPTY, subtitle="no edge yet")
    y = np.full(f.distance.shape, np.nan)
    if "y" in shown:
        y = f.y * f.lengths
    known = y[np.isfinite(y).all(axis=1)]
    late = known[-max(1, len(known) // 2) :]
    top = 1.15 * np.append(late, 1e-3 * np.linalg.norm(f.run.problem.c)).max()
    right = 1.05 * min(f.distance.max(), np.ptp(f.case.box[0]))
    x, up = row(np.clip(f.distance, -0.1 * right, right)), row(np.clip(y, 0.0, top))
    marks = [
        Segments([0.0], [0.0], [0.0], [top], tone="muted", width=1.0, label=f"on the {noun}"),
        *_hyperbola(f, right, top),
        Points(x, up, tone="ink", symbol="diamond", size=8.0, label=f"{noun}s",
               texts=tuple(f"{noun} {name}" for name in names)),
        *([Text(x, up, tuple(names), tone="ink")] if len(names) <= NAMED else []),
    ]  # fmt: skip
    return Panel(
        _PRODUCTS.replace("edge", noun),
        marks,
        Axis(f"slack: distance from the {noun}", range=(-0.12 * right, 1.1 * right)),
        Axis("multiplier", range=(-0.1 * top, 1.2 * top)),
        subtitle=("in the end one of both is 0" if len(known)
                  else f"{f.label} has no multipliers on its way"),
        legend=("all products equal their mean",),
    )  # fmt: skip


def _hyperbola(f, right, top):
    """Where all products are their mean, as on the central path."""
    if "mu" in f.run.trace.snapshots:
        x = np.geomspace(1e-3, 1.0, 40) * right
        y = np.maximum(f.mu, 1e-9 * right * top)[:, None] / x
        yield Lines(row(np.broadcast_to(x, y.shape)), row(np.where(y <= top, y, np.nan)),
                    tone="muted", width=1.2, label="all products equal their mean")  # fmt: skip


def straight_levels(c: np.ndarray, box: Box) -> tuple[np.ndarray, ...]:
    """Level lines x (k, 3), y (k, 3) of c'x, even steps apart, NaN behind each."""
    near, far = (np.stack(np.meshgrid(*wider(box, share)), -1) @ c for share in (BEYOND, FAR))
    step, least = np.ptp(near) / (_LEVELS + 1), near.min()
    levels = least + step * np.arange(
        np.ceil((far.min() - least) / step), (far.max() - least) / step
    )
    lines = lines_in_box(np.tile(c, (len(levels), 1)), levels, np.array(wider(box, FAR)))
    return tuple(polyline(np.stack(lines, axis=-1)).T)


def curved_levels(
    problem: Program, box: Box
) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[float, ...]]:
    """x (nx,), y (ny,), F (ny, nx) and its levels: even steps in the window, longer ones outside.

    The grid is fine in the window and coarser outside.
    """
    inner, outer = wider(box, BEYOND), wider(box, FAR)
    x, y = (_spread(*ends) for ends in zip(inner, outer, CELLS, strict=True))
    places = np.stack(np.meshgrid(x, y), axis=-1)
    F = places @ problem.c + 0.5 * np.einsum("abi,ij,abj->ab", places, problem.Q, places)
    near = F[_OUTSIDE:-_OUTSIDE, _OUTSIDE:-_OUTSIDE]
    levels = np.linspace(near.min(), near.max(), _LEVELS + 2)[1:-1]
    step = levels[1] - levels[0]
    above = levels[-1] + _growing(step, F.max() - levels[-1])
    below = levels[0] - _growing(step, levels[0] - F.min())
    return x, y, F, tuple(np.concatenate([below[::-1], levels, above]))


def _spread(inner, outer, count):
    """`count` even numbers over `inner`, and ever fewer outside up to the ends of `outer`."""
    (low, high), steps = inner, np.geomspace(0.02, 1.0, _OUTSIDE)
    left, right = low - (low - outer[0]) * steps, high + (outer[1] - high) * steps
    return np.concatenate([left[::-1], np.linspace(low, high, count), right])


def _growing(step, reach):
    """Distances from 0 to `reach`, the first `step`, each longer step after it."""
    count = int(np.ceil(np.log1p(max(reach, 0.0) / step * (_GROWTH - 1.0)) / np.log(_GROWTH)))
    return step * (_GROWTH ** np.arange(1, count + 1) - 1.0) / (_GROWTH - 1.0)


def dual(f: Frames) -> Panel:
    """The panel; without marks, and in words why, where there is no such polygon."""
    shape, problem = f.case.shape, f.run.problem
    missing = next((words for words, holds in (
        ("No edge yet: the dual's polygon has no corner.", not len(shape.reach)),
        (_CURVED, problem.Q is not None),
        (_NOTHING, problem.rows.inner is None),
        (_PARALLEL, np.linalg.matrix_rank(shape.normals, SAME) < 2),
    ) if holds), "")  # fmt: skip
    if missing:
        return _dual_panel((), missing, _EMPTY, _EMPTY)
    inside = problem.rows.outward(problem.rows.inner)
    places = shape.normals / shape.slack(inside)[:, None]
    hull = np.vstack([places, np.zeros(2)])
    hull = hull[ConvexHull(hull).vertices]
    box = window(np.vstack([hull, np.zeros(2)]), 0.2, HERO)
    marks = [
        Path(*np.vstack([hull, hull[:1]]).T, tone="ink", width=1.8, fill=0.07, ghost=False,
             label="the dual's polygon"),
        *_dual_ray(f, np.linalg.norm(hull, axis=1).max()),
        _dual_line(f, inside, box),
        Points(*places.T, tone="ink", symbol="circle-open", size=9.0,
               texts=tuple(f"edge {name}" for name in f.case.names), label="an edge"),
        *methods_at(f, {name: _weighed(f, name, inside) for name in f.run.results}, False),
        *_numbers(f.case, places, 0.04 * np.ptp(box[0])),
    ]  # fmt: skip
    return _dual_panel(marks, "y is a point, x a line; they meet at the optimum",
                       *axes([f"normal{low} ÷ reach" for low in "₁₂"], box))  # fmt: skip


def _dual_panel(marks, words, x, y):
    return Panel("The dual: each edge a corner", marks, x, y, equal=True, subtitle=words,
                 legend={"x as a line": "x", "the dual's polygon": "the dual's polygon"},
                 )  # fmt: skip


def _dual_ray(f, size):
    """The ray of the arrow from the middle, further than any corner."""
    down = -f.run.problem.c / np.linalg.norm(f.run.problem.c)
    yield Lines(*np.column_stack([np.zeros(2), _FAR * size * down]), tone="muted", width=1.2,
                dash="dot", label="the arrow's ray")  # fmt: skip
    yield Arrows(0.0, 0.0, *(0.3 * size * down), tone="ink", width=2.5, label="F falls this way")


def _dual_line(f, inside, box):
    """The main method's x as a line, in each frame."""
    ends = lines_in_box(f.x - inside, np.ones(len(f)), np.array(wider(box, FAR)))
    return Lines(*(row(v) for v in ends), tone="now", width=1.2, dash="dash", label="x as a line")


def _weighed(f, name, inside):
    """The points (R, 2) that a method's multipliers weigh out; NaN where it has none."""
    path, shown = f.path(name), f.run.traces[name].snapshots
    if "y" not in shown:
        return np.full_like(path, np.nan)
    y = shown["y"][: len(path)] * f.lengths
    total = y @ f.case.shape.slack(inside)
    total[np.abs(total) <= 1e-9 * np.abs(y).max(axis=1, initial=0.0)] = np.nan
    return y @ f.case.shape.normals / total[:, None]


def gaps(f: Frames) -> Panel:
    """The certified gaps of the methods that have some."""
    curves = [curve for curve in f.gap_curves() if np.isfinite(curve.gap).any()]
    return gap_panel(curves, f.clock.values, f.limit, "steps of each kind")


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _outcome(f), _edges(f), _next(f))


def _outcome(f):
    status = f.run.result.status
    if status not in _ENDS or len(f) < 3:
        return None
    return Question(
        0,
        f"How will {f.label} end?",
        tuple(_ENDS.values()),
        list(_ENDS).index(status),
        str(WORDS.say("ending", f[-1])),
        "outcome",
        ("gap", "products", "dual"),
    )


def _edges(f):
    """Of a linear program with one best corner in which two edges meet: which two."""
    shape, c, held = f.case.shape, f.run.problem.c, holding(f)
    few = 3 <= len(shape.corners) <= 12 and len(f) > 2 and held.sum() == 2
    if f.run.result.status != "converged" or f.run.problem.Q is not None or not few:
        return None
    y = np.linalg.solve(shape.normals[held].T, -c)
    pairs = [p for p in shape.meeting if p.sum() == 2 and (p != held).any()]
    if y.min() < _CLEAR * np.linalg.norm(c) or not pairs:
        return None
    left_out = drawn(f.run.settings, "edges", range(max(1, len(pairs) - 2)))
    return Question(
        0,
        "F falls along the arrow. Which two edges hold the optimum?",
        tuple(edges(f, pair) for pair in (held, *pairs[left_out:][:3])),
        0,
        f"They meet at {point(f.answer)}, and the arrow lies between their outward normals: "
        "no direction along an edge lowers F.",
        "edges",
        ("gap", "products", "dual"),
    )


def _next(f):
    """Before a long step of the main method: where it ends."""
    frames = np.flatnonzero(np.diff(f.row_shown) == 1)
    head = np.broadcast_to(f.case.arrow[1], (len(f), 2))
    rivals = [f.path(name)[f.rows[name]] for name in f.rivals]
    k, aim = landing(f.run.settings, "plane", f.x, f.case.box, frames, (head, *rivals))
    if k is None:
        return None
    return Question(
        k,
        f"{capital(f.label)} is at x. Where will its next step take it?",
        why=f"To {point(f.x[k + 1])}.",
        key="next",
        hides=("gap", "products", "dual"),
        aim=aim,
    )


PANELS = {"plane": plane, "products": products, "gap": gaps, "dual": dual}
_LAYOUT = Layout("plane", ("products", "gap"), ("dual",))


def numbers(f: Frames) -> Mapping[str, Sequence | np.ndarray]:
    """The numbers below the sentence, F also as the reader's file states it."""
    return stated(f.case.own and f.case.own.own, f.readout())


scene = scene_of(frames, PANELS, WORDS, _LAYOUT, questions, numbers)


def student_steps(panel: str, **needs: tuple) -> StudentSteps:
    """Both steps in a scene whose iterates are points of `panel`, where the knobs are as `needs`
    says."""
    methods = {
        "ratio-test": StepMethod(
            lambda run, ask: simplex_states(
                run.problem, ask, run.extra["x0"], rule=run.settings["rule"]
            ),
            {"method": ("simplex",), **needs},
        ),
        "pdhg-step": StepMethod(
            lambda run, ask: pdhg_states(run.problem, ask), {"method": ("pdhg",), **needs}
        ),
    }
    return StudentSteps(methods, frames, panel)


EXPERIMENT = Experiment(
    "polygon",
    "Any program of two variables, drawn by hand",
    "Which corner is best, and how does each method find it?",
    KNOBS,
    solve,
    scene,
    click=edit,
    tools=tools,
    previews=preview,
    student_steps=student_steps("plane", bend=(0.0,)),
    judged=(Judged("plane", lambda run, x: x),),
    measures={"corners": lambda run: len(run.extra["case"].shape.corners)},
    vary={"gallery": ["pentagon", "degenerate", "empty", "ajar"], "turn": (0.0, 315.0, 8)},
    first="Turn the arrow slowly until the answer leaves its corner, then drag a corner.",
    see=(
        "The answer stays in a corner and jumps by a whole edge; the prices of the edges at the "
        "optimum prove that nothing is better."
    ),
)
