"""Files from a browser: put together, stored under safe names, never over another."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from widgets.uploads import SUFFIXES, Uploads, store_file


def sent(name, data, size=None, part=1000, id="a"):
    """The messages by which a browser sends a file."""
    begins = range(0, max(len(data), 1), part)
    about = {"kind": "file", "id": id, "name": name, "size": len(data) if size is None else size}
    return [(about | {"part": k}, [memoryview(data[b : b + part])]) for k, b in enumerate(begins)]


def taking(most=10_000):
    """(uploads, the files that it passes on)"""
    found = []

    def check(name, size):
        if size > most:
            raise ValueError(f"{name} is too large.")

    return Uploads(check, lambda name, data: found.append((name, data))), found


@pytest.mark.parametrize("size", [0, 1, 999, 1000, 1001, 4500])
def test_file_comes_whole_whatever_its_parts(size):
    uploads, found = taking()
    data = bytes(range(256)) * 20
    for message in sent("a.csv", data[:size]):
        assert not found
        uploads.take(*message)
    assert found == [("a.csv", data[:size])]


def test_upload_too_large_is_refused_at_its_first_part():
    uploads, found = taking(most=1500)
    first, *rest = sent("big.csv", b"x" * 3000)
    with pytest.raises(ValueError, match="too large"):
        uploads.take(*first)
    for message in rest:
        uploads.take(*message)
    assert not found


def test_upload_larger_than_claimed_is_cut_and_files_do_not_mix():
    uploads, found = taking()
    uploads.take(*sent("a.csv", b"x" * 3000, id="a")[0])
    second = sent("b.csv", b"y" * 1500, size=1200, id="b")
    uploads.take(*second[0])
    uploads.take(*sent("a.csv", b"x" * 3000, id="a")[1])
    uploads.take(*second[1])
    assert found == [("b.csv", b"y" * 1200)]


@pytest.mark.parametrize(
    "name",
    ["CON.csv", "con.CSV", "LPT1.csv", "com9.txt", "COM¹.csv", "nul", "aux.tar.csv", "PRN .csv"],
)
def test_name_of_a_device_is_refused_in_a_sentence(name, tmp_path):
    with pytest.raises(
        ValueError, match="is the name of a device on Windows; give the file another"
    ):
        store_file(tmp_path, name, b"1,2")
    assert not list(tmp_path.iterdir())
    assert store_file(tmp_path, f"my-{name}", b"1,2") and store_file(
        tmp_path, "console.csv", b"1,2"
    )


def test_no_file_is_written_over(tmp_path):
    assert store_file(tmp_path, "a.csv", b"one") == "a.csv"
    assert store_file(tmp_path, "a.csv", b"one") == "a.csv"
    assert store_file(tmp_path, "a.csv", b"two") == "a-2.csv"
    assert store_file(tmp_path, "a.csv", b"three") == "a-3.csv"
    assert (tmp_path / "a.csv").read_bytes() == b"one"
    (tmp_path / "d.csv").mkdir()
    assert store_file(tmp_path, "d.csv", b"") == "d-2.csv"


@pytest.mark.parametrize(
    "name, retained",
    [
        ("../../etc/passwd", "passwd.csv"),
        ("C:\\data\\My Table (1).CSV", "My-Table-1.csv"),
        ("numpy.py", "numpy.py.csv"),
        (".bashrc", "bashrc.csv"),
        ("evil.ipynb", "evil.ipynb.csv"),
        ("<b>x</b>.txt", "b.txt"),
        ("Größe.tsv", "Größe.tsv"),
        ("", "data.csv"),
        ("..", "data.csv"),
        ("a\0b\n.csv", "a-b.csv"),
        ("x" * 300 + ".csv", "x" * 80 + ".csv"),
    ],
)
def test_names_are_safe(tmp_path, name, retained):
    assert store_file(tmp_path, name, b"1") == retained


@pytest.mark.parametrize(
    "name, retained",
    [
        ("plan.mps", "plan.mps"),
        ("Plan B.LP", "Plan-B.lp"),
        ("plan.mps.gz", "plan.mps.gz"),
        ("plan.tar.gz", "plan.tar.gz.mps"),
        ("plan.gz", "plan.gz.mps"),
        ("plan.csv", "plan.csv.mps"),
        (".mps.gz", "mps.gz.mps"),
        ("evil.py", "evil.py.mps"),
    ],
)
def test_suffixes_that_stay_may_be_others(tmp_path, name, retained):
    assert store_file(tmp_path, name, b"1", (".mps", ".lp", ".gz")) == retained


@given(st.text(max_size=40))
@example("NUL")
def test_any_name_is_one_data_file_in_the_folder_or_is_refused(name):
    with TemporaryDirectory() as folder:
        try:
            retained = store_file(Path(folder), name, b"1")
        except ValueError as error:
            assert "is the name of a device on Windows" in str(error) and not os.listdir(folder)
            return
        assert os.listdir(folder) == [retained]
    assert retained.endswith(SUFFIXES) and not retained.startswith(".") and retained.isprintable()


def test_folder_that_cannot_be_written_gets_a_sentence(tmp_path):
    with pytest.raises(ValueError, match="folder must be writable"):
        store_file(tmp_path / "none", "a.csv", b"1")
