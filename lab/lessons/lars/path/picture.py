"""The whole path of the lasso as a picture: drag lam from lam_max to 0 and see weights enter, tie
and leave."""

import numpy as np

from lab.checking.comparing import STYLE
from lab.checking.task import StepMethod, StudentSteps
from lab.datasets.own_file import preview
from lab.drawing.geometry import HERO, OCTAHEDRON, by_axis, unit_circle, unit_sphere, window
from lab.drawing.text import listed
from lab.experiment import Experiment
from lab.lessons.lars.path.model import (
    FLAT,
    KNOBS,
    cp_error,
    events_at,
    frames,
    level_sets,
    place,
    solve,
)
from lab.prediction import asked
from lab.race.methods import STUDENT
from lab.scenes.picture import picture
from lab.sweeps.measures import nonzeros
from solvers.exchange import lars_states, leaving_states
from widgets import (
    Axis,
    Band,
    Curve,
    Layout,
    Lines,
    Mesh,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    blend,
    moved,
    prefix,
    row,
)
from widgets.knobs import with_primary
from widgets.palette import CLASS_TONES
from widgets.words import Said, Words, apart, count, figure, say, value

#: Classes of colour and symbol for the weights; the others have roles of their own.
_CLASSES = (0, 1, 2, 3, 5, 6)
#: So many weights get a line, a dot and a name of their own.
_SHOWN = 12
#: Room at the right end for the names, as a share of the axis.
_MARGIN = 0.13
_DIAMOND = np.array([[1, 0], [0, 1], [-1, 0], [0, -1], [1, 0]], dtype=np.float64)
#: How far a flat direction is drawn, in sizes of the window.
_LONG = 3.0
#: So many weights are named in one sentence.
_MOST = 3
#: Two |xᵀt| or two knots nearer to each other than this share count as equal.
_NEAR = 1e-3
#: Two cross-validation errors nearer to each other than this share count as equal.
_SAME_ERROR = 5e-3


def _visible(frame):
    """Which lines leave 0 or end there, else which grow and which shrink."""
    if not frame.k:
        return "Every weight is 0."
    if frame.last:
        return f"The path ends with {{used}} of {frame.w.size} weights in use."
    events = events_at(frame, frame.knot) if frame.knot >= 0 else []
    happens = [
        f"{_names(frame, some)} {verb if len(some) > 1 else verb.replace(' ', 's ', 1)}"
        for kind, verb in (("out", "come back to 0"), ("in", "take off from 0"))
        if (some := [e for e in events if e.kind == kind])
    ]
    return Said(f"{listed(happens)}.") if happens else _growth(frame)


def _growth(frame):
    """Which weights have come nearer to 0 since the frame before, and which moved away."""
    longer = np.abs(frame.w) - np.abs(frame.before.w)
    parts = []
    for verb, which in (("grow", longer > 0.0), ("shrink", longer < 0.0)):
        names = [frame.names[d] for d in np.flatnonzero(which)]
        few = names[:_MOST] + [f"{len(names) - _MOST} more"] * (len(names) > _MOST)
        if names:
            parts.append(f"{listed(few)} {verb}{'s' * (len(names) == 1)}")
    return Said(f"{' while '.join(parts) or 'No weight moves'}.")


def _caption(frame):
    """At a knot what happens there, between knots which weights move."""
    if frame.last:
        return "{ending}"
    if not frame.k:
        return "{opening}"
    return "{at_knot}" if frame.knot >= 0 and events_at(frame, frame.knot) else "{between}"


def _opening(frame):
    first = events_at(frame, 0)
    if frame.remedy:
        return (
            "λmax = {lam} of the problem with {remedy}: {entering} will leave 0. The gap is that "
            "of the problem asked."
        )
    same = np.flatnonzero(np.abs(frame.c) >= frame.lam * (1.0 - 1e-9))
    spare = [frame.names[d] for d in same if d not in [e.feature for e in first]][:_MOST]
    also = "; {spare} would do as well, but not add anything" if spare else ""
    have, tie = ("has", "") if len(first) == 1 else ("have", " at once")
    return say(
        "λmax = {lam} — {names} " + have + " the largest |xᵀr| = {lam} and will "
        "leave 0" + tie + " as λ falls" + also + ".",
        lam=frame.lam, names=_names(frame, first), spare=listed(spare),
    )  # fmt: skip


def _names(frame, some):
    """The weights of these events."""
    names = [frame.names[e.feature] for e in some[:_MOST]]
    more = len(some) - _MOST
    return listed([*names, f"{more} more"] if more > 0 else names)


