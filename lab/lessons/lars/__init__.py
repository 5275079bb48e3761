"""Lesson 2: the path of the lasso, and the whole family of sparse linear models."""

from lab.discovery import Lesson, scenes_of

LESSON = Lesson(
    "lars",
    "LARS",
    "When do variables enter, tie and leave?",
    "002_8a6384496e3a9cf3.txt",
    scenes_of(__name__, "path", "groups", "logistic", "group-path", "split", "race"),
    order=2,
)
