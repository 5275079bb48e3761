"""SDML and ITML from points and pairs, metrics in closed form, and the error of the nearest
neighbour."""

import re

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier

from solvers import (
    SOLVERS,
    InputError,
    LargeMarginMetric,
    itml_problem,
    lmnn_problem,
    lrml_metric,
    mahalanobis_metric,
    metric_problem,
    nearest_neighbour_error,
    sdml_problem,
    solve_dual_cd,
)
from solvers.rival_metrics import nearest_neighbour_labels

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


DEGENERATE = {
    "none": (0, []), "one": (1, [1]), "one class": (12, [0] * 12), "each its own": (6, range(6)),
    "all alike": (12, [0, 1] * 6), "no spread": (12, [0, 1] * 6), "a copy": (12, [0, 1] * 6),
}  # fmt: skip


@pytest.mark.parametrize("ridge", [0.0, 0.1])
@pytest.mark.parametrize("case", DEGENERATE)
def test_rival_metrics_on_degenerate_data_refuse_in_a_sentence(case, ridge):
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


def test_lmnn_without_classes_or_triplets_is_refused_or_zero():
    with pytest.raises(InputError, match="y must hold at least two classes, got 1"):
        lmnn_problem(points(), np.zeros(12))
    with pytest.raises(InputError, match="y must give some point another one of its class"):
        lmnn_problem(np.ones((4, 2)), [0, 0, 1, 1], ridge=0.1)
    none = LargeMarginMetric(np.empty((0, 2)), np.empty((0, 2)), np.eye(2))
    for solve in SOLVERS[LargeMarginMetric].values():
        result = solve(none)
        assert result.status == "converged" and not result.x.any()


def test_rival_metrics_refusal_does_not_ask_for_a_given_ridge():
    flat = np.column_stack([points(), points()[:, 0]])
    with pytest.raises(InputError, match="add a ridge"):
        sdml_problem(flat, SIMILAR, None, beta=0.1, rho=0.1, prior="covariance")
    with pytest.raises(InputError, match="raise the ridge"):
        sdml_problem(flat, SIMILAR, None, beta=0.1, rho=0.1, prior="covariance", ridge=1e-17)
    with pytest.raises(InputError, match=r"from 0 to 0; use prior='identity'"):
        sdml_problem(
            np.ones((6, 2)), SIMILAR, None, beta=0.1, rho=0.1, prior="covariance", ridge=0.1
        )


# --- closed forms, and the error of the nearest neighbour -----------------------------------------


X, Y = load_iris(return_X_y=True)
TRAIN = np.arange(0, 150, 7)
TEST = np.setdiff1d(np.arange(150), TRAIN)


def pairs(y):
    i, j = np.triu_indices(len(y), 1)
    same = y[i] == y[j]
    return np.column_stack([i, j])[same], np.column_stack([i, j])[~same]


def test_nearest_neighbour_error_agrees_with_scikit_learn():
    for M in (np.eye(X.shape[1]), mahalanobis_metric(X)):
        half = np.linalg.cholesky(M)
        model = KNeighborsClassifier(1).fit(X[TRAIN] @ half, Y[TRAIN])
        expected = 1.0 - model.score(X[TEST] @ half, Y[TEST])
        error = nearest_neighbour_error(M, X[TRAIN], Y[TRAIN], X[TEST], Y[TEST])
        assert error == pytest.approx(expected, abs=0.02) and error > 0.0
    names = np.array(["a", "b", "c"])[Y]
    found = nearest_neighbour_labels(np.eye(4), X, names, X[:3])
    assert found.tolist() == ["a", "a", "a"]
    tied = nearest_neighbour_labels(np.eye(1), [[1.0], [-1.0]], [5, 6], [[0.0]])
    assert tied.tolist() == [5]


def test_mahalanobis_metric_errors_are_invariant_under_maps():
    B = np.random.default_rng(0).normal(size=(4, 4))
    errors = [
        nearest_neighbour_error(mahalanobis_metric(Z), Z[TRAIN], Y[TRAIN], Z[TEST], Y[TEST])
        for Z in (X, X @ B + 3.0)
    ]
    assert errors[0] == errors[1]
    assert np.allclose(mahalanobis_metric(X), np.linalg.inv(np.cov(X.T, bias=True)))


def test_lrml_metric_is_the_best_of_its_problem():
    similar, dissimilar = pairs(Y[TRAIN])
    similar, dissimilar = TRAIN[similar], TRAIN[dissimilar]
    weight = {"dissimilar_weight": 0.01}
    M = lrml_metric(X, similar, dissimilar, **weight)
    assert np.linalg.slogdet(M)[1] == pytest.approx(0.0, abs=1e-10)
    inverse = np.linalg.inv(M)  # proportional to Q
    rng = np.random.default_rng(1)
    for _ in range(50):
        C = rng.normal(size=(4, 4)) * 0.2 + np.eye(4)
        other = C @ M @ C.T
        other /= np.exp(np.linalg.slogdet(other)[1] / 4)
        assert np.sum(inverse * other) >= np.sum(inverse * M) - 1e-9
    with pytest.raises(InputError, match=r"Q of LRML must be positive definite.*lower"):
        lrml_metric(X, similar, dissimilar, dissimilar_weight=100.0)
    heavier = lrml_metric(X, similar, dissimilar, similar_weight=20.0, **weight)
    shrink = [
        np.mean([np.sum((X[i] - X[j]) @ N * (X[i] - X[j])) for i, j in similar])
        for N in (M, heavier)
    ]
    assert shrink[1] < shrink[0]
