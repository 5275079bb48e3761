"""Sweeps: the same table on every engine, whatever ends on the way."""

import contextlib
import csv
import json
import os
import signal
import sqlite3
import sys

import joblib
import numpy as np
import pytest
import sweeping
from interrupting import outcome
from joblib.externals.loky import get_reusable_executor
from sweeping import KNOBS, TOY

import lab
from lab import version
from lab.discovery import LESSONS
from lab.experiment import Experiment
from lab.sweeps import sweep as sweep_module
from lab.sweeps import worker
from lab.sweeps.engine import warm
from lab.sweeps.grid import grid_of
from solvers import SOLVERS, InputError, Lasso, about, registry, solver

LAMS = np.geomspace(0.01, 1.0, 4)


@pytest.fixture(autouse=True)
def log(monkeypatch, tmp_path):
    monkeypatch.setenv(sweeping.LOG, str(tmp_path / "log"))
    get_reusable_executor().shutdown(wait=True)  # workers of other tests know of no log
    yield
    get_reusable_executor().shutdown()  # its workers know this one


def swept(**options):
    given = {"vary": {"lam": LAMS}, "seeds": 3, "jobs": 1, "progress": False}
    return lab.sweep(TOY, **given | options)


def rows(done, without=("seconds",)):
    """The rows without what may differ."""
    retained = [name for name in done.columns if name not in without]
    return [tuple(row) for row in zip(*(done.columns[n].tolist() for n in retained), strict=True)]


def test_row_is_what_run_says():
    done = swept(measure=["nonzeros", "updates to 1e-3", "gap of ista"])
    assert list(done.columns)[:3] == ["lam", "seed", "status"] and len(done) == done.total == 12
    for k, (lam, seed) in enumerate((lam, seed) for lam in LAMS for seed in range(3)):
        run = lab.run(TOY, lam=lam, seed=seed)
        trace, certificate = run.trace, run.result.certificate
        first = next(r for r in range(len(trace)) if trace.gap[r] <= 1e-3 * certificate.scale)
        expected = {
            "lam": lam, "seed": seed, "status": "converged", "iterations": trace.iteration[-1],
            "work": trace.work[-1], "objective": certificate.objective, "gap": certificate.gap,
            "bound": certificate.bound, "nonzeros": np.count_nonzero(run.result.x),
            "updates to 1e-3": trace.work[first], "error": "",
            "gap of ista": run.results["ista"].certificate.gap,
        }  # fmt: skip
        assert {name: done.columns[name][k] for name in expected} == expected
        assert done.columns["seconds"][k] > 0.0
    assert done.columns["seed"].dtype == np.int64 and set(swept().columns) >= {"nonzeros"}


@pytest.mark.servers
def test_two_processes_and_threads_give_the_table_of_one_core():
    one = rows(swept())
    assert rows(swept(jobs=2)) == one
    with joblib.parallel_config("threading", n_jobs=2):
        assert rows(swept(jobs=None)) == one


@pytest.mark.servers
def test_cluster_gives_the_same_table_though_a_worker_is_killed():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    lams = [0.1, 0.5, 2.0, 3.0]
    with cluster, distributed.Client(cluster), joblib.parallel_config("dask"):
        done = swept(vary={"lam": lams}, above=sweeping.ONCE, jobs=None)
    assert set(done.columns["status"]) == {"converged"}
    assert rows(done) == rows(swept(vary={"lam": lams}, above=sweeping.ONCE))


@pytest.mark.servers
def test_worker_that_is_killed_costs_nothing_but_time():
    done = swept(vary={"lam": [*LAMS, 2.0]}, jobs=2, above=sweeping.ONCE)
    assert rows(done) == rows(swept(vary={"lam": [*LAMS, 2.0]}))


@pytest.mark.servers
def test_sweep_setting_that_kills_workers_is_a_row_others_solved():
    done = swept(vary={"lam": [0.1, 2.0, 0.5]}, seeds=1, jobs=2, above=sweeping.ALWAYS)
    assert done.columns["status"].tolist() == ["converged", "lost", "converged"]
    assert "ended" in done.columns["error"][1] and np.isnan(done.columns["gap"][1])
    assert any("1 of 3 settings ended their worker" in note for note in done.notes)


