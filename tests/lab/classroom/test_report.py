"""What was handed in is marked by trusted cells, whatever its own cells do; and what they do is
reported."""

import csv
import io
import json

import pytest
from click.testing import CliRunner
from right_steps import ROOT

from lab import cli
from lab.books.copies import in_folder
from lab.books.versions import student_version
from lab.classroom import report
from lab.classroom.report import as_csv, as_html
from lab.classroom.submitted import Submission, marked
from lab.classroom.tampering import calls, definitions, found

pytestmark = pytest.mark.servers
BOOK = "alternating_linearization"
WHOLE = in_folder(ROOT / "notebooks")[BOOK].read_text(encoding="utf-8")
#: Of the notebook, what takes no time: a prediction that is known, a step and a hunt.
HAPPENED = 'happened = "larger"\nassert prediction() == happened, "It grows."'
CERTIFIED = (
    "from solvers import SparsePrecision\n"
    "proof = SparsePrecision(np.eye(2), 0.1).certify(y_step(np.eye(2), 1.0, 0.0))\n"
    "assert report and proof.holds(1.0)"
)


def _short():
    book = json.loads(WHOLE)
    retained = [c for c in book["cells"] if not c["id"].startswith("m-step")]
    for cell in retained:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        if name.endswith("prediction-check"):
            cell["source"] = HAPPENED
        if name == "y-step-whole":
            cell["source"] = CERTIFIED
    ids = ("m-step", "m-step-check", "m-step-whole")
    retained = [c for c in retained if c["metadata"].get("nbgrader", {}).get("grade_id") not in ids]
    return json.dumps(book | {"cells": retained})


TRUSTED = _short()
PATCHED = {
    "check_step patched": (
        "class R:\n    score = 1.0\n    message = ''\n    def __bool__(self): return True\n"
        "lab.check_step = lambda *a, **k: R()",
        "sets lab.check_step anew",
    ),
    "check_hunt patched": (
        "import lab.checking.hunt as h\nh.check_hunt = lab.check_hunt = lambda *a, **k: 'found'",
        "sets lab.check_hunt anew",
    ),
    "certify patched": (
        "from solvers import SparsePrecision as S, Certificate\n"
        "setattr(S, 'certify', lambda self, *a, **k: Certificate(0, 0, 1))",
        "sets a part of solvers.SparsePrecision anew",
    ),
    "asserts dropped": (
        "ip = get_ipython()\nip.input_transformers_post.append("
        "lambda lines: [l for l in lines if 'assert' not in l])",
        "changes how cells are read: input_transformers_post",
    ),
    "numpy patched": ("np.allclose = lambda *a, **k: True", "sets numpy.allclose anew"),
}
ANSWERS = {
    "an object that equals everything": (
        "class Same:\n    def __eq__(self, other): return True\n"
        "    def __rsub__(self, o): return 0\n"
        "def prediction():\n    return Same()",
        "makes a class Same with __eq__",
    ),
    "a look at the caller": (
        "import sys\ndef prediction():\n    f = sys._getframe(1)\n    while f:\n"
        "        for n in (f.f_globals, f.f_locals):\n"
        "            if 'happened' in n: return n['happened']\n        f = f.f_back",
        "looks at who calls it: _getframe",
    ),
}


