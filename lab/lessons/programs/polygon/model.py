"""Scene `polygon` in numbers: a program of two variables whose half-planes are drawn by hand, the
methods on it, and the table of frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import cosdg, sindg

from lab import Knob, Run
from lab.datasets.edges_by_hand import (
    edited_rows,
    only,
    rows_drawn,
    tidy,
    with_edge,
    with_rows,
    words_of,
)
from lab.datasets.points_by_hand import Cloud, cloud_of
from lab.drawing.geometry import HERO, window
from lab.drawing.half_planes import Shape, shape_of
from lab.knobs import budget_knob, clock_knob
from lab.lessons.programs.common import METHODS, RULES, TOL, BaseCase, own_program, solve_all
from lab.programs.knob import program_knob
from lab.scenes.frames import Frames, remembered
from solvers import InputError, Program, Result, central_path
from solvers.checks import locked
from widgets.edits import Tools

#: Where the arrow of the objective begins, how long it is, and how near to a corner, an edge or
#: its head a stroke must begin that takes it along, as shares of the window.
_ARROW, _LENGTH, _NEAR = (0.1, 0.1), 0.08, 0.02
#: A window of the plane, ((low, high) per axis).
Box = tuple[tuple[float, float], tuple[float, float]]
#: The curvature at 1: round level sets would show no method's weakness.
CURVED = np.array([[1.0, 0.4], [0.4, 0.5]])
#: Corners that a window without edges holds: the size of the pentagon.
_BLANK = np.array([[-2.4, -1.9], [2.2, 2.0]])
#: So many times further than before any edits may corners lie, to be in the window.
_FAR = 2.5

GALLERY = {
    "pentagon": "pentagon",
    "needle": "needle",
    "thirty": "thirty sides",
    "tight": "tight corner",
    "degenerate": "degenerate corner",
    "empty": "empty",
    "open": "open, with an optimum",
    "ajar": "open, without one",
    "blank": "blank: draw one",
}


def _around(angles, reach):
    """Rows (m, 3) of half-planes with these outward normals, in degrees, at these distances."""
    angles = np.asarray(angles, dtype=np.float64)
    return np.column_stack([cosdg(angles), sindg(angles), np.broadcast_to(reach, angles.size)])


_ROWS = {
    "pentagon": _around([350.0, 62.0, 128.0, 205.0, 282.0], [2.0, 1.6, 1.8, 2.1, 1.5]),
    "needle": _around([89.0, 271.0, 180.0], [0.04, 0.04, 2.2]),
    "thirty": _around(np.arange(5.0, 365.0, 12.0), 2.0),
    "tight": _around([80.0, 286.0, 180.0, 93.0], [0.8, 0.42, 2.4, 0.8]),
    "degenerate": np.array([
        [1.0, 0.0, 1.2], [0.0, 1.0, 0.9], [0.8, 0.6, 1.5], [0.6, 0.8, 1.44], [-1.0, 0.0, 2.0],
        [0.0, -1.0, 1.3], [-0.8, 0.6, 1.7],
    ]),
    "empty": _around([20.0, 140.0, 262.0, 330.0], [-0.5, -0.3, -0.2, 1.5]),
    "open": _around([60.0, 130.0, 345.0, 15.0], [1.6, 1.5, 1.8, 1.9]),
    "ajar": _around([120.0, 165.0, 230.0, 290.0], [1.2, 1.6, 1.8, 1.3]),
    "blank": np.empty((0, 3)),
}  # fmt: skip
#: From where to where the central path is drawn, as shares of the scale, and at how many points.
_PATH = np.geomspace(30.0, 1e-5, 60)
#: Distances below this share of the numbers are rounding; below the second the answer touches.
_ROUNDING, HELD = 1e-9, 1e-5


def by(names: tuple[str, ...], **more: tuple) -> tuple[dict[str, tuple], ...]:
    """Where one of these methods is in the picture."""
    return tuple({knob: names, **more} for knob in ("method", "compare"))


def cornered(names: tuple[str, ...], **more: tuple) -> tuple[dict[str, tuple], ...]:
    """The same, where there is an edge."""
    beginnings = {"gallery": _BEGINNINGS}, {"not points": ("",)}, {"not program": ("",)}
    return tuple(rule for one in beginnings for rule in by(names, **one, **more))


_DRAWN = {"program": ("",)}
_BEGINNINGS = tuple(name for name in GALLERY if name != "blank")
KNOBS = (
    Knob("gallery", "choice", "pentagon", "Gallery", options=tuple(GALLERY.items()), primary=True,
         help="The polygon before any edits.", when=_DRAWN),
    Knob("turn", "linear", 15.0, "Objective", 0.0, 360.0, primary=True, periodic=True, when=_DRAWN,
         help="The direction in which F falls, in degrees; the arrow in the picture."),
    Knob("bend", "linear", 0.0, "Curvature", 0.0, 2.0, primary=True, when=_DRAWN,
         help="Of F: 0 is a linear program; above it a quadratic one, its levels ellipses."),
    Knob("method", "choice", "simplex", "Method", options=METHODS.options, primary=True,
         help="Whose steps the sentence describes."),
    Knob("compare", "several", ("mehrotra", "pdhg"), "Against", options=METHODS.options,
         apart="method", primary=True, help="Rivals, on the same clock."),
    Knob("rotation", "integer", 0, "Rotation", 0, 359, when={**_DRAWN, "gallery": _BEGINNINGS},
         help="Of the gallery's edges, in degrees, before any edits."),
    Knob("rule", "choice", "largest", "Simplex leaves", options=RULES, help="Which edge it leaves.",
         when=cornered(("simplex",), bend=(0.0,))),
    Knob("start", "integer", 5, "Start at corner", 0, 30, when=cornered(("simplex", "active_set")),
         help="Where simplex and the active set begin, counted around; 0: in the middle, as the "
         "others."),
    clock_knob("iterations", "work", seconds=False,
               help="A step is a pivot, a factorisation, a cut, two products: not the same work."),
    budget_knob(300, 5, 3000),
    Knob("points", "edits", "", "Own edges",
         help="Words such as +(1,0,2), the edge x₁ ≤ 2, x3, without edge 3, and 3+(1,0,2), edge 3 "
         "elsewhere.", of=("gallery", "program")),
    program_knob("A program of two variables: a file, or lab.program(problem); empty: the "
                 "gallery."),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Case(BaseCase):
    """What is drawn and solved in the plane; cloud: the rows (a_1, a_2, b) of the half-planes
    a'x <= b, those of class -1 a'x >= b, and their numbers."""

    cloud: Cloud
    box: Box
    noun: str = "edge"

    @property
    def names(self) -> list[str]:
        """What each edge is called: as its file has it, or by its number."""
        own = self.own.names if self.own else ()
        return [own[k - 1] if k <= len(own) else str(k) for k in self.cloud.numbers]

    @property
    def arrow(self) -> np.ndarray:
        """The two ends (2, 2) of the arrow of the objective: the direction in which it falls."""
        low, high = np.transpose(self.box)
        tail = low + np.array(_ARROW) * (high - low)
        return np.array([tail, tail - _LENGTH * (high - low).max() * _unit(self.problem.c)])

    def handles(self) -> np.ndarray:
        """Where each edge (m, 2) is taken: the middle of its part of the region, or the point of
        its line that is nearest to the middle of the window."""
        middle = np.mean(self.box, axis=1)
        free = middle + self.shape.slack(middle)[:, None] * self.shape.normals
        sides = self.shape.sides(self.box).mean(axis=1)
        return np.where(np.isfinite(sides), sides, free)


def _unit(v):
    return v / (np.linalg.norm(v) or 1.0)


def base_of(settings: Mapping[str, Any]) -> Cloud:
    """The `Cloud` of rows before any edits."""
    if settings["program"]:
        rows = own_program(settings["program"], 2).rows
    else:
        rows, turned = _ROWS[settings["gallery"]].copy(), settings["rotation"]
        cosine, sine = cosdg(turned), sindg(turned)
        rows[:, :2] @= np.array([[cosine, sine], [-sine, cosine]])
    return cloud_of(rows, np.ones(len(rows)))


def cloud_at(settings: Mapping[str, Any]) -> Cloud:
    """The `Cloud` of rows, edits included."""
    return edited_rows(base_of(settings), settings["points"])


def case_of(settings: Mapping[str, Any]) -> Case:
    """The `Case` that the knobs ask for."""
    # A file may be another by now: what was made of it is not remembered.
    region = _region(settings) if settings["program"] else _region_of_gallery(settings)
    # A right angle has no share of the other axis: np.cos(np.radians(90)) is 6e-17.
    c = -np.array([cosdg(settings["turn"]), sindg(settings["turn"])])
    Q = settings["bend"] * CURVED
    own = own_program(settings["program"], 2) if settings["program"] else None
    if own:
        c, Q = own.own.c, own.own.Q
    elif not settings["bend"]:
        Q = None
    linear = region.linear.with_objective(c)
    problem = linear if Q is None else Program(c, region.A, region.b, Q=Q)
    return Case(cloud=region.cloud, shape=region.shape, problem=problem, box=region.box, own=own)


@dataclass(frozen=True, slots=True, eq=False)
class _Region:
    """What is drawn whatever the objective; A (m, 2), b (m,): the edges as a'x <= b; linear: a
    program of them."""

    cloud: Cloud
    linear: Program
    A: np.ndarray
    b: np.ndarray
    shape: Shape
    box: Box


def _region(settings):
    cloud, base = cloud_at(settings), base_of(settings).X
    A, b = cloud.y[:, None] * cloud.X[:, :2], cloud.y * cloud.X[:, 2]
    shape = shape_of(A, b)
    box = _box(shape, shape_of(base[:, :2], base[:, 2]))
    locked((cloud.X, cloud.y, cloud.numbers, A, b))
    locked((shape.normals, shape.reach, shape.corners, shape.meeting))
    return _Region(cloud, Program(np.zeros(2), A, b), A, b, shape, box)


_region_of_gallery = remembered(_region)


def _box(shape, base):
    """The window: all corners of before any edits, so that it does not move, and those near."""
    points = base.corners if len(base.reach) else _BLANK
    if len(points) < 3:
        points = np.vstack([points, base.reach[:, None] * base.normals])
    far = np.linalg.norm(shape.corners - points.mean(axis=0), axis=1)
    reach = np.linalg.norm(points - points.mean(axis=0), axis=1).max()
    near = shape.corners[far <= _FAR * reach]
    return window(np.vstack([points, near]), 0.16, HERO, least=1e-3 * shape.size)


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The methods of the knobs, and the central path."""
    case = case_of(settings)
    k, corners = settings["start"], case.shape.corners
    x0 = corners[(k - 1) % len(corners)] if k and len(corners) else None
    results = solve_all(case.problem, settings, cancelled, x0)
    return Run(case.problem, results, extra=shown(case, results, x0))


