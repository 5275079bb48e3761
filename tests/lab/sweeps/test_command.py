"""`lab sweep`, and how its words become values."""

import csv

import numpy as np
import pytest
from sweeping import LOG, TOY

from lab import cli
from lab.discovery import Lesson
from lab.sweeps.grid import read_values
from widgets.knobs import Knob


@pytest.fixture(autouse=True)
def toys(only_lessons, monkeypatch, tmp_path):
    only_lessons(Lesson("toys", "", "", "", (TOY,)))
    monkeypatch.setenv(LOG, str(tmp_path / "log"))
    monkeypatch.chdir(tmp_path)


def test_command_writes_a_table_and_resumes_it(capsys, tmp_path):
    line = ["sweep", "toy", "--vary", "lam=0.01:1:3", "--vary", "kind", "--seeds", "2", "--jobs",
            "1", "--above", "refuse", "--measure", "updates to 1e-3", "--resume", "rows.db",
            "--out", "rows.csv"]  # fmt: skip
    assert cli.main(line) == 0
    assert capsys.readouterr().out == "rows.csv: 12 rows: 12 converged.\n"
    with open("rows.csv", newline="") as file:
        head, *rows = csv.reader(file)
    assert head[:3] == ["lam", "kind", "seed"] and head[-2:] == ["updates to 1e-3", "error"]
    assert [row[:3] for row in rows[:3]] == [["0.01", "plain", "0"], ["0.01", "plain", "1"],
                                             ["0.01", "odd", "0"]]  # fmt: skip
    assert cli.main(line) == 0
    assert "12 of 12 rows were kept in rows.db" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["lam=__import__('os')"], "lam must be a number between 0.001 and 100"),
        (["lam"], "--vary lam must say which values"),
        (["lam=1:2"], "--vary lam must be LOW:HIGH:COUNT or A,B,C, got '1:2'"),
        (["lam=1:2:0"], "--vary lam must be LOW:HIGH:COUNT"),
        (["lam=0:2:3"], "lam must be a number between"),
        (["nu=1"], "--vary must name one of lam, above, kind, seed, got 'nu'"),
        (["kind", "kind=odd"], "--vary must name kind once"),
    ],
)
def test_words_that_are_no_values_are_refused(capsys, words, sentence):
    vary = [part for word in words for part in ("--vary", word)]
    assert cli.main(["sweep", "toy", *vary, "--out", "rows.csv"]) == 2
    assert sentence in capsys.readouterr().err


def test_wrong_suffix_is_refused(capsys):
    assert cli.main(["sweep", "toy", "--vary", "kind", "--out", "rows.xls"]) == 2
    assert "--out must end in .csv or .parquet" in capsys.readouterr().err


@pytest.mark.further
def test_silent_cluster_is_refused(capsys):
    pytest.importorskip("distributed", reason="dask.distributed is not installed")
    line = ["sweep", "toy", "--vary", "kind", "--out", "rows.csv", "--cluster", "nonsense://x"]
    assert cli.main(line) == 2 and "--cluster must be the address" in capsys.readouterr().err


def test_values_are_even_on_the_knobs_own_scale():
    read = lambda knob, text: text
    log, flat = Knob("a", "log", 1.0, "", 0.01, 1.0), Knob("b", "linear", 0.0, "", -1.0, 1.0)
    assert np.allclose(read_values(log, "0.01:1:3", read), [0.01, 0.1, 1.0])
    assert read_values(flat, "-1:1:3", read) == [-1.0, 0.0, 1.0]
    assert read_values(Knob("n", "integer", 1, "", 1, 9), "1:4:3", read) == [1, 2, 4]
    assert read_values(Knob("s", "switch", True), "", read) == [False, True]
    assert read_values(Knob("c", "choice", "x", options=(("x", "an x"), "y")), "", read) == [
        "x",
        "y",
    ]
    assert read_values(log, "0.01:1:40", read)[-1] == 1.0
