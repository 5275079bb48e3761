"""Properties of sparse precision problems on random data of every kind."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers import (
    SparsePrecision,
    solve_admm,
    solve_alternating_linearization,
    solve_proximal_gradient,
)

SOLVERS = [solve_alternating_linearization, solve_admm, solve_proximal_gradient]


@st.composite
def problems(draw):
    """Covariances (full rank, singular, with duplicated features, of mixed units) and indefinite
    matrices; penalties that are zero, one number, or entrywise with a free diagonal."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    m = draw(st.integers(1, 7))
    kind = draw(st.sampled_from(["full", "singular", "duplicate", "units", "indefinite"]))
    X = rng.normal(size=({"singular": max(1, m // 2)}.get(kind, 3 * m), m))
    if kind == "duplicate":
        X = np.hstack([X, X[:, :1]])
    if kind == "units":
        X = X * 10.0 ** rng.uniform(-3, 3, size=m)
    Sigma = X.T @ X / len(X)
    if kind == "indefinite":
        A = rng.normal(size=(m, m))
        Sigma = (A + A.T) / 2 + rng.uniform(0, 3) * np.eye(m)
    size = np.abs(Sigma).max()
    penalty = draw(st.sampled_from(["none", "scalar", "scalar", "free diagonal"]))
    rho = 0.0 if penalty == "none" else size * 10.0 ** rng.uniform(-3, 0.3)
    if penalty == "free diagonal":
        rho = rho * (1.0 - np.eye(len(Sigma)))
    return SparsePrecision((Sigma + Sigma.T) / 2, rho)


@settings(max_examples=60)
@given(problems(), st.sampled_from(SOLVERS))
def test_every_row_is_certified_and_every_answer_sound(problem, solve):
    m = len(problem.Sigma)
    result = solve(problem, tol=1e-8, max_iter=60)
    gap = result.trace.gap
    assert not np.any(gap < -1e-9 * m)
    if result.status == "unbounded":
        direction = result.dual["direction"]
        size = np.vdot(np.abs(problem.Sigma) + problem.weights, np.abs(direction))
        assert np.linalg.eigvalsh(direction)[0] >= -1e-12
        assert problem.linear(direction) <= 1e-12 * size
        # Had the problem a dual point Z, <Z, direction> <= linear(direction) <= 0 would contradict
        # Z > 0: so the start of no run can have had one.
        assert np.all(result.trace.bound == -np.inf)
        return
    assert problem.certify(result.x, **result.dual) == result.certificate
    assert (result.status == "converged") == result.certificate.holds(1e-8)
    assert np.array_equal(result.x, result.x.T) and np.linalg.eigvalsh(result.x)[0] > 0


@settings(max_examples=40)
@given(problems(), st.integers(0, 2**32 - 1))
def test_no_dual_point_beats_a_primal_point(problem, seed):
    """Weak duality at random points."""
    rng = np.random.default_rng(seed)
    m = len(problem.Sigma)
    A, V = rng.normal(size=(m, m)), rng.normal(size=(m, m)) * np.abs(problem.Sigma).max()
    certificate = problem.certify(A @ A.T + 1e-3 * np.eye(m), problem.Sigma + V)
    assert not certificate.gap < -1e-9 * m


@settings(max_examples=30)
@given(problems())
def test_proved_zeros_are_zeros_of_a_better_solution(problem):
    rough = solve_alternating_linearization(problem, tol=1e-3, max_iter=40)
    if rough.status != "converged":
        return
    fine = solve_alternating_linearization(problem, tol=1e-9, max_iter=200, x0=rough)
    if fine.status == "converged":
        proved = problem.proved_zeros(rough.x, rough.dual["Z"])
        e = problem.scales()
        assert np.all(np.abs(fine.x / np.outer(e, e))[proved] <= 1e-3)
