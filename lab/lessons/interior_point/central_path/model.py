"""The central path in numbers: three training points, whose dual is a polygon in a box, and the
iterates of one method from its centre to its border.

Viewed along y the polygon shows its true shape, and the box around it is a hexagon. That view is
`Polygon.flat`: coordinates (right, up) in an orthonormal basis of {d: y'd = 0}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.clock import align
from lab.drawing.geometry import HERO, window
from lab.drawing.text import subscript
from lab.experiment import Run
from lab.knobs import seed_knob
from lab.lessons.interior_point import synthetic
from lab.lessons.interior_point.common import (
    C_KNOB,
    C_MOST,
    KERNEL_KNOBS,
    METHODS,
    kernel_of,
    method_knobs,
)
from lab.scenes.frames import Frames, remembered
from solvers import (
    InputError,
    KernelSVM,
    best_multiplier,
    central_path,
    kkt_classes,
    optimal_classes,
    solve_mehrotra,
    solve_smo,
)
from widgets.knobs import Knob

#: The certified relative gap at which a method has arrived.
TOL = 1e-6
#: Frames at most, those of them that do not thin out, and so many points in the panel of products.
_FRAMES, _KEEP, MOST_PRODUCTS = 120, 40, 100
#: Share of C within which a variable is drawn as at a bound, where nothing is proved.
_AT_BOUND = 1e-4
#: Iterations from which on the clock's axis is logarithmic.
_LONG = 200

#: The corners of a square, the first again at the end.
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]])
#: Vertices of a level line along each edge of the polygon.
_SAMPLES = 40
#: Shares of the polygon's range of q at which the levels are.
LEVELS = (0.004, 0.02, 0.06, 0.13, 0.23, 0.37, 0.54, 0.75)
#: Two corners this near to each other, as a share of C, are one.
_SAME = 1e-9
#: Shares of an edge, of C or of a slope below this count as 0.
_CLEAR = 1e-3
#: Three points z of the classes +1, +1, -1: one of them never on the margin; all three there.
THREE = {
    "three": np.array([[0.85, 0.2], [-0.3, 1.6], [1.35, -1.05]]),
    "inside": np.array([[-0.9, 0.1], [0.9, 0.6], [0.3, -0.5]]),
}
_LABELS = np.array([1.0, 1.0, -1.0])
_WORDS = (("three", "three points"), ("inside", "three points, all on the margin"))
_MOST = 2000
#: Points of the drawn central path as multiples of the start's mu, dense where it turns.
_TAUS = np.concatenate([np.geomspace(20.0, 0.02, 14), [5e-3, 1e-3, 1e-4, 1e-6]])
KNOBS = (
    C_KNOB,
    Knob("method", "choice", "mehrotra", "Method", options=METHODS.options,
         help="Whose steps are shown."),
    Knob("data", "choice", "three", "Data", options=(*_WORDS, *synthetic.KINDS),
         help="Three points have a polygon; of more, two variables are shown."),
    Knob("view", "choice", "polygon", "View",
         options=(("polygon", "the polygon, viewed straight on"), ("box", "the box, to turn"),
                  ("pair", "two variables")),
         help="More than three points have two variables only.",
         when={"data": tuple(THREE)}),
    Knob("b", "linear", 0.0, "b / C", -0.9, 1.9,
         help="The right-hand side of y'x = b, in units of C; 0 for a machine."),
    Knob("sigma", "log", 0.1, "σ", 0.001, 1.0,
         help="The centring: 1 aims at the path, 0 at the solution (path following only).",
         when={"method": ("path_following",)}),
    *method_knobs("method"),
    *KERNEL_KNOBS,
    Knob("n", "integer", 40, "Points n", 4, synthetic.MOST, help="Synthetic sets only.",
         when={"data": tuple(name for name, _ in synthetic.KINDS)}),
    Knob("noise", "linear", 0.2, "Noise", 0.0, 1.0, help="Of the synthetic data.",
         when={"data": tuple(name for name, _ in synthetic.KINDS)}),
    Knob("i", "integer", 1, "i", 1, synthetic.MOST, help="Across (two variables only).",
         when=({"view": ("pair",)}, {"data": tuple(name for name, _ in synthetic.KINDS)})),
    Knob("j", "integer", 2, "j", 1, synthetic.MOST, help="Up (two variables only).",
         when=({"view": ("pair",)}, {"data": tuple(name for name, _ in synthetic.KINDS)})),
    seed_knob("the data",
        when={"data": tuple(name for name, _ in synthetic.KINDS)}),
)  # fmt: skip


@remembered
def _points(settings):
    """(Z (n, 2), y (n,)) of the knobs."""
    name = settings["data"]
    if name in THREE:
        return THREE[name], _LABELS
    data = synthetic.labelled(name, settings["n"], 2, settings["noise"], settings["seed"])
    return data.X, data.y


@remembered
def make_problem(settings: Mapping[str, Any]) -> KernelSVM:
    """The `KernelSVM` that the knobs describe."""
    (X, y), C = _points(settings), settings["C"]
    return KernelSVM(X, y, kernel_of(settings), C, settings["b"] * C)


def pair_of(settings: Mapping[str, Any], n: int) -> list[int]:
    """The two variables to show, from 0."""
    for name in ("i", "j"):
        if settings[name] > n:
            raise InputError(
                f"{name} must be at most {n}, the number of points, got {settings[name]}."
            )
    if settings["i"] == settings["j"]:
        raise InputError(f"j must differ from i, got {settings['j']} for both; choose another.")
    return [settings["i"] - 1, settings["j"] - 1]


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The method's iterates, and the central path to compare them with."""
    problem, method = make_problem(settings), METHODS[settings["method"]]
    n = problem.y.size
    view = settings["view"] if n == 3 else "pair"
    pair = pair_of(settings, n) if view == "pair" else None
    if settings["method"] == "identification_printed" and settings["b"] != 0.0:
        raise InputError(
            "method must be another where b is not 0, as Algorithm 6 drops points without regard "
            f"to y'x = b, got b = {settings['b']:g} C; take identification, or b = 0."
        )
    result = method.run(problem, settings, tol=TOL, max_iter=_MOST, cancelled=cancelled)
    # The values of tau that are drawn are multiples of the start's mu.
    begun = solve_mehrotra(problem, max_iter=0).trace.snapshots["mu"][0]
    extra = {"centre": central_path(problem, begun * _TAUS), "view": view, "pair": pair}
    return Run(problem, {settings["method"]: result}, extra=extra)


