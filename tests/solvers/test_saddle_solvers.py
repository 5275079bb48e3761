"""The relaxation over assignments: every solver against its certificate, and the edge cases; column
generation and reweighting one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seeded import bags_with_keys as toy
from seeded import gram_of_keys as key_gram

from solvers import (
    SOLVERS,
    Gaussian,
    Linear,
    MultiInstanceODM,
    key_instances,
    key_probability,
    round_keys,
    saddle_halves,
    solve_assignment,
    solve_column_generation,
    solve_keys,
    solve_reweighting,
)

AFFINE = Linear(bias=1.0)
BAGS_A = [[(2, 1), (-1, 0)], [(1.5, 2), (0, -1), (-1, 1)], [(-1, -1), (0, -2)], [(-2, 0.5)]]
BAGS_B = [[(2, -2), (-2, -1)], [(-2, 2), (2, 0)], [(-2, -2), (-1, 0)], [(1, 0), (-1, -2)]]
LABELS = [1, 1, -1, -1]
NAMES = sorted(SOLVERS[MultiInstanceODM])
#: How accurate each solver can be asked to be within a test.
TOLERANCE = {"column_generation": 1e-9, "reweighting": 1e-5, "mirror_prox": 1e-3}


def solve(name, problem, **options):
    return SOLVERS[MultiInstanceODM][name](problem, **options)


# --- against a conic solver and the note's values -------------------------------------------------


@pytest.mark.parametrize(
    "bags, kernel, q_mode, value, even",
    [
        (BAGS_A, AFFINE, "instances", 0.13034677, 0.26345584),
        (BAGS_A, Gaussian(0.5), "instances", 1.06326930, 1.81917150),
        (BAGS_A, Gaussian(0.5), "bags", 1.07874723, 1.85466293),
        (BAGS_B, AFFINE, "instances", 0.58612665, 0.81382240),
    ],
)
def test_saddle_solvers_have_the_values_of_the_note(bags, kernel, q_mode, value, even):
    problem = MultiInstanceODM(bags, LABELS, 10, 10, 0.5, 0.2, kernel, q_mode)
    for name, tol in TOLERANCE.items():
        result = solve(name, problem, tol=tol, record_every=0)
        assert result.status == "converged"
        slack = tol * problem.at_zero + 1e-8
        assert result.certificate.bound - slack <= value <= result.certificate.objective + slack
    assert solve_column_generation(problem, tol=1e-11).certificate.objective == pytest.approx(
        value, abs=6e-9
    )
    start = solve_reweighting(problem, tol=1e-12, max_iter=0)
    assert start.trace.objective[0] == pytest.approx(even, abs=6e-9)


def test_column_generation_of_problem_b_rounds_to_the_best_keys():
    problem = MultiInstanceODM(BAGS_B, LABELS, 10, 10, 0.5, 0.2)
    result = solve_column_generation(problem, tol=1e-11)
    zeta = [0.35931411, 0, 0.05495328, 0.25339847, 0.57959761, 0.21805285]
    assert result.x == pytest.approx(np.concatenate([zeta, np.zeros(6)]), abs=1e-6)
    rounded = round_keys(problem, result.x, result.dual["v"], result.dual["assignments"])
    assert rounded.keys.tolist() == [0, 1]
    assert rounded.objectives.keys == pytest.approx(3.11100325, abs=1e-8)
    assert solve_assignment(problem).certificate.objective >= 3.1110032


# --- all solvers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kernel", [AFFINE, Gaussian(1.0)])
def test_saddle_solver_rows_are_certified(name, kernel):
    problem = toy(3, 3, 5, kernel, lam=20.0)
    result = solve(name, problem, tol=1e-9, max_iter=60)
    trace, shots = result.trace, result.trace.snapshots
    assert problem.certify(result.x, **result.dual) == result.certificate
    assert np.all(trace.objective - trace.bound >= -1e-9 * problem.at_zero)
    assert np.all(trace.gap >= -1e-9 * problem.at_zero)
    best = solve_column_generation(problem, tol=1e-11).certificate
    assert np.all(trace.objective >= best.bound - 1e-9 * problem.at_zero)
    assert np.all(trace.bound <= best.objective + 1e-9 * problem.at_zero)
    assert result.certificate.objective == trace.objective.min()
    assert result.certificate.bound == trace.bound.max() == trace.bound[result.row]
    assert np.array_equal(result.x, shots["u"][result.row])
    assert (result.status == "converged") == (result.certificate.relative_gap <= 1e-9)
    upper, lower = saddle_halves(trace, best.objective)
    assert upper.min() > -1e-8 and lower.min() > -1e-8
    np.testing.assert_allclose(upper + lower, trace.objective - trace.bound, atol=1e-12)
    for k in (0, len(trace) - 1):
        again = problem.certify(shots["u"][k], shots["v"][k])
        assert again.objective == pytest.approx(trace.objective[k], abs=1e-9)
        assert again.bound == pytest.approx(trace.bound[k], abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_saddle_solver_snapshots_agree_with_each_other(name):
    problem = toy(3, 3, 6)
    shots = solve(name, problem, tol=0.0, max_iter=12).trace.snapshots
    v = shots["v"]
    np.testing.assert_allclose(v.sum(axis=1), 1.0, atol=1e-12)
    for k, weights in enumerate(v):
        np.testing.assert_allclose(
            shots["key_probability"][k], key_probability(problem, weights), atol=1e-12
        )
        assert shots["weights"][k] == pytest.approx(np.sort(weights)[::-1][:10])
        for keys, weight in zip(shots["heaviest"][k], shots["weights"][k], strict=True):
            if weight > 0:
                assert weights[np.ravel_multi_index(tuple(keys), (3, 3, 3))] == weight


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "case, words",
    [
        ("one-instance bags", ""),
        ("no negative bag", "one class"),
        ("no positive bag", "one class"),
        ("duplicate bags", ""),
        ("theta near 1", ""),
        ("duplicate instances", ""),
    ],
)
def test_saddle_solver_on_degenerate_bags_converges(name, case, words):
    rng = np.random.default_rng(0)
    bags, y, theta = list(rng.standard_normal((4, 2, 2))), [1, 1, -1, -1], 0.2
    if case == "one-instance bags":
        bags = [b[:1] for b in bags]
    elif case == "no negative bag":
        y = [1] * 4
    elif case == "no positive bag":
        y = [-1] * 4
    elif case == "duplicate bags":
        bags = [bags[0], bags[0], bags[2], bags[2]]
    elif case == "theta near 1":
        theta = 0.99
    elif case == "duplicate instances":
        bags = [np.repeat(b, 2, axis=0) for b in bags]
    problem = MultiInstanceODM(bags, y, 5, 5, 0.5, theta, Gaussian(1.0))
    result = solve(name, problem, tol=TOLERANCE.get(name, 1e-2), max_iter=3000, record_every=0)
    assert problem.certify(result.x, **result.dual) == result.certificate
    assert result.certificate.relative_gap >= -1e-9
    if name != "assignment":
        assert result.status == "converged"
    assert all(any(w in note for note in result.notes) for w in [words] if w)
    best = min(solve_keys(problem, c).objectives.keys for c in problem.assignments())
    assert result.certificate.bound <= best + 1e-9 * problem.at_zero


def test_column_generation_of_doubled_data_has_no_larger_value():
    single = solve_column_generation(toy(2, 3, 7), tol=1e-11)
    bags = list(toy(2, 3, 7).bags)
    twice = MultiInstanceODM(bags + bags, [1, 1, -1, -1] * 2, 10, 10, 0.5, 0.2)
    best = min(solve_keys(toy(2, 3, 7), c).objectives.keys for c in toy(2, 3, 7).assignments())
    both = min(solve_keys(twice, c).objectives.keys for c in twice.assignments())
    assert both == pytest.approx(best, abs=1e-9)
    doubled = solve_column_generation(twice, tol=1e-11)
    assert doubled.certificate.objective <= single.certificate.objective + 1e-9


@pytest.mark.parametrize("name", sorted({*NAMES} - {"assignment", "column_generation"}))
def test_saddle_solver_from_a_result_starts_nearer(name):
    problem = toy(2, 3, 8)
    first = solve_column_generation(problem, tol=1e-8)
    warm, cold = (solve(name, problem, x0=x0, max_iter=0) for x0 in (first, None))
    assert warm.certificate.gap < cold.certificate.gap


@settings(max_examples=25)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 3), st.floats(0.01, 500),
       st.floats(0.05, 2), st.floats(0, 0.95), st.integers(0, 10**6))  # fmt: skip
def test_column_generation_of_any_bags_converges(p, m, negatives, lam, nu, theta, seed):
    kernel = [AFFINE, Gaussian(1.0), Gaussian(0.1, bias=1.0)][seed % 3]
    problem = toy(p, m, seed, kernel, lam, nu, theta, negatives)
    result = solve_column_generation(problem, tol=1e-8)
    assert result.status == "converged"
    assert np.all(result.trace.objective - result.trace.bound >= -1e-9 * problem.at_zero)


# --- one by one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_column_generation_of_millions_of_assignments_converges(seed):
    problem = toy(12, 5, seed, Gaussian(1.0))
    assert problem.count == 5**12
    result = solve_column_generation(problem, tol=1e-8)
    assert result.status == "converged" and result.certificate.relative_gap <= 1e-8
    assert not result.notes and result.trace.snapshots["exact"].all()
    assert "v" not in result.trace.snapshots
    worse = 1.001 * result.x
    assert not problem.certify(worse, **result.dual).holds(1e-8)


def test_column_generation_adds_the_worst_assignment():
    problem = toy(3, 3, 3, lam=30.0)
    shots = solve_column_generation(problem, tol=1e-10).trace.snapshots
    assert len(shots["columns"]) > 3
    assert shots["columns"].tolist() == list(range(1, len(shots["columns"]) + 1))
    N = problem.omega.size
    for k in range(len(shots["columns"]) - 1):
        s = shots["u"][k, :N] - shots["u"][k, N:]
        squares = {tuple(c): s @ key_gram(problem, c) @ s for c in problem.assignments()}
        assert squares[tuple(shots["found"][k])] == pytest.approx(max(squares.values()), rel=1e-10)


def test_column_generation_beyond_the_search_has_a_note():
    rng = np.random.default_rng(0)
    bags = rng.standard_normal((70, 8, 5))
    problem = MultiInstanceODM(bags, [1] * 60 + [-1] * 10, 10, 10, 0.5, 0.2)
    result = solve_column_generation(problem, max_iter=1)
    assert result.status != "converged" and not result.trace.snapshots["exact"][0]
    assert "coordinate ascent" in result.notes[0] and "rigorous" in result.notes[0]
    assert result.certificate.gap > 0.1
    machine = round_keys(problem, result.x, result.dual["v"], result.dual["assignments"])
    assert result.certificate.bound <= machine.objectives.keys


def test_reweighting_lowers_the_upper_half():
    problem = toy(3, 3, 4)
    trace = solve_reweighting(problem, tol=1e-8, max_iter=300).trace
    assert len(trace) > 20 and np.all(np.diff(trace.objective) <= 1e-9)
    v, u = trace.snapshots["v"], trace.snapshots["u"]
    N = problem.omega.size
    s = u[4, :N] - u[4, N:]
    squares = np.array([s @ key_gram(problem, c) @ s for c in problem.assignments()])
    step = v[4] * np.sqrt(squares)
    np.testing.assert_allclose(v[5], step / step.sum(), rtol=1e-9)
    assert v[-1].min() < 1e-3 < v[0].min()


def test_reweighting_from_a_result_keeps_its_support():
    problem = toy(3, 3, 4)
    few = solve_assignment(problem)
    result = solve_reweighting(problem, x0=few, max_iter=50)
    assert np.count_nonzero(result.trace.snapshots["v"][-1]) == 1
    assert result.status == "max_iter"


# --- alternating keys -----------------------------------------------------------------------------


def noise(p, m, seed, kernel=AFFINE, lam=10.0):
    bags = np.random.default_rng(seed).standard_normal((2 * p, m, 2))
    return MultiInstanceODM(bags, [1] * p + [-1] * p, lam, lam, 0.5, 0.2, kernel)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kernel", [AFFINE, Gaussian(1.0)])
def test_assignment_rule_loss_descends(seed, kernel):
    problem = noise(3, 4, seed, kernel)
    values = {tuple(c): solve_keys(problem, c).objectives for c in problem.assignments().tolist()}
    worst = max(values, key=lambda c: values[c].keys)
    result = solve_assignment(problem, keys=worst)
    trace, keys = result.trace, [tuple(c) for c in result.trace.snapshots["keys"].tolist()]
    assert keys[0] == worst and len(set(keys)) == len(keys)
    assert len(keys) > 1 or kernel != AFFINE  # a Gaussian machine may stay at the worst keys
    assert result.status in ("small_change", "converged")
    assert np.all(np.diff(trace.objective) < 0)
    assert trace.objective == pytest.approx([values[c].keys for c in keys], abs=1e-9)
    assert trace.snapshots["objective_keys"] == pytest.approx(trace.objective, abs=1e-9)
    assert trace.snapshots["objective_bags"] == pytest.approx([values[c].bags for c in keys])
    best = min(v.keys for v in values.values())
    assert result.certificate.bound <= best + 1e-9 <= result.certificate.objective + 2e-9
    moved = trace.snapshots["keys"][1:] != trace.snapshots["keys"][:-1]
    assert np.array_equal(moved, trace.snapshots["moved"][:-1])
    assert result.status == "converged" or not trace.snapshots["moved"][-1].any()


def test_assignment_rules_take_different_keys():
    """The 1-D example: the instance of least loss is not the one of largest value."""
    bags = [[[1.0]], [[1.0], [3.0]], [[-1.0]]]
    problem = MultiInstanceODM(bags, [1, 1, -1], 20, 20, 1.0, 0.1, Linear())
    loss = solve_assignment(problem, keys=[0, 0])
    assert loss.trace.snapshots["keys"].tolist() == [[0, 0]]
    largest = solve_assignment(problem, keys=[0, 0], rule="max", tol=0.0)
    assert largest.trace.snapshots["keys"].tolist() == [[0, 0], [0, 1]]
    assert np.diff(largest.trace.snapshots["objective_keys"])[0] > 7.0
    assert np.diff(largest.trace.snapshots["objective_bags"])[0] < -20.0


def test_assignment_mean_start_beats_first_instances():
    good, bad = 0.0, 0.0
    for seed in range(8):
        problem = toy(3, 4, seed, Gaussian(1.0))
        good += solve_assignment(problem).certificate.objective
        bad += solve_assignment(problem, keys=[0, 0, 0]).certificate.objective
    assert good < bad


def test_assignment_rule_max_stops_at_a_cycle_with_the_best():
    problem = noise(4, 6, 23, Gaussian(0.3), 300.0)
    result = solve_assignment(problem, rule="max", max_iter=50)
    keys = result.trace.snapshots["keys"].tolist()
    assert result.status == "small_change" and "came back" in result.notes[0]
    assert keys[-1] in keys[:-1] and len(keys) < 10
    assert result.certificate.objective == result.trace.objective.min() < result.trace.objective[-1]
    for row in range(len(keys) - 1):
        machine = solve_keys(problem, keys[row])
        assert key_instances(problem, machine.machine).tolist() == keys[row + 1]


def test_assignment_continues_from_the_relaxation():
    problem = toy(3, 4, 1, lam=30.0)
    relaxed = solve_column_generation(problem)
    rounded = round_keys(problem, relaxed.x, relaxed.dual["v"], relaxed.dual["assignments"])
    result = solve_assignment(problem, x0=relaxed)
    assert result.trace.snapshots["keys"][0].tolist() == rounded.keys.tolist()
    assert result.certificate.objective <= rounded.objectives.keys + 1e-9


def tiny(seed):
    """Bags of few points, at prices and sizes of all kinds."""
    rng = np.random.default_rng(seed)
    bags = [
        rng.standard_normal((rng.integers(1, 5), 2)) * 10.0 ** rng.uniform(-2, 2)
        for _ in range(rng.integers(2, 6))
    ]
    y, prices = np.where(rng.random(len(bags)) < 0.6, 1.0, -1.0), 10.0 ** rng.uniform(-2, 6, 2)
    kernel = Gaussian(1.0) if seed % 2 else Linear(bias=1.0)
    nu, theta = rng.uniform(0.1, 1.0), rng.choice([0.0, 0.3, 0.9])
    return MultiInstanceODM(bags, y, *prices, nu, theta, kernel)


def test_column_generation_ends_certified_or_says_why(whole):
    rng = np.random.default_rng(0)
    bags = [rng.standard_normal((m, 2)) for m in (3, 2, 3, 4)]
    problem = MultiInstanceODM(bags, [1, 1, 1, -1], 1e6, 1e6, 0.5, 0.9)
    assert solve_column_generation(problem).status == "converged"
    results = [
        solve_column_generation(tiny(seed), record_every=0) for seed in range(150 if whole else 40)
    ]
    stalled = [r for r in results if r.status != "converged"]
    assert len(stalled) <= 2
    for result in stalled:
        assert result.certificate.relative_gap < 1e-4 and "rounding" in result.notes[-1]
