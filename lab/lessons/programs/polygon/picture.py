"""Scene `polygon` as a picture: the plane with every method on its way, slack and multiplier of
each edge, the gaps, and the dual's polygon.

In the dual each edge of the region is a corner, each corner an edge. From a point o inside, the
edge normal'(x - o) <= r of reach r becomes the point normal / r. Multipliers y >= 0 are weights of
these points, so that feasible ones are a point of the arrow's ray inside their hull, the further
out the better its bound. A point x becomes the line p'(x - o) = 1, with the hull on one side where
x is feasible. Where both meet, both are optimal.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import ConvexHull

from lab import Experiment, Judged
from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.gap_panel import gap_panel
from lab.drawing.geometry import (
    BEYOND,
    CELLS,
    HERO,
    free_place,
    lines_in_box,
    polyline,
    spectral_maps,
    tip_to_tail,
    unit_circle,
    wider,
    window,
)
from lab.drawing.half_planes import SAME
from lab.drawing.text import capital, listed
from lab.lessons.programs.common import METHODS, notes_of, stated
from lab.lessons.programs.polygon.model import (
    KNOBS,
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
from lab.scenes.picture import picture
from solvers.exchange import pdhg_states, simplex_states
from widgets import (
    Arrows,
    Axis,
    Contour,
    Layout,
    Lines,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    moved,
    prefix,
    row,
)
from widgets.words import Said, Words, count, figure, point, say

#: Edges up to this many have their numbers beside them; paths of so many rows have dots.
NAMED, _DOTTED = 12, 60
#: Arrows of a contradiction, heads of a way without an end, and how far words are below arrows, as
#: shares of the window.
_PULL, _STEPS, _WORDS = 0.35, (0.12, 0.24, 0.36, 0.48, 0.6), 0.04
_PRODUCTS = "Slack × multiplier of each edge"
#: What fills the plane is drawn so many times the window further on each side: beyond all that can
#: be seen by moving and zooming out.
FAR = 8.0
#: Levels in the window; outside each step of a curved objective is longer than the one before.
_LEVELS, _GROWTH = 8, 1.35
#: Grid lines on each side of the window, further and further apart.
_OUTSIDE = 12
#: The ray of the arrow ends so many times as far as the furthest corner.
_FAR = 4.0
_CURVED = "F is curved: its dual has x as a variable beside the multipliers; no plane holds both."
_NOTHING = "No point is strictly inside the edges, from which the dual could be drawn."
_PARALLEL = "All edges are parallel: the dual's polygon is a line."
#: A corner whose edges' multipliers are below this share of |c| may not be the only best.
_CLEAR = 0.02
_ENDS = {
    "converged": "at a point that is proved optimal",
    "infeasible": "with a proof that nothing is feasible",
    "unbounded": "with a proof that F falls for ever",
}


def _say(template, frame, **more):
    """`template` with the noun of a row, an edge or a facet."""
    return say(template, frame, noun=frame.case.noun, **more)


def _visible(frame):
    """Where x is among the edges, and whether F has fallen on the way."""
    status = frame.run.result.status
    if frame.last and status in _WITHOUT:
        return _WITHOUT[status]
    if frame.last:
        where = whereabouts(frame, frame.answer, _HELD)
        end = "proved optimal" if status == "converged" else "not proved optimal"
        return Said(f"x ends {where}, {end}.")
    where = whereabouts(frame, frame.x)
    if not frame.k:
        return Said(f"x begins {where}.")
    if frame.before.reached == frame.reached:
        return Said(f"x rests {where}.")
    new, old = objective(frame, frame.x), objective(frame, frame.before.x)
    far = abs(new - old) > 1e-9 * max(abs(new), abs(old))
    fall = "" if not far else ", and F has fallen" if new < old else ", and F has risen"
    return Said(f"x is now {where}{fall}.")


#: How near the answer is to an edge that it touches, as a share of the region's size.
_HELD = 1e-5
#: Status -> what is to be seen of a program without an optimum.
_WITHOUT = {"infeasible": "No point is inside all edges.", "unbounded": "F falls without end."}


def objective(frame, x):
    """F at a point (n,)."""
    problem = frame.run.problem
    curved = 0.0 if problem.Q is None else 0.5 * float(x @ (problem.Q @ x))
    return float(problem.c @ x) + curved


def whereabouts(frame, x, near=1e-6):
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


def _nothing(frame):
    if frame.case.names:
        return ""
    return "No edge yet: choose Draw, and click the corners of a region. "


def _swap(frame):
    swap = frame.run.main != frame.run.settings["method"]
    return "; simplex is for linear programs" * swap


def _place(frame):
    beyond = ", {off} beyond {edge}" if frame.off else ""
    return _say("{place}" + beyond, frame, place=point(tidied(frame.case, frame.x)),
                edge=edge(frame, frame.nearest))  # fmt: skip


def _step(frame):
    if frame.before.reached == frame.reached:
        return "{ended} — {proof}; only rivals still move."
    return "x → {place}{how}; {proof}."


def _how(frame):
    """By which rule x moved, and how often since the frame before."""
    rule = _RULES[frame.run.main](frame) if frame.run.main in _RULES else ""
    done = int(frame.iteration - frame.before.iteration)
    many = f"{count(done, METHODS.unit(frame.run.main))} at once" if done > 1 else ""
    how = ", the last: ".join(part for part in (many, rule) if part)
    return say("{dash}{how}", dash=" — " * bool(how), how=how)


def edge(frame, row):
    """A row of the program by name: an edge, or a coordinate that simplex held where it was."""
    names = frame.case.names
    return f"{frame.case.noun} {names[row]}" if 0 <= row < len(names) else "a coordinate"


def edges(frame, which):
    """The edges of a mask (m,) by name."""
    names = [frame.case.names[i] for i in np.flatnonzero(which)]
    return f"{frame.case.noun}{'s' * (len(names) != 1)} {listed(names)}"


def _corner(frame):
    left, entered = int(frame.left), int(frame.entered)
    phase = "phase 1, " if frame.phase == 1 else ""
    if left < 0 and entered < 0:
        return f"{phase}no exchange"
    leaves = f"{phase}leaves {edge(frame, left)}"
    if phase and entered == len(frame.case.names):
        return f"{leaves} until no {frame.case.noun} is broken"
    if entered < 0:
        return f"{leaves}, and nothing stops it"
    ties = frame.ties != 0
    tied = f", tied with others: {edges(frame, ties)}" if ties.sum() > 1 else ""
    return f"{leaves}; {edge(frame, entered)} stops it{tied}"


def _active(frame):
    joined, left, held = int(frame.joined), int(frame.left), frame.held != 0
    did = (f"{edge(frame, joined)} stops it and joins" if joined >= 0 else
           f"{edge(frame, left)} has a negative multiplier and leaves" if left >= 0 else
           "to the minimum on what is held")  # fmt: skip
    return f"{did}; held: {edges(frame, held) if held.any() else 'nothing'}"


def _newton(frame):
    mean = "mean of slack × multiplier {mu:2g}"
    if np.isfinite(frame.alpha_p):
        mean = "a Newton step of α = {alpha_p} aimed at σ = {sigma} of the mean; " + mean
    return say(mean, frame)


def _affine(frame):
    if not frame.slack.size:
        return "a whole step: no edge stops it"
    near = edge(frame, int(np.argmin(frame.slack)))
    return f"nine tenths of the way to the boundary at most; {near} is nearest"


def _primal_dual(frame):
    again = "a restart, then " if frame.restarted else ""
    return f"{again}x moves against its prices, prices against what x breaks"


def _split(frame):
    return say(
        "a least-squares step for x, slacks clipped to be no less than 0; ρ = {rho:3g}", frame
    )


def _cut(frame):
    row = int(frame.row)
    at = "the level through the centre" if row == -1 else edge(frame, row)
    return f"cut at {at}" if row > -2 else "the first set"


_RULES = {
    "simplex": _corner,
    "active_set": _active,
    "mehrotra": _newton,
    "path_following": _newton,
    "affine_scaling": _affine,
    "pdhg": _primal_dual,
    "admm": _split,
    "ellipsoid": _cut,
    "cutting_planes": _cut,
}


def _ending(frame):
    """What is proved in the end, or why nothing is."""
    result, f = frame.run.result, frame.table
    if result.status == "infeasible":
        return "Proved: no point is feasible. {combination}"
    if result.status == "unbounded":
        return _say(
            "Proved: F has no minimum. From the feasible {start} along {way} no {noun} is met, and "
            "F falls by {fall} for each unit of length.", frame, start=tidied(f.case, result.x),
            way=f.ray, fall=-float(f.run.problem.c @ f.ray),
        )  # fmt: skip
    gap = result.certificate.proved_gap
    if result.status == "converged":
        held = holding(f)
        touched = edges(frame, held) if held.any() else f"no {f.case.noun}"
        return say(
            "Proved within {gap:bound≠limit} of optimal, inside the tolerance {limit:bound≠gap}: "
            "{answer} touches {touched}.", frame, gap=gap, touched=touched,
        )  # fmt: skip
    proof = "proved only within {gap:bound}" if np.isfinite(gap) else "nothing is proved"
    note = f" {result.notes[-1]}" if result.notes else ""
    return say(f"Not converged ({{how}}): {proof}.{{note}}", frame, gap=gap, note=note)


def _combination(frame):
    """The sum of the edges that contradict: "0.4 × edge 1 + ...: 0 ≤ −0.3"."""
    y = weights(frame.table)
    used = np.flatnonzero(y > 1e-6)
    terms = " + ".join(f"{figure(y[i], 3)} × {edge(frame, i)}" for i in used)
    return say("{terms}, each as distance ≤ reach, add up to 0 ≤ {sum}.", terms=terms,
               sum=y @ frame.case.shape.reach)  # fmt: skip


def _notes(frame):
    """What was taken of the program's file."""
    own = frame.case.own
    return say("{notes}", notes=notes_of(own.own) if own else "")


