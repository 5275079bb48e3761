"""`lab.judge` as a user calls it."""

import csv
import io
import json
import sys

import numpy as np
import pytest
from repeated import further

import lab
from lab import cli
from lab.judging import judge as module
from lab.judging.judgement import HEADS
from lab.judging.verdict import GAVE_UP, NONE, PROVED, WITHIN, WORDS, WRONG
from lab.peers import Answer, Package, peer
from lab.peers.registry import PEERS, peers_of
from solvers import InputError, KernelSVM, Lasso, Program

pytestmark = pytest.mark.usefixtures("forked_peers")

NONE_THERE = Package("Nowhere", "no-such-distribution", "1.0")


def linear():
    return Program([-1.0, -1.0], [[1.0, 2.0], [3.0, 1.0]], [4.0, 6.0], lower=0.0)


@pytest.fixture
def own_peers(monkeypatch):
    """Peers of a cell, and no others."""
    peers_of(Program)  # those of the package come first, or they would come among these
    monkeypatch.setitem(PEERS, Program, {})

    @peer("right", Program)
    def right(problem, tol=None):
        return lambda: Answer("fine", "optimal", [1.6, 1.2], {"y": [0.4, 0.2]}, value=-2.8)

    @peer("liar", Program, takes_tol=False)
    def liar(problem, tol=None):
        return lambda: Answer("Optimal", "optimal", [0.0, 0.0], value=0.0)

    @peer("nowhere", Program, package=NONE_THERE)
    def nowhere(problem, tol=None):
        import no_such_package  # noqa: F401

    @peer("picky", Program)
    def picky(problem, tol=None):
        raise NotImplementedError("Picky takes no such program.")

    @peer("slow", Program, takes_tol=False)
    def slow(problem, tol=None):
        def solve():
            while True:
                pass

        return solve


def test_everybody_is_judged_and_the_absent_are_named(own_peers):
    found = lab.judge(linear(), seconds=2.0)
    assert {row.word for row in found.of("right")} == {PROVED} and len(found.of("right")) == 2
    assert [row.asked for row in found.of("right")] == [None, 1e-6]
    assert [row.word for row in found.of("liar")] == [WRONG]
    assert [row.word for row in found.of("slow")] == [NONE]
    assert found.missing == {"nowhere": 'pip install "no-such-distribution>=1.0"'}
    assert found.unfit["picky"] == "Picky takes no such program."
    assert {row.solver for row in found if row.ours} >= {"simplex", "mehrotra"}
    words = [WORDS.index(row.word) for row in found]
    assert words == sorted(words)
    assert "between -2.8" in found.sentence() and found.evidence.lower <= -2.8 + 1e-9


def test_judgement_shows_itself_in_every_form(own_peers, tmp_path):
    found = lab.judge(linear(), ["right", "liar", "simplex", "nowhere"])
    page, text, path = found._repr_html_(), found.markdown(), tmp_path / "found.csv"
    for word in ("right", "liar", "our simplex", "proved", "wrong", "no-such-distribution"):
        assert word in page and word in text and word in str(found)
    assert page.count("<tr>") == len(found) + 1 and "scope='col'" in page and "<script" not in page
    rows = list(csv.DictReader(io.StringIO(found.csv(path))))
    assert path.read_text(encoding="utf-8") == found.csv() and len(rows) == len(found)
    assert list(rows[0]) == list(HEADS) and rows[0]["verdict"] == PROVED
    pandas = pytest.importorskip("pandas")
    frame = found.frame()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == list(HEADS)
    assert "1 wrong" in repr(found)
    assert repr(lab.judge(linear(), "liar")).startswith("<Judgement of 1 answer: 1 ")


def test_without_pandas_a_frame_is_refused_in_a_sentence(own_peers, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"frame needs pandas, .*pip install pandas"):
        lab.judge(linear(), "right").frame()


def test_what_others_wrote_is_shown_as_text(monkeypatch):
    monkeypatch.setitem(PEERS, Program, {})

    @peer("<b>bold</b>", Program, takes_tol=False)
    def bold(problem, tol=None):
        return lambda: Answer("<script>alert(1)</script>", "gave up")

    page = lab.judge(linear(), "<b>bold</b>")._repr_html_()
    assert "<script" not in page and "<b>" not in page and "&lt;script&gt;" in page


