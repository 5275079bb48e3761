"""The solids in space are whole, a rule visits all corners of one, and what is drawn is there."""

import numpy as np
import pytest
from scenes import assert_light, mark, solver_of
from scipy.optimize import linprog
from scipy.spatial import ConvexHull

from lab.lessons.programs.common import METHODS
from lab.lessons.programs.polytope import EXPERIMENT, NAMES, case_of
from widgets.fields import at

solved = solver_of(EXPERIMENT)
COUNTS = {"klee": (8, 12), "box": (8, 12), "dodecahedron": (20, 30)}


@pytest.mark.parametrize("gallery", NAMES)
def test_corners_edges_and_facets_are_those_of_the_solid(gallery):
    case = case_of(EXPERIMENT.settings({"gallery": gallery}))
    corners, edges = case.shape.corners, case.edges()
    assert (len(corners), len(edges)) == COUNTS[gallery]
    assert len(corners) - len(edges) + len(case.names) == 2
    hull = ConvexHull(corners)
    assert len(hull.vertices) == len(corners)
    a, b, c = (corners[k] for k in case.triangles().T)
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    assert area == pytest.approx(hull.area)
    ends = np.sort(np.linalg.norm(edges[:, 0] - edges[:, 1], axis=1))
    assert gallery != "dodecahedron" or ends == pytest.approx(np.full(30, ends[0]))


@pytest.mark.parametrize(
    ("turn", "lift", "zeros"), [(0, 90, 2), (90, 0, 2), (30, 90, 2), (180, 40, 1)]
)
def test_case_right_angles_give_costs_that_are_zero(turn, lift, zeros):
    c = case_of(EXPERIMENT.settings({"turn": turn, "lift": lift})).problem.c
    assert np.count_nonzero(c == 0.0) == zeros and np.linalg.norm(c) == pytest.approx(1.0)


def test_klee_minty_cube_one_rule_visits_all_corners_another_two():
    visited = {}
    for rule in ("bland", "largest", "steepest"):
        run, _ = solved(rule=rule, compare=())
        x = run.trace.snapshots["iterate"]
        assert (np.diff(x @ run.problem.c) < 0.0).all()  # F falls with each pivot
        visited[rule] = len(np.unique(np.round(x, 6), axis=0))
    assert visited == {"bland": 8, "largest": 2, "steepest": 2}


@pytest.mark.parametrize("gallery", NAMES)
def test_every_method_finds_the_corner_that_is_best(gallery):
    run, scene = solved(gallery=gallery, turn=30.0, lift=20.0, compare=tuple(METHODS)[1:])
    p = run.problem
    best = linprog(p.c, p.A, p.b, bounds=[(None, None)] * 3).fun
    for name, result in run.results.items():
        proof = p.certify(result.x, **result.dual)
        assert result.status == "converged" and proof.holds(1.01e-6), name
        assert proof.bound - 1e-9 <= best, name
        assert best <= proof.objective + 1e-9 or proof.infeasibility > 0.0, name
        assert abs(proof.objective - best) <= 1.01e-6 * proof.scale, name
    assert_light(scene, 240)


def test_interior_points_pass_through_the_middle():
    run, scene = solved(method="mehrotra", compare=("simplex",))
    slack = (run.problem.b - run.trace.snapshots["iterate"][:3] @ run.problem.A.T).min(axis=1)
    assert (slack > 0.0).all() and (slack[:2] > 0.05).all()
    arrow, shown = mark(scene, "space", "F falls this way"), "xyz"
    way = np.ravel([at(getattr(arrow, f"{v}1"), 0) - at(getattr(arrow, f"{v}0"), 0) for v in shown])
    assert way / np.linalg.norm(way) == pytest.approx(-run.problem.c)
    path = mark(scene, "space", "Mehrotra")
    assert at(path.z, len(scene) - 1)[-1] == pytest.approx(1.0, abs=1e-4)
    assert "facet" in scene.captions[-1] and "edge" not in " ".join(scene.captions)
