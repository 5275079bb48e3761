"""Every solver of the sparse linear family on every edge case."""

import dataclasses
from functools import partial

import numpy as np
import pytest
from promises import LASSO_CD, PROX
from repeated import first
from seeded import random_lasso

from solvers import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    Lasso,
    SparseLogistic,
    solve_block_cd,
    solve_coordinate_descent,
    solve_projected_gradient,
    solve_proximal_gradient,
    solve_subgradient,
)


def coordinate_forms(solve):
    return {
        "sweeps": solve,
        "cyclic": partial(solve, order="cyclic"),
        "updates": partial(solve, steps="updates"),
        "stretches": partial(solve, record_every=0),
        "all columns": partial(solve, active_set=False),
    }


def logistic_forms(solve):
    return {
        **coordinate_forms(solve),
        "shared": partial(solve, model="shared"),
        "own stretches": partial(solve, model="own", record_every=0),
    }


METHODS = {
    Lasso: {**LASSO_CD, **PROX},
    GroupLasso: {**coordinate_forms(solve_block_cd), **PROX},
    SparseLogistic: {**logistic_forms(solve_coordinate_descent), **PROX},
    GroupLogistic: {**logistic_forms(solve_block_cd), **PROX},
    ConstrainedLasso: {
        "projected": solve_projected_gradient,
        "accelerated": partial(solve_projected_gradient, accelerated=True),
        "backtracking": partial(solve_projected_gradient, backtracking=True),
    },
}
METHODS[ConstrainedGroupLasso] = METHODS[ConstrainedLasso]
#: Converges slowly, but keeps every other promise.
SLOW = {Lasso: {"subgradient": solve_subgradient}}


def cases(*kinds, slow=False):
    listed = [
        (kind, name, solve)
        for methods in (METHODS, SLOW if slow else {})
        for kind, by_name in methods.items()
        for name, solve in by_name.items()
        if kind in kinds or not kinds
    ]
    ids = [f"{kind.__name__}, {name}" for kind, name, _ in listed]
    return pytest.mark.parametrize("kind, solve", [(k, s) for k, _, s in listed], ids=ids)


every, promised = cases(), cases(slow=True)
penalised = cases(Lasso, GroupLasso, SparseLogistic, GroupLogistic)
logistic = cases(SparseLogistic, GroupLogistic)
PAIRED = (GroupLasso, GroupLogistic, ConstrainedGroupLasso)


