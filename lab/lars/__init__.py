"""Lesson 2: the path of the lasso, and the whole family of sparse linear models."""

from lab.experiment import Lesson, register
from lab.lars import groups, logistic, path, race, split

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
