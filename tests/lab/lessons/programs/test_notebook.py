"""What the notebook on programs says is what happens."""

import numpy as np
import pytest
from prose import Prose

import lab
from lab.lessons.programs.polygon.view import build_view

prose = Prose("programs")


def test_the_answer_jumps_where_the_arrow_meets_an_edge():
    prose("The answer stays in its corner, and then jumps by a whole edge")
    answers = [build_view(lab.run("polygon", turn=t, compare=())).answer for t in range(40, 90, 4)]
    steps = np.linalg.norm(np.diff(answers, axis=0), axis=1)
    assert np.sum(steps > 1e-6) == 1 and steps.max() > 1.0


def test_who_leaves_the_polygon():
    run = lab.run("polygon")
    A, b = run.problem.A, run.problem.b
    prose("PDHG needs no equations to be solved, and may leave the polygon on its way")
    over = {n: (t.snapshots["iterate"] @ A.T - b).max() for n, t in run.traces.items()}
    assert over["pdhg"] > 0.01 and over["simplex"] < 1e-9


def test_proofs_that_there_is_no_answer():
    run = lab.run("polygon", gallery="empty")
    ray = run.result.dual["ray"]
    prose("In the last frame the arrows add up to nothing")
    assert np.abs(ray @ run.problem.A).max() < 1e-9 and ray @ run.problem.b < 0.0
    prose("Turn the arrow, until there is an answer again")
    states = {lab.run("polygon", gallery="ajar", turn=t).result.status for t in (15, 200)}
    assert states == {"unbounded", "converged"}
    prose("a curved F has its lowest point there")
    assert lab.run("polygon", gallery="ajar", bend=1.0).result.status == "converged"


def test_the_rule_and_thirty_sides():
    pivots = [prose.screen("rule", rule=rule, compare=()).count() for rule in ("bland", "largest")]
    prose.says("simplex takes # pivots from the same corner instead of #", *pivots)
    thirty = prose.screen("rule", gallery="thirty")
    prose.says("takes # steps; PDHG takes #", thirty.end("Mehrotra"), thirty.end("PDHG"))


def test_an_active_set_walks_in_the_place_of_simplex():
    run = lab.run("polygon", bend=1.0)
    prose("an active set walks in its place")
    assert run.main == "active_set" and run.result.status == "converged"


def test_the_same_in_plain_python():
    space = prose.run("python", lab=lab)
    x, y = space["answer"].x, space["answer"].dual["y"]
    prose.says("Make # of the first and # of the second", *x)
    prose.says("first machine is worth #, one of the second #.", *y)
    assert space["hours"].certify(x, **space["answer"].dual).holds(1e-9)
    shown = lab.run("polygon", program=lab.program(space["hours"]), compare=())
    assert build_view(shown).answer == pytest.approx(x)