def build(kind, X, t, share, groups=None):
    """lam = share * lam_max, or eta = share; labels are signs of t; groups of two unless given."""
    extra = (np.arange(X.shape[1]) // 2 if groups is None else groups,) if kind in PAIRED else ()
    if kind in (SparseLogistic, GroupLogistic):
        t = np.where(t > 0, 1.0, -1.0)
    if kind in (ConstrainedLasso, ConstrainedGroupLasso):
        return kind(X, t, share, *extra)
    return kind(X, t, share * kind(X, t, 1.0, *extra).lam_max, *extra)


def gaussian(kind, n, d, share, seed, groups=None):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    return build(kind, X, X[:, 0] + rng.standard_normal(n), share, groups)


def proves(problem, result, tol):
    again = problem.certify(result.x, **result.dual)
    assert result.status == "converged" and again == result.certificate and again.holds(tol)
    moved = problem.certify(-0.5 * result.x + 0.02 * np.abs(result.x).max() + 0.01, **result.dual)
    assert not moved.holds(tol)


@every
@pytest.mark.parametrize(
    "n, d, share", first([(30, 11, 0.3), (12, 20, 0.2), (6, 2, 0.1), (60, 8, 0.01)], 2)
)
def test_sparse_solver_answer_is_proved(kind, solve, n, d, share):
    problem = gaussian(kind, n, d, share, seed=n, groups=np.arange(d) % max(d // 3, 1))
    proves(problem, solve(problem, tol=1e-9), 1e-9)


@penalised
def test_sparse_solver_beyond_lam_max_is_zero(kind, solve):
    for share in (1.0, 1.5):
        problem = gaussian(kind, 10, 4, share, seed=3)
        result = solve(problem, tol=0.0)
        assert result.status == "converged" and not result.x.any()
        assert result.certificate.gap == 0.0
    back = solve(problem, x0=np.full(4, 0.3), tol=1e-9)
    assert back.status == "converged" and np.abs(back.x).max() < 1e-3


@every
def test_sparse_solver_zero_columns_get_zero_weight(kind, solve):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((14, 6))
    X[:, [1, 4, 5]] = 0.0  # one beside another column of its group, and a whole group
    t = X[:, 0] + rng.standard_normal(14)
    for share in (0.0, 0.2) if kind is Lasso else (0.2,):
        problem = build(kind, X, t, share)
        result = solve(problem, tol=1e-9)
        proves(problem, result, 1e-9)
        assert not result.x[[1, 4, 5]].any()
    moved = solve(problem, x0=np.full(6, 0.1), tol=1e-9)
    assert moved.status == "converged" and np.abs(moved.x[[1, 4, 5]]).max() < 1e-4


@every
def test_sparse_solver_of_zero_data_is_zero(kind, solve):
    problem = build(kind, np.zeros((4, 3)), np.arange(4.0) - 1.0, 0.0)
    problem = dataclasses.replace(problem, **{"eta" if hasattr(problem, "eta") else "lam": 0.7})
    result = solve(problem)
    assert result.status == "converged" and not result.x.any() and result.certificate.gap == 0.0


@every
def test_sparse_solver_with_duplicate_columns_has_the_same_fit(kind, solve):
    rng = np.random.default_rng(2)
    X, t = rng.standard_normal((20, 3)), rng.standard_normal(20)
    both = np.hstack([X, X[:, :1], -X[:, 1:2]])
    for groups in ([0, 1, 2, 3, 4], [0, 1, 2, 0, 1])[: 1 + (kind in PAIRED)]:
        problem = build(kind, both, t, 0.3, groups)
        result = solve(problem, tol=1e-10)
        proves(problem, result, 1e-10)
        other = METHODS[kind]["backtracking"](problem, tol=1e-11, max_iter=50_000, record_every=0)
        assert result.certificate.objective == pytest.approx(other.certificate.objective, rel=1e-8)
        assert np.allclose(problem.fit(result.x), problem.fit(other.x), atol=2e-3)


@cases(Lasso, GroupLasso)
@pytest.mark.parametrize("n, d", [(20, 5), (4, 9)])
def test_sparse_solver_at_lam_zero_is_least_squares(kind, solve, n, d):
    problem = gaussian(kind, n, d, 0.0, seed=n)
    result = solve(problem, tol=1e-11)
    proves(problem, result, 1e-11)
    best, *_ = np.linalg.lstsq(problem.X, problem.t, rcond=None)
    assert np.allclose(problem.fit(result.x), problem.X @ best, atol=1e-4)


@logistic
def test_logistic_solver_at_lam_zero_of_overlapping_classes_is_proved(kind, solve):
    rng = np.random.default_rng(5)
    problem = build(kind, rng.standard_normal((60, 4)), rng.standard_normal(60), 0.0)
    result = solve(problem, tol=1e-10)
    proves(problem, result, 1e-10)
    gradient = problem.X.T @ problem.residual(problem.fit(result.x))
    assert np.abs(gradient).max() < 1e-3
    assert not any("separated" in note for note in result.notes)


@logistic
def test_logistic_solver_at_lam_zero_of_separated_classes_is_unproved(kind, solve):
    X = np.random.default_rng(6).standard_normal((30, 3))
    problem = build(kind, X, X @ [1.0, 2.0, 0.5], 0.0)
    result = solve(problem, tol=3e-2, max_iter=10)
    farther = solve(problem, x0=result, tol=3e-2, max_iter=100)
    for found in (result, farther):
        proof = problem.certify(found.x, **found.dual)
        assert found.status == "max_iter" and proof == found.certificate
        assert proof.objective > proof.bound == 0.0  # the infimum: all of the value is gap
        assert proof.relative_gap == 1.0 and not proof.holds(0.99)
        assert any(note.startswith("The classes are separated and lam = 0") for note in found.notes)
    assert farther.certificate.objective < 0.5 * result.certificate.objective
    assert np.linalg.norm(farther.x) > 1.1 * np.linalg.norm(result.x)


@logistic
def test_logistic_solver_of_equal_labels_has_a_note(kind, solve):
    X = np.random.default_rng(7).standard_normal((12, 4)) + 0.5
    problem = build(kind, X, np.ones(12), 0.3)
    result = solve(problem, tol=1e-8)
    proves(problem, result, 1e-8)
    assert any(note.startswith("All labels are equal") for note in result.notes)
    other = gaussian(kind, 12, 4, 0.3, seed=1)
    assert not any("labels" in note for note in solve(other).notes)


@promised
def test_sparse_solver_rows_have_the_values_of_their_points(kind, solve):
    for n, d, share in ((9, 4, 0.2), (4, 9, 0.02), (20, 3, 0.0)):
        problem = gaussian(kind, n, d, share, seed=n)
        trace = solve(problem, max_iter=150, tol=1e-12).trace
        assert (trace.objective - trace.bound).min() >= -1e-9 * problem.at_zero
        found = [problem.certify(w).objective for w in trace.snapshots["w"]]
        assert np.array_equal(trace.objective, found)


@every
@pytest.mark.parametrize("factor", [1e-6, 1e6])
def test_sparse_solver_in_other_units_ends_alike(kind, solve, factor):
    plain = gaussian(kind, 20, 6, 0.2, seed=6)
    if hasattr(plain, "eta"):
        changes = [{"X": factor * plain.X, "eta": plain.eta / factor}]
        changes += [{"t": factor * plain.t, "eta": factor * plain.eta}]
    else:
        changes = [{"X": factor * plain.X, "lam": factor * plain.lam}]
        if kind in (Lasso, GroupLasso):
            changes += [{"t": factor * plain.t, "lam": factor * plain.lam}]
            changes += [{**changes[0], "t": factor * plain.t, "lam": factor**2 * plain.lam}]
    for max_iter in (2, 10_000):
        want = solve(plain, max_iter=max_iter)
        for change in changes:
            got = solve(dataclasses.replace(plain, **change), max_iter=max_iter)
            assert got.status == want.status
            assert abs(got.trace.iteration[-1] - want.trace.iteration[-1]) <= 2


@pytest.mark.parametrize("kind, options", [
    *[(Lasso, {"order": order}) for order in ("random", "cyclic", "greedy")],
    *[(SparseLogistic, {"model": model}) for model in ("own", "shared")],
    (GroupLasso, {}),
    (GroupLogistic, {"model": "own"}),
])  # fmt: skip
def test_descent_unrecorded_ends_at_the_recorded_point(kind, options):
    problem = gaussian(kind, 40, 12, 0.05, seed=7)
    solve = solve_block_cd if kind in PAIRED else solve_coordinate_descent
    fast = solve(problem, tol=1e-10, seed=5, record_every=0, **options)
    last = int(fast.trace.iteration[-1])
    exact = solve(problem, tol=0.0, seed=5, max_iter=last, **options)
    assert len(fast.trace) == 2 and fast.status == "converged"
    apart = 1e-10 if kind is Lasso else 1e-7
    assert np.allclose(exact.trace.snapshots["w"][-1], fast.x, atol=apart)


# --- the lasso where it is a case of its own ------------------------------------------------------


cd = solve_coordinate_descent
LASSO_METHODS = {**LASSO_CD, **PROX}
every_method = pytest.mark.parametrize("solve", LASSO_METHODS.values(), ids=LASSO_METHODS.keys())
every_cd = pytest.mark.parametrize("solve", LASSO_CD.values(), ids=LASSO_CD.keys())
ALL = {**LASSO_METHODS, "subgradient": solve_subgradient}
every_solver = pytest.mark.parametrize("solve", ALL.values(), ids=ALL.keys())


@every_method
def test_lasso_solver_of_zero_target_is_zero(solve):
    X = random_lasso(8, 3, 0.1, seed=9).X
    result = solve(Lasso(X, np.zeros(8), 0.5))
    assert result.status == "converged" and not result.x.any() and result.certificate.gap == 0.0
    # The scale is zero: only the exact answer counts.
    back = solve(Lasso(X, np.zeros(8), 0.5), x0=np.array([0.3, -0.2, 0.1]))
    assert back.status == "converged" and not back.x.any()


@every_method
def test_lasso_solver_of_orthogonal_target_is_zero(solve):
    X = np.vstack([np.random.default_rng(1).standard_normal((4, 3)), np.zeros(3)])
    t = np.array([0.0, 0, 0, 0, 2.0])
    for lam in (0.0, 0.4):
        result = solve(Lasso(X, t, lam))
        assert result.status == "converged" and not result.x.any()
        assert result.certificate.objective == result.certificate.bound == 2.0


@every_solver
def test_lasso_solver_warm_start_brings_its_proof(solve):
    problem = random_lasso(30, 10, 0.1, seed=5)
    optimum = cd(problem, tol=1e-12)
    near = dataclasses.replace(optimum, x=optimum.x * (1 + 1e-5))
    assert not problem.certify(near.x).holds(1e-7)  # its own residual proves less
    again = solve(problem, x0=near, tol=1e-7)
    assert again.status == "converged" and again.trace.iteration[-1] == 0
    alone = solve(problem, x0=optimum.x + 1e-9, tol=1e-6, max_iter=3)  # without a proof
    assert alone.trace.iteration[-1] <= 2 or solve is solve_subgradient


# --- coordinate descent ---------------------------------------------------------------------------


def test_cd_at_tol_zero_ends_stalled_or_converged():
    # X'X is the identity: one sweep is exact, and rounding leaves a gap above zero.
    problem = Lasso(np.eye(3), np.array([0.3, 0.7, 1.1]) / 3, 0.1)
    assert cd(problem, tol=1e-15).status == "converged"
    assert {cd(problem, tol=0.0, order=o).status for o in ("cyclic", "greedy")} <= {
        "stalled",
        "converged",
    }


def test_cd_sweep_visits_each_coordinate_once():
    problem = random_lasso(30, 6, 0.01, seed=1)
    run = partial(cd, problem, steps="updates", tol=1e-14, max_iter=60)
    random = run(order="random").trace.snapshots["coordinate"][1:].reshape(-1, 6)
    assert np.array_equal(np.sort(random, axis=1), np.tile(np.arange(6), (10, 1)))
    assert len({tuple(row) for row in random}) > 5
    other = run(order="random", seed=1).trace.snapshots["coordinate"][1:].reshape(-1, 6)
    assert not np.array_equal(random, other)
    cyclic = run(order="cyclic").trace.snapshots["coordinate"]
    assert np.array_equal(cyclic, [-1, *(list(range(6)) * 10)])


def test_cd_shuffles_are_uniform():
    first = [
        tuple(
            cd(
                Lasso(np.eye(3), np.ones(3), 0.1), steps="updates", seed=s, max_iter=3, tol=0.0
            ).trace.snapshots["coordinate"][1:]
        )
        for s in range(600)
    ]
    counts = [first.count(p) for p in set(first)]
    assert len(counts) == 6 and min(counts) > 65 and max(counts) < 140


def decrease(problem, w, d):
    """Brute force: how far the objective falls when w[d] alone is minimised over."""
    u = np.linspace(-4, 4, 4001)
    r = problem.t - problem.X @ w + problem.X[:, d] * w[d]
    values = 0.5 * np.sum((r[:, None] - np.outer(problem.X[:, d], u)) ** 2, axis=0)
    values += problem.lam * np.abs(u)
    here = 0.5 * np.sum((r - problem.X[:, d] * w[d]) ** 2) + problem.lam * abs(w[d])
    return here - values.min()


def test_cd_greedy_takes_the_largest_decrease():
    plain = random_lasso(12, 5, 0.1, seed=11)
    problem = Lasso(plain.X * [0.5, 4.0, 1.0, 2.0, 1.0], plain.t, plain.lam)
    start = np.array([0.5, -0.5, 0.0, 1.0, 0.0])
    shots = cd(problem, steps="updates", order="greedy", x0=start, tol=1e-4).trace.snapshots
    assert len(shots["w"]) > 8
    for k in range(1, 8):
        falls = [decrease(problem, shots["w"][k - 1], d) for d in range(5)]
        assert falls[shots["coordinate"][k]] >= max(falls) - 1e-4


def test_cd_greedy_counts_a_change_of_sign():
    # By hand: moving w_1 from -1 to 0.1 gains 1.605, moving w_2 from 0 to 1.8166 gains 1.650.
    problem = Lasso(np.eye(2), np.array([0.6, 2.3166]), 0.5)
    run = cd(problem, steps="updates", order="greedy", x0=[-1.0, 0.0], tol=0.0).trace
    assert run.snapshots["coordinate"][1:3].tolist() == [1, 0]
    assert np.allclose(-np.diff(run.objective)[:2], [1.650, 1.605], atol=1e-3)


@pytest.mark.parametrize("steps", ["sweeps", "updates"])
def test_cd_greedy_is_not_stopped_by_rounding(steps):
    X = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, -1, 1]])
    for lam in (1.0, 0.25):
        problem = Lasso(X, np.array([3.0, -1, 1, 4]), lam)
        proves(problem, cd(problem, order="greedy", steps=steps, tol=1e-12), 1e-12)


