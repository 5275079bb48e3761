"""Where the machines of the bags scene decide: their boundary and the edges of the band, as lines,
planes, or lines on slices of space."""

from __future__ import annotations

import numpy as np

from lab.cached import kernel_values
from lab.drawing.geometry import wider
from lab.drawing.level_sets import level_lines, ragged_rows
from lab.drawing.text import number
from lab.lessons.mi_odm.bags.view import SVM
from lab.lessons.mi_odm.levels import SQUARE, SQUARE_EDGE, SQUARE_FACES, lines, planes
from solvers import Linear
from widgets import Lines, Mesh, Path, Segments, moved, ragged, row

_GRID, _COARSE, _SLICES = (70, 38), 26, 5


def decision_levels(view):
    """(level, look): the boundary, then the edges of the band and of its mirror image."""
    theta = view.problem.theta
    levels = [(0.0, {"tone": "ink", "width": 2.5})]
    for level in (1.0 - theta, 1.0 + theta)[: 1 if theta == 0.0 else 2]:
        dash = "solid" if level <= 1.0 else "longdash"
        style = {"tone": "good", "width": 1.3, "dash": dash}
        levels += [(level, style), (-level, style)]
    return levels


def level_marks(view):
    """The marks of all levels, the rival learner's boundary first."""
    linear, d = isinstance(view.problem.kernel, Linear), view.case.points.shape[1]
    if linear:
        return _straight(view) if d == 2 else _flat(view)
    return _curved(view) if d == 2 else _sliced(view)


def _plane_of(a, problem):
    """(w (T, d), intercept (T,)) of machines a (T, J) with a linear kernel."""
    return a @ problem.points, problem.kernel.bias * a.sum(axis=1)


def _svm_plane(view):
    w, b = _plane_of(view.svm.a[None], view.problem)
    return w, b + view.svm.bias


def _straight(view):
    box = wider(view.box())
    if view.svm is not None:
        (x0, y0), (x1, y1) = lines(*_svm_plane(view), 0.0, box)[0]
        yield Segments([x0], [y0], [x1], [y1], tone=SVM["tone"], dash=SVM["dash"], width=2.0,
                       label=f"{SVM['label']}: f = 0", future=True)  # fmt: skip
    w, b = _plane_of(view.a, view.problem)
    for level, style in decision_levels(view):
        ends = lines(w, b, level, box)
        parts = (row(ends[:, i, j, None]) for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)))
        yield Segments(*parts, label=f"f = {number(level, 2)}", **style)


def _flat(view):
    box = view.box()
    if view.svm is not None:
        A, foot = planes(*_svm_plane(view), 0.0, box)
        yield Path(*(SQUARE_EDGE @ A[0].T + foot[0]).T, ghost=False, tone=SVM["tone"],
                   dash=SVM["dash"], label=f"{SVM['label']}: f = 0", future=True)  # fmt: skip
    w, b = _plane_of(view.a, view.problem)
    A, foot = planes(w, b, 0.0, box)
    yield Mesh(moved(SQUARE, A, foot), faces=SQUARE_FACES, tone="main", opacity=0.3, label="f = 0")
    for level, style in decision_levels(view):
        A, foot = planes(w, b, level, box)
        edge = moved(SQUARE_EDGE, A, foot)
        yield Path(edge, ghost=False, label=f"f = {number(level, 2)}", **style)


def _grid(view):
    """x, y and the places (n, 2) of a grid around the instances."""
    x, y = (np.linspace(*ends, n) for ends, n in zip(wider(view.box()), _GRID, strict=True))
    return x, y, np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def boundary(view, a, style):
    """The marks of f = 0 of machines a (T, J) in the plane."""
    (x, y, places), problem = _grid(view), view.problem
    shown, frame = np.unique(a, axis=0, return_inverse=True)
    values = shown @ problem.kernel.values(problem.points, places)
    found = level_lines(x, y, values.reshape(-1, y.size, x.size), [0.0])[0.0]
    columns, offsets = ragged_rows(found, frame.ravel())
    return [Lines(*(ragged(v, offsets) for v in columns), **style)] if columns.size else []


def _curved(view):
    """Level lines of every frame on a grid."""
    (x, y, places), problem = _grid(view), view.problem
    shape = (-1, y.size, x.size)
    if view.svm is not None:
        (line,) = level_lines(x, y, view.svm.values(places).reshape(shape), [0.0])[0.0]
        label = f"{SVM['label']}: f = 0"
        yield Lines(*line.T, tone=SVM["tone"], dash=SVM["dash"], label=label, future=True)
    values = (view.a @ kernel_values(problem.kernel, problem.points, places)).reshape(shape)
    levels = decision_levels(view)
    found = level_lines(x, y, values, [level for level, _ in levels])
    for level, style in levels:
        columns, offsets = ragged_rows(found[level], range(len(values)))
        if columns.size:
            fields = (ragged(v, offsets) for v in columns)
            yield Lines(*fields, label=f"f = {number(level, 2)}", **style)


def _sliced(view):
    """The lines f = 0 on parallel slices of space."""
    problem = view.problem
    x, y = (np.linspace(*ends, _COARSE) for ends in view.box()[:2])
    low, high = problem.points[:, 2].min(), problem.points[:, 2].max()
    flat = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    heights = np.linspace(low, high, _SLICES)
    places = [np.column_stack([flat, np.full(len(flat), z)]) for z in heights]
    if view.svm is not None:
        pieces = [_slice(view.svm.values(at)[None], x, y, at[0, 2])[0] for at in places]
        yield Lines(*np.concatenate(pieces).T, tone=SVM["tone"], dash=SVM["dash"], width=1.5,
                    label=f"{SVM['label']}: f = 0, in slices", future=True)  # fmt: skip
    values = (view.a @ problem.kernel.values(problem.points, at) for at in places)
    slices = [_slice(v, x, y, z) for v, z in zip(values, heights, strict=True)]
    frames = [np.concatenate([s[k] for s in slices]) for k in range(len(view))]
    columns, offsets = ragged_rows(frames, range(len(view)))
    fields = (ragged(v, offsets) for v in columns)
    yield Lines(*fields, tone="ink", width=2.5, opacity=0.9, label="f = 0, in slices")


def _slice(values, x, y, z):
    """The vertices (n, 3) of f = 0 at the height z, for every frame's values (ny nx,)."""
    lines = level_lines(x, y, values.reshape(-1, y.size, x.size), [0.0])[0.0]
    return [np.column_stack([line, np.full(len(line), z)]) for line in lines]
