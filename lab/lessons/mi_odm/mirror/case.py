"""The problem of the mirror scene: one positive bag of three instances, so three assignments."""

from __future__ import annotations

import numpy as np

from lab.cached import cached_by
from lab.lessons.mi_odm.mirror.triangle import lattice
from lab.lessons.mi_odm.synthetic import synthetic_bags
from solvers import Gaussian, MultiInstanceODM, best_response, solve_column_generation

#: kind -> words.
KINDS = {
    "around": "three ways out",
    "clutter": "key and clutter",
    "overlap": "clutter around the key",
}
#: Three instances around the negative ones, and two bags of these.
_AROUND = (
    np.array([[0.85, 1.13], [-0.78, -0.64], [0.91, -1.44]]),
    np.array([[0.05, 0.09], [-0.69, -0.33]]),
    np.array([[-0.34, -0.48], [0.41, -0.31]]),
)
_JITTER = 0.25


def three_keys(kind, seed):
    """(bags, y): a positive bag of three instances and two negative bags.

    In "around" the three stand on different sides of the negative instances, by hand for seed 0
    and moved a little for others; the other kinds are those of `synthetic_bags`.
    """
    if kind != "around":
        return synthetic_bags(kind, positive=1, negative=2, instances=3, seed=seed)
    rng, size = np.random.default_rng(seed), _JITTER if seed else 0.0
    bags = [bag + size * rng.standard_normal(bag.shape) for bag in _AROUND]
    return bags, np.array([1.0, -1.0, -1.0])


@cached_by("data", "seed", "lam", "gamma", "nu", "theta")
def saddle_problem(settings):
    """(the `MultiInstanceODM` of the knobs with lam1 = lam2, its upper half on the `lattice`, its
    saddle point as a `Result`): what no method changes."""
    bags, y = three_keys(settings["data"], settings["seed"])
    lam = settings["lam"]
    kernel = Gaussian(settings["gamma"])
    problem = MultiInstanceODM(bags, y, lam, lam, settings["nu"], settings["theta"], kernel)
    saddle = solve_column_generation(problem, tol=1e-12)
    return problem, ground_of(problem, lattice()[0]), saddle


def start_of(problem, factor):
    """`factor` times u_0 (2N,), the best answer to even weights."""
    return factor * best_response(problem)


def ground_of(problem, weights):
    """max over u of G(u, v) for each row of weights (n, 3): rigorous upper halves, exact up to
    the tolerance of the machine."""
    values, s = [], None
    for v in weights:
        u = best_response(problem, v, s=s, accuracy=1e-9)
        s = u[: u.size // 2] - u[u.size // 2 :]
        values.append(problem.upper(*problem.mixture(v), s))
    found = np.array(values)
    found.flags.writeable = False
    return found
