"""The plane: every method ends with a proof or says why not, what is shown is of this polygon, and
a drag moves what it takes."""

import itertools
import json
import re

import numpy as np
import pytest
from scenes import assert_light, mark, marks, panel, solver_of
from scipy.optimize import linprog, minimize

import lab
from lab.drawing.geometry import wider
from lab.drawing.half_planes import shape_of
from lab.drawing.text import read
from lab.lessons.programs.common import METHODS
from lab.lessons.programs.polygon.model import GALLERY, case_of, edit, frames, tools
from lab.lessons.programs.polygon.picture import EXPERIMENT
from solvers import InputError, Program
from widgets import Contour, Segments
from widgets.fields import at
from widgets.pack import level_lines

solved = solver_of(EXPERIMENT)
NUMBER = r"(−?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?)"


def rows_of(settings):
    """(A, b) of the half-planes that the knobs mean, read from the table of the tools."""
    table = np.array(tools(settings).rows(), dtype=float).reshape(-1, 4)
    return table[:, 3:] * table[:, :2], table[:, 3] * table[:, 2]


def truth(run):
    """("optimal", value), ("infeasible", None) or ("unbounded", None), found by others."""
    A, b = rows_of(run.settings)
    turn, bend = np.radians(run.settings["turn"]), run.settings["bend"]
    c = -np.array([np.cos(turn), np.sin(turn)])
    free = {"bounds": [(None, None)] * 2, "method": "highs"}
    inside = linprog(np.zeros(2), A, b, **free)
    if inside.status == 2:
        return "infeasible", None
    if bend:
        Q = bend * np.array([[1.0, 0.4], [0.4, 0.5]])
        found = minimize(
            lambda x: c @ x + 0.5 * x @ Q @ x, inside.x, jac=lambda x: c + Q @ x, method="SLSQP",
            constraints={"type": "ineq", "fun": lambda x: b - A @ x, "jac": lambda x: -A},
            options={"ftol": 1e-14, "maxiter": 500},
        )  # fmt: skip
        return "optimal", found.fun
    found = linprog(c, A, b, **free)
    return ("unbounded", None) if found.status == 3 else ("optimal", found.fun)


def check_ends(run):
    """Each method's end is proved by the problem, true, or said in words."""
    true, best = truth(run)
    for name, result in run.results.items():
        where, scale = (name, dict(run.settings)), result.certificate.scale
        if result.status == "converged":
            proof = run.problem.certify(result.x, **result.dual)
            assert true == "optimal" and proof.holds(1.01e-6), where
            assert proof.bound - 1e-6 * scale <= best <= proof.objective + 1e-6 * scale, where
        elif result.status == "infeasible":
            assert true == "infeasible", where
            assert run.problem.certify_infeasible(result.dual["ray"]), where
        elif result.status == "unbounded":
            assert true == "unbounded", where
            assert run.problem.certify_unbounded(result.dual["ray"]), where
            assert (run.problem.A @ result.x <= run.problem.b + 1e-9).all(), where
        else:
            one = EXPERIMENT.settings({**run.settings, "method": name, "compare": ()})
            said = lab.scene(lab.run(EXPERIMENT, **one)).captions[-1]
            assert f"Not converged ({result.status.replace('_', ' ')})" in said, where
            assert result.status in ("max_iter", "stalled"), where


def everything(gallery, **more):
    return lab.run(EXPERIMENT, gallery=gallery, compare=tuple(METHODS)[1:], budget=2000, **more)


@pytest.mark.parametrize("gallery", GALLERY)
def test_every_method_ends_with_a_proof_or_says_why_not(gallery, whole):
    for turn in (25.0, 200.0) if whole else (25.0,):
        run = everything(gallery, turn=turn)
        assert len(run.results) == len(METHODS) >= 9
        check_ends(run)
    run = everything(gallery, turn=110.0, bend=0.7)
    assert "simplex" not in run.results and run.main == "active_set"
    check_ends(run)


@pytest.mark.further
@pytest.mark.parametrize("gallery", GALLERY)
def test_in_eight_directions(gallery):
    for turn in np.linspace(3.0, 345.0, 8):
        check_ends(everything(gallery, turn=float(turn)))


