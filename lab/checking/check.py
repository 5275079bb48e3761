"""`lab.check_step`: run a student's step inside the method, judge every answer, and report property
by property."""

from __future__ import annotations

import html
import inspect
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from time import monotonic

import numpy as np

from lab.checking import catalogue
from lab.checking.answers import mismatch, refusal, value_of
from lab.checking.remote import Remote, packed, remote
from lab.checking.task import Call, Exercise, data_of
from solvers.checks import as_text, positive
from solvers.exchange import Refused


@dataclass(frozen=True, slots=True)
class Finding:
    """One property: whether it held throughout; else the problem and the iterate where it first
    failed, and the numbers that show it. judged: False where the run broke off before it came to
    the property, which then counts as one that did not hold."""

    name: str
    passed: bool
    weight: float
    hint: str
    problem: str = ""
    iterate: int = -1
    numbers: str = ""
    judged: bool = True

    def __str__(self):
        if self.passed:
            return f"passed  {self.name}"
        if not self.judged:
            return f"not judged  {self.name}: the run broke off before."
        where = f" on {self.problem}" if self.problem else ""
        where += f", first in iterate {self.iterate}" if self.iterate >= 0 else ""
        return f"FAILED  {self.name}{where}: {self.numbers}\n        {self.hint}"


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """What `lab.check_step` found; true where every property holds.

    score: the weighted share of the properties that hold above that of an answer that does nothing,
    0 to 1. message: what broke the run off, in one sentence, or "". notes: what is worth knowing
    and costs nothing. idle: the weight of what an answer has that does nothing.
    """

    exercise: str
    properties: tuple[Finding, ...]
    message: str = ""
    notes: tuple[str, ...] = ()
    idle: float = 0.0

    @property
    def score(self) -> float:
        """The weighted share of the properties that hold, above that of doing nothing."""
        held = sum(f.weight for f in self.properties if f.passed)
        return max(0.0, held - self.idle) / (sum(f.weight for f in self.properties) - self.idle)

    def __bool__(self):
        return all(f.passed for f in self.properties) and not self.message

    def _head(self):
        held = sum(f.passed for f in self.properties)
        unjudged = sum(not f.judged for f in self.properties)
        more = f" ({unjudged} not judged)" if unjudged else ""
        return (
            f"{self.exercise}: {held} of {len(self.properties)} properties{more}, score "
            f"{self.score:.2f}"
        )

    def __str__(self):
        message = [self.message] if self.message else []
        return "\n".join([self._head(), *message, *map(str, self.properties), *self.notes])

    __repr__ = __str__

    def _repr_html_(self):
        rows = "".join(_row(f) for f in self.properties)
        text = "".join(f"<p>{html.escape(s)}</p>" for s in (self.message, *self.notes) if s)
        return (
            f"<div><p><strong>{html.escape(self._head())}</strong></p>{text}<ul>{rows}</ul></div>"
        )


def _row(finding):
    mark = "✓" if finding.passed else "✗" if finding.judged else "–"
    lines = html.escape(str(finding)).split("\n")
    return f"<li style='list-style:none'>{mark} {'<br>'.join(lines)}</li>"


#: All answers of a check together take at most so many times the limit of one call. What the method
#: itself takes, which compiles on first use, is not the student's.
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


def check_step(
    name: str | Exercise, step: Callable, *, student: str = "", seconds: float = 3.0
) -> Report:
    """Run `step` inside the method of the exercise `name`, in a separate process, and judge each
    of its properties on its own.

    name: or an `Exercise` of your own. step: a plain function with the arguments of the starter
    (`lab.exercise(name)`). student: whose own problems are played as well, the same for the same
    name everywhere. seconds: the limit of one call; all calls together have ten times as much.

    An answer may be off by 1e-5 of the numbers that it is made of, so that single precision and a
    bisection are good enough; what must be exactly 0 must be.

    Returns a `Report`: true if every property holds; its `score` is their weighted share above
    that of an answer that does nothing.
    """
    (name, exercise), seconds = catalogue.named(name), positive(seconds, "seconds")
    check = _Check(exercise, seconds, as_text(student, "student"))
    message = mismatch(step, exercise.starter) or _sent(check, packed(step))
    return check.report(name, message)