def test_sweep_resumed_solves_settings_of_lost_workers_again(tmp_path, monkeypatch):
    options = {"vary": {"lam": [0.1, 2.0, 0.5]}, "seeds": 1, "resume": tmp_path / "rows.db"}

    def lost(job, digest, varied):
        return (
            worker.failed_row(job, worker.LOST, "")
            if varied["lam"] > 1.0
            else solve(job, digest, varied)
        )

    solve = worker.measured_row
    with monkeypatch.context() as patched:
        patched.setattr(sweep_module, "measured_row", lost)
        assert swept(**options).columns["status"].tolist() == ["converged", "lost", "converged"]
    again = swept(**options)
    assert again.columns["status"].tolist() == ["converged"] * 3
    assert "2 of 3 rows were kept" in again.notes[0]


@pytest.mark.parametrize(
    "above, sentence",
    [("refuse", "lam must be at most 1 here."), ("break", "RuntimeError: a mistake in two lines")],
)
def test_setting_that_fails_is_a_row_with_its_sentence(above, sentence):
    done = swept(vary={"lam": [0.1, 2.0]}, seeds=1, above=above)
    assert done.columns["error"].tolist() == ["", sentence]
    assert done.columns["status"].tolist() == ["converged", "failed"]


def test_stopped_sweep_continues_where_it_was(tmp_path):
    file, whole = tmp_path / "rows.db", swept()
    stated = []
    part = swept(
        resume=file, cancelled=lambda: len(stated) > 5, progress=lambda *n: stated.append(n)
    )
    assert 0 < len(part) < part.total == 12 and stated[0] == (0, 12)
    assert any(note.startswith(f"Stopped: {len(part)} of 12") for note in part.notes)
    before = len(sweeping.asked())
    rest = swept(resume=file)
    warmed, twice = 1, 1  # at the defaults, and the first setting again once kernels are loaded
    assert len(sweeping.asked()) - before <= 12 - len(part) + warmed + twice
    assert rows(rest) == rows(whole) and f"{len(part)} of 12 rows were kept" in rest.notes[0]
    before = len(sweeping.asked())
    again = swept(resume=file)
    assert len(sweeping.asked()) == before and rows(again, ()) == rows(rest, ())


def test_after_an_interrupt_finished_rows_are_stored():
    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    part = swept(progress=stop)
    assert len(part) == 3 and rows(part) == rows(swept())[:3]


@pytest.mark.servers
def test_after_an_interrupt_in_compiled_code_finished_rows_are_stored():
    for retained, done in outcome("sweeps", 3):
        assert 3 <= retained < 20 and retained in (done, done + 1)


