"""The dual of the support vector machine: data, certificate, bias, and all its solvers together."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from seeded import EIGHT, SIGNS, clouds
from sklearn.svm import SVC

from solvers import (
    SOLVERS,
    Gaussian,
    InputError,
    KernelSVM,
    Linear,
    Polynomial,
    bias_interval,
    decision_function,
    kkt_classes,
    optimal_classes,
    solve_mehrotra,
    solve_smo,
)
from solvers import memory as solvers_memory
from solvers.problems import knapsack
from solvers.problems.svm_machine import optimal_interval

NAMES = ["smo", "mehrotra", "path_following", "affine_scaling", "safeguarded", "identification"]
#: The algorithms of the sources, which need not end proved.
PRINTED = [name for name in SOLVERS[KernelSVM] if name not in NAMES]
CUBIC, ROUND = Polynomial(0.5), Gaussian(0.5)
CHECKS = [
    (6, Linear(), 1, 1.75),
    (6, Linear(), 10, 2.33333333),
    (6, CUBIC, 1, 1.16621104),
    (6, CUBIC, 10, 1.16621104),
    (6, ROUND, 1, 0.01317823),
    (6, ROUND, 10, -0.04542813),
    (8, Linear(), 1, 1),
    (8, Linear(), 10, 1),
    (8, CUBIC, 10, 1.17855361),
    (8, ROUND, 1, -0.00245425),
    (8, ROUND, 10, 0.26934266),
]


def solve(problem, name, **options):
    return SOLVERS[KernelSVM][name](problem, **options)


def eight(n=8, kernel=ROUND, C=1.0, b=0.0):
    return KernelSVM(EIGHT[:n], SIGNS[:n], kernel, C, b)


# The certificate


def test_svm_certificate_has_the_values_of_the_note():
    problem = eight()
    c = problem.certify(np.full(8, 0.5))
    assert c.objective == pytest.approx(-3.59426451, abs=5e-9)
    assert c.bound == pytest.approx(-6.78279352, abs=5e-9)
    x = np.full(8, 0.5)
    assert c.scale == pytest.approx(c.objective + 2.0 * x.sum()) and c.infeasibility == 0.0
    g = problem.product(np.full(8, 0.5)) - 1.0
    low, high = knapsack.best_multipliers(g, SIGNS, 1.0, 0.0)
    assert (low, high) == pytest.approx((-0.45209131, 0.44963706), abs=5e-9)
    x = np.array([1.5, 0.2, -0.3, 0.9, 0.1, 0.4, 0.7, 2])
    assert problem.project(x) == pytest.approx([1, 0.18, 0, 0.92, 0.12, 0.42, 0.72, 1])
    c = problem.certify(problem.project(x))
    assert c.objective == pytest.approx(-3.98752338, abs=5e-9)
    assert c.bound == pytest.approx(-7.42909817, abs=5e-9)
    outside = problem.certify(x)
    assert outside.objective == pytest.approx(0.5 * x @ problem.product(x) - x.sum())
    assert outside.infeasibility == pytest.approx(1.3 / 2.0) and not outside.holds(0.1)


@st.composite
def problems(draw):
    """Few small integers make duplicates, conflicts, constant features and one class common."""
    n, m = draw(st.integers(1, 9)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    X = rng.integers(-2, 3, (n, m)).astype(float)
    if draw(st.booleans()):
        X += 0.1 * rng.standard_normal((n, m))
    X[:, 0] *= draw(st.sampled_from([0.0, 1.0, 1.0]))
    y = rng.choice([-1.0, 1.0], n)
    kernel = draw(
        st.sampled_from([Linear(), Linear(1.0), Polynomial(0.3, 3, 0.5), Gaussian(0.4, 0.5), ROUND])
    )
    C = draw(st.sampled_from([1e-4, 0.3, 1.0, 20.0, 1e4]))
    low, high = -C * np.sum(y < 0), C * np.sum(y > 0)
    share = draw(st.sampled_from([None, None, 0.0, 0.3, 1.0]))
    b = 0.0 if share is None else low + share * (high - low)
    return KernelSVM(X, y, kernel, C, b)


def size(problem, v, s):
    """The largest term of the dual value, against which rounding is measured."""
    r = problem.product(v) - 1.0 - s * problem.y
    total = abs(v @ problem.product(v)) + abs(problem.b * s) + problem.C * np.abs(r).sum()
    return total + np.abs(v).sum() + problem.y.size * problem.C


@given(problems(), st.integers(0, 99), st.sampled_from([0.0, 0.1, 1.0, 30.0]))
def test_svm_certificate_at_any_points_obeys_weak_duality(problem, seed, spread):
    rng = np.random.default_rng(seed)
    n = problem.y.size
    x, v = problem.C * spread * rng.standard_normal((2, n)) + problem.C / 2
    s = spread * rng.standard_normal()
    feasible = problem.project(x)
    assert feasible.min() >= 0.0 and feasible.max() <= problem.C
    assert abs(problem.y @ feasible - problem.b) <= 1e-12 * problem.C * n
    for dual in ((), (v, s), (v,)):
        c = problem.certify(feasible, *dual)
        assert c.infeasibility == 0.0
        assert c.gap >= -1e-12 * (size(problem, v, s) + size(problem, feasible, 0.0))
    assert problem.certify(x, v).bound >= problem.certify(x, v, s).bound - 1e-12 * size(
        problem, v, s
    )


@given(problems(), st.integers(0, 99))
def test_svm_projection_is_the_nearest_feasible_point(problem, seed):
    rng = np.random.default_rng(seed)
    n, C = problem.y.size, problem.C
    x = C * rng.standard_normal(n)
    near = problem.project(x)
    other = problem.project(C * rng.random(n))
    # The angle at the nearest point is obtuse.
    assert (x - near) @ (other - near) <= 1e-10 * C * C * n
    assert np.array_equal(problem.project(near), near) or np.allclose(
        problem.project(near), near, atol=1e-14 * C * n
    )


def test_svm_certificate_uses_the_multipliers_given():
    problem = eight()
    x = np.full(8, 0.5)
    best = solve_smo(problem, tol=1e-12)
    assert problem.certify(x, s=3.0).bound < problem.certify(x).bound
    assert problem.certify(x, v=best.x).bound == pytest.approx(best.certificate.bound)
    assert problem.certify(x, v=best.x).objective == problem.certify(x).objective
    assert not problem.certify(best.x, v=x).holds(1e-3)


# All solvers


@pytest.mark.parametrize("n, kernel, C, s", CHECKS)
def test_svm_bias_has_the_values_of_the_note(n, kernel, C, s):
    problem = eight(n, kernel, C)
    fine = solve_mehrotra(problem, tol=1e-11).x
    assert bias_interval(problem, fine) == pytest.approx((-s, -s), abs=1e-7)
    worse = problem.project(fine + 0.01 * C * np.arange(n))
    assert not problem.certify(worse).holds(1e-9)


#: Its optimum is 0, the sum of terms that are not.
AT_ZERO = KernelSVM([[0.0, -1.0], [0.0, -1.0]], [-1.0, 1.0], C=20.0, b=-8.0)


@pytest.mark.parametrize("names", [*([name] for name in NAMES), PRINTED], ids=lambda n: n[0])
@example(problem=AT_ZERO, record_every=1, which=0)
@given(problem=problems(), record_every=st.sampled_from([0, 1, 1, 7]), which=st.integers(0, 3))
def test_svm_solver_on_degenerate_data_is_sound(names, problem, record_every, which):
    name = names[which % len(names)]
    try:
        result = solve(problem, name, tol=1e-7, max_iter=300, record_every=record_every)
    except InputError:
        assert name == "identification_printed" and problem.b != 0.0
        return
    terms = size(problem, result.x, 0.0)
    assert result.trace.gap.min() >= -1e-12 * terms
    assert result.certificate == problem.certify(result.x, **result.dual)
    assert (result.status == "converged") == result.certificate.holds(1e-7)
    printed = ("diverged", "small_change") if name in PRINTED else ()
    assert result.status in ("converged", "max_iter", "stalled", *printed)
    if name in ("smo", "mehrotra", "identification") and problem.C <= 20.0:
        assert result.certificate.gap <= 1e-6 * result.certificate.scale


@pytest.mark.parametrize("C", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(0.3, 3, 1.0), Gaussian(0.3)], ids=repr)
def test_svm_agrees_with_scikit_learn(kernel, C):
    X, y = clouds(90, 3)
    options = {
        Linear: {"kernel": "linear"},
        Polynomial: {"kernel": "poly", "gamma": 0.3, "degree": 3, "coef0": 1.0},
        Gaussian: {"kernel": "rbf", "gamma": 0.3},
    }[type(kernel)]
    peer = SVC(C=C, tol=1e-9, **options).fit(X, y)
    theirs = np.zeros(90)
    theirs[peer.support_] = np.abs(peer.dual_coef_[0])
    problem = KernelSVM(X, y, kernel, C)
    reached = problem.certify(theirs)
    assert reached.holds(1e-5)
    result = solve_smo(problem, tol=1e-9)
    assert result.certificate.objective <= reached.objective + 1e-9 * reached.scale
    ours = decision_function(problem, result.x, X[:20] + 0.3)
    assert np.allclose(ours, peer.decision_function(X[:20] + 0.3), atol=2e-3)
    assert not np.allclose(-ours, peer.decision_function(X[:20] + 0.3), atol=2e-3)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("unit", [1e-6, 1e6])
def test_svm_points_and_width_in_other_units_end_alike(name, unit):
    X, y = clouds(40, 3)
    plain = solve(KernelSVM(X, y, Gaussian(0.5), 5.0), name, max_iter=2000)
    scaled = solve(KernelSVM(unit * X, y, Gaussian(0.5 / unit**2), 5.0), name, max_iter=2000)
    assert plain.status == scaled.status == "converged"
    assert scaled.certificate.objective == pytest.approx(plain.certificate.objective, rel=1e-6)
    outside = solve(KernelSVM(X, y, Gaussian(0.5), 5.0), name, x0=np.full(40, -3.0))
    assert outside.status == "converged"


# Edge cases of the note


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_svm_of_one_class_is_zero(name, sign):
    problem = KernelSVM(clouds(6, 2)[0], np.full(6, sign), Linear(), 2.0)
    result = solve(problem, name)
    assert result.status == "converged" and not result.x.any()
    assert result.certificate.objective == 0.0 == result.certificate.gap
    low, high = bias_interval(problem, result.x)
    assert (np.isinf(high) and low == 1.0) if sign > 0 else (np.isinf(low) and high == -1.0)
    assert np.all(sign * decision_function(problem, result.x, problem.X) >= 1.0)


@pytest.mark.parametrize("name", NAMES)
def test_svm_without_price_or_with_forced_points_is_exact(name):
    X, y = clouds(7, 2)
    free = solve(KernelSVM(X, y, Linear(), 0.0), name)
    assert free.status == "converged" and not free.x.any()
    top = 2.0 * np.sum(y > 0)
    forced = solve(KernelSVM(X, y, Gaussian(0.5), 2.0, top), name)
    assert forced.status == "converged" and np.array_equal(forced.x, np.where(y > 0, 2.0, 0.0))
    one = solve(KernelSVM(X, np.ones(7), Gaussian(0.5), 2.0, 3.0), name, tol=1e-9)
    assert one.status == "converged" and one.x.sum() == pytest.approx(3.0)


@pytest.mark.parametrize("name", NAMES)
def test_svm_conflicting_duplicates_converge(name):
    X, y = clouds(12, 2)
    problem = KernelSVM(np.vstack([X, X]), np.r_[y, -y], Gaussian(0.5), 3.0)
    result = solve(problem, name, tol=1e-10)
    assert result.status == "converged"
    assert result.certificate.objective == pytest.approx(-24 * 3.0, rel=1e-9)
    assert problem.product(result.x) == pytest.approx(np.zeros(24), abs=1e-3)
    other = solve_mehrotra(problem, tol=1e-10)
    assert problem.product(result.x) == pytest.approx(problem.product(other.x), abs=1e-3)
    assert not problem.certify(0.5 * result.x).holds(0.1)


@pytest.mark.parametrize("name", NAMES)
def test_svm_bounded_support_vectors_have_a_bias_interval(name):
    problem = KernelSVM.from_gram(np.array([[1, 0.2], [0.2, 1]]), [1, -1], 0.1)
    result = solve(problem, name, tol=1e-12)
    assert result.x == pytest.approx([0.1, 0.1]) and result.status == "converged"
    assert bias_interval(problem, [0.1, 0.1]) == pytest.approx((-0.92, 0.92))
    assert np.array_equal(kkt_classes(problem, result.x), [2, 2])
    h = decision_function(problem, [0.1, 0.1], problem.K)
    assert h == pytest.approx([0.08, -0.08])


@pytest.mark.parametrize("C", [1e-8, 1e8])
def test_svm_at_extreme_prices_converges(C):
    X, y = clouds(30, 2, apart=6.0)
    for kernel in (Linear(), Gaussian(0.1)):
        problem = KernelSVM(X, y, kernel, C)
        for result in (solve_smo(problem), solve_mehrotra(problem)):
            assert result.certificate.gap >= -1e-9 * result.certificate.scale
            assert result.status == "converged"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kernel", [Linear(), ROUND])
def test_svm_of_any_price_above_the_answer_converges(name, kernel):
    X, y = clouds(30, 2, apart=8.0)
    wanted = solve(KernelSVM(X, y, kernel, 1e3), "mehrotra", tol=1e-9).certificate
    for C in (1e10, 1e14, 1e18):
        result = solve(KernelSVM(X, y, kernel, C), name, tol=1e-7)
        assert result.status == "converged" and result.certificate.infeasibility == 0.0
        assert result.certificate.objective == pytest.approx(wanted.objective, rel=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_svm_start_at_the_answer_does_not_diverge(name):
    problem = KernelSVM(*clouds(30, 2, apart=8.0), ROUND, 1e9)
    first = solve(problem, "mehrotra", tol=1e-4)
    assert solve(problem, name, x0=first.x, tol=1e-9).status != "diverged"


@pytest.mark.parametrize("name", NAMES)
def test_svm_of_huge_kernel_values_does_not_diverge(name):
    X, y = clouds(30, 2)
    problem = KernelSVM(1e5 + X, y, Polynomial(1.0, 3), 1e8)
    assert solve(problem, name, max_iter=200).status != "diverged"


def test_svm_of_large_price_has_the_hard_margin():
    X, y = clouds(30, 2, apart=8.0)
    problem = KernelSVM(X, y, Linear(), 1e6)
    x = solve_mehrotra(problem, tol=1e-9).x
    h = y * decision_function(problem, x, X)
    assert h.min() == pytest.approx(1.0, abs=1e-5)
    assert np.array_equal(
        np.flatnonzero(h < 1 + 1e-4), np.flatnonzero(kkt_classes(problem, x, 1e-9))
    )


def test_svm_constant_features_change_nothing():
    X, y = clouds(40, 2)
    plain = solve_smo(KernelSVM(X, y, Gaussian(0.5), 2.0), tol=1e-9)
    more = KernelSVM(np.column_stack([X, np.full(40, 1e5)]), y, Gaussian(0.5), 2.0)
    for solver in (solve_smo, solve_mehrotra):
        value = solver(more, tol=1e-9).certificate.objective
        assert value == pytest.approx(plain.certificate.objective, rel=1e-8)
    still = KernelSVM(np.ones((40, 3)), y, Linear(), 2.0)
    for name in NAMES:
        result = solve(still, name)
        assert result.status == "converged"
        assert result.certificate.objective == pytest.approx(-4.0 * np.sum(y < 0), rel=1e-5)


# Low rank, memory, products


def test_svm_low_rank_agrees_with_stored_matrix():
    X, y = clouds(30, 4)
    v = np.random.default_rng(0).standard_normal(30)
    for kernel in (Linear(), Linear(2.0), Gaussian(0.5), Polynomial(0.4, 2, 1.0)):
        problem = KernelSVM(X, y, kernel)
        Q = np.outer(y, y) * kernel(X, X)
        assert np.allclose(problem.product(v), Q @ v, rtol=1e-12, atol=1e-12)
        stored = KernelSVM.from_gram(kernel(X, X), y)
        assert np.allclose(stored.product(v), Q @ v) and np.allclose(stored.diagonal(), np.diag(Q))
        problem.gram()
        assert np.allclose(problem.product(v), Q @ v)
        x = problem.project(np.abs(v))
        assert problem.certify(x).objective == pytest.approx(stored.certify(x).objective)
        ours, same = (
            decision_function(problem, x, X[:5] + 1),
            decision_function(stored, x, kernel(X[:5] + 1, X)),
        )
        assert np.allclose(ours, same)
    assert KernelSVM(X, y).low_rank and not KernelSVM(X[:3], y[:3]).low_rank


def test_svm_gram_matrix_beyond_memory_is_refused(monkeypatch):
    monkeypatch.setattr(solvers_memory, "available_memory", lambda: 10_000_000)
    X, y = clouds(1500, 3)
    big = KernelSVM(X, y, Gaussian(0.5))
    for name in ("mehrotra", "safeguarded", "identification"):
        with pytest.raises(InputError, match=r"Gram matrix of 1500 points.* must fit in memory"):
            solve(big, name)
    with pytest.raises(InputError, match="solve_smo"):
        big.gram()
    assert solve_smo(big, tol=1e-3, record_every=0, cache_mb=2.0).status == "converged"
    assert solve_mehrotra(KernelSVM(X, y, Linear())).status == "converged"
    assert "K" not in big._store


def test_available_memory_is_plausible():
    assert 1e6 < solvers_memory.available_memory() < 1e15


# Inputs


def test_svm_maps_labels_and_copies_arrays():
    X, y = clouds(9, 2)
    words = np.where(y > 0, "yes", "no")
    for other in (words, np.where(y > 0, 7, 3), (y + 1) / 2, list(words)):
        assert np.array_equal(KernelSVM(X, other).y, y)
    problem = KernelSVM(X, y)
    X[0, 0] = 99.0
    assert problem.X[0, 0] != 99.0
    with pytest.raises(ValueError, match="read-only"):
        problem.X[0, 0] = 1.0


def test_svm_classes_and_bias_of_a_point_that_is_not_optimal():
    problem = eight()
    assert np.array_equal(
        kkt_classes(problem, [0, 1, 0.5, 0, 0.5, 0.5, 1, 0.5]), [0, 2, 1, 0, 1, 1, 2, 1]
    )
    low, high = bias_interval(problem, np.full(8, 0.5))
    assert low > high + 0.1


@pytest.mark.parametrize("n", [300_000, 1_000_000])
def test_svm_certify_of_many_points_on_the_plane_is_feasible(n):
    """y'x = b to the last digit, which one running sum misses by more than is visible."""
    X, y = np.full((n, 1), 1e-3), np.ones(n)
    problem = KernelSVM(X, y, Linear(), 1.0, 0.1 * n)
    x = np.full(n, 0.1)
    assert abs(math.fsum(x) - problem.b) <= 1e-15 * problem.b
    certificate = problem.certify(x)
    assert certificate.infeasibility == 0.0
    exact = 0.5 * (1e-3 * 0.1 * n) ** 2 - 0.1 * n
    assert certificate.objective == pytest.approx(exact, rel=1e-13)
    assert certificate.bound <= exact + 1e-12 * certificate.scale
    assert problem.certify(x + 1e-6).infeasibility > 0.0


