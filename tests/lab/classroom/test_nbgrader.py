"""The whole round by nbgrader itself: generate, release, fetch, submit, collect, autograde."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from course import Course  # tests/helpers

import lab
from lab.books.copies import copy_missing, in_folder, name_of
from lab.books.versions import student_version
from lab.classroom.handed_in import with_solutions

pytestmark = [
    pytest.mark.further,  # nbgrader is of the extra test-all
    pytest.mark.skipif(
        find_spec("nbgrader") is None and not os.environ.get("CI"),  # there it fails
        reason="nbgrader is not installed: nothing was marked by it",
    ),
]

#: A notebook with dashboards.
ROOT = Path(__file__).resolve().parents[3]
BOOK = "mi_odm"
FILE = in_folder(ROOT / "notebooks")[BOOK]


@pytest.fixture(autouse=True)
def commands_of_this_environment(monkeypatch):
    """nbgrader calls alembic by its name, as a shell of an active environment finds it."""
    here = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{here}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.servers
def test_a_round_of_one_student(tmp_path):
    course = Course(tmp_path)
    copy_missing(course.course / "source" / "work", str, with_solutions(ROOT), [BOOK])
    course.teacher("generate_assignment")
    released = (course.course / "release" / "work" / FILE.name).read_text(encoding="utf-8")
    assert "BEGIN SOLUTION" not in released and "HIDDEN TESTS" not in released
    course.teacher("release_assignment")
    course.student("ExchangeFetchAssignment")
    handed_in = course.home / "work" / FILE.name
    assert "lab.dashboard(" in handed_in.read_text(encoding="utf-8")
    # One step is written, the rest is as it was given.
    whole = FILE.read_text(encoding="utf-8")
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

    right, reported = (nbformat.reads(t, as_version=4) for t in (whole, student_version(whole)))
    for cell, written in zip(reported.cells, right.cells, strict=True):
        if cell.metadata.get("nbgrader", {}).get("grade_id") == name:
            cell.source = written.source
    return nbformat.writes(reported)


@pytest.mark.servers
def test_every_notebook_is_a_source_without_changes(tmp_path):
    course = Course(tmp_path)
    copy_missing(course.course / "source" / "work", str, with_solutions(ROOT))
    course.teacher("generate_assignment")
    made = {p.name for p in (course.course / "release" / "work").glob("*.ipynb")}
    assert made == {p.name for p in (ROOT / "notebooks").glob("*.ipynb")}
    assert {name.replace("-", "_") for name in lab.LESSONS} <= {name_of(Path(n)) for n in made}
