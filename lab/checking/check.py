"""`lab.check_step`: run a student's step inside the method and judge every answer."""

from __future__ import annotations

import inspect
import pickle
import sys
from collections.abc import Callable
from time import monotonic

import numpy as np

from lab.checking import catalogue
from lab.checking.answers import mismatch, refusal, value_of
from lab.checking.remote import LOADING, packed, remote
from lab.checking.report import Finding, Report
from solvers.checks import positive

#: A check takes at most so many times the limit of one call.
_ALL = 10.0
_PLAIN = Finding(
    "plain function",
    True,
    1.0,
    "The method may call a step at any time: the same arguments must give the same answer, and "
    "stay as they were.",
)
_ANSWERS = Finding(
    "answers everywhere",
    True,
    1.0,
    "Awkward problems are part of the task: zeros, ties, bounds that are met exactly.",
)


def check_step(name: str, step: Callable, *, seconds: float = 3.0) -> Report:
    """Run `step` inside the method of the exercise `name`, in a process of its own, and judge each
    of its properties on its own.

    step: a plain function with the arguments of the starter (`lab.exercise(name)`). seconds: the
    limit of one call; the whole check has ten times as much.

    Returns a `Report`: true if every property holds; its `score` is their weighted share.
    """
    exercise, seconds = catalogue.find(name), positive(seconds, "seconds")
    message = mismatch(step, exercise.starter)
    check = _Check(exercise, seconds)
    message = message or check.run(packed(step))
    return Report(name, check.findings(message), message, tuple(check.notes))


class _Check:
    """What is found while the problems are played one after another."""

    def __init__(self, exercise, seconds):
        self.exercise, self.seconds = exercise, seconds
        self.until = 0.0
        self.failed, self.judged, self.notes, self.errors = {}, set(), [], []

    def run(self, step):
        """Play all problems; return what broke them off altogether, or ""."""
        with remote() as process, np.errstate(all="ignore"):
            answer = process.ask({"step": step, "path": sys.path}, LOADING)
            if answer.keys() & {"error", "late", "gone"}:
                return refusal(answer, (), LOADING)
            self.until = monotonic() + _ALL * self.seconds
            for problem in self.exercise.problems():
                if not self._play(process, problem):
                    return self.errors[-1]
        # A step that breaks off somewhere only has lost the properties that it never came to.
        return self.errors[0] if self.errors else ""

    def _play(self, process, problem):
        """Whether the process still stands after this problem."""
        method, value = problem.play(), None
        for iterate in range(10**6):
            try:
                call = method.send(value)
            except StopIteration:
                return True
            left = min(self.seconds, self.until - monotonic())
            answer = process.ask({"args": pickle.dumps(call.args, protocol=5)}, max(left, 0.01))
            where = f" on {problem.name} in iterate {iterate}"
            shape = tuple(self.exercise.shape(*call.args))
            sentence = refusal(answer, shape, self.seconds, where)
            self._note(answer)
            if sentence:
                self.errors.append(sentence)
                self._fail(_ANSWERS, problem, iterate, "there is no answer to judge")
                return not answer.keys() & {"late", "gone"}
            value = value_of(answer, shape)
            self._plain(answer, problem, iterate)
            self._judge(call, value, problem, iterate)
        return True

    def _note(self, answer):
        if answer.get("printed") and not self.notes:
            printed = " ".join(answer["printed"].split())[:60]
            self.notes.append(f"Your step prints; the check keeps it out of the way: {printed!r}.")

    def _plain(self, answer, problem, iterate):
        numbers = []
        if answer["changed"]:
            names = list(inspect.signature(self.exercise.starter).parameters)
            changed = ", ".join(names[k] for k in answer["changed"])
            numbers.append(f"it changes {changed} in place; work on a copy")
        if not answer["steady"]:
            numbers.append("it returns different values for the same arguments")
        if numbers:
            self._fail(_PLAIN, problem, iterate, " and ".join(numbers))

    def _judge(self, call, value, problem, iterate):
        for rule in self.exercise.properties:
            if rule.where and not call.facts.get(rule.where):
                continue
            self.judged.add(rule.name)
            numbers = rule.test(call, value)
            if numbers:
                self._fail(rule, problem, iterate, numbers)

    def _fail(self, rule, problem, iterate, numbers):
        self.failed.setdefault(
            rule.name,
            Finding(rule.name, False, rule.weight, rule.hint, problem.name, iterate, numbers),
        )

    def findings(self, message):
        """A `Finding` for each property. One that was never judged is not passed."""
        rules = (*self.exercise.properties, _ANSWERS, _PLAIN)
        return tuple(self.failed.get(r.name) or self._held(r, message) for r in rules)

    def _held(self, rule, message):
        always = rule in (_ANSWERS, _PLAIN)
        judged = rule.name in self.judged or (always and self.judged and not message)
        numbers = "" if judged else "not judged, as the run broke off before."
        return Finding(rule.name, bool(judged), rule.weight, rule.hint, numbers=numbers)
