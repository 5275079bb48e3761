"""Lesson 3: the way through the inside of the support vector machine's dual."""

from lab.experiment import Lesson, register
from lab.interior_point import central_path, identification, race, svm, svm_3d

LESSON = register(
    Lesson(
        "interior-point",
        "Interior points",
        "How does a path through the inside reach a corner?",
        "001_f12148ddf98c114b.txt",
        (
            central_path.EXPERIMENT,
            svm.EXPERIMENT,
            svm_3d.EXPERIMENT,
            identification.EXPERIMENT,
            race.EXPERIMENT,
        ),
    )
)
