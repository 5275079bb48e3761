"""A right answer is worth all marks in any form, and in single precision."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from judged import report
from right_steps import RIGHT

from lab.checking import catalogue

NAMES = catalogue.names()


def single(value):
    if isinstance(value, float):
        return np.float32(value)
    floating = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return value.astype(np.float32) if floating else value


FORMS = {
    "computed in single precision": lambda right, args: right(*map(single, args)),
    "rounded to single precision": lambda right, args: np.float32(right(*args)),
    "a list": lambda right, args: np.asarray(right(*args)).tolist(),
    "an array of no axes": lambda right, args: np.array(right(*args)),
    "fractions": lambda right, args: np.vectorize(Fraction, [object])(right(*args)),
    "decimal fractions": lambda right, args: np.vectorize(Decimal, [object])(right(*args)).tolist(),
}


@pytest.mark.parametrize("name", NAMES)
def test_right_answer_is_right_in_every_form(name):
    for words, form in FORMS.items():
        found = report(name, lambda *args, form=form: form(RIGHT[name], args), 3.0)
        assert found and found.score == 1.0, (words, found)


def test_whole_step_by_fifty_bisections_is_whole():
    def bisected(x, dx, upper):
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = 0.5 * (low + high)
            end = x + middle * dx
            low, high = (middle, high) if np.all((end >= 0) & (end <= upper)) else (low, middle)
        return low

    assert report("step-to-boundary", bisected)


def test_task_says_how_exact_an_answer_must_be():
    import lab

    assert "may be off by 1e-05 of the numbers" in str(lab.exercise("step-to-boundary"))
