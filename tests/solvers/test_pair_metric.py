"""ITML: its certificate against a conic solver, and the coordinate descent that solves it."""

import dataclasses

import numpy as np
import pytest

from solvers import SOLVERS, InformationTheoreticMetric, InputError, solve_dual_cd

clarabel = pytest.importorskip("clarabel")
sparse = pytest.importorskip("scipy.sparse")


def random_pairs(n, m, gamma, seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m + 4, m))
    y = np.where(np.arange(n) % 3 == 0, -1.0, 1.0)
    V, b = rng.normal(size=(n, m)), rng.uniform(0.5, 2.0, n)
    return InformationTheoreticMetric(V, y, b, A.T @ A / m, gamma)


def value(problem, M):
    """The objective by its definition."""
    K, b = problem.prior_inverse, problem.b
    square = np.einsum("ni,ij,nj->n", problem.V, M, problem.V)
    xi = np.where(problem.y > 0, np.maximum(b, square), np.minimum(b, square))
    divergence = np.trace(K @ M) - np.linalg.slogdet(K @ M)[1] - len(M)
    return divergence + problem.gamma * np.sum(xi / b - np.log(xi / b) - 1.0)


def by_cones(problem):
    """(M, objective) of clarabel. Variables: the triangle of M, a lower triangular Z with
    [[M, Z], [Z', diag Z]] positive semidefinite and t_i <= log Z_ii, so that sum t <= log det M;
    xi, and u_i <= log(xi_i / b_i)."""
    (n, m), K = problem.V.shape, problem.prior_inverse
    low = [(i, j) for i in range(m) for j in range(i + 1)]
    p = len(low)
    at = {pair: k for k, pair in enumerate(low)}
    count = 2 * p + m + 2 * n
    t0, x0, u0 = 2 * p, 2 * p + m, 2 * p + m + n
    cost = np.zeros(count)
    for (i, j), k in at.items():
        cost[k] = K[i, j] * (1.0 if i == j else 2.0)
    cost[t0 : t0 + m] = -1.0
    cost[x0 : x0 + n], cost[u0:] = problem.gamma / problem.b, -problem.gamma
    rows = []  # each: ({column: coefficient}, constant) of an affine form that lies in the cone
    for i, (v, y) in enumerate(zip(problem.V, problem.y, strict=True)):
        form = {k: -y * v[r] * v[c] * (1.0 if r == c else 2.0) for (r, c), k in at.items()}
        rows.append(({**form, x0 + i: y}, 0.0))
    root = np.sqrt(2.0)
    for c in range(2 * m):  # the upper triangle of the block, by columns
        for r in range(c + 1):
            scale = 1.0 if r == c else root
            if c < m:
                form = {at[c, r]: scale}
            elif r < m:
                form = {p + at[r, c - m]: scale} if r >= c - m else {}
            else:
                form = {p + at[c - m, c - m]: scale} if r == c else {}
            rows.append((form, 0.0))
    logs = [({t0 + i: 1.0}, {p + at[i, i]: 1.0}) for i in range(m)]
    logs += [({u0 + i: 1.0}, {x0 + i: 1.0 / problem.b[i]}) for i in range(n)]
    for under, of in logs:  # (x, 1, z) with exp(x) <= z
        rows += [(under, 0.0), ({}, 1.0), (of, 0.0)]
    A, b = sparse.lil_matrix((len(rows), count)), np.zeros(len(rows))
    for r, (form, constant) in enumerate(rows):
        b[r] = constant
        for column, coefficient in form.items():
            A[r, column] = -coefficient
    cones = [clarabel.NonnegativeConeT(n), clarabel.PSDTriangleConeT(2 * m)]
    cones += [clarabel.ExponentialConeT()] * len(logs)
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    P = sparse.csc_matrix((count, count))
    found = clarabel.DefaultSolver(P, cost, A.tocsc(), b, cones, settings).solve()
    M = np.zeros((m, m))
    for (i, j), k in at.items():
        M[i, j] = M[j, i] = found.x[k]
    shift = -np.linalg.slogdet(K)[1] - m - problem.gamma * n
    return M, found.obj_val + shift


@pytest.mark.parametrize("n, m, gamma", [(6, 2, 1.0), (15, 3, 0.1), (12, 4, 30.0)])
def test_the_conic_solver_agrees(n, m, gamma):
    problem = random_pairs(n, m, gamma, seed=n)
    result = solve_dual_cd(problem, tol=1e-11)
    assert result.status == "converged"
    M, least = by_cones(problem)
    assert result.certificate.objective == pytest.approx(least, abs=1e-5 * max(1.0, least))
    np.testing.assert_allclose(result.x, M, atol=2e-3 * np.abs(M).max())
    assert result.certificate.bound <= value(problem, 0.5 * (M + M.T)) + 1e-9
    assert result.certificate.objective == pytest.approx(value(problem, result.x), rel=1e-12)


def test_the_certificate_can_fail():
    problem = random_pairs(12, 3, 1.0, seed=1)
    result = solve_dual_cd(problem, tol=1e-11)
    assert problem.certify(result.x, **result.dual).holds(1e-11)
    assert not problem.certify(result.x + 0.01 * np.eye(3), **result.dual).holds(1e-6)
    assert not problem.certify(result.x, result.dual["lam"] + 0.1).holds(1e-6)
    skew = problem.certify(result.x + np.outer([0.1, 0, 0], [0, 1, 0]))
    largest = np.abs(result.x + np.outer([0.1, 0, 0], [0, 1, 0])).max()
    assert skew.infeasibility == pytest.approx(0.1 / largest)
    flat = problem.certify(np.diag([4.0, 1.0, -2.0]))
    assert flat.objective == np.inf and flat.infeasibility == 0.5


