"""One notebook marked by nbgrader, by otter-grader and by `lab report`: grade_id -> points."""

import json
import os
import subprocess
import sys
from pathlib import Path

from course import Course

from lab.classroom.otter import otter_tests
from lab.classroom.submitted import marked

#: Names the Python of an environment with otter-grader and the workbook, where it is not this one.
OTTER = "CONVEXLAB_OTTER"


def by_report(handed_in, trusted):
    """By `lab report`."""
    one = marked("ada", "book", handed_in, trusted)
    return {m.cell: m.points for m in one.marks}


def by_nbgrader(place, books):
    """By `nbgrader autograde`, {name: (handed in, trusted)} as one assignment of one student."""
    place.mkdir()
    course = Course(place)
    source, submitted = (course.course / part / "work" for part in ("source", "submitted/ada"))
    for folder in (source, submitted):
        folder.mkdir(parents=True)
    for name, (_, trusted) in books.items():
        (source / f"{name}.ipynb").write_text(trusted, encoding="utf-8")
    course.teacher("generate_assignment")
    for name, (handed_in, _) in books.items():
        (submitted / f"{name}.ipynb").write_text(handed_in, encoding="utf-8")
    return course.marks()


def by_otter(place, handed_in, trusted):
    """By `otter generate` and `otter run`."""
    tests = place / "tests"
    tests.mkdir(parents=True)
    for file, code in otter_tests(trusted, "book").items():
        (tests / file).write_text(code, encoding="utf-8")
    (place / "book.ipynb").write_text(handed_in, encoding="utf-8")
    _otter(place, "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment")
    _otter(place, "run", "-a", "autograder.zip", "book.ipynb", "--no-logo")
    found = json.loads((place / "results.json").read_text(encoding="utf-8"))["tests"]
    return {_grade_id(one["name"]): one["score"] for one in found if "score" in one}


def _grade_id(name):
    return Path(name.split(" ")[0]).stem


def _otter(place, *args):
    line = [os.environ.get(OTTER, sys.executable), "-m", "otter", *args]
    done = subprocess.run(
        line, cwd=place, env=os.environ, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
