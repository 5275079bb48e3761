"""The answer of a `Program` is the point and the multipliers that are proved: recomputed by
formulas of the tests alone, and compared with HiGHS and Clarabel."""

from functools import cache

import numpy as np
import pytest
from program_truth import TOL, judge, outside, truth
from repeated import further
from scipy.optimize import linprog

from solvers import SOLVERS, Program, solve_admm, solve_mehrotra, solve_pdhg, solve_simplex

METHODS = SOLVERS[Program]
LINEAR_ONLY = {"simplex"}
#: Methods of small steps, and what they may take.
BUDGET = {
    "affine_scaling": 3000,
    "ellipsoid": 3000,
    "pdhg": 20_000,
    "admm": 4000,
    "cutting_planes": 300,
}

# -- programs ----------------------------------------------------------------------------------


def whole_numbers(seed):
    """Rows and costs of small whole numbers within bounds."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(2, 5)), int(rng.integers(4, 7))
    A = rng.integers(0, 9, (m, n)).astype(float)
    return Program(-rng.integers(1, 9, n), A, rng.integers(5, 40, m), lower=0, upper=20)


def plan(seed):
    """A production plan: how much to make of each within what there is of each material."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(2, 7)), int(rng.integers(2, 6))
    return Program(-rng.integers(2, 30, n), rng.integers(1, 9, (m, n)),
                   10.0 * rng.integers(5, 40, m), lower=0)  # fmt: skip


def ties(seed):
    """Many rows through few corners, equations that repeat, an objective along an edge."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 7))
    A = rng.integers(-2, 3, (4 * n, n)).astype(float)
    inside = rng.integers(-2, 3, n).astype(float)
    b = A @ inside + rng.integers(0, 2, len(A)) * (rng.random(len(A)) < 0.5)
    E = rng.integers(-1, 2, (n // 3, n)).astype(float)
    A, b = np.vstack([A, A[:2], np.eye(n)]), np.concatenate([b, b[:2], inside + 3.0])
    return Program(-A[0] - A[1], A, b, lower=inside - 3.0, A_eq=np.vstack([E, 2.0 * E]),
                   b_eq=np.concatenate([E @ inside, 2.0 * E @ inside]))  # fmt: skip


def point_or_segment(seed):
    """Feasible in one point, or on a segment."""
    rng = np.random.default_rng(seed)
    n, inside = int(rng.integers(2, 5)), rng.integers(-3, 4, 5).astype(float)
    A = np.vstack([np.eye(n), -np.eye(n)[: n - seed % 2]])
    more = np.ones((1, n))
    b = A @ inside[:n]
    return Program(rng.integers(-5, 6, n), np.vstack([A, more, -more]),
                   np.append(b, [more @ inside[:n] + 1, -more @ inside[:n] + 2]))  # fmt: skip


def curved(seed):
    """A quadratic objective of any rank over rows of whole numbers."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    half = rng.integers(-2, 3, (int(rng.integers(1, n + 1)), n)).astype(float)
    A = rng.integers(-3, 4, (2 * n, n)).astype(float)
    A[~A.any(axis=1)] = 1.0
    b = A @ rng.integers(-2, 3, n) + rng.integers(0, 4, 2 * n)
    return Program(rng.integers(-6, 7, n), A, b, Q=half.T @ half, lower=-8.0, upper=8.0)


def middling(seed):
    """Forty variables in a box, rows with few entries."""
    rng = np.random.default_rng(seed)
    A = rng.integers(-4, 5, (30, 40)) * (rng.random((30, 40)) < 0.15)
    A[:, 0] += 1
    return Program(rng.integers(-9, 10, 40), A, A @ rng.integers(0, 3, 40) + rng.integers(0, 5, 30),
                   lower=0.0, upper=5.0)  # fmt: skip


def rescaled(build, size):
    """Units of x a power of ten, of rows and of the objective others."""

    def made(seed):
        p, rng = build(seed), np.random.default_rng(seed)
        rows = 10.0 ** rng.integers(-2, 3, p.b.size)
        return Program(3e3 * p.c / size, p.A * rows[:, None] / size, p.b * rows,
                       Q=None if p.Q is None else 3e3 * p.Q / size**2, A_eq=p.A_eq / size,
                       b_eq=p.b_eq, lower=p.lower * size, upper=p.upper * size)  # fmt: skip

    return made


