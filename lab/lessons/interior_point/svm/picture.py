"""Scene `svm` as a picture: points of the plane with the boundary that separates them, the
multipliers in their box, the conditions, the proof, and the features behind the kernel (γ z'z̃)²,
among which a curved boundary is a plane (Figs. 3-2 and 3-4 of 001_f12148ddf98c114b.txt)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from lab.checking.comparing import STYLE
from lab.checking.task import StudentSteps
from lab.datasets.own_file import preview_points
from lab.drawing import surface
from lab.drawing.gap_panel import gap_panel
from lab.drawing.geometry import axes, frame_lines, level_lines, moving, wider
from lab.drawing.text import capital, listed, readout
from lab.experiment import Experiment, Judged, Run
from lab.lessons.interior_point.common import (
    BOUNDED,
    FREE,
    MEASURES,
    STATES,
    STEP_METHODS,
    ZERO,
    counted,
)
from lab.lessons.interior_point.svm.model import (
    TOL,
    boundaries,
    boundary,
    edit,
    feasible,
    frames,
    knobs,
    losses,
    name_of,
    solve,
    sweep_of,
    tools,
    window_of,
)
from lab.prediction import asked, drawn, ringed
from lab.scenes.frames import Frame, Frames
from lab.scenes.picture import picture
from lab.scenes.words import ended
from widgets import (
    Axis,
    Bars,
    Curve,
    Layout,
    Mesh,
    Panel,
    Path,
    Points,
    Question,
    Scene,
    Segments,
    Text,
    ragged,
    row,
)
from widgets.knobs import with_primary
from widgets.marks import MAX_BARS
from widgets.words import Words, apart, figure, say, value

#: (state, label) -> (symbol, tone): a class has its colour and its family of shapes, in which a
#: state has its own.
STYLES = {
    (ZERO, 1.0): ("circle-open", "main"),
    (ZERO, -1.0): ("square-open", "rival1"),
    (FREE, 1.0): ("circle", "main"),
    (FREE, -1.0): ("square", "rival1"),
    (BOUNDED, 1.0): ("triangle-up", "main"),
    (BOUNDED, -1.0): ("triangle-down", "rival1"),
}
#: The same in space, where there are no triangles, and crosses depend on the fonts.
STYLES_IN_SPACE = STYLES | {
    (BOUNDED, 1.0): ("diamond", "main"),
    (BOUNDED, -1.0): ("diamond-open", "rival1"),
}
#: What the key says of marks with these labels.
KEY = {
    "free, class +1": "class +1",
    "free, class −1": "−1",
    "zero, class +1": "x = 0",
    "at C, class +1": "x = C",
    "moved most": "moved most",
}
#: The same in one line of a small panel.
SHORT_KEY = {
    "free, class +1": "+1",
    "free, class −1": "−1",
    "zero, class +1": "x = 0",
    "at C, class +1": "x = C",
}
#: Diameters at x_i = 0 and x_i = C; the area between grows with x_i.
_SMALL, _LARGE = 7.0, 12.0
#: The boundary and its margins: level -> tone, dash, width, name, and on which side of the line
#: that is; the panel's title names the boundary.
_LEVELS = {
    -1.0: ("ink", "dot", 1.5, "h = −1", "below"),
    0.0: ("good", "solid", 3.0, "h = 0", ""),
    1.0: ("ink", "dash", 1.5, "h = +1", "above"),
}
#: Kind of a method -> what is NaN where a point was only pushed inside, and the words of a step.
_RULES = {
    "newton": ("alpha_p", "a Newton step of α = {alpha_p}, aimed at σ = {sigma} of the mean"),
    "low-cost": ("alpha_p", "a step of α = {alpha_p} with λ = {spectral} in place of Q"),
    "reduced": ("", "a step of Algorithm 4, on all points"),
    "gradient": ("step", "a step of {downhill} downhill, short in front of near bounds"),
    "pairs": ("", "{pair}"),
    "other": ("", "a step of {label}"),
}
#: Lines are named at least this share of the window inside.
_INSIDE = 0.12
#: Class numbers of the bars of each state, for their colours, and what each class is called.
_BAR = np.array([7, 2, 5])
_BAR_NAMES = tuple(dict(zip(_BAR.tolist(), STATES, strict=True)).get(k, "") for k in range(8))
#: Margins beyond these are drawn at the edge.
MARGINS = (-2.0, 4.0)
_BIASES = 61
#: The best biases are an interval where it is wider than this share of a margin.
WIDE = 0.01
#: clock -> title of its axis.
AXES = {"iterations": "iterations", "work": "columns of Q used"}
#: The sheet on which all points lie in the panel "map": rings, and points on each.
_RINGS, _AROUND = 6, 25
#: How far axes in space reach beyond all points there; markers in space look larger than in the
#: plane by the inverse of the second.
_MARGIN, IN_SPACE = 0.06, 0.65
_FEATURES = ("γ z₁²", "√2 γ z₁z₂", "γ z₂²")
#: A point is clearly no support vector from this margin on.
_BEYOND = 1.2
#: Points whose state changed are named up to this many.
_NAMED = 3
#: Eighths of a turn from the right, and thirds of the picture from below, in words.
_DIRECTIONS = (
    "right", "up and right", "up", "up and left", "left", "down and left", "down", "down and right",
)  # fmt: skip
_SPOTS = (
    ("at the lower left", "at the bottom", "at the lower right"),
    ("at the left", "in the middle", "at the right"),
    ("at the upper left", "at the top", "at the upper right"),
)


def _start(frame):
    """Who pulls hardest at the start, and where that comes from."""
    if frame.case.x0 is not None:
        return "Warm start: {known} — {proof}."
    plus, minus = (frame.x[frame.y == label] for label in (1.0, -1.0))
    where = ", projected on the feasible set" * bool(frame.projected.any())
    begin = f" — start of {{label}}{where}: "
    if max(np.ptp(plus), np.ptp(minus)) > 1e-9 * frame.C:
        return f"Point {{number}} pulls hardest{begin}{{name}} = {{pull}}; {{proof}}."
    return say(
        f"All points of a class pull alike{begin}"
        "xᵢ = {plus:4g} in class +1 and {minus:4g} in class −1; {proof}.",
        frame, plus=plus[0], minus=minus[0],
    )  # fmt: skip


def _known(frame):
    """What the start knows."""
    edit = frame.case.last_edit
    if isinstance(edit, int):
        return f"the old answer without point {edit}, moved onto y'x = 0"
    return "the old answer, and {name} = {pull} for the new point"


def _step(frame):
    """What the boundary does and whose pull changed most, then that x_i, by which rule, and whose
    state changed."""
    if frame.before.row == frame.row:
        moving = "still move" if _has_ended(frame) else "move here"
        return f"{{idle}} — {{proof}}; only rivals {moving}."
    if frame.pull == frame.old_pull:
        return "No xᵢ moves — {rule}."
    old, new = apart(frame.old_pull, frame.pull, most=9)
    return (
        "{observed}, and the ringed point {number} pulls "
        f"{'harder' if frame.pull > frame.old_pull else 'less'} — {{name}}: {old} → {new}; "
        "{rule}{changes}."
    )


def _idle(frame):
    """Why nothing moves: the method has ended, or its step takes longer than those of rivals."""
    doing = "has ended" if _has_ended(frame) else "is at work on its next step"
    return capital(f"{frame.label} {doing}")


def _has_ended(frame):
    return frame.row == frame.table.row[-1]


def _name(frame):
    """The x_i that moved most, as `name_of` has it of both frames of a step."""
    step = (frame.k - 1, frame.k) if frame.k else ()
    return name_of(frame.table, int(frame.mover), *step)


def _observed(frame):
    """What h = 0 does from the frame before to this one, in the picture."""
    swept = sweep_of(frame)
    changed = int(np.count_nonzero(frame.state != frame.before.state))
    where = ": {plus:.1} % of the box change to +1, {minus:.1} % to −1"
    where = ", most {spot}" if frame.plane else where
    return say(
        {
            "none": "No {what} is visible",
            "comes": "The {what} enters the picture",
            "goes": "The {what} leaves the picture",
            "stays": "The {what} hardly moves"
            + ", {changed:count point} in a new shape" * (changed > 0),
            "turns": "The {what} turns to the {side}",
            "moves": "The {what} moves {direction}",
            "bends": "The {what} {bends}" + where,
        }[swept.kind],
        frame,
        changed=changed,
        bends="tilts" if frame.run.settings["kernel"] == "linear" else "bends",
        side="left" if swept.turn > 0.0 else "right",
        direction=_direction(frame, swept.direction),
        spot=_SPOTS[swept.most[1]][swept.most[0]],
        plus=100.0 * swept.plus,
        minus=100.0 * swept.minus,
    )


def _direction(frame, d):
    """A direction in words: an eighth of a turn, in space the axis that it follows most."""
    if frame.plane:
        return _DIRECTIONS[int(np.round(np.arctan2(d[1], d[0]) / (0.25 * np.pi))) % 8]
    axis = int(np.argmax(np.abs(d)))
    return f"towards {'larger' if d[axis] > 0.0 else 'smaller'} {frame.case.names[axis]}"


def _rule(frame):
    """Why it moved."""
    trace, kind = frame.run.trace, frame.method.kind
    count = int(trace.iteration[frame.row] - trace.iteration[frame.before.row])
    column, text = _RULES[kind]
    if kind == "reduced" and frame.round:
        text = "a step on the {selected_count} points selected, round {turn}"
    elif column and not np.isfinite(getattr(frame, column)):
        text = "pushed off its bounds, as the method stays inside"
    return text if count <= 1 else f"{count} iterations at once, the last: {text}"


def _pair(frame):
    """Which two variables SMO moved together, and how far."""
    (first, second), new = frame.pair, frame.new
    if first < 0:
        return "nothing has moved yet"
    names = [name_of(frame.table, int(i)) for i in (first, second)]
    at = [name for name, v in zip(names, new, strict=True) if v in (0.0, frame.C)]
    stop = f"until {listed(at)} met 0 or C" if at else "to their exact minimum"
    return say("{first} violated most, {second} gains most with it; they moved by {by} {stop}",
               first=names[0], second=names[1], stop=stop,
               by=abs(new[0] - frame.old[0]))  # fmt: skip


def _changes(frame):
    """Whose state changed, named where they are few."""
    changed = np.flatnonzero(frame.before.state != frame.state)
    if changed.size > _NAMED:
        return f"; now {counted(frame.state)}"
    moves: dict[tuple, list] = {}
    for i in changed.tolist():
        move = frame.before.state[i], frame.state[i]
        moves.setdefault(move, []).append(name_of(frame.table, i))
    return "".join(
        f"; {listed(names)} {STATES[old]} → {STATES[new]}" for (old, new), names in moves.items()
    )


def _ending(frame):
    """What is proved, and how many points determine the boundary."""
    result, bias = frame.run.result, bias_words(frame)
    why = "any" in bias and not (frame.state == FREE).any()
    support = ", so that {determining} of {n} points determine the {what}" * bool(
        (frame.kinds >= 0).all()
    )
    return say(
        ended(frame, "q")
        + "; at the optimum {kinds}"
        + support
        + "; at the point shown {bias}{why}.{note}",
        frame,
        determining=int(np.count_nonzero(frame.kinds > ZERO)),
        n=len(frame.kinds),
        kinds=counted(frame.kinds),
        bias=bias,
        why=", as no support vector is free" * bool(why),
        note=f" {result.notes[-1]}" if result.notes and result.status != "converged" else "",
    )


def bias_words(frame: Frame) -> str:
    """The bias of a frame, or its interval where that is wide."""
    low, high = frame.bias
    if high - low > WIDE:
        return f"any β in [{value(low)}, {value(high)}]"
    return f"β = {value(frame.middle)}"


WORDS = Words(
    start=_start,
    step=_step,
    ending=_ending,
    idle=_idle,
    known=_known,
    name=_name,
    rule=_rule,
    pair=_pair,
    changes=_changes,
    observed=_observed,
    spectral=lambda frame: value(frame.run.trace.snapshots["spectral"][frame.row - 1]),
    downhill=lambda frame: value(frame.step),
    selected_count=lambda frame: str(np.count_nonzero(frame.selected)),
    turn=lambda frame: str(int(frame.round)),
)


def signed(label: float) -> str:
    """A label as it is written."""
    return "+1" if label > 0.0 else "−1"


def marked(
    f: Frames,
    coordinates: Sequence[np.ndarray] | np.ndarray,
    size: float = 1.0,
    styles: Mapping[tuple[int, float], tuple[str, str]] | None = None,
) -> Iterator[Points]:
    """`Points` of each state and class, moving: coordinates, each (T, n). styles: by default
    those of the points' own panel."""
    sizes = size * (_SMALL + (_LARGE - _SMALL) * np.sqrt(f.x / f.C))
    styles = styles or (STYLES if f.plane else STYLES_IN_SPACE)
    for (state, label), (symbol, tone) in styles.items():
        here = (f.state == state) & (f.y == label)
        offsets = np.concatenate([[0], np.cumsum(here.sum(axis=1))])
        *places, area = (ragged(field[here], offsets) for field in (*coordinates, sizes))
        name = f"{STATES[state]}, class {signed(label)}"
        yield Points(*places, size=area, symbol=symbol, tone=tone, label=name)


