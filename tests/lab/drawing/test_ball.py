"""The walk on the ball is drawn as it was made, and ends where the penalised problem does."""

import re

import numpy as np
import pytest

import lab
from lab.drawing.text import read
from solvers import ConstrainedGroupLasso, ConstrainedLasso
from widgets import at

CASES = [("lasso", {}), ("lasso", {"dimension": 3, "clock": "work"}), ("groups", {"lam": 0.1})]
WORDS = (
    r"η = (\S+) projected gradient is proved within (\S+); its multiplier is (\S+), λ = (\S+)\.$"
)


@pytest.fixture(params=CASES, ids=lambda c: f"{c[0]}-{c[1]}")
def solved(request):
    name, settings = request.param
    run = lab.run(name, form="both", **settings)
    return run, lab.scene(run)


def mark(scene, panel, label):
    (panel,) = (p for p in scene.panels if p.key == panel)
    return next(m for m in panel.marks if m.label == label)


def points(mark, k):
    fields = (mark.x, mark.y) if mark.z is None else (mark.x, mark.y, mark.z)
    return np.column_stack([at(f, k) for f in fields])


def test_ball_holds_the_solution_and_its_multiplier_is_lam(solved):
    run, _ = solved
    ball, result = run.extra["walk"]
    assert type(ball) is (ConstrainedGroupLasso if "groups" in run.address else ConstrainedLasso)
    assert ball.size(run.result.x) == pytest.approx(ball.eta, abs=1e-3)
    assert ball.certify(run.result.x).holds(1e-3)
    assert not ball.certify(0.9 * run.result.x).holds(1e-3)
    assert result.trace.snapshots["lam"][-1] == pytest.approx(run.problem.lam, rel=0.01)
    assert result.trace.gap[-1] < 1e-2 * result.trace.gap[0]


def test_each_step_leaves_the_ball_and_comes_back(solved):
    run, scene = solved
    ball, result = run.extra["walk"]
    drawn = points(mark(scene, "iterates", "projected gradient on the ball"), len(scene) - 1)
    assert len(drawn) % 2 == 1 and len(drawn) > 10
    assert drawn[::2] == pytest.approx(result.trace.snapshots["w"][: len(drawn) // 2 + 1])
    for inside, outside in zip(drawn[2::2], drawn[1::2], strict=True):
        assert ball.prox(outside, 1.0) == pytest.approx(inside)
    rim = points(mark(scene, "iterates", "size η: the ball"), 0)
    sizes = [ball.size(p) for p in rim[np.isfinite(rim).all(axis=1)]]
    assert sizes == pytest.approx(np.full(len(sizes), ball.eta))


def test_last_caption_states_its_proof(solved):
    run, scene = solved
    ball, result = run.extra["walk"]
    last = len(scene) - 1
    row = len(points(mark(scene, "iterates", "projected gradient on the ball"), last)) // 2
    stated = [read(x) for x in re.search(WORDS, scene.captions[-1]).groups()]
    gap, lam = result.trace.gap[row], result.trace.snapshots["lam"][row]
    assert stated == pytest.approx([ball.eta, gap, lam, run.problem.lam], rel=0.06, abs=6e-4)
    assert at(mark(scene, "gap", "on the ball").y, last)[-1] == pytest.approx(gap)


def test_ball_of_radius_nought_is_a_point():
    run = lab.run("lasso", form="both", lam=2.0)
    assert run.extra["walk"][0].eta == 0.0 and "The ball is a point" in lab.scene(run).captions[-1]
    assert "ball" not in lab.scene(lab.run("lasso")).captions[-1]
