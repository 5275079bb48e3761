"""Bags: data, the two halves of the saddle gap, the search for the worst keys, and the machine."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from solvers import (
    ODM,
    Gaussian,
    Linear,
    MultiInstanceODM,
    Polynomial,
    bag_machine,
    bag_objectives,
    bag_values,
    instance_values,
    key_instances,
    key_probability,
    mean_keys,
    printed_dual,
    round_keys,
    solve_dual_cd,
    solve_keys,
)
from solvers.odm.descent import solve_band
from solvers.problems.bag_machine import printed_weights
from solvers.problems.key_search import largest_square
from solvers.problems.lifted import margins_and_squares, mixed_gram

AFFINE = Linear(bias=1.0)
BAGS_A = [[(2, 1), (-1, 0)], [(1.5, 2), (0, -1), (-1, 1)], [(-1, -1), (0, -2)], [(-2, 0.5)]]
BAGS_B = [[(2, -2), (-2, -1)], [(-2, 2), (2, 0)], [(-2, -2), (-1, 0)], [(1, 0), (-1, -2)]]
LABELS = [1, 1, -1, -1]
VALUES = {
    "A linear": (BAGS_A, AFFINE, "instances",
                 (0.13034677, 7.6915413, 3.15866535, 9.25202232, 5.86938535, 5.55567069)),
    "A gaussian": (BAGS_A, Gaussian(0.5), "instances",
                   (1.0632693, 2.77549605, 1.86436222, 2.87185567, 3.85670069, 2.68070761)),
    "A gaussian, bags": (BAGS_A, Gaussian(0.5), "bags",
                         (1.07874723, 2.86219956, 1.90481213, 2.97526292, 4.02399793, 2.78431052)),
    "B": (BAGS_B, AFFINE, "instances", (14.18865996, 3.11100325, 7.00608899, 18.22952528)),
}  # fmt: skip


def toy(sizes, negatives=2, seed=0, kernel=AFFINE, lam=10.0, nu=0.5, theta=0.2, mixed=False):
    """Positive bags of the given sizes with one key each among clutter, and bags of clutter."""
    rng = np.random.default_rng(seed)
    bags = [rng.normal(-0.7, 1.0, (m, 2)) for m in [*sizes, *[3] * negatives]]
    for bag in bags[: len(sizes)]:
        bag[rng.integers(len(bag))] = rng.normal(1.5, 0.4, 2)
    y = np.repeat([1, -1], [len(sizes), negatives])
    if mixed:
        order = rng.permutation(len(bags))
        bags, y = [bags[i] for i in order], y[order]
    return MultiInstanceODM(bags, y, lam, lam, nu, theta, kernel)


def key_gram(problem, keys):
    """K(c) by its definition."""
    plus = [b for b, label in zip(problem.bags, problem.y, strict=True) if label > 0]
    minus = [b for b, label in zip(problem.bags, problem.y, strict=True) if label < 0]
    rows = [b[j] for b, j in zip(plus, keys, strict=True)] + [x for b in minus for x in b]
    sign = np.repeat([1.0, -1.0], [len(plus), len(rows) - len(plus)])
    return np.outer(sign, sign) * problem.kernel(np.array(rows), np.array(rows))


def every(problem):
    return list(itertools.product(*(range(m) for m in problem.sizes)))


# --- data -----------------------------------------------------------------------------------------


def test_bags_in_any_order_have_their_rows_and_weights():
    bags = [[[0.0, 1]], [[1, 1], [2, 2]], [[3, 3], [4, 4], [5, 5]], [[6.0, 6]]]
    problem = MultiInstanceODM(bags, [-1, 1, -1, 1], 10, 4, 0.5, 0.2)
    assert problem.first.tolist() == [1, 6] and problem.sizes.tolist() == [2, 1]
    assert problem.negative.tolist() == [0, 3, 4, 5] and problem.bag.tolist() == [
        0,
        1,
        1,
        2,
        2,
        2,
        3,
    ]
    assert problem.omega == pytest.approx([5 / 0.64] * 2 + [1 / 0.64] * 4)
    assert problem.count == 2 and problem.assignments().tolist() == [[0, 0], [1, 0]]
    assert problem.at_zero == pytest.approx(14.0)
    by_bags = MultiInstanceODM(bags, [-1, 1, -1, 1], 10, 4, 0.5, 0.2, q_mode="bags")
    assert by_bags.omega[2:] == pytest.approx([2 / 0.64] * 4)
    assert by_bags.at_zero == pytest.approx(18)


@pytest.mark.parametrize("case", VALUES)
def test_solve_keys_has_the_values_of_the_note(case):
    bags, kernel, q_mode, values = VALUES[case]
    problem = MultiInstanceODM(bags, LABELS, 10, 10, 0.5, 0.2, kernel, q_mode)
    for keys, value in zip(every(problem), values, strict=True):
        machine = solve_keys(problem, keys)
        assert machine.objectives.keys == pytest.approx(value, abs=2e-8)
        assert bag_objectives(problem, machine.machine).keys <= value + 2e-8
        c = problem.certify(machine.u, np.ones(1), [keys])
        assert c.objective == pytest.approx(value, abs=2e-8)


def test_solve_keys_of_one_row_has_a_closed_form():
    """One bag of one instance: zeta = (1 - theta) / (k + (1 - theta)^2 / (2 lam1))."""
    problem = MultiInstanceODM([[[1.0, 2.0]]], [1], 7.0, 1.0, 0.5, 0.3)
    machine, zeta = solve_keys(problem, [0]), 0.7 / (6.0 + 0.49 / 14.0)
    assert machine.u == pytest.approx([zeta, 0.0], abs=1e-12)
    assert machine.objectives.keys == pytest.approx(0.35 * zeta, abs=1e-12)


def test_bags_of_single_instances_equal_the_plain_machine():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((8, 2))
    y = np.repeat([1.0, -1.0], 4)
    bags = MultiInstanceODM(X[:, None], y, 5.0, 5.0, 0.5, 0.2, Gaussian(1.0))
    plain = solve_dual_cd(ODM(X, y, 10.0, 0.5, 0.2, Gaussian(1.0)), tol=1e-13)
    machine = solve_keys(bags, [0] * 4)
    assert machine.objectives.keys == pytest.approx(plain.certificate.objective, abs=1e-10)
    assert machine.objectives.bags == pytest.approx(machine.objectives.keys, abs=1e-12)
    assert instance_values(bags, machine.machine) * y == pytest.approx(
        plain.trace.snapshots["margins"][-1], abs=1e-5
    )


# --- the certificate ------------------------------------------------------------------------------


def test_bags_certificate_equals_the_formula():
    problem = toy([2, 3], seed=4, kernel=Gaussian(0.7, bias=1.0), mixed=True)
    rng = np.random.default_rng(0)
    N = problem.omega.size
    u, v = rng.uniform(-0.2, 1.0, 2 * N), rng.uniform(0.0, 1.0, 6)
    zeta, beta = np.maximum(u[:N], 0), np.maximum(u[N:], 0)
    s, grams = zeta - beta, [key_gram(problem, c) for c in every(problem)]
    low = 0.8 * zeta.sum() - 1.2 * beta.sum() - 0.5 * max(s @ K @ s for K in grams)
    low -= np.sum((zeta**2 + beta**2 / 0.5) / (4 * problem.omega))
    c = problem.certify(u, v)
    assert c.bound == pytest.approx(low, rel=1e-11)
    assert c.infeasibility == pytest.approx(-u.min() / np.abs(u).max())
    for point in (s, rng.standard_normal(N)):
        K = np.tensordot(v / v.sum(), grams, axes=1)
        f = K @ point
        loss = np.maximum(0.8 - f, 0) ** 2 + 0.5 * np.maximum(f - 1.2, 0) ** 2
        high = 0.5 * point @ f + problem.omega @ loss
        assert problem.certify(u, v, s=point).objective == pytest.approx(high, rel=1e-12)
    few = problem.certify(u, [0.25, 0.75], [(1, 2), (0, 0)])
    same = np.zeros(6)
    same[[5, 0]] = 0.25, 0.75
    assert few.objective == pytest.approx(problem.certify(u, same).objective, rel=1e-13)


def test_margins_and_squares_equal_sums_over_assignments():
    problem = toy([2, 3, 1], seed=3, kernel=Gaussian(0.7), mixed=True)
    rng = np.random.default_rng(1)
    s, v = rng.standard_normal(problem.omega.size), rng.dirichlet(np.ones(6))
    grams = [key_gram(problem, c) for c in every(problem)]
    index = problem.first + problem.assignments()
    f, squares = margins_and_squares(problem.gram(), index, problem.negative, s, v)
    K = np.tensordot(v, grams, axes=1)
    np.testing.assert_allclose(mixed_gram(problem.gram(), index, problem.negative, v), K)
    np.testing.assert_allclose(f, K @ s)
    np.testing.assert_allclose(squares, [s @ K @ s for K in grams])


@given(st.lists(st.integers(1, 4), max_size=4), st.integers(0, 3), st.floats(0.01, 1000),
       st.floats(0.05, 2), st.floats(0, 0.95), st.integers(0, 10**6))  # fmt: skip
def test_bags_certificate_at_any_point_obeys_weak_duality(sizes, negatives, lam, nu, theta, seed):
    if not sizes and not negatives:
        return
    kernel = [AFFINE, Gaussian(1.0), Polynomial(0.5, 2, 1.0), Linear()][seed % 4]
    problem = toy(sizes, negatives, seed, kernel, lam, nu, theta, mixed=True)
    rng = np.random.default_rng(seed)
    N, size = problem.omega.size, 10.0 ** rng.uniform(-3, 2)
    u, v = size * rng.uniform(-0.5, 1.0, 2 * N), rng.exponential(size=problem.count)
    value = min(solve_keys(problem, c).objectives.keys for c in problem.assignments()[:5])
    for c in (problem.certify(u, v), problem.certify(u), problem.certify(0 * u, v)):
        assert c.gap >= -1e-9 * c.scale
        assert c.bound <= value + 1e-9 * c.scale
    assert problem.certify(0 * u, v).objective == pytest.approx(problem.at_zero)


@given(st.lists(st.integers(1, 4), max_size=4), st.integers(0, 3), st.integers(0, 10**6))
def test_certify_rows_equals_certify_of_each(sizes, negatives, seed):
    if not sizes and not negatives:
        return
    kernel = [AFFINE, Gaussian(1.0), Polynomial(0.5, 2, 1.0), Linear()][seed % 4]
    problem = toy(sizes, negatives, seed, kernel, mixed=True)
    rng = np.random.default_rng(seed)
    n, N = 8, problem.omega.size
    U = 10.0 ** rng.uniform(-3, 3, (n, 1)) * rng.uniform(-0.5, 1.0, (n, 2 * N))
    U[0], U[1], U[2, 0] = 0.0, 1e200, [np.nan, np.inf, -np.inf][seed % 3]
    V = rng.uniform(-0.5, 1.0, (n, problem.count))
    V[3], V[4] = 0.0, -1.0
    rows = problem.certify_rows(U, V)
    assert rows == [problem.certify(u, v) for u, v in zip(U, V, strict=True)]
    S = rng.normal(size=(n, N))
    rows = problem.certify_rows(U, V, S)
    assert rows == [problem.certify(u, v, s=s) for u, v, s in zip(U, V, S, strict=True)]
    values = problem.dual_value_rows(U[2:] if seed % 2 else U[3:])
    known = [problem.dual_values(u) for u in U[-len(values) :]]
    np.testing.assert_array_equal(values, known)
    weights = [problem.mixture(v)[0] for v in V]
    np.testing.assert_array_equal(problem.mixture_rows(V)[0], weights)


def test_bags_certificate_projects_the_weights():
    problem, u = toy([2, 2]), np.full(2 * 8, 0.1)
    assert problem.certify(u, [2.0, 0, 0, -5.0]) == problem.certify(u, [1.0, 0, 0, 0])
    assert problem.certify(u, np.zeros(4)) == problem.certify(u, np.ones(4))


# --- the worst keys -------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 5), min_size=1, max_size=5), st.integers(0, 3),
       st.integers(0, 10**6))  # fmt: skip
def test_largest_square_finds_the_maximum(sizes, negatives, seed):
    kernel = [AFFINE, Gaussian(1.0), Gaussian(0.1)][seed % 3]
    problem = toy(sizes, negatives, seed, kernel, mixed=True)
    rng = np.random.default_rng(seed)
    s = rng.standard_normal(problem.omega.size) * (rng.random(problem.omega.size) < 0.8)
    squares = {c: s @ key_gram(problem, c) @ s for c in every(problem)}
    most, size = max(squares.values()), 1e-9 * (1.0 + abs(max(squares.values())))
    found, rough = largest_square(problem, s), largest_square(problem, s, budget=0)
    assert found.exact and found.value == pytest.approx(most, abs=size)
    assert squares[tuple(found.keys)] == pytest.approx(most, abs=size)
    assert most - size <= found.bound <= most + size
    assert rough.bound >= most - size and rough.value <= most + size
    assert squares[tuple(rough.keys)] == pytest.approx(rough.value, abs=size)


@pytest.mark.parametrize("seed", range(5))
def test_largest_square_cut_short_bounds_the_rest(seed):
    problem = toy([4, 4, 4, 4], 1, seed, Gaussian(1.0), mixed=True)
    s, whole = np.random.default_rng(seed).standard_normal(problem.omega.size), 0
    most = max(s @ key_gram(problem, c) @ s for c in every(problem))
    price = int(problem.sizes.max()) * sum(problem.sizes)
    for branches in range(1, 40):
        found = largest_square(problem, s, budget=branches * price)
        assert found.bound >= most - 1e-12 * abs(most), branches
        whole += found.exact
    assert 0 < whole < 39


def test_largest_square_with_ties_ends_exact():
    bag = np.random.default_rng(0).standard_normal((5, 2))
    problem = MultiInstanceODM([bag] * 14 + [[[0.0, 0.0]]], [1] * 14 + [-1], 1, 1, 0.5, 0.2)
    assert problem.count == 5**14
    assert largest_square(problem, np.full(15, 0.3)).exact


def test_largest_square_starts_from_guesses():
    bags = np.random.default_rng(1).standard_normal((40, 6, 5))
    problem = MultiInstanceODM(bags, [1] * 30 + [-1] * 10, 10, 10, 0.5, 0.2)
    s = np.random.default_rng(2).standard_normal(problem.omega.size)
    found, alone = largest_square(problem, s), largest_square(problem, s, budget=0)
    guessed = largest_square(problem, s, guesses=[alone.keys, found.keys], budget=0)
    assert found.exact and alone.value < found.value - 0.1
    assert guessed.value == pytest.approx(found.value, rel=1e-12)


def test_largest_square_beyond_its_budget_is_rigorous():
    rng = np.random.default_rng(1)
    bags = rng.standard_normal((40, 6, 5))
    problem = MultiInstanceODM(bags, [1] * 30 + [-1] * 10, 10, 10, 0.5, 0.2)
    s = rng.standard_normal(problem.omega.size)
    found, proved = largest_square(problem, s, budget=100_000), largest_square(problem, s)
    assert not found.exact and proved.exact
    assert found.value <= proved.value <= proved.bound < 0.9 * found.bound
    for keys in rng.integers(6, size=(200, 30)):
        at = np.concatenate([problem.first + keys, problem.negative])
        a = np.zeros(len(problem.points))
        a[at] = s * np.repeat([1.0, -1.0], [30, 60])
        assert a @ problem.gram() @ a <= proved.value


# --- the machine ----------------------------------------------------------------------------------


def test_bag_machine_probabilities_and_values_follow_definitions():
    problem = toy([2, 3], seed=1, kernel=Gaussian(0.5), mixed=True)
    rng = np.random.default_rng(0)
    v, N = rng.exponential(size=6), problem.omega.size
    u = rng.random(2 * N)
    mu = key_probability(problem, v)
    for bag, label in enumerate(problem.y):
        assert mu[problem.bag == bag].sum() == pytest.approx(1.0 if label > 0 else 0.0)
    a, s = bag_machine(problem, u, v), u[:N] - u[N:]
    points = rng.standard_normal((4, 2))
    f = np.zeros(4)
    for weight, keys in zip(v / v.sum(), every(problem), strict=True):
        chosen = problem.points[problem.first + np.array(keys)]
        f += weight * problem.kernel(points, chosen) @ s[:2]
    f -= problem.kernel(points, problem.points[problem.negative]) @ s[2:]
    assert instance_values(problem, a, points) == pytest.approx(f)
    own = instance_values(problem, a)
    assert own == pytest.approx(instance_values(problem, a, problem.points))
    split = np.split(own, np.cumsum([len(b) for b in problem.bags])[:-1])
    assert bag_values(problem, a) == pytest.approx([part.max() for part in split])
    assert bag_values(problem, a, [points[:1], points[1:]]) == pytest.approx([f[0], f[1:].max()])
    best = [part.argmax() for part, label in zip(split, problem.y, strict=True) if label > 0]
    assert key_instances(problem, a).tolist() == best


def test_bag_objectives_equal_the_formulas():
    problem = toy([2, 3], negatives=3, seed=2, kernel=Gaussian(0.5), mixed=True)
    rng = np.random.default_rng(0)
    a = rng.standard_normal(len(problem.points))
    f, width = problem.gram() @ a, 0.8**2

    def loss(margin):
        return max(0.8 - margin, 0.0) ** 2 + 0.5 * max(margin - 1.2, 0.0) ** 2

    by_bags = by_keys = 0.5 * a @ f
    keys = []
    for bag, label in enumerate(problem.y):
        part = f[problem.bag == bag]
        by_bags += 10 / (2 if label > 0 else 3) / width * loss(label * part.max())
        losses = [loss(label * x) for x in part]
        if label > 0:
            keys.append(int(np.argmin(losses)))
            by_keys += 10 / 2 / width * min(losses)
        else:
            by_keys += 10 / 9 / width * sum(losses)
    assert (problem.y * bag_values(problem, a)).min() < 0
    found = bag_objectives(problem, a)
    assert found.bags == pytest.approx(by_bags) and found.keys == pytest.approx(by_keys)
    assert bag_objectives(problem, a, keys) == found
    other = bag_objectives(problem, a, [1 - keys[0], keys[1]])
    assert other.keys > found.keys and other.bags == found.bags


def test_bag_objectives_have_different_optima():
    """The 1-D example: what is best for (4) is bad for (3), and the other way round."""
    bags = [[[1.0]], [[1.0], [3.0]], [[-1.0]]]
    problem = MultiInstanceODM(bags, [1, 1, -1], 20, 20, 1.0, 0.1, Linear())
    values = {c: solve_keys(problem, c) for c in every(problem)}
    best = min(values.values(), key=lambda m: m.objectives.keys)
    assert best.keys.tolist() == [0, 0]
    assert best.objectives.keys == pytest.approx(0.40094048, abs=5e-9)
    assert best.objectives.bags == pytest.approx(30.944738, abs=5e-5)
    assert instance_values(problem, best.machine, [[1.0]]) == pytest.approx(0.890979, abs=5e-7)

    def by_bags(w):
        return bag_objectives(problem, np.array([w, 0.0, 0.0, 0.0])).bags

    least = minimize_scalar(by_bags, bounds=(0.0, 2.0), method="bounded", options={"xatol": 1e-10})
    assert least.fun == pytest.approx(8.02581411, abs=5e-9)
    assert least.x == pytest.approx(0.498318, abs=5e-7)


def test_printed_dual_exceeds_the_value_that_it_should_bound():
    """Its maximum lies above the value it should bound, as p, q and nu are missing or misplaced."""
    problem = MultiInstanceODM(BAGS_B, LABELS, 10, 10, 0.5, 0.2)
    keys = np.array([1, 1])
    s = solve_band(key_gram(problem, keys), *printed_weights(problem), problem.theta)
    u = np.concatenate([np.maximum(s, 0), np.maximum(-s, 0)])
    value = solve_keys(problem, keys).objectives.keys
    assert value == pytest.approx(18.22952528, abs=2e-8)
    assert printed_dual(problem, u, keys) == pytest.approx(49.35318, abs=1e-5)
    assert problem.certify(u).bound <= 0.58612665


def test_bag_machine_of_problem_b_orders_the_keys():
    """Problem B: every bag is called negative, yet the keys are those of the best machine."""
    problem = MultiInstanceODM(BAGS_B, LABELS, 10, 10, 0.5, 0.2)
    zeta = [0.35931411, 0, 0.05495328, 0.25339847, 0.57959761, 0.21805285]
    u, v = np.concatenate([zeta, np.zeros(6)]), [0.01109991, 0.50220074, 0.48669935, 0.0]
    assert problem.certify(u, v).relative_gap < 1e-6
    a = bag_machine(problem, u, v)
    expected = [-0.70946, -0.79070, -0.78392, -0.70493, -0.79297, -0.76756, -0.72581, -0.77209]
    assert instance_values(problem, a) == pytest.approx(expected, abs=2e-5)
    assert np.all(bag_values(problem, a) < 0)
    rounded = round_keys(problem, u, v)
    assert rounded.keys.tolist() == [0, 1]
    assert rounded.objectives.keys == pytest.approx(3.11100325, abs=2e-8)


def test_mean_keys_follow_their_definition():
    problem = toy([3, 2, 4], seed=5, mixed=True)
    plus = [b for b, label in zip(problem.bags, problem.y, strict=True) if label > 0]
    means = [b.mean(axis=0)[None] for b in plus]
    single = [*means, *(b for b, label in zip(problem.bags, problem.y, strict=True) if label < 0)]
    averaged = MultiInstanceODM(single, [1, 1, 1, -1, -1], 10, 10, 0.5, 0.2)
    a = solve_keys(averaged, [0, 0, 0]).machine
    f = [np.argmax(instance_values(averaged, a, b)) for b in plus]
    assert mean_keys(problem).tolist() == f


def test_bags_with_too_many_assignments_are_certified():
    problem = MultiInstanceODM(np.zeros((60, 5, 2)), [1] * 60, 1, 1, 0.5, 0.2)
    assert problem.count == 5**60
    assert problem.certify(np.zeros(120)).objective == pytest.approx(1.0)
