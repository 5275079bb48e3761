"""A program of one's own travels as text, from arrays or a CSV file, and comes back the same."""

import json

import cvxpy
import numpy as np
import pytest
from scipy.sparse import csr_array

import lab
from lab.datasets.own_program import program_of
from solvers import InputError, Program, solve_mehrotra


def test_it_comes_back_the_same():
    rng = np.random.default_rng(0)
    A, Q = rng.standard_normal((4, 3)), np.diag([1.0, 0.0, 2.0])
    equal = {"A_eq": np.ones((1, 3)), "b_eq": [1.0]}
    given = Program([1.0, -2.0, 0.5], csr_array(A), np.ones(4), Q=Q, **equal,
                    lower=[-np.inf, 0.0, -1.0], upper=4.0)  # fmt: skip
    back = program_of(lab.program(given))
    for name in ("c", "b", "Q", "A_eq", "b_eq", "lower", "upper"):
        assert np.array_equal(getattr(back, name), getattr(given, name)), name
    assert np.array_equal(back.A, A)
    assert program_of(lab.program(Program([1.0, 2.0]))).lower.tolist() == [-np.inf, -np.inf]


def test_a_file_holds_the_objective_and_one_constraint_a_row(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("-3,-5\n1,2,14\n3,2,18\n-1,0,0\n0,-1,0\n")
    found = program_of(lab.program(file))
    assert found.c.tolist() == [-3.0, -5.0] and found.b.tolist() == [14.0, 18.0, 0.0, 0.0]
    assert solve_mehrotra(found).certificate.objective == pytest.approx(-36.0, abs=1e-3)
    run = lab.run("polygon", program=lab.program(str(file)))
    assert run.result.certificate.objective == pytest.approx(-36.0)


FORMS = {
    "a spreadsheet's rectangle": "-3,-2,\n1,2,14\n3,2,18\n",
    "wider than it need be": "-3,-2,,,\n1,2,14,,\n3,2,18,,\n,,,,\n",
    "semicolons and decimal commas": "-3,0;-2,0;\n1;2;14\n3;2,0;18\n",
    "tabs, comments, an empty line": "# a model\n-3\t-2\n\n# rows\n1\t2\t14\n3\t2\t18\n",
    "names of columns": "x,y,side\n-3,-2,\n1,2,14\n3,2,18\n",
    "a title and names": "My model\n\nx;y;side\n-3;-2;\n1;2;14\n3;2;18\n",
    "spaces": "-3 -2\n1  2  14\n3  2  18\n",
    "Excel's first line": "sep=;\n-3;-2;\n1;2;14\n3;2;18\n",
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_may_have_any_form_that_a_table_may_have(tmp_path, text, encoding):
    file = tmp_path / "mine.csv"
    file.write_text(text, encoding=encoding)
    found = program_of(lab.program(file))
    assert found.c.tolist() == [-3.0, -2.0] and found.b.tolist() == [14.0, 18.0]
    assert found.A.tolist() == [[1.0, 2.0], [3.0, 2.0]]


def test_a_program_of_one_variable_is_a_file_too(tmp_path):
    (tmp_path / "mine.csv").write_text("-3,\n1,2\n2,14\n")
    found = program_of(lab.program(tmp_path / "mine.csv"))
    assert found.c.tolist() == [-3.0] and found.A.tolist() == [[1.0], [2.0]]


def test_a_model_of_cvxpy_is_taken():
    x, y = cvxpy.Variable(2, nonneg=True), cvxpy.Variable(2)
    rows = [np.array([[1.0, 2.0], [3.0, 2.0]]) @ x <= [14.0, 18.0]]
    linear = cvxpy.Problem(cvxpy.Maximize(3.0 * x[0] + 5.0 * x[1] + 7.0), rows)
    run = lab.run("polygon", program=lab.program(linear))
    assert run.result.certificate.objective == pytest.approx(-36.0)
    fit = cvxpy.Problem(cvxpy.Minimize(cvxpy.sum_squares(y - 1.0) + cvxpy.norm1(y)), [y[0] == 0.2])
    found = program_of(lab.program(fit))
    assert 0.2 in found.b_eq and found.c.size > 2
    value = solve_mehrotra(found, tol=1e-8).certificate.objective
    assert value == pytest.approx(fit.solve(solver=cvxpy.CLARABEL), abs=1e-5)
    whole = cvxpy.Variable(2, "count", integer=[(1,)])
    whether = cvxpy.Variable(2, "whether", boolean=True)
    for wrong, words in (
        (cvxpy.Problem(cvxpy.Minimize(cvxpy.norm2(y))), "linear or quadratic program, got 3 rows"),
        (cvxpy.Problem(cvxpy.Maximize(cvxpy.norm1(y))), "does not follow DCP rules"),
        (cvxpy.Problem(cvxpy.Minimize(whole[0]), [whole >= 0]), "got count, which is to be whole"),
        (cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(whether))), "got whether, which is to be whole"),
        (cvxpy.Problem(cvxpy.Minimize(cvxpy.Parameter() * y[0])), "c must be finite"),
        (y, "problem must be a Program, a cvxpy.Problem"),
    ):
        with pytest.raises(InputError, match=words) as caught:
            lab.program(wrong)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,2\n1,2,x\n", r"mine.csv, line 2, column 3 \(b\) must be a finite number, got 'x'"),
        ("1,2\n1,,3\n", r"line 2, column 2 \(x2\) must be a finite number, got an empty cell"),
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
def test_a_bad_file_is_one_sentence(tmp_path, text, words):
    file = tmp_path / "mine.csv"
    file.write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        lab.program(file)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("given", [3, None, [1.0], "nowhere.csv", Program(np.ones(30_000))])
def test_what_is_no_program_is_refused(given):
    with pytest.raises(InputError, match="problem must"):
        lab.program(given)


@pytest.mark.parametrize("text", ["", "3", "[1]", "{}", '{"c": 3}', '{"c": ["x"]}', '{"A": [[1]]}'])
def test_what_was_not_written_by_it_is_refused(text):
    with pytest.raises(InputError, match=r"program must be what lab\.program\(problem\) wrote"):
        program_of(text)


def test_bounds_of_a_plane_are_edges():
    text = lab.program(Program([1.0, 1.0], lower=[0.0, -1.0], upper=[2.0, np.inf]))
    run = lab.run("polygon", program=text, compare=())
    assert run.problem.b.size == 3 and run.result.certificate.objective == pytest.approx(-1.0)
    assert json.loads(text)["upper"] == [2.0, None]
