"""What is proved of a support vector at the optimum, against exact optima and other solvers."""

import itertools

import numpy as np
import pytest

from solvers import (
    Gaussian,
    KernelSVM,
    Linear,
    Polynomial,
    kkt_classes,
    optimal_classes,
    solve_mehrotra,
    solve_smo,
)
from solvers.problems.svm_machine import optimal_interval

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
def test_classes_are_those_of_the_optimum_from_any_start(seed):
    problem = drawn(seed)
    truth = kkt_classes(problem, solve_smo(problem, tol=1e-13, record_every=0).x)
    for tol in (1e-2, 1e-6):
        stated = optimal_classes(problem, solve_mehrotra(problem, tol=tol, record_every=0).x)
        assert np.all((stated == truth) | (stated < 0))
    assert np.mean(stated >= 0) > 0.9


@pytest.mark.parametrize("seed", range(6))
def test_intervals_hold_the_exact_optimum(seed):
    problem = drawn(seed, n=6)
    best = exact(problem)
    rng = np.random.default_rng(seed)
    for share in (1.0, 1e-2, 1e-5, 0.0):
        x = problem.project(best + share * problem.C * rng.normal(size=6))
        low, high = optimal_interval(problem, x)
        slack = 1e-9 * problem.C
        assert np.all((low <= best + slack) & (best <= high + slack))
    assert np.max(high - low) < 1e-3 * problem.C or problem.kernel == Linear()


def test_a_far_point_leaves_its_points_open():
    problem = drawn(2)
    low, high = optimal_interval(problem, problem.project(np.zeros(40)))
    assert np.all(high - low > 0.5 * problem.C)


def test_twins_share_as_they_like_and_nothing_is_claimed_of_them():
    X = np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [-3.0, 0.0]])
    problem = KernelSVM(X, [1, 1, -1, -1], Linear(), 1.0)
    stated = optimal_classes(problem, solve_smo(problem, tol=1e-12).x)
    assert stated.tolist() == [-1, -1, 1, 0]  # (1/2, 0), (0, 1/2) and all between are optimal
    for x in ([0.5, 0.0, 0.5, 0.0], [0.0, 0.5, 0.5, 0.0]):
        assert problem.certify(np.array(x)).holds(1e-12)


def test_few_free_points_below_a_thousandth_of_C_are_found():
    """Of 24 points the exact machine has more free ones than a distance of 1e-3 C tells."""
    problem = drawn(1)
    large = KernelSVM(problem.X, problem.y, Gaussian(1.0), 1e5)
    x = solve_mehrotra(large, tol=1e-8, record_every=0).x
    stated = optimal_classes(large, x)
    truth = kkt_classes(large, solve_smo(large, tol=1e-12, record_every=0, max_iter=10**6).x)
    assert np.array_equal(stated[stated >= 0], truth[stated >= 0]) and (stated >= 0).mean() > 0.9
    assert np.count_nonzero(stated == 1) > np.count_nonzero(kkt_classes(large, x, 1e-3) == 1)
