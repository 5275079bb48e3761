"""Lesson 4: sparse metrics by alternating linearization, and proofs that there is none."""

from lab.alternating_linearization import affinity, methods, metric, sparsity
from lab.experiment import Lesson, register

LESSON = register(
    Lesson(
        "alternating-linearization",
        "Alternating linearization",
        "Which entries of a metric are zero, and when is there no metric?",
        "003_d968a502af9b2788.txt",
        (metric.EXPERIMENT, affinity.EXPERIMENT, sparsity.EXPERIMENT, methods.EXPERIMENT),
    )
)
