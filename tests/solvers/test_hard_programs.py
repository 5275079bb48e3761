"""Kinds of programs that the field's files hold and on which a method of ours once failed."""

import numpy as np
import pytest
from scipy import sparse

from solvers import (
    Program,
    solve_admm,
    solve_affine_scaling,
    solve_mehrotra,
    solve_path_following,
    solve_pdhg,
    solve_simplex,
)
from solvers.programs import presolve as module
from solvers.programs.boxed import Boxed
from solvers.programs.cone import Cone
from solvers.programs.presolve import presolve

MANY = {"record_every": 0, "max_iter": 50_000}


def sparse_rows(seed, m, n, density=0.08):
    rng = np.random.default_rng(seed)
    return rng, sparse.random_array((m, n), density=density, rng=rng, format="csr")


@pytest.mark.parametrize("solve", [solve_mehrotra, solve_admm, solve_pdhg])
def test_program_minimum_of_cancelling_terms_is_proved(solve):
    p = Program([0.0, 0.0], Q=[[2.0, -2.0], [-2.0, 2.0]], A_eq=[[1.0, 1.0]], b_eq=[1.0], lower=0.0)
    r = solve(p)
    assert r.status == "converged"
    assert r.x == pytest.approx([0.5, 0.5], abs=1e-6)
    assert p.certify(r.x, **r.dual).holds(1e-6)
    x = np.array([0.5 + 1e-6, 0.5 - 1e-6])
    assert not p.certify(x, **r.dual | {"w": x}).holds(1e-6)


def test_mehrotra_flat_minimum_without_bounds_is_proved():
    rng, V = sparse_rows(20, 40, 80, 0.1)
    p = Program(np.zeros(80), Q=sparse.csr_array(V.T @ V), A_eq=np.ones((1, 80)), b_eq=[1.0])
    r = solve_mehrotra(p, record_every=0)
    assert r.status == "converged"
    assert not p.certify(r.x + 0.1 * rng.normal(size=80), **r.dual).holds(1e-6)


@pytest.mark.parametrize("solve", [solve_mehrotra, solve_admm])
def test_program_ray_in_very_different_units_is_proved(solve):
    rng, A = sparse_rows(28, 50, 80)
    A = A.toarray()
    A[:, [1, 9]], A[:, 5] = -np.abs(A[:, [1, 9]]), 0.0
    c, units = rng.normal(size=80), 10.0 ** rng.uniform(-3, 3, 80)
    c[[1, 5, 9]] = -1.0
    upper = np.full(80, 3.0)
    upper[[1, 5, 9]] = np.inf
    p = Program(c * units, sparse.csr_array(A * units), np.ones(50), lower=0.0, upper=upper / units)
    assert not (p.rows.columns == 1.0).all()
    r = solve(p, record_every=0)
    assert r.status == "unbounded"
    assert p.certify_unbounded(r.dual["ray"])
    assert not p.certify_unbounded(-r.dual["ray"])


@pytest.mark.parametrize("solve", [solve_mehrotra, solve_admm, solve_pdhg, solve_simplex])
def test_program_empty_equation_with_a_side_is_infeasible(solve):
    _, A = sparse_rows(26, 30, 40)
    E = sparse.csr_array((1, 40))
    p = Program(np.ones(40), A, np.ones(30), A_eq=E, b_eq=[1.0], lower=0.0)
    r = solve(p, **MANY)
    assert r.status == "infeasible"
    assert p.certify_infeasible(r.dual["ray"])


@pytest.mark.parametrize("solve", [solve_mehrotra, solve_admm, solve_pdhg])
def test_program_crossed_bounds_of_sparse_rows_are_infeasible(solve):
    _, A = sparse_rows(24, 30, 80)
    lower = np.zeros(80)
    lower[3] = 2.0
    p = Program(np.ones(80), A, np.ones(30), lower=lower, upper=1.0)
    assert solve(p, **MANY).status == "infeasible"


