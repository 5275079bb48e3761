"""The margins scene says what the trace says, and its machines are what they are called."""

import re

import numpy as np
import pytest
from scenes import cases, lightness, mark, solver_of
from scipy.optimize import linprog
from sklearn.svm import SVC

import lab
from lab.drawing.geometry import SQUARE_EDGE, planes, wider
from lab.drawing.text import read
from lab.lessons.mi_odm.common import histogram, lines, staircase
from lab.lessons.mi_odm.margins import picture as margins
from lab.lessons.mi_odm.margins.model import HARD, angle, frames, margins_of
from lab.lessons.mi_odm.synthetic import STRAY, two_clouds
from solvers import FreeMeanODM, InputError
from widgets import at

pytestmark = pytest.mark.filterwarnings("error")

SWEEPS = [
    {"player": "sweeps"} | more
    for more in (
        {},
        {"dimension": 3, "theta": 0.5},
        {"theta": 0.95, "proof": "gap", "compare": []},
        {"theta": 0.0, "nu": 1.0, "units": "raw"},
        {"spread": 1.2, "reach": 1.5, "seed": 3},
        {"outlier": False, "lam": 0.1, "C": 0.01},
        {"lam": 1000.0, "nu": 0.05, "dimension": 3, "units": "raw"},
        {"compare": ["hard", "soft", "free"], "lam": 1.0},
    )
]
WALKS = [
    {},
    {"dimension": 3, "theta": 0.5, "units": "raw"},
    {"reach": 1.5, "spread": 1.2, "compare": ["soft", "free"], "C": 0.1},
    {"compare": [], "proof": "gap", "lam": 0.1},
    {"reach": 0.0},
]
NUMBER = r"(−?\d[\d,]*(?:\.\d+)?(?:e[−-]?\d+)?)"


solved = solver_of(margins.EXPERIMENT)
case, run, scene, view = cases(solved, SWEEPS, frames)
walk, *_ = cases(solved, WALKS)


def test_captions_state_the_margins_of_the_frame(run, scene):
    m = frames(run).margins
    for k in range(1, len(scene)):
        words = scene.captions[k]
        pairs = re.search(
            rf"mean margin {NUMBER} → {NUMBER}, variance {NUMBER} → {NUMBER} — ", words
        )
        stated = [read(v) for v in pairs.groups()]
        expected = m[k - 1].mean(), m[k].mean(), m[k - 1].var(), m[k].var()
        assert stated == pytest.approx(expected, rel=0.06, abs=6e-4)
        least = read(re.search(rf"smallest margin {NUMBER}\.", words)[1])
        assert least == pytest.approx(m[k].min(), rel=0.06, abs=6e-4)


def test_captions_state_the_multiplier_that_moved_most(run, scene, view):
    s = run.trace.snapshots["s"]
    for k in range(1, len(scene)):
        found = re.search(
            rf"— (the outlier|point (\d+)) moved most, s {NUMBER} → {NUMBER}, as its margin"
            rf" {NUMBER} (falls short of|exceeds|lies between) {NUMBER}",
            scene.captions[k],
        )
        i = view.stray if found[2] is None else int(found[2])
        old, new = s[view.row_shown[k - 1]], s[view.row_shown[k]]
        assert np.abs(new - old)[i] == np.abs(new - old).max()
        assert [read(found[3]), read(found[4])] == pytest.approx(
            [old[i], new[i]], rel=0.06, abs=6e-4
        )
        f, theta = run.problem.margins(new)[i], run.settings["theta"]
        where = {"falls short of": f < 1 - theta, "exceeds": f > 1 + theta}
        assert where.get(found[6], abs(f - 1.0) <= theta)
        size = 1.0 if view.raw else np.linalg.norm(view.w[k])
        edge = 1.0 + theta if found[6] == "exceeds" else 1.0 - theta
        assert [read(found[5]), read(found[7])] == pytest.approx(
            [f / size, edge / size], rel=0.06, abs=6e-4
        )