def shown(case: BaseCase, results: Mapping[str, Result], x0: np.ndarray | None) -> dict[str, Any]:
    """What the panels draw in addition to the results, and where simplex began."""
    return {"case": case, "centre": central_points(case, results), "x0": x0}


def central_points(case: BaseCase, results: Mapping[str, Result]) -> np.ndarray | None:
    """The central path (60, 2) of a program that has an answer and an inside, else None."""
    scales = [r.certificate.scale for r in results.values() if np.isfinite(r.certificate.gap)]
    if not scales:
        return None
    try:
        return central_path(case.problem, _PATH * max(scales)).x
    except InputError:
        return None


def frames(run: Run) -> Frames:
    """The table of a run in the plane, or in space: T frames, n variables, m edges or facets.

    x (T, n): the main method's iterate; F (T,): the objective there, feasible or not; distance
    (T, m): of it from each edge, negative beyond. off, nearest (T,): how far it is beyond an edge,
    0 where it is feasible, and which. reached (T,): the row of the main method's trace, ended (T,):
    whether it is the last. label: the main method's name; noun: what a row of A is called; lengths
    (m,): of these rows. answer (n,): the point that is proved best. ray: the proof that there is
    no answer: weights of the edges (m,), which sum to 1, or a direction (n,) of length 1; None
    where there is an answer.
    """
    f = Frames.of_traces(run, tolerance=TOL, methods=METHODS, most=160)
    case = run.extra["case"]
    f.facts(
        case=case,
        noun=case.noun,
        lengths=np.linalg.norm(run.problem.A, axis=1),
        label=METHODS[run.main].label,
        answer=tidied(case, run.result.x),
        ray=_ray(run.result),
    )
    f.columns(
        x=f.path(run.main)[f.row_shown],
        F=lambda f: _objective(run.problem, f.x),
        distance=lambda f: case.shape.slack(f.x),
        off=_off,
        nearest=lambda f: f.distance.argmin(axis=1) if f.distance.size else np.zeros(len(f), int),
        reached=f.row_shown,
        ended=f.row_shown == len(run.trace.iteration) - 1,
    )
    return f


