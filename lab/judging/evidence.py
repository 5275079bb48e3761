"""What certificates say of all answers to one problem together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.sparse import diags

from lab.peers.parts import Answer, certified
from solvers import Certificate, InputError, Program, SparsePrecision, TripletMetric

#: A point that violates constraints by no more counts as feasible.
FEASIBLE = 1e-9
#: Bounds and values may disagree by this share of the scale through rounding.
ROUNDING = 1e-9
#: A scale below this share of the objective's terms one unit away is none: the optimum is 0, and so
#: is every side there.
_NO_SCALE = 1e-12
#: What is said of a point, so that it is judged.
_WITH_A_POINT = ("optimal", "inaccurate", "gave up", "unbounded")


@dataclass(frozen=True, slots=True, eq=False)
class Exhibit:
    """One answer and what our certificates say of it.

    whose: who gave it, in words. certificate: of its x with its multipliers; None where it has no
    x, or one that is no point. own: that of `lab.peers.parts`, within a box around x; None where
    it returns no multipliers. fault: why its x is no point, or "".

    Absolute tolerances are of the units in which a program is given. broken: its largest distance
    to a side that it violates, over the larger of 1 and what of x takes part in that side. unit:
    the largest term of the objective where no |x_j| is less than 1. Of a `TripletMetric`: in
    margins, and at 0. Infinite and 0 of other problems, which have a scale.
    """

    whose: str
    answer: Answer
    certificate: Certificate | None = None
    own: Certificate | None = None
    fault: str = ""
    broken: float = math.inf
    unit: float = 0.0


def exhibit(problem: Any, whose: str, answer: Answer) -> Exhibit:
    """The `Exhibit` of an answer."""
    x = answer.x
    if x is None or answer.claim not in _WITH_A_POINT:
        return Exhibit(whose, answer)
    if not np.isfinite(x).all():
        if answer.claim != "optimal":
            return Exhibit(whose, answer)
        return Exhibit(whose, answer, fault="Its x holds entries that are no numbers.")
    try:
        found = problem.certify(x, **answer.dual)
        own = certified(problem, x, answer.dual) if answer.dual else None
        return Exhibit(whose, answer, found, own, "", *_in_its_units(problem, x))
    except InputError as error:
        return Exhibit(whose, answer, fault=f"Its answer does not fit the problem: {error}")


def _in_its_units(problem, x):
    """(broken, unit) of a point, see `Exhibit`."""
    if isinstance(problem, TripletMetric):  # a weight is worth what it adds to a margin of 1
        reach = np.abs(problem.Z).max(axis=0, initial=0.0)
        return float((-x * reach).max(initial=0.0)), float(problem.C * len(problem.Z))
    if not isinstance(problem, Program):
        return math.inf, 0.0
    p, s, size = problem, problem.sides, np.maximum(np.abs(x), 1.0)
    away = np.concatenate([
        _over(p.A @ x - p.b, abs(p.A) @ np.abs(x), s.A_safe),
        _over(np.abs(p.A_eq @ x - p.b_eq), abs(p.A_eq) @ np.abs(x), s.E_safe),
        np.maximum(p.lower - x, x - p.upper) / size,
    ])  # fmt: skip
    curved = 0.0 if p.Q is None else float((diags(size) @ abs(p.Q) @ diags(size)).max())
    return float(away.max(initial=0.0)), max(float((np.abs(p.c) * size).max()), curved)


def _over(away, terms, length):
    """Distances to rows over the larger of 1 and what takes part in them; length: of each row."""
    return away / np.maximum(terms, length)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is proved of a problem.

    lower, upper: the highest proved bound of the optimum, the lowest value at a feasible point, and
    whose they are. infeasible: whose rays prove that no point is feasible; falling: whose rays
    prove that the objective falls for ever from a feasible point. feasible: who has a feasible
    point. scale: what gaps are measured against. proved: whose own multipliers prove its own point.
    contradiction: what disagrees, in a sentence, or "": no answer is called wrong then.
    """

    lower: float = -math.inf
    lower_by: str = ""
    upper: float = math.inf
    upper_by: str = ""
    infeasible: tuple[str, ...] = ()
    falling: tuple[str, ...] = ()
    feasible: tuple[str, ...] = ()
    scale: float = 0.0
    proved: tuple[str, ...] = ()
    contradiction: str = ""

    def share(self, amount: float) -> float:
        """`amount` of the objective as a share of the scale; 0 stays 0."""
        if amount == 0.0:
            return 0.0
        return abs(amount) / self.scale if self.scale > 0.0 else math.inf


