"""Which lessons there are: those in `lab/lessons/`, found by looking, and those that other
distributions offer under the entry-point group `convexlab.lessons`.

A lesson is imported when it is asked for, a scene likewise; what cannot be imported is named in one
sentence and leaves the others as they are.
"""

from __future__ import annotations

import math
import pkgutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.checks import InputError

if TYPE_CHECKING:
    from lab.experiment import Experiment

#: The entry-point group under which another distribution offers lessons.
GROUP = "convexlab.lessons"
_OWN = "lab.lessons"


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A lesson: one source, one question, several scenes; the first is shown first.

    name: the first part of its scenes' addresses. scenes: Experiments, or `scenes_of(__name__)`.
    order: its place in the workbook, smallest first; without one it comes last.
    """

    name: str
    title: str
    question: str
    source: str
    scenes: Sequence
    order: float = math.inf

    def names(self) -> list[str]:
        """The names of its scenes; none is imported for that."""
        return self.scenes.names if isinstance(self.scenes, Scenes) else _names(self.scenes)

    def scene(self, name: str) -> Experiment:
        """The `Experiment` of that name; no other is imported for that."""
        return self.scenes[self.names().index(name)]


def _names(experiments):
    return [e.name for e in experiments]


class Scenes(Sequence):
    """The scenes of a lesson's package: its folders that hold a `scene.py` with an `EXPERIMENT`,
    each imported when it is asked for. Going through them leaves out what cannot be imported."""

    def __init__(self, package: str, first: Sequence[str] = ()):
        self.package = package
        folders = [Path(folder) for folder in sys.modules[package].__path__]
        found = {file.parent.name for folder in folders for file in folder.glob("*/scene.py")}
        order = {name.replace("-", "_"): k for k, name in enumerate(first)}
        self.folders = sorted(found, key=lambda name: (order.get(name, len(order)), name))
        self.names = [name.replace("_", "-") for name in self.folders]

    def __len__(self):
        return len(self.folders)

    def __getitem__(self, k):
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        place = f"{self.package}.{self.folders[k]}.scene"
        try:
            return import_module(place).EXPERIMENT
        except Exception as error:
            raise InputError(_reason(f"The scene {self.names[k]!r} ({place})", error)) from error

    def __iter__(self):
        for k in range(len(self)):
            try:
                yield self[k]
            except InputError:
                continue

    def broken(self) -> dict[str, str]:
        """Scene name -> why it cannot be loaded."""
        return dict(_failures(self.names, lambda name: self[self.names.index(name)]))


def scenes_of(package: str, *first: str) -> Scenes:
    """The scenes in the folders of `package`: those named `first` in that order, then the rest."""
    return Scenes(package, first)


@lru_cache(maxsize=4)
def _offered(group, _places):
    """The entry points of `group`. Reading what is installed takes as long as solving a scene, so
    it is read again only where a folder of the path has changed."""
    return entry_points(group=group)


def _changed(place):
    """When something came into the folder `place` or left it; 0 where there is none."""
    try:
        return Path(place).stat().st_mtime_ns
    except OSError:
        return 0


class Lessons(Mapping):
    """Lesson name -> Lesson, in the order of the workbook; each is imported when it is asked for.

    Going through them leaves out what cannot be loaded; `broken()` says why.
    """

    def __init__(self, package: str = _OWN, group: str = GROUP):
        self._package, self._group = package, group
        self._loaded: dict[str, Lesson] = {}

    def places(self) -> dict[str, str]:
        """Lesson name -> the package that holds it; nothing is imported for that."""
        return {e.name: e.module for e in self._foreign()} | self._inside()

    def _inside(self):
        modules = pkgutil.iter_modules(import_module(self._package).__path__)
        return {m.name.replace("_", "-"): f"{self._package}.{m.name}" for m in modules if m.ispkg}

    def _foreign(self):
        return _offered(self._group, tuple((place, _changed(place)) for place in sys.path))

    def __getitem__(self, name: str) -> Lesson:
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name):
        place = self._inside().get(name)
        entry = next((e for e in self._foreign() if e.name == name), None) if not place else None
        if not (place or entry):
            raise KeyError(name)
        try:
            lesson = entry.load() if entry else import_module(place).LESSON
            return _checked(lesson, name)
        except Exception as error:
            place = place or entry.value
            raise InputError(_reason(f"The lesson {name!r} ({place})", error)) from error

    def __iter__(self) -> Iterator[str]:
        names = self.places()
        failed = dict(_failures(names, self.__getitem__))
        there = [name for name in names if name not in failed]
        return iter(sorted(there, key=lambda name: (self[name].order, name)))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return name in self.places() and not dict(_failures([name], self.__getitem__))

    def broken(self) -> dict[str, str]:
        """Lesson or scene address -> why it cannot be loaded; imports all that can be."""
        failed = dict(_failures(self.places(), self.__getitem__))
        for name in self:
            scenes = self[name].scenes
            if isinstance(scenes, Scenes):
                failed |= {f"{name}/{scene}": why for scene, why in scenes.broken().items()}
        return failed | self._hidden()

    def _hidden(self):
        """Lessons of other distributions whose names are taken, under their own place."""
        places = self.places()
        return {e.value: f"The lesson {e.name!r} ({e.value}) has the name of {places[e.name]}."
                for e in self._foreign() if places[e.name] != e.module}  # fmt: skip

    def offers(self, what: str) -> dict[str, str]:
        """Lesson name -> its module `what` ("bench", "tables"), for those lessons that have one."""
        found = {name: f"{place}.{what}" for name, place in self.places().items()}
        return {name: found[name] for name in self if _exists(found[name])}


def _exists(module):
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # what holds it is no package
        return False


def _failures(names, load):
    for name in names:
        try:
            load(name)
        except InputError as error:
            yield name, str(error)


def _reason(what, error):
    why = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{what} cannot be loaded: {why.rstrip('.')}."


def _checked(lesson, name):
    if not isinstance(lesson, Lesson):
        raise TypeError(f"it must be a lab.Lesson, got {type(lesson).__name__}")
    if lesson.name != name:
        raise ValueError(f"it calls itself {lesson.name!r}; both names must be the same")
    return lesson


#: The lessons of the workbook.
LESSONS = Lessons()
