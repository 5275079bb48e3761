"""*Judge* in dashboards: whose answers, where in the picture, in which words."""

import threading
from dataclasses import replace

import numpy as np
import pytest

import lab
from lab.app import judge
from lab.experiment import Judged
from lab.judging.judge import selected
from lab.judging.verdict import PROVED, WRONG
from lab.peers import Answer, Package, peer
from lab.peers.registry import PEERS
from solvers import Lasso, Program

pytestmark = pytest.mark.usefixtures("forked_peers")

#: With a foreign solver, and with a problem a frame; and others, which are judged alike.
SCENES = [
    "polygon",
    "sparsity",
    *(pytest.param(a, marks=pytest.mark.further) for a in ("lasso", "svm")),
]


def asked(address, **settings):
    run = lab.run(address, **settings)
    return run, judge.ask(run.experiment, run, lab.scene(run), lambda runs: None)


def labels(scene, key):
    (panel,) = (p for p in scene.panels if p.key == key)
    return [mark.label for mark in panel.marks]


@pytest.fixture
def own_peers(monkeypatch):
    monkeypatch.setitem(PEERS, Program, {})

    @peer("liar", Program, takes_tol=False)
    def liar(problem, tol=None):
        return lambda: Answer("Optimal", "optimal", [7.0, 900.0], value=0.0)

    @peer("nowhere", Program, package=Package("Nowhere", "no-such-distribution", "1.0"))
    def nowhere(problem, tol=None):
        import no_such_package  # noqa: F401


@pytest.mark.parametrize("address", SCENES)
def test_scene_shows_which_solver_is_right(address, monkeypatch):
    run = lab.run(address)
    kind, x, dual = type(run.problem), np.array(run.result.x), dict(run.result.dual)
    real = {name: one for name, one in selected(kind)[1].items() if name == "HiGHS simplex"}
    monkeypatch.setitem(PEERS, kind, dict(real))

    @peer("twin", kind, takes_tol=False)  # tests/lab/peers asks all that are installed
    def twin(problem, tol=None):
        return lambda: Answer("Optimal", "optimal", x, dual=dual)

    run, (reported, marked) = asked(address)
    ours = [row for row in reported["rows"] if row["cells"][0].startswith("our ")]
    assert len(ours) == len(run.results)
    assert len(reported["rows"]) == len(ours) + len(real) + 1
    assert bool(real) == (address == "polygon")
    assert "other answer" in reported["short"] and len(reported["heads"]) == len(ours[0]["cells"])
    plain = lab.scene(run)
    for one in run.experiment.judged:
        before, after = (labels(s, one.panel) for s in (plain, marked))
        assert after[: len(before)] == before
        (old,) = (p.axes() for p in plain.panels if p.key == one.panel)
        (new,) = (p.axes() for p in marked.panels if p.key == one.panel)
        assert [a.range for a in old] == [a.range for a in new], "the window stays"
    new = [label for one in run.experiment.judged
           for label in labels(marked, one.panel)[len(labels(plain, one.panel)) :]]  # fmt: skip
    assert PROVED in new, "nobody's answer is in the picture"
    assert len(marked) == len(plain)


def test_answer_outside_the_polygon_is_drawn_outside(own_peers):
    run, (reported, marked) = asked("polygon")
    liar = next(row for row in reported["rows"] if row["cells"][0] == "liar")
    assert liar["word"] == WRONG and "1 wrong (liar)" in reported["short"]
    (panel,) = (p for p in marked.panels if p.key == "plane")
    (mark,) = (m for m in panel.marks if m.label == WRONG)
    x, y = (float(f.values[0]) for f in (mark.x, mark.y))
    assert run.problem.certify(np.array([x, y])).infeasibility > 0.0
    assert panel.y.range[0] < y < panel.y.range[1] and "beyond the picture" in mark.texts[0]
    assert any("no-such-distribution" in note for note in reported["notes"])


def test_without_packages_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(PEERS, Program, {})
    _, (reported, _) = asked("polygon")
    assert "pip install 'convexlab[peers]'" in reported["short"]
    assert {row["word"] for row in reported["rows"]} == {PROVED}


def test_mark_of_the_last_problem_is_in_the_last_frame_alone(monkeypatch):
    run = lab.run("sparsity", count=5)
    monkeypatch.setitem(PEERS, type(run.problem), {})
    everywhere = Judged("matrix", lambda run, M: np.array([[0.0, 1.0]]), last=True)
    experiment = replace(run.experiment, judged=(everywhere,))
    _, marked = judge.ask(experiment, run, lab.scene(run), lambda runs: None)
    (panel,) = (p for p in marked.panels if p.key == "matrix")
    x = panel.marks[-1].x.values
    assert len(x) == len(marked) and np.isfinite(x[-1]).all() and np.isnan(x[:-1]).all()


def test_what_is_stopped_gives_no_answer(monkeypatch):
    monkeypatch.setitem(PEERS, Program, {})

    @peer("slow", Program, takes_tol=False)
    def slow(problem, tol=None):
        return lambda: threading.Event().wait(60)

    run = lab.run("polygon")
    found = judge.ask(run.experiment, run, lab.scene(run), lambda runs: runs.stop())
    assert found is None


def test_dashboard_judges_its_picture_and_says_when_it_is_old(open_board, monkeypatch):
    monkeypatch.setitem(PEERS, Lasso, {})
    board, plain = open_board("lasso"), open_board("path")
    assert board.stage.head["judges"] and not plain.stage.head["judges"]
    with pytest.raises(ValueError, match="Nothing is judged here"):
        plain.judge()
    board.judge()
    assert board.stage.judged["state"] == "running"
    board.knobs["lam"].value = 0.5
    assert board.stage.judged == {"state": ""}, "what was asked ends with its picture"
    board.wait()
    board.judge()
    for _ in range(600):
        if board.stage.judged["state"] != "running":
            break
        threading.Event().wait(0.1)
    assert board.stage.judged["state"] == "done" and board.stage.judged["rows"]
    board.knobs["lam"].value = 0.3
    assert board.stage.judged["state"] == "stale" and board.stage.judged["rows"]
    board.stage.judged = {}  # closed by hand
    board.knobs["lam"].value = 0.2
    assert not board.stage.judged.get("state")
