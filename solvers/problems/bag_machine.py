"""The machine that a point (u, v) of MultiInstanceODM describes: decisions on instances and bags,
key instances, and the objectives of the two problems that it solves.

A machine is the coefficients a (J,) of f(x) = sum_k a_k kernel(x_k, x) over all instances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers.checks import InputError, as_array, as_vector
from solvers.problems.band import (
    band_loss,
    checked_points,
    difference,
    halves,
)
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.result import ArrayLike


@dataclass(frozen=True, slots=True)
class BagObjectives:
    """What a machine is worth.

    bags: the objective (3) of the source, whose band holds the largest decision value of each bag.
    keys: the objective (4), whose band holds one key per positive bag and every negative instance.
    """

    bags: float
    keys: float


def key_probability(
    problem: MultiInstanceODM, v: ArrayLike | None = None, assignments: ArrayLike | None = None
) -> np.ndarray:
    """mu (J,): the weight on assignments that make each instance the key of its positive bag; 0 for
    negative instances, and a sum of 1 over each positive bag."""
    return mixed_keys(problem, *problem.mixture(v, assignments))


def mixed_keys(problem: MultiInstanceODM, v: np.ndarray, index: np.ndarray) -> np.ndarray:
    """The same of what `MultiInstanceODM.mixture` returns."""
    weights = np.repeat(v, index.shape[1])
    return np.bincount(index.ravel(), weights=weights, minlength=len(problem.points))


def bag_machine(
    problem: MultiInstanceODM,
    u: ArrayLike,
    v: ArrayLike | None = None,
    assignments: ArrayLike | None = None,
) -> np.ndarray:
    """Coefficients a (J,) of the averaged machine sum_c v_c sum_i s_i psi_i(c).

    Where the relaxation is loose, its margins are not K_v s and may all be negative; the order
    of instances within a bag is still to be trusted: see `round_keys`.
    """
    s = difference(np.maximum(as_vector(u, 2 * problem.omega.size, "u"), 0.0))
    mu, p = key_probability(problem, v, assignments), problem.first.size
    a = np.empty(len(problem.points))
    positive = np.delete(np.arange(a.size), problem.negative)
    a[positive] = np.repeat(s[:p], problem.sizes) * mu[positive]
    a[problem.negative] = -s[p:]
    return a


def instance_values(
    problem: MultiInstanceODM, a: ArrayLike, points: ArrayLike | None = None
) -> np.ndarray:
    """Decision values f of the machine `a` (J,) at the rows of `points` (b, d), by default at the
    problem's own instances (J,)."""
    a = as_vector(a, len(problem.points), "a")
    if points is None:
        return problem.gram() @ a
    points = checked_points(points, problem.points.shape[1])
    support = np.flatnonzero(a)
    return problem.kernel.values(points, problem.points[support]) @ a[support]


def bag_values(
    problem: MultiInstanceODM, a: ArrayLike, bags: Sequence[ArrayLike] | None = None
) -> np.ndarray:
    """The largest decision value in each bag, whose sign is the class of the bag; `bags` is a list
    of arrays (m_i, d), by default the problem's own."""
    if bags is None:
        f, sizes = instance_values(problem, a), [len(b) for b in problem.bags]
    else:
        rows = [as_array(b, f"bags[{i}]", ndim=2) for i, b in enumerate(bags)]
        sizes = [len(b) for b in rows]
        if 0 in sizes:
            raise InputError(f"bags[{sizes.index(0)}] must hold at least one instance, got none.")
        if not rows:
            return np.zeros(0)
        f = instance_values(problem, a, np.concatenate(rows))
    return np.maximum.reduceat(f, np.cumsum(sizes) - np.array(sizes))


def key_instances(problem: MultiInstanceODM, a: ArrayLike) -> np.ndarray:
    """The instance with the largest decision value in each positive bag, (p,), numbered within the
    bag."""
    f = instance_values(problem, a)
    bags = zip(problem.first, problem.sizes, strict=True)
    return np.array([np.argmax(f[i : i + m]) for i, m in bags], dtype=np.int64)


def bag_objectives(
    problem: MultiInstanceODM, a: ArrayLike, keys: np.ndarray | None = None
) -> BagObjectives:
    """The `BagObjectives` of the machine `a` (J,); keys (p,) of (4), by default those of least
    loss."""
    f = instance_values(problem, a)
    square, p = 0.5 * (a @ f), problem.first.size
    keys = cheapest_keys(problem, f) if keys is None else keys
    index = problem.first + problem.one_key_each(keys)[0]
    rows = np.concatenate([f[index], -f[problem.negative]])
    loss = band_loss(rows, problem.omega, problem.nu, problem.theta).sum()
    bags = problem.y * bag_values(problem, a)
    weight = np.where(
        problem.y > 0.0,
        problem.lam1 / max(p, 1),
        problem.lam2 / max(int(np.count_nonzero(problem.y < 0.0)), 1),
    )
    omega = weight / (1.0 - problem.theta) ** 2
    worst = band_loss(bags, omega, problem.nu, problem.theta).sum()
    return BagObjectives(float(square + worst), float(square + loss))


def cheapest_keys(
    problem: MultiInstanceODM, f: np.ndarray, keys: np.ndarray | None = None
) -> np.ndarray:
    """The instance of least loss in each positive bag (p,) for decision values f (J,); a present
    key in `keys` is left only for a strictly smaller loss."""
    p = problem.first.size
    chosen = np.zeros(p, np.int64) if keys is None else np.array(keys)
    for i in range(p):
        bag = f[problem.first[i] : problem.first[i] + problem.sizes[i]]
        loss = band_loss(bag, problem.omega[i], problem.nu, problem.theta)
        best = int(np.argmin(loss))
        if keys is None or loss[best] < loss[chosen[i]]:
            chosen[i] = best
    return chosen


def printed_dual(problem: MultiInstanceODM, u: ArrayLike, keys: ArrayLike) -> float:
    """The value of the source's dual (5) as printed, at u (2N,) and the assignment keys (p,).

    Its quadratic term has 1 / lam1 for all zeta and 1 / (lam2 nu) for all beta, without p and q; it
    is no lower bound. `MultiInstanceODM.certify` has the corrected one.
    """
    u = np.maximum(as_vector(u, 2 * problem.omega.size, "u"), 0.0)
    below, above = printed_weights(problem)
    index = problem.first + problem.one_key_each(keys)[0]
    s, G = difference(u), problem.gram()
    a = np.zeros(len(G))
    a[index], a[problem.negative] = s[: index.size], -s[index.size :]
    zeta, beta = halves(u)
    penalty = np.sum(zeta**2 / (4.0 * below)) + np.sum(beta**2 / (4.0 * above))
    linear = (1.0 - problem.theta) * zeta.sum() - (1.0 + problem.theta) * beta.sum()
    return float(linear - penalty - 0.5 * a @ G @ a)


def printed_weights(problem: MultiInstanceODM) -> tuple[np.ndarray, np.ndarray]:
    """(below (N,), above (N,)): the weights that the printed dual (5) amounts to."""
    width, N = (1.0 - problem.theta) ** 2, problem.omega.size
    return np.full(N, problem.lam1 / width), np.full(N, problem.lam2 * problem.nu / width)
