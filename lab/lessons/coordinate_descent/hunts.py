"""Hunts in the lesson on coordinate descent."""

import numpy as np

from lab.checking.hunt import again
from lab.checking.task import Hunt
from lab.lessons.coordinate_descent.proof.model import minimiser, objective

#: How near to the edge a price is to be.
_SHARE = 1.03
_MANY = 60


def _zeros(run):
    return int(np.count_nonzero(run.result.x == 0.0))


def _one_zero(run):
    below = again(run, lam=run.settings["lam"] / _SHARE)
    here, there = _zeros(run), _zeros(below)
    right = here == 1 != there and run.result.status == "converged"
    return right, f"{here} of {run.result.x.size} weights are 0, and {there} 3 % below."


def _updates(run):
    return int(run.trace.iteration[-1])


def _slow_cyclic(run):
    here, there = _updates(run), _updates(again(run, lam=run.settings["lam"] * _SHARE))
    return here > _MANY >= there, f"It took {here} updates, and {there} 3 % above."


def _tight(run):
    """All but 0.5 % of the least F is proved."""
    least = float(objective(run.problem, minimiser(run.problem)))
    share = 100.0 * run.result.certificate.bound / least
    return share >= 99.5, f"The line proves {np.floor(10.0 * share) / 10.0:g} % of the least F."


HUNTS = {
    "one-zero": Hunt(
        "coordinate-descent/lasso",
        {"dimension": 3, "compare": ()},
        "Find the smallest price λ, to 3 %, at which exactly one of the three weights is 0.",
        _one_zero,
        knobs=("lam",),
        own={"noise": (0.1, 0.2, 0.3, 0.5, 0.7, 0.9), "n": tuple(range(12, 60))},
    ),
    "slow-cyclic": Hunt(
        "coordinate-descent/lasso",
        {"order": "cyclic", "correlation": 0.9, "lam": 1.5, "compare": ()},
        "These features are strongly correlated. Find the largest price λ, to 3 %, at which cyclic "
        f"order still needs more than {_MANY} updates.",
        _slow_cyclic,
        level=2,
        minutes=10,
        knobs=("lam",),
        own={"correlation": (0.86, 0.88, 0.9, 0.92, 0.94), "noise": (0.1, 0.3, 0.5, 0.7, 0.9)},
    ),
    "tight-line": Hunt(
        "coordinate-descent/proof",
        {"line": "hand", "at": 0.0, "drop": 0.0},
        "This line touches F and proves too little. Find where it must touch F to prove "
        "all but 0.5 % of the least F.",
        _tight,
        knobs=("at",),
        own={"target": (1.2, 1.4, 1.6, 1.8, 2.0), "lam": (0.6, 0.8, 1.0, 1.2)},
    ),
}
