"""When a method arrives, and what its line says."""

import numpy as np

from lab.race.arrivals import arrival, arrival_line


def test_arrival_is_the_first_time_within_the_limit():
    times, gap = np.array([0, 3, 5, 9]), np.array([np.inf, 2.0, 1.0, 0.5])
    assert [arrival(times, gap, limit) for limit in (2.5, 1.0, 0.7)] == [3.0, 5.0, 9.0]
    assert arrival(times, gap, 0.1) == np.inf
    assert arrival(times, np.array([np.nan, np.nan, np.nan, 0.0]), 0.1) == 9.0


def test_line_stops_at_the_arrival_or_says_why_there_is_none():
    clock = np.array([1.0, 4.0, 8.0])
    there = arrival_line("a", "main", "solid", clock, 4.0, 9.0, "converged", "{:g} steps".format)
    assert there.now.tolist() == [1.0, 4.0, 4.0] and there.text == ("", "4 steps", "4 steps")
    out = arrival_line("b", "main", "dash", clock, np.inf, 8.0, "max_iter", "{:g} steps".format)
    assert out.now.tolist() == clock.tolist() and out.text == ("", "", "out of steps")