def test_a_wrong_proof_is_found():
    run = everything("empty")
    ray = run.result.dual["ray"]
    assert not run.problem.certify_infeasible(np.roll(ray, 1))
    assert not everything("pentagon").problem.certify_infeasible(np.append(ray, 0.0))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("gallery", ["degenerate", "empty", "ajar", "open"])
def test_what_the_sentences_claim_is_so(gallery, method):
    run, scene = solved(gallery=gallery, method=method, compare=())
    view, shape = frames(run), run.extra["case"].shape
    A, b = rows_of(run.settings)
    length = np.linalg.norm(A, axis=1)
    for k, caption in enumerate(scene.captions[:-1]):
        x = view.x[k]
        reported = re.search(rf"x (?:→|=) \({NUMBER}, {NUMBER}\)", caption)
        if reported:
            assert [read(reported[1]), read(reported[2])] == pytest.approx(x, rel=0.06, abs=6e-4)
        over = (A @ x - b) / length
        beyond = re.search(rf"{NUMBER} beyond edge (\d+)", caption)
        assert bool(beyond) == (over.max() > 1e-9 * shape.size) or not reported
        if beyond:
            assert read(beyond[1]) == pytest.approx(over[int(beyond[2]) - 1], rel=0.06, abs=6e-4)
            assert over[int(beyond[2]) - 1] == pytest.approx(over.max())
    last = scene.captions[-1].partition("\n")[2]
    if run.result.status == "infeasible":
        terms = re.findall(rf"{NUMBER} × edge (\d+)", last)
        y = np.zeros(len(b))
        y[[int(i) - 1 for _, i in terms]] = [read(v) for v, _ in terms]
        assert np.abs(y @ (A / length[:, None])).max() < 2e-3
        total = read(re.search(rf"0 ≤ {NUMBER}", last)[1])
        assert total < 0.0 and y @ (b / length) == pytest.approx(total, abs=2e-3)
    elif run.result.status == "unbounded":
        found = re.search(
            rf"\({NUMBER}, {NUMBER}\) along \({NUMBER}, {NUMBER}\).* by {NUMBER}", last
        )
        x, d, fall = np.split([read(v) for v in found.groups()], [2, 4])
        assert (A @ x <= b + 2e-3 * length).all() and (A @ d <= 1e-3 * length).all()
        assert run.problem.c @ d == pytest.approx(-fall[0], abs=2e-3)
    else:
        best = re.search(rf"\({NUMBER}, {NUMBER}\) touches edges? ([\d, and]+)", last)
        point = np.array([read(best[1]), read(best[2])])
        touched = {int(i) for i in re.findall(r"\d+", best[3])}
        slack = (b - A @ point) / length
        assert touched == {i + 1 for i in np.flatnonzero(np.abs(slack) < 2e-3)}
        assert run.problem.c @ point == pytest.approx(truth(run)[1], abs=2e-3)


def test_simplex_names_the_rows_that_it_exchanges_and_the_ties():
    run, scene = solved(gallery="degenerate", turn=40.0, start=6, compare=())
    shown = run.trace.snapshots
    assert ".  Start of simplex" in scene.captions[0]
    tied = False
    for k in range(1, len(scene)):
        left, entered = int(shown["left"][k]), int(shown["entered"][k])
        assert f"leaves edge {left + 1}; edge {entered + 1} stops it" in scene.captions[k]
        ties = np.flatnonzero(shown["ties"][k]) + 1
        if len(ties) > 1:
            tied = True
            reported = re.search(r"tied with others: edges ([\d, and]+);", scene.captions[k])[1]
            assert [int(i) for i in re.findall(r"\d+", reported)] == ties.tolist()
    assert tied


def test_the_rule_decides_which_way_simplex_goes():
    taken = {
        rule: solved(gallery="thirty", turn=115.0, start=0, rule=rule, compare=())[
            0
        ].trace.iteration[-1]
        for rule in ("largest", "steepest", "bland")
    }
    assert len(set(taken.values())) > 1


def drag(settings, x0, y0, x, y):
    action = {"do": "move", "panel": "plane", "x0": x0, "y0": y0, "x": x, "y": y}
    return {**settings, **edit(settings, action)}


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_case_right_angles_give_costs_that_are_zero(turn):
    c = case_of(EXPERIMENT.settings({"turn": turn})).problem.c
    assert sorted(np.abs(c)) == [0.0, 1.0]


