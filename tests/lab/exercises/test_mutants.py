"""Each comparison, constant, sign and order of the right steps decides something that is judged."""

import numpy as np
import pytest
from judged import calls, report
from mutants import mutants, same
from right_steps import RIGHT

from lab.checking import catalogue

NAMES = catalogue.names()
BRACKET = "only the bracket of the bisection, or how often it is halved"
EQUAL = "both sides are the same where the comparison holds with equality"
INFINITE = "a division by 0 gives inf, which is cut off or never the least"
LABELS = "labels are 1 or -1: to divide by them is to multiply"
ROUNDING = "below what rounding does"
FALLS = "Delta is never positive, and where it is 0 the shift is 0"
#: Mutants that are right as well -> why.
EQUIVALENT = {
    "group-update": {
        "14:10-51 GtE for Gt": BRACKET, "13:21-24 2.0 for 1.0": BRACKET,
        "15:16-19 3.0 for 2.0": BRACKET, "15:16-19 4.0 for 2.0": BRACKET,
        "16:19-22 201 for 200": BRACKET, "16:19-22 400 for 200": BRACKET,
        "18:11-54 GtE for Gt": BRACKET, "14:23-37 Sub for Add": BRACKET,
        "11:11-29 maximum without choice 0": ROUNDING,
    },
    "key-selection": {"2:60-77 last of ties": "of others that are equally good any may be chosen"},
    "lars-leaving": {"2:24-37 Div for Mult": "a quotient has the sign of the product"},
    "lars-step": {"11:11-19 LtE for Lt": INFINITE, "13:11-20 GtE for Gt": INFINITE},
    "logistic-update": {
        "10:12-42 if True": FALLS, "10:19-33 LtE for Lt": FALLS, "10:30-33 1.0 for 0.0": FALLS,
        "10:39-42 1.0 for 0.0": FALLS, "12:11-87 Lt for LtE": EQUAL,
        "11:10-23 GtE for Gt": ROUNDING, "11:18-23 0.0 for 1e-16": ROUNDING,
        "11:18-23 2e-16 for 1e-16": ROUNDING, "7:43-81 Sub for Add": ROUNDING,
        "7:76-81 2e-12 for 1e-12": ROUNDING, "12:39-50 Sub for Add": ROUNDING,
        "12:45-50 0.0 for 1e-14": ROUNDING, "12:45-50 2e-14 for 1e-14": ROUNDING,
        "6:29-36 Div for Mult": LABELS,
    },
    "low-cost-direction": {"1:16-49 Div for Mult": LABELS},
    "m-step": {
        "9:12-88 where without choice 1": "the same number, written so that nothing cancels",
        "9:21-29 Gt for GtE": EQUAL,
        "9:68-86 minimum without choice 0": "it is only taken where d is negative",
        "9:82-85 1.0 for 0.0": "it is only taken where d is negative",
    },
    "mirror-u": {"3:38-53 GtE for Gt": EQUAL},
    "predictor-direction": {"5:56-61 Div for Mult": LABELS},
    "step-to-boundary": {"11:8-39 if True": INFINITE, "11:13-21 GtE for Gt": INFINITE},
    "triplet-update": {"10:4-16 if False": INFINITE},
}  # fmt: skip


@pytest.mark.further
@pytest.mark.parametrize("name", NAMES)
def test_every_mutant_is_refused_but_those_that_are_right(name):
    assert report(name, RIGHT[name], 3.0)
    passed = {words for words, (step, _) in mutants(name).items() if report(name, step)}
    assert passed == set(EQUIVALENT.get(name, {}))


@pytest.mark.parametrize("name", NAMES)
def test_every_branch_decides_a_call(name):
    """Where the branch is forced, at least one call of the method has another answer."""
    played = [(call.args, RIGHT[name](*call.args)) for call in calls(name, RIGHT[name])]
    with np.errstate(all="ignore"):
        for words, (step, forced) in mutants(name).items():
            if forced and words not in EQUIVALENT.get(name, {}):
                assert any(_differs(step, *one) for one in played), words


def _differs(step, args, right):
    try:
        return not same(step(*args), right)
    except (ArithmeticError, TypeError, ValueError):
        return True


def test_there_are_mutants_of_every_exercise():
    assert min(len(mutants(name)) for name in NAMES) >= 7
    assert sum(len(mutants(name)) for name in NAMES) > 400
