"""CONTRIBUTING.md and lab/EXTENDING.md do what they say: their solver, scene and lesson run."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from inspect import signature
from pathlib import Path

import numpy as np
import pytest
from page import block, offer, own_environment, write_sources  # tests/helpers

import lab
from lab import cli
from lab.books import copies
from lab.books.versions import has_solutions
from lab.checking import catalogue
from lab.checking.testing import check_exercise
from lab.classroom.handed_in import with_solutions
from lab.classroom.pack import plan
from lab.peers import peers_of
from lab.peers.registry import PEERS
from lab.runs.export import write
from lab.scenes.picture import picture
from lab.site.stages import varied
from solvers import SOLVERS, Lasso, Program, registry
from solvers.testing import check_problem
from widgets.chips import chips

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PAGES = TEXT + (ROOT / "lab" / "EXTENDING.md").read_text(encoding="utf-8")


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


def test_a_foreign_solver_is_one_file_which_the_checks_hold(monkeypatch):
    monkeypatch.setitem(PEERS, Program, dict(peers_of(Program)))
    space = {}
    exec(block("own peer") + block("own peer's checks"), space)
    assert [s.holds() for s in space["SLSQP"].statements] == [True]
    problem = Program([-1.0, -1.0], [[1.0, 2.0], [3.0, 1.0]], [4.0, 6.0], lower=0.0)
    found = lab.judge(problem, ["SLSQP", "SciPy linprog"], 1e-5)
    assert {row.word for row in found.of("SLSQP")} == {"proved"}
    assert found.of("SLSQP")[0].version


def test_the_pages_are_as_short_as_they_promise():
    lines = {name: len([s for s in block(name).splitlines() if s.strip()])
             for name in ("own solver", "own scene", "own problem", "own checks")}  # fmt: skip
    assert lines["own solver"] <= 15 and lines["own scene"] <= 17
    assert lines["own problem"] <= 45 and lines["own checks"] <= 10


def test_the_own_solver_is_a_rival_wherever_its_problem_is(own_solver):
    assert SOLVERS[Lasso]["half_steps"] is own_solver
    done = lab.run("lasso", compare=["half_steps", "fista"])
    assert own_solver(done.problem, tol=1e-6).status == "converged"
    assert "half steps" in str(lab.scene(done).captions + [str(p) for p in lab.scene(done).panels])
    found = lab.compare("lars/race", solvers=["cd", "half_steps"], clock="work", peers=False)
    assert list(found.run.results) == ["cd", "half_steps"]


@pytest.mark.servers
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
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 1


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


def said_gap(caption):
    """The gap of a caption as chips write it."""
    gap = re.search(r"gap (\S+)", caption)[1].rstrip(".,")
    return "rounding" if gap == "0" else gap


def test_what_the_own_scene_says_agrees_with_its_chips(own_scene):
    scene = lab.scene(own_scene, lam=0.3)
    for k, caption in enumerate(scene.captions):
        proof = [words for words, style in chips(scene, k) if words and style != "plain"]
        assert f"proved within {said_gap(caption)}" in proof[0], (caption, proof)


def test_the_own_knob_is_a_knob(own_scene):
    space = {"lab": lab}
    exec(block("own scene") + block("own knob"), space)
    assert [len(lab.run(space["EXPERIMENT"], rows=n).problem.t) for n in (5, 400)] == [5, 400]
    with pytest.raises(lab.InputError, match="knobs of proof must have names of their own, got 'r"):
        replace(space["EXPERIMENT"], knobs=(space["rows"], space["rows"]))


def test_the_own_questions_are_asked(own_scene):
    space = {"lab": lab}
    exec(block("own questions"), space)
    done = lab.run(own_scene, lam=0.3)
    asked = space["ask"](done, lab.align(done.trace)[1])
    assert {q.key for q in asked} <= {"zeros", "next", "pace"} and asked[0].key == "zeros"
    answer = asked[0].options[asked[0].answer]
    assert answer == ("yes" if (done.result.x == 0.0).any() else "no")
    assert all(q.aim is not None for q in asked if q.key == "next")


@pytest.fixture
def own_lesson(tmp_path, monkeypatch):
    """The lesson of the page, known to this process until the test is over; returns its place."""
    place = write_sources(tmp_path)
    monkeypatch.setattr(registry, "SOLVERS", SOLVERS)
    for kind in list(SOLVERS):
        monkeypatch.setitem(SOLVERS, kind, dict(SOLVERS[kind]))
    monkeypatch.setattr(registry, "_ABOUT", dict(registry._ABOUT))
    monkeypatch.setattr(lab.LESSONS, "_loaded", dict(lab.LESSONS._loaded))
    monkeypatch.syspath_prepend(place)
    monkeypatch.delitem(sys.modules, "hostile", raising=False)  # a helper of other tests
    offer(place, "my-lesson", convexlab_lessons={"my-lesson": "my_lesson:LESSON"})
    import_module("my_lesson.momentum")  # as its own entry point does at the start
    yield place
    for name in [n for n in sys.modules if n.partition(".")[0] in ("my_lesson", "hostile")]:
        del sys.modules[name]
    for kind in [kind for kind in SOLVERS if kind.__module__.startswith("my_lesson")]:
        del SOLVERS[kind]


def right_step(X, t, lam, mu, w, step):
    import numpy as np

    v = w - step * (X.T @ (X @ w - t) + mu * w)
    return np.sign(v) * np.maximum(np.abs(v) - step * lam, 0.0)


def test_a_step_runs_in_the_own_scene_next_to_its_reference(own_lesson):
    space = {"lab": lab, "np": np}
    exec(block("own step"), space)
    experiment = space["EXPERIMENT"]
    done = lab.run(experiment, step=right_step)
    student, reference = done.results["yours"], done.results["ista"]
    assert student.status == reference.status == "converged"
    count = min(len(student.trace), len(reference.trace))
    steps = [one.trace.snapshots["w"][:count] for one in (student, reference)]
    assert np.allclose(*steps, atol=1e-9) and count > 5
    labels = [mark.label for panel in lab.scene(done).panels for mark in panel.marks]
    assert any("yours" in label for label in labels)

    def shorter(X, t, lam, mu, w, step):
        return w + 0.5 * (right_step(X, t, lam, mu, w, step) - w)

    parted = lab.scene(experiment, step=shorter)
    assert any("yours" in caption.lower() for caption in parted.captions)
    silent = lab.run(experiment, step=lambda X, t, lam, mu, w, step: None).results["yours"]
    assert silent.status == "stalled" and "returned nothing" in silent.notes[-1]


def test_all_that_the_own_lesson_holds_is_found(own_lesson, tmp_path):
    assert lab.LESSONS["my-lesson"].names() == ["paths", "proof"]
    assert not {**lab.LESSONS.broken(), **catalogue.broken(), **copies.broken()}
    done = lab.run("my-lesson", mu=0.5)
    assert done.address == "my-lesson/paths" and list(done.results) == ["ista", "momentum"]
    assert all(result.status == "converged" for result in done.results.values())
    scene = lab.scene(done)
    assert scene.title == "An elastic net" and scene.layout.hero == "iterates"
    for k in range(len(scene)):
        within = f"proved within {said_gap(scene.captions[k])}"
        assert within in " ".join(words for words, _ in chips(scene, k))
    assert len(lab.run("my-lesson", compare=[]).results) == 1
    assert varied(lab.LESSONS["my-lesson"].scene("paths")).keys() == {"lam", "mu"}
    assert [q.lesson for q in lab.questions("my-lesson")] == ["my-lesson"]
    assert lab.exercises()["shrink-step"].minutes == 15
    check_exercise("shrink-step", right_step)
    assert lab.hunts()["one-of-two"].lesson == "my-lesson"
    assert not lab.check_hunt("one-of-two") and lab.check_hunt("one-of-two", lam=1.2)
    assert copies.of_lesson("my-lesson") == ["my_lesson"] and "`my_lesson.ipynb`" in plan(
        "my-lesson"
    )
    assert "my_lesson.ipynb" in copies.copy_missing(tmp_path / "class")
    assert not has_solutions((tmp_path / "class" / "my_lesson.ipynb").read_text("utf-8"))
    solved = with_solutions(own_lesson)
    assert list(solved) == ["my_lesson"] and has_solutions(solved["my_lesson"].read_text("utf-8"))
    module = import_module(lab.LESSONS.offers("bench")["my-lesson"])
    (table,) = module.tables(None)
    assert table.rows[0][0] == "ista" and table.rows[0][1] > table.rows[1][1] > 0


def test_the_own_exercise_judges(own_lesson):
    task = lab.exercise("shrink-step")
    assert "def shrink_step(" in str(task) and "lab.check_step(" in str(task)
    assert lab.check_step("shrink-step", right_step).score == 1.0
    forgot = lab.check_step(
        "shrink-step", lambda X, t, lam, mu, w, step: w - step * X.T @ (X @ w - t)
    )
    assert not forgot and "minimises the model" in str(forgot) and "the slopes miss" in str(forgot)
    for idle in (lambda X, t, lam, mu, w, step: w, lambda X, t, lam, mu, w, step: 0.0 * w):
        assert lab.check_step("shrink-step", idle).score == 0.0
    own = catalogue.find("shrink-step")
    assert str(lab.check_step(own, right_step)) == str(lab.check_step("shrink-step", right_step))


HOSTILE = {
    "__init__.py": "from lab import Lesson\nLESSON = Lesson('hostile', 'T', 'Q?', '', ())\n",
    "exercises/__init__.py": "",
    "exercises/lasso_update.py": "EXERCISE = None",
    "exercises/lost_step.py": "import nowhere_at_all",
    "exercises/odd_step.py": "EXERCISE = 3",
    "hunts.py": (
        "from lab.checking.task import Hunt\n"
        "HUNTS = {'one-zero': Hunt('my-lesson/paths', {}, 'Mine.', None),\n"
        "         'nowhere': Hunt('my-lesson/none', {}, 'Find it.', None), 'odd': 3}\n"
    ),
    "notebooks/lars.ipynb": '{"cells": []}',
    "notebooks/torn.ipynb": '{"cells": [',
}


def test_faulty_lesson_gives_one_sentence_each_and_breaks_no_other(own_lesson, capsys):
    for name, text in HOSTILE.items():
        path = own_lesson / "hostile" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (own_lesson / "lost.py").write_text("import nowhere_at_all\n")
    points = {"hostile": "hostile:LESSON", "lost": "lost:LESSON", "lars": "hostile:LESSON"}
    offer(own_lesson, "hostile", convexlab_lessons=points)
    assert cli.main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    wanted = {
        "lost": "The lesson 'lost' (lost:LESSON) cannot be loaded: ModuleNotFoundError",
        "hostile:LESSON": "The lesson 'lars' (hostile:LESSON) has the name of lab.lessons.lars.",
        "hostile.exercises.lasso_update": "The exercise 'lasso-update' (hostile.exercises.lasso",
        "hostile.exercises.lost_step": "The exercise 'lost-step' (hostile.exercises.lost_step) ",
        "hostile.exercises.odd_step": "it must be a lab.checking.task.Exercise, got int.",
        "hostile.hunts:one-zero": "The hunt 'one-zero' (hostile.hunts:one-zero) has the name of",
        "hostile.hunts:nowhere": "address must be that of a scene, lesson/scene, got 'my-lesson/n",
        "hostile.hunts:odd": "it must be a lab.checking.task.Hunt, got int.",
        f"{own_lesson}/hostile/notebooks/lars.ipynb": "The notebook 'lars'",
        f"{own_lesson}/hostile/notebooks/torn.ipynb": "cannot be loaded: JSONDecodeError",
    }
    reported = dict(line.split(maxsplit=1) for line in lines if not line.startswith(" "))
    assert {place for place in reported if "/" not in place or "hostile" in place} == set(wanted)
    assert all(words in reported[place] for place, words in wanted.items()), reported
    assert "my-lesson/paths" in reported and "lars/race" in reported
    assert {"lasso-update", "shrink-step"} <= {entry.name for entry in lab.exercises()}
    assert lab.hunts()["one-zero"].lesson == "coordinate-descent" and not lab.check_hunt("one-zero")
    assert copies.books()["lars"] == copies.notebooks() / "2-lars.ipynb"
    with pytest.raises(lab.InputError, match=r"'lost-step' .* No module named 'nowhere_at_all'\.$"):
        lab.exercise("lost-step")


def run_lab(python, folder, *argv):
    """What `lab` prints in a new interpreter, started in `folder`."""
    line = [str(python), "-m", "lab", *map(str, argv)]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


ROUND = r"""
import re
import sys
from pathlib import Path