WORDS = Words(
    visible=_visible,
    caption=lambda frame: (
        ("{step}" if frame.k else "{start}{end}{notes}") + "{end}" * bool(frame.k)
    ),
    start="{nothing}Start of {label}{swap}: x = {place} — {proof}.",
    step=_step,
    end=lambda frame: "\n{ending}" * frame.last,
    ending=_ending,
    ended=lambda frame: capital(f"{frame.label} has ended"),
    nothing=_nothing,
    swap=_swap,
    place=_place,
    how=_how,
    combination=_combination,
    notes=_notes,
)


def plane(f):
    """The region, its edges, the arrow and the levels of the objective, the paths, the proof."""
    case = f.case
    marks = [
        *_region(case),
        *_levels(f),
        *_ellipses(f),
        *_centre(f),
        *methods_at(f, {name: f.path(name) for name in f.run.results}),
        *_proof(f),
        *_grips(case),
    ]
    legend = {"central path": "central path", "the level of F through x": "level of F"}
    legend |= {METHODS[name].label: METHODS[name].label for name in f.run.results}
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
    now, far = f.x @ problem.c, np.array(wider(box, FAR))
    ends = [lines_in_box(problem.c[None], v, far) for v in now]
    xs, ys = (np.array([e[i][0] for e in ends]) for i in (0, 1))
    yield Lines(*straight_levels(problem.c, box), tone="muted", width=0.7, opacity=0.4,
                label="levels of F")  # fmt: skip
    yield Lines(
        row(xs), row(ys), tone="now", width=1.2, dash="dash", label="the level of F through x"
    )


