"""CONTRIBUTING.md does what it says: its solver, its scene and its lesson, as they stand there."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from page import block, write_lesson  # tests/helpers

import lab
from lab.app.export import write
from solvers import SOLVERS, Lasso, registry

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture
def own_solver(monkeypatch):
    """The solver of the page, registered until the test is over."""
    monkeypatch.setitem(SOLVERS, Lasso, dict(SOLVERS[Lasso]))
    monkeypatch.setattr(registry, "_ABOUT", dict(registry._ABOUT))
    space = {}
    exec(block("own solver"), space)
    return space["solve_half_steps"]


@pytest.fixture
def own_scene():
    """The experiment of the page."""
    space = {}
    exec(block("own scene"), space)
    return space["EXPERIMENT"]


def test_the_pages_are_as_short_as_they_promise():
    lines = {name: len([s for s in block(name).splitlines() if s.strip()])
             for name in ("own solver", "own scene")}  # fmt: skip
    assert lines["own solver"] <= 15 and lines["own scene"] <= 17


def test_the_own_solver_is_a_rival_wherever_its_problem_is(own_solver):
    assert SOLVERS[Lasso]["half_steps"] is own_solver
    done = lab.run("lasso", compare=["half_steps", "fista"])
    assert own_solver(done.problem, tol=1e-6).status == "converged"
    assert "half steps" in str(lab.scene(done).captions + [str(p) for p in lab.scene(done).panels])
    found = lab.compare("lars/race", solvers=["cd", "half_steps"], clock="work", peers=False)
    assert list(found.run.results) == ["cd", "half_steps"]


def test_the_own_solver_as_a_file_is_found_and_keeps_the_contract(tmp_path):
    for folder in ("solvers", "tests/solvers", "tests/helpers"):
        skip = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=skip)
    for name in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "solvers" / "half_steps.py").write_text(block("own solver"), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    code = "import solvers; print(solvers.__file__, 'solve_half_steps' in solvers.__all__)"
    line = [sys.executable, "-c", code]
    done = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout == f"{tmp_path / 'solvers' / '__init__.py'} True\n", done.stderr
    line = [sys.executable, "-m", "pytest", "-q", "tests/solvers/test_contract.py", "-k",
            "half_steps"]  # fmt: skip
    done = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 6


def test_the_own_scene_runs_draws_and_compares(own_scene, tmp_path):
    done = lab.run(own_scene, lam=0.1)
    assert done.address == "proof" and done.result.status == "converged"
    scene = lab.scene(done)
    assert len(scene) == len(scene.captions) == len(done.trace)
    write(done, lambda: scene, tmp_path / "a.png", frame=-1)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "cd" in str(lab.compare(own_scene))
    board = lab.dashboard(own_scene, lam=0.3)
    try:
        board.wait()
        assert board.status == "ready" and board.run.settings == {"lam": 0.3}
    finally:
        board.close()


def test_the_own_scene_compares_methods(own_scene):
    space = {}
    exec(block("own scene") + block("own rivals"), space)
    knobs = (*own_scene.knobs, space["compare"])
    done = lab.run(replace(own_scene, knobs=knobs, solve=space["solve"]), compare=["fista", "lars"])
    assert set(done.results) == {"cd", "fista", "lars"} and done.main == "cd"
    clock, rows = lab.align(done.traces)
    for name, trace in done.traces.items():
        label, tone, dash = space["METHODS"][name]
        assert all((label, tone, dash)) and len(rows[name]) == len(clock)
        assert len(space["METHODS"].iterates(name, trace)) == len(trace)


def test_the_own_questions_are_asked(own_scene):
    space = {"lab": lab}
    exec(block("own questions"), space)
    done = lab.run(own_scene, lam=0.3)
    asked = space["ask"](done, lab.align(done.trace)[1])
    assert {q.key for q in asked} <= {"zeros", "next", "pace"} and asked[0].key == "zeros"
    answer = asked[0].options[asked[0].answer]
    assert answer == ("yes" if (done.result.x == 0.0).any() else "no")
    assert all(q.aim is not None for q in asked if q.key == "next")


def run_lab(folder, *argv):
    """What `lab` prints in a new interpreter that sees `folder` and these sources."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    line = [sys.executable, "-m", "lab", *argv]
    done = subprocess.run(line, cwd=folder, env=os.environ | {"PYTHONPATH": path},
                          capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_own_lesson_is_installed_listed_and_run(tmp_path):
    site = write_lesson(tmp_path)
    listed = run_lab(site, "list")
    words = " ".join(listed.split())
    assert "my-lesson/proof" in words and "How many sweeps does a digit cost?" in words
    assert "lars/race" in listed and "--lam" in run_lab(site, "list", "my-lesson")
    run_lab(site, "run", "my-lesson", "--lam", "0.1", "--out", "out.html")
    assert ">Sweeps and their proof</h1>" in (site / "out.html").read_text(encoding="utf-8")


def test_a_lesson_that_cannot_be_imported_costs_one_line(tmp_path):
    site = write_lesson(tmp_path)
    (site / "my_lesson" / "__init__.py").write_text("import nowhere_at_all")
    listed = " ".join(run_lab(site, "list").split())
    assert "The lesson 'my-lesson' (my_lesson:LESSON) cannot be loaded" in listed
    assert "lars/race" in listed and "my-lesson/proof" not in listed


def test_every_path_it_names_is_there():
    paths = set(re.findall(r"`((?:solvers|widgets|lab|tests|notebooks)/[\w/.]*)`", TEXT))
    assert len(paths) > 25
    missing = {p for p in paths if not (ROOT / p).exists()}
    assert missing == {"lab/lessons/coordinate_descent/proof/"}


def test_the_map_names_every_room():
    table = TEXT.split("## The map")[1].split("## The way")[0]
    for house in ("solvers", "widgets", "lab"):
        for room in (ROOT / house).iterdir():
            if room.is_dir() and not room.name.startswith((".", "__")):
                assert f"{room.name}/`" in table, room


def test_the_fast_tests_are_there(request):
    fast = {Path(__file__).parent / name for name in request.config.pluginmanager.get_plugin(
        str(Path(__file__).with_name("conftest.py"))).FAST}  # fmt: skip
    assert len(fast) > 10 and all(path.is_file() for path in fast)
    assert "pytest -m fast" in TEXT
