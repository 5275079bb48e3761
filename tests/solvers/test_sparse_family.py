"""Group lasso, sparse logistic regression and least squares on a ball as data, and their proofs of
optimality."""

import dataclasses

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
)

A = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, -1, 1]])
T = np.array([3.0, -1, 1, 4])
D = np.array([[1.0, 2], [2, 0], [0, 1], [-1, 1], [1, -1], [2, 2]])
LABELS = np.array([1.0, -1, 1, -1, 1, 1])
GROUPS = [1, 1, 2]


def solved(problem):
    for kinds, solve in (
        ((GroupLasso, GroupLogistic), solve_block_cd),
        ((SparseLogistic,), solve_coordinate_descent),
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
        GroupLasso(X, t, 1.3, groups),
        SparseLogistic(X, y, 0.4),
        GroupLogistic(X, y, 0.4, groups),
        ConstrainedLasso(X, t, 0.3),
        ConstrainedGroupLasso(X, t, 0.3, groups),
    ]


each = pytest.mark.parametrize("problem", samples(1), ids=lambda p: type(p).__name__)


@pytest.mark.parametrize(
    "lam, objective, w",
    [
        (13.0, 13.5, (0, 0, 0)),
        (4.0, 7.56124780, (1.29514884, -0.45751151, 0)),
        (1.0, 2.55622967, (1.52005236, -0.68902996, 0.31996510)),
        (0.0, None, (14 / 9, -22 / 27, 25 / 54)),
    ],
)
def test_check_values_of_problem_a_in_groups(lam, objective, w):
    problem = GroupLasso(A, T, lam, GROUPS)
    assert problem.lam_max == pytest.approx(12.64911064, abs=1e-8)
    result = solved(problem)
    assert result.status == "converged" and np.allclose(result.x, w, atol=6e-6)
    assert objective is None or abs(result.certificate.objective - objective) < 6e-9
    assert not problem.certify(result.x + 0.01).holds(1e-6)


@pytest.mark.parametrize(
    "problem, objective, w",
    [
        (SparseLogistic(D, LABELS, 1.5), 6 * np.log(2), (0, 0)),
        (SparseLogistic(D, LABELS, 1.0), 4.09162255, (0.13555642, 0.13590691)),
        (SparseLogistic(D, LABELS, 0.2), 3.67755423, (0.39375324, 0.40140601)),
        (GroupLogistic(D, LABELS, 0.5, [0, 0]), 3.79047522, (0.33727471, 0.34031422)),
    ],
)
def test_check_values_of_problem_d(problem, objective, w):
    result = solved(problem)
    assert result.status == "converged" and np.allclose(result.x, w, atol=1e-6)
    assert abs(result.certificate.objective - objective) < 6e-9
    assert SparseLogistic(D, LABELS, 1.0).lam_max == 1.5
    assert not problem.certify(result.x + 0.01).holds(1e-6)


def test_check_value_of_the_constrained_problem_a():
    problem = ConstrainedLasso(A, T, 2.0)
    result = solved(problem)
    assert np.allclose(result.x, (1.55555556, -0.25925926, 0.18518519), atol=1e-5)
    assert result.trace.snapshots["lam"][-1] == pytest.approx(5 / 3, abs=1e-6)


@each
def test_the_certificate_proves_and_can_fail(problem):
    result = solved(problem)
    assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(1e-12)
    for d in range(result.x.size):
        moved = result.x.copy()
        moved[d] = 0.9 * moved[d] - 0.01
        assert not problem.certify(moved).holds(1e-7)
    assert not problem.certify(result.x, problem.t).holds(1e-6)


@each
def test_no_dual_vector_gives_a_bound_above_the_optimum(problem):
    result, rng = solved(problem), np.random.default_rng(3)
    best, optimal = result.certificate.objective, problem.residual(problem.fit(result.x))
    near = [optimal * (1 + e * rng.standard_normal(12)) for e in (0, 1e-3, 0.1) for _ in range(20)]
    far = [scale * rng.standard_normal(12) for scale in (1e-8, 0.3, 1.0, 1e8) for _ in range(20)]
    for theta in near + [1.1 * v for v in near] + far:
        c = problem.certify(rng.standard_normal(7), theta)
        assert c.bound <= best * (1 + 1e-11) and best <= c.objective * (1 + 1e-11)


