"""`check_exercise` finds exercises that would mark wrongly, and has nothing against ours."""

from dataclasses import replace

import numpy as np
import pytest
from judged import report
from right_steps import RIGHT

from lab import check_step
from lab.checking import catalogue, testing
from lab.checking.testing import check_exercise

NAME = "soft-threshold" if "soft-threshold" in RIGHT else "lasso-update"


@pytest.mark.parametrize("name", RIGHT)
def test_ours_pass_and_doing_nothing_holds_no_more_than_is_said(name, monkeypatch):
    reports = []
    here = lambda exercise, step: reports.append(report(exercise, step, 3.0)) or reports[-1]
    monkeypatch.setattr(testing, "check_step", here)
    check_exercise(name, RIGHT[name])
    right, *idle = reports
    if name == "odm-pair":  # its vectors are of the answer's length in the example alone
        idle.append(report(name, lambda K, zeta, beta, *more: [zeta[more[-1]], beta[more[-1]]]))
    assert right.score == 1.0 and len(idle) >= 3 and {one.score for one in idle} == {0.0}
    held = [sum(f.weight for f in one.properties if f.passed) for one in idle]
    assert catalogue.find(name).idle == max(held)


def wrong(*args):
    return 0.9 * np.asarray(RIGHT[NAME](*args))


def with_a_case_that_never_comes(*args):
    if len(args) > 99:
        return 0.0
    return RIGHT[NAME](*args)


def test_what_would_mark_wrongly_is_found():
    one = catalogue.find(NAME)
    with pytest.raises(AssertionError, match="must be what the right step gives at its example"):
        check_exercise(replace(one, answer=one.answer + 1.0), RIGHT[NAME])
    with pytest.raises(AssertionError, match="refuses the right step"):
        check_exercise(replace(one, answer=wrong(*one.example)), wrong)
    with pytest.raises(AssertionError, match=r"for an answer that is always .*: idle must be"):
        check_exercise(replace(one, idle=0.0), RIGHT[NAME])
    with pytest.raises(AssertionError, match=r"No problem of .* reaches line 3 of the right step"):
        check_exercise(one, with_a_case_that_never_comes)


def test_method_that_breaks_off_by_itself_gives_no_full_marks(monkeypatch):
    one = catalogue.find(NAME)

    def breaks_off(problem):
        def play(ask):
            for _ in problem.play(ask) or ():
                pass
            raise ZeroDivisionError("of the method's own")

        return replace(problem, play=play)

    broken = replace(one, problems=lambda: [breaks_off(p) for p in one.problems()])
    monkeypatch.setattr(catalogue, "find", lambda name: broken)
    report = check_step(NAME, RIGHT[NAME])
    assert "No property failed, but the method breaks off" in report.message
    assert "of the method's own" in report.message and report.score < 1
