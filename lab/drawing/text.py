"""How numbers and names are written in captions."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from widgets.text import rough, short

_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def figure(value, digits=4):
    """A number as a caption shows it: at most `digits` significant digits, none to no purpose."""
    return short(float(value), digits)


def subscript(number):
    """A whole number set low: subscript(12) is "₁₂"."""
    return str(number).translate(_LOW)


def weight(d):
    """The name of weight `d`, counted from 0: "w₁" for 0."""
    return f"w{subscript(d + 1)}"


def number(x, decimals=3):
    """`x` with that many decimals; "0" only for zero itself, powers of ten where it is tiny or
    huge."""
    x = float(x)
    if x == 0.0:
        return "0"
    if not 0.5 * 10.0**-decimals <= abs(x) < 10.0 ** (3 + decimals):
        return power(x)
    return f"{x:.{decimals}f}".replace("-", "−")


def format_distinct(*values, decimals=3, most=12):
    """The numbers, with as many decimals as it takes to read them in the right order."""
    words = [number(v, decimals) for v in values]
    while decimals < most and not _stand(words, values):
        decimals += 1
        words = [number(v, decimals) for v in values]
    return tuple(words)


def _stand(words, values):
    """Whether the numbers as they are written compare as they do."""
    shown = [read(one) for one in words]
    return all(
        np.sign(shown[i] - shown[j]) == np.sign(values[i] - values[j])
        for i, j in combinations(range(len(values)), 2)
    )


def power(x):
    """Two digits as people write them, a power of ten where `x` is tiny or huge: "0.76", "4.0",
    "34", "7.6e-4"; "0" for zero."""
    return rough(float(x))


def point(w, decimals=3):
    """A vector as "(−1.700, −1.900)"."""
    return f"({', '.join(number(v, decimals) for v in w)})"


def read(text):
    """The number that `number`, `format_distinct` or `power` wrote."""
    return float(text.replace("−", "-").replace(",", ""))


def listed(words, last="and"):
    """ "a", "a and b", "a, b and c"."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(many, unit):
    """ "1 sweep", "1,200 pair steps"."""
    words = f"{many:,.0f}" if many == round(many) else figure(many, 3)
    return f"{words} {unit}{'s' * (words != '1')}"


def outcome(status):
    """How a method ended, in words: "converged", "out of steps", "small change"."""
    return "out of steps" if status == "max_iter" else status.replace("_", " ")


def unsigned(gap, scale):
    """`gap` (...) with 0 where rounding alone, up to 1e-9 of `scale`, made it negative."""
    gap = np.asarray(gap, dtype=np.float64)
    return np.where((gap < 0.0) & (gap >= -1e-9 * scale), 0.0, gap)
