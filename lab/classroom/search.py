"""A setting that a hunt accepts, found by running: nothing is looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from lab.addresses import find
from lab.checking.catalogue import find_hunt
from lab.checking.hunt import Verdict, check_hunt
from lab.checking.task import Hunt
from lab.experiment import Experiment
from solvers import InputError
from widgets.knobs import NUMBERS, Knob

#: Values tried of a knob of numbers when it is turned alone, and settings tried after that.
_ALONE, _TOGETHER = 41, 400


def accepted(name: str) -> tuple[dict[str, Any], Verdict] | None:
    """Settings that the hunt `name` accepts, beside those with which it opens, and the verdict;
    None where none was found. First each knob is turned alone, those in sight first, then all
    knobs in sight at once, at random; one knob alone is turned once more, in small steps."""
    hunt = find_hunt(name)
    for settings in _candidates(hunt):
        try:
            verdict = check_hunt(name, **settings)
        except InputError:  # has no answer, and so does not count
            continue
        if verdict:
            return settings, verdict
    return None


def _candidates(hunt: Hunt) -> Iterator[dict[str, Any]]:
    experiment = find(hunt.address)[1]
    opened = experiment.settings(hunt.start)
    turned = [k for k in _turned(experiment, opened) if not hunt.knobs or k.name in hunt.knobs]
    in_sight = sorted(turned, key=lambda knob: not knob.primary)
    yield {}
    for knob in in_sight:
        yield from ({knob.name: value} for value in _values(knob))
    rng = np.random.default_rng(0)
    if len(in_sight) == 1:  # finely enough for what is to be found to a few per cent
        values = _values(in_sight[0], _TOGETHER)
        # Not in order, which is long in coming to what lies in the middle.
        yield from ({in_sight[0].name: values[i]} for i in rng.permutation(len(values)))
        return
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


def _values(knob, count=_ALONE):
    values = knob.values(count)
    return [float(f"{v:.3g}") for v in values] if knob.kind in ("log", "linear") else values


def _drawn(knob, rng):
    values = _values(knob)
    if knob.kind not in NUMBERS or knob.kind == "integer":
        return values[rng.integers(len(values))]
    share = rng.random()
    low, high = knob.low, knob.high
    value = low * (high / low) ** share if knob.kind == "log" else low + share * (high - low)
    return float(np.clip(float(f"{value:.3g}"), low, high))
