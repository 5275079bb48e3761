"""What the methods scene asks: who is first, and how long the printed algorithm would take."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure, power
from lab.lessons.alternating_linearization.methods.view import METHODS
from lab.questions import asked, first
from widgets import Question

#: Iterations at which two options part, and the factor within which a number is too near to them.
_EDGES, _NEAR = np.array([1e3, 1e6]), 2.0
_TOLD = ("arrivals", "gap", "steps")


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _first(view), _printed(view))


def _first(view):
    if len(view) < 3:
        return None
    return first(
        {n: METHODS[n][0] for n in view.traces},
        view.arrivals,
        f"Counted in iterations: which method will be the first proved within {power(view.limit)}?",
        lambda time: f"{figure(time)} iterations",
        hides=_TOLD,
    )


def _printed(view):
    """How many iterations the algorithm as printed needs."""
    if "printed" not in view.traces or len(view) < 3:
        return None
    at = view.arrivals["printed"]
    needed = at if at < np.inf else view.needed()
    if not needed or np.any(np.abs(np.log(needed / _EDGES)) < np.log(_NEAR)):
        return None
    ran = int(view.traces["printed"].iteration[-1])
    how = "It arrives after" if at < np.inf else f"At its rate after {ran} it needs about"
    return Question(
        0,
        "The source sets σ = 1e-6 for all its data, and μ = 1 ÷ max{L(f), 1/σ}. How many "
        "iterations does that algorithm need to be proved optimal?",
        ("fewer than a thousand", "a thousand to a million", "more than a million"),
        int((needed > _EDGES).sum()),
        f"{how} {figure(needed, 2)} iterations. With σ = 1e-6 the step is at most 1e-6. The bound "
        "on μ is not needed: with σ = 0 every μ > 0 converges.",
        "printed",
        _TOLD,
    )