def _ellipses(f):
    if "ellipsoid" not in f.run.results:
        return
    style, at = METHODS["ellipsoid"], f.rows["ellipsoid"]
    shown = f.run.traces["ellipsoid"].snapshots
    maps = spectral_maps(shown["shape"][at], lambda v: np.sqrt(np.maximum(v, 0.0)))
    yield Path(moved(unit_circle(65), maps, shown["iterate"][at]), tone=style.tone, width=1.5,
               ghost=False, label="the ellipsoid that holds every better point")  # fmt: skip


def _centre(f):
    x = f.run.extra["centre"]
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


def methods_at(f, places, lens=True):
    """The ways of the methods over `places`, name -> (R, 2), in their own looks and where each is,
    the main one on top. lens: whether one may follow it."""
    for name in (*f.rivals, f.run.main):
        label, tone, dash = METHODS[name]
        main, rows, path = name == f.run.main, f.rows[name], places[name]
        yield Path(*(prefix(v, rows) for v in path.T), tone=tone, dash=dash, label=label,
                   width=2.8 if main else 2.0, markers=main and len(path) <= _DOTTED,
                   follow=main and lens)  # fmt: skip
    for name in (*f.rivals, f.run.main):
        at = places[name][f.rows[name]]
        yield Points(*(row(v[:, None]) for v in at.T), tone=METHODS[name].tone,
                     symbol=METHODS.symbol(name), size=11.0 if name == f.run.main else 9.0,
                     label=METHODS[name].label)  # fmt: skip


