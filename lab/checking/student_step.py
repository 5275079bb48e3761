"""A student's own step beside the reference, on one clock: `lab.dashboard("lasso", step=mine)`."""

from __future__ import annotations

import pickle
import sys
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count

import numpy as np

from lab.checking import catalogue
from lab.checking.answers import refusal, value_of
from lab.checking.comparing import iterates_of, marked, reference_of
from lab.checking.fitting import chosen, require_settings, with_defaults
from lab.checking.remote import LOADING, packed, remote
from lab.race.methods import STUDENT
from solvers import InputError, Options
from solvers.exchange import Refused

#: Seconds that one call of a step may take.
PATIENCE = 3.0
#: Where the iterates are so many times as large as the reference's ever were, the run ends.
_OUT = 10.0
#: It ends at the gap at which the reference was done, up to rounding, or at this one.
_NEAR, _LEAST = 1.001, 1e-9


def with_step(experiment, step):
    """The experiment with the student's `step` as a rival called "yours": a function, or
    {exercise: function} where a scene takes several that look alike."""
    exercise, function = chosen(experiment, step)
    student = StudentRival(experiment, exercise, packed(function))
    return replace(experiment, knobs=with_defaults(experiment.knobs, student.way), student=student)


class StudentRival:
    """The rival whose step is the student's; experiment: the scene where it plays beside others."""

    name = STUDENT

    def __init__(self, experiment, exercise, step):
        self.experiment, self.exercise, self.step = experiment, exercise, step
        self.steps, self.way = experiment.student_steps, experiment.student_steps.ways[exercise]

    def play(self, run, cancelled=None):
        """The `Result` of the method with the step in it, on the budget of the reference."""
        require_settings(self.experiment, self.exercise, run.settings)
        if self.steps.budget is None:
            return self._beside(run, run.results[reference_of(run)], cancelled)
        budget, size = self.steps.budget(run)
        options = Options(max_iter=budget, cancelled=cancelled)
        return self._driven(run, iter, options, size)

    def _beside(self, run, reference, cancelled):
        """On the budget of the reference, to where it ended, and on its clock: the seconds of a
        process of its own are not the method's."""
        trace, size = reference.trace, np.abs(iterates_of(run, reference_of(run))).max()
        near = reference.certificate.relative_gap if reference.status == "converged" else 0.0
        options = Options(
            max_iter=int(trace.iteration[-1]), tol=max(_LEAST, _NEAR * near), cancelled=cancelled
        )
        result = self._driven(run, partial(_counted, trace), options, size)
        seconds = trace.seconds[: len(result.trace)]
        return replace(result, trace=replace(result.trace, seconds=seconds))

    def _driven(self, run, counted, options, size):
        with _asking(self.step, catalogue.find(self.exercise)) as ask:
            states = counted(self.way.states(run, ask))
            return self.steps.drive(_until_refused(states, _OUT * (1.0 + size)), run, options)

    def marked(self, picture, run):
        """The picture with what is the student's."""
        return marked(picture, run)


@contextmanager
def _asking(step, exercise):
    """ask(*args) -> what the step returns; it raises `Refused`."""
    with remote() as process:
        answer = process.ask({"step": step, "path": sys.path}, LOADING)
        if answer.keys() & {"error", "late", "gone"}:
            raise InputError(refusal(answer, (), LOADING))

        calls = count(1)

        def ask(*args):
            where = f" in call {next(calls)}"
            answer = process.ask({"args": pickle.dumps(args, protocol=5)}, PATIENCE)
            shape = exercise.shape(*args)
            sentence = refusal(answer, shape, PATIENCE, where)
            if sentence:
                raise Refused(sentence)
            return value_of(answer, shape)

        yield ask


def _counted(trace, states):
    """The states with the iterations and the work of the reference's rows."""
    for state, iteration, work in zip(states, trace.iteration, trace.work, strict=False):
        yield state | {"iteration": int(iteration), "work": int(work)}


def _until_refused(states, most):
    """The states until a call has no value or an iterate is out of sight; a note then says so."""
    last = None
    try:
        for state in states:
            last = state
            if np.abs(state["x"]).max() > most:
                yield state | {"stop": "diverged", "note": "Yours leaves the picture here."}
                return
            yield state
    except Refused as refused:
        here = {key: value for key, value in last.items() if key not in ("iteration", "work")}
        yield here | {"stop": "stalled", "note": str(refused)}
