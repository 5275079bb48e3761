"""Repetitions of a check, by seeds and the like: plain `pytest` takes the first of them."""

import pytest


def further(*values, **options):
    """The values of one more case as a parameter that runs with `--all`."""
    return pytest.param(*values, marks=pytest.mark.further, **options)


def first(cases, count):
    """`cases` as parameters, those after the first `count` with `--all` alone; a tuple is of
    several arguments."""
    return [
        case if k < count else further(*case) if isinstance(case, tuple) else further(case)
        for k, case in enumerate(cases)
    ]