def mover(f: Frames, coordinates: Sequence[np.ndarray] | np.ndarray, size: float = 17.0) -> Points:
    """An orange ring around the point whose x_i moved most; coordinates, each (T, n)."""
    fields = [row(c[np.arange(len(f)), f.mover]) for c in coordinates]
    return Points(*fields, symbol="circle-open", tone="now", size=size, label="moved most")


def plane(f: Frames) -> Panel:
    """The points by state, and h = -1, 0, 1."""
    X, limits = f.case.cloud.X, window_of(f.case)
    (y, x), still = f.grid[0], np.broadcast_to(X.T[:, None, :], (2, *f.x.shape))
    lines = level_lines(x, y, f.field[f.first], _LEVELS)
    marks = [
        *(mark for level in _LEVELS for mark in _level(f, level, lines[level], limits)),
        *marked(f, still),
        mover(f, still),
    ]
    return Panel(
        "Points and the boundary h = 0",
        marks,
        *axes(f.case.names, limits),
        equal=True,
        key="points",
        legend=KEY,
    )


def _level(f, level, lines, limits):
    """A level line and its name, at the vertex furthest up or down well inside the window; lines:
    of the shown rows."""
    tone, dash, width, label, anchor = _LEVELS[level]
    yield frame_lines(lines, f.shows, tone=tone, dash=dash, width=width, label=label)
    if anchor:
        corners = np.transpose(wider(limits, -_INSIDE))
        spots = _spots(lines, corners, level)[f.shows]
        yield Text(row(spots[:, :1]), row(spots[:, 1:]), (label,), tone=tone, anchor=anchor)


