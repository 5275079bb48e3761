"""Anderson's extrapolation: fast where a map is affine, safe where it is not."""

import numpy as np
import pytest

from solvers.precision.extrapolation import Extrapolation

pytestmark = pytest.mark.fast


def followed(F, v, steps, far=None):
    """The lengths of the steps F(v) - v on the way from v."""
    lengths = []
    for _ in range(steps):
        after = F(v)
        lengths.append(np.linalg.norm(after - v))
        v = far.ahead(v, after) if far else after
    return np.array(lengths)


@pytest.mark.parametrize("seed", range(3))
def test_extrapolation_solves_affine_map_in_its_number_of_unknowns(seed):
    rng = np.random.default_rng(seed)
    Q = np.linalg.qr(rng.normal(size=(9, 9)))[0]
    A, b = Q @ np.diag(rng.uniform(0.99, 0.9999, 9)) @ Q.T, rng.normal(size=9)
    F = lambda v: (A @ v.ravel() + b).reshape(3, 3)
    start = np.zeros((3, 3))
    assert followed(F, start, 14, Extrapolation())[-1] < 1e-8 < followed(F, start, 500)[-1]


@pytest.mark.parametrize("seed", range(5))
def test_extrapolation_reaches_the_fixed_point_of_a_curved_map(seed):
    """Between a box and a plane, by reflections: affine in pieces."""
    rng = np.random.default_rng(seed)
    normal = rng.normal(size=(4, 4))
    normal /= np.linalg.norm(normal)

    def plane(v):
        return v - (np.vdot(normal, v) - 1.0) * normal

    def F(v):
        near = np.clip(v, -0.4, 0.4)
        return v + plane(2.0 * near - v) - near

    start = 10.0 * rng.normal(size=(4, 4))
    lengths = followed(F, start, 400, Extrapolation())
    assert lengths[-1] < 1e-9


def test_extrapolated_point_that_is_worse_is_discarded():
    far = Extrapolation()
    points = [np.array([[x]]) for x in (8.0, 4.0, 3.0)]
    assert far.ahead(points[0], points[1]) == points[1]
    ahead = far.ahead(points[1], points[2])
    assert not np.array_equal(ahead, points[2])
    assert np.array_equal(far.ahead(ahead, ahead + 100.0), points[2])
    assert np.array_equal(far.ahead(points[2], points[2] + 0.5), points[2] + 0.5)  # begun anew


def test_extrapolation_passes_nan_on():
    far, bad = Extrapolation(), np.full((2, 2), np.nan)
    far.ahead(np.zeros((2, 2)), np.ones((2, 2)))
    assert np.isnan(far.ahead(np.ones((2, 2)), bad)).all()
