"""Coordinate descent on sparse logistic regression: its line search, its models, and what each row
of its trace says."""

from functools import partial

import numpy as np
import pytest

from solvers import SparseLogistic
from solvers import solve_coordinate_descent as cd
from solvers.sparse.logistic_descent import evaluate

RHO = 0.01


def random_problem(n, d, share, seed, stretch=1.0):
    rng = np.random.default_rng(seed)
    X = stretch * rng.standard_normal((n, d))
    t = np.where(X[:, 0] + 0.5 * stretch * rng.standard_normal(n) > 0, 1.0, -1.0)
    return SparseLogistic(X, t, share * SparseLogistic(X, t, 1.0).lam_max)


def test_logistic_evaluate_equals_the_loss():
    rng = np.random.default_rng(0)
    for n in (0, 1, 31, 32, 33, 200, 3000):
        for scale in (1e-3, 1.0, 40.0, 1e3):
            t, z = np.where(rng.random(n) < 0.5, -1.0, 1.0), scale * rng.standard_normal(n)
            problem = SparseLogistic(np.zeros((n, 1)), t, 1.0)
            r, s = np.empty(n), np.empty(n)
            assert evaluate(t, z, r, s) == pytest.approx(problem.loss(z), rel=1e-13, abs=1e-300)
            assert np.allclose(r, problem.residual(z), rtol=1e-12, atol=1e-300)
            q = np.abs(problem.residual(z))
            # 1 - q is lost where q rounds to 1; the kernel keeps it.
            assert np.allclose(s, q * np.abs(problem.residual(-z)), rtol=1e-12, atol=1e-300)


def test_logistic_cd_update_is_the_step_of_equation_20():
    """From the rows alone: slope, curvature, target, shift, and the first alpha that passes."""
    problem = random_problem(25, 4, 0.05, seed=1, stretch=3.0)
    trace = cd(problem, steps="updates", tol=1e-12, x0=[0.0, 2.0, -3.0, 0.5]).trace
    shots, F = trace.snapshots, lambda w: problem.certify(w).objective
    assert shots["coordinate"][0] == -1 and len(trace) > 20
    halved = 0
    for k in range(1, len(trace)):
        before, w, d = shots["w"][k - 1], shots["w"][k], shots["coordinate"][k]
        q = np.abs(problem.residual(problem.fit(before)))
        x = problem.X[:, d]
        g, h = -x @ (problem.t * q), (x * x) @ (q * (1 - q)) + 1e-12 * (x @ x)
        assert shots["correlation"][k] == pytest.approx(-g, abs=1e-9)
        assert shots["curvature"][k] == pytest.approx(h, rel=1e-9)
        u = h * before[d] - g
        target = np.sign(u) * max(abs(u) - problem.lam, 0.0) / h
        assert shots["thresholded"][k] == (abs(u) <= problem.lam)
        shift, alpha = target - before[d], shots["alpha"][k]
        assert shots["shift"][k] == pytest.approx(shift, abs=1e-9 * (1 + abs(u / h)))
        assert shots["old"][k] == before[d] and shots["new"][k] == w[d]
        assert w[d] == pytest.approx(before[d] + alpha * shift, abs=1e-9)
        assert np.array_equal(np.delete(w, d), np.delete(before, d))
        if abs(shift) < 1e-5:
            continue
        slope = g * shift + problem.lam * (abs(target) - abs(before[d]))
        assert slope <= -h * shift**2 * (1 - 1e-6)
        assert alpha == 0.5 ** (shots["trials"][k] - 1)
        assert F(w) <= F(before) + alpha * RHO * slope + 1e-12
        if alpha < 1.0:
            longer = before.copy()
            longer[d] += 2 * alpha * shift
            assert F(longer) > F(before) + 2 * alpha * RHO * slope
            halved += 1
    assert halved > 0


def test_logistic_cd_thresholded_weight_is_exactly_zero():
    trace = cd(random_problem(25, 5, 0.3, seed=2), steps="updates", x0=np.full(5, 0.2)).trace
    shots = trace.snapshots
    full = shots["thresholded"] & (shots["alpha"] == 1.0) & (shots["old"] != 0.0)
    assert full.any() and np.all(shots["new"][full] == 0.0)


def test_logistic_cd_sweep_counts_what_its_updates_do():
    problem = random_problem(30, 5, 0.05, seed=7)
    sweeps = cd(problem, tol=1e-8, seed=2).trace.snapshots
    updates = cd(problem, tol=1e-14, steps="updates", seed=2, max_iter=100).trace.snapshots
    assert updates["trials"][1:6].sum() == sweeps["trials"][1] and sweeps["visited"][1] == 5
    assert (updates["alpha"][1:6] > 0).sum() == sweeps["changed"][1]


def test_logistic_cd_default_model_is_own_or_shared():
    problem = random_problem(30, 8, 0.1, seed=3)
    same = lambda a, b: np.array_equal(a.x, b.x)
    assert same(cd(problem), cd(problem, model="own"))
    assert same(cd(problem, record_every=0), cd(problem, model="shared", record_every=0))
    assert not same(cd(problem), cd(problem, model="shared"))


@pytest.mark.parametrize("model", ["own", "shared"])
def test_logistic_cd_wide_problem_sweeps_a_working_set(model):
    problem = random_problem(40, 600, 0.2, seed=4)
    result = cd(problem, tol=1e-9, model=model)
    assert result.status == "converged" and problem.certify(result.x).holds(1e-9)
    assert 20 <= result.trace.snapshots["visited"][1] < 600
    whole = cd(problem, tol=1e-9, model=model, active_set=False)
    assert result.certificate.objective == pytest.approx(whole.certificate.objective, rel=1e-8)


@pytest.mark.parametrize("steps", ["sweeps", "updates"])
@pytest.mark.parametrize("n, d", [(30, 5), (100, 20), (20, 40)])
def test_logistic_cd_printed_line_search_stalls_with_a_note(n, d, steps):
    problem = random_problem(n, d, 0.1, seed=n)
    printed = partial(cd, problem, variant="printed", steps=steps, max_iter=5000)
    for every in (0, 1):
        result = printed(record_every=every)
        assert result.status == "stalled" and result.certificate.relative_gap > 1e-3
        assert len(result.notes) == 1 and result.notes[0].startswith("As printed, the line search")
    right = cd(problem, steps=steps)
    assert right.status == "converged"
    assert right.certificate.objective < result.certificate.objective - 1e-4 * problem.at_zero
    assert np.all(np.diff(result.trace.objective) <= 1e-9)


def test_logistic_cd_from_saturated_probabilities_converges():
    rng = np.random.default_rng(9)
    X = rng.standard_normal((40, 3))
    problem = SparseLogistic(X, np.where(X[:, 0] + rng.standard_normal(40) > 0, 1, -1), 0.5)
    for model in ("own", "shared"):
        result = cd(problem, x0=[-400.0, 300.0, 100.0], tol=1e-9, model=model)
        assert result.status == "converged" and problem.certify(result.x).holds(1e-9)


@pytest.mark.parametrize("x0", np.linspace(-8.0, 8.0, 17))
def test_logistic_cd_step_of_small_curvature_never_rises(x0):
    """Probabilities far from 1/2 promise a step beyond the minimum, where the loss is as steep."""
    problem = SparseLogistic([[1.0], [1.0]], [1.0, -1.0], 1e-3)
    run = cd(problem, x0=[x0], tol=1e-9, model="own")
    assert run.status == "converged"
    assert np.all(np.diff(run.trace.objective) <= 1e-14)