@pytest.mark.parametrize(
    "given, sentence",
    [
        ({"problem": 3.0}, "problem must be one of .*Lasso.*, got float"),
        ({"tol": 0.0}, "tol must be positive, got 0.0"),
        ({"seconds": -1.0}, "seconds must be positive, got -1.0"),
        ({"solvers": "simplx"}, "solvers must be among .*Did you mean 'simplex'?"),
        ({"solvers": []}, "solvers must be among .*, got none"),
    ],
)
def test_bad_input_is_one_sentence(given, sentence):
    with pytest.raises(InputError, match=sentence):
        lab.judge(**{"problem": linear()} | given)


def test_ours_alone_need_no_process(monkeypatch):
    found = lab.judge(linear(), "simplex")
    assert [(row.solver, row.word, row.ours) for row in found] == [("simplex", PROVED, True)]


def test_one_of_ours_that_does_not_end_is_asked_to(monkeypatch):
    def endless(problem, *, cancelled, **options):
        while not cancelled():
            pass
        return lab.judging.judge.SOLVERS[Program]["simplex"](problem, cancelled=lambda: True)

    monkeypatch.setitem(module.SOLVERS[Program], "endless", endless)
    (row,) = lab.judge(linear(), "endless", seconds=0.05)
    assert row.word in (NONE, GAVE_UP) and row.x is None


def regression():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 6))
    return X, X[:, 0] - 2.0 * X[:, 1] + 0.1 * rng.standard_normal(40)


@pytest.mark.parametrize(
    "problem, name",
    [
        (KernelSVM(regression()[0], np.sign(regression()[1])), "LIBSVM"),
        (linear(), "SciPy linprog"),
        # Of the gallery's Lasso as well.
        further(Lasso(*regression(), lam=4.0), "scikit-learn"),
    ],
    ids=["machine", "program", "lasso"],
)
def test_packages_that_always_come_along_are_judged(problem, name):
    ours = "smo" if name == "LIBSVM" else "cd" if name == "scikit-learn" else "simplex"
    found = lab.judge(problem, [name, ours])
    assert {row.word for row in found.of(name)} <= {PROVED, WITHIN}
    for row in found.of(name):
        assert row.version and row.seconds >= 0.0 and row.gap <= 0.1
        c = problem.certify(row.x)
        assert (row.value, row.outside) == (c.objective, c.infeasibility)


def program_file(folder):
    path = folder / "program.csv"
    path.write_text("-1,-1\n1,2,4\n3,1,6\n-1,0,0\n0,-1,0\n", encoding="utf-8")
    return path


def test_file_is_judged_in_a_shell(tmp_path, capsys):
    file, out = program_file(tmp_path), tmp_path / "table.md"
    line = ["judge", str(file), "--solvers", "simplex,SciPy linprog", "--out", str(out)]
    assert cli.main(line) == 0
    shown = capsys.readouterr().out
    assert "SciPy linprog" in shown and "proved" in shown
    assert "| proved" in out.read_text(encoding="utf-8")
    assert cli.main([*line[:-1], str(tmp_path / "table.txt")]) == 2
    assert "--out must end in .csv or .md" in capsys.readouterr().err
    assert cli.main(["judge", str(tmp_path / "none.csv")]) == 2


def test_model_of_cvxpy_is_judged():
    cvxpy = pytest.importorskip("cvxpy")
    x = cvxpy.Variable(2, nonneg=True)
    model = cvxpy.Problem(cvxpy.Maximize(x[0] + x[1]), [x[0] + 2 * x[1] <= 4, 3 * x[0] + x[1] <= 6])
    (row,) = lab.judge(model, "simplex")
    assert row.word == PROVED and row.value == pytest.approx(-2.8)


def test_command_lists_what_is_installed(capsys):
    assert cli.main(["peers"]) == 0
    out = capsys.readouterr().out
    assert ("SciPy linprog" in out and json.dumps("pip install")[1:-1] in out) or "HiGHS" in out
