"""Hunts in the lesson on LARS."""

import numpy as np

from lab.checking.hunt import Hunt


def _one_group(run):
    w, groups = run.result.x, np.asarray(run.problem.groups)
    zero = [g for g in np.unique(groups) if not w[groups == g].any()]
    right = len(zero) == 1 and run.result.status == "converged"
    return right, f"{len(zero)} of {np.unique(groups).size} groups are 0."


def _leaves(run):
    gone = sum(event.kind == "out" for event in run.extra["path"].events)
    return gone > 0, f"Events on this path at which a weight becomes 0 again: {gone}."


HUNTS = {
    "one-group-zero": Hunt(
        "lars/groups",
        {"compare": ()},
        "Find a price λ at which exactly one group of weights is 0, as a whole.",
        _one_group,
    ),
    "a-weight-leaves": Hunt(
        "lars/path",
        {"data": "three"},
        "Find data on whose path a weight becomes 0 again.",
        _leaves,
    ),
}
