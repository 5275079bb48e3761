import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.datasets import csv_file
from lab.datasets.csv_file import read_csv
from solvers import InputError

GOOD = "a,b,t\n1,2.5,3\n-4,5e-1,6\n7,8,+9.\n"
TABLE = np.array([[1, 2.5, 3], [-4, 0.5, 6], [7, 8, 9]])


@pytest.fixture
def write(tmp_path):
    def write(content, name="data.csv"):
        path = tmp_path / name
        raw = content if isinstance(content, bytes) else content.encode()
        path.write_bytes(raw)
        return path

    return write


def test_the_last_column_is_the_target(write):
    data = read_csv(write(GOOD))
    np.testing.assert_array_equal(data.X, TABLE[:, :2])
    np.testing.assert_array_equal(data.y, TABLE[:, 2])
    assert data.names == ("a", "b") and data.origin == "data.csv, target t"
    assert not data.X.flags.writeable and not data.y.flags.writeable


@pytest.mark.parametrize("target", ["a", "A", " a ", "1", 1])
def test_the_target_is_chosen_by_name_or_number(write, target):
    data = read_csv(write(GOOD), target)
    np.testing.assert_array_equal(data.y, TABLE[:, 0])
    np.testing.assert_array_equal(data.X, TABLE[:, 1:])
    assert data.names == ("b", "t")


@pytest.mark.parametrize(
    "content",
    [
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD.replace(",", ";"),
        GOOD.replace(",", ";").replace(".5", ",5").replace("9.", "9"),
        GOOD.replace(",", "\t"),
        GOOD.replace(",", " | "),
        GOOD + "\n\n  \n",
        "\n" + GOOD.rstrip(),
        '"a","b","t"\n"1","2.5","3"\n"-4","0.5","6"\n7,8,9\n',
    ],
    ids=["BOM", "CRLF", "CR", "semicolon", "decimal comma", "tab", "bar", "blank end", "blank "
         "start", "quotes"],
)  # fmt: skip
def test_forms_of_the_same_table(write, content):
    data = read_csv(write(content))
    np.testing.assert_array_equal(np.column_stack([data.X, data.y]), TABLE)
    assert data.names == ("a", "b")


def test_without_a_header_columns_are_numbered(write):
    data = read_csv(write(GOOD.split("\n", 1)[1]), "2")
    np.testing.assert_array_equal(data.y, TABLE[:, 1])
    assert data.names == ("x1", "x3")


def test_a_column_without_a_name_gets_one(write):
    assert read_csv(write(",b,c\n1,2,3\n4,5,6\n")).names == ("x1", "b")


def test_semicolons_with_whole_numbers_first(write):
    data = read_csv(write("1;2;3\n4;5,5;6\n"))
    np.testing.assert_array_equal(data.X, [[1, 2], [4, 5.5]])


@pytest.mark.parametrize(
    "content, message",
    [
        ("", "must hold a table, got an empty file"),
        ("\ufeff \n\n", "must hold a table, got an empty file"),
        ("a,b\n", "at least two rows, got 0"),
        ("a,b\n1,2\n", "at least two rows, got 1"),
        ("a\n1\n2\n", "at least two columns separated by"),
        ("a,b\n1,2\n3\n4,5\n", "line 3 must have 2 columns separated by commas as line 1 has, "
                               "got 1"),
        ("a,b\n1,2\n\n3,4,5\n6,7\n", "line 4 must have 2 columns"),
        ("a,b\n1,2\n3,oops\n", r"line 3, column 2 \(b\) must be a finite number, got 'oops'"),
        ("a,b\n1,2\n3,NaN\n", r"line 3, column 2 \(b\) must be a finite number, got 'NaN'"),
        ("a,b\n1,2\n-inf,3\n", r"line 3, column 1 \(a\) must be .* got '-inf'"),
        ("a,b\n1,2\n3,1e999\n", r"line 3, column 2 \(b\) must be a finite number, got '1e999'"),
        ("a,b\n1,\n3,4\n", r"line 2, column 2 \(b\) must be a finite number, got an empty cell"),
        ("a,b\n1,2\n3,1_000\n", "got '1_000'"),
        ("a,b\n1,2\n3,٣\n", "line 3, column 2"),
        ("a,b\n1,2\n3,__import__('os').getpid()\n", "line 3, column 2"),
        ("1,2,x\n3,4,5\n", r"line 1, column 3 \(x3\) must be a finite number, got 'x'"),
        ("a;b\n1,5;2\n3;4.5\n", "column 2 .* with a decimal comma"),
        ('a,b\n"1\n",2\n3,x\n', "line 4, column 2"),
        ('a,b\n1,2\n3,"4\n', "line 3 must be a row of a CSV file"),
        (b"a,b\n1,2\n\xe4,4\n", "line 3 must be UTF-8 text, got the byte 0xe4"),
        (b"\xff\xfea\x00,\x00b\x00", "line 1 must be UTF-8 text"),
        (b"\x00\x01,\x02\n\x03,\x04\n", "must hold at least two rows, got 1"),
        (f"a,b\n1,{'9' * 200_000}\n3,4\n", "field larger than field limit"),
    ],
)  # fmt: skip
def test_a_bad_file_gets_a_sentence(write, content, message):
    with pytest.raises(InputError, match=message) as found:
        read_csv(write(content))
    text = str(found.value)
    assert text.startswith("data.csv") and text.endswith(".")
    assert "\n" not in text and len(text) < 300


