"""Random and degenerate problems of the sparse linear family and of sparse precision: what holds
for all of them."""

from functools import partial

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from promises import assert_sound, assert_weak_duality, may_creep

from solvers import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    Lasso,
    SparseLogistic,
    SparsePrecision,
    solve_admm,
    solve_alternating_linearization,
    solve_block_cd,
    solve_coordinate_descent,
    solve_projected_gradient,
    solve_proximal_gradient,
    solve_subgradient,
)

PROX = [
    solve_proximal_gradient,
    partial(solve_proximal_gradient, accelerated=True, backtracking=True),
]
PROJECTED = [
    solve_projected_gradient,
    partial(solve_projected_gradient, accelerated=True, backtracking=True),
]


def forms(solve):
    return [solve, partial(solve, record_every=0), partial(solve, steps="updates")]


SOLVERS = {
    Lasso: [
        solve_coordinate_descent,
        partial(solve_coordinate_descent, order="cyclic", record_every=0),
        partial(solve_coordinate_descent, order="greedy", steps="updates"),
        *PROX,
        solve_subgradient,
    ],
    GroupLasso: forms(solve_block_cd) + PROX,
    SparseLogistic: [*forms(solve_coordinate_descent), *PROX,
                     partial(solve_coordinate_descent, variant="printed")],
    GroupLogistic: forms(solve_block_cd) + PROX,
    ConstrainedLasso: PROJECTED,
    ConstrainedGroupLasso: PROJECTED,
}  # fmt: skip


@st.composite
def problems(draw, kinds=tuple(SOLVERS)):
    """Few small integers make ties, duplicates, zero columns and separated classes common."""
    kind = draw(st.sampled_from(kinds))
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    whole = st.integers(-2, 2).map(float)
    entry = draw(st.sampled_from([whole, st.floats(-2, 2, width=16, allow_subnormal=False)]))
    X = draw(arrays(np.float64, (n, d), elements=entry))
    X[:, draw(st.integers(0, d - 1))] *= draw(st.sampled_from([0.0, 1.0, 1.0, 1e-3]))
    t = draw(arrays(np.float64, n, elements=entry))
    if kind in (SparseLogistic, GroupLogistic):
        t = np.where(t > 0, 1.0, -1.0)
    groups = draw(arrays(np.int64, d, elements=st.integers(0, 2)))
    extra = () if kind in (Lasso, SparseLogistic, ConstrainedLasso) else (groups,)
    share = draw(st.sampled_from([0.0, 0.01, 0.3, 1.0, 2.0]))
    if kind in (ConstrainedLasso, ConstrainedGroupLasso):
        return kind(X, t, share, *extra)
    return kind(X, t, share * (kind(X, t, 1.0, *extra).lam_max or 1.0), *extra)


@given(problems(), st.data())
def test_sparse_solver_on_degenerate_data_is_sound(problem, data):
    solve = data.draw(st.sampled_from(SOLVERS[type(problem)]))
    result = solve(problem, seed=data.draw(st.integers(0, 9)), max_iter=60, tol=1e-9)
    assert_sound(problem, result, 1e-9)


@given(problems(), st.data())
def test_sparse_certificate_at_any_pair_obeys_weak_duality(problem, data):
    numbers = st.floats(-10, 10)
    w = data.draw(arrays(np.float64, problem.X.shape[1], elements=numbers))
    theta = data.draw(arrays(np.float64, problem.t.size, elements=numbers))
    assert_weak_duality(problem, w, theta)


#: Two columns that differ by little, and no penalty: descent takes 277,280 sweeps. Two groups of
#: which one can nearly replace the other: 65,999.
CREEPING = [
    Lasso(
        [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.25, 0.3125], [0.5, -2.0, -1.5]],
        [0.0, 1.0, 1.0, 1.0, 1.0],
        0.0,
    ),
    GroupLasso([[0.0625, 1.0, 0.0, 1.0]], [1.0], 0.010019512213675875, [0, 1, 0, 0]),
]


