"""The triplet problem: its data, its certificate, its sampler, and all its solvers side by side."""

import warnings

import clarabel
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from solvers import SOLVERS, InputError, TripletMetric, sample_triplets

NAMES = ["dual_cd", "interior_point"]
Z5 = np.array([[1, -0.5], [0.2, 0.3], [-1, 2], [0.5, 0.1], [0, 0]])
TILTED = np.array([[2, 0.5], [0.5, 1]])
CHECKS = [
    (None, 0.5, 2.01775, (0.46, 0.73)),
    (None, 2.0, 4.87777778, (1.66666667, 1.33333333)),
    (None, 20.0, 24.0, (2, 2)),
    (TILTED, 0.5, 2.13079545, (0.11818182, 0.55909091)),
    (TILTED, 2.0, 6.79954545, (1.01818182, 1.00909091)),
    (np.array([[1, -0.6], [-0.6, 1]]), 2.0, 3.47755102, (1.71428571, 1.42857143)),
]


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


def clarabel_solution(problem):
    """(w, lam, t) of the quadratic programme in (w, xi), solved by an independent package."""
    n, m = problem.Z.shape
    rows = [[-sp.csc_matrix(problem.Z), -sp.eye(n)], [sp.csc_matrix((n, m)), -sp.eye(n)]]
    if problem.nonnegative:
        rows.append([-sp.eye(m), sp.csc_matrix((m, n))])
    A = sp.bmat(rows, format="csc")
    b = np.r_[-np.ones(n), np.zeros(A.shape[0] - n)]
    P = sp.block_diag([sp.csc_matrix(np.triu(problem.L)), sp.csc_matrix((n, n))], format="csc")
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    cost, cones = np.r_[np.zeros(m), np.full(n, problem.C)], [clarabel.NonnegativeConeT(b.size)]
    solution = clarabel.DefaultSolver(P, cost, A, b, cones, settings).solve()
    z = np.array(solution.z)
    return np.array(solution.x)[:m], z[:n], z[2 * n :] if problem.nonnegative else np.zeros(m)


# --- the certificate ------------------------------------------------------------------------------


@pytest.mark.parametrize("L, C, value, w", CHECKS)
def test_check_values(L, C, value, w):
    problem = TripletMetric(Z5, L, C)
    for name in NAMES:
        result = solve(problem, name, tol=1e-12)
        assert result.status == "converged"
        assert result.certificate.objective == pytest.approx(value, abs=5e-9)
        assert result.x == pytest.approx(np.array(w, dtype=float), abs=1e-5)
        assert not problem.certify(result.x + 0.01, **result.dual).holds(1e-6)


@given(st.integers(0, 12), st.integers(1, 5), st.floats(1e-6, 1e6), st.integers(0, 10**6))
def test_no_dual_point_beats_any_primal_point(n, m, C, seed):
    problem = random_problem(n, m, C, seed) if seed % 3 else degenerate_problem(n, m, C, seed)
    rng = np.random.default_rng(seed)
    w, lam, t = rng.standard_normal(m), C * rng.uniform(-0.5, 1.5, n), rng.standard_normal(m)
    for dual in ({}, {"lam": lam}, {"lam": lam, "t": t}):
        c = problem.certify(w, **dual)
        assert c.infeasibility == max(-w.min(), 0.0) / np.abs(w).max()
        c = problem.certify(np.maximum(w, 0.0), **dual)
        assert c.gap >= -1e-9 * c.scale and c.infeasibility == 0.0
        assert c.scale == min(c.objective, C * n)


