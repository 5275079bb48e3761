"""Half-planes of the plane: corners, edges, and the region that they leave."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import InputError

#: Points nearer than this share of the size of the numbers are one, and touch an edge.
SAME = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The half-planes normals @ x <= reach, normals (m, 2) of length 1, reach (m,).

    corners (k, 2): counterclockwise. meeting (k, m): which edges pass through each. size: that of
    the numbers.
    """

    normals: np.ndarray
    reach: np.ndarray
    corners: np.ndarray
    meeting: np.ndarray
    size: float

    def slack(self, x: np.ndarray) -> np.ndarray:
        """The distance (..., m) of points x (..., 2) from each edge, negative beyond it."""
        return self.reach - x @ self.normals.T

    def sides(self, box: tuple[tuple[float, float], tuple[float, float]]) -> np.ndarray:
        """The part (m, 2, 2) of each line that borders the region inside `box` ((low, high) per
        axis); NaN where none does."""
        low, high = np.transpose(box)
        walls = np.vstack([self.normals, np.eye(2), -np.eye(2)])
        ends = np.concatenate([self.reach, high, -low])
        found = np.full((len(self.reach), 2, 2), np.nan)
        for i, (normal, reach) in enumerate(zip(self.normals, self.reach, strict=True)):
            foot, way = reach * normal, np.array([-normal[1], normal[0]])
            rise, clearance = walls @ way, ends - walls @ foot
            flat = np.abs(rise) <= SAME
            if (clearance[flat] < -SAME * self.size).any():
                continue
            with np.errstate(divide="ignore", invalid="ignore"):
                at = clearance / rise
            start = at[~flat & (rise < 0.0)].max(initial=-np.inf)
            stop = at[~flat & (rise > 0.0)].min(initial=np.inf)
            if start <= stop + SAME * self.size:
                found[i] = foot + np.outer([start, max(start, stop)], way)
        return found

    def region(self, box: tuple[tuple[float, float], tuple[float, float]]) -> np.ndarray:
        """The corners (k, 2), in order, of what the half-planes leave of `box`; none where it is
        empty."""
        (left, right), (low, high) = box
        here = [np.array(p) for p in ((left, low), (right, low), (right, high), (left, high))]
        for normal, reach in zip(self.normals, self.reach, strict=True):
            clearance = [reach - normal @ p for p in here]
            retained = []
            for k, (p, r) in enumerate(zip(here, clearance, strict=True)):
                q, s = here[k - 1], clearance[k - 1]
                if (r < 0.0) != (s < 0.0):
                    retained.append(q + s / (s - r) * (p - q))
                if r >= 0.0:
                    retained.append(p)
            here = retained
        return np.array(here).reshape(-1, 2)


def unit_rows(A: np.ndarray, b: np.ndarray, where: str, noun: str) -> tuple[np.ndarray, np.ndarray]:
    """(normals, reach): the sides A x <= b with rows of length 1; where, noun: "in the plane" a row
    is an "edge". InputError where one is zero."""
    length = np.linalg.norm(A, axis=1)
    if not length.all():
        raise InputError(
            f"A must have no row of zeros {where}, as that is no {noun}, got one at "
            f"{int(np.argmin(length))}; leave it out."
        )
    return A / length[:, None], b / length


def shape_of(A: np.ndarray, b: np.ndarray) -> Shape:
    """The `Shape` of the half-planes A x <= b, A (m, 2) without a zero row."""
    normals, reach = unit_rows(A, b, "in the plane", "edge")
    size = np.abs(reach).max(initial=0.0) or 1.0  # of a cone
    i, j = np.triu_indices(len(reach), 1)
    cross = normals[i, 0] * normals[j, 1] - normals[i, 1] * normals[j, 0]
    i, j, cross = (a[np.abs(cross) > SAME] for a in (i, j, cross))
    places = np.column_stack([
        (reach[i] * normals[j, 1] - reach[j] * normals[i, 1]) / cross,
        (normals[i, 0] * reach[j] - normals[j, 0] * reach[i]) / cross,
    ])  # fmt: skip
    slack = reach - places @ normals.T
    # Where two lines are nearly parallel, their meeting is less sure.
    sure = SAME * size / np.abs(cross)
    places = places[(slack >= -sure[:, None]).all(axis=1)]
    apart: list = []
    for p in places:
        if all(np.abs(p - q).max() > 1e-7 * size for q in apart):
            apart.append(p)
    corners = np.array(apart).reshape(-1, 2)
    if len(corners):
        around = np.arctan2(*(corners - corners.mean(axis=0)).T[::-1])
        corners = corners[np.argsort(around, kind="stable")]
    meeting = np.abs(reach - corners @ normals.T) <= 1e-7 * size
    return Shape(normals, reach, corners, meeting, size)
