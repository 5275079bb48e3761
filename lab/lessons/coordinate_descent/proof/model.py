"""The proof in numbers: dual points of a lasso in one weight, as straight lines under its loss.

Weak and strong duality of the lasso (2) of 002_8a6384496e3a9cf3.txt. A theta (N,) is the line
D(theta) - s w under 1/2 ||t - x w||^2, with s = x'theta. With the price lam |w| on both it lies
under F, and where |s| <= lam its lowest place is its height D(theta) at 0.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from lab.experiment import Run
from lab.scenes.frames import Frames
from solvers import Lasso, Result, solve_proximal_gradient
from widgets.edits import Tools
from widgets.knobs import Knob

#: One w or an array of them; what is computed there has the same shape.
Places = TypeVar("Places", float, np.ndarray)
#: Every picture is about w in this interval.
LOW, HIGH = -3.0, 3.0
#: The certified relative gap at which a point counts as proved optimal.
TOL = 1e-6
#: A slope is no steeper than lam up to this share of it.
_ROUNDING = 1e-9
#: What is left of a difference is 0 up to this share of its terms.
_NOTHING = 1e-12
#: A number is read twice, so far below and above the target; no w fits both readings.
SPREAD = 1.2
#: A line that is released so near to F, as a share of the picture, touches it.
_NEAR = 0.02
_BELOW, _ABOVE = 6.0, 2.0
_HAND = {"line": ("hand",)}
KNOBS = (
    Knob("lam", "linear", 1.2, "λ", 0.2, 4.0, primary=True,
         help="The price of |w|, and how steep a line may be."),
    Knob("target", "linear", 1.6, "Target", -2.0, 2.0, primary=True,
         help="Two readings, 1.2 below and above it, are to be met by one weight."),
    Knob("start", "linear", -1.0, "Start", -2.5, 2.5, primary=True, help="Where w begins."),
    Knob("line", "choice", "residual", "Line", primary=True,
         options=(("residual", "of the residual"), ("hand", "by hand")),
         help="The line that the residual at w gives, or one of your own."),
    Knob("at", "linear", 1.3, "Parallel to F at", -2.5, 2.5, primary=True, when=_HAND,
         help="Where your line is parallel to F: it turns the line."),
    Knob("drop", "linear", 0.0, "Below F by", -_ABOVE, _BELOW, primary=True, when=_HAND,
         help="How far below F it is there; below 0 it cuts F, and no dual point has it."),
    Knob("share", "log", 0.3, "Step", 0.05, 1.9,
         help="As a share of the step 1 / L, which in one weight arrives at once."),
)  # fmt: skip


def line_of(problem: Lasso, theta: np.ndarray) -> tuple[float, float]:
    """(s, D(theta)): the slope down and the height at 0 of the line of `theta` (N,)."""
    return float(problem.X[:, 0] @ theta), float(theta @ problem.t - 0.5 * (theta @ theta))


def is_feasible(problem: Lasso, slope: np.ndarray) -> np.ndarray:
    """Whether a line of that slope has a lowest place once the price is put on it."""
    return np.abs(slope) <= problem.lam * (1.0 + _ROUNDING)


def multiple(problem: Lasso, theta: np.ndarray) -> float:
    """kappa, of all multiples of theta (N,) of which the line is not too steep the best."""
    square, steep = float(theta @ theta), abs(float(problem.X[:, 0] @ theta))
    if square == 0.0:
        return 1.0
    widest = problem.lam / steep if steep > 0.0 else np.inf
    return float(np.clip(theta @ problem.t / square, -widest, widest))


def certified(problem: Lasso, theta: np.ndarray) -> np.ndarray:
    """kappa theta (N,): what `Lasso.certify` makes of any theta."""
    return multiple(problem, theta) * theta


def theta_through(problem: Lasso, at: float, drop: float) -> np.ndarray:
    """The theta (N,) whose line is parallel to the loss at w = `at`, `drop` >= 0 below it.

    The part of theta along x turns the line; the part along what no w fits lowers it.
    """
    x, t = problem.X[:, 0], problem.t
    best = (x @ t) / (x @ x)
    rest = t - x * best  # of the residual, whatever w
    share = _part(1.0, np.sqrt(2.0 * drop) / np.linalg.norm(rest))
    return x * _part(best, at) + share * rest


def _part(whole, taken):
    """`whole` less `taken`, 0 where only rounding is left: a huge multiple of it would be noise."""
    left = whole - taken
    return left if abs(left) > _NOTHING * max(abs(whole), abs(taken)) else 0.0


def loss(problem: Lasso, w: Places) -> Places:
    """1/2 ||t - x w||^2 at w (...)."""
    return 0.5 * np.sum((problem.t - np.asarray(w)[..., None] * problem.X[:, 0]) ** 2, axis=-1)


def objective(problem: Lasso, w: Places) -> Places:
    """F at w (...)."""
    return loss(problem, w) + problem.lam * np.abs(w)


def minimiser(problem: Lasso) -> float:
    """The w at which F is least."""
    x, t = problem.X[:, 0], problem.t
    pull = float(x @ t)
    return float(np.sign(pull) * max(abs(pull) - problem.lam, 0.0) / (x @ x))


def make_problem(settings: Mapping[str, Any]) -> Lasso:
    """The `Lasso` of one weight and two readings."""
    t = settings["target"] + np.array([-SPREAD, SPREAD])
    return Lasso(np.ones((2, 1)), t, settings["lam"])


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Short steps of proximal gradient, certified with their residuals or with the user's line."""
    problem = make_problem(settings)
    result = solve_proximal_gradient(
        problem, x0=[settings["start"]], tol=TOL, max_iter=80,
        lipschitz=problem.lipschitz() / settings["share"], cancelled=cancelled,
    )  # fmt: skip
    if settings["line"] == "hand":
        theta = theta_through(problem, settings["at"], max(settings["drop"], 0.0))
        result = proved_by(problem, result, theta)
    return Run(problem, {"ista": result})


