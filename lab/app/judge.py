"""*Judge* in a dashboard: other solvers' answers to the problem of the picture, each judged, as a
table and as marks in the picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from lab.experiment import Experiment, Judged, Run
from lab.judging.judge import as_problem, jobs, judged, our_answer, selected
from lab.judging.judgement import SIGNS, Judgement
from lab.judging.marks import STYLES, answer_lines, answer_marks, named
from lab.judging.verdict import WORDS
from lab.peers.process import Outcome, Runs, running
from widgets import Lines, Panel, Points, Scene, row
from widgets.fields import held

#: Seconds for which each solver may run, and the tolerance of a proof.
_SECONDS, _TOL = 10.0, 1e-6
HEADS = ("solver", "it says", "value at its x", "outside by", "gap", "why")
_NOBODY = "No other solver of this problem is installed: pip install 'convexlab[peers]'."


def ask(
    experiment: Experiment, run: Run, scene: Scene, began: Callable[[Runs], object]
) -> tuple[dict[str, Any], Scene] | None:
    """(what the page shows of it, the scene with the answers) of the problem of a run; None where
    it was stopped.

    The run's own answers are judged as they are; every other solver that is installed runs at its
    own tolerance, in a separate process. began: called with the `Runs`, to stop them.
    """
    problem = as_problem(run.problem)
    found: list[tuple[tuple[Any, float | None], Outcome]]
    found = [((name, _TOL), Outcome(our_answer(result))) for name, result in run.results.items()]
    tasks = [(one, None) for one in selected(type(problem))[1].values()]
    with running(problem, tasks, _SECONDS, max(1, jobs() // 2)) as runs:
        began(runs)
        ended = dict(runs)
        if runs.stopped:
            return None
    found += [(tasks[k], ended[k]) for k in sorted(ended)]
    judgement = judged(problem, _TOL, found)
    return reported(judgement), marked(scene, experiment.judged, run, judgement)


def reported(found: Judgement) -> dict[str, Any]:
    """What the page shows: a sentence, the table, the words below it."""
    others = [row for row in found if not row.ours]
    counts = [(word, [r for r in others if r.word == word]) for word in WORDS]
    words = ", ".join(f"{len(rows)} {word}{_who(word, rows)}" for word, rows in counts if rows)
    many = f"{len(others)} other answer{'s' if len(others) > 1 else ''}"
    said = f"{many}: {words}." if others else _NOBODY
    return {
        "short": said,
        "sentence": found.sentence(),
        "heads": list(HEADS),
        "rows": [{"word": one.word, "sign": SIGNS[one.word], "cells": _cells(one)}
                 for one in found],
        "notes": list(found.notes()),
    }  # fmt: skip


def _who(word, rows):
    """Of the verdicts that are news whose they are."""
    if word in WORDS[:2]:
        return ""
    return f" ({', '.join(dict.fromkeys(row.solver for row in rows))})"


def _cells(row):
    name = named(row) if row.ours else f"{row.solver} {row.version}".strip()
    shares = (_number(row.outside, 2), _number(row.gap, 2))
    return [name, row.says, _number(row.value, 6), *shares, row.sentence]


def _number(value, digits):
    """In so many digits, with a minus that no line ends behind; "" for None."""
    return "" if value is None else f"{value:.{digits}g}".replace("-", "−")


def marked(scene: Scene, where: Sequence[Judged], run: Run, found: Judgement) -> Scene:
    """`scene` with the answers in its panels."""
    rows = [one for one in found if one.x is not None and one.word in STYLES]
    there = [one for one in where if one.panel in scene.keys]
    return scene.altered(
        {one.panel: partial(_with_answers, one, run, rows, len(scene)) for one in there}
    )


def _with_answers(where, run, rows, frames, panel: Panel) -> Panel:
    """`panel` with the answers of rows; its axes stay as they are."""
    axes = panel.axes()
    places = [_places(where, run, one, len(axes)) for one in rows]
    if where.line:
        marks: list[Lines | Points] = list(answer_lines(rows, places))
    else:
        assert all(axis.range is not None for axis in axes)  # `Panel.axes` settles them
        reach = tuple(axis.range for axis in axes if axis.range is not None)
        marks = list(answer_marks(rows, places, reach))
    if where.last:
        marks = [_at_last(mark, frames) for mark in marks]
    names = {mark.label: f"answer: {mark.label}" for mark in marks}
    ends: dict[str, Any] = dict(zip(("x", "y", "z"), axes, strict=False))
    assert isinstance(panel.legend, Mapping)  # once it is checked
    legend = dict(panel.legend)
    return replace(panel, marks=[*panel.marks, *marks], legend=legend | names, **ends)


def _places(where, run, one, d):
    """The places (P, d) of an answer."""
    places = np.asarray(where.place(run, one.x), dtype=float)
    return np.atleast_2d(places) if places.size else np.empty((0, d))


def _at_last(mark: Lines | Points, frames: int) -> Lines | Points:
    """A mark that is shown in the last frame alone."""
    places = held(mark.x)
    x = np.full((frames, places.size), np.nan)
    x[-1] = places
    return replace(mark, x=row(x))
