"""Points by hand in the triplets scene: what a click makes of the points and of the run."""

import numpy as np
import pytest

import lab
from lab.discovery import find

EXPERIMENT = find("triplets")[1]


def after(settings, **action):
    return settings | EXPERIMENT.click(settings, {"panel": "points", **action})


def points(settings):
    case = lab.run("triplets", **settings).extra["case"]
    return case.X, case.y


def test_click_adds_moves_and_erases_a_point():
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


def test_rows_of_the_table_are_the_points_of_a_proved_run():
    begin = EXPERIMENT.settings({"dimension": 3})
    rows = EXPERIMENT.tools(begin).rows()[:-3]
    rows[0][2] = 4.0
    run = lab.run("triplets", **(begin | EXPERIMENT.click(begin, {"do": "rows", "rows": rows})))
    assert sorted(run.extra["case"].X[:, 2])[-1] == 4.0 and len(run.extra["case"].y) == len(rows)
    assert run.result.status == "converged" and run.result.certificate.holds(1e-6)


def test_points_are_edited_in_synthetic_sets_of_the_metric_only():
    for given in ({"data": "iris"}, {"problem": "svm"}, {"dimension": "all"}):
        settings = EXPERIMENT.settings(given)
        assert EXPERIMENT.tools(settings) is None
        assert after(settings, do="add", what=1, x=0.0, y=0.0) == settings
    assert EXPERIMENT.tools(EXPERIMENT.settings({"dimension": 3})).panel == ""


def test_class_of_one_point_is_refused():
    begin = EXPERIMENT.settings({})
    y = points(begin)[1]
    gone = " ".join(f"x{k + 1}" for k in np.flatnonzero(y == 0)[:-1])
    with pytest.raises(lab.InputError, match="at least 2 points of each class, got 1"):
        lab.run("triplets", points=gone)


def drawn(settings, *rows):
    """The settings after a triplet of these rows of the points was clicked."""
    X = lab.run("triplets", **settings).extra["case"].X
    action = {"do": "draw", "what": "triplet", "panel": "points", "places": X[list(rows)] + 1e-3}
    return settings | EXPERIMENT.click(EXPERIMENT.settings(settings), action)


def test_three_clicks_make_a_triplet_that_replaces_the_random_ones():
    settings = drawn(drawn({}, 4, 8, 59), 0, 30, 59)
    assert settings == {"own": "5:9,60 1:31,60"}
    run = lab.run("triplets", **settings)
    assert run.extra["case"].triplets.tolist() == [[4, 8, 59], [0, 30, 59]]
    X = run.extra["case"].X
    expected = (X[[4, 0]] - X[[59, 59]]) ** 2 - (X[[4, 0]] - X[[8, 30]]) ** 2
    assert np.allclose(run.problem.Z, expected) and run.result.status == "converged"
    others = lab.run("triplets", own="5:9,60", data="iris", dimension="all")
    assert len(others.extra["case"].triplets) == 30, "other data have their own"


def test_triplet_follows_its_points_and_is_erased_with_one():
    settings = EXPERIMENT.settings({"points": "+(0,0) -(0.25,0.5)", "own": "61:9,62 1:2,60"})
    case = lab.run("triplets", points=settings["points"], own=settings["own"]).extra["case"]
    x, y = case.X[8]
    move = {"do": "move", "panel": "points", "x0": x, "y0": y, "x": 1.0, "y": 1.25}
    moved = settings | EXPERIMENT.click(settings, move)
    after = lab.run("triplets", points=moved["points"], own=moved["own"]).extra["case"]
    (first, near, far), other = after.triplets.tolist()
    assert after.X[[first, near, far]].tolist() == [[0.0, 0.0], [1.0, 1.25], [0.25, 0.5]]
    assert np.array_equal(after.X[other], case.X[[0, 1, 59]])
    erase = {"do": "erase", "panel": "points"}
    for x, y in ((0.0, 0.0), (1.0, 1.25), (0.25, 0.5)):
        gone = moved | EXPERIMENT.click(moved, erase | {"x": x, "y": y})
        assert gone["own"] == "1:2,60"


@pytest.mark.parametrize("words", ["5:9", "5:9,9", "5:9,61", "5:5,5", "nonsense", "0:1,2"])
def test_a_triplet_of_other_than_three_points_is_refused(words):
    with pytest.raises(lab.InputError, match="own must hold words such as 5:9,30"):
        lab.run("triplets", own=words)
