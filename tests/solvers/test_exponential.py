"""exp in vector form against exact arithmetic."""

from fractions import Fraction

import numpy as np
import pytest

from solvers.exponential import exp_in_place

EPS = np.finfo(float).eps


def ours(x):
    y = np.array(x, dtype=float)
    exp_in_place(y, np.empty(y.size, np.int64))
    return y


def exact(x):
    """exp(x) of a float to 60 digits: Taylor's series of x / 2^k, squared k times."""
    k = 12
    small, term, total = Fraction(x) / 2**k, Fraction(1), Fraction(1)
    for n in range(1, 18):
        term = term * small / n
        total += term
        term, total = (Fraction(round(v * 10**80), 10**80) for v in (term, total))
    for _ in range(k):
        total = Fraction(round(total**2 * 10**420), 10**420)
    return total


@pytest.mark.fast
def test_exp_is_within_its_bound_of_the_exact_value():
    rng = np.random.default_rng(0)
    x = -np.concatenate([10.0 ** rng.uniform(-18, 2.3, 150), rng.uniform(0.0, 3.0, 150), [0.0]])
    off = [abs(Fraction(y) / exact(v) - 1) for v, y in zip(x.tolist(), ours(x), strict=True)]
    assert max(off) <= EPS and ours([0.0, -0.0]).tolist() == [1.0, 1.0]


@pytest.mark.fast
def test_exp_agrees_with_numpy_over_its_range_and_ends_at_the_smallest_normal_number():
    x = -np.linspace(0.0, 708.0, 100_001)
    assert np.abs(ours(x) / np.exp(x) - 1.0).max() <= 2 * EPS
    halves = -np.log(2.0) * (np.arange(1000) + 0.5)  # where the whole number changes
    assert np.abs(ours(halves) / np.exp(halves) - 1.0).max() <= 2 * EPS
    assert np.array_equal(ours([-709.0, -1e9, -1e300, -np.inf]), np.full(4, ours([-708.0])[0]))
    assert 0.0 < ours([-708.0])[0] < 4e-308
