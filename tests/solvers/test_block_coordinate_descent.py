"""Block coordinate descent: a group's problem in one unknown, rotated groups, and the rows of a
trace."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    GroupLasso,
    GroupLogistic,
    InputError,
    Lasso,
    SparseLogistic,
    group_subproblem,
    solve_block_cd,
    solve_coordinate_descent,
)
from solvers.block_coordinate_descent import rotated
from solvers.sparse.group_subproblem import MOST_NEWTON, members, newton_norm
from solvers.sparse.working_sets import enough


def random_problem(kind, n, d, share, seed, groups=None):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d)) * rng.uniform(0.3, 3.0, d)
    t = X[:, 0] + rng.standard_normal(n)
    groups = rng.integers(0, max(d // 3, 1), d) if groups is None else groups
    if kind is GroupLogistic:
        t = np.where(t > 0, 1.0, -1.0)
    return kind(X, t, share * kind(X, t, 1.0, groups).lam_max, groups)


# --- one group's problem --------------------------------------------------------------------------


def test_group_subproblem_has_the_value_of_the_note():
    solved = group_subproblem([[2, 1], [1, 3]], [-3, 1], 1)
    assert np.allclose(solved.w, (1.37206605, -0.64828730), atol=1e-8)
    assert solved.iterates[-1] == pytest.approx(1.51751167, abs=1e-8)
    assert solved.lam2 == pytest.approx(0.32948676, abs=1e-8)
    assert solved.value == pytest.approx(-1.62348689, abs=1e-8)


def test_newton_norm_from_any_guess_finds_the_root():
    """From far beyond the root a step may lead below its bound, and below 0."""
    rng, iterates = np.random.default_rng(0), np.empty(MOST_NEWTON)
    for _ in range(60):
        p = rng.integers(2, 6)
        a, c = 10.0 ** rng.uniform(-6.0, 0.0, p), rng.standard_normal(p)
        lam = rng.uniform(0.01, 0.99) * np.linalg.norm(c)
        for first in (0.0, 10.0 ** rng.uniform(0.0, 8.0)):
            rho = iterates[newton_norm(a, c, lam, first, iterates) - 1]
            assert np.linalg.norm(c / (a * rho + lam)) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("lam", [0.51, 0.7, 2.0])
def test_group_subproblem_of_dependent_columns_is_stationary(lam):
    """Along a direction without curvature only lam holds w: if it outweighs the slope."""
    A, b = np.diag([1.0, 0.0]), np.array([3.0, 0.5])
    w = group_subproblem(A, b, lam).w
    assert np.allclose(A @ w + b + lam * w / np.linalg.norm(w), 0.0, atol=1e-9)
    with pytest.raises(InputError, match="there is no minimum"):
        group_subproblem(A, b * lam / 0.51, 0.98 * lam * 0.5 / 0.51)


@given(st.integers(1, 6), st.integers(0, 8), st.floats(0, 0.999), st.integers(0, 10**6))
def test_group_subproblem_iterates_rise_to_the_optimal_root(p, decades, share, seed):
    rng = np.random.default_rng(seed)
    Q = np.linalg.qr(rng.standard_normal((p, p)))[0]
    A = (Q * 10.0 ** rng.uniform(-decades, 0, p)) @ Q.T
    A, b = 0.5 * (A + A.T), rng.standard_normal(p)
    lam = share * np.linalg.norm(b)
    solved = group_subproblem(A, b, lam)
    w, size = solved.w, np.linalg.norm(solved.w)
    assert np.all(np.diff(solved.iterates) > 0) and solved.iterates.size <= 16
    assert size == pytest.approx(solved.iterates[-1], rel=1e-10)
    slope = A @ w + b + lam * w / size
    assert np.linalg.norm(slope) <= 1e-6 * np.linalg.norm(b)
    psi = np.sum((solved.slope / (solved.curvature * solved.iterates[-1] + lam)) ** 2)
    assert psi == pytest.approx(1.0, abs=1e-6)
    assert np.allclose((A + 2 * solved.lam2 * np.eye(p)) @ w, -b, atol=1e-6)
    assert solved.value <= 1e-12


def test_group_subproblem_of_short_slope_is_zero():
    solved = group_subproblem(np.eye(2), [0.6, -0.8], 1.0)
    assert not solved.w.any() and solved.iterates.size == 0 and solved.lam2 == np.inf
    one = group_subproblem(4 * np.eye(2), [3.0, 4.0], 1.0)
    assert one.iterates.size == 1 and np.allclose(one.w, [-0.6, -0.8])


def test_group_subproblem_flat_direction_is_bounded_by_penalty():
    solved = group_subproblem(np.diag([2.0, 0.0]), [3.0, 0.5], 1.0)
    w = solved.w
    assert np.allclose(np.diag([2.0, 0.0]) @ w + [3.0, 0.5] + w / np.linalg.norm(w), 0, atol=1e-10)


# --- rotated groups -------------------------------------------------------------------------------


@pytest.mark.parametrize("degenerate", [False, True])
def test_rotated_group_keeps_norm_and_fit_with_orthogonal_columns(degenerate):
    rng, groups = np.random.default_rng(0), np.array([2, 0, 1, 0, 2, 2, 1, 3, 2, 2])
    X, w = rng.standard_normal((4, 10)), rng.standard_normal(10)
    if degenerate:
        X[:, 3] = 1e-7 * X[:, 3] + X[:, 1]
        X[:, 4], X[:, 6] = X[:, 0], 0.0
    for g, columns in enumerate(members(groups)):
        assert np.array_equal(np.sort(columns), np.flatnonzero(groups == g))
        block = rotated(X, columns, w)
        assert np.allclose(block.Q @ block.u, w[columns], atol=1e-12)
        assert np.linalg.norm(block.u) == pytest.approx(np.linalg.norm(w[columns]))
        assert np.allclose(block.u @ block.R, X[:, columns] @ w[columns], atol=1e-12)
        assert np.allclose(block.R @ block.R.T, np.diag(block.a), atol=1e-12)


def test_block_cd_ill_conditioned_group_converges_in_two_sweeps():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((20, 2)) @ np.array([[1.0, 1.0], [0.0, 1e-8]])
    problem = GroupLasso(X, rng.standard_normal(20), 0.0, [0, 0])
    result = solve_block_cd(problem, tol=1e-7)
    assert result.status == "converged" and result.trace.iteration[-1] <= 2
    best, *_ = np.linalg.lstsq(X, problem.t, rcond=None)
    assert result.certificate.objective <= problem.certify(best).objective + 1e-7


# --- the method -----------------------------------------------------------------------------------


def test_block_cd_single_group_converges_in_one_update():
    problem = random_problem(GroupLasso, 30, 6, 0.3, seed=2, groups=np.zeros(6, dtype=int))
    result = solve_block_cd(problem, tol=1e-12, steps="updates")
    assert result.status == "converged" and result.trace.iteration[-1] == 1


def test_block_cd_groups_of_one_equal_coordinate_descent():
    rng = np.random.default_rng(3)
    X, t, alone = rng.standard_normal((30, 6)), rng.standard_normal(30), np.arange(6)
    labels = np.where(t > 0, 1.0, -1.0)
    for kind, group_kind, y in ((Lasso, GroupLasso, t), (SparseLogistic, GroupLogistic, labels)):
        one = solve_coordinate_descent(kind(X, y, 0.8), seed=4, tol=1e-8)
        other = solve_block_cd(group_kind(X, y, 0.8, alone), seed=4, tol=1e-8)
        assert np.allclose(one.trace.snapshots["w"][:4], other.trace.snapshots["w"][:4], atol=1e-9)
        assert np.allclose(one.x, other.x, atol=1e-5)


@pytest.mark.parametrize("kind", [GroupLasso, GroupLogistic])
def test_block_cd_update_minimises_its_model(kind):
    problem = random_problem(kind, 30, 7, 0.4, seed=5, groups=np.arange(7) // 2)
    shots = solve_block_cd(problem, steps="updates", tol=1e-10, x0=np.full(7, 0.3)).trace.snapshots
    assert shots["group"][0] == -1 and shots["rho"].shape[1] == 32
    roots = 0
    for k in range(1, len(shots["w"])):
        before, after = shots["w"][k - 1], shots["w"][k]
        block = problem.groups == shots["group"][k]
        assert np.allclose(before[~block], after[~block], atol=1e-14)
        assert shots["old_norm"][k] == pytest.approx(np.linalg.norm(before[block]), abs=1e-12)
        assert shots["new_norm"][k] == pytest.approx(np.linalg.norm(after[block]), abs=1e-12)
        count, rho = shots["newton"][k], shots["rho"][k]
        assert np.isnan(rho[count:]).all() and not np.isnan(rho[:count]).any()
        a, c = (shots[name][k][: block.sum()] for name in ("curvature", "slope"))
        X, residual = problem.X[:, block], problem.residual(problem.fit(before))
        s = np.ones(30) if kind is GroupLasso else np.abs(residual) * (1 - np.abs(residual))
        A = X.T @ (X * s[:, None])
        b = -X.T @ residual - A @ before[block]
        assert np.allclose(np.sort(a), np.linalg.eigvalsh(A), rtol=1e-8, atol=1e-9)
        assert np.linalg.norm(c) == pytest.approx(np.linalg.norm(b), rel=1e-7, abs=1e-9)
        assert (count == 0) == (np.linalg.norm(b) <= problem.lam)
        if count:
            roots += 1
            psi = np.sum((c / (a * rho[count - 1] + problem.lam)) ** 2)
            assert psi == pytest.approx(1.0, abs=1e-9)
        if kind is GroupLasso or shots["alpha"][k] == 1.0:
            want = group_subproblem(0.5 * (A + A.T), b, problem.lam).w
            assert np.allclose(after[block], want, atol=1e-7)
    assert roots > 5 and (shots["newton"][1:] == 0).any()


def test_block_cd_line_search_takes_the_first_sufficient_step():
    """alpha is the first of 1, 1/2, ... that yields a hundredth of the promised decrease."""
    problem = random_problem(GroupLogistic, 30, 6, 0.02, seed=6, groups=np.arange(6) // 3)
    start = np.array([6.0, -4.0, 5.0, -6.0, 3.0, 2.0])
    shots = solve_block_cd(problem, steps="updates", x0=start, tol=1e-10).trace.snapshots
    F, halved = lambda w: problem.certify(w).objective, 0
    for k in range(1, 20):
        before, after, alpha = shots["w"][k - 1], shots["w"][k], shots["alpha"][k]
        assert F(after) <= F(before) + 1e-12
        assert alpha == (0.5 ** (shots["trials"][k] - 1) if shots["trials"][k] else 0.0)
        if 0.0 < alpha < 1.0:
            twice = before + 2.0 * (after - before)
            way, norm = (after - before) / alpha, lambda w: problem.penalty(w)
            gradient = -problem.X.T @ problem.residual(problem.fit(before))
            slope = gradient @ way + norm(before + way) - norm(before)
            assert slope < 0.0 and F(after) <= F(before) + alpha * 0.01 * slope
            assert F(twice) > F(before) + 2 * alpha * 0.01 * slope
            halved += 1
    assert halved > 0


@pytest.mark.parametrize("kind", [GroupLasso, GroupLogistic])
def test_block_cd_wide_problem_sweeps_a_working_set(kind):
    problem = random_problem(kind, 40, 600, 0.3, seed=8, groups=np.arange(600) // 5)
    forms = [{}, {"record_every": 0}] + [{"model": "shared"}] * (kind is GroupLogistic)
    for options in forms:
        result = solve_block_cd(problem, tol=1e-9, **options)
        assert result.status == "converged"
        assert problem.certify(result.x, **result.dual).holds(1e-9)
        zero = np.linalg.norm(result.x.reshape(-1, 5), axis=1) == 0.0
        assert zero.sum() > 60
    swept = solve_block_cd(problem).trace.snapshots["visited"][1]
    assert 20 <= swept < 120
    assert solve_block_cd(problem, active_set=False).trace.snapshots["visited"][1] == 120


@pytest.mark.parametrize("n, d, share", [(400, 60, 0.05), (60, 300, 0.2), (80, 40, 0.5)])
def test_block_cd_unrecorded_solves_groups_on_their_products(n, d, share, monkeypatch):
    """No group is rotated on X; a start that leaves some weights of a group at 0 is one as well."""
    monkeypatch.setattr("solvers.block_coordinate_descent.rotated", None)
    problem = random_problem(GroupLasso, n, d, share, seed=n)
    whole = solve_block_cd(problem, tol=1e-10, record_every=0)
    x0 = np.where(np.arange(d) % 3, whole.x, 0.0) + np.where(np.arange(d) % 7, 0.0, 1.0)
    for result in (whole, solve_block_cd(problem, x0=x0, tol=1e-10, record_every=0)):
        assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(
            1e-10
        )
        assert not problem.certify(result.x + 0.01).holds(1e-10)
    monkeypatch.undo()
    recorded = solve_block_cd(problem, tol=1e-10)
    assert np.allclose(recorded.x, whole.x, atol=1e-4 * np.abs(whole.x).max())


@pytest.mark.parametrize("other", [lambda x: x, np.zeros_like, lambda x: x * (1 + 1e-7 * x)])
def test_block_cd_nearly_equal_columns_converge(other):
    X = np.random.default_rng(5).standard_normal((90, 24))
    X[:, 1] = other(X[:, 0])
    groups, t = np.arange(24) // 4, X[:, :8].sum(axis=1)
    problem = GroupLasso(X, t, 0.1 * GroupLasso(X, t, 1.0, groups).lam_max, groups)
    assert solve_block_cd(problem, tol=1e-10, record_every=0).status == "converged"


def test_block_cd_permuted_groups_have_the_same_answer():
    plain = random_problem(GroupLasso, 30, 9, 0.1, seed=9, groups=np.arange(9) // 3)
    shuffled = np.random.default_rng(0).permutation(9)
    other = GroupLasso(plain.X[:, shuffled], plain.t, plain.lam, plain.groups[shuffled])
    run = partial(solve_block_cd, tol=1e-12)
    assert np.allclose(run(plain).x[shuffled], run(other).x, atol=1e-6)


def test_working_sets_enough_follows_the_square_root_of_the_gap():
    # By the root of h delta^2, a gap twice the limit needs a sixteenth of it, not a ten-thousandth.
    assert enough(1.0, 0.5, 2e-6, 1e-6) == pytest.approx(0.5 / 16)
    assert enough(1.0, 0.5, 1.0, 1e-6) == 1e-4 and enough(1.0, 0.0, 2e-6, 1e-6) == 1e-4
