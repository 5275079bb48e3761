"""Affine scaling: its direction, its line search, its curvature, its convergence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seeded import clouds

from solvers import Gaussian, KernelSVM, solve_affine_scaling
from solvers.affine_scaling import _search, direction
from solvers.checks import locked


@given(
    st.integers(2, 12),
    st.integers(0, 999),
    st.sampled_from([1e-8, 0.1, 1.0, 1e6]),
    st.sampled_from([-1e3, 0.0, 0.7]),
)
def test_direction_by_its_definition(n, seed, curvature, guess):
    rng = np.random.default_rng(seed)
    y = locked(np.r_[1.0, -1.0, rng.choice([-1.0, 1.0], n - 2)])  # as a problem's is
    x, g, C = rng.uniform(0.01, 1.99, n), rng.integers(-3, 4, n).astype(float), 2.0
    d, s = direction(x, g, y, C, curvature, guess)
    slope = g - s * y
    slack = np.where(slope > 0, x, C - x)
    below = curvature * slack + np.abs(slope)
    expected = np.divide(-slope * slack, below, out=np.zeros(n), where=below > 0)
    assert np.allclose(d, expected, atol=1e-12)
    assert np.all(np.abs(d) <= slack) and np.all(slope * d <= 0.0)
    # y'd = 0 up to what one rounding of s can change.
    change = np.abs(direction(x, g, y, C, curvature, guess)[0]).sum() * 1e-10
    steep = (curvature * (slack / np.maximum(below, 1e-300)) ** 2).sum()
    assert abs(y @ d) <= change + 4e-16 * (1.0 + abs(s)) * steep


def test_affine_scaling_steps_are_interior_and_search_is_nonmonotone():
    problem = KernelSVM(*clouds(60, 3), Gaussian(0.3), 10.0)
    trace = solve_affine_scaling(problem, tol=1e-8).trace
    s = trace.snapshots
    assert s["iterate"].min() > 0.0 and s["iterate"].max() < 10.0
    assert np.abs(s["iterate"] @ problem.y).max() < 1e-10
    q = trace.objective
    for k in range(1, len(q)):
        assert q[k] <= q[max(0, k - 10) : k].max() + 1e-12 * abs(q[k])
    assert np.any(np.diff(q) > 0.0)
    steps = s["step"][1:, None] * s["direction"][1:]
    assert np.allclose(np.diff(s["iterate"], axis=0), steps, atol=1e-10)
    assert np.all(np.log2(s["step"][1:]) == np.round(np.log2(s["step"][1:])))


def test_affine_scaling_search_accepts_the_largest_recent_value():
    assert _search(0.0, -1.0, 4.0, [10.0, 0.0]) == (1.0, 1.0)
    assert _search(0.0, -1.0, 4.0, [0.0]) == (0.25, -0.125)
    assert _search(0.0, 1.0, 4.0, [0.0]) is None


def test_affine_scaling_curvature_is_updated_every_fourth_step():
    problem = KernelSVM(*clouds(60, 3), Gaussian(0.3), 10.0)
    s = solve_affine_scaling(problem, tol=1e-8).trace.snapshots
    age, curvature = 0, s["curvature"][0]
    for k in range(1, len(s["step"])):
        age += 1
        if age == 4 or s["step"][k] < 1.0:
            d = s["direction"][k]
            curvature, age = d @ problem.product(d) / (d @ d), 0
        assert s["curvature"][k] == pytest.approx(curvature, rel=1e-9)
    top = np.linalg.eigvalsh(problem.gram())[-1]
    assert s["curvature"][5:].max() <= top


def test_affine_scaling_work_is_one_product_per_step():
    problem = KernelSVM(*clouds(30, 3), Gaussian(0.3), 1.0)
    trace = solve_affine_scaling(problem).trace
    n = 30
    beyond = trace.work - n * trace.iteration
    assert np.all(beyond >= 0) and beyond[-1] <= n * (3 + trace.iteration[-1] // 50)


@pytest.mark.parametrize("C", [1.0, 1e3])
def test_affine_scaling_direction_stays_in_the_plane(C):
    X, y = clouds(30, 2)
    result = solve_affine_scaling(KernelSVM(X, y, Gaussian(1.0), C), tol=1e-9, max_iter=200)
    d = result.trace.snapshots["direction"][1:]
    assert len(d) > 10 and np.all(np.abs(d @ y) <= 1e-15 * np.abs(d).sum(axis=1))
    assert np.abs(d).sum(axis=1).min() > 0.0
