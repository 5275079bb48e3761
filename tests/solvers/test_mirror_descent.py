"""Mirror descent: one prox step an iteration, whose end is the next start."""

import numpy as np
import pytest

from solvers import (
    Gaussian,
    InputError,
    MultiInstanceODM,
    solve_column_generation,
    solve_mirror_descent,
    solve_mirror_prox,
)


def three_keys(lam=10.0):
    """One positive bag of three instances, so three assignments."""
    bags = [
        np.array([[0.85, 1.13], [-0.78, -0.64], [0.91, -1.44]]),
        np.array([[0.05, 0.09], [-0.69, -0.33]]),
        np.array([[-0.34, -0.48], [0.41, -0.31]]),
    ]
    return MultiInstanceODM(bags, np.array([1.0, -1.0, -1.0]), lam, lam, 0.5, 0.2, Gaussian(0.5))


def test_a_step_is_the_prox_step_of_its_definition():
    problem, eta = three_keys(), 0.02
    trace = solve_mirror_descent(problem, eta=eta, radius=np.inf, max_iter=5).trace
    shown, a, b = trace.snapshots, trace.snapshots["a"][0], trace.snapshots["b"][0]
    R = 0.5 / np.concatenate([problem.omega, problem.nu * problem.omega])
    level = np.repeat([1.0 - problem.theta, -(1.0 + problem.theta)], problem.omega.size)
    for t in range(1, 6):
        u, v = shown["centre_u"][t - 1], shown["centre_v"][t - 1]
        f = problem.margins(u, v)
        gradient = np.concatenate([f, -f]) + R * u - level
        end = v * np.exp(-eta / b * problem.dual_values(u))
        np.testing.assert_allclose(shown["centre_u"][t], np.maximum(u - eta / a * gradient, 0.0))
        np.testing.assert_allclose(shown["centre_v"][t], end / end.sum(), rtol=1e-9)
        np.testing.assert_array_equal(shown["middle_u"][t], shown["centre_u"][t])
    np.testing.assert_array_equal(trace.work, np.arange(6))


@pytest.mark.parametrize("lam", [10.0, 1000.0])
def test_it_is_certified_against_the_saddle_point(lam):
    problem = three_keys(lam)
    saddle = solve_column_generation(problem, tol=1e-10).certificate
    result = solve_mirror_descent(problem, tol=1e-5, output="last", record_every=0)
    assert result.status == "converged"
    assert result.certificate.objective >= saddle.bound - 1e-9 * saddle.scale
    assert result.certificate.bound <= saddle.objective + 1e-9 * saddle.scale
    prox = solve_mirror_prox(problem, tol=1e-5, output="last", step=1.0, record_every=0)
    assert result.trace.work[-1] < prox.trace.work[-1]  # one evaluation a step, not two


def test_too_long_a_step_is_not_called_converged():
    problem, options = three_keys(100.0), {"output": "last", "max_iter": 500, "tol": 1e-5}
    fine, long = (solve_mirror_descent(problem, step=s, **options) for s in (2.0, 8.0))
    assert (fine.status, long.status) == ("converged", "max_iter")
    assert long.certificate.gap > 50.0 * fine.certificate.gap


def test_guaranteed_is_the_safe_step_of_mirror_prox():
    problem = three_keys()
    ours = solve_mirror_descent(problem, step="guaranteed", max_iter=3)
    theirs = solve_mirror_prox(problem, step="guaranteed", max_iter=3)
    assert ours.trace.snapshots["step"][-1] == theirs.trace.snapshots["step"][-1] > 0.0
    assert not np.array_equal(ours.x, theirs.x)


def test_what_is_refused():
    problem = three_keys()
    for bad in ({"step": "adaptive"}, {"step": 0.0}, {"eta": -1.0}, {"output": "first"},
                {"weights": 1.0}, {"radius": 0.0}):  # fmt: skip
        with pytest.raises(InputError, match=f"^{next(iter(bad))} "):
            solve_mirror_descent(problem, **bad)
