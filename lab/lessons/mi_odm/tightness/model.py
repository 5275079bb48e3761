"""Scene `tightness` in numbers: relaxation, rounding and integer optimum at each value of a sweep
(Zhang, Jin 2020, (4) against (9), 004_0576c39cd2308ab8.txt)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.drawing.text import unsigned
from lab.experiment import Run
from lab.knobs import seed_knob
from lab.lessons.mi_odm.common import per_bag
from lab.lessons.mi_odm.synthetic import BAG_KINDS, synthetic_bags
from lab.scenes.frames import Frames, remembered
from solvers import (
    Gaussian,
    InputError,
    KeyMachine,
    Linear,
    MultiInstanceODM,
    Result,
    bag_machine,
    instance_values,
    key_instances,
    solve_column_generation,
    solve_keys,
)
from widgets import Clock
from widgets.knobs import Knob

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
#: Where the bound falls short of the optimum by less than this share, the relaxation is exact.
EXACT = 1e-6
#: The other kernel is solved at every second value.
RIVAL_STEP = 2
#: Where the bound falls short of the optimum by more than this share, the averaged machine is not
#: to be trusted.
LOOSE = 0.05
_SWEEPS = (
    ("linear", "λ, linear kernel"),
    ("gaussian", "λ, Gaussian kernel"),
    ("gamma", "γ, Gaussian kernel"),
)
_RIVALS = {"linear": "gaussian", "gaussian": "linear"}

_DRAWN = {"not data": ("loose",)}

KNOBS = (
    Knob("sweep", "choice", "linear", "The player moves", options=_SWEEPS,
         help="From right to left: each value is another problem, solved to nine digits."),
    Knob("lam", "log", 10.0, "λ₁ = λ₂", 0.1, 1000.0, help="While γ moves.",
         when={"sweep": ("gamma",)}),
    Knob("gamma", "log", 0.25, "γ", 0.05, 8.0, help="While λ moves: exp(−γ‖x − z‖²).",
         when={"not sweep": ("gamma",)}),
    Knob("nu", "linear", 0.5, "ν", 0.05, 1.0, help="What a margin above the band costs."),
    Knob("theta", "linear", 0.2, "θ", 0.0, 0.95, help="Half the width of the free band."),
    Knob("data", "choice", "loose", "Bags", options=tuple(KINDS.items()),
         help="Four bags of two by hand, or drawn bags."),
    Knob("bags", "integer", 2, "Bags of each class", 1, 4, help="Of drawn bags.", when=_DRAWN),
    Knob("instances", "integer", 3, "Instances per bag", 1, 4, help="Of drawn bags.",
         when=_DRAWN),
    Knob("outlier", "switch", False, "Outlier",
         help="Of drawn bags: one more instance among the keys, in the last negative bag.",
         when=_DRAWN),
    seed_knob("bags", when=_DRAWN),
)  # fmt: skip


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
    def bound(self) -> float:
        """The certified lower bound of the relaxation on the integer optimum."""
        return self.relaxed.certificate.bound

    @property
    def optimum(self) -> float:
        """The value of (4) at the integer optimum."""
        return self.best.objectives.keys

    @property
    def weights(self) -> np.ndarray:
        """v (count,) over all assignments."""
        v = np.zeros(self.problem.count)
        keys = self.relaxed.dual["assignments"]
        v[np.ravel_multi_index(tuple(keys.T), tuple(self.problem.sizes))] = self.relaxed.dual["v"]
        return v

    @property
    def key_shares(self) -> np.ndarray:
        """The share (J,) of the weights v under which an instance is the key of its bag: in each
        positive bag they sum to 1, in a negative one they are 0."""
        keys, v = self.relaxed.dual["assignments"], self.relaxed.dual["v"]
        shares = np.zeros(self.averaged.size)
        np.add.at(shares, self.problem.first + keys, v[:, None])
        return shares

    def number(self, keys: np.ndarray) -> int:
        """The place of an assignment in the listing."""
        return int(np.ravel_multi_index(tuple(keys), tuple(self.problem.sizes)))


def bags_of(settings: Mapping[str, Any]) -> tuple[Sequence[np.ndarray], np.ndarray]:
    """(bags, y) of the knobs."""
    if settings["data"] == "loose":
        return _LOOSE, np.array([1.0, 1.0, -1.0, -1.0])
    bags = settings["bags"]
    if settings["instances"] ** bags > 81:
        raise InputError(
            f"bags must allow at most 81 assignments to be enumerated here, got {bags} positive "
            f"bags of {settings['instances']}; take fewer or smaller ones."
        )
    seeds = {"outlier": settings["outlier"], "seed": settings["seed"]}
    return synthetic_bags(
        settings["data"], positive=bags, negative=bags, instances=settings["instances"], **seeds
    )


def values_of(sweep: str) -> np.ndarray:
    """The values (T,) of a sweep, falling."""
    _, _, high, low, count = SWEEPS[sweep]
    return np.geomspace(high, low, count)


def spots(
    settings: Mapping[str, Any],
    sweep: str,
    step: int = 1,
    cancelled: Callable[[], bool] | None = None,
) -> list[Spot]:
    """The `Spot` of every `step`th value of a sweep, or fewer where it is cancelled."""
    found = []
    for place in range(0, SWEEPS[sweep][-1], step):
        found.append(_spot(settings, sweep, place, step))
        if cancelled is not None and cancelled():
            break
    return found


def spot_at(
    settings: Mapping[str, Any], sweep: str, value: float, before: Spot | None = None
) -> Spot:
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


@remembered(most=64)
def _spot(settings, sweep, place, step):
    """A `Spot` of a sweep, remembered for the settings that this sweep reads: those of the linear
    kernel stay when gamma moves."""
    before = _spot(settings, sweep, place - step, step) if place else None
    return spot_at(settings, sweep, values_of(sweep)[place], before)


def _problem(settings, bags, y, sweep, value):
    symbol, gaussian, *_ = SWEEPS[sweep]
    lam = value if symbol == "λ" else settings["lam"]
    kernel = Linear(bias=1.0)
    if gaussian:
        kernel = Gaussian(value if symbol == "γ" else settings["gamma"])
    return MultiInstanceODM(bags, y, lam, lam, settings["nu"], settings["theta"], kernel)


def integer_optimum(
    problem: MultiInstanceODM, known: KeyMachine, answers: np.ndarray, bound: float = -np.inf
) -> tuple[KeyMachine, int, np.ndarray]:
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


def dual_values(problem: MultiInstanceODM, answers: np.ndarray) -> np.ndarray:
    """D(u_c, c) (count,) for one u (2N,) per assignment, answers (count, 2N): each at most the
    value of (4) at its assignment."""
    pairs = zip(answers, problem.assignments(), strict=True)
    return np.array([problem.dual_values(u, keys[None])[0] for u, keys in pairs])


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Relaxation, rounding and integer optimum at every value of the sweep; for a sweep over lambda
    the other kernel's shortfall at every second."""
    sweep = settings["sweep"]
    found = spots(settings, sweep, 1, cancelled)
    rival = None
    if sweep in _RIVALS:
        others = spots(settings, _RIVALS[sweep], RIVAL_STEP, cancelled)
        rival = shortfall(*np.array([(s.bound, s.optimum) for s in others]).T)
    extra = {"values": values_of(sweep), "spots": found, "rival": rival}
    first = found[0]
    return Run(first.problem, {"column_generation": first.relaxed}, extra=extra)


