"""The low-cost methods: the note's iterates, what each rule does, where they fail and say so."""

import numpy as np
import pytest
from available import further_data
from hypothesis import given
from hypothesis import strategies as st
from repeated import first
from seeded import EIGHT, SIGNS, clouds

from solvers import (
    Gaussian,
    KernelSVM,
    Linear,
    Polynomial,
    solve_low_cost,
    solve_mehrotra,
)
from solvers.interior_point.svm.homotopy import step_snapshots
from solvers.interior_point.svm.point import Point, Residuals, residuals, source_start
from solvers.interior_point.svm.spectral import Printed, Safeguarded

PRINTED = ["predictor-corrector", "modified", "centering"]
VARIANTS = ["safeguarded", *PRINTED]


def eight():
    return KernelSVM(EIGHT, SIGNS, Gaussian(0.5), 1.0)


def test_low_cost_has_the_iterates_of_the_note():
    s = solve_low_cost(eight(), variant="centering").trace.snapshots
    assert s["mu"][:4] == pytest.approx([1, 0.47509985, 0.27551333, 0.14865243], abs=5e-9)
    lengths = [2.01653859, 2.50884908, 0.24331663, 0.36446894]
    assert s["spectral"][:4] == pytest.approx(lengths, abs=5e-9)
    s = solve_low_cost(eight(), variant="modified").trace.snapshots
    assert s["mu"][:4] == pytest.approx([1, 0.27116278, 0.06511197, 0.01446118], abs=5e-9)
    other = solve_low_cost(eight(), variant="modified", eta=0.96).trace.snapshots
    assert abs(other["mu"][1] - s["mu"][1]) > 1e-4


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(0.3, 2, 1.0), Gaussian(0.3)], ids=repr)
def test_low_cost_at_a_small_price_converges(variant, kernel):
    problem = KernelSVM(*clouds(80, 3), kernel, 0.5)
    result = solve_low_cost(problem, variant=variant)
    assert result.status == "converged" and problem.certify(result.x).holds(1e-6)
    value = solve_mehrotra(problem, tol=1e-9).certificate.objective
    assert result.certificate.objective == pytest.approx(value, rel=1e-6)
    assert not problem.certify(0.9 * result.x).holds(1e-4)


@pytest.mark.parametrize("variant", VARIANTS)
def test_low_cost_reaches_the_tolerance_asked_for(variant):
    problem = KernelSVM(*clouds(60, 4), Gaussian(0.2), 5.0)
    result = solve_low_cost(problem, tol=1e-11, variant=variant)
    assert result.status == "converged" and problem.certify(result.x).holds(1e-11)
    assert not solve_low_cost(problem, tol=1e-3, variant=variant).certificate.holds(1e-11)


