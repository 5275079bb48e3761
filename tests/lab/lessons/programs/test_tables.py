"""The table of the collections' files: known optima, which solvers are right, means, profile."""

from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from lab import cli
from lab.benchmarks.lessons.programs import tables
from lab.benchmarks.lessons.programs.collection import Entry, Known, collection, optima
from lab.data import VARIABLE
from lab.judging.judge import our_answer
from lab.peers.parts import Answer
from lab.peers.process import Outcome
from lab.programs.named import NamedProgram, named
from solvers import InputError, Program, solve_mehrotra

README = """# A collection

| file | columns | Clarabel | HiGHS |
|---|---|---|---|
| `mix.mps` | 2 | Solved -3.5 | Optimal -3.5 |
| `none.mps` | 1 | PrimalInfeasible nan | Infeasible 0 |
| `end.mps` | 1 | DualInfeasible nan | Unbounded -1e9 |
| `open.mps` | 1 | ? | ? |

| file | other |
|---|---|
| `mix.mps` | 7 |
"""
MIX = NamedProgram([-1.0, -1.0], [[1.0, 2.0], [3.0, 1.0]], [4.0, 6.0], lower=0.0, constant=-0.7)
NONE = Program([1.0], [[1.0], [-1.0]], [-1.0, -1.0], lower=-5.0, upper=5.0)


@pytest.fixture
def data(tmp_path, monkeypatch):
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "README.md").write_text(README)
    MIX.save(tmp_path / "programs" / "mix.mps")
    named(NONE).save(tmp_path / "programs" / "none.mps")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def entrant(name):
    return next(one for one in tables.entrants() if one.name == name)


def test_a_readme_says_what_is_known_of_each_file(data):
    known = optima(data / "programs" / "README.md")
    assert known["mix.mps"] == Known("optimal", -3.5)
    assert [known[f"{name}.mps"].claim for name in ("none", "end", "open")] == [
        "infeasible", "unbounded", "",
    ]  # fmt: skip
    assert optima(data / "nothing.md") == {}


