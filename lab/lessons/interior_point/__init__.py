"""Lesson 3: the way through the inside of the support vector machine's dual."""

from lab.experiment import Lesson, register
from lab.lessons.interior_point.central_path import scene as central_path
from lab.lessons.interior_point.identification import scene as identification
from lab.lessons.interior_point.race import scene as race
from lab.lessons.interior_point.svm import scene as svm
from lab.lessons.interior_point.svm_3d import scene as svm_3d

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
