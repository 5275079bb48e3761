"""SDML and ITML from points and pairs: the right problem, and a conic solver's answer."""

import re

import numpy as np
import pytest

from solvers import (
    SOLVERS,
    InputError,
    LargeMarginMetric,
    itml_problem,
    lmnn_problem,
    metric_problem,
    sdml_problem,
    solve_alternating_linearization,
    solve_dual_cd,
)

SIMILAR, DISSIMILAR = [[0, 1], [2, 3], [4, 1]], [[0, 2], [1, 3]]


def points(n=12, d=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def test_sdml_has_the_sigma_of_the_pairs_and_spares_the_diagonal():
    X = points()
    problem = sdml_problem(X, SIMILAR, DISSIMILAR, beta=0.05, rho=0.3, prior="covariance")
    T = sum(np.outer(X[i] - X[j], X[i] - X[j]) for i, j in SIMILAR)
    T = T - sum(np.outer(X[i] - X[j], X[i] - X[j]) for i, j in DISSIMILAR)
    centred = X - X.mean(axis=0)
    np.testing.assert_allclose(problem.Sigma, centred.T @ centred / 12 + 0.05 * T, atol=1e-12)
    np.testing.assert_array_equal(problem.weights, 0.3 * (1.0 - np.eye(3)))
    full = metric_problem(
        X, SIMILAR, DISSIMILAR, beta=0.05, rho=0.3, prior="covariance", semi_supervised=False
    )
    np.testing.assert_allclose(problem.Sigma, full.Sigma, atol=1e-15)


def test_sdml_is_certified_and_agrees_with_a_conic_solver():
    """clarabel on the dual: max log det Z over |Z - Sigma| <= rho off the diagonal, 0 on it."""
    clarabel = pytest.importorskip("clarabel")
    from scipy import sparse

    problem = sdml_problem(points(seed=1), SIMILAR, DISSIMILAR, beta=0.05, rho=0.2)
    result = solve_alternating_linearization(problem, tol=1e-10)
    assert result.status == "converged"
    m, low = 3, [(i, j) for i in range(3) for j in range(i + 1)]
    at = {pair: k for k, pair in enumerate(low)}
    p = len(low)
    rows = []
    for (i, j), k in at.items():  # Sigma - rho <= Z <= Sigma + rho
        for sign in (1.0, -1.0):
            rows.append(({k: sign}, problem.weights[i, j] - sign * problem.Sigma[i, j]))
    for c in range(2 * m):  # [[Z, L], [L', diag L]] positive semidefinite, upper, by columns
        for r in range(c + 1):
            s = 1.0 if r == c else np.sqrt(2.0)
            if c < m:
                form = {at[c, r]: s}
            elif r < m:
                form = {p + at[r, c - m]: s} if r >= c - m else {}
            else:
                form = {p + at[r - m, r - m]: s} if r == c else {}
            rows.append((form, 0.0))
    for i in range(m):  # t_i <= log L_ii
        rows += [({2 * p + i: 1.0}, 0.0), ({}, 1.0), ({p + at[i, i]: 1.0}, 0.0)]
    A, b = sparse.lil_matrix((len(rows), 2 * p + m)), np.zeros(len(rows))
    for r, (form, constant) in enumerate(rows):
        b[r] = constant
        for column, coefficient in form.items():
            A[r, column] = -coefficient
    cones = [clarabel.NonnegativeConeT(2 * p), clarabel.PSDTriangleConeT(2 * m)]
    cones += [clarabel.ExponentialConeT()] * m
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    cost = np.r_[np.zeros(2 * p), -np.ones(m)]
    P = sparse.csc_matrix((cost.size, cost.size))
    found = clarabel.DefaultSolver(P, cost, A.tocsc(), b, cones, settings).solve()
    assert result.certificate.objective == pytest.approx(m - found.obj_val, abs=1e-6)


def test_itml_has_a_row_per_pair_and_the_percentiles_of_the_prior():
    X = points()
    problem = itml_problem(X, SIMILAR, DISSIMILAR, gamma=2.0, prior="covariance")
    used = X[:5]  # the points of the pairs
    M0 = np.linalg.inv(problem.prior_inverse)
    apart = [(a - b) @ M0 @ (a - b) for k, a in enumerate(used) for b in used[:k]]
    low, high = np.percentile(apart, [5, 95])
    np.testing.assert_allclose(problem.b, [low] * 3 + [high] * 2)
    np.testing.assert_array_equal(problem.y, [1, 1, 1, -1, -1])
    pairs = {tuple(np.round(np.abs(X[i] - X[j]), 9)) for i, j in SIMILAR + DISSIMILAR}
    assert {tuple(np.round(np.abs(v), 9)) for v in problem.V} == pairs
    result = solve_dual_cd(problem, tol=1e-9)
    square = np.einsum("ni,ij,nj->n", problem.V, result.x, problem.V)
    before = np.einsum("ni,ij,nj->n", problem.V, M0, problem.V)
    assert result.status == "converged"
    assert square[:3].mean() < before[:3].mean()


def test_itml_without_pairs_is_the_prior():
    result = solve_dual_cd(itml_problem(points(), None, None))
    np.testing.assert_allclose(result.x, np.eye(3), atol=1e-15)


def test_what_is_refused():
    X = points()
    with pytest.raises(InputError, match=r"^X must hold different points"):
        itml_problem(np.repeat(X[:2], 6, axis=0), [[0, 1], [1, 2], [6, 7], [2, 3]], [[0, 6]])
    with pytest.raises(InputError, match=r"^rho must be at least 0"):
        sdml_problem(X, SIMILAR, DISSIMILAR, beta=0.1, rho=-1.0)
    with pytest.raises(InputError, match=r"^gamma must be positive"):
        itml_problem(X, SIMILAR, DISSIMILAR, gamma=0.0)


DEGENERATE = {
    "none": (0, []), "one": (1, [1]), "one class": (12, [0] * 12), "each its own": (6, range(6)),
    "all alike": (12, [0, 1] * 6), "no spread": (12, [0, 1] * 6), "a copy": (12, [0, 1] * 6),
}  # fmt: skip


@pytest.mark.parametrize("ridge", [0.0, 0.1])
@pytest.mark.parametrize("case", DEGENERATE)
def test_data_that_hold_no_metric_get_a_sentence_and_never_a_raw_error(case, ridge):
    n, y = DEGENERATE[case]
    X = points(n, 2)
    X[:, 1] = {"a copy": X[:, 0], "no spread": 1.0}.get(case, X[:, 1])
    X = np.ones_like(X) if case == "all alike" else X
    for make in (
        lambda: lmnn_problem(X, np.array(y), ridge=ridge),
        lambda: metric_problem(
            X, SIMILAR, DISSIMILAR, beta=0.1, rho=0.1, prior="covariance", ridge=ridge
        ),
        lambda: sdml_problem(
            X, SIMILAR, DISSIMILAR, beta=0.1, rho=0.1, prior="covariance", ridge=ridge
        ),
        lambda: itml_problem(X, SIMILAR, DISSIMILAR, prior="covariance", ridge=ridge),
    ):
        try:
            problem = make()
        except InputError as error:
            assert "\n" not in str(error)
            assert not ridge or not re.search("(give|add|take) a ridge", str(error)), error
        else:
            for solve in SOLVERS[type(problem)].values():
                assert solve(problem, max_iter=50).status != "contradiction"


def test_neighbours_of_one_class_and_no_triplets():
    with pytest.raises(InputError, match="y must hold at least two classes, got 1"):
        lmnn_problem(points(), np.zeros(12))
    with pytest.raises(InputError, match="y must give some point another one of its class"):
        lmnn_problem(np.ones((4, 2)), [0, 0, 1, 1], ridge=0.1)
    none = LargeMarginMetric(np.empty((0, 2)), np.empty((0, 2)), np.eye(2))
    for solve in SOLVERS[LargeMarginMetric].values():
        result = solve(none)
        assert result.status == "converged" and not result.x.any()


def test_a_ridge_that_was_given_is_not_asked_for():
    flat = np.column_stack([points(), points()[:, 0]])
    with pytest.raises(InputError, match="add a ridge"):
        sdml_problem(flat, SIMILAR, None, beta=0.1, rho=0.1, prior="covariance")
    with pytest.raises(InputError, match="raise the ridge"):
        sdml_problem(flat, SIMILAR, None, beta=0.1, rho=0.1, prior="covariance", ridge=1e-17)
    with pytest.raises(InputError, match=r"from 0 to 0; use prior='identity'"):
        sdml_problem(
            np.ones((6, 2)), SIMILAR, None, beta=0.1, rho=0.1, prior="covariance", ridge=0.1
        )
