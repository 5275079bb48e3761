"""Models of CVXPY: constant, sense, names and bounds stay, and what is no such program is
refused by its cause."""

import cvxpy
import numpy as np
import pytest

import lab
from solvers import InputError, solve_mehrotra


def test_sense_constant_names_and_bounds_are_preserved():
    x = cvxpy.Variable(2, name="x", bounds=[-1.0, np.inf])
    y = cvxpy.Variable(name="y", nonneg=True)
    found = lab.program(cvxpy.Problem(cvxpy.Maximize(x[0] + x[1] + 10.0 - y),
                                      [x <= [1.0, 2.0], x[0] + 2.0 * y <= 5.0]))  # fmt: skip
    assert found.sense == "max" and found.constant == 10.0
    assert dict(zip(found.column_names, found.c, strict=True)) == {"x[0]": -1, "x[1]": -1, "y": 1}
    bounds = dict(zip(found.column_names, zip(found.lower, found.upper, strict=True), strict=True))
    assert bounds == {"x[0]": (-1.0, 1.0), "x[1]": (-1.0, 2.0), "y": (0.0, np.inf)}
    assert found.b.tolist() == [5.0] and not found.b_eq.size
    value = solve_mehrotra(found, tol=1e-9).certificate.objective
    assert found.stated(value) == pytest.approx(13.0)


def test_names_of_a_matrix_go_with_its_entries():
    X = cvxpy.Variable((2, 3), name="X")
    target = np.arange(6.0).reshape(2, 3)
    found = lab.program(cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(X)), [X - target >= 0.0]))
    for name, low in zip(found.column_names, found.lower, strict=True):
        i, j = map(int, name[2:-1].split(","))
        assert low == target[i, j]


def test_quadratic_model_with_further_variables():
    y = cvxpy.Variable(2)
    fit = cvxpy.Problem(
        cvxpy.Minimize(cvxpy.sum_squares(y - 1.0) + cvxpy.norm1(y) + 3.0), [y[0] == 0.2]
    )
    found = lab.program(fit)
    assert 0.2 in found.b_eq and found.c.size > 2 and "t1" in found.column_names
    value = found.stated(solve_mehrotra(found, tol=1e-8).certificate.objective)
    assert value == pytest.approx(fit.solve(solver=cvxpy.CLARABEL), abs=1e-5)


@pytest.mark.filterwarnings("ignore:You are solving a parameterized problem that is not DPP")
@pytest.mark.parametrize("scale", [1.0, cvxpy.Parameter(value=1.0)], ids=["DPP", "not DPP"])
def test_model_read_again_follows_its_parameters(scale):
    x, a = cvxpy.Variable(2), cvxpy.Parameter((1, 2))
    model = cvxpy.Problem(cvxpy.Maximize(cvxpy.sum(x)), [(scale * a) @ x <= 1.0, x <= 5.0])
    for row in ([1.0, 0.0], [0.0, 1.0], [1.0, 1.0]):  # the places of entries change as well
        a.value = np.array([row])
        found = lab.program(model)
        value = found.stated(solve_mehrotra(found, tol=1e-9).certificate.objective)
        assert value == pytest.approx(6.0 if sum(row) == 1.0 else 1.0)


def wrong():
    x, y = cvxpy.Variable(name="x"), cvxpy.Variable(2, name="y")
    whole, rate = cvxpy.Variable(2, integer=True, name="whole"), cvxpy.Parameter(name="rate")
    least = cvxpy.Minimize
    yield cvxpy.Problem(least(whole[0]), [whole >= 0]), "continuous variables, got whole with int"
    yield cvxpy.Problem(least(cvxpy.Variable(boolean=True, name="b"))), "got b with integer or bool"
    yield cvxpy.Problem(least(rate * x), [x >= 0]), "a value for each parameter, got none for rate"
    yield cvxpy.Problem(least(0)), "at least one variable, got none"
    yield cvxpy.Problem(least(x), [x <= np.inf]), "got infinity or NaN in the constraint x <= inf"
    yield cvxpy.Problem(least(x), [y >= np.array([1.0, np.nan])]), "infinity or NaN in the constr"
    yield cvxpy.Problem(cvxpy.Maximize(cvxpy.norm1(y))), r"\(DCP\), got maximize of norm1\(y\)"
    yield (
        cvxpy.Problem(least(x), [cvxpy.square(x) >= 1]),
        r"\(DCP\), got the constraint 1.0 <= ",
    )
    yield cvxpy.Problem(least(cvxpy.norm2(y))), r"got 3 rows in other cones \(Pnorm(Approx)?\)"
    yield cvxpy.Problem(least(cvxpy.exp(x))), r"rows in other cones \(exp\)"
    yield y, "problem must be a cvxpy.Problem, got a Variable"


@pytest.mark.parametrize(("model", "words"), list(wrong()))
def test_model_file_that_is_no_program_is_refused_by_cause(model, words):
    with pytest.raises(InputError, match=words) as caught:
        lab.program(model)
    assert "\n" not in str(caught.value) and str(caught.value).startswith("problem must")