def test_admm_repeated_rows_end_proved(monkeypatch):
    monkeypatch.setattr(module, "_WORTH", np.inf)
    rng, A = sparse_rows(5, 40, 60)
    x = rng.integers(0, 3, 60) * 1.0
    A = sparse.csr_array(sparse.vstack([A, A[:20], -A[:5]]))
    p = Program(rng.random(60) - A.T @ rng.random(65), A, A @ x, lower=0.0, upper=4.0)
    assert solve_admm(p, **MANY).status == "converged"


def test_boxed_repair_leaves_nothing_on_free_variables():
    rng, E = sparse_rows(29, 40, 90)
    c = -(E.T @ rng.normal(size=40))
    free = rng.random(90) < 0.5
    p = Program(c + ~free * 0.1, A_eq=E, b_eq=np.zeros(40), lower=np.where(free, -np.inf, 0.0))
    boxed = Boxed(p)
    y, _ = boxed.repaired(np.zeros(90), rng.normal(size=40))
    left = (boxed.c + boxed.KT @ y)[free]
    assert np.abs(left).max() <= 1e-13
    assert np.isfinite(p.certify(np.zeros(90), z=boxed.own(y)[1]).bound)


def reducible(seed=4):
    """A program with fixed variables, rows of one entry, repeated rows and an idle column."""
    rng, A = sparse_rows(seed, 40, 70)
    x = rng.integers(0, 3, 70) * 1.0
    one = sparse.eye_array(70, format="csr")[:10]
    E = sparse.csr_array(sparse.vstack([A[35:], 2.0 * A[35:37]]))
    rows = sparse.csr_array(sparse.vstack([A[:35], one, 3.0 * A[:4]]))
    lower, upper = np.zeros(70), np.full(70, 5.0)
    lower[60:] = upper[60:] = x[60:]
    y, z = rng.random(49), rng.normal(size=7)
    c = rng.random(70) * (x == 0.0) - rows.T @ y - E.T @ z
    return Program(c, rows, rows @ x, A_eq=E, b_eq=E @ x, lower=lower, upper=upper), x


@pytest.mark.parametrize("solve", [solve_simplex, solve_pdhg, solve_admm])
def test_program_unrecorded_run_proves_the_program_as_given(solve):
    p, x = reducible()
    assert presolve(p).program.c.size < 70
    r = solve(p, **MANY)
    assert r.status == "converged"
    assert p.certify(r.x, **r.dual).holds(1e-6)
    assert p.value(r.x) == pytest.approx(p.value(x), abs=1e-4)
    assert {k: v.shape[1:] for k, v in r.trace.snapshots.items()}["y"] == (49,)


@pytest.mark.parametrize("solve", [solve_simplex, solve_pdhg, solve_admm])
def test_program_recorded_run_is_not_presolved(solve, monkeypatch):
    p, _ = reducible()
    recorded = solve(p, max_iter=40)
    monkeypatch.setattr(module, "_WORTH", np.inf)
    plain = solve(p, max_iter=40)
    for name, values in plain.trace.snapshots.items():
        np.testing.assert_array_equal(recorded.trace.snapshots[name], values)


def test_simplex_presolved_run_starts_from_a_result():
    p, _ = reducible()
    r = solve_simplex(p, **MANY)
    again = solve_simplex(p, x0=r, **MANY)
    assert again.status == "converged"
    assert again.trace.iteration[-1] < r.trace.iteration[-1]


@pytest.mark.parametrize("options", [{"max_iter": 3}, {"cancelled": lambda: True}])
def test_mehrotra_unrecorded_run_has_the_recorded_answer(options):
    p, _ = reducible()
    quick, recorded = (solve_mehrotra(p, record_every=k, **options) for k in (0, 1))
    assert quick.status == recorded.status
    np.testing.assert_array_equal(quick.x, recorded.x)
    np.testing.assert_array_equal(quick.dual["y"], recorded.dual["y"])
    assert quick.trace.snapshots.keys() == recorded.trace.snapshots.keys()


FLAT = np.array([[1.0, -1.0], [-1.0, 1.0]])


