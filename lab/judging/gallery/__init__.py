"""Small valid problems on which solvers disagree: each with its question, table, picture and proof
in words, made anew by `lab.judge`."""

from lab.judging.gallery.case import Case, Disagreement
from lab.judging.gallery.cases import CASES, disagreement

__all__ = ["CASES", "Case", "Disagreement", "disagreement"]
