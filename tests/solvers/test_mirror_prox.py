"""Mirror prox: its steps by hand, its step sizes, its averages, its stochastic form; and mirror
descent."""

import numpy as np
import pytest
from repeated import first
from seeded import bags_with_keys as toy
from seeded import gram_of_keys

from solvers import (
    Gaussian,
    Linear,
    MultiInstanceODM,
    solve_column_generation,
    solve_mirror_descent,
    solve_mirror_prox,
)
from solvers.mirror_prox import _advance, mirror_step
from solvers.odm.mirror_run import MirrorRun

AFFINE = Linear(bias=1.0)
BAGS_A = [[(2, 1), (-1, 0)], [(1.5, 2), (0, -1), (-1, 1)], [(-1, -1), (0, -2)], [(-2, 0.5)]]
CASES = {
    "gaussian, 10": (Gaussian(1.0), 10.0),
    "linear, 1": (AFFINE, 1.0),
    "linear, 50": (AFFINE, 50.0),
}


@pytest.mark.parametrize("adaptive", [True, False])
def test_mirror_prox_compiled_step_equals_mirror_step(adaptive):
    problem = toy()
    runs = [MirrorRun(problem, None, None, None) for _ in range(2)]
    tried = 0
    for eta in (1e-3, 3000.0, 300.0, 4.0):
        before = runs[0].work
        for run in runs:
            run.eta = eta * run.safe_step()
        mirror_step(runs[0], adaptive)
        _advance(runs[1], 1, cap=runs[1].eta if adaptive else None)
        tried = max(tried, runs[0].work - before)
        plain, quick = ((*r.centre, *r.middle, *r.mean, r.eta, r.work, r.t) for r in runs)
        for a, b in zip(plain, quick, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-14)
    assert tried > 2 if adaptive else tried == 2


@pytest.mark.parametrize("adaptive", [True, False])
def test_mirror_prox_many_steps_equal_single_steps(adaptive):
    problem = toy()
    runs = [MirrorRun(problem, None, None, None) for _ in range(2)]
    for run in runs:
        run.eta = 2.0 * run.safe_step()
    cap = 50.0 * runs[0].safe_step() if adaptive else None
    states = list(_advance(runs[1], 7, cap).states("average"))
    assert len(states) == 7
    for state in states:
        runs[0].eta = min(1.5 * runs[0].eta, cap) if adaptive else runs[0].eta
        mirror_step(runs[0], adaptive)
        plain = runs[0].state("average", {})
        (U, duals, r), stacks = state.pop("rows"), state.pop("row_pictures")()
        shown = {name: rows[r] for name, rows in stacks.items()}
        assert np.array_equal(U[r], state["x"]) and duals.keys() == state["dual"].keys()
        assert all(np.array_equal(duals[name][r], state["dual"][name]) for name in duals)
        plain |= plain.pop("pictures")()
        assert plain.keys() == (state | shown).keys()
        for name, value in (state | shown).items():
            parts = value if isinstance(value, dict) else {name: value}
            known = plain[name] if isinstance(value, dict) else plain
            for part in parts:
                np.testing.assert_allclose(parts[part], known[part], rtol=1e-11, atol=1e-14)


def operator(problem, u, v):
    """(g_u, g_v) by its definition."""
    N = problem.omega.size
    s, grams = u[:N] - u[N:], [gram_of_keys(problem, c) for c in problem.assignments()]
    f = np.tensordot(v, grams, axes=1) @ s
    R = np.concatenate([0.5 / problem.omega, 0.5 / (problem.omega * problem.nu)])
    level = np.repeat([1 - problem.theta, -1 - problem.theta], N)
    return R * u - level + np.concatenate([f, -f]), np.array([-0.5 * s @ K @ s for K in grams])


def prox(u, v, eta, g, a, b, radius=np.inf):
    new_u = np.maximum(u - eta / a * g[0], 0.0)
    new_u *= min(1.0, radius / np.linalg.norm(new_u))
    new_v = v * np.exp(-eta / b * (g[1] - g[1].min()))
    return new_u, new_v / new_v.sum()