def test_certificate_is_the_formula():
    problem, C = TripletMetric(Z5, TILTED, 2.0), 2.0
    w, lam, t = np.array([0.3, -0.2]), np.array([-1.0, 0.5, 9.0, 1.0, 2.0]), np.array([-1.0, 0.25])
    inside = np.array([0, 0.5, 2, 1, 2])
    u = Z5.T @ inside + [0.0, 0.25]
    c = problem.certify(w, lam, t)
    hinge = sum(max(0.0, 1.0 - z @ w) for z in Z5)
    assert c.objective == pytest.approx(0.5 * w @ TILTED @ w + C * hinge, rel=1e-14)
    assert c.bound == pytest.approx(inside.sum() - 0.5 * u @ np.linalg.solve(TILTED, u), rel=1e-14)
    assert c.infeasibility == 0.2 / 0.3


def test_bound_without_multipliers_is_valid_and_never_negative():
    problem = random_problem(40, 4, seed=2)
    best = solve(problem, "interior_point", tol=1e-10).certificate
    for w in np.random.default_rng(0).standard_normal((50, 4)):
        assert 0.0 <= problem.certify(w).bound <= best.objective * (1 + 1e-9)
    saturated = random_problem(40, 4, C=1e-5, seed=2)  # every triplet at C: w tells all
    x = solve(saturated, "interior_point", tol=1e-12).x
    assert saturated.certify(x).holds(1e-6)


def test_free_w_ignores_t():
    problem = random_problem(20, 3, nonnegative=False)
    w, lam = -np.ones(3), np.full(20, 0.5)
    assert problem.certify(w, lam, np.ones(3)) == problem.certify(w, lam, np.zeros(3))
    assert problem.certify(w, lam).infeasibility == 0.0
    for w in 5.0 * np.vstack([np.eye(3), -np.eye(3)]):
        assert np.array_equal(problem.multipliers(w)[1], np.zeros(3))


# --- every solver ---------------------------------------------------------------------------------

