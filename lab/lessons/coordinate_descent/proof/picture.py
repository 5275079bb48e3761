"""The proof as a picture: any line under the loss is a bound, if it is not too steep for the
price."""

import numpy as np

from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.geometry import moving
from lab.experiment import Experiment
from lab.lessons.coordinate_descent.proof import model
from lab.lessons.coordinate_descent.proof.model import HIGH, KNOBS, LOW, edit, frames, solve, tools
from lab.prediction import asked, drawn, drawn_kind
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from widgets import Axis, Curve, Layout, Panel, Points, Question, Segments, Text, prefix, row
from widgets.words import Words, figure, value

_GRID = np.linspace(LOW, HIGH, 121)
_BENDS = np.array([LOW, 0.0, HIGH])
#: Where the gap is drawn.
_BAR = HIGH - 0.25
GIVEN, BROKEN, HELD = "line as given", "proves nothing", "certified line"
#: A bound that moves by less, as a share of the scale, is not asked about.
_CLEAR = 0.01


#: The picture of F is so many times as high as its least value, at least.
_MARGIN = 1.8
_CUTS = "Your line cuts F and is no dual point; "
_STEP = " proves that nothing is lower than {floor} — {proof} at w = {w}."
_TIMES = "; {share:.2≠once} times its dual point" + _STEP


def _caption(frame):
    """What the line as given says, and what is proved with it."""
    cuts = _CUTS if frame.cuts else ""
    if frame.last and frame.how == "converged":
        return (
            f"{cuts}{'the' if cuts else 'The'} certified line {_touch(frame)}, where F is lowest: "
            "value and bound meet at w = {w}, and F(w) is proved within {proved:bound} of optimal."
        )
    whose = "Your line" if frame.by_hand else "The residual's line"
    line = f"{cuts}the parallel one that touches F" if cuts else whose
    if frame.steep:
        side = "right" if frame.slope > 0.0 else "left"
        return f"{line} falls for ever on the {side}: {{size:.1≠lam}} > λ" + _TIMES
    if frame.own == frame.floor or round(frame.share, 9) == 1.0:
        return line + _STEP
    return f"{line} proves {{own}}" + _TIMES


def _touch(frame):
    """How the best line touches F. It is as steep as λ, so level on one side of its tip, if w is
    not 0."""
    away = model.minimiser(frame.table.run.problem) != 0.0
    return "lies level against F" if away else "touches F with its tip at w = 0"


WORDS = Words(caption=_caption)


def _split(f, values):
    """`values` (T, n) of the line as given, (where it proves something, where it does not)."""
    broken = f.broken[:, None]
    return row(np.where(broken, np.nan, values)), row(np.where(broken, values, np.nan))


def _strokes(f, x, price):
    """The line as given and the certified one over x (n,), with `price` (n,) on top."""
    given, held = (h[:, 1:] - h[:, :1] * x + price for h in (f.given, f.held))
    sound, broken = _split(f, given)
    yield Curve(x, sound, tone="now", width=2.2, label=GIVEN)
    yield Curve(x, broken, tone="rival1", dash="dash", width=2.4, label=BROKEN)
    yield Curve(x, row(held), tone="good", width=2.8, label=HELD)