@pytest.mark.parametrize("order", ["random", "cyclic", "greedy"])
def test_cd_update_minimises_its_coordinate(order):
    problem = random_lasso(12, 5, 0.6, seed=12)
    start = np.full(5, 0.5)
    trace = cd(problem, steps="updates", order=order, x0=start, tol=1e-12, max_iter=80).trace
    s = trace.snapshots
    assert s["coordinate"][0] == -1 and not s["thresholded"][0]
    assert s["thresholded"].any() and not s["thresholded"][1:].all()
    for k in range(1, len(trace)):
        d, before, after = s["coordinate"][k], s["w"][k - 1], s["w"][k]
        assert s["old"][k] == before[d] and s["new"][k] == after[d]
        assert np.array_equal(np.delete(before, d), np.delete(after, d))
        x, r = problem.X[:, d], problem.t - problem.X @ before
        assert s["correlation"][k] == pytest.approx(x @ r, abs=1e-12)
        assert s["curvature"][k] == pytest.approx(x @ x)
        # (23): inside the threshold the new value is 0, outside x'r = lam sign(w).
        c = x @ (problem.t - problem.X @ after)
        assert s["thresholded"][k] == (after[d] == 0.0)
        if s["thresholded"][k]:
            assert abs(c) <= problem.lam + 1e-12
        else:
            assert c == pytest.approx(problem.lam * np.sign(after[d]), abs=1e-12)
    assert np.all(np.diff(trace.objective) <= 1e-13)