def test_the_readout_says_what_is_proved(run, scene):
    P, D, gap = (np.asarray(scene.readout[n]) for n in ("P", "D", "gap"))
    assert ((gap <= P - D + 1e-9 * run.problem.lam) & (gap >= 0.0)).all()
    assert gap[0] == pytest.approx(P[0] - D[0])
    assert P.min() >= D.max() - 1e-9 * run.problem.lam


def test_margins_are_those_of_the_machine(run, view):
    for k in (0, len(view) - 1):
        f = run.problem.margins(run.trace.snapshots["s"][view.row_shown[k]])
        expected = f if view.raw else f / np.linalg.norm(view.w[k])
        assert view.margins[k] == pytest.approx(expected)


def test_bars_are_shares_of_the_points(run, scene, view):
    bars = mark(scene, "histogram", "ODM")
    for k in (0, len(view) - 1):
        heights = at(bars.height, k)
        assert heights.sum() == pytest.approx(100.0)
        half = 0.5 * (bars.x.values[1] - bars.x.values[0])
        edges = np.append(bars.x.values - half, bars.x.values[-1] + half)
        count = np.histogram(view.margins[k], edges)[0]
        assert heights * view.margins.shape[1] / 100.0 == pytest.approx(count, abs=1.01)
        assert mark(scene, "histogram", "ODM: mean").x.values[k] == view.margins[k].mean()
        assert mark(scene, "histogram", "ODM: minimum").x.values[k] == view.margins[k].min()
        ends = mark(scene, "histogram", "ODM: ± deviation")
        assert (ends.x1.values[k] - ends.x0.values[k]) == pytest.approx(2.0 * view.margins[k].std())


def test_boundaries_are_where_the_machine_has_its_values(scene, view):
    if view.w.shape[1] == 3:
        A, foot = planes(view.w, view.b, 0.5, view.box)
        corners = np.einsum("nd,ted->tne", SQUARE_EDGE, A) + foot[:, None]
        assert np.einsum("tne,te->tn", corners, view.w) + view.b[:, None] == pytest.approx(0.5)
        return
    segments = mark(scene, "points", "f = 0")
    for k in (0, len(view) - 1):
        for x, y in ((segments.x0, segments.y0), (segments.x1, segments.y1)):
            here = np.array([at(x, k)[0], at(y, k)[0]])
            assert here @ view.w[k] + view.b[k] == pytest.approx(0.0, abs=1e-9)
            inside = [
                a - 1e-9 <= v <= b + 1e-9 for v, (a, b) in zip(here, wider(view.box), strict=True)
            ]
            assert all(inside)


test_scene_is_light = lightness(240)


# The machines


def test_with_a_free_centre_of_one_the_machine_is_that_of_squares():
    for lam in (1.0, 1000.0):
        run, _ = solved(compare=["free"], lam=lam, theta=0.0, nu=1.0)
        free = run.extra["rivals"]["free"]
        X, y, kernel = run.problem.X, run.problem.y, run.problem.kernel
        centre = FreeMeanODM(X, y, 1.0, lam, kernel).solution()
        eta = 1.0 / FreeMeanODM(X, y, 1.0, lam, kernel).centre(centre)
        problem = FreeMeanODM(X, y, eta, lam, kernel)
        assert problem.certify(eta * centre).holds(1e-9)
        assert not problem.certify(1.1 * eta * centre).holds(1e-3)
        assert problem.centre(eta * centre) == pytest.approx(1.0)
        assert run.problem.certify(eta * centre).holds(1e-9)  # the machine of (2)
        assert free.margins(X, y, True) == pytest.approx(problem.margins(eta * centre))
    run, scene = solved(compare=["free"])
    apart = angle(frames(run).w[-1], run.extra["rivals"]["free"].w)
    assert apart > 0.5 and "free centre (1) " in scene.captions[-1]