@pytest.mark.parametrize("seed", range(5))
def test_no_dual_point_is_above_any_value(seed):
    problem = random_pairs(10, 3, 2.0, seed)
    rng = np.random.default_rng(seed)
    least = min(value(problem, A @ A.T + 0.01 * np.eye(3)) for A in rng.normal(size=(200, 3, 3)))
    least = min(least, solve_dual_cd(problem, tol=1e-10).certificate.objective)
    bounds = [problem.bound(10.0 ** rng.uniform(-3, 2) * rng.random(10)) for _ in range(200)]
    assert min(bounds) >= 0.0 and 0.0 < max(bounds) <= least
    assert problem.bound(np.zeros(10)) == 0.0


def test_every_state_is_certified_and_the_dual_value_rises():
    """Exact steps of coordinate ascent never lower the dual value, and each has a metric."""
    problem = random_pairs(9, 3, 1.0, seed=2)
    result = solve_dual_cd(problem, steps="updates", order="cyclic", tol=1e-9)
    trace = result.trace
    assert np.all(np.isfinite(trace.objective)) and trace.bound[0] == 0.0
    assert np.all(np.diff(trace.bound) >= -1e-12 * trace.bound.max())
    for row in np.flatnonzero(trace.snapshots["new"] > 0.0)[:20]:
        i, M = trace.snapshots["index"][row], trace.snapshots["M"][row]
        lam, v = trace.snapshots["lam"][row], problem.V[i]
        xi = problem.b[i] / (1.0 - problem.y[i] * lam[i] * problem.b[i] / problem.gamma)
        assert v @ M @ v == pytest.approx(xi, rel=1e-9)  # stationary in lam_i
        np.testing.assert_allclose(np.linalg.inv(M), problem.bracket(lam), atol=1e-9)


def test_multipliers_of_the_solution_are_its_dual_point():
    problem = random_pairs(12, 3, 1.0, seed=3)
    result = solve_dual_cd(problem, tol=1e-13)
    np.testing.assert_allclose(problem.multipliers(result.x), result.dual["lam"], atol=1e-5)
    assert problem.certify(result.x).holds(1e-6)
    again = solve_dual_cd(problem, x0=result, tol=1e-10)
    assert again.trace.iteration[-1] == 0
    near = solve_dual_cd(problem, x0=np.array(result.x), tol=1e-6)
    assert near.trace.iteration[-1] == 0


def test_a_prior_that_meets_the_bounds_stays():
    problem = InformationTheoreticMetric([[1.0, 0.0], [0.0, 3.0]], [1, -1], [2.0, 2.0])
    result = solve_dual_cd(problem)
    np.testing.assert_allclose(result.x, np.eye(2), atol=1e-15)
    assert result.certificate.objective == pytest.approx(0.0, abs=1e-14)
    assert result.status == "converged" and result.trace.iteration[-1] == 0


def test_one_pair_in_closed_form():
    """min m - log m - 1 + gamma (m / b - log(m / b) - 1) in one dimension."""
    for y, gamma, b in ((1, 2.0, 0.3), (-1, 0.5, 4.0)):
        problem = InformationTheoreticMetric([[1.0]], [y], b, gamma=gamma)
        result = solve_dual_cd(problem, tol=1e-13)
        assert result.x[0, 0] == pytest.approx((1.0 + gamma) / (1.0 + gamma / b), rel=1e-9)


def test_what_is_refused():
    good = random_pairs(4, 2, 1.0, seed=0)
    for bad, word in (
        ({"V": np.zeros((4, 2))}, "V"),
        ({"V": np.full((4, 2), 1e200)}, "V"),
        ({"b": [1.0, 0.0, 1.0, 1.0]}, "b"),
        ({"b": np.ones(3)}, "b"),
        ({"gamma": 0.0}, "gamma"),
        ({"prior_inverse": np.eye(3)}, "prior_inverse"),
        ({"prior_inverse": np.diag([1.0, -1.0])}, "prior_inverse"),
        ({"prior_inverse": np.diag([1.0, 0.0])}, "prior_inverse"),
        ({"prior_inverse": [[1.0, 0.5], [0.0, 1.0]]}, "prior_inverse"),
    ):
        with pytest.raises(InputError, match=f"^{word} "):
            dataclasses.replace(good, **bad)
    with pytest.raises(InputError, match=r"^lam "):
        good.certify(np.eye(2), np.ones(3))
    with pytest.raises(InputError, match=r"^M "):
        good.certify(np.eye(3))
    with pytest.raises(InputError, match=r"^stop "):
        solve_dual_cd(good, stop="source")


def test_without_pairs_the_prior_is_the_answer():
    K = np.diag([2.0, 4.0])
    problem = InformationTheoreticMetric(np.zeros((0, 2)), [], prior_inverse=K)
    for solve in SOLVERS[InformationTheoreticMetric].values():
        np.testing.assert_allclose(solve(problem).x, np.linalg.inv(K), atol=1e-15)
