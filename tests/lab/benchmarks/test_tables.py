import math
import sys
from types import ModuleType

import numpy as np
import pytest

from lab import discovery, measurements
from lab.benchmarks import tables
from lab.benchmarks.lessons.coordinate_descent import tables as metric
from lab.data import VARIABLE
from lab.table import Table, markdown, short
from solvers import (
    InputError,
    TripletMetric,
    sample_triplets,
    solve_dual_cd,
    solve_triplet_interior_point,
)

TABLE = Table(
    "Title", ("name", "value", "yes"), (("a", 1.23456789, True), ("long", None, False)), ("Note.",)
)


def test_table_reads_as_markdown():
    assert markdown(TABLE).splitlines() == [
        "**Title**",
        "",
        "| name |    value | yes |",
        "| ---- | -------: | --- |",
        "| a    | 1.234568 | yes |",
        "| long |          | no  |",
        "",
        "Note.",
    ]
    assert str(TABLE) == markdown(TABLE)


def test_table_without_rows_still_has_heads():
    assert markdown(Table("T", ("a", "b"), ())).splitlines()[2].split() == ["|", "a", "|", "b", "|"]


def test_record_is_plain():
    assert TABLE.record()["rows"][0] == ("a", 1.23456789, True)
    assert short(0.00123456) == 0.00123 and short(123456.0) == 123000.0


@pytest.mark.parametrize("name", tables.printed_tables())
def test_every_registered_module_has_tables(name):
    assert callable(measurements.load("tables", name).tables)


def test_what_is_not_there_is_named(monkeypatch):
    known = ", ".join(tables.printed_tables())
    with pytest.raises(InputError, match=f"tables must be one of {known}, got 'x'"):
        measurements.load("tables", "x")
    needy = {"needy": "lab.no_such_module"}
    monkeypatch.setattr(tables, "printed_tables", lambda: needy)
    with pytest.raises(InputError, match=r"needs the package lab\.no_such_module"):
        measurements.load("tables", "needy")


