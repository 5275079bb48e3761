"""The dual active-set method against the certificate, a conic solver, and its own promises."""

import numpy as np
import pytest
from scipy import sparse

from solvers import TripletMetric, solve_active_set, solve_dual_cd, solve_triplet_interior_point
from solvers.active_set import CROSSED, JOINED, LEFT

clarabel = pytest.importorskip("clarabel")
Z = np.array([[1.0, -0.5], [0.2, 0.3], [-1.0, 2.0], [0.5, 0.1], [0.0, 0.0]])


def random_problem(seed, n=30, m=5, C=1.0, free=False):
    """Triplets, one of them twice and one empty, with a full L."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, m))
    rows[1], rows[-1] = rows[0], 0.0
    A = rng.normal(size=(m + 2, m))
    return TripletMetric(rows, A.T @ A, C, nonnegative=not free)


def by_cones(problem):
    """(w, objective) of clarabel over (w, xi)."""
    n, m = problem.Z.shape
    P = sparse.block_diag([problem.L, sparse.csc_matrix((n, n))], format="csc")
    rows = [sparse.hstack([problem.Z, sparse.eye(n)]), sparse.eye(n, m + n, k=m)]
    least = [np.ones(n), np.zeros(n)]
    if problem.nonnegative:
        rows, least = [*rows, sparse.eye(m, m + n)], [*least, np.zeros(m)]
    A, b = -sparse.vstack(rows, format="csc"), -np.concatenate(least)
    cost = np.concatenate([np.zeros(m), np.full(n, problem.C)])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    cones = [clarabel.NonnegativeConeT(len(b))]
    found = clarabel.DefaultSolver(sparse.triu(P, format="csc"), cost, A, b, cones, settings)
    found = found.solve()
    return np.array(found.x[:m]), found.obj_val


@pytest.mark.parametrize(
    "L, C, value, w",
    [
        (None, 0.5, 2.01775, (0.46, 0.73)),
        (None, 20.0, 24.0, (2.0, 2.0)),
        ([[2.0, 0.5], [0.5, 1.0]], 2.0, 6.79954545, (1.01818182, 1.00909091)),
        ([[1.0, -0.6], [-0.6, 1.0]], 2.0, 3.47755102, (1.71428571, 1.42857143)),
    ],
)
def test_values_known_by_hand(L, C, value, w):
    result = solve_active_set(TripletMetric(Z, L, C), tol=1e-14)
    assert result.status == "converged" and result.x == pytest.approx(w, abs=1e-8)
    assert result.certificate.objective == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_the_conic_solver_agrees(C, free):
    problem = random_problem(3, C=C, free=free)
    result, (w, value) = solve_active_set(problem, tol=1e-12), by_cones(problem)
    assert result.status == "converged"
    assert result.certificate.objective == pytest.approx(value, rel=1e-8)
    assert result.x == pytest.approx(w, abs=1e-5)
    assert not problem.certify(result.x + 0.1, **result.dual).holds(1e-6)


def test_every_state_holds_what_it_says_and_the_dual_value_rises():
    left = 0
    for seed in range(12):
        problem = random_problem(seed, C=3.0, free=seed % 3 == 0)
        trace = solve_active_set(problem, tol=1e-13).trace
        shown, n = trace.snapshots, len(problem.Z)
        normals = np.vstack([problem.Z, np.eye(problem.Z.shape[1])])
        levels = np.repeat([1.0, 0.0], [n, normals.shape[1]])
        assert np.all(np.diff(trace.bound) >= -1e-12 * trace.objective.max())
        for k in range(len(trace)):
            on, mu = shown["held"][k], np.concatenate([shown["lam"][k], shown["t"][k]])
            assert normals[on] @ shown["w"][k] == pytest.approx(levels[on], abs=1e-9)
            assert not on.any() or np.linalg.matrix_rank(normals[on]) == on.sum()
            if k and shown["event"][k] != LEFT:  # beside the set, each is at a bound
                beside = mu[:n][~on[:n]]
                assert np.all((beside == 0.0) | (beside == problem.C)) and not mu[n:][~on[n:]].any()
            if k:
                change = on.astype(int) - shown["held"][k - 1]
                expected = {JOINED: 1, CROSSED: 0, LEFT: -1}[shown["event"][k]]
                which = shown["left" if expected < 0 else "moved"][k]
                assert change.sum() == expected == (change[which] if expected else 0)
        left += np.count_nonzero(shown["event"] == LEFT)
    assert left > 0


def test_it_ends_by_itself_where_nothing_is_violated():
    problem = random_problem(1)
    result = solve_active_set(problem, tol=0.0, max_iter=10_000)
    assert result.status in ("converged", "stalled") and len(result.trace) < 100
    assert problem.certify(result.x, **result.dual).holds(1e-13)


@pytest.mark.parametrize("free", [False, True])
def test_a_warm_start_is_taken_up(free):
    problem = random_problem(5, n=80, C=0.7, free=free)
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
