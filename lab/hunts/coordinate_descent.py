"""Hunts in the lesson on coordinate descent."""

import numpy as np

from lab.checking.hunt import Hunt

_MANY = 200


def _one_zero(run):
    zeros = int(np.count_nonzero(run.result.x == 0.0))
    right = zeros == 1 and run.result.x.size == 3 and run.result.status == "converged"
    return right, f"{zeros} of {run.result.x.size} weights are 0, the run has {run.result.status}."


def _slow_cyclic(run):
    updates, order = int(run.trace.iteration[-1]), run.settings["order"]
    right = updates > _MANY and order == "cyclic" and run.result.status == "converged"
    return right, f"{order} order took {updates} updates, the run has {run.result.status}."


HUNTS = {
    "one-zero": Hunt(
        "coordinate-descent/lasso",
        {"dimension": 3},
        "Find a price λ at which exactly one of the three weights is 0.",
        _one_zero,
    ),
    "slow-cyclic": Hunt(
        "coordinate-descent/lasso",
        {"order": "cyclic", "correlation": 0.0, "lam": 0.01, "compare": ()},
        f"Find features for which cyclic order needs more than {_MANY} updates, and still ends.",
        _slow_cyclic,
    ),
}
