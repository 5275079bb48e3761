"""Which exercises and hunts there are: the files of `exercises/`, and `HUNTS` in `hunts.py`, in the
package of each lesson. What cannot be had is named in one sentence, and costs nothing else."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from lab import discovery
from lab.checking.task import Exercise, Hunt, Task
from lab.discovery import first_of_each, folders_of, reason
from lab.spelling import guess
from solvers.checks import InputError, as_text


def modules() -> dict[str, tuple[str, str]]:
    """Exercise name -> (lesson, module); no exercise is imported for that."""
    return first_of_each("exercise", _exercises())[0]


def _exercises():
    for lesson, package in discovery.LESSONS.offers("exercises").items():
        for file in pkgutil.iter_modules(folders_of(package)):
            yield file.name.replace("_", "-"), (lesson, f"{package}.{file.name}")


def names() -> list[str]:
    """The names of all exercises."""
    return sorted(modules())


def find(name: str) -> Exercise:
    """The `Exercise` of that name."""
    known = modules()
    if name not in known:
        raise InputError(_unknown(name, "an exercise", known, "lab.exercises()"))
    place = known[name][1]
    try:
        return _checked(import_module(place).EXERCISE, Exercise)
    except Exception as error:
        raise InputError(reason(f"The exercise {name!r} ({place})", error)) from error


def named(which: str | Exercise | None) -> tuple[str, Exercise]:
    """(name, `Exercise`) of a name, or of an exercise that no lesson holds yet."""
    if which is None:
        raise InputError("name must be that of an exercise, got none; lab.exercises() lists them.")
    if isinstance(which, Exercise):
        return which.starter.__name__.replace("_", "-"), which
    return which, find(as_text(which, "name"))


def exercise(name: str | Exercise | None = None, *, student: str = "") -> Task:
    """The task `name`, or one's own `Exercise`: the formula, a starter function with its docstring,
    one worked example. A notebook cell shows it. student: whose own problems the check plays too.
    """
    return Task(*named(name), as_text(student, "student"))


def hunts() -> dict[str, Hunt]:
    """Hunt name -> `Hunt`."""
    return {name: one for name, (_, one) in _hunts()[0].items()}


def find_hunt(name: str | None) -> Hunt:
    """The `Hunt` of that name."""
    known = hunts()
    if name is None:
        raise InputError("name must be that of a hunt, got none; lab.hunts() lists them.")
    if as_text(name, "name") not in known:
        raise InputError(_unknown(name, "a hunt", known, "lab.hunts()"))
    return known[name]


def _hunts():
    """(hunt name -> (lesson, `Hunt`), place -> why there is none)."""
    broken: dict[str, str] = {}
    sound = [
        (name, (lesson, hunt, f"{module}:{name}"))
        for lesson, module in discovery.LESSONS.offers("hunts").items()
        for name, hunt in _read(module, broken)
    ]
    first, taken = first_of_each("hunt", sound)
    return {name: (lesson, hunt) for name, (lesson, hunt, _) in first.items()}, broken | taken


def _read(module: str, broken: dict[str, str]) -> Iterator[tuple[str, Hunt]]:
    """The sound hunts of a module; why others are not goes to `broken`."""
    try:
        found = dict(import_module(module).HUNTS)
    except Exception as error:
        broken[module] = reason(f"The hunts of {module}", error)
        return
    for name, hunt in found.items():
        try:
            _check_scene(_checked(hunt, Hunt))
            yield name, hunt
        except Exception as error:
            broken[f"{module}:{name}"] = reason(f"The hunt {name!r} ({module})", error)


def _check_scene(hunt):
    """Refuse a hunt whose scene is not there; no scene is imported for that."""
    lesson, _, scene = hunt.address.partition("/")
    if lesson not in discovery.LESSONS or scene not in discovery.LESSONS[lesson].names():
        raise ValueError(f"its address must be that of a scene, lesson/scene, got {hunt.address!r}")


def _checked(thing, kind):
    if not isinstance(thing, kind):
        raise TypeError(
            f"it must be a lab.checking.task.{kind.__name__}, got {type(thing).__name__}"
        )
    return thing


def _unknown(name, what, known, listing):
    listed = ", ".join(sorted(known))
    return f"{name!r} is not {what}; {guess(name, known)}choose one of {listed}; see {listing}."


def broken() -> dict[str, str]:
    """Place -> why an exercise or a hunt cannot be had; imports all."""
    known, taken = first_of_each("exercise", _exercises())
    failed = dict(taken)
    for name, (_, place) in known.items():
        try:
            find(name)
        except InputError as error:
            failed[place] = str(error)
    for package in discovery.LESSONS.offers("exercises").values():
        if not folders_of(package):
            failed[package] = f"{package} must be a folder with a file for each exercise."
    return failed | _hunts()[1]