def _at_knot(frame):
    here, heads, reasons = events_at(frame, frame.knot), [], []
    for kind, verb, why in (("out", "leave", _left), ("in", "enter", _entered)):
        some = [e for e in here if e.kind == kind]
        if some:
            heads.append(f"{_names(frame, some)} {verb}{'s' * (len(some) == 1)}")
            reasons.append(why(frame, some))
    return say("Knot at λ = {lam}: {heads} — {reasons}.", frame, heads=listed(heads),
               reasons="; ".join(reasons))  # fmt: skip


def _entered(frame, some):
    """Why these weights may differ from 0."""
    if frame.remedy:
        return say("in the problem with {remedy}, |xᵀr| meets λ here", frame)
    if len(some) > 1:
        return say(
            "a tie: their |xᵀr| meet the edge λ = {lam} together, and all may leave 0", frame
        )
    first = some[0]
    signs = [e.sign for e in frame.lars.events if e.feature == first.feature
             and e.knot < frame.knot]  # fmt: skip
    other = ", now with the other sign" if signs and signs[-1] != first.sign else ""
    return say(
        "its xᵀr = {c} has met the edge {edge}, so {name} may leave 0" + other,
        c=frame.c[first.feature], edge="λ" if first.sign > 0 else "−λ",
        name=frame.names[first.feature],
    )  # fmt: skip


def _left(frame, some):
    """How the first of these weights came to 0."""
    rest = ", and so have the others" if len(some) > 1 else ""
    end = f"{rest}, and from here its |xᵀr| falls faster than λ"
    return _move(frame, some[0].feature, " has moved") + end


def _move(frame, d, verb=""):
    return say("{name}" + verb + " {old:≠new} → {new:≠old}", name=frame.names[d],
               old=frame.before.w[d], new=frame.w[d])  # fmt: skip


def _moves(frame):
    """Which weights moved since the last frame."""
    moved = frame.w - frame.before.w
    order = np.argsort(-np.abs(moved), kind="stable")
    order = np.sort(order[np.abs(moved[order]) > 0.0][:_MOST])
    more = int(np.count_nonzero(moved)) - order.size
    moves = [_move(frame, d) for d in order] + [f"{more} more"] * (more > 0)
    return say("{moves}", moves="; ".join(moves))


def _rule(frame):
    """Why these weights moved so, or why a frame is no lasso solution."""
    if frame.solved:
        count = int(np.count_nonzero(frame.w - frame.before.w))
        what = {1: "its xᵀr stays", 2: "both xᵀr stay"}.get(count, f"the xᵀr of all {count} stay")
        return f"a straight line along which {what} at the edge"
    wrong = np.flatnonzero(frame.w * frame.c < -1e-12 * frame.table.lam[0] * np.abs(frame.w).max())
    if wrong.size and not frame.remedy:
        return say(
            "plain LARS keeps {name} although its sign is not that of xᵀr, so this is no lasso "
            "solution (gap {gap:bound})", name=frame.names[wrong[0]], gap=frame.gap,
        )  # fmt: skip
    return "proved only within {gap:bound} of the lasso{cause}"


def _ending(frame):
    lars, after = frame.lars, frame.after
    head = "λ = {lam}: the frames end here"
    if frame.lam == 0.0:
        head = "λ = 0" if frame.remedy else "λ = 0: least squares"
    left = lars.knots.size - 1 - after
    more = f"; {left} more knots lie below" if left > 1 else ""
    proof = "proved" if frame.solved else "not a lasso solution: proved only"
    happened = sum(e.kind != "end" for e in lars.events if e.knot <= after)
    return (
        f"{head} — {{used}} of {frame.w.size} weights in use after "
        f"{count(len(frame.knots), 'knot')} and "
        f"{happened} {'entry or exit' if happened == 1 else 'entries and exits'}{more}; {proof} "
        "within {gap:bound}{cause}."
    )


WORDS = Words(
    visible=_visible,
    caption=_caption,
    opening=_opening,
    entering=lambda frame: say("{names}", names=_names(frame, events_at(frame, 0))),
    at_knot=_at_knot,
    between="λ: {old:≠lam} → {lam:≠old} — {moves}: {rule}.",
    moves=_moves,
    rule=_rule,
    ending=_ending,
    cause=lambda frame: ", as it has {remedy}" if frame.remedy and not frame.solved else "",
)


