"""Subgradients as a picture: the lines that support a convex function, and what a zero among their
slopes says."""

import numpy as np

from lab.experiment import Experiment
from lab.lessons.coordinate_descent.subgradient.model import (
    FORMULAS,
    HIGH,
    KNOBS,
    LOW,
    found,
    frames,
    solve,
)
from lab.prediction import asked, drawn, drawn_kind
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from widgets import (
    Aim,
    Axis,
    Band,
    Curve,
    Layout,
    Panel,
    Points,
    Question,
    Segments,
    Text,
    prefix,
    row,
)
from widgets.words import Words, say, value

#: Supporting lines drawn faintly at a kink.
_FAN = 7
_ENDS = np.array([LOW, HIGH])
#: A line that cuts F rises this far above it, as a share of how much F varies.
_CLEAR = 0.01
#: A kink with a wider interval of slopes than this is asked about; numbers smaller than the second
#: are rounding. A click is right within this distance in w.
_WIDE, _TINY, _REACH = 0.02, 1e-9, 0.3


def _slope(z):
    return "0" if abs(z) < 1e-12 else value(z)


def _step(frame):
    """The point, the slope shown, the slopes there are, what follows."""
    if frame.high > frame.low:
        return "{here} of [{lowest}, {highest}] — {kink}."
    return "{here} — {zero}."


def _kink(frame):
    if frame.slope == 0.0:
        return "a level line supports F: no point is lower, and w is the minimum"
    if frame.low <= 0.0 <= frame.high:
        return "every slope of the interval supports F, and 0 is one of them"
    return "every slope of the interval supports F; {zero}"


def _zero(frame):
    if frame.low > 1e-12:
        return "0 is not a slope here, and F falls to the left"
    if frame.high < -1e-12:
        return "0 is not a slope here, and F falls to the right"
    return "it is level: no point is lower, and w is the minimum"


def _best(result):
    end = (
        " within {gap:bound} of optimal"
        if result.status == "converged"
        else " only within {gap:bound}"
    )
    proof = result.certificate
    return say("F = {F} at w = {w}" + end, F=proof.objective, w=result.x[0], gap=proof.gap)


def _visible(frame):
    """How many lines support F here, and whether one of them is level."""
    if frame.last:
        done = frame.run.result.status == "converged"
        return (
            "The lines meet F at its minimum." if done else "The lines end below the minimum of F."
        )
    level = frame.low <= 1e-12 and frame.high >= -1e-12
    way = "falls to the left" if frame.low > 1e-12 else "falls to the right"
    if frame.high > frame.low:
        end = "one of them is level" if level else f"F {way}"
        return f"At the kink a fan of lines supports F, and {end}."
    return f"One line supports F here, and {'it is level' if level else f'F {way}'}."


WORDS = Words(
    visible=_visible,
    caption=lambda frame: "{verdict}" if frame.last else "{step}" if frame.k else "Start at {step}",
    step=_step,
    here="w = {w}, slope {line}",
    line=lambda frame: _slope(frame.slope),
    lowest=lambda frame: _slope(frame.low),
    highest=lambda frame: _slope(frame.high),
    kink=_kink,
    zero=_zero,
    verdict="{here} — the lines so far prove {best}.",
    best=lambda frame: _best(frame.run.result),
)


def smooth(f: Frames) -> Panel:
    """The smooth function and its tangent."""
    a = f.run.settings["a"]
    x = np.linspace(LOW, HIGH, 121)
    y = 0.5 * (x - a) ** 2
    marks = [
        Curve(x, y, width=2.5, label="½(w − a)²"),
        *_line(f, 0.5 * (f.w - a) ** 2, f.w - a),
        Text([LOW + 0.2], [-0.13 * y.max()], _slope_names(f.w - a), per_frame=True, tone="ink"),
    ]
    return Panel(
        "Without the kink: a tangent",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("½(w − a)²", range=_margin(y)),
        subtitle="the tangent: everywhere below",
    )


def kinked(f: Frames) -> Panel:
    """F, and the line that supports it here."""
    x = np.union1d(np.linspace(LOW, HIGH, 121), f.F.kinks())
    y, here = f.F(x), f.F(f.w)
    marks = [
        _fan(f, here),
        Curve(x, y, width=2.5, label="F(w)"),
        *_line(f, here, f.slope),
        Text([LOW + 0.2], [_margin(y)[0] + 0.09 * np.ptp(_margin(y))], _slope_names(f.slope),
             per_frame=True, tone="ink"),
    ]  # fmt: skip
    return Panel(
        "F, and a line that supports it",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("F(w)", range=_margin(y)),
        subtitle=f"F(w) = {FORMULAS[f.run.settings['function']]}",
        legend={
            "F(w)": "F",
            "supporting line": "a line that stays below F",
            "other supporting lines": "others",
        },
    )


