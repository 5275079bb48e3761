"""What there is to do: exercises, hunts and questions of scenes as tables, and a scene in words."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields

from lab import discovery
from lab.checking import catalogue
from lab.discovery import find
from lab.experiment import Experiment
from lab.runs.opening import scene
from solvers import InputError


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a `Listing`. level: 1 to 3. minutes: what most need.
    title: of an exercise; what a hunt or a question asks."""

    name: str
    level: int
    minutes: int
    lesson: str
    title: str


class Listing(Sequence):
    """Entries, readable as a table; `listing["name"]` is the one of that name."""

    def __init__(self, entries: Iterable[Entry]):
        self._entries = tuple(entries)

    def __len__(self):
        return len(self._entries)

    def __getitem__(self, k):
        if isinstance(k, slice):
            return Listing(self._entries[k])
        if not isinstance(k, str):
            return self._entries[k]
        return next((e for e in self if e.name == k), None) or self._lacks(k)

    def _lacks(self, name):
        raise InputError(f"{name!r} is not among {', '.join(e.name for e in self) or 'none'}.")

    def rows(self) -> Iterator[tuple[str, ...]]:
        """The entries as tuples of words, after the heads."""
        yield tuple(field.name for field in fields(Entry))
        yield from (tuple(map(str, astuple(entry))) for entry in self)

    def __repr__(self):
        rows = list(self.rows())
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (
            "  ".join(w.ljust(n) for w, n in zip(row, widths, strict=True)).rstrip() for row in rows
        )
        return "\n".join(lines)

    def _repr_html_(self):
        head, *body = ([html.escape(word) for word in row] for row in self.rows())
        lines = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in body)
        return f"<table><tr><th>{'</th><th>'.join(head)}</th></tr>{lines}</table>"


def exercises() -> Listing:
    """The exercises of all lessons: name, level, minutes, lesson, title.

    Level 1 is one formula, 2 has cases, 3 takes several steps. `lab.exercise(name)` shows one; what
    cannot be loaded is left out, and `lab list` says why.
    """
    return Listing(_loadable(_exercise, catalogue.modules().items()))


def _exercise(name, place):
    one = catalogue.find(name)
    return Entry(name, one.level, one.minutes, place[0], one.title)


def hunts() -> Listing:
    """The hunts of all lessons: name, level, minutes, lesson, task. `lab.hunt(name)` opens one."""
    return Listing(
        Entry(name, one.level, one.minutes, one.address.partition("/")[0], one.task)
        for name, one in catalogue.hunts().items()
    )


#: Minutes of a question in front of a class: one that is answered by a choice, and by a click.
_CHOICE, _CLICK = 2, 3


def questions(where: str | None = None) -> Listing:
    """What scenes ask in predict mode as they open: name (lesson/scene/key), level, minutes,
    lesson, question.

    where: a lesson or a scene; without it all scenes are solved, which takes half a minute.
    A question that is answered by a choice has level 1, by a click in the picture level 2.
    """
    return Listing(entry for found in _loadable(_asked, _scenes(where)) for entry in found)


def _scenes(where):
    lessons = discovery.LESSONS
    if not (where is None or (isinstance(where, str) and where in lessons)):
        return [(find(where)[0],)]
    wanted = lessons if where is None else [where]
    return [(f"{name}/{one}",) for name in wanted for one in lessons[name].names()]


def _asked(address):
    lesson = address.partition("/")[0]
    return [
        Entry(
            f"{address}/{q.key}", 2 if q.aim else 1, _CLICK if q.aim else _CHOICE, lesson, q.prompt
        )
        for q in scene(address).questions
    ]


def _loadable(make: Callable, given):
    """make(*one) of each of `given`, without those of what cannot be loaded."""
    for one in given:
        try:
            yield make(*one)
        except InputError:
            continue


@dataclass(frozen=True, slots=True)
class Description:
    """A scene in words. address: as `lab.dashboard` takes it; first and see may be ""."""

    address: str
    title: str
    question: str
    first: str
    see: str

    def rows(self) -> list[tuple[str, str]]:
        """(head, sentence) of what is said."""
        return [("Question", self.question), *hints(self)]

    def __str__(self) -> str:
        return "\n".join([f"{self.title} ({self.address})", *map(": ".join, self.rows())])

    __repr__ = __str__

    def _repr_html_(self):
        lines = (f"<dt>{head}</dt><dd>{html.escape(words)}</dd>" for head, words in self.rows())
        title = f"<b>{html.escape(self.title)}</b> <code>{html.escape(self.address)}</code>"
        return f"<p>{title}</p><dl>{''.join(lines)}</dl>"


def hints(scene: Experiment | Description) -> list[tuple[str, str]]:
    """(head, sentence) of what to try first in a scene, and of what that shows."""
    both = (("Try first", scene.first), ("See", scene.see))
    return [(head, words) for head, words in both if words]


def describe(address: str) -> Description:
    """The question of a scene, what to try first, and what that shows.

    address: as for `lab.dashboard`, such as "lasso" or "lars/race"; what is not known raises
    `InputError`. Nothing is solved.
    """
    place, one = find(address)[:2]
    return Description(place, one.title, one.question, one.first, one.see)
