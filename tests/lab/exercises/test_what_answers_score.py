"""What an answer is worth: nothing for doing nothing, all of it for single precision."""

import re

import numpy as np
import pytest
from idle_steps import idle_steps
from judged import report
from right_steps import RIGHT
from wrong_steps import WRONG

from lab.checking import catalogue

NAMES = catalogue.names()
NUMBERS = {"key-selection", "lars-leaving"}


@pytest.mark.parametrize("name", NAMES)
def test_doing_nothing_scores_nothing(name):
    reports = {words: report(name, step, 3.0) for words, step in idle_steps(name).items()}
    assert {words: r.score for words, r in reports.items()} == dict.fromkeys(reports, 0.0)
    held = [sum(f.weight for f in r.properties if f.passed) for r in reports.values()]
    assert catalogue.find(name).idle == max(held)
    assert report(name, RIGHT[name], 3.0).score == 1.0


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
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", NAMES)
def test_a_right_answer_is_right_in_every_form(name, form):
    found = report(name, lambda *args: FORMS[form](RIGHT[name], args), 3.0)
    assert found and found.score == 1.0, found


def test_a_whole_step_by_fifty_bisections_is_whole():
    def bisected(x, dx, upper):
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = 0.5 * (low + high)
            end = x + middle * dx
            low, high = (middle, high) if np.all((end >= 0) & (end <= upper)) else (low, middle)
        return low

    assert report("step-to-boundary", bisected)


def test_a_task_says_how_exact_an_answer_must_be():
    import lab

    assert "may be off by 1e-05 of the numbers" in str(lab.exercise("step-to-boundary"))


@pytest.mark.parametrize("name", NAMES)
def test_numbers_that_are_said_to_differ_read_differently(name):
    nearly = [lambda *args, e=e: np.asarray(RIGHT[name](*args)) * (1.0 + e) for e in (2e-4, -2e-4)]
    steps = [*nearly, *(step for other, step, _ in WRONG if other == name)]
    for step in steps if name not in NUMBERS else steps[2:]:
        for finding in report(name, step, 3.0).properties:
            for one, other in re.findall(r"from (\S+) to (\S+)", finding.numbers):
                assert one != other, finding