@pytest.mark.parametrize("C, name", [(HARD, "hard"), (1.0, "soft")])
def test_the_rivals_are_the_machines_of_an_independent_package(C, name):
    run, _ = solved(C=1.0)
    plane, problem = run.extra["rivals"][name], run.problem
    other = SVC(kernel="linear", C=C, tol=1e-8).fit(problem.X, problem.y)
    assert plane.w == pytest.approx(other.coef_[0], rel=1e-4, abs=1e-4)
    assert plane.b == pytest.approx(other.intercept_[0], rel=1e-3, abs=1e-4)


def test_theta_zero_is_least_squares():
    run, _ = solved(theta=0.0, nu=1.0)
    p = run.problem
    Z = np.column_stack([p.X, np.ones(len(p.y))])
    best = np.linalg.solve(np.eye(3) + 2.0 * p.omega * Z.T @ Z, 2.0 * p.omega * Z.T @ p.y)
    view = frames(run)
    assert np.append(view.w[-1], view.b[-1]) == pytest.approx(best, abs=2e-3)
    other = frames(solved(theta=0.5, nu=1.0)[0])
    assert np.abs(np.append(other.w[-1], other.b[-1]) - best).max() > 0.05


def test_theta_near_one_has_the_direction_of_the_hard_margin():
    run, _ = solved(theta=0.95)
    path, view = run.extra["path"](), frames(run)
    assert angle(view.w[-1], run.extra["hard"].w) == pytest.approx(path.angle[-1], abs=0.1)
    assert path.angle[-1] < 0.5 < 10.0 < path.angle[0]


def test_an_outlier_turns_the_hard_machine_only():
    run, scene = solved()
    view = frames(run)
    assert view.margins[-1, view.stray] < 0.0 < margins_of(view, "hard").min()
    (question,) = [q for q in scene.questions if q.key == "outlier"]
    assert question.options[question.answer] == "the hard SVM alone"
    assert view.margins[-1].var() < 0.5 * margins_of(view, "hard").var()
    assert "outlier" not in {q.key for q in solved(outlier=False)[1].questions}


# The player moves the outlier


