"""`lab bench peers`: what is missing is named, and what is there is certified. No package of the
extra is needed here: where one stands, its answer is certified as well."""

from types import SimpleNamespace

import numpy as np
import pytest

from lab.lessons.alternating_linearization.bench import precision_problem
from lab.rankings import peers
from lab.rankings.strongest import STRONGEST
from solvers import (
    SOLVERS,
    Gaussian,
    GroupLasso,
    KernelSVM,
    Lasso,
    Linear,
    TripletMetric,
    sample_triplets,
    solve_coordinate_descent,
)

OPTIONS = SimpleNamespace(runs=1, slow=False, progress=None)


def regression(family, *more):
    rng = np.random.default_rng(3)
    X, t = rng.standard_normal((40, 12)), rng.standard_normal(40)
    return family(X, t, 0.1 * family(X, t, 1.0, *more).lam_max, *more)


def machine(kernel):
    rng = np.random.default_rng(3)
    y = np.where(np.arange(60) % 2 == 0, 1.0, -1.0)
    return KernelSVM(rng.standard_normal((60, 3)) + 0.4 * y[:, None], y, kernel, 1.0)


def metric():
    y = np.arange(30) % 2
    X = np.random.default_rng(0).random((30, 3)) + 0.4 * y[:, None]
    return TripletMetric.from_triplets(X, sample_triplets(y, 90), C=0.1)


PROBLEMS = [
    regression(Lasso),
    regression(GroupLasso, np.arange(12) % 4),  # members apart
    precision_problem(8, 0.2),
    machine(Gaussian(0.3)),
    metric(),
]
CASES = [(p, name) for p in PROBLEMS for name in STRONGEST[type(p)]]


@pytest.mark.parametrize("problem, name", CASES, ids=[f"{type(p).__name__}-{n}" for p, n in CASES])
def test_a_package_that_is_there_is_certified(problem, name):
    make = STRONGEST[type(problem)][name]
    try:
        make(problem, 1e-8)
    except ImportError:
        pytest.skip(f"{name} is not installed")
    x, dual = peers.sufficient(problem, make, 1e-6, peers._TOLS)()
    assert problem.certify(x, **dual).holds(1e-6)
    assert not problem.certify(x + 0.1, **dual).holds(1e-6)


def test_a_table_names_what_is_missing_and_what_falls_short(monkeypatch):
    problem = regression(Lasso)
    exact = solve_coordinate_descent(problem, tol=1e-10).x

    def absent(problem, tol):
        raise ImportError("no such package")

    found = {
        "exact": lambda problem, tol: lambda: (exact, {}),
        "absent": absent,
        "poor": lambda problem, tol: lambda: (np.zeros_like(exact), {}),
    }
    monkeypatch.setitem(STRONGEST, Lasso, found)
    table = peers.against("the lasso", solve_coordinate_descent, [("small", problem)], OPTIONS)
    assert [r[:2] for r in table.rows] == [("small", "exact")]
    gap_asked, its, ours, our_seconds, its_seconds, faster = table.rows[0][2:]
    assert gap_asked == 1e-6 >= ours and its <= 1e-6
    assert faster == pytest.approx(its_seconds / our_seconds, rel=0.02)
    assert any("skipped: absent;" in note for note in table.notes)
    assert any("poor on small" in note for note in table.notes)


def test_every_family_has_our_solver_and_somebody_to_meet():
    for _, solve, cases in peers.families(slow=False):
        case, problem = next(iter(cases))
        assert solve in SOLVERS[type(problem)].values() and STRONGEST[type(problem)] and case


def test_a_package_says_which_problem_it_does_not_know():
    make = STRONGEST[KernelSVM]["scikit-learn-intelex"]
    with pytest.raises((ImportError, NotImplementedError)):
        make(machine(Linear()))