def weights(f):
    """Every weight over the axis: a straight line between knots."""
    low, high = _span(f.w)
    marks = [*_knots(f, low, high), *_lines(f, _awake(f.w)), *_event(f, low, high)]
    asked = f"the problem with {f.remedy}" if f.remedy else "the lasso"
    return Panel(
        "Every weight as λ falls",
        [*marks, *_ends(f, f.w), *cursor(f, low, high), *_dots(f, f.w, "weight")],
        x_axis(f),
        Axis("w", range=(low, high), zero=True),
        subtitle=f"solutions of {asked} for every λ",
        legend={"a weight enters": "enters", "a weight leaves": "leaves"},
    )


def correlations(f):
    """x_d'r of every feature in the band between -lam and lam."""
    top = 1.06 * f.lam[0]
    marks = [*_funnel(f), *_lines(f, f.c), *cursor(f, -top, top)]
    return Panel(
        "What each feature still explains",
        [*marks, *_dots(f, f.c, "xᵀr"), *_correlation_names(f, top)],
        x_axis(f),
        Axis("xᵀr", range=(-top, top), zero=True),
        subtitle="of each feature",
        legend=("|xᵀr| ≤ λ",),
    )


def x_axis(f):
    """lam falling to the right, linear or logarithmic, or |w|_1 growing to the right."""
    if f.axis == "log":
        ratio = f.lam[0] / f.lam[-1]
        ends = (f.lam[0] * ratio**0.02, f.lam[-1] / ratio**_MARGIN)
        return Axis("λ, falling, by powers", log=True, range=ends)
    if f.axis == "eta":
        return Axis("‖w‖₁", range=(-0.02 * f.x.max(), (1.0 + _MARGIN) * f.x.max()))
    top, last = f.lam[0], f.lam[-1]
    ends = (top + 0.02 * (top - last), last - _MARGIN * (top - last))
    return Axis("λ, falling", range=ends, ticks=ticks(last, top))


def ticks(low, high, about=6):
    """Round numbers from low to high, and their words."""
    raw = (high - low) / about
    size = 10.0 ** np.floor(np.log10(raw))
    step = size * min((1.0, 2.0, 5.0, 10.0), key=lambda m: abs(np.log(m * size / raw)))
    first = np.ceil(low / step - 1e-9)
    at = np.round((first + np.arange(int((high / step - first) + 1e-9) + 1)) * step, 12)
    return at, [f"{v:g}" for v in at]


def cursor(f, low, high):
    """The line at the lam of this moment; it glides between frames."""
    x = blend(f.x)
    yield Segments(x, [low], x, [high], tone="now", width=1.4, label="λ now")


def shown(f):
    """The weights with a line of their own: those that become largest."""
    if f.w.shape[1] <= _SHOWN:
        return np.arange(f.w.shape[1])
    length = np.linalg.norm(f.lars.X, axis=0)
    return np.sort(np.argsort(-np.abs(f.w).max(axis=0) * length)[:_SHOWN])


def classes(f):
    """A class of colour and symbol for each weight (D,): in the order of entering, where there are
    more weights than classes."""
    D = f.w.shape[1]
    order = np.arange(D)
    if len(_CLASSES) < D:
        entered = dict.fromkeys(e.feature for e in f.lars.events if e.kind == "in")
        order[list(entered)] = np.arange(len(entered))
    return np.array(_CLASSES)[order % len(_CLASSES)]


def _tones(f):
    return [CLASS_TONES[c] for c in classes(f)]


def _span(values):
    low, high = min(values.min(), 0.0), max(values.max(), 0.0)
    margin = 0.08 * (high - low) or 1.0
    return low - margin, high + 1.5 * margin


def _awake(w):
    """`w` without the stretches in which a weight is 0 and stays there."""
    zero = np.pad(w == 0.0, ((1, 1), (0, 0)), constant_values=True)
    return np.where(zero[:-2] & zero[1:-1] & zero[2:], np.nan, w)


def _lines(f, values):
    """A line per weight up to this frame, faint beyond, and its piece since the last frame."""
    rows, own, tones = np.arange(len(f)), shown(f), _tones(f)
    rest = np.setdiff1d(np.arange(values.shape[1]), own)
    if rest.size:
        yield Lines(
            *_joined(f.x, values[:, rest]), tone="muted", width=0.8, opacity=0.35,
            label="the other weights",
        )  # fmt: skip
    for d in own:
        yield Curve(
            prefix(f.x, rows), prefix(values[:, d], rows), tone=tones[d], width=2.2,
            label=f.names[d],
        )  # fmt: skip
    for tone in dict.fromkeys(tones[d] for d in own):
        mine = values[:, [d for d in own if tones[d] == tone]]
        x = np.repeat(f.x[:, None], mine.shape[1], axis=1)
        yield Segments(row(x), row(mine), blend(x), blend(mine), tone=tone, width=2.2)