def test_the_region_is_made_once_for_all_objectives_a_file_read_anew(tmp_path):
    settings = EXPERIMENT.settings({})
    assert case_of(settings).shape is case_of({**settings, "turn": 90.0}).shape
    path = tmp_path / "mine.mps"
    for reach in (1.0, 2.0):
        A = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
        lab.program(Program(np.ones(2), A, np.full(3, reach))).save(path)
        np.testing.assert_array_equal(
            case_of({**settings, "program": str(path)}).problem.b, np.full(3, reach)
        )


@pytest.mark.parametrize("unit", [2.0**-17, 1.0, 2.0**17])
def test_case_in_other_units_has_the_same_shape_and_window(unit):
    """A region of 1e-5 was a dot in a window of 1e-3."""
    A, b = np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([1.0, 0.5])
    here, whole = (
        case_of(EXPERIMENT.settings({"program": lab.program(Program([-1.0, -2.0], A, reach,
                                                                    lower=0.0))}))
        for reach in (unit * b, b)
    )  # fmt: skip
    np.testing.assert_allclose(np.array(here.box) / unit, whole.box, rtol=1e-12)
    np.testing.assert_allclose(here.shape.corners / unit, whole.shape.corners, atol=1e-12)
    np.testing.assert_array_equal(here.shape.meeting, whole.shape.meeting)


def test_a_dragged_corner_follows_the_pointer_and_the_others_stay():
    settings = EXPERIMENT.settings({})
    before = case_of(settings).shape.corners
    aim = before[2] + [0.3, -0.2]
    after = case_of(drag(settings, *before[2], *aim)).shape.corners
    near = lambda p: np.linalg.norm(after - p, axis=1).min()
    assert len(after) == len(before) and near(aim) < 1e-4
    assert [near(p) < 1e-4 for p in before] == [True, True, False, True, True]


def test_a_stroke_from_an_iterate_moves_nothing():
    settings = EXPERIMENT.settings({})
    assert drag(settings, 0.01, 0.05, 1.0, 1.0) == settings


def test_an_edge_is_shifted_added_and_erased():
    settings = EXPERIMENT.settings({})
    case = case_of(settings)
    grip = case.handles()[1]
    moved = case_of(drag(settings, *grip, *(grip - 0.4 * case.shape.normals[1]))).shape
    assert moved.normals[1] == pytest.approx(case.shape.normals[1], abs=1e-5)
    assert moved.reach[1] == pytest.approx(case.shape.reach[1] - 0.4, abs=1e-5)
    at_edge = {"panel": "plane", "x": float(grip[0]), "y": float(grip[1])}
    gone = {**settings, **edit(settings, {"do": "erase", **at_edge})}
    assert gone["points"] == "x2" and len(rows_of(gone)[1]) == 4
    more = {
        **settings,
        **edit(settings, {"do": "add", "what": 1, "panel": "plane", "x": 1.0, "y": 1.0}),
    }
    shape = case_of(more).shape
    assert len(shape.reach) == 6 and abs(shape.slack(np.array([1.0, 1.0]))[-1]) < 1e-5
    assert len(shape.corners) == 6  # it cuts a corner off


def test_an_edge_keeps_its_number_wherever_it_is_dragged():
    """Sentences name edges by number: each stands for the same edge before and after."""
    rng, settings = np.random.default_rng(5), EXPERIMENT.settings({})
    corner = {"do": "add", "what": 1, "panel": "plane"}
    for x, y in ((1.0, 1.0), (-1.0, 1.2)):
        settings = {**settings, **edit(settings, {**corner, "x": x, "y": y})}
    for _ in range(12):
        case = case_of(settings)
        grips = np.vstack([case.shape.corners, case.handles()])
        k = int(rng.integers(len(grips)))
        low, high = np.transpose(case.box)
        settings = drag(settings, *grips[k], *rng.uniform(low, high))
        after = case_of(settings)
        assert after.names == [*"1234567"]
        held = case.shape.meeting[k] if k < len(case.shape.corners) else (
            np.arange(7) == k - len(case.shape.corners))  # fmt: skip
        assert np.array_equal(after.shape.normals[~held], case.shape.normals[~held])
        assert np.array_equal(after.shape.reach[~held], case.shape.reach[~held])
    rows = tools(settings).rows()
    rows[3][2] += 0.5
    del rows[5]
    settings = {**settings, **edit(settings, {"do": "rows", "rows": rows})}
    assert case_of(settings).names == [*"123457"]
    assert tools(settings).rows()[3][2] == pytest.approx(rows[3][2], rel=1e-6)
    gone = case_of(settings).handles()[1]
    settings = {**settings, **edit(settings, {"do": "erase", "panel": "plane", "x": float(gone[0]),
                                              "y": float(gone[1])})}  # fmt: skip
    assert case_of(settings).names == [*"13457"]


