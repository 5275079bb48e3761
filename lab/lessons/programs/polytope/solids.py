"""Solids as half-spaces: a box, a dodecahedron, the cube of Klee and Minty, a program's own."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from lab.lessons.programs.drawn_program import Drawn, own_program
from lab.lessons.programs.polygon.shape import SAME, Shape
from solvers import InputError, Program

#: How far the cube of Klee and Minty is squeezed: its longest walk goes up all the way.
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


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """What is drawn and solved, as `polygon.case.Case` of the plane. drawn: the `Shape` of what
    the window leaves of the solid, its six walls behind the facets."""

    shape: Shape
    problem: Program
    box: tuple
    drawn: Shape
    noun: str = "facet"
    own: Drawn | None = None

    @property
    def names(self):
        """What each facet is called: as its file has it, or by its number."""
        return self.own.names if self.own else [str(k + 1) for k in range(len(self.shape.reach))]

    @property
    def axes(self):
        """What the three variables are called."""
        return self.own.own.column_names if self.own else ("x₁", "x₂", "x₃")

    def edges(self):
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

    def triangles(self):
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


def case_of(settings):
    """The `Case` that the knobs ask for."""
    turn, lift = np.radians(settings["turn"]), np.radians(settings["lift"])
    way = np.array([np.cos(lift) * np.cos(turn), np.cos(lift) * np.sin(turn), np.sin(lift)])
    c, Q, rows = -way, None, SOLIDS[settings["gallery"]].astype(np.float64)
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
    return Case(shape, Program(c, A, b, Q=Q), box, drawn, own=own)


def _solid(A, b):
    """The `Shape` of the half-spaces A x <= b: where three planes meet inside all others."""
    length = np.linalg.norm(A, axis=1)
    if not length.all():
        raise InputError(
            "A must have no row of zeros in space, as that is no facet, got one at "
            f"{int(np.argmin(length))}; leave it out."
        )
    normals, reach, corners = A / length[:, None], b / length, []
    size = max(1.0, np.abs(reach).max())
    three = np.array(list(combinations(range(len(b)), 3)), dtype=int).reshape(-1, 3)
    three = three[np.abs(np.linalg.det(normals[three])) > 1e-6]
    places = np.linalg.solve(normals[three], reach[three][:, :, None])[:, :, 0]
    for p in places[(places @ normals.T <= reach + SAME * size).all(axis=1)]:
        if all(abs(p - q).max() > 1e-7 * size for q in corners):
            corners.append(p)
    corners = np.array(corners).reshape(-1, 3)
    meeting = np.abs(reach - corners @ normals.T) <= 1e-7 * size
    return Shape(normals, reach, corners, meeting, size)