@pytest.mark.parametrize("problem", CREEPING)
def test_descent_on_creeping_data_converges_in_a_million_sweeps(problem):
    solve = SOLVERS[type(problem)][0]
    assert solve(problem, tol=1e-7, max_iter=1_000_000, record_every=0).status == "converged"


@given(problems((Lasso, GroupLasso, SparseLogistic, GroupLogistic)), st.booleans())
@example(CREEPING[0], False)
@example(CREEPING[1], False)
def test_descent_converges_or_is_known_to_creep(problem, recorded):
    solve, kind = SOLVERS[type(problem)][0], type(problem)
    # Without a price a minimum may lie at infinity, which no budget reaches.
    most = 20_000 if problem.lam > 0.0 or kind is Lasso else 1_000
    result = solve(problem, tol=1e-7, max_iter=most, record_every=int(recorded))
    # Where columns or groups can nearly replace others descent creeps, and says so.
    creeping = result.status == "max_iter" and may_creep(problem.X)
    if problem.lam == 0.0 and result.status != "converged":
        # Of classes the minimum lies at infinity, in no coordinate's direction; of squares no bound
        # is known where columns depend on each other.
        squares = kind in (Lasso, GroupLasso)
        assert not squares or problem.least == 0.0 or (creeping and kind is Lasso)
        return
    assert_sound(problem, result, 1e-7)
    assert result.status == "converged" or creeping
    # The optimality conditions, with the slack that the gap allows.
    c = problem.X.T @ problem.residual(problem.fit(result.x))
    slack = np.sqrt(2 * max(result.certificate.gap, 0.0) + 1e-12) * np.linalg.norm(problem.X)
    assert problem.dual_norm(c) <= problem.lam + 2 * slack + 1e-9
    shrunk = problem.lam * problem.size(result.x) - c @ result.x
    assert abs(shrunk) <= 2 * slack * (1 + np.linalg.norm(result.x)) + 1e-9


@given(problems((ConstrainedLasso, ConstrainedGroupLasso)))
def test_projected_gradient_ends_in_the_ball(problem):
    result = solve_projected_gradient(problem, accelerated=True, max_iter=20_000, tol=1e-6)
    assert result.status in ("converged", "stalled") and result.certificate.infeasibility == 0.0
    assert result.certificate.relative_gap <= 1e-6 or problem.at_zero == 0.0
    assert problem.size(result.x) <= problem.eta * (1 + 1e-12)


# --- precision matrices ---------------------------------------------------------------------------

PRECISION = [solve_alternating_linearization, solve_admm, solve_proximal_gradient]


@st.composite
def matrices(draw):
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
@given(matrices(), st.sampled_from(PRECISION))
def test_precision_solver_on_degenerate_data_is_sound(problem, solve):
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
@given(matrices(), st.integers(0, 2**32 - 1))
def test_precision_certificate_at_any_pair_obeys_weak_duality(problem, seed):
    """Weak duality at random points."""
    rng = np.random.default_rng(seed)
    m = len(problem.Sigma)
    A, V = rng.normal(size=(m, m)), rng.normal(size=(m, m)) * np.abs(problem.Sigma).max()
    certificate = problem.certify(A @ A.T + 1e-3 * np.eye(m), problem.Sigma + V)
    assert not certificate.gap < -1e-9 * m


@settings(max_examples=30)
@given(matrices())
def test_proved_zeros_are_zeros_of_a_better_solution(problem):
    rough = solve_alternating_linearization(problem, tol=1e-3, max_iter=40)
    if rough.status != "converged":
        return
    fine = solve_alternating_linearization(problem, tol=1e-9, max_iter=200, x0=rough)
    if fine.status == "converged":
        proved = problem.proved_zeros(rough.x, rough.dual["Z"])
        e = problem.scales()
        assert np.all(np.abs(fine.x / np.outer(e, e))[proved] <= 1e-3)