def test_cd_sweep_counts_the_coordinates_that_it_moved():
    problem = random_lasso(12, 5, 0.25, seed=12)
    s = cd(problem, tol=1e-10).trace.snapshots
    assert np.array_equal(s["visited"], [0] + [5] * (len(s["w"]) - 1))
    assert np.array_equal(s["changed"][1:], np.count_nonzero(np.diff(s["w"], axis=0), axis=1))


@pytest.mark.parametrize("record_every", [0, 1])
def test_cd_working_set_saves_work(record_every):
    problem = random_lasso(80, 600, 0.15, seed=13)
    some = cd(problem, tol=1e-9, record_every=record_every)
    whole = cd(problem, tol=1e-9, active_set=False, record_every=record_every)
    proves(problem, some, 1e-9)
    assert some.certificate.objective == pytest.approx(whole.certificate.objective, rel=1e-8)
    assert some.trace.work[-1] < 0.7 * whole.trace.work[-1]
    if record_every:
        assert some.trace.snapshots["visited"][1:].max() < 600


# --- proximal gradient ----------------------------------------------------------------------------


@pytest.mark.parametrize("backtracking", [False, True])
@pytest.mark.parametrize("accelerated", [False, True])
def test_proximal_gradient_snapshots_are_its_steps(accelerated, backtracking):
    problem = random_lasso(15, 6, 0.05, seed=14)
    trace = solve_proximal_gradient(
        problem, accelerated=accelerated, backtracking=backtracking, tol=1e-12, max_iter=300
    ).trace
    s = trace.snapshots
    for k in range(1, len(trace)):
        y, L = s["extrapolated"][k], s["L"][k]
        gradient = problem.X.T @ (problem.X @ y - problem.t)
        assert np.allclose(s["before_threshold"][k], y - gradient / L, atol=1e-10)
        retained = (
            s["w"][k - 1] if s["restarted"][k] else problem.prox(s["before_threshold"][k], 1 / L)
        )
        assert np.allclose(s["w"][k], retained, atol=1e-15)
    if not accelerated:
        assert np.array_equal(s["extrapolated"][1:], s["w"][:-1]) and not s["restarted"].any()
    assert np.all(np.diff(trace.objective) <= 1e-12)


