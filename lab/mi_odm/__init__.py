"""Lesson 5: the margin distribution of machines on bags, and the saddle point behind it."""

from lab.experiment import Lesson, register
from lab.mi_odm import bags, margins, mirror, tightness

LESSON = register(
    Lesson(
        "mi-odm",
        "MI-ODM",
        "What does the whole distribution of margins say?",
        "004_0576c39cd2308ab8.txt",
        (margins.EXPERIMENT, bags.EXPERIMENT, mirror.EXPERIMENT, tightness.EXPERIMENT),
    )
)