@pytest.fixture
def heeded():
    """SIGINT raises KeyboardInterrupt, also in a process of tests that ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_sweep_interrupted_in_solve_or_compile_keeps_finished_rows(tmp_path, monkeypatch, heeded):
    def interrupted(*_):
        signal.raise_signal(signal.SIGINT)

    options = {"vary": {"lam": [0.1, 0.5, 2.0, 1.0]}, "seeds": 1, "resume": tmp_path / "rows.db"}
    monkeypatch.setattr(sweeping, "_misbehave", interrupted)
    part = swept(**options, above="interrupt")
    assert part.columns["lam"].tolist() == [0.1, 0.5] and "Stopped: 2 of 4" in part.notes[-1]
    monkeypatch.setattr(sweeping, "_misbehave", lambda *_: None)
    monkeypatch.setattr(sweep_module, "warm", interrupted)
    assert rows(swept(**options, above="interrupt"), ()) == rows(part, ())


def test_rows_of_another_setting_version_or_measure_are_not_taken(tmp_path, monkeypatch):
    file = tmp_path / "rows.db"
    first = swept(resume=file)
    other = swept(resume=file, kind="odd")
    assert other.notes == (f"12 rows in {file} belong to other settings; they stay there.",)
    more = swept(resume=file, measure=["gap of ista"])
    assert not any("were kept" in note for note in more.notes)
    monkeypatch.setattr(version, "_installed", lambda: ["another"])
    newer = swept(resume=file)
    assert "12 settings" in newer.notes[0] and "another version" in newer.notes[0]
    assert rows(newer) == rows(first)
    assert "12 of 12 rows were kept" in swept(resume=file).notes[0]


@pytest.mark.parametrize(
    "one, other",
    [
        ("def f(run):\n    return 1", "def f(run):\n    return 2"),
        ("f = lambda run: [r + 1 for r in run]", "f = lambda run: [r + 2 for r in run]"),
        (
            "def f(run):\n    def g(r):\n        return lambda: r.gap\n    return g(run)()",
            "def f(run):\n    def g(r):\n        return lambda: r.bound\n    return g(run)()",
        ),
    ],
    ids=["itself", "in a comprehension", "in a function of a function"],
)
def test_code_of_a_users_measure_belongs_to_the_version(one, other):
    def said(code, name):
        space = {"__name__": "__main__"}
        exec(code.replace("f(run)", "f(run, _)").replace("lambda run", "lambda run, _"), space)
        solve, measures = (
            (space["f"], {}) if name == "solve" else (sweeping.solve, {"m": space["f"]})
        )
        return version.version_of(Experiment("e", "", "", KNOBS, solve, None, measures=measures))

    for name in ("solve", "measures"):
        assert said(one, name) == said(one, name) != said(other, name)


def test_files_content_belongs_to_the_setting(tmp_path):
    file = tmp_path / "data.csv"
    file.write_text("1,2\n")
    before = version.setting_of("toy", {"file": str(file)})
    assert before == version.setting_of("toy", {"file": str(file)})
    file.write_text("1,3\n")
    assert before != version.setting_of("toy", {"file": str(file)})


def test_store_holds_json_and_what_was_changed_by_hand_is_solved_again(tmp_path):
    file = tmp_path / "rows.db"
    first = swept(resume=file)
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        retained = [json.loads(r) for (r,) in connection.execute("select row from sweep_rows")]
        assert len(retained) == 12 and {k["row"]["status"] for k in retained} == {"converged"}
        for number, text in enumerate(spoilt(retained[0]), start=1):
            change = "update sweep_rows set row = ? where rowid = ?"
            connection.execute(change, (text, number))
    again = swept(resume=file)
    assert "4 of 12 rows were kept" in again.notes[0] and rows(again) == rows(first)
    assert again.notes[1] == f"Changed after they were kept, and solved again: 8 rows in {file}."
    assert "12 of 12 rows were kept" in swept(resume=file).notes[0]


def spoilt(retained):
    """Texts that are not the stored row, though some are a row's."""
    yield from (b"\xff\xfe", None, "no json", "[]", "[" * 100_000)
    yield json.dumps(retained["row"])
    yield json.dumps(retained | {"row": retained["row"] | {"gap": 0.5}})
    yield json.dumps(retained)  # of another setting


def test_damaged_file_is_named_and_never_believed(tmp_path):
    file, rng, refused = tmp_path / "rows.db", np.random.default_rng(0), 0
    whole = swept(resume=file)
    sound = file.read_bytes()
    for place in range(0, len(sound) - 300, 250):
        file.write_bytes(sound[:place] + rng.bytes(300) + sound[place + 300 :])
        try:
            done = swept(resume=file)
        except InputError as error:
            refused += 1
            assert str(file) in str(error) and "move it away" in str(error)
        else:
            assert set(rows(done)) <= set(rows(whole))
            assert len(done) == 12 or f"'{file}' could not be written" in done.notes[-1]
    assert refused > 3


@pytest.mark.parametrize("size", [1, 20, 600, 5000])
def test_resume_of_a_text_file_is_refused_and_leaves_it(tmp_path, size):
    """SQLite takes a file that is shorter than a page for a new one, and writes over it."""
    file = tmp_path / "notes.txt"
    file.write_text("n" * size)
    with pytest.raises(InputError, match="resume must be a new file or one that a sweep has kept"):
        swept(resume=file)
    assert file.read_text() == "n" * size and os.listdir(tmp_path) == ["notes.txt"]


def test_resume_of_another_database_is_refused_and_leaves_it(tmp_path):
    file = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(file)) as other, other:
        other.execute("create table mine (word text)")
    before = file.read_bytes()
    with pytest.raises(InputError, match="resume must be a new file or one that a sweep has kept"):
        swept(resume=file)
    assert file.read_bytes() == before and os.listdir(tmp_path) == ["other.db"]