@each
def test_parts_are_what_they_say(problem):
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
def test_the_lipschitz_constant_bounds_the_change_of_the_gradient(problem):
    rng, L = np.random.default_rng(4), problem.lipschitz()
    gradient = lambda w: -problem.X.T @ problem.residual(problem.fit(w))
    ratios = []
    for scale in (1e-3, 1.0, 10.0):
        for _ in range(50):
            u, v = scale * rng.standard_normal((2, problem.X.shape[1]))
            change = np.linalg.norm(gradient(u) - gradient(v))
            ratios.append(change / np.linalg.norm(u - v))
    assert 0.4 * L < max(ratios) <= L * (1 + 1e-9)


def test_groups_of_one_are_the_lasso():
    (group, logistic, _, _, ball), alone = samples(2), np.arange(7)
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


def test_the_ball_judges_a_point_as_it_is_and_says_how_far_it_is_outside():
    for problem in samples(3)[3:]:
        w = np.ones(7)
        c = problem.certify(w)
        assert c.infeasibility == pytest.approx(1.0 - 0.3 / problem.size(w))
        assert c.objective == pytest.approx(problem.loss(problem.X @ w), rel=1e-14)
        inside = problem.prox(w, 1.0)
        assert problem.certify(inside).infeasibility == 0.0
        assert not problem.certify(1.001 * inside).holds(1e-6)


def test_the_ball_bound_is_at_least_the_frank_wolfe_bound():
    for problem in samples(4)[3:]:
        for seed in range(20):
            w = problem.prox(np.random.default_rng(seed).standard_normal(7), 1.0)
            g = -problem.X.T @ problem.residual(problem.fit(w))
            gap = g @ w + problem.eta * problem.dual_norm(g)
            assert problem.certify(w).gap <= gap * (1 + 1e-12)


def test_eta_zero_leaves_only_zero():
    for kind in (ConstrainedLasso, lambda X, t, eta: ConstrainedGroupLasso(X, t, eta, GROUPS)):
        c = kind(A, T, 0.0).certify(np.zeros(3))
        assert c.gap == 0.0 and c.objective == 13.5


def test_logistic_at_lam_zero():
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


def test_extreme_points_are_judged_without_a_warning():
    for problem in samples(5):
        for bad in (np.nan, np.inf, 1e200):
            c = problem.certify(np.full(7, bad))
            assert not c.holds(1e9) or isinstance(problem, ConstrainedLasso | ConstrainedGroupLasso)
        assert problem.certify(np.zeros(7), np.full(12, np.nan)).bound == -np.inf
    far = samples(5)[1].certify(1e4 * np.ones(7))
    assert np.isfinite(far.objective) and 0.0 <= far.bound <= far.objective


