"""The triplet problem: its data, its certificate, its sampler, and its solvers side by side, then
the interior point and the active set."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    SOLVERS,
    InputError,
    TripletMetric,
    sample_triplets,
    solve_active_set,
    solve_dual_cd,
    solve_triplet_interior_point,
)
from solvers.active_set import CROSSED, JOINED, LEFT

NAMES = ["dual_cd", "interior_point"]
Z5 = np.array([[1, -0.5], [0.2, 0.3], [-1, 2], [0.5, 0.1], [0, 0]])
TILTED = np.array([[2, 0.5], [0.5, 1]])


def random_problem(n, m, C=1.0, seed=0, nonnegative=True, tilt=1.0):
    rng = np.random.default_rng(seed)
    B = rng.standard_normal((m, m))
    L = tilt * B @ B.T + np.diag(rng.uniform(0.5, 2.0, m))
    return TripletMetric(rng.standard_normal((n, m)) + 0.3, L, C, nonnegative)


def degenerate_problem(n, m, C, seed):
    """Few distinct rows, many repeated, some zero, one column that no triplet uses."""
    rng = np.random.default_rng(seed)
    Z = rng.integers(-1, 2, (n, m)).astype(float)
    Z[: n // 3] = Z[n - n // 3 :]
    Z[:, 0] = 0.0
    return TripletMetric(Z, None, C)


def solve(problem, name, **options):
    return SOLVERS[TripletMetric][name](problem, **options)


# --- the certificate ------------------------------------------------------------------------------


@given(st.integers(0, 12), st.integers(1, 5), st.floats(1e-6, 1e6), st.integers(0, 10**6))
def test_triplet_certificate_at_any_point_obeys_weak_duality(n, m, C, seed):
    problem = random_problem(n, m, C, seed) if seed % 3 else degenerate_problem(n, m, C, seed)
    rng = np.random.default_rng(seed)
    w, lam, t = rng.standard_normal(m), C * rng.uniform(-0.5, 1.5, n), rng.standard_normal(m)
    for dual in ({}, {"lam": lam}, {"lam": lam, "t": t}):
        c = problem.certify(w, **dual)
        assert c.infeasibility == max(-w.min(), 0.0) / np.abs(w).max()
        c = problem.certify(np.maximum(w, 0.0), **dual)
        assert c.gap >= -1e-9 * c.scale and c.infeasibility == 0.0
        assert c.scale == min(c.objective, C * n)


def test_triplet_certificate_equals_the_formula():
    problem, C = TripletMetric(Z5, TILTED, 2.0), 2.0
    w, lam, t = np.array([0.3, -0.2]), np.array([-1.0, 0.5, 9.0, 1.0, 2.0]), np.array([-1.0, 0.25])
    inside = np.array([0, 0.5, 2, 1, 2])
    u = Z5.T @ inside + [0.0, 0.25]
    c = problem.certify(w, lam, t)
    hinge = sum(max(0.0, 1.0 - z @ w) for z in Z5)
    assert c.objective == pytest.approx(0.5 * w @ TILTED @ w + C * hinge, rel=1e-14)
    assert c.bound == pytest.approx(inside.sum() - 0.5 * u @ np.linalg.solve(TILTED, u), rel=1e-14)
    assert c.infeasibility == 0.2 / 0.3


def test_triplet_bound_without_multipliers_is_valid():
    problem = random_problem(40, 4, seed=2)
    best = solve(problem, "interior_point", tol=1e-10).certificate
    for w in np.random.default_rng(0).standard_normal((50, 4)):
        assert 0.0 <= problem.certify(w).bound <= best.objective * (1 + 1e-9)
    saturated = random_problem(40, 4, C=1e-5, seed=2)  # every triplet at C: w alone proves it
    x = solve(saturated, "interior_point", tol=1e-12).x
    assert saturated.certify(x).holds(1e-6)


def test_triplet_free_w_ignores_t():
    problem = random_problem(20, 3, nonnegative=False)
    w, lam = -np.ones(3), np.full(20, 0.5)
    assert problem.certify(w, lam, np.ones(3)) == problem.certify(w, lam, np.zeros(3))
    assert problem.certify(w, lam).infeasibility == 0.0
    for w in 5.0 * np.vstack([np.eye(3), -np.eye(3)]):
        assert np.array_equal(problem.multipliers(w)[1], np.zeros(3))


@pytest.mark.parametrize("name", [*NAMES, "active_set"])
@pytest.mark.parametrize("unit", [1e3, 1e6])
def test_triplet_margins_short_by_rounding_are_proved_met(name, unit):
    Z = np.abs(random_problem(8, 5).Z)  # that some w is beyond all margins
    wanted = solve(TripletMetric(Z, None, 1e6), "active_set").certificate.objective
    for C in (1.0, 1e4):
        result = solve(TripletMetric(unit * Z, None, C), name, max_iter=5000)
        assert result.status == "converged"
        value = unit**2 * result.certificate.objective
        assert value == pytest.approx(wanted, rel=1e-5)


@pytest.mark.parametrize("C", [1.0, 1e14])
def test_triplets_that_say_nothing_do_not_diverge(C):
    result = solve_triplet_interior_point(TripletMetric(np.zeros((3, 2)), None, C))
    assert result.status == "converged" and result.certificate.objective == pytest.approx(3 * C)


# --- every solver ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@given(st.integers(0, 30), st.integers(1, 6), st.floats(1e-4, 10), st.integers(0, 10**6))
def test_triplet_solver_rows_are_certified_and_feasible(name, n, m, C, seed):
    problem = random_problem(n, m, C, seed) if seed % 2 else degenerate_problem(n, m, C, seed)
    result = solve(problem, name, max_iter=300)
    trace, c = result.trace, result.certificate
    assert np.all(trace.gap >= -1e-9 * np.abs(trace.objective))
    assert np.all(trace.objective - trace.bound >= -1e-9 * np.abs(trace.objective))
    assert problem.certify(result.x, **result.dual) == c
    assert (result.status == "converged") == c.holds(1e-6)
    assert result.x.min() >= 0.0 and c.infeasibility == 0.0
    assert {"w", "lam", "t"} <= trace.snapshots.keys()
    assert trace.snapshots["lam"].shape == (len(trace), n)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("x0", [None, np.ones(3)])
def test_triplet_metric_without_price_or_triplets_is_zero(name, x0):
    for problem in (
        TripletMetric(np.eye(3), None, 0.0),
        TripletMetric(np.zeros((0, 3)), None, 1.0),
        TripletMetric(np.zeros((0, 3)), None, 1.0, nonnegative=False),
    ):
        result = solve(problem, name, x0=x0)
        assert result.status == "converged" and not result.x.any()
        assert result.certificate.objective == result.certificate.bound == 0.0
        assert not problem.certify(np.ones(3)).holds(1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_triplet_linear_svm_agrees_with_scikit_learn(name):
    from sklearn.svm import LinearSVC

    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((60, 3)), np.where(rng.random(60) < 0.5, -1, 1)
    X[:, 0] += y
    problem = TripletMetric.linear_svm(X, y, C=0.7)
    result = solve(problem, name, tol=1e-10)
    peer = LinearSVC(loss="hinge", C=0.7, fit_intercept=False, tol=1e-10, max_iter=10**6).fit(X, y)
    assert result.x == pytest.approx(peer.coef_[0], abs=1e-4) and result.x.min() < 0.0
    assert problem.certify(peer.coef_[0], **result.dual).holds(1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_triplet_solver_warm_start_takes_fewer_steps(name):
    problem = random_problem(60, 5, seed=1)
    cold = solve(problem, name)
    assert solve(problem, name, x0=cold).trace.iteration[-1] == 0
    near = TripletMetric(problem.Z, problem.L, 1.02)
    warm = solve(near, name, x0=cold)
    assert warm.status == "converged"
    assert warm.trace.iteration[-1] < solve(near, name).trace.iteration[-1]
    assert solve(near, name, x0=cold.x).status == "converged"
    fewer = TripletMetric(problem.Z[:10], problem.L, 1.0)
    assert solve(fewer, name, x0=cold).status == "converged"


# --- the data -------------------------------------------------------------------------------------


def test_triplet_metric_takes_arrays_of_any_kind():
    Z = np.array([[1, -2], [3, 1]])
    one = TripletMetric(Z.astype(float))
    for other in (Z, Z.astype(np.float32), np.asfortranarray(Z), Z.tolist()):
        problem = TripletMetric(other)
        assert problem.Z.dtype == np.float64 and problem.Z.flags.c_contiguous
        assert not problem.Z.flags.writeable
        assert problem.certify([0.5, 0.5]) == one.certify([0.5, 0.5])


# --- triplets -------------------------------------------------------------------------------------


def test_from_triplets_measures_distances():
    rng = np.random.default_rng(0)
    X, A, w = rng.standard_normal((9, 3)), rng.standard_normal((3, 4)), rng.uniform(size=4)
    triplets = sample_triplets([0, 0, 0, 1, 1, 1, 2, 2, 2], 30, seed=1)
    problem = TripletMetric.from_triplets(X, triplets, A, C=0.5)
    metric = A @ np.diag(w) @ A.T
    for z, (i, j, k) in zip(problem.Z, triplets, strict=True):
        far, near = X[i] - X[k], X[i] - X[j]
        assert z @ w == pytest.approx(far @ metric @ far - near @ metric @ near)
    assert w @ problem.L @ w == pytest.approx(np.sum(metric**2)) and problem.C == 0.5
    plain = TripletMetric.from_triplets(X, triplets)
    assert np.array_equal(plain.L, np.eye(3))
    same = TripletMetric.from_triplets(X, triplets, np.eye(3))
    np.testing.assert_allclose(plain.Z, same.Z, rtol=1e-14)


def test_from_triplets_of_none_is_empty():
    problem = TripletMetric.from_triplets(np.ones((2, 3)), np.zeros((0, 3), dtype=int))
    assert problem.Z.shape == (0, 3)


@given(st.lists(st.integers(0, 3), max_size=12), st.integers(0, 40), st.integers(0, 99))
def test_sample_triplets_draws_triplets_alone(y, n, seed):
    y = np.array(y, dtype=int)
    sizes = np.bincount(y)
    if not ((sizes >= 2) & (sizes < y.size)).any():
        with pytest.raises(InputError, match="y must hold two classes"):
            sample_triplets(y, n, seed)
        return
    triplets = sample_triplets(y, n, seed)
    i, j, k = triplets.T
    assert triplets.shape == (n, 3) and triplets.dtype.kind == "i"
    assert np.all(y[i] == y[j]) and np.all(y[i] != y[k]) and np.all(i != j)
    assert np.array_equal(triplets, sample_triplets(y, n, seed))


def test_sample_triplets_is_uniform():
    y = np.array(["b", "a", "b", "a", "b"])
    triplets, counts = np.unique(sample_triplets(y, 30_000, seed=0), axis=0, return_counts=True)
    able = {
        (i, j, k)
        for i in range(5)
        for j in range(5)
        for k in range(5)
        if i != j and y[i] == y[j] and y[i] != y[k]
    }
    assert set(map(tuple, triplets.tolist())) == able
    expected = [30_000 / 5 / ((y == y[i]).sum() - 1) / (y != y[i]).sum() for i, _, _ in triplets]
    assert np.all(np.abs(counts - expected) < 5.0 * np.sqrt(expected))


def test_triplet_certificate_of_huge_points_has_no_nan():
    far = [1e307, 1e307]
    steep = TripletMetric([[1.0, -1.0]], [[200.0, -100.0], [-100.0, 200.0]])
    flat = TripletMetric([[1.0, -1.0]], [[1e-4, 0.9e-4], [0.9e-4, 1e-4]])
    for problem, point, dual in [(steep, far, {}), (flat, [0.0, 0.0], {"lam": [1.0], "t": far})]:
        proof = problem.certify(point, **dual)
        assert not np.isnan([proof.objective, proof.bound]).any() and not proof.holds(1e300)


# --- the interior point ---------------------------------------------------------------------------


def ill_conditioned(n, m, C, seed, nonnegative=True):
    rng = np.random.default_rng(seed)
    A = rng.uniform(size=(m, m))
    X = rng.uniform(size=(n, 3, m)) @ A
    Z = (X[:, 0] - X[:, 2]) ** 2 - (X[:, 0] - X[:, 1]) ** 2
    return TripletMetric(Z, (A.T @ A) ** 2, C, nonnegative)


@pytest.mark.parametrize("C", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("n, m", [(30, 5), (200, 20), (10, 15)])
@pytest.mark.parametrize("nonnegative", [True, False])
def test_triplet_interior_point_of_any_conditioning_takes_few_steps(n, m, C, nonnegative):
    problem = ill_conditioned(n, m, C, seed=n, nonnegative=nonnegative)
    result = solve_triplet_interior_point(problem, tol=1e-8)
    assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(1e-8)
    assert result.trace.iteration[-1] <= 14
    assert not problem.certify(result.x * 1.1 + 0.01, **result.dual).holds(1e-8)


def test_triplet_interior_point_ends_where_dual_cd_stalls():
    problem = ill_conditioned(200, 20, 1.0, seed=0)
    stalled = solve_dual_cd(problem, max_iter=300, record_every=0)
    assert stalled.status == "max_iter"
    finished = solve_triplet_interior_point(problem, x0=stalled)
    assert finished.status == "converged"
    assert finished.trace.gap[0] == pytest.approx(stalled.certificate.gap, rel=1e-9)


def test_triplet_interior_point_snapshots_are_consistent():
    problem = ill_conditioned(40, 6, 1.0, seed=1)
    trace = solve_triplet_interior_point(problem, tol=1e-9).trace
    s, T = trace.snapshots, len(trace)
    assert s["w"].shape == s["t"].shape == (T, 6) and s["lam"].shape == (T, 40)
    assert np.isnan(s["sigma"][0]) and np.isnan(s["step"][0])
    assert np.all((s["sigma"][1:] >= 0) & (s["sigma"][1:] <= 1))
    assert np.all((s["step"][1:] > 0) & (s["step"][1:] <= 1))
    assert s["mu"][-1] < 1e-6 * s["mu"][0]
    assert s["w"].min() > 0 and s["t"].min() > 0
    assert s["lam"].min() > 0 and s["lam"].max() < problem.C
    assert np.array_equal(trace.work, trace.iteration)


def test_triplet_interior_point_of_free_w_has_no_t():
    problem = ill_conditioned(40, 6, 1.0, seed=1, nonnegative=False)
    result = solve_triplet_interior_point(problem, tol=1e-9)
    assert not result.trace.snapshots["t"].any() and result.x.min() < 0.0


def test_triplet_interior_point_of_badly_scaled_features_converges():
    rng = np.random.default_rng(0)
    problem = TripletMetric(rng.standard_normal((30, 4)) * [1, 1e-4, 1e4, 1], None, 1.0)
    assert solve_triplet_interior_point(problem).status == "converged"


@pytest.mark.parametrize("nonnegative", [True, False])
@pytest.mark.parametrize("n, m", [(40, 6), (6, 15)])
def test_triplet_interior_point_unrecorded_has_the_recorded_path(n, m, nonnegative):
    problem = ill_conditioned(n, m, 1.0, seed=1, nonnegative=nonnegative)
    for x0 in (None, np.full(m, 0.1)):
        for tol in (1e-3, 1e-9):
            shown = solve_triplet_interior_point(problem, x0=x0, tol=tol)
            fast = solve_triplet_interior_point(problem, x0=x0, tol=tol, record_every=0)
            assert fast.status == "converged" and problem.certify(fast.x, **fast.dual).holds(tol)
            assert fast.trace.iteration.tolist() == [0, shown.trace.iteration[-1]]
            assert fast.x == pytest.approx(shown.x, rel=1e-6, abs=1e-9)
            ours, theirs = fast.trace.snapshots, shown.trace.snapshots
            for name in ("mu", "sigma", "step"):
                assert ours[name][-1] == pytest.approx(theirs[name][-1], rel=1e-4), name


@pytest.mark.parametrize("record_every", [0, 1])
def test_triplet_interior_point_without_tolerance_ends_tiny(record_every):
    problem = ill_conditioned(40, 6, 1.0, seed=1)
    result = solve_triplet_interior_point(problem, tol=0.0, record_every=record_every)
    assert result.status in ("stalled", "converged", "max_iter")
    assert result.certificate.relative_gap <= 1e-12


# --- the active set -------------------------------------------------------------------------------


def with_twins(seed, n=30, m=5, C=1.0, free=False):
    """Triplets, one of them twice and one empty, with a full L."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, m))
    rows[1], rows[-1] = rows[0], 0.0
    A = rng.normal(size=(m + 2, m))
    return TripletMetric(rows, A.T @ A, C, nonnegative=not free)