def _margin(y):
    """The range of a function with space below it, where its lines pass."""
    low, high = float(y.min()), float(y.max())
    size = (high - low) or 1.0
    return low - 0.3 * size, high + 0.05 * size


def _line(f, here, slope):
    """The supporting line of this frame and its point. here, slope (T,): its height and slope."""
    y = here[:, None] + slope[:, None] * (_ENDS - f.w[:, None])
    yield Segments(
        [LOW], row(y[:, :1]), [HIGH], row(y[:, 1:]), tone="now", width=2.5, label="supporting line"
    )
    yield Points(row(f.w), row(here), tone="now", size=10.0, label="w")


def _slope_names(slope):
    return tuple(f"slope {value(s, 2)}" for s in slope)


def _fan(f, here):
    """Further supporting lines, where the point is at a kink. here (T,): F at w."""
    share = np.linspace(0.0, 1.0, _FAN)
    slopes = f.low[:, None] + share * (f.high - f.low)[:, None]
    slopes[f.high <= f.low] = np.nan
    left, right = (here[:, None] + slopes * (end - f.w[:, None]) for end in _ENDS)
    return Segments(
        np.full(_FAN, LOW), row(left), np.full(_FAN, HIGH), row(right), tone="muted", width=1.0,
        opacity=0.7, label="other supporting lines",
    )  # fmt: skip


def slopes(f: Frames) -> Panel:
    """The set of slopes at each w."""
    x, kinks = np.linspace(LOW, HIGH, 61), f.F.kinks()
    x = x[(np.abs(x[:, None] - kinks) > 1e-6).all(axis=1)]
    x = np.sort(np.concatenate([x, np.repeat(kinks, 2)]))
    low, high = f.F.subdifferential(x)
    second = np.append(False, np.diff(x) == 0.0)
    graph, best = np.where(second, high, low), f.F.minimiser()
    size = float(np.ptp(graph)) or 1.0
    at = np.where(np.arange(len(f)) >= found(f), best, np.nan)
    marks = [
        Segments([LOW], [0.0], [HIGH], [0.0], tone="ink", width=1.2, label="slope 0"),
        Curve(x, graph, width=2.5, label="∂F(w)"),
        Segments(
            row(f.w), row(f.low), row(f.w), row(f.high),
            tone="now", width=5.0, label="all slopes here",
        ),
        Points(row(f.w), row(f.slope), tone="now", size=10.0, label="slope of the line"),
        Points(
            row(at), [0.0], tone="good", symbol="diamond-open", size=15.0,
            label="0 ∈ ∂F: the minimum",
        ),
        Text(row(at[:, None] - 0.15), [0.09 * size], ("0 ∈ ∂F",), tone="good", anchor="left"),
    ]  # fmt: skip
    return Panel(
        "The slopes at each w",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("slopes ∂F(w)", range=(graph.min() - 0.12 * size, graph.max() + 0.12 * size)),
        subtitle="all of them; an interval at a kink",
    )


def proof(f: Frames) -> Panel:
    """What the lines so far prove."""
    best, low, high = f.least, float(f.least.min()), float(f.least.max())
    size = (high - low) or 1.0
    foot = low - 1.2 * size
    step, upto = f.clock.values.astype(float), f.row_shown
    shown = np.maximum(f.known, foot - size)
    last = float(step[-1])
    marks = [
        Band(prefix(step, upto), prefix(shown, upto), prefix(best, upto), label="not yet known"),
        Curve(prefix(step, upto), prefix(best, upto), width=2.5, label="lowest F so far"),
        Curve(
            prefix(step, upto), prefix(shown, upto), tone="good", dash="dash", width=2.0,
            label="no point is lower: minimum of all lines so far",
        ),
        Segments(row(step), [foot], row(step), [high + size], tone="muted",
                 dash="dot", width=1.0, label="now"),
        Text([last], [low + 0.16 * size], ("lowest F so far",), tone="main", anchor="left"),
        Text([last], [low - 0.16 * size], ("proved",), tone="good", anchor="left"),
    ]  # fmt: skip
    return Panel(
        "Each line proves a bound",
        marks,
        Axis("step", range=(-0.02 * last, 1.02 * last)),
        Axis("F", range=(foot, high + 0.1 * size)),
        subtitle="F is no lower than the lines so far",
    )


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _lowest(f), _count(f), _supports(f), _bound(f))


