"""The lasso by coordinate descent in numbers: the knobs, the run, the table of its frames, and the
geometry that is drawn."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from lab import data
from lab.datasets import own_file
from lab.drawing.ball import ball_points, form_knob, on_ball
from lab.drawing.conditions import condition_states
from lab.drawing.geometry import HERO, ellipsoids, round_limits, window
from lab.drawing.text import weight
from lab.experiment import Run
from lab.knobs import START_KNOB, UPDATE_NAMES, clock_knob, seed_knob
from lab.race.methods import Methods
from lab.scenes.frames import Frames, remembered
from lab.solved import solved
from solvers import Lasso, solve_coordinate_descent
from widgets.knobs import Knob

#: Maps A (T, 3, 3), b (T, 3) of each of two solids.
Solids = tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
#: The certified relative gap at which every method stops.
TOL = 1e-6
CD = "cd"
METHODS = Methods(Lasso, CD, ("ista", "fista", "subgradient", "lars"))
#: Updates after which coordinate descent gives up (nearly collinear features need thousands).
BUDGET = 1200
#: A start far from every optimum, so that there is a path to see.
FAR = (-0.8, 0.7, 0.9)
KINDS = {
    "orthogonal": "orthogonal",
    "correlated": "correlated pair",
    "collinear": "nearly collinear",
    "diabetes": "diabetes (real)",
}
#: Where rows are drawn and noise is added; a real set is taken as it is.
_DRAWN = {"data": tuple(kind for kind in KINDS if kind != "diabetes")}
KNOBS = (
    Knob("lam", "log", 0.2, "λ", 0.001, 2.0, help="Price of |w|₁: from λmax on, w = 0."),
    Knob(
        "data", "choice", "correlated", "Data", options=(*KINDS.items(), own_file.OPTION),
        help="Where the features come from; diabetes has bmi, s5 and bp of 442 patients.",
    ),
    *own_file.POINT_KNOBS,
    Knob(
        "correlation", "linear", -0.65, "Correlation", -0.95, 0.95,
        help="Correlation of the first two features (correlated pair only).",
        when={"data": ("correlated",)},
    ),
    Knob("noise", "linear", 0.15, "Noise", 0.0, 1.0, help="Length of the noise added to t.",
         when=_DRAWN),
    Knob("n", "integer", 40, "Objects", 5, 442, help="Number of rows of X.",
         when=_DRAWN),
    Knob(
        "dimension", "choice", 2, "Features", options=((2, "two"), (3, "three")),
        help="Two weights are drawn in the plane, three in space.",
    ),
    Knob(
        "order", "choice", "cyclic", "Order", options=("cyclic", "random", "greedy"),
        help="Which weight moves next; greedy takes the one that lowers F most.",
    ),
    START_KNOB,
    Knob(
        "compare", "several", ("ista", "fista"), "Against",
        options=METHODS.rivals,
        help="Methods drawn next to coordinate descent, from the same start where they take one.",
    ),
    form_knob("|w|₁"),
    Knob(
        "picture", "choice", "parabola", "Update as",
        options=(("parabola", "a parabola with a kink"), ("function", "a function of its slope")),
        help="What the panel of the update shows: F along the weight, or where a slope leads.",
    ),
    clock_knob("updates, or steps", "coordinate updates",
        help="What one frame is; a gradient step touches every weight, so it works as much as "
        "one update of each."),
    seed_knob("the data and the random order", when=(_DRAWN, {"order": ("random",)})),
)  # fmt: skip
#: Length of the longest axis at least, for runs that never move.
_LEAST = 2.0


@remembered
def make_problem(settings: Mapping[str, Any]) -> Lasso:
    """The `Lasso` that the knobs describe."""
    X, t = _data(settings)
    return Lasso(X, t, settings["lam"])


@remembered
def _data(settings):
    """X (n, D) and t (n,)."""
    n, dimension, noise, seed = (settings[k] for k in ("n", "dimension", "noise", "seed"))
    kind = settings["data"]
    if kind == own_file.OWN:
        return own_file.own_measures(settings, dimension)
    if kind == "correlated":
        return data.correlated(n, dimension, settings["correlation"], noise, seed)
    if kind == "diabetes":
        return data.diabetes_features(data.PATIENTS, dimension)
    return getattr(data, kind)(n, dimension, noise, seed)


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Coordinate descent update by update, and its rivals on as large a budget."""
    problem, dimension = make_problem(settings), settings["dimension"]
    if settings["clock"] == "seconds":
        METHODS.warm_up(problem, (CD,), steps="updates")
        METHODS.warm_up(problem, settings["compare"])
    x0 = np.array(FAR[:dimension]) if settings["start"] == "far" else np.zeros(dimension)
    common: dict[str, Any] = {"x0": x0, "tol": TOL, "cancelled": cancelled}
    results = {
        CD: solved(
            solve_coordinate_descent,
            problem,
            **common,
            max_iter=BUDGET,
            order=settings["order"],
            steps="updates",
            seed=settings["seed"],
        )
    }
    spent = int(results[CD].trace.iteration[-1])
    common["max_iter"] = -(-spent // dimension) if settings["clock"] == "work" else spent
    for name in settings["compare"]:
        results[name] = METHODS.solve(name, problem, **common)
    extra = {**on_ball(settings, problem, **common), "names": _names(settings)}
    return Run(problem, results, extra=extra)


def _names(settings):
    """What the features are called; nothing of a drawn set."""
    if settings["data"] == own_file.OWN:
        return own_file.own_names(settings, settings["dimension"])
    return data.DIABETES[: settings["dimension"]] if settings["data"] == "diabetes" else ()


def frames(run: Run) -> Frames:
    """The table: T frames of coordinate descent, w (T, D) its weights.

    moving (T,): the weight that a frame moves (at the start: will move), its `old` and `new` value
    (new is NaN at the start), its curvature ||x_d||^2 and x_d'r before the move. slope (T,): x_d'r
    if that weight were 0, what meets the threshold. unpenalised (T,): where the loss alone would be
    least along that weight. started (T,): whether any update was made.
    """
    f = Frames.of_traces(
        run, tolerance=TOL, methods=METHODS, name=UPDATE_NAMES[run.settings["clock"]]
    )
    problem = run.problem
    H, q = problem.X.T @ problem.X, problem.X.T @ problem.t
    weights = [weight(d) for d in range(q.size)]
    f.facts(
        H=H, q=q, lam=problem.lam, dimension=q.size, objective=partial(_objective, problem, H, q),
        names=run.extra.get("names", ()),
    )  # fmt: skip
    f.columns(
        **_moves(run.trace, f.row_shown, H, q),
        name=lambda f: [weights[d] for d in f.moving.tolist()],
        slope=lambda f: f.correlation + f.curvature * f.old,
        size=lambda f: np.abs(f.slope),
        # Up to rounding the weight is where it was.
        stays=lambda f: np.abs(f.new - f.old) <= 1e-12 * np.maximum(np.abs(f.old), 1.0),
        unpenalised=_unpenalised,
        residual_products=lambda f: q - f.w @ H,
    )
    return f


def _objective(problem, H, q, w):
    """F at points w (..., D)."""
    quadratic = 0.5 * np.einsum("...d,de,...e->...", w, H, w) - w @ q
    return 0.5 * (problem.t @ problem.t) + quadratic + problem.lam * np.abs(w).sum(axis=-1)


def _moves(trace, rows, H, q):
    """The columns of the moves, the start borrowing from update 1."""
    s = trace.snapshots
    started = rows > 0
    shown = np.where(started, rows, min(1, len(trace) - 1))
    moving = np.maximum(s["coordinate"][shown], 0)
    k = np.arange(len(rows))
    now = s["w"][rows][k, moving]
    correlation = np.where(
        started, s["correlation"][shown], q[moving] - (s["w"][rows] @ H)[k, moving]
    )
    return {
        "moving": moving,
        "old": np.where(started, s["old"][shown], now),
        "new": np.where(started, s["new"][shown], np.nan),
        "curvature": np.diag(H)[moving],
        "correlation": correlation,
        "started": started,
    }


def bar_states(c: np.ndarray, w: np.ndarray, lam: float) -> np.ndarray:
    """A class per bar, as in `lab.drawing.conditions.STATES`: c = X'r and w are (..., D)."""
    size = np.abs(c)
    miss = np.where(w != 0.0, np.abs(c - lam * np.sign(w)), np.abs(size - lam))
    return condition_states(size, miss, w == 0.0, lam)


def plane_box(f: Frames) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ranges of the plane."""
    return window(shown(f), margin=0.1, aspect=HERO, least=_LEAST)


def shown(f: Frames) -> np.ndarray:
    """Every point that the axes must hold."""
    paths = [f.path(name) for name in f.run.results]
    return np.vstack([*paths, ball_points(f), np.zeros(f.dimension), f.minimiser])


def level_ring(f: Frames, directions: np.ndarray) -> np.ndarray:
    """{w: F(w) = F(w_k)} for each frame (T, n, 2), exactly, on rays from the minimiser.

    Along a ray F is convex, and quadratic between its (at most two) kinks, so that each distance is
    the root of one quadratic, at any scale. directions: (n, 2) unit vectors.
    """
    best = f.minimiser
    bend = 0.5 * np.einsum("nd,de,ne->n", directions, f.H, directions)
    with np.errstate(divide="ignore", invalid="ignore"):
        kinks = np.where(best * directions < 0.0, -best / directions, np.inf)
    heights = np.maximum(f.objective(f.w) - f.objective(best), 0.0)[:, None]
    distance = np.zeros((len(f), len(directions)))
    for start in (np.zeros(len(directions)), *np.sort(kinks, axis=1).T):
        known = np.isfinite(start)
        p = np.where(known, start, 0.0)
        here = best + p[:, None] * directions
        ahead = np.where((p[:, None] >= kinks) | (best == 0.0), directions, best)
        slope = np.sum((here @ f.H - f.q + f.lam * np.sign(ahead)) * directions, axis=1)
        left = heights - (f.objective(here) - f.objective(best))
        root = slope + np.sqrt(slope**2 + 4.0 * bend * np.maximum(left, 0.0))
        step = 2.0 * left / np.where(root > 0.0, root, np.inf)
        distance = np.where(known & (left >= 0.0), p + step, distance)
    return best + distance[:, :, None] * directions


def solids_of(f: Frames) -> Solids:
    """Maps A (T, 3, 3), b (T, 3) of the ellipsoid of equal loss and the octahedron of equal
    |w|_1."""
    centre = np.linalg.lstsq(f.H, f.q, rcond=None)[0]
    offsets = f.w - centre
    loss = 0.5 * np.einsum("td,de,te->t", offsets, f.H, offsets)
    size = np.abs(f.w).sum(axis=1)
    return ellipsoids(f.H, centre, loss), (
        size[:, None, None] * np.eye(3),
        np.zeros((len(f), 3)),
    )


def space_box(f: Frames, solids: Solids) -> tuple[tuple[float, float], ...]:
    """Axes that hold every path, and the last solids as far as that leaves the paths large."""
    points = shown(f)
    reach = 1.2 * np.abs(points).max()
    (A, b), (octahedron, _) = ((a[-1], c[-1]) for a, c in solids)
    ends = [b + sign * np.linalg.norm(A, axis=1) for sign in (-1.0, 1.0)]
    corners = [sign * np.diag(octahedron) for sign in (-1.0, 1.0)]
    return window(
        np.vstack([points, np.clip([*ends, *corners], -reach, reach)]), margin=0.08, least=_LEAST
    )


def _unpenalised(f):
    h = f.curvature
    return f.old + np.divide(f.correlation, h, out=np.zeros_like(h), where=h > 0.0)


def along(f: Frames, w: np.ndarray) -> np.ndarray:
    """The shifted F at values w (T,) of the moving weight."""
    return 0.5 * f.curvature * (w - f.unpenalised) ** 2 + f.lam * np.abs(w)


def update_window(f: Frames) -> tuple[np.ndarray, float]:
    """x (n,), with the kink in it, and the height at which the picture is cut.

    It holds every landing and nine in ten of the points before a move: the first moves come from
    so high that the kink would be too small to see; arrows at the upper edge mark those.
    """
    values = np.concatenate([f.old, f.new[f.started], [0.0]])
    low, high = values.min(), values.max()
    margin = 0.15 * (high - low) or 1.0
    x = np.union1d(np.linspace(*round_limits(low - margin, high + margin), 72), [0.0])
    before = np.quantile(along(f, f.old), 0.9)
    after = along(f, f.new)[f.started].max(initial=0.0)
    height = 1.2 * max(before, after, 1.1 * f.lam * np.abs(x).max())
    return x, round_limits(0.0, height)[1]
