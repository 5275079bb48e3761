"""The group lasso by block coordinate descent in numbers: the knobs, the run, the table of its
frames, the one number that solves a group's problem, and the solids that are drawn (eqs. 6-7,
18-19, 21-22 of 002_8a6384496e3a9cf3.txt)."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lab import data
from lab.drawing.ball import ball_points, form_knob, on_ball
from lab.drawing.conditions import condition_states
from lab.drawing.geometry import unit_circle, window
from lab.experiment import Run
from lab.knobs import START_KNOB, UPDATE_NAMES, clock_knob, seed_knob
from lab.race.methods import Methods
from lab.scenes.frames import Frames, remembered
from lab.solved import solved
from solvers import GroupLasso, solve_block_cd
from widgets.knobs import Knob

#: The certified relative gap at which every method stops.
TOL = 1e-6
BLOCK = "block_cd"
METHODS = Methods(GroupLasso, BLOCK, ("ista", "fista"))
#: The group of each feature, and the names of the groups.
GROUPS = (0, 0, 1)
NAMES = ("(w₁, w₂)", "w₃")
#: Updates after which block descent gives up.
BUDGET = 1200
#: A start far from every optimum, so that the path is long.
FAR = (0.9, -0.5, -0.3)
#: What generated the synthetic targets.
WEIGHTS = (0.6, 0.9, 0.7)
KINDS = {"toy": "correlated", "diabetes": "diabetes (real)"}
#: Where rows are drawn and noise is added; a real set is taken as it is.
_DRAWN = {"data": ("toy",)}
KNOBS = (
    Knob("lam", "log", 0.3, "λ", 0.001, 2.0, help="Price of |(w₁, w₂)| + |w₃|."),
    Knob(
        "data", "choice", "toy", "Data", options=tuple(KINDS.items()),
        help="Diabetes is 442 patients: bmi and s5 as one group, blood pressure as the other.",
    ),
    Knob(
        "within", "linear", -0.5, "Correlation within", -0.95, 0.95,
        help="Correlation of the two features of the group; at 0 its problem needs no Newton step.",
        when={"data": ("toy",)},
    ),
    Knob(
        "between", "linear", 0.6, "Correlation between", -0.95, 0.95,
        help="Correlation of the third feature with the group; at 0 one sweep is enough.",
        when={"data": ("toy",)},
    ),
    Knob("noise", "linear", 0.15, "Noise", 0.0, 1.0, help="Length of the noise added to t.",
         when=_DRAWN),
    Knob("n", "integer", 40, "Objects", 5, 442, help="Number of rows of X.", when=_DRAWN),
    Knob(
        "order", "choice", "cyclic", "Order", options=("cyclic", "random"),
        help="Which group moves next.",
    ),
    START_KNOB,
    Knob(
        "compare", "several", ("ista",), "Against",
        options=METHODS.rivals, help="Drawn next to block descent, from the same start.",
    ),
    form_knob("(|(w₁, w₂)| + |w₃|)"),
    Knob(
        "picture", "choice", "root", "Update as",
        options=(("root", "a root"), ("function", "a function of its pull")),
        help="What the panel of the update shows: the equation of the norm, or where a pull leads.",
    ),
    clock_knob("updates, or steps", "coordinate updates",
        help="What one frame is; a gradient step works as much as one update of each weight."),
    seed_knob("the data and the random order", when=(_DRAWN, {"order": ("random",)})),
)  # fmt: skip
#: Newton's iterates that are drawn; later ones are at the root.
ITERATES = 8
#: Points of a curve beyond the threshold.
_GRID = 48
#: Length of the longest axis at least, for runs that never move.
_LEAST = 1.5
_SPOKES = 48
#: Points of a ring.
_RING = 73
#: Directions in which the loss rises less than this share of the steepest are drawn as if it did.
_FLAT = 1e-6


@remembered
def make_problem(settings: Mapping[str, Any]) -> GroupLasso:
    """The `GroupLasso` that the knobs describe."""
    n, noise, seed = (settings[k] for k in ("n", "noise", "seed"))
    if settings["data"] == "diabetes":
        X, t = data.diabetes_features(data.PATIENTS, 3)
    else:
        X, t = _toy(n, settings["within"], settings["between"], noise, seed)
    return GroupLasso(X, t, settings["lam"], np.array(GROUPS))


def _toy(n, within, between, noise, seed):
    """Unit columns: the first two correlate as `within`, the third as `between` with a direction of
    their plane that favours neither."""
    Q, _ = data.orthogonal(n, 3, 0.0, seed)
    X = np.empty_like(Q)
    X[:, 0] = Q[:, 0]
    X[:, 1] = within * Q[:, 0] + np.sqrt(1.0 - within**2) * Q[:, 1]
    X[:, 2] = between * Q[:, :2].sum(axis=1) / np.sqrt(2.0) + np.sqrt(1.0 - between**2) * Q[:, 2]
    t = X @ np.array(WEIGHTS)
    t = t + noise * np.random.default_rng([seed, 1]).standard_normal(n) / np.sqrt(n)
    return X, t - t.mean()


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Block descent update by update, and its rivals on as large a budget."""
    problem = make_problem(settings)
    x0 = np.array(FAR if settings["start"] == "far" else np.zeros(3))
    common = {"x0": x0, "tol": TOL, "cancelled": cancelled, "seed": settings["seed"]}
    if settings["clock"] == "seconds":
        METHODS.warm_up(problem, (BLOCK,), steps="updates")
        METHODS.warm_up(problem, settings["compare"])
    results = {
        BLOCK: solved(
            solve_block_cd,
            problem,
            **common,
            max_iter=BUDGET,
            order=settings["order"],
            steps="updates",
        )
    }
    trace = results[BLOCK].trace
    spent = -(-int(trace.work[-1]) // 3) if settings["clock"] == "work" else trace.iteration[-1]
    for name in settings["compare"]:
        results[name] = METHODS.solve(name, problem, **common, max_iter=max(int(spent), 1))
    return Run(problem, results, extra=on_ball(settings, problem, **common, max_iter=BUDGET))


def frames(run: Run) -> Frames:
    """The table: T frames of block descent, w (T, 3) its weights; the start borrows from the first
    update.

    started (T,): whether any update was made; before, the first one is announced. group (T,): the
    one that moves. origin (T, 3): where this update began. old, new (T,): the norm of that group
    before and after. newton (T,): how many iterates of Newton's method there are, 0 where the group
    lands at 0; rho (T, 32): these iterates. a, c (T, 2): the group's problem in the axes of its
    curvature, min 1/2 sum a_i u_i^2 + c'u + lam |u|; unused places are NaN. pull (T,): |b| of the
    group, what meets lam. correlations (T, 3): X'r.
    """
    f = Frames.of_traces(
        run, tolerance=TOL, methods=METHODS, most=120, name=UPDATE_NAMES[run.settings["clock"]]
    )
    s, mine, problem = run.trace.snapshots, f.row_shown, run.problem
    shown = np.where(mine > 0, mine, min(1, len(run.trace) - 1))
    f.facts(problem=problem, lam=problem.lam)
    f.columns(
        started=mine > 0,
        origin=s["w"][np.maximum(shown - 1, 0)],
        group=np.maximum(s["group"][shown], 0),
        newton=s["newton"][shown],
        rho=s["rho"][shown],
        a=s["curvature"][shown],
        c=s["slope"][shown],
        name=lambda f: [NAMES[g] for g in f.group.tolist()],
        old=lambda f: norms(f.origin)[np.arange(len(f)), f.group],
        new=lambda f: norms(f.w)[np.arange(len(f)), f.group],
        stays=lambda f: (f.w == f.origin).all(axis=1),
        pull=lambda f: np.sqrt(np.nansum(f.c**2, axis=1)),
        correlations=lambda f: (problem.t - f.w @ problem.X.T) @ problem.X,
    )
    return f


def norms(w: np.ndarray) -> np.ndarray:
    """The norms (..., 2) of both groups of w (..., 3)."""
    return np.stack([np.hypot(w[..., 0], w[..., 1]), np.abs(w[..., 2])], axis=-1)


def root_end(f: Frames) -> float:
    """The end of the axis: beyond every root, and beyond the old norms as far as that is near."""
    roots = f.new[f.started].max(initial=0.0)
    old = f.old.max(initial=0.0)
    return 1.25 * (min(old, 3.0 * roots) if old > roots > 0.0 else max(roots, old)) or 1.0


def phi(f: Frames, rho: np.ndarray) -> np.ndarray:
    """phi at rho (T, k) of each frame's group; NaN where the group's pull is 0.

    The group's minimiser is 0 where |b| <= lam; else its norm rho is the root of
    phi(rho) = psi(rho)^(-1/2) - 1, psi(rho) = sum c_i^2 / (a_i rho + lam)^2. It rises and is
    concave, so that Newton climbs to the root from the left (eq. 22).
    """
    a, c = np.nan_to_num(f.a)[:, None, :], np.nan_to_num(f.c)[:, None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        psi = np.sum((c / (a * rho[:, :, None] + f.lam)) ** 2, axis=2)
        return np.where(psi > 0.0, 1.0 / np.sqrt(psi) - 1.0, np.nan)


def newton_corners(f: Frames) -> tuple[np.ndarray, np.ndarray]:
    """Newton's iterates (T, 2 * ITERATES) as x, y: up from the axis to phi, by the tangent to 0."""
    x = np.repeat(f.rho[:, :ITERATES], 2, axis=1)
    y = np.zeros_like(x)
    y[:, 1::2] = phi(f, f.rho[:, :ITERATES])
    y[np.isnan(x)] = np.nan
    return x, y


def soft(f: Frames, pull: float | np.ndarray) -> np.ndarray:
    """(pull - lam)+ / L of each frame's group, L its largest curvature (T,)."""
    return np.maximum(pull - f.lam, 0.0) / np.nanmax(f.a, axis=1)


def curve(f: Frames, top: float) -> tuple[np.ndarray, np.ndarray]:
    """(|b|, norm) (T, n) of each frame's group, from 0 up to a norm of `top`: |b| is known from the
    norm, as phi = 0 there."""
    rho = np.tile(np.linspace(0.0, top, _GRID), (len(f), 1))
    # phi of b at rho is |b|_at(rho) / |b| - 1 with |b|_at the size of b that leads to rho.
    x = f.pull[:, None] * (1.0 + phi(f, rho))
    flat = np.zeros((len(f), 1))
    return np.hstack([flat, x]), np.hstack([flat, rho])


def spinning_top() -> tuple[np.ndarray, np.ndarray]:
    """(vertices (50, 3), faces (96, 3)) of |(w1, w2)| + |w3| <= 1: two cones on one rim."""
    rim = np.column_stack([unit_circle(_SPOKES + 1)[:-1], np.zeros(_SPOKES)])
    vertices = np.vstack([rim, [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    a = np.arange(_SPOKES)
    b = (a + 1) % _SPOKES
    top, bottom = np.full(_SPOKES, _SPOKES), np.full(_SPOKES, _SPOKES + 1)
    return vertices, np.vstack([np.column_stack([a, b, top]), np.column_stack([b, a, bottom])])


def space_box(f: Frames) -> tuple[tuple[float, float], ...]:
    """Axes that hold every path and the first top, and the last top and ellipsoid as far as they
    are near."""
    paths = [f.path(name) for name in f.run.results]
    points = np.vstack([*paths, ball_points(f), np.zeros(3), f.minimiser])
    reach = 1.5 * np.abs(points).max()
    size, rings = norms(f.w[-1]).sum(), ellipsoid_rings(f)[-1]
    solids = np.vstack([size * np.eye(3), -size * np.eye(3), rings])
    first = norms(f.w[0]).sum()
    points = np.vstack([points, first * np.eye(3), -first * np.eye(3)])
    return window(np.vstack([points, np.clip(solids, -reach, reach)]), margin=0.04, least=_LEAST)


def ellipsoid_rings(f: Frames) -> np.ndarray:
    """Points (T, n, 3) on {the loss is that of w}: three ellipses around the least-squares
    solution, NaN between them. The first two cross at w, so that one sees it touch."""
    X, t = f.problem.X, f.problem.t
    centre = np.linalg.lstsq(X, t, rcond=None)[0]
    values, vectors = np.linalg.eigh(X.T @ X)
    root = np.sqrt(np.maximum(values, _FLAT * values[-1]))
    ahead = (f.w - centre) @ vectors * root  # w on the sphere that the ellipsoid comes from
    radius = np.linalg.norm(ahead, axis=1)
    frame = _frames(ahead / np.where(radius > 0.0, radius, 1.0)[:, None])
    ring = unit_circle(_RING)
    rings = [ring @ frame[:, [i, j]] for i, j in ((0, 1), (0, 2), (1, 2))]
    gap = np.full((len(f), 1, 3), np.nan)
    sphere = np.concatenate([rings[0], gap, rings[1], gap, rings[2]], axis=1)
    return centre + (radius[:, None, None] * sphere / root) @ vectors.T


def _frames(first):
    """Orthonormal rows (T, 3, 3) that begin with the unit vectors `first` (T, 3)."""
    long = np.eye(3)[0] - first[:, :1] * first  # the part of the longest axis orthogonal to them
    short = np.eye(3)[2] - first[:, 2:] * first
    second = np.where(np.linalg.norm(long, axis=1, keepdims=True) > 0.3, long, short)
    second /= np.linalg.norm(second, axis=1, keepdims=True)
    return np.stack([first, second, np.cross(first, second)], axis=1)


def bar_states(c: np.ndarray, w: np.ndarray, lam: float) -> np.ndarray:
    """A class per group, as in `lab.drawing.conditions.STATES`: c = X'r and w are (T, 3)."""
    size, length = norms(c), norms(w)
    with np.errstate(divide="ignore", invalid="ignore"):
        wanted = lam * w / length[:, [0, 0, 1]]
    zero = length == 0.0
    miss = np.where(zero, np.abs(size - lam), norms(c - np.where(zero[:, [0, 0, 1]], 0.0, wanted)))
    return condition_states(size, miss, zero, lam)
