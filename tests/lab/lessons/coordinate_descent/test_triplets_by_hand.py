"""Points by hand in the triplets scene: what a click makes of the points and of the run."""

import numpy as np
import pytest

import lab
from lab.addresses import find

EXPERIMENT = find("triplets")[1]


def after(settings, **action):
    return settings | EXPERIMENT.click(settings, {"panel": "points", **action})


def points(settings):
    case = lab.run("triplets", **settings).extra["case"]
    return case.X, case.y


def test_a_point_is_added_moved_and_erased():
    begin = EXPERIMENT.settings({})
    X, y = points(begin)
    added = after(begin, do="add", what=1, x=1.0, y=2.0)
    more, classes = points(added)
    assert np.array_equal(more[:-1], X) and more[-1].tolist() == [1.0, 2.0]
    assert classes[-1] == 1 and np.array_equal(classes[:-1], y)
    moved = after(added, do="move", x0=1.0, y0=2.1, x=3.0, y=-2.0)
    assert points(moved)[0][-1].tolist() == [3.0, -2.0]
    assert after(moved, do="erase", x=3.0, y=-2.0) == begin
    gone = after(begin, do="erase", x=X[4, 0], y=X[4, 1])
    assert np.array_equal(points(gone)[0], np.delete(X, 4, axis=0))


def test_the_table_makes_its_rows_and_the_run_is_still_proved():
    begin = EXPERIMENT.settings({"dimension": 3})
    rows = EXPERIMENT.tools(begin).rows()[:-3]
    rows[0][2] = 4.0
    run = lab.run("triplets", **(begin | EXPERIMENT.click(begin, {"do": "rows", "rows": rows})))
    assert sorted(run.extra["case"].X[:, 2])[-1] == 4.0 and len(run.extra["case"].y) == len(rows)
    assert run.result.status == "converged" and run.result.certificate.holds(1e-6)


def test_points_are_edited_in_toys_of_the_metric_only():
    for given in ({"data": "iris"}, {"problem": "svm"}, {"dimension": "all"}):
        settings = EXPERIMENT.settings(given)
        assert EXPERIMENT.tools(settings) is None
        assert after(settings, do="add", what=1, x=0.0, y=0.0) == settings
    assert EXPERIMENT.tools(EXPERIMENT.settings({"dimension": 3})).panel == ""


def test_a_class_of_one_point_gets_a_sentence():
    begin = EXPERIMENT.settings({})
    y = points(begin)[1]
    gone = " ".join(f"x{k + 1}" for k in np.flatnonzero(y == 0)[:-1])
    with pytest.raises(lab.InputError, match="at least 2 points of each class, got 1"):
        lab.run("triplets", points=gone)