def _joined(x, values):
    """Columns over x as one polyline each, NaN between them."""
    gap = np.full((1, values.shape[1]), np.nan)
    return np.tile(np.append(x, np.nan), values.shape[1]), np.vstack([values, gap]).T.ravel()


def _dots(f, values, what):
    own = shown(f)
    yield Points(
        blend(np.repeat(f.x[:, None], own.size, axis=1)), blend(values[:, own]),
        klass=classes(f)[own], size=7.0, label=what, texts=tuple(f.names[d] for d in own),
    )  # fmt: skip


def _ends(f, values):
    """Each weight's name where its line ends."""
    for d in shown(f):
        yield Text([f.x[-1]], [values[-1, d]], (f.names[d],), tone=_tones(f)[d], future=True)


def _knots(f, low, high):
    """A thin line at each knot, a mark for what happens there."""
    at = np.flatnonzero(f.knot >= 0)
    x = f.x[at]
    yield Segments(
        x, np.full(x.size, low), x, np.full(x.size, high), tone="muted", width=0.8, opacity=0.45,
        label="knot", future=True,
    )  # fmt: skip
    y = low + 0.035 * (high - low)
    for kind, symbol, words in (
        ("in", "triangle-up", "enters"),
        ("out", "triangle-down", "leaves"),
    ):
        hits = [k for k in at if any(e.kind == kind for e in events_at(f, f.knot[k]))]
        if hits:
            yield Points(
                f.x[hits], np.full(len(hits), y), symbol=symbol, tone="ink", size=8.0,
                label=f"a weight {words}",
            )  # fmt: skip


def _event(f, low, high):
    """What happened at the last knot, in orange, where it happened."""
    frames = {f.knot[k]: k for k in range(len(f)) if f.knot[k] >= 0}
    knots = np.array(sorted({e.knot for e in f.lars.events if e.kind != "end"}))
    last = knots[np.searchsorted(knots, f.after, side="right") - 1]
    where = np.array([f.x[frames[a]] for a in last])
    words = tuple(event_caption(f, a) for a in last)
    y = [high - 0.05 * (high - low)]
    yield Text(row(where), y, words, per_frame=True, anchor="center", tone="now")


def event_caption(f, k):
    """ "w₁ in, w₂ in" for knot `k`; at most three, then a number."""
    events = events_at(f, k)
    words = [f"{f.names[e.feature]} {e.kind}" for e in events[:3]]
    return ", ".join(words + [f"{len(events) - 3} more"] * (len(events) > 3))


def _funnel(f):
    lam = f.lam
    yield Band(f.x, -lam, lam, tone="muted", fill=0.1, label="|xᵀr| ≤ λ")
    for sign in (1.0, -1.0):
        yield Curve(f.x, sign * lam, tone="ink", width=1.2, label="λ" if sign > 0 else "−λ")
    x = blend(f.x)
    yield Segments(x, blend(-lam[:, None]), x, blend(lam), tone="now", width=3.5,
                   label="from −λ to λ, now")  # fmt: skip


def _correlation_names(f, top):
    """The names of both edges, and of each feature above its line, where it is still free; too many
    would cover it all."""
    k = len(f) // 4
    for sign, words in ((1.0, "λ"), (-1.0, "−λ")):
        y = sign * (f.lam[k] + 0.07 * f.lam[0])
        yield Text([f.x[k]], [y], (words,), tone="ink", anchor="center")
    features, k = shown(f), len(f) // 10
    for d in features if features.size <= 4 else ():
        at = [f.c[k, d] - 0.07 * top * np.sign(f.c[k, d])]
        yield Text([f.x[k]], at, (f.names[d],), tone=_tones(f)[d], anchor="center")


def touching(f):
    """The panel: a plane, a space, or eta over lam."""
    d = f.w.shape[1]
    return _plane(f) if d == 2 else _space(f) if d == 3 else sizes(f)


def _faces(count):
    """Triangles of the tube (two rings of 24) or of two planes, by steep count."""
    if count == 2:
        a = np.arange(24)
        b = (a + 1) % 24
        return np.vstack([np.column_stack([a, b, a + 24]), np.column_stack([b, b + 24, a + 24])])
    square = np.array([[0, 2, 4], [0, 4, 6]])
    return np.vstack([square, square + 1])


