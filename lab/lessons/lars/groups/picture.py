"""The group lasso by block coordinate descent as a picture: why weights of one group vanish
together, and how a block is minimised by finding one number (figure 1 and eqs. 6-7, 18-19, 21-22 of
002_8a6384496e3a9cf3.txt)."""

import numpy as np

from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.ball import ball_curves, ball_marks, ball_words
from lab.drawing.conditions import conditions_panel, lam_max_mark
from lab.drawing.gap_panel import gap_panel
from lab.drawing.geometry import between, moving, unit_circle
from lab.drawing.paths import iterates_panel, method_paths, path_names
from lab.experiment import Experiment
from lab.lessons.lars.groups.model import (
    KNOBS,
    NAMES,
    bar_states,
    curve,
    ellipsoid_rings,
    frames,
    make_problem,
    newton_corners,
    norms,
    phi,
    root_end,
    soft,
    solve,
    space_box,
    spinning_top,
)
from lab.prediction import asked, drawn_kind
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from lab.scenes.words import UPDATES, is_tiny
from solvers.exchange import block_states
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
    moved,
    row,
)
from widgets.knobs import with_primary
from widgets.words import say, value

#: clock -> the title of its axis.
_AXES = {
    "iterations": "updates, or steps",
    "work": "coordinate updates (a gradient is three)",
    "seconds": "seconds of the algorithm alone",
}
#: Highest phi in the picture.
_MOST = 1.5
_GRID = 81
#: Norms and correlations nearer to each other than this share count as equal.
_NEAR = 1e-2


def _rule(frame):
    """Whether the group beat the threshold, and how many steps Newton took to its norm."""
    if frame.newton == 0:
        end = "stays 0" if frame.old == 0.0 else "stops at 0"
        return (
            "inside the threshold |b| = {pull:.2≠lam} ≤ λ = {lam:.2≠pull}, so the whole group "
            + end
        )
    how = (
        "its norm is known at once"
        if frame.newton == 1
        else "Newton climbs to its norm in {newton} iterates, from (|b| − λ) ÷ L = {first}"
    )
    return "|b| = {pull:.2≠lam} beats the threshold λ = {lam:.2≠pull}; " + how


def _goes(frame):
    """What becomes of the group as a whole."""
    if frame.new == 0.0:
        return f"{{name}} {'stays at' if frame.old == 0.0 else 'drops to'} 0 as a whole."
    if frame.old == 0.0:
        return "{name} leaves 0 as a whole."
    if frame.stays or is_tiny(frame):
        return "{name} hardly changes its length."
    return f"{{name}} grows {'longer' if frame.new > frame.old else 'shorter'}."


WORDS = UPDATES.also(
    goes=_goes,
    move=lambda frame: (
        "{name} stays at norm {new}" if frame.stays
        else "{name}: norm {old:≠new} → {new:≠old}"
    ),
    rule=_rule,
    b="{name}: |b| = {pull:.2}",
    verdict=lambda frame: "{b} ≤ λ, no root" if frame.newton == 0 else "{b} > λ",
    first=lambda frame: value(frame.rho[0]),
    more=lambda frame: say(".{ball}", ball=ball_words(frame.table)),
)  # fmt: skip


def space(f: Frames) -> Panel:
    """The path of w, the top of its size and the ellipsoid of its loss."""
    box = space_box(f)
    paths = [*method_paths(f, "block descent"), *_now(f), *path_names(f, box)]
    marks = [_rings(f, box), *_top(f, box), *ball_marks(f, _outline()), *paths]
    legend = {mark.label: mark.label.partition(";")[0] for mark in marks if "as here" in mark.label}
    title = "The ellipsoid touches the spinning top"
    return iterates_panel(title, marks, box, legend, "drag to turn")


def _outline():
    """The rim of the top and four lines from tip to tip, NaN between them."""
    rim = np.column_stack([unit_circle(65), np.zeros(65)])
    gap, up, down = np.full((1, 3), np.nan), [[0.0, 0.0, 1.0]], [[0.0, 0.0, -1.0]]
    sides = [
        np.vstack([gap, up, [[np.cos(u), np.sin(u), 0.0]], down])
        for u in np.arange(4) * np.pi / 2.0
    ]
    return np.vstack([rim, *sides])


def _top(f, box):
    """The top in the frames where it fits into the axes; before that it is a point."""
    size, half = norms(f.w).sum(axis=1), np.abs(np.array(box)).min()
    maps = np.where(size <= half, size, 0.0)[:, None, None] * np.eye(3), np.zeros((len(f), 3))
    vertices, faces = spinning_top()
    label = "the same |(w₁, w₂)| + |w₃| as here; drawn where it fits into the axes"
    yield Mesh(moved(vertices, *maps), faces=faces, opacity=0.25, label=label)
    yield Lines(moved(_outline(), *maps), width=1.2, opacity=0.8, label=label)


