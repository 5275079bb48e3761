"""What is handed out is what is proved: every solver on every class, judged from outside.

A file of tests/solvers/answers offers the families of a package: data on which proofs went wrong
once (levels, far points, columns in other units, prices that nobody pays), formulas, and the
optimum of another solver. A class without a family fails.
"""

from functools import cache

import numpy as np
import pytest
from answered import families

from solvers import SOLVERS, InputError

FAMILIES = {f.kind: f for f in families()}
CASES = [
    pytest.param(kind, case, name, id=f"{kind.__name__}-{name}-{case.replace(' ', '_')}")
    for kind, family in FAMILIES.items()
    for case in family.cases
    for name in SOLVERS[kind]
]
PROBLEMS = [
    pytest.param(kind, case, id=f"{kind.__name__}-{case.replace(' ', '_')}")
    for kind, family in FAMILIES.items()
    for case in family.cases
]
TOL = 1e-6
#: What formulas and certificates may differ by, as a share of the terms; and what the outside
#: solver may be off.
ROUNDING, OUTSIDE = 1e-8, 3e-7
#: Whose families the package of programs brings.
ELSEWHERE = {"Program"}


@cache
def known(kind, case):
    """(the problem, its optimum, the size of the terms there)."""
    problem = FAMILIES[kind].cases[case]()
    return problem, *FAMILIES[kind].optimum(problem)


@cache
def answer(kind, case, name):
    """The result of a method; None where it refuses the problem in words."""
    try:
        return SOLVERS[kind][name](known(kind, case)[0], tol=TOL, record_every=0, max_iter=10_000)
    except InputError:
        return None


def test_every_class_has_a_family():
    assert {kind.__name__ for kind in SOLVERS} - {k.__name__ for k in FAMILIES} <= ELSEWHERE


@pytest.mark.parametrize("kind, case, name", CASES)
def test_what_is_called_converged_is(kind, case, name):
    (problem, optimum, size), result = known(kind, case), answer(kind, case, name)
    if result is None:
        return
    assert result.status not in ("contradiction", "diverged", "unbounded", "infeasible")
    family, certificate = FAMILIES[kind], result.certificate
    if result.status != "converged":
        assert not certificate.holds(TOL)
        return
    assert family.outside(problem, result.x) <= 1e-9
    value = family.value(problem, result.x, result.dual)
    bound = family.bound(problem, result.x, result.dual)
    assert value == pytest.approx(certificate.objective, abs=ROUNDING * size)
    assert optimum - OUTSIDE * size <= value <= optimum + (TOL + OUTSIDE) * size
    assert certificate.bound <= optimum + OUTSIDE * size
    # A certificate may take off what rounding does, and may not add to it.
    assert bound - TOL * size <= certificate.bound <= bound + ROUNDING * size


def proved(kind, case):
    """The answers that are proved."""
    answers = (answer(kind, case, name) for name in SOLVERS[kind])
    return [r for r in answers if r is not None and r.status == "converged"]


@pytest.mark.parametrize("kind, case", PROBLEMS)
def test_some_method_proves_it(kind, case):
    assert proved(kind, case)


@pytest.mark.parametrize("kind, case", PROBLEMS)
def test_a_point_a_thousandth_outside_is_not_proved(kind, case):
    problem = known(kind, case)[0]
    result = proved(kind, case)[0]
    for x in FAMILIES[kind].moved(problem, np.array(result.x)):
        certificate = problem.certify(x, **result.dual)
        assert certificate.infeasibility > TOL and not certificate.holds(TOL)
        assert not problem.certify(x).holds(TOL)
