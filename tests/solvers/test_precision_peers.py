"""Sparse precision against clarabel and scikit-learn."""

import warnings

import clarabel
import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.covariance import graphical_lasso

from solvers import (
    SparsePrecision,
    solve_admm,
    solve_alternating_linearization,
    solve_proximal_gradient,
    solve_proximal_newton,
)

SOLVERS = [
    solve_alternating_linearization,
    solve_admm,
    solve_proximal_gradient,
    solve_proximal_newton,
]


def triangle(m):
    """(i, j) of the upper triangle by columns: the order of clarabel's semidefinite cone."""
    return [(i, j) for j in range(m) for i in range(j + 1)]


def conic(A, b, c, cones):
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-10
    size = len(c)
    P = sp.csc_matrix((size, size))
    return clarabel.DefaultSolver(P, c, sp.csc_matrix(A), b, cones, settings).solve()


def clarabel_matrix(problem):
    """The solution by a conic program: [[M, L], [L', D]] positive semidefinite with L lower
    triangular and D its diagonal gives log det M >= sum log D_ii."""
    Sigma, rho, m = problem.Sigma, problem.weights, len(problem.Sigma)
    pairs = triangle(m)
    p = len(pairs)
    place = {pair: k for k, pair in enumerate(pairs)}
    size = 3 * p + m  # M, |M|, L (transposed), logarithms
    twice = np.array([1.0 if i == j else 2.0 for i, j in pairs])
    at = tuple(np.array(pairs).T)
    c = np.r_[twice * Sigma[at], twice * rho[at], np.zeros(p), -np.ones(m)]
    rows, b, cones = [], [], []
    for sign in (1.0, -1.0):
        for k in range(p):
            rows.append({k: sign, p + k: -1.0})
            b.append(0.0)
    cones.append(clarabel.NonnegativeConeT(2 * p))
    for i, j in triangle(2 * m):
        scale = -1.0 if i == j else -np.sqrt(2.0)
        if j < m:
            rows.append({place[i, j]: scale})
        elif i < m:  # entry (i, j - m) of L
            rows.append({2 * p + place[j - m, i]: scale} if j - m <= i else {})
        else:
            rows.append({2 * p + place[i - m, i - m]: scale} if i == j else {})
        b.append(0.0)
    cones.append(clarabel.PSDTriangleConeT(2 * m))
    for i in range(m):  # (logarithm, 1, L_ii) in the exponential cone
        rows += [{3 * p + i: -1.0}, {}, {2 * p + place[i, i]: -1.0}]
        b += [0.0, 1.0, 0.0]
        cones.append(clarabel.ExponentialConeT())
    A = sp.lil_matrix((len(rows), size))
    for k, row in enumerate(rows):
        for column, value in row.items():
            A[k, column] = value
    x = np.array(conic(A, np.array(b), c, cones).x)
    M = np.zeros((m, m))
    for (i, j), value in zip(pairs, x[:p], strict=True):
        M[i, j] = M[j, i] = value
    return M


def largest_margin(problem):
    """max t with Z - t I positive semidefinite for some Z in the box: positive if and only if the
    problem is bounded."""
    Sigma, rho, m = problem.Sigma, problem.weights, len(problem.Sigma)
    pairs = triangle(m)
    p, at = len(pairs), tuple(np.array(pairs).T)
    eye = sp.eye(p)
    scale = np.array([1.0 if i == j else np.sqrt(2.0) for i, j in pairs])
    diagonal = np.array([float(i == j) for i, j in pairs])
    none = np.zeros((p, 1))
    A = sp.vstack([
        sp.hstack([eye, none]),
        sp.hstack([-eye, none]),
        sp.hstack([-sp.diags(scale), diagonal[:, None]]),
    ])  # fmt: skip
    b = np.r_[(Sigma + rho)[at], (rho - Sigma)[at], np.zeros(p)]
    cones = [clarabel.NonnegativeConeT(2 * p), clarabel.PSDTriangleConeT(m)]
    return -conic(A, b, np.r_[np.zeros(p), -1.0], cones).obj_val