def test_svm_project_of_many_points_meets_the_plane():
    n, rng = 400_000, np.random.default_rng(0)
    problem = KernelSVM(np.full((n, 1), 1e-3), np.ones(n), Linear(), 1.0, 0.1 * n)
    x = problem.project(0.3 + 1e-6 * rng.random(n))
    assert abs(math.fsum(x) - problem.b) <= 1e-13 * problem.b
    assert problem.certify(x).infeasibility == 0.0


# --- classes that are proved ----------------------------------------------------------------------


KERNELS = (Linear(), Polynomial(0.5, 3, 1.0), Gaussian(1.0))


def drawn(seed, n=40, d=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.where(X @ rng.normal(size=d) + 0.7 * rng.normal(size=n) > 0.0, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    return KernelSVM(X, y, KERNELS[seed % 3], 10.0 ** rng.uniform(-2.0, 3.0))


def exact(problem):
    """The optimum by trying every way to hold points at their bounds (tiny n)."""
    n, C, y, best = problem.y.size, problem.C, problem.y, None
    Q = y[:, None] * y * problem.gram()
    for at in itertools.product((0, 1, 2), repeat=n):
        at = np.array(at)
        free, x = np.flatnonzero(at == 1), np.where(at == 2, C, 0.0)
        k = free.size
        system = np.zeros((k + 1, k + 1))
        system[:k, :k], system[:k, k], system[k, :k] = Q[np.ix_(free, free)], -y[free], y[free]
        wanted = np.append(1.0 - (Q @ x)[free], problem.b - y @ x)
        answer = np.linalg.lstsq(system, wanted, rcond=None)[0]
        x[free] = answer[:k]
        if x.min() < -1e-12 or x.max() > C + 1e-12 or abs(y @ x - problem.b) > 1e-9 * C:
            continue
        value = 0.5 * x @ Q @ x - x.sum()
        if best is None or value < best[0]:
            best = value, x
    return best[1]


@pytest.mark.parametrize("seed", [*range(30), 113, 278])
def test_optimal_classes_from_any_start_are_those_of_the_optimum(seed):
    problem = drawn(seed)
    truth = kkt_classes(problem, solve_smo(problem, tol=1e-13, record_every=0).x)
    for tol in (1e-2, 1e-6):
        stated = optimal_classes(problem, solve_mehrotra(problem, tol=tol, record_every=0).x)
        assert np.all((stated == truth) | (stated < 0))
    assert np.mean(stated >= 0) > 0.9


@pytest.mark.parametrize("seed", range(6))
def test_optimal_interval_contains_the_exact_optimum(seed):
    problem = drawn(seed, n=6)
    best = exact(problem)
    rng = np.random.default_rng(seed)
    for share in (1.0, 1e-2, 1e-5, 0.0):
        x = problem.project(best + share * problem.C * rng.normal(size=6))
        low, high = optimal_interval(problem, x)
        slack = 1e-9 * problem.C
        assert np.all((low <= best + slack) & (best <= high + slack))
    assert np.max(high - low) < 1e-3 * problem.C or problem.kernel == Linear()


def test_optimal_interval_of_a_far_point_is_wide():
    problem = drawn(2)
    low, high = optimal_interval(problem, problem.project(np.zeros(40)))
    assert np.all(high - low > 0.5 * problem.C)


def test_optimal_classes_of_equal_points_are_left_open():
    X = np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [-3.0, 0.0]])
    problem = KernelSVM(X, [1, 1, -1, -1], Linear(), 1.0)
    stated = optimal_classes(problem, solve_smo(problem, tol=1e-12).x)
    assert stated.tolist() == [-1, -1, 1, 0]  # (1/2, 0), (0, 1/2) and all between are optimal
    for x in ([0.5, 0.0, 0.5, 0.0], [0.0, 0.5, 0.5, 0.0]):
        assert problem.certify(np.array(x)).holds(1e-12)


def test_optimal_classes_finds_free_points_below_a_thousandth_of_C():
    """Of 24 points the exact machine has more free ones than a distance of 1e-3 C tells."""
    problem = drawn(1)
    large = KernelSVM(problem.X, problem.y, Gaussian(1.0), 1e5)
    x = solve_mehrotra(large, tol=1e-8, record_every=0).x
    stated = optimal_classes(large, x)
    truth = kkt_classes(large, solve_smo(large, tol=1e-12, record_every=0, max_iter=10**6).x)
    assert np.array_equal(stated[stated >= 0], truth[stated >= 0]) and (stated >= 0).mean() > 0.9
    assert np.count_nonzero(stated == 1) > np.count_nonzero(kkt_classes(large, x, 1e-3) == 1)


def test_svm_from_gram_has_no_points():
    problem = KernelSVM([[1.0], [2.0]], [1, -1])
    X, kernel = problem.given
    assert X.tolist() == [[1.0], [2.0]] and kernel is problem.kernel
    with pytest.raises(InputError, match="from a Gram matrix has no X"):
        _ = KernelSVM.from_gram([[1, 0.2], [0.2, 1]], [1, -1]).given
