"""Sparse logistic regression by coordinate descent in numbers: the knobs, the run, and the table of
its frames with the line searches, the right one and the one as it is printed in the source (eqs. 8,
9, 20 of 002_8a6384496e3a9cf3.txt)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from lab import data
from lab.datasets import own_file
from lab.drawing.geometry import HERO, window
from lab.drawing.text import weight
from lab.experiment import Run
from lab.knobs import START_KNOB, UPDATE_NAMES, clock_knob, seed_knob
from lab.race.methods import Methods
from lab.scenes.frames import Frames, remembered
from lab.solved import solved
from solvers import SparseLogistic, solve_coordinate_descent
from widgets.knobs import Knob

#: The certified relative gap at which every method stops.
TOL = 1e-6
CD, PRINTED = "cd", "printed"
METHODS = Methods(
    SparseLogistic,
    CD,
    (PRINTED, "ista", "fista"),
    {CD: "right rule", PRINTED: "printed rule"},
)
#: The names of the weights.
_WEIGHTS = (weight(0), weight(1))
#: The share of the promised decrease that a step must reach, and what a rejected one is cut by.
RHO, CUT = 0.01, 0.5
#: Trials that are drawn; later ones are too close to 0.
TRIALS = 8
#: The least promised decrease, as a share of F, that is drawn.
_VISIBLE = 1e-12
#: Where a rejected step is drawn on the axis of accepted shares.
REJECTED = 2.0**-7
#: Length of the longest axis of the weights at least.
_LEAST = 2.0
#: Points of a file that are taken.
_MOST = 400
#: Updates after which coordinate descent gives up.
BUDGET = 400
#: The start from which the first steps are too long.
FAR = (-1.5, 2.5)
#: Six points whose minimisers are known in closed form.
SIX = (
    ((1, 2), (2, 0), (0, 1), (-1, 1), (1, -1), (2, 2)),
    (1, -1, 1, -1, 1, 1),
)
KINDS = {
    "blobs": "two clouds",
    "noise": "one signal, one loud noise",
    "moons": "two half moons",
    "six": "six points",
}
#: Where points are drawn at random.
_DRAWN = {"not data": ("six", own_file.OWN)}
KNOBS = (
    Knob("lam", "log", 1.0, "λ", 0.01, 100.0, help="Price of |w|₁: from λmax on, w = 0."),
    Knob("data", "choice", "blobs", "Data", options=(*KINDS.items(), own_file.OPTION),
         help="The two classes."),
    *own_file.POINT_KNOBS,
    Knob("n", "integer", 60, "Points", 4, 400, help="Number of points, half in each class.",
         when=_DRAWN),
    Knob(
        "spread", "linear", 0.5, "Spread", 0.05, 2.0,
        help="How wide the classes are; far apart (small), F is nearly flat far from 0.",
        when=_DRAWN,
    ),
    Knob(
        "tilt", "linear", 30.0, "Tilt (degrees)", -90.0, 90.0,
        help="Turns the points; coordinate descent and |w|₁ care about the axes.",
        when=_DRAWN,
    ),
    START_KNOB,
    Knob(
        "order", "choice", "cyclic", "Order", options=("cyclic", "random"),
        help="Which weight moves next.",
    ),
    Knob(
        "compare", "several", (PRINTED, "ista"), "Against",
        options=METHODS.rivals,
        help="Drawn next to coordinate descent with the right line search, from the same start.",
    ),
    Knob(
        "search", "choice", "step", "Line search",
        options=(("step", "of this step"), ("all", "of all steps")),
        help="F along this step, or every accepted share α.",
    ),
    clock_knob("updates, or steps", "coordinate updates",
        help="What one frame is; a gradient step works as much as one update of each weight."),
    seed_knob("the points and the random order",
        when=(_DRAWN, {"data": (own_file.OWN,)}, {"order": ("random",)})),
)  # fmt: skip


@remembered
def make_problem(settings: Mapping[str, Any]) -> SparseLogistic:
    """The `SparseLogistic` that the knobs describe."""
    n, spread, seed = (settings[k] for k in ("n", "spread", "seed"))
    kind = settings["data"]
    if kind == own_file.OWN:
        found = own_file.own_halves(settings, 2, _MOST, seed)
        X, t = found.X, found.y
    elif kind == "six":
        X, t = (np.array(a, dtype=np.float64) for a in SIX)
    elif kind == "blobs":
        X, t = data.blobs(n, 2, spread, seed=seed)
    elif kind == "noise":
        X, t = data.noisy_feature(n, 2, spread, seed=seed)
    else:
        X, t = data.moons(n, 2, 0.4 * spread, seed=seed)
    angle = np.deg2rad(settings["tilt"]) * (kind not in ("six", own_file.OWN))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return SparseLogistic(X @ turn, t, settings["lam"])


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Coordinate descent update by update, and its rivals on as large a budget."""
    problem = make_problem(settings)
    x0 = np.array(FAR if settings["start"] == "far" else (0.0, 0.0))
    common = {"x0": x0, "tol": TOL, "cancelled": cancelled, "seed": settings["seed"]}
    options = {"order": settings["order"], "steps": "updates"}
    if settings["clock"] == "seconds":
        METHODS.warm_up(problem, (CD, PRINTED), **options)
        METHODS.warm_up(problem, [name for name in settings["compare"] if name != PRINTED])
    results = {CD: solved(solve_coordinate_descent, problem, **common, **options, max_iter=BUDGET)}
    spent = max(int(results[CD].trace.iteration[-1]), 1)
    for name in settings["compare"]:
        halved = name != PRINTED and settings["clock"] == "work"
        own = options if name == PRINTED else {}
        steps = -(-spent // 2) if halved else spent
        results[name] = METHODS.solve(name, problem, **common, **own, max_iter=steps)
    return Run(problem, results, extra={"names": _names(settings)})


def _names(settings):
    """What the features are called; nothing of a drawn set."""
    if settings["data"] != own_file.OWN:
        return ()
    return own_file.own_halves(settings, 2, _MOST, settings["seed"]).features


class _Table(Frames):
    @property
    def searches(self) -> dict[str, Frames]:
        """Method -> the table of its steps; the table itself among them, which a fact would hold in
        a ring."""
        return ({CD: self} if CD in self.rows else {}) | self.others


def frames(run: Run) -> Frames:
    """The table: T frames, w (T, 2) the weights after the step of the right line search.

    searches: method -> the table of its steps, the right one's this very table. What these hold, of
    a step from `origin` (T, 2): started (T,): whether any update was made; before, the first one is
    announced. moving (T,): the weight; old, new, target, shift (T,): its value before, after, at
    the model's minimum, and the whole step tried; promise (T,): what the model promises for it,
    below 0 or the step is not tried. alpha, trials (T,): the accepted share of the shift (0: none),
    how many were tried. ended (T,): the method has stopped before.
    """
    f = _Table.of_traces(
        run, tolerance=TOL, methods=METHODS, most=120, name=UPDATE_NAMES[run.settings["clock"]]
    )
    problem = run.problem
    f.facts(
        problem=problem, names=run.extra.get("names", ()), objective=partial(_objective, problem),
        others={PRINTED: f.of(PRINTED)} if PRINTED in f.rows else {},
    )  # fmt: skip
    for name, steps in f.searches.items():
        steps.columns(**_steps(steps, problem.lam, name == PRINTED))
    f.columns(
        wrong=lambda f: (np.where(f.w @ problem.X.T > 0.0, 1.0, -1.0) != problem.t).sum(axis=1)
    )
    return f


def _objective(problem, w):
    """F at points w (..., D)."""
    margins = w @ (problem.X * problem.t[:, None]).T
    loss = np.logaddexp(0.0, -margins).sum(axis=-1)
    return loss + problem.lam * np.abs(w).sum(axis=-1)


def _steps(f, lam, printed):
    """The columns of a method's line searches; the start borrows from the first update."""
    trace, rows = f.run.results[f.main].trace, f.row_shown
    s, started = trace.snapshots, rows > 0
    shown = np.where(started, rows, min(1, len(trace) - 1))
    moving = np.maximum(s["coordinate"][shown], 0)
    origin, k = s["w"][np.maximum(shown - 1, 0)], np.arange(len(rows))
    old, shift, slope = origin[k, moving], s["shift"][shown], -s["correlation"][shown]
    new = np.where(started, s["new"][shown], np.nan)
    return {
        "started": started,
        "origin": origin,
        "moving": moving,
        "name": lambda f: [_WEIGHTS[d] for d in f.moving.tolist()],
        "old": old,
        "new": new,
        "stays": old == new,
        "shift": shift,
        "target": shift if printed else old + shift,
        "promise": slope * shift + lam * (np.abs(old + shift) - np.abs(old)),
        "alpha": np.where(started, s["alpha"][shown], np.nan),
        "trials": np.where(started, s["trials"][shown], 0),
        "ended": np.append(False, np.diff(rows) == 0) & printed,
    }


def trial_shares(steps: Frames) -> np.ndarray:
    """The shares that each frame tried (T, TRIALS), NaN where fewer were."""
    order = np.arange(TRIALS)
    return np.where(order < steps.trials[:, None], CUT**order, np.nan)


def changes(f: Frames, steps: Frames, shares: np.ndarray) -> np.ndarray:
    """(F at that share of each frame's step - F before) / promised decrease, (T, k); NaN where
    nothing is promised, or so little that rounding in F would be all there is to see."""
    # Frames that show the same step, as of a method that has ended, are worked out once.
    same = [steps.origin, steps.moving[:, None], steps.shift[:, None], np.nan_to_num(shares)]
    _, k, frame = np.unique(np.hstack(same), axis=0, return_index=True, return_inverse=True)
    before, shares = steps.origin[k], shares[k]
    w = np.repeat(before[:, None, :], shares.shape[1], axis=1)
    w[np.arange(len(k)), :, steps.moving[k]] += np.nan_to_num(shares) * steps.shift[k][:, None]
    F = f.objective(before)
    change = f.objective(w) - F[:, None]
    promise = np.where(-steps.promise[k] > _VISIBLE * F, -steps.promise[k], np.nan)
    return np.where(np.isfinite(shares), change / promise[:, None], np.nan)[frame.ravel()]


def accepted_shares(f: Frames, name: str) -> np.ndarray:
    """The accepted share at every shown row: `REJECTED` where none, NaN where none was wanted."""
    shown = slice(f.rows[name][-1] + 1)
    s = f.run.results[name].trace.snapshots
    aim = s["shift"] if name == PRINTED else s["old"] + s["shift"]
    wanted = (s["coordinate"] >= 0) & (aim != s["old"])
    return np.where(wanted, np.maximum(s["alpha"], REJECTED), np.nan)[shown]


def iterates_box(f: Frames) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ranges of the plane of the weights."""
    shown = np.vstack([*(f.path(n) for n in f.run.results), np.zeros(2), f.minimiser])
    return window(shown, 0.1, HERO, _LEAST)
