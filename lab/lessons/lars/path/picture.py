"""The whole path of the lasso as a picture: drag lam from lam_max to 0 and see weights enter, tie
and leave."""

import numpy as np

from lab.checking.comparing import STYLE
from lab.checking.task import StepMethod, StudentSteps
from lab.datasets.own_file import preview
from lab.drawing.geometry import HERO, OCTAHEDRON, axes, by_axis, polyline, up_to, window
from lab.drawing.text import does, few, listed
from lab.experiment import Experiment, Run
from lab.lessons.lars.path.model import (
    FLAT,
    KNOBS,
    cp_error,
    events_at,
    frames,
    least_squares,
    level_sets,
    place,
    solve,
)
from lab.prediction import asked
from lab.race.methods import STUDENT
from lab.scenes.frames import Frames
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
    Scene,
    Segments,
    Text,
    blend,
    moved,
    prefix,
    row,
)
from widgets.knobs import with_primary
from widgets.palette import CLASS_TONES
from widgets.words import Said, Words, apart, figure, say, value

#: Classes of colour and symbol for the weights; the others have roles of their own.
_CLASSES = (0, 1, 2, 3, 5, 6)
#: So many weights get a line, a dot and a name of their own.
_SHOWN = 12
#: Space at the right end for the names, as a share of the axis.
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
        return "The path ends with {used} of {count} weights in use."
    return Said(f"{_events(frame, 'come back to 0', 'move away from 0') or _growth(frame)}.")


def _events(frame, leave, enter):
    """Which weights leave at this frame's knot and which enter, by these verbs; "" for none."""
    some = (frame.leaving, leave), (frame.entering, enter)
    return listed(does(_names(frame, events), verb) for events, verb in some if events)


def _names(frame, events):
    """The weights of these events."""
    return [frame.names[e.feature] for e in events]


def _growth(frame):
    """Which weights have come nearer to 0 since the frame before, and which moved away."""
    longer = np.abs(frame.w) - np.abs(frame.before.w)
    some = ("grow", longer > 0.0), ("shrink", longer < 0.0)
    changed = (does([frame.names[d] for d in np.flatnonzero(which)], verb)
               for verb, which in some if which.any())  # fmt: skip
    return " while ".join(changed) or "No weight moves"


def _caption(frame):
    """At a knot what happens there, between knots which weights move."""
    if frame.last or not frame.k:
        return "{ending}" if frame.last else "{opening}"
    return "{at_knot}" if frame.entering or frame.leaving else "{between}"


def _opening(frame):
    """Which weights enter first, and which others would do as well."""
    if frame.remedy:
        return (
            "λmax = {lam} of the problem with {remedy}: {first} will leave 0. The gap is that "
            "of the problem asked."
        )
    first = events_at(frame, 0)
    same = np.flatnonzero(np.abs(frame.c) >= frame.lam * (1.0 - 1e-9))
    spare = [frame.names[d] for d in same if d not in [e.feature for e in first]][:_MOST]
    also = "; {spare} would do as well, and add nothing" if spare else ""
    have, tie = ("has", "") if len(first) == 1 else ("have", " at once")
    return say(
        "λmax = {lam} — {first} " + have + " the largest |xᵀr| = {lam} and will "
        "leave 0" + tie + " as λ falls" + also + ".",
        lam=frame.lam, first=_first_names(frame), spare=listed(spare),
    )  # fmt: skip


def _first_names(frame):
    """The weights that enter first."""
    return Said(listed(_names(frame, events_at(frame, 0)), most=3))


def _at_knot(frame):
    reasons = (frame.leaving, _left), (frame.entering, _entered)
    return say("Knot at λ = {lam}: {events} — {reasons}.", frame,
               events=_events(frame, "leave", "enter"),
               reasons="; ".join(why(frame, some) for some, why in reasons if some))  # fmt: skip


def _entered(frame, some):
    """Why these weights may differ from 0."""
    if frame.remedy:
        return say("in the problem with {remedy}, |xᵀr| meets λ here", frame)
    if len(some) > 1:
        return say(
            "a tie: their |xᵀr| meet the edge λ = {lam} together, and all may leave 0", frame
        )
    d, sign = some[0].feature, some[0].sign
    before = [e.sign for e in frame.lars.events if e.feature == d and e.knot < frame.knot]
    other = ", now with the other sign" if before and before[-1] != sign else ""
    return say(
        "its xᵀr = {c} has met the edge {edge}, so {name} may leave 0" + other,
        c=frame.c[d], edge="λ" if sign > 0 else "−λ", name=frame.names[d],
    )  # fmt: skip