def _rings(f, box):
    """The ellipsoid of the loss as three rings, two of them through w; cut at the walls."""
    rings = ellipsoid_rings(f)
    low, high = np.array(box).T
    rings[~np.all((rings >= low) & (rings <= high), axis=2)] = np.nan
    return Lines(**moving(rings), tone="ink", width=1.6, label="the same loss as here")


def _now(f):
    """The move of this frame in orange: where it came from, where it is."""
    before = np.where(f.started[:, None], f.origin, f.w)
    yield Segments(**between(before, f.w), tone="now", width=5.0, label="this update")
    yield Points(**moving(f.w), tone="now", size=9.0, label="w")


def block(f: Frames) -> Panel:
    """The problem of the group that moves, as the knob "picture" asks."""
    return shrinkage(f) if f.run.settings["picture"] == "function" else root(f)


def root(f: Frames) -> Panel:
    """phi of the group that moves, its root, and Newton's iterates."""
    reach = root_end(f)
    x = np.linspace(0.0, reach, _GRID)
    y = phi(f, np.tile(x, (len(f), 1)))
    top = float(np.clip(np.nanmax(y[:, -1], initial=0.0), 0.3, _MOST))
    marks = [
        Segments([0.0], [0.0], [reach], [0.0], tone="ink", width=1.2, label="φ = 0"),
        Curve(x, row(np.minimum(y, 2.0 * top)), width=2.5, label="φ(ρ)"),
        *_newton(f, top),
        *_root(f),
        Text(
            [0.02 * reach],
            [0.87 * top],
            tuple(WORDS.of(f, "verdict")),
            tone="ink",
            per_frame=True,
        ),
    ]
    return Panel(
        "The group's problem is one root",
        marks,
        Axis("ρ = norm of the group", range=(-0.03 * reach, reach)),
        Axis("φ(ρ)", range=(-1.1, top)),
        subtitle="no root: the group is 0",
        legend={"φ(ρ)": "φ(ρ)", "Newton's tangents": "Newton's tangents", "norm before": "before"},
    )


def _newton(f, top):
    x, y = newton_corners(f)
    yield Path(row(x), row(np.minimum(y, 2.0 * top)), tone="now", dash="dot", width=1.5,
               ghost=False, label="Newton's tangents")  # fmt: skip
    yield Points(row(x[:, 1::2]), row(y[:, 1::2]), tone="now", size=6.0, label="Newton's iterates")


def _root(f):
    new = np.where(f.started, f.new, np.nan)
    old = np.minimum(f.old, 2.0 * root_end(f))
    yield Points(row(old), [0.0], symbol="circle-open", tone="ink", size=11.0,
                 label="norm before")  # fmt: skip
    yield Points(row(new), [0.0], tone="now", size=11.0, label="norm after: the root")


def shrinkage(f: Frames) -> Panel:
    """|w_g| against |b_g| along the direction that b has in the frame.

    For a group whose curvatures are all L it is (|b| - lam)+ / L, (19), Fig. 3 with a norm for a
    size; else it bends, and (19) with the largest curvature is where Newton's method begins.
    """
    lam, pull, new = f.lam, f.pull, np.where(f.started, f.new, np.nan)
    reach = 1.15 * max(pull.max(), 1.5 * lam)
    top = 1.2 * max(new[f.started].max(initial=0.0), soft(f, reach).min())
    x, y = curve(f, 2.0 * top)
    here, flat = row(pull), np.array([0.0, lam, reach])
    one_step = np.column_stack([0.0 * pull, 0.0 * pull, soft(f, reach)])
    marks = [
        Band([0.0, lam], [-top] * 2, [2.0 * top] * 2, tone="muted", fill=0.13,
             label="|b| ≤ λ: the whole group is 0"),
        Curve(flat, row(np.minimum(one_step, 2.0 * top)), tone="muted", dash="dot", width=1.5,
              label="(|b| − λ)₊ ÷ L, as if every curvature were L, the largest"),
        Curve(row(np.minimum(x, 2.0 * reach)), row(y), width=2.5, label="norm of b"),
        Segments(here, [0.0], here, row(new), tone="now", width=1.5, label="this update"),
        Points(here, row(soft(f, pull)), tone="muted", symbol="circle-open", size=8.0,
               label="where Newton begins"),
        Points(here, row(new), tone="now", size=9.0, label="lands here"),
        Text([0.02 * reach], [0.93 * top], tuple(WORDS.of(f, "b")), tone="ink", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Where a pull leads: 0 on a ball",
        marks,
        Axis("|b|, the group's |Xᵀr| if it were 0", range=(0.0, reach)),
        Axis("norm of the group", range=(-0.06 * top, top)),
        legend={
            "norm of b": "norm of the group",
            "(|b| − λ)₊ ÷ L, as if every curvature were L, the largest": "(|b| − λ)₊ ÷ L",
            "where Newton begins": "Newton's start",
        },
    )


def conditions(f: Frames) -> Panel:
    """|X_g'r| of both groups against λ: the optimality condition as a picture."""
    c = f.correlations
    return conditions_panel(
        norms(c),
        bar_states(c, f.w, f.lam),
        f.lam,
        "One bar for a whole group",
        "norm of xᵀr",
        NAMES,
        "where a group is not 0, its bar is at λ",
    )


def gaps(f: Frames) -> Panel:
    """Certified gap of every method on one clock."""
    curves = ball_curves(f) + f.gap_curves()
    return gap_panel(curves, f.clock.values, f.limit, _AXES[f.run.settings["clock"]])


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _end(f), _landing(f))


