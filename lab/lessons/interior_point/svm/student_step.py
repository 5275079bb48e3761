"""A student's step in the svm scene: the boundary of its machine beside the reference's."""

from __future__ import annotations

import numpy as np

from lab.checking.parting import LOOK
from lab.checking.task import Own
from lab.drawing.level_sets import level_lines, ragged_rows
from lab.lessons.interior_point.student_steps import WAYS
from lab.lessons.interior_point.svm.view import biases, build_view, feasible
from widgets import Lines, ragged


def _boundary(view, yours):
    """h = 0 of the machine of each frame."""
    x, y, places = view.grid()
    shown, frame = np.unique(yours, axis=0, return_inverse=True)
    problem = view.run.problem
    signed = feasible(problem, shown) * problem.y
    kernel = problem.kernel.values
    middle = biases(signed @ kernel(problem.X, problem.X), problem.y).mean(axis=1)
    values = signed @ kernel(problem.X, places.reshape(-1, 2)) + middle[:, None]
    lines = level_lines(x, y, values.reshape(-1, *places.shape[:2]), (0.0,))[0.0]
    columns, offsets = ragged_rows(lines, frame.ravel())
    return {"points": [Lines(*(ragged(c, offsets) for c in columns), **LOOK)]}


#: Rounding turns the low-cost method's way where points are many.
_WAYS = {name: way for name, way in WAYS.items() if name != "low-cost-direction"}
OWN = Own(_WAYS, build_view, "points", marks=_boundary)
