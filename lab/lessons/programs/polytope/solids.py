"""Solids as half-spaces: a box, a dodecahedron, the cube of Klee and Minty."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from lab.lessons.programs.polygon.shape import SAME, Shape
from solvers import Program

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


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """What is drawn and solved, as `polygon.case.Case` of the plane."""

    shape: Shape
    problem: Program
    box: tuple
    noun: str = "facet"

    @property
    def names(self):
        """The number of each facet, in words."""
        return [str(k + 1) for k in range(len(self.shape.reach))]

    def edges(self):
        """The two ends (E, 2, 3) of each edge: corners that share two facets."""
        meeting, corners = self.shape.meeting.astype(int), self.shape.corners
        i, j = np.nonzero(np.triu(meeting @ meeting.T >= 2, 1))
        return np.stack([corners[i], corners[j]], axis=1)

    def triangles(self):
        """Triples (F, 3) of corners that cover all facets."""
        found = []
        for normal, held in zip(self.shape.normals, self.shape.meeting.T, strict=True):
            here = np.flatnonzero(held)
            away = self.shape.corners[here] - self.shape.corners[here].mean(axis=0)
            side = np.cross(normal, away[0])
            order = here[np.argsort(np.arctan2(away @ side, away @ away[0]))]
            found += [(order[0], a, b) for a, b in pairwise(order[1:])]
        return np.array(found)


def case_of(settings):
    """The `Case` that the knobs ask for."""
    rows = SOLIDS[settings["gallery"]].astype(np.float64)
    A, b = rows[:, :3], rows[:, 3]
    length = np.linalg.norm(A, axis=1)
    normals, reach, corners = A / length[:, None], b / length, []
    for triple in combinations(range(len(b)), 3):
        N = normals[list(triple)]
        if abs(np.linalg.det(N)) < 1e-6:
            continue
        p = np.linalg.solve(N, reach[list(triple)])
        if (normals @ p <= reach + SAME).all() and all(abs(p - q).max() > 1e-7 for q in corners):
            corners.append(p)
    corners = np.array(corners)
    meeting = np.abs(reach - corners @ normals.T) <= 1e-7
    turn, lift = np.radians(settings["turn"]), np.radians(settings["lift"])
    way = np.array([np.cos(lift) * np.cos(turn), np.cos(lift) * np.sin(turn), np.sin(lift)])
    low, high = corners.min(axis=0), corners.max(axis=0)
    box = tuple(zip((low - 0.15).tolist(), (high + 0.15).tolist(), strict=True))
    return Case(Shape(normals, reach, corners, meeting, 1.0), Program(-way, A, b), box)