@pytest.mark.parametrize("far", 10.0 ** np.arange(0, 21, 2))
def test_certify_far_along_a_flat_direction_proves_nothing(far):
    """At (far, far) terms of the value cancel, and their rounding is larger than the optimum."""
    free = (np.zeros((0, 2)), np.zeros(0))
    unbounded = Program([1.0, 0.0], *free, Q=FLAT)
    assert unbounded.certify([0.0, 0.0], w=[far, far]).bound == -np.inf
    half_above = Program([-1.0, 1.0], *free, Q=FLAT)
    assert not half_above.certify([far, far], w=[0.5, -0.5]).holds(1e-6)
    one_above = Program([0.0, 0.0], [[1.0, 1.0]], [1.0], Q=2.0 * FLAT)
    assert not one_above.certify([1.0 - far, -far], y=[0.0], w=[0.0, 0.0]).holds(1e-6)


def idle_column(seed, infeasible):
    """Sparse rows with bounds, and one free variable of cost -1 that is in none of them."""
    rng, A = sparse_rows(seed, 60, 79, 0.1)
    x = rng.random(79)
    b = A @ x + rng.random(60)
    rows = [[A, None], [-A[:1], None]] if infeasible else [[A, None]]
    b = np.append(b, -b[0] - 1.0) if infeasible else b
    A = sparse.csr_array(sparse.bmat([[*row[:1], sparse.csr_array((row[0].shape[0], 1))]
                                      for row in rows]))  # fmt: skip
    lower, upper = np.append(np.zeros(79), -np.inf), np.append(np.full(79, 2.0), np.inf)
    return Program(np.append(rng.normal(size=79), -1.0), A, b, lower=lower, upper=upper)


@pytest.mark.parametrize("infeasible", [False, True])
def test_mehrotra_idle_column_of_falling_cost_ends_in_a_proof(infeasible):
    p = idle_column(3, infeasible)
    r = solve_mehrotra(p, record_every=0)
    assert r.status == ("infeasible" if infeasible else "unbounded")
    if infeasible:
        assert p.certify_infeasible(r.dual["ray"])
    else:
        assert p.certify_unbounded(r.dual["ray"]) and r.certificate.infeasibility <= 1e-6


@pytest.mark.parametrize("seed", [6, 29, 31])
def test_mehrotra_unbounded_along_a_face_ends_in_its_ray(seed):
    """Two rows hold a third of it in place, so that no point is strictly inside: products end at 0
    while reduced costs are left, and no step leads farther."""
    rng = np.random.default_rng(seed)
    A = rng.integers(-3, 4, (3, 4)).astype(float)
    A, x, E = np.vstack([A, -A[0]]), rng.integers(-3, 4, 4), rng.integers(-3, 4, (1, 4))
    units, c = 2.0 ** rng.integers(-3, 4, 4), rng.integers(-3, 4, 4)
    p = Program(c * units, A * units, A @ x, A_eq=E * units, b_eq=(E @ x).astype(float))
    r = solve_mehrotra(p)
    assert r.status == "unbounded" and p.certify_unbounded(r.dual["ray"])
    assert p.certify(r.x).infeasibility <= 1e-12 and r.trace.iteration[-1] < 50


def test_mehrotra_infeasible_with_falling_ray_is_infeasible():
    rng, A = sparse_rows(5, 60, 80, 0.1)
    E, d = np.zeros((1, 80)), np.append([0.0, 0.0], np.ones(78))
    E[0, :2] = 1.0
    upper = np.append([1.0, 1.0], np.full(78, np.inf))
    p = Program(-rng.random(80), -A, np.ones(60), A_eq=sparse.csr_array(E), b_eq=[3.0], lower=0.0,
                upper=upper)  # fmt: skip
    assert p.certify_unbounded(d)
    r = solve_mehrotra(p, record_every=0)
    assert r.status == "infeasible" and p.certify_infeasible(r.dual["ray"])


def test_certify_far_point_that_hides_a_contradiction_is_outside():
    p = Program(np.zeros(80), A_eq=np.tile([1.0, -1.0], (2, 40)), b_eq=[0.0, 1.0], lower=0.0)
    assert p.certify(np.full(80, 4.6e14)).infeasibility > 1e-3
    far = Program(p.c, A_eq=p.A_eq, b_eq=[0.0, 0.0], lower=0.0)
    assert far.certify(np.full(80, 4.6e14)).infeasibility == 0.0


