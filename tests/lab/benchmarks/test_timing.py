import importlib
import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from checkout import in_processes
from repeated import first

from lab import measurements
from lab.benchmarks import timing as bench
from lab.benchmarks.contest import Case, match, meet
from lab.benchmarks.lessons.coordinate_descent import bench as lesson
from lab.benchmarks.problems import at_shares
from lab.peers import Answer, scikit_learn
from lab.race import peers
from lab.table import Table, short
from lab.version import machine
from solvers import (
    InputError,
    Lasso,
    TripletMetric,
    sample_triplets,
    solve_coordinate_descent,
    solve_subspace_descent,
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


def test_race_alternates_and_reports_medians(monkeypatch):
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


def test_machine_is_described():
    found = machine()
    assert found["processors"] >= 1 and {"numpy", "scikit-learn"} <= found["packages"].keys()


ALLOCATE = """\
import numpy as np


def allocate(size, factor):
    return size, lambda: np.ones(int(factor * size) // 8).sum()
"""


@in_processes
@pytest.mark.parametrize("factor", first([3.0, 0.0], 1))
def test_memory_measures_what_a_run_needs(factor, tmp_path, monkeypatch):
    (tmp_path / "needs_memory.py").write_text(ALLOCATE)  # the child process imports it, too
    monkeypatch.syspath_prepend(tmp_path)
    allocate = importlib.import_module("needs_memory").allocate
    size, extra = bench.memory(allocate, (16_000_000, factor), (8, 1.0))
    assert size == 16_000_000
    assert extra == pytest.approx(factor * size, abs=0.1 * size)


def test_ours_is_asked_for_the_gap_that_the_peer_has():
    problem, asked = small_lasso(), []

    def ours(problem, tol, record_every):
        asked.append(tol)
        return solve_coordinate_descent(problem, tol=tol, record_every=record_every)

    case = Case("tiny", problem, ours, scikit_learn.lasso, 2.0, np.inf, (1e-3,))
    certificate = problem.certify(scikit_learn.lasso(problem, 1e-3)().x)
    words, wanted, gap, proved, seconds, peer_seconds, faster, target = meet(case, runs=2)
    assert set(asked) == {certificate.relative_gap} and wanted == gap == short(asked[0])
    assert proved <= gap and (words, target) == ("tiny", 2.0)
    assert faster == pytest.approx(peer_seconds / seconds, rel=0.02)
    asked.clear()
    meet(replace(case, equal=False, gap=0.5), runs=1)
    assert set(asked) == {0.5}


def test_peer_stops_at_the_first_tolerance_that_is_enough():
    problem, asked = small_lasso(), []

    def make(problem, tol):
        asked.append(tol)
        return scikit_learn.lasso(problem, tol)

    found = match(problem, make, 1e-6, (1e-1, 1e-4, 1e-7, 1e-10))
    assert problem.certify(found.solve().x).holds(1e-6) and len(asked) < 4
    assert found.gap <= found.asked == 1e-6 and not found.relaxed
    looser = scikit_learn.lasso(problem, asked[-2])()
    assert not problem.certify(looser.x).holds(1e-6)
    with pytest.raises(InputError, match="peer must reach the gap 1e-06"):
        match(problem, make, 1e-6, (0.5,))


def test_where_a_peer_cannot_get_there_twice_its_least_gap_is_asked():
    problem, gaps = small_lasso(), []
    best = solve_coordinate_descent(problem, tol=1e-12).x

    def blunt(problem, tol):
        x = best + tol
        gaps.append(problem.certify(x).relative_gap)
        return lambda: Answer("", "optimal", x)

    found = match(problem, blunt, 1e-12, (0.1, 0.02, 0.01, 0.011), relax=2.0)
    assert found.relaxed and len(gaps) == 4 and found.asked == 2.0 * min(gaps)
    assert found.gap == next(gap for gap in gaps if gap <= found.asked)


def test_solver_that_stops_too_soon_shows():
    problem = small_lasso()
    lazy = lambda problem, **options: solve_coordinate_descent(problem, max_iter=1, tol=0.0)
    row = meet(Case("tiny", problem, lazy, scikit_learn.lasso), runs=1)
    assert row[3] > row[1]


def test_tables_of_the_lesson_on_tiny_problems(monkeypatch):
    triplets = small_triplets()
    X, t = lesson.sparse_design(30, 60, 0.2)
    ((_, thin),) = at_shares(Lasso, X, t, (0.1,))
    assert thin.lam == pytest.approx(0.1 * thin.lam_max)
    extremes = [("tiny", small_lasso(), solve_subspace_descent)]
    extremes += [("tiny, sparse", thin, solve_coordinate_descent)]
    few = [(f"tiny {k}", small_lasso()) for k in range(2)]
    monkeypatch.setattr(lesson, "at_shares", lambda *_: few)
    monkeypatch.setattr(lesson, "sparse_regression", lambda *_: (X, t, None))
    monkeypatch.setattr(lesson, "extreme_problems", lambda: extremes)
    monkeypatch.setattr(lesson, "easy_problems", lambda: [("tiny", triplets)] * 2)
    monkeypatch.setattr(lesson, "PRINTED", (SimpleNamespace(name="tiny"),))
    monkeypatch.setattr(lesson, "problems", lambda name: [("identity", triplets)])
    monkeypatch.setattr(lesson, "memories", lambda: Table("memory", (), ()))
    quick = list(lesson.tables(SimpleNamespace(runs=1, slow=False)))
    slow = list(lesson.tables(SimpleNamespace(runs=1, slow=True)))
    assert len(quick) == 5 and len(slow) == 6
    assert [len(table.rows) for table in slow] == [8, 4, 4, 1, 1, 0]
    for table in slow:
        assert all(len(row) == len(table.columns) for row in table.rows)
        for case, asked, gap, proved, *_ in table.rows:
            assert "tiny" in case and proved <= max(asked, gap, 1e-12)


@pytest.mark.parametrize("name", bench.benches())
def test_every_registered_benchmark_loads(name):
    assert callable(measurements.load("bench", name).tables)
