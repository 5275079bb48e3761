"""The central path in numbers: three training points, whose dual is a polygon in a box, and the way
of one method from its centre to its border.

Viewed along y the polygon shows its true shape, and the box around it is a hexagon. That view is
`Polygon.flat`: coordinates (right, up) in an orthonormal basis of {d: y'd = 0}.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.drawing.text import subscript
from lab.experiment import Run
from lab.knobs import seed_knob
from lab.lessons.interior_point import synthetic
from lab.lessons.interior_point.common import C_KNOB, KERNEL_KNOBS, METHODS, kernel_of, method_knobs
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
#: Share of C within which a variable looks as if at a bound, where nothing is proved.
_AT_BOUND = 1e-4
#: Iterations from which on the clock's axis is logarithmic.
_LONG = 200

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
def make_problem(settings):
    """The `KernelSVM` that the knobs describe."""
    C = settings["C"]
    return KernelSVM(*_points(settings), kernel_of(settings), C, settings["b"] * C)


def pair_of(settings, n):
    """The two variables to show, from 0."""
    for name in ("i", "j"):
        if settings[name] > n:
            raise InputError(
                f"{name} must be at most {n}, the number of points, got {settings[name]}."
            )
    if settings["i"] == settings["j"]:
        raise InputError(f"j must differ from i, got {settings['j']} for both; choose another.")
    return settings["i"] - 1, settings["j"] - 1


def _require_balanced(settings):
    """Algorithm 6 as printed drops points without regard to y'x = b."""
    if settings["method"] == "identification_printed" and settings["b"] != 0.0:
        raise InputError(
            "method must be another where b is not 0, as Algorithm 6 drops points without regard "
            f"to y'x = b, got b = {settings['b']:g} C; take identification, or b = 0."
        )


def solve(settings, cancelled=None):
    """The method's way, and the central path beside it."""
    problem = make_problem(settings)
    n = problem.y.size
    view = settings["view"] if n == 3 else "pair"
    if view == "pair":
        pair_of(settings, n)
    method = METHODS[settings["method"]]
    _require_balanced(settings)
    result = method.run(problem, settings, tol=TOL, max_iter=_MOST, cancelled=cancelled)
    # The start's mu is where the path is on its way from the centre.
    begun = solve_mehrotra(problem, max_iter=0).trace.snapshots["mu"][0]
    centre = central_path(problem, begun * _TAUS)
    extra = {"centre": centre, "view": view}
    return Run(problem, {settings["method"]: result}, extra=extra)


@remembered
def ticks(settings):
    """The C from which on the box leaves the three variables alone."""
    if settings["data"] not in THREE or settings["b"] != 0.0:
        return {}
    problem = KernelSVM(*_points(settings), kernel_of(settings), C_KNOB.high)
    largest = float(solve_smo(problem, record_every=0).x.max())
    return {"C": (largest, "no xᵢ = C")} if largest < C_KNOB.high else {}


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


def frames(run):
    """The table: T frames that show rows of one method's trace, of n points.

    every: the `Rows` of the trace; x (T, n), mu, relative, sigfig (T,): theirs in each frame;
    mover (T,): the variable that moved most since the frame before. begun (T,): the row at which
    each frame's step began, the start's own at the start. sigma, alpha_a, alpha_p, alpha_d,
    spectral, step (T,): of that step, NaN where the method has none.

    method: the chosen `Method`; interior: whether it shows multipliers of its own; sample (m,): the
    points whose products are shown; best (n,): the best point known, the method's or the end of the
    central path; classes (n,): 0, 1 or 2 there, for zero, free, bounded, as far as it is proved, -1
    beyond; kinds (n,): the same with a guess. fired: the row at which the source's rule fired, or
    None. long: whether there are so many iterations that a clock by powers shows more.
    """
    clock, rows = align(run.trace, most=_FRAMES, keep=_KEEP)
    f = Frames(run, clock, {run.main: rows}, methods=METHODS, tolerance=TOL)
    x = METHODS.iterates(run.main, run.trace)
    n, scale = x.shape[1], run.result.certificate.scale or 1.0
    sample = np.unique(np.linspace(0, n - 1, min(n, MOST_PRODUCTS)).round().astype(int))
    xt, wu = _products(run, x)
    best, rule = _best_known(run), run.trace.snapshots.get("source_rule")
    classes = optimal_classes(run.problem, best)
    every = Rows(x, xt[:, sample], wu[:, sample], 0.5 * (xt.mean(axis=1) + wu.mean(axis=1)),
                 np.maximum(run.trace.gap, 0.0) / scale)  # fmt: skip
    f.facts(
        every=every,
        method=METHODS[run.main],
        interior="t" in run.trace.snapshots,
        sample=sample,
        best=best,
        classes=classes,
        kinds=np.where(classes < 0, kkt_classes(run.problem, best, _AT_BOUND), classes),
        unit=scale,
        fired=int(np.argmax(rule)) if rule is not None and rule.any() else None,
        long=bool(clock.values[-1] > _LONG),
    )
    f.columns(
        x=x[rows],
        mu=every.mu[rows],
        relative=every.relative[rows],
        row=rows,
        begun=np.maximum(rows - 1, 0),
        mover=lambda f: np.abs(f.x - f.before("x")).argmax(axis=1),
        **{name: lambda f, name=name: _number_of_step(f, name) for name in _STEP},
    )
    return f