def line(f: Frames) -> Panel:
    """F, the line as given and the certified one, the price on all of them."""
    problem, ends = f.run.problem, _ends(f)
    bound, here = f.bound[:, None], f.objective[:, None]
    size = ends[1] - ends[0]
    words = tuple("gap" if one > 0.06 * size else "" for one in f.objective - f.bound)
    curve = model.objective(problem, _GRID)
    inside = _GRID[curve < ends[1] - 0.08 * size]
    marks = [
        Segments([LOW], row(bound), [HIGH], row(bound), tone="good", dash="dot", width=1.2,
                 label="bound"),
        Segments(row(f.w[:, None]), row(here), [_BAR], row(here), tone="main", dash="dot",
                 width=1.2, label="value"),
        Segments([_BAR], row(bound), [_BAR], row(here), tone="muted", width=3.0, label="gap"),
        Curve(_GRID, curve, width=2.8, label="F(w)"),
        *_strokes(f, _BENDS, problem.lam * np.abs(_BENDS)),
        Points([0.0], row(bound), tone="good", symbol="diamond", size=10.0,
               label="its lowest place: the bound"),
        Points(row(f.w[:, None]), row(here), tone="main", size=10.0, label="w"),
        Points(**moving(f.handle), tone="ink", symbol="circle-open", size=15.0,
               label="drag the line here"),
        Text([inside[0]], model.objective(problem, inside[:1]), ("F(w)",), anchor="left"),
        Text([LOW + 0.1], row(bound), ("bound",), tone="good", anchor="below"),
        Text([_BAR], row(0.5 * (bound + here)), words, tone="muted", anchor="left", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Nothing is lower than the lowest place of the line",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("F(w)", range=ends),
        subtitle="F and lines under it, the price λ|w| on both",
        hint="drag the ring",
        legend=(HELD, GIVEN, BROKEN),
    )


def _ends(f):
    """The range of F: all values, and the handle of the line."""
    handles = f.handle[:, 1]
    problem = f.run.problem
    zero, least = model.objective(problem, np.array([0.0, model.minimiser(problem)]))
    top = 1.06 * max(f.objective.max(), zero, _MARGIN * least, handles.max())
    return min(-0.15 * top, handles.min() - 0.05 * top), top


def loss(f: Frames) -> Panel:
    """The loss and the lines under it, without the price."""
    problem = f.run.problem
    lam = problem.lam
    top = max(model.loss(problem, np.append(f.w, 0.0)).max(), 1.0)
    low = min(-0.25 * top, f.held[:, 1].min() - 0.1 * top)
    bound = f.bound[:, None]
    limits = [bound - lam * np.abs(end) for end in (LOW, HIGH)]
    marks = [
        Segments([0.0, 0.0], row(np.repeat(bound, 2, axis=1)), [LOW, HIGH],
                 row(np.hstack(limits)), tone="muted", dash="dot", width=1.2,
                 label="as steep as λ"),
        Curve(_GRID, model.loss(problem, _GRID), width=2.4, label="loss"),
        *_strokes(f, _BENDS, 0.0),
        Points([0.0], row(bound), tone="good", symbol="diamond", size=9.0, label="bound"),
    ]  # fmt: skip
    return Panel(
        "Without the price, a straight line",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("½‖t − xw‖²", range=(low, 1.05 * top)),
        subtitle="dotted: as steep as λ",
    )


def dual(f: Frames) -> Panel:
    """Every line as a point: its slope and its height."""
    problem, lam = f.run.problem, f.run.problem.lam
    x, t = problem.X[:, 0], problem.t
    slopes = np.append(f.given[:, 0], [-1.4 * lam, 1.4 * lam])
    low, high = slopes.min(), slopes.max()
    best_of = _highest(problem)
    s = np.union1d(np.linspace(low, high, 101), [-lam, lam])
    fits = s[np.abs(s) <= lam]
    theta = np.clip(x @ t, -lam, lam)
    top = float(best_of(s).max())
    heights = np.concatenate([f.held[:, 1], f.given[:, 1], [top]])
    foot = max(min(heights.min(), best_of(fits).min()), -1.5 * top)
    size = heights.max() - foot
    ends = (foot - 0.1 * size, heights.max() + 0.1 * size)
    sound, broken = _split(f, f.given[:, 1:])
    rows = np.arange(len(f))
    marks = [
        Segments([-lam, lam], [ends[0]] * 2, [-lam, lam], [ends[1]] * 2, tone="muted", dash="dot",
                 width=1.2, label="as steep as λ"),
        Curve(s, best_of(s), tone="faint", width=2.0, label="lines that touch the loss"),
        Curve(fits, best_of(fits), tone="ink", width=2.4, label="not too steep"),
        Curve(prefix(f.held[:, 0], rows), prefix(f.held[:, 1], rows), tone="good", width=1.6,
              markers=True, label=HELD),
        Points(row(f.given[:, :1]), sound, tone="now", size=9.0, label=GIVEN),
        Points(row(f.given[:, :1]), broken, tone="rival1", symbol="x", size=9.0, label=BROKEN),
        Points(row(f.held[:, :1]), row(f.held[:, 1:]), tone="good", size=9.0, label=HELD),
        Points([theta], [best_of(theta)], tone="good", symbol="diamond-open", size=14.0,
               label="the best line", future=True),
    ]  # fmt: skip
    return Panel(
        "The dual: all lines, each a point",
        marks,
        Axis(
            "slope x′θ",
            range=(low - 0.05 * (high - low), high + 0.05 * (high - low)),
            ticks=((-lam, 0.0, lam), ("−λ", "0", "λ")),
        ),
        Axis("height at w = 0", range=ends),
        subtitle="the highest between the dotted walls is the best bound",
    )


def _highest(problem):
    """The height at 0 of the line of each slope s (...) that touches the loss."""
    x, t = problem.X[:, 0], problem.t
    rest = t - x * (x @ t) / (x @ x)

    def height(s):
        return (s * (x @ t) - 0.5 * np.square(s)) / (x @ x) + 0.5 * (rest @ rest)

    return height


def gap(f: Frames) -> Panel:
    """What is proved after each step."""
    times, proved = f.times(f.main), f.run.trace.gap
    curve = GapCurve("gap", "main", "solid", times, proved, f.row_shown, True, False)
    return gap_panel([curve], f.clock.values, f.limit, "steps")


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _slope(f), _next_bound(f))


