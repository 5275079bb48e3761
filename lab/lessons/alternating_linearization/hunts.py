"""Hunts in the lesson on alternating linearization."""

import numpy as np

from lab.checking.hunt import again
from lab.checking.task import Hunt
from solvers import InputError

_SHARE = 1.05


def _diagonal(run):
    M = run.result.x
    return not np.any(M - np.diag(np.diag(M)))


def _smallest_diagonal(run):
    if not _diagonal(run):
        return False, "The metric is not diagonal."
    below = again(run, rho=run.settings["rho"] / _SHARE)
    still = "still" if _diagonal(below) else "no longer"
    return still != "still", f"The metric is diagonal, and 5 % below it is {still}."


def _edge(run):
    try:
        again(run, beta=run.settings["beta"] * _SHARE)
    except InputError:
        return True, "There is a metric, and 5 % above there is none."
    return False, "There is a metric, and 5 % above there is one as well."


HUNTS = {
    "smallest-diagonal": Hunt(
        "alternating-linearization/metric",
        {"dimension": 2},
        "Find the smallest ρ, to 5 %, with a diagonal metric.",
        _smallest_diagonal,
        level=2,
        minutes=10,
        knobs=("rho",),
    ),
    "edge-of-no-metric": Hunt(
        "alternating-linearization/metric",
        {"dimension": 2},
        "Find the largest β, to 5 %, for which there is a metric.",
        _edge,
        level=2,
        minutes=10,
        knobs=("beta",),
    ),
}
