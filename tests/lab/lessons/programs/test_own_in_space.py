"""A reader's program in space: the solid is that of its rows and bounds, every end is stated, and
a refusal names the scene for what is not drawn."""

import numpy as np
import pytest
from scenes import mark, marks, solver_of
from scipy.spatial import ConvexHull

import lab
from lab.lessons.programs.common import METHODS
from lab.lessons.programs.polytope import EXPERIMENT, case_of
from solvers import InputError, Program
from widgets.fields import at

solved = solver_of(EXPERIMENT)
EYE = np.eye(3)


def given(c, A=None, b=None, **more):
    """The settings of this program."""
    return {"program": lab.program(Program(np.array(c, dtype=float), A, b, **more))}


def tent(n=8):
    """A pyramid over n corners: n facets meet at its top (0, 0, 2), one of them is there twice, and
    one plane only touches that top."""
    turn = 2.0 * np.pi * np.arange(n) / n
    A = np.column_stack([np.cos(turn), np.sin(turn), np.full(n, 0.5)])
    A = np.vstack([A, 3.0 * A[:1], [0.0, 0.0, 1.0]])
    return given([0.1, 0.2, -1.0], A, np.append(np.ones(n), [3.0, 2.0]), lower=[-9.0, -9.0, 0.0])


def test_case_in_small_units_has_all_its_corners():
    """Corners 1e-8 apart are not one, where the solid is no larger."""
    case = case_of(EXPERIMENT.settings(given([-1.0, 0.0, 0.0], EYE, np.full(3, 2e-8), lower=0.0)))
    assert (len(case.shape.corners), len(case.edges())) == (8, 12)
    assert np.ptp(np.array(case.box), axis=1).max() < 4e-8


def test_a_pyramid_whose_top_is_tied_is_drawn_whole():
    settings = tent()
    case = case_of(EXPERIMENT.settings(settings))
    assert (len(case.shape.corners), len(case.edges())) == (9, 16)
    triangles = case.drawn.corners[np.unique(np.sort(case.triangles(), axis=1), axis=0)]
    a, b, c = np.moveaxis(triangles, 1, 0)
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    assert area == pytest.approx(ConvexHull(case.shape.corners).area)
    run, scene = solved(**settings, compare=tuple(METHODS)[1:])
    assert run.problem.certify(run.result.x, **run.result.dual).holds(1e-6)
    assert run.result.x == pytest.approx([0.0, 0.0, 2.0]) and "facets" in scene.captions[-1]


def test_an_open_solid_ends_at_the_window_and_its_ray_is_shown():
    settings = given([-1.0, 0.0, -0.1], -EYE, np.zeros(3))
    case = case_of(EXPERIMENT.settings(settings))
    assert (case.shape.corners == 0.0).all() and len(case.edges()) == 3
    run, scene = solved(**settings)
    assert run.result.status == "unbounded" and "no facet is met" in scene.captions[-1]
    (ray,) = marks(scene, "space", "the ray without an end")
    ends = [np.ravel([at(getattr(ray, v + e), len(scene) - 1) for v in "xyz"]) for e in "01"]
    way = ends[1] - ends[0]
    assert (way >= -1e-9).all() and run.problem.c @ way < 0.0
    assert np.isnan(at(ray.x1, 0)).all() or len(scene) == 1


def test_an_empty_region_is_proved_and_nothing_is_drawn():
    settings = given([1.0, 0.0, 0.0], np.vstack([EYE, -np.ones((1, 3))]), [1.0, 1.0, 1.0, -4.0])
    run, scene = solved(**settings)
    assert run.result.status == "infeasible" and "× facet r1" in scene.captions[-1]
    assert not len(mark(scene, "space", "feasible").faces)


def test_the_active_set_solves_a_curved_program():
    run, scene = solved(**given([-2.0, -1.0, 0.0], upper=np.full(3, 0.8), lower=-np.ones(3), Q=EYE))
    assert run.main == "active_set" and run.result.x == pytest.approx([0.8, 0.8, 0.0], abs=1e-6)
    assert "F falls this way at 0" in {m.label for m in scene.panels[0].marks}


@pytest.mark.parametrize("n", [1, 2, 4, 30])
def test_another_number_of_variables_names_another_scene(n):
    there = "programs/polygon" if n == 2 else "programs/race"
    words = f"must have three variables and no equations .* got {n} variables; pass it to {there}"
    settings = given(np.ones(n), upper=np.ones(n), lower=np.zeros(n))
    with pytest.raises(InputError, match=words):
        lab.run("polytope", **settings)
    assert lab.run(there, **settings).result.status == "converged"
    with pytest.raises(InputError, match="got 3 variables; pass it to programs/polytope"):
        lab.run("polygon", **given(np.ones(3), upper=np.ones(3)))


BAD = [
    (given([1.0, 1.0, 1.0], A_eq=[[1.0, 1.0, 1.0]], b_eq=[1.0]), "got 1 equations; pass it to pro"),
    (given([1.0, 1.0, 1.0]), "must have 1 to 60 rows and bounds to be drawn in space, got 0"),
    (given(np.ones(3), np.ones((61, 3)), np.ones(61)), "got 61; pass it to programs/race"),
    (given(np.ones(3), np.zeros((1, 3)), np.ones(1)), "A must have no row of zeros in space"),
    ({"program": "[1]"}, "program must be a file that is there"),
]


@pytest.mark.parametrize(("settings", "words"), BAD)
def test_bad_input_is_one_sentence(settings, words):
    with pytest.raises(InputError, match=words) as caught:
        lab.run("polytope", **settings)
    assert "\n" not in str(caught.value)