def far_optimum(apart=0.0):
    """x_1 = 0.3 x_2 + 0.7 x_3 + apart, x_2 and x_3 at least 1e10: no float meets the equation
    better than by the rounding of its sum; nine other variables are in [0, 1]."""
    E, A, upper = np.zeros((1, 12)), np.zeros((2, 12)), np.ones(12)
    E[0, :3], A[0, 1], A[1, 2], upper[:3] = [1.0, -0.3, -0.7], -1.0, -1.0, np.inf
    return Program(np.ones(12), A, [-1.1e10, -1.507e10], A_eq=E, b_eq=[apart], lower=0.0,
                   upper=upper)  # fmt: skip


def test_simplex_far_optimum_off_by_the_rounding_of_a_sum_is_converged():
    p = far_optimum()
    r = solve_simplex(p)
    assert r.status == "converged"
    assert r.certificate.infeasibility == 0.0
    assert p.value(r.x) == pytest.approx(3.9919e10, rel=1e-12)
    for off in (1e-2, 1.0):  # what is more than rounding is outside
        assert p.certify(r.x + off * np.eye(12)[0]).infeasibility > 1e-3
    assert far_optimum(1.0).certify(r.x).infeasibility > 0.1


def test_mehrotra_ray_in_units_far_apart_is_proved():
    """In lengths that all variables share it lay beyond 1e6, where rounding decides."""
    p = Program([2.0**29, 2.0**-14], 2.0**21 * np.array([[1.0, 0.0], [2.0**-8, 0.0]]),
                [0.0, 2.0**-15], A_eq=[[0.375, -(2.0**-45)]], b_eq=[5.0 * 2.0**-30])  # fmt: skip
    r = solve_mehrotra(p)
    assert r.status == "unbounded" and p.certify_unbounded(r.dual["ray"])


def test_simplex_point_whose_rounding_covers_a_contradiction_says_so():
    """Equations that differ by 1, met at 1e17 up to the rounding of their sums: not proved."""
    p = Program(np.zeros(3), A_eq=np.tile([1.0, -0.3, -0.7], (2, 1)), b_eq=[0.0, 1.0], lower=0.0)
    x = np.array([1.3849e17, 1.1e17, 1.507e17])
    assert p.certify(x).infeasibility > 1e-3
    r = solve_simplex(p, x0=x)
    assert r.status == "stalled" and "the nearest breaks one by" in r.notes[-1]


