"""The lasso split into positive and negative parts (5), and a walk through the inside to a corner
that an inside walk never reaches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.geometry import (
    BEYOND,
    HERO,
    OCTAHEDRON,
    axes,
    between,
    by_axis,
    grid,
    moving,
    up_to,
    window,
)
from lab.drawing.text import listed
from lab.experiment import Experiment, Run
from lab.knobs import seed_knob
from lab.lessons.lars.synthetic import DRAWN, design
from lab.prediction import asked, landing
from lab.scenes.frames import Frame, Frames
from lab.scenes.picture import scene_of
from solvers import Lasso, central_path, lars_path, solve_lasso_interior_point
from widgets import (
    Axis,
    Contour,
    Curve,
    Layout,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    prefix,
    row,
)
from widgets.knobs import Knob, with_primary
from widgets.marks import Mark
from widgets.palette import CLASS_TONES
from widgets.words import Said, Words, point, rough, say, value

#: The certified relative gap at which the method ends.
TOL = 1e-10
KINDS = {
    "two": "two features",
    "twins": "twins: a feature twice",
    "three": "three features",
    "leaves": "three features (four rows)",
}
#: Points on the drawn central path, and the last of them as a share of the first.
_CENTRES, _LAST = 40, 1e-6
KNOBS = (
    Knob(
        "data", "choice", "two", "Data", options=tuple(KINDS.items()),
        help="Twins have many solutions; see which one the inside chooses.",
    ),
    Knob(
        "share", "log", 0.16, "λ / λmax", 0.001, 1.2,
        help="The price of ‖w‖₁ as a share of the one from which on w = 0.",
    ),
    Knob(
        "method", "choice", "mehrotra", "Steps",
        options=(("mehrotra", "predictor-corrector"), ("barrier", "logarithmic barrier")),
        help="Aim far and correct, or minimise a barrier again and again.",
    ),
    Knob("noise", "linear", 0.6, "Noise", 0.0, 2.0, help="Length of the noise; synthetic only.",
         when={"data": DRAWN}),
    seed_knob("the data and their noise",
        when={"data": DRAWN}),
)  # fmt: skip


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The iterates, the central path, and the solution that LARS gives."""
    data = design({**settings, "standardise": False})
    lam = settings["share"] * float(np.abs(data.X.T @ data.t).max())
    problem = Lasso(data.X, data.t, lam)
    result = solve_lasso_interior_point(
        problem, tol=TOL, method=settings["method"], cancelled=cancelled
    )
    first = result.trace.snapshots["mu"][0]
    centre = central_path(problem, first * np.geomspace(1.0, _LAST, _CENTRES))
    exact = lars_path(data.X, data.t).at(lam)
    extra = {"names": data.names, "centre": centre, "lars": exact}
    return Run(problem, {"interior point": result}, extra=extra)


def frames(run: Run) -> Frames:
    """The table: a frame per factorisation, T of them; D weights.

    w (T, D) = u - v; x (T, D): the row's certified point, w but for the exact zeros at the end;
    u, v (T, D) with multipliers p, q (T, D), and their products (T, 2D); mu, sigma, step (T,): see
    `solve_lasso_interior_point`; crossed (T,): whether x has its zeros exact. centre: (u, v) along
    the central path, (C, D) each. exact (D,): what LARS finds.
    """
    f, result = Frames.of_rows(run, "factorisation", tolerance=TOL), run.result
    u, v = np.hsplit(run.extra["centre"].x, 2)
    f.facts(
        problem=run.problem, names=run.extra["names"], centre=(u, v), exact=run.extra["lars"],
        first=f.u[0, 0],
    )  # fmt: skip
    x, crossed = f.w.copy(), run.trace.snapshots["crossed"].astype(bool)
    if crossed[result.row]:
        x[result.row] = result.x
    f.columns(
        x=x,
        crossed=crossed,
        products=lambda f: np.hstack([f.u * f.p, f.v * f.q]),
        old=lambda f: f.before("mu"),
        share=lambda f: 100.0 * f.step,
    )
    return f


def _rule(frame):
    """Which rule chose the step."""
    if frame.run.settings["method"] == "mehrotra":
        return (
            "the predictor's reach allows σ = {sigma:rough}; {share:.1} % of the step stays inside"
        )
    if frame.sigma < 1.0:
        return (
            "{share:.1} % of the step, near enough to the barrier's minimum: its weight is "
            "multiplied by {sigma:rough}"
        )
    return "{share:.1} % of the step towards the barrier's minimum, its weight stays"


