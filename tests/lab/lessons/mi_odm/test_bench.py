from types import SimpleNamespace

import numpy as np
import pytest

from lab.benchmarks.lessons.mi_odm import bench
from lab.lessons.mi_odm.synthetic import two_clouds
from lab.peers.clarabel import clarabel_odm, clarabel_odm_primal
from solvers import ODM, Gaussian, Linear, solve_dual_cd


def machine(kernel, lam=10.0, n=40):
    X, y = two_clouds(2, n // 2, 0.9, outlier=False, seed=3)
    return ODM(X, y, lam, 0.5, 0.2, kernel)


def test_the_tables_on_tiny_problems(monkeypatch):
    monkeypatch.setattr(bench, "_SIZES", (20,))
    monkeypatch.setattr(bench, "_PRICES", (10.0,))
    monkeypatch.setattr(bench, "_BAGS", 4)
    monkeypatch.setattr(bench, "_SEEDS", range(2))
    monkeypatch.setattr(bench, "_STEPS", 50)
    descent, columns, prox = bench.tables(SimpleNamespace(runs=1))
    for table in (descent, columns, prox):
        assert all(len(row) == len(table.columns) for row in table.rows)
    assert [row[0].split(", ")[-1] for row in descent.rows] == ["dual", "dual", "primal"]
    for row in descent.rows:
        assert row[3] <= row[1] * 1.01 <= 1.01e-8 and min(row[4:7]) > 0.0
    assert [row[-1] for row in descent.rows] == [20.0, 20.0, None]
    for row in columns.rows:
        assert row[1:3] == ("6.2e+02", "converged") and row[3] <= 1e-8
    for row in prox.rows:
        assert row[1:3] == (27, 50) and 0.0 < row[3] < 1.0


@pytest.mark.parametrize(
    "kernel, make",
    [
        (Gaussian(1.0), clarabel_odm),
        (Linear(bias=1.0), clarabel_odm),
        (Linear(bias=1.0), clarabel_odm_primal),
        (Linear(), clarabel_odm_primal),
    ],
)
def test_the_peers_solve_our_problem(kernel, make):
    problem = machine(kernel)
    found = make(problem, 1e-10)()
    x, dual = found.x, found.dual
    assert problem.certify(x, **dual).holds(1e-9)
    ours = solve_dual_cd(problem, tol=1e-12, max_iter=10_000, record_every=0).x
    np.testing.assert_allclose(x, ours, atol=1e-5)
    other = machine(kernel, lam=11.0)
    assert not other.certify(x, **dual).holds(1e-6)


def test_the_problems_are_those_of_the_targets():
    problem = bench.bags_problem(12, 5)
    assert problem.count == 5**12 and problem.kernel == Gaussian(1.0)
    assert problem.lam1 == problem.lam2 == 10.0 and np.sum(problem.y > 0) == 12
