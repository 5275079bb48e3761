"""The verdict on one answer: a word and a sentence, from certificates alone."""

from __future__ import annotations

import math
from dataclasses import replace

from lab.drawing.text import capital
from lab.judging.evidence import Evidence, Exhibit

PROVED, WITHIN = "proved", "within its tolerance"
CLAIMS_MORE, WRONG = "claims more than it has", "wrong"
GAVE_UP, OPEN, NONE = "gave up honestly", "not decided", "no answer"
#: The words in the order of the table.
WORDS = (PROVED, WITHIN, CLAIMS_MORE, WRONG, GAVE_UP, OPEN, NONE)

#: A tolerance is meant in the package's own norm and scale: so many times it counts as within.
SLACK = 10.0
#: An optimum that is off by more, as a share, and by more than so many times the tolerance, is not
#: rough but wrong.
ROUGH, FAR = 1e-2, 100.0

Verdict = tuple[str, str]


def verdict(one: Exhibit, found: Evidence, tol: float, promised: float) -> Verdict:
    """(word, sentence) of an answer. tol: what is asked of a proof; promised: the error that the
    solver's own tolerance allows, a share of the scale."""
    judge = {
        "optimal": _optimal,
        "inaccurate": _inaccurate,
        "infeasible": _infeasible,
        "unbounded": _unbounded,
        "dual infeasible": _dual_infeasible,
        "no optimum": _no_optimum,
        "gave up": _gave_up,
    }[one.answer.claim]
    if one.certificate is not None and math.isfinite(one.certificate.scale):
        # Of many optimal points the proof may be of one at which all terms are small.
        found = replace(found, scale=max(found.scale, one.certificate.scale))
    word, sentence = judge(one, found, tol, promised)
    if word == WRONG and found.contradiction:
        return OPEN, found.contradiction
    return word, sentence


def _optimal(one, found, tol, promised):
    allowed = max(SLACK * promised, tol)
    if one.certificate is None:
        return WRONG, one.fault or "It says optimal, and returns no point."
    if found.infeasible:
        return _of_no_point(one, found, allowed)
    if found.falling:
        return WRONG, (
            "There is no optimum: the objective falls for ever along the ray of "
            f"{found.falling[0]}, from any feasible point."
        )
    least, most = errors(one, found)
    if most <= allowed:
        word = PROVED if most <= tol else WITHIN
        return _consistent(one, found, tol, allowed) or (word, _measured(one, found, tol))
    if min(least, _in_its_units(one, found)) > max(ROUGH, FAR * promised):
        return WRONG, _off(one, found)
    if least > allowed:
        return CLAIMS_MORE, _off(one, found)
    return OPEN, (
        f"Nobody's multipliers prove more than a gap of {_share(most)}, nor does any point "
        "contradict it."
    )


def errors(one: Exhibit, found: Evidence) -> tuple[float, float]:
    """(least, most): how far its x is from feasible and optimal, as a share: at least so far by the
    best value and bound that are proved, and at most so far."""
    c = one.certificate
    assert c is not None  # it has a point
    value, off = c.objective, c.infeasibility
    if not math.isfinite(value):
        return max(off, 0.0), math.inf
    above, below = max(value - found.upper, 0.0), max(found.lower - value, 0.0)
    gap = found.share(value - found.lower) if math.isfinite(found.lower) else math.inf
    return max(off, found.share(max(above, below))), max(off, gap)


def _in_its_units(one, found):
    """The least error as an absolute tolerance means it, in the units of the problem: in very small
    ones an answer may be within it and yet be far from the optimum, as a share."""
    value = one.certificate.objective
    amount = max(value - found.upper, found.lower - value, 0.0)
    if amount == 0.0:
        return one.broken
    return max(one.broken, amount / one.unit if one.unit > 0.0 else math.inf)


def _of_no_point(one, found, allowed):
    off = one.certificate.infeasibility
    if off <= allowed:
        return WITHIN, (
            f"No point is feasible, by the ray of {found.infeasible[0]}; this one is outside by "
            f"{_share(off)} only."
        )
    return WRONG, (
        f"No point is feasible, by the ray of {found.infeasible[0]}; this one is outside by "
        f"{_share(off)}."
    )


def _consistent(one, found, tol, allowed):
    """What a good x comes with that is not true, or None: the value it says, its multipliers."""
    said, value = one.answer.value, one.certificate.objective
    if said is not None and not found.share(said - value) <= max(allowed, 1e-9):
        return CLAIMS_MORE, f"It says {said:.10g}, and the value at its x is {value:.10g}."
    if one.own is None:
        return None
    gap = found.share(max(one.own.objective - one.own.bound, 0.0))
    if gap <= max(allowed, tol):
        return None
    return CLAIMS_MORE, (
        f"Its x is right, by the bound of {found.lower_by}; its multipliers leave a gap of "
        f"{_share(gap)}."
    )


