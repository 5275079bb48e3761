"""Which values the knobs of a page take, and how large it may be."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from lab.experiment import Experiment
from lab.sweeps.grid import SEED, Grid, grid_of, read_values, spread
from solvers import InputError
from widgets.knobs import NUMBERS, TEXTS, Knob

#: Stops of a number of which only the name is given.
STOPS = 16
#: Values of a knob, at most; no page could hold more.
_MOST = 10_000
#: Settings of a page by default, and the options that one of its choices may have.
_SETTINGS, _OPTIONS = 160, 8


def lattice_grid(experiment: Experiment, vary: Mapping[str, Any], fixed: Mapping[str, Any]) -> Grid:
    """The `Grid` of a page: each varied knob's values checked, numbers in rising order. A varied
    knob's value in `fixed` is shown first, and is in the grid's base."""
    if not isinstance(vary, Mapping):
        raise InputError(
            'vary must map knobs to values, such as {"lam": (0.01, 1, 24), "order": None}, '
            f"got {vary!r}."
        )
    knobs = {knob.name: knob for knob in experiment.knobs}
    given = {name: _values(knobs[name], v) if name in knobs else v for name, v in vary.items()}
    for name in (name for name, values in vary.items() if values is None and name in knobs):
        lacking = _lacking_a_file(experiment, name, {**fixed, **vary})
        given[name] = [value for value in given[name] if value not in lacking]
    stay = {name: value for name, value in fixed.items() if name not in given}
    grid = grid_of(experiment, given, None, stay)
    axes = {name: values for name, values in grid.axes.items() if name in given}
    for name, values in axes.items():
        if knobs[name].kind in NUMBERS:
            axes[name] = tuple(sorted(values))
    return Grid(experiment.settings(fixed), axes)


def _values(knob, values):
    """The list of values that `values` means for `knob`."""
    if values is None:
        if knob.kind not in (*NUMBERS, "switch", "choice"):
            raise InputError(f"vary must list the values of {knob.name}, got none.")
        return _rounded(knob.values(STOPS)) if knob.kind in NUMBERS else knob.values(0)
    if isinstance(values, tuple) and knob.kind in NUMBERS and len(values) == 3:
        low, high, count = values
        if type(count) is int and count >= 1:
            if count > _MOST:
                raise InputError(f"{knob.name} must have at most {_MOST} values, got {count}.")
            return _rounded(spread(knob, low, high, count))
    return values


def _lacking_a_file(experiment, name, given):
    """The options of a choice that need a file where none is given: a page takes no files."""
    files = [k for k in experiment.knobs if k.kind == "file" and not given.get(k.name, k.default)]
    return {value for file in files for rule in file.rules() for value in rule.get(name, ())}


def _rounded(values):
    """Inner values, rounded to as few digits as distinguish them, three at least."""
    for digits in (3, 6):
        short = [float(f"{v:.{digits - 1}e}") for v in values[1:-1]]
        found = [*values[:1], *short, *values[1:][-1:]]
        if len(set(found)) == len(set(values)) and found == sorted(found):
            return found
    return values


def read_stops(knob: Knob, text: str, read: Callable[[Knob, str], Any]) -> list | None:
    """The values that "", "LOW:HIGH:COUNT" or "A,B" means for `knob`, None for the usual ones;
    read(knob, text): one value. A knob of text takes a list as JSON."""
    if not text:
        return None
    if knob.kind in TEXTS:
        return _texts(knob, text)
    values = read_values(knob, text, read)
    return _rounded(values) if knob.kind in NUMBERS and ":" in text else values


def _texts(knob, text):
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, list):
        raise InputError(
            f'--vary {knob.name} must be a list such as \'{knob.name}=["", "1 2"]\', got {text!r}.'
        )
    return found


def usual(experiment: Experiment, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """What a page varies by default: the primary knobs with few options, and as many stops of the
    numbers among them as leave some hundred settings."""
    free = [k for k in experiment.knobs if k.name not in fixed and k.name != SEED]
    chosen = [k for k in free if k.primary] or free[:3]
    vary: dict = {}
    settings = 1
    for knob in chosen:
        options = {"switch": 2, "choice": len(knob.pairs())}.get(knob.kind, math.inf)
        if options <= _OPTIONS and settings * options <= _SETTINGS // 4:
            vary[knob.name], settings = None, settings * options
    numbers = [k for k in chosen if k.kind in NUMBERS][:2]
    stops = math.floor((_SETTINGS / settings) ** (1 / max(len(numbers), 1)))
    for knob in numbers:
        vary[knob.name] = (knob.low, knob.high, min(max(stops, 3), STOPS))
    return vary


def through(experiment: Experiment, grid: Grid) -> Grid:
    """`grid` with the numbers of its base among its stops, each in the place of the inner one that
    is nearest, so that a page shows first what was asked for."""
    knobs = {knob.name: knob for knob in experiment.knobs}
    axes = dict(grid.axes)
    for name, values in grid.axes.items():
        own, inner = grid.base[name], values[1:-1] or values
        if knobs[name].kind in NUMBERS and own not in values:
            gone = inner[knobs[name].nearest(inner, own)]
            axes[name] = tuple(sorted({*values, own} - {gone}))
    return Grid(grid.base, axes)


_UNITS = {"b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000}
#: The least bytes of a setting, with its place in the lists.
LEAST = 400


class TooLarge(InputError):
    """A page that would pass its limit; `vary` (or None) is what would fit, as `lab.page` takes
    it."""

    def __init__(self, sentence: str, vary: dict[str, Any] | None):
        super().__init__(sentence)
        self.vary = vary


def read_limit(limit: int | str) -> int:
    """The bytes that "12MB", "900 kB" or a number of bytes means."""
    found = re.fullmatch(r"\s*([\d.]+)\s*([kMGkmg]?[bB])?\s*", str(limit))
    try:
        size = float(found[1]) * _UNITS[(found[2] or "B").lower()] if found else math.nan
    except ValueError:
        size = math.nan
    if not 0 < size < math.inf:
        raise InputError(f'limit must be a size such as "12MB" or "900kB", got {limit!r}.')
    return int(size)


def words_of(size: float) -> str:
    """A size as `read_limit` reads it."""
    return f"{size / 1e6:.1f}MB" if size >= 1e6 else f"{math.ceil(size / 1e3)}kB"


def refuse(experiment: Experiment, grid: Grid, size: float, limit: int, most: int) -> NoReturn:
    """Raise `TooLarge` for a page of about `size` bytes of which `most` settings would fit."""
    vary, words = _smaller(experiment, grid, max(most, 1))
    raise TooLarge(
        f"limit must be at least the size of the page, about {words_of(1.05 * size)}, got "
        f"{words_of(limit)}; of its {len(grid)} settings about {max(most, 0)} would fit{words}.",
        vary,
    )


def _smaller(experiment, grid, most):
    """(vary, words) of a lattice of at most `most` settings: fewer stops of the numbers."""
    kinds = {knob.name: knob.kind for knob in experiment.knobs}
    counts = {name: len(values) for name, values in grid.axes.items()}
    numbers = [name for name in counts if kinds[name] in NUMBERS and counts[name] > 2]
    while math.prod(counts.values()) > most:
        longest = max(numbers, key=counts.__getitem__, default=None)
        if longest is None or counts[longest] <= 2:
            return None, ", so vary fewer knobs"
        counts[longest] -= 1
    vary = {
        name: (values[0], values[-1], counts[name]) if counts[name] < len(values) else list(values)
        for name, values in grid.axes.items()
    }
    named = ", ".join(
        f"{n}={v[0]:g}:{v[1]:g}:{v[2]}" for n, v in vary.items() if isinstance(v, tuple)
    )
    return vary, f", such as {named}"
