"""A program in a CSV file: the objective, then one constraint a row."""

import gzip

import pytest

import lab
from solvers import InputError, solve_mehrotra


def test_it_is_read_packed_or_not(tmp_path):
    text = "-3,-5\n1,2,14\n3,2,18\n-1,0,0\n0,-1,0\n"
    (tmp_path / "mine.csv").write_text(text)
    (tmp_path / "mine.csv.gz").write_bytes(gzip.compress(text.encode()))
    for name in ("mine.csv", "mine.csv.gz"):
        found = lab.program(tmp_path / name)
        assert found.c.tolist() == [-3.0, -5.0] and found.title == name
        assert solve_mehrotra(found).certificate.objective == pytest.approx(-36.0, abs=1e-3)


def test_decimal_mark_may_be_said(tmp_path):
    (tmp_path / "mine.csv").write_text("1;2;\n1;1,250;2\n")
    for decimal, value in (("point", 1250.0), ("comma", 1.25)):
        assert lab.program(tmp_path / "mine.csv", decimal=decimal).A[0, 1] == value


FORMS = {
    "a spreadsheet's rectangle": "-3,-2,\n1,2,14\n3,2,18\n",
    "wider than it need be": "-3,-2,,,\n1,2,14,,\n3,2,18,,\n,,,,\n",
    "semicolons and decimal commas": "-3,0;-2,0;\n1;2;14\n3;2,0;18\n",
    "tabs, comments, an empty line": "# a model\n-3\t-2\n\n# rows\n1\t2\t14\n3\t2\t18\n",
    "names of columns": "x,y,side\n-3,-2,\n1,2,14\n3,2,18\n",
    "a title and names": "My model\n\nx;y;side\n-3;-2;\n1;2;14\n3;2;18\n",
    "pandas' index": ",x,y,b\n0,-3,-2,\n1,1,2,14\n2,3,2,18\n",
    "pandas' named index": ",x,y,b\nprofit,-3,-2,\nwork,1,2,14\nland,3,2,18\n",
    "spaces": "-3 -2\n1  2  14\n3  2  18\n",
    "Excel's first line": "sep=;\n-3;-2;\n1;2;14\n3;2;18\n",
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_file_may_have_any_form_that_a_table_may_have(tmp_path, text, encoding):
    file = tmp_path / "mine.csv"
    file.write_text(text, encoding=encoding)
    found = lab.program(file)
    assert found.c.tolist() == [-3.0, -2.0] and found.b.tolist() == [14.0, 18.0]
    assert found.A.tolist() == [[1.0, 2.0], [3.0, 2.0]]


def test_program_of_one_variable_is_a_file_too(tmp_path):
    (tmp_path / "mine.csv").write_text("-3,\n1,2\n2,14\n")
    found = lab.program(tmp_path / "mine.csv")
    assert found.c.tolist() == [-3.0] and found.A.tolist() == [[1.0], [2.0]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,2\n1,2,x\n", r"mine.csv, line 2, column 3 \(b\) must be a finite number, got 'x'"),
        ("1,2\n1,,3\n", r"line 2, column 2 \(x2\) must be a finite number, got an empty cell"),
        (",x,b\n0,1,\n1,,\n", "mine.csv must hold the n numbers .* got 0 in line 3"),
        (",x,b\n0,,\n1,,\n", "mine.csv must hold the n numbers of the objective"),
        ("1,2\n1,2\n", "mine.csv must hold the n numbers of the objective, then rows of n"),
        ("1,2,3\n4,5,6\n", "with n = 3, got 3 in line 2"),
        ("1,2\n1,2,3\n\n1,2,3,4\n", "with n = 2, got 4 in line 4"),
        ("1,2\n", "with n = 2, got no constraint"),
        ("x,y\n", "must hold the n numbers of the objective"),
        ("", "must hold a table, got an empty file"),
        ("1,2\n1,nan,2\n", "must be a finite number, got 'nan'"),
        ("1;2;\n1;1,250;2\n", 'may be 1250 or 1.25; say decimal="point" or decimal="comma"'),
    ],
)
def test_bad_file_is_one_sentence(tmp_path, text, words):
    file = tmp_path / "mine.csv"
    file.write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        lab.program(file)
    assert "\n" not in str(caught.value)
