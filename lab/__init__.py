"""The workbook: data, lessons, comparisons, exercises and the `lab` command."""

from lab import lessons
from lab.app.dashboard import dashboard, scene
from lab.data import Dataset, load
from lab.experiment import LESSONS, Experiment, Lesson, Run, align, run
from lab.race.compare import Comparison, compare
from solvers import InputError

__all__ = [
    "LESSONS",
    "Comparison",
    "Dataset",
    "Experiment",
    "InputError",
    "Lesson",
    "Run",
    "align",
    "compare",
    "dashboard",
    "lessons",
    "load",
    "run",
    "scene",
]
