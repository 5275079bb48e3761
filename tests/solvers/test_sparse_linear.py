"""The problems of the sparse linear family as data, and their proofs of optimality."""

import dataclasses
import warnings

import numpy as np
import pytest

from solvers import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    InputError,
    Lasso,
    SparseLogistic,
    project_group_ball,
    solve_block_cd,
    solve_coordinate_descent,
    solve_projected_gradient,
    solve_proximal_gradient,
    solve_subgradient,
)
from solvers.problems.columns import top_eigenvalue

A = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, -1, 1]])
T = np.array([3.0, -1, 1, 4])
C = np.array([[1.0, 0, 1], [0, 1, 1], [0, 0, 1], [0, 0, 0]])
D = np.array([[1.0, 2], [2, 0], [0, 1], [-1, 1], [1, -1], [2, 2]])
LABELS = np.array([1.0, -1, 1, -1, 1, 1])
GROUPS = [1, 1, 2]


def solved(problem):
    for kinds, solve in (
        ((GroupLasso, GroupLogistic), solve_block_cd),
        ((Lasso, SparseLogistic), solve_coordinate_descent),
        ((ConstrainedLasso, ConstrainedGroupLasso), solve_projected_gradient),
    ):
        if isinstance(problem, kinds):
            return solve(problem, tol=1e-12, max_iter=100_000, record_every=0)
    raise AssertionError(problem)


def samples(seed, n=12, d=7):
    """One problem of each kind on Gaussian data."""
    rng = np.random.default_rng(seed)
    X, t = rng.standard_normal((n, d)), rng.standard_normal(n)
    y, groups = np.where(t > 0, 1.0, -1.0), rng.integers(0, 3, d)
    return [
        Lasso(X, t, 1.3),
        GroupLasso(X, t, 1.3, groups),
        SparseLogistic(X, y, 0.4),
        GroupLogistic(X, y, 0.4, groups),
        ConstrainedLasso(X, t, 0.3),
        ConstrainedGroupLasso(X, t, 0.3, groups),
    ]


each = pytest.mark.parametrize("problem", samples(1), ids=lambda p: type(p).__name__)


@each
def test_problem_residual_prox_and_dual_norm_follow_definitions(problem):
    rng = np.random.default_rng(0)
    w, step = rng.standard_normal(problem.X.shape[1]), 1e-6
    fit = problem.fit(w)
    assert np.allclose(fit, problem.X @ w)
    slope = [
        (problem.loss(fit + e) - problem.loss(fit - e)) / (2 * step)
        for e in step * np.eye(fit.size)
    ]
    assert np.allclose(problem.residual(fit), -np.array(slope), atol=1e-7)
    # Omega^* is the support function of the ball of Omega.
    c = rng.standard_normal(w.size)
    inside = [v / problem.size(v) for v in rng.standard_normal((2000, w.size))]
    assert max(v @ c for v in inside) <= problem.dual_norm(c)
    # The proximal point beats its neighbours; a projection stays inside.
    price = lambda u: 0.5 * np.sum((u - w) ** 2) + 0.3 * problem.penalty(u)
    u = problem.prox(w, 0.3)
    eta = getattr(problem, "eta", np.inf)
    assert problem.size(u) <= eta * (1 + 1e-14)
    for e in rng.standard_normal((200, w.size)):
        near = u + 1e-2 * e
        assert price(near) > price(u) or problem.size(near) > eta


@each
def test_problem_lipschitz_bounds_the_change_of_the_gradient(problem):
    rng, L = np.random.default_rng(4), problem.lipschitz()
    gradient = lambda w: -problem.X.T @ problem.residual(problem.fit(w))
    ratios = []
    for scale in (1e-3, 1.0, 10.0):
        for _ in range(50):
            u, v = scale * rng.standard_normal((2, problem.X.shape[1]))
            change = np.linalg.norm(gradient(u) - gradient(v))
            ratios.append(change / np.linalg.norm(u - v))
    assert 0.4 * L < max(ratios) <= L * (1 + 1e-9)