def test_all_machines_are_trained_at_each_place_of_the_outlier(walk):
    run, scene = walk
    view, places = frames(run), run.extra["places"]
    assert len(scene) == (21 if run.settings["reach"] else 1) and view.outlier_moves
    ring = mark(scene, "points", "outlier")
    for k in {0, len(view) // 2, len(view) - 1}:
        p, reach = places[k].problem, run.settings["reach"] * k / 20
        names = ("dimension", "spread", "outlier", "seed")
        X, y = two_clouds(reach=reach, **{n: run.settings[n] for n in names})
        assert pytest.approx(X) == p.X and (p.y == y).all()
        assert [at(ring.x, k)[0], at(ring.y, k)[0]] == pytest.approx(X[-1, :2])
        best = view.objective[k] - view.bound[k]  # of all sweeps: the last one alone may be above
        assert (
            view.status[k] == "converged"
            and best <= margins.TOL * places[k].result.certificate.scale
        )
        assert p.certify(view.s[k]).holds(10.0 * margins.TOL)
        size = 1.0 if view.raw else np.linalg.norm(view.w[k])
        assert view.margins[k] == pytest.approx(p.margins(view.s[k]) / size)
        for name, C in (("hard", HARD), ("soft", run.settings["C"])):
            if name in run.settings["compare"]:
                other = SVC(kernel="linear", C=C, tol=1e-8).fit(X, y)
                f = y * other.decision_function(X)
                f = f if view.raw else f / np.linalg.norm(other.coef_)
                assert margins_of(view, name, k) == pytest.approx(f, abs=2e-3)
    assert view.s[-1] == pytest.approx(run.result.x)


def test_captions_of_a_walk_state_the_margins_of_the_place(walk):
    run, scene = walk
    m = frames(run).margins
    for k, words in enumerate(scene.captions[:-1]):
        found = re.search(rf"mean margin {NUMBER}, variance {NUMBER}, smallest {NUMBER}\.", words)
        expected = m[k].mean(), m[k].var(), m[k].min()
        stated = [read(v) for v in found.groups()]
        assert stated == pytest.approx(expected, rel=0.06, abs=6e-4)


def test_captions_say_how_the_boundaries_moved_and_where_the_outlier_is(walk):
    run, scene = walk
    places, view = run.extra["places"], frames(run)
    planes = {"ODM": [(w, b) for w, b in zip(view.w, view.b, strict=True)]}
    for name in run.settings["compare"]:
        planes[margins.label_of(view, name)] = [
            (p.rivals[name].w, p.rivals[name].b) for p in places
        ]
    for k, words in enumerate(scene.captions):
        wrong = [
            n for n, at_ in planes.items() if places[k].problem.X[-1] @ at_[k][0] + at_[k][1] > 0
        ]
        each = "each boundary" if len(planes) > 1 else "its boundary"
        side = f"is on its proper side of {each}" if not wrong else "is on the wrong side of "
        assert side in words
        if wrong and len(wrong) < len(planes):
            assert all(name in words.split("wrong side of ")[1].split(";")[0] for name in wrong)
        if not k:
            continue
        if words.startswith("No boundary has moved visibly"):
            for ends in planes.values():
                (w0, b0), (w, b) = ends[0], ends[k]
                moved = abs(b / np.linalg.norm(w) - b0 / np.linalg.norm(w0))
                assert moved < 0.005 and angle(w0, w) < 0.05
            continue
        said = re.findall(rf"by {NUMBER} and (?:turned by )?{NUMBER}°", words)
        assert len(said) == min(len(planes), 2)
        moves = {}
        for name, ends in planes.items():
            (w0, b0), (w, b) = ends[0], ends[k]
            moves[name] = abs(b / np.linalg.norm(w) - b0 / np.linalg.norm(w0)), angle(w0, w)
        ours, *others = moves.values()
        if others:
            (farthest,) = [name for name in moves if f"that of the {name} by" in words]
            assert moves[farthest][0] >= max(far for far, _ in others) - 1e-9
            others = [moves[farthest]]
        for (far, degrees), (moved, turned) in zip(said, [ours, *others], strict=True):
            assert read(far) == pytest.approx(moved, rel=0.06, abs=6e-3)
            assert read(degrees) == pytest.approx(turned, rel=0.06, abs=0.06)


def test_hard_boundary_follows_the_outlier_and_odms_does_not():
    _, scene = solved()
    hard, ours = (mark(scene, "points", name) for name in ("hard SVM", "f = 0"))
    far = {}
    for name, line in (("hard", hard), ("ODM", ours)):
        ends = [np.array([[at(line.x0, k)[0], at(line.y0, k)[0]],
                          [at(line.x1, k)[0], at(line.y1, k)[0]]]) for k in (0, 20)]  # fmt: skip
        (p, q), middle = ends[0], ends[1].mean(axis=0)
        normal = np.array([q[1] - p[1], p[0] - q[0]]) / np.linalg.norm(q - p)
        far[name] = abs(normal @ (middle - p))
    assert far["hard"] > 0.5 > 0.2 > far["ODM"]


def test_without_an_outlier_the_player_moves_the_sweeps():
    for more in ({"outlier": False}, {"points": "x51"}, {"player": "sweeps"}):
        run, scene = solved(**more)
        assert run.extra["places"] is None and scene.clock.name == "sweep"


# Shapes


def test_staircases_are_distribution_functions():
    values = np.array([0.3, -1.0, 2.0, 0.3])
    x, y = staircase(values)
    for v in (-1.5, -0.5, 0.5, 1.0):
        reached = np.interp(v, x[1:-1], y[1:-1]) if v > -1.0 else 0.0
        assert reached == pytest.approx(np.mean(values <= v))
    assert (np.diff(x) >= 0.0).all() and y[0] == 0.0 and y[-1] == 1.0


def test_histogram_beyond_the_edges_counts_in_the_outer_bins():
    assert histogram(np.array([-9.0, 0.5, 9.0, 9.0]), np.array([0.0, 1.0, 2.0])).tolist() == [
        50.0, 50.0
    ]  # fmt: skip


def test_lines_end_at_the_box_or_are_nan():
    box = ((0.0, 2.0), (0.0, 1.0))
    w = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    ends = lines(w, np.array([-1.0, -0.5, 0.0, 9.0]), 0.0, box)
    assert sorted(map(tuple, ends[0].tolist())) == [(0.0, 1.0), (1.0, 0.0)]
    assert sorted(map(tuple, ends[1].tolist())) == [(0.5, 0.0), (0.5, 1.0)]
    assert np.isnan(ends[2:]).all()


def test_outlier_goes_from_the_centre_of_its_class_to_its_place():
    near, far = (two_clouds(reach=r, seed=4)[0][-1] for r in (0.0, 1.0))
    assert near == pytest.approx([-1.5, -1.2]) and far == pytest.approx(STRAY[:2])
    assert (two_clouds(outlier=False, seed=4)[0] == two_clouds(seed=4)[0][:-1]).all()
    with pytest.raises(InputError, match="reach must lie between"):
        two_clouds(reach=3.0)


def test_label_says_hard_only_where_a_hard_margin_exists(random_runs):
    """By linear programming: y (X w + bias) >= 1 has a solution, or it has not."""
    seen = set()
    for spread in (0.3, 0.6, 1.2):
        for run in random_runs("margins", 2, int(10 * spread), spread=spread, compare=["hard"]):
            X, y = run.problem.X, run.problem.y
            rows = -y[:, None] * np.column_stack([X, np.ones(len(y))])
            free = linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(y)), bounds=(None, None))
            scene = lab.scene(run)
            words = " ".join([scene.captions[-1], *(p.title + p.subtitle for p in scene.panels)])
            named = "hard" in words.replace("hard-margin", "")
            assert not named or free.status == 0
            seen.add((named, free.status == 0))
    assert {(True, True), (False, False)} <= seen


