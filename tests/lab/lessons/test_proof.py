"""What the notebook on proofs says is what happens."""

import contextlib
import io

import numpy as np
import pytest
from prose import Prose

import lab
from lab.lessons.coordinate_descent.proof.model import frames
from solvers import Lasso, scaled_bound, solve_coordinate_descent

#: Numbers of the prose that are no claims: what is counted comes after them.
NAMES = (
    "an answer by four conditions", "Four lights", "all four can be amber", "Four bounds",
    "The same four steps", "Four conditions say when",
)  # fmt: skip
prose = Prose("proof")


def printed(cell, **names):
    """The numbers behind "by hand" and "certified" that a cell prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        prose.run(cell, **names)
    last = out.getvalue().strip().splitlines()[-1].split()
    assert last[:2] == ["by", "hand"] and last[3] == "certified"
    return float(last[2]), float(last[4]), out.getvalue()


def names():
    import inspect

    return {"lab": lab, "np": np, "inspect": inspect, "run": lab.run("lasso")}


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("four-lasso", "kappa * (along"),
        ("four-svm", "max(s * y[i] - g[i], 0.0)"),
        ("four-lp", "self.A.T @ y"),
        ("four-sice", "self.clip("),
    ],
)
def test_the_lines_that_are_shown_are_those_that_certify(cell, shown):
    by_hand, certified, text = printed(cell, **names())
    assert by_hand == pytest.approx(certified, rel=1e-9, abs=1e-12) and shown in text


def test_each_multiplier_gives_a_line_below_the_loss():
    prose("Each vector $\\theta$ gives such a line")
    problem, rng = lab.run("proof").problem, np.random.default_rng(1)
    w = np.linspace(-5.0, 5.0, 201)
    loss = 0.5 * ((problem.t[:, None] - w) ** 2).sum(axis=0)
    for theta in 3.0 * rng.standard_normal((50, 2)):
        line = theta @ problem.t - 0.5 * theta @ theta - theta.sum() * w
        assert np.all(line <= loss + 1e-12)
        if abs(theta.sum()) <= problem.lam:
            assert (line + problem.lam * abs(w)).min() == pytest.approx(line[100])


def test_the_residuals_line_is_broken_first_and_touches_in_the_end():
    f = frames(lab.run("proof"))
    prose("it is drawn red and broken: steeper than $\\lambda$")
    assert f.broken[0]
    prose("the green line rises, until it touches $F$")
    assert np.all(np.diff(f.bound) > 0.0)
    assert f.objective[-1] - f.bound[-1] < 1e-5


def test_the_first_line_by_hand_proves_less_than_its_best_multiple():
    prose("drawn in orange, proves its own lowest place")
    f = frames(lab.run("proof", line="hand"))
    assert not f.broken.any() and f.given[0, 1] < f.held[0, 1]


def test_lights_of_the_first_iterate_and_of_the_answer():
    run = lab.run("lasso")
    first = lab.lights(run.problem, run.trace.snapshots["w"][1])
    prose.says("that makes # conditions", len(first))
    prose("so that stationarity holds by itself")
    assert first[0].holds and not first.optimal
    prose("it is not dual feasible, and pays where it should not")
    assert [light.holds for light in first] == [True, True, False, False]
    answer = solve_coordinate_descent(run.problem, tol=1e-12)
    assert lab.lights(run.problem, answer.x).optimal


def test_each_condition_of_the_lasso_is_written_as_its_light_is():
    prose("$x_d^\\top\\theta=\\lambda\\,\\mathrm{sign}(w_d)$ where $w_d\\ne0$")
    optimal = lab.lights(Lasso(np.ones((1, 1)), np.ones(1), 1.0), [0.0])
    assert optimal.optimal and optimal[3].asks == "x_d'θ = λ sign(w_d) where w_d is not 0"
    wrong_sign = Lasso(np.ones((1, 1)), np.ones(1), 1.0)
    assert not lab.lights(wrong_sign, [2.0]).optimal and wrong_sign.certify([2.0]).gap > 1.0


def test_the_gap_of_a_dual_feasible_point_is_what_was_lost_in_two_places():
    prose("the gap is what was lost in the two places, in the units of $F$")
    prose("-w^\\top X^\\top\\theta$")
    run = lab.run("lasso")
    p, w = run.problem, run.trace.snapshots["w"][1]
    r = p.t - p.X @ w
    kappa = min(r @ p.t / (r @ r), p.lam / abs(p.X.T @ r).max())

    def lost(theta):
        price = p.lam * abs(w).sum() - w @ p.X.T @ theta
        return 0.5 * (r - theta) @ (r - theta) + price

    assert lost(kappa * r) == pytest.approx(p.certify(w).gap, rel=1e-9)
    assert abs(lost(r) - p.certify(w).gap) > 0.05, "the residual as it is loses another amount"
    prose("the certificate scales it first, and then stationarity is what fails")
    scaled = lab.lights(p, w, theta=kappa * r)
    assert [light.holds for light in scaled][:3] == [False, True, True]


def test_a_doubled_dual_point_proves_no_point_that_is_not_optimal():
    prose("the certificate scales whatever it is given")
    problem = lab.run("lasso").problem
    best = lab.run("lasso").result.certificate.objective
    for w in np.random.default_rng(2).standard_normal((20, 2)):
        theta = 2.0 * (problem.t - problem.X @ w)
        assert problem.certify(w, theta=theta).bound <= best + 1e-12
    r = problem.t
    assert scaled_bound(2 * r @ r, 4 * r @ r, 2 * abs(problem.X.T @ r).max(), problem.lam) <= best


def test_the_bound_of_a_frame_does_not_always_rise():
    prose("the best bound so far is used")
    bound = lab.run("lasso", compare=()).trace.bound
    assert (np.diff(bound) < 0.0).any()


def test_a_line_as_steep_as_lambda_is_level_on_one_side():
    prose("It is level on one side of 0.")
    f = frames(lab.run("proof"))
    slope, lam = f.held[-1, 0], f.run.problem.lam
    assert slope == pytest.approx(lam)
