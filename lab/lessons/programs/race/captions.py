"""Captions of the race."""

from __future__ import annotations

from lab.lessons.programs.methods import METHODS
from lab.race.captions import captions as told
from lab.race.captions import race_of


def captions(view):
    """One sentence per frame."""
    problem = view.run.problem
    rows = problem.b.size + problem.b_eq.size
    labels = {name: METHODS[name].label for name in view.run.results}
    bounds = "" if view.run.settings["program"] else ", each between two bounds,"
    begin = f"begin on {problem.c.size} variables{bounds} and {rows} rows"
    return told(race_of(view, labels, begin))
