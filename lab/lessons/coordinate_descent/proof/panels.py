"""The panels of the proof scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.lessons.coordinate_descent.proof import lines
from lab.lessons.coordinate_descent.proof.view import HIGH, LOW, TOL
from widgets import Axis, Curve, Panel, Points, Segments, Text, on_demand, prefix, row

_GRID = np.linspace(LOW, HIGH, 121)
_BENDS = np.array([LOW, 0.0, HIGH])
#: Where the gap is drawn.
_BAR = HIGH - 0.25
GIVEN, BROKEN, HELD = "line as given", "proves nothing", "certified line"


def panels(view):
    """F, the loss, all lines, the gap."""
    return [_hero(view), _loss(view), _dual(view), on_demand("gap", _gap, view)]


def _split(view, values):
    """`values` (T, n) of the line as given, (where it proves something, where it does not)."""
    broken = view.broken[:, None]
    return row(np.where(broken, np.nan, values)), row(np.where(broken, values, np.nan))


def _strokes(view, x, price):
    """The line as given and the certified one over x (n,), with `price` (n,) on top."""
    given, held = (h[:, 1:] - h[:, :1] * x + price for h in (view.given, view.held))
    sound, broken = _split(view, given)
    yield Curve(x, sound, tone="now", width=2.2, label=GIVEN)
    yield Curve(x, broken, tone="rival1", dash="dash", width=2.4, label=BROKEN)
    yield Curve(x, row(held), tone="good", width=2.8, label=HELD)


def _hero(view):
    problem, (_, ends) = view.run.problem, view.box
    bound, value = view.bound[:, None], view.value[:, None]
    size = ends[1] - ends[0]
    curve = lines.objective(problem, _GRID)
    inside = _GRID[curve < ends[1] - 0.08 * size]
    marks = [
        Segments([LOW], row(bound), [HIGH], row(bound), tone="good", dash="dot", width=1.2,
                 label="bound"),
        Segments(row(view.w[:, None]), row(value), [_BAR], row(value), tone="main", dash="dot",
                 width=1.2, label="value"),
        Segments([_BAR], row(bound), [_BAR], row(value), tone="muted", width=3.0, label="gap"),
        Curve(_GRID, curve, width=2.8, label="F(w)"),
        *_strokes(view, _BENDS, problem.lam * np.abs(_BENDS)),
        Points([0.0], row(bound), tone="good", symbol="diamond", size=10.0,
               label="its lowest place: the bound"),
        Points(row(view.w[:, None]), row(value), tone="main", size=10.0, label="w"),
        Points(*(row(v[:, None]) for v in view.handle.T), tone="ink", symbol="circle-open",
               size=15.0, label="take the line here"),
        Text([inside[0]], lines.objective(problem, inside[:1]), ("F(w)",), anchor="left"),
        Text([LOW + 0.1], row(bound), ("bound",), tone="good", anchor="below"),
        Text([_BAR], row(0.5 * (bound + value)), _gap_words(view, size), tone="muted",
             anchor="left", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Nothing is lower than the lowest place of the line",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("F(w)", range=ends),
        key="line",
        subtitle="F and lines under it, the price λ|w| on both",
        hint="drag the ring",
        legend=(HELD, GIVEN, BROKEN),
    )


def _gap_words(view, size):
    """ "gap" where it can be seen."""
    return tuple("gap" if one > 0.06 * size else "" for one in view.value - view.bound)


def _loss(view):
    problem = view.run.problem
    f, lam = lines.loss(problem, _GRID), problem.lam
    top = max(lines.loss(problem, np.append(view.w, 0.0)).max(), 1.0)
    low = min(-0.25 * top, view.held[:, 1].min() - 0.1 * top)
    bound = view.bound[:, None]
    limits = [bound - lam * np.abs(end) for end in (LOW, HIGH)]
    marks = [
        Segments([0.0, 0.0], row(np.repeat(bound, 2, axis=1)), [LOW, HIGH],
                 row(np.hstack(limits)), tone="muted", dash="dot", width=1.2,
                 label="as steep as λ"),
        Curve(_GRID, f, width=2.4, label="loss"),
        *_strokes(view, _BENDS, 0.0),
        Points([0.0], row(bound), tone="good", symbol="diamond", size=9.0, label="bound"),
    ]  # fmt: skip
    return Panel(
        "Without the price, a straight line",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("½‖t − xw‖²", range=(low, 1.05 * top)),
        key="loss",
        subtitle="dotted: as steep as λ",
    )


def _dual(view):
    problem, lam = view.run.problem, view.run.problem.lam
    x, t = problem.X[:, 0], problem.t
    slopes = np.append(view.given[:, 0], [-1.4 * lam, 1.4 * lam])
    low, high = slopes.min(), slopes.max()
    best_of = _highest(problem)
    s = np.union1d(np.linspace(low, high, 101), [-lam, lam])
    fits = s[np.abs(s) <= lam]
    theta = np.clip(x @ t, -lam, lam)
    top = float(best_of(s).max())
    heights = np.concatenate([view.held[:, 1], view.given[:, 1], [top]])
    foot = max(min(heights.min(), best_of(fits).min()), -1.5 * top)
    size = heights.max() - foot
    ends = (foot - 0.1 * size, heights.max() + 0.1 * size)
    sound, broken = _split(view, view.given[:, 1:])
    rows = np.arange(len(view))
    marks = [
        Segments([-lam, lam], [ends[0]] * 2, [-lam, lam], [ends[1]] * 2, tone="muted", dash="dot",
                 width=1.2, label="as steep as λ"),
        Curve(s, best_of(s), tone="faint", width=2.0, label="lines that touch the loss"),
        Curve(fits, best_of(fits), tone="ink", width=2.4, label="not too steep"),
        Curve(prefix(view.held[:, 0], rows), prefix(view.held[:, 1], rows), tone="good", width=1.6,
              markers=True, label=HELD),
        Points(row(view.given[:, :1]), sound, tone="now", size=9.0, label=GIVEN),
        Points(row(view.given[:, :1]), broken, tone="rival1", symbol="x", size=9.0, label=BROKEN),
        Points(row(view.held[:, :1]), row(view.held[:, 1:]), tone="good", size=9.0, label=HELD),
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
        key="dual",
        subtitle="the highest between the dotted walls is the best bound",
    )


def _highest(problem):
    """The height at 0 of the line of each slope s (...) that touches the loss."""
    x, t = problem.X[:, 0], problem.t
    rest = t - x * (x @ t) / (x @ x)

    def height(s):
        return (s * (x @ t) - 0.5 * np.square(s)) / (x @ x) + 0.5 * (rest @ rest)

    return height


def _gap(view):
    trace, scale = view.run.trace, view.run.result.certificate.scale
    curve = GapCurve("gap", "main", "solid", trace.iteration, trace.gap, view.rows, True, False)
    return gap_panel([curve], view.clock.values, TOL * scale, "steps")
