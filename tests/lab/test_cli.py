import csv
import json
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from importlib.machinery import ModuleSpec
from importlib.metadata import version
from types import SimpleNamespace

import numpy as np
import pytest
from repeated import first

import lab
from lab import cli, data, measurements
from lab.app import server
from lab.benchmarks import drag
from lab.books import copies
from lab.discovery import Lesson
from lab.experiment import Experiment, Run
from lab.runs import export
from lab.table import Table
from solvers import Lasso, solve_coordinate_descent, solve_proximal_gradient
from widgets import Axis, Clock, Curve, Panel, Scene, prefix
from widgets.knobs import Knob


def solve(settings, cancelled=None):
    X, t = data.correlated(dimension=settings["dimension"], rho=settings["rho"])
    problem = Lasso(X, t, settings["lam"])
    results = {"cd": solve_coordinate_descent(problem)}
    for name in settings["compare"]:
        results[name] = solve_proximal_gradient(problem, accelerated=name == "fista")
    return Run(problem, results)


def scene(run):
    T = len(run.trace)
    rows = np.arange(T)
    curve = Curve(x=prefix(run.trace.iteration, rows), y=prefix(run.trace.objective, rows))
    panel = Panel("value", [curve], Axis("iteration"), Axis("F"), key="value")
    return Scene([panel], Clock("iteration", run.trace.iteration), ["a step"] * T, {})


KNOBS = (
    Knob("lam", "log", 0.1, "λ", low=1e-3, high=10.0, help="Price of each unit."),
    Knob("rho", "linear", 0.9, low=-1.0, high=1.0),
    Knob("dimension", "choice", 2, options=((2, "two"), (3, "three"))),
    Knob("data", "choice", "toy", options=("toy", "real")),
    Knob("tilt_up", "switch", True),
    Knob("compare", "several", ("ista",), options=("ista", "fista")),
    Knob("seed", "integer", 0, low=0, high=9),
    Knob("words", "text", "none at all"),
)
TOY = Experiment("toy", "A toy", "Does it run?", KNOBS, solve, scene)


@pytest.fixture(autouse=True)
def lessons(only_lessons, monkeypatch, tmp_path):
    only_lessons(Lesson("toys", "", "", "", (TOY,)))
    monkeypatch.setenv(data.VARIABLE, "")
    monkeypatch.chdir(tmp_path)


def output(capsys, *argv):
    """(status, stdout, stderr) of the command."""
    status = cli.main([str(a) for a in argv])
    return status, *capsys.readouterr()


def refused(capsys, *argv):
    """The one sentence that bad use gets."""
    status, out, err = output(capsys, *argv)
    assert status == 2 and out == ""
    assert err.startswith("lab: ") and err.count("\n") == 1 and err.endswith(".\n")
    return err


# list


def test_list_names_a_broken_lesson_in_one_line_and_shows_the_others(only_lessons, capsys):
    only_lessons(Lesson("toys", "", "", "", (TOY,)), lost=ImportError("no module named so"))
    status, out, err = output(capsys, "list")
    assert (
        status == 0
        and err == ""
        and out.splitlines()
        == [
            "toys/toy  Does it run?",
            "lost      The lesson 'lost' (a_package:LESSON) cannot be loaded: "
            "ImportError: no module named so.",
        ]
    )
    assert "no module named so" in refused(capsys, "list", "lost")
    assert output(capsys, "list", "toys")[0] == 0


def test_list_shows_addresses_and_questions(capsys):
    assert output(capsys, "list") == (0, "toys/toy  Does it run?\n", "")


def test_list_of_a_lesson_shows_knobs_with_ranges_and_defaults(capsys):
    status, out, _ = output(capsys, "list", "toys")
    lines = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert status == 0
    assert re.search(r"0.001 to 10 +default 0.1 +Price of each unit", lines["--lam"])
    assert "0 to 9 (whole)" in lines["--seed"] and "2, 3" in lines["--dimension"]
    assert re.search(r"ista, fista +default ista", lines["--compare"])
    assert re.search(r"on, off +default on", lines["--tilt_up"])
    assert output(capsys, "list", "toy")[1] == out