def small(seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(30) % 2
    X = rng.random((30, 3)) + 0.4 * y[:, None]
    return X, sample_triplets(y, 90, seed)


def test_fitted_scale_gives_the_wanted_value():
    X, rows = small()
    s = metric.fitted_scale(X, rows, 80.0)
    optimum = solve_triplet_interior_point(TripletMetric.from_triplets(s * X, rows), tol=1e-9)
    assert optimum.certificate.objective == pytest.approx(80.0, abs=1e-4)


def test_scaling_the_data_is_a_small_C():
    """The value with data s X and C = 1 is P*/C at C = s^4."""
    X, rows = small()
    s = 0.5
    scaled = solve_triplet_interior_point(TripletMetric.from_triplets(s * X, rows), tol=1e-9)
    cheap = solve_triplet_interior_point(TripletMetric.from_triplets(X, rows, C=s**4), tol=1e-9)
    assert scaled.certificate.objective == pytest.approx(
        cheap.certificate.objective / s**4, rel=1e-8
    )


def test_measured_row_distinguishes_the_source_rule_from_a_proof():
    X, rows = small()
    problem = TripletMetric.from_triplets(X, rows)
    value, seconds, sweeps, gap, proved, at_C, active, steps = metric._measured(problem)
    best = solve_triplet_interior_point(TripletMetric.from_triplets(X, rows), tol=1e-9).certificate
    assert best.bound <= value <= best.bound + 1.01 * (gap + 1e-9) * value
    assert seconds > 0.0 and 0 < sweeps <= metric.SWEEPS and proved > 0
    assert active > 0.0 and 0 < steps <= sum(problem.Z.shape) * 5
    lam = solve_dual_cd(problem, tol=1e-6, max_iter=20_000).dual["lam"]
    assert at_C == pytest.approx(100.0 * np.mean(lam == problem.C), abs=2.0)


@pytest.mark.parametrize("kind, definite", [("identity", None), ("normal", 3), ("uniform", 3)])
def test_maps(kind, definite):
    A = metric.random_map(3, kind)
    assert (A is None) == (definite is None)
    if A is not None:
        assert A.shape == (3, 3) and np.linalg.eigvalsh((A.T @ A) ** 2)[0] > 0.0
        np.testing.assert_array_equal(A, metric.random_map(3, kind))


def test_features_are_scaled_and_constant_columns_dropped(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "mine.csv").write_text("1,7,0,0\n2,7,4,1\n3,7,2,0\n5,7,1,1\n")
    X, rows = metric.triplets("mine")[:2]
    assert X.shape == (4, 2) and X.min() == 0.0 and X.max() == 1.0
    assert rows.shape == (3 * 4, 3)


def test_whole_table_on_a_tiny_set(tmp_path, monkeypatch):
    X, _ = small()
    y = np.arange(30) % 2
    np.savetxt(tmp_path / "mine.csv", np.column_stack([X, y]), delimiter=",")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    paper = (85.0, 85.0, 0.01, 1.0)
    gone = metric.Printed("gone", paper, paper)
    monkeypatch.setattr(metric, "PRINTED", (metric.Printed("mine", paper, paper), gone))
    printed, plain, missing = metric.tables(ModuleType("options"))
    assert [row[3] for row in printed.rows] == ["I", "random"]
    assert [row[3] for row in plain.rows] == ["identity", "normal", "uniform"]
    assert printed.rows[0][4] == pytest.approx(85.0, rel=1e-4)  # fitted
    assert printed.rows[0][-4:] == paper
    assert any("only the regime is comparable" in note for note in printed.notes)
    assert [row[:3] for row in missing.rows] == [("both", "gone", len(printed.rows + plain.rows))]
    assert "gone does not ship" in missing.rows[0][3] or "gone" in missing.rows[0][3]
    assert "both printed values agree" in plain.notes[1]
    assert all(math.isfinite(v) for row in plain.rows for v in row[4:8])
    assert "mine" in str(printed) and sys.getsizeof(str(plain))


def test_verdicts_are_those_of_the_rows():
    fitted = [("a", 9, 2, "I", 1.0, 0.1, 3, 1e-8, 3, 97.0), ("a", 9, 2, "random", *[0.0] * 6)]
    plain = [("a", 9, 2, "identity", 1.0, 0.1, 50, 1e-3, 70, 5.0)]
    late = [("a", 9, 2, "uniform", 1.0, 0.1, 200, 0.3, None, 5.0)]
    text = metric.regime(fitted, plain + late)
    for words in ("97 to 97 %", "after 3 to 3 sweeps", "50 to 200", "up to 0.3;", "up to 70 sweeps",
                  "1 of 2 rows"):  # fmt: skip
        assert words in text
    assert "0 of 1 rows" in metric.regime(fitted, plain)
    one = metric.Printed("a", (1.0, 1.0, 0.1, 0.1), (0.9, 1.0, 0.1, 0.1))
    same = metric.Printed("b", (1.0, 1.0, 0.1, 0.1), (1.0, 1.0, 0.1, 0.1))
    assert "in 1 of 2 rows, by up to 10 %" in metric.minima([one, same])
    assert "agree" in metric.minima([same])


@pytest.mark.parametrize("what", ["bench", "tables"])
def test_measurements_of_a_wheel_name_their_place_and_list_other_lessons(what, monkeypatch):
    monkeypatch.setattr(measurements, "find_spec", lambda name: None)
    monkeypatch.setattr(discovery.LESSONS, "offers", lambda what: {"theirs": "lab.table"})
    assert measurements.registry(what) == {"theirs": "lab.table"}
    assert measurements.load(what, "theirs").__name__ == "lab.table"
    with pytest.raises(InputError, match=r"lab/benchmarks of a copy .*`python -m lab " + what):
        measurements.load(what, "lars")
