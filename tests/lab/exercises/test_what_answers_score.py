"""What an answer is worth: nothing for doing nothing, all of it for single precision."""

import numpy as np
import pytest
from idle_steps import idle_steps
from judged import report
from right_steps import RIGHT

from lab.checking import catalogue

NAMES = catalogue.names()


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


@pytest.mark.parametrize("name", NAMES)
def test_a_right_answer_is_right_in_every_form(name):
    for words, form in FORMS.items():
        found = report(name, lambda *args, form=form: form(RIGHT[name], args), 3.0)
        assert found and found.score == 1.0, (words, found)


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
