"""Lesson 4: sparse metrics by alternating linearization, and proofs that there is none."""

from lab.discovery import Lesson, scenes_of

LESSON = Lesson(
    "alternating-linearization",
    "Alternating linearization",
    "Which entries of a metric are zero, and when is there no metric?",
    "003_d968a502af9b2788.txt",
    scenes_of(__name__, "metric", "affinity", "sparsity", "methods"),
    order=4,
)
