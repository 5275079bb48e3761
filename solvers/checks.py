"""Input checks. Each error is one sentence: the argument, the rule, the value received, a
remedy."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import numbers
from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeVar

import numpy as np

T = TypeVar("T")


#: Whole numbers fit in 63 bits.
_LARGEST = 2**63 - 1
_FLOAT64 = np.dtype(np.float64)


class InputError(ValueError):
    """Bad data or a bad parameter, in words that name the argument and a remedy, on one line."""

    def __init__(self, sentence: object = ""):
        super().__init__(" ".join(filter(None, map(str.strip, str(sentence).splitlines()))))


@contextlib.contextmanager
def as_input_error() -> Iterator[None]:
    """A context whose ValueErrors, in words as ours are, become `InputError`s."""
    try:
        yield
    except ValueError as error:
        raise InputError(str(error)) from None


def set_fields(problem: Any, **values: Any) -> None:
    """Store checked values in a frozen dataclass."""
    for name, value in values.items():
        object.__setattr__(problem, name, value)


def copied(problem: Any) -> tuple[Any, ...]:
    """`__reduce__` of a problem: a pickled or copied one is as read-only as it was."""
    values = {f.name: getattr(problem, f.name) for f in dataclasses.fields(problem)}
    return _restored, (type(problem), values)


def _restored(kind, values):
    problem = object.__new__(kind)
    set_fields(problem, **{name: locked(value) for name, value in values.items()})
    return problem


def locked(value: T) -> T:
    """`value` with every array in it read-only, those of a sparse one too."""
    if isinstance(value, np.ndarray):
        value.setflags(write=False)
        return value
    for part in _parts(value):
        locked(part)
    return value


def read_only(a: np.ndarray) -> np.ndarray:
    """`a`, or a view of it that cannot be written to: what numba would compile a kernel for twice,
    where arrays of callers and of results come by turns."""
    if a.flags.writeable:
        a = a[:]
        a.setflags(write=False)
    return a


def _parts(value):
    if isinstance(value, dict):
        return value.values()
    if is_sparse(value):
        return (value.data, value.indices, value.indptr)
    return value if isinstance(value, tuple) else ()


def is_sparse(value: Any) -> bool:
    """Whether `value` is a sparse array or matrix of scipy, whose import takes a while."""
    if type(value) is np.ndarray:  # most are, and to search for missing values takes longer
        return False
    return callable(getattr(value, "tocsc", None)) and hasattr(value, "nnz")


def as_array(
    value: Any,
    name: str,
    ndim: int,
    order: Literal["C", "F"] = "C",
    bounded: bool = False,
    shape: tuple[int, ...] | None = None,
) -> np.ndarray:
    """`value` as a read-only float64 array of `ndim` axes, of that `shape` where one is given, with
    finite entries and, if it is to be `bounded`, a finite sum of squares.

    A read-only array of the right kind is taken as it is; anything else is copied, so that the
    caller's array is neither changed nor able to change the problem later. `order` is that of the
    memory: "C" by rows, "F" by columns.
    """
    if is_sparse(value):
        raise InputError(
            f"{name} must be a dense array here, got a sparse one of shape {value.shape}; use "
            f"{name}.toarray() if it fits into memory."
        )
    try:
        a = _real(value)
        ordered = a.flags.f_contiguous if order == "F" else a.flags.c_contiguous
        if a.dtype != _FLOAT64:
            with np.errstate(over="ignore"):  # what becomes infinite is refused
                a = np.array(a, dtype=np.float64, order=order)
        elif a.flags.writeable or a.base is not None or not ordered:
            a = np.array(a, order=order)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"{name} must be an array of real numbers, got {short(value)}; convert it first."
        ) from None
    if a.ndim != ndim:
        axes = "1 axis" if ndim == 1 else f"{ndim} axes"
        raise InputError(f"{name} must have {axes}, got shape {a.shape}; reshape it.")
    if shape not in (None, a.shape):
        raise InputError(f"{name} must have shape {shape}, got {a.shape}.")
    _require_finite(a, name, bounded)
    a.setflags(write=False)
    return a


def as_vector(value: Any, size: int, name: str) -> np.ndarray:
    """`value` as a float64 array of shape (size,), finite or not."""
    if type(value) is np.ndarray and value.dtype is _FLOAT64 and value.shape == (size,):
        return value
    try:
        a = _real(value).astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"{name} must be an array of {size} real numbers, got {short(value)}; convert it first."
        ) from None
    if a.shape != (size,):
        raise InputError(f"{name} must have shape {(size,)}, got {a.shape}.")
    return a


def _real(value):
    """`value` as an array of real numbers; TypeError or ValueError otherwise. A mask is not
    taken for numbers: it is a choice of rows, in the wrong place."""
    if type(value) is np.ndarray and value.dtype is _FLOAT64:
        return value
    a = np.asarray(value)
    if a.size and (a.dtype.kind not in "iufO" or np.ma.is_masked(value)):
        raise TypeError
    if a.dtype.kind == "O" and not all(_is_real(v) for v in a.flat):
        raise TypeError
    return a


def _is_real(value):
    return isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))


def class_labels(value: Any, name: str) -> np.ndarray:
    """`value` as an array (n,) of labels of one kind: numbers, texts, dates; no mask, nothing
    missing."""
    a = _unmasked(value, name)
    if a.ndim != 1:
        raise InputError(
            f"{name} must have 1 axis, one label per point, got {short(value)}; flatten it."
        )
    missing = np.ma.is_masked(value) or np.any(a != a)  # NaN and NaT differ from themselves
    if missing or (a.dtype.kind in "fc" and not np.isfinite(a).all()):
        raise InputError(f"{name} must be finite; drop the points without a label.")
    try:
        np.unique(a)
    except TypeError:
        raise InputError(
            f"{name} must hold labels of one kind, got {short(value)}; convert them to numbers."
        ) from None
    return a


def _unmasked(value, name):
    """`value` as an array, of two axes where it is ragged; no mask."""
    try:
        a = np.asarray(value)
    except ValueError:
        a = np.empty((0, 0))
    if a.size and a.dtype.kind == "b":
        raise InputError(
            f"{name} must hold labels, got a mask of True and False; use np.where(mask, 1, -1)."
        )
    return a


def is_finite(x: np.ndarray) -> bool:
    """Whether all entries of x are; mostly its sum of squares, which is fast, already shows
    that."""
    return bool(np.vdot(x, x) < np.inf or np.isfinite(x).all())


def sum_of_squares(a: np.ndarray) -> float:
    """Of all entries; not finite where it overflows, and no warning: `vdot` knows none."""
    flat = a.ravel(order="K")
    return float(np.vdot(flat, flat))


def _require_finite(a, name, bounded):
    """Raise at the first entry that is not finite and, if `bounded`, where the sum of squares is
    not; one that is clears all at once."""
    if sum_of_squares(a) < np.inf:
        return
    finite = np.isfinite(a)
    if not finite.all():
        where = tuple(int(i) for i in np.argwhere(~finite)[0])
        place = where[0] if a.ndim == 1 else where
        raise InputError(
            f"{name} must be finite, got {a[where]} at {place}; drop or fill such entries."
        )
    if bounded:
        raise too_large(a, name)


def too_large(a: np.ndarray, name: str) -> InputError:
    """The error of an array whose sum of squares overflows."""
    return InputError(
        f"{name} must be small enough for a finite sum of squares, got an entry of size "
        f"{np.abs(a).max():g}; rescale it."
    )


def symmetric(value: Any, name: str, share: float = 1e-12) -> np.ndarray:
    """`value` as a square matrix, symmetric within `share` of its largest entry, and then exactly
    so."""
    A = as_array(value, name, ndim=2)
    if A.shape[0] != A.shape[1]:
        raise InputError(f"{name} must be square, got shape {A.shape}.")
    apart = np.abs(A - A.T).max(initial=0.0)
    if apart == 0.0:
        return A
    if apart > share * np.abs(A).max():
        raise InputError(
            f"{name} must be symmetric, got entries {apart:.3g} apart; use ({name} + {name}.T) / 2."
        )
    return as_array((A + A.T) / 2.0, name, ndim=2)


def dense(value: Any, name: str, instead: str) -> Any:
    """The array `value`, which must not be sparse; `instead`: what takes a sparse one."""
    if is_sparse(value):
        raise InputError(
            f"{name} must be dense here, got a sparse array of shape {value.shape}; use {instead}, "
            f"or {name}.toarray()."
        )
    return value


def same_length(a: Any, b: np.ndarray, name_a: str, name_b: str) -> None:
    """Require as many rows in `a`, an array or a sparse matrix, as in `b`."""
    if a.shape[0] != b.shape[0]:
        raise InputError(
            f"{name_b} must have as many rows as {name_a}, got {b.shape[0]} for {a.shape[0]}."
        )


def number(value: Any, name: str) -> float:
    """`value` as a finite float."""
    value = value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
    if type(value) is not float and not _is_real(value):
        raise InputError(f"{name} must be a number, got {short(value)}.")
    try:
        found = float(value)
    except OverflowError:
        raise InputError(f"{name} must be at most 1.8e308, got {short(value)}.") from None
    if not math.isfinite(found):
        raise InputError(f"{name} must be finite, got {found}.")
    return found


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


def integer(value: Any, name: str, least: float = 0) -> int:
    """`value` as an int of at least `least`."""
    whole = type(value) is int or (
        isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))
    )
    if not whole or value < least:
        raise InputError(f"{name} must be a whole number of at least {least}, got {short(value)}.")
    if value > _LARGEST:
        raise InputError(f"{name} must be at most {_LARGEST}, got {short(value)}.")
    return int(value)


def one_of(value: T, options: Iterable[Any], name: str) -> T:
    """`value`, which must be one of `options`."""
    for option in options:
        if value is option or (type(value) is type(option) and value == option):
            return value
    listed = ", ".join(repr(o) for o in options)
    raise InputError(f"{name} must be one of {listed}, got {short(value)}.")


def of_type(value: T, types: Iterable[type], name: str) -> T:
    """`value`, which must be an instance of one of the classes `types`."""
    if not isinstance(value, tuple(types)):
        listed = " or ".join(t.__name__ for t in types)
        raise InputError(f"{name} must be a {listed}, got {short(value)}.")
    return value


def as_text(value: T, name: str) -> T:
    """`value`, which must be a text."""
    if not isinstance(value, str):
        raise InputError(f"{name} must be text, got {short(value)}.")
    return value


def callable_or_none(value: T, name: str) -> T:
    """`value`, which must be None or something to call without arguments."""
    if value is not None and not callable(value):
        raise InputError(f"{name} must be a function without arguments, got {short(value)}.")
    return value


def labels(value: Any, name: str) -> np.ndarray:
    """`value` as a read-only array of -1 and +1."""
    _unmasked(value, name)
    y = as_array(value, name, ndim=1)
    bad = np.flatnonzero(np.abs(y) != 1.0)
    if bad.size:
        raise InputError(
            f"{name} must hold only -1 and +1, got {y[bad[0]]:g} at {bad[0]}; map your classes."
        )
    return y


def short(value: Any, length: int = 60) -> str:
    """`repr(value)` cut to one short line."""
    try:
        with np.printoptions(threshold=length // 2):  # no array of more numbers is shown whole
            text = " ".join(repr(value).split())
    except (TypeError, ValueError):  # a number with more digits than Python prints
        text = f"a {type(value).__name__} too long to print"
    return text if len(text) <= length else text[: length - 3] + "..."
