"""Which lessons there are, and what each contains: those in `lab/lessons/`, found by looking, and
those that other distributions offer under the entry-point group `convexlab.lessons`.

A lesson is imported when it is asked for, and so is a scene; a lesson that cannot be imported is
reported in one sentence, and the others still load. The same is looked for in every lesson's
package, whatever its distribution: scenes in modules and folders, `exercises/`, `hunts.py`,
`notebooks/`, `plan.md`, and, of other distributions, `bench.py`, `tables.py`. `find` says which
scene an address means.
"""

from __future__ import annotations

import math
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from lab import discovery
from lab.experiment import Experiment
from lab.spelling import guess
from solvers.checks import InputError, as_text

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

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or "/" in self.name:
            raise InputError(f"The name of a lesson must be a text without /, got {self.name!r}.")
        if isinstance(self.scenes, Scenes):
            return
        if not isinstance(self.scenes, (list, tuple)):
            raise InputError(
                f"scenes of {self.name} must be a tuple of lab.Experiment, or scenes_of(__name__), "
                f"got {self.scenes!r}."
            )
        wrong = [scene for scene in self.scenes if not hasattr(scene, "solve")]
        if wrong:
            raise InputError(f"scenes of {self.name} must hold lab.Experiment, got {wrong[0]!r}.")
        names = self.names()
        if len(set(names)) < len(names):
            raise InputError(f"scenes of {self.name} must have names of their own, got {names}.")

    def names(self) -> list[str]:
        """The names of its scenes; none is imported for this."""
        if isinstance(self.scenes, Scenes):
            return self.scenes.names
        return [one.name for one in self.scenes]

    def scene(self, name: str) -> Experiment:
        """The `Experiment` of that name; no other is imported for this."""
        return self.scenes[self.names().index(name)]


class Scenes(Sequence):
    """The scenes of a lesson's package: modules that set `EXPERIMENT`, and folders with a
    `picture.py` or a `scene.py` that does, each imported when it is asked for. Iteration leaves out
    what cannot be imported."""

    def __init__(self, package: str, first: Sequence[str] = ()):
        self.package = package
        found = dict(place for folder in sys.modules[package].__path__ for place in _scenes(folder))
        order = {name.replace("-", "_"): k for k, name in enumerate(first)}
        names = sorted(found, key=lambda name: (order.get(name, len(order)), name))
        self.modules = [found[name] for name in names]
        self.names = [name.replace("_", "-") for name in names]

    def __len__(self):
        return len(self.modules)

    def __getitem__(self, k):
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        place = f"{self.package}.{self.modules[k]}"
        try:
            return import_module(place).EXPERIMENT
        except Exception as error:
            raise InputError(reason(f"The scene {self.names[k]!r} ({place})", error)) from error

    def __iter__(self):
        for k in range(len(self)):
            try:
                yield self[k]
            except InputError:
                continue

    def broken(self) -> dict[str, str]:
        """Scene name -> why it cannot be loaded."""
        return dict(_failures(self.names, lambda name: self[self.names.index(name)]))


#: A module that is a scene sets this at the start of a line.
_SCENE = re.compile(rb"^EXPERIMENT\b", re.MULTILINE)


def _scenes(folder):
    """(scene, module) of the scenes in a lesson's folder, none of them imported."""
    for path in sorted(Path(folder).iterdir()):
        inside = [name for name in ("picture", "scene") if (path / f"{name}.py").is_file()]
        if inside:
            yield path.name, f"{path.name}.{inside[0]}"
        elif path.suffix == ".py" and _SCENE.search(path.read_bytes()):
            yield path.stem, path.stem


def scenes_of(package: str, *first: str) -> Scenes:
    """The scenes of `package`: those named `first` in that order, then the rest."""
    if not hasattr(sys.modules.get(as_text(package, "package")), "__path__"):
        raise InputError(
            f"package must be a package that is imported, as __name__ in its __init__.py, got "
            f"{package!r}."
        )
    return Scenes(package, first)