def _spots(lines, corners, up):
    """(R, 2): of each line the vertex that is furthest up, or down where up < 0, between two
    corners of a box; NaN where there is none."""
    places = np.concatenate(lines)
    inside = ((places > corners[0]) & (places < corners[1])).all(axis=1)
    height = np.where(inside, up * places[:, 1], -np.inf)
    spots, ends = np.full((len(lines), 2), np.nan), np.cumsum([0, *map(len, lines)])
    for spot, (first, last) in zip(spots, pairwise(ends), strict=True):
        if inside[first:last].any():
            spot[:] = places[first + height[first:last].argmax()]
    return spots


def box_panel(f: Frames) -> Panel:
    """Every x_i in [0, C]; of many points, how many are in each state."""
    return _bars(f) if f.x.shape[1] <= MAX_BARS else _counts(f)


def _bars(f):
    place, plus = _places(f), int(np.count_nonzero(f.y > 0.0))
    n, top = len(place), f.top
    tall = np.minimum(f.x, top)
    middles = [0.5 * (plus + 1), 0.5 * (n + plus + 3)]
    marks = [
        Bars(place, row(tall), klass=row(_BAR[f.state]), thickness=0.9,
             names=_BAR_NAMES, label="xᵢ", legend=True),
        *_side(f, n + 2.0),
        mover(f, (np.broadcast_to(place, tall.shape), tall), size=11.0),
    ]  # fmt: skip
    return Panel(
        "Multipliers in their box",
        marks,
        Axis("", range=(-1.0, 1.16 * n + 4.0), ticks=(middles, ["class +1", "class −1"])),
        Axis("xᵢ", range=(0.0, 1.12 * top)),
        key="box",
        subtitle="both classes sum to the same" + ("" if top == f.C else "; cut above"),
        legend=("moved most",),
    )