def _slope(f):
    """At the start: which of three lines under the loss proves a bound."""
    settings, lam = f.run.settings, f.run.problem.lam
    shares = drawn(settings, "shares", ((0.5, 1.5, -2.5), (-0.7, 1.4, 2.0), (0.8, -1.6, 3.0)))
    options = tuple(f"the one of slope {value(-share * lam, 2)}" for share in shares)
    return Question(
        0,
        f"Three straight lines touch the loss from below. The price is λ = {figure(lam, 3)} for "
        "each unit of |w|. Which line proves that F cannot be lower than some number?",
        options,
        0,
        "With the price on it, a line less steep than λ rises to both sides of w = 0, and its "
        "height there is a bound. A steeper one falls for ever on one side and says nothing.",
        "slope",
        ("line", "loss", "dual"),
    )


def _next_bound(f):
    """Before a step: what the line of the next residual proves."""
    if f.by_hand:
        return None
    rise, limit = np.diff(f.bound), _CLEAR * f.run.result.certificate.scale
    kinds = map(np.flatnonzero, (rise > limit, rise < -limit))
    kind = drawn_kind(f.run.settings, "bound", *kinds)
    if kind is None:
        return None
    k = int(drawn(f.run.settings, "bound at", kind[:6]))
    now, then = value(f.floor[k]), value(f.floor[k + 1])
    if now == then:
        return None
    why = (
        f"{now} becomes {then}. Near the optimum the residual is nearly the best dual point, and "
        "the closer w comes the higher its line."
        if rise[k] > 0.0
        else f"{now} becomes {then}. A step lowers F, but need not raise the bound: the best one "
        "so far is what counts."
    )
    return Question(
        k,
        f"The residual at w = {value(f.w[k], 2)} proves F ≥ {now}. After the next step its "
        "residual gives another line. What will that one prove?",
        ("more: its lowest place is higher", "less: its lowest place is lower"),
        0 if rise[k] > 0.0 else 1,
        why,
        "next-bound",
        ("dual", "gap"),
    )


PANELS = {"line": line, "loss": loss, "dual": dual, "gap": gap}


scene = scene_of(frames, PANELS, WORDS, Layout("line", ("loss", "dual"), ("gap",)), questions)


EXPERIMENT = Experiment(
    "proof",
    "The proof: a line below F",
    "How can one know how low F can be, without knowing where it is lowest?",
    KNOBS,
    solve,
    scene,
    click=edit,
    tools=tools,
    measures={"weight": lambda run: float(run.result.x[0])},
    vary={"line": None, "at": [-0.5, 0.0, 0.4, 0.7, 0.9, 1.0, 1.1, 1.3, 1.6, 2.0]},
    first=(
        'Play; then set "Line" to "by hand", drag the ring, and lift the lowest place of the line '
        "as high as it goes."
    ),
    see=(
        "A line below F that is not too steep proves its own lowest place; the best one touches F "
        "where F is lowest."
    ),
)
