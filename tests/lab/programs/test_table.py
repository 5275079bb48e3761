"""A program in a CSV file: the objective, then one constraint a row."""

import pytest

import lab
from solvers import InputError, solve_mehrotra


def read(folder, text, name="mine.csv"):
    (folder / name).write_text(text)
    return lab.program(folder / name)


@pytest.mark.parametrize(
    "text",
    [
        "-3,-5\n1,2,14\n3,2,18\n-1,0,0\n0,-1,0\n",
        "wheat,rye\n-3,-5\n1,2,14\n3,2,18\n-1,0,0\n0,-1,0\n",
        "sep=;\n-3;-5,0;\n1;2;14\n3;2,0;18\n\n-1;0;0\n0;-1;0\n",
        "# hours\n-3 -5\n1 2 14\n3 2 18\n-1 0 0\n0 -1 0",
    ],
)
def test_it_is_read_as_it_is_meant(tmp_path, text):
    found = read(tmp_path, text)
    assert found.c.tolist() == [-3.0, -5.0] and found.b.tolist() == [14.0, 18.0, 0.0, 0.0]
    assert found.A.tolist() == [[1.0, 2.0], [3.0, 2.0], [-1.0, 0.0], [0.0, -1.0]]
    assert found.column_names == (("wheat", "rye") if "wheat" in text else ("x1", "x2"))
    assert solve_mehrotra(found).certificate.objective == pytest.approx(-36.0, abs=1e-3)


def test_one_row_is_enough(tmp_path):
    assert read(tmp_path, "1,1\n-1,-1,-2\n").b.tolist() == [-2.0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,2\n1,2,x\n", "mine.csv, line 2, column 3"),
        ("1,z\n1,2,3\n", "mine.csv must hold numbers only, got 'z'"),
        ("1,2\n1,2\n", "mine.csv must hold the n numbers of the objective, then rows of n"),
        ("1,2\n1,2,3\n1,2\n", "mine.csv, line 3 must have 3 columns"),
        ("1,2\n", "then rows of n"),
        ("", "got an empty file"),
        ("1,2\n1,nan,2\n", "mine.csv, line 2, column 2"),
        ("1,2\n1,1_0,2\n", "mine.csv, line 2, column 2"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path, text, words):
    with pytest.raises(InputError, match=words) as caught:
        read(tmp_path, text)
    assert "\n" not in str(caught.value)