def at_the_end(f, values):
    """`values` (n,) as a field that shows them in the frames after the main method's end."""
    return row(np.where(f.ended[:, None], values, np.nan))


def _proof(f):
    """The edges that contradict, each with the pull of its weight, or the way without an end."""
    case, status = f.case, f.run.result.status
    if f.ray is None:
        return
    size = np.ptp(case.box[0])
    if status == "unbounded":
        # Heads on the way say where it goes; its end is outside, however far one looks.
        steps = size * np.append(_STEPS, FAR)
        tips = f.run.result.x + steps[:, None] * f.ray
        tails = np.vstack([f.run.result.x, tips[:-1]])
        yield Arrows(*(at_the_end(f, v) for v in (*tails.T, *tips.T)), tone="good", width=3.5,
                     label="the way without an end", future=True)  # fmt: skip
        return
    y, shape = weights(f), f.case.shape
    used = y > 1e-6
    feet = case.handles()[used]
    ends = feet - _PULL * size * y[used, None] * shape.normals[used]
    far = np.array(wider(case.box, FAR))
    lines = np.stack(lines_in_box(shape.normals[used], shape.reach[used], far), -1)
    yield Segments(*(at_the_end(f, lines[:, e, d]) for e in (0, 1) for d in (0, 1)), tone="good",
                   width=2.5, label="the edges that contradict", future=True)  # fmt: skip
    yield Arrows(*(at_the_end(f, v) for v in (*feet.T, *ends.T)), tone="good", width=3.0,
                 label="their weights: the arrows add up to 0", future=True)  # fmt: skip
    tails, tips = tip_to_tail(ends - feet) + free_place(
        case.box, [*case.handles(), *ends, *case.arrow, f.run.result.x]
    )
    yield Arrows(*(at_the_end(f, v) for v in (*tails.T, *tips.T)), tone="good", width=3.0,
                 label="the same arrows, tip to tail: they close", future=True)  # fmt: skip
    foot = [tails[:, 0].mean(), tails[:, 1].min() - _WORDS * np.ptp(case.box[1])]
    yield Text(*(at_the_end(f, [v]) for v in foot), text=("they close",), tone="good",
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
        yield Text(*out.T, text=tuple(case.names), tone="ink", anchor="center")


def products(f):
    """Each edge's slack beside its multiplier: in the end one of both is 0."""
    if not len(f.case.names):
        nothing = Axis(range=(0.0, 1.0), ticks=((), ()))
        return Panel(_PRODUCTS, (), nothing, nothing, key="products", subtitle="no edge yet")
    shape, shown, length = f.case.shape, f.run.trace.snapshots, _lengths(f)
    noun = f.case.noun
    slack, y = shape.slack(f.x), np.full((len(f), length.size), np.nan)
    if "y" in shown:
        y = shown["y"][f.row_shown] * length
    known = np.isfinite(y).all(axis=1)
    high = np.nanmax(
        np.append(y[known][-max(1, known.sum() // 2) :], 1e-3 * np.linalg.norm(f.run.problem.c))
    )
    top, right = 1.15 * high, 1.05 * min(slack.max(), np.ptp(f.case.box[0]))
    x, up = np.clip(slack, -0.1 * right, right), np.clip(y, 0.0, top)
    marks = [
        Segments([0.0], [0.0], [0.0], [top], tone="muted", width=1.0, label=f"on the {noun}"),
        *_hyperbola(f, shown, right, top),
        Points(row(x), row(up), tone="ink", symbol="diamond", size=8.0, label=f"{noun}s",
               texts=tuple(f"{noun} {name}" for name in f.case.names)),
    ]  # fmt: skip
    if len(f.case.names) <= NAMED:
        marks.append(Text(row(x), row(up), tuple(f.case.names), tone="ink"))
    return Panel(
        _PRODUCTS.replace("edge", noun),
        marks,
        Axis(f"slack: distance from the {noun}", range=(-0.12 * right, 1.1 * right)),
        Axis("multiplier", range=(-0.1 * top, 1.2 * top)),
        key="products",
        subtitle=("in the end one of both is 0" if known.any()
                  else f"{f.label} has no multipliers on its way"),
        legend={"all products equal their mean": "all products equal their mean"},
    )  # fmt: skip


def _lengths(f):
    return np.linalg.norm(f.run.problem.A, axis=1)


def _hyperbola(f, shown, right, top):
    """Where all products are their mean, as on the central path."""
    if "mu" not in shown:
        return
    mean = np.maximum(shown["mu"][f.row_shown], 1e-9 * right * top)[:, None]
    x = np.geomspace(1e-3, 1.0, 40) * right
    y = mean / x
    yield Lines(row(np.broadcast_to(x, y.shape)), row(np.where(y <= top, y, np.nan)), tone="muted",
                width=1.2, label="all products equal their mean")  # fmt: skip


def straight_levels(c, box):
    """Level lines x (k, 3), y (k, 3) of c'x, even steps apart, NaN behind each."""
    near, far = (_corners(wider(box, share)) @ c for share in (BEYOND, FAR))
    step = np.ptp(near) / (_LEVELS + 1)
    first, last = np.ceil((far.min() - near.min()) / step), (far.max() - near.min()) / step
    levels = near.min() + step * np.arange(first, last)
    lines = lines_in_box(np.tile(c, (len(levels), 1)), levels, np.array(wider(box, FAR)))
    return tuple(polyline(np.stack(lines, axis=-1)).T)


def curved_levels(problem, box):
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


def _corners(box):
    """The corners (4, 2) of a window."""
    return np.stack(np.meshgrid(*box), axis=-1).reshape(-1, 2)


def dual(f):
    """The panel; without marks, and in words why, where there is no such polygon."""
    shape, problem = f.case.shape, f.run.problem
    if not len(shape.reach):
        return _dual_panel((), "No edge yet: the dual's polygon has no corner.")
    if problem.Q is not None or problem.rows.inner is None:
        return _dual_panel((), _NOTHING if problem.Q is None else _CURVED)
    inside = problem.rows.outward(problem.rows.inner)
    places = shape.normals / shape.slack(inside)[:, None]
    if np.linalg.matrix_rank(shape.normals, SAME) < 2:
        return _dual_panel((), _PARALLEL)
    hull = np.vstack([places, np.zeros(2)])
    hull = hull[ConvexHull(hull).vertices]
    box = window(np.vstack([hull, np.zeros(2)]), 0.2, HERO)
    marks = [
        Path(*np.vstack([hull, hull[:1]]).T, tone="ink", width=1.8, fill=0.07, ghost=False,
             label="the dual's polygon"),
        *_dual_ray(f, np.linalg.norm(hull, axis=1).max()),
        *_dual_line(f, inside, box),
        Points(*places.T, tone="ink", symbol="circle-open", size=9.0,
               texts=tuple(f"edge {name}" for name in f.case.names), label="an edge"),
        *methods_at(f, {name: _weighed(f, name, inside) for name in f.run.results}, False),
    ]  # fmt: skip
    if len(places) <= NAMED:
        out = places + 0.04 * np.ptp(box[0]) * shape.normals
        marks.append(Text(*out.T, text=tuple(f.case.names), tone="ink", anchor="center"))
    words = "y is a point, x a line; they meet at the optimum"
    return _dual_panel(marks, words, *(Axis(f"normal{low} ÷ reach", range=ends)
                                  for low, ends in zip("₁₂", box, strict=True)))  # fmt: skip


def _dual_panel(marks, words, x=None, y=None):
    empty = Axis(range=(0.0, 1.0), ticks=((), ()))
    shown = {"x as a line": "x", "the dual's polygon": "the dual's polygon"}
    return Panel("The dual: each edge a corner", marks, x or empty, y or empty, equal=True,
                 key="dual", subtitle=words, legend=shown)  # fmt: skip


def _dual_ray(f, size):
    """The way of the arrow from the middle, further than any corner."""
    way = -f.run.problem.c / np.linalg.norm(f.run.problem.c)
    yield Lines(*np.column_stack([np.zeros(2), _FAR * size * way]), tone="muted", width=1.2,
                dash="dot", label="the arrow's ray")  # fmt: skip
    yield Arrows(0.0, 0.0, *(0.3 * size * way), tone="ink", width=2.5, label="F falls this way")


def _dual_line(f, inside, box):
    """The main method's x as a line, in each frame."""
    away = f.x - inside
    ends = lines_in_box(away, np.ones(len(away)), np.array(wider(box, FAR)))
    yield Lines(*(row(v) for v in ends), tone="now", width=1.2, dash="dash", label="x as a line")


def _weighed(f, name, inside):
    """The points (R, 2) that a method's multipliers weigh out; NaN where it has none."""
    shown = f.run.traces[name].snapshots
    if "y" not in shown:
        return np.full_like(f.path(name), np.nan)
    y = shown["y"][: len(f.path(name))] * np.linalg.norm(f.run.problem.A, axis=1)
    total = y @ f.case.shape.slack(inside)
    clear = np.abs(total) > 1e-9 * np.abs(y).max(axis=1, initial=0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(clear[:, None], y @ f.case.shape.normals / total[:, None], np.nan)


def gaps(f):
    """The certified gaps of the methods that have some."""
    curves = [curve for curve in f.gap_curves() if np.isfinite(curve.gap).any()]
    return gap_panel(curves, f.clock.values, f.limit, "steps of each kind")


def questions(f):
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
    case, problem = f.case, f.run.problem
    few = 3 <= len(case.shape.corners) <= 12 and len(f) > 2
    if f.run.result.status != "converged" or problem.Q is not None or not few:
        return None
    shape, held = case.shape, holding(f)
    if held.sum() != 2:
        return None
    y = np.linalg.solve(shape.normals[held].T, -problem.c)
    pairs = [p for p in shape.meeting if p.sum() == 2 and (p != held).any()]
    if y.min() < _CLEAR * np.linalg.norm(problem.c) or not pairs:
        return None
    words = [_pair(case, held), *(_pair(case, p) for p in pairs)]
    left_out = drawn(f.run.settings, "edges", range(max(1, len(pairs) - 2)))
    options = (words[0], *words[1 + left_out :][:3])
    return Question(
        0,
        "F falls along the arrow. Which two edges hold the optimum?",
        options,
        0,
        f"They meet at {point(f.answer)}, and the arrow lies between their outward normals: "
        "no way along an edge lowers F.",
        "edges",
        ("gap", "products", "dual"),
    )


def _pair(case, which):
    return f"edges {listed(case.names[i] for i in np.flatnonzero(which))}"


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
        f"{f.label} stands at x. Where will its next step take it?",
        why=f"To {point(f.x[k + 1])}.",
        key="next",
        hides=("gap", "products", "dual"),
        aim=aim,
    )


PANELS = {"plane": plane, "products": products, "gap": gaps, "dual": dual}
_LAYOUT = Layout("plane", ("products", "gap"), ("dual",))


def scene(run):
    """The plane, the edges' slacks and multipliers, the gaps, the dual."""
    f = frames(run)
    return picture(f, PANELS, WORDS, _LAYOUT, questions(f), numbers(f))


def numbers(f):
    """The numbers beside the sentence, F also as the file of one's own states it."""
    return stated(f.case.own and f.case.own.own, f.readout())


def _simplex(run, ask):
    return simplex_states(run.problem, ask, run.extra["x0"], rule=run.settings["rule"])


def _pdhg(run, ask):
    return pdhg_states(run.problem, ask)


def student_steps(panel, **needs):
    """Both steps in a scene whose iterates are points of `panel`, where the knobs stand as `needs`
    says."""
    methods = {
        "ratio-test": StepMethod(_simplex, {"method": ("simplex",), **needs}),
        "pdhg-step": StepMethod(_pdhg, {"method": ("pdhg",), **needs}),
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