def test_lam_max_of_the_check_problems():
    assert GroupLasso(A, T, 1.0, GROUPS).lam_max == pytest.approx(12.64911064, abs=1e-8)
    assert SparseLogistic(D, LABELS, 1.0).lam_max == 1.5
    assert Lasso(A, T, 1.0).lam_max == 12.0 and Lasso(C, [2.0, 2, 1, 1], 1.0).lam_max == 5.0


def test_group_problems_with_groups_of_one_equal_the_plain_ones():
    (_, group, logistic, _, _, ball), alone = samples(2), np.arange(7)
    pairs = [
        (Lasso(group.X, group.t, 1.3), GroupLasso(group.X, group.t, 1.3, alone)),
        (logistic, GroupLogistic(logistic.X, logistic.t, 0.4, alone)),
        (
            ConstrainedLasso(ball.X, ball.t, 0.3),
            ConstrainedGroupLasso(ball.X, ball.t, 0.3, alone),
        ),
    ]
    rng = np.random.default_rng(0)
    for one, other in pairs:
        for scale in (0.02, 1.0):
            w = scale * rng.standard_normal(7)
            a, b = one.certify(w), other.certify(w)
            assert a.objective == pytest.approx(b.objective, rel=1e-13)
            assert a.bound == pytest.approx(b.bound, rel=1e-12)
            assert np.allclose(one.prox(w, 0.1), other.prox(w, 0.1), atol=1e-14)


def test_ball_certificate_measures_points_outside():
    for problem in samples(3)[4:]:
        w = np.ones(7)
        c = problem.certify(w)
        assert c.infeasibility == pytest.approx(1.0 - 0.3 / problem.size(w))
        assert c.objective == pytest.approx(problem.loss(problem.X @ w), rel=1e-14)
        inside = problem.prox(w, 1.0)
        assert problem.certify(inside).infeasibility == 0.0
        assert not problem.certify(1.001 * inside).holds(1e-6)


def test_ball_bound_is_at_least_the_frank_wolfe_bound():
    for problem in samples(4)[4:]:
        for seed in range(20):
            w = problem.prox(np.random.default_rng(seed).standard_normal(7), 1.0)
            g = -problem.X.T @ problem.residual(problem.fit(w))
            gap = g @ w + problem.eta * problem.dual_norm(g)
            assert problem.certify(w).gap <= gap * (1 + 1e-12)


def test_logistic_bound_at_lam_zero_is_tight_where_classes_overlap():
    """Where the classes overlap the bound is tight at the minimum; where they do not, it is 0."""
    w = np.zeros(2)
    problem = SparseLogistic(D, LABELS, 0.0)
    for _ in range(8):
        q = np.abs(problem.residual(D @ w))
        w = w + np.linalg.solve(D.T @ (D * (q * (1 - q))[:, None]), D.T @ problem.residual(D @ w))
        assert problem.certify(w).bound <= 3.6605
    assert problem.certify(w).holds(1e-14) and not problem.certify(w + 0.1).holds(1e-4)
    apart = SparseLogistic(D, np.where(D @ [1.0, 1.3] > 0.1, 1, -1), 0.0)
    for length in (0.1, 1.0, 10.0, 50.0):
        c = apart.certify(length * np.array([1.0, 1.3]) - [0.0, 0.0])
        assert 0.0 <= c.bound <= 1e-12


def test_logistic_value_far_from_the_answer_is_finite():
    far = samples(5)[2].certify(1e4 * np.ones(7))
    assert np.isfinite(far.objective) and 0.0 <= far.bound <= far.objective


def test_group_labels_may_be_texts_in_any_order():
    named = GroupLasso(A, T, 1.0, ["size", "age", "size"])
    assert named.groups.tolist() == [1, 0, 1]
    assert named.penalty(np.array([3.0, 2.0, 4.0])) == 7.0


