"""`lab bench scale`: fits, budgets, and one point in a separate process."""

from types import SimpleNamespace

import numpy as np
import pytest
from checkout import in_processes

from lab.benchmarks import scale
from lab.benchmarks.scale import FAMILIES, Point, exponent, in_a_process, row
from solvers import InputError

NAME = "precision, proximal Newton"
FIRST = FAMILIES[NAME].first


def law(power, unit=0.01, bytes_each=100.0, converged=lambda size: True):
    """A measurement that follows a power law exactly, and the sizes that it was asked for."""
    asked = []

    def measure(name, size, left, most):
        asked.append(size)
        seconds = unit * (size / FIRST) ** power
        return Point(seconds, 8 * size, int(bytes_each * size**2), converged(size))

    return measure, asked


@pytest.mark.fast
@pytest.mark.parametrize("power", [0.5, 1.0, 2.3])
def test_exponent_of_a_power_law_is_found(power):
    measure, asked = law(power)
    found = row(NAME, 3.0, 1e12, measure)
    assert asked == [FIRST * 2**k for k in range(len(asked))] and len(asked) >= 3
    assert found[:3] == (NAME, "m", FIRST) and found[3] == asked[-1] and found[4] == len(asked)
    assert found[5] == pytest.approx(power, abs=5e-3)


@pytest.mark.fast
def test_runs_that_are_too_short_say_nothing():
    fixed = {2**k: Point(1e-4 + 1e-6 * 4.0**k, 0, 0, True) for k in range(12)}
    assert exponent(fixed) == pytest.approx(2.0, abs=0.05)
    assert exponent({1: Point(1.0, 0, 0, True), 2: Point(2.0, 0, 0, True)}) is None
    assert exponent({}) is None


@pytest.mark.fast
def test_what_is_cut_off_is_said():
    measure, asked = law(2.0, unit=0.1)
    by_time = row(NAME, 20.0, 1e12, measure)
    assert by_time[-1] == f"time at {2 * asked[-1]}" and by_time[6] <= 20.0
    measure, asked = law(0.1, bytes_each=1000.0)
    by_memory = row(NAME, 1e3, 1e9, measure)
    assert by_memory[-1] == f"memory at {2 * asked[-1]}" and by_memory[8] <= 1e3
    stuck = row(NAME, 1e3, 1e12, law(1.0, converged=lambda size: size < 300)[0])
    assert stuck[-1] == "not converged at 400"
    nothing = row(NAME, 1e3, 1e9, lambda *how: "memory")
    assert nothing[2:] == (None, None, 0, None, None, None, None, f"memory at {FIRST}")
    assert row(NAME, -1.0, 1e9, lambda *how: 1 / 0)[-1] == f"time at {FIRST}"


@in_processes
def test_a_point_has_a_separate_process():
    point = in_a_process(NAME, 4 * FIRST, 120.0, 4e9)
    assert point.converged and point.seconds > 0.0
    assert point.peak >= point.data >= 0.5 * 8 * (4 * FIRST) ** 2
    assert in_a_process(NAME, FIRST, 0.01, 4e9) == "time"


@pytest.mark.fast
@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_converges_at_its_first_size(name, monkeypatch):
    monkeypatch.setattr(scale, "_limit", lambda most: None)  # this process goes on
    monkeypatch.setattr(scale, "_SHORT", 0.0)
    point = scale.solved(name, FAMILIES[name].first, np.inf)
    assert point.converged and point.peak >= point.data


@pytest.mark.fast
@pytest.mark.parametrize("budget", [{"seconds": 0.0, "gb": 1.0}, {"seconds": 1.0, "gb": -2.0}])
def test_budget_is_positive(budget):
    with pytest.raises(InputError, match="--seconds and --gb must be positive, got"):
        next(scale.tables(SimpleNamespace(**budget)))
