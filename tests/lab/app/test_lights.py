"""The conditions of Karush, Kuhn and Tucker as lights: green at the optimum, each can be amber."""

from itertools import product

import numpy as np
import pytest

import lab
from lab.app.lights import NAMES, SIGNS
from solvers import InputError, Lasso, Program, solve_coordinate_descent, solve_simplex


def lasso():
    rng = np.random.default_rng(4)
    X = rng.standard_normal((20, 3))
    return Lasso(X, X @ [2.0, 0.0, -1.0] + 0.3 * rng.standard_normal(20), 4.0)


def program(**more):
    A, b = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]), np.array([3.0, 2.0, 2.0])
    return Program(np.array([-1.0, -2.0]), A, b, **more)


def amber(found):
    return {light.name for light in found if not light.holds}


def test_all_four_are_green_at_the_optimum_of_a_lasso():
    p = lasso()
    w = solve_coordinate_descent(p, tol=1e-14).x
    found = lab.lights(p, w)
    assert found.optimal and [light.name for light in found] == list(NAMES)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda p, w: (w, {"theta": 0.5 * (p.t - p.X @ w)}), {"stationarity", "complementarity"}),
        (lambda p, w: (0.0 * w, {}), {"dual feasibility"}),
        (lambda p, w: (2.0 * w, {"theta": p.t - p.X @ w}), {"stationarity"}),
        (lambda p, w: (-w, {"theta": p.t - p.X @ w}), {"stationarity", "complementarity"}),
    ],
)
def test_each_light_of_a_lasso_can_be_amber(change, wrong):
    p = lasso()
    x, dual = change(p, solve_coordinate_descent(p, tol=1e-14).x)
    found = lab.lights(p, x, **dual)
    assert amber(found) == wrong and not found.optimal


def test_lights_are_green_at_the_optimum_with_and_without_bounds():
    for p in (program(), program(lower=np.zeros(2)), program(upper=np.array([0.5, 9.0]))):
        result = solve_simplex(p)
        assert lab.lights(p, result.x, **{k: result.dual[k] for k in ("y", "z")}).optimal


@pytest.mark.parametrize(
    ("x", "y", "wrong"),
    [
        ([1.0, 2.0], [1.0, 0.0, 0.0], {"stationarity"}),
        ([2.0, 2.0], [1.0, 0.0, 1.0], {"primal feasibility", "complementarity"}),
        ([1.0, 2.0], [2.0, -1.0, 0.0], {"dual feasibility", "complementarity"}),
        ([0.0, 2.0], [1.0, 0.0, 1.0], {"complementarity"}),
    ],
)
def test_each_light_of_a_program_can_be_amber(x, y, wrong):
    assert amber(lab.lights(program(), x, y=y)) == wrong


@pytest.mark.parametrize("small", [1e-3, 1e-7, 1e-30])
def test_small_unbounded_cost_is_amber_next_to_large_ones(small):
    """The program falls for ever along its second column."""
    p = Program(
        np.array([1.0, -small]), np.array([[-1.0, 0.0]]), np.array([-1.0]), lower=np.zeros(2)
    )
    found = lab.lights(p, [1.0, 0.0], y=[1.0])
    assert amber(found) == {"stationarity"} and not found.optimal


#: What a light asks for as it is written -> whether it is so, for a lasso of X = I.
ASKED = {
    "θ = t − Xw": lambda p, w, theta: np.allclose(theta, p.t - w),
    "none is asked: every w will do": lambda p, w, theta: True,
    "|x_d'θ| ≤ λ": lambda p, w, theta: np.all(np.abs(theta) <= p.lam),
    "x_d'θ = λ sign(w_d) where w_d is not 0": lambda p, w, theta: np.all(
        theta[w != 0.0] == p.lam * np.sign(w[w != 0.0])
    ),
}


def test_lights_of_a_lasso_hold_exactly_where_their_condition_does():
    p, kinds = Lasso(np.eye(2), np.array([1.0, -2.0]), 1.0), set()
    weights, pulls = product([-1.0, 0.0, 2.0], repeat=2), [-2.0, -1.0, 0.0, 1.0, 1.5]
    for w, theta in product(map(np.array, weights), map(np.array, product(pulls, repeat=2))):
        found = lab.lights(p, w, theta=theta)
        for light in found:
            assert light.holds == ASKED[light.asks](p, w, theta), (w, theta, light)
        assert not found.optimal or p.certify(w, theta=theta).gap == 0.0
        kinds.add(tuple(light.holds for light in found))
    assert len(kinds) >= 7, "each with and without each other one"


def test_multiplier_of_the_wrong_sign_proves_no_point_of_a_lasso():
    found = lab.lights(Lasso(np.ones((1, 1)), np.ones(1), 1.0), [2.0])
    assert amber(found) == {"complementarity"} and "sign(w_d)" in found[3].asks


def test_slack_in_a_bound_is_amber_as_slack_in_a_row_is():
    p = Program(np.ones(1), np.ones((1, 1)), np.full(1, 9.0), lower=np.zeros(1))
    found = lab.lights(p, [1.0])
    assert amber(found) == {"complementarity"} and "bounds alike" in found[3].asks


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_points_and_multipliers_that_are_not_finite_are_refused(wrong):
    for name, dual in (("y", {"y": [-1.0, wrong, 0.0]}), ("z", {"y": [0.0] * 3, "z": [wrong]})):
        p = program(A_eq=np.ones((1, 2)), b_eq=np.ones(1))
        with pytest.raises(InputError, match=f"{name} must"):
            lab.lights(p, [1.0, 2.0], **dual)
    with pytest.raises(InputError, match="theta must"):
        lab.lights(lasso(), np.zeros(3), theta=np.full(20, wrong))
    with pytest.raises(InputError, match="x must"):
        lab.lights(lasso(), [wrong, 0.0, 0.0])


def test_lights_are_read_without_colour_and_as_a_table():
    text = str(lab.lights(program(), [0.0, 2.0], y=[1.0, 0.0, 1.0]))
    signs = [line[0] for line in text.splitlines()]
    assert signs == [SIGNS[0]] * 3 + [SIGNS[1]] and "fails by" in text
    table = lab.lights(program(), [1.0, 2.0], y=[1.0, 0.0, 1.0])._repr_html_()
    assert table.count("<tr>") == 4 and table.count("holds") == 4


def test_what_has_no_lights_is_refused_in_words():
    with pytest.raises(InputError, match=r"problem must be a Lasso or a Program, got list\."):
        lab.lights([1.0], [1.0])
    with pytest.raises(InputError, match="The multipliers of a Program are y and z, got theta"):
        lab.lights(program(), [1.0, 2.0], theta=[1.0])
    with pytest.raises(InputError, match="x must"):
        lab.lights(program(), [1.0])