def _objective(problem, x):
    """F at points (T, n)."""
    curved = 0.0 if problem.Q is None else 0.5 * ((x @ problem.Q) * x).sum(axis=1)
    return x @ problem.c + curved


def tidied(case: BaseCase, x: np.ndarray) -> np.ndarray:
    """x (n,) with 0 in place of rounding."""
    return np.where(np.abs(x) <= _ROUNDING * case.shape.size, 0.0, x)


def _ray(result):
    ray = result.dual.get("ray")
    if result.status not in ("infeasible", "unbounded") or ray is None:
        return None
    return ray / (ray.sum() if result.status == "infeasible" else np.linalg.norm(ray))


def _off(f):
    over = np.maximum(0.0, -f.distance.min(axis=1, initial=np.inf))
    return np.where(over > _ROUNDING * f.case.shape.size, over, 0.0)


def holding(f: Frames) -> np.ndarray:
    """Which edges (m,) the proved point touches."""
    return np.abs(f.case.shape.slack(f.answer)) <= HELD * f.case.shape.size


def weights(f: Frames) -> np.ndarray:
    """The weights (m,) of the edges in the contradiction, of sum 1."""
    y = f.ray * f.lengths
    return y / y.sum()


def tools(settings: Mapping[str, Any]) -> Tools:
    """What may be done: draw a region, add, move and erase edges, move corners, turn the arrow."""
    cloud = cloud_at(settings)
    return Tools(
        "plane",
        (("move", None, "Move"), ("draw", "region", "Draw"), ("add", 1, "Add edge"),
         ("erase", None, "Erase edge")),
        (("a₁", None), ("a₂", None), ("b", None), ("side", ((1, "a'x ≤ b"), (-1, "a'x ≥ b")))),
        cloud.rows,
        drag="move",
        shift=3,
        noun="edge",
        clears=True,
        empty=not len(cloud),
    )  # fmt: skip


