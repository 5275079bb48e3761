"""Random settings of any scene, drawn from its knobs."""

import itertools
from dataclasses import dataclass

import numpy as np
import pytest

import lab
from lab import discovery
from lab.experiment import find
from solvers import InputError
from widgets.knobs import NUMBERS


def settings_at_random(experiment, rng, /, **fixed):
    """A value for every knob of `experiment`, drawn over its whole range; `fixed` ones are kept,
    and texts stay as they are, since random words are no points or files."""
    drawn = {knob.name: _drawn(knob, rng) for knob in experiment.knobs}
    return experiment.settings(drawn | fixed)


def runs_at_random(address, count, seed=0, /, **fixed):
    """`count` solved runs of the scene at `address`; settings that it refuses are drawn again."""
    experiment, rng = find(address)[1], np.random.default_rng(seed)
    drawn = (settings_at_random(experiment, rng, **fixed) for _ in range(20 * count))
    return itertools.islice(_solved(address, drawn), count)


def _solved(address, drawn):
    for settings in drawn:
        try:
            yield lab.run(address, **settings)
        except InputError:
            continue


def _drawn(knob, rng):
    options = [value for value, _ in knob.pairs()]
    if knob.kind == "choice":
        return options[rng.integers(len(options))]
    if knob.kind == "several":
        return [value for value in options if rng.random() < 0.3]
    if knob.kind == "switch":
        return bool(rng.random() < 0.5)
    return _number(knob, rng) if knob.kind in NUMBERS else knob.default


def _number(knob, rng):
    if knob.kind == "integer":
        return int(rng.integers(knob.low, knob.high + 1))
    if knob.kind == "log":
        share = np.exp(rng.uniform(np.log(knob.low), np.log(knob.high)))
        return float(np.clip(share, knob.low, knob.high))
    return float(rng.uniform(knob.low, knob.high))


@pytest.fixture(scope="session")
def random_settings():
    """The function `settings_at_random(experiment, rng, **fixed)`."""
    return settings_at_random


@pytest.fixture(scope="session")
def random_runs():
    """The function `runs_at_random(address, count, seed=0, /, **fixed)`."""
    return runs_at_random


@dataclass
class Entry:
    """An entry point of a lesson that is at hand, or whose loading fails."""

    name: str
    lesson: object
    module: str = "a_package"

    @property
    def value(self):
        return f"{self.module}:LESSON"

    def load(self):
        if isinstance(self.lesson, Exception):
            raise self.lesson
        return self.lesson


@pytest.fixture
def only_lessons(monkeypatch):
    """The function that leaves the workbook with those lessons alone; broken: name -> exception;
    modules: name -> the module that a lesson comes from."""

    def leave(*lessons, modules=None, **broken):
        found = discovery.Lessons()
        entries = [Entry(one.name, one) for one in lessons]
        entries += [Entry(name, error) for name, error in broken.items()]
        for entry in entries:
            entry.module = (modules or {}).get(entry.name, entry.module)
        monkeypatch.setattr(found, "_inside", dict)
        monkeypatch.setattr(found, "_foreign", lambda: entries)
        monkeypatch.setattr(discovery, "LESSONS", found)

    return leave