def test_proximal_gradient_constant_step_has_its_rate():
    problem = random_lasso(15, 6, 0.05, seed=14)
    L, best = problem.lipschitz(), cd(problem, tol=1e-14)
    for accelerated in (False, True):
        trace = solve_proximal_gradient(problem, accelerated=accelerated, tol=1e-10).trace
        k = np.arange(1, len(trace))
        excess = trace.objective[1:] - best.certificate.objective
        rate = 2 / (k + 1) ** 2 if accelerated else 1 / (2 * k)
        assert np.all(
            excess[: 10 if accelerated else None]
            <= (L * best.x @ best.x * rate)[: 10 if accelerated else None] + 1e-12
        )
        assert np.array_equal(trace.work, 6 * trace.iteration)


@pytest.mark.parametrize("accelerated", [False, True])
def test_backtracking_takes_the_first_step_of_a_model_above_the_loss(accelerated):
    problem = random_lasso(15, 6, 0.05, seed=14)
    s = solve_proximal_gradient(
        problem, backtracking=True, accelerated=accelerated, max_iter=30, tol=1e-12
    ).trace.snapshots

    def excess(y, L):
        fit = problem.X @ y
        gradient = problem.X.T @ (fit - problem.t)
        move = problem.prox(y - gradient / L, 1 / L) - y
        model = problem.loss(fit) + gradient @ move + 0.5 * L * move @ move
        return problem.loss(problem.X @ (y + move)) - model

    for k in range(1, len(s["w"])):
        y, L = s["extrapolated"][k], s["L"][k]
        assert excess(y, L) <= 1e-12
        assert all(excess(y, L / 2**j) > 0 for j in range(1, s["rejected"][k] + 1))