def far_sides(build, size):
    """One more row and more bounds, that bind nothing, so far away."""

    def made(seed):
        p = build(seed)
        a = np.random.default_rng(seed + 99).normal(size=p.c.size)
        row, side = a / np.linalg.norm(a), size
        return Program(p.c, np.vstack([p.A, row]), np.append(p.b, side), Q=p.Q, A_eq=p.A_eq,
                       b_eq=p.b_eq, lower=np.where(np.isinf(p.lower), -size, p.lower),
                       upper=np.where(np.isinf(p.upper), size, p.upper))  # fmt: skip

    return made


KINDS = {
    "whole numbers": whole_numbers,
    "plans": plan,
    "ties": ties,
    "points and segments": point_or_segment,
    "curved": curved,
    "forty variables": middling,
    "whole numbers, small": rescaled(whole_numbers, 1e-6),
    "curved, large": rescaled(curved, 1e6),
    "plans, far sides": far_sides(plan, 1e6),
    "whole numbers, a farther side": far_sides(whole_numbers, 1e12),
    "curved, far sides": far_sides(curved, 1e9),
}
SEEDS = {"forty variables": range(2)}
#: Methods of which one program takes as long as a dozen of the others: they take a third.
SLOW = {"affine_scaling", "ellipsoid", "cutting_planes"}
#: The methods on all kinds of programs; one of them takes as long as all others.
ANSWERED = [
    (further if (name, kind) == ("cutting_planes", "forty variables") else pytest.param)(name, kind)
    for name in sorted(METHODS)
    for kind in KINDS
]


# -- answers ---------------------------------------------------------------------------------


@cache
def known(kind, seed):
    """(a program, its least value, None where there is none)."""
    p = KINDS[kind](seed)
    return p, truth(p)[1]


def runs(name, p, **options):
    if p.Q is not None and name in LINEAR_ONLY:
        return None
    more = {"max_iter": BUDGET[name]} if name in BUDGET else {}
    return METHODS[name](p, record_every=0, **more, **options)


@pytest.mark.parametrize("name, kind", ANSWERED)
def test_program_answers_that_converged_are_feasible_and_optimal(name, kind, whole):
    said, seeds = [], SEEDS.get(kind, range(6))
    seeds = seeds[1::3] if name in SLOW else seeds
    for seed in seeds if whole else seeds[: 1 if name in SLOW else 2]:
        p, best = known(kind, seed)
        result = runs(name, p)
        if result is None or best is None:
            continue
        said.append(result.status)
        assert result.status not in ("contradiction", "infeasible", "unbounded", "diverged")
        if result.status == "converged":
            assert judge(p, result, best) == "", (seed, result)
            assert p.certify(result.x, **result.dual).holds(TOL)
    if name in ("simplex", "active_set") and "far" not in kind:
        assert set(said) <= {"converged"}


@pytest.mark.parametrize("kind", KINDS)
def test_certify_point_moved_off_the_feasible_set_is_not_proved(kind):
    for seed in SEEDS.get(kind, range(6)):
        p, _ = known(kind, seed)
        result = runs("mehrotra", p)
        x, step = result.x, 1e-3 * max(np.abs(result.x).max(), p.sides.nearest_to_origin)
        tight = np.argmin(np.where(np.isfinite(p.b), (p.b - p.A @ x), np.inf)
                          / np.linalg.norm(p.A, axis=1))  # fmt: skip
        row = p.A[tight] / np.linalg.norm(p.A[tight])
        moved = x + (step + (p.b[tight] - p.A[tight] @ x) / np.linalg.norm(p.A[tight])) * row
        certificate = p.certify(moved, **result.dual)
        assert certificate.infeasibility > TOL and not certificate.holds(TOL)


@pytest.mark.parametrize("kind", ["whole numbers", "plans", "ties", "curved", "forty variables"])
def test_certify_far_sides_do_not_move_the_scale(kind):
    for seed in SEEDS.get(kind, range(6)):
        p = KINDS[kind](seed)
        result = runs("active_set" if p.Q is not None else "simplex", p)
        before = p.certify(result.x, **result.dual)
        for size in (1e3, 1e6, 1e9, 1e12):
            q = far_sides(KINDS[kind], size)(seed)
            after = q.certify(result.x, **{**result.dual, "y": np.append(result.dual["y"], 0.0)})
            assert 0.5 <= after.scale / before.scale <= 2.0, (seed, size)


