"""The path of the lasso: the values of the note, readings between knots, remedies, plain LARS; and
the solver whose rows are its knots."""

import numpy as np
import pytest
from seeded import random_lasso
from sklearn.datasets import load_diabetes
from sklearn.linear_model import lars_path as peer_path

from solvers import Lasso, lars_path, solve_lars

A = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, -1, 1]]), np.array([3.0, -1, 1, 4])
B = np.array([[2.0, 3, 3], [0, 3, 3], [3, -3, 0], [1, -2, -1]]), np.array([1.0, 3, 1, -4])
C = np.array([[1.0, 0, 1], [0, 1, 1], [0, 0, 1], [0, 0, 0]]), np.array([2.0, 2, 1, 1])
#: Numbers of the note, in 8 digits.
EXACT = {"rtol": 0, "atol": 1e-8}


def gaussian(n, d, seed):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, d)), rng.standard_normal(n)


def diabetes():
    X, t = load_diabetes(return_X_y=True)
    return X, t - t.mean()


def worst_gap(path, lams):
    """The largest certified gap of the path's answers at `lams`, by size, as a share of the value
    at 0: where a fit becomes exact, as lam falls to 0, values end in rounding."""
    gaps = [path.problem(lam).certify(path.at(lam)).gap for lam in lams]
    return np.abs(gaps).max() / path.problem(1.0).at_zero


def between(path, count=40, seed=0):
    """Random lam over the whole path, from zero to above lam_max."""
    return np.random.default_rng(seed).uniform(0.0, 1.1 * path.knots[0], count)


def happenings(path):
    return [(e.kind, e.feature, e.sign) for e in path.events]


def test_lars_path_of_example_a_has_the_knots_of_the_note():
    path = lars_path(*A)
    assert np.allclose(path.knots, [12, 3, 22 / 9, 0], **EXACT)
    w = [[0, 0, 0], [1.5, 0, 0], [14 / 9, 0, 1 / 18], [14 / 9, -22 / 27, 25 / 54]]
    assert np.allclose(path.coefs, w, **EXACT)
    assert happenings(path) == [("in", 0, 1), ("in", 2, 1), ("in", 1, -1), ("end", -1, 0)]
    assert [e.knot for e in path.events] == [0, 1, 2, 3]
    for lam, value in ((10, 13.16666667), (4, 8.16666667), (1, 3.03703704), (0.25, 1.14641204)):
        c = path.problem(lam).certify(path.at(lam))
        assert c.objective == pytest.approx(value, abs=1e-8) and c.holds(1e-13)
    assert np.allclose(path.at(1.0), [1.55555556, -0.48148148, 0.29629630], **EXACT)


def test_lars_path_of_example_b_variable_returns_with_other_sign():
    path = lars_path(*B)
    knots = [17, 14.18181818, 2.31325301, 2.27027027, 0.79352227, 0]
    w = [
        [0, 0, 0],
        [0, 0.09090909, 0],
        [0, 0.02811245, 0.69076305],
        [-0.02702703, 0, 0.72972973],
        [-0.17408907, 0, 0.84615385],
        [-1.45454545, -1.48484848, 2.78787879],
    ]
    assert np.allclose(path.knots, knots, **EXACT) and np.allclose(path.coefs, w, **EXACT)
    assert path.coefs[3, 1] == 0.0
    assert happenings(path) == [
        ("in", 1, 1), ("in", 2, 1), ("in", 0, -1), ("out", 1, 1), ("in", 1, -1), ("end", -1, 0)
    ]  # fmt: skip
    assert worst_gap(path, between(path)) <= 1e-13


def test_lars_path_of_example_c_two_variables_enter_together():
    path = lars_path(*C)
    assert np.allclose(path.knots, [5, 0.5, 0], **EXACT)
    assert np.allclose(path.coefs, [[0, 0, 0], [0, 0, 1.5], [1, 1, 1]], **EXACT)
    assert happenings(path)[1:3] == [("in", 0, 1), ("in", 1, 1)]
    assert [e.knot for e in path.events] == [0, 1, 1, 2]


