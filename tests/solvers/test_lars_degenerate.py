"""Ties, duplicates, dependent and zero columns: every knot certified, whatever the design."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from solvers import lars_path
from solvers.lars.homotopy import follow


def degenerate(seed):
    """Integers, signs or zeros and ones, with copies, multiples and sums of columns."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(1, 13), rng.integers(1, 25)
    X = rng.integers(-3, 4, (n, d)).astype(float)
    X = [X, rng.standard_normal((n, d)), np.sign(X), X, (X > 0) * 1.0][seed % 5]
    for _ in range(rng.integers(0, 4)):
        j, k = rng.integers(0, d, 2)
        X[:, j] = rng.choice([0.0, 1.0, -1.0, 2.0, 0.5]) * X[:, k]
    if seed % 5 == 3 and d > 2:
        X[:, -1] = X[:, 0] + X[:, 1]
    return X, rng.integers(-4, 5, n).astype(float)


def least_squares(X, t):
    """The minimum of 1/2 ||t - X w||^2."""
    return 0.5 * np.sum((t - X @ np.linalg.lstsq(X, t, rcond=None)[0]) ** 2)


def assert_certified(path, tol, lowest=0.0):
    """No bound is known at lam = 0 where columns depend on each other: least squares decide."""
    lams = np.r_[path.knots, 0.5 * (path.knots[1:] + path.knots[:-1])]
    lams = lams[lams >= lowest]
    for lam, w in zip(lams, path.at(lams), strict=True):
        problem = path.problem(lam)
        c, first = problem.certify(w), tol * problem.at_zero  # near lam = 0 values end in rounding
        bound = c.bound if lam > 0.0 else least_squares(path.X, path.t)
        assert c.bound <= bound + first
        assert abs(c.objective - bound) <= first


def assert_in_order(path):
    assert np.all(np.diff(path.knots) < 0.0) and path.knots[-1] == 0.0
    used = np.zeros(path.X.shape[1], dtype=bool)
    for e in path.events[:-1]:
        assert used[e.feature] == (e.kind == "out") and abs(e.sign) == 1
        used[e.feature] = e.kind == "in"
    where = [(e.knot, e.feature) for e in path.events]
    assert len(set(where)) == len(where)  # nothing goes in and out at once
    assert used.sum() <= np.linalg.matrix_rank(path.X)
    assert np.array_equal(used, path.coefs[-1] != 0.0)
    assert np.all(np.diff(path.etas) >= -1e-12 * path.etas.max())


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_lars_path_of_300_degenerate_designs_is_certified(first):
    for seed in range(first, first + 50):
        path = lars_path(*degenerate(seed))
        assert_certified(path, 1e-10)
        assert_in_order(path)


def test_degenerate_designs_have_ties_and_duplicates():
    ties = duplicates = zeros = leaving = 0
    for seed in range(300):
        X, t = degenerate(seed)
        path = lars_path(X, t)
        entering = [e.knot for e in path.events if e.kind == "in"]
        ties += len(entering) > len(set(entering))
        zeros += bool((~X.any(axis=0)).any())
        duplicates += np.unique(X, axis=1).shape[1] < X.shape[1]
        leaving += any(e.kind == "out" for e in path.events)
    assert min(ties, duplicates, zeros, leaving) > 40


@pytest.mark.parametrize("method", ["lasso", "lar"])
def test_lars_path_equals_the_recorded_run(method):
    for seed in range(60):
        path = lars_path(*degenerate(seed), method=method)
        rows = follow(path.X, path.t, 0.0, method == "lasso")
        seen = {float(p.lam[0]): (p.w.copy(), active) for p, active in rows}
        assert np.array_equal(list(seen), path.knots)
        for k, (w, active) in enumerate(seen.values()):
            assert np.array_equal(w, path.coefs[k]) and active[w != 0.0].all()
            moves = [(e.kind == "in") - (e.kind == "out") for e in path.events if e.knot < k]
            assert active.sum() == sum(moves)


def test_lars_path_in_other_units_has_the_same_events():
    """Neither the events nor the knots, up to rounding, although rounding breaks ties anew."""
    for seed in range(90, 150):
        X, t = degenerate(seed)
        path, other = lars_path(X, t), lars_path(1e6 * X, 3e-9 * t)
        assert np.allclose(other.knots, 3e-3 * path.knots, rtol=1e-9, atol=1e-12 * path.knots[0])
        assert other.events == path.events