def test_mirror_prox_first_steps_have_the_values_of_the_note():
    problem = MultiInstanceODM(BAGS_A, [1, 1, -1, -1], 10, 10, 0.5, 0.2, Gaussian(0.5))
    options = {"weights": (1, 1), "eta": 0.05, "radius": np.inf, "max_iter": 2, "tol": 0.0}
    shots = solve_mirror_prox(problem, x0=np.zeros(10), **options).trace.snapshots
    none = np.zeros(5)
    assert shots["middle_u"][1] == pytest.approx(np.concatenate([np.full(5, 0.04), none]))
    assert shots["middle_v"][1] == pytest.approx(np.full(6, 1 / 6))
    first = [0.03858417, 0.03864741, 0.03778135, 0.03755286, 0.03832445]
    second = [0.0758169, 0.07598777, 0.07362264, 0.07296463, 0.07513262]
    assert shots["centre_u"][1] == pytest.approx(np.concatenate([first, none]), abs=6e-9)
    assert shots["centre_u"][2] == pytest.approx(np.concatenate([second, none]), abs=6e-9)
    first = [0.16668709, 0.16666346, 0.16667109, 0.16666376, 0.16665184, 0.16666275]
    second = [0.16676229, 0.16665181, 0.16668687, 0.16665283, 0.16659782, 0.16664837]
    assert shots["centre_v"][1] == pytest.approx(first, abs=6e-9)
    assert shots["centre_v"][2] == pytest.approx(second, abs=6e-9)


@pytest.mark.parametrize("radius", [None, 1.0])
def test_mirror_prox_steps_follow_their_definition(radius):
    problem = toy(seed=1)
    shots = solve_mirror_prox(problem, max_iter=30, tol=0.0, radius=radius).trace.snapshots
    mean_u, mean_v, total = shots["u"][0], shots["v"][0], 0.0
    for t in range(1, 31):
        u, v, a, b = (shots[k][t - 1] for k in ("centre_u", "centre_v", "a", "b"))
        eta, ball = shots["step"][t], np.inf if radius is None else radius
        y = prox(u, v, eta, operator(problem, u, v), a, b, ball)
        w = prox(u, v, eta, operator(problem, *y), a, b, ball)
        for name, point in (("middle", y), ("centre", w)):
            np.testing.assert_allclose(shots[name + "_u"][t], point[0], atol=1e-11)
            np.testing.assert_allclose(shots[name + "_v"][t], point[1], atol=1e-11)
        total += eta * t
        mean_u = mean_u + eta * t / total * (y[0] - mean_u)
        mean_v = mean_v + eta * t / total * (y[1] - mean_v)
        np.testing.assert_allclose(shots["u"][t], mean_u, atol=1e-11)
        np.testing.assert_allclose(shots["v"][t], mean_v, atol=1e-11)
    length = np.linalg.norm(shots["centre_u"], axis=1)
    assert radius is None or (length[1:].max() <= 1.0 + 1e-12 and length[0] > 1.0)


def test_mirror_prox_accelerated_steps_follow_their_definition():
    problem = toy(seed=2, kernel=Gaussian(1.0))
    shots = solve_mirror_prox(problem, max_iter=20, tol=0.0, accelerated=True).trace.snapshots
    mean_u, mean_v = shots["u"][0], shots["v"][0]
    R = np.concatenate([0.5 / problem.omega, 0.5 / (problem.omega * problem.nu)])
    for t in range(1, 21):
        u, v, a, b = (shots[k][t - 1] for k in ("centre_u", "centre_v", "a", "b"))
        eta, alpha = shots["step"][t], 2.0 / (t + 1.0)
        under = (1 - alpha) * mean_u + alpha * u

        def mixed(at_u, at_v, under=under):
            g = operator(problem, at_u, at_v)
            return g[0] + R * (under - at_u), g[1]

        y = prox(u, v, eta, mixed(u, v), a, b)
        w = prox(u, v, eta, mixed(*y), a, b)
        np.testing.assert_allclose(shots["centre_u"][t], w[0], atol=1e-11)
        np.testing.assert_allclose(shots["centre_v"][t], w[1], atol=1e-11)
        mean_u, mean_v = mean_u + alpha * (y[0] - mean_u), mean_v + alpha * (y[1] - mean_v)
        np.testing.assert_allclose(shots["u"][t], mean_u, atol=1e-11)
    L, steps = R.max() / shots["a"][0], shots["step"][1:]
    t = np.arange(1, 21)
    M = (0.6 * t / steps / 2 - L) / t
    assert np.ptp(M) < 1e-9 * M[0] and M[0] > 0