def test_lars_path_on_diabetes_has_the_known_knots():
    path = lars_path(*diabetes())
    knots = [
        949.43526038, 889.31378536, 452.89570053, 316.07337895, 130.12953710, 88.78429935,
        68.96479019, 19.98116536, 5.47753637, 5.08823629, 2.18226684, 1.31044134, 0,
    ]  # fmt: skip
    assert np.allclose(path.knots, knots, **EXACT)
    assert [e.feature for e in path.events] == [2, 8, 3, 6, 1, 9, 4, 7, 5, 0, 6, 6, -1]
    assert [e.kind for e in path.events] == ["in"] * 10 + ["out", "in", "end"]
    assert worst_gap(path, [*path.knots, *between(path)]) <= 1e-13


@pytest.mark.parametrize("n, d", [(30, 12), (12, 30), (1, 5), (20, 1), (25, 25)])
def test_lars_path_points_are_certified(n, d):
    path = lars_path(*gaussian(n, d, seed=n))
    assert path.knots[-1] == 0.0 and np.all(np.diff(path.knots) < 0.0)
    assert worst_gap(path, [*path.knots, *between(path)]) <= 1e-12
    lam = 0.5 * path.knots[0]
    assert not path.problem(lam).certify(1.01 * path.at(lam)).holds(1e-9)
    assert np.count_nonzero(path.coefs, axis=1).max() <= min(n, d)


def test_lars_path_correlations_are_tied_at_lam():
    path = lars_path(*gaussian(30, 12, seed=1))
    tied = np.isclose(np.abs(path.correlations), path.knots[:, None], rtol=0, atol=1e-12)
    assert np.all(np.abs(path.correlations) <= path.knots[:, None] + 1e-12)
    assert np.all(tied[path.coefs != 0.0]) and not tied[:-1].all()
    signs = np.sign(path.correlations[:-1])
    assert np.all((path.coefs[:-1] * signs)[path.coefs[:-1] != 0.0] > 0.0)


def test_lars_path_agrees_with_scikit_learn():
    for X, t in (diabetes(), gaussian(60, 25, seed=2), gaussian(20, 40, seed=3)):
        path = lars_path(X, t, 1e-3 * np.abs(X.T @ t).max())
        alphas, _, coefs = peer_path(X, t, method="lasso", alpha_min=path.knots[-1] / t.size)
        assert np.allclose(path.knots, alphas * t.size, rtol=1e-9, atol=1e-9)
        assert np.allclose(path.coefs, coefs.T, rtol=0, atol=1e-9 * np.abs(coefs).max())
        assert not np.allclose(path.coefs[:-1], coefs.T[1:], rtol=0, atol=1e-3)


def test_lars_path_of_1000_columns_is_certified():
    """More active columns than rows of X'X are computed at once; and drift."""
    X, t = gaussian(200, 1000, seed=5)
    path = lars_path(X, t)
    outs = sum(e.kind == "out" for e in path.events)
    assert path.knots.size > 256 and outs > 10 and path.coefs.shape == (path.knots.size, 1000)
    assert worst_gap(path, path.knots[:-1:25]) <= 1e-12
    rest = np.abs(t - X @ path.at(0.0)).max()
    assert rest <= 1e-8 * np.abs(t).max()
    early = lars_path(X, t, path.knots[100])
    assert np.allclose(early.coefs[-1], path.coefs[100], atol=1e-12)


def test_lars_path_reads_several_lams_at_once():
    path = lars_path(*A)
    lams = np.array([20.0, 12.0, 3.0, 1.0, 0.0])
    assert path.at(lams).shape == (5, 3)
    assert all(np.array_equal(w, path.at(lam)) for w, lam in zip(path.at(lams), lams, strict=True))
    assert np.array_equal(path.at(path.knots), path.coefs)
    assert not path.at(20.0).any()
    assert np.array_equal(path.df(lams), [0, 0, 1, 3, 3])
    assert path.eta_at(lams).shape == (5,) and path.lam_at([0.0, 1.0]).shape == (2,)


def test_lars_path_lam_at_inverts_eta_at():
    path = lars_path(*A)
    assert path.lam_at(2.0) == pytest.approx(5 / 3, abs=1e-12)
    assert np.allclose(path.at_eta(2.0), [1.55555556, -0.25925926, 0.18518519], **EXACT)
    assert path.lam_at(0.0) == 12.0 and path.lam_at(path.etas[-1] + 1.0) == 0.0
    lams = between(path, seed=1)
    inside = lams < 12.0
    assert np.allclose(path.lam_at(path.eta_at(lams))[inside], lams[inside], atol=1e-10)
    assert np.all(np.diff(path.etas) > 0.0) and np.allclose(path.etas, np.abs(path.coefs).sum(1))
    # Not in inverse proportion.
    assert np.ptp(path.knots[1:] * path.etas[1:]) > 1.0


