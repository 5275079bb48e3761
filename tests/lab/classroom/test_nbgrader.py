"""The whole round by nbgrader itself: generate, release, fetch, submit, collect, autograde."""

import os
import sys
from pathlib import Path

import pytest

import lab
from lab.classroom.copies import copy_missing
from lab.classroom.solutions import with_solutions
from lab.classroom.versions import student_version

if not os.environ.get("CI"):  # there it is installed, or this fails
    pytest.importorskip("nbgrader", reason="nbgrader is not installed: nothing was marked by it")

#: A notebook with dashboards.
ROOT = Path(__file__).resolve().parents[3]
BOOK = "mi_odm"


@pytest.fixture(autouse=True)
def commands_of_this_environment(monkeypatch):
    """nbgrader calls alembic by its name, as a shell of an active environment finds it."""
    here = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{here}{os.pathsep}{os.environ['PATH']}")


class Course:
    """A course of one assignment and one student, who is whoever runs the tests."""

    def __init__(self, root):
        from nbgrader.apps.api import NbGraderAPI
        from traitlets.config import Config

        self.home, self.course = root / "student", root / "course"
        self.home.mkdir()
        (root / "exchange").mkdir()
        (root / "exchange").chmod(0o777)
        self.config = Config()
        self.config.CourseDirectory.root = str(self.course)
        self.config.CourseDirectory.course_id = "convexlab"
        self.config.Exchange.root = str(root / "exchange")
        self.config.ExecutePreprocessor.timeout = 300
        self.api = NbGraderAPI(config=self.config)

    def teacher(self, what, *args):
        """A step of the teacher's; it must succeed."""
        done = getattr(self.api, what)("work", *args)
        assert done["success"], done.get("error") or done["log"]

    def student(self, what):
        """A step of the student's, `ExchangeFetchAssignment` or `ExchangeSubmit`."""
        from nbgrader.auth import Authenticator
        from nbgrader.coursedir import CourseDirectory
        from nbgrader.exchange import default
        from traitlets.config import Config

        config = Config(self.config)
        config.CourseDirectory.root = str(self.home)
        config.CourseDirectory.assignment_id = "work"
        place, who = CourseDirectory(config=config), Authenticator(config=config)
        here = os.getcwd()
        os.chdir(self.home)
        try:
            getattr(default, what)(coursedir=place, authenticator=who, config=config).start()
        finally:
            os.chdir(here)

    def marks(self):
        """grade_id -> points, of what was handed in, None where a person marks."""
        who = next((self.course / "submitted").iterdir()).name
        self.teacher("autograde", who)
        with self.api.gradebook as book:
            found = book.find_submission("work", who)
            return {g.name: g.auto_score for n in found.notebooks for g in n.grades}


def test_a_round_of_one_student(tmp_path):
    course = Course(tmp_path)
    copy_missing(course.course / "source" / "work", str, with_solutions(ROOT), [BOOK])
    course.teacher("generate_assignment")
    released = (course.course / "release" / "work" / f"{BOOK}.ipynb").read_text(encoding="utf-8")
    assert "BEGIN SOLUTION" not in released and "HIDDEN TESTS" not in released
    course.teacher("release_assignment")
    course.student("ExchangeFetchAssignment")
    handed_in = course.home / "work" / f"{BOOK}.ipynb"
    assert "lab.dashboard(" in handed_in.read_text(encoding="utf-8")
    # One step is written, the rest is as it was given.
    whole = ((ROOT / "notebooks") / f"{BOOK}.ipynb").read_text(encoding="utf-8")
    handed_in.write_text(one_step_written(whole, "mirror-simplex"), encoding="utf-8")
    course.student("ExchangeSubmit")
    course.teacher("collect")
    marks = course.marks()
    assert marks.pop("mirror-simplex-check") == 4.0 and marks.pop("mirror-simplex-whole") == 1.0
    assert marks.pop("mi-odm-words") in (None, 0.0)
    assert len(marks) == 4 and not any(marks.values()), marks


def one_step_written(whole, name):
    """The student's notebook with the solution of one exercise in it."""
    import nbformat

    right, told = (nbformat.reads(t, as_version=4) for t in (whole, student_version(whole)))
    for cell, written in zip(told.cells, right.cells, strict=True):
        if cell.metadata.get("nbgrader", {}).get("grade_id") == name:
            cell.source = written.source
    return nbformat.writes(told)


def test_every_notebook_is_a_source_as_it_stands(tmp_path):
    course = Course(tmp_path)
    copy_missing(course.course / "source" / "work", str, with_solutions(ROOT))
    course.teacher("generate_assignment")
    made = {p.name for p in (course.course / "release" / "work").glob("*.ipynb")}
    assert made == {p.name for p in (ROOT / "notebooks").glob("*.ipynb")}
    assert {name.replace("-", "_") + ".ipynb" for name in lab.LESSONS} <= made