def _ending(frame):
    if frame.run.result.status != "converged":
        return (
            "{sentence} — not converged ({how}): proved only within {proved:bound≠limit} after "
            "{spent:count factorisation}, the tolerance is {limit:bound≠proved}."
        )
    return (
        "{corner}; proved within {proved:bound≠limit} of optimal after {spent:count factorisation}."
    )


def _corner(frame):
    """Where the iterates end, and after how many steps."""
    zeros = np.flatnonzero((frame.x == 0.0) & (frame.w != 0.0))
    if frame.crossed and zeros.size:
        jumps = listed(f"{frame.names[d]}: {rough(frame.w[d])} → 0" for d in zeros)
        return say("Jump {jumps}, as its multiplier outweighs it", jumps=jumps)
    if frame.crossed:
        return "Jump to w = {x} — the halves that head for 0 are 0"
    return "w = {w} — still inside"


def nearest(frame: Frame) -> tuple[float, str]:
    """(the distance to the nearest wall, its name): of all halves of weights the least."""
    halves = np.concatenate([frame.u, frame.v])
    k, D = int(halves.argmin()), frame.w.size
    return float(halves[k]), f"{frame.names[k % D]}{'⁺' if k < D else '⁻'} = 0"


def _visible(frame):
    """Where the iterate is between its walls."""
    if not frame.k:
        return "The walk begins equally far from every wall."
    if frame.crossed:
        zeros = [frame.names[d] for d in np.flatnonzero(frame.x == 0.0)]
        at = f", where {listed(zeros)} {'is' if len(zeros) == 1 else 'are'} exactly 0"
        return Said(f"The walk jumps to its end{at * bool(zeros)}.")
    (here, wall), (before, _) = nearest(frame), nearest(frame.before)
    way = "nears" if here < before else "turns away from"
    return Said(f"The walk {way} the wall {wall}.")


WORDS = Words(
    visible=_visible,
    caption=lambda frame: "{ending}" if frame.last else "{sentence}.",
    sentence=lambda frame: "{move}" if frame.k else "{opening}",
    opening="Start: every w⁺ = w⁻ = {first}, so w = 0; products μ = {mu:rough}",
    move="μ: {old:rough} → {mu:rough} — {rule}; w = {w}",
    rule=_rule,
    ending=_ending,
    corner=_corner,
)


#: Colours and symbols of the weights.
_CLASSES = (0, 1, 2)


def weights(f: Frames) -> Panel:
    """w = u - v in the plane or in space, the central path, the exact solution."""
    d = f.w.shape[1]
    (u, v), box = f.centre, weights_box(f)
    marks = [*(_landscape(f, box) if d == 2 else _octahedron(f)), *_walk(f, u - v)]
    return Panel(
        "An inside walk to a corner",
        marks,
        *axes(f.names, box, zero=True),
        equal=True,
        subtitle="" if d == 2 else "edges: ‖w‖₁ of the solution",
        legend=("F(w)", "w = w⁺ − w⁻", "central path"),
    )


def weights_box(f: Frames) -> tuple[tuple[float, float], ...]:
    """The ranges of the panel "weights"."""
    u, v = f.centre
    shown = np.vstack([f.w, f.x, u - v, f.exact])
    return window(shown, 0.12, HERO if shown.shape[1] == 2 else None, 0.1)


def _landscape(f, box):
    problem = f.problem
    x, y, points = grid(box[0], box[1], size=(108, 74), beyond=BEYOND)
    loss = 0.5 * np.sum((problem.t - points @ problem.X.T) ** 2, axis=-1)
    F = loss + problem.lam * np.abs(points).sum(axis=-1)
    low = min(F.min(), f.objective.min())
    levels = tuple(low + (F.max() - low) * np.linspace(0.0, 1.0, 9)[1:] ** 2)
    yield Contour(x, y, F, levels=levels, opacity=0.45, label="F(w)")
    if f.run.settings["data"] == "twins":
        size = np.abs(f.exact).sum()
        ends = size * np.sign(f.x[-1])
        yield Segments([ends[0]], [0.0], [0.0], [ends[1]], tone="good", width=5.0, opacity=0.6,
                       label="every point here is optimal")  # fmt: skip