@remembered
def ticks(settings: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    """The C from which on no variable of the three points is at C."""
    if settings["data"] not in THREE or settings["b"] != 0.0:
        return {}
    X, y = _points(settings)
    problem = KernelSVM(X, y, kernel_of(settings), C_MOST)
    largest = float(solve_smo(problem, record_every=0).x.max())
    return {"C": (largest, "no xᵢ = C")} if largest < C_MOST else {}


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """What is drawn of every row of a trace, R of them, of n points.

    x (R, n): iterates as the method has them, feasible or not. xt, wu (R, m): the complementarity
    products of the points that are shown. mu (R,): their mean over all points. relative (R,): the
    certified gap of the best q so far, over |q*|.
    """

    x: np.ndarray
    xt: np.ndarray
    wu: np.ndarray
    mu: np.ndarray
    relative: np.ndarray


def frames(run: Run) -> Frames:
    """The table: T frames that show rows of one method's trace, of n points.

    every: the `Rows` of the trace; x (T, n), mu, relative, sigfig (T,): theirs in each frame;
    clearance (T,): the distance of x from the nearest wall, negative outside, and length (T,): that
    of the step since the frame before, both as shares of C; mover (T,): the variable that moved
    most in it. begun (T,): the row at which each frame's step began, the start's own at the start.
    sigma, alpha_a, alpha_p, alpha_d, spectral, step (T,): of that step, NaN where the method has
    none; reach, primal, dual (T,): the three lengths as percentages.

    method: the chosen `Method`; interior: whether it shows multipliers of its own; sample (m,): the
    points whose products are shown; best (n,): the best point known, the method's or the end of the
    central path; classes (n,): 0, 1 or 2 there, for zero, free, bounded, as far as it is proved, -1
    beyond; kinds (n,): the same with a guess. polygon: the `Polygon` of three points, else None.
    fired: the row at which the source's rule fired, or None. long: whether there are so many
    iterations that a clock by powers shows more.
    """
    clock, rows = align(run.trace, most=_FRAMES, keep=_KEEP)
    f, problem = Frames(run, clock, {run.main: rows}, methods=METHODS, tolerance=TOL), run.problem
    x = METHODS.iterates(run.main, run.trace)
    n, scale = x.shape[1], run.result.certificate.scale or 1.0
    sample = np.unique(np.linspace(0, n - 1, min(n, MOST_PRODUCTS)).round().astype(int))
    xt, wu = _products(run, x)
    best, rule = _best_known(run), run.trace.snapshots.get("source_rule")
    classes = optimal_classes(problem, best)
    every = Rows(x, xt[:, sample], wu[:, sample], 0.5 * (xt.mean(axis=1) + wu.mean(axis=1)),
                 np.maximum(run.trace.gap, 0.0) / scale)  # fmt: skip
    f.facts(
        every=every,
        method=METHODS[run.main],
        interior="t" in run.trace.snapshots,
        sample=sample,
        best=best,
        classes=classes,
        kinds=np.where(classes < 0, kkt_classes(problem, best, _AT_BOUND), classes),
        polygon=cut(problem.y, problem.C, problem.b) if n == 3 else None,
        unit=scale,
        fired=int(np.argmax(rule)) if rule is not None and rule.any() else None,
        long=bool(clock.values[-1] > _LONG),
    )
    f.columns(
        x=x[rows],
        clearance=lambda f: np.minimum(f.x, problem.C - f.x).min(axis=1) / problem.C,
        length=lambda f: np.linalg.norm(f.x - f.before("x"), axis=1) / problem.C,
        mu=every.mu[rows],
        relative=every.relative[rows],
        row=rows,
        begun=np.maximum(rows - 1, 0),
        mover=lambda f: np.abs(f.x - f.before("x")).argmax(axis=1),
        reach=lambda f: 100.0 * f.alpha_a,
        primal=lambda f: 100.0 * f.alpha_p,
        dual=lambda f: 100.0 * f.alpha_d,
        **{name: lambda f, name=name: _number_of_step(f, name) for name in _STEP},
    )
    return f


def place(f: Frames, x: np.ndarray) -> np.ndarray:
    """Points x (..., n) as the first panel draws them, (..., 2 or 3)."""
    view = f.run.extra["view"]
    if view == "pair":
        return x[..., f.run.extra["pair"]]
    return f.polygon.flat(x) if view == "polygon" else x


def window_of(f: Frames) -> tuple[tuple[float, float], ...]:
    """The ranges of the axes of the first panel."""
    view, C = f.run.extra["view"], f.run.problem.C
    corners = C * SQUARE if view == "pair" else place(f, box_edges(C).reshape(-1, 3))
    margin, aspect = {"pair": (0.08, HERO), "polygon": (0.07, HERO), "box": (0.03, None)}[view]
    return window(np.vstack([corners, place(f, f.every.x)]), margin, aspect)


def hessian(problem: KernelSVM) -> np.ndarray:
    """Q (n, n) of q(x) = 1/2 x'Qx - e'x."""
    return problem.y[:, None] * problem.gram() * problem.y


def levels_of(f: Frames) -> tuple[np.ndarray, np.ndarray]:
    """Rims (levels, points, 3) and levels of q in the polygon, the highest first."""
    Q, lowest = hessian(f.run.problem), f.run.extra["centre"].x[-1]
    gradient = Q @ lowest - 1.0
    return outlines(f.polygon, lowest, 0.5 * lowest @ (gradient - 1.0), gradient, Q)


#: What a frame's sentence says of the step that led to it.
_STEP = ("sigma", "alpha_a", "alpha_p", "alpha_d", "spectral", "step")


def of_step(f: Frames, name: str) -> np.ndarray:
    """A snapshot (R, ...) of that name, of the step that led to each row; NaN where the method has
    none."""
    shown = f.run.trace.snapshots
    if name not in shown:
        return np.full(len(f.every.x), np.nan)
    if name == "spectral":  # belongs to the step after its row
        return np.concatenate([[np.nan], shown[name][:-1]])
    return shown[name]


def _number_of_step(f, name):
    found = of_step(f, name)
    return found[f.row] if found.ndim == 1 else np.full(len(f), np.nan)


def _products(run, x):
    """x t and w u (R, n); with the multipliers of the certificate where the method has none."""
    shown, problem = run.trace.snapshots, run.problem
    if "t" in shown:
        return x * shown["t"], shown["w"] * shown["u"]
    slopes = np.array([_slopes(problem, v) for v in x])
    return x * np.maximum(slopes, 0.0), (problem.C - x) * np.maximum(-slopes, 0.0)


def _slopes(problem, x):
    """r = Qx - e - s y (n,) at the s of the best bound."""
    g = problem.product(x) - 1.0
    return g - best_multiplier(problem, g) * problem.y


def _best_known(run):
    """The best point (n,) that the method or the central path found."""
    end, result = run.extra["centre"].x[-1], run.result
    return end if run.problem.certify(end).gap < result.certificate.gap else result.x


def walls_of(kinds: np.ndarray) -> int:
    """How many walls of the polygon meet in a point of these kinds: 0, 1 or 2."""
    return min(int(np.count_nonzero(kinds != 1)), 2)


@dataclass(frozen=True, slots=True, eq=False)
class Polygon:
    """corners (m, 3) in order around; walls: the m edges by name, wall k from corner k to k + 1."""

    y: np.ndarray
    C: float
    corners: np.ndarray
    walls: tuple[str, ...]

    @property
    def closed(self) -> np.ndarray:
        """The outline (m + 1, 3)."""
        return np.vstack([self.corners, self.corners[:1]])

    def flat(self, x: np.ndarray) -> np.ndarray:
        """(right, up) (..., 2) of points x (..., 3), viewed along y."""
        return x @ basis(self.y)


def basis(y: np.ndarray) -> np.ndarray:
    """Two orthonormal columns (3, 2) of {d: y'd = 0} for labels y (3,), not all the same.

    Right leads to where all variables grow, up to where the first of the larger class does.
    """
    odd = int(np.argmax(y != np.sign(y.sum())))
    first, second = (i for i in range(3) if i != odd)
    right, up = np.ones(3), np.zeros(3)
    right[odd], up[first], up[second] = 2.0, 1.0, -1.0
    return np.column_stack([right / np.sqrt(6.0), up / np.sqrt(2.0)])


def cut(y: np.ndarray, C: float, b: float) -> Polygon:
    """The `Polygon` of {0 <= x <= C, y'x = b} for three labels y, b strictly inside its range."""
    edges = box_edges(C)
    above = edges @ y - b
    above[np.abs(above) <= _SAME * C] = 0.0
    hit = (above[:, 0] > 0.0) != (above[:, 1] > 0.0)
    (start, stop), (a, c) = edges[hit].swapaxes(0, 1), above[hit].T
    # An edge that begins or ends in the plane meets it in a corner of the box, as others may.
    corners = np.unique(start + (a / (a - c))[:, None] * (stop - start), axis=0)
    flat = (corners - corners.mean(axis=0)) @ basis(y)
    corners = corners[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))]
    at = np.abs(corners[:, :, None] - [0.0, C]) <= _SAME * C
    shared = at & np.roll(at, -1, axis=0)
    walls = (np.argwhere(one)[0] for one in shared)
    return Polygon(y, C, corners, tuple(f"x{subscript(i + 1)} = {'0C'[at]}" for i, at in walls))


