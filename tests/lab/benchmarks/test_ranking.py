"""`lab bench peers`: what is missing is named, and what is there is certified. No package of the
extra is needed here: where one is installed, its answer is certified as well."""

from types import SimpleNamespace

import numpy as np
import pytest
from available import FURTHER

from lab.benchmarks import contest as ranking
from lab.benchmarks.contest import TOLERANCES, contest, match
from lab.benchmarks.problems import precision
from lab.peers import Answer, Peer, peers_of
from lab.peers.registry import PEERS
from solvers import (
    SOLVERS,
    Gaussian,
    GroupLasso,
    InputError,
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
    precision(8, 0.2),
    machine(Gaussian(0.3)),
    metric(),
]
CASES = [(p, name) for p in PROBLEMS for name, x in peers_of(type(p)).items() if x.takes_tol]


@pytest.mark.parametrize("problem, name", CASES, ids=[f"{type(p).__name__}-{n}" for p, n in CASES])
def test_package_that_is_there_is_certified(problem, name):
    make = peers_of(type(problem))[name].prepare
    try:
        make(problem, 1e-8)()
    except ImportError:
        pytest.skip(f"{name} is not installed")
    found = match(problem, make, 1e-6, TOLERANCES[::3]).solve()
    x, dual = found.x, found.dual
    assert problem.certify(x, **dual).holds(1e-6)
    assert not problem.certify(x + 0.1, **dual).holds(1e-6)


def test_table_names_what_is_missing_and_what_falls_short(monkeypatch):
    problem = regression(Lasso)
    exact = solve_coordinate_descent(problem, tol=1e-10).x

    def absent(problem, tol):
        raise ImportError("no such package")

    found = {
        "exact": lambda problem, tol: lambda: Answer("", "optimal", exact),
        "absent": absent,
        "poor": lambda problem, tol: lambda: Answer("", "optimal", np.zeros_like(exact)),
    }
    found = {name: Peer(name, Lasso, prepare) for name, prepare in found.items()}
    monkeypatch.setitem(PEERS, Lasso, found)
    cases = ranking.against(solve_coordinate_descent, [("small", problem)])
    table = contest("the lasso", cases, OPTIONS)
    assert [row[0] for row in table.rows] == ["small, exact"]
    asked, its, ours, our_seconds, its_seconds, faster, target = table.rows[0][1:]
    assert asked == 1e-6 >= ours and its <= 1e-6 and target == 1.0
    assert faster == pytest.approx(its_seconds / our_seconds, rel=0.02)
    assert "Left out: small, absent: no such package" in table.notes
    assert any("small, poor: The peer must reach the gap 1e-06" in note for note in table.notes)


FAMILIES = {title: (solve, cases) for title, solve, cases in ranking.families(slow=False)}
NAMED = [pytest.param(t, marks=FURTHER if "triplets" in t else ()) for t in FAMILIES]


@pytest.mark.parametrize("title", NAMED)
def test_every_family_has_our_solver_and_somebody_to_meet(title):
    solve, cases = FAMILIES[title]
    case, problem = next(iter(cases))
    assert solve in SOLVERS[type(problem)].values() and peers_of(type(problem)) and case


def test_family_whose_data_are_missing_is_named_and_the_others_run(monkeypatch):
    def absent():
        raise InputError("appendicitis.csv is not at hand.")
        yield

    both = [
        ("triplets", solve_coordinate_descent, absent()),
        ("none", solve_coordinate_descent, []),
    ]
    monkeypatch.setattr(ranking, "families", lambda slow: both)
    missing, other = ranking.tables(OPTIONS)
    assert "triplets" in missing.title and "appendicitis.csv is not at hand." in missing.notes[0]
    assert not missing.rows and "none" in other.title


def test_package_says_which_problem_it_does_not_know():
    make = peers_of(KernelSVM)["scikit-learn-intelex"].prepare
    with pytest.raises((ImportError, NotImplementedError)):
        make(machine(Linear()))