def _lowest(f):
    """With F hidden: where the slopes say that it is lowest."""
    best = f.F.minimiser()
    low, high = f.F.subdifferential(best)
    if not low - _TINY <= 0.0 <= high + _TINY:
        return None
    # Several points are lowest where F is level.
    level = [f.F(best + d) - f.F(best) for d in (-_REACH, _REACH)]
    k = drawn(f.run.settings, "lowest", np.flatnonzero(f.w < best - 3.0 * _REACH)[:12])
    if k is None or min(level) < _TINY * f.F.scale:
        return None
    aim = Aim("slopes", (float(f.w[k]), float(f.slope[k])), (best, 0.0), (_REACH, 0.0))
    return Question(
        int(k),
        "F is hidden, and this shows the slopes of all lines that support it. Where is F lowest?",
        why=f"At w = {value(best, 2)}: there 0 is one of the slopes, and the line with slope 0 "
        "says that no point is lower.",
        key="lowest",
        hides=("kinked", "proof", "smooth"),
        aim=aim,
    )


def _count(f):
    """In the frame before a point: how many lines support F there."""
    w, low, high = f.w, f.low, f.high
    moves = np.append(False, np.diff(w) > 0.0)
    kinds = moves & (high - low > _WIDE), moves & (high == low)
    kind = drawn_kind(f.run.settings, "count", *map(np.flatnonzero, kinds))
    if kind is None:
        return None
    k = int(drawn(f.run.settings, "count at", kind[:20]))
    many = high[k] > low[k]
    return Question(
        k - 1,
        f"Next comes w = {value(w[k], 2)}. How many lines through that point of F stay below F?",
        ("none", "exactly one", "infinitely many"),
        2 if many else 1,
        f"F has a kink there: every slope from {_slope(low[k])} to {_slope(high[k])} will do."
        if many
        else f"F is smooth there, and only its tangent, with slope {_slope(low[k])}, stays below.",
        "count",
        ("slopes",),
    )


def _bound(f):
    """In the frame before a line: what it does to the proved bound."""
    bound, rise = f.known, np.diff(f.known)
    kinds = rise > _CLEAR * f.F.scale, rise == 0.0
    kind = drawn_kind(f.run.settings, "bound", *map(np.flatnonzero, kinds))
    if kind is None:
        return None
    k = int(drawn(f.run.settings, "bound at", kind))
    return Question(
        k,
        f"So far the lines prove F ≥ {value(bound[k], 2)}. What does the next one do to that "
        "bound?",
        ("it raises it", "it leaves it as it is", "it lowers it"),
        0 if rise[k] > 0.0 else 1,
        f"{'Now' if rise[k] > 0.0 else 'Still'} F ≥ {value(bound[k + 1], 2)} is proved. The bound "
        "is the lowest point of the highest of all lines: a further line can only lift it, and "
        "does so where it passes above that point.",
        "bound",
        ("proof",),
    )


def _supports(f):
    """In the frame before the first kink: which of three slopes supports F there."""
    w, low, high = f.w, f.low, f.high
    at_kink = np.flatnonzero(high - low > _WIDE)
    if at_kink.size == 0 or at_kink[0] == 0:
        return None
    k = int(at_kink[0])
    width, bend = high[k] - low[k], f.F.bend
    share = drawn(f.run.settings, "share", (0.15, 0.3, 0.5, 0.7, 0.85))
    off = max(0.5 * width, 3.0 * np.sqrt(2.0 * bend * _CLEAR * f.F.scale))
    slopes = (low[k] + share * width, low[k] - off, high[k] + off)
    if min(_above(f.F, w[k], z) for z in slopes[1:]) < _CLEAR * f.F.scale:
        return None
    ends = f"{_slope(low[k])} and {_slope(high[k])}"
    return Question(
        k - 1,
        f"At w = {value(w[k], 2)} F has a kink; the slopes on its two sides are {ends}. Which of "
        "these lines through that point stays below F?",
        tuple(f"the one with slope {_slope(z)}" for z in slopes),
        0,
        f"Each line with a slope between {ends} does: it lies below one of the two one-sided "
        "tangents on each side, and F above. These slopes are the subgradients, and 0 among them "
        "means a minimum.",
        "supports",
        ("slopes",),
    )


def _above(F, w, z):
    """How far the line of slope z through F(w) rises above F."""
    grid = np.linspace(LOW, HIGH, 1001)
    return np.max(F(w) + z * (grid - w) - F(grid))


PANELS = {"smooth": smooth, "kinked": kinked, "slopes": slopes, "proof": proof}


_LAYOUT = Layout("kinked", ("slopes", "proof"), ("smooth",))
scene = scene_of(frames, PANELS, WORDS, _LAYOUT, questions)


EXPERIMENT = Experiment(
    "subgradient",
    "Subgradients: lines that support a function",
    "Where a function has a kink it has no slope; how can one still see that a point is lowest?",
    KNOBS,
    solve,
    scene,
    first="Play, and step back and forth over the kink.",
    see=(
        "Away from the kink one line touches from below, at the kink a whole fan; where it holds "
        "a level line, no point is lower."
    ),
)