def _left(frame, some):
    """How the first of these weights came to 0."""
    rest = ", and so have the others" * (len(some) > 1)
    end = ", and from here its |xᵀr| falls faster than λ"
    return _move(frame, some[0].feature, " has moved") + rest + end


def _move(frame, d, verb=""):
    return say("{name}" + verb + " {old:≠new} → {new:≠old}", name=frame.names[d],
               old=frame.before.w[d], new=frame.w[d])  # fmt: skip


def _moves(frame):
    """Which weights moved since the last frame."""
    order = np.argsort(-np.abs(frame.moved), kind="stable")[: np.count_nonzero(frame.moved)]
    more = [f"{order.size - _MOST} more"] * (order.size > _MOST)
    return Said("; ".join([*(_move(frame, d) for d in np.sort(order[:_MOST])), *more]))


def _rule(frame):
    """Why these weights moved so, or why a frame is no lasso solution."""
    if frame.solved:
        many = int(np.count_nonzero(frame.moved))
        what = {1: "its xᵀr stays", 2: "both xᵀr stay"}.get(many, f"the xᵀr of all {many} stay")
        return f"a straight line along which {what} at the edge"
    wrong = np.flatnonzero(frame.w * frame.c < -1e-12 * frame.table.lam[0] * np.abs(frame.w).max())
    if wrong.size and not frame.remedy:
        return say(
            "plain LARS keeps {name} although its sign is not that of xᵀr, so this is no lasso "
            "solution (gap {gap:bound})", name=frame.names[wrong[0]], gap=frame.gap,
        )  # fmt: skip
    return "proved only within {gap:bound} of the lasso{cause}"


def _ending(frame):
    """What is in use where the frames end, after how many events, and what is proved of it."""
    least = "λ = 0" if frame.remedy else "λ = 0: least squares"
    left = frame.lars.knots.size - 1 - frame.after
    happened = sum(e.kind != "end" for e in frame.lars.events if e.knot <= frame.after)
    return say(
        ("λ = {lam}: the frames end here" if frame.lam else least)
        + " — {used} of {count} weights in use after {passed:count knot} and {happened} "
        + ("entry or exit" if happened == 1 else "entries and exits")
        + "; {left} more knots lie below" * bool(left > 1)
        + ("; proved" if frame.solved else "; not a lasso solution: proved only")
        + " within {gap:bound}{cause}.",
        frame, passed=len(frame.knots), happened=happened, left=left, cause=_cause(frame),
    )  # fmt: skip


def _cause(frame):
    return say(", as it has {remedy}", frame) if frame.remedy and not frame.solved else ""


WORDS = Words(
    visible=_visible,
    caption=_caption,
    opening=_opening,
    first=_first_names,
    at_knot=_at_knot,
    between="λ: {old:≠lam} → {lam:≠old} — {moves}: {rule}.",
    moves=_moves,
    rule=_rule,
    ending=_ending,
    cause=_cause,
)


def weights(f: Frames) -> Panel:
    """Every weight over the axis: a straight line between knots; its name at its head."""
    low, high = _span(f.w)
    tones, asked = _tones(f), f"the problem with {f.remedy}" if f.remedy else "the lasso"
    marks = [
        *_knots(f, low, high),
        *_lines(f, _awake(f.w)),
        _event(f, high - 0.05 * (high - low)),
        *(Text(row(f.x), row(np.where(f.w[:, d] == 0.0, np.nan, f.w[:, d])), (f.names[d],),
               tone=tones[d]) for d in shown(f)),
        cursor(f, low, high),
        _dots(f, f.w, "weight"),
    ]  # fmt: skip
    return Panel(
        "Every weight as λ falls",
        marks,
        x_axis(f),
        Axis("w", range=(low, high), zero=True),
        subtitle=f"solutions of {asked} for every λ",
        legend={"a weight enters": "enters", "a weight leaves": "leaves"},
    )