def test_problem_without_columns_or_rows_is_solved_by_zeros():
    for shape in ((4, 0), (0, 3), (0, 0)):
        X, t, groups = np.zeros(shape), np.ones(shape[0]), np.zeros(shape[1], dtype=int)
        for problem in (
            Lasso(X, t, 1.0),
            Lasso(X, t, 0.0),
            GroupLasso(X, t, 1.0, groups),
            GroupLasso(X, t, 0.0, groups),
            SparseLogistic(X, t, 1.0),
            GroupLogistic(X, t, 1.0, groups),
            GroupLogistic(X, t, 0.0, groups),
            ConstrainedLasso(X, t, 1.0),
            ConstrainedGroupLasso(X, t, 1.0, groups),
        ):
            result = solved(problem)
            assert result.x.shape == (shape[1],) and not result.x.any()
            assert result.status == "converged" and result.certificate.gap == 0.0
            if not hasattr(problem, "eta"):
                assert solve_proximal_gradient(problem).certificate.gap == 0.0


def test_project_group_ball_is_nearest():
    rng, groups = np.random.default_rng(0), np.array([0, 1, 0, 2, 1, 0])
    for radius in (0.0, 0.5, 2.0, 100.0):
        v = rng.standard_normal(6)
        w = project_group_ball(v, radius, groups)
        sizes = [np.linalg.norm(w[groups == g]) for g in range(3)]
        assert sum(sizes) <= radius * (1 + 1e-14)
        # Every other point of the ball is farther from v.
        for u in rng.standard_normal((300, 6)):
            size = sum(np.linalg.norm(u[groups == g]) for g in range(3))
            u *= min(1.0, radius / size)
            assert np.linalg.norm(u - v) >= np.linalg.norm(w - v) - 1e-12


@pytest.mark.parametrize("factor", [1.0, 1.5, 3.0])
@pytest.mark.parametrize("problem", samples(1)[:4], ids=lambda p: type(p).__name__)
def test_lam_above_lam_max_has_certified_zeros(problem, factor):
    zero = np.zeros(problem.X.shape[1])
    at = dataclasses.replace(problem, lam=factor * problem.lam_max * (1.0 + 1e-12))
    assert at.certify(zero).holds(1e-10)
    assert not dataclasses.replace(at, lam=0.5 * problem.lam_max).certify(zero).holds(1e-4)


@pytest.mark.parametrize("problem", samples(1)[2:4], ids=lambda p: type(p).__name__)
def test_dual_vector_outside_the_box_proves_what_its_clip_does(problem):
    rng, best = np.random.default_rng(0), solved(problem)
    n, least = problem.t.size, best.certificate.objective
    for size in np.repeat([0.3, 1.0, 3.0], 60):
        theta = problem.residual(problem.fit(best.x)) + size * rng.standard_normal(n)
        inside = problem.t * np.clip(problem.t * theta, 0.0, 1.0)
        bound = problem.certify(best.x, theta).bound
        assert bound <= least + 1e-9 * problem.at_zero
        assert bound == pytest.approx(problem.certify(best.x, inside).bound, rel=1e-12)


@pytest.mark.parametrize("problem", samples(1)[:2] + samples(1)[4:], ids=lambda p: type(p).__name__)
def test_dual_vector_and_its_opposite_prove_the_same(problem):
    w = solved(problem).x
    theta = problem.residual(problem.fit(w))
    assert problem.certify(w, -theta) == problem.certify(w, theta)
    assert problem.certify(w, theta).bound > 0.0


# --- the lasso alone ------------------------------------------------------------------------------


def random_lasso(n, d, lam, seed):
    rng = np.random.default_rng(seed)
    return Lasso(rng.standard_normal((n, d)), rng.standard_normal(n), lam)