def test_backtracking_finds_the_step_from_one():
    problem = random_lasso(15, 6, 0.05, seed=14)
    trace = solve_proximal_gradient(problem, backtracking=True, tol=1e-8).trace
    L, rejected = trace.snapshots["L"], trace.snapshots["rejected"]
    assert np.all(np.diff(L) >= 0) and L[-1] <= 2 * problem.lipschitz()
    assert np.allclose(L[1:], L[:-1] * 2.0 ** rejected[1:]) and rejected[1] > 3
    assert np.array_equal(trace.work[1:], 6 * trace.iteration[1:] + 3 * np.cumsum(rejected)[1:])
    enough = solve_proximal_gradient(problem, backtracking=True, lipschitz=1e6, max_iter=5).trace
    assert not enough.snapshots["rejected"].any() and np.all(enough.snapshots["L"] == 1e6)


def test_fista_restarts_are_noted_and_discard_the_step():
    problem = random_lasso(30, 10, 0.01, seed=15)
    result = solve_proximal_gradient(problem, accelerated=True, tol=1e-12)
    rows = np.flatnonzero(result.trace.snapshots["restarted"])
    assert result.status == "converged" and rows.size
    assert result.notes == (
        "Momentum was restarted where the objective would have risen (function restart).",
    )
    w, y = result.trace.snapshots["w"], result.trace.snapshots["extrapolated"]
    assert np.array_equal(w[rows], w[rows - 1])
    assert np.array_equal(y[rows[rows < len(w) - 1] + 1], w[rows[rows < len(w) - 1]])


