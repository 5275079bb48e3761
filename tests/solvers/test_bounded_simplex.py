"""The simplex method on a sparse basis: every end is true by HiGHS and by formulas of the test."""

import tracemalloc

import numpy as np
import pytest
from program_truth import judge, truth
from repeated import first
from scipy import sparse

from solvers import Program, solve_simplex
from solvers.programs.basis import Basis
from solvers.programs.bounded_simplex import _Bounded

RULES = ("auto", "largest", "steepest", "bland")
INF = np.inf
#: Beale's and Kuhn's programs, on which the largest coefficient goes round in circles.
BEALE = ([-0.75, 150, -0.02, 6], [[0.25, -60, -0.04, 9], [0.5, -90, -0.02, 3], [0, 0, 1, 0]],
         [0, 0, 1], -0.05)  # fmt: skip
KUHN = ([-2, -3, 1, 12], [[-2, -9, 1, 9], [1 / 3, 1, -1 / 3, -2], [1, 1, 1, 1]], [0, 0, 1], None)


def check(p, result):
    status, value = truth(p)
    assert result.status == status
    if status == "infeasible":
        assert p.certify_infeasible(result.dual["ray"])
    elif status == "unbounded":
        assert p.certify_unbounded(result.dual["ray"])
    else:
        assert judge(p, result, value) == ""


def program(seed, m, k, n, density=0.3):
    """Integer data with ties, boxed, fixed and free variables, rows and equations that repeat; half
    of them have a point that all rows meet."""
    rng = np.random.default_rng(seed)

    def matrix(rows):
        return rng.integers(-4, 5, (rows, n)) * (rng.random((rows, n)) < density)

    A, E = matrix(m).astype(float), matrix(k).astype(float)
    x = rng.integers(-2, 3, n).astype(float)
    lower = np.where(rng.random(n) < 0.7, x - rng.integers(0, 3, n), -INF)
    upper = np.where(rng.random(n) < 0.5, x + rng.integers(0, 3, n), INF)
    if seed % 2:
        x = x + rng.normal(size=n)
    b, e = A @ x + rng.integers(0, 2, m) * rng.integers(0, 5, m), E @ x
    A, b = np.vstack([A, A[:2]]), np.append(b, b[:2] + np.array([0.0, 1.0]))
    E, e = np.vstack([E, E[:1] + E[1:2]]), np.append(e, e[0] + e[1])
    c = rng.integers(-3, 4, n).astype(float)
    if seed % 3:
        c = c + A.T @ rng.integers(0, 2, m + 2)  # more of them are bounded
    return Program(c, sparse.csr_array(A), b, A_eq=sparse.csr_array(E), b_eq=e, lower=lower,
                   upper=upper)  # fmt: skip


