"""The files that otter-grader marks with: what they say of a notebook's names."""

import json
import math
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from lab import cli
from lab.classroom.otter import otter_tests, shares

ROOT = Path(__file__).resolve().parents[3]


def cell(name, points, *lines):
    about = {"grade": True, "grade_id": name, "points": points, "solution": False}
    return {"cell_type": "code", "metadata": {"nbgrader": about}, "source": list(lines)}


ASKED = {"nbgrader": {"grade": False, "grade_id": "half", "solution": True}}
BOOK = json.dumps({"cells": [
    {"cell_type": "markdown", "metadata": {}, "source": ["words"]},
    {"cell_type": "code", "metadata": {}, "source": ["x = 1"]},
    {"cell_type": "code", "metadata": ASKED, "source": ["def half(x):\n", "    return x / 2"]},
    cell("share", 4, "part = half(1.5)\n", "4 * part"),
    cell("whole", 2, "assert half(2) == 1, 'wrong half'\n", "### BEGIN HIDDEN TESTS\n",
         "assert half(4) == 2, 'hidden'\n", "### END HIDDEN TESTS"),
    cell("said", 1, "print(half(2))"),
]})  # fmt: skip


@pytest.fixture
def marked(monkeypatch):
    """A function that runs such a file: the points that a notebook's names get."""

    def test_case(name, points):
        return lambda function: (points, function)

    module = types.ModuleType("otter.test_files")
    module.test_case = test_case
    monkeypatch.setitem(sys.modules, "otter", types.ModuleType("otter"))
    monkeypatch.setitem(sys.modules, "otter.test_files", module)

    def marks(code, **names):
        space = {}
        exec(compile(code, "marks", "exec"), space)
        assert space["OK_FORMAT"] is False
        reached = 0.0
        for points, case in [v for k, v in space.items() if k.startswith("case_")]:
            try:
                case(names)
                reached += points
            except AssertionError as error:
                assert str(error)
        return space["name"], reached

    return marks


def test_a_number_gives_its_points_and_an_assertion_all_or_none(marked, capsys):
    files = otter_tests(BOOK, "book")
    assert sorted(files) == ["said.py", "share.py", "whole.py"]
    right = {"half": lambda x: x / 2}
    assert marked(files["share.py"], **right) == ("share", 3.0)
    assert marked(files["whole.py"], **right) == ("whole", 2.0)
    assert marked(files["said.py"], **right) == ("said", 1.0)
    wrong = {"half": lambda x: 1}
    assert marked(files["whole.py"], **wrong) == ("whole", 0.0)  # by the hidden test alone
    assert marked(files["share.py"], half=lambda x: 0.3) == ("share", 1.0)
    assert marked(files["share.py"], **right, reached=lambda env: 0.0) == ("share", 3.0)
    assert marked(files["share.py"], half=lambda x: np.float64("nan")) == ("share", 0.0)


@pytest.mark.parametrize("points", [0.5, 1, 1.5, 2.5, 3.1, 4, 6.25, 10, 10.5, 1 / 3, 1e-3, 99.9])
def test_shares_are_the_points_to_the_last_bit(marked, points):
    """Sums of Python before 3.12 round after each share, later ones once."""
    for count in (1, 4, 11, 100):
        each = shares(points, count)
        assert len(each) == count and min(each) > 0.0
        assert sum(each) == math.fsum(each) == points
    book = json.dumps({"cells": [cell("one", points, str(points)), cell("none", 0, "0")]})
    files = otter_tests(book, "book")
    assert marked(files["one.py"]) == ("one", points) and list(files) == ["one.py"]
    half = json.dumps({"cells": [cell("one", points, str(points / 2))]})
    assert 0.2 <= marked(otter_tests(half, "book")["one.py"])[1] / points <= 0.5


def test_the_command_writes_the_files_once_next_to_the_notebooks(tmp_path):
    line = ["solutions", str(tmp_path), "lars", "--source", str(ROOT), "--otter"]
    done = CliRunner().invoke(cli.lab, line)
    assert done.exit_code == 0 and "2-lars.ipynb, lars-tests" in done.output
    (tmp_path / "lars-tests" / "lars-step-whole.py").write_text("mine")
    assert "nothing new" in CliRunner().invoke(cli.lab, line).output
    assert (tmp_path / "lars-tests" / "lars-step-whole.py").read_text() == "mine"
    names = {p.stem for p in (tmp_path / "lars-tests").iterdir()}
    cells = json.loads((ROOT / "notebooks" / "2-lars.ipynb").read_text(encoding="utf-8"))["cells"]
    about = [c["metadata"].get("nbgrader", {}) for c in cells if c["cell_type"] == "code"]
    assert names == {one["grade_id"] for one in about if one.get("grade")}
