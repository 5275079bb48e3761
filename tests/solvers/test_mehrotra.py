"""Mehrotra's method: the iterates of the note, both algebras, both starts, both step rules."""

import numpy as np
import pytest
from seeded import EIGHT, SIGNS, clouds

from solvers import Gaussian, KernelSVM, Linear, Polynomial, solve_mehrotra, solve_smo
from solvers.interior_point.svm.algebra import Dense, LowRank
from solvers.interior_point.svm.homotopy import source_rule
from solvers.interior_point.svm.point import Newton, Point, residuals, source_start, theta

PRINTED = {"start": "source", "steps": "separate", "eta": 0.95}


def test_mehrotra_has_the_iterates_of_the_note():
    problem = KernelSVM(EIGHT, SIGNS, Gaussian(0.5), 1.0)
    mu = solve_mehrotra(problem, **PRINTED).trace.snapshots["mu"]
    assert mu[:4] == pytest.approx([1, 0.14719313, 0.01870215, 0.00207376], abs=5e-9)
    other = solve_mehrotra(problem, **PRINTED | {"eta": 0.96}).trace.snapshots["mu"]
    assert abs(other[1] - mu[1]) > 1e-4


@pytest.mark.parametrize("bad", [0.0, -1e-300, np.inf, np.nan])
@pytest.mark.parametrize("part", ["x", "w", "t", "u", "s"])
def test_svm_point_inside_needs_positive_finite_parts(part, bad):
    point = Point(*(np.array([0.5, 1e-300]) for _ in range(4)), s=-3.0)
    assert point.inside()
    setattr(point, part, bad if part == "s" else np.array([0.5, bad]))
    assert point.inside() == (part == "s" and np.isfinite(bad))


@pytest.mark.parametrize("C", [0.1, 1.0, 100.0, 1e4])
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(0.3, 3, 1.0), Gaussian(0.3)], ids=repr)
def test_mehrotra_at_any_price_takes_few_iterations(kernel, C):
    problem = KernelSVM(*clouds(120, 4), kernel, C)
    for options in ({}, PRINTED):
        result = solve_mehrotra(problem, tol=1e-8, **options)
        assert result.status == "converged" and problem.certify(result.x).holds(1e-8)
        assert result.trace.iteration[-1] <= 32
        assert not problem.certify(0.9 * result.x).holds(1e-4)


def newton_at(problem, choice, seed=0):
    p = source_start(problem)
    rng = np.random.default_rng(seed)
    for v in (p.x, p.w, p.t, p.u):
        v *= rng.uniform(0.1, 2.0, v.size)
    r = residuals(problem, p, problem.product(p.x))
    return p, r, Newton(problem, p, r, choice(problem).factor(theta(p)))


@pytest.mark.parametrize("choice", [Dense, LowRank])
@pytest.mark.parametrize("bias", [0.0, 1.5])
def test_newton_direction_solves_all_five_equations(choice, bias):
    problem = KernelSVM(*clouds(40, 5), Linear(bias), 2.0)
    p, r, newton = newton_at(problem, choice)
    rho_x, rho_w = p.x * p.t - 0.1, p.w * p.u - 0.1
    d = newton.direction(rho_x, rho_w)
    left = problem.product(d.x) - d.s * problem.y - d.t + d.u + r.e
    assert np.abs(left).max() < 1e-11
    assert abs(problem.y @ d.x + r.b) < 1e-11
    assert np.abs(d.x + d.w - r.c).max() < 1e-12
    assert np.abs(p.t * d.x + p.x * d.t + rho_x).max() < 1e-11
    assert np.abs(p.u * d.w + p.w * d.u + rho_w).max() < 1e-11


def test_mehrotra_residuals_fall_by_common_steps():
    problem = KernelSVM(*clouds(50, 3), Gaussian(0.3), 5.0)
    s = solve_mehrotra(problem, start="source").trace.snapshots
    assert s["r_c"][0] == 5.0 and s["r_e"][0] > 1.0
    for k in range(1, 4):
        assert s["alpha_p"][k] == s["alpha_d"][k]
        for name in ("r_e", "r_c", "r_b"):
            left = (1.0 - s["alpha_p"][k]) * s[name][k - 1]
            assert s[name][k] == pytest.approx(left, rel=1e-6, abs=1e-10)


def test_mehrotra_residuals_follow_the_law_of_separate_steps():
    problem = KernelSVM(*clouds(50, 3), Gaussian(0.3), 5.0)
    s = solve_mehrotra(problem, **PRINTED).trace.snapshots
    e = np.array(
        [
            problem.product(x) - 1.0 - s_ * problem.y - t + u
            for x, s_, t, u in zip(s["iterate"], s["s"], s["t"], s["u"], strict=True)
        ]
    )
    assert np.abs(e).max(axis=1) == pytest.approx(s["r_e"], abs=1e-12)
    apart = 0
    for k in range(1, 6):
        p, d = s["alpha_p"][k], s["alpha_d"][k]
        law = (1 - d) * e[k - 1] + (p - d) * problem.product(s["direction"][k])
        assert np.allclose(e[k], law, atol=1e-9)
        apart += abs(p - d) > 1e-3
    assert apart