@pytest.mark.parametrize("size", [1e-9, 1e-3, 1e6])
def test_certify_in_other_units_changes_units_alone(size):
    for seed in range(6):
        p = curved(seed)
        q = Program(7.0 * p.c / size, p.A / size, p.b, Q=7.0 * p.Q / size**2, lower=p.lower * size,
                    upper=p.upper * size)  # fmt: skip
        x = np.random.default_rng(seed).normal(size=p.c.size)
        y = np.random.default_rng(seed + 1).exponential(size=p.b.size)
        one, other = p.certify(x, y=y), q.certify(size * x, y=7.0 * y)
        assert other.scale == pytest.approx(7.0 * one.scale, rel=1e-6)
        assert other.objective == pytest.approx(7.0 * one.objective, rel=1e-9)
        assert other.bound == pytest.approx(7.0 * one.bound, rel=1e-9)
        assert other.infeasibility == pytest.approx(one.infeasibility, rel=1e-6)


def test_certify_shift_of_x_changes_no_distance():
    for seed in range(6):
        p, t = whole_numbers(seed), 1e4
        shifted = Program(p.c, p.A, p.b + t * p.A.sum(axis=1), lower=p.lower + t, upper=p.upper + t)
        x = np.full(p.c.size, 30.0)
        assert shifted.certify(x + t).infeasibility == pytest.approx(
            p.certify(x).infeasibility, rel=1e-6
        )


# -- what a certificate may and may not do ---------------------------------------------------


def test_certify_of_a_program_is_arithmetic_alone(monkeypatch):
    import scipy.linalg
    import scipy.optimize

    p = ties(3)
    result = solve_simplex(p)
    p = ties(3)
    _ = p.sides.centre, p.sides.box  # made once, with nothing of x

    def refused(*args, **options):
        raise AssertionError("a certificate solves nothing")

    for module, names in (
        (np.linalg, ("solve", "lstsq", "inv", "pinv", "eigh", "svd", "qr", "cholesky")),
        (scipy.linalg, ("cho_factor", "solve", "lu_factor", "lstsq", "qr")),
        (scipy.optimize, ("nnls", "linprog", "minimize")),
    ):
        for name in names:
            monkeypatch.setattr(module, name, refused)
    assert p.certify(result.x, **result.dual).holds(TOL)
    assert not p.certify(result.x + 0.1, **result.dual).holds(TOL)


def test_certify_bound_is_of_the_multipliers_given():
    p = Program([-7.0, -5], [[2, 1], [4, 3]], [100.0, 240], lower=0)
    assert p.certify([30.0, 40.0]).bound < -500.0
    assert p.certify([30.0, 40.0], y=[0.5, 1.5]).bound == pytest.approx(-410.0)
    assert p.certify([30.0, 40.0], y=[1.0, 2.0]).bound == pytest.approx(-580.0)
    assert p.certify([30.0, 40.0], y=[-1.0, 2.0]).bound == pytest.approx(-480.0)


def test_sides_box_implied_by_rows_prices_free_variables():
    A = np.array([[1.0, 1], [1, -1], [-1, 2], [-1, 0], [0, -1]])
    b = np.array([4.0, 2, 3, 1, 1])
    p = Program([-1.0, -2], A, b)
    low, high, proofs = p.sides.box
    for j in range(2):
        for k, sign in enumerate((-1.0, 1.0)):
            y, _ = proofs[j][k]
            assert (y >= 0).all() and np.allclose(A.T @ y, sign * np.eye(2)[j], atol=1e-12)
            assert b @ y == pytest.approx((-low, high)[k][j])
    least = linprog(p.c, A, b, bounds=(None, None)).fun
    for y in np.random.default_rng(0).exponential(size=(20, 5)):
        bound = p.certify([0.0, 0.0], y=y).bound
        assert -np.inf < bound <= least
        r = p.c + A.T @ y
        assert bound == pytest.approx(-b @ y + np.minimum(r * low, r * high).sum())


@pytest.mark.parametrize("side", [1e20, 1e30, np.inf])
def test_program_side_of_1e20_or_more_is_none(side):
    p = Program([1.0], [[-1.0], [1.0]], [5.0, side], lower=-side, upper=side)
    assert p.lower == -np.inf and p.upper == np.inf and p.b[1] == np.inf
    for name, solve in METHODS.items():
        result = solve(p)
        assert result.status == "converged", name
        assert result.x[0] == pytest.approx(-5.0, rel=1e-5)
        assert result.dual["y"][0] == pytest.approx(1.0)