def test_active_set_rows_hold_their_constraints_and_bounds_rise():
    left = 0
    for seed in range(12):
        problem = with_twins(seed, C=3.0, free=seed % 3 == 0)
        trace = solve_active_set(problem, tol=1e-13).trace
        shown, n = trace.snapshots, len(problem.Z)
        normals = np.vstack([problem.Z, np.eye(problem.Z.shape[1])])
        levels = np.repeat([1.0, 0.0], [n, normals.shape[1]])
        assert np.all(np.diff(trace.bound) >= -1e-12 * trace.objective.max())
        for k in range(len(trace)):
            on, mu = shown["held"][k], np.concatenate([shown["lam"][k], shown["t"][k]])
            assert normals[on] @ shown["w"][k] == pytest.approx(levels[on], abs=1e-9)
            assert not on.any() or np.linalg.matrix_rank(normals[on]) == on.sum()
            if k and shown["event"][k] != LEFT:  # outside the set, each is at a bound
                beside = mu[:n][~on[:n]]
                assert np.all((beside == 0.0) | (beside == problem.C)) and not mu[n:][~on[n:]].any()
            if k:
                change = on.astype(int) - shown["held"][k - 1]
                expected = {JOINED: 1, CROSSED: 0, LEFT: -1}[shown["event"][k]]
                which = shown["left" if expected < 0 else "moved"][k]
                assert change.sum() == expected == (change[which] if expected else 0)
        left += np.count_nonzero(shown["event"] == LEFT)
    assert left > 0


