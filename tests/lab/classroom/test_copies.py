"""Copies of the installed notebooks."""

import pytest

from lab.classroom import copies
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