def box_edges(C: float) -> np.ndarray:
    """The twelve edges of the box (12, 2, 3)."""
    corners = np.array([[i >> 2 & 1, i >> 1 & 1, i & 1] for i in range(8)], dtype=np.float64)
    return C * np.array(
        [(p, q) for a, p in enumerate(corners) for q in corners[a + 1 :] if abs(p - q).sum() == 1]
    )


def hidden(edges: np.ndarray, y: np.ndarray, C: float) -> np.ndarray:
    """Which of the edges (12, 2, 3) end at the corner that is farthest in a view along y (12,)."""
    far = np.where(y > 0.0, 0.0, C)
    return (edges == far).all(axis=2).any(axis=1)


def outlines(
    polygon: Polygon, lowest: np.ndarray, value: float, gradient: np.ndarray, curvature: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Rims (levels, points, 3) of {q <= level} in the polygon, the highest level first.

    The sets are convex and hold `lowest` (3,), so a ray from there leaves each once: it ends at the
    level or at the polygon, whichever is nearer. value: q there, gradient (3,), curvature (3, 3).
    """
    share = np.linspace(0.0, 1.0, _SAMPLES, endpoint=False)[:, None]
    following = np.roll(polygon.corners, -1, axis=0)
    rim = [p + share * (q - p) for p, q in zip(polygon.corners, following, strict=True)]
    rays = np.vstack([*rim, polygon.corners[:1]]) - lowest
    slope, bend = rays @ gradient, 0.5 * np.einsum("ki,ij,kj->k", rays, curvature, rays)
    highest = (slope + bend).max()
    levels = highest * np.array(LEVELS[::-1])
    return lowest + _reach(slope, bend, levels[:, None])[..., None] * rays, value + levels


def _reach(slope, bend, level):
    """The share in [0, 1] of each ray at which slope a + bend a^2 reaches `level` > 0."""
    root = np.sqrt(slope**2 + 4.0 * bend * level)
    below = slope + root
    with np.errstate(divide="ignore"):
        return np.minimum(1.0, np.where(below > 0.0, 2.0 * level / below, np.inf))


def lowest(f: Frames) -> tuple[int, np.ndarray] | None:
    """(0, 1 or 2: inside the polygon, on a wall, in a corner; x (3,)) of the minimiser of
    1/2 x'Qx - e'x; None where that is not clear."""
    problem, corners = f.run.problem, f.polygon.corners
    if len(corners) < 3:
        return None
    Q, along, centre = hessian(problem), basis(problem.y), corners.mean(axis=0)

    def slope(x):
        return Q @ x - 1.0

    bend = along.T @ Q @ along
    if np.linalg.cond(bend) < 1.0 / _CLEAR**3:
        x = centre - along @ np.linalg.solve(bend, along.T @ slope(centre))
        if min(x.min(), (problem.C - x).min()) > _CLEAR * problem.C:
            return 0, x
    before, following = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    for p, edge in zip(corners, following - corners, strict=True):
        curve = edge @ Q @ edge
        share = -slope(p) @ edge / curve if curve > 0.0 else np.inf
        if _CLEAR < share < 1.0 - _CLEAR and _uphill(slope(p + share * edge), centre - p):
            return 1, p + share * edge
    for x, *others in zip(corners, before, following, strict=True):
        if all(_uphill(slope(x), other - x) for other in others):
            return 2, x
    return None


def _uphill(slope, direction):
    return slope @ direction > _CLEAR * np.linalg.norm(slope) * np.linalg.norm(direction)
