"""The numbers that the MI-ODM notebook quotes are those of its scenes."""

import json
import re

import numpy as np
import pytest

import lab
from lab.app.server import notebooks
from lab.lessons.mi_odm.margins import view as margins_view
from lab.lessons.mi_odm.tightness import view as tightness_view
from solvers import MultiInstanceODM, bag_values, printed_dual, solve_keys


@pytest.fixture(scope="module")
def text():
    cells = json.loads((notebooks() / "mi_odm.ipynb").read_text(encoding="utf-8"))["cells"]
    told = " ".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return " ".join(told.split())


def says(text, pattern, *values, rel=2e-3):
    """Whether the text holds the pattern and its numbers are `values`."""
    found = re.search(pattern, text)
    assert found, pattern
    told = [float(x.replace("−", "-")) for x in found.groups()]
    assert told == pytest.approx(list(values), rel=rel), pattern


def last(address, **settings):
    run = lab.run(address, **settings)
    return run, lab.scene(run).captions[-1]


def test_an_outlier_and_two_learners(text):
    variance, distance = {}, {}
    for reach in (0.0, 1.0):
        view = margins_view.look(lab.run("margins", reach=reach))
        w, b, hard = view.w[-1], view.b[-1], view.run.extra["hard"]
        variance[reach] = view.margins[-1].var(), view.rival_margins("hard").var()
        distance[reach] = [abs(c) / np.linalg.norm(v) for v, c in ((w, b), (hard.w, hard.b))]
    smallest = view.rival_margins("hard").min()
    says(text, r"smallest margin of (\d\.\d+)\.", smallest)
    says(
        text,
        r"margins have variance (\d\.\d+)\. Those of ODM have (\d\.\d+),",
        *variance[1.0][::-1],
    )
    says(text, r"from (\d\.\d+) to (\d\.\d+) away", distance[0.0][1], distance[1.0][1], rel=0.05)
    says(text, r"ODM's goes from (\d\.\d+) to (\d\.\d+)\.", distance[0.0][0], distance[1.0][0],
         rel=0.1)  # fmt: skip


def test_from_least_squares_to_the_hard_margin(text):
    view = margins_view.look(lab.run("margins", nu=1.0, theta=0.95))
    turned = margins_view.angle(view.w[-1], view.run.extra["hard"].w)
    assert "that of the hard SVM to within 0.1°" in text and turned < 0.1


def test_three_ways_to_the_keys(text):
    run, caption = last("bags")
    right = re.search(r"averaged (\S+), MI-SVM (\S+)\. ", caption).groups()
    says(text, r"saddle gap is (\S+), the machine is right", run.trace.gap[-1], rel=0.06)
    says(text, r"right on (\S+) % of fresh.* on (\d\S+) %\. ### Exp", *map(float, right))
    run, _ = last("bags", method="column_generation")
    assert run.result.status == "converged" and len(run.trace) == 2 and run.problem.count == 81
    says(text, r"the saddle value (\S+) is proved", run.result.certificate.objective, rel=1e-4)
    run, _ = last("bags", method="assignment")
    says(text, r"\*Look at\* its gap: (\d\.\d+)\.", run.trace.gap[-1], rel=0.02)


def test_dice_against_arithmetic(text):
    gaps = {}
    for bags in (4, 3):
        settings = {"method": "stochastic", "compare": ["mirror_prox"], "budget": 1000}
        run = lab.run("bags", positive=bags, **settings)
        dice = [run.result, *run.extra["twins"]["stochastic"]]
        exact = run.results["mirror_prox"]
        gaps[bags] = [exact.trace.gap[-1], *(r.trace.gap[-1] for r in dice)]
    says(text, r"reaches a gap of (\S+); the seeds end at (\S+), (\S+) and (\d\.\d+)\.",
         *gaps[4], rel=0.06)  # fmt: skip
    says(text, r"they end at (\S+), (\S+) and (\d\.\d+), mirror prox at (\S+)\. A",
         *gaps[3][1:], gaps[3][0], rel=0.06)  # fmt: skip
    assert max(gaps[3][0], gaps[4][0]) < min(gaps[3][1:] + gaps[4][1:])


def test_nine_digits_of_what(text):
    view = tightness_view.look(lab.run("tightness"))
    says(text, r"(\S+) per cent\. At λ = 10", 100.0 * (1.0 - view.short[0]), rel=0.02)
    spot = view.spots[int(np.argmin(np.abs(view.clock.values - 10.0)))]
    says(text, r"the bound is (\S+), the best keys reach (\d\.\d+)\.", spot.bound, spot.optimum)
    says(text, r"bag values are (\S+), (\S+), (\S+) and (\S+)\. Yet",
         *bag_values(spot.problem, spot.averaged))  # fmt: skip
    says(text, r"dots, (\S+) and (\S+) for", *bag_values(spot.problem, spot.rounded.machine)[:2])
    loose = tightness_view.look(lab.run("tightness", data="overlap", bags=3, sweep="gaussian"))
    above = loose.rounded[0] / loose.optimum[0] - 1.0
    says(text, r"ends (\S+) % above the best keys.* with (\S+) % open", 100.0 * above,
         100.0 * loose.short[0])  # fmt: skip


def test_the_printed_dual(text):
    problem = lab.run("tightness").extra["spots"][6].problem
    assert problem.lam1 == pytest.approx(10.0)
    other = MultiInstanceODM(problem.bags, problem.y, 20, 40, 0.5, 0.2, problem.kernel)
    largest = printed_dual(problem, solve_keys(other, [1, 1]).u, [1, 1])
    value = solve_keys(problem, [1, 1]).objectives.keys
    says(text, r"(\d+\.\d+) and (\d+\.\d+): the \"bound\"", value, largest, rel=1e-4)
    says(text, r"value of \(4\) is (\S+), and the printed dual goes up to (\d+\.\d+)\.", value,
         largest, rel=1e-4)  # fmt: skip


def test_far_in_weights_and_near_in_value(text):
    run = lab.run("mirror", gamma=4.0)
    says(text, r"with a gap of (\d\.\d+)\. Far", run.trace.gap[-1], rel=0.06)
    v, best = run.trace.snapshots["v"][-1], run.extra["saddle"]
    assert best.dual["v"].max() > 0.999 and 0.4 < v.max() < 0.6