def test_programs_of_the_report_end_right():
    p = Program([-2.0, -1], [[1, 6], [8, 0], [0, 2], [4, 1], [3, 8]], [11.0, 26, 2, 13, 21],
                lower=0, upper=20)  # fmt: skip
    r = solve_simplex(p)
    assert r.status == "converged" and np.allclose(r.x, (3, 1))
    assert r.certificate.objective == pytest.approx(-7.0)
    assert r.trace.iteration[-1] > 0
    p = Program([-3.0, -2], [[1, 1], [1, 3], [-1, -1]], [4.0, 6, -4], lower=0)
    r = solve_admm(p)
    assert r.status == "converged" and p.value(r.x) == pytest.approx(-12.0, rel=1e-5)
    p = Program([-7.0, -5], [[2, 1], [4, 3]], [100.0, 240], lower=0)
    assert np.allclose(solve_simplex(p).dual["y"], (0.5, 1.5))
    assert not Program([-1.0, -1], [[1, 2], [3, 1]], [4.0, 6], lower=0).certify([50, 50]).holds(0.5)


@pytest.mark.parametrize("side", [1e4, 1e9])
def test_program_far_redundant_row_loosens_no_proof(side):
    p = Program([-1.0, -1], [[1.0, 1]], [side], Q=np.eye(2))
    for name, solve in METHODS.items():
        if name not in LINEAR_ONLY:
            result = solve(p)
            if result.status == "converged":
                assert p.value(result.x) == pytest.approx(-1.0, abs=1e-5), name
    assert solve_pdhg(p).status == "converged" or side > 1e6


@pytest.mark.parametrize("upper", [1e6, 1e12])
def test_mehrotra_far_bound_loosens_no_proof(upper):
    p = Program([1.0, 2], [[-1.0, -1]], [-5.0], lower=0, upper=upper)
    result = solve_mehrotra(p)
    assert result.status == "converged" and p.value(result.x) == pytest.approx(5.0, rel=1e-5)


@pytest.mark.parametrize("seed", range(6))
def test_program_crossed_bounds_and_equations_are_infeasible(seed):
    """A ray holds no multipliers of bounds, so that those of rows may prove nothing."""
    rng = np.random.default_rng(seed)
    x, A, E = (rng.integers(-3, 4, shape).astype(float) for shape in (5, (4, 5), (1, 5)))
    lower, upper = (np.where(rng.random(5) < 0.5, x + d, d * np.inf) for d in (-2.0, 2.0))
    lower[seed % 5], upper[seed % 5] = x[seed % 5], x[seed % 5] - 1.0
    p = Program(rng.normal(size=5), A, A @ x + 1.0, A_eq=E, b_eq=E @ x, lower=lower, upper=upper)
    for name, solve in METHODS.items():
        result = solve(p, max_iter=500)
        assert result.status == "infeasible", name
        assert p.certify_infeasible(result.dual["ray"])


@pytest.mark.parametrize("n", range(4, 11))
@pytest.mark.parametrize("base, first, side", [(10.0, 1.0, 100.0), (2.0, 5.0, 5.0)])
def test_klee_minty_cube_is_proved_after_all_its_corners(n, base, first, side):
    A = np.tril(2.0 * base ** (np.arange(n)[:, None] - np.arange(n)), -1) + np.eye(n)
    p = Program(-(base ** np.arange(n)[::-1]), A, first * side ** np.arange(n), lower=0.0)
    ends = {rule: solve_simplex(p, x0=np.zeros(n), rule=rule)
            for rule in ("largest", "steepest", "bland")}  # fmt: skip
    for result in ends.values():
        assert result.status == "converged"
        assert p.value(result.x) == pytest.approx(-p.b[-1], rel=1e-9)
    assert ends["largest"].trace.iteration[-1] == 2**n - 1
    assert ends["steepest"].trace.iteration[-1] < n * n
    inside = solve_mehrotra(p)
    assert inside.status == "converged"
    assert p.value(inside.x) == pytest.approx(-p.b[-1], rel=1e-6)


def test_admm_polish_is_a_separate_row():
    p = plan(1)
    result = solve_admm(p, max_iter=5000)
    polished = result.trace.snapshots["polished"]
    assert result.status == "converged" and polished[result.row] and polished.sum() >= 1
    assert outside(p, result.x) <= 1e-9 * np.abs(result.x).max()
    plain = solve_admm(p, max_iter=5000, polish=False)
    assert not plain.trace.snapshots["polished"].any()
    assert plain.trace.iteration[-1] > result.trace.iteration[-1]