def _measured(one, found, tol):
    off, by = one.certificate.infeasibility, found.lower_by
    gap = found.share(one.certificate.objective - found.lower)
    whose = f"the multipliers of {by}"
    if one.own is not None and found.share(one.own.gap) <= max(gap, tol):
        whose = "its own multipliers"
    within = f"most {_share(gap)} from the optimum, by {whose}."
    return f"Outside by {_share(off)}, at {within}" if off > 0.0 else f"At {within}"


def _off(one, found):
    """In words what is wrong with an x."""
    c = one.certificate
    above, below = c.objective - found.upper, found.lower - c.objective
    if found.share(max(above, 0.0)) > c.infeasibility:
        return (
            f"Its value {c.objective:.10g} is {_share(found.share(above))} above that of the "
            f"feasible point of {found.upper_by}, {found.upper:.10g}."
        )
    outside = f"Its x is outside by {_share(c.infeasibility)}"
    if found.share(max(below, 0.0)) > c.infeasibility:
        return (
            f"{outside}, and for that its value {c.objective:.10g} lies "
            f"{_share(found.share(below))} below the proved bound {found.lower:.10g}."
        )
    return f"{outside}."


def _inaccurate(one, found, tol, promised):
    if one.certificate is None or found.infeasible or found.falling:
        return GAVE_UP, "It says itself that this is no optimum to its tolerance."
    most = errors(one, found)[1]
    if most <= tol:
        return PROVED, f"{_measured(one, found, tol)} It is better than it says."
    return GAVE_UP, f"It says itself that this is rough; {_distance(most)}."


def _gave_up(one, found, tol, promised):
    if one.certificate is None or found.infeasible or found.falling:
        return GAVE_UP, f"It says {one.answer.says!r}."
    return GAVE_UP, f"It says {one.answer.says!r}; {_distance(errors(one, found)[1])}."


def _distance(most):
    if most == math.inf:
        return "nothing is proved of its x"
    return f"its x is {_share(most)} from a proof"


def _infeasible(one, found, tol, promised):
    if found.infeasible:
        return PROVED, _by_ray(one, found.infeasible, "no point is feasible")
    if found.feasible:
        return WRONG, f"It says infeasible, and the point of {found.feasible[0]} is feasible."
    return OPEN, "Nobody has a feasible point, nor a ray that proves that there is none."


def _unbounded(one, found, tol, promised):
    if found.infeasible:
        return WRONG, f"No point is feasible, by the ray of {found.infeasible[0]}."
    if not found.falling:
        return _no_ray(found, "unbounded")
    if not found.feasible:
        return OPEN, (
            f"The objective falls for ever along the ray of {found.falling[0]}; nobody has a "
            "feasible point to begin at."
        )
    return PROVED, _by_ray(one, found.falling, "the objective falls for ever")


def _dual_infeasible(one, found, tol, promised):
    if found.falling:
        return PROVED, _by_ray(one, found.falling, "the objective falls for ever")
    if found.infeasible:
        return OPEN, (
            f"No point is feasible, by the ray of {found.infeasible[0]}; whether the dual has one, "
            "nobody's ray tells."
        )
    return _no_ray(found, "dual infeasible")


def _no_ray(found, claim):
    if math.isfinite(found.lower):
        return WRONG, (
            f"It says {claim}, and no value is below {found.lower:.10g}, by the multipliers of "
            f"{found.lower_by}."
        )
    return OPEN, "Nobody has a bound, nor a ray along which the objective falls for ever."


def _no_optimum(one, found, tol, promised):
    if found.infeasible:
        return PROVED, _by_ray(one, found.infeasible, "no point is feasible")
    if found.falling:
        return PROVED, _by_ray(one, found.falling, "the objective falls for ever")
    if found.feasible and math.isfinite(found.lower):
        return WRONG, (
            f"The point of {found.feasible[0]} is feasible, and no value is below "
            f"{found.lower:.10g}, by the multipliers of {found.lower_by}."
        )
    return OPEN, "Nobody has a point and a bound, nor a ray."


def _by_ray(one, whose, words):
    by = "its own ray" if one.whose in whose else f"the ray of {whose[0]}"
    return f"{capital(words)}, by {by}."


def _share(value: float) -> str:
    if value == 0.0:
        return "0"
    return f"{value:.1e}" if math.isfinite(value) else "an amount that nothing bounds"
