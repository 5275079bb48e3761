"""Input checks. Each error is one sentence: the argument, the rule, the value received, the way
out."""

from __future__ import annotations

import numbers
from collections.abc import Iterable
from typing import Any, Literal, TypeVar

import numpy as np

T = TypeVar("T")


class InputError(ValueError):
    """Bad data or a bad parameter, in words that name the argument and the way out."""


def set_fields(problem: Any, **values: Any) -> None:
    """Store checked values in a frozen dataclass."""
    for name, value in values.items():
        object.__setattr__(problem, name, value)


def as_array(value: Any, name: str, ndim: int, order: Literal["C", "F"] = "C") -> np.ndarray:
    """`value` as a read-only float64 array of `ndim` axes with finite entries.

    A read-only array of the right kind is taken as it is; anything else is copied, so that the
    caller's array is neither changed nor able to change the problem later. `order` is that of the
    memory: "C" by rows, "F" by columns.
    """
    try:
        a = np.asarray(value)
        if a.dtype.kind not in "biufO" or np.ma.is_masked(value):
            raise TypeError
        ordered = a.flags.f_contiguous if order == "F" else a.flags.c_contiguous
        immutable = a.dtype == np.float64 and not a.flags.writeable and a.base is None and ordered
        with np.errstate(over="ignore"):  # what becomes infinite is refused below
            a = a if immutable else np.array(a, dtype=np.float64, order=order)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"{name} must be an array of real numbers, got {short(value)}; convert it first."
        ) from None
    if a.ndim != ndim:
        raise InputError(f"{name} must have {ndim} axes, got shape {a.shape}; reshape it.")
    _require_finite(a, name)
    a.flags.writeable = False
    return a


def _require_finite(a, name):
    """Raise at the first entry that is not finite; a finite sum of squares clears all at once."""
    flat = a.ravel(order="K")
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(flat @ flat):
            return
    finite = np.isfinite(a)
    if not finite.all():
        where = tuple(int(i) for i in np.argwhere(~finite)[0])
        place = where[0] if a.ndim == 1 else where
        raise InputError(
            f"{name} must be finite, got {a[where]} at {place}; drop or fill such entries."
        )


def same_length(a: np.ndarray, b: np.ndarray, name_a: str, name_b: str) -> None:
    """Require as many rows in `a` as in `b`."""
    if a.shape[0] != b.shape[0]:
        raise InputError(
            f"{name_b} must have as many rows as {name_a}, got {b.shape[0]} for {a.shape[0]}."
        )


def number(value: Any, name: str) -> float:
    """`value` as a finite float."""
    if (
        isinstance(value, (bool, np.bool_))
        or not isinstance(value, (numbers.Real, np.ndarray))
        or np.ndim(value) != 0  # type: ignore[arg-type]
    ):
        raise InputError(f"{name} must be a number, got {short(value)}.")
    try:
        taken = float(value)
    except OverflowError:
        raise InputError(f"{name} must be at most 1.8e308, got {short(value)}.") from None
    if not np.isfinite(taken):
        raise InputError(f"{name} must be finite, got {taken}.")
    return taken


def positive(value: Any, name: str) -> float:
    """`value` as a finite float above zero."""
    value = number(value, name)
    if value <= 0.0:
        raise InputError(f"{name} must be positive, got {value}.")
    return value


def nonnegative(value: Any, name: str) -> float:
    """`value` as a finite float of at least zero."""
    value = number(value, name)
    if value < 0.0:
        raise InputError(f"{name} must be at least 0, got {value}.")
    return value


def between(value: Any, low: float, high: float, name: str) -> float:
    """`value` as a float in [low, high]."""
    value = number(value, name)
    if not low <= value <= high:
        raise InputError(f"{name} must lie between {low} and {high}, got {value}.")
    return value


def integer(value: Any, name: str, least: int = 0) -> int:
    """`value` as an int of at least `least`."""
    whole = isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))
    if not whole or value < least:
        raise InputError(f"{name} must be a whole number of at least {least}, got {short(value)}.")
    return int(value)


def one_of(value: T, options: Iterable[Any], name: str) -> T:
    """`value`, which must be one of `options`."""
    if not any(value is o or (type(value) is type(o) and value == o) for o in options):
        listed = ", ".join(repr(o) for o in options)
        raise InputError(f"{name} must be one of {listed}, got {short(value)}.")
    return value


def of_type(value: T, types: Iterable[type], name: str) -> T:
    """`value`, which must be an instance of one of the classes `types`."""
    if not isinstance(value, tuple(types)):
        listed = " or ".join(t.__name__ for t in types)
        raise InputError(f"{name} must be a {listed}, got {short(value)}.")
    return value


def callable_or_none(value: T, name: str) -> T:
    """`value`, which must be None or something to call without arguments."""
    if value is not None and not callable(value):
        raise InputError(f"{name} must be a function without arguments, got {short(value)}.")
    return value


def labels(value: Any, name: str) -> np.ndarray:
    """`value` as a read-only array of -1 and +1."""
    y = as_array(value, name, ndim=1)
    bad = np.flatnonzero(np.abs(y) != 1.0)
    if bad.size:
        raise InputError(
            f"{name} must hold only -1 and +1, got {y[bad[0]]:g} at {bad[0]}; map your classes."
        )
    return y


def short(value: Any, length: int = 60) -> str:
    """`repr(value)` cut to one short line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= length else text[: length - 3] + "..."
