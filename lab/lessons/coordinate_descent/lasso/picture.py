"""The lasso by coordinate descent as a picture: where the path goes, why each step, how far it is
proved."""

from functools import partial

import numpy as np

from lab.checking.task import StepMethod, StudentSteps
from lab.datasets import own_file
from lab.drawing.ball import ball_curves, ball_marks, ball_words
from lab.drawing.conditions import conditions_panel, lam_max_mark
from lab.drawing.gap_panel import gap_panel
from lab.drawing.geometry import OCTAHEDRON, between, moving, round_limits, unit_circle, unit_sphere
from lab.drawing.paths import axis_titles, iterates_panel, landscape, method_paths, path_names
from lab.drawing.text import weight
from lab.experiment import Experiment, Judged
from lab.lessons.coordinate_descent.lasso.model import (
    CD,
    KNOBS,
    METHODS,
    along,
    bar_states,
    frames,
    level_ring,
    make_problem,
    plane_box,
    solids_of,
    solve,
    space_box,
    update_window,
)  # fmt: skip
from lab.prediction import asked, drawn_kind, first, landing
from lab.race.arrivals import arrival
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from lab.scenes.words import UPDATES, is_tiny
from lab.sweeps.measures import nonzeros
from solvers.exchange import coordinate_states, proximal_states, threshold_states
from widgets import (
    Axis,
    Band,
    Curve,
    Layout,
    Mesh,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    moved,
    row,
)  # fmt: skip
from widgets.knobs import with_primary
from widgets.words import bound, say

_RINGS = 97
#: |w|_1 = 1 in the plane.
_DIAMOND = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
_AXES = {
    "iterations": "updates; steps of the rivals",
    "work": "coordinate updates (a gradient is one for each weight)",
    "seconds": "seconds of the algorithm alone",
}
#: Moves and slopes below this share count as 0.
_CLEAR = 1e-2


def _rule(frame):
    """Which branch of soft thresholding fired, with its numbers."""
    if frame.curvature == 0.0:
        return "its feature is zero, so it stays 0"
    if frame.new == 0.0:
        end = "it stays on the axis" if frame.old == 0.0 else "it stops on the axis"
        return "inside the threshold |{signed}| ≤ λ = {lam:.2≠size}, so " + end
    end = "but it is there already" if frame.stays else "so it moves and shrinks by λ"
    return "slope {signed} beats the threshold λ = {lam:.2≠size}, " + end


def _goes(frame):
    """Where this update leads the path."""
    if frame.new == 0.0:
        return f"The path {'stays' if frame.old == 0.0 else 'stops'} at {{name}} = 0."
    if frame.stays or is_tiny(frame):
        return "The path hardly moves: it was almost lowest on its line."
    if frame.old == 0.0:
        return "The path leaves {name} = 0."
    if frame.old * frame.new < 0.0:
        return "The path crosses {name} = 0, to the lowest point of its line."
    words = (("left", "right"), ("down", "up"), ("backwards", "forwards"))[frame.moving]
    return f"The path goes {words[int(frame.new > frame.old)]}, to the lowest point of its line."


WORDS = UPDATES.also(
    goes=_goes,
    rule=_rule,
    signed=lambda frame: "−{size:.2≠lam}" if frame.slope < 0.0 else "{size:.2≠lam}",
    more=lambda frame: say(".{ball}", ball=ball_words(frame.table)),
)


def iterates(f: Frames) -> Panel:
    """The panel: one axis per weight."""
    return _plane(f) if f.dimension == 2 else _space(f)


def _plane(f):
    box = plane_box(f)
    marks = [
        *landscape(f, *box),
        _ring(f),
        *ball_marks(f, _DIAMOND),
        *method_paths(f, "coordinate descent"),
        *_now(f),
        *path_names(f, box),
    ]
    legend = {
        "F(w)": "F(w)",
        "all w with the same F as here": "the same F as here",
        "this update": "this update",
    }
    return iterates_panel("The path of the weights", marks, box, legend, names=f.names)


