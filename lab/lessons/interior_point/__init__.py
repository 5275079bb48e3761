"""Lesson 3: the central path of the support vector machine's dual."""

from lab.discovery import Lesson, scenes_of

LESSON = Lesson(
    "interior-point",
    "Interior points",
    "How does a path through the inside reach a corner?",
    "001_f12148ddf98c114b.txt",
    scenes_of(__name__, "central-path", "svm", "svm-3d", "identification", "race"),
    order=3,
)
