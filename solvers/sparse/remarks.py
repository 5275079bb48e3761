"""What a user should know about the data of a logistic problem, as notes on states."""

from __future__ import annotations

import numpy as np

_SEPARATED = (
    "The classes are separated and lam = 0: the infimum is not attained, and the weights grow "
    "without bound; a positive lam bounds them."
)
_ONE_CLASS = "All labels are equal: the classifier may be trivial."


def remarked(problem, states):
    """`states` of a logistic problem, with what a user should know about the data as notes."""
    one_class = problem.t.size > 0 and np.all(problem.t == problem.t[0])
    for k, state in enumerate(states):
        if k == 0 and one_class:
            state = {**state, "note": _ONE_CLASS}
        elif problem.lam == 0.0 and "note" not in state and _separated(problem, state["x"]):
            state = {**state, "note": _SEPARATED}
        yield state


def _separated(problem, w):
    """Whether w separates the classes, objects on the boundary allowed: a longer w is better."""
    margins = problem.t * problem.fit(w)
    return bool(np.any(margins > 0.0) and np.all(margins >= 0.0))