@pytest.mark.parametrize("method", ["lasso", "lar"])
def test_lars_path_column_in_tiny_units_leaves_the_others(method):
    """Its penalty is next to nothing, so that the others have the path of what it does not fit:
    neither do they tie, nor does the path end, by its size."""
    rng = np.random.default_rng(3)
    X, t = rng.standard_normal((60, 31)), rng.standard_normal(60)
    t += X[:, :6] @ [2.0, -1.0, 0.5, 0.2, 1.0, 3.0]
    X[:, 30] *= 1e9
    own = X[:, 30] / np.linalg.norm(X[:, 30])
    rest = X[:, :30] - np.outer(own, own @ X[:, :30])
    path = lars_path(X, t, method=method)
    alone = lars_path(rest, t - own * (own @ t), method=method)
    lams = np.linspace(0.0, alone.knots[0], 500)
    assert np.allclose(path.at(lams)[:, :30], alone.at(lams), rtol=0, atol=1e-6)
    assert {e.feature for e in path.events if e.kind == "in"} == set(range(31))
    alike = X / np.linalg.norm(X, axis=0)
    fit = alike @ np.linalg.lstsq(alike, t, rcond=None)[0]
    assert np.allclose(X @ path.at(0.0), fit, rtol=0, atol=1e-6)


def test_lars_path_uses_one_of_equal_columns():
    rng = np.random.default_rng(0)
    X, t = rng.standard_normal((20, 5)), rng.standard_normal(20)
    path, doubled = lars_path(X, t), lars_path(np.c_[X, X, -X, 0 * X], t)
    assert np.allclose(doubled.knots, path.knots) and np.allclose(doubled.coefs[:, :5], path.coefs)
    assert not doubled.coefs[:, 5:].any()
    plain = lars_path(np.c_[X, X, -X, 0 * X], t, method="lar")
    assert np.allclose(plain.coefs[:, :5], lars_path(X, t, method="lar").coefs)
    assert not plain.coefs[:, 5:].any()


def sums(exact):
    """Twelve columns that are sums of four others, exactly or up to rounding."""
    rng = np.random.default_rng(1)
    Z, A, t = rng.standard_normal((20, 4)), rng.standard_normal((4, 12)), rng.standard_normal(20)
    return (np.round(64.0 * Z) @ np.round(64.0 * A) if exact else Z @ A), t


@pytest.mark.parametrize("exact", [True, False])
def test_lars_path_of_dependent_columns_is_certified(exact):
    path = lars_path(*sums(exact))
    assert_certified(path, 1e-10, lowest=0.0 if exact else path.knots[-2])
    assert np.count_nonzero(path.coefs, axis=1).max() == 4
    plain = lars_path(path.X, path.t, method="lar")
    assert np.count_nonzero(plain.coefs, axis=1).max() == 4
    assert np.allclose(plain.X @ plain.at(0.0), path.X @ path.at(0.0), atol=1e-9)


def test_lars_path_of_nearly_dependent_columns_ends_unproved():
    """Huge multiples of what rounding left would fit better than four columns can."""
    path = lars_path(*sums(exact=False))
    c = path.problem(0.0).certify(path.at(0.0))
    assert c.objective == pytest.approx(least_squares(path.X[:, :4], path.t), rel=1e-9)
    assert c.bound == 0.0 < 0.1 * c.objective


@pytest.mark.parametrize("n, d", [(60, 100), (100, 60), (30, 200)])
def test_lars_path_of_larger_integer_designs_is_certified(n, d):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X = (rng.random((n, d)) < 0.3) * 1.0
        X[:, 5], X[:, 7], X[:, 10] = X[:, 6], X[:, 8] + X[:, 9], 0.0
        path = lars_path(X, rng.integers(-3, 4, n).astype(float))
        assert_certified(path, 1e-11)
        assert_in_order(path)


@st.composite
def designs(draw):
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 8))
    entry = st.integers(-2, 2).map(float)
    X = draw(arrays(np.float64, (n, d), elements=entry))
    X[:, draw(st.integers(0, d - 1))] *= draw(st.sampled_from([0.0, 1.0, 1e-3, 1e3]))
    return X, draw(arrays(np.float64, n, elements=entry))


@given(designs(), st.floats(1e-6, 1))
def test_lars_path_of_any_design_is_certified(design, share):
    path = lars_path(*design)
    assert_in_order(path)
    assert_certified(path, 1e-10)
    lam = share * path.knots[0]
    problem = path.problem(lam)
    c = problem.certify(path.at(lam))
    assert lam == 0.0 or abs(c.gap) <= 1e-10 * problem.at_zero
    assert np.all(np.abs(path.correlations) <= path.knots[:, None] + 1e-9 * path.knots[0])


@given(designs(), st.sampled_from([0.0, 0.5]), st.sampled_from([0.0, 1e-3]))
def test_plain_lars_keeps_its_correlations_tied(design, alpha, lam_min):
    X, t = design
    path = lars_path(X, t, lam_min, method="lar", alpha=alpha)
    assert all(e.kind in ("in", "end") for e in path.events)
    c = path.correlations - alpha * path.coefs
    assert np.allclose(np.abs(c).max(axis=1), path.knots, atol=1e-9 * max(path.knots[0], 1e-300))
