"""Cross-validation along the path: exact everywhere, and its minimiser global."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes

from solvers import lars_path


def data(n, d, seed):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    return X, X[:, 0] - 0.5 * X[:, 1] + 2.0 * rng.standard_normal(n)


def direct(X, t, labels, lam, rescale=False):
    """The error at lam, fold by fold, from the definition."""
    error = 0.0
    for label in np.unique(labels):
        test = labels == label
        share = np.mean(~test) if rescale else 1.0
        w = lars_path(X[~test], t[~test]).at(share * lam)
        error += np.sum((t[test] - X[test] @ w) ** 2)
    return error


def test_cross_validation_on_diabetes_has_the_known_minimum():
    X, t = load_diabetes(return_X_y=True)
    cv = lars_path(X, t - t.mean()).cross_validate(5)
    assert cv.lam == pytest.approx(13.77564511, abs=1e-8)
    assert cv.error == pytest.approx(1304388.77151, abs=1e-5)
    assert len(cv.paths) == 5 and len({path.knots[0] for path in cv.paths}) == 5


@pytest.mark.parametrize("rescale", [False, True])
@pytest.mark.parametrize("n, d, folds", [(30, 8, 5), (12, 20, 3), (10, 3, 10)])
def test_cross_validation_curve_is_exact_and_minimum_global(n, d, folds, rescale):
    X, t = data(n, d, seed=n)
    labels = np.arange(n) % folds
    cv = lars_path(X, t).cross_validate(folds, rescale=rescale)
    assert np.all(np.diff(cv.lams) < 0.0) and cv.lams[-1] == 0.0
    lams = np.r_[np.random.default_rng(0).uniform(0.0, 1.1 * cv.lams[0], 12), 0.0, cv.lam]
    for lam, error in zip(lams, cv.at(lams), strict=True):
        assert error == pytest.approx(direct(X, t, labels, lam, rescale), rel=1e-10)
    assert np.allclose(cv.at(cv.lams), cv.errors, rtol=1e-13)
    assert cv.at(cv.lam) == pytest.approx(cv.error, rel=1e-12)
    grid = cv.at(np.linspace(0.0, cv.lams[0], 3001))
    assert cv.error <= grid.min() <= cv.error * (1 + 1e-3) < grid.max()


def test_cross_validation_minimum_is_stationary_or_a_kink():
    inside = kinks = 0
    for seed in range(12):
        cv = lars_path(*data(30, 6, seed)).cross_validate(5)
        at_knot = np.isclose(cv.lam, cv.lams, rtol=1e-12).any()
        kinks, inside = kinks + at_knot, inside + (not at_knot)
        slope = (cv.at(cv.lam * (1 + 1e-7)) - cv.at(cv.lam * (1 - 1e-7))) / (2e-7 * cv.lam)
        assert at_knot or abs(slope) < 1e-3 * cv.error / cv.lam
    assert inside and kinks


def test_cross_validation_labels_name_the_folds():
    X, t = data(20, 4, seed=1)
    path = lars_path(X, t)
    labels = np.repeat([7.0, 3.0], [5, 15])
    cv = path.cross_validate(labels)
    assert cv.at(1.0) == pytest.approx(direct(X, t, labels, 1.0), rel=1e-10)
    assert path.cross_validate(np.arange(20) % 4).lam == path.cross_validate(4).lam
    assert cv.error != path.cross_validate(4).error


def test_cross_validation_folds_use_the_options_of_the_path():
    X, t = data(40, 6, seed=2)
    lam = 0.5
    for options in ({"alpha": 3.0}, {"method": "lar"}, {"perturb": 0.2, "seed": 3}):
        cv = lars_path(X, t, **options).cross_validate(4)
        by_hand = 0.0
        for f in range(4):
            test = np.arange(40) % 4 == f
            w = lars_path(X[~test], t[~test], **options).at(lam)
            by_hand += np.sum((t[test] - X[test] @ w) ** 2)
        assert cv.at(lam) == pytest.approx(by_hand, rel=1e-10)
    early = lars_path(X, t, 2.0).cross_validate(4)
    assert early.lams[-1] == 2.0 and early.lam >= 2.0


def test_cross_validation_of_equal_errors_takes_the_largest_lam():
    t = np.array([1.0, -1.0, 1.0, -1.0])
    cv = lars_path(np.zeros((4, 2)), t).cross_validate(2)
    assert cv.error == 4.0 == cv.at(3.0) and cv.lams.tolist() == [0.0]
    flat = lars_path(np.array([[1.0], [1], [0], [0]]), np.array([2.0, 1, 1, 3]))
    cv = flat.cross_validate([0, 0, 1, 1])
    assert np.ptp(cv.errors) == 0.0 and cv.lam == 3.0 and cv.lams[-1] == 0.0
    rng = np.random.default_rng(3)
    cv = lars_path(rng.standard_normal((12, 40)), rng.standard_normal(12)).cross_validate(3)
    assert cv.error <= cv.errors[0]
