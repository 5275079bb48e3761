"""`lab.graded`: what marks a cell of a notebook, run as a function of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from typing import TypeVar

_T = TypeVar("_T")


@contextmanager
def told() -> Iterator[None]:
    """Write on stdout what is written on stderr, warnings too: nbgrader takes a graded cell that
    writes anything on stderr for one that failed."""
    with redirect_stderr(sys.stdout):
        yield


def graded(check: Callable[[], _T]) -> _T:
    """Run what marks a cell, at once; use it as a decorator.

    check: a function without arguments; what it gives a name keeps to it, so that no name of the
    notebook changes. What a student's code writes on stderr, warnings too, is told on stdout: a
    right answer that warns is right. Returns what `check` does, so that its name is the points
    where it returns a number::

        @lab.graded
        def points():
            assert half(2.0) == 1.0, "Half of 2 is 1."
            return 2.0 if half(3.0) == 1.5 else 1.0

        points
    """
    with told():
        return check()