def test_lars_path_at_eta_solves_the_constrained_problem():
    """(3): gap g'w + eta ||g||_inf bounds F(w) - F* over the ball ||w||_1 <= eta."""
    X, t = gaussian(30, 12, seed=6)
    path = lars_path(X, t)
    for eta in (0.1, 1.0, 0.9 * path.etas[-1]):
        w = path.at_eta(eta)
        g = X.T @ (X @ w - t)
        assert np.abs(w).sum() == pytest.approx(eta, rel=1e-12)
        assert abs(g @ w + eta * np.abs(g).max()) <= 1e-11 * (t @ t)
        assert np.abs(g).max() == pytest.approx(path.lam_at(eta), rel=1e-9)


def test_lars_path_cp_and_df_follow_their_definitions():
    X, t = gaussian(30, 8, seed=7)
    path = lars_path(X, t)
    sigma2 = np.sum((t - X @ np.linalg.lstsq(X, t, rcond=None)[0]) ** 2) / (30 - 8)
    lam = 0.4 * path.knots[0]
    w = path.at(lam)
    assert path.df(lam) == np.count_nonzero(w) and 0 < path.df(lam) < 8
    expected = np.sum((t - X @ w) ** 2) / sigma2 - 30 + 2 * np.count_nonzero(w)
    assert path.cp(lam) == pytest.approx(expected)
    assert path.cp(0.0) == pytest.approx(8.0) and path.cp([lam, 0.0]).shape == (2,)
    assert path.cp(lam, sigma2=2.0) == pytest.approx(
        np.sum((t - X @ w) ** 2) / 2 - 30 + 2 * path.df(lam)
    )


@pytest.mark.parametrize("copies", [2, 5, 12])
def test_lars_path_cp_ignores_dependent_columns(copies):
    X, t = gaussian(12, 4, seed=9)
    free = lars_path(X, t)
    mixed = X @ np.random.default_rng(1).standard_normal((4, copies - 1))
    path = lars_path(np.hstack([X, X[:, :1], mixed]), t)  # for 12 there are more columns than rows
    assert path.noise_variance() == pytest.approx(free.noise_variance())
    assert path.cp(0.0) == pytest.approx(4.0) == free.cp(0.0)


def test_lars_path_df_is_unbiased():
    """E sum cov(fit_n, t_n) / sigma^2 by simulation, against the mean number of weights in use."""
    X, _ = gaussian(15, 6, seed=9)
    rng = np.random.default_rng(10)
    mean, covariance, df = X[:, 0] - X[:, 1], 0.0, 0.0
    for _ in range(1500):
        noise = rng.standard_normal(15)
        path = lars_path(X, mean + noise, 3.0)
        covariance += (X @ path.at(3.0)) @ noise / 1500
        df += path.df(3.0) / 1500
    assert covariance == pytest.approx(df, abs=0.25) and 1.0 < df < 5.0


def test_plain_lars_leaves_the_lasso_at_a_change_of_sign():
    lasso, plain = lars_path(*B), lars_path(*B, method="lar")
    assert np.allclose(plain.knots[:3], lasso.knots[:3]) and np.allclose(
        plain.coefs[:3], lasso.coefs[:3]
    )
    assert {e.kind for e in plain.events} == {"in", "end"}
    assert plain.coefs[3, 1] < 0.0 == lasso.coefs[3, 1]
    assert not plain.problem(1.0).certify(plain.at(1.0)).holds(1e-6)
    assert lasso.problem(1.0).certify(lasso.at(1.0)).holds(1e-13)
    # Both end at least squares, and correlations stay tied on the way.
    assert np.allclose(plain.coefs[-1], lasso.coefs[-1])
    assert np.allclose(np.abs(plain.correlations).max(axis=1), plain.knots, atol=1e-12)


def test_plain_lars_agrees_with_scikit_learn():
    # On designs where a weight changes its sign, scikit-learn's correlations come apart.
    X, t = diabetes()
    path = lars_path(X, t, method="lar")
    alphas, _, coefs = peer_path(X, t, method="lar")
    assert np.allclose(path.knots, alphas * t.size, rtol=1e-9, atol=1e-9)
    assert np.allclose(path.coefs, coefs.T, rtol=0, atol=1e-9 * np.abs(coefs).max())


