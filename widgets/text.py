"""How numbers and counters are worded, and which words are explained: once, for the player, the
paper and the pages.

Python words all that belongs to a frame, and the spec carries the strings. What lies between frames
(the counter of a clock that falls, the number under a dragged slider, a point under the pointer) is
worded by `static/text.js` by the same rules; both are held to one table of cases in the tests.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

#: Between the statement and the figures where it is known, whatever stops a name in it has; on a
#: page it is one space.
MARK = "  "
#: Where the statement ends without it: at a dash, or with the first sentence.
_END = re.compile(r"(?<=[.!?]) +| (?=— )")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float | np.integer | None, digits: int = 5) -> str:
    """A number with that many significant digits: "1.3900", "1,234.5", "250,000", "1.000e-5".

    Whole numbers keep all their digits. "–" means no number (NaN, None).
    """
    known = _unusual(value)
    if known is not None or value is None:
        return known or "–"
    plain = float(value)
    if not 1e-3 <= abs(plain) < 1e7:
        return _scientific(plain, max(digits - 2, 1))
    if abs(plain) >= 10.0 ** (digits - 1):
        return _signed(f"{plain:,.0f}")
    return _signed(f"{plain:#,.{digits}g}".rstrip("."))


def short(value: Any, digits: int = 3) -> str:
    """A number with at most that many digits and no zeros at its end: "0.3", "1,412", "1e-5"."""
    words = number(value, digits)
    mantissa, e, exponent = words.partition("e")
    return _trimmed(mantissa) + e + exponent


def rough(value: float, digits: int = 2, *, up: bool = False) -> str:
    """A number with that many digits, those of a whole part kept: "4.0", "34", "0.025", "7.6e-4".

    up: the least such number that is no less, so that what is written still bounds.
    """
    if value == 0.0 or not math.isfinite(value):
        return number(float(value))
    order = int(f"{value:e}".split("e")[1])
    plain = -3 <= order < 5
    retained = max(digits, order + 1) if plain else digits
    words = f"{value:.{retained - 1}e}"
    if up and float(words) < value:
        words = f"{float(words) + 10.0 ** (order + 1 - retained):.{retained - 1}e}"
    mantissa, exponent = words.split("e")
    if plain:
        return _signed(f"{float(words):,.{max(retained - 1 - int(exponent), 0)}f}")
    return _signed(f"{mantissa}e{int(exponent)}")


def caption_parts(caption: str) -> tuple[str, str, str]:
    """(statement, figures, whole run) of a caption: what is before `MARK`, else the first sentence
    up to a dash; what follows; and what is after a line break."""
    frame, _, whole = caption.partition("\n")
    parts = frame.split(MARK, 1) if MARK in frame else _END.split(frame, maxsplit=1)
    return parts[0], "".join(parts[1:]), whole.replace("\n", " ")


def counter(name: str, values: Sequence[float] | np.ndarray, position: float) -> str:
    """ "iteration 37 of 412"; values that fall are a quantity: "λ = 0.3", between frames too."""
    k = math.floor(position)
    if not float(values[0]) > float(values[-1]):
        return _counted(name, values[k], short(float(values[-1])))
    share = position - k
    value = float(values[k])
    if share:
        value = (1.0 - share) * value + share * float(values[k + 1])
    return f"{name} = {short(value)}"


def counters(name: str, values: Sequence[float] | np.ndarray) -> list[str]:
    """The `counter` at each of the values."""
    if not len(values) or float(values[0]) > float(values[-1]):
        return [counter(name, values, k) for k in range(len(values))]
    last = short(float(values[-1]))
    return [_counted(name, value, last) for value in values]


def _counted(name, value, last):
    return f"{name} {short(value)} of {last}"


def clock_ticks(values: np.ndarray, most: int = 7) -> list:
    """[(frame, words)] of the marks under the scrubber: round numbers, where the clock shows them,
    which may be between frames; of those that are 1, 2 or 5 steps or powers apart the ones that are
    spread best. A clock without two of them shows its ends."""
    values = np.asarray(values, dtype=np.float64)
    last = len(values) - 1
    rising, at = np.unique(values, return_index=True)
    found = [(np.interp(v, rising, at), v) for v in _round_numbers(rising, most)]
    if len(found) < 2:
        return [(k, short(values[k])) for k in sorted({0, last})]
    return [(_frame(k), short(value)) for k, value in sorted(found)]


def _frame(k):
    return round(k) if abs(k - round(k)) < 1e-6 else round(float(k), 3)


def _round_numbers(rising, most):
    """Round numbers in the range of rising values, at most so many, spread best over them."""
    low, high = float(rising[0]), float(rising[-1])
    size = math.ceil(math.log10(high - low)) if high > low else 0
    sets = [_steps(low, high, n * 10.0**e) for e in (size - 2, size - 1, size) for n in (1, 2, 5)]
    if low >= 0.0:
        start = float(rising[rising > 0.0].min(initial=high))
        powers = range(math.floor(math.log10(start or 1.0)), math.ceil(math.log10(high or 1.0)) + 1)
        for digits in ((1, 2, 5), (1, 3), (1,)):
            every = [float(f"{d}e{e}") for e in powers for d in digits]
            sets.append([v for v in [0.0, *every] if low <= v <= high])
    if (rising == np.round(rising)).all():  # a count has nothing between
        sets = [[v for v in one if v.is_integer()] for one in sets]
    few = [one for one in sets if 2 <= len(one) <= most]
    return min(few, key=lambda one: _widest(one, rising), default=[])


def _steps(low, high, step):
    """The multiples of `step` from low to high, without the noise of their sum."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{k * step:.12g}") for k in range(first, last + 1)] if last - first < 50 else []


