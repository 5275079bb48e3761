"""The lasso on a grid of lam: every point proved, whatever the shape; what foreign code says."""

import numpy as np
import pytest
from sklearn.linear_model import lasso_path

from solvers import Lasso, lam_grid, lasso_grid, solve_coordinate_descent
from solvers.engine.working_set import WorkingSet

SHAPES = {
    "tall": (60, 8),
    "square": (20, 20),
    "large": (300, 160),
    "wide": (15, 70),
    "one column": (9, 1),
}


def data(shape, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal(shape)
    w = np.where(rng.random(shape[1]) < 0.3, rng.standard_normal(shape[1]), 0.0)
    return X, X @ w + 0.5 * rng.standard_normal(shape[0])


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_lasso_grid_points_are_proved_by_their_problems(shape):
    X, t = data(shape)
    grid = lasso_grid(X, t, count=30, least=3e-2, tol=1e-8)
    assert grid.converged and grid.w.shape == (30, shape[1])
    assert np.count_nonzero(grid.w[0]) == 0 and np.count_nonzero(grid.w[-1]) > 0
    for k, lam in enumerate(grid.lams):
        proof = Lasso(X, t, lam).certify(grid.w[k])
        assert proof.holds(1e-8) and grid.problem(k).lam == lam
        assert proof.objective == pytest.approx(grid.certificates[k].objective, rel=1e-12)
        assert grid.gaps[k] == pytest.approx(proof.relative_gap, abs=1e-13)
    single = solve_coordinate_descent(grid.problem(17), tol=1e-10)
    assert grid.certificates[17].objective == pytest.approx(single.certificate.objective, rel=1e-7)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_lasso_grid_agrees_with_scikit_learn(shape):
    X, t = data(shape, seed=1)
    grid = lasso_grid(X, t, count=20, tol=1e-10)
    _, coefs, _ = lasso_path(X, t, alphas=grid.lams / len(t), tol=1e-12, max_iter=100_000)
    for k, lam in enumerate(grid.lams):
        theirs = Lasso(X, t, lam).certify(coefs[:, k]).objective
        assert grid.certificates[k].objective == pytest.approx(theirs, rel=1e-7)


@pytest.mark.parametrize("seed", range(40))
def test_lasso_grid_with_ties_and_duplicates_converges(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (rng.integers(3, 13), rng.integers(4, 16))).astype(float)
    X[:, 0], X[:, 1], X[:, 2] = 0.0, X[:, 3], -X[:, 3]
    grid = lasso_grid(X, rng.integers(-3, 4, len(X)), count=25, least=1e-3)
    assert grid.converged and grid.gaps.min() >= -1e-13


@pytest.mark.parametrize(("least", "many"), [(0.5, False), (0.02, True)])
def test_lasso_grid_makes_products_of_entering_columns_alone(least, many, monkeypatch):
    X, t = data((300, 160), seed=4)
    sizes, part = [], WorkingSet.part
    monkeypatch.setattr(WorkingSet, "part", lambda self: sizes.append(len(self.G)) or part(self))
    grid = lasso_grid(X, t, count=15, least=least)
    assert grid.converged and (sizes[-1] > 64) == many
    assert (np.count_nonzero(grid.w[-1]) > 40) == many


def test_lam_grid_correlations_are_exact_where_sums_cancel(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((80, 60))
    W = np.zeros((40, 60))
    W[:, [3, 50]], W[20:, 7] = rng.standard_normal((40, 2)), 1e9
    X[:, 8], W[20:, 8] = X[:, 7] * (1.0 + 1e-9 * rng.standard_normal(80)), -1e9
    t = X[:, 3].copy()
    residuals, correlations = lam_grid._residuals(X, t, W)
    exact = residuals @ X
    np.testing.assert_allclose(correlations, exact, rtol=0.0, atol=1e-11)
    monkeypatch.setattr(lam_grid, "_CANCELLED", np.inf)
    careless = lam_grid._residuals(X, t, W)[1]
    np.testing.assert_allclose(careless[:20], exact[:20], rtol=0.0, atol=1e-11)
    assert np.abs(careless[20:] - exact[20:]).max() > 1e-9


def test_lasso_grid_of_distant_lams_converges():
    X, t = data((15, 70), seed=2)
    top = Lasso(X, t, 1.0).lam_max
    grid = lasso_grid(X, t, [2.0 * top, 0.5 * top, 0.02 * top])
    assert grid.converged and not grid.w[0].any() and grid.w[2].any()


@pytest.mark.parametrize("seed", [1, 4, 11, 14])
def test_lasso_grid_finds_columns_that_the_strong_rule_drops(seed):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((8, 30))  # near copies of unequal length: correlations change fast
    X[:, 15:] = X[:, :15] + 0.1 * rng.standard_normal((8, 15))
    X *= 10.0 ** rng.uniform(-1, 1, 30)
    assert lasso_grid(X, rng.standard_normal(8), count=30, tol=1e-8).converged


def test_lasso_grid_arrays_are_read_only():
    for shape in SHAPES.values():
        grid = lasso_grid(*data(shape), count=3)
        arrays = (grid.X, grid.t, grid.lams, grid.w, grid.sweeps)
        assert not any(a.flags.writeable for a in arrays)
    own = np.array([0.2, 0.1])
    assert not lasso_grid(*data((12, 5)), own).lams.flags.writeable and own.flags.writeable


def test_lasso_grid_out_of_sweeps_is_not_converged():
    X, t = data((15, 70), seed=3)
    for shape in (slice(None), slice(10)):  # wide and tall
        grid = lasso_grid(X[:, shape], t, count=3, least=1e-3, tol=1e-12, max_iter=1)
        assert not grid.converged and grid.gaps.max() > 1e-12


def test_lasso_grid_of_zero_or_empty_data_is_zero():
    X, t = data((12, 5))
    assert not lasso_grid(X, np.zeros(12), count=4).w.any()
    assert lasso_grid(np.zeros((12, 3)), t, [1.0, 0.1]).converged
    for empty in (np.zeros((12, 0)), np.zeros((0, 3))):
        grid = lasso_grid(empty, t[: len(empty)], [1.0, 0.1])
        assert grid.w.shape == (2, empty.shape[1]) and grid.converged
