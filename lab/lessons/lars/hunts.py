"""Hunts in the lesson on LARS."""

import numpy as np

from lab.checking.hunt import again
from lab.checking.task import Hunt

#: How near to the edge a price and a ridge are to be.
_PRICE, _RIDGE = 1.03, 1.05


def _zero_groups(run):
    w, groups = run.result.x, np.asarray(run.problem.groups)
    return sum(not w[groups == g].any() for g in np.unique(groups))


def _one_group(run):
    below = again(run, lam=run.settings["lam"] / _PRICE)
    here, there = _zero_groups(run), _zero_groups(below)
    right = here == 1 != there and run.result.status == "converged"
    of = np.unique(run.problem.groups).size
    return right, f"{here} of {of} groups are 0, and {there} 3 % below."


def _gone(run):
    return sum(event.kind == "out" for event in run.extra["path"].events)


def _leaves(run):
    here, there = _gone(run), _gone(again(run, amount=run.settings["amount"] * _RIDGE))
    sentence = f"Weights that become 0 again on this path: {here}, and with 5 % more {there}."
    return here > 0 == there, sentence


HUNTS = {
    "one-group-zero": Hunt(
        "lars/groups",
        {"compare": ()},
        "Find the smallest price λ, to 3 %, at which exactly one group of weights is 0, as a "
        "whole.",
        _one_group,
        knobs=("lam",),
        own={
            "within": (-0.8, -0.5, -0.2, 0.2, 0.5),
            "between": (-0.4, -0.1, 0.2, 0.4, 0.6),
            "noise": (0.1, 0.4, 0.7, 1.0),
        },
    ),
    "a-weight-leaves": Hunt(
        "lars/path",
        {"data": "two", "remedy": "ridge", "amount": 0.5},
        "Find the largest ridge, to 5 %, on whose path a weight still becomes 0 again.",
        _leaves,
        level=2,
        minutes=10,
        knobs=("amount",),
        # Where one does with a small one.
        own={"seed": tuple(range(217, 272))},
    ),
}