def edit(settings: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, str | float]:
    """The knobs that an action turns."""
    base, cloud, do = base_of(settings), cloud_at(settings), action["do"]
    if do == "clear":
        return _anew(settings, [])
    if do == "rows":
        return {"points": words_of(base, with_rows(base, cloud, action["rows"]))}
    if action.get("panel") != "plane" or (do == "erase" and not len(cloud)):
        return {}
    if do == "draw":
        return _anew(settings, rows_drawn(action["places"], bool(action["closed"])))
    case, here = case_of(settings), np.array([action["x"], action["y"]])
    if do == "add":
        cloud = with_edge(cloud, _side(_away(case, here), here))
    elif do == "erase":
        rest = np.arange(len(cloud)) != np.abs(case.shape.slack(here)).argmin()
        cloud = Cloud(cloud.X[rest], cloud.y[rest], cloud.numbers[rest], cloud.own)
    else:
        found = _grip(case, np.array([action["x0"], action["y0"]]))
        if found == 0 and not settings["program"]:
            x, y = here - case.arrow[0]
            return {"turn": round(float(np.degrees(np.arctan2(y, x))) % 360.0, 1)}
        if not found:
            return {}  # a stroke from a method's point moves nothing
        cloud = _moved(case, found - 1, here)
    return {"points": words_of(base, cloud)}


def _anew(settings, rows):
    """The knobs that leave only these rows; the objective of a program from a file stays."""
    begin = {} if settings["program"] else {"gallery": "blank"}
    base = base_of(settings | begin)
    return begin | {"points": words_of(base, only(base, rows))}


def _away(case, here):
    """The outward normal (2,) of a new edge through `here`."""
    corners = case.shape.corners
    away = here - (corners if len(corners) > 2 else np.transpose(case.box)).mean(axis=0)
    return _unit(away) if away.any() else np.array([1.0, 0.0])


def _side(normal, here):
    """The row of the edge through `here` with this outward normal."""
    return (*normal, normal @ here, 1.0)


def _grip(case, start):
    """What a stroke moves that begins at `start`: 0, the arrow, or 1 + the place of a corner or an
    edge among all of them; None where nothing is near."""
    tail, head = case.arrow
    share = (start - tail) @ (head - tail) / np.sum((head - tail) ** 2)
    on_arrow = tail + np.clip(share, 0.0, 1.0) * (head - tail)
    grips = np.vstack([on_arrow, case.shape.corners, case.handles()])
    far = np.linalg.norm(grips - start, axis=1)
    found = int(far.argmin())
    return found if far[found] <= _NEAR * np.ptp(case.box[0]) else None


def _moved(case, grip, here):
    """The `Cloud` after a corner, or an edge behind the corners, was taken to `here`."""
    edge, X, y = grip - len(case.shape.corners), case.cloud.X.copy(), case.cloud.y.copy()
    normals = {edge: case.shape.normals[edge]} if edge >= 0 else dict(_swung(case, grip, here))
    for i, normal in normals.items():
        *X[i], y[i] = tidy(_side(normal, here))
    return Cloud(X, y, case.cloud.numbers, case.cloud.own)


def _swung(case, corner, here):
    """(edge, its new normal) of the edges that meet in a corner which is moved: each turns about
    its other end."""
    shape = case.shape
    sides, old = shape.sides(((-1e3 * shape.size, 1e3 * shape.size),) * 2), shape.corners[corner]
    for i in np.flatnonzero(shape.meeting[corner]):
        ends = sides[i]
        if np.linalg.norm(ends[1] - ends[0]) > 1e-6 * shape.size:  # else it only touches the region
            x, y = here - ends[np.linalg.norm(ends - old, axis=1).argmax()]
            normal = _unit(np.array([-y, x]))
            yield i, normal if normal @ shape.normals[i] > 0.0 else -normal