def _diamonds(f):
    size = f.eta[:, None, None] * np.eye(f.w.shape[1])
    return size, np.zeros((len(f), f.w.shape[1]))


def _plane(f):
    centre = np.linalg.lstsq(f.lars.X, f.lars.t, rcond=None)[0]
    side = 0.45 * f.eta.max()
    corners = [[side, 0.0], [-side, 0.0], [0.0, -side], [0.0, 1.6 * side]]
    xlim, ylim = window(np.vstack([f.w, centre, corners]), margin=0.1, aspect=HERO)
    reach = _LONG * (xlim[1] - xlim[0])
    ring, A, b = level_sets(f, unit_circle(121), reach)
    marks = [
        *_landscape(ring, A, b),
        Path(moved(_DIAMOND, *_diamonds(f)), tone="ink", width=1.6, fill=0.1, ghost=False,
             label="|w|₁ ≤ η(λ)"),
        Path(moved(ring, A, b), tone="rival1", width=1.8, ghost=False,
             label="the same loss as at w"),
        *_edge(f),
        *_path(f),
        *_centre(centre, "least squares"),
    ]  # fmt: skip
    return Panel(
        "The loss touches the diamond at w",
        marks,
        Axis(f.names[0], range=xlim, zero=True),
        Axis(f.names[1], range=ylim, zero=True),
        equal=True,
        legend={
            "the same loss as at w": "the same loss as at w",
            "|w|₁ ≤ η(λ)": "|w|₁ ≤ η(λ)",
            "w(λ)": "w(λ)",
            "knot": "knot",
        },
    )


def _landscape(ring, A, b):
    """Thin level sets of the loss, evenly apart; the outermost but one is the one through 0."""
    for share in np.arange(1, 7) / 5.0:
        at = share * (ring @ A[0].T) + b[0]
        yield Path(at[:, 0], at[:, 1], tone="main", width=1.2, opacity=0.45, ghost=False,
                   label="a level of the loss")  # fmt: skip


def _edge(f):
    """Where both features are at the edge of the band and the loss is flat along the diamond's
    side, the whole side is as good as w."""
    H = f.lars.X.T @ f.lars.X
    values = np.linalg.eigvalsh(H)
    if values[0] > FLAT * values[-1] or np.ptp(np.abs(f.c), axis=1).max() > 1e-9 * f.lam[0]:
        return
    ends = np.sign(f.c[0]) * f.eta[:, None]
    zero = np.zeros((1,))
    yield Segments(
        blend(ends[:, [0]]), zero, zero, blend(ends[:, [1]]), tone="good", width=5.0, opacity=0.7,
        label="every point here is as good",
    )  # fmt: skip


def _path(f):
    """The way of w: strong so far, faint beyond; its corners; where it is."""
    rows = np.arange(len(f))
    now = [v[:, None] for v in f.w.T]
    yield Path(*(prefix(v, rows) for v in f.w.T), width=3.0, label="w(λ)")
    if len(now) == 2:
        yield Segments(*(row(v) for v in now), *(blend(v) for v in now), width=3.0)
    yield Points(*f.w[f.knot >= 0].T, size=6.0, symbol="circle-open", tone="ink", label="knot",
                 future=True)  # fmt: skip
    yield Points(*(blend(v) for v in now), tone="now", size=11.0, label="w now")


def _centre(centre, label):
    at = by_axis(centre[:, None])
    yield Points(**at, symbol="square-open", tone="muted", size=8.0, label=label, future=True)
    yield Text(**at, text=(label,), tone="muted", future=True)


def _space(f):
    centre = np.linalg.lstsq(f.lars.X, f.lars.t, rcond=None)[0]
    box = _box(f, centre)
    low, high = np.array(box).T
    points, faces = unit_sphere()
    shape, A, b = level_sets(f, points, 0.5 * _LONG * np.max(high - low))
    count = 3 if len(shape) == len(points) else 2 if len(shape) == 48 else 1
    marks = [
        Mesh(moved(shape, A, b), faces=_faces(count) if count < 3 else faces, opacity=0.25,
             tone="rival1", label="the same loss as at w"),
        Path(moved(OCTAHEDRON, *_diamonds(f)), tone="ink", width=1.8, ghost=False,
             label="|w|₁ = η(λ)"),
        *_path(f),
        *_centre(centre, "least squares"),
    ]  # fmt: skip
    return Panel(
        "The loss touches the octahedron at w",
        marks,
        *(Axis(f.names[d], range=box[d], zero=True) for d in range(3)),
        equal=True,
        hint="drag to turn",
        legend=("the same loss as at w", "|w|₁ = η(λ)", "w(λ)"),
    )


