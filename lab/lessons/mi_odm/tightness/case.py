"""The sweep of the tightness scene: relaxation, rounding and integer optimum at each value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.cached import cached_by
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
    lie above. answers (count, 2N): the multipliers behind those bounds.
    """

    problem: MultiInstanceODM
    relaxed: Result
    averaged: np.ndarray
    rounded: KeyMachine
    best: KeyMachine
    solved: int
    answers: np.ndarray

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


def spots(settings, sweep, step=1, cancelled=None):
    """The `Spot` of every `step`th value of a sweep, or fewer where it is cancelled."""
    found = []
    for place in range(0, SWEEPS[sweep][-1], step):
        found.append(_KEPT[sweep](settings, place, step))
        if cancelled is not None and cancelled():
            break
    return found


def spot_at(settings, sweep, value, before=None):
    """The `Spot` of one value; the relaxation starts from the columns of the one `before`, another
    spot of the sweep."""
    bags, y = bags_of(settings)
    problem = _problem(settings, bags, y, sweep, value)
    start = None if before is None else before.relaxed
    relaxed = solve_column_generation(problem, x0=start, tol=TOL)
    averaged = bag_machine(problem, relaxed.x, relaxed.dual["v"], relaxed.dual["assignments"])
    rounded = solve_keys(problem, key_instances(problem, averaged))
    answers = before.answers if before else np.zeros((problem.count, relaxed.x.size))
    best, solved, answers = integer_optimum(problem, rounded, answers, relaxed.certificate.bound)
    return Spot(problem, relaxed, averaged, rounded, best, solved, answers)


def _kept(sweep):
    """The function (settings, place, step) -> `Spot`, kept for what the sweep depends on: a move of
    gamma changes none of the linear kernel."""

    @cached_by(*_COMMON, *_OWN[sweep], most=64)
    def spot(settings, place, step):
        before = spot(settings, place - step, step) if place else None
        return spot_at(settings, sweep, values_of(sweep)[place], before)

    return spot


#: What all sweeps depend on, and what one alone does.
_COMMON = ("data", "bags", "instances", "outlier", "seed", "nu", "theta")
_OWN = {"linear": (), "gaussian": ("gamma",), "gamma": ("lam",)}
_KEPT = {sweep: _kept(sweep) for sweep in SWEEPS}


def _problem(settings, bags, y, sweep, value):
    symbol, gaussian, *_ = SWEEPS[sweep]
    lam = value if symbol == "λ" else settings["lam"]
    kernel = Linear(bias=1.0)
    if gaussian:
        kernel = Gaussian(value if symbol == "γ" else settings["gamma"])
    return MultiInstanceODM(bags, y, lam, lam, settings["nu"], settings["theta"], kernel)


def integer_optimum(problem, known, answers, bound=-np.inf):
    """(the best `KeyMachine` of all assignments, how many were solved, answers anew).

    known: a machine to beat. answers (count, 2N): multipliers, at least 0, whose dual values bound
    the assignments from below; anew they are those of the machines that were solved. Nothing is
    solved where `known` meets the lower bound of all, and an assignment only where its own bound
    lies below the best.
    """
    best, solved = known, 0
    if known.objectives.keys - bound <= TOL * known.objectives.keys:
        return best, solved, answers
    answers = answers.copy()
    listed = problem.assignments()
    lower = dual_values(problem, answers)
    for c in np.argsort(lower, kind="stable"):
        if lower[c] >= best.objectives.keys:
            break
        machine, solved = solve_keys(problem, listed[c], answers[c]), solved + 1
        answers[c] = machine.u
        if machine.objectives.keys < best.objectives.keys:
            best = machine
    return best, solved, answers


def dual_values(problem, answers):
    """D(u_c, c) (count,) for one u (2N,) per assignment, answers (count, 2N): each at most the
    value of (4) at its assignment."""
    pairs = zip(answers, problem.assignments(), strict=True)
    return np.array([problem.dual_values(u, keys[None])[0] for u, keys in pairs])