@pytest.mark.parametrize("n", [40, 100])
def test_admm_started_at_a_value_of_zero_outside_does_not_diverge(n):
    rng = np.random.default_rng(n)
    V, E = rng.normal(size=(n, n)), rng.normal(size=(n // 2, n))
    p = Program(np.zeros(n), Q=V.T @ V / n, A_eq=E, b_eq=rng.normal(size=n // 2))
    r = solve_admm(p, **MANY)
    assert r.status == "converged" and p.certify(r.x, **r.dual).holds(1e-6)


def test_cone_borne_multipliers_bound_ill_conditioned_equations():
    rng, E = sparse_rows(8, 60, 150, 0.1)
    E = sparse.diags_array(10.0 ** rng.uniform(-3, 3, 60)) @ E
    z, free = rng.normal(size=60), rng.random(150) < 0.3
    x = rng.random(150) * free
    p = Program(E.T @ z + rng.random(150) * ~free, A_eq=E, b_eq=E @ x, lower=0.0)
    off = {"y": np.zeros(0), "z": -z * (1.0 + 1e-7 * rng.normal(size=60))}
    assert p.certify(x, **off).bound == -np.inf
    best, found = p.value(x), Cone(p).borne(x, off)
    assert abs(p.certify(x, **found).bound - best) <= 1e-6 * abs(best)


#: Rows of zeros: one that no point meets, alone or next to others that are broken, and one that
#: says nothing.
EMPTY_ROWS = {
    "below 0": (Program([1.0, 2], [[0.0, 0], [1, 1]], [-1.0, 4], lower=0.0), "infeasible"),
    "sparse": (Program([1.0, 2], sparse.csr_array([[0.0, 0], [1, 1]]), [-1.0, 4]), "infeasible"),
    "next to others": (
        Program([-1.0, 2, 3, -2],
                [[0.0, 0, 0, 0], [-3, 1, -5, -2], [-1, 3, 1, 0], [0, 3, -3, 8], [-3, 5, -3, -4],
                 [-9, -7, 3, 1], [6, -2, 1, 5]], [-1.0, -3, 1, -4, -1, 11, -6],
                A_eq=[[-3.0, 0, -1, -8], [0, -4, 1, -2]], b_eq=[2.0, 1], lower=[-np.inf, 0,
                -np.inf, -np.inf], upper=[np.inf, 0, np.inf, np.inf]),
        "infeasible",
    ),
    "equation next to others": (
        Program([1.0, 4, 1, -2, 0],
                [[0.0, 0, 2, 0, 0], [2, 0, 0, 1, 4], [1, 0, 2, 0, 0], [6, 0, -3, 0, 0],
                 [-5, 0, -3, 2, 0], [0, 2, 0, 0, -4], [0, -1, 1, 0, 0], [2, -3, 0, 1, 2]],
                [-3.0, -8, -6, -10, 15, 11, -3, -22], b_eq=[19.0, 1, 26],
                A_eq=[[-5.0, 0, 0, -1, 0], [0, 0, 0, 0, 0], [-5, 2, 0, 0, -7]],
                lower=[-4, 5, *[-np.inf] * 3], upper=[-3, *[np.inf] * 4]),
        "infeasible",
    ),
    "negative equation": (
        Program([1.0, 2], A_eq=[[0.0, 0], [1, -1]], b_eq=[-1.0, 2], lower=[0, 0]), "infeasible",
    ),
    "says nothing": (Program([3.0, -1], [[0.0, 0]], [0.0]), "unbounded"),
    "nothing at all": (Program([0.0], [[0.0], [0]], [0.0, 1], Q=[[0.0]], upper=1.0), "converged"),
}  # fmt: skip


@pytest.mark.parametrize("solve", [solve_mehrotra, solve_path_following, solve_affine_scaling])
@pytest.mark.parametrize("case", EMPTY_ROWS)
def test_interior_point_rows_of_zeros_end_in_a_proof(solve, case):
    p, truth = EMPTY_ROWS[case]
    for record_every in (0, 1):
        r = solve(p, record_every=record_every)
        assert r.status == truth, r
        assert truth != "infeasible" or p.certify_infeasible(r.dual["ray"])


@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
@pytest.mark.parametrize("side", ["row", "equation"])
def test_mehrotra_row_of_zeros_of_a_large_program_is_proved(form, side):
    A = np.random.default_rng(0).normal(size=(30, 60))
    A[3] = 0.0
    b = A @ np.ones(60) + (side == "row")
    b[3] = -1.0
    rows = {"A": form(A), "b": b} if side == "row" else {"A_eq": form(A), "b_eq": b}
    p = Program(np.ones(60), lower=0.0, **rows)
    for record_every in (0, 1):
        r = solve_mehrotra(p, record_every=record_every)
        assert r.status == "infeasible" and p.certify_infeasible(r.dual["ray"]), r


@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
def test_program_with_zero_quadratic_term_is_linear(form):
    p = Program([1.0, 2.0], lower=0.0, Q=form(np.zeros((2, 2))))
    assert p.Q is None
    assert solve_simplex(p).status == "converged"


@pytest.mark.parametrize("solve", [solve_mehrotra, solve_path_following])
@pytest.mark.parametrize("Q", [None, [[4.0]]])
def test_interior_point_row_of_zeros_keeps_a_minimum_of_zero(solve, Q):
    """There is no scale at 0, so that any multiplier of the row would be a gap."""
    p = Program([1e4 if Q is None else 0.0], [[0.0], [0]], [4.0, 0], lower=0.0, Q=Q)
    assert solve(p).status == "converged"
