"""The svm-3d scene: surfaces lie where h = 0, in the box, within their budget."""

import numpy as np
import pytest
from scenes import cases, solver_of

from lab.drawing import surface
from lab.lessons.interior_point import svm_3d
from lab.lessons.interior_point.svm.model import frames
from solvers import InputError, decision_function
from widgets import Mesh, at
from widgets.pack import pack

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {},
    {"kernel": "linear", "data": "overlapping", "compare": ["smo"]},
    {"kernel": "linear", "method": "smo", "n": 40, "third": "bias"},
    {"data": "nonlinear", "method": "modified", "budget": 200},
    {"data": "moons", "kernel": "polynomial", "coef0": 1.0, "n": 60, "method": "smo"},
    {"gamma": 10.0, "n": 150, "noise": 1.0},
    {"data": "duplicates", "points": "+(0.5,0.5,0) x4", "n": 50},
]
BOX = [(-1.0, 1.0), (-2.0, 2.0), (0.0, 3.0)]


solved = solver_of(svm_3d.EXPERIMENT)
case, run, scene, _ = cases(solved, CASES)


def corners(mark, k):
    return np.column_stack([at(f, k) for f in (mark.x, mark.y, mark.z)])


def mesh(scene):
    (found,) = [m for p in scene.panels for m in p.marks if isinstance(m, Mesh)]
    return found


def feasible(run, row):
    return run.problem.project(run.trace.snapshots["iterate"][row])


def drawn(vertices):
    """Whether the corners span anything: what is missing has shrunk to a point."""
    return np.ptp(vertices, axis=0).max() > 0.0


def viewed(run):
    return frames(run, svm_3d.FRAMES[run.settings["kernel"] != "linear"])


def away(run, x, places):
    """How far each of the `places` (a, 3) is from h = 0: |h| over its slope there."""
    step = 1e-5
    h = decision_function(run.problem, x, places)
    moved = [decision_function(run.problem, x, places + step * e) - h for e in np.eye(3)]
    return abs(h) / (np.linalg.norm(moved, axis=0) / step)