def _box(f, centre):
    """Axes that hold the path and a good part of the last octahedron; the solids end there."""
    side = 0.5 * f.eta.max()
    corners = side * np.vstack([np.eye(3), -np.eye(3)])
    return window(np.vstack([f.w, centre, corners]), margin=0.05)


def sizes(f):
    """eta over lam, and what it would be if the two were inverse to each other."""
    lam, eta, rows = f.lam, f.eta, np.arange(len(f))
    top = 1.1 * eta.max()
    inner = f.lars.knots[1:-1] if f.lars.knots.size > 2 else f.lam[1:2]
    middle = inner[np.argmin(np.abs(inner - lam[0] / 3.0))]
    product = middle * np.abs(f.lars.at(middle)).sum()
    x = np.linspace(max(product / top, 1e-3 * lam[0]), lam[0], 120)
    now = blend(lam)
    marks = [
        Curve(x, product / x, tone="muted", dash="dash", width=1.5, label="if λη were constant"),
        Text([product / (0.8 * top)], [0.8 * top], ("if λη were constant",), tone="muted",
             anchor="left"),
        Curve(prefix(lam, rows), prefix(eta, rows), width=2.6, label="η(λ) = ‖w(λ)‖₁"),
        Segments(row(lam), row(eta), now, blend(eta), width=2.6),
        Points(lam[f.knot >= 0], eta[f.knot >= 0], symbol="circle-open", tone="ink", size=6.0,
               label="knot", future=True),
        Segments(now, [-0.04 * top], now, [top], tone="now", width=1.4, label="λ now"),
        Points(now, blend(eta), tone="now", size=9.0, label="η now"),
    ]  # fmt: skip
    border = 0.03 * (lam[0] - lam[-1])
    return Panel(
        "η = ‖w‖₁ as λ falls",
        marks,
        Axis(
            "λ, falling",
            range=(lam[0] + border, lam[-1] - border),
            ticks=ticks(lam[-1], lam[0]),
        ),
        Axis("η = ‖w‖₁", range=(-0.04 * top, top)),
        subtitle="straight between knots",
        legend=("knot", "if λη were constant"),
    )


def error(f):
    """The exact cross-validation curve, its minimiser, and what C_p estimates."""
    N = f.lars.t.size
    lams, upto = _dense(f)
    x, cv = place(f, lams), f.cv.at(lams) / N
    estimate = cp_error(f, lams)
    both = np.concatenate([cv, estimate[np.isfinite(estimate)]])
    low, high = both.min(), both.max()
    margin = 0.12 * (high - low) or 0.5 * abs(high) or 1.0
    low, high = low - margin, high + margin
    mallows = Curve(x, estimate, tone="muted", width=1.3, label="(RSS + 2 df σ²)/N: Cₚ")
    marks = [
        Curve(prefix(x, upto), prefix(cv, upto), width=2.6, label="cross-validation error"),
        *([mallows] if np.isfinite(estimate).any() else []),
        *_curve_names(x, cv, estimate, high - low),
        *_least(f, low, high),
        *cursor(f, low, high),
        Points(blend(f.x), blend(f.cv.at(f.lam)[:, None] / N), tone="now",
               size=9.0, label="error now"),
    ]  # fmt: skip
    return Panel(
        "How far to go: the error on unseen rows",
        marks,
        x_axis(f),
        Axis("error per row", range=(low, high)),
        subtitle=f"exact over all λ, {len(f.cv.paths)} folds",
        legend={"(RSS + 2 df σ²)/N: Cₚ": "Mallows' Cₚ on this scale"},
    )


def _dense(f):
    """(lams, upto): every frame, every knot of every fold, and both sides of each own knot; the
    last of them that is not below each frame."""
    inner = f.cv.lams[(f.cv.lams < f.lam[0]) & (f.cv.lams > f.lam[-1])]
    knots = f.lam[f.knot >= 0][:-1]
    lams = np.unique(np.concatenate([f.lam, inner, knots * (1.0 - 1e-9)]))[::-1]
    lams = lams[lams >= f.lam[-1]]
    return lams, np.searchsorted(-lams, -f.lam, side="right") - 1


