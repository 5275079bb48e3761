"""LARS as a solver: its rows are the knots of the path, and its answer is certified."""

import numpy as np
import pytest
from seeded import random_lasso
from sklearn.linear_model import LassoLars

from solvers import InputError, Lasso, lars_path, solve_coordinate_descent, solve_lars


@pytest.mark.parametrize("every", [0, 1, 3])
@pytest.mark.parametrize(
    "n, d, share", [(30, 12, 0.1), (12, 30, 0.05), (60, 200, 0.02), (20, 6, 0.0)]
)
def test_the_answer_is_certified(n, d, share, every):
    problem = random_lasso(n, d, share, seed=n)
    result = solve_lars(problem, tol=1e-12, record_every=every)
    assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(1e-12)
    assert result.certificate == problem.certify(result.x, **result.dual)
    assert result.row == len(result.trace) - 1
    assert not problem.certify(result.x + 0.01).holds(1e-12)
    assert (
        solve_lars(problem, tol=1e-12, seed=5).x.tolist()
        == solve_lars(problem, tol=1e-12).x.tolist()
    )


def test_rows_are_knots():
    problem = random_lasso(20, 12, 0.001, seed=1)
    path, trace = lars_path(problem.X, problem.t, problem.lam), solve_lars(problem, tol=1e-12).trace
    s, K = trace.snapshots, path.knots.size
    assert np.array_equal(trace.iteration, range(K)) and np.array_equal(
        trace.work, 12 * trace.iteration
    )
    assert np.allclose(s["lam"], path.knots) and np.allclose(s["w"], path.coefs)
    assert np.allclose(s["correlations"], path.correlations, atol=1e-11)
    came = [np.flatnonzero(a).tolist() for a in s["active"][1:] & ~s["active"][:-1]]
    assert came == [
        [e.feature for e in path.events if e.knot == k and e.kind == "in"] for k in range(K - 1)
    ]
    went = [np.flatnonzero(a).tolist() for a in s["active"][:-1] & ~s["active"][1:]]
    gone = [[e.feature for e in path.events if e.knot == k and e.kind == "out"] for k in range(K)]
    assert went == gone[:-1] and any(gone)
    for lam, w in zip(s["lam"], s["w"], strict=True):
        assert Lasso(problem.X, problem.t, lam).certify(w).holds(1e-12)
    assert np.all(np.diff(trace.gap) <= 0.0) and trace.gap[0] > 0.01 * problem.at_zero


def test_a_knot_that_is_near_enough_ends_the_run():
    problem = random_lasso(60, 200, 0.05, seed=2)
    rough, fine = solve_lars(problem, tol=0.05), solve_lars(problem, tol=1e-12)
    assert rough.status == "converged" and len(rough.trace) < len(fine.trace)
    assert rough.certificate.holds(0.05) and not rough.certificate.holds(1e-12)


def test_at_or_above_lam_max_nothing_moves():
    for share in (1.0, 2.0):
        result = solve_lars(random_lasso(10, 4, share, seed=3))
        assert result.status == "converged" and not result.x.any() and len(result.trace) <= 2


def test_budget_and_cancelling():
    problem = random_lasso(30, 12, 0.01, seed=4)
    assert solve_lars(problem, tol=1e-12, max_iter=3).status == "max_iter"
    assert solve_lars(problem, tol=1e-12, cancelled=lambda: True).status == "cancelled"


def test_plain_lars_is_sound():
    X = np.array([[2.0, 3, 3], [0, 3, 3], [3, -3, 0], [1, -2, -1]])
    problem = Lasso(X, np.array([1.0, 3, 1, -4]), 0.5)
    plain = solve_lars(problem, method="lar")
    assert plain.status == "stalled" and plain.certificate.relative_gap > 1e-4
    assert solve_lars(problem).status == "converged"


def test_a_start_is_not_used_and_says_so():
    problem = random_lasso(20, 5, 0.2, seed=5)
    result = solve_lars(problem, x0=np.ones(5))
    assert any("x0 was not used" in note for note in result.notes)
    assert not result.trace.snapshots["w"][0].any() and not solve_lars(problem).notes


def test_agreement():
    problem = random_lasso(40, 60, 0.1, seed=6)
    result = solve_lars(problem, tol=1e-13)
    peer = LassoLars(alpha=problem.lam / 40, fit_intercept=False).fit(problem.X, problem.t)
    assert np.allclose(result.x, peer.coef_, rtol=0, atol=1e-9)
    descent = solve_coordinate_descent(problem, x0=result, tol=1e-12)
    assert descent.trace.iteration[-1] == 0 and np.array_equal(descent.x, result.x)


def test_units():
    problem = random_lasso(20, 30, 0.1, seed=7)
    for factor in (1e-6, 1e6):
        scaled = Lasso(factor * problem.X, problem.t, factor * problem.lam)
        assert solve_lars(scaled, tol=1e-12).status == "converged"


def test_bad_arguments():
    problem = random_lasso(5, 3, 0.5, seed=8)
    with pytest.raises(InputError, match="seed must be a whole number"):
        solve_lars(problem, seed=-1)
