"""What every problem, and every run of every solver in every setting, promises beyond the contract
that anybody's are held to."""

import copy
import dataclasses
import inspect
import itertools
import pickle
import re
import tracemalloc
from functools import cache

import numpy as np
import pytest
from choices import others
from repeated import further
from seeded import clouds, covariance, offers, random_lasso

from solvers import (
    ODM,
    SOLVERS,
    ConstrainedGroupLasso,
    ConstrainedLasso,
    Gaussian,
    GroupLasso,
    GroupLogistic,
    InformationTheoreticMetric,
    InputError,
    KernelSVM,
    Lasso,
    Linear,
    MultiInstanceODM,
    Program,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
)
from solvers.registry import about

pytestmark = pytest.mark.filterwarnings("error")
OFFERS = offers()
every_kind = pytest.mark.parametrize("kind", OFFERS, ids=lambda kind: kind.__name__)
#: Methods that begin elsewhere than at the answer they are given.
BEGIN_ANEW = {
    Lasso: {"lars"},
    Program: {*SOLVERS[Program]} - {"admm", "pdhg", "simplex"},
}
#: Methods as printed, of which a rule or a step has a unit.
NOT_SCALED = {"printed", "identification_printed", "predictor_corrector", "modified", "centering"}
#: Methods whose first state is their last, whatever else is asked.
ONE_STATE = {"assignment"}


def forms(every_word=True):
    """(problem type, solver, options): as it is, unrecorded, and with each other word of each
    option."""
    for kind in OFFERS:
        for name, solve in SOLVERS[kind].items():
            once = inspect.isfunction(solve)  # else it is another one of these in one setting
            words = [{option: word} for option, word in others(solve) if once]
            for number, options in enumerate(({}, {"record_every": 0}, *words)):
                shown = "".join(f"-{key}={value}" for key, value in options.items())
                of = further if number > 1 and not every_word else pytest.param
                yield of(kind, name, options, id=f"{kind.__name__}-{name}{shown}")


every_form = pytest.mark.parametrize("kind, name, options", list(forms()))
#: Those with other words where they are asked for.
main_forms = pytest.mark.parametrize("kind, name, options", list(forms(every_word=False)))


def of_seed(kind, seed):
    return OFFERS[kind].build(np.random.default_rng(seed))


def solver(kind, name, options):
    """The solver in this form; a problem that it does not take so ends the test."""

    def solve(problem, **more):
        return SOLVERS[kind][name](problem, **options | more)

    refused = refusal(kind, name, tuple(options.items()))
    if refused:
        assert next(iter(options)) in refused
        pytest.skip("refused in words")
    return solve


@cache
def refusal(kind, name, options):
    """Why the solver does not take a problem in this form; "" where it does."""
    try:
        SOLVERS[kind][name](of_seed(kind, 5), max_iter=0, **dict(options))
    except InputError as refused:
        return str(refused)
    return ""


# --- runs -----------------------------------------------------------------------------------------


def columns(result):
    """All that a run says of its rows but for the seconds."""
    trace = result.trace
    named = {n: getattr(trace, n) for n in ("iteration", "work", "objective", "bound", "gap")}
    return named | dict(trace.snapshots)


def alike(one, other):
    return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


@main_forms
def test_run_with_the_same_seed_has_the_same_rows(kind, name, options):
    solve, problem = solver(kind, name, options), of_seed(kind, 5)
    start = np.array(next(iter(SOLVERS[kind].values()))(problem, max_iter=2).x)
    x0 = start.copy()
    one, two = (solve(problem, x0=x0, seed=3, max_iter=40, tol=1e-12) for _ in range(2))
    assert np.array_equal(x0, start) and np.array_equal(one.x, two.x)
    assert (one.status, one.row, one.notes) == (two.status, two.row, two.notes)
    other = columns(two)
    for key, rows in columns(one).items():
        assert len(rows) == len(one.trace), key
        assert alike(rows, other[key]), key
    if not one.trace.infeasibility.any():
        assert not np.any(np.diff(one.trace.gap) > 1e-15 * one.certificate.scale)


@main_forms
def test_run_from_its_own_result_is_converged_at_once(kind, name, options):
    """A result brings its proof with it; an array, and a problem of another price, are starts."""
    solve, problem = solver(kind, name, options), of_seed(kind, 5)
    first = solve(problem, tol=1e-6, max_iter=200)
    again = solve(problem, x0=first, tol=1e-5, max_iter=200)
    if first.status == "converged":
        assert again.status == "converged"
        anew = name in BEGIN_ANEW.get(kind, ()) or "printed" in (name, options.get("variant"))
        assert anew or again.trace.iteration[-1] == 0
        assert again.certificate.relative_gap <= 1e-5
    price = OFFERS[kind].price
    other = dataclasses.replace(problem, **{price: 0.9 * getattr(problem, price)})
    other_words = options.keys() - {"record_every"}
    for x0 in (first, first.x):
        warm = solve(other, x0=x0, tol=1e-4, max_iter=20 if other_words else 200)
        if not other_words and warm.status != "converged":
            assert solve(other, tol=1e-4, max_iter=100).status != "converged"
        assert other.certify(warm.x, **warm.dual) == warm.certificate