def test_an_edge_that_is_put_back_leaves_no_word():
    settings = EXPERIMENT.settings({})
    rows = tools(settings).rows()
    less = {**settings, **edit(settings, {"do": "rows", "rows": rows[:2] + rows[3:]})}
    assert less["points"] == "x3"
    assert edit(less, {"do": "rows", "rows": rows}) == {"points": ""}


def test_the_arrow_turns_the_objective():
    settings = EXPERIMENT.settings({})
    tail, head = case_of(settings).arrow
    assert edit(settings, {"do": "move", "panel": "plane", "x0": head[0], "y0": head[1],
                           "x": tail[0], "y": tail[1] + 1.0}) == {"turn": 90.0}  # fmt: skip
    turned = case_of({**settings, "turn": 90.0})
    assert turned.problem.c == pytest.approx([0.0, -1.0])
    assert turned.arrow[1][1] > turned.arrow[0][1]


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9])
def test_the_arrow_can_be_dragged_anywhere_along_its_length(share):
    settings = EXPERIMENT.settings({})
    tail, head = case_of(settings).arrow
    x0, y0 = tail + share * (head - tail)
    stroke = {"do": "move", "panel": "plane", "x0": x0, "y0": y0}
    assert edit(settings, stroke | {"x": tail[0] - 1.0, "y": tail[1]}) == {"turn": 180.0}
    across = np.array([-1.0, 1.0]) * (head - tail)[::-1]
    beside = tail + 0.5 * (head - tail) + 0.8 * across  # nothing is there
    stroke |= {"x0": beside[0], "y0": beside[1], "x": tail[0], "y": tail[1] + 1.0}
    assert "turn" not in edit(settings, stroke)


def test_the_table_holds_what_the_words_say():
    settings = EXPERIMENT.settings({"points": "x2 -(1,0,-1.5) +(0,2,1)"})
    rows = tools(settings).rows()
    assert rows[-2:] == [[1.0, 0.0, -1.5, -1], [0.0, 2.0, 1.0, 1]]
    assert edit(EXPERIMENT.settings({}), {"do": "rows", "rows": rows})["points"] == (
        "x2 -(1,0,-1.5) +(0,2,1)"
    )
    A, b = rows_of(settings)
    assert A[-2] == pytest.approx([-1.0, 0.0]) and b[-2] == 1.5


def test_no_picture_of_a_drag_shows_a_proof_of_another_polygon():
    """Whatever is dragged, what is drawn and said is of the half-planes in the knob."""
    rng, outcomes = np.random.default_rng(3), set()
    for gallery in ("pentagon", "empty", "ajar"):
        settings = EXPERIMENT.settings({"gallery": gallery, "compare": ()})
        for _ in range(12):
            case = case_of(settings)
            grips = np.vstack([case.shape.corners, case.handles()])
            x0, y0 = grips[rng.integers(len(grips))]
            low, high = np.transpose(case.box)
            moved = drag(settings, x0, y0, *rng.uniform(low, high))
            settings = EXPERIMENT.settings(moved)
            run, scene = solved(**settings)
            check_ends(run)
            outcomes.add(run.result.status)
            check_drawn(run, scene)
    assert outcomes == {"converged", "infeasible", "unbounded"}