def test_active_set_without_a_tolerance_ends_within_a_hundred_rows():
    problem = with_twins(1)
    result = solve_active_set(problem, tol=0.0, max_iter=10_000)
    assert result.status in ("converged", "stalled") and len(result.trace) < 100
    assert problem.certify(result.x, **result.dual).holds(1e-13)


@pytest.mark.parametrize("free", [False, True])
def test_active_set_warm_start_is_used(free):
    problem = with_twins(5, n=80, C=0.7, free=free)
    near = solve_dual_cd(problem, max_iter=30)
    cold, warm = (solve_active_set(problem, x0=x0, tol=1e-12) for x0 in (None, near))
    assert warm.status == "converged" and len(warm.trace) < 0.5 * len(cold.trace)
    assert np.array_equal(warm.trace.snapshots["lam"][0], near.dual["lam"])
    done = solve_active_set(problem, x0=solve_triplet_interior_point(problem, tol=1e-9), tol=1e-6)
    assert done.status == "converged" and len(done.trace) == 1


def test_active_set_never_holds_more_constraints_than_features():
    rows = np.repeat(np.array([[1.0, 0.2], [0.3, 1.0]]), 20, axis=0)
    result = solve_active_set(TripletMetric(rows, C=0.01), tol=1e-12)
    assert result.status == "converged"
    assert result.trace.snapshots["held"].sum(axis=1).max() <= 2
    deep = solve_active_set(TripletMetric(rows, C=10.0), tol=1e-12)
    assert deep.status == "converged" and deep.x @ rows[0] == pytest.approx(1.0)
