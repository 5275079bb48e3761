"""What is returned is what is proved: every solver on every class, judged from outside.

A file of tests/solvers/answers offers the families of a package: data on which proofs went wrong
once (levels, far points, columns in other units, prices that nobody pays), formulas, and the
optimum of another solver. A class without a family fails.
"""

from functools import cache

import numpy as np
import pytest
from answered import families
from repeated import each, further

from solvers import SOLVERS, InputError, SparsePrecision

FAMILIES = {f.kind: f for f in families()}
#: A third without being asked for: a case of all, and of each other some methods, which alternate.
CASES = [
    (pytest.param if number == 0 or (number + which) % 3 == 0 else further)(
        kind, case, name, id=f"{kind.__name__}-{name}-{case.replace(' ', '_')}"
    )
    for kind, family in FAMILIES.items()
    for number, case in enumerate(family.cases)
    for which, name in enumerate(SOLVERS[kind])
]
PROBLEMS = [(kind, case) for kind, family in FAMILIES.items() for case in family.cases]
TOL = 1e-6
#: What formulas and certificates may differ by, as a share of the terms; and what the outside
#: solver may be off.
ROUNDING, OUTSIDE = 1e-8, 3e-7
#: Methods that prove none of these within ten thousand steps; a tenth as many shows the same.
SLOW = {"accelerated", "stochastic", "mirror_descent", "predictor_corrector", "subgradient"}
#: Cases that gradient steps prove within no ten thousand either.
SLOW_CASES = {"own_row", "units", "redundant rows"}
#: Whose families the package of programs brings.
ELSEWHERE = {"Program"}


@cache
def known(kind, case):
    """(the problem, its optimum, the size of the terms there, the point of the outside solver)."""
    problem = FAMILIES[kind].cases[case]()
    return problem, *FAMILIES[kind].optimum(problem)


@cache
def answer(kind, case, name):
    """The result of a method; None where it refuses the problem in words."""
    slow = name in SLOW or (kind, name) == (SparsePrecision, "printed")
    slow = slow or (case in SLOW_CASES and name in ("ista", "fista"))
    budget = {"record_every": 0, "max_iter": 1_000 if slow else 10_000}
    try:
        return SOLVERS[kind][name](known(kind, case)[0], tol=TOL, **budget)
    except InputError:
        return None


def test_answers_of_each_problem_type_have_a_family():
    assert {kind.__name__ for kind in SOLVERS} - {k.__name__ for k in FAMILIES} <= ELSEWHERE


@pytest.mark.parametrize("kind, case, name", CASES)
def test_answers_that_converged_match_formulas_and_optimum(kind, case, name):
    (problem, optimum, size, _), result = known(kind, case), answer(kind, case, name)
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


#: Methods that may need any number of steps, and the approximations of the sources.
ROUGH = {"subgradient", "printed", "identification_printed", "predictor_corrector", "modified",
         "centering", "assignment", "mirror_prox", "accelerated", "stochastic", "mirror_descent",
         "reweighting"}  # fmt: skip
#: Cases on which rounding, or what the outside solver leaves, is seen in the eighth digit.
HARD = {"level", "own_row", "units", "no interior", "redundant rows", "redundant pairs", "years"}


def is_hard(case):
    return case in HARD or "price" in case or "far" in case


@pytest.mark.parametrize("kind, case, name", CASES)
def test_answers_at_tight_tolerance_meet_optimum_and_point(kind, case, name):
    """Of the other solver, whose point our certificate proves as well, and not what is near it."""
    problem, optimum, size, point = known(kind, case)
    if name in ROUGH or is_hard(case) or answer(kind, case, name) is None:
        return
    result = SOLVERS[kind][name](problem, tol=1e-10, record_every=0, max_iter=50_000)
    assert result.certificate.holds(1e-9), result.certificate
    assert result.certificate.objective == pytest.approx(optimum, abs=1e-7 * size)
    assert result.certificate.bound == pytest.approx(optimum, abs=1e-7 * size)
    if point is not None:
        far = np.abs(point).max()
        assert np.allclose(result.x, point, atol=3e-4 * (1.0 + far))
        assert problem.certify(point, **result.dual).error <= 1e-5
        assert not problem.certify(0.9 * point, **result.dual).holds(1e-5) or not far


@each("kind, case", PROBLEMS)
def test_certify_perturbed_multipliers_bound_at_most_the_optimum(kind, case):
    """However far they are off, and of whatever size. Where the minimiser is the only one, points
    next to it are not proved."""
    problem, optimum, size, point = known(kind, case)
    result, rng = proved(kind, case), np.random.default_rng(0)
    duals = {key: v for key, v in result.dual.items() if v.dtype.kind == "f"}
    tops, wrong = {key: np.abs(v).max() for key, v in duals.items()}, 0
    for off in (1e-6, 1e-3, 0.1, 1.0, 1e3):
        for _ in range(5):
            near = {key: v * (1.0 + off * rng.normal(size=v.shape)) for key, v in duals.items()}
            far = {key: off * tops[key] * rng.normal(size=v.shape) for key, v in duals.items()}
            for dual in (near, far):
                certificate = problem.certify(result.x, **dict(result.dual) | dual)
                assert certificate.bound <= optimum + OUTSIDE * size
                wrong += not certificate.holds(TOL)
    assert wrong or not duals
    if point is None or is_hard(case):
        return
    for one in np.eye(result.x.size):
        moved = result.x + 0.02 * (1e-3 + np.abs(result.x).max()) * one.reshape(result.x.shape)
        assert not problem.certify(moved, **result.dual).holds(TOL)
        assert not problem.certify(moved).holds(TOL)


def proved(kind, case):
    """The first answer that is proved; None where none is."""
    answers = (answer(kind, case, name) for name in SOLVERS[kind])
    return next((r for r in answers if r is not None and r.status == "converged"), None)


@each("kind, case", PROBLEMS)
def test_answers_of_each_case_are_proved_by_some_method(kind, case):
    assert proved(kind, case) is not None


@each("kind, case", PROBLEMS)
def test_certify_point_a_thousandth_outside_is_not_proved(kind, case):
    problem = known(kind, case)[0]
    result = proved(kind, case)
    for x in FAMILIES[kind].moved(problem, np.array(result.x)):
        certificate = problem.certify(x, **result.dual)
        assert certificate.infeasibility > TOL and not certificate.holds(TOL)
        assert not problem.certify(x).holds(TOL)