def covariance(m, seed=0, n=None):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n or 3 * m, m))
    A[:, 1:] += 0.5 * A[:, :-1]
    return A.T @ A / len(A)


def indefinite(m, seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m, m))
    return (A + A.T) / 2 + rng.uniform(0.3, 1.6) * np.sqrt(m) * np.eye(m)


@pytest.mark.parametrize(
    "Sigma, rho",
    [
        (covariance(2), 0.1),
        (covariance(4, n=3), 0.2),  # singular
        (covariance(5), 0.05 * (1 - np.eye(5))),
        (indefinite(3, 5), 0.8),
    ],
)
def test_agrees_with_clarabel(Sigma, rho):
    problem = SparsePrecision(Sigma, rho)
    M = clarabel_matrix(problem)
    reference = problem.certify(M)
    for solve in SOLVERS:
        result = solve(problem, tol=1e-12, max_iter=3000)
        assert result.status == "converged"
        value = result.certificate.objective
        assert reference.objective == pytest.approx(value, abs=1e-7)
        assert reference.objective >= result.certificate.bound - 1e-9
        assert np.allclose(problem.rescale(M), result.x, atol=1e-4)
    assert not problem.certify(M + 1e-2 * np.eye(len(M)), result.dual["Z"]).holds(1e-7)


def test_boundedness_is_decided_as_by_a_semidefinite_program():
    """60 random indefinite problems: the margin's sign against our status."""
    found = {"converged": 0, "unbounded": 0}
    beyond = 0
    for seed in range(60):
        m = 2 + seed % 7
        Sigma = indefinite(m, seed)
        rho = np.random.default_rng(seed).uniform(0.1, 0.5)
        problem = SparsePrecision(Sigma, rho)
        margin = largest_margin(problem)
        assert abs(margin) > 1e-6, "the instance is on the edge: no program decides it"
        result = solve_alternating_linearization(problem, tol=1e-3, max_iter=3000)
        assert result.status == ("converged" if margin > 0 else "unbounded"), (seed, margin)
        found[result.status] += 1
        beyond += margin > 0 and np.linalg.eigvalsh(Sigma)[0] < -rho
    assert min(found.values()) >= 15 and beyond >= 2


def sklearn_matrix(Sigma, rho, **options):
    """graphical_lasso spares the diagonal, so it is given Sigma + rho I."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        done = graphical_lasso(Sigma + rho * np.eye(len(Sigma)), rho, return_costs=True, **options)
    return done[1], np.array(done[2])


@pytest.mark.parametrize("m, rho", [(6, 0.1), (30, 0.15)])
def test_agrees_with_graphical_lasso(m, rho):
    problem = SparsePrecision(covariance(m), rho)
    M = sklearn_matrix(problem.Sigma, rho, tol=1e-8, enet_tol=1e-9, max_iter=300)[0]
    ours = solve_alternating_linearization(problem, tol=1e-10)
    theirs = problem.certify((M + M.T) / 2, **ours.dual)
    assert theirs.holds(1e-5) and theirs.objective >= ours.certificate.bound - 1e-9
    assert np.allclose(M, ours.x, atol=1e-3)
    assert np.array_equal(np.abs(M) > 1e-6, ours.x != 0.0)


def test_the_gap_of_graphical_lasso_goes_negative_and_ours_does_not():
    Sigma = covariance(30, seed=4)
    lowest = min(
        sklearn_matrix(Sigma, rho, tol=1e-10, max_iter=60)[1][:, 1].min()
        for rho in (0.02, 0.05, 0.1)
    )
    assert lowest < -1e-9 * 30
    for rho in (0.02, 0.05, 0.1):
        trace = solve_alternating_linearization(SparsePrecision(Sigma, rho), tol=1e-12).trace
        assert trace.gap.min() >= -1e-9 * 30