@pytest.mark.parametrize("case", first(CASES, 1))
def test_mirror_prox_converges_in_every_form(case):
    kernel, lam = CASES[case]
    problem = toy(kernel=kernel, lam=lam)
    value = solve_column_generation(problem, tol=1e-11).certificate.objective
    forms = [
        ({"max_iter": 2000}, 1e-3),
        ({"max_iter": 2000, "output": "last"}, 1e-3),
        ({"max_iter": 2000, "step": 1.0}, 1e-3),
        ({"max_iter": 4000, "accelerated": True}, 1e-3),
        ({"max_iter": 8000, "stochastic": True}, 0.02),
    ]
    for options, share in forms:
        result = solve_mirror_prox(problem, tol=0.0, record_every=0, **options)
        assert 0 <= result.certificate.gap <= share * max(1.0, lam / 10), options
        assert result.certificate.bound <= value + 1e-9
        assert result.certificate.objective >= value - 1e-9
        assert result.status == "max_iter"


def test_mirror_prox_default_converges():
    result = solve_mirror_prox(toy(kernel=Gaussian(1.0)), tol=1e-4)
    assert result.status == "converged" and result.certificate.relative_gap <= 1e-4
    problem = toy(kernel=Gaussian(1.0))
    assert not problem.certify(1.02 * result.x, **result.dual).holds(1e-4)


def test_mirror_prox_adaptive_step_exceeds_the_guaranteed_one():
    problem = toy(kernel=Gaussian(1.0))
    adaptive = solve_mirror_prox(problem, tol=0.0, max_iter=300, record_every=0)
    fixed = solve_mirror_prox(problem, tol=0.0, max_iter=300, record_every=0, step="guaranteed")
    steps = [r.trace.snapshots["step"][-1] for r in (adaptive, fixed)]
    assert 10 < steps[0] / steps[1] < 1000
    assert adaptive.certificate.gap < fixed.certificate.gap
    a, b = (fixed.trace.snapshots[k][-1] for k in "ab")
    norms = [np.linalg.norm(gram_of_keys(problem, c), 2) for c in problem.assignments()]
    even = np.full(27, 1 / 27)
    first = fixed.trace.snapshots["u"][0]
    upper = problem.certify(first, even).objective
    radius = 2 * np.sqrt(problem.omega.max() * upper)
    cross = 2 * max(norms) * radius / np.sqrt(a * b)
    M = np.linalg.norm([[2 * max(norms) / a, cross], [cross, 0]], 2)
    L = 0.5 / (problem.omega.min() * problem.nu) / a
    assert steps[1] == pytest.approx(1 / (np.sqrt(2) * (M + L)), rel=1e-6)
    assert np.linalg.norm(solve_column_generation(problem).x) <= radius


def test_mirror_prox_step_that_is_too_long_does_not_converge():
    problem = toy(lam=50.0)
    good = solve_mirror_prox(problem, tol=0.0, max_iter=1000, record_every=0)
    far = solve_mirror_prox(problem, tol=0.0, max_iter=1000, record_every=0, step=8.0)
    assert far.certificate.gap > 100 * good.certificate.gap
    assert far.status != "converged"
    wild = solve_mirror_prox(
        problem, tol=1e-8, max_iter=200, eta=1e6, weights=(1, 1), radius=np.inf
    )
    assert wild.status == "diverged"


def test_mirror_prox_stochastic_samples_are_unbiased():
    """The mean of the first stochastic step over many seeds is the step of the full operator."""
    problem = toy(p=2, m=2, kernel=Gaussian(1.0))
    rng = np.random.default_rng(0)
    x0 = rng.uniform(0.5, 1.0, 2 * problem.omega.size)
    moves, weights = [], []
    for seed in range(600):
        shots = solve_mirror_prox(
            problem, x0=x0, stochastic=True, seed=seed, max_iter=1, tol=0.0, step="guaranteed",
            radius=np.inf,
        ).trace.snapshots  # fmt: skip
        moves.append(shots["middle_u"][1] - x0)
        weights.append(np.log(shots["middle_v"][1]))
    eta, a, b = (shots[k][1] for k in ("step", "a", "b"))
    g = operator(problem, x0, np.full(4, 0.25))
    error = np.std(moves, axis=0).max() / np.sqrt(600)
    np.testing.assert_allclose(np.mean(moves, axis=0), -eta / a * g[0], atol=4 * error)
    drift = np.mean(weights, axis=0)
    expected = -eta / b * (g[1] - g[1].mean())
    error = np.std(weights, axis=0).max() / np.sqrt(600)
    np.testing.assert_allclose(drift - drift.mean(), expected, atol=4 * error)
    assert np.abs(expected).max() > 8 * error


