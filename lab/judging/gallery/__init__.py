"""Small valid problems on which solvers disagree: each with its question, table, picture and proof
in words, made anew by `lab.judge`; `lab.disagreement` judges one of them."""

from __future__ import annotations

from lab.judging.gallery.case import Case, Disagreement
from lab.judging.gallery.fits import FITS
from lab.judging.gallery.programs import PROGRAMS
from lab.spelling import guess
from solvers import InputError
from solvers.checks import as_text, positive

__all__ = ["CASES", "Case", "Disagreement", "disagreement"]


CASES = {case.key: case for case in (*PROGRAMS, *FITS)}


def disagreement(name: str, *, seconds: float = 20.0) -> Disagreement:
    """Judge a problem on which solvers disagree, and show the table, the picture and the proof.

    name: "unbounded", "far-side", "one-triangle", "dropped-coefficient", "two-sets",
    "negative-gap", "singular-covariance" or "tied-path". seconds: each solver may take so long.

    Each package runs at its own tolerance. Returns a `Disagreement`: `judgement` as `lab.judge`
    gives it, `sentences`, `picture` as a `Scene`; a notebook shows all of it. Raises `InputError`.
    """
    if as_text(name, "name") not in CASES:
        known = ", ".join(CASES)
        raise InputError(f"name must be one of {known}, got {name!r}. {guess(name, CASES)}")
    return CASES[name].judged(positive(seconds, "seconds"))