@every_form
def test_run_cancelled_or_out_of_budget_ends(kind, name, options):
    solve, problem = solver(kind, name, options), of_seed(kind, 5)
    for stops in ([True], [False, True]):
        asked = iter(stops)
        result = solve(problem, tol=0.0, cancelled=lambda asked=asked: next(asked))
        assert result.status == "cancelled" or name in ONE_STATE or len(stops) > 1
        assert result.certificate == problem.certify(result.x, **result.dual)
        assert len(result.trace) <= len(stops)
    for budget in (0, 1, 7):
        result = solve(problem, tol=0.0, max_iter=budget, record_every=3)
        assert result.trace.iteration[-1] <= budget
        assert result.status != "max_iter" or result.trace.iteration[-1] == budget
        assert result.status != "cancelled"


def test_run_in_other_units_ends_alike(kind, name, whole):
    """The same problem in other units ends alike, at the same optimum."""
    if name in NOT_SCALED:
        return
    solve, scaled = SOLVERS[kind][name], OFFERS[kind].scaled
    moderate = scaled(of_seed(kind, 5), 1.0)[0]
    ends = {budget: solve(moderate, max_iter=budget, tol=1e-5) for budget in (2, 400)}
    for (budget, one), factor in itertools.product(ends.items(), (1e6, 1e-6) if whole else (1e6,)):
        twin, times, shift = scaled(moderate, factor)
        other = solve(twin, max_iter=budget, tol=1e-5)
        assert one.status == other.status, (budget, factor)
        assert kind is KernelSVM or abs(one.trace.iteration[-1] - other.trace.iteration[-1]) <= 2
        if one.status == "converged":
            found = (other.certificate.objective - shift) / times
            slack = 2e-5 * one.certificate.scale
            assert found == pytest.approx(one.certificate.objective, abs=slack)


#: Methods that draw: another seed makes another run of them, and of no other.
DRAW = {"cd", "block_cd", "dual_cd", "stochastic"}
RANDOM = {(SparseLogistic, "printed")}


def test_run_with_another_seed_differs_where_drawn(kind, name):
    solve, problem = SOLVERS[kind][name], of_seed(kind, 5)
    first, *others = (columns(solve(problem, seed=s, max_iter=30, tol=1e-12)) for s in range(3))
    for other in others:
        same = all(alike(rows, other[key]) for key, rows in first.items())
        assert same != (name in DRAW or (kind, name) in RANDOM)


def stepwise():
    """(problem type, solver, order) of the methods that can be recorded update by update; of groups
    a sweep is another number of them."""
    for kind in OFFERS.keys() - {GroupLasso, GroupLogistic}:
        for name, solve in SOLVERS[kind].items():
            can = others(solve) if inspect.isfunction(solve) else []
            orders = [{}, *({"order": word} for option, word in can if option == "order")]
            for order in orders if ("steps", "updates") in can else ():
                if kind is not SparseLogistic or order != {"order": "greedy"}:
                    yield pytest.param(kind, name, order, id=f"{kind.__name__}-{name}-{order}")


@pytest.mark.parametrize("kind, name, order", sorted(stepwise(), key=lambda case: case.id))
def test_run_by_updates_passes_the_points_of_sweeps(kind, name, order):
    compared, iterate = 0, about(kind, name).iterate
    for seed in (2, 5, 8):
        solve, problem = SOLVERS[kind][name], of_seed(kind, seed)
        how = {"seed": 4, "tol": 1e-13} | order
        updates = solve(problem, steps="updates", max_iter=200, **how).trace
        sweeps = solve(problem, max_iter=3, **how).trace  # then a round of random ones may begin
        known = dict(zip(updates.work.tolist(), updates.snapshots[iterate], strict=True))
        for work, x in zip(sweeps.work[1:].tolist(), sweeps.snapshots[iterate][1:], strict=True):
            if work in known:
                assert np.allclose(known[work], x, rtol=1e-9, atol=1e-10 * np.abs(x).max())
                compared += np.any(x != sweeps.snapshots[iterate][0])
    assert compared >= 3


