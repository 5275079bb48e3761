"""Scene `polytope`: a program in space, where a rule decides how many corners are visited: a box, a
dodecahedron, the cube of Klee and Minty, or a reader's program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from scipy.special import cosdg, sindg

from lab import Experiment, Knob, Run
from lab.drawing.geometry import axes, moving, polyline, up_to
from lab.drawing.half_planes import SAME, Shape, unit_rows
from lab.knobs import budget_knob
from lab.lessons.programs.common import METHODS, RULES, BaseCase, own_program, solve_all
from lab.lessons.programs.polygon.model import by, frames, shown
from lab.lessons.programs.polygon.picture import (
    WORDS,
    at_the_end,
    gaps,
    numbers,
    products,
    student_steps,
)
from lab.prediction import asked
from lab.programs.knob import preview, program_knob
from lab.race.methods import STUDENT
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from solvers import InputError, Program
from widgets import (
    Arrows,
    Layout,
    Lines,
    Mesh,
    Panel,
    Path,
    Points,
    Question,
)

#: How far the cube of Klee and Minty is squeezed: its longest path goes up all along.
_SQUEEZE = 0.3
_GOLDEN = 0.5 * (1.0 + 5.0**0.5)


def _signed(*points):
    """These points and their opposites."""
    return np.array([s * np.array(p) for p in points for s in (1.0, -1.0)])


_CUBE = _signed((1, 0, 0), (0, 1, 0), (0, 0, 1))
_TWELVE = _signed((0, 1, _GOLDEN), (0, 1, -_GOLDEN), (1, _GOLDEN, 0), (1, -_GOLDEN, 0),
                  (_GOLDEN, 0, 1), (-_GOLDEN, 0, 1))  # fmt: skip
_KLEE = np.array([
    [-1, 0, 0, 0], [1, 0, 0, 1], [_SQUEEZE, -1, 0, 0], [_SQUEEZE, 1, 0, 1],
    [0, _SQUEEZE, -1, 0], [0, _SQUEEZE, 1, 1],
])  # fmt: skip
#: name -> rows (a, b) of a'x <= b.
SOLIDS = {
    "klee": _KLEE,
    "box": np.column_stack([_CUBE, [1.4, 1.0, 1.0, 1.2, 0.8, 0.7]]),
    "dodecahedron": np.column_stack([_TWELVE, np.full(12, 2.0)]),
}
NAMES = {"klee": "Klee and Minty's cube", "box": "box", "dodecahedron": "dodecahedron"}


#: So many rows an own program may have: each three of them may meet in a corner.
_MOST = 60
#: How far the window reaches beyond the corners, as a share of their extent.
_BEYOND = 0.15
#: What marks the methods in space, where there are no triangles and crosses.
_SYMBOLS = ("circle", "square", "diamond", "circle-open", "square-open", "diamond-open")
_DRAWN = {"program": ("",)}
KNOBS = (
    Knob("gallery", "choice", "klee", "Gallery", options=tuple(NAMES.items()), primary=True,
         help="The solid.", when=_DRAWN),
    Knob("rule", "choice", "bland", "Simplex leaves", options=RULES, primary=True,
         help="Which facet it leaves.", when=by(("simplex",))),
    Knob("turn", "linear", 0.0, "F falls: turn", 0.0, 360.0, primary=True, periodic=True,
         help="The direction in which F falls, round the upright axis, in degrees.", when=_DRAWN),
    Knob("lift", "linear", 90.0, "F falls: lift", -90.0, 90.0, primary=True,
         help="The same, above the horizon; 90: straight up.", when=_DRAWN),
    Knob("method", "choice", "simplex", "Method", options=METHODS.options, primary=True,
         help="Whose steps the sentence describes."),
    Knob("compare", "several", ("mehrotra", "pdhg"), "Against", options=METHODS.options,
         apart="method", primary=True, help="Rivals, on the same clock."),
    budget_knob(300, 5, 3000),
    program_knob("A program of three variables: a file, or lab.program(problem); empty: the "
                 "gallery."),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Case(BaseCase):
    """What is drawn and solved in space; drawn: the `Shape` of what the window leaves of the
    solid, its six walls behind the facets."""

    drawn: Shape
    noun: str = "facet"

    @property
    def names(self) -> Sequence[str]:
        """What each facet is called: as its file has it, or by its number."""
        return self.own.names if self.own else [str(k + 1) for k in range(len(self.shape.reach))]

    def edges(self) -> np.ndarray:
        """The two ends (E, 2, 3) of each edge: corners that share two facets."""
        corners, normals = self.drawn.corners, self.shape.normals
        meeting = self.drawn.meeting[:, : len(normals)]
        shared = meeting.astype(int) @ meeting.T.astype(int)
        pairs = [
            (i, j)
            for i, j in zip(*np.nonzero(np.triu(shared >= 2, 1)), strict=True)
            if np.linalg.matrix_rank(normals[meeting[i] & meeting[j]], SAME) > 1
        ]
        return corners[np.array(pairs, dtype=int).reshape(-1, 2)]

    def triangles(self) -> np.ndarray:
        """Triples (F, 3) of corners that cover all facets."""
        found, corners = [], self.drawn.corners
        for normal, held in zip(self.shape.normals, self.drawn.meeting.T, strict=False):
            here = np.flatnonzero(held)
            if len(here) < 3:
                continue
            away = corners[here] - corners[here].mean(axis=0)
            side = np.cross(normal, away[0])
            order = here[np.argsort(np.arctan2(away @ side, away @ away[0]))]
            found += [(order[0], a, b) for a, b in pairwise(order[1:])]
        return np.array(found, dtype=int).reshape(-1, 3)


def case_of(settings: Mapping[str, Any]) -> Case:
    """The `Case` that the knobs ask for."""
    turn, lift = settings["turn"], settings["lift"]
    down = np.array([cosdg(lift) * cosdg(turn), cosdg(lift) * sindg(turn), sindg(lift)])
    c, Q, rows = -down, None, SOLIDS[settings["gallery"]].astype(np.float64)
    own = own_program(settings["program"], 3) if settings["program"] else None
    if own:
        c, Q, rows = own.own.c, own.own.Q, own.rows
    if not 1 <= len(rows) <= _MOST:
        raise InputError(
            f"program must have 1 to {_MOST} rows and bounds to be drawn in space, got "
            f"{len(rows)}; pass it to programs/race."
        )
    A, b = rows[:, :3], rows[:, 3]
    shape = _solid(A, b)
    points = shape.corners
    if len(points) < 4:
        points = np.vstack([points, shape.reach[:, None] * shape.normals, np.zeros(3)])
    low, high = points.min(axis=0), points.max(axis=0)
    extent = (high - low).max()
    pad = _BEYOND * (extent if extent > 1e-6 * shape.size else shape.size)
    box = tuple(zip((low - pad).tolist(), (high + pad).tolist(), strict=True))
    walls = np.vstack([np.eye(3), -np.eye(3)])
    drawn = _solid(np.vstack([A, walls]), np.concatenate([b, high + pad, pad - low]))
    return Case(shape=shape, problem=Program(c, A, b, Q=Q), box=box, drawn=drawn, own=own)


def _solid(A, b):
    """The `Shape` of the half-spaces A x <= b: where three planes meet inside all others."""
    (normals, reach), corners = unit_rows(A, b, "in space", "facet"), []
    size = np.abs(reach).max() or 1.0  # of a cone
    three = np.array(list(combinations(range(len(b)), 3)), dtype=int).reshape(-1, 3)
    three = three[np.abs(np.linalg.det(normals[three])) > 1e-6]
    places = np.linalg.solve(normals[three], reach[three][:, :, None])[:, :, 0]
    for p in places[(places @ normals.T <= reach + SAME * size).all(axis=1)]:
        if all(abs(p - q).max() > 1e-7 * size for q in corners):
            corners.append(p)
    corners = np.array(corners).reshape(-1, 3)
    meeting = np.abs(reach - corners @ normals.T) <= 1e-7 * size
    return Shape(normals, reach, corners, meeting, size)


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The methods of the knobs; simplex and the active set begin in the worst corner."""
    case = case_of(settings)
    corners = case.shape.corners
    worst = corners[(corners @ case.problem.c).argmax()] if len(corners) else None
    results = solve_all(case.problem, settings, cancelled, worst)
    return Run(case.problem, results, extra=shown(case, results, worst))


