"""Captions of the race."""

from __future__ import annotations

from lab.lessons.programs.drawn_program import with_notes
from lab.lessons.programs.methods import METHODS
from lab.race.captions import captions as told
from lab.race.captions import race_of


def captions(view):
    """One sentence per frame."""
    problem = view.run.problem
    rows = problem.b.size + problem.b_eq.size
    labels = {name: METHODS[name].label for name in view.run.results}
    own = view.run.extra.get("own")
    bounds = "" if own else ", each between two bounds,"
    stated = len(own.row_names) if own else rows
    where = f" of {own.title}" if own and own.title else ""
    begin = f"begin on {problem.c.size} variables{bounds} and {stated} rows{where}"
    return with_notes(told(race_of(view, labels, begin)), own)