CASES = {
    "plain": lambda: random_problem(60, 5, seed=1),
    "free": lambda: random_problem(60, 5, seed=1, nonnegative=False),
    "few": lambda: random_problem(3, 6, C=0.5, seed=4),
    "small C": lambda: random_problem(80, 4, C=1e-4, seed=5),
    "large C": lambda: random_problem(12, 6, C=30.0, seed=6, tilt=0.1),
    "degenerate": lambda: degenerate_problem(45, 4, 0.7, seed=7),
    "duplicates": lambda: TripletMetric(np.repeat(Z5, 5, axis=0), TILTED, 0.3),
    "nonpositive": lambda: TripletMetric(-np.abs(Z5), None, 2.0),
    "only zeros": lambda: TripletMetric(np.zeros((4, 2)), None, 2.0),
    "one number": lambda: TripletMetric([[2.0]], [[3.0]], 1.0),
    "tiny curvature": lambda: TripletMetric(np.vstack([Z5, 1e-155 * Z5]), None, 0.5),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("case", CASES)
def test_agrees_with_clarabel(case, name):
    problem = CASES[case]()
    result = solve(problem, name, tol=1e-11, record_every=0, max_iter=200_000)
    w, *multipliers = clarabel_solution(problem)
    reference = problem.certify(problem.project(w), *multipliers)
    assert result.status == "converged" and reference.holds(1e-7)
    value = result.certificate.objective
    assert value == pytest.approx(reference.objective, rel=1e-7)
    off = result.x - problem.project(w)  # w is unique, lam is not
    far = 2.0 * (abs(reference.gap) + abs(result.certificate.gap)) + 1e-12 * value
    assert 0.5 * off @ problem.L @ off <= 2.0 * far


@pytest.mark.parametrize("name", NAMES)
@given(st.integers(0, 30), st.integers(1, 6), st.floats(1e-4, 10), st.integers(0, 10**6))
def test_each_row_is_sound(name, n, m, C, seed):
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
@pytest.mark.parametrize("factor", [1e-6, 1e6])
@pytest.mark.parametrize("nonnegative", [True, False])
def test_units_of_the_data_do_not_matter(name, factor, nonnegative):
    one = random_problem(40, 4, C=0.5, seed=3, nonnegative=nonnegative)
    other = TripletMetric(one.Z * factor, one.L, one.C / factor**2, nonnegative)
    a, b = solve(one, name), solve(other, name)
    assert a.status == b.status == "converged" and len(a.trace) == len(b.trace)
    assert b.x * factor == pytest.approx(a.x, rel=1e-6)
    a, b = solve(one, name, max_iter=2), solve(other, name, max_iter=2)
    assert a.status == b.status == "max_iter"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("x0", [None, np.ones(3)])
def test_nothing_to_pay_for(name, x0):
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
def test_all_nonpositive_triplets(name):
    result = solve(TripletMetric(-np.abs(Z5), TILTED, 2.0), name, tol=1e-9)
    assert result.certificate.objective == pytest.approx(10.0, rel=1e-8)
    assert result.x == pytest.approx(np.zeros(2), abs=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_the_linear_support_vector_machine(name):
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
def test_neither_mutates_nor_warns_nor_repeats_itself_differently(name):
    Z, L = np.array(Z5), np.array(TILTED)
    problem, start = TripletMetric(Z, L, 2.0), np.array([0.1, 0.2])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        a = solve(problem, name, x0=start, seed=3)
        b = solve(problem, name, x0=start, seed=3)
    Z[:], L[:] = 7.0, 7.0
    assert np.array_equal(problem.Z, Z5) and np.array_equal(problem.L, TILTED)
    assert np.array_equal(start, [0.1, 0.2])
    for key in a.trace.snapshots:
        np.testing.assert_array_equal(a.trace.snapshots[key], b.trace.snapshots[key])
    assert np.array_equal(a.trace.gap, b.trace.gap) and a.notes == b.notes


@pytest.mark.parametrize("name", NAMES)
def test_warm_start(name):
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


@pytest.mark.parametrize("name", NAMES)
def test_bad_calls(name):
    problem = TripletMetric(Z5)
    for options, words in [
        ({"x0": np.ones(3)}, "x0 must have shape"),
        ({"x0": [np.nan, 1.0]}, "x0 must be finite"),
        ({"tol": -1.0}, "tol must be at least 0"),
        ({"max_iter": 1.5}, "max_iter must be a whole number"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"record_every": -1}, "record_every must be"),
    ]:
        with pytest.raises(InputError, match=words):
            solve(problem, name, **options)


@pytest.mark.parametrize("name", NAMES)
def test_cancelled_and_out_of_budget(name):
    problem = random_problem(60, 5, seed=1)
    assert solve(problem, name, cancelled=lambda: True).status == "cancelled"
    assert solve(problem, name, max_iter=0).status == "max_iter"


# --- the data -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change, words",
    [
        ({"L": [[1, 1], [1, 1]]}, "L must be positive definite"),
        ({"L": [[1, 1], [1, 1 + 1e-16]]}, "L must be positive definite"),
        ({"L": [[1, 0.1], [0.1, 0.01 + 1e-17]]}, "L must be positive definite"),
        ({"L": [[1, 2], [2, 1]]}, "smallest eigenvalue -1"),
        ({"L": [[0, 0], [0, 1]]}, "L must be positive definite"),
        ({"L": [[1, 0.5], [0, 1]]}, "L must be symmetric"),
        ({"L": np.eye(3)}, "L must have shape"),
        ({"C": -1.0}, "C must be at least 0, got -1.0"),
        ({"C": np.nan}, "C must be finite"),
        ({"Z": [[1, np.inf]]}, "Z must be finite"),
        ({"Z": [1, 2]}, "Z must have 2 axes"),
        ({"Z": np.zeros((3, 0))}, "Z must have at least one column"),
        ({"Z": [[1e200, 1.0]]}, "small enough"),
        ({"nonnegative": 1}, "nonnegative must be one of"),
    ],
)
def test_bad_data(change, words):
    with pytest.raises(InputError, match=words):
        TripletMetric(**({"Z": Z5} | change))


