"""Lesson 1: coordinate descent, in the primal of the lasso and in the dual of metric learning."""

from lab.experiment import Lesson, register
from lab.lessons.coordinate_descent.lasso import scene as lasso
from lab.lessons.coordinate_descent.subgradient import scene as subgradient
from lab.lessons.coordinate_descent.triplets import scene as triplets

LESSON = register(
    Lesson(
        "coordinate-descent",
        "Coordinate descent",
        "How can minimising over one number at a time solve a problem in many?",
        "002_8a6384496e3a9cf3.txt, 000_291dc1e5a69c06b5.txt",
        (lasso.EXPERIMENT, subgradient.EXPERIMENT, triplets.EXPERIMENT),
    )
)
