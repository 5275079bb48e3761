"""Valid programs on which a certificate said more than arithmetic does."""

import numpy as np
import pytest
from program_truth import truth
from scipy.optimize import linprog

from solvers import (
    Program,
    solve_active_set,
    solve_admm,
    solve_affine_scaling,
    solve_mehrotra,
    solve_path_following,
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
def test_certify_in_units_far_apart_bounds_no_more_than_the_optimum(free, whole):
    """Whatever the multipliers: a reduced cost that is large in its own units is no rounding,
    however large the terms of other variables are. The optimum is that in whole numbers."""
    proved = 0
    for seed in range(150 if whole else 30):
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
    assert proved > (100 if whole else 20)  # the multipliers of the optimum prove it


@pytest.mark.parametrize(
    ("A", "b", "ray"),
    [
        ([[1.0], [1.0]], [1.0, 2.0], [1.0, -1.0]),  # would sum to 0 x <= -1
        ([[1.0], [-1.0]], [-1.0, np.inf], [1.0, 1.0]),
        ([[1.0], [-1.0]], [-1.0, -2.0], [np.nan, 1.0]),
        ([[1.0], [-1.0]], [-1.0, -2.0], [np.inf, np.inf]),
    ],
)
def test_certify_infeasible_ray_of_no_multipliers_is_none(A, b, ray):
    assert not Program([1.0], A, b).certify_infeasible(ray)


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
def test_solver_rows_within_rounding_contradict_nothing(solve, whole):
    """A row may be met by rounding alone and its value lie below the optimum; the bound of another
    row, which counts no such rounding, is no contradiction."""
    for seed in range(12 if whole else 4):
        A = np.random.default_rng(seed).normal(size=(3, 2)) * UNITS
        p = Program([-2.0, -1.0], A, A @ [-1.0, -5.0], lower=[-np.inf, -5], upper=[np.inf, -5])
        r = solve(p, tol=1e-9, max_iter=120)
        assert r.status != "contradiction", seed
        assert (r.trace.gap >= -1e-9 * r.trace.scale).all(), seed
        assert p.certify(r.x, **r.dual) == r.certificate


def in_units(p, seed):
    """The program in other units: of each variable a power of two from 2^-33 to 2^33, of rows and
    of the objective as well; and the unit of the objective."""
    rng = np.random.default_rng(seed)
    x, a, e = (2.0 ** rng.integers(-33, 34, k) for k in (p.c.size, p.b.size, p.b_eq.size))
    unit = 2.0 ** rng.integers(-20, 21)
    Q = None if p.Q is None else unit * p.Q * np.outer(x, x)
    return Program(
        unit * p.c * x,
        p.A * x * a[:, None],
        p.b * a,
        Q=Q,
        lower=p.lower / x,
        b_eq=p.b_eq * e,
        A_eq=p.A_eq * x * e[:, None],
        upper=p.upper / x,
    ), unit


def with_bought_optimum(seed):
    """Whole numbers, repeated rows, equations that depend on each other, a Q with rows of zeros,
    and a slope that active rows buy: many rows hold at a minimum, some at no price."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 11))
    A = rng.integers(-2, 3, (int(rng.integers(1, 3 * n)), n)).astype(float)
    inside, E = rng.integers(-2, 3, n).astype(float), rng.integers(-1, 2, (2, n)).astype(float)
    slack = rng.integers(0, 3, len(A)) * (rng.random(len(A)) < 0.4)
    half = rng.integers(-1, 2, (int(rng.integers(1, n + 1)), n)).astype(float)
    half[:, rng.random(n) < 0.3] = 0.0
    half = half if seed % 3 else 0.0 * half
    E = np.vstack([E, 2.0 * E[:1], E.sum(axis=0)[None]]) if seed % 2 else E[:0]
    c = -half.T @ (half @ inside) - A.T @ (rng.integers(0, 2, len(A)) * (slack == 0))
    b = A @ inside + slack
    twice = rng.integers(0, len(A), 2)
    return Program(c, np.vstack([A, A[twice]]), np.append(b, b[twice]), A_eq=E, b_eq=E @ inside,
                   Q=half.T @ half if seed % 3 else None,
                   lower=inside - rng.integers(0, 2, n))  # fmt: skip


WALKS = (solve_simplex, solve_active_set, solve_mehrotra, solve_path_following)


@pytest.mark.parametrize("solve", WALKS)
def test_program_in_units_far_apart_has_the_answer_of_even_units(solve):
    """What one method proves in such units none may contradict: a length of its own for each
    variable, not one for all, says what is far and what rounding."""
    proved = []
    for seed in range(30):
        plain = with_bought_optimum(seed)
        if plain.Q is not None and solve is solve_simplex:
            continue
        p, unit = in_units(plain, seed)
        best, r = truth(plain)[1], solve(p, record_every=0)
        assert r.status not in ("infeasible", "unbounded", "contradiction"), seed
        proved.append(r.status == "converged")
        if proved[-1]:
            scale = max(r.certificate.scale / unit, 1e-3)
            assert abs(r.certificate.objective / unit - best) <= 2e-6 * scale, seed
    within_rounding = 1 if solve in (solve_mehrotra, solve_path_following) else 0
    assert sum(proved) >= len(proved) - within_rounding


@pytest.mark.parametrize("seed", range(8))
def test_certify_in_units_far_apart_finds_the_same_point_outside(seed):
    """As far beyond its sides as they are from each other, whatever the largest variable is."""
    plain = with_bought_optimum(3 * seed + 1)
    p, unit = in_units(plain, seed)
    rng = np.random.default_rng(seed)
    x, y = 5.0 * rng.normal(size=p.c.size), rng.exponential(size=p.b.size)
    columns = np.random.default_rng(seed)
    x_units = 2.0 ** columns.integers(-33, 34, p.c.size)
    a_units = 2.0 ** columns.integers(-33, 34, p.b.size)
    one, other = plain.certify(x, y), p.certify(x / x_units, unit * y / a_units)
    assert other.objective == pytest.approx(unit * one.objective, rel=1e-12)
    assert one.infeasibility > 0.1 and 1e-3 < other.infeasibility / one.infeasibility < 1e3
    assert not other.holds(1e-6)


@pytest.mark.parametrize("shift", [0.0, 1e6, 1e8])
def test_certify_point_outside_a_shifted_box_is_no_proof(shift):
    """In no row, its size is the distance between its bounds, not theirs to the origin."""
    p = Program([1.0, 1, 1], lower=[shift, 0, 0], upper=[shift + 1.0, 1, 1])
    r = p.certify([shift - 0.5, 0.0, 0.0])
    assert r.infeasibility > 1e-4 and not r.holds(1e-6)
    assert p.certify([shift, 0.0, 0.0]).holds(1e-6)


def test_certify_infeasible_far_centre_makes_no_proof_of_rounding():
    """About a centre at 1e8 the sums of a ray cancel; (3, 0, -1, -1, -3) meets all sides."""
    A = np.array([[1.0, -1, -2, 0, 2], [-1, -1, 1, -2, 1], [-1, -1, -1, 1, -1], [-1, 3, 5, -1, -3]])
    A[3, 4] += 1.4691612371109386e-08
    far, inside = 612247255.7334156, np.array([3.0, 0, -1, -1, -3])
    p = Program(np.zeros(5), A, A @ inside, lower=[1, -2, -far, -np.inf, -4], upper=far)
    assert p.certify(inside).infeasibility == 0.0
    assert not p.certify_infeasible([2.0, 0.0, 1.0, 1.0])


@pytest.mark.parametrize("seed", range(40))
def test_active_set_minimum_on_many_rows_is_proved(seed):
    p = with_bought_optimum(seed)
    r = solve_active_set(p, record_every=0)
    assert r.status == "converged" and p.certify(r.x, **r.dual).holds(1e-6), r


@pytest.mark.parametrize("far", [1e12, 1e15, 1e19])
@pytest.mark.parametrize("solve", WALKS)
def test_program_bounds_meant_as_none_move_no_answer(solve, far):
    """Another package's infinity, below 1e20, is a bound, at which rounding of a multiplier may be
    worth more than the value: then a sentence says so, and x is the answer nevertheless."""
    converged = 0
    for seed in range(0, 24, 2):
        p = with_bought_optimum(seed)
        if p.Q is not None and solve is solve_simplex:
            continue
        given = {"Q": p.Q, "A_eq": p.A_eq, "b_eq": p.b_eq}
        free = Program(p.c, p.A, p.b, **given)
        bounded = Program(p.c, p.A, p.b, lower=-far, upper=far, **given)
        one, other = solve(free, record_every=0), solve(bounded, record_every=0)
        if one.status == "converged":
            scale = max(one.certificate.scale, other.certificate.scale)
            apart = one.certificate.objective - other.certificate.objective
            assert abs(apart) <= 2e-6 * scale, seed
            ended = other.status in ("converged", "max_iter")
            assert ended or "give inf" in other.notes[0], (seed, other)
            converged += other.status == "converged"
    assert converged >= (2 if solve is solve_simplex else 6)


@pytest.mark.parametrize("far", [1e12, 1e15, 1e19])
@pytest.mark.parametrize("solve", [solve_active_set, solve_mehrotra, solve_path_following])
def test_program_bounds_alone_meant_as_none_are_named(solve, far):
    converged = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(2, 9))
        half = rng.integers(-2, 3, (n + 2, n)).astype(float)
        lower, upper = rng.integers(-3, 0, n).astype(float), rng.integers(0, 3, n).astype(float)
        lower[rng.random(n) < 0.6], upper[rng.random(n) < 0.6] = -far, far
        p = Program(rng.integers(-9, 10, n), Q=half.T @ half + np.eye(n), lower=lower, upper=upper)
        r = solve(p, record_every=0)
        assert r.status == "converged" or "give inf" in r.notes[0], (seed, r)
        converged += r.status == "converged"
    assert converged >= 5


@pytest.mark.parametrize("far", [1e10, 1e13])
@pytest.mark.parametrize("solve", WALKS)
def test_program_with_its_minimum_on_a_far_side_is_proved(solve, far):
    """However many times as far as the others: on a bound, with a curved objective too, on a row,
    and on a budget."""
    box = {"lower": [-far, -1.0, -1.0], "upper": [np.inf, 3.0, 1.0]}
    row = {"lower": [-np.inf, -1.0, -1.0], "upper": [np.inf, 3.0, 1.0]}
    cases = [
        (Program([1.0, 1.0, -1.0], [[0.0, 1.0, 1.0]], [2.0], **box), -far - 2.0),
        (Program([1.0, 0.0, -1.0], [[-1.0, 0.0, 0.0], [0.0, 1.0, 1.0]], [far, 2.0], **row),
         -far - 1.0),
        (Program([-1.0, -2.0], [[1.0, 1.0], [1.0, -1.0]], [far, 3.0], lower=0.0), -2.0 * far),
    ]  # fmt: skip
    if solve is not solve_simplex:
        Q = np.diag([0.0, 1.0, 1.0])
        cases += [(Program([1.0, 1.0, -1.0], [[0.0, 1.0, 1.0]], [2.0], Q=Q, **box), -far - 1.0)]
    for p, best in cases:
        r = solve(p)
        assert r.status == "converged" and r.certificate.objective == pytest.approx(best, rel=1e-5)


@pytest.mark.parametrize(
    "solve", [solve_active_set, solve_admm, solve_mehrotra, solve_path_following]
)
def test_program_with_its_minimum_of_0_at_the_origin_is_proved(solve):
    """Where no side holds it: a value 0 has no size against which rounding is small."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        n, m = rng.integers(1, 6), rng.integers(2, 6)
        half = rng.integers(-3, 4, (n, n))
        A, b = rng.integers(-3, 4, (m, n)), rng.uniform(0.5, 5.0, m)
        lower = np.where(rng.random(n) < 0.4, -rng.uniform(0.5, 3.0, n), -np.inf)
        p = Program(np.zeros(n), A, b, lower=lower, Q=half.T @ half + np.eye(n))
        r = solve(p, record_every=0)
        assert r.status == "converged" and r.certificate.objective == 0.0, (seed, r)
        equal = Program(np.zeros(n), A_eq=np.ones((1, n)), b_eq=[0.0], lower=lower, Q=p.Q)
        assert solve(equal, record_every=0).status == "converged", seed


@pytest.mark.parametrize(
    "solve", [solve_active_set, solve_admm, solve_mehrotra, solve_path_following, solve_pdhg]
)
def test_program_with_its_minimum_of_0_at_the_tip_of_a_cone_is_proved(solve):
    for seed in range(0, 50, 2):
        rng = np.random.default_rng(seed)
        n = rng.integers(1, 4)
        A = rng.integers(-3, 4, (rng.integers(n, n + 4), n))
        half, y = rng.integers(-2, 3, (n, n)), rng.integers(1, 4, len(A))
        r = solve(Program(-A.T @ y, A, np.zeros(len(A)), Q=half.T @ half), record_every=0)
        assert r.status == "converged" and abs(r.certificate.objective) <= 1e-12, (seed, r)


@pytest.mark.parametrize("solve", [solve_mehrotra, solve_path_following])
def test_interior_point_first_on_the_only_side_leaves_it(solve):
    """The first steps are a thousandth of their length, and spend the one product."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        n = rng.integers(2, 8)
        half, c = rng.normal(size=(n, n)), rng.normal(size=n)
        lower = np.append(-rng.uniform(0.5, 3.0), np.full(n - 1, -np.inf))
        Q = half.T @ half + 0.1 * np.eye(n)
        free = np.linalg.solve(Q, -c)
        if free[0] < lower[0]:  # then the first variable is at its bound
            rest = np.linalg.solve(Q[1:, 1:], -c[1:] - lower[0] * Q[1:, 0])
            free = np.append(lower[0], rest)
        r = solve(Program(c, lower=lower, Q=Q), record_every=0)
        assert r.status == "converged", (seed, r)
        over = r.certificate.objective - (c @ free + 0.5 * free @ Q @ free)
        assert -1e-9 <= over <= 1e-6 * r.certificate.scale, seed


@pytest.mark.parametrize("seed", [5, 7, 17, 19])
@pytest.mark.parametrize("solve", [solve_mehrotra, solve_path_following])
def test_interior_point_weak_curvature_next_to_equations_is_solved(solve, seed):
    """Fixed variables are equations, whose weight in one factor hid a curvature of 1e-7."""
    rng = np.random.default_rng(seed)
    half = rng.integers(-2, 3, (8, 8)).astype(float)
    lower = rng.integers(-3, 0, 8).astype(float)
    upper = np.where(rng.random(8) < 0.4, lower, np.inf)
    p = Program(rng.integers(-2, 3, 8), Q=1e-7 * (half.T @ half + np.eye(8)), lower=lower,
                upper=upper)  # fmt: skip
    r = solve(p, record_every=0)
    assert r.status == "converged" and p.certify(r.x, **r.dual).holds(1e-6)


def test_program_bounds_crossed_by_rounding_are_not_both_proofs():
    """A point that is within rounding of both is feasible, so that no method proves there is none;
    one that is not, is outside."""
    for gap, ends in ((2e-16, "converged"), (1e-3, "infeasible")):
        p = Program([1.0, 1.0], lower=[1.0 + gap, 0.0], upper=1.0)
        assert p.certify_infeasible([]) == (ends == "infeasible")
        assert (p.certify([1.0, 0.0]).infeasibility == 0.0) == (ends == "converged")
        assert {solve(p).status for solve in WALKS} == {ends}


@pytest.mark.parametrize("upper", [np.inf, 1e6])
@pytest.mark.parametrize("others", [0.0, 1.0])
def test_certify_point_below_one_far_bound_is_outside(upper, others):
    """The bound of a variable in no row, whose size may be a shift, is no unit of it."""
    p = Program([1.0, others, others], lower=[1e6, 0.0, 0.0], upper=[upper, 1.0, 1.0])
    assert p.certify([1e6 - 0.4, 0.0, 0.0]).infeasibility > 0.1
    assert p.certify([1e6, 0.0, 0.0]).holds(1e-9)


def test_certify_slightly_falling_curvature_has_no_tangent_above():
    """An eigenvalue of -1e-11 is taken for 0, but no tangent bounds such an objective."""
    p = Program([0.0, 0.0], Q=np.diag([1.0, -1e-11]), lower=[-1.0, -3.0], upper=[0.0, -1.0])
    for w in (-1.0, -1.7, -2.5, -3.0):
        assert p.certify([0.0, w], w=[0.0, w]).bound <= p.value(np.array([0.0, -3.0]))


def test_affine_scaling_fixed_variables_keep_their_values():
    p = Program([1.0, 2, -1], [[1.0, 1, 1]], [4.0], lower=[1, 2, -np.inf], upper=[1, 2, np.inf])
    r = solve_affine_scaling(p)
    assert r.status == "converged" and r.x == pytest.approx([1.0, 2.0, 1.0], abs=1e-5)
    assert r.trace.infeasibility[1:].max() <= 1e-12


@pytest.mark.parametrize("seed", [25, 33, 63, 87])
def test_affine_scaling_stays_on_equations_that_depend_on_each_other(seed):
    r = solve_affine_scaling(with_bought_optimum(seed))
    assert r.status == "converged" and r.trace.infeasibility[1:].max() <= 1e-13


@pytest.mark.parametrize("seed", [8, 9, 19, 21, 23, 26, 65])
def test_active_set_short_flat_direction_is_followed(seed):
    """It leads to a row, however short the part of the slope is that no curvature meets."""
    rng = np.random.default_rng(seed)
    c, half = rng.normal(size=3) * 10.0 ** rng.integers(-9, -5), rng.normal(size=3)
    A = rng.normal(size=(5, 3))
    p = Program(c, A, A @ rng.normal(size=3) + rng.random(5), Q=1e2 * np.outer(half, half),
                lower=-3.0, upper=3.0)  # fmt: skip
    assert solve_active_set(p, record_every=0).status == "converged"


@pytest.mark.parametrize("seed", range(12))
def test_affine_scaling_of_a_curved_objective_takes_few_steps(seed):
    """Multipliers are those of the linear system: of S^-2 G d near the boundary digits are lost."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(2, 9)), int(rng.integers(9, 30))
    A, half = rng.normal(size=(m, n)), rng.normal(size=(int(rng.integers(1, n + 1)), n))
    p = Program(rng.normal(size=n), A, rng.uniform(0.1, 1.0, m), lower=-5.0, upper=5.0,
                Q=10.0 ** rng.integers(-6, 4) * half.T @ half)  # fmt: skip
    r = solve_affine_scaling(p, record_every=0)
    assert r.status == "converged" and r.trace.iteration[-1] <= 300, r
