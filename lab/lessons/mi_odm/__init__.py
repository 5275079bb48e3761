"""Lesson 5: the margin distribution of machines on bags, and the saddle point behind it."""

from lab.experiment import Lesson, register
from lab.lessons.mi_odm.bags import scene as bags
from lab.lessons.mi_odm.margins import scene as margins
from lab.lessons.mi_odm.mirror import scene as mirror
from lab.lessons.mi_odm.tightness import scene as tightness

LESSON = register(
    Lesson(
        "mi-odm",
        "MI-ODM",
        "What does the whole distribution of margins say?",
        "004_0576c39cd2308ab8.txt",
        (margins.EXPERIMENT, bags.EXPERIMENT, mirror.EXPERIMENT, tightness.EXPERIMENT),
    )
)