@pytest.mark.parametrize("target", ["c", "0", "4", "-1", "1.0", "<b>x</b>", "１"])
def test_an_unknown_target_is_refused_with_the_choice(write, target):
    with pytest.raises(InputError, match=r"target must be .*\(a, b, t\).*\(1 to 3\)"):
        read_csv(write(GOOD), target)


def test_a_target_that_two_columns_share_is_refused(write):
    path = write("a,a,b\n1,2,3\n4,5,6\n")
    with pytest.raises(InputError, match="target must be"):
        read_csv(path, "a")
    np.testing.assert_array_equal(read_csv(path, "2").y, [2, 5])


@pytest.mark.parametrize("path", ["", "  ", "no.csv", "a\0b", None, 3, "~nobody-at-all/x.csv"])
def test_a_file_that_is_not_there(path):
    with pytest.raises(InputError, match="file must name a CSV file"):
        read_csv(path)


def test_directories_and_devices_are_no_files(tmp_path):
    for path in (tmp_path, "/dev/zero"):
        with pytest.raises(InputError, match="there is none at"):
            read_csv(path)


def test_a_huge_file_is_refused_unread(tmp_path):
    path = tmp_path / "huge.csv"
    with path.open("wb") as stream:
        stream.truncate(csv_file.MOST_BYTES + 1)  # a hole: it takes no room
    with pytest.raises(InputError, match=r"at most 20 MB, got 20\.0 MB"):
        read_csv(path)


def test_names_from_a_file_are_short_single_lines(write):
    bad = "<img src=x onerror=alert(1)>" * 9
    data = read_csv(write(f'"{bad}","b\u202e\n\x1b[31mb",t\n1,2,3\n4,5,6\n'))
    assert all(len(n) <= 40 and n.isprintable() for n in data.names)
    assert data.names[1] == "b [31mb"


def test_a_file_is_read_once_until_it_changes(write, monkeypatch):
    path, calls = write(GOOD), []
    original = csv_file._text
    monkeypatch.setattr(csv_file, "_text", lambda file: calls.append(file) or original(file))
    assert read_csv(path).y[0] == 3 and read_csv(path, "a").y[0] == 1 and len(calls) == 1
    write(GOOD.replace("1,2.5,3", "1,2.5,30"))
    os.utime(path, (1, 1))
    assert read_csv(path).y[0] == 30 and len(calls) == 2


def test_paths_are_relative_to_the_working_directory(write, monkeypatch):
    monkeypatch.chdir(write(GOOD).parent)
    assert read_csv("data.csv").y[2] == 9


TOKENS = st.sampled_from(
    [",", ";", "\t", "\n", "1", "2.5", "x", '"', "NaN", " ", "\r", "\x00", "|"]
)


@given(st.lists(TOKENS, max_size=40).map("".join))
def test_any_text_is_a_table_of_finite_numbers_or_a_sentence(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(text.encode())
    try:
        data = read_csv(path)
    except InputError as error:
        assert str(error).startswith("any.csv")
    else:
        assert np.isfinite(data.X).all() and np.isfinite(data.y).all()
        assert len(data.names) == data.X.shape[1] >= 1 and len(data.y) == len(data.X) >= 2
