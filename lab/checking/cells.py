"""`lab.graded`: what marks a cell of a notebook, run as a separate function."""

from __future__ import annotations

import builtins
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from numbers import Real
from types import FunctionType

import numpy as np

from solvers.checks import InputError, short


@contextmanager
def stderr_on_stdout() -> Iterator[None]:
    """Write on stdout what is written on stderr, warnings too: nbgrader takes a graded cell that
    writes anything on stderr for one that failed."""
    with redirect_stderr(sys.stdout):
        yield


def points_of(value: object) -> float | None:
    """The points that a graded cell gives by ending in `value`: a number, numpy's and 0-d arrays
    as well, 0 for one below; None for what is no number, which is all points. ValueError for nan
    and infinity."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    points = float(value)
    if not math.isfinite(points):
        raise ValueError(f"The graded cell ends in {points}, which is no number of points.")
    return max(points, 0.0)


def graded(check: Callable[[], object]) -> object:
    """Run what marks a cell, at once; use it as a decorator.

    check: a function without arguments; what it gives a name keeps to it, so that no name of the
    notebook changes, and Python's own names mean what they mean there, whatever the notebook has
    called `sum`. What a student's code writes on stderr, warnings too, appears on stdout: a right
    answer that warns is right. Returns what `check` does, a number as a plain float, so that its
    name may be the last line of the cell, where it says the points::

        @lab.graded
        def points():
            assert half(2.0) == 1.0, "Half of 2 is 1."
            return 2.0 if half(3.0) == 1.5 else 1.0

        points
    """
    if not isinstance(check, FunctionType):
        raise InputError(
            f"check must be a function of yours without arguments, got {short(check)}; "
            "write @lab.graded above its def."
        )
    own = {n: v for n, v in check.__globals__.items() if n[:2] == "__" or not hasattr(builtins, n)}
    alone = FunctionType(check.__code__, own, check.__name__, None, check.__closure__)
    with stderr_on_stdout():
        value = alone()
    points = points_of(value)
    return value if points is None else points
