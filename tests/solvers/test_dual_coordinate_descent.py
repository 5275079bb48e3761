"""Dual coordinate descent: its steps, its orders, its two stopping rules and its records."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import TripletMetric, solve_dual_cd

Z5 = np.array([[1, -0.5], [0.2, 0.3], [-1, 2], [0.5, 0.1], [0, 0]])
TILTED = np.array([[2, 0.5], [0.5, 1]])
ORDERS = ["random", "cyclic", "greedy"]


def random_problem(n, m, C=1.0, seed=0, nonnegative=True):
    rng = np.random.default_rng(seed)
    B = rng.standard_normal((m, m))
    Z = rng.standard_normal((n, m)) + 0.3
    Z[: n // 4] = Z[n - n // 4 :]
    return TripletMetric(Z, B @ B.T + np.eye(m), C, nonnegative)


def busy_problem():
    """Many multipliers of both kinds are at work."""
    plain = random_problem(15, 4, seed=1)
    return TripletMetric(plain.Z - [1.5, 1.0, 0.0, -1.0], plain.L, 10.0)


def dual_value(problem, lam, t):
    u = problem.Z.T @ lam + t
    return lam.sum() - 0.5 * u @ np.linalg.solve(problem.L, u)


@pytest.mark.parametrize(
    "L, C, lam, w, f, P",
    [
        (None, 0.5, (0.5, 0.5, 0.36, 0.5, 0.5), (0.49, 0.67), -2.0155, 2.0365),
        (
            TILTED,
            2.0,
            (0.875, 2, 0.32443182, 2, 2),
            (0.82564935, 0.59853896),
            -6.09151887,
            7.6775558,
        ),
    ],
)
@pytest.mark.parametrize("steps", ["sweeps", "updates"])
def test_dual_cd_first_cyclic_sweep_has_the_values_of_the_note(L, C, lam, w, f, P, steps):
    result = solve_dual_cd(
        TripletMetric(Z5, L, C), order="cyclic", steps=steps, max_iter=1 if steps == "sweeps" else 6
    )
    trace = result.trace
    assert trace.work[-1] == 7
    assert trace.snapshots["lam"][-1] == pytest.approx(lam, abs=5e-9)
    assert trace.snapshots["w"][-1] == pytest.approx(w, abs=5e-9)
    assert not trace.snapshots["t"].any()
    assert -trace.bound[-1] == pytest.approx(f, abs=5e-9)
    assert trace.objective[-1] == pytest.approx(P, abs=5e-8)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("steps", ["sweeps", "updates"])
@given(st.integers(1, 20), st.integers(1, 5), st.floats(1e-3, 10), st.integers(0, 10**6))
def test_dual_cd_bound_rises_and_multipliers_stay_in_the_box(order, steps, n, m, C, seed):
    problem = random_problem(n, m, C, seed, nonnegative=seed % 3 > 0)
    trace = solve_dual_cd(problem, order=order, steps=steps, max_iter=60, tol=1e-12).trace
    f, s = -trace.bound, trace.snapshots
    assert np.all(np.diff(f) <= 1e-12 * (1.0 + np.abs(f[:-1])))
    assert s["lam"].min() >= 0.0 and s["lam"].max() <= C and s["t"].min() >= 0.0
    for row in (0, len(trace) - 1):
        exact = dual_value(problem, s["lam"][row], s["t"][row])
        assert trace.bound[row] == pytest.approx(exact, rel=1e-9, abs=1e-9)
        w = np.linalg.solve(problem.L, problem.Z.T @ s["lam"][row] + s["t"][row])
        np.testing.assert_allclose(s["w"][row], w, atol=1e-9 * (1.0 + np.abs(w).max()))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("nonnegative", [True, False])
def test_dual_cd_update_is_the_exact_minimiser(order, nonnegative):
    problem = random_problem(12, 3, C=0.8, seed=5, nonnegative=nonnegative)
    result = solve_dual_cd(problem, order=order, steps="updates", tol=1e-9)
    trace, s = result.trace, result.trace.snapshots
    assert result.status == "converged" and len(trace) > 20
    assert s["block"][0] == s["index"][0] == -1
    assert nonnegative == (1 in s["block"])
    for row in range(1, len(trace)):
        block, index = s["block"][row], s["index"][row]
        key, high = ("lam", problem.C) if block == 0 else ("t", np.inf)
        before, after = s[key][row - 1], s[key][row]
        assert before[index] == s["old"][row] and after[index] == s["new"][row]
        assert np.array_equal(np.delete(before, index), np.delete(after, index))
        w = s["w"][row - 1]
        G = problem.Z[index] @ w - 1.0 if block == 0 else w[index]
        assert s["gradient"][row] == pytest.approx(G, abs=1e-12)
        free = {0.0: min(G, 0.0), high: max(G, 0.0)}.get(before[index], G)
        assert s["projected_gradient"][row] == pytest.approx(free, abs=1e-12)
        moved = after[index] != before[index]
        assert s["bound"][row] == moved * (int(after[index] == high) - int(after[index] == 0.0))
        for shift in (-1e-3, 1e-3):
            other = after.copy()
            other[index] = np.clip(after[index] + shift, 0.0, high)
            pair = {"lam": s["lam"][row], "t": s["t"][row], key: other}
            assert dual_value(problem, **pair) <= trace.bound[row] + 1e-12


def test_dual_cd_greedy_takes_the_largest_increase():
    problem = random_problem(8, 3, seed=2)
    trace = solve_dual_cd(problem, order="greedy", steps="updates", max_iter=40, tol=1e-12).trace
    inverse = np.linalg.inv(problem.L)
    for row in range(1, len(trace)):
        lam, t = trace.snapshots["lam"][row - 1], trace.snapshots["t"][row - 1]
        gains, w = [], inverse @ (problem.Z.T @ lam + t)
        for i, z in enumerate(problem.Z):
            new = lam.copy()
            new[i] = np.clip(lam[i] - (z @ w - 1.0) / (z @ inverse @ z), 0.0, problem.C)
            gains.append(dual_value(problem, new, t))
        for j in range(3):
            new = t.copy()
            new[j] = max(t[j] - w[j] / inverse[j, j], 0.0)
            gains.append(dual_value(problem, lam, new))
        assert trace.bound[row] == pytest.approx(max(gains), abs=1e-10)


def test_dual_cd_update_rows_are_moves_or_ends_of_sweeps():
    problem = random_problem(15, 4, C=0.5, seed=1)
    trace = solve_dual_cd(problem, steps="updates", tol=1e-10).trace
    still = trace.snapshots["old"] == trace.snapshots["new"]
    assert np.all(trace.work[still] % 19 == 0)
    assert np.array_equal(trace.iteration, np.arange(len(trace)))
    assert trace.work[-1] > trace.iteration[-1]


def test_dual_cd_source_rule_stops_unproved():
    problem = TripletMetric(Z5, None, 2.0)
    printed = solve_dual_cd(problem, stop="source", tol=1e-10)
    proved = solve_dual_cd(problem, tol=1e-10)
    assert printed.status == "small_change" and printed.certificate.relative_gap > 1e-6
    assert proved.status == "converged"
    at = int(proved.trace.snapshots["source_rule"].argmax())
    assert at == printed.trace.iteration[-1] == len(printed.trace) - 1
    flags = proved.trace.snapshots["source_rule"]
    assert not flags[:at].any() and flags[at:].all()
    f = -proved.trace.bound
    assert abs(f[at] - f[at - 1]) <= 1e-6 < np.abs(np.diff(f))[: at - 1].min()
    (note,) = proved.notes
    row = problem.certify(
        proved.trace.snapshots["w"][at],
        proved.trace.snapshots["lam"][at],
        proved.trace.snapshots["t"][at],
    )
    assert f"sweep {at}," in note and f"{row.relative_gap:.1e}" in note
    by_update = solve_dual_cd(problem, tol=1e-10, steps="updates").trace
    first = int(by_update.snapshots["source_rule"].argmax())
    assert by_update.work[first] == 7 * at


def test_dual_cd_source_rule_does_not_prevent_a_proof():
    result = solve_dual_cd(TripletMetric(Z5, None, 0.5), stop="source")
    assert result.status == "converged" and result.certificate.holds(1e-6)
    greedy = solve_dual_cd(TripletMetric(Z5, None, 2.0), stop="source", order="greedy", tol=1e-12)
    assert greedy.status == "small_change"


def test_dual_cd_batch_keeps_its_budget_and_is_cancelled():
    problem = random_problem(60, 6, C=100.0, seed=3)
    options = {"order": "cyclic", "max_iter": 37, "tol": 0.0}
    result, full = (solve_dual_cd(problem, record_every=k, **options) for k in (0, 1))
    assert result.status == full.status == "max_iter"
    np.testing.assert_allclose(result.dual["lam"], full.trace.snapshots["lam"][37], atol=1e-9)
    calls = []
    solve_dual_cd(
        problem, record_every=0, tol=0.0, cancelled=lambda: calls.append(1) or len(calls) > 4
    )
    assert len(calls) == 5


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("steps", ["sweeps", "updates"])
def test_dual_cd_standstill_ends_the_run(order, steps):
    """The optimum is reached exactly in a few steps; what rounding leaves is no reason to go on."""
    result = solve_dual_cd(TripletMetric(Z5, None, 0.5), tol=0.0, order=order, steps=steps)
    assert result.status in ("stalled", "converged") and result.trace.work[-1] < 50
    assert result.status == "converged" or result.certificate.relative_gap != 0.0
    assert result.certificate.relative_gap <= 1e-14
    if (order, steps) == ("greedy", "updates"):
        assert np.array_equal(result.trace.work, result.trace.iteration)


def test_dual_cd_random_sweeps_are_new_permutations():
    s = solve_dual_cd(busy_problem(), steps="updates", tol=1e-12, max_iter=400).trace
    for block in (0, 1):
        orders, mine = set(), s.snapshots["block"] == block
        for sweep in range(8):
            rows = mine & (s.work > 19 * sweep) & (s.work <= 19 * (sweep + 1))
            order = tuple(s.snapshots["index"][rows].tolist())
            assert len(set(order)) == len(order)
            orders.add(order)
        assert len(orders) >= 4