def test_mehrotra_snapshots_are_positive_and_consistent():
    problem = KernelSVM(*clouds(40, 3), Gaussian(0.3), 2.0)
    trace = solve_mehrotra(problem, tol=1e-9).trace
    s, T = trace.snapshots, len(trace)
    for key in ("iterate", "w", "t", "u", "predictor", "direction"):
        assert s[key].shape == (T, 40)
    for key in ("sigma", "alpha_a", "alpha_p", "alpha_d"):
        assert np.isnan(s[key][0]) and np.all((s[key][1:] >= 0) & (s[key][1:] <= 1))
    assert min(s[key].min() for key in ("iterate", "w", "t", "u")) > 0.0
    assert np.allclose(s["iterate"] + s["w"], 2.0)
    mu = (s["iterate"] * s["t"] + s["w"] * s["u"]).sum(axis=1) / 80
    assert s["mu"] == pytest.approx(mu) and s["mu"][-1] < 1e-7 * s["mu"][0]
    assert max(s["r_e"].max(), s["r_b"].max(), s["r_c"].max()) < 1e-11
    steps = s["alpha_p"][1:, None] * s["direction"][1:]
    assert np.allclose(np.diff(s["iterate"], axis=0), steps, atol=1e-12)
    # The certificate measures about half of what the products say.
    assert np.all(trace.gap[3:-2] < 80 * s["mu"][3:-2])
    n = 40
    assert np.array_equal(trace.work, trace.iteration * (n * n // 6 + 4 * n))


@pytest.mark.parametrize("bias", [0.0, 2.0])
def test_mehrotra_low_rank_and_dense_have_the_same_path(bias):
    problem = KernelSVM(*clouds(80, 6), Linear(bias), 10.0)
    low = solve_mehrotra(problem, tol=1e-9)
    dense = solve_mehrotra(problem, tol=1e-9, algebra="dense")
    assert low.trace.iteration[-1] == dense.trace.iteration[-1]
    assert np.allclose(low.trace.snapshots["iterate"], dense.trace.snapshots["iterate"], atol=1e-5)
    value = solve_smo(problem, tol=1e-9).certificate.objective
    assert low.certificate.objective == pytest.approx(value, rel=2e-9)


def test_mehrotra_source_rule_stops_without_a_proof():
    problem = KernelSVM(*clouds(60, 3), Gaussian(0.3), 10.0)
    stopped = solve_mehrotra(problem, tol=1e-12, stop="source", **PRINTED)
    assert stopped.status == "small_change" and not stopped.certificate.holds(1e-12)
    s = stopped.trace.snapshots
    assert s["source_rule"][-1] and not s["source_rule"][:-1].any()
    went_on = solve_mehrotra(problem, tol=1e-10, **PRINTED)
    assert went_on.status == "converged"
    row = stopped.trace.iteration[-1]
    gap = problem.certify(went_on.trace.snapshots["iterate"][row]).relative_gap
    assert f"at a certified relative gap of {gap:.1e}" in went_on.notes[0]
    assert len(went_on.notes) == 1


def test_sigfig_is_the_source_formula():
    problem = KernelSVM(*clouds(20, 2), Gaussian(0.3), 3.0, 2.0)
    s = solve_mehrotra(problem, **PRINTED).trace.snapshots
    for k in (0, 2, 5):
        x, u = s["iterate"][k], s["u"][k]
        half = 0.5 * x @ problem.product(x)
        primal, dual = half - x.sum(), -half + 2.0 * s["s"][k] - 3.0 * u.sum()
        digits = max(-np.log10(abs(primal - dual) / (abs(primal) + 1.0)), 0.0)
        assert s["sigfig"][k] == pytest.approx(digits, abs=1e-9)


def test_source_rule_holds_by_either_half():
    problem = KernelSVM(EIGHT, SIGNS, Gaussian(0.5), 1.0)
    far = source_start(problem)
    r = residuals(problem, far, problem.product(far.x))
    assert source_rule(problem, far, r, 6.6) and not source_rule(problem, far, r, 6.4)
    s = solve_mehrotra(problem, tol=1e-9).trace.snapshots
    near = Point(*(s[key][-1] for key in ("iterate", "w", "t", "u", "s")))
    r = residuals(problem, near, problem.product(near.x))
    assert source_rule(problem, near, r, 0.0)
    r.b = 1.1e-5
    assert not source_rule(problem, near, r, 0.0)


@pytest.mark.parametrize("seed", range(3))
def test_low_rank_solve_is_refined(seed):
    rng = np.random.default_rng(seed)
    problem = KernelSVM(*clouds(200, 8, seed), Linear(), 1.0)
    theta_, r = 10.0 ** rng.uniform(-8, 8, 200), rng.standard_normal(200)
    x = LowRank(problem).factor(theta_)(r)
    assert np.abs(problem.product(x) + theta_ * x - r).max() < 1.5e-7


def test_mehrotra_warm_start_is_shown_as_given_then_inside():
    problem = KernelSVM(*clouds(50, 3), Gaussian(0.3), 5.0)
    x0 = solve_smo(KernelSVM(*clouds(50, 3), Gaussian(0.3), 4.9), tol=1e-8).x
    warm, cold = solve_mehrotra(problem, x0=x0), solve_mehrotra(problem)
    rows = warm.trace.snapshots["iterate"]
    assert np.array_equal(rows[0], x0) and np.any(rows[0] == 0.0)
    assert rows[1].min() > 0.0 and rows[1].max() < 5.0 and np.abs(rows[1] - x0).max() < 0.1
    assert warm.status == "converged" and cold.status == "converged"


def test_dense_factor_of_an_indefinite_matrix_adds_a_ridge():
    K = np.array([[1.0, 1.0 + 3e-9], [1.0 + 3e-9, 1.0]])
    algebra = Dense(KernelSVM.from_gram(K, [1, -1]))
    solve = algebra.factor(np.full(2, 1e-15))
    assert "added to it" in algebra.note and np.isfinite(solve(np.ones(2))).all()
    fine = Dense(KernelSVM.from_gram(np.eye(2), [1, -1]))
    assert fine.factor(np.full(2, 1e-15))(np.ones(2)) == pytest.approx([1, 1])
    assert fine.note is None