@pytest.mark.parametrize("record_every", [0, 1])
@pytest.mark.parametrize("accelerated", [False, True])
def test_proximal_gradient_too_long_step_ends_diverged(accelerated, record_every):
    problem = random_lasso(30, 10, 0.01, seed=15)
    result = solve_proximal_gradient(
        problem,
        accelerated=accelerated,
        lipschitz=0.1 * problem.lipschitz(),
        record_every=record_every,
    )
    assert result.status == "diverged" and not result.certificate.holds(1e-6)
    assert np.isfinite(result.x).all()
    slightly = solve_proximal_gradient(problem, lipschitz=0.6 * problem.lipschitz())
    assert slightly.status == "converged"


# --- the subgradient step -------------------------------------------------------------------------


def test_subgradient_step_that_is_too_long_oscillates():
    problem = Lasso(np.zeros((1, 1)), np.zeros(1), 1.0)
    result = solve_subgradient(problem, x0=[0.35], L=1.0, max_iter=501)
    w = result.trace.snapshots["w"][:, 0]
    assert result.status == "max_iter" and np.allclose(w[::2], 0.35) and np.allclose(w[1::2], -0.65)
    assert np.allclose(result.trace.gap, 0.35) and not result.certificate.holds(1e6)
    rose, budget = result.notes
    assert rose.startswith("The objective rose") and budget.startswith("The budget of 501")
    assert np.allclose(result.trace.snapshots["subgradient"][1:, 0], np.tile([1, -1], 251)[:501])


def test_subgradient_snapshots_are_subgradients():
    problem = random_lasso(12, 5, 0.3, seed=16)
    trace = solve_subgradient(problem, x0=np.array([0, 0, 0.3, -0.2, 0.0]), max_iter=40).trace
    F = lambda w: problem.certify(w).objective
    rng, L = np.random.default_rng(0), problem.lipschitz()
    for k in range(1, len(trace)):
        w, g = trace.snapshots["w"][k - 1], trace.snapshots["subgradient"][k]
        assert np.allclose(trace.snapshots["w"][k], w - g / L, atol=1e-14)
        for scale in (1e-3, 0.1, 3.0):
            v = w + scale * rng.standard_normal(5)
            assert F(v) >= F(w) + g @ (v - w) - 1e-10
    assert np.array_equal(trace.work, 5 * trace.iteration)


def test_subgradient_does_not_converge_at_a_kink():
    # One weight of the optimum is 0 and the columns are correlated: no fixed step gets there.
    X = np.array([[1.0, 0.9], [0.0, np.sqrt(0.19)]])
    problem = Lasso(X, X @ np.array([1.0, 0.0]), 0.1)
    result = solve_subgradient(problem, max_iter=3000, L=5 * problem.lipschitz(), x0=[0.1, 0.4])
    assert cd(problem).status == "converged"
    assert result.status == "max_iter" and not result.certificate.holds(1e-6)


def test_subgradient_ends_with_its_status():
    problem = Lasso(np.eye(2), np.array([0.1, 3.0]), 0.5)
    result = solve_subgradient(problem, tol=0.0)
    assert np.allclose(result.x, [0.0, 2.5]) and result.status in ("converged", "stalled")