def _least(f, low, high):
    """The minimiser, with its lam."""
    lam, lowest = min(max(f.cv.lam, f.lam[-1]), f.lam[0]), f.cv.error / f.lars.t.size
    x = float(place(f, np.array([lam]))[0])
    yield Segments([x], [low], [x], [lowest], tone="good", dash="dash", width=1.2, label="least",
                   future=True)  # fmt: skip
    yield Points([x], [lowest], tone="good", symbol="diamond", size=10.0, label="least error",
                 future=True)  # fmt: skip
    words = f"least: λ = {value(lam, 2)}" if f.cv.lam < f.lam[0] else "least at w = 0"
    at = [low + 0.05 * (high - low)]
    yield Text([x], at, (words,), tone="good", anchor="left", future=True)


def _curve_names(x, cv, estimate, height):
    """Words at both curves a third of the way along, the upper one's above, the lower's below."""
    i = int(np.argmin(np.abs(x - (0.7 * x[0] + 0.3 * x[-1]))))
    known = bool(np.isfinite(estimate[i]))
    up = 1.0 if not known or cv[i] >= estimate[i] else -1.0
    near = np.abs(x - x[i]) < 0.13 * np.ptp(x)
    first, second = (np.max, np.min) if up > 0.0 else (np.min, np.max)
    yield Text([x[i]], [first(cv[near]) + 0.05 * height * up], ("cross-validation",),
               anchor="center")  # fmt: skip
    if known:
        y = second(estimate[np.abs(x - x[i]) < 0.04 * np.ptp(x)]) - 0.05 * height * up
        yield Text([x[i]], [y], ("Cₚ",), tone="muted", anchor="center")


def questions(f):
    """Predict, then see."""
    if f.remedy:  # its path is that of another problem
        return ()
    return asked(f.run.settings, _first(f), _exit(f), _best(f))


def _first(f):
    """Which weight leaves 0 first."""
    events = events_at(f, 0)
    if len(events) != 1 or not 1 < f.w.shape[1] <= 4:
        return None
    size = np.abs(f.c[0])
    order = np.argsort(-size)[:2]
    if size[order[1]] > (1.0 - _NEAR) * size[order[0]]:
        return None
    values = apart(size[order[0]], size[order[1]], decimals=2)
    text = " and ".join(f"{v} for {f.names[j]}" for v, j in zip(values, order, strict=True))
    return Question(
        0,
        "λ starts where every weight is 0 and now falls. Which weight will leave 0 first?",
        tuple(f.names),
        events[0].feature,
        f"The one whose feature goes best with t: |xᵀt| is {text}. Its length counts as well, so "
        "that scaling the features changes the answer.",
        "first",
        ("weights", "correlations"),
    )


def _exit(f):
    """What the knot brings at which a weight first leaves: asked half-way from the knot before."""
    leaving = (k for k in f.knots if any(e.kind == "out" for e in events_at(f, k)))
    k = next(leaving, None)
    if k is None:
        return None
    events, knots = events_at(f, k), f.lars.knots
    near = np.abs(np.diff(knots[max(k - 1, 0) : k + 2])) < _NEAR * knots[0]
    end = int(np.flatnonzero(f.knot == k)[0])
    start = int(np.flatnonzero(f.knot[:end] >= 0)[-1])
    frame = (start + end) // 2
    if len(events) != 1 or near.any() or frame <= start:
        return None
    d, used = events[0].feature, f.w[frame] != 0.0
    others = [j for j in range(used.size) if j != d]
    others.sort(key=lambda j: (not used[j], -abs(f.c[frame, j])))
    text = [
        f"{name} {'stops at 0' if on else 'leaves 0'}"
        for name, on in zip(f.names, used, strict=True)
    ]
    asked_about = sorted((d, *others[:3]))
    now = ", ".join(f"{f.names[j]} is {value(f.w[frame, j])}" for j in asked_about)
    return Question(
        frame,
        f"{now}. λ falls on: what happens at the next knot?",
        tuple(text[j] for j in (d, *others[:3])),
        0,
        f"{f.names[d]} moves towards 0 and stops there: its xᵀr is at one edge of the band, and "
        f"a weight of the other sign needs the other edge. {_after(f, k, d)}",
        "exit",
        ("weights",),
    )


def _after(f, k, d):
    """What becomes of a weight that leaves at knot `k`."""
    entries = [e for e in f.lars.events if e.feature == d and e.kind == "in"]
    later = [e.sign for e in entries if e.knot > k]
    if not later:
        return f"So {f.names[d]} waits at 0; it does not come back."
    before = [e.sign for e in entries if e.knot < k]
    edge = "the same edge" if later[0] == before[-1] else "the other edge"
    return f"So {f.names[d]} waits at 0; it comes back later, at {edge} of the band."


