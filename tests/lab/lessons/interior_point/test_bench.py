"""The interior-point benchmarks: what they ask of both sides, without timing anything real."""

from types import SimpleNamespace

import numpy as np
import pytest

from lab.benchmarks import timing as harness
from lab.benchmarks.contest import meet
from lab.benchmarks.lessons.interior_point import bench
from lab.benchmarks.lessons.interior_point.printed import Entry, Row
from lab.benchmarks.lessons.interior_point.training import TrainingSet
from lab.race import peers
from solvers import Gaussian, KernelSVM, Linear, solve_smo


def clouds(n=60, m=3, seed=1):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return rng.standard_normal((n, m)) + 0.7 * y[:, None], y


def problem(kernel=None, C=2.0):
    return KernelSVM(*clouds(), kernel or Gaussian(0.3), C)


def named(table, row):
    return dict(zip(table.columns, row, strict=True))


def test_a_row_evaluates_the_kernel_anew():
    result, asked = problem(), []

    def ours(problem, tol, record_every):
        asked.append(tol)
        assert problem is not result and problem._store == {}
        return solve_smo(problem, tol=tol, record_every=record_every)

    case, gap, theirs, proved, *_, target = meet(bench._case("case", result, ours, 3.0), runs=1)
    assert (case, target) == ("case", 3.0) and set(asked) == {1e-6} and gap == 1e-6
    assert max(theirs, proved) <= gap


@pytest.fixture
def tiny(monkeypatch):
    X, y = clouds()
    data = TrainingSet(X, y, 0.3, None)
    entry = Entry(0.5, -10.0, 40)
    rows = [
        Row("tiny", kernel, 1.0, entry, Entry(0.1, -10.0, 40), entry, entry)
        for kernel in ("linear", "polynomial", "gaussian")
    ]
    monkeypatch.setattr(bench, "training_set", lambda name: data)
    monkeypatch.setattr(bench, "printed_rows", lambda name: rows)
    monkeypatch.setattr(bench, "_LARGE", 80)
    monkeypatch.setattr(bench, "_DENSE", 60)
    monkeypatch.setattr(bench, "_MANY", (400, 5))
    monkeypatch.setattr(bench, "memory", lambda prepare, args, warm: (prepare(*args)[0], 1_000_000))
    return data


def test_the_tables_on_tiny_problems(tiny):
    found = list(bench.tables(SimpleNamespace(runs=1, slow=True)))
    assert [len(table.rows) for table in found] == [13, 4, len(bench._SETS) * 3 + 3, 8]
    for table in found:
        assert all(len(row) == len(table.columns) for row in table.rows) and str(table)
        assert len(set(table.columns)) == len(table.columns)
    smo, low_rank, low_cost, sizes = found
    assert "60 x 3" in smo.rows[0][0] and smo.rows[-1][0] == "median"
    ratios = [named(smo, row)["times faster"] for row in smo.rows]
    assert ratios[-1] == pytest.approx(np.median(ratios[:-1]), rel=0.01)
    for table in (smo, low_rank):
        assert all(named(table, row)["our gap"] <= named(table, row)["gap asked"]
                   for row in table.rows[:-1])  # fmt: skip
    for row in (named(low_cost, r) for r in low_cost.rows[:-3]):
        assert row["Alg. 5 gap"] <= row["gap asked"] and row["safeguarded gap"] <= row["gap asked"]
        assert row["Alg. 5 / LIBSVM"] == pytest.approx(row["Alg. 5 s"] / row["LIBSVM s"], rel=0.02)
        assert row["source: low cost / LIBSVM"] == 5.0
    for row in low_cost.rows[-3:]:
        mine = [r[12] for r in low_cost.rows[:-3] if r[1] == row[1]]
        assert row[12] == pytest.approx(np.median(mine), rel=0.01)
        assert row[14] == bench.THESIS[row[1]]
    for row in (named(sizes, r) for r in sizes.rows):
        assert row["gap"] <= 1e-6 and row["data and run GB"] > 0.0


def test_the_last_row_of_the_low_rank_table_is_the_spread_over_C(tiny):
    table = bench.low_rank(SimpleNamespace(runs=1))
    seconds = [named(table, row)["ours s"] for row in table.rows[:-1]]
    assert named(table, table.rows[-1])["times faster"] == pytest.approx(
        max(seconds) / min(seconds), rel=0.02
    )


def test_what_takes_minutes_is_left_to_slow(tiny, monkeypatch):
    monkeypatch.setattr(bench, "_QUICK", 10)
    kernels = {kernel for _, kernel, _ in bench.low_cost_cases(False)}
    assert kernels == {"linear"}
    assert {kernel for _, kernel, _ in bench.low_cost_cases(True)} == set(bench.THESIS)
    quick = [case[1] for case in bench._size_cases(False)]
    newton = ["Mehrotra, dense", "Mehrotra, low rank"]
    assert quick == ["SMO", "centering", "safeguarded", "SMO", *newton]
    assert len(list(bench._size_cases(True))) == 8


def test_a_measurement_goes_on_where_it_was(tiny, monkeypatch, tmp_path):
    options = SimpleNamespace(slow=True, resume=str(tmp_path / "kept.db"), jobs=None, cluster=None)
    first = bench.low_cost(options)
    monkeypatch.setattr(peers, "timed", None)  # whoever measures again fails
    assert bench.low_cost(options).rows == first.rows


def test_rows_that_were_measured_in_parallel_say_so(tiny, monkeypatch):
    monkeypatch.setattr(
        bench, "each", lambda function, items, options: [function(next(iter(items)))]
    )
    alone = bench.sizes(SimpleNamespace(slow=False, jobs=1))
    crowd = bench.sizes(SimpleNamespace(slow=False, jobs=2))
    assert not any("at the same time" in note for note in alone.notes)
    assert "Rows were measured at the same time: only ratios within a row count." in crowd.notes


def test_runs_for_memory_solve_their_problem():
    for prepare, args in (
        (bench._gaussian_run, (80, 1.0, "smo")),
        (bench._gaussian_run, (80, 1.0, "safeguarded")),
        (bench._linear_run, (300, 4)),
    ):
        size, run = prepare(*args)
        assert run().status == "converged" and size > 0
        assert bench._warm(args)[1:] == args[1:]


def test_low_rank_problems_are_of_low_rank(tiny):
    found = list(bench.low_rank_problems())
    assert [p.C for _, p, _ in found] == [1.0, 10.0, 100.0]
    assert all(p.low_rank and p.kernel == Linear() for _, p, _ in found)


def test_the_benchmark_is_registered():
    assert harness.benches()["interior-point"] == bench.__name__