def space(f: Frames) -> Panel:
    """Facets, edges, the arrow of the objective, central path, the methods' paths."""
    case = f.case
    corners, extent = case.drawn.corners, np.ptp(case.box, axis=1)
    middle = corners.mean(axis=0) if len(corners) else np.mean(case.box, axis=1)
    rise = 0.25 * extent.min() * case.problem.c / (np.linalg.norm(case.problem.c) or 1.0)
    marks = [
        Mesh(*corners.T, faces=case.triangles(), tone="muted", opacity=0.12, label="feasible"),
        Lines(*polyline(case.edges()).T, tone="ink", width=1.5, label="edges"),
        _arrow(middle, middle - rise, tone="ink", width=2.5,
               label="F falls this way" if case.problem.Q is None else "F falls this way at 0"),
        *_centre(f),
        *_paths(f),
        *_ray(f, extent.max()),
    ]  # fmt: skip
    return Panel(
        "From corner to corner, or through the middle",
        marks,
        *axes(case.axes, case.box),
        key="space",
        hint="drag to turn",
        legend={"central path": "central path"}
        | {METHODS[name].label: METHODS[name].label for name in f.run.results},
    )


def _arrow(start, stop, **style):
    """One arrow from (x, y, z) to (x, y, z)."""
    names = ("x0", "y0", "z0", "x1", "y1", "z1")
    return Arrows(**dict(zip(names, (*start, *stop), strict=True)), **style)