def test_help_of_run_names_every_suffix_that_it_writes(capsys):
    _, out, _ = output(capsys, "run", "--help")
    assert [s for s in export.SUFFIXES if s[1:] not in " ".join(out.split())] == []


@pytest.mark.parametrize("name", ["open", "student", "solutions", "teacher", "docs", "site"])
def test_empty_name_is_no_directory(name, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, _, err = output(capsys, name, "")
    assert status == 2 and "DIR must name a directory, got ''" in err
    assert not list(tmp_path.iterdir())


def test_version_and_help(capsys):
    for argv, word in (
        (["--version"], version("convexlab")),
        (["-h"], "warmup"),
        (["run", "--help"], "lab list"),
        (["run", "toy", "--help"], "0.001 to 10; default 0.1."),
    ):
        status, out, err = output(capsys, *argv)
        assert status == 0 and word in " ".join(out.split()) and err == ""


# run


def test_run_writes_the_full_trace_of_every_method(tmp_path, capsys):
    path = tmp_path / "out.csv"
    status, out, err = output(
        capsys, "run", "toy", "--lam", "0.05", "--compare", "ista,fista", "--out", path
    )
    assert status == 0 and err == "" and "cd converged, proved within" in out
    runs = lab.run("toy", lam=0.05, compare=["ista", "fista"])
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    for name, trace in runs.traces.items():
        own = [row for row in rows if row["method"] == name]
        for column in ("iteration", "work", "objective", "bound", "gap"):
            np.testing.assert_array_equal(
                [float(r[column]) for r in own], getattr(trace, column), err_msg=column
            )
        np.testing.assert_array_equal([float(r["w[1]"]) for r in own], trace.snapshots["w"][:, 1])
    assert len(rows) == sum(map(len, runs.traces.values()))
    assert {r["visited"] for r in rows if r["method"] == "ista"} == {""}  # not a thing of ista's


def test_run_writes_npz(tmp_path, capsys):
    path = tmp_path / "out.npz"
    assert (
        output(capsys, "run", "toys/toy", "--solvers", "cd,prox", "--rho=-0.5", "--out", path)[0]
        == 0
    )
    with np.load(path, allow_pickle=False) as found:
        trace = lab.run("toy", rho=-0.5, compare=["ista"]).traces["ista"]
        np.testing.assert_array_equal(found["ista/w"], trace.snapshots["w"])
        np.testing.assert_array_equal(found["ista/gap"], trace.gap)
        assert list(found["methods"]) == ["cd", "ista"]
        assert json.loads(str(found["settings"]))["rho"] == -0.5
        assert json.loads(str(found["status"])) == {"cd": "converged", "ista": "converged"}


def test_every_kind_of_knob_is_understood(monkeypatch, capsys, tmp_path):
    seen = {}
    monkeypatch.setattr(export, "write", lambda run, *a, **k: seen.update(run.settings))
    line = "--lam 1e-2 --rho -.5 --dimension 3 --data real --tilt-up off --compare none --seed 7"
    argv = ["run", "toy", *line.split(), "--words", "a b", "--out", tmp_path / "x.png"]
    assert output(capsys, *argv)[0] == 0
    assert seen == {
        "lam": 0.01, "rho": -0.5, "dimension": 3, "data": "real", "tilt_up": False, "compare": (),
        "seed": 7, "words": "a b",
    }  # fmt: skip


@pytest.mark.parametrize("suffix, magic", [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("gif", b"GIF8")])
def test_run_draws(suffix, magic, tmp_path, capsys):
    path = tmp_path / f"out.{suffix}"
    assert output(capsys, "run", "toy", "--out", path, "--theme", "dark")[0] == 0
    assert path.read_bytes().startswith(magic)
    assert os.listdir(tmp_path) == [path.name]


def test_run_writes_a_page(tmp_path, capsys):
    assert output(capsys, "run", "toy", "--out", tmp_path / "out.html")[0] == 0
    assert "<html" in (tmp_path / "out.html").read_text(encoding="utf-8").lower()


def test_page_opens_as_the_options_say(tmp_path, capsys):
    out = tmp_path / "out.html"
    options = ["--panels", "value", "--predict", "--projector", "--frame", "-1", "--lam", "0.2"]
    assert output(capsys, "run", "toy", "--out", out, *options)[0] == 0
    found = re.search(r'"application/json">(.*?)</script>', out.read_text(encoding="utf-8"))
    index = json.loads(found[1])
    state = index["state"]
    assert state["panels"] == ["value"] and state["predict"] is state["projector"] is True
    assert state["frame"] > 0 and state["knobs"]["lam"] == 0.2
    assert state["at"] == "toys/toy"


def test_frames_differ(tmp_path, capsys):
    for frame in (0, -1):
        argv = ["run", "toy", "--out", tmp_path / f"{frame}.png", "--frame", frame]
        assert output(capsys, *argv)[0] == 0
    assert (tmp_path / "0.png").read_bytes() != (tmp_path / "-1.png").read_bytes()


@pytest.mark.parametrize(
    "argv, words",
    [
        (["run"], "Missing argument 'LESSON[/SCENE]'"),
        (["run", "nope", "--out", "a.csv"], "'nope' is not known as a scene"),
        (["run", "toy"], "Missing option '--out'"),
        (["run", "toy", "--out", "a.xyz"], "--out must end in one of .gif"),
        (["run", "toy", "--out", "no/where/a.csv"], "directory that exists"),
        (["run", "toy", "--out", "a.csv", "--lam", "-1"], "lam must be a number between"),
        (["run", "toy", "--out", "a.csv", "--lam", "abc"], "lam must be a number between"),
        (["run", "toy", "--out", "a.csv", "--lam"], "Option '--lam' requires an argument"),
        (["run", "toy", "--out", "a.csv", "--dimension", "4"], "dimension must be one of 2, 3"),
        (["run", "toy", "--out", "a.csv", "--seed", "1.5"], "seed must be a whole number"),
        (["run", "toy", "--out", "a.csv", "--tilt_up", "5"], "tilt_up must be on or off"),
        (["run", "toy", "--out", "a.csv", "--compare", "newton"], "compare may hold"),
        (["run", "toy", "--out", "a.csv", "--solvers", "ista"], "solvers must begin with 'cd'"),
        (["run", "toy", "--out", "a.csv", "--lamda", "1"], "--lamda"),
        (["run", "toy", "--out", "a.png", "--frame", "9999"], "frame must lie in"),
        (["run", "toy", "--out", "a.html", "--frame", "9999"], "--frame must lie in"),
        (["run", "toy", "--out", "a.png", "--panels", "nope"], "panels must be among value, got"),
        (["run", "toy", "--out", "a.png", "--projector"], "--projector is for pages: --out must"),
        (["run", "toy", "--out", "a.html", "--vary", "lam", "--predict"], "--predict must come"),
        (["run", "toy", "--out", ".png"], "--out must have a name before .png, got '.png'"),
        (["run", "toy", "--out", "a.gif", "--frame", "1"], "--frame must come where --out ends in"),
        (["run", "toy", "--out", "a.csv", "--frame", "1"], "--frame must come where --out ends in"),
        (["run", "toy", "--out", "a.png", "--fps", "5"], "--fps must come where --out ends in"),
        (["run", "toy", "--out", "a.png", "--jobs", "0"], "--jobs must come with --vary, got 0"),
        (["run", "toy", "--out", "a.png", "--limit", "x"], "--limit must come with --vary, got x"),
        (["run", "toy", "--out", "a.gif", "--fps", "0"], "fps must lie between 1 and 60, got 0"),
        (
            ["run", "toy", "--out", "a.gif", "--fps", "nan"],
            "fps must lie between 1 and 60, got nan",
        ),
        (
            ["run", "toy", "--out", "a.png", "--theme", "pink"],
            "'pink' is not one of 'light', 'dark'",
        ),
        (["list", "nope"], "'nope' is not known"),
        (["list", "--bad"], "No such option"),
        (["--data", "nowhere", "list"], "--data must name a directory"),
        (["--data", "", "list"], "--data must name a directory of data sets, got ''"),
        (["glossary", ""], "term must be a word of the glossary, got ''"),
        (["judge", "a.mps", "--out", ".csv"], "--out must have a name before .csv"),
        (["--port", "9000", "list"], "Options of list come after it"),
        (["--port", "x"], "'x' is not a valid integer"),
        (["--port", "0"], "--port must lie between"),
        (["judge", "a.mps"], "FILE must be a file that is there, got 'a.mps'; give its path from"),
        (["judge", "."], "FILE must be a file that is there, got '.'"),
        (["judge", "a.mps", "--out", "a.txt"], "--out must end in .csv or .md, got 'a.txt'"),
        (["judge", "a.mps", "--out", "no/where/a.md"], "--out must lie in a directory that exists"),
        (["peers", "--out", "no/where/a.md"], "--out must lie in a directory that exists"),
        (["report", ".", "--out", "no/where/a.html"], "--out must lie in a directory that exists"),
        (["vote", "toy", "--out", "no/where/a.csv"], "--out must lie in a directory that exists"),
        (["vote", "toy", "--out", "a.pdf"], "--out must end in .csv, got 'a.pdf'"),
        (["report", ".", "--out", "week.1"], "--out must end in .html, got 'week.1'"),
        (["vote", "toy", "--out", "."], "--out must be a file, got the directory '.'"),
        (["vote", "toy", "--port", "99999"], "port must lie between 0 and 65535, got 99999"),
        (["vote", "toy", "--port", "-1"], "port must lie between 0 and 65535, got -1"),
        (["bench", "sweep", "--json", "no/where/a.json"], "--json must lie in a directory that ex"),
        (["bench", "nope"], "bench must be one of"),
        (["bench", "coordinate-descent", "--runs", "0"], "--runs must be at least 1"),
        (["bench", "drag", "nope"], "SCENE must have a slider to drag, one of "),
        (["bench", "peers", "lasso"], "SCENE must follow bench drag or turns, got 'lasso'"),
        (["bench", "sweep", "--against", "."], "--against must follow bench drag or turns, got "),
        (["bench", "turns", "--against", "/"], "--against must be a checkout of the "),
        (["bench", "drag", "--place", "moon"], "'moon' is not one of 'no-card', 'card', 'hub'"),
        (["tables", "nope"], "tables must be one of"),
        (["warmup", "now"], "unexpected extra argument (now)"),
        (["lsit"], "did you mean 'list'?"),
    ],
)
def test_bad_use_is_one_sentence_and_status_two(argv, words, capsys, tmp_path):
    assert words in refused(capsys, *argv)
    assert os.listdir(tmp_path) == []


def test_empty_list_of_solvers_to_judge_is_not_all(capsys, tmp_path):
    (tmp_path / "a.csv").write_text("1,1\n-1,-1,-2\n", encoding="utf-8")
    assert "solvers must be among" in refused(capsys, "judge", tmp_path / "a.csv", "--solvers", "")


def test_failures_are_one_sentence_and_status_one(only_lessons, capsys):
    def broken(settings, cancelled=None):
        raise RuntimeError("two\nlines")

    only_lessons(Lesson("toys", "", "", "", (Experiment("toy", "", "", (), broken, scene),)))
    assert output(capsys, "run", "toy", "--out", "a.csv") == (
        1, "", "lab: RuntimeError: two lines\n",
    )  # fmt: skip


def test_unwritable_place_is_named_and_leaves_nothing(monkeypatch, capsys, tmp_path):
    def full(run, path):
        path.write_text("half")
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(export, "write_csv", full)
    status, _, err = output(capsys, "run", "toy", "--out", tmp_path / "a.csv")
    assert status == 1 and err == f"lab: No space left on device: {tmp_path / 'a.csv'}.\n"
    assert os.listdir(tmp_path) == []


def test_broken_pipe_that_is_not_the_output_is_a_failure_with_a_sentence(
    monkeypatch, capsys, tmp_path
):
    def broken(run, path):
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(export, "write_csv", broken)
    status, _, err = output(capsys, "run", "toy", "--out", tmp_path / "a.csv")
    assert status == 1 and err.startswith("lab: BrokenPipeError: ") and "Broken pipe" in err


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of a shell")
@pytest.mark.parametrize("unbuffered", first(["", "1"], 1))
@pytest.mark.parametrize("asked", ["list", "--version", "--help"])
def test_reader_that_has_enough_ends_the_command_quietly(unbuffered, asked):
    code = (
        "import os, sys; from lab.cli import main\n"
        f"read, write = os.pipe(); os.close(read); os.dup2(write, 1); sys.exit(main(['{asked}']))"
    )
    how = {"env": os.environ | {"PYTHONUNBUFFERED": unbuffered}, "text": True}
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, **how)
    assert (done.returncode, done.stderr) == (0, "")


