"""Every solver of the sparse linear family on every edge case."""

import dataclasses
from functools import partial

import numpy as np
import pytest
from promises import LASSO_CD, PROX, assert_bad_options_are_named

from solvers import (
    SOLVERS,
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    Lasso,
    SparseLogistic,
    solve_block_cd,
    solve_coordinate_descent,
    solve_projected_gradient,
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
@pytest.mark.parametrize("n, d, share", [(6, 2, 0.1), (30, 11, 0.3), (12, 20, 0.2), (60, 8, 0.01)])
def test_the_certificate_proves_optimality(kind, solve, n, d, share):
    problem = gaussian(kind, n, d, share, seed=n, groups=np.arange(d) % max(d // 3, 1))
    proves(problem, solve(problem, tol=1e-9), 1e-9)


@penalised
def test_lam_of_at_least_lam_max_gives_exact_zeros(kind, solve):
    for share in (1.0, 1.5):
        problem = gaussian(kind, 10, 4, share, seed=3)
        result = solve(problem, tol=0.0)
        assert result.status == "converged" and not result.x.any()
        assert result.certificate.gap == 0.0
    back = solve(problem, x0=np.full(4, 0.3), tol=1e-9)
    assert back.status == "converged" and np.abs(back.x).max() < 1e-3


@every
def test_zero_columns_get_zero_weight(kind, solve):
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
def test_no_data_at_all(kind, solve):
    problem = build(kind, np.zeros((4, 3)), np.arange(4.0) - 1.0, 0.0)
    problem = dataclasses.replace(problem, **{"eta" if hasattr(problem, "eta") else "lam": 0.7})
    result = solve(problem)
    assert result.status == "converged" and not result.x.any() and result.certificate.gap == 0.0


@cases(*METHODS.keys() - {Lasso})
def test_duplicate_columns_share_what_is_determined(kind, solve):
    rng = np.random.default_rng(2)
    X, t = rng.standard_normal((20, 3)), rng.standard_normal(20)
    both = np.hstack([X, X[:, :1], -X[:, 1:2]])
    for groups in ([0, 1, 2, 3, 4], [0, 1, 2, 0, 1]):
        problem = build(kind, both, t, 0.3, groups)
        result = solve(problem, tol=1e-10)
        proves(problem, result, 1e-10)
        other = METHODS[kind]["backtracking"](problem, tol=1e-11, max_iter=50_000, record_every=0)
        assert result.certificate.objective == pytest.approx(other.certificate.objective, rel=1e-8)
        assert np.allclose(problem.fit(result.x), problem.fit(other.x), atol=2e-3)


@cases(Lasso, GroupLasso)
@pytest.mark.parametrize("n, d", [(20, 5), (4, 9)])
def test_lam_zero_is_least_squares(kind, solve, n, d):
    problem = gaussian(kind, n, d, 0.0, seed=n)
    result = solve(problem, tol=1e-11)
    proves(problem, result, 1e-11)
    best, *_ = np.linalg.lstsq(problem.X, problem.t, rcond=None)
    assert np.allclose(problem.fit(result.x), problem.X @ best, atol=1e-4)


@logistic
def test_lam_zero_where_the_classes_overlap(kind, solve):
    rng = np.random.default_rng(5)
    problem = build(kind, rng.standard_normal((60, 4)), rng.standard_normal(60), 0.0)
    result = solve(problem, tol=1e-10)
    proves(problem, result, 1e-10)
    gradient = problem.X.T @ problem.residual(problem.fit(result.x))
    assert np.abs(gradient).max() < 1e-3
    assert not any("separated" in note for note in result.notes)


@logistic
def test_lam_zero_where_the_classes_are_separated(kind, solve):
    X = np.random.default_rng(6).standard_normal((30, 3))
    problem = build(kind, X, X @ [1.0, 2.0, 0.5], 0.0)
    result = solve(problem, tol=3e-2, max_iter=30)
    farther = solve(problem, x0=result, tol=3e-2, max_iter=300)
    for found in (result, farther):
        proof = problem.certify(found.x, **found.dual)
        assert found.status == "max_iter" and proof == found.certificate
        assert proof.objective > proof.bound == 0.0  # the infimum: all of the value is gap
        assert proof.relative_gap == 1.0 and not proof.holds(0.99)
        assert any(note.startswith("The classes are separated and lam = 0") for note in found.notes)
    assert farther.certificate.objective < 0.5 * result.certificate.objective
    assert np.linalg.norm(farther.x) > 1.1 * np.linalg.norm(result.x)


@logistic
def test_equal_labels_are_legal_and_remarked(kind, solve):
    X = np.random.default_rng(7).standard_normal((12, 4)) + 0.5
    problem = build(kind, X, np.ones(12), 0.3)
    result = solve(problem, tol=1e-8)
    proves(problem, result, 1e-8)
    assert any(note.startswith("All labels are equal") for note in result.notes)
    other = gaussian(kind, 12, 4, 0.3, seed=1)
    assert not any("labels" in note for note in solve(other).notes)


@promised
def test_the_gap_is_never_negative_and_every_array_has_its_rows(kind, solve):
    for n, d, share in ((9, 4, 0.2), (4, 9, 0.02), (20, 3, 0.0)):
        problem = gaussian(kind, n, d, share, seed=n)
        trace = solve(problem, max_iter=150, tol=1e-12).trace
        assert trace.gap.min() >= -1e-9 * problem.at_zero
        assert (trace.objective - trace.bound).min() >= -1e-9 * problem.at_zero
        assert np.all(np.diff(trace.gap) <= 1e-15) and np.all(np.diff(trace.iteration) > 0)
        assert np.all(np.diff(trace.work) >= 0)
        assert all(len(a) == len(trace) for a in trace.snapshots.values())
        assert np.array_equal(
            trace.objective, [problem.certify(w).objective for w in trace.snapshots["w"]]
        )


@promised
def test_same_seed_same_trace_and_no_argument_is_changed(kind, solve):
    problem, x0 = gaussian(kind, 9, 4, 0.2, seed=1), np.array([0.02, 0.0, -0.04, 0.05])
    one, two = (solve(problem, x0=x0, seed=3, max_iter=40, tol=1e-12) for _ in range(2))
    assert np.array_equal(x0, [0.02, 0.0, -0.04, 0.05])
    assert np.array_equal(one.x, two.x)
    for name in ("iteration", "work", "objective", "bound", "gap"):
        assert np.array_equal(getattr(one.trace, name), getattr(two.trace, name))
    for name, rows in one.trace.snapshots.items():
        assert np.array_equal(rows, two.trace.snapshots[name], equal_nan=True)
    assert np.array_equal(one.trace.snapshots["w"][0], x0)


@every
def test_a_warm_start_converges_at_once(kind, solve):
    problem = gaussian(kind, 30, 10, 0.1, seed=5)
    first = solve(problem, tol=1e-8)
    again = solve(problem, x0=first, tol=1e-8)
    assert again.status == "converged" and again.trace.iteration[-1] == 0
    rounding = 1e-14 * first.certificate.scale
    assert again.certificate.gap <= first.certificate.gap + rounding
    name = "eta" if hasattr(problem, "eta") else "lam"
    other = dataclasses.replace(problem, **{name: 0.9 * getattr(problem, name)})
    proves(other, solve(other, x0=first, tol=1e-8), 1e-8)
    if kind is Lasso:  # an array brings no proof with it
        assert solve(problem, x0=first.x + 1e-9, tol=1e-6).trace.iteration[-1] <= 2


@every
@pytest.mark.parametrize("factor", [1e-6, 1e6])
def test_units_do_not_change_the_status(kind, solve, factor):
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


@promised
def test_bad_options_are_one_sentence(kind, solve):
    problem = gaussian(kind, 6, 3, 0.2, seed=1)
    assert_bad_options_are_named(solve, problem, "Lasso" if kind is Lasso else "")


@promised
def test_cancelling_and_max_iter_keep_the_certified_best(kind, solve):
    problem = gaussian(
        kind, 30, 20, 1.5 if kind in (ConstrainedLasso, ConstrainedGroupLasso) else 0.01, seed=4
    )
    asked = []
    result = solve(problem, tol=1e-14, cancelled=lambda: asked.append(1) or True)
    assert result.status == "cancelled" and len(result.trace) == len(asked) == 1
    for budget in (0, 1, 7):
        result = solve(problem, tol=1e-14, max_iter=budget)
        assert result.status == "max_iter" and result.trace.iteration[-1] <= budget
        assert not result.certificate.holds(1e-14)
    assert solve(problem, tol=1e-14, max_iter=7, record_every=3).trace.iteration[-1] == 7


def test_every_problem_has_its_solvers():
    for kind in (GroupLasso, GroupLogistic):
        assert {"block_cd", "ista", "fista"} <= SOLVERS[kind].keys()
    assert {"cd", "ista", "fista"} <= SOLVERS[SparseLogistic].keys()
    for kind in (ConstrainedLasso, ConstrainedGroupLasso):
        assert {"projected", "projected_fista"} <= SOLVERS[kind].keys()
        problem = gaussian(kind, 10, 4, 0.2, seed=1)
        assert {s(problem).status for s in SOLVERS[kind].values()} == {"converged"}
