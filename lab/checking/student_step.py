"""A student's own step next to the reference, on one clock: `lab.dashboard("lasso", step=mine)`."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import numpy as np

from lab import discovery
from lab.checking import catalogue
from lab.checking.answers import mismatch, refusal, value_of
from lab.checking.comparing import iterates_of, marked, reference_of
from lab.checking.remote import packed, remote
from lab.checking.task import StepMethod
from lab.experiment import Experiment, Run
from lab.race.methods import STUDENT
from solvers import InputError, Options, Result
from solvers.exchange import Refused
from widgets import Scene
from widgets.knobs import Knob


def exercise_of(
    experiment: Experiment, step: Callable | Mapping[str, Callable]
) -> tuple[str, Callable]:
    """(exercise, function): the one that `step` says, or the only one that it can solve there."""
    if experiment.student_steps is None:
        raise InputError(
            f"step does not apply: {experiment.name} has no step of one's own; check it with "
            f"lab.check_step, or take a scene that has one: {', '.join(scenes_with_steps())}."
        )
    methods = experiment.student_steps.methods
    if isinstance(step, Mapping):
        return _named(methods, step)
    starters = {name: catalogue.find(name).starter for name in methods}
    wrong = {name: mismatch(step, starter) for name, starter in starters.items()}
    fit = [name for name, sentence in wrong.items() if not sentence]
    if len(methods) == 1 and not fit:
        ((name, sentence),) = wrong.items()
        raise InputError(f"{sentence} lab.exercise({name!r}) shows them.")
    found = _distinguished(step, {name: starters[name] for name in fit})
    if found is None:
        raise InputError(_several(experiment, fit or list(methods), starters))
    return found, step


def _named(methods, step):
    if len(step) != 1 or not step.keys() <= methods.keys():
        known = ", ".join(map(repr, methods))
        raise InputError(f"step must name one of {known}, got {', '.join(map(repr, step))}.")
    ((name, function),) = step.items()
    wrong = mismatch(function, catalogue.find(name).starter)
    if wrong:
        raise InputError(f"{wrong} lab.exercise({name!r}) shows them.")
    return name, function


def _distinguished(step, starters):
    """The one of `starters` with the step's name, or the same arguments; else the only one."""
    called = getattr(step, "__name__", "")
    for name in starters:
        if called == name.replace("-", "_"):
            return name
    names = {name: _arguments(starter) for name, starter in starters.items()}
    same = [name for name, wanted in names.items() if _arguments(step)[: len(wanted)] == wanted]
    fit = same if len(same) == 1 else list(starters)
    return fit[0] if len(fit) == 1 else None


def _arguments(function):
    try:
        return list(inspect.signature(function).parameters)
    except ValueError:  # it does not say what it takes
        return []


def _several(experiment, names, starters):
    listed = "; ".join(f"{name} ({', '.join(_arguments(starters[name]))})" for name in names)
    return (
        f"step must be one of the exercises of {experiment.name}, by name as in "
        f"step={{{names[0]!r}: mine}} or by its arguments: {listed}."
    )


def scenes_with_steps() -> list[str]:
    """The names of the scenes that take a student's step."""
    lessons = discovery.LESSONS.values()
    return [
        scene.name
        for lesson in lessons
        for scene in lesson.scenes
        if scene.student_steps is not None
    ]


def with_defaults(knobs: Iterable[Knob], method: StepMethod) -> tuple[Knob, ...]:
    """The knobs, opened where the method has a place for the step, and something to show."""
    return tuple(replace(k, default=_default(k, method)) for k in knobs)


def _default(knob, method):
    default, values = method.start.get(knob.name, knob.default), method.requires.get(knob.name, ())
    if not values:
        return default
    if isinstance(default, tuple):
        return (*default, *(v for v in values if v not in default))
    return default if default in values else values[0]


def require_settings(experiment: Experiment, exercise: str, settings: Mapping[str, Any]) -> None:
    """Refuse knobs at which the method has no place for the step."""
    for name, values in experiment.student_steps.methods[exercise].requires.items():
        given = settings[name]
        if isinstance(given, list | tuple):
            missing = [v for v in values if v not in given]
            if missing:
                raise InputError(
                    f"{name} must include {missing[0]!r} with your {exercise}, got {given!r}."
                )
        elif given not in values:
            raise InputError(
                f"{name} must be {' or '.join(map(repr, values))} with your {exercise}, "
                f"got {given!r}."
            )


#: Seconds that one call of a step may take.
PATIENCE = 3.0
#: Where the iterates are so many times as large as the reference's ever were, the run ends.
_OUT = 10.0
#: It ends at the gap at which the reference was done, up to rounding, or at this one.
_NEAR, _LEAST = 1.001, 1e-9


def with_step(experiment: Experiment, step: Callable | Mapping[str, Callable]) -> Experiment:
    """The experiment with the student's `step` as a rival called "yours": a function, or
    {exercise: function} where a scene takes several that look alike."""
    exercise, function = exercise_of(experiment, step)
    student = StudentRival(experiment, exercise, packed(function))
    return replace(
        experiment, knobs=with_defaults(experiment.knobs, student.method), student=student
    )


class StudentRival:
    """The rival whose step is the student's; experiment: the scene where it runs with others."""

    name = STUDENT

    def __init__(self, experiment: Experiment, exercise: str, step: bytes):
        self.experiment, self.exercise, self.step = experiment, exercise, step
        self.steps, self.method = (
            experiment.student_steps,
            experiment.student_steps.methods[exercise],
        )

    def play(self, run: Run, cancelled: Callable[[], bool] | None = None) -> Result:
        """The `Result` of the method with the step in it, on the budget of the reference."""
        require_settings(self.experiment, self.exercise, run.settings)
        if self.steps.budget is None:
            return self._after_reference(run, run.results[reference_of(run)], cancelled)
        budget, size = self.steps.budget(run)
        options = Options(max_iter=budget, cancelled=cancelled)
        return self._driven(run, iter, options, size)

    def _after_reference(self, run, reference, cancelled):
        """On the budget of the reference, to where it ended, and on its clock: the seconds of a
        separate process are not the method's."""
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
            states = counted(self.method.states(run, ask))
            return self.steps.drive(_until_refused(states, _OUT * (1.0 + size)), run, options)

    def marked(self, picture: Scene, run: Run) -> Scene:
        """The picture with what is the student's."""
        return marked(picture, run)


@contextmanager
def _asking(step, exercise):
    """ask(*args) -> what the step returns; it raises `Refused`."""
    with remote() as process:
        failed = process.load(step=step)[1]
        if failed:
            raise InputError(failed)

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
    """The states until a call has no value or an iterate leaves the picture; a note then says
    so."""
    last = None
    try:
        for state in states:
            last = state
            if np.abs(state["x"]).max() > most:
                yield state | {"stop": "diverged", "note": "Yours leaves the picture here."}
                return
            yield state
    except Refused as refused:
        assert last is not None  # the first state asks for no step
        here = {key: value for key, value in last.items() if key not in ("iteration", "work")}
        yield here | {"stop": "stalled", "note": str(refused)}