def _widest(numbers, rising):
    """The widest gap between numbers, and the ends, in places of the values."""
    places = np.interp(numbers, rising, np.arange(rising.size))
    return float(np.diff([0.0, *places, rising.size - 1.0]).max())


def tick(value: float) -> str:
    """An axis's number: as many digits as it has, at most ten: "0.25", "12", "3e6"."""
    if value == 0.0 or abs(value) < 1e-300:
        return "0"
    if 1e-4 <= abs(value) < 1e5:
        return _signed(f"{value:.10g}")
    return _with_power(value)


def ticks(values: list[float]) -> list[str]:
    """An axis's numbers, worded alike: where one needs a power of ten, each but 0 has one."""
    words = [tick(value) for value in values]
    if not any("e" in word for word in words):
        return words
    return ["0" if word == "0" else _with_power(v) for v, word in zip(values, words, strict=True)]


def power_tick(value: float) -> str:
    """A number on a logarithmic axis: "1", "10", "10⁻⁴"; others as `tick`."""
    exponent = math.log10(value)
    if abs(exponent - round(exponent)) > 1e-9:
        return tick(value)
    exponent = round(exponent)
    return {0: "1", 1: "10"}.get(exponent, "10" + str(exponent).translate(_RAISED))


def field(value: float) -> str:
    """A number as a field shows it for editing: four digits that read back, "0.25", "1e-5"."""
    if float(value).is_integer() and abs(value) < 1e6:
        return str(int(value))
    mantissa, exponent = f"{value:.3e}".split("e")
    places = 3 - int(exponent)
    if not -3 <= int(exponent) < 6:
        return f"{_trimmed(mantissa)}e{int(exponent)}"
    return _trimmed(f"{value:.{max(places, 0)}f}")


def _unusual(value):
    """The words for what needs no digits: no number, infinities, whole numbers."""
    if isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_)):
        value = int(value)
        return _signed(f"{value:,}") if abs(value) < 10**15 else None
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0.0 else "−∞"
    if float(value).is_integer() and abs(value) < 1e15:
        return _signed(f"{int(value):,}")
    return None


def _with_power(value):
    """At most five digits and a power of ten: "5e4", "1.2346e5"."""
    mantissa, exponent = f"{value:.4e}".split("e")
    return _signed(f"{_trimmed(mantissa)}e{int(exponent)}")


def _scientific(value, decimals):
    mantissa, exponent = f"{value:.{decimals}e}".split("e")
    return _signed(f"{mantissa}e{int(exponent)}")


def _trimmed(words):
    return words.rstrip("0").rstrip(".") if "." in words else words


def _signed(words):
    """`words` with the sign of mathematics before the number; exponents stay as typed."""
    return "−" + words[1:] if words.startswith("-") else words


#: A word with its hyphens and apostrophes: "primal-dual", "Slater's".
_WORD = re.compile(r"[\w'’-]+")


def occurring(texts: Iterable[str], terms: Mapping[str, str]) -> dict[str, str]:
    """Those of `terms` that are in the texts, in the singular or with an s: the term in small
    letters -> what it means. A plural with a different meaning, as "bounds" has compared with
    "bound", comes with its singular: no text of the picture may take the one for the other."""
    if not terms:
        return {}
    text = "\n".join(texts).casefold()
    words = set(_WORD.findall(text))
    words |= {word[:-2] for word in words if word.endswith("'s")}
    meant = {term.casefold(): meaning for term, meaning in terms.items()}
    found = {term for term in meant if _positions(term, words, text)}
    found |= {f"{term}s" for term in found} & meant.keys()
    return {term: meant[term] for term in sorted(found)}


def _positions(term, words, text):
    before, ends = _split(term)
    if words.isdisjoint(ends) or not words.issuperset(before):
        return False
    return not before or any(f"{' '.join(before)} {end}" in text for end in ends)


@lru_cache(maxsize=1024)
def _split(term):
    """The words of a term before its last; that one in the singular and with an s."""
    *before, last = term.split()
    return before, (last, f"{last}s")
