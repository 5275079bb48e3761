"""The constrained form of a lasso next to the penalised one: least squares on the ball on whose rim
the penalised solution lies, by projected gradient ((3) and (7) of 002_8a6384496e3a9cf3.txt). `f` is
a `lab.scenes.frames.Frames`."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lab.clock import times
from lab.drawing.gap_panel import GapCurve
from lab.drawing.geometry import up_to
from lab.drawing.text import least, number
from solvers import (
    SOLVERS,
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    Lasso,
    solve_projected_gradient,
)
from widgets import Path
from widgets.knobs import Knob

#: How it is drawn.
_TONE = "rival4"
#: The certified relative gap of the penalised solution that gives the ball its radius.
_EXACT = 1e-12
_BOTH = "both"


def form_knob(penalty: str) -> Knob:
    """The knob that asks for the constrained form too; penalty: how the size of w is written."""
    return Knob(
        "form", "choice", "penalised", "Form",
        options=(("penalised", f"λ {penalty}"), (_BOTH, f"and {penalty} ≤ η")),
        help=f"With both, projected gradient walks on the ball {penalty} ≤ η that holds the same "
        "solution: a step, then the nearest point of the ball.",
    )  # fmt: skip


def on_ball(settings: Mapping[str, Any], problem: Any, **common: Any) -> dict[str, Any]:
    """What a run stores in addition to its results: the walk on the ball, if it is asked for."""
    if settings["form"] != _BOTH:
        return {}
    return {"walk": _walk(problem, **common)}


def _walk(problem, **common):
    """(the constrained problem, the `Result` of projected gradient on it)."""
    grouped = isinstance(problem, GroupLasso)
    kind, exact = (ConstrainedGroupLasso, "block_cd") if grouped else (ConstrainedLasso, "cd")
    more = (problem.groups,) if grouped else ()
    solver = SOLVERS[GroupLasso if grouped else Lasso][exact]
    w = solver(problem, tol=_EXACT, record_every=0).x
    eta = float(kind(problem.X, problem.t, 0.0, *more).size(w))
    ball = kind(problem.X, problem.t, eta, *more)
    return ball, solve_projected_gradient(ball, **common)


def ball_points(f: Any) -> np.ndarray:
    """Every point of the walk (R, D), for axes to hold; none without one."""
    if "walk" not in f.run.extra:
        return np.empty((0, f.w.shape[1]))
    return f.run.extra["walk"][1].trace.snapshots["w"]


def ball_marks(f: Any, outline: np.ndarray) -> list[Path]:
    """The rim of the ball, and the walk: each step out along the gradient, and back onto it.

    outline (k, D): a line around the ball of radius 1.
    """
    if "walk" not in f.run.extra:
        return []
    ball, result = f.run.extra["walk"]
    shown = result.trace.snapshots
    corners = np.empty((2 * len(result.trace) - 1, shown["w"].shape[1]))
    corners[::2], corners[1::2] = shown["w"], shown["before_projection"][1:]
    rim = ball.eta * np.asarray(outline).T
    path = up_to(corners, 2 * _rows(f))
    return [
        Path(*rim, tone=_TONE, width=1.2, ghost=False, label="size η: the ball"),
        Path(**path, tone=_TONE, width=1.4, label="projected gradient on the ball"),
    ]


def ball_curves(f: Any) -> list[GapCurve]:
    """The gap of the walk, proved for the constrained problem."""
    if "walk" not in f.run.extra:
        return []
    trace = f.run.extra["walk"][1].trace
    moments = times(trace, f.run.settings["clock"]).astype(float)
    return [GapCurve("on the ball", _TONE, "solid", moments, trace.gap, _rows(f))]


def ball_words(f: Any) -> str:
    """What the walk has proved by the last frame, and its multiplier next to λ."""
    if "walk" not in f.run.extra:
        return ""
    ball, result = f.run.extra["walk"]
    if ball.eta == 0.0:
        return " The ball is a point, as the penalised solution is 0."
    row = _rows(f)[-1]
    gap, lam = result.trace.gap[row], result.trace.snapshots["lam"][row]
    return (
        f" On the ball of radius η = {number(ball.eta)} projected gradient is proved within "
        f"{least(gap)}; its multiplier is {number(lam, 4)}, λ = {number(f.lam, 4)}."
    )


def _rows(f):
    """The row of the walk that each frame shows (T,)."""
    moments = times(f.run.extra["walk"][1].trace, f.run.settings["clock"])
    return np.maximum(np.searchsorted(moments, f.clock.values, side="right") - 1, 0)
