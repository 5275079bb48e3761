"""The settings of a sweep: every combination of the varied knobs' values, seed by seed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers import InputError
from solvers.checks import as_input_error, as_text, integer
from widgets.knobs import NUMBERS

if TYPE_CHECKING:
    from lab.experiment import Experiment
    from widgets.knobs import Knob

SEED = "seed"


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The settings in their order, the last axis fastest; none is stored, each is made when asked.

    base: all knobs. axes: name -> the values that a varied knob takes, the seeds last.
    """

    base: Mapping[str, object]
    axes: Mapping[str, tuple]

    def __len__(self):
        return math.prod(map(len, self.axes.values()))

    def varied(self, k: int) -> dict[str, Any]:
        """name -> value of the varied knobs in setting `k`."""
        shape = tuple(map(len, self.axes.values()))
        places = np.unravel_index(k, shape) if shape else ()
        return {n: v[i] for (n, v), i in zip(self.axes.items(), places, strict=True)}


def grid_of(experiment: Experiment, vary: Any, seeds: Any, fixed: dict[str, Any]) -> Grid:
    """The `Grid` of a sweep, each value checked by its knob."""
    if not isinstance(vary, Mapping):
        raise InputError(
            f'vary must map knobs to values, such as {{"lam": [0.1, 1]}}, got {vary!r}.'
        )
    knobs = {knob.name: knob for knob in experiment.knobs}
    base = experiment.settings(fixed)
    twice = [name for name in vary if name in fixed]
    if twice:
        raise InputError(f"{twice[0]} must be either varied or fixed, got both.")
    axes = {name: _values(experiment, knobs, name, values) for name, values in vary.items()}
    if seeds is not None:
        if SEED in axes or SEED in fixed or SEED not in knobs:
            why = "is given twice" if SEED in knobs else f"is no knob of {experiment.name}"
            raise InputError(f"seeds must be left out here, as the knob {SEED} {why}.")
        axes[SEED] = _values(experiment, knobs, SEED, _seeds(seeds))
    elif SEED in knobs and SEED not in axes:
        axes[SEED] = (base[SEED],)
    return Grid(base, axes)


def _seeds(seeds):
    one = isinstance(seeds, (int, np.integer)) and not isinstance(seeds, bool)
    return range(integer(seeds, "seeds", least=1)) if one else seeds


def _values(experiment, knobs, name, values):
    """The different values of a varied knob, checked."""
    if name not in knobs:
        experiment.settings({name: None})  # says which knobs there are
    if isinstance(values, str) or not is_iterable(values):
        raise InputError(f"vary must give {name} several values in a list, got {values!r}.")
    with as_input_error():
        checked = tuple(dict.fromkeys(knobs[name].check(value) for value in values))
    if not checked:
        raise InputError(f"vary must give {name} at least one value, got none.")
    return checked


def in_order(knob: Knob, values: Any) -> list:
    """The different ones of a knob's values: numbers rise, options stay in their order."""
    values = list(dict.fromkeys(values))
    return sorted(values) if knob.kind in NUMBERS else values


def require_two(x: str, y: str, known: Any) -> None:
    """Refuse names that are not those of two knobs among `known`."""
    for name, knob in (("x", x), ("y", y)):
        if as_text(knob, name) not in known:
            raise InputError(f"{name} must be one of {', '.join(known)}, got {knob!r}.")
    if x == y:
        raise InputError(f"x and y must be two knobs, got {x!r} twice.")


def number_of(axes: Mapping[str, Any], settings: Mapping[str, Any]) -> int:
    """The number of the setting that holds these values of the axes, the last axis fastest."""
    k = 0
    for name, values in axes.items():
        k = k * len(values) + values.index(settings[name])
    return k


def is_iterable(values: object) -> bool:
    """Whether `values` can be iterated over; an array of no axes says so and cannot."""
    return isinstance(values, Iterable) and getattr(values, "ndim", 1) > 0


def read_vary(words: tuple[str, ...], knobs: dict[str, Knob], read: Callable) -> dict[str, Any]:
    """knob -> read(knob, VALUES) of the words "KNOB=VALUES"."""
    varied = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in knobs:
            raise InputError(f"--vary must name one of {', '.join(knobs)}, got {name!r}.")
        if name in varied:
            raise InputError(f"--vary must name {name} once, got it twice.")
        varied[name] = read(knobs[name], text)
    return varied


def read_values(knob: Knob, text: str, read: Callable) -> list:
    """The values that "LOW:HIGH:COUNT", "A,B,C" or "" (all options) means to `knob`, even on its
    own scale; read(knob, text): one value."""
    if not text:
        if knob.kind in ("switch", "choice"):
            return knob.values(0)
        raise InputError(
            f"--vary {knob.name} must say which values, such as "
            f"--vary {knob.name}=LOW:HIGH:COUNT or {knob.name}=A,B."
        )
    parts = text.split(":")
    if len(parts) == 1 or knob.low is None:
        return [read(knob, part.strip()) for part in text.split(",")]
    if len(parts) != 3 or not parts[2].isdecimal() or int(parts[2]) < 1:
        raise InputError(f"--vary {knob.name} must be LOW:HIGH:COUNT or A,B,C, got {text!r}.")
    low, high, count = parts
    return spread(knob, low, high, int(count))


def spread(knob: Knob, low: Any, high: Any, count: Any) -> list:
    """`Knob.spread`, refused in our own kind of error."""
    with as_input_error():
        return knob.spread(low, high, count)