def with_a_scale(
    exhibits: Sequence[Exhibit], found: Evidence
) -> tuple[Sequence[Exhibit], Evidence]:
    """The same, in the units in which the problem is given where it has no scale of its own: all
    sides of a cone and its optimum are 0, so that no point is within a share of them."""
    unit = min((e.unit for e in exhibits if math.isfinite(e.broken)), default=0.0)
    if found.scale > _NO_SCALE * unit or unit == 0.0:
        return exhibits, found
    in_units = [
        replace(e, certificate=replace(e.certificate, infeasibility=e.broken))
        if e.certificate is not None and e.broken < e.certificate.infeasibility else e
        for e in exhibits
    ]  # fmt: skip
    return in_units, replace(found, scale=unit)


def evidence(problem: Any, exhibits: Sequence[Exhibit], tol: float) -> Evidence:
    """The `Evidence` of all answers to a problem; nothing that a solver says takes part."""
    judged = [e for e in exhibits if e.certificate is not None]
    proofs = [(e, e.certificate) for e in judged if e.certificate is not None]
    scale = _scale(judged)
    lower, lower_by = _highest((c.bound, e.whose) for e, c in proofs)
    margin = ROUNDING * scale
    inside = [(e, c) for e, c in proofs if c.infeasibility <= FEASIBLE]
    plain = [(e, c) for e, c in inside if c.objective >= lower - margin]
    upper, upper_by = _highest((-c.objective, e.whose) for e, c in plain)
    found = Evidence(
        lower,
        lower_by,
        -upper,
        upper_by,
        _rays(exhibits, "infeasible", getattr(problem, "certify_infeasible", None)),
        _rays(exhibits, "falling", _falls(problem)),
        _names(e for e, _ in inside),
        scale,
        _names(e for e, c in proofs if c.holds(tol) and c.infeasibility <= tol),
    )
    return replace(found, contradiction=_contradiction(found, judged))


def _scale(judged):
    """The scale at the answer whose gap is least."""
    found = [(abs(e.certificate.gap), e.certificate.scale) for e in judged]
    found = [(gap, scale) for gap, scale in found if math.isfinite(scale)]
    return min(found, default=(0.0, 0.0))[1]


def _highest(pairs: Iterable[tuple[float, str]]):
    """The highest finite number and whose it is."""
    finite = [(value, whose) for value, whose in pairs if math.isfinite(value)]
    return max(finite, key=lambda pair: pair[0], default=(-math.inf, ""))


def _names(exhibits):
    return tuple(dict.fromkeys(e.whose for e in exhibits))


def _rays(exhibits, kind, proves):
    """Whose rays prove it."""
    if proves is None:
        return ()
    claims = {"infeasible": ("infeasible",), "falling": ("unbounded", "dual infeasible")}[kind]
    return _names(
        e for e in exhibits if e.answer.claim in claims and e.answer.ray is not None
        and _holds(proves, e.answer.ray)
    )  # fmt: skip


def _holds(proves, ray):
    try:
        return proves(ray)
    except InputError:  # of another shape
        return False


def _falls(problem):
    """ray -> whether the objective falls for ever along it."""
    if isinstance(problem, SparsePrecision):
        return problem.falls_along
    return getattr(problem, "certify_unbounded", None)


def _contradiction(found, judged):
    """What of the evidence cannot be true together, or ""."""
    if found.infeasible and found.feasible:
        return (
            f"A ray of {found.infeasible[0]} proves that no point is feasible, and that of "
            f"{found.feasible[0]} is, up to rounding: both are so to the last digits only."
        )
    if found.falling and math.isfinite(found.lower):
        return (
            f"A ray of {found.falling[0]} proves that there is no minimum, and multipliers of "
            f"{found.lower_by} a bound: both are so to the last digits only."
        )
    below = [
        e for e in judged if e.certificate.infeasibility == 0.0
        and found.share(min(e.certificate.objective - found.lower, 0.0)) > ROUNDING
    ]  # fmt: skip
    if below and found.scale > 0.0:
        return f"The point of {below[0].whose} lies below a bound of {found.lower_by}."
    return ""
