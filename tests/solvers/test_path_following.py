"""Path following without a predictor, and the exact path itself, for the support vector machine."""

import numpy as np
import pytest
from seeded import clouds

from solvers import (
    Gaussian,
    InputError,
    KernelSVM,
    Linear,
    Polynomial,
    central_path,
    solve_mehrotra,
    solve_path_following,
)

EIGHT = np.array([(0, 0), (1, 0), (0, 1), (2, 2), (3, 2), (1, 1.5), (0.2, 0.4), (2.4, 1.9)])
SIGNS = np.array([-1.0, -1, -1, 1, 1, 1, 1, -1])


def problem_of(n, C=5.0, kernel=None, b=0.0):
    return KernelSVM(*clouds(n, 3), kernel or Gaussian(0.3), C, b)


@pytest.mark.parametrize("C", [0.1, 10.0, 1000.0])
@pytest.mark.parametrize("start", ["feasible", "source"])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(0.3)], ids=repr)
def test_it_converges_and_the_predictor_saves_iterations(C, start, kernel):
    problem = problem_of(80, C, kernel)
    plain = solve_path_following(problem, tol=1e-8, start=start)
    assert plain.status == "converged" and problem.certify(plain.x).holds(1e-8)
    assert not problem.certify(0.9 * plain.x).holds(1e-4)
    ahead = solve_mehrotra(problem, tol=1e-8, start=start)
    assert ahead.trace.iteration[-1] < plain.trace.iteration[-1]


@pytest.mark.parametrize("sigma", [0.0, 0.1, 0.5])
def test_mu_falls_by_the_law_of_a_newton_step(sigma):
    problem = problem_of(40)
    s = solve_path_following(problem, sigma=sigma, tol=1e-5).trace.snapshots
    for k in range(1, len(s["mu"])):
        a, d = s["alpha_p"][k], s["direction"][k]
        law = (1 - a * (1 - sigma)) * s["mu"][k - 1] + a * a * d @ problem.product(d) / 80
        assert s["mu"][k] == pytest.approx(law, rel=1e-8, abs=1e-12)
        assert s["sigma"][k] == sigma and s["alpha_d"][k] == a
    assert np.isnan(s["predictor"]).all() and np.isnan(s["alpha_a"]).all()


def test_full_centring_walks_to_the_path_and_stays():
    problem = problem_of(30)
    result = solve_path_following(problem, sigma=1.0, max_iter=30)
    s = result.trace.snapshots
    assert result.status == "max_iter" and not result.certificate.holds(1e-3)
    path = central_path(problem, s["mu"][-1:])
    assert np.allclose(s["iterate"][-1], path.x[0], atol=1e-8)
    assert s["s"][-1] == pytest.approx(path.s[0], abs=1e-8)
    assert not np.allclose(s["iterate"][0], path.x[0], atol=1e-2)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"sigma": 1.5}, "sigma must lie between 0.0 and 1.0, got 1.5"),
        ({"eta": -0.1}, "eta must lie between"),
        ({"algebra": "low-rank"}, "needs a linear kernel"),
    ],
)
def test_bad_options(options, words):
    with pytest.raises(InputError, match=words):
        solve_path_following(problem_of(5), **options)


def test_central_path_of_the_note():
    path = central_path(KernelSVM(EIGHT, SIGNS, Gaussian(0.5), 1.0), [0.1])
    expected = [0.74881615, 0.79127218, 0.86662815, 0.75295712]
    expected += [0.81872744, 0.83578925, 0.94238740, 0.94314474]
    assert path.x[0] == pytest.approx(expected, abs=5e-9)
    assert path.s[0] == pytest.approx(0.00464388, abs=5e-9)


@pytest.mark.parametrize("C", [0.5, 1.0, 50.0])
@pytest.mark.parametrize("b", [0.0, 1.3])
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(0.3), Gaussian(0.5)], ids=repr)
def test_points_of_the_path(kernel, C, b):
    problem = KernelSVM(*clouds(24, 2), kernel, C, b * C)
    taus = np.geomspace(1e6 * C * C + 1e6 * C, 1e-5 * C, 40)
    path = central_path(problem, taus)
    x, s = path.x, path.s
    w, y, n = C - x, problem.y, 24
    assert x.min() > 0.0 and w.min() > 0.0
    for k, tau in enumerate(taus):
        g = problem.product(x[k]) - 1.0
        left = g - s[k] * y - tau / x[k] + tau / w[k]
        size = np.abs(g).max() + 1.0 + (tau / x[k]).max() + (tau / w[k]).max()
        assert np.abs(left).max() < 1e-8 * size
        assert y @ x[k] == pytest.approx(problem.b, abs=1e-9 * C * n)
        # With t = tau / x, u = tau / w the products sum to 2 n tau, and bound the gap.
        assert problem.certify(x[k]).gap <= 2 * n * tau * (1 + 1e-6)
    q = [problem.certify(v).objective for v in x]
    assert np.all(np.diff(q) < 1e-9 * np.abs(q[1:]))
    share = (problem.b / C + np.sum(y < 0)) / n
    centre = C * np.where(y > 0, share, 1 - share)
    assert np.allclose(x[0], centre, rtol=1e-3) and not np.allclose(x[20], centre, rtol=1e-3)


def test_order_of_the_taus_is_free():
    problem = problem_of(12)
    taus = np.array([1e-3, 10.0, 0.1])
    path = central_path(problem, taus)
    for k in range(3):
        alone = central_path(problem, taus[k : k + 1])
        assert np.allclose(alone.x[0], path.x[k], atol=1e-8)
        assert alone.s[0] == pytest.approx(path.s[k], abs=1e-8)
    assert central_path(problem, []).x.shape == (0, 12)


def test_no_path_without_an_interior():
    with pytest.raises(InputError, match="strictly feasible x"):
        central_path(KernelSVM(EIGHT, np.ones(8), Linear()), [1.0])
