"""What the triplets scene asks: what the paper's own stopping rule has proved when it fires."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.questions import asked
from widgets import Question

#: The gaps at which two options part, and the factor within which one is too near to them.
_EDGES, _NEAR = np.array([1e-6, 1e-3]), 1.1


def questions(view):
    """Predict, then see."""
    return asked(view.settings, _rule(view))


def _rule(view):
    """In the frame before the rule fires."""
    if view.fired is None:
        return None
    k, gap = int(np.searchsorted(view.at, view.fired)), view.main.gap[view.fired]
    if k < 1 or gap <= 0.0 or np.any(np.abs(np.log(gap / _EDGES)) < np.log(_NEAR)):
        return None
    return Question(
        k - 1,
        "In the next frame the paper's rule fires: a whole sweep has changed f by less than 1e-6. "
        "How close to the optimum is P proved to be by then?",
        ("within 1e-6", "within 1e-3, but not 1e-6", "not even within 1e-3"),
        int((gap > _EDGES).sum()),
        "The rule sees how slowly f falls, not how far it has to go, and slow progress looks like "
        f"arrival. The certificate says {least(gap)}.",
        "rule",
        ("gap",),
    )
