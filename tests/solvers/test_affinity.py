"""From points and pairs to Sigma."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.neighbors import NearestNeighbors

from solvers import InputError, build_affinity, metric_problem, solve_alternating_linearization
from solvers.affinity import (
    covariance,
    initial_affinity,
    laplacian,
    neighbour_matrix,
    propagate,
    propagation_steps,
    scatter,
    symmetrised,
)

A = np.array([(0, 0), (1, 0), (0, 1.5), (4, 4), (5, 4.2), (4.4, 5.5)])
PAIRS = {"similar": [(0, 1)], "dissimilar": [(0, 3)]}
SMALL = {"k": 2, "alpha": 0.5, "theta": 0.01, "prior": "covariance", **PAIRS}


def test_affinity_graph_has_the_published_values():
    here = build_affinity(A, **SMALL)
    W = np.diag([0.8, 0.8, 0.6, 0.6, 0.6, 0.6])
    for i, j, value in [
        (0, 1, 0.8), (0, 2, 0.3), (1, 2, 0.3), (0, 3, -0.6), (0, 4, -0.1), (0, 5, -0.1),
        (1, 3, -0.1), (2, 3, -0.1), (3, 4, 0.2), (3, 5, 0.2), (4, 5, 0.2),
    ]:  # fmt: skip
        W[i, j] = W[j, i] = value
    assert np.allclose(here.W, W, atol=1e-12)
    assert np.linalg.eigvalsh(here.L)[0] == pytest.approx(-1.04155385, abs=1e-8)
    assert np.allclose(here.T, [[-15.132, -16.766], [-16.766, -14.468]], atol=1e-10)
    assert np.allclose(here.prior_inverse, [[4.46666667, 4.12], [4.12, 4.60555556]])
    assert here.beta_max() == pytest.approx(0.27336995, abs=1e-8)


@pytest.mark.parametrize(
    "beta, rho, value, entries",
    [
        (0.02, 0.1, 3.65897235, [0.8405541, -0.7013215, 0.8115912]),
        (0.02, 2.5, 5.77901505, [0.1557172, -0.0293488, 0.1522410]),
        (1.0, 0.1, None, None),
    ],
)
def test_metric_problem_has_the_published_values(beta, rho, value, entries):
    result = solve_alternating_linearization(
        metric_problem(A, beta=beta, rho=rho, **SMALL), tol=1e-14, max_iter=500
    )
    if value is None:
        assert result.status == "unbounded"
    else:
        assert result.certificate.objective == pytest.approx(value, abs=1e-8)
        assert np.allclose(result.x[np.triu_indices(2)], entries, atol=2e-7)


def test_neighbour_matrix_matches_search_and_breaks_ties_by_row():
    X = np.random.default_rng(0).normal(size=(80, 3))
    P = neighbour_matrix(X, 5)
    found = NearestNeighbors(n_neighbors=6).fit(X).kneighbors(X, return_distance=False)[:, 1:]
    assert np.array_equal(np.sort(found), np.sort(np.argsort(-P, kind="stable")[:, :5]))
    assert np.allclose(P.sum(axis=1), 1.0) and not P.diagonal().any()
    line = np.array([[0.0], [1.0], [-1.0], [2.0]])
    assert np.flatnonzero(neighbour_matrix(line, 1)[0]).tolist() == [1]
    square = 0.1 * np.array([[0, 0], [3, 4], [5, 0], [4, 3], [0, 5]])  # all at distance 0.5
    assert np.flatnonzero(neighbour_matrix(square, 2)[0]).tolist() == [1, 2]
    assert np.array_equal(neighbour_matrix(line, 9), neighbour_matrix(line, 3))
    assert np.array_equal(neighbour_matrix([[1.0, 2.0]]), [[0.0]])
    assert np.flatnonzero(neighbour_matrix(np.zeros((4, 2)), 2)[3]).tolist() == [0, 1]


def test_neighbour_matrix_of_shifted_data_has_the_same_ties():
    X = load_iris().data
    shifted = X + np.array([0.1, 0.7, 1e-3, 1 / 3])
    assert np.array_equal(neighbour_matrix(X), neighbour_matrix(shifted))


def test_propagation_steps_converge_to_the_direct_solve():
    X = load_wine().data[:40]
    P, W0 = neighbour_matrix(X), initial_affinity(40, [(0, 1), (5, 9)], [(2, 30)])
    limit = propagate(P, W0, 0.5)
    steps = propagation_steps(P, W0, 0.5, 40)
    off = np.abs(steps - limit).sum(axis=2).max(axis=1)
    assert np.array_equal(steps[0], W0) and off[40] < 1e-10 < 1e-3 < off[1]
    assert np.all(off[1:20] <= 0.5 * off[:19] * (1 + 1e-9))
    assert np.abs(limit - limit.T).max() > 1e-3
    assert np.array_equal(propagate(P, W0, 0.0), W0)
    assert len(propagation_steps(P, W0, 0.5, 0)) == 1


def test_laplacian_and_scatter_equal_the_sum_over_pairs():
    rng = np.random.default_rng(1)
    X, W = rng.normal(size=(12, 3)) + 100.0, rng.normal(size=(12, 12))
    W = (W + W.T) / 2
    differences = X[:, None] - X
    T = 0.5 * np.einsum("ij,ijk,ijl->kl", W, differences, differences)
    assert np.allclose(scatter(X, W), T, atol=1e-10)
    assert np.allclose(laplacian(W).sum(axis=1), 0.0, atol=1e-12)
    assert np.allclose(scatter(X, W + 7.0 * np.eye(12)), T, atol=1e-10)


def test_symmetrised_affinities_below_theta_are_zero():
    W = np.array([[1.0, 0.03, 0.2], [0.0, 1.0, -0.009], [0.2, -0.009, 1.0]])
    cut = symmetrised(W, 0.01)
    assert cut[0, 1] == cut[1, 0] == 0.015 and cut[1, 2] == 0.0 and cut[0, 2] == 0.2


def test_affinity_without_propagation_uses_labelled_pairs_alone():
    here = build_affinity(A, **PAIRS, semi_supervised=False)
    assert np.array_equal(here.W, here.W0) and not here.P.any()
    d = [A[0] - A[1], A[0] - A[3]]
    assert np.allclose(here.T, np.outer(d[0], d[0]) - np.outer(d[1], d[1]))
    weighted = build_affinity(A, **PAIRS, semi_supervised=False, dissimilar_weight=0.25)
    assert np.allclose(weighted.T, np.outer(d[0], d[0]) - 0.25 * np.outer(d[1], d[1]))
    nearly = build_affinity(A, **PAIRS, alpha=1e-9)
    assert np.allclose(nearly.W, here.W, atol=1e-8)


def test_beta_max_without_dissimilar_pairs_is_infinite():
    none = build_affinity(A, None, [])
    assert np.linalg.eigvalsh(none.T)[0] >= -1e-12 and none.beta_max() == np.inf
    similar = build_affinity(A, [(0, 1), (3, 5)], [], semi_supervised=False)
    assert similar.beta_max() == np.inf
    ignored = build_affinity(A, **PAIRS, dissimilar_weight=0.0)
    assert ignored.beta_max() == np.inf
    nothing = build_affinity(A, [], [], semi_supervised=False)
    assert not nothing.T.any() and nothing.beta_unit == np.inf == nothing.beta_max()
    result = solve_alternating_linearization(similar.problem(1e3, 0.1))
    assert result.status == "converged"


def test_beta_max_is_where_sigma_turns_indefinite():
    here = build_affinity(A, **SMALL)
    for rho in (0.0, 0.5):
        edge = here.beta_max(rho)
        lows = [
            np.linalg.eigvalsh(here.problem(f * edge, 0.0).Sigma + rho * np.eye(2))[0]
            for f in (0.99, 1.01)
        ]
        assert lows[1] < 0 < lows[0]
        assert solve_alternating_linearization(here.problem(0.99 * edge, rho)).status == "converged"
    unit = here.beta_unit
    Sigma = unit * here.T
    assert np.abs(np.linalg.eigvalsh(Sigma)).max() == pytest.approx(
        np.linalg.eigvalsh(here.prior_inverse)[-1]
    )


def test_beta_unit_does_not_depend_on_the_units_of_the_data():
    small = {k: v for k, v in SMALL.items() if k not in PAIRS}
    for factor in (1e-3, 1e3):
        here, other = (build_affinity(f * A, **PAIRS, **small) for f in (1.0, factor))
        assert other.beta_unit == pytest.approx(here.beta_unit)
        assert other.beta_max() == pytest.approx(here.beta_max())


def test_singular_covariances_are_refused_unless_regularised():
    flat = np.column_stack([A, A[:, 0]])
    with pytest.raises(InputError, match=r"covariance of full rank.*ridge"):
        build_affinity(flat, **PAIRS, prior="covariance")
    here = build_affinity(flat, **PAIRS, prior="covariance", ridge=1e-3)
    assert np.allclose(
        here.prior_inverse - covariance(flat),
        1e-3 * np.trace(covariance(flat)) / 3 * np.eye(3),
    )
    assert np.array_equal(build_affinity(flat, **PAIRS).prior_inverse, np.eye(3))


def test_affinity_of_duplicates_and_far_components_is_sound():
    twice = np.vstack([A, A])
    here = build_affinity(twice, [(0, 6)], [], k=2)
    assert np.linalg.eigvalsh(here.T)[0] >= -1e-12
    far = np.vstack([A, A + 1e3])
    apart = build_affinity(far, **PAIRS, k=2)
    assert not apart.W[:6, 6:].any() and apart.W[:6, :6].any()
    alone = build_affinity(A[:1], [], [])
    assert np.array_equal(alone.T, np.zeros((2, 2)))


def test_metric_problem_leaves_its_arguments_unchanged():
    X, similar = A.copy(), np.array([(0, 1)])
    problem = metric_problem(X, similar, None, beta=0.1, rho=0.1)
    assert np.array_equal(X, A) and X.flags.writeable
    X[:] = 0.0
    assert np.array_equal(problem.Sigma, metric_problem(A, similar, [], beta=0.1, rho=0.1).Sigma)
