"""Which exercise a student's function solves in a scene, and which settings it needs."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import replace

from lab import discovery
from lab.checking import catalogue
from lab.checking.answers import mismatch
from solvers import InputError


def chosen(experiment, step):
    """(exercise, function): the one that `step` says, or the only one that it can solve there."""
    if experiment.student_steps is None:
        raise InputError(
            f"step does not apply: {experiment.name} has no step of one's own; check it with "
            f"lab.check_step, or take a scene that has one: {', '.join(scenes_with_steps())}."
        )
    ways = experiment.student_steps.ways
    if isinstance(step, Mapping):
        return _named(ways, step)
    starters = {name: catalogue.find(name).starter for name in ways}
    wrong = {name: mismatch(step, starter) for name, starter in starters.items()}
    fit = [name for name, sentence in wrong.items() if not sentence]
    if len(ways) == 1 and not fit:
        ((name, sentence),) = wrong.items()
        raise InputError(f"{sentence} lab.exercise({name!r}) shows them.")
    found = _distinguished(step, {name: starters[name] for name in fit})
    if found is None:
        raise InputError(_several(experiment, fit or list(ways), starters))
    return found, step


def _named(ways, step):
    if len(step) != 1 or not step.keys() <= ways.keys():
        known = ", ".join(map(repr, ways))
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


def scenes_with_steps():
    """The names of the scenes that take a student's step."""
    lessons = discovery.LESSONS.values()
    return [
        scene.name
        for lesson in lessons
        for scene in lesson.scenes
        if scene.student_steps is not None
    ]


def with_defaults(knobs, way):
    """The knobs, opened where the method has a place for the step, and something to show."""
    return tuple(replace(k, default=_opened(k, way)) for k in knobs)


def _opened(knob, way):
    default, values = way.start.get(knob.name, knob.default), way.requires.get(knob.name, ())
    if not values:
        return default
    if isinstance(default, tuple):
        return (*default, *(v for v in values if v not in default))
    return default if default in values else values[0]


def require_settings(experiment, exercise, settings):
    """Refuse knobs at which the method has no place for the step."""
    for name, values in experiment.student_steps.ways[exercise].requires.items():
        given = settings[name]
        if isinstance(given, list | tuple):
            missing = [v for v in values if v not in given]
            if missing:
                raise InputError(
                    f"{name} must include {missing[0]!r} beside your {exercise}, got {given!r}."
                )
        elif given not in values:
            raise InputError(
                f"{name} must be {' or '.join(map(repr, values))} beside your {exercise}, "
                f"got {given!r}."
            )
