"""A setting that a hunt accepts, found by running: nothing is looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from lab.checking.hunt import Hunt, Verdict, check_hunt, hunts
from lab.experiment import Experiment, find
from solvers import InputError
from widgets.knobs import NUMBERS, Knob

#: Values tried of a knob of numbers when it is turned alone, and settings tried after that.
_ALONE, _TOGETHER = 41, 400


def accepted(name: str) -> tuple[dict[str, object], Verdict] | None:
    """Settings that the hunt `name` accepts, beside those with which it opens, and the verdict;
    None where none was found. First each knob is turned alone, those in sight first, then all
    knobs in sight at once, at random."""
    hunt = hunts()[name]
    for settings in _candidates(hunt):
        try:
            verdict = check_hunt(name, **settings)
        except InputError:  # has no answer, and so is none
            continue
        if verdict:
            return settings, verdict
    return None


def _candidates(hunt: Hunt) -> Iterator[dict[str, object]]:
    experiment = find(hunt.address)[1]
    opened = experiment.settings(hunt.start)
    in_sight = sorted(_turned(experiment, opened), key=lambda knob: not knob.primary)
    yield {}
    for knob in in_sight:
        yield from ({knob.name: value} for value in _values(knob))
    rng = np.random.default_rng(0)
    primary = [knob for knob in in_sight if knob.primary]
    for _ in range(_TOGETHER if primary else 0):
        yield {knob.name: _drawn(knob, rng) for knob in primary}


def _turned(experiment: Experiment, opened: Mapping) -> list[Knob]:
    """The knobs that have an effect there, but for words and seeds."""
    return [
        knob
        for knob in experiment.knobs
        if knob.applies(opened) and knob.kind not in ("text", "several") and knob.name != "seed"
    ]


def _values(knob):
    if knob.kind == "log":
        return [float(f"{v:.3g}") for v in np.geomspace(knob.low, knob.high, _ALONE)]
    if knob.kind == "linear":
        return [float(f"{v:.3g}") for v in np.linspace(knob.low, knob.high, _ALONE)]
    if knob.kind == "integer":
        count = min(_ALONE, int(knob.high - knob.low) + 1)
        return [int(v) for v in np.unique(np.linspace(knob.low, knob.high, count).round())]
    return [value for value, _ in knob.pairs()] if knob.kind == "choice" else [False, True]


def _drawn(knob, rng):
    values = _values(knob)
    if knob.kind not in NUMBERS or knob.kind == "integer":
        return values[rng.integers(len(values))]
    share = rng.random()
    low, high = knob.low, knob.high
    value = low * (high / low) ** share if knob.kind == "log" else low + share * (high - low)
    return float(np.clip(float(f"{value:.3g}"), low, high))
