"""Files at the paths that users give."""

from pathlib import Path

import pytest

from lab.paths import file_at


def test_file_is_found_with_spaces_around_and_in_the_home_folder(tmp_path, monkeypatch):
    file = tmp_path / "a.csv"
    file.write_text("1,2")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for path in (file, str(file), f" {file}\n", "a.csv", "~/a.csv", Path("~/a.csv")):
        assert file_at(path) == file.resolve()


@pytest.mark.parametrize("path", [None, 3, "", " ", "b.csv", ".", "/dev/null", "a\0b", "x" * 5000])
def test_what_names_no_file_is_none(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert file_at(path) is None
