"""What the notebook on programs says is what happens."""

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest
from prose import Prose

import lab
from lab.lessons.programs.polygon.model import frames
from solvers import solve_simplex

prose = Prose("programs")
NOTEBOOK = json.loads((Path(__file__).parents[4] / "notebooks/6-programs.ipynb").read_text("utf-8"))


def test_the_answer_jumps_where_the_arrow_meets_an_edge():
    prose("The answer stays in its corner, and then jumps by a whole edge")
    answers = [frames(lab.run("polygon", turn=t, compare=())).answer for t in range(40, 90, 4)]
    steps = np.linalg.norm(np.diff(answers, axis=0), axis=1)
    assert np.sum(steps > 1e-6) == 1 and steps.max() > 1.0


def test_the_lines_of_the_bound_hold_the_terms_that_the_text_names():
    (cell,) = (c for c in NOTEBOOK["cells"] if c.get("id") == "polygon")
    asked = re.findall(r"lab\.lines\((.*)\)\)", "".join(cell["source"]))
    printed = "".join(lab.lines(*ast.literal_eval(f"({words},)")).text for words in asked)
    prose("the reduced costs")
    assert "self.c" in printed and "self.A.T @ y" in printed and "- self._b @ y" in printed


def test_which_methods_leave_the_polygon():
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


def test_the_active_set_replaces_simplex():
    run = lab.run("polygon", bend=1.0)
    prose("the edges that hold with equality, walks in its place")
    assert run.main == "active_set" and run.result.status == "converged"


def test_the_same_in_plain_python():
    space = prose.run("python", lab=lab)
    x, y = space["answer"].x, space["answer"].dual["y"]
    prose.says("Make # of the first and # of the second", *x)
    prose.says("first machine is worth #, one of the second #.", *y)
    assert space["hours"].certify(x, **space["answer"].dual).holds(1e-9)
    shown = lab.run("polygon", program=lab.program(space["hours"]), compare=())
    assert frames(shown).answer == pytest.approx(x)


def test_the_race_and_its_steps():
    race = prose.screen("race")
    prose.says("after # pivots; Mehrotra's # steps", race.end("simplex"), race.end("Mehrotra"))
    assert race.run.results["pdhg"].status == "max_iter"
    prose.says("is not there after # steps", race.end("PDHG"))
    prose.says("With # variables nobody sees the answer", race.run.problem.c.size)
    left = race.run.results["simplex"].trace.gap / race.run.results["simplex"].certificate.scale
    assert left[-2] > 1e-3 and left[-1] < 1e-9
    prose("Simplex proves little on its way, and is then exactly there")


def test_the_cube_of_klee_and_minty():
    cube = prose.screen("cube")
    assert cube.run.trace.snapshots["iterate"].shape == (8, 3)
    corners = len({tuple(np.round(x, 6)) for x in cube.run.trace.snapshots["iterate"]})
    prose.says("falls for it: # pivots through all # corners", cube.end("simplex"), corners)
    falls = np.diff(cube.run.trace.objective)
    assert (falls < 0.0).all()
    prose("each corner on a certain way is a little lower than the one before")
    other = prose.screen("cube", rule="largest")
    inner = prose.screen("cube", method="mehrotra")
    prose.says("simplex takes # pivot; for every", other.end("simplex"))
    prose.says("it takes # steps, and knows of no corners", inner.end("Mehrotra"))


def test_what_an_hour_of_the_roaster_is_worth(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    space = prose.run("files-open", lab=lab)
    plan, week = space["plan"], space["week"]
    prose.says("The best week earns #.", plan.stated(week.certificate.objective))
    price = {row[0]: row[-1] for row in plan.duals(week).rows}
    coffees = {name.partition("_")[0] for name in plan.column_names}
    prose.says("blends # coffees into two products", len(coffees))
    names = ("roaster_hours", "stock_yunnan", "least_espresso")
    prose.says(
        "an hour of the roaster is worth #, a kilogram from Yunnan #. ... that of espresso # a "
        "kilogram",
        *(abs(price[name]) for name in names),
    )
    assert price["least_espresso"] < 0.0 == price["stock_huila"]
    space = prose.run("files-moved", lab=lab, plan=plan, solve_simplex=space["solve_simplex"])
    earned = [space["profit"](plan.moved("roaster_hours", h)) - space["profit"](plan)
              for h in (1.0, 10.0)]  # fmt: skip
    assert earned[0] == pytest.approx(price["roaster_hours"])
    prose.says("# hours earn #, less than # times as much", 10.0, earned[1], 10.0)
    assert earned[1] < 10.0 * earned[0] and lab.program("longer.mps").row_names == plan.row_names


def test_ten_methods_prove_that_a_promise_cannot_be_met(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = lab.program("coffee.mps")
    space = prose.run("files-judge", lab=lab, plan=plan)
    more = plan.b - space["promised"].b  # -x <= -least
    prose.says("# kg of espresso more are promised", more[more != 0.0].sum())
    found = lab.judge(space["promised"], [*space["ours"], "HiGHS simplex"])
    proved = {row.solver for row in found.rows if row.word == "proved"}
    prose.says("# methods on it, # of ours", len(proved), len(space["ours"]))
    prose.says("Three files and # methods", len(proved))
    prose.says("All # say", len(proved))
    assert {row.claim for row in found.rows} == {"infeasible"}
    result = solve_simplex(space["promised"])
    weights = {row[0]: row[-1] for row in space["promised"].duals(result).rows}
    assert set(weights) == {"least_breakfast", "least_espresso", "roaster_hours"}
    assert weights["roaster_hours"] > 0.0 > weights["least_espresso"]
    breakfast, espresso = (-weights[n] / weights["roaster_hours"] for n in list(weights)[:2])
    prose.says("An hour roasts # kg of the breakfast blend, which takes # h", 1.0 / breakfast,
               breakfast)  # fmt: skip
    prose.says("of the espresso, at # h: the two promises take # hours, and there are #.",
               espresso, 800.0 * breakfast + 2100.0 * espresso, 25)  # fmt: skip
    assert space["promised"].certify_infeasible(result.dual["ray"])
    assert not plan.certify_infeasible(result.dual["ray"])
