"""Certificates: what they prove and what they refuse to prove."""

import copy
import dataclasses
import math
import pickle

import numpy as np
import pytest

from solvers import Certificate, Lasso, solve_coordinate_descent


def test_certificate_gap_and_relative_gap_follow_definitions():
    c = Certificate(objective=3.0, bound=2.5, scale=2.0)
    assert c.gap == 0.5 and c.relative_gap == 0.25 and c.infeasibility == 0.0
    assert c.holds(0.25) and not c.holds(0.2499)


def test_certificate_without_a_bound_proves_nothing():
    c = Certificate(objective=3.0, bound=-math.inf, scale=1.0)
    assert c.gap == math.inf and not c.holds(1e300)


def test_certificate_of_zero_scale_needs_a_zero_gap():
    assert Certificate(0.0, 0.0, 0.0).holds(0.0)
    assert not Certificate(1e-300, 0.0, 0.0).holds(1e9)


def test_certificate_negative_beyond_rounding_proves_nothing():
    assert Certificate(1.0, 1.0 + 1e-10, 1.0).holds(1e-6)
    assert not Certificate(1.0, 1.0 + 1e-8, 1.0).holds(1e-6)
    assert Certificate(1e6, 1e6 + 1e-4, 1e6).holds(1e-6)


def test_certificate_with_nan_proves_nothing():
    assert not Certificate(math.nan, 0.0, 1.0).holds(1.0)
    assert not Certificate(math.inf, math.inf, 1.0).holds(1.0)


def test_certificates_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Certificate(1.0, 0.0, 1.0).objective = 0.0


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))])
def test_result_copies_are_equal_and_read_only(copied):
    problem = Lasso([[1.0, 0.5], [0.0, 2.0]], [1.0, 3.0], lam=0.1)
    result = solve_coordinate_descent(problem)
    copied_result = copied(result)
    assert (
        problem.certify(copied_result.x, **copied_result.dual)
        == result.certificate
        == copied_result.certificate
    )
    assert (copied_result.status, copied_result.row, copied_result.notes) == (
        result.status,
        result.row,
        result.notes,
    )
    np.testing.assert_array_equal(copied_result.trace.snapshots["w"], result.trace.snapshots["w"])
    for array in (
        copied_result.x,
        copied_result.dual["theta"],
        copied_result.trace.gap,
        copied_result.trace.snapshots["w"],
    ):
        assert not array.flags.writeable
    with pytest.raises(TypeError):
        copied_result.dual["theta"] = np.zeros(2)
