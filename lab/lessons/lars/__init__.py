"""Lesson 2: the path of the lasso, and the whole family of sparse linear models."""

from lab.experiment import Lesson, register
from lab.lessons.lars.groups import scene as groups
from lab.lessons.lars.logistic import scene as logistic
from lab.lessons.lars.path import scene as path
from lab.lessons.lars.race import scene as race
from lab.lessons.lars.split import scene as split

LESSON = register(
    Lesson(
        "lars",
        "LARS",
        "When do variables enter, tie and leave?",
        "002_8a6384496e3a9cf3.txt",
        (
            path.EXPERIMENT,
            groups.EXPERIMENT,
            logistic.EXPERIMENT,
            split.EXPERIMENT,
            race.EXPERIMENT,
        ),
    )
)
