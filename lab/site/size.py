"""How large a page may be, and what would fit where it is larger."""

from __future__ import annotations

import math
import re

from solvers import InputError
from widgets.knobs import NUMBERS

_UNITS = {"b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000}
#: No setting takes less, with its place in the lists.
LEAST = 400


class TooLarge(InputError):
    """A page that would pass its limit; `vary` (or None) is what would fit, as `lab.page` takes
    it."""

    def __init__(self, sentence, vary):
        super().__init__(sentence)
        self.vary = vary


def read_limit(limit):
    """The bytes that "12MB", "900 kB" or a number of bytes means."""
    found = re.fullmatch(r"\s*([\d.]+)\s*([kMGkmg]?[bB])?\s*", str(limit))
    try:
        size = float(found[1]) * _UNITS[(found[2] or "B").lower()] if found else math.nan
    except ValueError:
        size = math.nan
    if not 0 < size < math.inf:
        raise InputError(f'limit must be a size such as "12MB" or "900kB", got {limit!r}.')
    return int(size)


def words_of(size):
    """A size as `read_limit` reads it."""
    return f"{size / 1e6:.1f}MB" if size >= 1e6 else f"{math.ceil(size / 1e3)}kB"


def refuse(experiment, grid, size, limit, most):
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
