"""Random and degenerate problems of the sparse linear family: what holds for all of them."""

from functools import partial

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from promises import assert_sound, assert_weak_duality, may_creep

from solvers import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    SparseLogistic,
    solve_block_cd,
    solve_coordinate_descent,
    solve_projected_gradient,
    solve_proximal_gradient,
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
    extra = () if kind in (SparseLogistic, ConstrainedLasso) else (groups,)
    share = draw(st.sampled_from([0.0, 0.01, 0.3, 1.0, 2.0]))
    if kind in (ConstrainedLasso, ConstrainedGroupLasso):
        return kind(X, t, share, *extra)
    return kind(X, t, share * (kind(X, t, 1.0, *extra).lam_max or 1.0), *extra)


@given(problems(), st.data())
def test_no_row_has_a_negative_gap_and_converged_is_proved(problem, data):
    solve = data.draw(st.sampled_from(SOLVERS[type(problem)]))
    result = solve(problem, seed=data.draw(st.integers(0, 9)), max_iter=60, tol=1e-9)
    assert_sound(problem, result, 1e-9)


@given(problems(), st.data())
def test_weak_duality_at_any_pair(problem, data):
    numbers = st.floats(-10, 10)
    w = data.draw(arrays(np.float64, problem.X.shape[1], elements=numbers))
    theta = data.draw(arrays(np.float64, problem.t.size, elements=numbers))
    assert_weak_duality(problem, w, theta)


#: Two groups of which one can nearly replace the other: descent creeps over in 65,999 sweeps.
CREEPING = GroupLasso([[0.0625, 1.0, 0.0, 1.0]], [1.0], 0.010019512213675875, [0, 1, 0, 0])


def test_descent_that_creeps_arrives():
    result = solve_block_cd(CREEPING, tol=1e-6, max_iter=1_000_000, record_every=0)
    assert result.status == "converged"


@given(problems((GroupLasso, SparseLogistic, GroupLogistic)), st.booleans())
@example(CREEPING, False)
def test_descent_solves_them_all(problem, recorded):
    solve = solve_coordinate_descent if type(problem) is SparseLogistic else solve_block_cd
    # Without a price a minimum may lie at infinity, which no budget reaches.
    most = 20_000 if problem.lam > 0.0 else 1_000
    result = solve(problem, tol=1e-6, max_iter=most, record_every=int(recorded))
    if problem.lam == 0.0 and result.status != "converged":
        # Of classes the minimum lies at infinity, in no coordinate's direction; of squares no bound
        # is known where columns depend on each other.
        assert type(problem) is not GroupLasso or problem.least == 0.0
        return
    assert_sound(problem, result, 1e-6)
    # Where one group can nearly replace another descent creeps, and says so.
    creeping = result.status == "max_iter" and may_creep(problem.X)
    assert result.status == "converged" or creeping
    # The optimality conditions, with the slack that the gap allows.
    c = problem.X.T @ problem.residual(problem.fit(result.x))
    slack = np.sqrt(2 * max(result.certificate.gap, 0.0) + 1e-12) * np.linalg.norm(problem.X)
    assert problem.dual_norm(c) <= problem.lam + 2 * slack + 1e-9
    shrunk = problem.lam * problem.size(result.x) - c @ result.x
    assert abs(shrunk) <= 2 * slack * (1 + np.linalg.norm(result.x)) + 1e-9


@given(problems((ConstrainedLasso, ConstrainedGroupLasso)))
def test_projected_gradient_ends_on_the_ball(problem):
    result = solve_projected_gradient(problem, accelerated=True, max_iter=20_000, tol=1e-6)
    assert result.status in ("converged", "stalled") and result.certificate.infeasibility == 0.0
    assert result.certificate.relative_gap <= 1e-6 or problem.at_zero == 0.0
    assert problem.size(result.x) <= problem.eta * (1 + 1e-12)