def handed_in(**cells):
    """The student's notebook with these sources in the cells of a grade_id, `more` as the first."""
    book = json.loads(student_version(TRUSTED))
    extra = cells.pop("more", None)
    for cell in book["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in cells:
            cell["source"] = cells[name]
    if extra:
        first = next(k for k, c in enumerate(book["cells"]) if c["id"] == "work")
        new = {"cell_type": "code", "metadata": {}, "source": extra, "outputs": [], "id": "new"}
        book["cells"].insert(first, new)
    return json.dumps(book)


def points(one):
    return {m.cell: m.points for m in one.marks if m.points is not None}


NAME = f"{BOOK.replace('_', '-')}-prediction"
WRONG = {
    "y-step": "def y_step(B, mu, rho):\n    return B",
    "edge-of-no-metric": "def found():\n    return {'beta': 0.3}",
    NAME: "def prediction():\n    return 'same'",
}


@pytest.mark.servers
def test_the_solutions_have_all_points_and_nothing_is_found():
    one = marked("ada", BOOK, WHOLE, WHOLE)
    assert all(m.points == m.of for m in one.marks if m.points is not None)
    assert one.points == 13.0 and not one.altered
    assert [m.cell for m in one.marks if m.points is None] == ["alternating-linearization-words"]


def test_what_was_given_has_no_points_and_says_that_nothing_is_written():
    one = marked("ben", BOOK, student_version(TRUSTED), TRUSTED)
    assert one.points == 0.0 and not one.altered and not one.changed
    for mark in one.marks:
        assert mark.points is None or "not written yet" in mark.said.lower()


def test_patches_give_no_point_and_are_reported():
    """All in one notebook: each is reported, and together they give no points."""
    code = "\n".join(one for one, _ in PATCHED.values())
    one = marked("eve", BOOK, handed_in(more=code, **WRONG), TRUSTED)
    assert one.points == 0.0, points(one)
    for kind, (_, words) in PATCHED.items():
        assert any(words in sentence for sentence in one.altered), (kind, one.altered)


@pytest.mark.parametrize("kind", ANSWERS)
def test_report_invalid_answers_give_no_point_and_are_named(kind):
    code, words = ANSWERS[kind]
    one = marked("eve", BOOK, handed_in(**{**WRONG, NAME: code}), TRUSTED)
    assert one.points == 0.0, points(one)
    assert any(words in sentence for sentence in one.altered), one.altered


def test_graded_cell_changed_or_missing_is_marked_as_given():
    text = handed_in(**{**WRONG, "y-step-check": "4.0", "y-step-whole": "pass"})
    book = json.loads(text)
    book["cells"] = [
        c for c in book["cells"]
        if c["metadata"].get("nbgrader", {}).get("grade_id") != "edge-of-no-metric-check"
    ]  # fmt: skip
    one = marked("eve", BOOK, json.dumps(book), TRUSTED)
    assert one.points == 0.0
    assert one.changed == [
        "Cell y-step-check was changed.", "Cell y-step-whole was changed.",
        "Cell edge-of-no-metric-check is missing.",
    ]  # fmt: skip


def test_a_partly_right_step_keeps_its_share_and_what_it_uses_is_reported():
    step = "from solvers import soft_threshold\n\ndef half(v):\n    return 0.5 * v\n"
    answer = (
        "def y_step(B, mu, rho):\n    Y = soft_threshold(B, half(2 * mu * rho))\n    B[0] = 0\n"
        "    return Y"
    )
    one = marked("ada", BOOK, handed_in(more=step, **{**WRONG, "y-step": answer}), TRUSTED)
    mark = next(m for m in one.marks if m.cell == "y-step-check")
    assert 0.0 < mark.points < 4.0 and mark.uses == ("solvers.soft_threshold",)
    rows = list(csv.DictReader(io.StringIO(as_csv([one]))))
    row = next(r for r in rows if r["cell"] == "y-step-check")
    assert "in place" in row["first failure"] and row["properties"].endswith(
        f"of {len(mark.report.properties)}"
    )


@pytest.mark.parametrize("code", ["import os; os._exit(0)", "while True: pass", "x = ("])
def test_notebook_that_kills_or_hangs_its_process_is_still_marked(code):
    ends = f"def y_step(B, mu, rho):\n    {code}" if code != "x = (" else code
    text = handed_in(**{**WRONG, "y-step": ends, NAME: "def prediction():\n    return 'larger'"})
    got = points(marked("ada", BOOK, text, TRUSTED))
    assert got["y-step-check"] == got["y-step-whole"] == 0.0 and got[f"{NAME}-check"] == 1.0


@pytest.mark.parametrize(
    "text, words",
    [
        (TRUSTED[:900], "line 1 is no JSON; perhaps it is not whole"),
        ("", "it is empty"),
        ('{"worksheets": [], "nbformat": 3}', "it has no cells as notebooks of version 4 have"),
        ("[" * 100_000, "RecursionError"),
    ],
)
def test_report_a_file_that_cannot_be_read_says_why_and_no_more(text, words):
    one = marked("ada", BOOK, text, TRUSTED)
    (said,) = one.changed
    assert words in said and one.points == 0.0 and not one.altered
    assert len(one.marks) == 5 and {mark.said for mark in one.marks} == {said}


def test_words_of_students_are_escaped():
    one = Submission("<script>alert(1)</script>", "=cmd", altered=["<img src=x>"])
    page = as_html([one], "note")
    assert "<script" not in page and "<img" not in page


def test_only_what_gives_names_a_meaning_is_run():
    code = definitions(
        ["import os\nos.system('x')\nk = 3\nprint(k)", "%run a\ndef f():\n    return k"], ["f"]
    )
    assert "os" not in code and "print" not in code and "def f" in code and "k = 3" in code
    assert calls("def f():\n    return sv.solve_lars(1)", ["import solvers as sv"]) == [
        "solvers.solve_lars"
    ]
    assert not found(["import numpy as np\nx = np.zeros(3)\nx[0] = 1\n\ndef f(w):\n    w.a = 2"])


HALF = "def half(v):\n    return 0.5 * v\n"
#: Cells that Jupyter runs, or that have nothing to do with an answer.
ODD = {
    "a comment that asks": ["def half(v):\n    return 0.5 * v  # is that all?\n"],
    "a docstring that asks": ['def half(v):\n    """Half of v?\n    """\n    return 0.5 * v'],
    "a command's answer": [f"took, more = %timeit -o 1\n{HALF}"],
    "a command in a block": [f"if True:\n    %matplotlib inline\n{HALF}"],
    "a question": [f"%matplotlib inline\nnp.sum?\n{HALF}half??"],
    "a later import of what is to come": ["from __future__ import annotations", HALF],
    "a package that is not here": ["import not_here.at_all as nh\nfrom not_here import x", HALF],
    "all of a package that is": ["from math import *", "def half(v):\n    return v * pow(2, -1)"],
    "an experiment that fails here": ["v = open('mine.csv').read()", HALF],
    "another function that fails here": ["@nh.watch\ndef other(v=nh.start):\n    pass", HALF],
    "a graded cell that is copied": ["@lab.graded\ndef check():\n    assert report", HALF],
    "a package that may be missing": [
        "try:\n    from not_here import jit\nexcept ImportError:\n    jit = lambda f: f",
        f"@jit\n{HALF}",
    ],
    "a table that is filled": [
        "T = np.zeros(3)\nS = {}\nT[1] = 0.5\nfor k in range(3):\n    S[k] = T[k]",
        "def half(v):\n    return S[1] * v",
    ],
    "variables of the same name": ["S = open('mine.csv')", "def half(v):\n    S = 0.5\n    "
                                   "return [S * w for w in [v]][0]"],
    "a function within": ["c = 0.5", "def half(v):\n    def g():\n        return c * v\n    "
                          "return g()"],
}  # fmt: skip


@pytest.mark.parametrize("cells", ODD.values(), ids=ODD)
def test_definitions_of_a_function_among_odd_cells_are_whole(cells):
    space = {}
    exec(definitions(["import numpy as np", *cells, "half(open('mine.csv'))"], ["half"]), space)
    assert space["half"](3.0) == 1.5 and not found(cells)


RIGHT = {
    "y-step": "def y_step(B, mu, rho):\n    # shrink or cut?\n"
    "    return B - mu * np.clip(B / mu, -rho, rho)",
    NAME: "def prediction():\n    return 'larger'",
}


def test_report_right_work_in_a_notebook_without_marks_has_its_points():
    """As editors write it that drop what they do not know of a cell."""
    book = json.loads(handed_in(more="import not_here\nB = not_here.draw()", **RIGHT))
    for cell in book["cells"]:
        cell["metadata"] = {}
        cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")
    one = marked("ada", BOOK, json.dumps(book), TRUSTED)
    assert points(one) == {f"{NAME}-check": 1.0, "y-step-check": 4.0, "y-step-whole": 1.0,
                           "edge-of-no-metric-check": 0.0}  # fmt: skip
    assert one.changed == [
        "The marks of nbgrader are gone from cells, which are known by their text."
    ]
    assert not one.altered and "look for the answer" in one.marks[-1].said


@pytest.mark.parametrize("line", ["!ls", "files = !ls", "  x.a = %run other.py", "%load other.py"])
def test_report_a_command_that_runs_other_code_is_named(line):
    (said,) = found([f"{HALF}if True:\n    pass\n{line}"])
    assert said == f"runs a line of IPython's own: {line.strip()!r}."


def test_report_a_check_of_ones_own_is_nothing_to_look_at():
    check = "report = lab.check_step('y-step', y_step)"
    assert not found([f"import lab\n{check}\nprint(report)"])
    assert found([check.replace("lab.check_step", "str")]) == [
        "gives the name report another meaning."
    ]


@pytest.mark.parametrize(
    "code, words",
    [
        (
            "import importlib as i\ndef f():\n    return i.import_module('sol' + 'vers')",
            "import_module",
        ),
        ("import sys\ndef f():\n    return sys.modules['sol' + 'vers']", "sys.modules"),
        (
            "import pkgutil\ndef f():\n    return pkgutil.resolve_name('sol' + 'vers')",
            "resolve_name",
        ),
    ],
)
def test_report_module_imported_by_a_computed_name_is_named(code, words):
    assert any(words in sentence for sentence in found([code]))


def test_the_command_writes_a_page_and_a_table(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "_trusted", lambda source: ({BOOK: tmp_path / "trusted"}, True))
    (tmp_path / "trusted").write_text(TRUSTED, encoding="utf-8")
    for student in ("ada", "ben"):
        (tmp_path / "in" / student / "sheet").mkdir(parents=True)
        (tmp_path / "in" / student / "sheet" / f"{BOOK}.ipynb").write_text(
            student_version(TRUSTED), encoding="utf-8"
        )
    out = tmp_path / "r.html"
    result = CliRunner().invoke(cli.lab, ["report", str(tmp_path / "in"), "--out", str(out)])
    assert result.exit_code == 0 and "2 notebooks, 0 to look at" in result.output
    rows = list(csv.DictReader((tmp_path / "r.csv").open(encoding="utf-8")))
    assert {r["student"] for r in rows} == {"ada", "ben"} and len(rows) == 10
    assert "ada: alternating_linearization, 0 of 8, 2 by hand" in out.read_text(encoding="utf-8")