def check_drawn(run, scene):
    """The region, the corners and the proof in the picture are those of the knobs' rows."""
    A, b = rows_of(run.settings)
    last, length = len(scene) - 1, np.linalg.norm(A, axis=1)
    tight = lambda p: np.abs(A @ p - b) <= 1e-5 * (1.0 + np.abs(b)) * length
    for corner in marks(scene, "plane", "a corner"):
        for p in np.column_stack([at(corner.x, 0), at(corner.y, 0)])[:-1]:
            assert (A @ p <= b + 1e-5 * length).all() and tight(p).sum() >= 2
    drawn = [m for m in panel(scene, "plane").marks if m.future and m.tone == "good"]
    assert bool(drawn) == (run.result.status in ("infeasible", "unbounded"))
    if run.result.status == "infeasible":
        lines = next(m for m in drawn if "contradict" in m.label)
        ends = [np.column_stack([at(lines.x0, last), at(lines.y0, last)]),
                np.column_stack([at(lines.x1, last), at(lines.y1, last)])]  # fmt: skip
        for p in np.concatenate(ends):
            assert tight(p).any() or not np.isfinite(p).all()
        pulls = next(m for m in drawn if "weights" in m.label)
        sums = [np.sum(at(getattr(pulls, f"{v}1"), last) - at(getattr(pulls, f"{v}0"), last))
                for v in "xy"]  # fmt: skip
        assert np.abs(sums).max() < 1e-5
        tails, tips = ends_of(next(m for m in drawn if "tip to tail" in m.label), last)
        size = np.ptp(run.extra["case"].box[0])
        assert tails == pytest.approx(np.roll(tips, 1, axis=0), abs=1e-5 * size)
        given = np.subtract(*ends_of(pulls, last)[::-1])
        assert sorted(map(tuple, (tips - tails).round(6))) == sorted(map(tuple, given.round(6)))
        assert not np.isfinite(at(lines.x0, 0)).any() or last == 0
    elif run.result.status == "unbounded":
        (ray,) = drawn
        tails, tips = ends_of(ray, last)
        assert tips[:-1] == pytest.approx(tails[1:])  # one way, and out of all that can be seen
        start, stop = tails[0], tips[-1]
        low, high = np.transpose(wider(run.extra["case"].box, 3.5))
        assert (stop < low).any() or (stop > high).any()
        assert (A @ start <= b + 1e-6 * length).all()
        assert (A @ (stop - start) <= 1e-6 * length * np.linalg.norm(stop - start)).all()
        assert run.problem.c @ (stop - start) < 0.0


def ends_of(mark, k):
    """Tails and tips (n, 2) of arrows in frame k."""
    return [np.column_stack([at(getattr(mark, f"{v}{e}"), k) for v in "xy"]) for e in (0, 1)]


def strands(mark, k):
    """The polylines (n, 2) of a mark in frame k: between NaNs, or from end to end."""
    if isinstance(mark, Contour):
        x, y = (at(field, 0) for field in level_lines(mark))
    elif isinstance(mark, Segments):
        ends = [np.column_stack([at(getattr(mark, f"x{e}"), k), at(getattr(mark, f"y{e}"), k)])
                for e in (0, 1)]  # fmt: skip
        return [one for one in np.stack(ends, axis=1) if np.isfinite(one).all()]
    else:
        x, y = at(mark.x, k), at(mark.y, k)
    points = np.column_stack([np.ravel(x), np.ravel(y)])
    known = np.isfinite(points).all(axis=1)
    parts = np.split(points, np.flatnonzero(~known))
    return [one for one in (p[np.isfinite(p).all(axis=1)] for p in parts) if len(one) > 1]


#: What goes on without an end in the plane.
ENDLESS = ("the lines of the edges", "levels of F", "the level of F through x",
           "the edges that contradict")  # fmt: skip


@pytest.mark.parametrize("gallery", ["pentagon", "needle", "empty", "ajar"])
@pytest.mark.parametrize("bend", [0.0, 0.05, 2.0])
def test_no_line_ends_inside_the_picture_wherever_it_is_moved(gallery, bend):
    """By moving and zooming out a window of eight times the length can be seen; each line is closed
    or ends outside."""
    run, scene = solved(gallery=gallery, bend=bend, method="mehrotra", compare=())
    seen, found = wider(run.extra["case"].box, 3.5), set()
    low, high = np.transpose(seen)
    drawn = [m for m in panel(scene, "plane").marks if getattr(m, "label", "") in ENDLESS]
    for one, k in itertools.product(drawn, (0, len(scene) - 1)):
        for line in strands(one, k):
            ends = line[[0, -1]]
            outside = (ends < low).any(axis=1) | (ends > high).any(axis=1)
            assert np.allclose(*ends) or outside.all(), (one.label, ends)
            found.add(one.label)
    assert {"the lines of the edges", "levels of F"} <= found
    assert ("the edges that contradict" in found) == (run.result.status == "infeasible")


