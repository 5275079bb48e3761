"""Metrics in closed form and the error of the nearest neighbour."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier

from solvers import InputError, lrml_metric, mahalanobis_metric, nearest_neighbour_error
from solvers.rival_metrics import nearest_neighbour_labels

X, Y = load_iris(return_X_y=True)
TRAIN = np.arange(0, 150, 7)
TEST = np.setdiff1d(np.arange(150), TRAIN)


def pairs(y):
    i, j = np.triu_indices(len(y), 1)
    same = y[i] == y[j]
    return np.column_stack([i, j])[same], np.column_stack([i, j])[~same]


def test_error_is_that_of_a_known_classifier():
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


def test_mahalanobis_errors_do_not_change_under_maps():
    B = np.random.default_rng(0).normal(size=(4, 4))
    errors = [
        nearest_neighbour_error(mahalanobis_metric(Z), Z[TRAIN], Y[TRAIN], Z[TEST], Y[TEST])
        for Z in (X, X @ B + 3.0)
    ]
    assert errors[0] == errors[1]
    assert np.allclose(mahalanobis_metric(X), np.linalg.inv(np.cov(X.T, bias=True)))


def test_lrml_is_the_best_of_its_problem():
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


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: mahalanobis_metric(np.ones((5, 2))), "The covariance of X must be positive"),
        (lambda: nearest_neighbour_error(np.eye(3), X, Y, X, Y), "M must have shape"),
        (lambda: nearest_neighbour_error(-np.eye(4), X, Y, X, Y), "M must be positive semi"),
        (lambda: nearest_neighbour_error(np.eye(4), X, Y[1:], X, Y), "y must have as many rows"),
        (lambda: nearest_neighbour_error(np.eye(4), X, Y, X, Y[1:]), "labels must have as many"),
        (lambda: nearest_neighbour_labels(np.eye(4), X[:0], Y[:0], X), "at least one row"),
        (lambda: lrml_metric(X, [(0, 1)], [(0, 1)]), "must not share a pair"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(InputError, match=words):
        call()