#: What never gets worse from row to row, where exact steps promise it.
MONOTONE = {
    "objective": [
        *[(k, n) for k in (Lasso, GroupLasso, SparseLogistic, GroupLogistic) for n in SOLVERS[k]
          if n in ("cd", "block_cd", "printed", "ista", "fista", "subspace")],
        (ConstrainedLasso, "projected"), (ConstrainedGroupLasso, "projected"), (KernelSVM, "smo"),
        (SparsePrecision, "newton"), (MultiInstanceODM, "column_generation"),
        (MultiInstanceODM, "reweighting"), (MultiInstanceODM, "assignment"),
    ],
    "bound": [(ODM, "dual_cd"), (InformationTheoreticMetric, "dual_cd"),
              (TripletMetric, "dual_cd"), (TripletMetric, "active_set")],
}  # fmt: skip
ROWS = [(k, n, column) for column, methods in MONOTONE.items() for k, n in methods]


@pytest.mark.parametrize("kind, name, column", ROWS)
@pytest.mark.parametrize("seed", range(5, 8))
def test_run_of_exact_steps_is_monotone(kind, name, column, seed):
    result = SOLVERS[kind][name](of_seed(kind, seed), tol=1e-10, max_iter=60)
    values = getattr(result.trace, column) * (1.0 if column == "objective" else -1.0)
    assert np.all(np.diff(values) <= 1e-9 * result.certificate.scale)
    assert len(values) > 2 or result.status in ("converged", "small_change")


# --- problems -------------------------------------------------------------------------------------