def _space(f):
    solids = solids_of(f)
    box = space_box(f, solids)
    paths = method_paths(f, "coordinate descent")
    behind = [*_draw(solids, box), *ball_marks(f, OCTAHEDRON)]
    marks = [*behind, *paths, *_now(f), *path_names(f, box)]
    legend = {mark.label: mark.label.partition(";")[0] for mark in marks if "as here" in mark.label}
    return iterates_panel("The path of the weights", marks, box, legend, names=f.names)


def _ring(f):
    """The level line of F through the current point: each move ends where it touches one."""
    ring = level_ring(f, unit_circle(_RINGS))
    return Path(**moving(ring), tone="ink", width=1.0, opacity=0.6,
                label="all w with the same F as here")  # fmt: skip


def _draw(solids, box):
    """The solids in the frames where they fit into the axes; before, they are a point."""
    low, high = np.array(box).T
    vertices, faces = unit_sphere()
    (A, b), (size, zero) = solids
    half = np.linalg.norm(A, axis=2)
    A = A * np.all((b - half >= low) & (b + half <= high), axis=1)[:, None, None]
    half = size[:, 0, :1]
    size = size * np.all((-half >= low) & (half <= high), axis=1)[:, None, None]
    later = "; drawn where it fits into the axes"
    yield Mesh(
        moved(vertices, A, b), faces=faces, opacity=0.18, label=f"the same loss as here{later}"
    )
    yield Path(
        moved(OCTAHEDRON, size, zero), tone="muted", width=1.5, ghost=False,
        label=f"the same |w|₁ as here{later}",
    )  # fmt: skip


def _now(f):
    """The move of this frame in orange: where it came from, where it is."""
    before = f.w.copy()
    before[np.arange(len(f)), f.moving] = f.old
    yield Segments(**between(before, f.w), tone="now", width=4.5, label="this update")
    yield Points(**moving(before), symbol="circle-open", tone="ink", size=12.0,
                 label="before this update")  # fmt: skip
    yield Points(**moving(f.w), tone="now", size=9.0, label="w")


def update(f: Frames) -> Panel:
    """The problem in one weight that this frame solves, as the knob "picture" asks."""
    return shrinkage(f) if f.run.settings["picture"] == "function" else parabola(f)


def parabola(f: Frames) -> Panel:
    """F along the weight that moves."""
    x, top = update_window(f)
    h, best = f.curvature[:, None], f.unpenalised[:, None]
    loss = 0.5 * h * (x - best) ** 2
    price = f.lam * np.abs(x)
    high = 3.0 * top  # far above the window, so that short integers keep their digits
    marks = [
        Curve(x, row(np.minimum(loss, high)), tone="muted", dash="dot", width=1.5, label="loss"),
        Curve(x, price, tone="muted", dash="dash", width=1.5, label="λ|w|"),
        Curve(x, row(np.minimum(loss + price, high)), width=2.5, label="their sum: F"),
        *_landing_dots(f, top),
    ]
    return Panel(
        "One parabola, one kink",
        marks,
        Axis("the weight that moves", range=(x[0], x[-1]), zero=True),
        Axis("F along it, shifted", range=round_limits(-0.08 * top, top)),
        subtitle="the other weights stay",
        legend={
            "loss": "loss",
            "λ|w|": "λ|w|",
            "their sum: F": "F",
            "before": "before",
            "after the update": "after",
        },
    )


def _landing_dots(f, top):
    """Where the weight was, or below which place that is, and where it lands."""
    old_y, new_y = along(f, f.old), np.minimum(along(f, f.new), 0.95 * top)
    inside = old_y <= top
    yield Points(row(f.old), row(np.where(inside, old_y, np.nan)), symbol="circle-open",
                 tone="ink", size=11.0, label="before")  # fmt: skip
    yield Points(row(np.where(inside, np.nan, f.old)), [0.95 * top], symbol="triangle-up",
                 tone="ink", size=10.0, label="higher than the picture before")  # fmt: skip
    yield Points(row(f.new), row(new_y), tone="now", size=11.0, label="after the update")


