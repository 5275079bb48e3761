"""The same answers get the same points, cell by cell, by nbgrader, by otter-grader and by
`lab report`; the first two by the packages themselves."""

import json
import os
import sys
from pathlib import Path

import graded_book  # tests/helpers
import pytest
from markers import OTTER, by_nbgrader, by_otter, by_report
from right_steps import ROOT

import lab
from lab.books.copies import in_folder

pytestmark = pytest.mark.servers
NAMES = [name.replace("-", "_") for name in lab.LESSONS]
PATHS = in_folder(ROOT / "notebooks")


@pytest.fixture(autouse=True)
def commands_of_this_environment(monkeypatch):
    """nbgrader calls alembic by its name, as a shell of an active environment finds it."""
    here = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{here}{os.pathsep}{os.environ['PATH']}")


def needs(package):
    """Skip where a package is not installed; in CI it is, or this fails."""
    if not (os.environ.get("CI") or (package == "otter" and OTTER in os.environ)):
        pytest.importorskip(package, reason=f"{package} is not installed: nothing is marked by it")


def work_of(name):
    """A lesson's notebook: what it imports, and its graded part."""
    book = json.loads(PATHS[name].read_text(encoding="utf-8"))
    first = next(k for k, c in enumerate(book["cells"]) if c["id"] == "work")
    return json.dumps(book | {"cells": book["cells"][first:]})


def points_of(text):
    """grade_id -> the points that a cell has, those alone that no person marks."""
    about = [
        c["metadata"].get("nbgrader", {}) for c in json.loads(text)["cells"]
        if c["cell_type"] == "code"
    ]  # fmt: skip
    return {one["grade_id"]: one["points"] for one in about if one.get("grade")}


def by_machine(marks, text):
    return {cell: got for cell, got in marks.items() if cell in points_of(text)}


BOOK = graded_book.book()
RIGHT = graded_book.with_names(BOOK)
WRONG = graded_book.with_names(
    graded_book.book(**{name: code for name, (code, _) in graded_book.WRONG.items()})
)
EXPECTED = points_of(BOOK) | {f"{n}-check": p for n, (_, p) in graded_book.WRONG.items()}


def test_every_kind_of_answer_by_lab_report():
    assert by_report(RIGHT, BOOK) == points_of(BOOK)
    assert by_report(WRONG, BOOK) == EXPECTED


def test_every_kind_of_answer_by_nbgrader(tmp_path):
    needs("nbgrader")
    right = by_nbgrader(tmp_path / "right", {"book": (RIGHT, BOOK)})
    wrong = by_nbgrader(tmp_path / "wrong", {"book": (WRONG, BOOK)})
    assert right == points_of(BOOK) and wrong == EXPECTED


def test_every_kind_of_answer_by_otter(tmp_path):
    needs("otter")
    assert by_otter(tmp_path / "right", RIGHT, BOOK) == points_of(BOOK)
    got = by_otter(tmp_path / "wrong", WRONG, BOOK)
    share = 10.5 / 11  # a part of the points counts in whole shares
    assert got.pop("share-check") == pytest.approx(5 * share)
    assert got == {cell: p for cell, p in EXPECTED.items() if cell != "share-check"}


def test_the_solutions_of_all_notebooks_have_full_marks_by_nbgrader(tmp_path):
    needs("nbgrader")
    books = {name: (work_of(name), work_of(name)) for name in NAMES}
    full = {cell: p for name in NAMES for cell, p in points_of(work_of(name)).items()}
    got = by_nbgrader(tmp_path / "course", books)
    assert {cell: got[cell] for cell in full} == full and len(full) == 6 * len(NAMES)


VECTORISED = """def lars_step(lam, c, a, active):
    up, down = (lam - c) / (1.0 - a), (lam + c) / (1.0 + a)
    ways = np.concatenate([up[~active & (a < 1.0)], down[~active & (a > -1.0)]])
    return min(lam, ways.min(initial=np.inf))
"""


def test_a_right_step_that_divides_by_zero_and_masks_it_has_full_marks(tmp_path):
    """numpy warns on stderr, which nbgrader takes for a failure of the cell."""
    needs("nbgrader")
    trusted = work_of("lars")
    book = json.loads(trusted)
    for cell in book["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "lars-step":
            cell["source"] = VECTORISED
    handed_in = json.dumps(book)
    full = points_of(trusted)
    assert by_machine(by_nbgrader(tmp_path / "c", {"lars": (handed_in, trusted)}), trusted) == full
    assert by_machine(by_report(handed_in, trusted), trusted) == full


@pytest.mark.parametrize("name", NAMES)
def test_the_solutions_of_a_notebook_have_full_marks_by_lab_report(name):
    text = work_of(name)
    assert by_machine(by_report(text, text), text) == points_of(text)


@pytest.mark.parametrize("name", NAMES)
def test_the_solutions_of_a_notebook_have_full_marks_by_otter(tmp_path, name):
    needs("otter")
    text = work_of(name)
    assert by_otter(tmp_path / "otter", text, text) == points_of(text)