def correlations(f: Frames) -> Panel:
    """x_d'r of every feature in the band between -lam and lam."""
    top, lam, x = 1.06 * f.lam[0], f.lam, blend(f.x)
    marks = [
        Band(f.x, -lam, lam, tone="muted", fill=0.1, label="|xᵀr| ≤ λ"),
        Curve(f.x, lam, tone="ink", width=1.2, label="λ"),
        Curve(f.x, -lam, tone="ink", width=1.2, label="−λ"),
        Segments(x, blend(-lam[:, None]), x, blend(lam), tone="now", width=3.5,
                 label="from −λ to λ, now"),
        *_lines(f, f.c),
        cursor(f, -top, top),
        _dots(f, f.c, "xᵀr"),
        *_correlation_names(f, top),
    ]  # fmt: skip
    return Panel(
        "What each feature still explains",
        marks,
        x_axis(f),
        Axis("xᵀr", range=(-top, top), zero=True),
        subtitle="of each feature",
        legend=("|xᵀr| ≤ λ",),
    )


def x_axis(f: Frames) -> Axis:
    """lam falling to the right, linear or logarithmic, or |w|_1 growing to the right."""
    first, last = f.x[0], f.x.max() if f.axis == "eta" else f.x[-1]
    if f.axis == "log":
        ratio = first / last
        ends = (first * ratio**0.02, last / ratio**_MARGIN)
        return Axis("λ, falling, log axis", log=True, range=ends)
    title, places = ("‖w‖₁", None) if f.axis == "eta" else ("λ, falling", ticks(last, first))
    ends = (first + 0.02 * (first - last), last - _MARGIN * (first - last))
    return Axis(title, range=ends, ticks=places)


def ticks(low: float, high: float, about: int = 6) -> tuple[np.ndarray, list[str]]:
    """Round numbers from low to high, and their words."""
    raw = (high - low) / about
    size = 10.0 ** np.floor(np.log10(raw))
    step = size * min((1.0, 2.0, 5.0, 10.0), key=lambda m: abs(np.log(m * size / raw)))
    first = np.ceil(low / step - 1e-9)
    at = np.round((first + np.arange(int((high / step - first) + 1e-9) + 1)) * step, 12)
    return at, [f"{v:g}" for v in at]


def cursor(f: Frames, low: float, high: float) -> Segments:
    """The line at the lam of this moment; it glides between frames."""
    x = blend(f.x)
    return Segments(x, [low], x, [high], tone="now", width=1.4, label="λ now")


def shown(f: Frames) -> np.ndarray:
    """The weights with a line of their own: those that become largest."""
    if f.count <= _SHOWN:
        return np.arange(f.count)
    length = np.linalg.norm(f.lars.X, axis=0)
    return np.sort(np.argsort(-np.abs(f.w).max(axis=0) * length)[:_SHOWN])


def classes(f: Frames) -> np.ndarray:
    """A class of colour and symbol for each weight (D,): in the order of entering, where there are
    more weights than classes."""
    order = np.arange(f.count)
    if len(_CLASSES) < f.count:
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
    rest = np.setdiff1d(np.arange(f.count), own)
    if rest.size:
        lines = np.stack(np.broadcast_arrays(f.x, values[:, rest].T), axis=-1)
        yield Lines(*polyline(lines).T, tone="muted", width=0.8, opacity=0.35,
                    label="the other weights")  # fmt: skip
    for d in own:
        yield Curve(
            prefix(f.x, rows), prefix(values[:, d], rows), tone=tones[d], width=2.2,
            label=f.names[d],
        )  # fmt: skip
    for tone in dict.fromkeys(tones[d] for d in own):
        mine = values[:, [d for d in own if tones[d] == tone]]
        x = np.repeat(f.x[:, None], mine.shape[1], axis=1)
        yield Segments(row(x), row(mine), blend(x), blend(mine), tone=tone, width=2.2)


def _dots(f, values, what):
    own = shown(f)
    return Points(
        blend(np.repeat(f.x[:, None], own.size, axis=1)), blend(values[:, own]),
        klass=classes(f)[own], size=7.0, label=what, texts=tuple(f.names[d] for d in own),
    )  # fmt: skip


def _knots(f, low, high):
    """A thin line at each knot, a mark for what happened there once that is played."""
    x = f.x[f.knot >= 0]
    yield Segments(
        x, np.full(x.size, low), x, np.full(x.size, high), tone="muted", width=0.8, opacity=0.45,
        label="knot", future=True,
    )  # fmt: skip
    for events, symbol, words in ((f.entering, "triangle-up", "a weight enters"),
                                  (f.leaving, "triangle-down", "a weight leaves")):  # fmt: skip
        if any(events):
            at = np.flatnonzero([bool(some) for some in events])
            x = np.where(at <= np.arange(len(f))[:, None], f.x[at], np.nan)
            y = np.full(at.size, low + 0.035 * (high - low))
            yield Points(row(x), y, symbol=symbol, tone="ink", size=8.0, label=words)


