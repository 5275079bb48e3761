"""Mehrotra's method in the homogeneous embedding: programs as the field's files are, made here."""

import numpy as np
import pytest
from program_truth import judge
from repeated import first
from scipy import sparse
from scipy.sparse.linalg import splu

from solvers import Program, solve_mehrotra
from solvers.programs import embedding, quasidefinite
from solvers.programs.cone import Cone
from solvers.programs.quasidefinite import QuasiDefinite
from solvers.programs.run import Run


def staircase(seed, n=120, m=70, curved=False):
    """Sparse rows of all kinds: ranges, equations that repeat, free, fixed and boxed variables."""
    rng = np.random.default_rng(seed)
    A = sparse.random_array((m, n), density=0.06, rng=rng, format="csr")
    E = sparse.random_array((m // 3, n), density=0.06, rng=rng, format="csr")
    E = sparse.csr_array(sparse.vstack([E, 2.0 * E[[0]]]))
    x = rng.integers(0, 5, n).astype(float)
    lower, upper = np.zeros(n), np.full(n, np.inf)
    lower[:10] = -np.inf
    upper[20:50] = x[20:50] + rng.integers(0, 3, 30)
    lower[50:55] = upper[50:55] = x[50:55]
    y, z = rng.random(m) * (rng.random(m) < 0.5), rng.normal(size=E.shape[0])
    b = A @ x + np.where(y > 0.0, 0.0, rng.random(m))
    Q = None
    if curved:
        F = sparse.random_array((n // 2, n), density=0.03, rng=rng, format="csr")
        Q = sparse.csr_array(F.T @ F)
    c = -(A.T @ y) - E.T @ z - (0.0 if Q is None else Q @ x)
    c = c + np.where((x == 0.0) & np.isfinite(lower), rng.random(n), 0.0)
    A, b = sparse.csr_array(sparse.vstack([A, -A[:9]])), np.append(b, 9.0 - (A @ x)[:9])
    return Program(c, A, b, Q=Q, A_eq=E, b_eq=E @ x, lower=lower, upper=upper), x


@pytest.mark.parametrize("curved", [False, True])
@pytest.mark.parametrize("seed", first(range(4), 1))
def test_embedding_sparse_rows_of_all_kinds_end_at_the_optimum(seed, curved):
    p, x = staircase(seed, curved=curved)
    r = solve_mehrotra(p, record_every=0)
    assert r.status == "converged"
    assert judge(p, r, p.value(x)) == ""


def test_embedding_with_superlu_has_the_same_optimum(monkeypatch):
    p, x = staircase(7, curved=True)
    monkeypatch.setattr(quasidefinite, "qdldl", None)
    r = solve_mehrotra(p, record_every=0)
    assert r.status == "converged"
    assert p.value(r.x) == pytest.approx(p.value(x), rel=1e-5)


def splu_but_once(calls, *args, **options):
    if next(calls, False):
        raise RuntimeError("Factor is exactly singular")
    return splu(*args, **options)


@pytest.mark.skipif(quasidefinite.qdldl is None, reason="the other way is not installed")
@pytest.mark.parametrize("superlu", [False, True])
def test_quasi_definite_factor_called_singular_gets_a_larger_diagonal(monkeypatch, superlu):
    A = sparse.csr_array([
        [0.0, 0, 0, 160, 0, 0, -150, 0],
        [50, 229.99999999999997, 0, 0, 0, 0, 240, 0],
        [-70, -120, 0, 0, -30, 130, 40, -10],
        [0, 0, 0, 0, 50, -130, -50, -110],
        [-180, -10, 0, -140, 0, -170, 0, 0],
        [-20, -120, 0, 60, 0, 0, 0, 0],
    ])  # fmt: skip
    if superlu:  # whether a pivot is 0 there, the rounding of a machine decides
        calls = iter([True])
        monkeypatch.setattr(quasidefinite, "qdldl", None)
        monkeypatch.setattr(quasidefinite, "splu", lambda *a, **b: splu_but_once(calls, *a, **b))
    m, n = A.shape
    system = QuasiDefinite(sparse.csr_array((n, n)), A)
    system.factor(np.zeros(n), np.zeros(m))
    assert system.static > quasidefinite._STATIC
    x, y = system.solve(A.T @ np.ones(m), A @ np.ones(n))
    assert np.abs(A.T @ (y - 1.0)).max() <= 1e-8
    assert np.abs(A @ (x - 1.0)).max() <= 1e-8


def test_quasi_definite_solve_of_a_singular_top_meets_its_equations():
    rng = np.random.default_rng(0)
    A = sparse.csr_array(rng.integers(-2, 3, (4, 7)).astype(float))
    Q, D, S = sparse.csr_array((7, 7)), np.array([0.0, 1e-9, 1e9, 1, 1, 2, 3]), np.zeros(4)
    system = QuasiDefinite(Q, A)
    for again in (1.0, 5.0):
        system.factor(again * D, S)
        a, b = rng.normal(size=7), rng.normal(size=4)
        x, y = system.solve(a, b)
        assert np.abs(again * D * x + A.T @ y - a)[D < 1e8].max() <= 1e-9
        assert np.abs(A @ x - b).max() <= 1e-9


def test_quasi_definite_solve_goes_on_while_refinement_is_slow():
    rng = np.random.default_rng(4)
    A = sparse.csr_array(np.linalg.qr(rng.normal(size=(80, 40)))[0].T)
    K = QuasiDefinite(sparse.csr_array((80, 80)), A)
    K.factor(np.full(80, 5e7), np.zeros(40))  # A D^-1 A' is as small as what the factor adds
    b = rng.normal(size=40)
    x, _ = K.solve(np.zeros(80), b)
    assert np.abs(A @ x - b).max() <= 1e-7 * np.abs(b).max()


def test_embedding_infeasible_sparse_program_is_proved():
    p, _ = staircase(1)
    A, b = sparse.vstack([p.A, -p.A.sum(axis=0)[None, :]]), np.append(p.b, -p.b.sum() - 1.0)
    more = Program(p.c, sparse.csr_array(A), b, A_eq=p.A_eq, b_eq=p.b_eq, lower=p.lower,
                   upper=p.upper)  # fmt: skip
    r = solve_mehrotra(more, record_every=0)
    assert r.status == "infeasible"
    assert more.certify_infeasible(r.dual["ray"])
    assert not p.certify_infeasible(np.delete(r.dual["ray"], p.b.size))


def test_embedding_unbounded_sparse_program_is_proved():
    n = 40
    A = sparse.diags_array([np.ones(n), -np.ones(n - 1)], offsets=[0, 1], format="csr")
    p = Program(-np.ones(n), A, np.ones(n), lower=0)
    r = solve_mehrotra(Program(-np.ones(n), A[:-1], np.ones(n - 1), lower=0), record_every=0)
    assert r.status == "unbounded"
    d = r.dual["ray"]
    assert (A[:-1] @ d).max() <= 1e-9
    assert d.sum() > 0.0
    assert solve_mehrotra(p, record_every=0).status == "converged"


def test_embedding_units_of_variables_and_rows_barely_change_scaling():
    p, _ = staircase(2)
    rng = np.random.default_rng(0)
    units, rows = 10.0 ** rng.integers(-9, 10, p.c.size), 10.0 ** rng.integers(-5, 6, p.b.size)
    A = sparse.csr_array(sparse.diags_array(rows) @ p.A @ sparse.diags_array(1.0 / units))
    E = sparse.csr_array(p.A_eq @ sparse.diags_array(1.0 / units))
    twin = Program(p.c / units, A, p.b * rows, A_eq=E, b_eq=p.b_eq, lower=p.lower * units,
                   upper=p.upper * units)  # fmt: skip
    entries = np.abs(Cone(twin).A.data)
    assert entries.max() <= 1e3 * np.abs(Cone(p).A.data).max()
    first, again = (solve_mehrotra(q, record_every=0) for q in (p, twin))
    assert again.status == first.status == "converged"
    assert again.certificate.objective == pytest.approx(first.certificate.objective, rel=1e-5)


def test_embedding_without_objective_ends_at_a_feasible_point():
    p, _ = staircase(3)
    r = solve_mehrotra(Program(0.0 * p.c, p.A, p.b, A_eq=p.A_eq, b_eq=p.b_eq, lower=p.lower,
                               upper=p.upper))  # fmt: skip
    assert r.status == "converged"
    assert r.certificate.bound == r.certificate.objective == 0.0
    assert np.abs(p.A_eq @ r.x - p.b_eq).max() <= 1e-4


def _singular_from(monkeypatch, first, last=10**9):
    """SuperLU's error at its calls from the number `first` on, up to `last`; the calls."""
    calls, make = [], quasidefinite.splu

    def failing(*given, **more):
        calls.append(1)
        if first <= len(calls) <= last:
            raise RuntimeError("Factor is exactly singular")
        return make(*given, **more)

    monkeypatch.setattr(quasidefinite, "qdldl", None)
    monkeypatch.setattr(quasidefinite, "splu", failing)
    return calls


def integers(seed=0):
    rng = np.random.default_rng(seed)
    A, x = rng.integers(-9, 10, (7, 8)) * 1e9, rng.integers(0, 4, 8).astype(float)
    A = sparse.csr_array(A)
    return Program(rng.integers(-5, 6, 8).astype(float), A_eq=A, b_eq=A @ x, lower=0, upper=9)


@pytest.mark.parametrize("record_every", [0, 1])
@pytest.mark.parametrize("first", [1, 2, 5])
def test_mehrotra_without_a_factor_ends_stalled_with_its_best(monkeypatch, first, record_every):
    p, calls = integers(), _singular_from(monkeypatch, first)
    r = solve_mehrotra(p, record_every=record_every)
    assert len(calls) > first
    assert r.status == "stalled" and r.notes
    assert np.isfinite(r.x).all()
    rows = r.trace.objective
    assert r.certificate.objective in rows and r.certificate == p.certify(r.x, **r.dual)


@pytest.mark.parametrize("record_every", [0, 1])
def test_mehrotra_without_a_step_shows_what_all_states_show(monkeypatch, record_every):
    monkeypatch.setattr(quasidefinite, "qdldl", None)
    rng = np.random.default_rng(8)
    A = rng.integers(-9, 10, (7, 8)) * 1e9
    c, _, b = rng.integers(-5, 6, 8), rng.integers(0, 4, 8), rng.integers(-9, 10, 7)
    p = Program(c.astype(float), sparse.csr_array(A), b.astype(float), lower=0.0, upper=1e9)
    r = solve_mehrotra(p, max_iter=60, record_every=record_every)
    assert r.status == "stalled" and r.notes
    assert {"sigma", "alpha_a", "alpha_p", "alpha_d", "mu"} <= set(r.trace.snapshots)


def test_quasi_definite_solve_without_a_next_factor_has_its_last(monkeypatch):
    calls = _singular_from(monkeypatch, 2)
    system = QuasiDefinite(sparse.csr_array((2, 2)), sparse.csr_array([[1.0, 1.0]]))
    system.factor(np.ones(2), np.zeros(1))
    monkeypatch.setattr(quasidefinite, "_LOST", -1.0)
    monkeypatch.setattr(quasidefinite, "_TINY", -1.0)  # no answer is good enough
    x, y = system.solve(np.zeros(2), np.ones(1))
    assert len(calls) > 1
    np.testing.assert_allclose(x, 0.5, rtol=1e-12)
    np.testing.assert_allclose(y, -0.5, rtol=1e-12)


def falling_for_ever(n=60):
    """A free variable of cost -1 that is in no row, and rows that have a feasible point."""
    rng = np.random.default_rng(0)
    A = sparse.random_array((n, n - 1), density=0.1, rng=rng, format="csr")
    A = sparse.csr_array(sparse.hstack([A, sparse.csr_array((n, 1))]))
    lower, upper = np.append(np.zeros(n - 1), -np.inf), np.append(np.full(n - 1, 2.0), np.inf)
    return Program(np.append(rng.normal(size=n - 1), -1.0), A, rng.random(n), lower=lower,
                   upper=upper)  # fmt: skip


def test_embedding_feasible_search_counts_work_and_is_cancelled(monkeypatch):
    made, asked = [], []
    p, run = falling_for_ever(), embedding.states
    monkeypatch.setattr(Run, "unbounded", lambda *given, **more: None)

    def counted(problem, *more):
        for state in run(problem, *more):
            made.append(problem is p)
            yield state

    monkeypatch.setattr(embedding, "states", counted)
    r = solve_mehrotra(p)
    assert r.status == "unbounded" and p.certify_unbounded(r.dual["ray"])
    assert made[0], "the first state comes before the search"
    assert r.trace.work[-1] >= made.count(False) > 1

    def stop():
        asked.append(made.count(False))
        return len(asked) == 3

    made.clear()
    solve_mehrotra(p, cancelled=stop)
    assert asked[0] == 0 and made.count(False) == 2, "the search asks as well, and ends"
    made.clear()
    assert solve_mehrotra(p, cancelled=lambda: True).status == "cancelled"
    assert made == [True]


def test_embedding_feasible_search_is_made_once(monkeypatch):
    made, p, run = [], falling_for_ever(), embedding.states
    monkeypatch.setattr(Run, "unbounded", lambda *given, **more: None)

    def fruitless(problem, options, eta):
        if problem is p:
            yield from run(problem, options, eta)
            return
        made.append(1)
        yield {"x": np.full(p.c.size, 5.0), "work": 7, "stop": "stalled"}

    monkeypatch.setattr(embedding, "states", fruitless)
    r = solve_mehrotra(p, max_iter=40)
    assert len(made) == 1
    assert r.trace.work[-1] - r.trace.work[0] == len(r.trace) - 1 + 7
