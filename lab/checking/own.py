"""A student's own step beside the reference, on one clock: `lab.dashboard("lasso", step=mine)`."""

from __future__ import annotations

import pickle
import sys
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from lab.checking import catalogue
from lab.checking.answers import refusal, value_of
from lab.checking.fitting import chosen, require_settings, with_defaults
from lab.checking.remote import LOADING, packed, remote
from lab.checking.task import Refused
from lab.checking.yours import EXERCISE, iterates_of, marked, reference_of
from lab.race.methods import YOURS
from solvers import InputError, Options

#: Seconds that one call of a step may take.
PATIENCE = 3.0
#: Where the iterates are so many times as large as the reference's ever were, the run ends.
_OUT = 10.0


def with_step(experiment, step):
    """The experiment with the student's `step` as a rival called "yours": a function, or
    {exercise: function} where a scene takes several that look alike."""
    exercise, function = chosen(experiment, step)
    way, pickled = experiment.own.ways[exercise], packed(function)

    def solve(settings, cancelled=None):
        require_settings(experiment, exercise, settings)
        run = experiment.solve(settings, cancelled)
        extra = {**run.extra, EXERCISE: exercise}
        run = replace(run, settings=settings, experiment=experiment, extra=extra)
        return replace(run, results={**run.results, YOURS: _play(way, pickled, run, cancelled)})

    return replace(
        experiment,
        knobs=with_defaults(experiment.knobs, way),
        solve=solve,
        scene=lambda run: marked(experiment.scene(run), run),
    )


@contextmanager
def _asking(step, exercise):
    """ask(*args) -> what the step returns; it raises `Refused`."""
    with remote() as process:
        answer = process.ask({"step": step, "path": sys.path}, LOADING)
        if answer.keys() & {"error", "late", "gone"}:
            raise InputError(refusal(answer, (), LOADING))

        def ask(*args):
            answer = process.ask({"args": pickle.dumps(args, protocol=5)}, PATIENCE)
            shape = exercise.shape(*args)
            sentence = refusal(answer, shape, PATIENCE)
            if sentence:
                raise Refused(sentence)
            return value_of(answer, shape)

        yield ask


def _play(way, step, run, cancelled):
    """The `Result` of the method with the step in it, on the budget of the reference."""
    own = run.experiment.own
    budget, size = (own.reach or _reach)(run)
    options = Options(max_iter=budget, cancelled=cancelled)
    with _asking(step, catalogue.find(run.extra[EXERCISE])) as ask:
        states = _until_refused(way.states(run, ask), _OUT * (1.0 + size))
        return own.drive(states, run, options)


def _reach(run):
    """(the reference's iterations, how large its iterates were)."""
    name = reference_of(run)
    return int(run.traces[name].iteration[-1]), np.abs(iterates_of(run, name)).max()


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
        yield last | {"stop": "stalled", "note": str(refused)}