@pytest.mark.parametrize("variant", PRINTED)
def test_low_cost_residuals_follow_the_law_of_a_diagonal_model(variant):
    problem = KernelSVM(*clouds(50, 3), Gaussian(0.3), 5.0)
    s = solve_low_cost(problem, variant=variant).trace.snapshots
    e = np.array([problem.product(x) for x in s["iterate"]]) - 1.0
    e += s["u"] - s["t"] - s["s"][:, None] * problem.y
    assert np.abs(e).max(axis=1) == pytest.approx(s["r_e"], abs=1e-9)
    for k in range(1, 12):
        p, d, dx = s["alpha_p"][k], s["alpha_d"][k], s["direction"][k]
        law = (1 - d) * e[k - 1] + p * problem.product(dx) - d * s["spectral"][k - 1] * dx
        assert np.allclose(e[k], law, atol=1e-9)
        assert s["r_b"][k] == pytest.approx((1 - p) * s["r_b"][k - 1], abs=1e-9)
        assert np.allclose(s["iterate"][k] - s["iterate"][k - 1], p * dx, atol=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_low_cost_spectral_length_is_the_last_curvature(variant):
    problem = KernelSVM(*clouds(50, 3), Gaussian(0.3), 5.0)
    s = solve_low_cost(problem, variant=variant).trace.snapshots
    known = s["spectral"][0]
    g = problem.product(s["iterate"][0]) - 1.0
    assert known == pytest.approx(np.abs(g).max() / (5.0 if variant == "safeguarded" else 1.0))
    for k in range(1, len(s["mu"])):
        dx = s["direction"][k]
        if variant != "safeguarded" or k % 4 == 0:
            known = max(1e-5, dx @ problem.product(dx) / (dx @ dx))
        assert s["spectral"][k] == pytest.approx(known, rel=1e-9)
    assert s["spectral"][5:].max() <= np.linalg.eigvalsh(problem.gram())[-1] * (1 + 1e-12)
    frozen = solve_low_cost(problem, variant=variant, spectral="frozen", max_iter=40)
    after = frozen.trace.snapshots["spectral"][4:]
    assert after.size and np.all(after == 1.0)


def test_low_cost_second_order_terms_differ_as_printed():
    balanced, uneven = eight(), KernelSVM(*clouds(30, 2), Gaussian(0.5), 1.0)
    for problem, same in ((balanced, False), (uneven, True)):
        rows = [
            solve_low_cost(problem, variant=v, max_iter=1).trace.snapshots["t"][1]
            for v in ("modified", "predictor-corrector")
        ]
        assert np.allclose(*rows, atol=1e-12) == same
    s = solve_low_cost(uneven, variant="centering").trace.snapshots
    assert np.all(s["sigma"][1:] == 0.5) and np.isnan(s["predictor"]).all()
    s = solve_low_cost(uneven, variant="modified").trace.snapshots
    left_out = s["r_b"][:-1] <= 1e-5
    assert left_out.any() and not left_out[0]
    mu_a = s["mu"][:-1] * np.cbrt(s["sigma"][1:])
    assert np.all(mu_a <= s["mu"][:-1] * (1 + 1e-9)) and np.all(s["sigma"][1:] > 0.0)


def printed(problem, variant="modified"):
    return Printed(problem, None, 1e-6, variant=variant, eta=0.95, separate=True, source=True)


def test_low_cost_algorithm_4_corrects_while_residuals_are_large():
    problem = KernelSVM(EIGHT, SIGNS, Gaussian(0.5), 1.0, 0.5)
    p = source_start(problem)
    for b, c, wanted in ((1.0, 1.0, True), (1e-6, 1.0, False), (1.0, 1e-6, False)):
        r = Residuals(np.zeros(8), -b, np.full(8, c), problem.product(p.x))
        assert printed(problem)._corrects(r) == wanted
    # Relative to 1 + |b| = 1.5 and 1 + C = 2.
    for b, c, wanted in ((1.4e-5, 1.0, False), (1.6e-5, 2.1e-5, True), (1.0, 1.9e-5, False)):
        r = Residuals(np.zeros(8), b, np.full(8, c), problem.product(p.x))
        assert printed(problem)._corrects(r) == wanted


@given(st.integers(0, 9999), st.sampled_from([0.01, 1.0, 100.0]))
def test_low_cost_predictor_never_raises_the_products(seed, C):
    rng = np.random.default_rng(seed)
    problem = KernelSVM(EIGHT, SIGNS, Gaussian(0.5), C)
    path = printed(problem)
    p = Point(*10.0 ** rng.uniform(-2, 2, (4, 8)), 10.0 * rng.standard_normal())
    r = residuals(problem, p, problem.product(p.x))
    path.spectral = 10.0 ** rng.uniform(-5, 2)
    products = p.x * p.t, p.w * p.u
    newton = path.newton(p, r)
    result = path._predicted(p, r, newton, products)[1]
    aim, alpha = newton.direction(*products), result["alpha_a"]
    share = p.moved(aim, alpha, alpha).mu / p.mu
    assert result["sigma"] == pytest.approx(share**3)
    assert result["sigma"] <= (1.0 - alpha / 2.0) ** 6 * (1.0 + 1e-9) < 1.0 + 1e-9


def test_low_cost_printed_options_change_start_and_steps():
    problem = KernelSVM(*clouds(50, 3), Gaussian(0.3), 1.0)
    plain = solve_low_cost(problem, variant="centering").trace.snapshots
    assert plain["r_c"][0] == 1.0 and plain["alpha_p"][1:].max() == 0.95
    assert np.any(plain["alpha_p"][1:] != plain["alpha_d"][1:])
    inside = solve_low_cost(problem, variant="centering", start="feasible").trace.snapshots
    assert inside["r_c"].max() < 1e-12 > inside["r_b"].max()
    common = solve_low_cost(problem, variant="centering", steps="common").trace.snapshots
    assert np.array_equal(common["alpha_p"][1:], common["alpha_d"][1:])


def test_low_cost_safeguarded_stays_feasible_and_descends():
    problem = KernelSVM(*clouds(60, 3), Gaussian(0.3), 10.0, 4.5)
    s = solve_low_cost(problem, tol=1e-9).trace.snapshots
    x, w = s["iterate"], s["w"]
    assert min(x.min(), w.min(), s["t"].min(), s["u"].min()) > 0.0
    assert np.abs(x @ problem.y - 4.5).max() < 1e-11 and np.abs(x + w - 10.0).max() < 1e-12
    tau = s["sigma"][1:] * s["mu"][:-1]
    assert np.all(np.diff(tau) <= 1e-9 * tau[:-1]) and tau[-1] < 1e-6 * tau[0]
    q = np.array([0.5 * v @ problem.product(v) - v.sum() for v in x])
    logs = np.log(x).sum(axis=1) + np.log(w).sum(axis=1)
    rises = 0
    for k in range(1, len(q)):
        merit = q - tau[k - 1] * logs
        assert merit[k] <= merit[max(0, k - 10) : k].max() + 1e-12 * abs(merit[k])
        rises += merit[k] > merit[k - 1]
    assert rises
    halvings = np.log2(s["alpha_p"][1:] / 0.995)
    assert halvings.max() == 0.0 and halvings.min() < -0.5


def test_low_cost_search_halves_to_sufficient_decrease():
    problem = KernelSVM(*clouds(20, 2), Linear(), 1.0)
    run = solve_low_cost(problem, max_iter=8).trace.snapshots
    path = Safeguarded(problem, None, 1e-6, eta=0.995)
    next(path.states(path.step))
    path.spectral, path.tau = 1e-6, 1e-3  # far below the curvature of Q: the step is too long
    x, w = run["iterate"][-1], run["w"][-1]
    p = Point(x, w, 1e-3 / x, 1e-3 / w, 0.0)
    r = residuals(problem, p, problem.product(p.x))
    d = path.newton(p, r).direction(np.zeros(20), np.zeros(20))
    Qd, g = problem.product(d.x), r.Qx - 1.0
    first = 0.995 * p.to_boundary(d)[0]
    step = path._searched(p, d, g, Qd, first)

    def merit(x, w):
        return 0.5 * x @ problem.product(x) - x.sum() - 1e-3 * (np.log(x) + np.log(w)).sum()

    def low_enough(a):
        fall = (g - 1e-3 / p.x + 1e-3 / p.w) @ d.x
        assert fall < 0.0
        return merit(p.x + a * d.x, p.w - a * d.x) <= merit(p.x, p.w) + 1e-4 * a * fall

    assert step < first and np.log2(first / step) == round(np.log2(first / step))
    assert low_enough(step) and not low_enough(2 * step)


@pytest.mark.parametrize("variant", VARIANTS)
def test_low_cost_work_is_one_product_per_step(variant):
    problem = KernelSVM(*clouds(30, 3), Gaussian(0.3), 20.0)
    trace = solve_low_cost(problem, variant=variant).trace
    expected = 30 * (1 + trace.iteration + trace.iteration // 50)
    assert np.array_equal(trace.work, expected) and trace.iteration[-1] > 50


@pytest.mark.parametrize("variant", VARIANTS)
def test_low_cost_unrecorded_run_takes_about_as_many_steps(variant):
    problem = KernelSVM(*clouds(60, 3), Gaussian(0.3), 5.0)
    loud = solve_low_cost(problem, variant=variant)
    quiet = solve_low_cost(problem, variant=variant, record_every=0)
    assert quiet.status == "converged" and problem.certify(quiet.x).holds(1e-6)
    last = loud.trace.iteration[-1]
    assert last <= quiet.trace.iteration[-1] <= 1.1 * last + 10
    short = solve_low_cost(problem, tol=0.0, variant=variant, record_every=0, max_iter=33)
    assert short.status == "max_iter" and short.trace.iteration[-1] <= 33


def test_low_cost_at_a_high_price_algorithm_3_alone_fails():
    problem = KernelSVM(*clouds(40, 2), Linear(), 100.0)
    failed = solve_low_cost(problem, variant="predictor-corrector", max_iter=4000, record_every=0)
    assert failed.status != "converged" and failed.certificate.relative_gap > 0.01
    for variant in ("safeguarded", "modified", "centering"):
        result = solve_low_cost(problem, variant=variant, max_iter=8000, record_every=0)
        assert result.status == "converged" and problem.certify(result.x).holds(1e-6)


@pytest.mark.parametrize("variant", first(VARIANTS, 2))
def test_low_cost_frozen_spectral_length_fails_at_a_high_price(variant):
    problem = KernelSVM(*clouds(60, 3), Linear(), 100.0)
    frozen = solve_low_cost(
        problem, variant=variant, spectral="frozen", max_iter=3000, record_every=0
    )
    # How far it gets is a matter of rounding; a hundred tolerances it never comes near.
    assert frozen.status != "converged" and frozen.certificate.relative_gap > 1e-4
    small = KernelSVM(problem.X, problem.y, Gaussian(0.3), 1.0)
    result = solve_low_cost(small, variant="safeguarded", spectral="frozen")
    assert result.status == "converged" and small.certify(result.x).holds(1e-6)


@pytest.mark.parametrize("variant", first(["predictor-corrector", "centering"], 1))
def test_low_cost_source_rule_stops_at_a_large_gap(variant):
    problem = KernelSVM(*clouds(40, 2), Gaussian(0.5), 100.0)
    stopped = solve_low_cost(problem, variant=variant, stop="source")
    s = stopped.trace.snapshots
    assert stopped.status == "small_change" and s["sigfig"][-1] > 6.5
    assert s["source_rule"][-1] and not s["source_rule"][:-1].any()
    gap = problem.certify(s["iterate"][-1]).relative_gap
    assert gap > 2e-6 and stopped.certificate.relative_gap > 1e-6
    went_on = solve_low_cost(problem, variant=variant)
    assert went_on.status == "converged" and len(went_on.trace) > len(stopped.trace)
    assert any("at a certified relative gap" in note for note in went_on.notes)


def test_low_cost_divergence_ends_with_its_status():
    problem = KernelSVM(*clouds(20, 2), Polynomial(1.0, 3, 0.0), 100.0)
    run = solve_low_cost(problem, variant="modified", max_iter=3000)
    assert run.status in ("diverged", "stalled", "max_iter")
    assert run.certificate.relative_gap > 1e-4
    path = Printed(
        problem, None, 1e-6, variant="modified", eta=0.95, separate=True, source=True, stop=""
    )
    p = source_start(problem)
    r = residuals(problem, p, problem.product(p.x))
    assert "stop" not in path.state(p, r, step_snapshots(20))
    r.e = 2e10 * (1.0 + r.e)
    assert path.state(p, r, step_snapshots(20))["stop"] == "diverged"
    path.steps = 1
    p.t = np.full(20, 1e308)
    with np.errstate(all="ignore"):
        assert path.step(p, residuals(problem, p, problem.product(p.x)))[1]["stop"] == "diverged"


@further_data
def test_low_cost_algorithm_4_on_sonar_diverges():
    from lab.data import load

    data = load("sonar")
    X = 2.0 * (data.X - data.X.min(axis=0)) / np.ptp(data.X, axis=0) - 1.0
    problem = KernelSVM(X, data.y, Linear(), 100.0)
    run = solve_low_cost(problem, variant="modified", max_iter=12_000, record_every=0)
    assert run.status in ("diverged", "stalled") and run.certificate.relative_gap > 1e-5


def test_to_boundary_of_a_direction_with_nan_is_nan_and_never_negative():
    """Whatever comes after the NaN: no later share takes its place."""
    one = np.ones(3)
    p = Point(one, one, one, one, 0.0)
    for after in (0.0, 5.0, -1.0, -0.5):
        d = Point(np.array([0.0, np.nan, after]), np.full(3, after), -2.0 * one, one, 0.0)
        primal, dual = p.to_boundary(d)
        assert np.isnan(primal) and dual == 0.5
    d = Point(np.array([0.0, -4.0, 5.0]), np.full(3, -0.5), one, one, 0.0)
    assert p.to_boundary(d) == (0.25, 1.0)
