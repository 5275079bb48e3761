"""The lasso's solvers against scikit-learn and clarabel, and the memory of a large run."""

import tracemalloc

import clarabel
import numpy as np
import pytest
from scipy import sparse
from seeded import random_lasso
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Lasso as Peer

from solvers import Lasso, solve_coordinate_descent, solve_proximal_gradient


def by_clarabel(problem):
    """min 1/2 r'r + lam 1'u with r = t - X w and -u <= w <= u: the point w."""
    (n, d), zero = problem.X.shape, np.zeros
    P = sparse.diags(np.r_[zero(2 * d), np.ones(n)], format="csc")
    q = np.r_[zero(d), np.full(d, problem.lam), zero(n)]
    eye = sparse.eye(d)
    A = sparse.bmat(
        [[problem.X, None, sparse.eye(n)], [eye, -eye, None], [-eye, -eye, None]], format="csc"
    )
    b = np.r_[problem.t, zero(2 * d)]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-12
    cones = [clarabel.ZeroConeT(n), clarabel.NonnegativeConeT(2 * d)]
    return np.array(clarabel.DefaultSolver(P, q, A, b, cones, settings).solve().x[:d])


@pytest.mark.parametrize("n, d, share", [(20, 5, 0.1), (30, 12, 0.5), (15, 40, 0.2), (40, 8, 0.01)])
def test_agreement_with_clarabel(n, d, share):
    problem = random_lasso(n, d, share, seed=n)
    theirs = by_clarabel(problem)
    for result in (
        solve_coordinate_descent(problem, tol=1e-14),
        solve_coordinate_descent(problem, tol=1e-14, record_every=0),
        solve_proximal_gradient(problem, tol=1e-14, accelerated=True),
    ):
        assert np.allclose(result.x, theirs, atol=1e-7 * (1 + np.abs(theirs).max()))
        other = problem.certify(theirs).objective
        assert result.certificate.objective <= other * (1 + 1e-12)
        assert result.certificate.objective == pytest.approx(other, rel=1e-7)
    assert problem.certify(theirs).holds(1e-7) and not problem.certify(1.01 * theirs).holds(1e-7)


@pytest.mark.parametrize("share", [0.1, 0.01])
@pytest.mark.parametrize("data", ["diabetes", "gaussian"])
def test_agreement_with_scikit_learn(data, share):
    if data == "diabetes":
        X, t = load_diabetes(return_X_y=True)
        t = t - t.mean()
        assert Lasso(X, t, 0.0).lam_max == pytest.approx(949.43526038, abs=1e-7)
    else:
        X, t = (a := random_lasso(60, 150, 0.1, seed=1)).X, a.t
    lam = share * Lasso(X, t, 0.0).lam_max
    problem = Lasso(X, t, lam)
    peer = Peer(alpha=lam / t.size, fit_intercept=False, tol=1e-13, max_iter=100_000).fit(X, t)
    assert problem.certify(peer.coef_).holds(1e-11)
    for every in (0, 1):
        result = solve_coordinate_descent(problem, tol=1e-13, max_iter=100_000, record_every=every)
        assert result.status == "converged"
        assert np.allclose(result.x, peer.coef_, rtol=0, atol=1e-5 * np.abs(peer.coef_).max())
        assert result.certificate.objective == pytest.approx(
            problem.certify(peer.coef_).objective, rel=1e-11
        )


@pytest.mark.parametrize("order", ["C", "F"])
def test_memory_stays_within_three_times_the_data(order):
    rng = np.random.default_rng(0)
    X = np.asarray(rng.standard_normal((300, 2000)), order=order)
    t = X[:, :20] @ np.ones(20)
    lam = 0.05 * np.abs(X.T @ t).max()
    run = lambda: solve_coordinate_descent(Lasso(X, t, lam), record_every=0)
    run()
    tracemalloc.start()
    assert run().status == "converged"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert X.nbytes + peak < 3 * X.nbytes
    assert (
        peak > 0.9 * X.nbytes
    )  # the problem's own copy was seen, so that the bound means something