def proved_by(problem: Lasso, result: Result, theta: np.ndarray) -> Result:
    """`result` with one theta (N,) as the dual point of every row."""
    certificates = [problem.certify(w, theta) for w in result.trace.snapshots["w"]]
    objective = np.array([c.objective for c in certificates])
    bound = np.array([c.bound for c in certificates])
    trace = replace(
        result.trace,
        objective=objective,
        bound=bound,
        scale=np.array([c.scale for c in certificates]),
        gap=np.minimum.accumulate(objective) - np.maximum.accumulate(bound),
    )
    row = int(objective.argmin())
    best = certificates[row]
    x = result.trace.snapshots["w"][row]
    return replace(
        result,
        x=x,
        dual={"theta": theta},
        certificate=best,
        status=(
            "cancelled"
            if result.status == "cancelled"
            else "converged"
            if best.holds(TOL)
            else "max_iter"
        ),
        row=row,
        trace=trace,
    )


def tools(settings: Mapping[str, Any]) -> Tools:
    """What users may do: drag the line."""
    return Tools(
        "line",
        (("move", None, "Move the line"),),
        (("parallel to F at", None), ("below F by", None)),
        lambda: [[settings["at"], settings["drop"]]] if settings["line"] == "hand" else [],
        drag="move",
        noun="line",
    )


def edit(settings: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """The knobs that an action turns: the line goes through where the pointer is."""
    if action["do"] == "rows":
        if not action["rows"]:
            return {"line": "residual"}
        at, drop = action["rows"][0]
    elif action["do"] == "move" and action.get("panel") == "line":
        problem, at = make_problem(settings), action["x"]
        drop = float(objective(problem, at)) - action["y"]
        height = float(objective(problem, np.array([settings["start"], 0.0])).max())
        drop = 0.0 if abs(drop) < _NEAR * height else drop
    else:
        return {}
    at, drop = np.clip(at, LOW + 0.5, HIGH - 0.5), np.clip(drop, -_ABOVE, _BELOW)
    return {"line": "hand", "at": round(float(at), 2), "drop": round(float(drop), 2)}


def frames(run: Run) -> Frames:
    """The table: T frames. Lines are (slope s, height D at 0): D - s w under the loss.

    w (T,): the point. given, held (T, 2): the line as it is given, and what the certificate makes
    of it, `share` (T,) times the dual point; once: 1, from which the share is worded apart. slope,
    size (T,): s of the line as given, and |s|. handle (T, 2): where the line is dragged. by_hand:
    whether the line is the user's, and not the residual's. cuts: whether the line as given runs
    through F, so that no dual point has it. steep, broken (T,): whether it is too steep, proves
    nothing. floor, own (T,): the bound, and the height of the line as given or, where that cuts F,
    of the one below that touches F, as words write them.
    """
    problem, settings, f = run.problem, run.settings, Frames.of_traces(run, tolerance=TOL)
    w, by_hand = f.w[:, 0], settings["line"] == "hand"
    drop = settings["drop"] if by_hand else 0.0
    at = np.full(w.size, settings["at"]) if by_hand else w
    thetas = [run.result.dual["theta"] if by_hand else problem.t - problem.X[:, 0] * v for v in w]
    given = np.array([line_of(problem, theta) for theta in thetas])
    own = _down(given[:, 1])
    given[:, 1] += max(-drop, 0.0)
    slope, steep = given[:, 0], ~is_feasible(problem, given[:, 0])
    f.facts(by_hand=by_hand, cuts=drop < 0.0, lam=problem.lam, once=1.0)
    f.columns(
        w=w,
        given=given,
        held=np.array([line_of(problem, certified(problem, theta)) for theta in thetas]),
        handle=np.column_stack([at, objective(problem, at) - drop]),
        slope=slope,
        size=np.abs(slope),
        share=np.array([multiple(problem, theta) for theta in thetas]),
        steep=steep,
        floor=lambda f: _down(f.bound),
        own=own,
        broken=steep | (drop < 0.0),
    )
    return f


def _down(bound):
    """Bounds rounded down to the decimals that are written, so that what is written is proved."""
    return np.floor(bound * 1e3) / 1e3