@pytest.mark.parametrize("n, d", [(60, 25), (12, 30)])
def test_plain_lars_by_its_definition(n, d):
    """All that have entered, and no others, have weights, and keep the largest correlation."""
    path = lars_path(*gaussian(n, d, seed=11), method="lar")
    assert path.knots.size == min(n, d) + 1
    inside = np.zeros(d, dtype=bool)
    for event, lam, w, c in zip(
        path.events, path.knots, path.coefs, path.correlations, strict=True
    ):
        assert np.array_equal(w != 0.0, inside) and np.abs(c).max() == pytest.approx(lam, abs=1e-12)
        assert np.allclose(np.abs(c[inside]), lam, atol=1e-12)
        inside[event.feature] |= event.kind == "in"
    changed = np.sign(path.coefs[1:-1]) * np.sign(path.coefs[2:]) < 0.0
    assert changed.any()


@pytest.mark.parametrize("method", ["lasso", "lar"])
def test_lars_path_equiangular_direction_follows_its_definition(method):
    path = lars_path(*gaussian(30, 8, seed=12), method=method)
    for k in range(path.knots.size - 1):
        e = path.equiangular(k)
        signs = np.sign(path.correlations[k])
        used = path.coefs[k + 1] != 0.0
        assert np.linalg.norm(e.u) == pytest.approx(1.0)
        assert np.allclose((signs * e.cosines)[used], e.A, atol=1e-10)
        fit = path.X @ path.coefs[k] + e.gamma * e.u
        assert np.allclose(fit, path.X @ path.coefs[k + 1], atol=1e-10)
        assert e.gamma * e.A == pytest.approx(path.knots[k] - path.knots[k + 1])
    assert e.gamma == pytest.approx(path.knots[-2] / e.A)


def test_lars_path_with_alpha_is_the_elastic_net():
    X, t = gaussian(30, 12, seed=13)
    ridge = lars_path(X, t, alpha=2.5)
    stacked = lars_path(np.vstack([X, np.sqrt(2.5) * np.eye(12)]), np.r_[t, np.zeros(12)])
    assert np.allclose(ridge.knots, stacked.knots) and np.allclose(ridge.coefs, stacked.coefs)
    lam = 0.3 * ridge.knots[0]
    assert not ridge.problem(lam).certify(ridge.at(lam)).holds(1e-6)
    J = np.flatnonzero(ridge.at(lam))
    s = np.linalg.svd(X[:, J], compute_uv=False)
    assert ridge.df(lam) == pytest.approx(np.sum(s**2 / (s**2 + 2.5))) and ridge.df(lam) < J.size
    # Duplicate columns share the weight, as no lasso path must.
    both = lars_path(np.c_[X[:, 0], X], t, alpha=0.1).at(0.01 * ridge.knots[0])
    assert both[0] == pytest.approx(both[1]) and both[0] != 0.0


def test_lars_path_with_perturb_depends_on_the_seed():
    X, t = np.repeat(A[0], 2, axis=1), A[1]
    path = lars_path(X, t, perturb=1e-4, seed=1)
    again, other = lars_path(X, t, perturb=1e-4, seed=1), lars_path(X, t, perturb=1e-4, seed=2)
    assert np.array_equal(path.knots, again.knots)
    assert not np.array_equal(path.knots, other.knots)
    assert path.X.tolist() == X.tolist()
    gap = path.problem(1.0).certify(path.at(1.0)).relative_gap
    assert 1e-9 < gap < 1e-2 and lars_path(X, t).problem(1.0).certify(
        lars_path(X, t).at(1.0)
    ).holds(1e-13)


def test_lars_path_with_lam_min_is_the_beginning_of_the_whole():
    whole, part = lars_path(*B), lars_path(*B, 2.0)
    assert part.knots[-1] == 2.0 and part.events[-1] == ("end", -1, 0, part.knots.size - 1)
    assert np.allclose(part.at(2.0), whole.at(2.0)) and np.array_equal(
        part.knots[:4], whole.knots[:4]
    )
    above = lars_path(*B, 99.0)
    assert above.knots.tolist() == [17.0] and not above.at(99.0).any() and above.lam_at(0.0) == 17.0