def _octahedron(f):
    size = np.abs(f.exact).sum()
    corners = size * OCTAHEDRON.T
    yield Path(*corners, tone="muted", width=1.2, ghost=False, label="‖w‖₁ of the solution")


def _walk(f, centre):
    rows, exact = np.arange(len(f)), by_axis(f.exact[:, None])
    yield Path(*centre.T, tone="muted", dash="dash", width=1.6, ghost=False,
               label="central path", future=True)  # fmt: skip
    yield Points(**exact, symbol="diamond", tone="good", size=11.0,
                 label="exact solution (LARS)", future=True)  # fmt: skip
    yield Text(**exact, text=("LARS",), tone="good", future=True)
    yield Path(**up_to(f.w, rows), width=2.5, markers=len(f) <= 60,
               label="w = w⁺ − w⁻", follow=True)  # fmt: skip
    yield Segments(**between(f.w, f.x), tone="now", width=3.5, label="jump to exact zeros")
    yield Points(**moving(f.x), tone="now", size=10.0, label="w now")


def halves(f: Frames) -> Panel:
    """Each weight as a pair (w+, w-) in the quadrant whose walls it may not touch."""
    cu, cv = f.centre
    top = 1.08 * max(f.u.max(), f.v.max(), cu.max(), cv.max())
    rows, marks = np.arange(len(f)), []
    for d, name in enumerate(f.names):
        tone = CLASS_TONES[_CLASSES[d]]
        marks += [
            Path(cu[:, d], cv[:, d], tone=tone, dash="dash", width=1.2, opacity=0.5, ghost=False,
                 label=f"{name} on the central path", future=True),
            Path(prefix(f.u[:, d], rows), prefix(f.v[:, d], rows), tone=tone, width=2.4,
                 markers=len(f) <= 60, label=name),
            Text(row(f.u[:, d]), row(f.v[:, d]), (name,), tone=tone),
        ]  # fmt: skip
    now = Points(
        row(f.u), row(f.v), klass=np.array(_CLASSES[: f.u.shape[1]]), size=9.0,
        label="now", texts=f.names,
    )  # fmt: skip
    ends = (-0.04 * top, top)
    return Panel(
        "Both halves of each weight",
        [*marks, now],
        Axis("w⁺", range=ends, zero=True),
        Axis("w⁻", range=ends, zero=True),
        subtitle="at a solution one of the two is 0",
    )


def products(f: Frames) -> Panel:
    """w+ p and w- q of every weight: what centring makes equal and every step lowers."""
    rows, steps = np.arange(len(f)), f.iteration
    D = f.w.shape[1]
    marks: list[Mark] = []
    for j in range(2 * D):
        half = "w⁺" if j < D else "w⁻"
        marks.append(
            Curve(
                prefix(steps, rows), prefix(f.products[:, j], rows),
                tone=CLASS_TONES[_CLASSES[j % D]], dash="solid" if j < D else "dot", width=1.8,
                label=f"{half} times its multiplier, {f.names[j % D]}",
            )
        )  # fmt: skip
    low, high = f.products.min(), max(f.products.max(), f.mu.max())
    marks += [
        Curve(prefix(steps, rows), prefix(f.mu, rows), tone="ink", width=2.8, label="mean μ"),
        *_now(f, 0.2 * low, 5.0 * high),
        Text([steps[-1]], [f.mu[-1]], ("μ",), tone="ink"),
    ]
    return Panel(
        "Each half times its multiplier",
        marks,
        _steps_axis(f),
        Axis("product", log=True, range=(0.2 * low, 5.0 * high)),
        legend={f"w{sign} times its multiplier, {f.names[0]}": f"w{sign}" for sign in "⁺⁻"}
        | {"mean μ": "mean μ"},
    )


def gaps(f: Frames) -> Panel:
    """The certified gap of the lasso, below the gap 2 D mu of the split problem."""
    times, rows, split = f.iteration.astype(float), np.arange(len(f)), 2 * f.w.shape[1] * f.mu
    curves = [
        GapCurve("2Dμ", "muted", "dash", times, split, rows),
        GapCurve("lasso gap", "main", "solid", times, f.gap, rows, main=True),
    ]
    panel = gap_panel(curves, times, f.limit, "factorisations")
    return replace(panel, subtitle="2Dμ: the gap of (5) on the central path")


