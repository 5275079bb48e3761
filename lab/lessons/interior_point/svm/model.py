"""Scenes `svm` and `svm-3d` in numbers: a support vector machine is trained on points of the plane
or of space; the points, the problem and its start, and the table of frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from lab.cached import kernel_values
from lab.data import Labelled
from lab.datasets.own_file import EDITED, OPTION, POINT_KNOBS
from lab.datasets.points_by_hand import (
    Cloud,
    clicked,
    cloud_of,
    cloud_tools,
    edited,
    parsed_edits,
    require_both,
    written,
)
from lab.drawing import surface
from lab.drawing.geometry import BEYOND, CELLS, HERO, grid, level_lines, window
from lab.drawing.text import subscript
from lab.experiment import Run
from lab.knobs import budget_knob, clock_knob, seed_knob
from lab.lessons.interior_point.common import (
    C_KNOB,
    KERNEL_KNOBS,
    METHODS,
    kernel_of,
    method_knobs,
    states,
)
from lab.lessons.interior_point.synthetic import KINDS, MOST, SYNTHETIC, labelled_of
from lab.scenes.frames import Frame, Frames, remembered
from solvers import KernelSVM, optimal_classes, project_knapsack, solve_smo
from widgets.edits import Tools
from widgets.knobs import Knob

#: The certified gap, as a share of the terms of q, at which methods stop.
TOL = 1e-6
#: The method with which the scenes open.
FIRST = "mehrotra"
#: Where no method starts from the answer without the last of a reader's own points.
_OWN_START = ({"points": ("",)}, {"warm": (False,)})
#: What the kernel's knobs are at first, for a curved boundary.
_CURVED = {"kernel": "gaussian", "gamma": 1.0}
_CLASSES = ((1, "+1"), (-1, "−1"))
#: Share of C up to which a projection moves an iterate by rounding alone.
_SAME = 1e-9
#: Sweeps that may pass for the answer before the last of a reader's own points.
_SWEEPS = 200
#: How far axes in space reach beyond all points, and places along each at which h is sampled.
SPACE, _PLACES = 0.08, 18
#: A boundary that sweeps less than this share of the picture hardly moves; where its pieces agree
#: so far in their direction it moves, else it bends, and a straight line turns, as it does anyhow
#: from these degrees on.
STILL, AGREED, TURNED = 0.004, 0.8, 2.0


def knobs(data: str) -> tuple[Knob, ...]:
    """The knobs of a scene that opens on the set `data`."""
    curved = (replace(knob, default=_CURVED.get(knob.name, knob.default)) for knob in KERNEL_KNOBS)
    return (
        C_KNOB,
        *curved,
        Knob("data", "choice", data, "Data", options=(*KINDS, OPTION),
             help="The first three are the kinds of Table 6-1."),
        *POINT_KNOBS,
        Knob("points", "edits", "", "Own points",
             help="Words such as +(0.5,-0.3), a point of class +1, and x17, without point 17.",
             of=EDITED),
        Knob("warm", "switch", True, "Start warm",
             help="From the answer without the last of your own points; off: from the method's "
             "own start.", when={"not points": ("",)}),
        Knob("method", "choice", FIRST, "Method", options=METHODS.options,
             help="Whose iterates the picture shows."),
        Knob("third", "choice", "margins", "Also show",
             options=(("margins", "margin against xᵢ"), ("bias", "the bias on its line")),
             help="The conditions of optimality, or the losses as a function of the bias."),
        Knob("n", "integer", 100, "Points n", 4, MOST,
             help="Of the synthetic set, before your own.", when=SYNTHETIC),
        Knob("noise", "linear", 0.2, "Noise", 0.0, 1.0, help="Width of the clouds.",
             when=SYNTHETIC),
        Knob("compare", "several", (), "Against", options=METHODS.options, apart="method",
             help="Rivals, in the panel of the gaps; each from the same start as the method."),
        *method_knobs("method", "compare", start=_OWN_START),
        clock_knob("iterations", "products with Q", seconds=False,
            help="An iteration is a factorisation, a product with Q or a pair of variables."),
        budget_knob(500, 5, 3000),
        seed_knob("the points"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """What is trained, and from where.

    cloud: the points. names: of the features. seen (k, d): all points that were ever there, for the
    axes. problem: the dual. x0 (n,): where every method starts, or None for its own start;
    last_edit: the one that x0 does not take into account.
    """

    cloud: Cloud
    names: tuple[str, ...]
    seen: np.ndarray
    problem: KernelSVM
    x0: np.ndarray | None
    last_edit: object = None

    @property
    def has_new(self) -> bool:
        """Whether the last point is one that x0 does not take into account."""
        return self.x0 is not None and not isinstance(self.last_edit, int)


@remembered
def base_of(settings: Mapping[str, Any], dimension: int) -> Labelled:
    """The set of the knobs, without edits."""
    return labelled_of(settings, dimension)


def points_of(settings: Mapping[str, Any], dimension: int) -> Cloud:
    """The `Cloud` of the knobs, edits included; one class may be empty."""
    base = base_of(settings, dimension)
    return edited(cloud_of(base.X, base.y), parsed_edits(settings["points"], dimension))


def case_of(settings: Mapping[str, Any], dimension: int) -> Case:
    """The `Case` that the knobs ask for."""
    base, edits = base_of(settings, dimension), parsed_edits(settings["points"], dimension)
    whole = cloud_of(base.X, base.y)
    cloud = edited(whole, edits)
    require_both(cloud)
    seen = np.vstack([base.X, *(e[1] for e in edits if not isinstance(e, int))])
    warm = edits and settings["warm"]
    x0 = _padded(edited(whole, edits[:-1]), cloud, settings) if warm else None
    last = edits[-1] if edits else None
    return Case(cloud, base.features, seen, _problem(cloud, settings), x0, last)


def tools(settings: Mapping[str, Any], dimension: int) -> Tools:
    """What may be done with the points."""
    names = base_of(settings, dimension).features
    flat = dimension == 2
    return cloud_tools(names, _CLASSES, lambda: points_of(settings, dimension).rows(), flat=flat)


def edit(settings: Mapping[str, Any], action: Mapping[str, Any], dimension: int) -> dict[str, str]:
    """The knobs that an action turns."""
    if action["do"] == "rows":
        base = base_of(settings, dimension)
        return {"points": written(cloud_of(base.X, base.y), action["rows"])}
    if action["panel"] != "points" or dimension != 2:
        return {}
    return {"points": clicked(settings["points"], points_of(settings, 2), action)}


def _problem(cloud, settings):
    return KernelSVM(cloud.X, cloud.y, kernel_of(settings), settings["C"])


def _padded(before, now, settings):
    """The answer for `before` at the points of `now`: 0 for one that is new; what one that is gone
    leaves is shared by free points. No history: the knobs alone say what came before."""
    if 0 in before.counts():
        return np.zeros(len(now))
    # Pairs of variables end exactly at their bounds, which a start should not leave by a hair.
    x = solve_smo(_problem(before, settings), tol=TOL, max_iter=_SWEEPS, record_every=0).x
    known = dict(zip(before.numbers.tolist(), x.tolist(), strict=True))
    return _balanced(np.array([known.get(i, 0.0) for i in now.numbers.tolist()]), now.y, settings)


def _balanced(x, y, settings):
    """x with y'x = 0 by its free entries alone, where they can; else as it is, for the method to
    project."""
    C, free = settings["C"], (x > 0.0) & (x < settings["C"])
    rest = -float(y[~free] @ x[~free])
    plus = np.count_nonzero(y[free] > 0.0)
    if -C * (np.count_nonzero(free) - plus) <= rest <= C * plus:
        x[free] = project_knapsack(x[free], y[free], C, rest)
    return x


def solve(
    settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None, dimension: int = 2
) -> Run:
    """The method of the knobs and its rivals, all from the same start."""
    case = case_of(settings, dimension)
    common = {"x0": case.x0, "tol": TOL, "max_iter": settings["budget"], "cancelled": cancelled}
    main = settings["method"]
    names = (main, *(name for name in settings["compare"] if name != main))
    results = {name: METHODS[name].run(case.problem, settings, **common) for name in names}
    return Run(case.problem, results, extra={"case": case})


def frames(run: Run, most: int = 120, names: Mapping[str, str] | None = None) -> Frames:
    """The table of at most `most` frames: T of them, which show R rows of the main method's trace,
    of n points; names: clock -> what it counts.

    x (T, n): the certified point; projected (T, n): which of its entries the method's own iterate
    does not have; h (T, n): the decision values; bias (T, 2): between which all biases give the
    same least sum of losses, middle (T,): the one in use; state (T, n): ZERO, FREE or BOUNDED, the
    last row's as far as proved where the method has converged. mover (T,): the point whose x_i
    moved most, number (T,): how it is called, old_pull, pull (T,): its x_i in the frame before and
    in this one; row (T,): of the trace. first (R,): the frame in which a row appears first, shows
    (T,): which of the R rows each frame has. field (T, ...): the decision values on the `grid`, as
    `_grid` has it. kinds (n,): the states of the optimum, proved, -1 where they are not. top: how
    far up x_i is drawn. plane: whether the points are in the plane; what: separates the classes.
    """
    case, problem = run.extra["case"], run.problem
    name = (names or {}).get(run.settings["clock"])
    f = Frames.of_traces(
        run, tolerance=TOL, methods=METHODS, name=name, most=most, keep=max(2, most // 3)
    )
    row, first, shows = np.unique(f.row_shown, return_index=True, return_inverse=True)
    own = METHODS.iterates(run.main, run.trace)[row]
    x = feasible(problem, own)
    inner = (x * problem.y) @ problem.gram()
    bias = biases(inner, problem.y)
    h = inner + bias.mean(axis=1)[:, None]
    slope, kinds = problem.y * h - 1.0, optimal_classes(problem, run.result.x)
    state = states(x, problem.C, slope)
    if run.result.status == "converged":
        state[-1] = np.where(kinds < 0, state[-1], kinds)
    plane = case.cloud.X.shape[1] == 2
    f.facts(case=case, first=first, shows=shows, kinds=kinds, y=problem.y, C=problem.C,
            method=METHODS[run.main], label=METHODS[run.main].label, top=_top(x[-1], problem.C),
            plane=plane, grid=_grid(case), what="boundary" if plane else "surface")  # fmt: skip
    f.columns(
        x=x[shows],
        projected=lambda f: (~(np.abs(x - own) <= _SAME * problem.C))[shows],
        h=h[shows],
        bias=bias[shows],
        middle=lambda f: f.bias.mean(axis=1),
        state=state[shows],
        row=f.row_shown,
        mover=_movers,
        number=lambda f: case.cloud.numbers[f.mover],
        old_pull=lambda f: f.before("x")[np.arange(len(f)), f.mover],
        pull=lambda f: f.x[np.arange(len(f)), f.mover],
        field=lambda f: values_at(f, f.grid[1])[shows],
    )
    return f


def _top(last, C):
    """C, or less where all x_i of the last frame are far below C."""
    most = 1.6 * float(last.max())
    return most if 0.0 < most < 0.2 * C else C


def _movers(f):
    """The point (T,) whose x_i moved most since the frame before; in the first, the one just added,
    or else the largest."""
    first = f.x.shape[1] - 1 if f.case.has_new else np.argmax(f.x[0])
    return np.concatenate([[first], np.abs(np.diff(f.x, axis=0)).argmax(axis=1)])


def name_of(f: Frames, i: int, *frames: int) -> str:
    """The name of variable `i`, as its number among the points; with "(projected)" where the value
    shown in one of the frames is not that of the method's own iterate."""
    word = f"x{subscript(f.case.cloud.numbers[i])}"
    return f"{word} (projected)" if f.projected[list(frames), i].any() else word