@pytest.mark.parametrize(
    "X", [np.zeros((4, 0)), np.zeros((0, 3)), np.zeros((4, 3)), np.ones((4, 2))]
)
def test_lars_path_of_zero_data_has_no_events(X):
    t = np.ones(X.shape[0]) if not X.any() else np.zeros(4)
    path = lars_path(X, t)
    assert path.knots.tolist() == [0.0] and path.coefs.shape == (1, X.shape[1])
    assert not path.at(0.0).any() and path.df(1.0) == 0.0 and happenings(path) == [("end", -1, 0)]


def test_lars_changes_and_shares_no_data():
    X, t = A[0].copy(), A[1].copy()
    path = lars_path(X, t, perturb=0.1)
    assert np.array_equal(X, A[0]) and np.array_equal(t, A[1])
    X[:] = 0.0
    assert path.X.any()
    for a in (path.knots, path.ends, path.where, path.X, path.t, path.value):
        with pytest.raises(ValueError, match="read-only"):
            a[...] = 0.0


# --- the rows of the solver -----------------------------------------------------------------------


@pytest.mark.parametrize("every", [0, 1, 3])
@pytest.mark.parametrize(
    "n, d, share", [(30, 12, 0.1), (12, 30, 0.05), (60, 200, 0.02), (20, 6, 0.0)]
)
def test_lars_answer_is_proved_to_twelve_digits(n, d, share, every):
    problem = random_lasso(n, d, share, seed=n)
    result = solve_lars(problem, tol=1e-12, record_every=every)
    assert result.status == "converged" and result.row == len(result.trace) - 1
    assert problem.certify(result.x, **result.dual).holds(1e-12)
    assert not problem.certify(result.x + 0.01).holds(1e-12)


def test_lars_solver_rows_are_knots():
    problem = random_lasso(20, 12, 0.001, seed=1)
    path, trace = lars_path(problem.X, problem.t, problem.lam), solve_lars(problem, tol=1e-12).trace
    s, K = trace.snapshots, path.knots.size
    assert np.array_equal(trace.iteration, range(K)) and np.array_equal(
        trace.work, 12 * trace.iteration
    )
    assert np.allclose(s["lam"], path.knots) and np.allclose(s["w"], path.coefs)
    assert np.allclose(s["correlations"], path.correlations, atol=1e-11)
    came = [np.flatnonzero(a).tolist() for a in s["active"][1:] & ~s["active"][:-1]]
    assert came == [
        [e.feature for e in path.events if e.knot == k and e.kind == "in"] for k in range(K - 1)
    ]
    went = [np.flatnonzero(a).tolist() for a in s["active"][:-1] & ~s["active"][1:]]
    gone = [[e.feature for e in path.events if e.knot == k and e.kind == "out"] for k in range(K)]
    assert went == gone[:-1] and any(gone)
    for lam, w in zip(s["lam"], s["w"], strict=True):
        assert Lasso(problem.X, problem.t, lam).certify(w).holds(1e-12)
    assert np.all(np.diff(trace.gap) <= 0.0) and trace.gap[0] > 0.01 * problem.at_zero


def test_lars_solver_ends_at_the_first_knot_within_tol():
    problem = random_lasso(60, 200, 0.05, seed=2)
    rough, fine = solve_lars(problem, tol=0.05), solve_lars(problem, tol=1e-12)
    assert rough.status == "converged" and len(rough.trace) < len(fine.trace)
    assert rough.certificate.holds(0.05) and not rough.certificate.holds(1e-12)


def test_lars_solver_beyond_lam_max_is_zero():
    for share in (1.0, 2.0):
        result = solve_lars(random_lasso(10, 4, share, seed=3))
        assert result.status == "converged" and not result.x.any() and len(result.trace) <= 2


def test_lars_solver_plain_ends_stalled():
    X = np.array([[2.0, 3, 3], [0, 3, 3], [3, -3, 0], [1, -2, -1]])
    problem = Lasso(X, np.array([1.0, 3, 1, -4]), 0.5)
    plain = solve_lars(problem, method="lar")
    assert plain.status == "stalled" and plain.certificate.relative_gap > 1e-4
    assert solve_lars(problem).status == "converged"


def test_lars_solver_unused_start_has_a_note():
    problem = random_lasso(20, 5, 0.2, seed=5)
    result = solve_lars(problem, x0=np.ones(5))
    assert any("x0 was not used" in note for note in result.notes)
    assert not result.trace.snapshots["w"][0].any() and not solve_lars(problem).notes
