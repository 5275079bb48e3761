"""What the notebook on interior points says in numbers is what happens."""

import json

import numpy as np
import pytest

import lab
from lab.app.server import notebooks
from lab.lessons.interior_point.central_path.view import look

CELLS = json.loads((notebooks() / "interior_point.ipynb").read_text(encoding="utf-8"))["cells"]
TEXT = " ".join(
    "".join("".join(c["source"]) for c in CELLS if c["cell_type"] == "markdown").split()
)
MOONS = {"data": "moons", "C": 100.0}
#: words of the text -> (settings of the scene `central-path`, iterations).
STEPS = {
    "Five steps, and $x=(1,0,1)$": ({}, 5),
    "Twelve.": ({"C": 1000.0}, 12),
    "σ = 0.9 it hugs the diagonal": ({"method": "path-following", "sigma": 0.9}, 138),
    "With σ = 0.1 it takes 9,": ({"method": "path-following", "sigma": 0.1}, 9),
    "with σ = 0.001 it takes 8.": ({"method": "path-following", "sigma": 0.001}, 8),
    "Algorithm 4 needs 527,": (MOONS | {"method": "modified"}, 527),
    "Algorithm 5 584,": (MOONS | {"method": "centering"}, 584),
    "Algorithm 2 thirteen.": (MOONS, 13),
}


def path(**settings):
    return lab.run("central-path", **settings)


@pytest.mark.parametrize("words", STEPS)
def test_numbers_of_steps(words):
    settings, steps = STEPS[words]
    run = path(**settings)
    assert words in TEXT and run.result.status == "converged"
    assert run.trace.iteration[-1] == steps


def test_the_box_lets_go():
    assert "tick at 1.10" in TEXT and "$x=(1.1034,0,1.1034)$ whatever $C$ is" in TEXT
    for C in (1.2, 30.0, 1000.0):
        assert path(C=C).result.x == pytest.approx([1.1034, 0.0, 1.1034], abs=1e-4)
    assert path(C=0.7).result.x == pytest.approx([0.7, 0.0, 0.7], abs=1e-4)


def test_products_off_the_path():
    assert "the largest is 4300 times the smallest" in TEXT and "at the end still 29 times" in TEXT
    apart = _apart(path(method="path-following", sigma=0.001))
    assert apart[2] == pytest.approx(4300.0, rel=0.02) and apart[-1] == pytest.approx(
        29.0, rel=0.02
    )
    assert _apart(path(method="path-following", sigma=0.9))[1:].max() < 1.25


def _apart(run):
    """The largest product of every row over the smallest."""
    view = look(run)
    both = np.hstack([view.xt, view.wu])
    return both.max(axis=1) / both.min(axis=1)


def test_stops_of_the_source():
    view = look(path(C=0.01))
    assert "would stop after 3 steps" in TEXT and view.fired() == 3
    assert view.relative[3] == pytest.approx(7e-4, rel=0.05)
    wrong = {"data": "inside", "method": "centering", "C": 100.0}
    view = look(path(**wrong, spectral="frozen"))
    assert "After 24 steps sigfig is 6.7" in TEXT and view.fired() == 24
    assert view.sigfig[24] == pytest.approx(6.7, abs=0.05)
    assert view.relative[24] == pytest.approx(1.3e-2, rel=0.05)
    assert "after 23 steps instead of 47" in TEXT and len(view.x) == 48
    assert path(**wrong).trace.iteration[-1] == 23


def test_algorithm_3_goes_astray():
    run = path(**MOONS, method="predictor-corrector")
    assert run.result.status == "max_iter" and run.trace.iteration[-1] == 2000
    assert look(run).relative[-1] == pytest.approx(0.22, abs=0.01)
    reach = 100.0 * run.trace.snapshots["alpha_a"][2:5]
    assert "5.6 %, 0.5 % and 0.1 %" in TEXT and reach == pytest.approx([5.6, 0.5, 0.1], abs=0.05)
    assert "4300 times μ" in TEXT and _second_order(run, 2) == pytest.approx(4300.0, rel=0.02)


def _second_order(run, k):
    """The largest product of two predictor directions from row k, over mu."""
    shown, C = run.trace.snapshots, run.problem.C
    x, w, t, u = (shown[a][k] for a in ("iterate", "w", "t", "u"))
    dx = shown["predictor"][k + 1]
    dw = C - x - w - dx
    dt, du = -t - t * dx / x, -u - u * dw / w
    return max(np.abs(dx * dt).max(), np.abs(dw * du).max()) / shown["mu"][k]


def test_the_interval_of_the_bias():
    scene = lab.scene(lab.run("svm", C=0.01))
    assert "every β from −0.772 to 0.792" in TEXT and "[−0.772, 0.792]" in scene.captions[-1]
    assert "37 of 100" in TEXT and "63 zero" in lab.scene(lab.run("svm")).captions[-1]


def test_what_is_dropped():
    run = lab.run("interior-point/identification")
    assert "20 of the 60 points are kept" in TEXT and "a second round with 30 points" in TEXT
    kept = run.trace.snapshots["selected"].sum(axis=1)
    assert kept[kept > 0][0] == 20 and kept[-1] == 30 and run.trace.snapshots["round"].max() == 2
    printed = lab.run("interior-point/identification", form="printed").trace.objective[-1]
    best = run.result.certificate.objective
    assert "$q=-6.37$ where $-12.33$ is possible, 48 % off" in TEXT
    assert [printed, best] == pytest.approx([-6.37, -12.33], abs=5e-3)
    assert round(100.0 * (printed - best) / abs(best)) == 48


def test_the_race():
    run = lab.run("interior-point/race")
    counts = {name: r.trace.iteration[-1] for name, r in run.results.items()}
    assert "SMO after one iteration" in TEXT and "Algorithm 2 after 8" in TEXT
    assert counts["smo"] == 1 and counts["mehrotra"] == 8
    n = run.problem.y.size
    work = [run.results[m].trace.work[-1] / n for m in ("safeguarded", "centering", "mehrotra")]
    assert "40 and 45 products for the low-cost methods, 112 for" in TEXT
    assert np.round(work).tolist() == [40.0, 45.0, 112.0]
    hard = lab.run("interior-point/race", C=100.0)
    assert "Algorithm 2 takes 11 iterations" in TEXT and hard.trace.iteration[-1] == 11
    for name in ("centering", "safeguarded"):
        assert hard.results[name].status == "max_iter"
    gap = hard.extra["peer"].certificate.gap
    assert "at a gap of $0.10$" in TEXT and gap == pytest.approx(0.10, abs=0.005)