def test_interrupting_is_clean(monkeypatch, capsys, tmp_path):
    def interrupted(run, path):
        path.write_text("half")
        raise KeyboardInterrupt

    monkeypatch.setattr(export, "write_csv", interrupted)
    status, _, err = output(capsys, "run", "toy", "--out", tmp_path / "a.csv")
    assert status == 130 and err.strip() == "lab: Interrupted."
    assert os.listdir(tmp_path) == []


def test_data_is_a_directory_before_the_command_and_a_knob_after(monkeypatch, capsys, tmp_path):
    seen = {}
    monkeypatch.setattr(export, "write", lambda run, *a, **k: seen.update(run.settings))
    (tmp_path / "sets").mkdir()
    argv = ["--data", tmp_path / "sets", "run", "toy", "--data", "real", "--out", "a.csv"]
    assert output(capsys, *argv)[0] == 0
    assert data.directory() == tmp_path / "sets" and seen["data"] == "real"


def test_progress_bar_shows_on_a_terminal_only(monkeypatch, capsys):
    with cli.progress("a.gif") as tell:
        tell(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    with cli.progress("a.gif") as tell:
        tell(2, 2)
    shown = capsys.readouterr().err
    assert "a.gif" in shown and "2/2" in shown


def test_tables_are_drawn_on_a_terminal_and_are_markdown_in_a_pipe(monkeypatch, capsys):
    table = Table("A [title]", ("a", "b"), ((1, "[bold]x"), (None, "y")), ("A note.",))
    cli._print(table)
    assert capsys.readouterr().out == f"{table}\n\n"
    monkeypatch.setenv("FORCE_COLOR", "1")
    cli._print(table)
    shown = capsys.readouterr().out
    assert "A [title]" in shown and "[bold]x" in shown and "A note." in shown and "━" in shown


def test_warmup_solves_every_scene_with_all_methods(only_lessons, capsys):
    asked = []

    def watch(settings, cancelled=None):
        asked.append(settings["compare"])
        return solve(settings)

    scenes = (Experiment("toy", "", "", KNOBS, watch, scene),)
    only_lessons(Lesson("toys", "", "", "", scenes))
    assert output(capsys, "warmup")[:2] == (0, "Compiled; 1 scenes are ready.\n")
    assert asked == [("ista", "fista")]


def test_tables_and_bench_print_and_store(only_lessons, monkeypatch, capsys, tmp_path):
    module, package = type(sys)("toys.tables"), type(sys)("toys")
    package.__path__, module.__spec__ = [], ModuleSpec("toys.tables", None)
    asked = []

    def toy(options):
        options.progress(1, 2)
        asked.append(options.slow)
        return [Table("T", ("a", "b"), ((1, "x"),))]

    module.tables = toy
    monkeypatch.setitem(sys.modules, "toys", package)
    monkeypatch.setitem(sys.modules, "toys.tables", module)
    only_lessons(Lesson("toys", "", "", "", (TOY,)), modules={"toys": "toys"})
    path = tmp_path / "t.json"
    status, out, _ = output(capsys, "tables", "toys", "--slow", "--json", path)
    assert status == 0 and "| 1 | x |" in out and asked == [True]
    retained = json.loads(path.read_text())
    assert retained["tables"][0]["rows"] == [[1, "x"]] and "processors" in retained["machine"]
    assert output(capsys, "tables")[1].split() == ["toys"]
    monkeypatch.setattr(measurements, "find_spec", lambda name: None)
    listed = output(capsys, "tables")[1].splitlines()
    assert listed == ["toys", measurements.ELSEWHERE.format(what="tables")]
    elsewhere = measurements.ELSEWHERE.format(what="bench")
    assert output(capsys, "bench", "drag") == (2, "", f"lab: {elsewhere}\n")


def test_bench_drag_measures_named_checkout_and_prints_each_row(only_lessons, monkeypatch, capsys):
    asked = []

    def measured(open_page, browser, port, scene, knob):
        asked.append((open_page, scene, knob))
        return (9, 20), (40, 60), 0.2, 90.0

    slider = Knob("x", "linear", 1.0, low=0.0, high=1.0, primary=True)
    scenes = [replace(TOY, name=name, knobs=(slider,)) for name in ("one", "two", "three")]
    only_lessons(Lesson("toys", "", "", "", tuple(scenes)))
    browser = SimpleNamespace(close=lambda: None)
    monkeypatch.setattr(drag, "launcher", lambda: nullcontext(lambda *flags: browser))
    monkeypatch.setattr(drag, "notebooks", lambda more, away, place: nullcontext((away, place)))
    monkeypatch.setattr(drag, "_measured", measured)
    warmed = []
    monkeypatch.setattr(drag, "warm", warmed.append)
    status, out, reported = output(capsys, "bench", "drag", "three", "one", "--place", "hub")
    assert status == 0 and warmed == [None]
    assert asked == [((0.05, None), "three", "x"), ((0.05, None), "one", "x")]
    assert out.count("| three |") == out.count("9.0 (20.0)") / 2 == 1
    assert "\nthree  9.0 (20.0)  >= 12  40.0 (60.0)  >= 40  0.2  90.0\n" in reported
    assert output(capsys, "bench", "drag", "two")[0] == 0
    assert asked[2:] == [((0.0, None), "two", "x")]  # without a card, once
    choice = next(p for p in cli.lab.commands["bench"].params if p.name == "places")
    assert list(choice.type.choices) == list(drag.PLACES)


def test_open_starts_the_server_where_it_was_reported(monkeypatch, capsys, tmp_path):
    served, copied = [], []
    monkeypatch.setattr(copies, "copy_missing", lambda *a: copied.append(a) or [])
    monkeypatch.setattr(server, "serve", lambda *a, **k: served.append((a, k)))
    assert output(capsys)[0] == 0
    assert output(capsys, "folder", "--port", "9001", "--no-browser")[0] == 0
    assert output(capsys, "--no-browser", "./list")[0] == 0  # a directory called like a command
    assert served == [
        (("convex-lab",), {"port": None, "browser": True, "votes": False}),
        (("folder",), {"port": 9001, "browser": False, "votes": False}),
        (("./list",), {"port": None, "browser": False, "votes": False}),
    ]
    folders = ["convex-lab", "folder", "./list"]
    assert copied == [(folder, copies.retargeted) for folder in folders]
