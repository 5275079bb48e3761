import importlib
import time
from types import SimpleNamespace

import numpy as np
import pytest

from lab.benchmarks import peers, tables
from lab.benchmarks import timing as bench
from lab.lessons.coordinate_descent import bench as lesson
from solvers import (
    InputError,
    Lasso,
    TripletMetric,
    sample_triplets,
    solve_coordinate_descent,
    solve_subspace_descent,
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


def clocked(monkeypatch, costs):
    """A clock that only `costs[name]` moves; returns (call of a name, order of all calls)."""
    now, order = [0.0], []

    def call(name):
        order.append(name)
        now[0] += next(costs[name])

    def timed(work):
        began = now[0]
        work()
        return now[0] - began

    monkeypatch.setattr(bench, "timed", timed)
    return call, order


def test_a_race_alternates_and_reports_medians(monkeypatch):
    costs = {"ours": iter([9, 1, 1, 3, 2]), "peer": iter([9, 1, 10, 30, 90])}
    call, order = clocked(monkeypatch, costs)
    done = bench.race(lambda: call("ours"), lambda: call("peer"), runs=3)
    assert order == ["ours"] * 2 + ["peer"] * 2 + ["ours", "peer"] * 3  # two calls to warm up
    assert (done.ours, done.peer, done.faster) == (2.0, 30.0, 15.0)


def test_short_calls_are_repeated_until_the_slot_is_full(monkeypatch):
    costs = {"ours": iter([0.5] + [0.001] * 99), "peer": iter([9, 1.0, 1.0])}
    call, order = clocked(monkeypatch, costs)
    done = bench.race(lambda: call("ours"), lambda: call("peer"), runs=1)
    assert order.count("ours") == 2 + 20 and order.count("peer") == 3
    assert done.ours == pytest.approx(0.001) and done.peer == 1.0


def test_timed_measures_the_wall_clock():
    assert 0.02 <= peers.timed(lambda: time.sleep(0.02)) < 1.0


def test_the_machine_is_described():
    found = bench.machine()
    assert found["processors"] >= 1 and {"numpy", "scikit-learn"} <= found["packages"].keys()


ALLOCATE = """\
import numpy as np


def allocate(size, factor):
    return size, lambda: np.ones(int(factor * size) // 8).sum()
"""


@pytest.mark.parametrize("factor", [0.0, 2.0, 5.0])
def test_memory_sees_what_a_run_needs(factor, tmp_path, monkeypatch):
    (tmp_path / "needs_memory.py").write_text(ALLOCATE)  # the child process imports it, too
    monkeypatch.syspath_prepend(tmp_path)
    allocate = importlib.import_module("needs_memory").allocate
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
    gap, proved, seconds, peer_seconds, faster = bench.versus(problem, ours, peer, runs=2)
    certificate = problem.certify(x, **dual)
    assert set(asked) == {certificate.relative_gap} and gap == tables.short(asked[0])
    assert proved <= gap and not problem.certify(x + 0.1).holds(gap)
    assert faster == pytest.approx(peer_seconds / seconds, rel=0.01)


def test_a_peer_stops_at_the_first_tolerance_that_is_enough():
    problem, asked = small_lasso(), []

    def make(problem, tol):
        asked.append(tol)
        return peers.scikit_learn(problem, tol)

    x, dual = bench.sufficient(problem, make, 1e-6, (1e-1, 1e-4, 1e-7, 1e-10))()
    assert problem.certify(x, **dual).holds(1e-6) and len(asked) < 4
    looser = peers.scikit_learn(problem, asked[-2])()
    assert not problem.certify(looser[0]).holds(1e-6)
    with pytest.raises(InputError, match="peer must reach the gap 1e-06"):
        bench.sufficient(problem, make, 1e-6, (0.5,))


def test_clarabel_is_asked_for_no_more_than_the_gap_needs():
    problem = small_triplets()
    x, dual = lesson._sufficient(problem)()
    assert problem.certify(x, **dual).holds(1e-6)
    gap, proved, *_ = bench.versus(
        problem,
        lambda gap: solve_triplet_interior_point(problem, tol=min(gap, 1e-6)),
        lesson._sufficient(problem),
        runs=1,
    )
    assert proved <= 1e-6 and gap <= 1e-6


def test_the_tables_of_the_lesson_on_tiny_problems(monkeypatch):
    triplets = small_triplets()
    monkeypatch.setattr(lesson, "lasso_problems", lambda: [("tiny", small_lasso())])
    X, t = lesson.sparse_design(30, 60, 0.2)
    thin = Lasso(X, t, 0.1 * Lasso(X, t, 1.0).lam_max)
    extremes = [("tiny", small_lasso(), solve_subspace_descent)]
    extremes += [("tiny, sparse", thin, solve_coordinate_descent)]
    monkeypatch.setattr(lesson, "extreme_problems", lambda: extremes)
    monkeypatch.setattr(lesson, "easy_problems", lambda: [("tiny", triplets)] * 2)
    monkeypatch.setattr(lesson, "PRINTED", (SimpleNamespace(name="tiny"),))
    monkeypatch.setattr(lesson, "problems", lambda name: [("identity", triplets)])
    monkeypatch.setattr(lesson, "memories", lambda: tables.Table("memory", (), ()))
    quick = list(lesson.tables(SimpleNamespace(runs=1, slow=False)))
    slow = list(lesson.tables(SimpleNamespace(runs=1, slow=True)))
    assert len(quick) == 5 and len(slow) == 6 and len(quick[1].rows) == 4
    for table in (t for t in slow if t.rows):
        for case, gap, proved, *_ in table.rows:
            assert "tiny" in case and proved <= max(gap, 1e-6)
        assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.parametrize("name", bench.benches())
def test_every_registered_benchmark_loads(name):
    assert callable(tables.load(bench.benches(), name, "bench").tables)
