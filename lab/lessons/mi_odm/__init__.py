"""Lesson 5: the margin distribution of machines on bags, and the saddle point behind it."""

from lab.discovery import Lesson, scenes_of

LESSON = Lesson(
    "mi-odm",
    "MI-ODM",
    "What does the whole distribution of margins say?",
    "004_0576c39cd2308ab8.txt",
    scenes_of(__name__, "margins", "bags", "mirror", "tightness"),
    order=5,
)
