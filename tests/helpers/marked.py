"""The tests of a lesson's questions: each finds its marked answers again."""

import numpy as np
import pytest

COLUMNS = {"iterations": "iteration", "work": "work", "seconds": "seconds"}


def row_of(run, scene, frame, method=None):
    """The row of a method's trace, by default the main one's, that a frame shows."""
    trace = run.results[method].trace if method else run.trace
    times = getattr(trace, COLUMNS[run.settings.get("clock", "iterations")])
    return int(np.searchsorted(times, scene.clock.values[frame], side="right")) - 1


def proved(trace):
    """The gap of the best point and the best bound so far, in every row."""
    return np.minimum.accumulate(trace.objective) - np.maximum.accumulate(trace.bound)


def first_within(run, limit):
    """The method that is first proved within `limit`, by the iterations of the raw traces."""
    times = {}
    for name, result in run.results.items():
        there = np.flatnonzero(proved(result.trace) <= limit)
        times[name] = result.trace.iteration[there[0]] if there.size else np.inf
    return min(times, key=times.get)


def marked(scenes, least=2):
    """(the test at a few settings, the long one at two hundred) of address -> (oracles, how many
    settings, the knobs that are fixed): every oracle is asked, and there are `least` of them."""
    every_scene = pytest.mark.parametrize("address", scenes)

    @pytest.mark.further
    @every_scene
    def test_marked_answers_are_right_and_not_reported(address, questions_checked):
        oracles, count, fixed = scenes[address]
        met = questions_checked(address, oracles, count, 1, **fixed)
        assert all(met.values()) and len(met) >= least, {key: len(a) for key, a in met.items()}

    @pytest.mark.long
    @every_scene
    def test_two_hundred_settings(address, questions_checked):
        oracles, _, fixed = scenes[address]
        questions_checked(address, oracles, 200, 2, **fixed)

    return test_marked_answers_are_right_and_not_reported, test_two_hundred_settings
