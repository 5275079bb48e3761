"""Hunts in the lesson on MI-ODM."""

import numpy as np

from lab.checking.hunt import Hunt, again

_SHARE = 1.2
_FEW = 5


def _diverges(run):
    """Whether the last iterate has a larger gap than the first, or none at all."""
    gap = run.trace.objective - run.trace.bound
    return not gap[-1] <= gap[0]


def _just_diverges(run):
    if not _diverges(run):
        return False, "The gap of the last iterate is smaller than that of the first."
    below = again(run, factor=run.settings["factor"] / _SHARE)
    words = (
        "with five sixths of the step too"
        if _diverges(below)
        else "not with five sixths of the step"
    )
    return not _diverges(below), f"The gap grows, {words}."


def _few_support(run):
    support = int(np.count_nonzero(run.result.x))
    right = support <= _FEW and run.result.status == "converged"
    return right, f"{support} points have a multiplier, the run has {run.result.status}."


HUNTS = {
    "just-diverges": Hunt(
        "mi-odm/mirror",
        {},
        "Find a step factor at which mirror prox just diverges; five sixths of it do not.",
        _just_diverges,
    ),
    "few-support-vectors": Hunt(
        "mi-odm/margins",
        {"compare": ()},
        f"Find a band outside which at most {_FEW} points are left.",
        _few_support,
    ),
}
