"""Lesson 6: any linear or quadratic program, drawn by hand."""

from lab import Lesson, scenes_of

LESSON = Lesson(
    "programs",
    "Programs",
    "Which corner, and by which path?",
    "dantzig-1963, mehrotra-1992, chambolle-2011",
    scenes_of(__name__, "polygon", "polytope", "race"),
    order=6,
)
