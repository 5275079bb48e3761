"""What students get of a notebook, and where the rest is."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

import lab
from lab.books.copies import copy_missing, in_folder, name_of
from lab.books.versions import STUB, WORDS, has_solutions, student_version
from lab.classroom.handed_in import with_solutions
from lab.cli import lab as command

ROOT = Path(__file__).resolve().parents[3]
BOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LESSONS = [book for book in BOOKS if name_of(book).replace("_", "-") in lab.LESSONS]


def book(*cells):
    """A notebook's text, of (kind, source, nbgrader's metadata)."""
    made = [
        {"cell_type": kind, "id": f"c{k}", "metadata": {"nbgrader": more} if more else {},
         "source": source.splitlines(keepends=True), "outputs": ["one"], "execution_count": 3}
        for k, (kind, source, more) in enumerate(cells)
    ]  # fmt: skip
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def sources(text):
    return ["".join(cell["source"]) for cell in json.loads(text)["cells"]]


FUNCTION = "def f(x):\n    ### BEGIN SOLUTION\n    y = 2 * x\n    return y\n    ### END SOLUTION\n"
HIDDEN = "assert f(1)\n### BEGIN HIDDEN TESTS\nassert f(2) == 4\n### END HIDDEN TESTS"


def test_solutions_and_hidden_tests_are_taken_out():
    text = book(
        ("code", FUNCTION, {"solution": True}),
        ("code", HIDDEN, {"grade": True, "locked": True}),
        ("markdown", "The answer.", {"solution": True, "grade": True}),
        ("markdown", "Prose.", None),
    )
    reported = student_version(text)
    assert sources(reported) == [f"def f(x):\n    {STUB}\n", "assert f(1)", WORDS, "Prose."]
    assert has_solutions(text) and not has_solutions(reported)
    cells = json.loads(reported)["cells"]
    assert cells[0]["outputs"] == [] and cells[0]["execution_count"] is None
    assert cells[1]["metadata"]["editable"] is False and "editable" not in cells[0]["metadata"]
    assert (
        cells[1]["metadata"]["tags"] == ["raises-exception"] and "tags" not in cells[0]["metadata"]
    )


def test_a_students_notebook_stays_as_it_is():
    for path in BOOKS:
        reported = student_version(path.read_text(encoding="utf-8"))
        assert student_version(reported) == reported, path.name


@pytest.mark.parametrize("lines", [
    "### BEGIN SOLUTION\nx = 1", "x = 1\n### END SOLUTION",
    "### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION", "### BEGIN HIDDEN TESTS\nx = 1",
])  # fmt: skip
def test_marks_come_in_pairs(lines):
    with pytest.raises(ValueError, match=r"'c0': BEGIN and END .* must come in pairs"):
        student_version(book(("code", lines, {"grade": True})))


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_each_lesson_ends_with_what_is_asked(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    marked = [c["metadata"]["nbgrader"] for c in cells if "nbgrader" in c["metadata"]]
    names = [m["grade_id"] for m in marked]
    assert len(set(names)) == len(names) and all(m["schema_version"] == 3 for m in marked)
    assert all(m["locked"] == (m["grade"] and not m["solution"]) for m in marked)
    assert all(m["grade"] == ("points" in m) for m in marked)
    code = sources(path.read_text(encoding="utf-8"))
    assert sum("lab.check_step(" in c for c in code) >= 2
    assert sum("lab.check_hunt(" in c for c in code) >= 1
    assert sum("prediction()" in c for c in code) >= 2
    assert any(m["grade"] and m["solution"] for m in marked)  # in words, marked by a person
    assert all(c["cell_type"] == "markdown" or c["metadata"] or c["id"] for c in cells)


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_what_students_write_begins_as_the_exercise_does(path):
    """The function in the notebook is the starter of the exercise, docstring and all."""
    reported = sources(student_version(path.read_text(encoding="utf-8")))
    names = [c.split('"')[1] for c in reported if c.startswith("report = lab.check_step(")]
    assert len(names) == 2
    for name in names:
        starter = lab.exercise(name).starter.replace("raise NotImplementedError", STUB)
        assert starter.strip() in reported


def solution_lines():
    """Lines of solutions and hidden tests that are long enough to be distinguished from anything
    else."""
    for path in LESSONS:
        whole = path.read_text(encoding="utf-8")
        for cell, reported in zip(sources(whole), sources(student_version(whole)), strict=True):
            lines = set(cell.splitlines()) - set(reported.splitlines())
            lines = {line.strip() for line in lines if "import" not in line}
            yield from (line for line in lines if len(line) > 30)


def test_the_wheel_holds_students_notebooks_and_no_solution(tmp_path):
    root = ROOT
    build = "import hatchling.build, sys; print(hatchling.build.build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=root, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / done.stdout.split()[-1]) as wheel:
        texts = {n: wheel.read(n).decode() for n in wheel.namelist() if n.endswith((".py", "nb"))}
        wheel.extractall(tmp_path / "installed")
    books = {Path(n).name for n in texts if n.startswith("lab/notebooks/")}
    assert books == {path.name for path in BOOKS}
    lines = set(solution_lines())
    assert len(lines) > 50
    for name, text in texts.items():
        if name.startswith("lab/notebooks/") or "/exercises/" in name:
            found = [line for line in lines if line in text.replace('\\"', '"')]
            assert not found, f"{name}: {found}"
    assert "lab/cli.py" in texts and not [n for n in texts if n.startswith("lab/benchmarks/")]
    for what in ("bench", "tables"):
        asked = [sys.executable, "-m", "lab", what, "lars"]
        done = subprocess.run(asked, cwd=tmp_path / "installed", capture_output=True, text=True)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
        assert "lab/benchmarks of a copy of the repository" in done.stderr


def run(*words):
    return CliRunner().invoke(command, [str(w) for w in words])


def test_the_commands_write_what_they_say_and_overwrite_nothing(tmp_path):
    done = run("student", tmp_path / "a")
    assert done.exit_code == 0 and "2-lars.ipynb" in done.output
    assert not any(has_solutions(p.read_text()) for p in (tmp_path / "a").glob("*.ipynb"))
    (tmp_path / "a" / "2-lars.ipynb").write_text("mine")
    assert "nothing new" in run("student", tmp_path / "a").output
    assert (tmp_path / "a" / "2-lars.ipynb").read_text() == "mine"
    assert run("solutions", tmp_path / "b", "lars", "--source", ROOT).exit_code == 0
    written = [p.name for p in (tmp_path / "b").iterdir()]
    assert written == ["2-lars.ipynb"]
    assert has_solutions((tmp_path / "b" / "2-lars.ipynb").read_text())


def test_what_is_opened_has_no_solutions(tmp_path):
    copy_missing(tmp_path)
    assert not any(has_solutions(p.read_text()) for p in tmp_path.glob("*.ipynb"))


def test_an_installation_has_no_solutions_and_says_where_they_are(tmp_path, monkeypatch):
    copy_missing(tmp_path / "notebooks")
    monkeypatch.setattr("lab.books.copies.notebooks", lambda: tmp_path / "notebooks")
    with pytest.raises(lab.InputError, match=r"holds no solutions.*--source COPY"):
        with_solutions()
    with pytest.raises(lab.InputError, match="--source must be a copy of the repository"):
        with_solutions(tmp_path)
    root = ROOT
    assert with_solutions(root) == in_folder(root / "notebooks")
    with pytest.raises(lab.InputError, match="'larz' is not a notebook; did you mean 'lars'"):
        copy_missing(tmp_path / "c", names=("larz",))
