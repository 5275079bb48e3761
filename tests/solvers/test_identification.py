"""Identification of variables: the selection, the exact rounds, and the printed approximation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from repeated import first
from seeded import clouds

from solvers import (
    Gaussian,
    InputError,
    KernelSVM,
    Linear,
    Polynomial,
    solve_identification,
    solve_low_cost,
    solve_mehrotra,
)
from solvers.interior_point.svm import identification_run as module
from solvers.interior_point.svm.identification_run import (
    FirstPhase,
    inverse_theta,
    select,
    with_interior,
)
from solvers.interior_point.svm.point import Point, theta
from solvers.interior_point.svm.reduced import Reduced

INSTANCES = [
    (n, m, kernel, C, seed)
    for seed, (n, m) in enumerate([(80, 2), (150, 4)])
    for kernel in (Linear(), Gaussian(0.4), Polynomial(0.3, 3, 1.0), Gaussian(0.1))
    for C in (1.0, 10.0)
]


@pytest.mark.parametrize("n, m, kernel, C, seed", first(INSTANCES, 6))
def test_identification_exact_converges_and_printed_does_not(n, m, kernel, C, seed):
    problem = KernelSVM(*clouds(n, m, seed), kernel, C)
    exact = solve_identification(problem, tol=1e-9)
    assert exact.status == "converged" and problem.certify(exact.x).holds(1e-9)
    assert exact.trace.snapshots["round"][-1] <= 4
    value = solve_mehrotra(problem, tol=1e-9).certificate.objective
    assert exact.certificate.objective == pytest.approx(value, rel=2e-9)
    printed = solve_identification(problem, exact=False, max_iter=1000)
    assert printed.status in ("small_change", "max_iter")
    assert not problem.certify(printed.x).holds(1e-3)
    assert printed.certificate.objective > value + 1e-3 * abs(value)


def test_identification_shared_first_phase_changes_no_run(monkeypatch):
    problem = KernelSVM(*clouds(80, 2), Gaussian(0.4), 10.0)
    asked, certify = [], KernelSVM.certify

    def counted(problem, x, *more, **named):
        asked.append(1)
        return certify(problem, x, *more, **named)

    monkeypatch.setattr(KernelSVM, "certify", counted)
    ways = ({"tol": 1e-6}, {"tol": 1e-8, "theta": 1e-30}, {"exact": False, "max_iter": 200})
    alone = [solve_identification(problem, **way) for way in ways]
    apart, shared = len(asked), FirstPhase(problem)
    both = [solve_identification(problem, shared=shared, **way) for way in ways]
    firsts = [int((r.trace.snapshots["round"] == 0).sum()) for r in alone]
    assert len(asked) - apart <= apart - sum(firsts) + max(firsts)
    for one, other in zip(alone, both, strict=True):
        assert one.status == other.status and np.array_equal(one.x, other.x)
        for column in ("iteration", "work", "objective", "bound", "gap"):
            assert np.array_equal(getattr(one.trace, column), getattr(other.trace, column))
        for name, column in one.trace.snapshots.items():
            assert np.array_equal(column, other.trace.snapshots[name], equal_nan=True)


def test_identification_interrupted_first_phase_starts_over(monkeypatch):
    problem = KernelSVM(*clouds(80, 2), Gaussian(0.4), 10.0)
    alone, shared, make = solve_identification(problem), FirstPhase(problem), module.inverse_theta
    calls = []

    def interrupted(p):
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return make(p)

    ahead = shared.states()
    firsts = [next(ahead) for _ in range(2)]
    monkeypatch.setattr(module, "inverse_theta", interrupted)
    calls.append(1)
    with pytest.raises(KeyboardInterrupt):
        list(shared.states())
    later = next(ahead)
    assert later.state["iteration"] == firsts[-1].state["iteration"] + 1
    again = solve_identification(problem, shared=shared)
    assert again.status == alone.status == "converged"
    assert np.array_equal(again.trace.objective, alone.trace.objective)


@pytest.mark.parametrize("more", [{"x0": np.full(80, 0.1)}, {"record_every": 0}, {"other": True}])
def test_identification_first_phase_of_another_run_is_refused(more):
    problem = KernelSVM(*clouds(80, 2), Gaussian(0.4), 10.0)
    own = KernelSVM(*clouds(80, 2), Gaussian(0.4), 9.0) if more.pop("other", False) else problem
    with pytest.raises(InputError, match="shared must be the first phase of this problem"):
        solve_identification(own, shared=FirstPhase(problem), **more)


def test_identification_rows_before_selection_equal_algorithm_4():
    problem = KernelSVM(*clouds(80, 2), Gaussian(0.4), 10.0)
    plain = solve_low_cost(problem, variant="modified").trace.snapshots
    for exact in (True, False):
        s = solve_identification(problem, exact=exact).trace.snapshots
        first = np.flatnonzero(s["round"] == 0)
        at = first[-1]
        assert np.array_equal(first, np.arange(at + 1)) and 3 < at < len(s["mu"]) - 3
        for key in ("iterate", "mu", "sigfig", "spectral", "s"):
            assert np.array_equal(s[key][: at + 1], plain[key][: at + 1])
        assert not s["selected"][:at].any() and s["selected"][at].any()
        assert s["sigfig"][at] > 1.0 >= s["sigfig"][1:at].max()
        assert np.allclose(s["threshold"], 100.0 * np.sqrt(s["mu"]))
        p = Point(*(plain[key][at] for key in ("iterate", "w", "t", "u", "s")))
        assert np.allclose(s["theta_inv"][at], 1.0 / theta(p))
    later = solve_identification(problem, digits=2.5).trace.snapshots
    assert np.flatnonzero(later["round"] == 0)[-1] > at


def test_identification_fixed_variable_stays_at_its_bound():
    problem = KernelSVM(*clouds(150, 4), Gaussian(0.4), 1.0)
    result = solve_identification(problem, tol=1e-9, theta=1e6, beta=0.5)
    s = result.trace.snapshots
    rounds = s["round"]
    assert rounds[-1] > 1
    for k in np.flatnonzero(rounds > 0):
        fixed = ~s["selected"][k]
        assert np.isin(s["iterate"][k][fixed], (0.0, 1.0)).all()
        assert np.array_equal(np.isnan(s["theta_inv"][k]), fixed)
    sizes = s["selected"].sum(axis=1)[rounds > 0]
    assert np.all(np.diff(sizes) >= 0) and sizes[-1] > sizes[0] > 0
    both = s["iterate"][-1][~s["selected"][-1]]
    assert (both == 0.0).any() and (both == 1.0).any()
    assert result.status == "converged" and problem.certify(result.x).holds(1e-9)


def test_identification_printed_notes_dropped_support_vectors():
    problem = KernelSVM(*clouds(80, 2), Linear(), 1.0)
    result = solve_identification(problem, exact=False)
    s = result.trace.snapshots
    retained = s["selected"][-1]
    assert result.status == "small_change" and np.all(s["iterate"][-1][~retained] == 0.0)
    optimum = solve_mehrotra(problem, tol=1e-9).x
    assert (optimum[~retained] > 0.99).any()
    gap = problem.certify(s["iterate"][-1]).relative_gap
    assert f"keeps {retained.sum()} of 80 points" in result.notes[-1]
    assert f"the full one to {gap:.1e}" in result.notes[-1] and gap > 0.01
    alone = KernelSVM(problem.X[retained], problem.y[retained], Linear(), 1.0)
    assert alone.certify(s["iterate"][-1][retained]).holds(1e-6)


def test_identification_theta_separates_free_variables():
    problem = KernelSVM(*clouds(60, 2), Gaussian(0.4), 10.0)
    s = solve_identification(problem, tol=1e-10, digits=4.0).trace.snapshots
    x = solve_mehrotra(problem, tol=1e-11).x
    free = (x > 1e-4) & (x < 10.0 - 1e-4)
    theta = s["theta_inv"]  # NaN from the row on in which a variable is no longer kept
    last = theta[np.flatnonzero(np.isfinite(theta[:, ~free]).any(axis=1))[-1]]
    assert np.nanmin(last[free]) > 1e3 * np.nanmax(last[~free])
    assert s["selected"][-1][free].all()


def test_identification_select_follows_its_definition():
    y = np.array([1.0, 1, 1, 1, -1, -1, -1, -1])
    inverse = np.array([5.0, 1, 3, 2, 8, 7, 0.1, 0.2])
    ratio = np.array([1.0, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5])
    # rho n = 8 * 1e-4^(1/4) = 0.8 -> 1, half of min(1, 3) -> 1 of each class; theta sqrt(mu) = 2.5.
    chosen = select(y, inverse, ratio, 1e-4, 250.0, 4.0)
    assert np.flatnonzero(chosen).tolist() == [0, 2, 4, 5]
    # Nothing above the threshold: half of min(8, 3 that stay), rounded up.
    chosen = select(y, inverse, ratio, 1.0, 250.0, 4.0)
    assert np.flatnonzero(chosen).tolist() == [0, 2, 4, 5]
    chosen = select(y, inverse, np.ones(8), 1.0, 250.0, 4.0)
    assert chosen.all()
    assert not select(y, inverse, np.zeros(8), 1.0, 250.0, 4.0).any()
    p = Point(*np.array([[0.2], [0.8], [3.0], [5.0]]), 0.0)
    assert inverse_theta(p) == pytest.approx([1.0 / (3.0 / 0.2 + 5.0 / 0.8)])


@given(st.integers(2, 10), st.integers(0, 999), st.sampled_from([0.0, 0.3, 0.9]))
def test_reduced_problem_has_an_interior(n, seed, share):
    rng = np.random.default_rng(seed)
    y = np.r_[1.0, -1.0, rng.choice([-1.0, 1.0], n - 2)]
    low, high = -2.0 * np.sum(y < 0), 2.0 * np.sum(y > 0)
    b = 0.0 if share == 0.0 else low + share * (high - low)
    problem = KernelSVM(rng.standard_normal((n, 2)), y, Gaussian(1.0), 2.0, b)
    x, chosen = rng.choice([0.0, 2.0], n), rng.random(n) < 0.3
    inverse = rng.random(n)
    large = with_interior(problem, chosen, x, inverse)
    assert np.all(large >= chosen)
    reduced = Reduced(problem, large, x)
    z = reduced.start().x
    assert z.min() > 0.0 and z.max() < 2.0
    whole, value, gap = reduced.judged(z)
    assert abs(y @ whole - b) < 1e-9 and np.array_equal(whole[~large], x[~large])
    certificate = problem.certify(whole)
    assert value == pytest.approx(certificate.objective, abs=1e-9)
    best = reduced.judged(list(reduced.steps(reduced.start()))[-1].x)
    assert best[1] <= value + 1e-9 and best[2] <= 1e-6
    assert gap >= value - best[1] - 1e-9
    assert problem.certify(best[0]).objective == pytest.approx(best[1], abs=1e-9)


def test_identification_frees_by_the_reduced_multiplier():
    """The multiplier with the best bound of the full problem would free nothing here."""
    problem = KernelSVM([[0.0], [0], [1], [2]], [-1, -1, 1, 1], Linear(), 1e-4, -8e-5)
    result = solve_identification(problem, tol=1e-7)
    assert result.status == "converged" and result.trace.snapshots["selected"][-1].all()
    stuck = np.array([0.8e-4, 1e-4, 1e-4, 0.0])
    assert not problem.certify(stuck).holds(1e-7)
    reduced = Reduced(problem, np.array([True, True, True, False]), stuck)
    g = problem.product(stuck) - 1.0
    assert reduced.multipliers(g) == pytest.approx((1.0, 1.0), abs=1e-3)


def test_identification_low_rank_agrees_with_gram_matrix():
    X, y = clouds(120, 3)
    low = solve_identification(KernelSVM(X, y, Linear(), 1.0), tol=1e-8)
    stored = solve_identification(KernelSVM.from_gram(X @ X.T, y, 1.0), tol=1e-8)
    assert low.status == stored.status == "converged"
    assert low.certificate.objective == pytest.approx(stored.certificate.objective, rel=2e-8)


@pytest.mark.parametrize("seed", [15, 237])
def test_identification_lost_in_rounding_repeats_no_round(seed):
    """Entries of 1e13 to 1e19: steps that end before the tolerance do so again from the same start,
    which went on for six more rounds of sixty steps."""
    rng = np.random.default_rng(seed)
    X = 10.0 ** (2.5 + rng.random()) * rng.normal(size=(50, 3))
    y = np.where(X[:, 0] + 0.5 * np.abs(X).mean() * rng.normal(size=50) > 0.0, 1.0, -1.0)
    problem = KernelSVM(X, y, Polynomial(0.3, 3, 1.0), 1.0)
    r = solve_identification(problem, tol=1e-12)
    last = r.trace.objective[r.trace.snapshots["round"] == r.trace.snapshots["round"][-1]]
    before = r.trace.objective[r.trace.snapshots["round"] == r.trace.snapshots["round"][-1] - 1]
    assert last.size != before.size or (last != before).any()