#: What a frame's sentence says of the step that led to it.
_STEP = ("sigma", "alpha_a", "alpha_p", "alpha_d", "spectral", "step")


def of_step(f, name):
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


def walls_of(kinds):
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
    def closed(self):
        """The outline (m + 1, 3)."""
        return np.vstack([self.corners, self.corners[:1]])

    def flat(self, x):
        """(right, up) (..., 2) of points x (..., 3), viewed along y."""
        return x @ basis(self.y)


def basis(y):
    """Two orthonormal columns (3, 2) of {d: y'd = 0} for labels y (3,), not all the same.

    Right leads to where all variables grow, up to where the first of the larger class does.
    """
    odd = int(np.argmax(y != np.sign(y.sum())))
    first, second = (i for i in range(3) if i != odd)
    right, up = np.ones(3), np.zeros(3)
    right[odd], up[first], up[second] = 2.0, 1.0, -1.0
    return np.column_stack([right / np.sqrt(6.0), up / np.sqrt(2.0)])


def cut(y, C, b):
    """The `Polygon` of {0 <= x <= C, y'x = b} for three labels y, b strictly inside its range."""
    found = [p for i in range(3) for p in _crossings(i, y, C, b)]
    found = [p for k, p in enumerate(found) if all(_apart(p, q, C) for q in found[:k])]
    corners = np.array(found)
    flat = (corners - corners.mean(axis=0)) @ basis(y)
    corners = corners[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))]
    following = np.roll(corners, -1, axis=0)
    walls = tuple(_wall(p, q, C) for p, q in zip(corners, following, strict=True))
    return Polygon(y, C, corners, walls)


def _crossings(i, y, C, b):
    """Where the plane meets the four edges of the box along axis i."""
    j, k = (a for a in range(3) if a != i)
    for p in (0.0, C):
        for q in (0.0, C):
            value = (b - y[j] * p - y[k] * q) * y[i]
            if -_SAME * C <= value <= C * (1.0 + _SAME):
                point = np.zeros(3)
                point[[i, j, k]] = np.clip(value, 0.0, C), p, q
                yield point


def _apart(p, q, C):
    return np.abs(p - q).max() > _SAME * C


def _wall(p, q, C):
    """ "x₂ = 0": the bound that both corners meet."""
    for i in range(3):
        for bound, name in ((0.0, "0"), (C, "C")):
            if abs(p[i] - bound) <= _SAME * C and abs(q[i] - bound) <= _SAME * C:
                return f"x{subscript(i + 1)} = {name}"
    return ""


def box_edges(C):
    """The twelve edges of the box (12, 2, 3)."""
    corners = np.array([[i >> 2 & 1, i >> 1 & 1, i & 1] for i in range(8)], dtype=np.float64)
    return C * np.array(
        [(p, q) for a, p in enumerate(corners) for q in corners[a + 1 :] if abs(p - q).sum() == 1]
    )


def hidden(edges, y, C):
    """Which of the edges (12, 2, 3) end at the corner farthest from who looks along y (12,)."""
    far = np.where(y > 0.0, 0.0, C)
    return (edges == far).all(axis=2).any(axis=1)


def outlines(polygon, lowest, value, gradient, curvature):
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


def lowest(product, y, C, b):
    """(0, 1 or 2: inside the polygon, on a wall, in a corner; x (3,)) of the minimiser of
    1/2 x'Qx - e'x; (None, None) where that is not clear. `product` (3,) -> Qx."""
    corners = cut(y, C, b).corners
    if len(corners) < 3:
        return None, None
    Q = np.column_stack([product(e) for e in np.eye(3)])

    def slope(x):
        return Q @ x - 1.0

    along, centre = basis(y), corners.mean(axis=0)
    bend = along.T @ Q @ along
    if np.linalg.cond(bend) < 1.0 / _CLEAR**3:
        x = centre - along @ np.linalg.solve(bend, along.T @ slope(centre))
        if min(x.min(), (C - x).min()) > _CLEAR * C:
            return 0, x
    following = np.roll(corners, -1, axis=0)
    for p, q in zip(corners, following, strict=True):
        edge, inward = q - p, centre - p
        curve = edge @ Q @ edge
        share = -slope(p) @ edge / curve if curve > 0.0 else np.inf
        x = p + share * edge if np.isfinite(share) else p
        if _CLEAR < share < 1.0 - _CLEAR and _uphill(slope(x), inward):
            return 1, x
    for before, x, after in zip(np.roll(corners, 1, axis=0), corners, following, strict=True):
        if _uphill(slope(x), before - x) and _uphill(slope(x), after - x):
            return 2, x
    return None, None


def _uphill(slope, way):
    return slope @ way > _CLEAR * np.linalg.norm(slope) * np.linalg.norm(way)