def test_lasso_certificate_equals_the_formula():
    problem = random_lasso(8, 5, 0.7, seed=1)
    w, theta = np.array([0.2, 0, -1, 0, 0.5]), np.arange(8.0)
    c = problem.certify(w, theta)
    r = problem.t - problem.X @ w
    assert c.objective == pytest.approx(0.5 * r @ r + 0.7 * np.abs(w).sum(), rel=1e-14)
    assert c.scale == pytest.approx(0.5 * problem.t @ problem.t, rel=1e-14)
    # The bound is the best dual value on the feasible stretch of the line through theta.
    kappa = np.linspace(-1, 1, 20001) * 0.7 / np.abs(problem.X.T @ theta).max()
    dual = kappa * (theta @ problem.t) - 0.5 * kappa**2 * (theta @ theta)
    assert c.bound == pytest.approx(dual.max(), rel=1e-6) and c.bound >= dual.max() - 1e-12
    assert problem.certify(w) == problem.certify(w, r)


def test_lasso_at_lam_zero_is_certified_by_least_squares():
    for n, d in ((20, 5), (5, 20), (6, 6)):
        problem = random_lasso(n, d, 0.0, seed=n)
        w, *_ = np.linalg.lstsq(problem.X, problem.t, rcond=None)
        assert problem.certify(w).holds(1e-12)
        assert not problem.certify(w + 0.01).holds(1e-6)
        assert problem.certify(0 * w).bound == problem.certify(w, problem.t).bound


@pytest.mark.parametrize("seed", range(40))
def test_lasso_at_lam_zero_rounding_of_an_exact_fit_bounds_nothing(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(1, 9, 2)
    X, w = rng.standard_normal((n, d)), rng.standard_normal(d)
    t = rng.standard_normal(n) if d >= n else X @ w
    assert Lasso(X, t, 0.0).certify(np.zeros(d)).bound <= 1e-25 * (t @ t)


@pytest.mark.parametrize("size", [(7, 4), (4, 7), (300, 40)])
def test_lasso_fit_loss_penalty_and_prox_follow_definitions(size):
    problem = random_lasso(*size, 0.5, seed=6)
    w = np.zeros(size[1])
    for support in (0, 1, size[1]):
        w[:support] = 1.5
        assert np.allclose(problem.fit(w), problem.X @ w, atol=1e-12)
    fit = problem.X @ w
    assert problem.loss(fit) == pytest.approx(0.5 * np.sum((problem.t - fit) ** 2))
    assert problem.penalty(w) == pytest.approx(0.5 * 1.5 * size[1])
    assert np.array_equal(problem.prox(w, 2.0), w - 1.0)


@pytest.mark.parametrize("size", [(9, 4), (4, 9), (1, 3), (3, 1)])
def test_lasso_lipschitz_is_the_largest_eigenvalue(size):
    problem = random_lasso(*size, 0.5, seed=7)
    assert problem.lipschitz() == pytest.approx(np.linalg.norm(problem.X, 2) ** 2)
    assert top_eigenvalue(np.zeros((3, 2))) == 0.0 == top_eigenvalue(np.zeros((3, 0)))


def test_lasso_target_whose_square_underflows_is_refused():
    """Its objective would be 0 at every point, and every point would be proved optimal."""
    with pytest.raises(InputError, match="t must be zero or large enough for its sum of squares"):
        Lasso(np.eye(2), [1e-200, 2e-200], lam=1e-201)
    problem = Lasso(np.eye(2), [1e-140, 2e-140], lam=1e-141)
    assert np.allclose(solve_coordinate_descent(problem).x / 1e-140, [0.9, 1.9])
    assert solve_coordinate_descent(Lasso(np.eye(2), [0.0, 0.0], lam=1.0)).status == "converged"


@pytest.mark.parametrize(
    "solve", [solve_coordinate_descent, solve_proximal_gradient, solve_subgradient]
)
def test_lasso_solver_from_an_overflowing_start_does_not_warn(solve):
    problem = Lasso(np.ones((3, 2)), np.ones(3), lam=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = solve(problem, x0=[1e300, 1e300], max_iter=20)
    assert result.status == "converged" or not result.certificate.holds(1e-6)
    assert result.trace.gap[0] == np.inf