def window_of(case: Case) -> tuple[tuple[float, float], ...]:
    """((low, high) per axis) around all points of the plane that were ever there."""
    return window(case.seen, margin=0.1, aspect=HERO)


def grid_of(case: Case) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(x, y, places) that cover the window and some more."""
    across, up = window_of(case)
    return grid(across, up, CELLS, BEYOND)


def values_at(f: Frames, points: np.ndarray) -> np.ndarray:
    """Decision values (R, ...) at `points` (..., d), of the rows that are shown."""
    flat = points.reshape(-1, points.shape[-1])
    K = kernel_values(f.run.problem.kernel, f.case.cloud.X, flat)
    values = (f.x[f.first] * f.y) @ K + f.middle[f.first][:, None]
    return values.reshape(-1, *points.shape[:-1])


def _grid(case):
    """(axes, places (..., d), inside (...)) of a grid, and which of its places are in the window;
    the axes in the order of the grid."""
    if case.cloud.X.shape[1] == 2:
        limits, (x, y, places) = window_of(case), grid_of(case)
        axes = (y, x)
    else:
        limits = surface.box_around(case.seen, SPACE)
        middles = (np.arange(_PLACES) + 0.5) / _PLACES
        axes = [low + (high - low) * middles for low, high in limits]
        places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    low, high = np.array(limits).T
    return axes, places, ((places >= low) & (places <= high)).all(axis=-1)


class Sweep(NamedTuple):
    """What h = 0 swept between two frames. kind: what is visible of it, "none", "comes", "goes",
    "stays", "turns", "moves" or "bends". plus, minus: the shares of the window that went to
    class +1 and to class -1. direction (d,): the mean of the directions in which its pieces went,
    of length 1 where they agree. most (d,): in which third of the picture, 0 to 2 along each axis,
    it swept most. turn: by how many degrees a straight line turned to the left, 0 for any other."""

    kind: str
    plus: float
    minus: float
    direction: np.ndarray
    most: np.ndarray
    turn: float


def sweep_of(frame: Frame) -> Sweep:
    """The `Sweep` from the frame before to this one."""
    f, (axes, places, inside) = frame.table, frame.grid
    old, new = frame.before.field, frame.field
    plus, minus = (old <= 0.0) & (new > 0.0) & inside, (new <= 0.0) & (old > 0.0) & inside
    swept, shares = plus | minus, (plus[inside].mean(), minus[inside].mean())
    # Where a place goes to class +1 the line passes it downhill.
    slopes = np.stack(np.gradient(0.5 * (old + new), *axes), axis=-1)
    slopes = slopes[..., ::-1] if f.plane else slopes
    downhill = (slopes * np.where(minus, 1.0, -1.0)[..., None])[swept]
    lengths = np.maximum(np.linalg.norm(downhill, axis=1, keepdims=True), 1e-300)
    direction = (downhill / lengths).sum(axis=0) / max(1, len(downhill))
    turn, agreed = _turn(f, frame), np.linalg.norm(direction) >= AGREED
    before, after = ((v[inside] > 0.0).any() and (v[inside] <= 0.0).any() for v in (old, new))
    cases = (
        ("none", not before and not after),
        ("comes", not before),
        ("goes", not after),
        ("stays", sum(shares) < STILL),
        ("turns", abs(turn) >= TURNED or (turn and not agreed)),
        ("moves", agreed),
        ("bends", True),
    )
    kind = next(name for name, holds in cases if holds)
    return Sweep(kind, *shares, direction, _thirds(places[swept], places[inside]), turn)


def _thirds(swept, seen):
    """The third along each axis (d,) of the part of the picture with most of the places (m, d)."""
    low, high = seen.min(axis=0), seen.max(axis=0)
    parts = np.clip(3.0 * (swept - low) / (high - low), 0.0, 2.0).astype(int)
    many = np.bincount(parts @ 3 ** np.arange(parts.shape[1]), minlength=1)
    return many.argmax() // 3 ** np.arange(parts.shape[1]) % 3


def _turn(f, frame):
    if f.run.settings["kernel"] != "linear" or not f.plane:
        return 0.0
    (a, b), (c, d) = ((one.x * f.y) @ f.case.cloud.X for one in (frame.before, frame))
    return float(np.degrees(np.arctan2(a * d - b * c, a * c + b * d)))


def boundary(run: Run, x: np.ndarray) -> np.ndarray:
    """The line h = 0 (P, 2) of the answer x (n,), NaN behind each piece."""
    return boundaries(run, x[None])[0]


def boundaries(run: Run, x: np.ndarray) -> list[np.ndarray]:
    """The lines h = 0 (P, 2) of answers x (R, n), NaN behind each piece."""
    problem, (xs, ys, places) = run.problem, grid_of(run.extra["case"])
    signed = x * problem.y
    bias = biases(signed @ problem.gram(), problem.y).mean(axis=1)
    values = signed @ problem.kernel.values(problem.X, places.reshape(-1, 2)) + bias[:, None]
    return level_lines(xs, ys, values.reshape(-1, *places.shape[:2]), (0.0,))[0.0]


def feasible(problem: KernelSVM, iterates: np.ndarray) -> np.ndarray:
    """Each iterate (R, n) projected on the feasible set, as the certificate does; one that is not
    a number shows the last that was."""
    x, last = np.empty_like(iterates), np.zeros(iterates.shape[1])
    for k, iterate in enumerate(iterates):
        last = problem.project(iterate) if np.isfinite(iterate).all() else last
        x[k] = last
    return x


def biases(inner: np.ndarray, y: np.ndarray) -> np.ndarray:
    """(low, high) (R, 2) of the biases with the least sum of losses, for h (R, n) without bias.

    The slope of that sum rises by 1 at each y_i - h_i, from -n_+: it is flat behind the n_+ th.
    """
    breaks = np.sort(y - inner, axis=1)
    plus = int(np.count_nonzero(y > 0.0))
    return breaks[:, [plus - 1, plus]]


def losses(f: Frames, biases: np.ndarray | None = None) -> np.ndarray:
    """The mean hinge loss (R, B) of the rows that are shown with each of the `biases` (B,); with
    their own (R, 1) by default."""
    moved = 0.0 if biases is None else biases - f.middle[f.first][:, None]
    margins = (f.y * f.h[f.first])[:, :, None] + f.y[:, None] * np.atleast_2d(moved)[:, None, :]
    return np.maximum(1.0 - margins, 0.0).mean(axis=1)
