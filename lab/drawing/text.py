"""Names in captions, and numbers as `widgets.words` writes them."""

from __future__ import annotations

import numpy as np

from widgets import words
from widgets.text import rough
from widgets.words import Said

#: The kinds of `widgets.words` under other names.
number, figure, format_distinct, point = words.value, words.figure, words.apart, words.point
counted, read, power = words.count, words.read, rough

_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(number):
    """A whole number set low: subscript(12) is "₁₂"."""
    return str(number).translate(_LOW)


def weight(d):
    """The name of weight `d`, counted from 0: "w₁" for 0."""
    return f"w{subscript(d + 1)}"


def listed(words, last="and"):
    """ "a", "a and b", "a, b and c"."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def capital(words):
    """`words` as the beginning of a sentence: "Simplex arrives"."""
    return Said(words[:1].upper() + words[1:])


def outcome(status):
    """How a method ended, in words: "converged", "out of steps", "small change"."""
    return "out of steps" if status == "max_iter" else status.replace("_", " ")


def unsigned(gap, scale):
    """`gap` (...) with 0 where rounding alone, up to 1e-9 of `scale`, made it negative."""
    gap = np.asarray(gap, dtype=np.float64)
    return np.where((gap < 0.0) & (gap >= -1e-9 * scale), 0.0, gap)
