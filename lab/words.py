"""How numbers and names are written in captions."""

from __future__ import annotations

_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def figure(value, digits=4):
    """A number as a caption shows it: `digits` significant digits, never "-0"."""
    return f"{float(value) + 0.0:.{digits}g}"


def low(number):
    """A whole number as a subscript: low(12) is "₁₂"."""
    return str(number).translate(_LOW)