@pytest.mark.parametrize(
    ("cell", "value"),
    [("-1,234.5", -1234.5), ("\u221212.5", -12.5), (".5", 0.5), ("-.5", -0.5),
     ("Solved 1.2E3", 1200.0), ("12.5 (HiGHS)", 12.5)],
)  # fmt: skip
def test_a_known_optimum_is_read_whole(cell, value, tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text(f"| file | known |\n|---|---|\n| a.mps | {cell} |\n", encoding="utf-8")
    assert optima(readme) == {"a.mps": Known("optimal", value)}


def test_a_known_optimum_that_is_no_number_is_refused(tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("| file | known |\n|---|---|\n| a.mps | 1.2.3 |\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"README\.md must say .* one number.*'1\.2\.3'"):
        optima(readme)


def test_a_collection_that_is_not_there_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(InputError, match="--data or CONVEXLAB_DATA must name a directory"):
        next(collection())
    (tmp_path / "programs").mkdir()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(InputError, match="must hold files in MPS, QPS or LP format, got none"):
        next(collection())


def test_an_answer_is_right_by_its_proof_and_by_what_is_known():
    result = solve_mehrotra(MIX, tol=1e-9)
    right, wrong = Known("optimal", -3.5), Known("optimal", -3.6)
    cases = [
        (right, our_answer(result), (True, True)),
        (wrong, our_answer(result), (False, False)),
        (Known(), our_answer(result), (True, True)),
        # a right value without multipliers is said, and not proved
        (right, Answer("done", "optimal", result.x), (False, True)),
        (right, Answer("done", "optimal", [0.0, 0.0]), (False, False)),
    ]
    for known, answer, expected in cases:
        entry = Entry("mix.mps", MIX, known)
        found = tables.judged(entry, MIX, Outcome(answer, 0.5), 1e-6, 20.0)
        assert (found.right, found.said) == expected
    late = tables.judged(Entry("m", MIX, right), MIX, Outcome(our_answer(result), 21.0), 1e-6, 20.0)
    assert not late.right and not late.said


@pytest.mark.parametrize(("ray", "right"), [([1.0, 1.0], True), ([1.0, 0.0], False), (None, False)])
def test_an_infeasible_file_needs_a_ray(ray, right):
    entry = Entry("none.mps", named(NONE), Known("infeasible"))
    answer = Answer("none", "infeasible", ray=ray)
    found = tables.judged(entry, NONE, Outcome(answer, 0.1), 1e-6, 20.0)
    assert found.said and found.right == right


def test_the_tables_of_two_files(data, monkeypatch, tmp_path):
    chosen = [entrant(name) for name in ("Mehrotra", "simplex", "Clarabel")]
    monkeypatch.setattr(tables, "entrants", lambda: chosen)
    reported, out = [], tmp_path / "profile.png"
    options = SimpleNamespace(figure=str(out), progress=lambda *at: reported.append(at))
    proofs, times, sums, shares = tables.tables(options)
    assert [row[:4] for row in proofs.rows] == [
        ("mix.mps", 2, 2, "-3.5"), ("none.mps", 1, 2, "infeasible"),
    ]  # fmt: skip
    assert all(float(cell) <= 1e-6 for cell in proofs.rows[0][4:])
    assert proofs.rows[1][4:] == ("infeasible",) * 3
    assert all(0.0 < cell < 20.0 for row in times.rows for cell in row[1:])
    assert [row[:5] for row in sums.rows] == [
        (name, 2, 2, 2, 100.0) for name in ("Mehrotra", "simplex", "Clarabel")
    ]
    assert sums.rows[0][6:8] == ("Clarabel", 100.0) and sums.rows[0][8] > 0.0
    assert sums.rows[1][6:] == ("HiGHS", None, None)
    assert reported == [(1, 2), (2, 2)] and all(row[-1] == 100.0 for row in shares.rows)
    colours = {tuple(c) for c in np.asarray(Image.open(out).convert("RGB")).reshape(-1, 3)}
    assert {(0, 0, 0), (0xE6, 0x9F, 0x00), (0x56, 0xB4, 0xE9)} <= colours


def test_a_foreign_solver_is_asked_for_more_until_it_proves_and_ours_once(monkeypatch):
    assert np.allclose(entrant("OSQP").tolerances(), [1e-6, 1e-8, 1e-10], rtol=1e-9)
    assert entrant("ADMM").tolerances() == [1e-6] and entrant("PDHG").tolerances() == [1e-4]
    monkeypatch.setattr(tables, "_CLOSER", 1e-9)
    assert entrant("OSQP").tolerances() == [1e-6]


def test_what_is_not_proved_counts_as_the_limit():
    def found(right, seconds, takes=True):
        return tables.Found("optimal", 0.0, seconds, right, right, takes)

    rows = {
        1: {"ADMM": found(True, 0.02), "OSQP": found(True, 0.01)},
        2: {"ADMM": found(False, 0.02), "OSQP": found(True, 0.01)},
        3: {"ADMM": found(True, 0.02), "OSQP": found(False, 0.01)},
        4: {"ADMM": found(False, 0.0, False), "OSQP": found(False, 0.01)},
    }
    (row,) = tables.sums([entrant("ADMM")], rows).rows
    mean = (0.03 * 20.01) ** 0.5 - 0.01
    assert row[:5] == ("ADMM", 3, 2, 2, 66.7) and row[7] == 50.0
    assert row[5] == pytest.approx((0.03**2 * 20.01) ** (1 / 3) - 0.01, rel=1e-2)
    assert row[8] == pytest.approx(mean / 0.01, rel=1e-2)


def test_ratios_are_over_the_fastest_of_each_problem():
    inf, nan = np.inf, np.nan
    found = tables.ratios({
        "a": np.array([0.01, 0.09, inf, inf]), "b": np.array([0.03, 0.04, 0.5, inf]),
        "c": np.array([nan, 0.04, nan, inf]),
    })  # fmt: skip
    # What nobody has solved is still one of the problems, and who knows no such problem not slow.
    assert np.allclose(found["a"], [1.0, 2.0, inf, inf])
    assert np.allclose(found["b"], [2.0, 1.0, 1.0, inf])
    assert np.allclose(found["c"], [1.0, inf])
    assert tables.shifted_mean([0.0, 0.03]) == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["tables", "coordinate-descent", "--figure", "x.png"], "must follow tables programs"),
        (["tables", "--figure", "x.png"], "must follow tables programs, got tables alone"),
        (["tables", "programs", "--figure", "x.gif"], "must end in .png, .pdf, .svg"),
        (["tables", "programs", "--figure", "no/x.png"], "must lie in a directory that exists"),
    ],
)
def test_a_figure_that_cannot_be_is_refused_before_anything_runs(line, words, data, capsys):
    assert cli.main(line) == 2 and words in capsys.readouterr().err