def _ray(f, size):
    """The ray without an end."""
    if f.run.result.status == "unbounded":
        start = f.run.result.x
        ends = ([at_the_end(f, [v]) for v in x] for x in (start, start + size * f.ray))
        yield _arrow(*ends, tone="good", width=5.0, label="the ray without an end")


def _centre(f):
    x = f.run.extra["centre"]
    if x is not None:
        yield Path(*x.T, tone="muted", width=4.0, ghost=False, label="central path",
                   future=True)  # fmt: skip


def _paths(f):
    places = [*METHODS, STUDENT]
    for name in (*f.rivals, f.run.main):
        label, tone, dash = METHODS[name]
        rows, path, main = f.rows[name], f.path(name), name == f.run.main
        yield Path(**up_to(path, rows), tone=tone, dash=dash, label=label,
                   width=5.0 if main else 3.0)  # fmt: skip
        yield Points(**moving(path[rows]), tone=tone, label=label,
                     symbol=_SYMBOLS[places.index(name) % len(_SYMBOLS)], size=7.0)  # fmt: skip


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _visits(f))


def _visits(f):
    """How many corners simplex visits; asked where it is the main method."""
    if f.run.main != "simplex" or f.run.result.status != "converged" or len(f) < 3:
        return None
    x, count = f.path("simplex"), len(f.case.shape.corners)
    if count < 4:
        return None
    visited = len(np.unique(np.round(x, 6), axis=0))
    share = visited / count
    return Question(
        0,
        f"Simplex begins in the worst of {count} corners. How many will it visit?",
        ("at most half of them", "more than half, but not all", "all of them"),
        int(share > 0.5) + int(share == 1.0),
        f"It visits {visited}. The rule decides: on Klee and Minty's cube one goes up through "
        "all corners, another straight to the top.",
        "visits",
        ("products", "gap"),
    )


PANELS = {"space": space, "products": products, "gap": gaps}


_LAYOUT = Layout("space", ("products", "gap"))
scene = scene_of(frames, PANELS, WORDS, _LAYOUT, questions, numbers)


EXPERIMENT = Experiment(
    "polytope",
    "A program in space",
    "How many corners does one rule visit, and how many another?",
    KNOBS,
    solve,
    scene,
    student_steps=student_steps("space"),
    previews=preview,
    measures={"corners": lambda run: len(run.extra["case"].shape.corners)},
    vary={"gallery": list(NAMES), "rule": [name for name, _ in RULES]},
    first='Play; then set "Simplex leaves" to "most negative multiplier".',
    see=(
        "One rule visits every corner of a squeezed cube, another goes straight to the optimum; "
        "an interior-point method passes no corner."
    ),
)
