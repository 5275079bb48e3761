"""Hunts: settings to be found, judged by the run that they give, never by an earlier picture."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from lab.checking import catalogue
from lab.checking.task import Hunt, seeded
from lab.discovery import find
from lab.experiment import Run
from solvers.checks import InputError, as_text
from solvers.compiled import is_compiled

#: What the first check says where kernels are missing.
COMPILES = "Compiling the kernels that this check needs (once; about a minute)..."


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check of a hunt says; true where it is found."""

    hunt: str
    found: bool
    sentence: str

    def __bool__(self):
        return self.found

    def __str__(self):
        return f"{self.hunt}: {'found' if self.found else 'not yet'}. {self.sentence}"

    __repr__ = __str__


def again(run: Run, **changes: Any) -> Run:
    """The run of the same scene with some settings changed."""
    return _solved(run.address, {**run.settings, **changes})


def _solved(where, settings):
    address, experiment = find(where)
    return experiment.play(experiment.settings(settings), address=address)


def opening(one: Hunt, student: str = "") -> dict[str, Any]:
    """The settings with which a hunt opens; those of a student's own data come from the name."""
    if not as_text(student, "student"):
        return dict(one.start)
    rng, knobs = seeded(0, student), {k.name for k in find(one.address)[1].knobs}
    seeds = {"seed": range(1, 1000)} if "seed" in knobs else {}
    every = {**seeds, **one.own}
    drawn = {n: values[int(rng.integers(len(values)))] for n, values in every.items()}
    return {**one.start, **drawn}


def check_hunt(name: str, *, student: str = "", **settings: Any) -> Verdict:
    """Whether `settings` are what the hunt `name` asks for: they are solved anew and judged.

    Settings not given are those that the hunt opens with, for a `student` on their data. Those that
    do not fit, do not count, or have no answer, raise an InputError that says so. The first check
    compiles what it needs, and says so.
    """
    one = catalogue.find_hunt(name)
    start = opening(one, student)
    _require_counting(one, start, settings)
    if not is_compiled():
        print(COMPILES, file=sys.stderr, flush=True)
    run = _solved(one.address, {**start, **settings})
    found, sentence = one.judge(run)
    if run.result.status == "contradiction":  # what is shown by a wrong certificate is not found
        found, sentence = False, " ".join(run.result.notes)
    return Verdict(name, bool(found), sentence)


def _require_counting(one, start, settings):
    """Refuse settings of knobs that do not count."""
    experiment = find(one.address)[1]
    opened, given = experiment.settings(start), experiment.settings({**start, **settings})
    for name in settings if one.knobs else ():
        if name not in one.knobs and given[name] != opened[name]:
            raise InputError(
                f"{name} does not count in this hunt, and stays {opened[name]!r}, got "
                f"{settings[name]!r}; what counts is {' and '.join(one.knobs)}."
            )
