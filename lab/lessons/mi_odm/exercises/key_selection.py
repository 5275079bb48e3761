"""The assignment method: which instance is the key of a bag (eq. 4 of
004_0576c39cd2308ab8.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import Exercise, Problem, Property, change, player, seeded, show
from solvers import Gaussian, MultiInstanceODM
from solvers.exchange import key_states


def key_selection(f: np.ndarray, key: int, nu: float, theta: float) -> int:
    """The new key of a positive bag: the instance with the least loss
    max(0, 1 - theta - f)^2 + nu max(0, f - 1 - theta)^2.

    f: (k,), the values of the machine at the instances of the bag. key: the number of the key now,
    which stays unless another instance has a strictly smaller loss. nu, theta: of the loss. Returns
    the number of the key, an integer.
    """
    raise NotImplementedError


def _losses(f, nu, theta):
    return np.maximum(1.0 - theta - f, 0.0) ** 2 + nu * np.maximum(f - 1.0 - theta, 0.0) ** 2


@player
def _bags(ask, bags, nu, theta):
    for f, key in bags:
        ask(np.array(f, dtype=np.float64), int(key), nu, theta)


def _method():
    """The assignment method from the last instance of each bag."""
    rng = seeded(5)
    bags = rng.standard_normal((3, 3, 2)) + np.array([1.5, 1.5, 0.0])[:, None, None]
    problem = MultiInstanceODM(
        [*bags], np.array([1.0, 1.0, -1.0]), 1.0, 1.0, 0.5, 0.2, Gaussian(1.0)
    )
    return lambda ask: islice(key_states(problem, problem.sizes - 1, ask), 5)


def _problems():
    rng = seeded(4)
    drawn = [(1.0 + 1.5 * rng.standard_normal(4), k % 4) for k in range(12)]
    yield Problem("ordinary bags", _bags(drawn, 0.5, 0.2))
    # The losses on both sides of the band are nearly equal: it matters that they are squares.
    below, ratio = rng.uniform(0.2, 2.0, 15), rng.uniform(0.8, 1.25, 15)
    pairs = [(0.5, 0.8), *zip(below, np.sqrt(2.0) * ratio * below, strict=True)]
    sides = [((0.8 - low, 1.2 + high), (k + 1) % 2) for k, (low, high) in enumerate(pairs)]
    yield Problem("values on both sides of the band", _bags(sides, 0.5, 0.2))
    yield Problem("the method", _method())
    yield Problem(
        "values beyond the band", _bags([([1.1, 5.0], 1), ([4.0, 2.0, 9.0], 2)], 0.5, 0.1)
    )
    yield Problem(
        "a tie, two instances in the band", _bags([([1.0, 1.1], 1), ([0.9, 1.0], 0)], 1.0, 0.3)
    )
    yield Problem("a duplicated instance", _bags([([0.5, 0.5, 0.1], 1)], 0.5, 0.2))
    yield Problem(
        "values near the edge of the band", _bags([([0.75, 1.0], 0), ([1.3, 1.1], 0)], 0.5, 0.2)
    )
    yield Problem("a bag of one", _bags([([-3.0], 0)], 0.5, 0.2))


def _index(call, key):
    ok = float(key).is_integer() and 0 <= key < call.args[0].size
    return "" if ok else f"the answer is {show(key)}, the bag has {call.args[0].size} instances"


def _loss(call, key):
    f, _, nu, theta = call.args
    k = int(key)
    return _losses(f, nu, theta)[k] if 0 <= k < f.size else np.inf


def _descent(call, key):
    before, after = _loss(call, call.args[1]), _loss(call, key)
    rises = before < after < np.inf
    return f"the loss rises {change(before, after)}" if rises else ""


def _least(call, key):
    f, _, nu, theta = call.args
    above = _loss(call, key) - _losses(f, nu, theta).min()
    return f"the loss is {show(above)} above the least in the bag" if above > 1e-12 else ""


def _stays(call, key):
    same = key != call.args[1] and _loss(call, key) == _loss(call, call.args[1])
    return "the key changes, the loss does not" if same else ""


EXERCISE = Exercise(
    title="The assignment method: the key of a bag",
    formula=r"c_i\leftarrow\arg\min_j\ [1-\theta-f_{ij}]_+^2+\nu[f_{ij}-1-\theta]_+^2",
    level=2,
    minutes=20,
    statement="Not the largest value is the key: the one that costs least.",
    starter=key_selection,
    example=(np.array([0.2, 1.1, 3.0]), 2, 0.5, 0.2),
    answer=1,
    problems=_problems,
    properties=(
        Property("an instance", _index, "The answer is the number of an instance of the bag."),
        Property("descent", _descent, "A new key never raises the loss."),
        Property("least loss", _least, "No instance of the bag costs less; a value beyond the "
                 "band costs as well.", 2.0),
        Property("a strict decrease", _stays, "A key changes only for a smaller loss, so that the "
                 "method ends."),
    ),
    idle=5.0,
)  # fmt: skip