def _event(f, height):
    """What happened at the last knot, in orange, where it happened."""
    happened = [bool(a or b) for a, b in zip(f.entering, f.leaving, strict=True)]
    last = np.maximum.accumulate(np.where(happened, np.arange(len(f)), 0))
    words = tuple(event_caption(f, k) for k in f.knot[last].tolist())
    return Text(row(f.x[last]), [height], words, per_frame=True, anchor="center", tone="now")


def event_caption(f: Frames, k: int) -> str:
    """ "w₁ in, w₂ in" for knot `k`; at most three, then a number."""
    return ", ".join(few(f"{f.names[e.feature]} {e.kind}" for e in events_at(f, k)))


def _correlation_names(f, top):
    """The names of both edges, and of each feature above its line, where it is still free; too many
    would cover it all."""
    k, early, tones = len(f) // 4, len(f) // 10, _tones(f)
    edge, c = f.lam[k] + 0.07 * f.lam[0], f.c[early]
    names = [(f.x[k], edge, "λ", "ink"), (f.x[k], -edge, "−λ", "ink")]
    if f.count <= 4:
        heights = c - 0.07 * top * np.sign(c)
        names += zip([f.x[early]] * f.count, heights, f.names, tones, strict=True)
    return [Text([x], [y], (name,), tone=tone, anchor="center") for x, y, name, tone in names]


def touching(f: Frames) -> Panel:
    """The panel: a plane, a space, or eta over lam."""
    return {2: _plane, 3: _space}.get(f.count, sizes)(f)


def _diamonds(f):
    """What carries the unit ball of |w|_1 to that of each frame's size."""
    return f.eta[:, None, None] * np.eye(f.count), np.zeros((len(f), f.count))


def _plane(f):
    centre, side = least_squares(f.lars), 0.45 * f.eta.max()
    corners = [[side, 0.0], [-side, 0.0], [0.0, -side], [0.0, 1.6 * side]]
    box = window(np.vstack([f.w, centre, corners]), margin=0.1, aspect=HERO)
    ring, _, A, b = level_sets(f, _LONG * (box[0][1] - box[0][0]))
    marks = [
        # Thin level sets of the loss, evenly apart; the outermost but one is the one through 0.
        *(Path(*(share * (ring @ A[0].T) + b[0]).T, width=1.2, opacity=0.45, ghost=False,
               label="a level of the loss") for share in np.arange(1, 7) / 5.0),
        Path(moved(_DIAMOND, *_diamonds(f)), tone="ink", width=1.6, fill=0.1, ghost=False,
             label="|w|₁ ≤ η(λ)"),
        Path(moved(ring, A, b), tone="rival1", width=1.8, ghost=False,
             label="the same loss as at w"),
        *_edge(f),
        *_path(f, centre),
    ]  # fmt: skip
    legend = ("the same loss as at w", "|w|₁ ≤ η(λ)", "w(λ)", "knot")
    return _shapes(f, "The loss touches the diamond at w", marks, box, legend)


def _shapes(f, title, marks, box, legend, hint=""):
    """The panel with an axis for each weight, one unit as long as another."""
    return Panel(title, marks, *axes(f.names, box, zero=True), equal=True, legend=legend,
                 hint=hint)  # fmt: skip


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


def _path(f, centre):
    """How w moves: strong so far, faint beyond; its corners; where it is; the least squares."""
    now = [v[:, None] for v in f.w.T]
    yield Path(**up_to(f.w, np.arange(len(f))), width=3.0, label="w(λ)")
    if f.count == 2:
        yield Segments(*(row(v) for v in now), *(blend(v) for v in now), width=3.0)
    yield Points(*f.w[f.knot >= 0].T, size=6.0, symbol="circle-open", tone="ink", label="knot",
                 future=True)  # fmt: skip
    yield Points(*(blend(v) for v in now), tone="now", size=11.0, label="w now")
    at, label = by_axis(centre[:, None]), "least squares"
    yield Points(**at, symbol="square-open", tone="muted", size=8.0, label=label, future=True)
    yield Text(**at, text=(label,), tone="muted", future=True)


