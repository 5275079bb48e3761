"""Which scene an address means: "lesson/scene", a scene's or a lesson's name, or the `Experiment`
itself."""

from __future__ import annotations

from lab import discovery
from lab.experiment import Experiment
from lab.spelling import guess
from solvers.checks import InputError


def find(where: str | Experiment) -> tuple[str, Experiment]:
    """(address, `Experiment`) of "lesson/scene", of a scene's name where it is unique, of a
    lesson's first scene, or of an `Experiment` itself. Imports that lesson and that scene only."""
    if isinstance(where, Experiment):
        return where.name, where
    lessons = discovery.LESSONS
    lesson, _, scene = str(where).partition("/")
    if _is_lesson(lessons, lesson):
        names = lessons[lesson].names()
        if not scene or scene in names:
            return _at(lessons, lesson, scene or names[0])
    hits = [] if scene else [name for name in lessons if lesson in lessons[name].names()]
    if len(hits) == 1:
        return _at(lessons, hits[0], lesson)
    known = [f"{name}/{e}" for name in lessons for e in lessons[name].names()]
    scenes = [address.partition("/")[2] for address in known]
    short = [*lessons, *(one for one in scenes if scenes.count(one) == 1)]
    problem = "is not unique" if hits else "is not known"
    meant = "" if hits else guess(where, known if scene else short)
    raise InputError(f"{where!r} {problem} as a scene; {meant}choose one of {', '.join(known)}.")


def _is_lesson(lessons, name):
    """Whether there is a lesson of that name; InputError where it cannot be loaded."""
    try:
        return bool(lessons[name])
    except KeyError:
        return False


def _at(lessons, lesson, scene):
    return f"{lesson}/{scene}", lessons[lesson].scene(scene)
