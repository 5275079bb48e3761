"""Machines with one key instance per positive bag: alternation between keys and machine, and
rounding of the relaxation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, Unpack

import numpy as np

from solvers.docstrings import documented
from solvers.odm.saddle_run import (
    answer,
    band_maximiser,
    drive_saddle,
    one_class_note,
    pictures,
    start_mixture,
    start_point,
)
from solvers.options import Common, Options, common_options
from solvers.problems.bag_machine import (
    BagObjectives,
    bag_machine,
    bag_objectives,
    cheapest_keys,
    key_instances,
)
from solvers.problems.band import difference
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.registry import solver
from solvers.result import ArrayLike, Result, States


@dataclass(frozen=True, slots=True, eq=False)
class KeyMachine:
    """The best machine for one assignment.

    keys (p,): the key of each positive bag, numbered within the bag. u (2N,): its multipliers.
    machine (J,): its coefficients. objectives: what it is worth in (3) and in (4) of the source.
    """

    keys: np.ndarray
    u: np.ndarray
    machine: np.ndarray
    objectives: BagObjectives


@documented
def solve_keys(
    problem: MultiInstanceODM, keys: ArrayLike, u: np.ndarray | None = None
) -> KeyMachine:
    """The best machine for one assignment: (4) of the source with the keys held fixed, solved to
    1e-14 of the problem's scale.

    Parameters
    ----------
    problem : MultiInstanceODM
        Bags of instances with labels.
    keys : array_like (p,)
        The key of each positive bag, numbered within the bag.
    u : array_like (2N,)
        A start.

    Returns
    -------
    KeyMachine
        The machine and its objectives.

    References
    ----------
    mi-odm: (4)
    """
    listed = problem.one_key_each(keys)
    v, index = problem.mixture(np.ones(1), listed)
    u = answer(problem, v, index, None if u is None else difference(u))
    a = bag_machine(problem, u, v, listed)
    return KeyMachine(index[0] - problem.first, u, a, bag_objectives(problem, a, listed[0]))


@documented
def round_keys(
    problem: MultiInstanceODM,
    u: ArrayLike,
    v: ArrayLike | None = None,
    assignments: ArrayLike | None = None,
) -> KeyMachine:
    """The `KeyMachine` whose keys have the largest decision value under the averaged machine of
    (u, v): `round_keys(problem, result.x, result.dual["v"], result.dual.get("assignments"))`.

    Parameters
    ----------
    problem : MultiInstanceODM
        Bags of instances with labels.
    u : array_like (2N,)
        Multipliers.
    v : array_like (k,)
        Weights on assignments; None: even ones.
    assignments : array_like (k, p)
        Keys, numbered within the bags; None: all of them.

    Returns
    -------
    KeyMachine
        The gap between its value in (4) of the source and the lower half of a certificate bounds
        what is lost.
    """
    a = bag_machine(problem, u, v, assignments)
    return solve_keys(problem, key_instances(problem, a))


def mean_keys(problem: MultiInstanceODM) -> np.ndarray:
    """Keys (p,) under the machine in which the mean feature vector represents each positive bag."""
    J, p = len(problem.points), problem.first.size
    rows = np.zeros((problem.omega.size, J))
    for i, (first, size) in enumerate(zip(problem.first, problem.sizes, strict=True)):
        rows[i, first : first + size] = 1.0 / size
    rows[np.arange(p, len(rows)), problem.negative] = -1.0
    s = band_maximiser(problem, rows @ problem.gram() @ rows.T)
    return key_instances(problem, s @ rows)


def _next_keys(problem, rule, machine):
    f = problem.gram() @ machine.machine
    if rule == "loss":
        return cheapest_keys(problem, f, machine.keys)
    return key_instances(problem, machine.machine)


def assignment_states(
    problem: MultiInstanceODM,
    keys: np.ndarray,
    u: np.ndarray | None,
    repick: Callable[[KeyMachine], np.ndarray],
) -> States:
    """A state per machine, whose next keys are repick(`KeyMachine`); ends where the keys stay or
    come back."""
    seen, note = {}, one_class_note(problem)
    while True:
        machine = solve_keys(problem, keys, u)
        keys, u, place = machine.keys, machine.u, tuple(machine.keys.tolist())
        new = repick(machine)
        fixed = np.array_equal(new, keys)
        ends = {"stop": "small_change"} if fixed or place in seen else {}
        if place in seen and not fixed:
            note = {"note": f"The keys of iteration {seen[place]} came back: rule 'max' cycles."}
        seen.setdefault(place, len(seen))
        yield {
            "x": u,
            "dual": {"v": np.ones(1), "assignments": keys[None], "s": difference(u)},
            "check": True,
            "keys": keys,
            "moved": new != keys,
            "objective_bags": machine.objectives.bags,
            "objective_keys": machine.objectives.keys,
            **pictures(problem, u, np.ones(1), keys[None]),
            **note,
            **ends,
        }
        keys, note = new, {}


def _first_keys(problem, keys, x0):
    """The given keys, else those of the averaged machine of an earlier result, else those of the
    bags' means."""
    if keys is not None:
        return problem.one_key_each(keys)[0]
    mixture = start_mixture(problem, x0)
    if mixture is None:
        return mean_keys(problem)
    return key_instances(problem, bag_machine(problem, x0.x, *mixture))


@solver("assignment", MultiInstanceODM, iterate="u")
@common_options
def solve_assignment(
    problem: MultiInstanceODM,
    *,
    max_iter: int = 100,
    rule: Literal["loss", "max"] = "loss",
    keys: np.ndarray | Sequence[int] | None = None,
    **common: Unpack[Common],
) -> Result:
    """Alternate between the best machine for the keys and the best keys for the machine.

    A heuristic for (4) of the source, after mi-SVM. The upper half is the value of (4) at the keys;
    the lower half bounds the best machine of all, so that "converged" proves the keys optimal.
    Mostly it ends with "small_change": the keys stay, which proves nothing.

    Parameters
    ----------
    problem : MultiInstanceODM
        Bags of instances with labels.
    x0 : array_like (2N,) or Result
        An array warms up the first machine; the averaged machine of a result picks the first keys.
    seed : int
        No effect: nothing is random.
    rule : {"loss", "max"}
        The instance of least band loss, with a change only where it is strictly smaller, so that
        (4) falls at every step; or the largest decision value, which follows (3) and may cycle; a
        key set that comes back ends the run.
    keys : array_like (p,) or None
        The first assignment; None: the averaged machine of a result `x0` picks it, else the means
        of the bags do, which matters: local optima from poor keys are far off.

    Returns
    -------
    Result
        `x` is u (2N,); `dual` holds v (1,), assignments (1, p) and s (N,). iteration counts
        machines; work is the same. Snapshots: keys (T, p); moved (T, p), the keys that the next row
        changes; objective_bags, objective_keys (T,), the values of (3) and (4); u (T, 2N);
        key_probability (T, J); heaviest (T, 10, p), weights (T, 10); and v (T, count) up to 500.

    References
    ----------
    mi-odm: (3), (4)
    andrews-2003
    """
    options = Options(max_iter=max_iter, **common)
    u = start_point(problem, options.x0)
    first = _first_keys(problem, keys, options.x0)
    states = assignment_states(problem, first, u, partial(_next_keys, problem, rule))
    return drive_saddle(states, problem, options)