@pytest.mark.parametrize("seed", first(range(40), 16))
def test_simplex_degenerate_program_ends_as_highs(seed):
    p = program(seed, *((6, 3, 8), (12, 4, 20), (40, 15, 60), (4, 2, 30))[seed % 4])
    check(p, solve_simplex(p, rule=RULES[seed // 4 % 4]))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("case", [BEALE, KUHN])
def test_simplex_cycling_example_ends_under_each_rule(case, rule):
    c, A, b, value = case
    p = Program(c, sparse.csr_array(np.array(A, float)), b, lower=0)
    result = solve_simplex(p, rule=rule)
    check(p, result)
    if value is not None:
        assert result.certificate.objective == pytest.approx(value)


@pytest.mark.parametrize("seed", range(3))
def test_simplex_200_sparse_rows_of_300_variables_end_as_highs(seed):
    rng = np.random.default_rng(seed)
    A = sparse.random_array((200, 300), density=0.03, rng=rng, data_sampler=rng.standard_normal)
    A, x = sparse.csr_array(A), rng.random(300)
    p = Program(rng.standard_normal(300), A, A @ x + rng.random(200), lower=0,
                upper=np.where(rng.random(300) < 0.9, 3.0, 30.0))  # fmt: skip
    result = solve_simplex(p)
    check(p, result)
    assert result.status == "converged" and result.trace.iteration[-1] > 50


def test_simplex_assignment_with_ties_ends_proved():
    k = 12
    cost = np.random.default_rng(0).integers(0, 4, (k, k)).astype(float)
    one = sparse.eye_array(k)
    E = sparse.vstack([sparse.kron(one, np.ones((1, k))), sparse.kron(np.ones((1, k)), one)])
    p = Program(cost.ravel(), A_eq=sparse.csr_array(E), b_eq=np.ones(2 * k), lower=0)
    check(p, solve_simplex(p))


def test_simplex_badly_scaled_rows_and_columns_end_proved():
    p = program(2, 40, 15, 60)
    rng = np.random.default_rng(1)
    row, column = 10.0 ** rng.integers(-4, 5, p.b.size), 10.0 ** rng.integers(-4, 5, p.c.size)
    q = Program(p.c * column, sparse.diags_array(row) @ p.A @ sparse.diags_array(column), p.b * row,
                A_eq=p.A_eq @ sparse.diags_array(column), b_eq=p.b_eq, lower=p.lower / column,
                upper=p.upper / column)  # fmt: skip
    here, there = solve_simplex(p), solve_simplex(q)
    assert here.status == there.status == truth(p)[0] == "converged"
    assert there.certificate.objective == pytest.approx(here.certificate.objective, rel=1e-9)


def test_simplex_entered_row_holds_with_equality():
    p = program(2, 40, 15, 60)
    trace = solve_simplex(p).trace.snapshots
    low, high = (np.flatnonzero(np.isfinite(a) & (p.lower != p.upper))
                 for a in (p.lower, p.upper))  # fmt: skip
    one = np.eye(p.c.size)
    G = np.vstack([p.A.toarray(), -one[low], one[high]])
    h = np.concatenate([p.b, -p.lower[low], p.upper[high]])
    assert len(trace["entered"]) > 20 and set(trace["phase"]) == {1, 2}
    held = 0
    for x, row in zip(trace["iterate"], trace["entered"], strict=True):
        if 0 <= row < len(h):
            assert abs(G[row] @ x - h[row]) <= 1e-4  # bounds of a basis may be moved for a while
            held += 1
    assert held > 10


def test_simplex_start_near_upper_bounds_begins_there():
    p = program(2, 12, 4, 20)
    p = Program(p.c, p.A, p.b, lower=0, upper=5)
    first = solve_simplex(p, x0=np.full(20, 4.9)).trace.snapshots["iterate"][0]
    assert (first == 5.0).all()


def test_basis_after_exchanges_solves_as_its_matrix():
    rng = np.random.default_rng(0)
    M = sparse.hstack([sparse.csc_array(rng.standard_normal((20, 30))), sparse.eye_array(20)])
    M = sparse.csc_array(M)
    basis, right = Basis(M, 30 + np.arange(20)), rng.standard_normal(20)
    for column in range(30):
        a = basis.solve(M[:, [column]].toarray().ravel())
        basis.exchange(int(np.abs(a).argmax()), column, a)
        B = M[:, basis.columns].toarray()
        assert np.allclose(B @ basis.solve(right), right, atol=1e-7)
        assert np.allclose(B.T @ basis.solve_transposed(right), right, atol=1e-7)


def test_basis_of_dependent_columns_takes_from_the_identity():
    rng = np.random.default_rng(0)
    left = rng.standard_normal((6, 4))
    left[:, 3] = left[:, 0] + left[:, 1]
    M = sparse.csc_array(np.hstack([left, np.eye(6)]))
    basis = Basis(M, np.array([0, 1, 2, 3, 4, 5]))
    assert np.linalg.matrix_rank(M[:, basis.columns].toarray()) == 6
    assert len({0, 1, 2, 3} & set(basis.columns)) == 3


def test_simplex_moved_bounds_are_restored():
    p = program(2, 12, 4, 20)
    s = _Bounded(p, "auto", None)
    low, high = s.low.copy(), s.high.copy()
    s.outward()
    moved = s.basis.columns[np.isfinite(s.low[s.basis.columns])]
    assert (s.low[moved] < low[moved]).all()
    assert s.back() and not s.back()
    assert (s.low == low).all() and (s.high == high).all()


@pytest.mark.parametrize("rows", [{}, {"A": sparse.csr_array((0, 600)), "b": []}])
def test_simplex_bounds_alone_take_no_matrix_of_all_variables(rows):
    """Of 600 variables one is 2.9 MB."""
    c = np.random.default_rng(0).normal(size=600)
    p = Program(c, lower=0.0, upper=1.0, **rows)
    tracemalloc.start()
    result = solve_simplex(p, record_every=0)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert result.status == "converged" and most < 2.8e6
    np.testing.assert_array_equal(result.x, c < 0.0)
    free = Program(c, lower=np.where(c > 0.0, 0.0, -np.inf), **rows)
    ray = solve_simplex(free, record_every=0)
    assert ray.status == "unbounded" and free.certify_unbounded(ray.dual["ray"])