def _last(f):
    return float(f.iteration[-1]) or 1.0


def _steps_axis(f):
    return Axis("factorisations", range=(-0.03 * _last(f), 1.22 * _last(f)))


def _now(f, low, high):
    now = row(f.iteration)
    yield Segments(now, np.array([low]), now, np.array([high]), tone="now", width=1.4, label="now")


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    settings = f.run.settings
    done = f.crossed[-1] and f.run.result.status == "converged"
    end = _twins if settings["data"] == "twins" else _zeros
    last = end(f) if done and len(f) > 3 else None
    return asked(settings, _aim(f), last)


def _aim(f):
    """Before a long step in the plane: where it ends."""
    if f.w.shape[1] != 2:
        return None
    # A row that jumps to exact zeros is another question.
    frames = np.flatnonzero(~f.crossed[:-1] & ~f.crossed[1:])
    x, y = weights_box(f)
    k, aim = landing(f.run.settings, "weights", f.w, (x, y), frames)
    if k is None:
        return None
    return Question(
        k,
        f"From the ring the next step aims at σ = {value(f.sigma[k + 1], 2)} of its μ, and "
        "goes on as long as all halves stay positive. Where will w be after it?",
        why=f"At {point(f.w[k + 1], 2)}, after {value(100.0 * f.step[k + 1], 0)} % of its "
        "way. It heads for where all products have that size, whatever F is nearest.",
        key="aim",
        hides=("halves", "products"),
        aim=aim,
    )


def _zeros(f):
    """How many of the final zeros are there just before the jump."""
    zero = f.x[-1] == 0.0
    count = int(zero.sum())
    if not count:
        return None
    before = int((f.w[-2][zero] == 0.0).sum())
    weights = f"{count} of the {zero.size} weights {'is' if count == 1 else 'are'}"
    return Question(
        1,
        f"All w⁺ and w⁻ stay positive on the way; at the end {weights} exactly 0. How many of "
        "these are exactly 0 one row before the end?",
        ("none of them", "some, but not all", "every one of them"),
        0 if before == 0 else 2 if before == count else 1,
        f"{before} of {count}. Both halves shrink but never vanish, and their difference is some "
        "tiny number unless both are the same. So the last row jumps: halves smaller than their "
        "multipliers are set to 0, the rest is solved for, and the certificate decides.",
        "zeros",
        ("halves", "products", "gap"),
    )


def _twins(f):
    """Where on the edge of equal solutions the iterates end."""
    w = np.abs(f.x[-1])
    size = w.max()
    if w.size != 2 or size == 0.0:
        return None
    share = w.min() / size
    if 0.0 < share < 1e-3 or 0.95 < share < 0.99:
        return None
    return Question(
        1,
        "The two features are the same, so only w₁ + w₂ matters and a whole edge of the diamond is "
        "optimal. Where will the walk end?",
        ("at a corner, with one weight 0", "in the middle of the edge", "elsewhere on the edge"),
        0 if share == 0.0 else 1 if share >= 0.99 else 2,
        f"At w = {point(f.x[-1])}. The logarithms push away from every wall, and LARS, which "
        "walks on the outside, takes a corner.",
        "twins",
        ("halves", "products"),
    )


PANELS = {"weights": weights, "halves": halves, "products": products, "gap": gaps}
_LAYOUT = Layout("weights", ("halves", "products", "gap"), twin=True)


scene = scene_of(frames, PANELS, WORDS, _LAYOUT, questions, lambda f: {"μ": f.mu, **f.readout()})


def ticks(settings: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    """The λ that the share means."""
    data = design({**settings, "standardise": False})
    top = float(np.abs(data.X.T @ data.t).max())
    return {"share": (1.0, f"λmax {value(top, 2)}")}


EXPERIMENT = Experiment(
    "split",
    "An interior point for the lasso",
    "How does a walk that never touches a wall end exactly at a corner?",
    with_primary(KNOBS, "share", "data", "method"),
    solve,
    scene,
    ticks,
    vary={"share": (0.005, 1.0, 7), "method": None},
    first='Play to the end; then set "Data" to "twins: a feature twice".',
    see=(
        "Two halves of each weight walk between walls that they never touch; a last step sets the "
        "small ones to 0, and the certificate decides whether that was right."
    ),
)