def _places(f):
    """Where each bar is (n,): class +1 first, the largest of the last frame first in each."""
    order = np.lexsort((-f.x[-1], -f.y))
    return np.argsort(order) + 1.0 + (f.y < 0.0)


def _side(f, end):
    """The side x_i = C of the box, or how far up it is."""
    words = f"C = {figure(f.C)}"
    if f.top < f.C:
        far = f"{words} is far above"
        return [Text([0.5 * end], [1.06 * f.top], (far,), tone="ink", anchor="center")]
    return [
        Segments([0.0], [f.C], [end], [f.C], tone="ink", dash="dash", width=1.2, label="C"),
        Text([end], [f.C], (words,), tone="ink", anchor="right"),
    ]


def _counts(f):
    """Points per state and class."""
    kinds = [(s, label) for s in (ZERO, FREE, BOUNDED) for label in (1.0, -1.0)]
    counts = np.stack([((f.state == s) & (f.y == c)).sum(axis=1) for s, c in kinds], axis=1)
    place = np.arange(6.0) + 0.4 * (np.arange(6) // 2)
    marks = [
        Bars(place, row(counts), klass=np.repeat(_BAR, 2), thickness=0.8,
             names=_BAR_NAMES, label="points", legend=True),
        *(Text([x], row(count), tuple(f"{n} of {signed(label)}" for n in count), tone="ink",
               anchor="above", per_frame=True)
          for x, count, (_, label) in zip(place, counts.T, kinds, strict=True)),
    ]  # fmt: skip
    ticks = 0.5 * (place[::2] + place[1::2]), list(STATES)
    return Panel(
        "How many are in the box, how many at its sides",
        marks,
        Axis("xᵢ", range=(-0.8, place[-1] + 0.8), ticks=ticks),
        Axis("points", range=(0.0, 1.15 * max(1, counts.max()))),
        key="box",
        subtitle="left: class +1, right: class −1",
    )


def _margins(f):
    """Margin against x_i: at the optimum every point lies on a line with two corners."""
    (low, high), top, C = MARGINS, f.top, f.C
    places = np.clip(f.y * f.h, low, high), np.minimum(f.x, top)
    marks = [
        Path([high, 1.0, 1.0, low], [0.0, 0.0, C, C], tone="good", dash="dash", width=2.0,
             ghost=False, label="where optimal points lie"),
        *marked(f, places),
        mover(f, places),
    ]  # fmt: skip
    return Panel(
        "Margin and multiplier of each point",
        marks,
        Axis("margin yᵢ h(zᵢ)", range=(low - 0.15, high + 0.15)),
        Axis("xᵢ", range=(-0.06 * top, 1.1 * top)),
        key="margins",
        subtitle="optimal: on the broken line",
        legend=SHORT_KEY,
    )


def _bias(f):
    """What another bias would cost: nothing over a whole interval where all support vectors are
    bounded. The best biases of the last frame and as much again, at least 1, on both sides."""
    pad = max(1.0, 0.7 * float(np.ptp(f.bias[-1])))
    low, high = (f.bias[-1] + [-pad, pad]).tolist()
    place = np.linspace(low, high, _BIASES)
    above = losses(f, place) - losses(f)
    top = 1.15 * float(above[-1].max())
    ends, ground = np.clip(f.bias, low, high), row(np.zeros((len(f), 1)))
    start, stop, middle = map(row, (ends[:, :1], ends[:, 1:], ends.mean(axis=1, keepdims=True)))
    marks = [
        Curve(place, row(np.minimum(above, top)[f.shows]), tone="main", ghost=False,
              label="loss above the least"),
        Segments(start, ground, stop, ground, tone="now", width=6.0, label="the best biases"),
        Points(middle, ground, tone="now", size=10.0, label="the bias in use"),
        Text(middle, ground, tuple(map(bias_words, f)), tone="ink", anchor="below",
             per_frame=True),
    ]  # fmt: skip
    return Panel(
        "What another bias would cost",
        marks,
        Axis("bias β", range=(low, high)),
        Axis("mean loss above the least", range=(-0.16 * top, top)),
        key="bias",
        subtitle="loss max(0, 1 − yᵢ h(zᵢ)) if β moved",
        legend=("the best biases", "the bias in use"),
    )


#: What the knob "third" may ask for.
_THIRD = {"margins": _margins, "bias": _bias}


def gaps_panel(f: Frames, log: bool = False) -> Panel:
    """The certified gap of the method and of its rivals; log: whether the clock's axis is."""
    now, clock = f.clock.values.astype(float), f.run.settings["clock"]
    return gap_panel(f.gap_curves(), now, f.limit, AXES[clock], log=log)


def has_map(f: Frames) -> bool:
    """Whether the kernel has three features: (γ z'z̃)² of points in the plane."""
    s = f.run.settings
    return f.plane and (s["kernel"], s["degree"], s["coef0"]) == ("polynomial", 2, 0.0)


def features(points: np.ndarray, gamma: float) -> np.ndarray:
    """γ (z₁², √2 z₁z₂, z₂²) of points (..., 2): their products are the kernel's values."""
    a, b = np.moveaxis(np.asarray(points), -1, 0)
    return gamma * np.stack([a * a, np.sqrt(2.0) * a * b, b * b], axis=-1)


def map_panel(f: Frames) -> Panel:
    """The points among the features, the sheet they lie on, and the plane h = 0."""
    gamma = f.run.settings["gamma"]
    places = features(f.case.cloud.X, gamma)
    sheet, faces = _sheet(gamma, np.linalg.norm(f.case.seen, axis=1).max(initial=0.0))
    limits = surface.box_around(np.vstack([places, sheet]), _MARGIN)
    cuts = surface.flat((f.x[f.first] * f.y) @ places, f.middle[f.first], limits)
    inside = surface.hidden(cuts, limits)[f.shows]
    still = np.broadcast_to(places.T[:, None, :], (3, *f.x.shape))
    marks = [
        Mesh(*sheet.T, faces=faces, tone="muted", opacity=0.18, label="all points of the plane"),
        Mesh(**moving(inside), faces=surface.FAN,
             tone="good", opacity=0.35, label="h = 0, a plane"),
        *marked(f, still, size=IN_SPACE, styles=STYLES_IN_SPACE),
        mover(f, still),
    ]  # fmt: skip
    return Panel(
        "The points among the kernel's features",
        marks,
        *axes(_FEATURES, limits),
        key="map",
        subtitle="z and −z fall together",
        legend=KEY | {"all points of the plane": "the plane", "h = 0, a plane": "h = 0"},
    )


def _sheet(gamma, reach):
    """(vertices, faces) of the image of the disc of radius `reach`; half of it is enough."""
    radius = reach * np.linspace(0.0, 1.0, _RINGS)
    angle = np.linspace(0.0, np.pi, _AROUND)
    disc = radius[:, None, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    corner = np.arange((_RINGS - 1) * _AROUND).reshape(-1, _AROUND)[:, :-1].ravel()
    halves = np.array([[0, 1, _AROUND + 1], [0, _AROUND + 1, _AROUND]])
    return features(disc.reshape(-1, 2), gamma), (corner[:, None, None] + halves).reshape(-1, 3)


def questions(f: Frames) -> tuple[Question, ...]:
    """What the scene in the plane asks."""
    return asked(f.run.settings, most(f), holds(f))


def holds(f: Frames) -> Question | None:
    """Which of three points is on the margin in the end; asked where the proof decides, and where
    nothing is known at the start."""
    if not _settles(f):
        return None
    free, zero = (np.flatnonzero(f.kinds == s) for s in (FREE, ZERO))
    if not len(free) or len(zero) < 2 or np.ptp(f.x[0][np.concatenate([free, zero])]) > 0.0:
        return None
    i = drawn(f.run.settings, "free", free)
    X, margin = f.case.cloud.X, f.y * f.h[-1]
    same = zero[(f.y[zero] == f.y[i]) & (margin[zero] > _BEYOND)]
    # The two that come nearest to the margin: the others are visibly far.
    others = same[np.argsort(margin[same], kind="stable")[:2]]
    rings = ringed("points", X[[i, *others]], X) if len(others) == 2 else None
    if rings is None:
        return None
    near, beyond = (value(v, 2) for v in margin[others])
    return Question(
        0,
        f"One of the ringed points, of class {signed(f.y[i])}, holds the boundary in the end, "
        "the others could be left out. Which one?",
        why=f"It ends on the margin, with 0 < x < C; the others lie beyond it, at {near} and "
        f"{beyond} times its distance, and have x = 0.",
        key="holds",
        rings=rings,
    )


def _settles(f):
    """Whether the end is proved, and not known at the start."""
    return len(f) >= 4 and f.case.x0 is None and f.run.result.status == "converged"


def most(f: Frames) -> Question | None:
    """Asked where the proved classes decide, whatever the class of the other points is."""
    counts = np.array([np.count_nonzero(f.kinds == s) for s in (ZERO, FREE, BOUNDED)])
    second, first = np.sort(counts)[-2:]
    undecided = f.kinds.size - counts.sum()
    if not _settles(f) or first - second <= undecided:
        return None
    text = ("at 0", "free", "at C")
    rest = f"; not decided, as too near to two of these: {undecided}" if undecided else ""
    return Question(
        0,
        f"C = {figure(f.C)}: what will most of the {f.kinds.size} points be at the optimum, or "
        "more than are of any other kind?",
        ("no support vector (x = 0)", "free, on the margin", "at C, on the margin or inside"),
        int(counts.argmax()),
        f"{', '.join(f'{c} {w}' for c, w in zip(counts, text, strict=True))}{rest}. Points well "
        "outside the margin need no weight; a small C leaves many at C.",
        "most",
    )


def _boundary(f, student):
    """h = 0 of the machine of each frame."""
    shown, frame = np.unique(student, axis=0, return_inverse=True)
    lines = boundaries(f.run, feasible(f.run.problem, shown))
    return {"points": [frame_lines(lines, frame.ravel(), **STYLE)]}


#: Rounding turns the low-cost method's path where points are many.
_STEPS = {name: one for name, one in STEP_METHODS.items() if name != "low-cost-direction"}
STUDENT_STEPS = StudentSteps(_STEPS, frames, "points", marks=_boundary)


#: The knobs that are visible from the start, where they have an effect.
PRIMARY = ("C", "kernel", "gamma", "degree", "coef0", "data", "method")


def scene(run: Run) -> Scene:
    """The points with the boundary, the box, the conditions, the proof; the feature map where it
    has three dimensions."""
    f = frames(run)
    return pictures(f, plane, questions(f), {"map": map_panel} if has_map(f) else {})


def pictures(
    f: Frames,
    points: Callable[[Frames], Panel],
    asks: tuple[Question, ...],
    more: dict[str, Callable[[Frames], Panel]],
) -> Scene:
    """The `Scene` of the panel that `points` draws, of those that both scenes share, and of `more`
    as tabs; asks: its questions."""
    third = f.run.settings["third"]
    panels = {"points": points, "box": box_panel, third: _THIRD[third], "gap": gaps_panel} | more
    return picture(
        f,
        panels,
        WORDS,
        Layout("points", (third, "gap"), ("box", *more)),
        asks,
        readout(f.run.result, f.row_shown, TOL, "q", "bound"),
    )


EXPERIMENT = Experiment(
    name="svm",
    title="A machine learns a boundary",
    question="Which points determine the boundary, and how does each method find them?",
    knobs=with_primary(knobs("moons"), *PRIMARY),
    solve=solve,
    scene=scene,
    previews=preview_points,
    click=partial(edit, dimension=2),
    tools=partial(tools, dimension=2),
    student_steps=STUDENT_STEPS,
    judged=(Judged("points", boundary, line=True),),
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 5), "gamma": (0.1, 10.0, 5)},
    first="Drag C; then, in a notebook, drag a point across the boundary.",
    see=(
        "Only the points at the margin or beyond it have a multiplier that is not 0, and they "
        "alone determine the boundary."
    ),
)
