"""Valid programs on which a certificate said more than arithmetic does."""

import numpy as np
import pytest
from scipy.optimize import linprog

from solvers import (
    Program,
    solve_active_set,
    solve_admm,
    solve_mehrotra,
    solve_pdhg,
    solve_simplex,
)


def test_certify_tiny_cost_with_a_far_bound_is_a_cost():
    """x_2 brings 7e-15 each, and 1e15 of it are allowed: the optimum is 1 - 7."""
    p = Program([1.0, 7e-15], lower=[1.0, -1e15])
    assert p.certify([1.0, 0.0]).bound <= -5.9
    assert not p.certify([1.0, 0.0]).holds(1e-6)
    assert p.certify([1.0, -1e15]).holds(1e-6)


def test_certify_tiny_cost_of_a_free_variable_has_no_bound():
    assert Program([1.0, 7e-15], lower=[1.0, -np.inf]).certify([1.0, 0.0]).bound == -np.inf


@pytest.mark.parametrize("size", [1e3, 1e7, 1e9])
@pytest.mark.parametrize("apart", [0.0, 1e-8])
def test_certify_cancelling_multipliers_loosen_no_proof(size, apart):
    """Those of x_1 <= 1 and of x_1 >= 1 may be of any size: the value 6 is 5 above the optimum."""
    p = Program([1.0, 1.0], [[1.0, 0], [-1.0, 0]], [1.0 + apart, -1.0],
                lower=[-np.inf, 0], upper=[np.inf, 10])  # fmt: skip
    assert not p.certify([1.0, 5.0], [size, size + 1.0]).holds(1e-6)
    twice = Program([1.0, 1.0], A_eq=[[1.0, 0], [1.0, 0]], b_eq=[1.0, 1.0], lower=[-np.inf, 0])
    assert not twice.certify([1.0, 5.0], [], [size, -size - 1.0]).holds(1e-6)


@pytest.mark.parametrize("shift", [0.0, 1e4, 1e6, 1e8, -1e8])
def test_sides_length_of_a_far_shift_is_the_same(shift):
    """A triangle with sides of 4 wherever it is: half outside is outside."""
    a = np.array([shift, -shift])
    G = np.array([[-1.0, 0], [0, -1], [1, 1]])
    p = Program([1.0, 2.0], G, np.array([0.0, 0, 4]) + G @ a)
    assert 0.3 < p.sides.length < 4.0
    assert not p.certify(a - np.array([0.5, 0.0]), [1.0, 2.0, 0.0]).holds(1e-3)
    assert not p.certify(a + np.array([0.5, 0.0]), [1.0, 2.0, 0.0]).holds(1e-3)
    r = solve_mehrotra(p)
    assert r.status == "converged"
    np.testing.assert_allclose(r.x - a, 0.0, atol=1e-3)


def test_certify_large_variable_hides_no_small_violation():
    p = Program([1e8, 0.0], lower=0.0, upper=[1e-6, 1e12])
    assert p.certify([-1e-4, 1e12]).infeasibility > 0.0
    assert p.certify([0.0, 1e12]).infeasibility == 0.0
    rows = Program([1e8, 0.0], np.vstack([np.eye(2), -np.eye(2)]), [1e-6, 1e12, 0.0, 0.0])
    assert rows.certify([-1e-4, 1e12]).infeasibility > 0.0


@pytest.mark.parametrize("solve", [solve_simplex, solve_active_set, solve_mehrotra])
def test_solver_in_other_units_contradicts_no_proof(solve):
    """Whole numbers in units from 1e-9 to 1e9: of a feasible program none says "contradiction"."""
    for seed in range(25):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(2, 7))
        units, inside = 10.0 ** rng.integers(-9, 10, n), rng.integers(-3, 4, n)
        A = rng.integers(-3, 4, (2 * n, n)).astype(float)
        p = Program(rng.integers(-5, 6, n) / units, A / units,
                    A @ inside + rng.integers(0, 3, 2 * n),
                    lower=(inside - 5) * units, upper=(inside + 5) * units)  # fmt: skip
        assert solve(p, max_iter=200).status != "contradiction", seed


@pytest.mark.parametrize("free", [False, True])
def test_certify_in_units_far_apart_bounds_no_more_than_the_optimum(free):
    """Whatever the multipliers: a reduced cost that is large in its own units is no rounding,
    however large the terms of other variables are. The optimum is that in whole numbers."""
    proved = 0
    for seed in range(150):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(2, 7))
        units, inside = 10.0 ** rng.integers(-9, 10, n), rng.integers(-3, 4, n)
        A, c = rng.integers(-3, 4, (2 * n, n)).astype(float), rng.integers(-5, 6, n)
        A *= rng.random(A.shape) < (0.5 if seed % 2 else 1.0)
        b = A @ inside + rng.integers(0, 3, 2 * n)
        low, high = inside - 5.0, inside + 5.0
        if free:
            low[0], high[0] = -np.inf, np.inf
        plain = linprog(c, A, b, bounds=np.column_stack([low, high]))
        if plain.status != 0:
            continue
        p = Program(c / units, A / units, b, lower=low * units, upper=high * units)
        y = np.maximum(-plain.ineqlin.marginals, 0.0)
        for share in (0.0, 1e-9, 1e-6, 0.1):
            near = y * (1.0 + share * rng.standard_normal(y.size)) + share * rng.random(y.size)
            for x in (plain.x, inside):
                bound = p.certify(x * units, y=near).bound
                assert bound <= plain.fun + 1e-9 * (1.0 + abs(plain.fun)), (seed, share)
                proved += np.isfinite(bound) and bound > plain.fun - 1e-6 * (1.0 + abs(plain.fun))
    assert proved > 100  # the multipliers of the optimum prove it