def test_sweep_full_disk_returns_rows_and_names_the_file(tmp_path, monkeypatch):
    file, connect, whole = tmp_path / "rows.db", sqlite3.connect, swept()

    def small(*where):
        connection = connect(*where)
        connection.execute("pragma max_page_count = 4")
        return connection

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", small)
        part = swept(resume=file)
    assert 3 < len(part) < 12 and rows(part) == rows(whole)[: len(part)]
    assert part.notes[-2] == f"Stopped: {len(part)} of 12 rows are done."
    assert f"{str(file)!r} could not be written" in part.notes[-1] and "full" in part.notes[-1]
    rest = swept(resume=file)
    assert f"{len(part) - 1} of 12 rows were kept" in rest.notes[0] and rows(rest) == rows(whole)


def test_infinity_and_nothing_come_back_from_the_store(tmp_path):
    measures = {"low": lambda run: -np.inf, "none": lambda run: np.nan, "word": lambda run: "a"}
    toy = Experiment("toy", "", "", KNOBS, sweeping.solve, None, measures=measures)
    sweeps = [
        lab.sweep(toy, vary={"lam": [0.1]}, jobs=1, progress=False, resume=tmp_path / "rows.db")
        for _ in range(2)
    ]
    assert "1 of 1 rows were kept" in sweeps[1].notes[0]
    for done in sweeps:
        assert done.columns["low"][0] == -np.inf and np.isnan(done.columns["none"][0])
        assert done.columns["word"][0] == "a" and done.rows()[0][-3:-1] == (None, "a")


@pytest.mark.parametrize(
    "most", [2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**5000], ids=lambda most: f"{most:x}"[:9]
)
def test_sweep_whole_numbers_beyond_64_bits_fail_in_a_sentence(tmp_path, most):
    measures = {"most": lambda run: most, "one": lambda run: np.uint8(1)}
    toy = Experiment("toy", "", "", KNOBS, sweeping.solve, None, measures=measures)
    for _ in range(2):
        done = lab.sweep(
            toy, vary={"lam": [0.1]}, jobs=1, progress=False, resume=tmp_path / "rows.db"
        )
        if done.columns["status"][0] == "failed":
            assert not -(2**63) <= most < 2**63
            assert "The measure 'most' must be below 2^63" in done.columns["error"][0]
        else:
            assert done.columns["most"].tolist() == [most] and done.columns["one"][0] == 1


def test_kernels_are_compiled_here_with_every_choice():
    warm(TOY, grid_of(TOY, {"kind": ["plain", "odd"], "lam": [5.0]}, 4, {}))
    assert sweeping.asked() == ["0.1 0", "0.1 0"]


@pytest.mark.servers
def test_large_data_are_read_once_by_each_worker():
    heavy = Experiment("heavy", "", "", KNOBS, sweeping.Heavy(300_000), None)
    done = lab.sweep(heavy, vary={"lam": LAMS}, seeds=8, jobs=2, progress=False)
    read = [line for line in sweeping.asked() if line.startswith("read")]
    assert set(done.columns["status"]) == {"converged"}
    assert 1 <= len(read) == len(set(read)) <= 2


def four_rows():
    return swept(vary={"lam": [0.1, 2.0], "kind": ["plain", "odd"]}, seeds=1, above="refuse")


def test_csv_file_holds_every_row(tmp_path):
    done = four_rows()
    done.to_csv(tmp_path / "rows.csv")
    for path, words in ((tmp_path / "gone" / "rows.csv", "lie in a directory"), (None, "be the p")):
        with pytest.raises(InputError, match=f"^path must {words}"):
            done.to_csv(path)
    with open(tmp_path / "rows.csv", newline="") as file:
        read = list(csv.reader(file))
    assert read[0] == list(done.columns) and len(read) == 5
    assert [float(row[0]) for row in read[1:]] == done.columns["lam"].tolist()
    assert "toy, 4 settings" in str(done) and len(done.table().rows) == 4