@pytest.mark.parametrize(
    "w, dual, words",
    [
        ([1.0], {}, r"w must have shape \(2,\), got \(1,\)"),
        ([1.0, np.nan], {}, "w must be finite"),
        ([1.0, 1.0], {"lam": np.ones(4)}, r"lam must have shape \(5,\)"),
        ([1.0, 1.0], {"lam": np.ones(5), "t": np.ones(3)}, r"t must have shape \(2,\)"),
    ],
)
def test_bad_points(w, dual, words):
    with pytest.raises(InputError, match=words):
        TripletMetric(Z5).certify(w, **dual)


def test_any_kind_of_array():
    Z = np.array([[1, -2], [3, 1]])
    one = TripletMetric(Z.astype(float))
    for other in (Z, Z.astype(np.float32), np.asfortranarray(Z), Z.tolist()):
        problem = TripletMetric(other)
        assert problem.Z.dtype == np.float64 and problem.Z.flags.c_contiguous
        assert not problem.Z.flags.writeable
        assert problem.certify([0.5, 0.5]) == one.certify([0.5, 0.5])


def test_rounding_asymmetry_is_repaired():
    L = np.array([[2.0, 0.5 + 1e-15], [0.5, 1.0]])
    assert np.array_equal(TripletMetric(Z5, L).L, TripletMetric(Z5, L).L.T)


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


def test_no_triplets_at_all():
    problem = TripletMetric.from_triplets(np.ones((2, 3)), np.zeros((0, 3), dtype=int))
    assert problem.Z.shape == (0, 3)


@pytest.mark.parametrize(
    "triplets, A, words",
    [
        ([[0, 1, 9]], None, r"triplets must lie in 0..3, the rows of X, got 0..9"),
        ([[0, 1, -1]], None, "triplets must lie in"),
        ([[0, 1]], None, "triplets must be an"),
        ([[0.5, 1, 2]], None, "triplets must be an"),
        ([[0, 1, 2], [0, 1]], None, "triplets must be an"),
        ([[0, 1, 2]], np.eye(3), "A must have 2 rows"),
        ([[0, 1, 2]], [[1.0, 0.0], [1.0, 0.0]], "A must have no zero column, got column 1"),
        ([[0, 1, 2]], [[1.0, 1.0], [1.0, 1.0]], "drop zero or repeated columns of A"),
    ],
)
def test_bad_triplets(triplets, A, words):
    with pytest.raises(InputError, match=words):
        TripletMetric.from_triplets(np.arange(8.0).reshape(4, 2), triplets, A)


@given(st.lists(st.integers(0, 3), max_size=12), st.integers(0, 40), st.integers(0, 99))
def test_sampler_draws_only_triplets(y, n, seed):
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


def test_sampler_reaches_every_triplet_evenly():
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


@pytest.mark.parametrize(
    "y, words",
    [
        (["a"] * 5, "y must hold two classes"),
        (range(5), "y must hold two classes"),
        ([[0, 1]], "y must have 1 axes"),
        ([0.0, np.nan], "y must be finite"),
        (np.array([0, 0, 1, np.nan], dtype=object), "y must be finite"),
        (np.array(["2020", "2020", "2021", "NaT"], "M8[Y]"), "y must be finite"),
        ([[1], [2, 3]], "y must have 1 axes"),
        ([None, 1, "a"], "y must hold labels of one kind"),
    ],
)
def test_bad_labels(y, words):
    with pytest.raises(InputError, match=words):
        sample_triplets(y, 3)


def test_points_beyond_all_numbers_prove_nothing_and_leave_no_nan():
    far = [1e307, 1e307]
    steep = TripletMetric([[1.0, -1.0]], [[200.0, -100.0], [-100.0, 200.0]])
    flat = TripletMetric([[1.0, -1.0]], [[1e-4, 0.9e-4], [0.9e-4, 1e-4]])
    for problem, point, dual in [(steep, far, {}), (flat, [0.0, 0.0], {"lam": [1.0], "t": far})]:
        proof = problem.certify(point, **dual)
        assert not np.isnan([proof.objective, proof.bound]).any() and not proof.holds(1e300)
