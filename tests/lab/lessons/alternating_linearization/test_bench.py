from types import SimpleNamespace

import numpy as np
import pytest
from checkout import in_processes

from lab.benchmarks.lessons.alternating_linearization import bench
from lab.benchmarks.problems import precision
from lab.peers.scikit_learn import graphical_lasso
from solvers import SparsePrecision, solve_alternating_linearization


@in_processes
def test_the_tables_on_tiny_problems(monkeypatch):
    monkeypatch.setattr(bench, "_SIZES", (8,))
    monkeypatch.setattr(bench, "_SHARES", (0.2,))
    monkeypatch.setattr(bench, "_LARGE", 30)
    theirs, admm, large = bench.tables(SimpleNamespace(runs=1))
    for table in (theirs, admm, large):
        assert all(len(row) == len(table.columns) for row in table.rows)
    assert [row[1] for row in admm.rows] == [1e-4, 1e-6]
    for asked, has in zip(theirs.rows[::2], theirs.rows[1::2], strict=True):
        assert has[0] == f"{asked[0]}, its gap" and has[1] <= asked[1]
    assert [row[1] for row in theirs.rows[::2]] == [1e-4, 1e-6]
    for row in (*theirs.rows, *admm.rows):
        assert max(row[2:4]) <= max(row[1], row[2]) and min(row[4:7]) > 0.0
    (row,) = large.rows
    assert row[:2] == (30, "converged") and row[2] <= 1e-6 and 0.0 < row[4] < 1.0


def test_the_problems_are_correlated_and_bounded():
    problem = precision(20, 0.3)
    assert problem.rho == pytest.approx(0.3 * np.abs(np.triu(problem.Sigma, 1)).max())
    assert 0.3 < np.abs(np.triu(problem.Sigma, 1)).max() / np.diag(problem.Sigma).max() < 0.9
    np.testing.assert_array_equal(problem.Sigma, precision(20, 0.3).Sigma)


def test_the_peer_solves_our_problem():
    problem = precision(12, 0.2)
    found = graphical_lasso(problem, 1e-8)()
    x, dual = found.x, found.dual
    assert problem.certify(x, **dual).holds(1e-6)
    ours = solve_alternating_linearization(problem, tol=1e-9).x
    np.testing.assert_allclose(x, ours, atol=1e-3)
    # Without the diagonal's share it would solve another problem.
    other = SparsePrecision(problem.Sigma - problem.rho * np.eye(12), problem.rho)
    found = graphical_lasso(other, 1e-8)()
    x, dual = found.x, found.dual
    assert not problem.certify(x, **dual).holds(1e-3)
