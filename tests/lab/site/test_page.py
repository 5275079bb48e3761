"""Pages whose knobs live: what is stored is what a live run draws, or the sentence it says."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from lattices import agree, drawn, two_knobs
from refusing import assert_refused
from scenes import ADDRESSES as SCENES

import lab
from lab.discovery import find
from lab.experiment import Experiment, Run
from lab.paths import checked_path
from lab.site import page as pages
from lab.site.page import representatives, start_of
from lab.site.vary import TooLarge, lattice_grid, read_limit, read_stops, through, usual
from lab.sweeps.grid import Grid, read_vary
from solvers import InputError, Lasso, solve_coordinate_descent
from widgets import Axis, Curve, Panel, Scene, prefix
from widgets.knobs import Knob
from widgets.page import assets


def _solve(settings, cancelled=None):
    if settings["n"] < 4:
        raise InputError(f"n must be at least 4 here, got {settings['n']}.")
    rng = np.random.default_rng(settings["seed"])
    X = rng.normal(size=(settings["n"], 3))
    problem = Lasso(X, X[:, 0], settings["lam"])
    return Run(problem, {"cd": solve_coordinate_descent(problem, max_iter=5)})


def _picture(run):
    clock, rows = lab.align(run.trace)
    gap = Curve(prefix(run.trace.iteration, rows), prefix(run.trace.gap, rows), label="gap")
    noise = np.random.default_rng(0).uniform(size=(2, 400))
    fixed = Curve(*noise, label="the same everywhere")
    panel = Panel("gap", [gap, fixed], Axis("sweeps", range=(0, 5)), Axis("gap", range=(0, 9)))
    return Scene([panel], clock, ["said"] * len(rows), {"gap": run.trace.gap[rows]})


TOY = Experiment(
    "toy",
    "A toy",
    "Does it live?",
    (
        Knob("lam", "log", 0.2, "λ", 0.01, 2.0, primary=True),
        Knob("n", "integer", 10, "n", 2, 40),
        Knob("mode", "choice", "a", "Mode", options=("a", "b")),
        Knob("extra", "linear", 0.0, "Extra", 0.0, 1.0, when={"mode": ("b",)}),
        Knob("words", "text", "", "Words"),
        Knob("seed", "integer", 0, "Seed", 0, 9),
    ),
    _solve,
    _picture,
    ticks=lambda settings: {"lam": (1.5, "λ_max")},
)


def page(vary, **more):
    return lab.page(TOY, vary=vary, jobs=1, progress=False, **more)


@pytest.mark.further
@pytest.mark.parametrize("address", SCENES)
def test_a_random_lattice_of_a_scene_holds_what_a_live_run_draws(
    address, unpacked, random_settings, monkeypatch
):
    rng = np.random.default_rng(SCENES.index(address))
    vary = two_knobs(find(address)[1], random_settings, rng)
    made = lab.page(address, vary=vary, jobs=1, progress=False, limit="60MB")
    points = unpacked(made.html())
    assert len(points) == made.settings and set(points[0]["settings"]) == set(vary)
    for point in points:
        settings = point["settings"]
        try:
            scene = lab.scene(address, **settings)
        except InputError as error:
            assert point["error"] == " ".join(str(error).split())
            continue
        spec, raw = drawn(scene, monkeypatch)
        assert point["spec"]["captions"] == spec["captions"]
        assert set(point["arrays"]) == set(raw)
        for name, numbers in raw.items():
            about = point["spec"]["arrays"][name]
            assert agree(point["arrays"][name], numbers, about), (settings, name, about)


def test_a_wrong_number_would_be_noticed(unpacked, monkeypatch):
    (point,) = unpacked(page({"lam": [0.1]}).html())
    spec, raw = drawn(lab.scene(TOY, lam=0.11), monkeypatch)
    assert set(point["arrays"]) != set(raw)
    spec, raw = drawn(lab.scene(TOY, lam=0.1), monkeypatch)
    moving = next(n for n in raw if spec["arrays"][n]["type"] == "i2")
    about = spec["arrays"][moving]
    assert agree(point["arrays"][moving], raw[moving], about)
    assert not agree(point["arrays"][moving], raw[moving] + 0.6 * about["scale"], about)


def test_what_is_equal_is_stored_once():
    one, many = (page({"lam": (0.1, 1.0, count)}) for count in (1, 8))
    index, data = many.stage.lattice.packed()
    fixed = next(p for p in index["points"][0] if all(p in other for other in index["points"]))
    assert sum(index["chunks"]) == len(data) and index["chunks"][fixed] > 0
    assert len(data) < 0.5 * 8 * len(one.stage.lattice.packed()[1])


def test_a_setting_without_an_answer_is_its_sentence_and_keeps_its_marks(unpacked):
    made = page({"n": [2, 10]})
    few, enough = unpacked(made.html())
    assert few["error"] == "n must be at least 4 here, got 2." and "spec" not in few
    assert enough["spec"]["captions"] and few["extra"]["ticks"] == {"lam": [1.5, "λ_max 1.5"]}
    assert str(made) == "2 settings; 1 of them have no picture, and say why"


def test_page_opens_at_a_picture_and_is_refused_without_one():
    assert page({"n": [2, 3, 10]}, n=2).stage.start == 2
    assert page({"n": [4, 10]}, n=4).stage.start == 0
    assert_refused(r"No setting of the page has a picture: n must be at", page, {"n": [2, 3]})


def test_a_knob_without_effect_costs_no_solve(unpacked):
    solved = []
    made = lab.page(
        TOY,
        vary={"extra": (0.0, 1.0, 3), "mode": None},
        jobs=1,
        progress=lambda done, total: solved.append(total),
    )
    index, _ = made.stage.lattice.packed()
    assert set(solved) == {4} and len(index["at"]) == 6
    for k, point in enumerate(unpacked(made.html())):
        hidden = "extra" in made.stage.idle[k]
        assert hidden == (point["settings"]["mode"] == "a")


def test_points_have_their_python(unpacked):
    for point in unpacked(page({"lam": (0.1, 1.0, 3)}).html()):
        before, after = point["extra"]["code"]
        lam = float(point["settings"]["lam"])
        assert f"lam={lam!r}," in before and before.endswith("frame=")
        assert after.startswith(",\n)")


@pytest.mark.servers
def test_processes_give_the_same_page():
    one = lab.page("subgradient", vary={"lam": (0.5, 2.0, 6)}, jobs=1, progress=False)
    two = lab.page("subgradient", vary={"lam": (0.5, 2.0, 6)}, jobs=2, progress=False)
    assert _stored(one) == _stored(two)


def _stored(made):
    lattice = made.stage.lattice
    return {n: d for n, d in lattice._parts.items() if not n.startswith("p")}


@pytest.mark.parametrize("budget", [5_000, 30_000, 60_000])
def test_a_page_beyond_its_limit_is_refused_with_what_fits(budget):
    limit = len(assets(space=False)) + budget
    vary = {"lam": (0.02, 1.0, 60), "mode": None}
    with pytest.raises(TooLarge, match=r"limit must be at least .* would fit") as refused:
        page(vary, limit=limit)
    if budget < 10_000:
        assert refused.value.vary is None and "vary fewer knobs" in str(refused.value)
        return
    words = re.search(r"lam=([\d.]+):([\d.]+):(\d+)", str(refused.value))
    assert int(words[3]) == refused.value.vary["lam"][2] < 60
    assert page(refused.value.vary, limit=limit).size <= limit


def test_what_can_never_fit_is_refused_before_anything_is_solved(monkeypatch):
    monkeypatch.setattr(pages, "warm", lambda *_: pytest.fail("something was solved"))
    with pytest.raises(TooLarge):
        lab.page("bags", vary={"lam1": (0.1, 1000.0, 9999), "factor": (0.01, 8.0, 9999)})


@pytest.mark.parametrize(
    "given, sentence",
    [
        ({"vary": {"lamda": None}}, "lamda is not a knob of toy"),
        ({"vary": ["lam"]}, "vary must map knobs to values"),
        ({"vary": {"lam": 0.3}}, "vary must give lam several values in a list, got 0.3"),
        ({"vary": {"lam": []}}, "vary must give lam at least one value, got none"),
        ({"vary": {"lam": (0.1, 9.0, 4)}}, "lam must be a number between 0.01 and 2, got 9"),
        ({"vary": {"lam": (0.1, 1.0, 10**9)}}, "lam must have at most"),
        ({"vary": {"words": None}}, "vary must list the values of words"),
        ({"vary": {"lam": None}, "lam": 9.0}, "lam must be a number between 0.01 and 2, got 9"),
        ({"vary": {"lam": None}, "limit": "much"}, 'limit must be a size such as "12MB"'),
        ({"vary": {"lam": None}, "limit": -3}, 'limit must be a size such as "12MB"'),
        ({"vary": {"lam": None}, "jobs": 0}, "jobs must be a number of processes"),
        ({"vary": {"lam": None}, "frame": 0.5}, "frame must be"),
        ({"vary": {"lam": None}, "out": "page.txt"}, "out must end in .html"),
        ({"vary": {"lam": None}, "out": "no/where/page.html"}, "out must lie in a directory"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(given, sentence):
    assert_refused(re.escape(sentence), lab.page, TOY, progress=False, **given)


def test_sizes_are_read_as_people_write_them():
    assert read_limit("12MB") == read_limit("12 mb") == read_limit(12_000_000) == 12_000_000
    assert read_limit("1.5kB") == 1500


def test_words_of_the_command_line():
    knobs = {k.name: k for k in TOY.knobs}
    one = lambda knob, text: float(text) if knob.name == "lam" else text
    read = partial(read_stops, read=one)
    assert read_vary(["lam=0.1:1:3", "mode"], knobs, read) == {
        "lam": [0.1, 0.316, 1.0],
        "mode": None,
    }
    assert read_vary(['words=["", "a,b"]'], knobs, read) == {"words": ["", "a,b"]}
    assert_refused("--vary words must be a list", read_vary, ["words=a"], knobs, read)
    assert_refused("--vary must name one of", read_vary, ["lum=1"], knobs, read)


def test_without_words_the_primary_knobs_are_varied_and_fit():
    assert usual(TOY, {}) == {"lam": (0.01, 2.0, 16)}
    assert usual(TOY, {"lam": 0.3}) == {"n": (2, 40, 8), "mode": None, "extra": (0.0, 1.0, 8)}
    limit = len(assets(space=False)) + 25_000
    made = lab.page(TOY, jobs=1, progress=False, limit=limit)
    assert 3 <= made.settings < 16 and made.size <= limit


@pytest.mark.parametrize("lam", [0.01, 0.0123, 0.2, 0.777, 1.99])
def test_the_stops_of_a_page_hold_exactly_the_value_at_first(lam):
    grid = through(TOY, lattice_grid(TOY, usual(TOY, {}), {"lam": lam}))
    stops = [*grid.axes["lam"]]
    assert grid.varied(start_of(TOY, grid))["lam"] == lam
    assert stops == sorted(stops) and len(stops) == 16


def test_a_page_with_fewer_stops_still_opens_with_the_scenes_own():
    limit = len(assets(space=False)) + 25_000
    stage = lab.page(TOY, jobs=1, progress=False, limit=limit).stage
    stops = dict(stage.axes)["lam"]
    assert stops[stage.start] == 0.2 and 3 <= len(stops) < 16


def test_two_stops_give_the_nearer_one_to_the_value_shown_first():
    grid = Grid({"lam": 1.5, "n": 10}, {"lam": (0.01, 2.0), "n": (2, 40)})
    assert through(TOY, grid).axes == {"lam": (0.01, 1.5), "n": (10, 40)}


def test_a_page_offers_a_file_of_the_user_only_where_there_is_one():
    _, experiment = find("path")
    varied = lambda **given: lattice_grid(experiment, {"data": None}, given).axes["data"]
    assert {*varied(file="mine.csv")} - {*varied()} == {"csv"}
    asked = lattice_grid(experiment, {"data": None, "file": ["mine.csv"]}, {})
    assert "csv" in asked.axes["data"]


@pytest.mark.parametrize(
    "kind, wanted, place",
    [("log", 0.35, 1), ("log", 0.3, 0), ("linear", 0.35, 0), ("linear", 0.6, 1)],
)
def test_a_knob_opens_at_the_stop_that_is_nearest_on_its_own_scale(kind, wanted, place):
    knob = Knob("lam", kind, 0.1, "λ", 0.01, 2.0)
    toy = Experiment("toy", "", "", (knob,), None, None)
    assert start_of(toy, Grid({"lam": wanted}, {"lam": (0.1, 1.0)})) == place


@pytest.mark.parametrize("apart, places", [("method", [0, 1, 2, 3]), ("", [0, 1, 2, 2])])
def test_page_idle_knob_is_solved_where_its_value_is_not_offered(apart, places):
    toy = Experiment("toy", "", "", (
        Knob("mode", "choice", "b", options=("b", "a")),
        Knob("method", "choice", "x", options=("x", "y"), when={"mode": ("b",)}),
        Knob("compare", "several", (), options=("x", "y"), apart=apart),
    ), None, None)  # fmt: skip
    axes = {"mode": ("b", "a"), "method": ("x", "y")}
    base = {"mode": "b", "method": "x", "compare": ()}
    assert representatives(toy, Grid(base, axes)) == places


def test_a_varied_knob_opens_at_the_stop_nearest_to_its_value():
    made = page({"lam": (0.1, 1.0, 4), "mode": None}, lam=0.9, mode="b")
    assert made.stage.start == 7  # the last stop, and the second of two modes


def test_the_file_appears_when_it_is_complete(tmp_path):
    path = tmp_path / "toy.html"
    made = page({"lam": (0.1, 1.0, 2)}, out=path)
    assert path.read_text(encoding="utf-8") == made.html() and list(tmp_path.iterdir()) == [path]
    assert checked_path(path, (".html",)) == path


@pytest.mark.servers
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal for one process")
def test_an_interrupt_writes_nothing(tmp_path):
    varied = ["--vary", "lam=0.1:1000:40", "--vary", "theta=0.1:0.9:20", "--limit", "100MB"]
    out = ["--out", str(tmp_path / "page.html")]
    line = [sys.executable, "-m", "lab", "run", "margins", *varied, *out]
    # A shell that runs tests in the background may have its children ignore the signal.
    child = subprocess.Popen(
        line, cwd=Path(lab.__file__).parents[1], start_new_session=True, stderr=subprocess.PIPE,
        text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    time.sleep(12)
    assert child.poll() is None, child.stderr.read()
    os.killpg(child.pid, signal.SIGINT)
    child.communicate(timeout=60)
    # A compiler that is interrupted makes an error of it, so the status may be another than 130.
    assert child.returncode != 0 and not list(tmp_path.iterdir())


def test_the_index_is_plain_json():
    text = page({"lam": (0.1, 1.0, 2)}).html()
    index = json.loads(re.search(r'type="application/json">(.*?)</script>', text)[1])
    assert index["axes"] == [["lam", [0.1, 1.0]]]
    assert index["note"].startswith("2 values of λ are solved")
    held = {one["spec"]["name"]: one["locked"] for one in index["knobs"]}
    assert [name for name, why in held.items() if not why] == ["lam"]


def test_a_page_says_what_users_can_edit_only_in_a_notebook():
    notes = {
        where: lab.page(where, vary={knob: [value]}, jobs=1, progress=False).stage.note
        for where, knob, value in (("polygon", "turn", 15.0), ("lasso", "lam", 0.2))
    }
    assert notes["polygon"].endswith(" Edges can be edited in the notebook only.")
    assert "hand" not in notes["lasso"]