def test_problems_are_frozen_and_keep_their_own_data():
    X, t, groups = A.copy(), T.copy(), np.array(GROUPS)
    problem = GroupLasso(X, t, 1, groups)
    before = problem.certify(np.ones(3))
    X[:], t[:], groups[:] = 0.0, 0.0, 0
    assert problem.certify(np.ones(3)) == before and problem.groups.tolist() == [0, 0, 1]
    for name in ("X", "t", "groups"):
        with pytest.raises(ValueError):
            getattr(problem, name)[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        problem.lam = 2.0
    again = GroupLasso(problem.X, problem.t, 2.0, problem.groups)
    assert again.X is problem.X and np.array_equal(again.groups, problem.groups)


def test_labels_of_groups_may_be_texts_in_any_order():
    named = GroupLasso(A, T, 1.0, ["size", "age", "size"])
    assert named.groups.tolist() == [1, 0, 1]
    assert named.penalty(np.array([3.0, 2.0, 4.0])) == 7.0


@pytest.mark.parametrize("kind", [GroupLasso, GroupLogistic, ConstrainedGroupLasso])
@pytest.mark.parametrize(
    "groups, message",
    [
        ([1, 2], r"groups must hold one label per column of X, got 2 for 3 columns"),
        ([[1, 2, 2]], "groups must be one whole number or text per column of X, got"),
        ([[0, 1], [2]], "groups must be one whole number or text per column of X, got"),
        ([0.5, 1, 2], "groups must be one whole number or text per column of X, got"),
        (3, "groups must be one whole number or text per column of X, got 3"),
    ],
)
def test_bad_groups(kind, groups, message):
    t = np.sign(T)
    with pytest.raises(InputError, match=message):
        kind(A, t, 1.0, groups)


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: SparseLogistic(A, T, 1.0), r"t must hold only -1 and \+1, got 3 at 0"),
        (lambda: GroupLogistic(A, T / 4, 1.0, GROUPS), r"t must hold only -1 and \+1"),
        (lambda: SparseLogistic(D, LABELS, -1.0), "lam must be at least 0, got -1.0."),
        (lambda: GroupLasso(A, T, np.nan, GROUPS), "lam must be finite"),
        (lambda: ConstrainedLasso(A, T, -0.5), "eta must be at least 0, got -0.5."),
        (lambda: ConstrainedGroupLasso(A, T, "2", GROUPS), "eta must be a number"),
        (lambda: ConstrainedLasso(A, T[:2], 1.0), "t must have as many rows as X, got 2 for 4."),
        (lambda: SparseLogistic(np.where(D == 0, np.nan, D), LABELS, 1.0), "X must be finite"),
        (lambda: GroupLasso(1e200 * A, T, 1.0, GROUPS), "X must be small enough"),
    ],
)
def test_bad_data(make, message):
    with pytest.raises(InputError, match=message):
        make()


def test_problems_without_columns_or_rows():
    for shape in ((4, 0), (0, 3), (0, 0)):
        X, t, groups = np.zeros(shape), np.ones(shape[0]), np.zeros(shape[1], dtype=int)
        for problem in (
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


def test_projection_on_the_group_ball():
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
    with pytest.raises(InputError, match="radius must be at least 0"):
        project_group_ball(v, -1.0, groups)


@pytest.mark.parametrize("factor", [1.0, 1.5, 3.0])
@pytest.mark.parametrize("problem", samples(1)[:3], ids=lambda p: type(p).__name__)
def test_nothing_is_used_above_lam_max_and_that_is_certified(problem, factor):
    zero = np.zeros(problem.X.shape[1])
    at = dataclasses.replace(problem, lam=factor * problem.lam_max * (1.0 + 1e-12))
    assert at.certify(zero).holds(1e-10)
    assert not dataclasses.replace(at, lam=0.5 * problem.lam_max).certify(zero).holds(1e-4)


@pytest.mark.parametrize("problem", samples(1)[1:3], ids=lambda p: type(p).__name__)
def test_dual_vector_outside_the_box_proves_what_its_clip_does(problem):
    rng, best = np.random.default_rng(0), solved(problem)
    n, least = problem.t.size, best.certificate.objective
    for size in np.repeat([0.3, 1.0, 3.0], 60):
        theta = problem.residual(problem.fit(best.x)) + size * rng.standard_normal(n)
        inside = problem.t * np.clip(problem.t * theta, 0.0, 1.0)
        bound = problem.certify(best.x, theta).bound
        assert bound <= least + 1e-9 * problem.at_zero
        assert bound == pytest.approx(problem.certify(best.x, inside).bound, rel=1e-12)


@pytest.mark.parametrize("problem", samples(1)[:1] + samples(1)[3:], ids=lambda p: type(p).__name__)
def test_a_dual_vector_and_its_opposite_prove_the_same(problem):
    w = solved(problem).x
    theta = problem.residual(problem.fit(w))
    assert problem.certify(w, -theta) == problem.certify(w, theta)
    assert problem.certify(w, theta).bound > 0.0
