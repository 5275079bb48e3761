"""A student's own step beside the reference, on one clock: `lab.dashboard("lasso", step=mine)`."""

from __future__ import annotations

import pickle
import sys
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from lab.checking import catalogue
from lab.checking.answers import mismatch, refusal, value_of
from lab.checking.remote import LOADING, packed, remote
from lab.drawing.text import number, point
from lab.race.methods import YOURS
from solvers import InputError, Options, about
from widgets import Points, Text, row

#: Seconds that one call of a step may take.
PATIENCE = 3.0
#: Iterates further apart than this share of the reference's size have parted.
_APART = 1e-6
#: Where the iterates are so many times as large as the reference's ever were, the run ends.
_OUT = 10.0


class Refused(Exception):
    """A call of a step that has no value; its sentence says why."""


def with_step(experiment, step):
    """The experiment with the student's `step` as a rival called "yours"."""
    if experiment.own is None:
        raise InputError(
            f"step does not apply: {experiment.name} has no step of one's own; check it with "
            "lab.check_step, or take a scene that has one, such as 'lasso'."
        )
    wrong = mismatch(step, catalogue.find(experiment.own.exercise).starter)
    if wrong:
        raise InputError(f"{wrong} lab.exercise({experiment.own.exercise!r}) shows them.")
    step = packed(step)

    def solve(settings, cancelled=None):
        run = replace(experiment.solve(settings, cancelled), settings=settings)
        result = _play(experiment.own, step, run, cancelled)
        return replace(run, results={**run.results, YOURS: result})

    return replace(experiment, solve=solve, scene=lambda run: _marked(experiment.scene(run), run))


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


def _play(own, step, run, cancelled):
    """The `Result` of the method with the step in it, on the budget of the reference."""
    reference = run.trace
    options = Options(max_iter=int(reference.iteration[-1]), cancelled=cancelled)
    with _asking(step, catalogue.find(own.exercise)) as ask:
        states = _until_refused(own.states(run, ask), _OUT * (1.0 + _size(run)))
        return options.drive(states, run.problem.certify)


def _size(run):
    return np.abs(run.trace.snapshots[about(type(run.problem), run.main).iterate]).max()


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


def parting(run):
    """The first frame at which the student's iterate is not the reference's, or None; and both
    paths at the frames (T, D)."""
    rows = run.experiment.own.view(run).rows
    iterate = about(type(run.problem), run.main).iterate
    reference, yours = (run.traces[m].snapshots[iterate][rows[m]] for m in (run.main, YOURS))
    apart = np.abs(yours - reference).max(axis=1) > _APART * max(np.abs(reference).max(), 1e-300)
    return (int(np.argmax(apart)) if apart.any() else None), reference, yours


def _marked(picture, run):
    """The picture with the frame marked at which both part, and a sentence there."""
    k, reference, yours = parting(run)
    captions = list(picture.captions)
    if k is None:
        captions[-1] = f"{captions[-1]} Yours went the same way to the end."
        return replace(picture, captions=captions)
    notes = run.results[YOURS].notes
    ended = len(yours) > k and np.array_equal(yours[k], yours[-1])
    why = f" {notes[-1]}" if notes and ended else ""
    captions[k] = f"Here yours parts — {_where(yours[k], reference[k])}.{why} {captions[k]}"
    panels = [
        replace(p, marks=[*p.marks, *_place(k, yours)]) if p.key == run.experiment.own.panel else p
        for p in picture.panels
    ]
    return replace(picture, captions=captions, panels=panels)


def _where(yours, reference):
    """Where both are, in words; points of many dimensions are told by their distance."""
    if yours.size > 3:
        return f"its distance from the reference is {number(np.linalg.norm(yours - reference))}"
    return f"it is at {point(yours)}, the reference at {point(reference)}"


def _place(k, yours):
    """A cross, from frame k on, where the student's path parts."""
    if yours.shape[1] not in (2, 3):
        return
    seen = (np.arange(len(yours)) >= k)[:, None]
    axes = "xyz"[: yours.shape[1]]
    at = {axis: row(np.where(seen, yours[k, d], np.nan)) for d, axis in enumerate(axes)}
    yield Points(**at, symbol="x", tone="ink", size=12.0, label="here yours parts")
    yield Text(**at, text=("yours parts",), tone="ink")
