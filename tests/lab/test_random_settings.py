"""Settings drawn at random fit every scene's knobs and reach all of their values."""

import numpy as np
import pytest

from lab.discovery import LESSONS
from widgets.knobs import NUMBERS, TEXTS

SCENES = [
    pytest.param(experiment, id=f"{lesson.name}/{experiment.name}")
    for lesson in LESSONS.values()
    for experiment in lesson.scenes
]


@pytest.mark.parametrize("experiment", SCENES)
def test_they_fit_and_reach_every_value(experiment, random_settings):
    rng = np.random.default_rng(0)
    drawn = [random_settings(experiment, rng) for _ in range(150)]
    assert all(experiment.settings(one) == one for one in drawn)
    for knob in experiment.knobs:
        seen = [one[knob.name] for one in drawn]
        options = {value for value, _ in knob.pairs()}
        if knob.kind == "choice":
            assert set(seen) == options
        elif knob.kind == "several":
            assert set().union(*seen) == options and () in seen
        elif knob.kind == "switch":
            assert set(seen) == {True, False}
        elif knob.kind in NUMBERS:
            low, high = np.quantile(seen, [0.1, 0.9])
            middle = np.sqrt(knob.low * knob.high) if knob.kind == "log" else None
            middle = middle or 0.5 * (knob.low + knob.high)
            assert low < middle < high or knob.high - knob.low <= 1


@pytest.mark.parametrize("experiment", SCENES)
def test_bad_value_is_refused_by_the_name_of_its_knob(experiment):
    for knob in experiment.knobs:
        for bad in (None, 3j, *(["x", np.nan] if knob.kind not in TEXTS else [])):
            name = {"program": "problem"}.get(knob.name, knob.name)  # read as any problem is
            with pytest.raises(ValueError, match=f"^{name} "):
                experiment.settings({knob.name: bad})


def test_same_seed_draws_the_same_and_fixed_values_stay(random_settings):
    experiment = LESSONS["interior-point"].scenes[0]
    first, second = (random_settings(experiment, np.random.default_rng(5)) for _ in range(2))
    assert first == second != random_settings(experiment, np.random.default_rng(6))
    assert random_settings(experiment, np.random.default_rng(5), C=2.5)["C"] == 2.5


def test_runs_are_solved_and_refused_settings_are_drawn_again(random_runs):
    runs = list(random_runs("sparsity", 2, 3, count=5, data="iris"))
    assert [run.settings["count"] for run in runs] == [5, 5]
    assert not list(random_runs("sparsity", 2, data="csv", file=""))