def shortfall(bound: float | np.ndarray, optimum: float | np.ndarray) -> float | np.ndarray:
    """The share of the optimum that a bound on it leaves unproved, at least 0."""
    return np.maximum(1.0 - bound / optimum, 0.0)


def frames(run: Run) -> Frames:
    """The table: a frame per value of the sweep, T of them.

    place (T,): the value. bound, optimum, rounded (T,): of the relaxation, the best keys, the
    rounded machine. short (T,): the share of the optimum that the bound leaves unproved. weights
    (T, count): of the assignments. averaged, decided (T, J): decision values of the averaged and of
    the rounded machine at all instances. key_shares (T, J): see `Spot`. ranked (T, p): whether the
    averaged machine's largest instances are the keys of the optimum. rival: the shortfall of the
    other kernel at every second value, or None.
    """
    (symbol, gaussian, *_), spots = SWEEPS[run.settings["sweep"]], run.extra["spots"]
    clock = Clock(symbol, run.extra["values"])
    f = Frames.of_results(run, [s.relaxed for s in spots], clock, tolerance=TOL)
    f.facts(
        problem=spots[0].problem, rival=run.extra["rival"], symbol=symbol, gaussian=gaussian,
    )  # fmt: skip
    f.columns(
        spot=spots,
        place=clock.values,
        optimum=np.array([s.optimum for s in spots]),
        rounded=np.array([s.rounded.objectives.keys for s in spots]),
        short=lambda f: shortfall(f.bound, f.optimum),
        open=lambda f: 100.0 * f.short,
        above=lambda f: 100.0 * (f.rounded / f.optimum - 1.0),
        weights=lambda f: np.array([s.weights for s in spots]),
        averaged=lambda f: np.array([instance_values(s.problem, s.averaged) for s in spots]),
        decided=lambda f: np.array([instance_values(s.problem, s.rounded.machine) for s in spots]),
        key_shares=lambda f: np.array([s.key_shares for s in spots]),
        right=lambda f: right(f.problem, f.averaged),
        ranked=lambda f: np.array(
            [key_instances(s.problem, s.averaged) == s.best.keys for s in spots]
        ),
    )
    return f


def tops(problem: MultiInstanceODM, values: np.ndarray) -> np.ndarray:
    """The largest value in each bag (T, m) of values (T, J) at all instances."""
    return per_bag(problem, np.maximum, values)


def right(problem: MultiInstanceODM, values: np.ndarray) -> np.ndarray:
    """Whether the largest value of each bag (T, m) has the sign of its class."""
    return tops(problem, values) * problem.y > 0.0


def own_shortfall(run: Run) -> float:
    """The share by which the bound falls short of the best keys at the knobs' own λ and γ."""
    settings = run.settings
    value = settings["gamma" if settings["sweep"] == "gamma" else "lam"]
    spot = spot_at(settings, settings["sweep"], value)
    return float(unsigned(shortfall(spot.bound, spot.optimum), 1.0))