def shrinkage(f: Frames) -> Panel:
    """w = soft(b, λ) / ‖x‖² against the slope b, for the feature of each frame."""
    b, lam = f.slope, f.lam
    reach = 1.1 * max(np.abs(b).max(), 1.5 * lam, 1e-9)
    x = np.array([-reach, -lam, lam, reach])
    h = np.where(f.curvature > 0.0, f.curvature, np.inf)[:, None]
    y = np.sign(x) * np.maximum(np.abs(x) - lam, 0.0) / h
    free = np.array([-reach, reach]) / h
    high = 1.08 * max(np.abs(y).max(), 1e-9)
    new = np.where(f.started, f.new, f.old)
    names = tuple(say("{name}: b = {slope:.2}", frame) for frame in f)
    marks = [
        Band([-lam, lam], [-2.0 * high] * 2, [2.0 * high] * 2, tone="muted", fill=0.13,
             label="|b| ≤ λ: the weight is 0"),
        Curve([-reach, reach], row(free), tone="muted", dash="dot", width=1.5, label="λ = 0"),
        Curve(x, row(y), width=2.5, label="w of b"),
        Segments(row(b), [0.0], row(b), row(new), tone="now", width=1.5,
                 label="this update"),
        Points(row(b), row(new), tone="now", size=9.0, label="lands here"),
        Text([-0.95 * reach], [0.85 * high], names, tone="ink", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Where a slope leads: 0 on a whole interval",
        marks,
        Axis("slope b if the weight were 0", range=round_limits(-reach, reach), zero=True),
        Axis("the weight", range=round_limits(-high, high), zero=True),
        subtitle="w = sign(b) (|b| − λ)₊ ÷ ‖x‖²",
        legend={"|b| ≤ λ: the weight is 0": "|b| ≤ λ: w = 0", "λ = 0": "without λ"},
    )


def correlations(f: Frames) -> Panel:
    """|x_d'r| of every weight against λ: the optimality condition as a picture."""
    c = f.residual_products
    return conditions_panel(
        np.abs(c),
        bar_states(c, f.w, f.lam),
        f.lam,
        "What each feature still explains",
        "|xᵀr|",
        axis_titles([weight(d) for d in range(f.dimension)], f.names),
        "where a weight is not 0, its bar is at λ",
    )


def gaps(f: Frames) -> Panel:
    """Certified gap of every method on one clock."""
    curves = ball_curves(f) + f.gap_curves(**{CD: "coord. descent"})
    return gap_panel(curves, f.clock.values, f.limit, _AXES[f.run.settings["clock"]])


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    aim = _aim(f)
    landing = _landing(f, None if aim is None else aim.frame)
    return asked(f.run.settings, _first_direction(f), aim, landing, _race(f))


def _first_direction(f):
    """Before the first update: which way its weight goes."""
    trace = f.run.trace
    if len(f) < 3 or len(trace) < 2 or f.started[0]:
        return None
    old, new = (float(trace.snapshots[name][1]) for name in ("old", "new"))
    if 0.0 < abs(new - old) < _CLEAR:
        return None
    words = partial(say, name=f[0].name, new=new)
    return Question(
        0,
        words("Coordinate descent moves {name} first, the other weights fixed. Which way will it "
              "go?"),
        (words("{name} grows"), words("{name} falls"), words("{name} stays")),
        0 if new > old else 1 if new < old else 2,
        words("It goes to where F is least along that line: {name} = {new}."),
        "way",
        ("update",),
    )  # fmt: skip


def _aim(f):
    """Before a long update in the plane: where it ends."""
    if f.dimension != 2 or len(f) < 4:
        return None
    one_update = 1 + np.flatnonzero(np.diff(f.row_shown)[1:] == 1)
    k, aim = landing(f.run.settings, "iterates", f.w, plane_box(f), one_update)
    if k is None:
        return None
    after = f[k + 1]
    why = (
        "{name} becomes {new}: the point is the lowest on this line. There |xᵀr| is at most λ, so "
        "that leaving 0 would raise F."
        if after.new == 0.0
        else "{name} becomes {new}: the point is the lowest on this line, where it touches a level "
        "line of F."
    )
    return Question(
        k,
        say("Next moves {name}, now {old:.2}, and the other weight stays. Where will the path be "
            "after that update?", after),
        why=say(why, after),
        key="aim",
        hides=("update",),
        aim=aim,
    )  # fmt: skip


def _landing(f, taken):
    """In the frame before an update: where soft thresholding puts the weight; not in the frame
    `taken` by another question on the same update, whose answer this one's would be."""
    k = np.arange(2, len(f))
    k = k[(np.diff(f.row_shown)[1:] == 1) & (f.curvature[2:] > 0.0) & (k - 1 != taken)]
    k = k[np.abs(f.size[k] - f.lam) > _CLEAR * np.maximum(f.size[k], f.lam)]
    sign = np.sign(f.new[k])
    kind = drawn_kind(f.run.settings, "sign", *(k[sign == s] for s in (0, 1, -1)))
    if kind is None:
        return None
    after = f[int(kind[0])]
    words = partial(say, signed=WORDS.say("signed", after))
    why = (
        "|{signed}| ≤ {lam:.2≠size}: leaving 0 would cost λ per unit and win less, so the weight "
        "is 0."
        if after.new == 0.0
        else "|{signed}| > {lam:.2≠size}: it pays to leave 0, and the weight becomes {new}."
    )
    return Question(
        after.k - 1,
        words("Next moves {name}, now {old:.2}. With {name} = 0 its feature would have xᵀr = "
              "{signed}, and λ = {lam:.2≠size}. Where will it land?", after),
        ("exactly at 0", "at a positive value", "at a negative value"),
        (0, 1, 2)[int(np.sign(after.new))],
        words(why, after),
        "landing",
    )  # fmt: skip


def _race(f):
    """Which method is first within a thousandth; not asked of seconds, which are others each
    time."""
    if len(f) < 8 or f.run.settings["clock"] == "seconds":
        return None
    names, limit = [CD, *f.rivals], 1e-3 * f.run.result.certificate.scale
    words = {n: METHODS[n].label for n in names}
    times = {n: arrival(f.times(n), f.run.results[n].trace.gap, limit) for n in names}
    if min(times.values()) <= f.clock.values[0]:
        return None
    return first(
        words,
        times,
        f"Counted in {f.clock.name}s, of a rival in steps: which method will be the first with "
        f"a proved gap under {bound(limit)}?",
        lambda _, time: f"at {int(time)}",
        hides=("gap",),
    )


PANELS = {"iterates": iterates, "update": update, "gap": gaps, "correlations": correlations}
_LAYOUT = Layout("iterates", ("update", "gap"), ("correlations",))
scene = scene_of(frames, PANELS, WORDS, _LAYOUT, questions)


#: Proximal gradient, whose step is not that of the scene's main method.
_ISTA = "ista"


def _updates(run, ask, states):
    """From where the reference began, the weights that it moved."""
    shown = run.trace.snapshots
    return states(run.problem, shown["w"][0], shown["coordinate"][1:], ask)


def _proximal(run, ask):
    shown = run.traces[_ISTA].snapshots
    return proximal_states(run.problem, shown["w"][0], shown["L"][1:], ask)


STUDENT_STEPS = StudentSteps(
    {
        "lasso-update": StepMethod(partial(_updates, states=coordinate_states)),
        "soft-threshold": StepMethod(partial(_updates, states=threshold_states)),
        "proximal-step": StepMethod(_proximal, {"compare": (_ISTA,)}, reference=_ISTA),
    },
    frames,
)


EXPERIMENT = Experiment(
    "lasso",
    "Coordinate descent on the lasso",
    "Why does the path turn only at right angles, and what makes it stop on an axis?",
    with_primary(KNOBS, "lam", "data", "start", "compare"),
    solve,
    scene,
    lambda settings: lam_max_mark(make_problem(settings)),
    previews=own_file.preview,
    student_steps=STUDENT_STEPS,
    judged=(Judged("iterates", lambda run, w: w),),
    measures={"nonzeros": nonzeros},
    vary={"lam": (0.01, 2.0, 8), "start": None},
    first="Drag λ to the right until one weight is exactly 0, and on to the mark λmax.",
    see=(
        "Each step is parallel to an axis, and some end on one; the proved distance from optimal "
        "falls until it is within the tolerance."
    ),
)
