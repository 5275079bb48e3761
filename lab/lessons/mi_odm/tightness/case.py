"""The sweep of the tightness scene: relaxation, rounding and integer optimum at each value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.lessons.mi_odm.synthetic import BAG_KINDS, synthetic_bags
from solvers import (
    Gaussian,
    InputError,
    KeyMachine,
    Linear,
    MultiInstanceODM,
    Result,
    bag_machine,
    key_instances,
    solve_column_generation,
    solve_keys,
)

#: The certified gap of every relaxation, relative to the problem's scale.
TOL = 1e-9
#: kind -> words.
KINDS = {"loose": "four bags, loose"} | BAG_KINDS
#: Two positive and two negative bags whose relaxation is loose with a linear kernel.
_LOOSE = (
    np.array([[2.0, -2.0], [-2.0, -1.0]]),
    np.array([[-2.0, 2.0], [2.0, 0.0]]),
    np.array([[-2.0, -2.0], [-1.0, 0.0]]),
    np.array([[1.0, 0.0], [-1.0, -2.0]]),
)
#: sweep -> (symbol, whether the kernel is Gaussian, highest, lowest value, number of values).
SWEEPS = {
    "linear": ("λ", False, 100.0, 0.1, 19),
    "gaussian": ("λ", True, 100.0, 0.1, 19),
    "gamma": ("γ", True, 8.0, 0.05, 23),
}


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One value of the sweep.

    problem: at this value. relaxed: the certified relaxation. averaged (J,): its averaged machine.
    rounded: the machine of the averaged one's largest instances. best: the integer optimum, proved
    by enumeration. solved: how many assignments had to be solved for that; the bounds of the others
    lie above.
    """

    problem: MultiInstanceODM
    relaxed: Result
    averaged: np.ndarray
    rounded: KeyMachine
    best: KeyMachine
    solved: int

    @property
    def bound(self):
        """The certified lower bound of the relaxation on the integer optimum."""
        return self.relaxed.certificate.bound

    @property
    def optimum(self):
        """The value of (4) at the integer optimum."""
        return self.best.objectives.keys

    @property
    def weights(self):
        """v (count,) over all assignments."""
        v = np.zeros(self.problem.count)
        keys = self.relaxed.dual["assignments"]
        v[np.ravel_multi_index(tuple(keys.T), tuple(self.problem.sizes))] = self.relaxed.dual["v"]
        return v

    def number(self, keys):
        """The place of an assignment in the listing."""
        return int(np.ravel_multi_index(tuple(keys), tuple(self.problem.sizes)))


def bags_of(settings):
    """(bags, y) of the knobs."""
    if settings["data"] == "loose":
        return _LOOSE, np.array([1.0, 1.0, -1.0, -1.0])
    bags = settings["bags"]
    if settings["instances"] ** bags > 81:
        raise InputError(
            f"bags must allow at most 81 assignments to be enumerated here, got {bags} positive "
            f"bags of {settings['instances']}; take fewer or smaller ones."
        )
    sizes = {"positive": bags, "negative": bags, "instances": settings["instances"]}
    seeds = {"outlier": settings["outlier"], "seed": settings["seed"]}
    return synthetic_bags(settings["data"], **sizes, **seeds)


def values_of(sweep):
    """The values (T,) of a sweep, falling."""
    _, _, high, low, count = SWEEPS[sweep]
    return np.geomspace(high, low, count)


def spots(settings, sweep, values, cancelled=None):
    """A `Spot` for each value, each relaxation starting from the columns of the one before."""
    bags, y = bags_of(settings)
    answers, before = None, None
    for value in values:
        problem = _problem(settings, bags, y, sweep, value)
        before = solve_column_generation(problem, x0=before, tol=TOL, cancelled=cancelled)
        answers = np.zeros((problem.count, before.x.size)) if answers is None else answers
        yield _spot(problem, before, answers)


def _problem(settings, bags, y, sweep, value):
    symbol, gaussian, *_ = SWEEPS[sweep]
    lam, gamma = settings["lam"], settings["gamma"]
    lam, gamma = (value, gamma) if symbol == "λ" else (lam, value)
    kernel = Gaussian(gamma) if gaussian else Linear(bias=1.0)
    return MultiInstanceODM(bags, y, lam, lam, settings["nu"], settings["theta"], kernel)


def _spot(problem, relaxed, answers):
    a = bag_machine(problem, relaxed.x, relaxed.dual["v"], relaxed.dual["assignments"])
    rounded = solve_keys(problem, key_instances(problem, a))
    best, solved = integer_optimum(problem, rounded, answers, relaxed.certificate.bound)
    return Spot(problem, relaxed, a, rounded, best, solved)


def integer_optimum(problem, known, answers, bound=-np.inf):
    """(the best `KeyMachine` of all assignments, how many were solved).

    known: a machine to beat. answers (count, 2N): multipliers, at least 0, whose dual values bound
    the assignments from below; those solved are replaced in place. Nothing is solved where `known`
    meets the lower bound of all, and an assignment only where its own bound lies below the best.
    """
    best, solved = known, 0
    if known.objectives.keys - bound <= TOL * problem.scale:
        return best, solved
    listed = problem.assignments()
    lower = dual_values(problem, answers)
    for c in np.argsort(lower, kind="stable"):
        if lower[c] >= best.objectives.keys:
            break
        machine, solved = solve_keys(problem, listed[c], answers[c]), solved + 1
        answers[c] = machine.u
        if machine.objectives.keys < best.objectives.keys:
            best = machine
    return best, solved


def dual_values(problem, answers):
    """D(u_c, c) (count,) for one u (2N,) per assignment, answers (count, 2N): each at most the
    value of (4) at its assignment."""
    pairs = zip(answers, problem.assignments(), strict=True)
    return np.array([problem.dual_values(u, keys[None])[0] for u, keys in pairs])
