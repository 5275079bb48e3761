"""The workbook: data, lessons, comparisons, exercises and the `lab` command."""

from lab import coordinate_descent, lars

# The lessons stand in the order of the workbook.
# isort: split
from lab import interior_point

# isort: split
from lab import alternating_linearization

# isort: split
from lab import mi_odm
from lab.comparison import Comparison, compare
from lab.data import Dataset, load
from lab.experiment import LESSONS, Experiment, Lesson, Run, align, run
from lab.show import dashboard, scene
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
    "alternating_linearization",
    "compare",
    "coordinate_descent",
    "dashboard",
    "interior_point",
    "lars",
    "load",
    "mi_odm",
    "run",
    "scene",
]
