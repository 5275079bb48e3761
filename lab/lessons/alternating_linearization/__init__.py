"""Lesson 4: sparse metrics by alternating linearization, and proofs that there is none."""

from lab.experiment import Lesson, register
from lab.lessons.alternating_linearization.affinity import scene as affinity
from lab.lessons.alternating_linearization.methods import scene as methods
from lab.lessons.alternating_linearization.metric import scene as metric
from lab.lessons.alternating_linearization.sparsity import scene as sparsity

LESSON = register(
    Lesson(
        "alternating-linearization",
        "Alternating linearization",
        "Which entries of a metric are zero, and when is there no metric?",
        "003_d968a502af9b2788.txt",
        (metric.EXPERIMENT, affinity.EXPERIMENT, sparsity.EXPERIMENT, methods.EXPERIMENT),
    )
)
