"""What the methods scene asks: who is first, how far the printed algorithm comes, and when the
digits of the method come."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import figure, power
from lab.lessons.alternating_linearization.methods.view import ALM, METHODS
from lab.prediction import asked, first, pace
from widgets import Question

#: Shares of the way at which two options part, and how near to them is too near.
_EDGES, _NEAR = np.array([0.01, 0.9]), 0.02
_TOLD = ("arrivals", "gap", "steps")


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _first(view), _printed(view), _pace(view))


def _pace(view):
    trace = view.traces.get(ALM)
    if trace is None or len(view) < 3:
        return None
    return pace(trace.iteration, trace.gap, "iterations", view.limit, _TOLD, METHODS[ALM].label)


def _first(view):
    if len(view) < 3:
        return None
    return first(
        {n: METHODS[n][0] for n in view.traces},
        view.arrivals,
        f"Counted in iterations: which method will be the first proved within {least(view.limit)}?",
        lambda _, time: f"{figure(time)} iterations",
        hides=_TOLD,
    )


def _printed(view):
    """How far the algorithm as printed comes."""
    if "printed" not in view.traces or len(view) < 3:
        return None
    share = view.way("printed")[-1]
    if np.any(np.abs(share / _EDGES - 1.0) < _NEAR):
        return None
    ran = int(view.traces["printed"].iteration[-1])
    return Question(
        0,
        "The source sets σ = 1e-6 for all its data, and μ = 1 ÷ max{L(f), 1/σ}. How much of the "
        f"way to the optimum has that algorithm gone after {ran} iterations?",
        ("less than a hundredth", "between a hundredth and nine tenths", "more than nine tenths"),
        int((share > _EDGES).sum()),
        f"{power(100.0 * share)} per cent. With σ = 1e-6 the step is at most 1e-6. The bound on μ "
        "is not needed: with σ = 0 every μ > 0 converges.",
        "printed",
        (*_TOLD, "balls"),
    )