def test_the_surface_lies_where_the_decision_function_is_zero(run, scene):
    view, found, seen = viewed(run), mesh(scene), 0
    sides = [np.diff(axis.range)[0] for axis in scene.panels[0].axes()]
    for k in {0, len(scene) // 2, len(scene) - 1}:
        vertices, x = corners(found, k), feasible(run, view.row[k])
        if not drawn(vertices):
            continue
        off = away(run, x, vertices)
        if run.settings["kernel"] == "linear":
            assert off.max() < 1e-9 * max(sides)
        else:  # coarse grids round corners off
            assert np.quantile(off, 0.9) < 0.07 * max(sides)
        seen += 1
    assert seen > 0


def test_a_surface_elsewhere_would_be_noticed():
    run, scene = solved()
    vertices, x = corners(mesh(scene), len(scene) - 1), run.result.x
    right, other = (np.median(away(run, x, v)) for v in (vertices, vertices + 0.3))
    assert 5.0 * right < other


def test_budgets_of_frames_vertices_and_bytes(run, scene):
    found = mesh(scene)
    curved = run.settings["kernel"] != "linear"
    assert len(scene) <= (24 if curved else 120)
    assert len(corners(found, 0)) <= 900 and found.faces.max() < len(corners(found, 0))
    assert sum(map(len, pack(scene)[1].moving.values())) <= 400_000


def test_each_point_is_drawn_once_in_the_style_of_its_state(run, scene):
    view = viewed(run)
    names = ("zero", "free", "at C")
    found = [m for m in scene.panels[0].marks if m.label.partition(",")[0] in names]
    assert len({m.symbol for m in found}) == len(found) == 6
    for k in (0, len(scene) - 1):
        state = view.state[k]
        total = 0
        for m in found:
            sign = 1.0 if m.label.endswith("+1") else -1.0
            rows = (state == names.index(m.label.partition(",")[0])) & (run.problem.y == sign)
            assert np.array_equal(corners(m, k), run.problem.X[rows])
            total += rows.sum()
        assert total == run.problem.y.size


def test_axes_hold_all_points_and_the_surface(run, scene):
    axes = scene.panels[0].axes()
    low, high = np.array([a.range for a in axes]).T
    assert ((low < run.problem.X) & (high > run.problem.X)).all()
    for k in (0, len(scene) - 1):
        vertices = corners(mesh(scene), k)
        assert ((low - 1e-9 <= vertices) & (vertices <= high + 1e-9)).all()


def test_outlines_of_the_margins_lie_on_them():
    run, scene = solved(kernel="linear", data="separable", C=10.0)
    k = len(scene) - 1
    for level, words in ((1.0, "h = +1"), (-1.0, "h = −1")):
        line = next(m for m in scene.panels[0].marks if m.label == words)
        h = decision_function(run.problem, feasible(run, len(run.trace) - 1), corners(line, k))
        assert h == pytest.approx(level, abs=1e-9)


def test_clicks_are_for_the_plane_and_the_table_for_space():
    settings = svm_3d.EXPERIMENT.settings({"n": 20})
    click = {"do": "add", "what": 1, "panel": "points", "x": 0.0, "y": 0.0}
    assert svm_3d.EXPERIMENT.click(settings, click) == {}
    tools = svm_3d.EXPERIMENT.tools(settings)
    assert not tools.options and [words for words, _ in tools.columns][-1] == "class"
    rows = [*tools.rows()[1:], [0.1, 0.2, 0.3, -1]]
    turned = svm_3d.EXPERIMENT.click(settings, {"do": "rows", "rows": rows})
    assert turned == {"points": "x1 -(0.1,0.2,0.3)"}
    run, _ = solved(points="+(0.1,0.2,0.3) x1", n=20)
    assert run.problem.X.shape == (20, 3) and run.problem.X[-1].tolist() == [0.1, 0.2, 0.3]
    with pytest.raises(InputError, match=r"such as \+\(0.5,-0.3,1\)"):
        solved(points="+(0.1,0.2)", n=20)


# Surfaces of known functions


def test_a_sphere_is_found_closed_and_round():
    def ball(points):
        return (1.0 - (points**2).sum(axis=1))[None]

    vertices, faces = surface.curved(ball, [(-1.5, 1.5)] * 3)
    radius = np.linalg.norm(vertices[0], axis=1)
    assert abs(radius - 1.0).max() < 0.06 and len(vertices[0]) <= 900
    a, b, c = (vertices[0][faces[:, i]] for i in range(3))
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    assert area == pytest.approx(4.0 * np.pi, rel=0.08)
    names = np.unique(np.round(vertices[0], 9), axis=0, return_inverse=True)[1].ravel()[faces]
    names = names[(np.diff(np.sort(names, axis=1), axis=1) > 0).all(axis=1)]
    edges = np.sort(names[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    assert (np.unique(edges, axis=0, return_counts=True)[1] == 2).all()


def test_each_frame_has_the_surface_of_its_own_function():
    rise = np.random.default_rng(0).standard_normal((4, 3))

    def waves(points, rows=slice(None)):
        return np.sin(rise[rows] @ points.T) + np.cos(points[:, 0]) - 0.3

    found, faces = surface.curved(waves, [(-1.9, 1.9)] * 3)
    back, _ = surface.curved(lambda points: waves(points, slice(None, None, -1)), [(-1.9, 1.9)] * 3)
    assert np.array_equal(found, back[::-1]) and faces.max() == found.shape[1] - 1
    for k, vertices in enumerate(found):
        assert np.abs(waves(vertices, [k])).max() < 0.1 and np.ptp(vertices, axis=0).min() > 1.0


def test_a_function_without_zeros_has_no_surface():
    vertices, _ = surface.curved(lambda points: np.ones((2, len(points))), BOX)
    assert np.ptp(vertices, axis=1).max() == 0.0
    polygons = surface.flat(np.array([[0.0, 0.0, 1.0]]), np.array([-7.0]), BOX)
    assert np.isnan(polygons).all()
    assert np.ptp(surface.hidden(polygons, BOX), axis=1).max() == 0.0


def test_a_rugged_function_stays_within_the_budget():
    rng = np.random.default_rng(0)
    vertices, _ = surface.curved(lambda points: rng.standard_normal((3, len(points))), BOX)
    assert vertices.shape[1] <= surface.MOST


@pytest.mark.parametrize("seed", range(20))
def test_planes_cut_the_box_in_convex_polygons(seed):
    rng = np.random.default_rng(seed)
    normal, inside = rng.standard_normal(3), rng.uniform(*np.array(BOX).T)
    (polygon,) = surface.flat(normal[None], np.array([-normal @ inside]), BOX)
    assert polygon @ normal == pytest.approx(normal @ inside)
    low, high = np.array(BOX).T
    assert ((low - 1e-12 <= polygon) & (polygon <= high + 1e-12)).all()
    walls = np.isclose(polygon, low) | np.isclose(polygon, high)
    assert (walls.sum(axis=1) >= 2).all()  # corners lie on edges of the box
    sides = np.roll(polygon, -1, axis=0) - polygon
    turns = np.cross(sides, np.roll(sides, -1, axis=0)) @ normal
    assert (turns >= -1e-9).all() or (turns <= 1e-9).all()
