"""Against packages that solve one problem each: scikit-learn, liblinear, celer; what they find is
proved by our certificates. Conic solvers are asked in test_answers.py."""

import dataclasses
import warnings

import cvxpy as cp
import numpy as np
import pytest
from answered import solved
from celer import GroupLasso as CelerGroupLasso
from seeded import covariance, random_lasso
from sklearn.covariance import graphical_lasso
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import Lasso as Peer
from sklearn.linear_model import LogisticRegression

from solvers import (
    GroupLasso,
    Lasso,
    SparseLogistic,
    SparsePrecision,
    solve_alternating_linearization,
    solve_block_cd,
    solve_coordinate_descent,
)


def diabetes():
    X, t = load_diabetes(return_X_y=True)
    return Lasso(X, t - t.mean(), 0.0)


def breast_cancer():
    X, y = load_breast_cancer(return_X_y=True)
    return SparseLogistic((X - X.mean(axis=0)) / X.std(axis=0), 2.0 * y - 1.0, 0.0)


def labelled(n=80, d=40):
    rng = np.random.default_rng(1)
    X = rng.standard_normal((n, d))
    return SparseLogistic(X, np.where(X[:, 0] + rng.standard_normal(n) > 0, 1.0, -1.0), 0.0)


def grouped(n, d):
    rng = np.random.default_rng(n)
    X = rng.standard_normal((n, d))
    t = X[:, :5].sum(axis=1) + rng.standard_normal(n)
    return GroupLasso(X, t, 0.0, np.arange(d) // 5)


def by_scikit_learn(p):
    how = {"fit_intercept": False, "tol": 1e-13, "max_iter": 100_000}
    return Peer(alpha=p.lam / p.t.size, **how).fit(p.X, p.t).coef_


def by_liblinear(p):
    how = {"solver": "liblinear", "fit_intercept": False, "tol": 1e-8, "max_iter": 10_000}
    peer = LogisticRegression(C=1 / p.lam, l1_ratio=1, random_state=0, **how)
    return peer.fit(p.X, p.t).coef_.ravel()


def by_celer(p):
    peer = CelerGroupLasso(groups=5, alpha=p.lam / p.t.size, fit_intercept=False, tol=1e-12)
    return peer.fit(p.X, p.t).coef_


#: name -> (problem at lam = 0, shares of lam_max, peer, how well it proves, how far apart values
#: and points may be, our solver and its tolerance).
LASSO, LOGISTIC, GROUPS = (
    (by_scikit_learn, 1e-11, 1e-11, 1e-5, solve_coordinate_descent, 1e-13),
    (by_liblinear, 1e-6, 1e-6, 2e-2, solve_coordinate_descent, 1e-9),
    (by_celer, 1e-9, 1e-9, 1e-4, solve_block_cd, 1e-12),
)
PEERS = {
    "diabetes": (diabetes, (0.1, 0.01), *LASSO),
    "gaussian": (lambda: random_lasso(60, 150, 0.0, seed=1), (0.1, 0.01), *LASSO),
    "breast cancer": (breast_cancer, (0.3, 0.1, 0.01), *LOGISTIC),
    "classes": (labelled, (0.3, 0.1, 0.01), *LOGISTIC),
    "groups": (lambda: grouped(60, 20), (0.3, 0.05), *GROUPS),
    "many groups": (lambda: grouped(30, 100), (0.3, 0.05), *GROUPS),
}


@pytest.mark.parametrize("data", PEERS)
def test_solver_agrees_with_a_peer_whose_point_is_proved(data, whole):
    make, shares, peer, proves, near, apart, solve, tol = PEERS[data]
    free = make()
    for share in shares if whole else shares[:1]:
        problem = dataclasses.replace(free, lam=share * free.lam_max)
        theirs = peer(problem)
        assert problem.certify(theirs).holds(proves)
        value, most = problem.certify(theirs).objective, np.abs(theirs).max()
        for every in (0, 1):
            result = solve(problem, tol=tol, max_iter=100_000, record_every=every)
            assert result.status == "converged"
            assert result.certificate.objective == pytest.approx(value, rel=near)
            assert np.allclose(result.x, theirs, rtol=0, atol=apart * max(most, 1.0))


def test_lam_max_of_diabetes_is_that_of_the_note():
    assert diabetes().lam_max == pytest.approx(949.43526038, abs=1e-7)


# --- precision matrices ---------------------------------------------------------------------------


def largest_margin(problem):
    """max t with Z - t I positive semidefinite for some Z in the box: positive if and only if the
    problem is bounded."""
    Z, t = cp.Variable(problem.Sigma.shape, symmetric=True), cp.Variable()
    box = [cp.abs(Z - problem.Sigma) <= problem.weights]
    return -solved(-t, [*box, Z - t * np.eye(len(problem.Sigma)) >> 0])


def test_alm_boundedness_agrees_with_a_semidefinite_program(whole):
    """60 random indefinite problems: the margin's sign against our status."""
    found, beyond = {"converged": 0, "unbounded": 0}, 0
    for seed in range(60 if whole else 20):
        m, rng = 2 + seed % 7, np.random.default_rng(seed)
        A = rng.normal(size=(m, m))
        Sigma = (A + A.T) / 2 + rng.uniform(0.3, 1.6) * np.sqrt(m) * np.eye(m)
        rho = np.random.default_rng(seed).uniform(0.1, 0.5)
        problem = SparsePrecision(Sigma, rho)
        margin = largest_margin(problem)
        assert abs(margin) > 1e-6, "the instance is on the edge: no program decides it"
        result = solve_alternating_linearization(problem, tol=1e-3, max_iter=3000)
        assert result.status == ("converged" if margin > 0 else "unbounded"), (seed, margin)
        found[result.status] += 1
        beyond += margin > 0 and np.linalg.eigvalsh(Sigma)[0] < -rho
    assert min(found.values()) >= (15 if whole else 5) and beyond >= (2 if whole else 1)


def sklearn_matrix(Sigma, rho, **options):
    """graphical_lasso spares the diagonal, so it is given Sigma + rho I."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        done = graphical_lasso(Sigma + rho * np.eye(len(Sigma)), rho, return_costs=True, **options)
    return done[1], np.array(done[2])


def test_alm_gap_is_nonnegative_where_graphical_lasso_is_not():
    Sigma, rhos = covariance(30, seed=4, n=90), (0.02, 0.05, 0.1)
    costs = [sklearn_matrix(Sigma, rho, tol=1e-10, max_iter=60)[1][:, 1].min() for rho in rhos]
    assert min(costs) < -1e-9 * 30
    for rho in rhos:
        trace = solve_alternating_linearization(SparsePrecision(Sigma, rho), tol=1e-12).trace
        assert trace.gap.min() >= -1e-9 * 30