def _end(f):
    """Which groups are 0 at the optimum."""
    result, lam = f.run.result, f.lam
    if len(f) < 3 or result.status != "converged":
        return None
    problem, w = f.problem, result.x
    size = norms(w)
    pull = norms((problem.t - problem.X @ w) @ problem.X)
    zero = size == 0.0
    clear = np.where(zero, pull < (1.0 - _NEAR) * lam, size > _NEAR * size.max())
    if not clear.all() or np.any((w == 0.0) != zero[[0, 0, 1]]):
        return None
    text = " and ".join(
        f"|{NAMES[g]}| = {value(size[g])}" if not zero[g] else f"{NAMES[g]} = 0" for g in (0, 1)
    )
    return Question(
        0,
        f"λ = {value(lam)}: which weights will be 0 at the end?",
        ("no weight", "only w₁ and w₂", "only w₃", "all three"),
        int(zero[0] + 2 * zero[1]),
        f"{text}. The norm of a group has its only kink where the whole group is 0, so that its "
        "weights vanish together.",
        "end",
    )


def _landing(f):
    """At the frame before an update: what becomes of the norm of its group."""
    k = np.arange(2, len(f))
    k = k[(np.diff(f.row_shown)[1:] == 1) & (np.abs(f.new - f.old)[2:] > _NEAR * f.old[2:])]
    k = k[np.abs(f.pull[k] / f.lam - 1.0) > _NEAR] if f.lam > 0.0 else k
    kind = drawn_kind(f.run.settings, "kind", k[f.new[k] == 0.0], k[f.new[k] > 0.0])
    if kind is None:
        return None
    after = f[int(kind[0])]
    why = (
        "{pull:.2≠lam} ≤ {lam:.2≠pull}: leaving 0 would cost λ per unit and win less, in every "
        "direction."
        if after.new == 0.0
        else "{pull:.2≠lam} > {lam:.2≠pull}: so it is worth its price, and its norm becomes {new}."
    )
    return Question(
        after.k - 1,
        say("Next moves {name}, whose norm is {old:.2}. With the group at 0 its correlation would "
            "have norm {pull:.2≠lam}, and λ = {lam:.2≠pull}. Where will it land?", after),
        ("at 0, the whole group", "at a shorter vector", "at a longer vector"),
        0 if after.new == 0.0 else 1 if after.new < after.old else 2,
        say(why, after),
        "landing",
    )  # fmt: skip


PANELS = {"iterates": space, "block": block, "gap": gaps, "correlations": conditions}
_LAYOUT = Layout("iterates", ("block", "gap"), ("correlations",))
scene = scene_of(frames, PANELS, WORDS, _LAYOUT, questions)


def _states(run, ask):
    shown = run.trace.snapshots
    return block_states(run.problem, shown["w"][0], shown["group"][1:], ask)


STUDENT_STEPS = StudentSteps({"group-update": StepMethod(_states)}, frames)


EXPERIMENT = Experiment(
    "groups",
    "The group lasso, one group at a time",
    "Why do the weights of a group vanish together, and never alone?",
    with_primary(KNOBS, "lam", "within", "between"),
    solve,
    scene,
    lambda settings: lam_max_mark(make_problem(settings)),
    student_steps=STUDENT_STEPS,
    vary={"lam": (0.01, 1.5, 8), "between": (-0.6, 0.6, 3)},
    first="Drag λ slowly to the right, and watch the two weights of the pair.",
    see="The pair becomes 0 in one moment, as its norm has a kink only where both weights are 0.",
)
