"""Proximal operators and projections against brute force."""

import numpy as np
import pytest

from solvers import InputError, group_soft_threshold, project_l1_ball, soft_threshold
from solvers.prox import shrink

RNG = np.random.default_rng(5)


@pytest.mark.parametrize("x, k", [(0.3, 0.5), (-0.8, 0.5), (2.0, 0.7), (-0.5, 0.5), (1.0, 0.0)])
def test_soft_threshold_minimises_its_definition(x, k):
    u = np.linspace(-3.0, 3.0, 600_001)
    best = u[np.argmin(0.5 * (u - x) ** 2 + k * np.abs(u))]
    assert abs(soft_threshold(x, k) - best) < 2e-5
    assert abs(shrink(x, k) - best) < 2e-5


def test_soft_threshold_is_entrywise_and_lands_on_plus_zero():
    x = np.array([-2.0, -0.5, -0.1, 0.0, 0.1, 3.0])
    y = soft_threshold(x, 0.5)
    assert np.array_equal(y, [-1.5, 0.0, 0.0, 0.0, 0.0, 2.5])
    assert not np.signbit(y[1:5]).any()
    assert np.array_equal(y, [shrink(v, 0.5) for v in x])
    assert np.array_equal(
        soft_threshold(x, np.array([2.0, 0, 0, 0, 0, 1.0])), [0, -0.5, -0.1, 0, 0.1, 2]
    )


@pytest.mark.parametrize("k", [0.0, 0.3, 1.0, 5.0])
def test_group_soft_threshold_beats_every_other_point(k):
    v = np.array([0.9, -0.6, 0.3])
    value = lambda w: 0.5 * np.sum((w - v) ** 2, axis=-1) + k * np.linalg.norm(w, axis=-1)
    w = group_soft_threshold(v, k)
    rivals = np.vstack([w + s * RNG.standard_normal((4000, 3)) for s in (1e-3, 0.1, 1.0)])
    assert (value(w) <= value(rivals) + 1e-12).all()
    assert value(w + 0.01) > value(w)


def test_group_soft_threshold_at_and_inside_the_threshold():
    assert np.array_equal(group_soft_threshold(np.zeros(3), 0.0), np.zeros(3))
    assert np.array_equal(group_soft_threshold(np.array([3.0, 4.0]), 5.0), np.zeros(2))
    assert np.allclose(group_soft_threshold(np.array([3.0, 4.0]), 2.5), [1.5, 2.0])
    one = np.array([-1.7])
    assert np.allclose(group_soft_threshold(one, 0.4), soft_threshold(one, 0.4), rtol=1e-15)


def nearest_on_grid(v, radius, step=0.01):
    axis = np.arange(-1.5, 1.5 + step / 2, step)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    grid = grid[np.abs(grid).sum(axis=1) <= radius + 1e-12]
    return np.min(np.linalg.norm(grid - v, axis=1))


@pytest.mark.parametrize("v", [(1.2, -0.4), (0.1, 1.4), (0.7, 0.7), (0.2, 0.1), (0.0, -1.3)])
@pytest.mark.parametrize("radius", [0.0, 0.5, 1.0])
def test_project_l1_ball_is_nearest(v, radius):
    p = project_l1_ball(np.array(v), radius)
    assert np.abs(p).sum() <= radius + 1e-12
    distance = np.linalg.norm(p - v)
    assert distance <= nearest_on_grid(v, radius) + 1e-12
    assert distance >= nearest_on_grid(v, radius) - 0.015


@pytest.mark.parametrize("size", [1, 3, 50])
def test_project_l1_ball_meets_its_variational_inequality(size):
    for radius in (0.0, 0.3, 2.0, 1e3):
        v = 3.0 * RNG.standard_normal(size)
        p = project_l1_ball(v, radius)
        # (v - p)'(q - p) <= 0 for all q of the ball: enough at its vertices.
        assert radius * np.abs(v - p).max() <= (v - p) @ p + 1e-9
        assert np.abs(p).sum() <= radius * (1 + 1e-12)
        assert np.allclose(project_l1_ball(p, radius), p, atol=1e-12)


def test_project_l1_ball_keeps_its_argument_and_checks_the_radius():
    v = np.array([2.0, 1.0])
    assert np.array_equal(project_l1_ball(v, 0.0), [0.0, 0.0])
    inside = project_l1_ball(v, 5.0)
    inside[0] = 9.0
    assert np.array_equal(v, [2.0, 1.0])
    with pytest.raises(InputError, match="radius must be at least 0"):
        project_l1_ball(v, -1.0)
