"""Copies of the installed notebooks."""

import re
from pathlib import Path

import pytest

import lab
from lab.books import copies
from lab.classroom.handed_in import handed_in
from lab.discovery import LESSONS
from solvers import InputError


def test_notebooks_are_found():
    assert copies.notebooks().name == "notebooks"


def test_missing_notebooks_are_copied_and_nothing_is_overwritten(books, tmp_path):
    target = tmp_path / "class"
    assert copies.copy_missing(target) == ["coordinate_descent.ipynb", "start.ipynb"]
    (target / "start.ipynb").write_text("my work")
    (target / "coordinate_descent.ipynb").unlink()
    assert copies.copy_missing(target) == ["coordinate_descent.ipynb"]
    assert (target / "start.ipynb").read_text() == "my work"
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="DIR must be a directory, got the file"):
        copies.copy_missing(tmp_path / "file")


def test_notebooks_are_in_the_order_of_the_lessons():
    files = sorted(path.name for path in copies.notebooks().glob("*.ipynb"))
    orders = {name.replace("-", "_"): lesson.order for name, lesson in lab.LESSONS.items()}
    numbered = [f"{order}-{name}.ipynb" for name, order in orders.items()]
    assert files == [
        "0-proof.ipynb", *numbered, "failures.ipynb", "glossary.ipynb", "start.ipynb"
    ]  # fmt: skip
    assert list(copies.books()) == ["proof", *orders, "failures", "glossary", "start"]


@pytest.mark.parametrize(
    ("file", "name"),
    [("6-programs", "programs"), ("programs", "programs"), ("12-a-b", "a-b"), ("3-", "3-")],
)
def test_the_number_of_a_file_is_no_part_of_its_name(file, name, tmp_path):
    assert copies.name_of(Path(f"{file}.ipynb")) == name
    path = tmp_path / "ada" / "sheet" / f"{file}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    for folder, student in ((tmp_path, "ada"), (path, "sheet")):
        (row,) = handed_in(folder, {name: path})
        assert (row.student, row.book, row.path) == (student, name, path)


def test_two_notebooks_of_one_name_are_refused(tmp_path):
    for file in ("1-lars.ipynb", "2-lars.ipynb"):
        (tmp_path / file).write_text("{}")
    with pytest.raises(InputError, match=r"got 1-lars\.ipynb and 2-lars\.ipynb, which differ"):
        copies.in_folder(tmp_path)


def test_prose_names_the_files_that_there_are():
    """Of our notebooks and plans: a file that was given a number is called by it."""
    files = {path.name for path in copies.notebooks().glob("*.ipynb")}
    texts = [path.read_text("utf-8") for path in copies.notebooks().glob("*.ipynb")]
    texts += [file.read_text("utf-8") for _, file in LESSONS.files("plan.md")]
    named = {name for text in texts for name in re.findall(r"`([\w-]+\.ipynb)`", text)}
    assert named <= files and len(named) > 5