@pytest.mark.parametrize("bend", [0.0, 0.05, 2.0])
def test_a_level_line_is_level_and_none_is_far_from_the_next(bend):
    run, scene = solved(bend=bend, compare=())
    problem = run.problem
    Q = np.zeros((2, 2)) if problem.Q is None else problem.Q
    F = lambda p: p @ problem.c + 0.5 * np.einsum("ni,ij,nj->n", p, Q, p)
    low, high = np.transpose(run.extra["case"].box)
    levels = []
    for line in strands(mark(scene, "plane", "levels of F"), 0):
        near = line[((line >= low) & (line <= high)).all(axis=1)]
        if len(near):
            assert np.ptp(F(near)) <= 1e-3 * np.ptp(F(np.array([low, high])))
        levels.append(F(near if len(near) else line).mean())
    inside = F(np.random.default_rng(0).uniform(low, high, (400, 2)))
    levels = np.unique(np.round(levels, 6))
    between = (levels > inside.min()) & (levels < inside.max())
    assert 3 <= between.sum() <= 10 and len(levels) <= 160


def test_the_arrows_of_another_polygon_would_be_found():
    run, _ = solved(gallery="empty", compare=())
    _, other = solved(gallery="empty", compare=(), points="x1 +(1,0.2,-0.9)")
    with pytest.raises(AssertionError):
        check_drawn(run, other)


@pytest.mark.parametrize("method", ["pdhg", "admm"])
def test_only_a_method_that_has_ended_is_said_to_have_ended(method):
    run = lab.run("polygon", method=method, compare=("simplex", "mehrotra"), clock="work")
    row, scene = frames(run).row_shown, lab.scene(run)
    waits = np.flatnonzero(np.diff(row, prepend=-1) == 0)
    assert (row[waits] < row[-1]).any()
    for k in waits:
        assert ("has ended" in scene.captions[k]) == (row[k] == row[-1])
        assert ("is at work on its next step" in scene.captions[k]) == (row[k] < row[-1])
        assert ("rivals still move" in scene.captions[k]) == (row[k] == row[-1])


def test_slacks_and_multipliers_are_those_of_the_frame():
    run, scene = solved(gallery="pentagon", method="mehrotra")
    view, (A, b) = frames(run), rows_of(run.settings)
    points = mark(scene, "products", "edges")
    for k in (1, len(scene) - 1):
        assert at(points.x, k) == pytest.approx(b - A @ view.x[k], abs=1e-9)
        y = run.trace.snapshots["y"][view.row_shown[k]]
        top = panel(scene, "products").axes()[1].range[1] / 1.2
        assert at(points.y, k) == pytest.approx(np.minimum(y, top), abs=1e-9)
    assert np.minimum(at(points.x, k), at(points.y, k)).max() < 1e-3  # one of both is 0


@pytest.mark.parametrize("seed", range(4))
def test_corners_and_region(seed):
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((7, 2))
    b = A @ rng.standard_normal(2) + rng.uniform(0.1, 1.5, 7)
    shape, free = shape_of(A, b), {"bounds": [(None, None)] * 2}
    for turn in np.linspace(0.0, 6.0, 15):
        c = np.array([np.cos(turn), np.sin(turn)])
        found = linprog(c, A, b, **free)
        if found.status == 0:
            assert (shape.corners @ c).min() == pytest.approx(found.fun, abs=1e-7)
    region = shape.region(((-9.0, 9.0), (-9.0, 9.0)))
    assert (shape.slack(region) > -1e-9).all()


BAD = [
    ({"points": "+(1,2)"}, "points must hold at most 100 words such as"),
    ({"points": "+(0,0,1)"}, "A must have no row of zeros in the plane"),
    ({"points": "3+(1,2)"}, "points must hold at most 100 words such as"),
    ({"points": "0+(1,2,3)"}, "points must number edges from 1, got 0+(1,2,3)"),
    ({"points": "x9"}, "points must remove a point that is there, got x9"),
    ({"program": "nonsense"}, "program must be a file that is there, got 'nonsense'"),
    ({"program": json.dumps({"c": [1, 2, 3]})}, "two variables and no equations"),
    ({"turn": float("nan")}, "turn must be"),
]


@pytest.mark.parametrize(("settings", "words"), BAD)
def test_bad_input_is_one_sentence(settings, words):
    with pytest.raises(InputError, match=re.escape(words)) as caught:
        lab.run(EXPERIMENT, **settings)
    assert "\n" not in str(caught.value)


