"""What a certificate and a run say of points that are outside: never more than is proved."""

import itertools
import math

import numpy as np
import pytest

from solvers.drive import drive
from solvers.result import Certificate


def test_certificate_of_a_point_outside_does_not_hold():
    assert not Certificate(1.0, 1.0, 1.0, infeasibility=1e-3).holds(1e-6)
    assert Certificate(1.0, 1.0, 1.0, infeasibility=1e-7).holds(1e-6)
    assert not Certificate(1.0, 1.0, 1.0, infeasibility=math.nan).holds(1e-6)


def test_certificate_value_below_bound_holds_only_outside():
    assert Certificate(1.0 - 1e-7, 1.0, 1.0, infeasibility=1e-7).holds(1e-6)
    assert not Certificate(1.0 - 1e-7, 1.0, 1.0).holds(1e-6)
    assert not Certificate(1.0 - 1e-5, 1.0, 1.0, infeasibility=1e-7).holds(1e-6)


@pytest.mark.parametrize("gap, outside", [(1e-3, 0.0), (0.0, 2e-3), (-1e-3, 1e-5), (0.0, 0.0)])
def test_certificate_error_is_the_smallest_tolerance_that_holds(gap, outside):
    certificate = Certificate(gap, 0.0, 1.0, outside)
    error = certificate.error
    assert certificate.holds(error) and not certificate.holds(error - 1e-9)


def _run(points, **options):
    """A run over (value, infeasibility) with the optimum 0 as its bound."""

    def certify(x):
        return Certificate(float(x[0]), 0.0, 1.0, float(x[1]))

    states = ({"x": np.array(p, dtype=float)} for p in points)
    return drive(states, certify, **({"tol": 1e-6, "max_iter": 100} | options))


def test_drive_point_outside_is_not_converged():
    result = _run([(5.0, 0.0), (-3.0, 2.0), (0.0, 1e-3)])
    assert result.status == "stalled" and result.certificate.infeasibility == 1e-3
    assert np.allclose(result.trace.gap, [5.0, 3.0, 1e-3])


def test_drive_prefers_the_point_nearer_to_the_bound():
    result = _run([(5.0, 0.0), (0.5, 0.0), (-9.0, 9.0), (-0.9, 0.9)])
    assert result.row == 1 and result.certificate.objective == 0.5


def test_drive_value_below_bound_contradicts_only_if_feasible():
    assert _run([(1.0, 0.0), (-1.0, 0.5)]).status == "stalled"
    assert _run([(1.0, 0.0), (-1.0, 0.0)]).status == "contradiction"


def test_drive_value_outside_is_no_divergence():
    assert _run([(1.0, 0.0), (1e30, 5.0)]).status == "stalled"
    assert _run([(1.0, 0.0), (1e30, 0.0)]).status == "diverged"


def test_trace_infeasibility_is_of_each_row():
    result = _run([(5.0, 0.0), (-3.0, 2.0)])
    assert result.trace.infeasibility.tolist() == [0.0, 2.0]


#: (value, bound, scale, infeasibility): a feasible point, a better one just outside, a far one.
NEAR, OUTSIDE, FAR = (1.1, 1.0, 1.0, 0.0), (1.0, 0.99, 1.0, 1e-3), (1e6, -math.inf, 1e6, 0.0)
NAN = (math.nan, -math.inf, 1.0, 0.0)


def _certified(rows, has_dual, nan=NAN):
    """(the run, the row that is its answer) over points that have these certificates."""
    given = []

    def states():
        for k, row in enumerate(rows):
            given.append(row)
            x = np.array([math.nan if math.isnan(row[0]) else k])
            yield {"x": x, **({"dual": {"level": np.array(k)}} if has_dual else {})}

    def certify(x, level=None):
        return Certificate(*(nan if math.isnan(x[0]) else given[int(x[0])]))

    result = drive(states(), certify, tol=1e-6, max_iter=100)
    return result, NAN if math.isnan(result.x[0]) else given[int(result.x[0])]


@pytest.mark.parametrize("has_dual", [False, True])
@pytest.mark.parametrize("order", list(itertools.permutations((NEAR, OUTSIDE, FAR))))
def test_drive_far_feasible_point_is_not_the_answer(order, has_dual):
    assert _certified(order, has_dual)[1] in (NEAR, OUTSIDE)


@pytest.mark.parametrize("has_dual", [False, True])
@pytest.mark.parametrize("scale", [1.0, 1e9])
def test_drive_nan_beats_no_number(has_dual, scale):
    far = (1e6, -math.inf, scale, 0.0)
    result, answer = _certified((far, NEAR, OUTSIDE, NAN), has_dual)
    assert answer in (NEAR, OUTSIDE)
    assert result.trace.infeasibility[-1] == math.inf
    unproved = (5.0, -math.inf, 1.0, math.inf)
    assert _certified((unproved, NAN), has_dual)[1] == unproved


@pytest.mark.parametrize("has_dual", [False, True])
def test_drive_start_that_is_no_number_is_beaten_by_one(has_dual):
    outside = math.nan, -math.inf, 1.0, 0.5
    for row in (NEAR, OUTSIDE, (5.0, -math.inf, 1.0, math.inf)):
        assert _certified((NAN, row), has_dual, nan=outside)[1] == row


def test_drive_nan_after_a_start_outside_ends_the_run():
    result, answer = _certified(itertools.chain([OUTSIDE], itertools.repeat(NAN)), False)
    assert result.status == "diverged" and len(result.trace) == 2
    assert answer == OUTSIDE


def test_drive_smaller_gap_beats_larger_scale_outside():
    judged = {
        0.0: Certificate(1.7, -17.2, 6.8, infeasibility=0.55),
        1.0: Certificate(0.8, -17.2, 5.8, infeasibility=0.2),
        2.0: Certificate(0.3, -17.2, 5.7),
    }
    states = ({"x": np.array([point])} for point in judged)
    how = {"tol": 1e-6, "max_iter": 9, "record_every": 1, "cancelled": None}
    result = drive(states, lambda x: judged[float(x[0])], **how)
    own = [one.proved_gap for one in judged.values()]
    assert result.trace.gap.tolist() == own and own == sorted(own, reverse=True)
    assert result.x == 2.0 and result.certificate.infeasibility == 0.0
