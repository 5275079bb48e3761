"""Hunts in the lesson on MI-ODM."""

import numpy as np

from lab.checking.hunt import again
from lab.checking.task import Hunt

#: How near to the smallest a step factor (as a ratio) and a band (as a difference) have to be.
_SHARE, _NEAR = 1.05, 0.02
#: At most so many support vectors.
_FEW = 8


def _diverges(run):
    """Whether the last iterate has a larger gap than the first, or none at all."""
    gap = run.trace.objective - run.trace.bound
    return not gap[-1] <= gap[0]


def _just_diverges(run):
    if not _diverges(run):
        return False, "The gap of the last iterate is smaller than that of the first."
    below = again(run, factor=run.settings["factor"] / _SHARE)
    words = "and 5 % below too" if _diverges(below) else "and not 5 % below"
    return not _diverges(below), f"The gap grows, {words}."


def _support(run):
    return int(np.count_nonzero(run.result.x))


def _few_support(run):
    narrower = again(run, theta=max(run.settings["theta"] - _NEAR, 0.0))
    here, there = _support(run), _support(narrower)
    right = here <= _FEW < there and run.result.status == "converged"
    return right, f"{here} points have a multiplier, and {there} where θ is {_NEAR} smaller."


HUNTS = {
    "just-diverges": Hunt(
        "mi-odm/mirror",
        {"factor": 0.5, "lam": 10.0, "start": 3.0, "budget": 100},
        "Find the smallest step factor, to 5 %, at which mirror prox diverges.",
        _just_diverges,
        level=2,
        minutes=10,
        knobs=("factor",),
        own={"lam": (1.0, 3.0, 10.0, 30.0, 100.0), "gamma": (0.2, 0.5, 1.0, 2.0)},
    ),
    "few-support-vectors": Hunt(
        "mi-odm/margins",
        {"compare": ()},
        f"Find the narrowest band, θ to 0.02, outside which at most {_FEW} points are left.",
        _few_support,
        level=2,
        minutes=10,
        knobs=("theta",),
        own={"spread": (0.2, 0.3, 0.4, 0.5), "nu": (0.3, 0.5, 0.8), "reach": (0.2, 0.6, 1.0)},
    ),
}
