from types import SimpleNamespace

import numpy as np
import pytest

from lab.benchmarks.lessons.lars import bench
from lab.peers import celer, scikit_learn
from solvers import GroupLasso, GroupLogistic, Lasso, SparseLogistic, lars_path


def design(n=40, d=9, seed=5):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    t = X[:, 0] - X[:, 3] + 0.3 * rng.standard_normal(n)
    return X, t


def problem(family, share=0.1, **rest):
    X, t = design()
    if family in (SparseLogistic, GroupLogistic):
        t = np.where(t > 0.0, 1.0, -1.0)
    return family(X, t, share * family(X, t, 0.0, **rest).lam_max, **rest)


def test_the_tables_on_tiny_problems(monkeypatch):
    X, t = design()
    labels = np.arange(9) // 3
    monkeypatch.setattr(bench, "path_problems", lambda: [("tiny", X, t, 0.01, 5.0)])
    monkeypatch.setattr(bench, "grid_problems", lambda: [("tiny", X, t)])
    monkeypatch.setattr(bench, "_DEGENERATE", 5)
    tiny = {f: problem(f) for f in (SparseLogistic,)}
    tiny |= {f: problem(f, groups=labels) for f in (GroupLasso, GroupLogistic)}
    for name in ("regression", "at_shares"):
        monkeypatch.setattr(bench, name, lambda family, *_: [("tiny", tiny[family])])
    found = list(bench.tables(SimpleNamespace(runs=1)))
    assert len(found) == 6
    for table in found:
        assert all(len(row) == len(table.columns) for row in table.rows)
    (path,), (knots,), grids, *rest = (table.rows for table in found)
    assert [row[0] for row in grids] == ["tiny, scikit-learn", "tiny, celer"]
    assert all(row[2] <= max(row[1], 1e-12) <= 1e-6 for row in grids)
    assert max(path[1:3]) < 1e-10 and path[3] > 0.0 and knots[2] < 1e-10
    assert [len(rows) for rows in rest] == [3, 2, 2]
    assert all(rows[0][1] <= 1e-6 for rows in rest)


def test_worst_is_the_gap_of_the_worst_knot():
    X, t = design()
    path = lars_path(X, t)
    coefs = path.coefs.copy()
    assert bench._worst(X, t, path.knots, coefs) < 1e-12
    coefs[2, 0] += 0.01
    spoiled = Lasso(X, t, path.knots[2]).certify(coefs[2]).relative_gap
    assert bench._worst(X, t, path.knots, coefs) == spoiled > 1e-6


def test_degenerate_designs_are_degenerate():
    for seed in range(20):
        X, t = bench.degenerate_design(seed)
        assert (X.T @ t).any() and np.linalg.matrix_rank(X) < X.shape[1]


@pytest.mark.parametrize(
    "family, peer, rest",
    [
        (Lasso, celer.lasso, {}),
        (GroupLasso, celer.groups, {"groups": np.array([0, 1, 2, 0, 1, 2, 0, 1, 2])}),
        (SparseLogistic, scikit_learn.liblinear, {}),
    ],
)
def test_peers_solve_our_problem(family, peer, rest):
    result = problem(family, **rest)
    loose, tight = (result.certify(peer(result, tol)().x) for tol in (0.5, 1e-9))
    assert tight.holds(1e-6) and not loose.holds(1e-6)


def test_tolerance_of_celer_is_a_share_of_the_targets_square():
    """So that half of it is a share of the value at 0."""
    result = problem(Lasso, share=0.01)
    for tol in (1e-3, 1e-6, 1e-9):
        for peer in (celer.lasso, scikit_learn.lasso):
            assert result.certify(peer(result, 0.5 * tol)().x).gap <= tol * result.at_zero