def edited(*actions):
    """The settings after these actions, from those that the scene opens with."""
    settings = lab.run("margins").settings
    for action in actions:
        settings = settings | margins.EXPERIMENT.click(settings, {"panel": "points", **action})
    return settings


def test_points_are_added_moved_and_erased_and_the_outlier_is_found():
    before = lab.run("margins")
    assert before.extra["stray"] == 50 and before.problem.X[50].tolist() == list(STRAY[:2])
    first = before.problem.X[0]
    places = [[0.0, 1.0], [0.25, 1.25], [0.5, 1.5]]
    spray = {"do": "spray", "what": 1, "places": places}
    erase = {"do": "erase", "x": first[0], "y": first[1]}
    after = lab.run("margins", points=edited(spray, erase)["points"])
    assert after.problem.X[-3:].tolist() == places and after.problem.y[-3:].tolist() == [1.0] * 3
    assert len(after.problem.y) == 53 and after.extra["stray"] == 49
    gap = after.problem.certify(after.result.x).gap
    assert after.result.status == "converged" and gap <= margins.TOL * after.problem.lam
    stroke = {"do": "move", "x0": STRAY[0], "y0": STRAY[1], "x": 2.0, "y": -2.0}
    moved = lab.run("margins", points=edited(stroke)["points"])
    assert moved.extra["stray"] is None and moved.problem.X[-1].tolist() == [2.0, -2.0]
    assert moved.problem.y[-1] == -1.0 and len(moved.problem.y) == 51


def test_tools_follow_features_and_the_table_writes_the_same_points():
    settings = edited({"do": "add", "what": -1, "x": 0.5, "y": 0.25})
    assert settings["points"] == "-(0.500,0.250)"
    offered = margins.EXPERIMENT.tools(settings)
    assert offered.panel == "points" and offered.sprays
    again = margins.EXPERIMENT.click(settings, {"do": "rows", "rows": offered.rows()})
    assert again["points"] == "-(0.5,0.25)"
    deep = margins.EXPERIMENT.tools(settings | {"dimension": 3, "points": ""})
    assert deep.panel == "" and not deep.sprays and len(deep.columns) == 4
    with pytest.raises(InputError, match="points of both classes"):
        lab.run("margins", points=" ".join(f"x{k}" for k in range(1, 26)))
