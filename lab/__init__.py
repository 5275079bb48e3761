"""The workbook: data, lessons, comparisons, exercises and the `lab` command."""

from importlib import import_module
from typing import TYPE_CHECKING

from lab.clock import align
from lab.data import Dataset, load
from lab.discovery import LESSONS, Lesson, scenes_of
from lab.experiment import Experiment, Judged, Run
from lab.runs.opening import run
from solvers.checks import InputError
from widgets import Aim, Knob, Layout, Question, Rings, Scene

if TYPE_CHECKING:
    from lab.app.dashboard import dashboard, figure
    from lab.app.hunting import hunt
    from lab.app.lights import lights
    from lab.app.lines import Lines, lines
    from lab.app.listing import Description, describe, exercises, hunts, questions
    from lab.app.map import map
    from lab.checking.catalogue import exercise
    from lab.checking.cells import graded
    from lab.checking.check import check_step
    from lab.checking.hunt import check_hunt
    from lab.judging.gallery import disagreement
    from lab.judging.gallery.case import Disagreement
    from lab.judging.judge import judge
    from lab.judging.judgement import Judgement
    from lab.programs.reading import program
    from lab.race.compare import Comparison, compare
    from lab.runs.opening import scene
    from lab.site.first import start
    from lab.site.page import Page, page
    from lab.sweeps.sweep import Sweep, sweep
    from lab.terms import glossary

#: What brings in numba and the solvers' kernels, loaded when it is first asked for.
_LATER = {
    "Description": "lab.app.listing",
    "Disagreement": "lab.judging.gallery.case",
    "Judgement": "lab.judging.judgement",
    "Lines": "lab.app.lines",
    "Page": "lab.site.page",
    "Sweep": "lab.sweeps.sweep",
    "sweep": "lab.sweeps.sweep",
    "Comparison": "lab.race.compare",
    "check_hunt": "lab.checking.hunt",
    "check_step": "lab.checking.check",
    "compare": "lab.race.compare",
    "dashboard": "lab.app.dashboard",
    "describe": "lab.app.listing",
    "disagreement": "lab.judging.gallery",
    "exercise": "lab.checking.catalogue",
    "exercises": "lab.app.listing",
    "figure": "lab.app.dashboard",
    "glossary": "lab.terms",
    "graded": "lab.checking.cells",
    "hunt": "lab.app.hunting",
    "hunts": "lab.app.listing",
    "judge": "lab.judging.judge",
    "lights": "lab.app.lights",
    "lines": "lab.app.lines",
    "map": "lab.app.map",
    "page": "lab.site.page",
    "program": "lab.programs.reading",
    "questions": "lab.app.listing",
    "scene": "lab.runs.opening",
    "start": "lab.site.first",
}

__all__ = [
    "LESSONS",
    "Aim",
    "Comparison",
    "Dataset",
    "Description",
    "Disagreement",
    "Experiment",
    "InputError",
    "Judged",
    "Judgement",
    "Knob",
    "Layout",
    "Lesson",
    "Lines",
    "Page",
    "Question",
    "Rings",
    "Run",
    "Scene",
    "Sweep",
    "align",
    "check_hunt",
    "check_step",
    "compare",
    "dashboard",
    "describe",
    "disagreement",
    "exercise",
    "exercises",
    "figure",
    "glossary",
    "graded",
    "hunt",
    "hunts",
    "judge",
    "lights",
    "lines",
    "load",
    "map",
    "page",
    "program",
    "questions",
    "run",
    "scene",
    "scenes_of",
    "start",
    "sweep",
]


def __getattr__(name):
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    thing = globals()[name] = getattr(import_module(_LATER[name]), name)
    return thing


def __dir__():
    return sorted({*globals(), *__all__})
