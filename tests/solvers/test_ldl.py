"""The factor LDL' of a sparse quasi-definite system, by qdldl and by SciPy's LU, and its solves."""

import numpy as np
import pytest
from scipy import sparse

from solvers import Program, solve_admm
from solvers.programs import ldl

WITHOUT = [False, True] if ldl.qdldl else [True]


@pytest.fixture(params=WITHOUT, ids=lambda without: "superlu" if without else "qdldl")
def library(request, monkeypatch):
    if request.param:
        monkeypatch.setattr(ldl, "qdldl", None)


def _system(seed, n=40, m=25):
    rng = np.random.default_rng(seed)
    K = sparse.random_array((m, n), density=0.1, rng=rng, format="csr")
    R = sparse.random_array((n, n), density=0.05, rng=rng, format="csr")
    return sparse.csr_array(R @ R.T), K, rng.uniform(0.1, 2.0, n), rng.uniform(0.1, 2.0, m), rng


def _whole(Q, K, top, bottom):
    return np.block([[Q.toarray() + np.diag(top), K.toarray().T],
                     [K.toarray(), -np.diag(bottom)]])  # fmt: skip


def _solved(system, right):
    work, out = np.empty(right.size), np.empty(right.size)
    ldl.solve(system.factors, right, work, out)
    return out


@pytest.mark.parametrize("seed", range(3))
def test_ldl_solve_leaves_rounding_alone(seed, library):
    Q, K, top, bottom, rng = _system(seed)
    system = ldl.System(ldl.triangle(Q), K, top, bottom)
    whole, right = _whole(Q, K, top, bottom), rng.normal(size=top.size + bottom.size)
    for found in (system.solve(right), _solved(system, right)):
        np.testing.assert_allclose(whole @ found, right, rtol=0.0, atol=1e-12)


def test_ldl_set_other_diagonals_factors_the_new_system(library):
    Q, K, top, bottom, rng = _system(3)
    system, right = ldl.System(ldl.triangle(Q), K, 1.0, np.ones(25)), rng.normal(size=65)
    before = _solved(system, right)
    system.set(top, bottom)
    after = _solved(system, right)
    np.testing.assert_allclose(_whole(Q, K, top, bottom) @ after, right, rtol=0.0, atol=1e-12)
    assert np.abs(after - before).max() > 1e-3


def test_ldl_triangle_adds_missing_diagonal_entries():
    Q = sparse.csr_array(np.array([[2.0, 1.0, 0.0], [1.0, 0.0, 3.0], [0.0, 3.0, 0.0]]))
    T, own, places = ldl.triangle(Q)
    assert np.array_equal(T.toarray(), np.triu(Q.toarray()))
    assert np.array_equal(own, [2.0, 0.0, 0.0]) and np.array_equal(T.data[places], own)
    assert np.array_equal(T.indices[places], range(3))


def test_admm_by_either_factor_has_the_same_run(monkeypatch):
    rng = np.random.default_rng(0)
    A = sparse.random_array((80, 100), density=0.05, rng=rng, format="csr")
    x = rng.random(100)
    problem = Program(rng.normal(size=100), A, A @ x, Q=sparse.eye_array(100), lower=-1.0)
    first = solve_admm(problem)
    monkeypatch.setattr(ldl, "qdldl", None)
    second = solve_admm(problem)
    assert first.status == second.status == "converged"
    assert np.array_equal(first.trace.iteration, second.trace.iteration)
    np.testing.assert_allclose(first.x, second.x, rtol=0.0, atol=1e-9)