@pytest.mark.further
def test_parquet_file_holds_every_row(tmp_path):
    reason = "pyarrow is not installed, or not for this numpy"
    parquet = pytest.importorskip("pyarrow.parquet", reason=reason, exc_type=ImportError)
    done = four_rows()
    done.to_parquet(tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet").to_pydict()
    assert list(table) == list(done.columns) and table["gap"][2:] == [None, None]
    assert table["objective"][:2] == done.columns["objective"].tolist()[:2]
    measures = {"odd": lambda run: "none" if run.problem.lam > 0.2 else 1}
    toy = Experiment("toy", "", "", KNOBS, sweeping.solve, None, measures=measures)
    mixed = lab.sweep(toy, vary={"lam": [0.1, 0.3]}, jobs=1, progress=False)
    with pytest.raises(InputError, match="columns of one type, got int and str in 'odd'; write"):
        mixed.to_parquet(tmp_path / "mixed.parquet")
    assert not (tmp_path / "mixed.parquet").exists()


@pytest.mark.parametrize(
    "code, why",
    [
        ("raise ModuleNotFoundError(\"No module named 'pyarrow'\")", "No module named 'pyarrow'"),
        ("raise ImportError('pyarrow requires NumPy 9.')", "pyarrow requires NumPy 9"),
    ],
)
def test_without_a_pyarrow_that_works_a_sentence_names_the_way_out(
    tmp_path, monkeypatch, code, why
):
    (tmp_path / "pyarrow.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.split(".")[0] == "pyarrow"]:
        monkeypatch.delitem(sys.modules, name)
    done, file = four_rows(), tmp_path / "rows.parquet"
    with pytest.raises(
        InputError, match=rf"cannot be imported \({why}\); install .* or write to_csv"
    ):
        done.to_parquet(file)
    assert not file.exists()


@pytest.mark.parametrize(
    "options, words",
    [
        ({"vary": {"nu": [1]}}, "nu is not a knob of toy"),
        ({"vary": {"lam": [1e9]}}, "lam must be a number between"),
        ({"vary": {"lam": []}}, "at least one value"),
        ({"vary": {"lam": "0.1"}}, "several values in a list"),
        ({"vary": ["lam"]}, "vary must map knobs"),
        ({"vary": {"lam": [0.1]}, "lam": 0.2}, "either varied or fixed"),
        ({"vary": {"seed": [1]}}, "seeds must be left out"),
        ({"seeds": 0}, "seeds must be"),
        ({"jobs": 0}, "jobs must be"),
        ({"measure": ["speed"]}, "measure must be one of 'status'"),
        ({"measure": ["updates to zero"]}, "tolerance of 'updates to zero'"),
        ({"resume": "no/where/rows.db"}, "directory that exists"),
    ],
)
def test_bad_input_is_one_sentence(options, words):
    with pytest.raises(InputError, match=words):
        swept(**options)


def test_file_that_is_no_store_is_refused_and_left_alone(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("not a database, but long enough to look like one" * 50)
    before = file.read_bytes()
    with pytest.raises(InputError, match="resume must be a new file"):
        swept(resume=file)
    assert file.read_bytes() == before


MEASURED = [
    f"{lesson.name}/{e.name}" for lesson in LESSONS.values() for e in lesson.scenes if e.measures
]


@pytest.mark.parametrize("address", MEASURED)
def test_every_measure_of_the_workbook_says_a_number(address):
    experiment = lab.discovery.find(address)[1]
    found = worker.measured(experiment, lab.run(address), tuple(experiment.measures))
    assert all(isinstance(value, (int, float)) for value in found), found


def test_no_knob_has_the_name_of_an_option():
    import inspect

    options = {n for n in inspect.signature(lab.sweep).parameters if n != "settings"}
    knobs = {k.name for one in LESSONS.values() for e in one.scenes for k in e.knobs}
    assert not options & knobs and "lam" in knobs


def test_worker_knows_all_of_a_solver_from_outside(monkeypatch):
    """Label, snapshot and unit: what a picture says of it there is what it says here."""
    monkeypatch.setitem(SOLVERS, Lasso, dict(SOLVERS[Lasso]))

    def made(problem, *, cancelled=None):
        raise NotImplementedError

    solver("made", Lasso, label="made up", iterate="w", unit="turn")(made)
    here = about(Lasso, "made")
    job = worker.Job("lasso", {}, None, worker.foreign_solvers(), None, None)
    del SOLVERS[Lasso]["made"]
    monkeypatch.delitem(registry._ABOUT, (Lasso, "made"))
    parcel = worker.pack(job)
    worker._unpacked(parcel.digest, parcel.content)
    there = about(Lasso, "made")
    monkeypatch.delitem(registry._ABOUT, (Lasso, "made"))
    assert there == here and there.unit == "turn" and "made" in SOLVERS[Lasso]