def arrays(value):
    """All arrays within a value."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from arrays(part)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from arrays(part)


def arguments(problem):
    fields = dataclasses.fields(problem)
    return {f.name: copy.deepcopy(getattr(problem, f.name)) for f in fields if f.init}


def writable(value):
    """A copy of a value whose arrays can be written to."""
    if isinstance(value, (tuple, list)):
        return [writable(part) for part in value]
    return np.array(value) if isinstance(value, np.ndarray) else value


@every_kind
def test_problem_is_frozen_and_copies_its_data(kind):
    given = {key: writable(value) for key, value in arguments(of_seed(kind, 3)).items()}
    problem = kind(**given)
    result = next(iter(SOLVERS[kind].values()))(problem, max_iter=5)
    for array in arrays(list(given.values())):
        array[...] = 7.0
    assert problem.certify(result.x, **result.dual) == result.certificate
    for key, value in arguments(problem).items():
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(problem, key, value)
    again = kind(**{f.name: getattr(problem, f.name) for f in dataclasses.fields(kind) if f.init})
    assert again.certify(result.x, **result.dual) == result.certificate


@pytest.mark.parametrize("made", [
    lambda A: TripletMetric(np.eye(2), A).L,
    lambda A: SparsePrecision(A, 0.1).Sigma,
    lambda A: KernelSVM.from_gram(A, [1, -1]).K,
])  # fmt: skip
def test_problem_matrix_unsymmetric_by_rounding_is_symmetrised(made):
    A = made(np.array([[2.0, 0.5 + 1e-15], [0.5, 1.0]]))
    assert np.array_equal(A, A.T)


@every_kind
def test_problem_copies_are_read_only_and_equal(kind):
    problem, solve = of_seed(kind, 3), next(iter(SOLVERS[kind].values()))
    before = solve(problem, max_iter=3).certificate
    for twin in (pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem), copy.copy(problem)):
        assert type(twin) is kind
        found = [a for f in dataclasses.fields(kind) for a in arrays(getattr(twin, f.name))]
        assert found and not any(a.flags.writeable for a in found)
        assert solve(twin, max_iter=3).certificate == before


def certified(problem, x, **dual):
    """The certificate, or None where the point or the multipliers are refused in a sentence."""
    try:
        return problem.certify(x, **dual)
    except InputError as refusal:
        assert re.match(r"[\w\[\]]+ must .+, got .+\.", str(refusal))
        return None


@every_kind
def test_certify_points_that_are_not_finite_prove_nothing(kind):
    """Nor do multipliers."""
    problem = of_seed(kind, 3)
    result = next(iter(SOLVERS[kind].values()))(problem, max_iter=5)
    floats = [key for key, value in result.dual.items() if value.dtype.kind == "f"]
    for size in (np.nan, np.inf, -np.inf, 1e200):
        distant = certified(problem, np.full_like(result.x, size))
        if distant is not None:
            assert not distant.holds(1e9) and not np.isnan(distant.objective)
        for key in floats:
            dual = dict(result.dual) | {key: np.full_like(result.dual[key], size)}
            proved = certified(problem, result.x, **dual)
            if proved is not None:
                assert proved.bound <= result.certificate.objective


# --- the last digit, the same steps unrecorded, and memory ----------------------------------------


def random_svm(n, C, kernel=None, m=3):
    return KernelSVM(*clouds(n, m), kernel or Gaussian(0.3), C)


def random_logistic(n, d, share):
    rng = np.random.default_rng(n)
    X = rng.standard_normal((n, d))
    t = np.where(X[:, 0] + 0.5 * rng.standard_normal(n) > 0, 1.0, -1.0)
    return SparseLogistic(X, t, share * SparseLogistic(X, t, 1.0).lam_max)


#: (solver, options, problem, the relative gap that a run with tol = 0 reaches).
DIGITS = [
    *[("cd", {"order": o, "max_iter": 2000, **more}, random_lasso(8, 3, 0.3, seed=3), 1e-14)
      for o in ("random", "cyclic", "greedy")
      for more in ({}, {"record_every": 0}, {"steps": "updates"}, {"active_set": False})],
    ("interior_point", {}, random_lasso(30, 10, 0.1, seed=6), 1e-10),
    *[("cd", {"model": model, "max_iter": 500}, random_logistic(20, 3, 0.3), 1e-13)
      for model in ("own", "shared")],
    *[("smo", {"record_every": 0}, random_svm(60, C), 1e-11) for C in (1.0, 1e4)],
    *[(name, {}, random_svm(60, 10.0, kernel), 1e-9)
      for name in ("mehrotra", "identification") for kernel in (Linear(), Gaussian(0.3))],
    ("alm", {}, SparsePrecision(covariance(4), 0.1), 1e-14),
]  # fmt: skip


@pytest.mark.parametrize("name, options, problem, reached", DIGITS)
def test_run_without_tolerance_reaches_the_last_digits(name, options, problem, reached):
    result = SOLVERS[type(problem)][name](problem, tol=0.0, **options)
    assert result.status in ("stalled", "max_iter", "converged")
    assert result.certificate.relative_gap < reached


def large_lasso(order):
    rng = np.random.default_rng(0)
    X = np.asarray(rng.standard_normal((300, 2000)), order=order)
    t = X[:, :20] @ np.ones(20)
    return Lasso(X, t, 0.05 * np.abs(X.T @ t).max())


#: The method, and which of them -> (options, function that makes a problem, the most bytes that a
#: run may take).
MEMORY = {
    "smo": ({"tol": 1e-4, "cache_mb": 4.0}, lambda: random_svm(2500, 1.0), 0.4 * 8 * 2500**2),
    "mehrotra": ({}, lambda: random_svm(5000, 1.0, Linear(), 10), 100 * 8 * 5000),
    "safeguarded": ({"max_iter": 2000}, lambda: random_svm(4000, 0.01, Linear(), 10), 3_200_000),
    "cd": ({}, lambda: large_lasso("C"), 2 * 8 * 300 * 2000),
    "cd, by columns": ({}, lambda: large_lasso("F"), 2 * 8 * 300 * 2000),
}


@pytest.mark.parametrize("case", MEMORY)
def test_run_takes_little_memory_next_to_its_data(case):
    """No Gram matrix of the points; a copy of X at most."""
    options, make, most = MEMORY[case]
    solve = SOLVERS[type(make())][case.partition(",")[0]]
    solve(make(), record_every=0, max_iter=2)
    problem = make()
    tracemalloc.start()
    try:
        result = solve(problem, record_every=0, **options)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert result.status == "converged" and peak < most
    assert problem.certify(result.x, **result.dual).holds(options.get("tol", 1e-6))


#: Methods that take other steps where nothing is recorded.
OTHER_STEPS = {"cd", "block_cd", "subspace", "pdhg"}


@main_forms
def test_run_unrecorded_makes_the_recorded_steps(kind, name, options):
    if name in OTHER_STEPS or (kind, name) in RANDOM or "record_every" in options:
        return
    solve, problem = solver(kind, name, options), of_seed(kind, 5)
    shown, quick = (solve(problem, tol=0.0, max_iter=13, record_every=every) for every in (1, 0))
    exact = "converged" in (shown.status, quick.status)  # one of them was certified there
    assert len(quick.trace) <= 2 and (exact or quick.status == shown.status)
    at = np.flatnonzero(shown.trace.iteration == quick.trace.iteration[-1])
    assert at.size or exact
    for key, rows in quick.trace.snapshots.items() if at.size else ():
        known = shown.trace.snapshots[key][at[0]]
        size = np.abs(known).max(initial=0.0) if known.dtype.kind == "f" else 0.0
        apart = 1e-9 * (size if np.isfinite(size) else 1.0)
        assert np.allclose(rows[-1], known, rtol=1e-7, atol=apart, equal_nan=True), key
