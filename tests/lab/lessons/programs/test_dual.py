"""The dual's polygon: corners are edges, edges corners; multipliers and x meet at the optimum."""

import numpy as np
import pytest
from scenes import mark, marks, panel, solver_of

from lab.lessons.programs.common import METHODS
from lab.lessons.programs.polygon.model import GALLERY, frames
from lab.lessons.programs.polygon.picture import EXPERIMENT
from widgets.fields import at

solved = solver_of(EXPERIMENT)


def seen(scene, k, label):
    """The points (n, 2) of the marks of that label in the dual at frame k."""
    places = [np.column_stack([at(m.x, k), at(m.y, k)]) for m in marks(scene, "dual", label)]
    return np.vstack(places)


def seen_from(run, scene):
    """The point that the dual is seen from: half-planes n'x <= b have their corners n / (b - n'o)
    there."""
    A, b = run.problem.A, run.problem.b
    length = np.linalg.norm(A, axis=1)
    reach = np.linalg.norm(seen(scene, 0, "an edge"), axis=1) ** -1
    inside = np.linalg.lstsq(A / length[:, None], b / length - reach, rcond=None)[0]
    assert (b - A @ inside) / length == pytest.approx(reach, abs=1e-9)
    return inside, A / length[:, None] / reach[:, None]


@pytest.mark.parametrize("gallery", sorted(GALLERY.keys() - {"empty", "blank"}))
def test_its_corners_are_the_edges_and_its_edges_the_corners(gallery):
    run, scene = solved(gallery=gallery)
    inside, places = seen_from(run, scene)
    assert seen(scene, 0, "an edge") == pytest.approx(places)
    hull = seen(scene, 0, "the dual's polygon")
    for corner in run.extra["case"].shape.corners:  # a line that holds an edge of the hull
        over = hull[:-1] @ (corner - inside)
        assert over.max() == pytest.approx(1.0) and (over > 1.0 - 1e-6).sum() >= 2
    known = np.vstack([places, np.zeros((1, 2))])
    assert all(np.abs(known - p).max(axis=1).min() < 1e-12 for p in hull)


@pytest.mark.parametrize("method", ["simplex", "active_set", "mehrotra", "path_following"])
def test_point_and_line_meet_on_the_ray_at_the_optimum(method):
    run, scene = solved(method=method, compare=(), turn=33.0, gallery="degenerate")
    inside, places = seen_from(run, scene)
    at_frame, line = frames(run), mark(scene, "dual", "x as a line")
    met = 0
    for k in range(len(scene)):
        ends = np.column_stack([at(line.x, k), at(line.y, k)])
        if np.isfinite(ends).all():
            met += 1
            assert ends @ (at_frame.x[k] - inside) == pytest.approx([1.0, 1.0], abs=1e-6)
    x, c = at_frame.x[-1] - inside, run.problem.c
    point = seen(scene, len(scene) - 1, METHODS[method].label)[-1]
    assert met and (places @ x).max() == pytest.approx(1.0, abs=1e-4)
    assert point @ x == pytest.approx(1.0, abs=1e-4) and point @ c < 0.0
    assert point @ np.array([c[1], -c[0]]) == pytest.approx(0.0, abs=1e-4)


def test_the_multipliers_of_every_method_are_a_point_of_the_polygon():
    run, scene = solved(compare=tuple(METHODS)[1:])
    corners, known = run.extra["case"].shape.corners - seen_from(run, scene)[0], set()
    for name in run.results:
        points = [seen(scene, k, METHODS[name].label)[-1] for k in range(len(scene))]
        over = np.max([p @ corners.T for p in points if np.isfinite(p).all()] or [[0.0]])
        assert over <= 1.0 + 1e-9, name
        known |= {name} if over else set()
    assert known >= {"simplex", "active_set", "mehrotra", "path_following", "pdhg", "admm"}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"bend": 0.5}, "F is curved: its dual has x as a variable"),
        ({"gallery": "empty"}, "No point is strictly inside the edges"),
        ({"points": "x1 x2 x3 x4 x5 +(1,0,1) -(1,0,-1)"}, "All edges are parallel"),
    ],
)
def test_where_there_is_no_polygon_it_says_so(settings, words):
    shown = panel(solved(**settings)[1], "dual")
    assert words in shown.subtitle and not shown.marks