from course import Course
from lab.books.copies import copy_missing
from lab.classroom.handed_in import with_solutions

course = Course(Path(sys.argv[1]))
books = copy_missing(course.course / "source" / "work", str, with_solutions(sys.argv[2]))
course.teacher("generate_assignment")
course.teacher("release_assignment")
course.student("ExchangeFetchAssignment")
handed_in = course.home / "work" / "my_lesson.ipynb"
text = handed_in.read_text(encoding="utf-8")
assert "shrink_step" in text and "SOLUTION" not in text and "np.sign" not in text
step = sys.argv[3]
stub = re.compile(r"raise NotImplementedError\([^)]*\)")
handed_in.write_text(stub.sub(step, text), encoding="utf-8")
course.student("ExchangeSubmit")
course.teacher("collect")
print(books, course.marks())
"""


@pytest.mark.servers
def test_the_own_lesson_in_a_separate_environment(tmp_path, monkeypatch):
    python = own_environment(tmp_path)
    for name in ("PYTHONPATH", "PYTHONHOME"):
        monkeypatch.delenv(name, raising=False)
    listed = run_lab(python, tmp_path, "list")
    words = " ".join(listed.split())
    assert "my-lesson/proof How many sweeps does a digit cost?" in words and "lars/race" in words
    assert "--lam" in run_lab(python, tmp_path, "list", "my-lesson")
    assert "shrink-step" in run_lab(python, tmp_path, "list", "--exercises")
    code = "from solvers import SOLVERS; print({n for p in SOLVERS.values() for n in p})"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True)
    assert "'momentum'" in done.stdout, done.stderr
    run_lab(python, tmp_path, "run", "my-lesson/proof", "--lam", "0.1", "--out", "out.html")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert ">Sweeps and their proof</h1>" in page
    run_lab(python, tmp_path, "site", "pages", "my_lesson", "--jobs", "1")
    front = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert "notebooks/my_lesson.html" in front and "my-lesson/paths" in front
    assert (tmp_path / "pages" / "scenes" / "my-lesson-paths.html").is_file()
    book = (tmp_path / "pages" / "notebooks" / "my_lesson.html").read_text(encoding="utf-8")
    assert 'data-at="my-lesson/paths"' in book and "np.sign" not in book


@pytest.mark.servers
def test_the_own_notebook_is_marked_by_nbgrader(tmp_path, monkeypatch):
    if not os.environ.get("CI"):
        pytest.importorskip("nbgrader", reason="nbgrader is not installed")
    python = own_environment(tmp_path)
    here = Path(sys.executable).parent  # nbgrader calls alembic by its name
    monkeypatch.setenv("PATH", f"{here}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests" / "helpers"))
    (tmp_path / "course").mkdir()
    step = "v = w - step * (X.T @ (X @ w - t) + mu * w); "
    step += "return np.sign(v) * np.maximum(np.abs(v) - step * lam, 0.0)"
    line = [python, "-c", ROUND, tmp_path / "course", tmp_path / "my-lesson", step]
    done = subprocess.run(list(map(str, line)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "['my_lesson.ipynb'] {'shrink-step-check': 2.0}" in done.stdout, done.stdout


def test_every_path_it_names_is_there():
    paths = set(re.findall(r"`((?:solvers|widgets|lab|tests|notebooks)/[\w/.]*)`", PAGES))
    assert len(paths) > 25
    missing = {p for p in paths if not (ROOT / p).exists()}
    assert not missing


def test_the_map_names_every_package():
    table = TEXT.split("## The map")[1].split("## The way")[0]
    for top in ("solvers", "widgets", "lab"):
        for folder in (ROOT / top).iterdir():
            if folder.is_dir() and not folder.name.startswith((".", "__")):
                assert f"{folder.name}/`" in table, folder


def test_the_fast_tests_are_there(request):
    fast = {Path(__file__).parent / name for name in request.config.pluginmanager.get_plugin(
        str(Path(__file__).with_name("conftest.py"))).FAST}  # fmt: skip
    assert len(fast) > 10 and all(path.is_file() for path in fast)
    assert "pytest -m fast" in TEXT


def test_contributing_is_read_in_one_sitting():
    assert len(TEXT.splitlines()) < 350


#: What the prose of lab/EXTENDING.md may set by keyword.
OPEN = (lab.Experiment, lab.Knob, lab.Question, check_problem, picture)
TEMPLATES = {"caption", "visible"}  # of `Words`, which takes any


def test_a_keyword_that_the_prose_sets_is_one_of_something_public():
    text = (ROOT / "lab" / "EXTENDING.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    words = {name for thing in OPEN for name in signature(thing).parameters}
    said = set(re.findall(r"`(\w+)=[^`]*`", prose))
    assert said and sorted(said - words - TEMPLATES) == []
