"""Every file and folder that was handed in is marked, or named with the reason why it is not."""

import csv
import json

import pytest
from click.testing import CliRunner

from lab import cli
from lab.classroom import report
from lab.classroom.handed_in import handed_in

GRADED = {"nbgrader": {"grade": True, "grade_id": "sum-check", "points": 1, "solution": False}}
TRUSTED = json.dumps({"cells": [
    {"cell_type": "code", "source": "def two():\n    return 2", "outputs": [], "metadata":
        {"nbgrader": {"grade": False, "grade_id": "sum", "solution": True}}},
    {"cell_type": "code", "source": "assert two() == 2", "outputs": [], "metadata": GRADED},
], "nbformat": 4, "nbformat_minor": 5, "metadata": {}})  # fmt: skip


@pytest.fixture
def books(tmp_path):
    (tmp_path / "trusted").mkdir()
    for name, text in {"programs": TRUSTED, "start": '{"cells": []}'}.items():
        (tmp_path / "trusted" / f"{name}.ipynb").write_text(text, encoding="utf-8")
    return {name: tmp_path / "trusted" / f"{name}.ipynb" for name in ("programs", "start")}


def put(folder, files):
    for name, text in files.items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", [
    "programs", "Programs", "PROGRAMS", "programs (1)", "programs(2)", "programs-Copy1",
    "programs - Copy", "Copy of programs", "programs copy 2", "programs.ipynb", "programs (1) (1)",
    "programs - Kopie",
])  # fmt: skip
def test_a_copy_of_a_notebook_is_that_notebook_whatever_its_content(tmp_path, books, name):
    put(tmp_path / "in", {f"ada/sheet/{name}.ipynb": "{"})
    (one,) = handed_in(tmp_path / "in", books)
    assert (one.student, one.book, one.why) == ("ada", "programs", "")


def test_a_renamed_notebook_is_known_by_its_graded_cells(tmp_path, books):
    put(tmp_path / "in", {"ada/my homework.ipynb": TRUSTED, "ben/start.ipynb": TRUSTED})
    assert [one.book for one in handed_in(tmp_path / "in", books)] == ["programs", "programs"]


def test_handed_in_notebooks_in_one_folder_are_of_those_who_name_them(tmp_path, books):
    loose = {"ada_programs.ipynb": TRUSTED, "Li, Wei 123 (1).ipynb": TRUSTED, "notes.txt": ""}
    put(tmp_path / "in", {**loose, "ben/programs.ipynb": TRUSTED})
    found = {(one.student, one.name): one for one in handed_in(tmp_path / "in", books)}
    assert {key for key, one in found.items() if one.book} == {
        ("ada_programs", "ada_programs.ipynb"), ("Li, Wei 123 (1)", "Li, Wei 123 (1).ipynb"),
        ("ben", "programs.ipynb"),
    }  # fmt: skip
    assert not any(one.why for one in found.values() if one.book)
    put(tmp_path / "ada", {"programs.ipynb": TRUSTED, "programs (1).ipynb": TRUSTED})
    put(tmp_path / "ben", {"my homework.ipynb": TRUSTED})
    for student, count in (("ada", 2), ("ben", 1)):  # the folder of one student
        of_one = handed_in(tmp_path / student, books)
        assert [one.student for one in of_one] == [student] * count


def test_all_else_is_named_with_its_reason(tmp_path, books):
    put(tmp_path / "in", {
        "ada/sheet/programs.ipynb": TRUSTED, "ada/sheet/programs (1).ipynb": TRUSTED,
        "ada/sheet/timestamp.txt": "", "ada/sheet/.ipynb_checkpoints/programs.ipynb": TRUSTED,
        "ben/": "", "cy/sheet/": "", "dee/answers.zip": "", "dee/notes.ipynb": "{}",
        "eve/.ipynb_checkpoints/x.ipynb": "{}", "loose.pdf": "", "fay/programs.ipynb/": "",
    })  # fmt: skip
    (tmp_path / "in" / "gil").mkdir()
    (tmp_path / "in" / "gil" / "programs.ipynb").symlink_to(books["programs"])
    found = {(one.student, one.name): one for one in handed_in(tmp_path / "in", books)}
    assert {key: one.why.split(" ")[:4] for key, one in found.items() if not one.book} == {
        ("ben", "ben"): ["The", "folder", "is", "empty."],
        ("cy", "sheet"): ["The", "folder", "is", "empty."],
        ("dee", "answers.zip"): ["It", "is", "no", "notebook,"],
        ("dee", "notes.ipynb"): ["It", "is", "not", "one"],
        ("eve", "eve"): ["The", "folder", "is", "empty."],
        ("fay", "programs.ipynb"): ["The", "folder", "is", "empty."],
        ("gil", "programs.ipynb"): ["It", "is", "a", "link"],
        ("in", "loose.pdf"): ["It", "is", "no", "notebook,"],
    }
    twins = [one for one in found.values() if one.book]
    assert len(twins) == 2 and all("was handed in 2 times" in one.why for one in twins)


def test_the_report_marks_or_names_each(tmp_path, books, monkeypatch):
    monkeypatch.setattr(report, "_trusted", lambda source: (books, True))
    put(tmp_path / "in", {
        "ada/Programs (1).ipynb": TRUSTED, "ben/": "", "cy/essay.pdf": "",
        "dee/start.ipynb": "{}", "eve/programs.ipynb": "[" * 100_000,
        "fay/sheet/programs.ipynb": "\ufeff" + TRUSTED, "fay/programs (1).ipynb": "",
    })  # fmt: skip
    out = tmp_path / "r.html"
    result = CliRunner().invoke(cli.lab, ["report", str(tmp_path / "in"), "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "4 notebooks, 3 to look at; 3 more" in result.output
    rows = {r["student"]: r for r in csv.DictReader((tmp_path / "r.csv").open(encoding="utf-8"))}
    assert rows["ada"]["points"] == "1" and rows["eve"]["points"] == "0"
    assert "cannot be read" in rows["eve"]["changed"]
    page, table = out.read_text(encoding="utf-8"), (tmp_path / "r.csv").read_text(encoding="utf-8")
    files = {r["file"]: r["points"] for r in csv.DictReader(table.splitlines())}
    assert files["sheet/programs.ipynb"] == "1" and files["programs (1).ipynb"] == "0"
    assert all(f"<td>{file}</td>" in page for file in files)
    for student, words in {
        "ben": "The folder is empty.",
        "cy": "It is no notebook",
        "dee": "no graded cells",
    }.items():
        assert rows[student]["points"] == "" and words in rows[student]["changed"]
        assert words in out.read_text(encoding="utf-8")


def test_a_folder_without_any_of_them_names_what_is_there(tmp_path, books, monkeypatch):
    monkeypatch.setattr(report, "_trusted", lambda source: (books, True))
    put(tmp_path / "in", {"ada/essay.pdf": ""})
    line = ["report", str(tmp_path / "in"), "--out", str(tmp_path / "r.html")]
    result = CliRunner().invoke(cli.lab, line)
    assert "got essay.pdf in" in str(result.exception)
