import time
from types import SimpleNamespace

import numpy as np
import pytest

from lab import bench, peers, tables
from lab.coordinate_descent import bench as lesson
from solvers import (
    Lasso,
    TripletMetric,
    sample_triplets,
    solve_coordinate_descent,
    solve_triplet_interior_point,
)


def small_lasso():
    rng = np.random.default_rng(3)
    X, t = rng.standard_normal((40, 12)), rng.standard_normal(40)
    whole = Lasso(X, t, 1.0)
    return Lasso(X, t, 0.1 * whole.lam_max)


def small_triplets():
    rng = np.random.default_rng(0)
    y = np.arange(30) % 2
    X = rng.random((30, 3)) + 0.4 * y[:, None]
    return TripletMetric.from_triplets(X, sample_triplets(y, 90))


def test_a_race_alternates_and_reports_medians(monkeypatch):
    order = []
    seconds = iter([1.0, 10.0, 3.0, 30.0, 2.0, 90.0])
    monkeypatch.setattr(bench, "timed", lambda call: (call(), next(seconds))[1])
    done = bench.race(lambda: order.append("ours"), lambda: order.append("peer"), runs=3)
    assert order == ["ours", "peer"] * 4  # once to warm up
    assert (done.ours, done.peer, done.faster) == (2.0, 30.0, 15.0)


def test_timed_measures_the_wall_clock():
    assert 0.02 <= peers.timed(lambda: time.sleep(0.02)) < 1.0


def test_the_machine_is_described():
    found = bench.machine()
    assert found["processors"] >= 1 and {"numpy", "scikit-learn"} <= found["packages"].keys()


def allocate(size, factor):
    """For `memory`: a run that needs `factor` times the data."""
    return size, lambda: np.ones(int(factor * size) // 8).sum()


@pytest.mark.parametrize("factor", [0.0, 2.0, 5.0])
def test_memory_sees_what_a_run_needs(factor):
    size, extra = bench.memory(allocate, (32_000_000, factor), (8, 1.0))
    assert size == 32_000_000
    assert extra == pytest.approx(factor * size, abs=0.1 * size)


def test_versus_asks_ours_for_the_gap_that_the_peer_has():
    problem, asked = small_lasso(), []

    def ours(gap):
        asked.append(gap)
        return solve_coordinate_descent(problem, tol=gap, record_every=0)

    peer = peers.scikit_learn(problem, 1e-3)
    x, dual = peer()
    gap, proved, seconds, peer_seconds, faster = lesson.versus(problem, ours, peer, runs=2)
    certificate = problem.certify(x, **dual)
    assert set(asked) == {certificate.relative_gap} and gap == tables.short(asked[0])
    assert proved <= gap and not problem.certify(x + 0.1).holds(gap)
    assert faster == pytest.approx(peer_seconds / seconds, rel=0.01)


def test_clarabel_is_asked_for_no_more_than_the_gap_needs():
    problem = small_triplets()
    x, dual = lesson._sufficient(problem)()
    assert problem.certify(x, **dual).holds(1e-6)
    gap, proved, *_ = lesson.versus(
        problem,
        lambda gap: solve_triplet_interior_point(problem, tol=min(gap, 1e-6)),
        lesson._sufficient(problem),
        runs=1,
    )
    assert proved <= 1e-6 and gap <= 1e-6


def test_the_tables_of_the_lesson_on_tiny_problems(monkeypatch):
    triplets = small_triplets()
    monkeypatch.setattr(lesson, "lasso_problems", lambda: [("tiny", small_lasso())])
    monkeypatch.setattr(lesson, "easy_problems", lambda: [("tiny", triplets)] * 2)
    monkeypatch.setattr(lesson, "PRINTED", (SimpleNamespace(name="tiny"),))
    monkeypatch.setattr(lesson, "problems", lambda name: [("identity", triplets)])
    monkeypatch.setattr(lesson, "memories", lambda: tables.Table("memory", (), ()))
    quick = list(lesson.tables(SimpleNamespace(runs=1, slow=False)))
    slow = list(lesson.tables(SimpleNamespace(runs=1, slow=True)))
    assert len(quick) == 4 and len(slow) == 5
    for table in (t for t in slow if t.rows):
        for case, gap, proved, *_ in table.rows:
            assert "tiny" in case and proved <= max(gap, 1e-6)
        assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.parametrize("name", bench.BENCHES)
def test_every_registered_benchmark_loads(name):
    assert callable(tables.load(bench.BENCHES, name, "bench").tables)