def test_certify_infeasible_ray_of_small_entries_is_none():
    """x_2 <= 0 and x_2 >= 1 - 1e-12 x_1 meet at x_1 = 1e12."""
    p = Program([0.0, 0.0], [[0.0, 1.0], [-1e-12, -1.0]], [0.0, -1.0])
    assert np.all(p.A @ [2e12, 0.0] - p.b <= 0.0)
    assert not p.certify_infeasible([1.0, 1.0])


@pytest.mark.parametrize("given", [
    {"upper": [1.0, np.inf]},
    {"A": [[1.0, 0.0]], "b": [1.0]},
    {"A_eq": [[1.0, 0.0]], "b_eq": [1.0]},
    {"Q": np.diag([1.0, 0.0])},
])  # fmt: skip
def test_certify_unbounded_bounded_variable_is_not_ignored(given):
    """-x_1 is bounded; a ray on which x_1 rises by 1e-12 while the free x_2 rises by 1 is none."""
    assert not Program([-1.0, 0.0], **given).certify_unbounded([1e-12, 1.0])


def test_certify_unbounded_tiny_curvature_is_none():
    """-x_1 + 1/2 1e-12 x_1^2 has its minimum at x_1 = 1e12."""
    assert not Program([-1.0, 0.0], Q=np.diag([1e-12, 1.0])).certify_unbounded([1.0, 0.0])


@pytest.mark.parametrize("solve", [solve_simplex, solve_active_set, solve_mehrotra])
def test_solver_rounding_of_a_side_is_no_distance(solve):
    """0.1 + 0.2 - 0.3 = 5.6e-17 is a side through the origin, where the optimum is 0."""
    p = Program([1.0, 1.0], [[-1.0, -2], [-2, -1], [1, 1]], [0.1 + 0.2 - 0.3, 0.0, 5.0])
    r = solve(p)
    assert r.status == "converged"
    np.testing.assert_allclose(r.x, 0.0, atol=1e-5)


@pytest.mark.parametrize("solve", [solve_simplex, solve_active_set, solve_mehrotra])
def test_sides_length_ignores_far_bounds_of_a_point(solve):
    """Rows that leave one point, and bounds of -1e12 that bind nothing."""
    inside = np.array([-2.0, 3.0, 1.0])
    G = np.vstack([np.eye(3), -np.eye(3), [[1.0, 2.0, -1.0]]])
    p = Program([-5.0, 3.0, 4.0], G, G @ inside, lower=-1e12)
    assert p.sides.length < 1e3
    r = solve(p)
    assert r.status == "converged"
    np.testing.assert_allclose(r.x, inside, atol=1e-5)


@pytest.mark.parametrize("seed", range(12))
def test_sides_length_of_rows_through_the_origin_is_a_bound(seed):
    """Repeated rows through the origin and lower bounds of 0: the bound of 6 is the only length."""
    rng = np.random.default_rng(seed)
    A = rng.integers(-3, 4, (int(rng.integers(1, 3)), 2)).astype(float)
    A = np.vstack([A, A, [[-1.0, 0.0]]])
    p = Program([2.0, 1], A, np.zeros(len(A)), lower=0, upper=[np.inf, 6.0])
    assert 0.1 < p.sides.length <= 6.5
    assert p.certify([0.0, -1e-6]).infeasibility < 1e-4


#: Variables in units 1e8 apart, of which the first moves by 1e8 times what the second is off by.
UNITS = np.array([1e-4, 1e4])


@pytest.mark.parametrize("steps", [5, 10])
def test_certify_bound_counts_the_rounding_of_a_side(steps):
    """x_2 is `steps` floats above its bound, which leaves x_1 more, and the value below 7."""
    A = UNITS * [[1.0, -1.0]]
    p = Program([-2.0, -1.0], A, A @ [-1.0, -5.0], lower=[-np.inf, -9], upper=[np.inf, -5])
    second = -5.0 + steps * np.spacing(4.0)
    first = (p.b[0] - A[0, 1] * second) / A[0, 0]
    c = p.certify([first, second], [2.0 / A[0, 0]])
    assert c.infeasibility == 0.0 and c.objective < 7.0
    assert c.gap >= -1e-9 * c.scale


@pytest.mark.parametrize("solve", [solve_admm, solve_pdhg])
def test_solver_rows_within_rounding_contradict_nothing(solve):
    """A row may be met by rounding alone and its value lie below the optimum; the bound of another
    row, which counts no such rounding, is no contradiction."""
    for seed in range(12):
        A = np.random.default_rng(seed).normal(size=(3, 2)) * UNITS
        p = Program([-2.0, -1.0], A, A @ [-1.0, -5.0], lower=[-np.inf, -5], upper=[np.inf, -5])
        r = solve(p, tol=1e-9, max_iter=120)
        assert r.status != "contradiction", seed
        assert (r.trace.gap >= -1e-9 * r.trace.scale).all(), seed
        assert p.certify(r.x, **r.dual) == r.certificate