def test_mirror_prox_stochastic_step_follows_its_rule():
    problem = toy(kernel=Gaussian(1.0))
    shots = solve_mirror_prox(problem, stochastic=True, noise=0.7, max_iter=40, tol=0.0)
    shots = shots.trace.snapshots
    t, R = np.arange(1, 41), 0.5 / (problem.omega.min() * problem.nu)
    M = (t / shots["step"][1:] - 5 * R / shots["a"][0]) / (3 * t + 0.7 * t**1.5)
    assert np.ptp(M) < 1e-9 * M[0] and M[0] > 0


def test_mirror_prox_many_assignments_record_the_heaviest_alone():
    problem = toy(p=4, m=5, kernel=Gaussian(1.0))
    shots = solve_mirror_prox(problem, max_iter=3, tol=0.0).trace.snapshots
    assert not {"v", "centre_v", "middle_v"} & shots.keys()
    assert shots["heaviest"].shape == (4, 10, 4) and shots["weights"][0].sum() == pytest.approx(
        10 / 625
    )


# --- mirror descent -------------------------------------------------------------------------------


def three_keys(lam=10.0):
    """One positive bag of three instances, so three assignments."""
    bags = [
        np.array([[0.85, 1.13], [-0.78, -0.64], [0.91, -1.44]]),
        np.array([[0.05, 0.09], [-0.69, -0.33]]),
        np.array([[-0.34, -0.48], [0.41, -0.31]]),
    ]
    return MultiInstanceODM(bags, np.array([1.0, -1.0, -1.0]), lam, lam, 0.5, 0.2, Gaussian(0.5))


def test_mirror_descent_step_follows_its_definition():
    problem, eta = three_keys(), 0.02
    trace = solve_mirror_descent(problem, eta=eta, radius=np.inf, max_iter=5).trace
    shown, a, b = trace.snapshots, trace.snapshots["a"][0], trace.snapshots["b"][0]
    R = 0.5 / np.concatenate([problem.omega, problem.nu * problem.omega])
    level = np.repeat([1.0 - problem.theta, -(1.0 + problem.theta)], problem.omega.size)
    for t in range(1, 6):
        u, v = shown["centre_u"][t - 1], shown["centre_v"][t - 1]
        f = problem.margins(u, v)
        gradient = np.concatenate([f, -f]) + R * u - level
        end = v * np.exp(-eta / b * problem.dual_values(u))
        np.testing.assert_allclose(shown["centre_u"][t], np.maximum(u - eta / a * gradient, 0.0))
        np.testing.assert_allclose(shown["centre_v"][t], end / end.sum(), rtol=1e-9)
        np.testing.assert_array_equal(shown["middle_u"][t], shown["centre_u"][t])
    np.testing.assert_array_equal(trace.work, np.arange(6))


@pytest.mark.parametrize("lam", [10.0, 1000.0])
def test_mirror_descent_converges_to_the_saddle_point(lam):
    problem = three_keys(lam)
    saddle = solve_column_generation(problem, tol=1e-10).certificate
    result = solve_mirror_descent(problem, tol=1e-5, output="last", record_every=0)
    assert result.status == "converged"
    assert result.certificate.objective >= saddle.bound - 1e-9 * saddle.scale
    assert result.certificate.bound <= saddle.objective + 1e-9 * saddle.scale
    prox = solve_mirror_prox(problem, tol=1e-5, output="last", step=1.0, record_every=0)
    assert result.trace.work[-1] < prox.trace.work[-1]  # one evaluation a step, not two


def test_mirror_descent_step_that_is_too_long_ends_at_max_iter():
    problem, options = three_keys(100.0), {"output": "last", "max_iter": 500, "tol": 1e-5}
    fine, long = (solve_mirror_descent(problem, step=s, **options) for s in (2.0, 8.0))
    assert (fine.status, long.status) == ("converged", "max_iter")
    assert long.certificate.gap > 50.0 * fine.certificate.gap


def test_mirror_descent_guaranteed_step_is_that_of_mirror_prox():
    problem = three_keys()
    ours = solve_mirror_descent(problem, step="guaranteed", max_iter=3)
    theirs = solve_mirror_prox(problem, step="guaranteed", max_iter=3)
    assert ours.trace.snapshots["step"][-1] == theirs.trace.snapshots["step"][-1] > 0.0
    assert not np.array_equal(ours.x, theirs.x)
