"""Tests of data that do not ship run separately, and say so where there are none."""

import os

import pytest

from lab.data import VARIABLE

#: The marks of a test that reads sets of the directory of further data.
FURTHER = (
    pytest.mark.further,
    pytest.mark.skipif(VARIABLE not in os.environ, reason=f"{VARIABLE} names no directory"),
)


def further_data(test):
    """Mark `test` as one that reads them."""
    for mark in FURTHER:
        test = mark(test)
    return test
