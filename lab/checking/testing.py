"""A check of exercises, ours and yours, like those of problems and solvers in `solvers.testing`.

    check_exercise(EXERCISE, right_step)

returns nothing, or raises an AssertionError with one sentence that says what is wrong.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from lab.checking import catalogue
from lab.checking.check import check_step
from lab.checking.task import TOL, Exercise, show

__all__ = ["check_exercise", "idle_steps"]


def check_exercise(exercise: str | Exercise, right: Callable) -> None:
    """Raise an AssertionError where an exercise would mark wrongly.

    exercise: its name, or the `Exercise`. right: a step that is right, with the arguments of the
    starter; no package needs to hold it. What is found: a right step that is refused, a worked
    example with another answer, an answer that scores and does nothing (0, 1, -1, or an argument
    as it is), a line of `right` that no problem reaches, so that a step without it would pass.
    """
    name, one = catalogue.named(exercise)
    wanted: Any = one.answer
    answer = right(*pickle.loads(pickle.dumps(one.example)))
    if np.shape(answer) != np.shape(wanted) or not np.allclose(answer, wanted, TOL, TOL):
        raise AssertionError(
            f"answer of {name} must be what the right step gives at its example, "
            f"{show(answer)}, got {show(wanted)}."
        )
    report = check_step(exercise, right)
    if not report:
        raise AssertionError(f"{name} refuses the right step: {_first(report)}")
    for words, step in idle_steps(one).items():
        report = check_step(exercise, step)
        if report.score > 0.0:
            held = sum(f.weight for f in report.properties if f.passed)
            raise AssertionError(
                f"{name} gives {report.score:.2f} for an answer that is always {words}: idle must "
                f"be {held:g} or more, got {one.idle:g}, or a property must refuse it."
            )
    missed = _unreached(one, right)
    if missed:
        raise AssertionError(
            f"No problem of {name} reaches line {missed[0]} of the right step: a step without it "
            "would pass; add a problem in which it decides."
        )


def _first(report):
    failed = [str(f) for f in report.properties if not f.passed]
    return report.message or failed[0]


def idle_steps(exercise: Exercise) -> dict[str, Callable]:
    """What it returns -> a step that does nothing, of the right shape everywhere: a constant, or
    an argument as it is."""
    shape, args = exercise.shape, exercise.example
    names = exercise.starter.__code__.co_varnames[: len(args)]
    steps: dict[str, Callable] = {
        f"{c:g}": lambda *a, c=c: np.full(shape(*a), c) for c in (0.0, 1.0, -1.0)
    }
    for k, (name, value) in enumerate(zip(names, args, strict=True)):
        if np.shape(value) == shape(*args):
            steps[name] = lambda *a, k=k: np.array(a[k], dtype=np.float64)
        elif np.ndim(value) == 1 and shape(*args) == () and isinstance(args[-1], int):
            steps[f"{name}[{names[-1]}]"] = lambda *a, k=k: np.resize(a[k], a[-1] + 1)[a[-1]]
    return steps


def _unreached(exercise, right):
    """The lines of `right`, 1 its first, that no call came to."""
    code, came = right.__code__, set()

    def watch(frame, event, _):
        if frame.f_code is not code:
            return None
        came.add(frame.f_lineno)
        return watch

    def ask(*args, **facts):
        copies, before = pickle.loads(pickle.dumps(args)), sys.gettrace()
        sys.settrace(watch)
        try:
            return right(*copies)
        finally:
            sys.settrace(before)

    with np.errstate(all="ignore"):
        for problem in exercise.problems():
            for _ in problem.play(ask) or ():
                pass
    first = code.co_firstlineno
    lines = {line for _, _, line in code.co_lines() if line is not None and line > first}
    return [line - first + 1 for line in sorted(lines - came)]
