"""When a method arrives, and what its line says."""

from types import SimpleNamespace

import numpy as np

from lab.race.arrivals import arrival, arrival_line


def test_arrival_is_the_first_time_within_the_limit():
    times, gap = np.array([0, 3, 5, 9]), np.array([np.inf, 2.0, 1.0, 0.5])
    assert [arrival(times, gap, limit) for limit in (2.5, 1.0, 0.7)] == [3.0, 5.0, 9.0]
    assert arrival(times, gap, 0.1) == np.inf
    assert arrival(times, np.array([np.nan, np.nan, np.nan, 0.0]), 0.1) == 9.0


def test_arrival_line_stops_at_the_arrival_or_says_why_there_is_none():
    arrived, ended = {"a": 4.0, "b": np.inf}, {"a": [0.0, 9.0], "b": [0.0, 8.0]}
    f = SimpleNamespace(
        clock=SimpleNamespace(values=np.array([1, 4, 8])), arrivals=arrived,
        methods=SimpleNamespace(style=lambda name: (name, "main", "solid")),
        times=ended.__getitem__, outcome=lambda name: "out of steps",
    )  # fmt: skip
    there = arrival_line(f, "a", "{}: {:g} steps".format)
    assert there.now.tolist() == [1.0, 4.0, 4.0] and there.text == ("", "a: 4 steps", "a: 4 steps")
    out = arrival_line(f, "b", "{}: {:g} steps".format)
    assert out.now.tolist() == [1.0, 4.0, 8.0] and out.text == ("", "", "out of steps")