@lru_cache(maxsize=4)
def _offered(group, _places):
    """The entry points of `group`. Reading what is installed takes as long as solving a scene, so
    it is read again only where a folder of the path has changed."""
    return entry_points(group=group)


def _changed(place):
    """When an entry of the folder `place` was last added or removed; 0 where there is no folder."""
    try:
        return Path(place).stat().st_mtime_ns
    except OSError:
        return 0


class Lessons(Mapping):
    """Lesson name -> Lesson, in the order of the workbook; each is imported when it is asked for.

    Iteration leaves out what cannot be loaded; `broken()` says why.
    """

    def __init__(self):
        self._loaded: dict[str, Lesson] = {}

    def places(self) -> dict[str, str]:
        """Lesson name -> its package; nothing is imported for this."""
        return {name: entry.module for name, entry in self._entries().items()}

    def _entries(self):
        """Lesson name -> its entry point; the first of a name has it."""
        every = [*self._foreign(), *self._inside()]
        return {entry.name: entry for entry in every}

    def _inside(self):
        modules = pkgutil.iter_modules(import_module(_OWN).__path__)
        for name in (m.name for m in modules if m.ispkg):
            value = f"{_OWN}.{name}:LESSON"
            yield EntryPoint(name.replace("_", "-"), value, GROUP)

    def _foreign(self):
        return _offered(GROUP, tuple((place, _changed(place)) for place in sys.path))

    def __getitem__(self, name: str) -> Lesson:
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name):
        entry = self._entries()[name]
        try:
            return _checked(entry.load(), name)
        except Exception as error:
            raise InputError(reason(f"The lesson {name!r} ({entry.value})", error)) from error

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
        """Lesson name -> its module `what` ("bench", "exercises"), for lessons that have one."""
        found = {name: f"{self.places()[name]}.{what}" for name in self._ours_first()}
        return {name: place for name, place in found.items() if _exists(place)}

    def files(self, what: str) -> Iterator[tuple[str, Path]]:
        """(lesson name, file) of the files in the lessons' packages that the pattern `what` fits,
        such as "plan.md" or "notebooks/*.ipynb"."""
        places = self.places()
        for name in self._ours_first():
            for folder in folders_of(places[name]):
                yield from ((name, file) for file in sorted(Path(folder).glob(what)))

    def _ours_first(self):
        """The lessons that load, ours first, so that names of others never replace theirs."""
        places = self.places()
        return sorted(self, key=lambda name: not places[name].startswith(f"{_OWN}."))


def first_of_each(what: str, offered: Iterable[tuple[str, tuple]]) -> tuple[dict, dict]:
    """(name -> what is offered under it first, place -> why a later one is left out).

    what: a word for all of them. offered: (name, what is offered, whose last entry is its place).
    """
    found: dict[str, tuple] = {}
    taken: dict[str, str] = {}
    for name, one in offered:
        if found.setdefault(name, one) is not one:
            taken[str(one[-1])] = (
                f"The {what} {name!r} ({one[-1]}) has the name of {found[name][-1]}."
            )
    return found, taken


def folders_of(package: str) -> list[str]:
    """Where the files of a package are; nowhere for a module outside of a package."""
    spec = find_spec(package)
    return list(spec.submodule_search_locations or ()) if spec else []


def _exists(module):
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # its parent is not a package
        return False


def _failures(names, load):
    for name in names:
        try:
            load(name)
        except InputError as error:
            yield name, str(error)


def reason(what: str, error: Exception) -> str:
    """One sentence: `what` cannot be loaded, and why."""
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


def portable(address: str, experiment: Experiment) -> str | Experiment:
    """By what another process finds a scene: its address, or the `Experiment` itself, which has
    none where no lesson holds it."""
    return experiment if address == experiment.name else address


def _is_lesson(lessons, name):
    """Whether there is a lesson of that name; InputError where it cannot be loaded."""
    try:
        return bool(lessons[name])
    except KeyError:
        return False


def _at(lessons, lesson, scene):
    return f"{lesson}/{scene}", lessons[lesson].scene(scene)