def _space(f):
    """The same in space, with a good part of the last octahedron; the solids end at the axes."""
    centre, corners = least_squares(f.lars), 0.5 * f.eta.max() * np.vstack([np.eye(3), -np.eye(3)])
    box = window(np.vstack([f.w, centre, corners]), margin=0.05)
    points, faces, A, b = level_sets(f, 0.5 * _LONG * np.ptp(box, axis=1).max())
    marks = [
        Mesh(moved(points, A, b), faces=faces, opacity=0.25, tone="rival1",
             label="the same loss as at w"),
        Path(moved(OCTAHEDRON, *_diamonds(f)), tone="ink", width=1.8, ghost=False,
             label="|w|₁ = η(λ)"),
        *_path(f, centre),
    ]  # fmt: skip
    legend = ("the same loss as at w", "|w|₁ = η(λ)", "w(λ)")
    title = "The loss touches the octahedron at w"
    return _shapes(f, title, marks, box, legend, hint="drag to turn")


def sizes(f: Frames) -> Panel:
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


def error(f: Frames) -> Panel:
    """The exact cross-validation curve, its minimiser, and what C_p estimates."""
    N, rows = f.lars.t.size, f.lam
    inner = f.cv.lams[(f.cv.lams < rows[0]) & (f.cv.lams > rows[-1])]
    # Every frame, every knot of every fold, and both sides of each own knot, where C_p jumps.
    after_knots = rows[f.knot >= 0][:-1] * (1.0 - 1e-9)
    lams = np.unique(np.concatenate([rows, inner, after_knots[after_knots >= rows[-1]]]))[::-1]
    upto = np.searchsorted(-lams, -rows, side="right") - 1
    x, cv, estimate = place(f, lams), f.cv.at(lams) / N, cp_error(f, lams)
    known = np.isfinite(estimate)
    both = np.concatenate([cv, estimate[known]])
    margin = 0.12 * np.ptp(both) or 0.5 * abs(both[0]) or 1.0
    low, high = both.min() - margin, both.max() + margin
    mallows = Curve(prefix(x, upto), prefix(estimate, upto), tone="muted", width=1.3,
                    label="(RSS + 2 df σ²)/N: Cₚ")  # fmt: skip
    marks = [
        Curve(prefix(x, upto), prefix(cv, upto), width=2.6, label="cross-validation error"),
        *([mallows] if known.any() else []),
        *_curve_names(x, cv, estimate, high - low),
        *_least(f, low, high),
        cursor(f, low, high),
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


def _least(f, low, high):
    """The minimiser, with its lam."""
    lam, lowest = np.clip([f.cv.lam], f.lam[-1], f.lam[0]), f.cv.error / f.lars.t.size
    x = place(f, lam)
    words = f"least: λ = {value(lam[0], 2)}" if f.cv.lam < f.lam[0] else "least at w = 0"
    return [
        Segments(x, [low], x, [lowest], tone="good", dash="dash", width=1.2, label="least",
                 future=True),
        Points(x, [lowest], tone="good", symbol="diamond", size=10.0, label="least error",
               future=True),
        Text(x, [low + 0.05 * (high - low)], (words,), tone="good", anchor="left", future=True),
    ]  # fmt: skip


def _curve_names(x, cv, estimate, height):
    """Words at both curves a third along the axis, the upper one's above, the lower's below."""
    i = int(np.argmin(np.abs(x - (0.7 * x[0] + 0.3 * x[-1]))))
    up = -1.0 if cv[i] < estimate[i] else 1.0
    for curve, sign, width, name, tone in ((cv, up, 0.13, "cross-validation", "main"),
                                           (estimate, -up, 0.04, "Cₚ", "muted")):  # fmt: skip
        if np.isfinite(curve[i]):
            near = curve[np.abs(x - x[i]) < width * np.ptp(x)]
            y = (near.max() if sign > 0.0 else near.min()) + 0.05 * height * sign
            yield Text([x[i]], [y], (name,), tone=tone, anchor="center", future=True)


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see; not of a remedy, whose path is that of another problem."""
    return () if f.remedy else asked(f.run.settings, _first(f), _exit(f), _best(f))


def _first(f):
    """Which weight leaves 0 first."""
    events = events_at(f, 0)
    if len(events) != 1 or not 1 < f.count <= 4:
        return None
    size = np.abs(f.c[0])
    order = np.argsort(-size)[:2]
    largest, second = size[order]
    if second > (1.0 - _NEAR) * largest:
        return None
    values = zip(apart(largest, second, decimals=2), order, strict=True)
    text = " and ".join(f"{v} for {f.names[j]}" for v, j in values)
    return Question(
        0,
        "λ starts where every weight is 0 and now falls. Which weight will leave 0 first?",
        tuple(f.names),
        events[0].feature,
        f"The one with the largest |xᵀt|: it is {text}. The length of a feature counts as well, "
        "so that scaling changes the answer.",
        "first",
        ("weights", "correlations"),
    )


def _exit(f):
    """What the knot brings at which a weight first leaves: asked half-way from the knot before."""
    end = next((k for k, events in enumerate(f.leaving) if events), None)
    if end is None:
        return None
    k, events, knots = f.knot[end], f.entering[end] + f.leaving[end], f.lars.knots
    near = np.abs(np.diff(knots[max(k - 1, 0) : k + 2])) < _NEAR * knots[0]
    start = int(np.flatnonzero(f.knot[:end] >= 0)[-1])
    frame = (start + end) // 2
    if len(events) != 1 or near.any() or frame <= start:
        return None
    d, used = events[0].feature, f.w[frame] != 0.0
    others = sorted(set(range(f.count)) - {d}, key=lambda j: (not used[j], -abs(f.c[frame, j])))
    options = (d, *others[:3])
    now = ", ".join(f"{f.names[j]} is {value(f.w[frame, j])}" for j in sorted(options))
    return Question(
        frame,
        f"{now}. λ falls on: what happens at the next knot?",
        tuple(f"{f.names[j]} {'stops at 0' if used[j] else 'leaves 0'}" for j in options),
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
    before = [e.sign for e in entries if e.knot < k][-1]
    edge = "same" if later[0] == before else "other"
    return f"So {f.names[d]} waits at 0; it comes back later, at the {edge} edge of the band."


def _best(f):
    """Where the error on unseen rows is least from a third of the path on."""
    frame = len(f) // 3
    if f.run.settings["method"] != "lasso" or frame < 1:
        return None
    here, last = f.lam[frame], f.lam[-1]
    lams = np.unique(np.append(np.linspace(last, here, 400), f.cv.lam))
    lams = lams[(lams >= last) & (lams <= here)]
    error = f.cv.at(lams)
    least, ends = error.min(), error[[-1, 0]]
    start, end = ends <= (1.0 + _SAME_ERROR) * least
    if (start and end) or ((start or end) and least not in ends):
        return None  # too near to tell
    at = figure(lams[error.argmin()])
    return Question(
        frame,
        "From here on the fit on the rows it has seen gets better and better. Where will the error "
        "on rows it has not seen be least?",
        ("right here", "somewhere on the way", "at the very end"),
        1 - int(start) + int(end),
        f"From here on it is least at λ = {at}. A smaller λ fits more of the signal, and more of "
        "the noise as well.",
        "error",
        ("error",),
    )


def scene(run: Run) -> Scene:
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
    # Two or three weights have a shape to look at; more of them are lines.
    first, second, tab = "touching", "weights", "correlations"
    if f.count > 3:
        first, second, tab = "weights", "correlations", "touching"
    layout = Layout(first, (second, "error"), (tab,), share_x=("weights", "correlations", "error"))
    return picture(f, panels, WORDS, layout, questions(f), shown)


def _weights(run, f):
    """The weights (T, D) of both at every lam of a frame; between knots they are straight."""
    trace = run.traces[STUDENT]
    lams, w = trace.snapshots["lam"], trace.snapshots["w"]
    return f.w, np.column_stack([np.interp(-f.lam, -lams, column) for column in w.T])


def _places(f, student):
    """The point w in the plane or in space; of more weights, the one that is furthest off."""
    if student.shape[1] <= 3:
        return {"touching": student}
    j = int(np.argmax(np.abs(student - f.w).max(axis=0)))
    return {"weights": np.column_stack([f.x, student[:, j]])}


def _marks(f, student):
    """Every weight of the student's over the axis."""
    rows = np.arange(len(f))
    return {"weights": [Curve(prefix(f.x, rows), prefix(student[:, d], rows), ghost=False, **STYLE)
                        for d in shown(f)]}  # fmt: skip


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
