"""Hunts: settings to be found, judged by the run that they give, never by an earlier picture."""

from __future__ import annotations

import html
import pkgutil
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from lab import experiment
from solvers.checks import InputError

_PACKAGE = "lab.hunts"


@dataclass(frozen=True, slots=True, eq=False)
class Hunt:
    """A task with a checkable end.

    address: of the scene. start: the settings that it opens with. task: what to find.
    judge(run) -> (whether it is found, one sentence on what the run shows).
    """

    address: str
    start: Mapping[str, object]
    task: str
    judge: Callable


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


def hunts():
    """Hunt name -> `Hunt`: those of the files in `lab/hunts/`."""
    files = pkgutil.iter_modules(import_module(_PACKAGE).__path__)
    found = [import_module(f"{_PACKAGE}.{file.name}").HUNTS for file in files]
    return {name: one for lesson in found for name, one in lesson.items()}


def _find(name):
    known = hunts()
    if name not in known:
        raise InputError(f"{name!r} is not a hunt; choose one of {', '.join(sorted(known))}.")
    return known[name]


def again(run, **changes):
    """The run of the same scene with some settings changed."""
    return experiment.run(run.address, **{**run.settings, **changes})


def check_hunt(name: str, **settings: Any) -> Verdict:
    """Whether `settings` are what the hunt `name` asks for: they are solved anew and judged.

    What is not given stands as the hunt opens. Settings that do not fit, or have no answer, raise
    an InputError that says so.
    """
    one = _find(name)
    run = experiment.run(one.address, **{**one.start, **settings})
    found, sentence = one.judge(run)
    return Verdict(name, bool(found), sentence)


def hunt(name: str) -> Any:
    """The dashboard of the hunt `name`, with its task and a button *Check*; a notebook cell shows
    it. `.check()` does what the button does."""
    import ipywidgets

    from lab.app.dashboard import dashboard

    one = _find(name)
    board = dashboard(one.address, **one.start)
    task = ipywidgets.HTML(f"<p><strong>{html.escape(one.task)}</strong></p>")
    button = ipywidgets.Button(description="Check", tooltip=f"Check: {one.task}")
    verdict_box = ipywidgets.HTML(_answered(""))
    board.check = partial(_check, name, weakref.ref(board), verdict_box)
    button.on_click(lambda _: board.check())
    board.children = (*board.children, ipywidgets.VBox([task, button, verdict_box]))
    return board


def _check(name, board, verdict_box):
    """Judge the knobs as they stand; a setting without an answer is not found, in words."""
    try:
        verdict = check_hunt(name, **board().settings)
    except InputError as error:
        verdict = Verdict(name, False, str(error))
    verdict_box.value = _answered(str(verdict))
    return verdict


def _answered(words):
    return f'<p role="status" aria-live="polite">{html.escape(words)}</p>'