def _sent(check, step):
    """Run the step in a separate process; what broke it off, or ""."""
    with remote() as process, np.errstate(all="ignore"):
        return process.load(step=step)[1] or check.run(process)


def judged(name: str, process: Remote, seconds: float, student: str = "") -> Report:
    """The `Report` on the step of the exercise `name` that `process` has loaded."""
    check = _Check(catalogue.find(name), seconds, student)
    return check.report(name, check.run(process))


class _BrokenOff(Exception):
    """A call without an answer. survives: whether the process does."""

    def __init__(self, survives):
        self.survives = survives


class _JudgedStep:
    """The step of a method in a check: each call is answered by the process, and judged."""

    def __init__(self, check, process, problem):
        self.check, self.where, self.calls = check, (process, problem), count()

    def __call__(self, *args, **facts):
        return self.check.judge(*self.where, next(self.calls), Call(args, facts))


class _Check:
    """What is found while the problems are played one after another."""

    def __init__(self, exercise, seconds, student=""):
        self.exercise, self.seconds, self.student = exercise, seconds, student
        self.left = 0.0
        self.failed, self.judged, self.notes, self.errors = {}, set(), [], []

    def run(self, process):
        """Play all problems; return what broke them off altogether, or ""."""
        self.left = _ALL * self.seconds
        for student in dict.fromkeys(("", self.student)):
            with data_of(student):
                for problem in self.exercise.problems():
                    own = (
                        replace(problem, name=f"{problem.name} (your own)") if student else problem
                    )
                    if not self._play(process, own):
                        return self.errors[-1]
        # A step that breaks off somewhere only has lost the properties that it never came to.
        return self.errors[0] if self.errors else ""

    def _play(self, process, problem):
        """Whether the process is still usable after this problem."""
        ask = _JudgedStep(self, process, problem)
        try:
            for _ in problem.play(ask) or ():
                pass
        except _BrokenOff as broken:
            return broken.survives
        except (Refused, ArithmeticError, np.linalg.LinAlgError) as error:
            # A wrong answer may lead anywhere, and was judged. With none, this is not its doing.
            if not self.failed:
                self.errors.append(
                    f"No property failed, but the method breaks off on {problem.name} after "
                    f"{next(ask.calls)} answers ({error}); it can't be judged there."
                )
        return True

    def judge(self, process, problem, iterate, call):
        """What the process answers to `call`, judged."""
        asked, limit = monotonic(), max(min(self.seconds, self.left), 0.01)
        answer = process.ask({"args": pickle.dumps(call.args, protocol=5)}, limit)
        self.left -= monotonic() - asked
        where = f" on {problem.name} in iterate {iterate}"
        shape = tuple(self.exercise.shape(*call.args))
        sentence = refusal(answer, shape, self.seconds, where)
        self._note(answer)
        if sentence:
            self.errors.append(sentence)
            self._fail(_ANSWERS, problem, iterate, "there is no answer to judge")
            raise _BrokenOff(not answer.keys() & {"late", "gone"})
        value = value_of(answer, shape)
        self._plain(answer, problem, iterate)
        self._judge(call, value, problem, iterate)
        return value

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
            if not rule.applies(call):
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

    def report(self, name, message):
        """The `Report`, after a run that `message` says was broken off, or ""."""
        return Report(name, self._findings(message), message, tuple(self.notes), self.exercise.idle)

    def _findings(self, message):
        """A `Finding` for each property. One that was never judged is not passed."""
        rules = (*self.exercise.properties, _ANSWERS, _PLAIN)
        return tuple(self.failed.get(r.name) or self._held(r, message) for r in rules)

    def _held(self, rule, message):
        always = rule in (_ANSWERS, _PLAIN)
        judged = rule.name in self.judged or (always and self.judged and not message)
        return Finding(rule.name, bool(judged), rule.weight, rule.hint, judged=bool(judged))
