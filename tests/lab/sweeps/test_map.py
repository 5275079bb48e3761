"""The map next to a dashboard: the cross, the clicks, the rows it shows, how it ends."""

import numpy as np
import pytest
from refusing import assert_refused
from sweeping import ended

import lab
from lab.sweeps.live_map import Map
from lab.sweeps.measures import measure_of
from lab.sweeps.sources import Live
from widgets import Heatmap

VARY = {
    "lam": [0.01, 0.1, 1.0],
    "correlation": [-0.9, 0.0, 0.9],
    "data": ["correlated", "diabetes"],
}
LONG = 120.0


@pytest.fixture(scope="module")
def swept():
    return lab.sweep("lasso", vary=VARY, jobs=1, measure=["updates to 1e-6"], progress=False,
                     compare=[])  # fmt: skip


@pytest.fixture
def stored(swept):
    made = lab.map(swept, "lam", "correlation", "updates to 1e-6")
    made.dashboard.wait(LONG)
    yield made
    made.dashboard.close()


def click(made, x, y):
    made.stage._received(
        None, {"kind": "click", "panel": "map", "x": x, "y": y, "shift": False}, []
    )


def cells(made):
    (heat,) = (m for m in made.scene.panels[0].marks if isinstance(m, Heatmap))
    return heat.values.values


def test_click_turns_both_knobs_and_the_picture_follows(stored):
    click(stored, 0.012345678, 0.3333333)
    stored.wait(LONG)
    knobs = stored.dashboard.knobs
    assert (knobs["lam"].value, knobs["correlation"].value) == (0.0123, 0.333)
    assert stored.dashboard.run.settings["lam"] == 0.0123
    assert stored.stage.crosses == {"map": (0.0123, 0.333)}
    click(stored, 1e9, -7.0)
    stored.wait(LONG)
    assert (knobs["lam"].value, knobs["correlation"].value) == (2.0, -0.95)


def test_knobs_move_the_cross(stored):
    stored.dashboard.knobs["lam"].value = 0.5
    assert stored.stage.crosses["map"][0] == 0.5
    stored.dashboard.set(lam=0.4, correlation=0.1)
    assert stored.stage.crosses == {"map": (0.4, 0.1)}
    stored.dashboard.knobs["lam"].value = "much"
    assert stored.stage.crosses == {"map": (0.4, 0.1)}


def test_knobs_outside_the_plane_choose_the_rows(stored, swept):
    before = cells(stored)
    stored.dashboard.knobs["data"].value = "diabetes"
    of = {(x, y): v for x, y, d, v in zip(*(swept.columns[n] for n in (*VARY, "updates to 1e-6")),
                                          strict=True) if d == "diabetes"}  # fmt: skip
    expected = [[of[x, y] for x in VARY["lam"]] for y in VARY["correlation"]]
    assert np.array_equal(cells(stored), expected) and not np.array_equal(before, expected)
    assert stored.status == "stored, 18 rows"
    stored.dashboard.knobs["noise"].value = 0.7
    assert stored.status.startswith("The map is of noise = 0.15")


def test_map_is_saved_as_a_page_or_a_picture_with_its_cross(stored, tmp_path):
    stored.save(tmp_path / "map.html")
    assert "<!doctype html>" in (tmp_path / "map.html").read_text(encoding="utf-8")
    stored.save(tmp_path / "map.png")
    assert (tmp_path / "map.png").stat().st_size > 10_000
    assert_refused(r"path must end in .html, .png or .pdf, got", stored.save, tmp_path / "map.gif")


def test_two_knobs_are_visible(stored):
    first = stored.dashboard.stage.knobs[:2]
    assert [spec["name"] for spec in first] == ["lam", "correlation"]
    assert all(spec["primary"] for spec in first)


def test_live_map_says_what_runs_say_and_ends_with_the_dashboard(monkeypatch):
    monkeypatch.setattr("lab.sweeps.filling._GIVES_WAY", 0)
    source = Live("lasso", "lam", "correlation", "updates to 1e-6", finest=5)
    made = Map(lab.dashboard("lasso", n=10), source, lab.page)
    made.wait(LONG)
    assert made.status == "25 of 25 cells" and np.isfinite(cells(made)).all()
    run = lab.run("lasso", lam=source.ends[0][1], correlation=source.ends[1][4], n=10, compare=[])
    expected = measure_of(run.experiment, "updates to 1e-6")(run)
    assert cells(made)[4, 1] == expected and expected not in (cells(made)[1, 4], cells(made)[4, 2])
    made.dashboard.knobs["n"].value = 11
    made.wait(LONG)
    assert made.status == "25 of 25 cells" and cells(made)[4, 1] != expected
    (pid,) = source.workers
    made.dashboard.close()
    assert source.workers == [] and ended(pid)


@pytest.mark.parametrize(
    "given, words",
    [
        (("lasso", "lamb", "correlation", "gap"), "x must be one of lam, data"),
        (("lasso", "lam", "lam", "gap"), "two knobs"),
        (("lasso", "lam", "correlation", "speed"), "measure must be one of"),
        (("lassoo", "lam", "correlation", "gap"), "not known as a scene"),
    ],
)
def test_what_cannot_be_mapped_is_one_sentence(given, words):
    assert_refused(words, lab.map, *given)


def test_stored_map_is_of_knobs_that_were_varied(swept):
    assert_refused("x must be one of lam, correlation, data", lab.map, swept, "noise", "lam", "gap")
    assert_refused("colour must be one of", lab.map, swept, "lam", "correlation", "nonzeros")
