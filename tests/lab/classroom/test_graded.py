"""What a graded cell is worth, and where it runs."""

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

import lab
from lab.classroom.graded import GradedCell, needed, run


@pytest.mark.parametrize("last, points", [
    ("1", 1.0), ("1.5", 1.5), ("np.float64(1.5)", 1.5), ("np.float32(0.5)", 0.5), ("np.int8(2)", 2),
    ("np.array(2.5)", 2.5), ("Fraction(1, 2)", 0.5), ("-1", 0.0), ("99", 3.0), ("True", 3.0),
    ("np.bool_(False)", 3.0), ("None", 3.0), ("'1'", 3.0), ("np.ones(2)", 3.0), ("x = 1", 3.0),
    ("float('nan')", 0.0), ("np.nan", 0.0), ("np.float64('nan')", 0.0), ("np.array(np.nan)", 0.0),
    ("np.inf", 0.0), ("1 / 0", 0.0), ("", 3.0),
])  # fmt: skip
def test_what_a_cell_is_worth(last, points):
    got, why = run(last, {"np": np, "Fraction": Fraction}, 3.0)
    assert got == points and bool(why) == (last in ("1 / 0", "np.inf") or "nan" in last)


@pytest.mark.parametrize("value, reported", [
    (np.float64(1.5), "1.5"), (np.array(2), "2.0"), (-1.0, "0.0"), (None, "None"), ("x", "'x'"),
])  # fmt: skip
def test_what_nbgrader_reads_of_a_number(value, reported):
    assert repr(lab.graded(lambda: value)) == reported


def test_a_mark_that_is_not_a_number_is_refused_before_nbgrader_reads_it():
    with pytest.raises(ValueError, match="ends in nan, which is no number of points"):
        lab.graded(lambda: np.float64("nan"))


WARNS = """
import logging, sys, warnings
import numpy as np
import lab

@lab.graded
def points():
    warnings.warn("careful")
    logging.warning("logged")
    print("said", file=sys.stderr)
    np.float64(0.0) / np.float64(0.0)
    return 2.0

print(points)
print("after", file=sys.stderr)
"""


def test_what_is_written_on_stderr_is_reported_on_stdout():
    """In a separate process: pytest takes warnings and the log."""
    done = subprocess.run([sys.executable, "-c", WARNS], capture_output=True, text=True)
    reported = ("careful", "logged", "said", "invalid value", "2.0")
    assert done.stderr == "after\n" and all(words in done.stdout for words in reported)


def test_a_check_keeps_its_names_and_those_of_python():
    space = {"lab": lab, "sum": 3, "max": None, "k": 7}
    source = "@lab.graded\ndef worth():\n    k = sum([1, 2]) + max(1, 2)\n    return k\nworth"
    assert run(source, space, 9.0) == (5.0, "") and space["k"] == 7 and space["sum"] == 3


def test_what_a_cell_reads_comes_from_the_nearest_graded_cell_before():
    cells = ["report = 1", "other = report", "report = 2"]
    assert needed(cells, "assert report") == ["report = 2"]
    assert needed(cells, "assert other") == ["report = 1", "other = report"]
    assert needed(cells, "assert this") == []


def test_a_cell_of_otter_runs_once_in_a_separate_namespace():
    calls = []
    env = {"half": lambda x: calls.append(x) or x / 2, "reached": 9, "report": 5, "sum": 1}
    cell = GradedCell(4.0, ["half"], "import math", ["report = half(8)"], "sum([report, half(1)])")
    cell.require(env, 4.0)
    cell.require(env, 1.0)
    assert calls == [8, 1] and env["report"] == 5
    weak = GradedCell(4.0, ["half"], "", [], "half(1)")
    with pytest.raises(AssertionError, match=r"0\.5 of 4 points are reached"):
        weak.require(env, 1.0)