def _best(f):
    """Where the error on unseen rows is least from a third of the way on."""
    frame = len(f) // 3
    if f.run.settings["method"] != "lasso" or frame < 1:
        return None
    here, last = f.lam[frame], f.lam[-1]
    lams = np.unique(np.append(np.linspace(last, here, 400), f.cv.lam))
    lams = lams[(lams >= last) & (lams <= here)]
    error = f.cv.at(lams)
    start, end, least = error[-1], error[0], error.min()
    most = (1.0 + _SAME_ERROR) * least
    if np.abs(np.array([start, end]) - least).min() > _SAME_ERROR * least:
        answer = 1
    elif start == least and end > most:
        answer = 0
    elif end == least and start > most:
        answer = 2
    else:
        return None
    at = figure(lams[error.argmin()])
    return Question(
        frame,
        "From here on the fit on the rows it has seen gets better and better. Where will the error "
        "on rows it has not seen be least?",
        ("right here", "somewhere on the way", "at the very end"),
        answer,
        f"From here on it is least at λ = {at}. A smaller λ fits more of the signal, and more of "
        "the noise as well.",
        "error",
        ("error",),
    )


def scene(run):
    """Four panels over one falling lam: weights, correlations, the touching shapes, the error."""
    f, panels = frames(run), {
        "weights": weights, "touching": touching, "correlations": correlations, "error": error,
    }  # fmt: skip
    shown = {
        "‖w‖₁": f.eta,
        "in use": f.used,
        "Cₚ": f.cp,
        "gap": f.gap,
        "status": np.where(f.solved, "converged", "running").tolist(),
    }
    return picture(f, panels, WORDS, _layout(f), questions(f), shown)


def _layout(f):
    """Two or three weights have a shape to look at; more of them are lines."""
    lam = ("weights", "correlations", "error")
    if f.w.shape[1] <= 3:
        return Layout("touching", ("weights", "error"), ("correlations",), share_x=lam)
    return Layout("weights", ("correlations", "error"), ("touching",), share_x=lam)


def _weights(run, f):
    """The weights (T, D) of both at every lam of a frame; between knots they are straight."""
    trace = run.traces[STUDENT]
    lams, w = trace.snapshots["lam"], trace.snapshots["w"]
    columns = [np.interp(-f.lam, -lams, column) for column in w.T]
    return f.w, np.column_stack(columns)


def _places(f, student):
    """The point w in the plane or in space; of more weights, the one that is furthest off."""
    if student.shape[1] <= 3:
        return {"touching": student}
    j = int(np.argmax(np.abs(student - f.w).max(axis=0)))
    return {"weights": np.column_stack([f.x, student[:, j]])}


def _marks(f, student):
    """Every weight of the student's over the axis."""
    rows = np.arange(len(f))
    curves = [Curve(prefix(f.x, rows), prefix(student[:, d], rows), ghost=False, **STYLE)
              for d in shown(f)]  # fmt: skip
    return {"weights": curves}


#: The path of another problem has other knots.
_AS_IT_IS = {"remedy": ("none",)}
STUDENT_STEPS = StudentSteps(
    {
        "lars-step": StepMethod(
            lambda run, ask: lars_states(run.problem, ask, lasso=run.settings["method"] == "lasso"),
            _AS_IT_IS,
        ),
        "lars-leaving": StepMethod(
            lambda run, ask: leaving_states(run.problem, ask), {"method": ("lasso",), **_AS_IT_IS}
        ),
    },
    frames,
    "touching",
    iterates=_weights,
    places=_places,
    marks=_marks,
)


EXPERIMENT = Experiment(
    "path",
    "The whole path of the lasso",
    "Drag λ from λmax to 0: which weights enter, tie and leave, and where should one stop?",
    with_primary(KNOBS, "data", "file", "axis", "method"),
    solve,
    scene,
    previews=preview,
    student_steps=STUDENT_STEPS,
    measures={"knots": lambda run: run.extra["path"].knots.size, "nonzeros": nonzeros},
    vary={"data": ["two", "three", "leaves", "tie", "twins"], "axis": ["lam", "log"]},
    first="Drag the player's slider from left to right, and stop where a weight leaves.",
    see=(
        "Every weight is straight in λ from knot to knot, and differs from 0 only while its "
        "correlation is at the edge of the band."
    ),
)
