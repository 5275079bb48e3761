"""Lesson 1: coordinate descent, in the primal of the lasso and in the dual of metric learning."""

from lab.discovery import Lesson, scenes_of

LESSON = Lesson(
    "coordinate-descent",
    "Coordinate descent",
    "How can minimising over one number at a time solve a problem in many?",
    "002_8a6384496e3a9cf3.txt, 000_291dc1e5a69c06b5.txt",
    scenes_of(__name__, "lasso", "proof", "subgradient", "triplets"),
    order=1,
)