def test_it_is_light():
    for gallery in ("thirty", "tight"):
        _, scene = solved(gallery=gallery, compare=tuple(METHODS)[1:])
        assert_light(scene, 240)


def drawn(places, closed=True, **settings):
    """The knobs after a region was drawn by these corners."""
    before = solved(**settings)[0].settings
    action = {"do": "draw", "what": "region", "panel": "plane", "places": places, "closed": closed}
    return before | edit(before, action)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("clockwise", [False, True])
def test_a_loop_of_corners_is_their_hull_and_edge_k_follows_corner_k(seed, clockwise):
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.uniform(0.0, 2.0 * np.pi, 7))[:: -1 if clockwise else 1]
    places = np.round(np.column_stack([2.0 * np.cos(angles), np.sin(angles)]), 2)
    settings = drawn(places.tolist())
    A, b = rows_of(settings)
    assert settings["gallery"] == "blank" and len(b) == 7
    slack = b - places @ A.T
    assert slack.min() > -1e-5
    for k in range(7):
        assert np.flatnonzero(np.abs(slack[:, k]) < 1e-5).tolist() == sorted([k, (k + 1) % 7])
    assert case_of(settings).names == [str(k) for k in range(1, 8)]
    check_ends(solved(**settings)[0])


def test_corners_left_open_are_rows_but_for_the_last_side():
    places = [[-2.0, 0.0], [-1.0, -1.5], [1.5, -1.0]]
    open_, shut = (rows_of(drawn(places, closed)) for closed in (False, True))
    assert np.array_equal(np.c_[open_], np.c_[shut][:2])
    assert solved(**drawn(places, closed=False))[0].result.status == "unbounded"
    (row,) = np.c_[rows_of(drawn([[1.0, -1.0], [1.0, 1.0]], closed=False))]
    assert row.tolist() == [2.0, 0.0, 2.0], "the region is left of the line"


def test_a_region_drawn_over_a_program_keeps_its_objective():
    own = json.dumps({"c": [1.0, 2.0], "A": [[1.0, 1.0]], "b": [3.0]})
    after = drawn([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], program=own)
    assert after["program"] == own and after["gallery"] == "pentagon"
    run, _ = solved(**after)
    assert run.problem.c.tolist() == [1.0, 2.0] and len(run.problem.b) == 3
    assert run.result.certificate.objective == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(
    ("places", "closed", "words"),
    [
        ([[0, 0], [1, 0], [0.2, 0.2], [0, 1]], True, "must have no dent"),
        ([[0, 0], [1, 1], [1, 0], [0, 1]], True, "must have no dent"),
        ([[0, 1], [0.6, -0.8], [-1, 0.3], [1, 0.3], [-0.6, -0.8]], True, "must have no dent"),
        ([[0, 0], [1, 0], [2, 0]], True, "must have no dent"),
        ([[0, 0], [1, 0]], True, "3 to 100 corners, got 2"),
        ([[0, 0]], False, "2 to 100 corners, got 1"),
        ([[0, 0], [1, float("nan")]], False, "2 to 100 corners"),
    ],
)
def test_what_is_no_region_is_refused_in_one_sentence(places, closed, words):
    with pytest.raises(InputError, match=words):
        drawn(places, closed)


def test_clear_leaves_no_edge_and_every_method_says_what_that_means():
    before = solved(points="x1")[0].settings
    after = before | edit(before, {"do": "clear"})
    assert (after["gallery"], after["points"]) == ("blank", "")
    assert tools(after).empty and not tools(before).empty
    assert tools(after).clears and tools(after).rows() == []
    for bend, ends in ((0.0, "unbounded"), (1.0, "converged")):
        for method in METHODS:
            run, scene = solved(**after | {"method": method, "compare": (), "bend": bend})
            assert run.result.status == ends
            assert "No edge yet: choose Draw" in scene.captions[0]
            assert panel(scene, "products").subtitle == "no edge yet"
            assert panel(scene, "dual").subtitle.startswith("No edge yet")
    back = edit(after, {"do": "add", "what": 1, "panel": "plane", "x": 1.0, "y": 0.0})
    assert rows_of(after | back)[1].size == 1
    assert edit(after, {"do": "erase", "panel": "plane", "x": 1.0, "y": 0.0}) == {}
