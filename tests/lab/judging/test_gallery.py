"""The problems on which solvers disagree: table, picture and proof of each, from what is there."""

import html
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import lab
from lab.judging.gallery import CASES, case
from lab.judging.gallery.fits import falling, sweeps
from lab.judging.gallery.programs import SHIFTS, ten_steps
from lab.judging.judgement import Row
from lab.judging.marks import answer_marks, inside
from lab.judging.verdict import CLAIMS_MORE, GAVE_UP, PROVED, WITHIN, WORDS, WRONG
from solvers import InputError

pytestmark = pytest.mark.usefixtures("forked_peers")


@cache
def found(name):
    return lab.disagreement(name)


@pytest.mark.parametrize("name", CASES)
def test_case_shows_its_table_picture_and_proof(name):
    shown = found(name)
    ours = [row for row in shown.judgement if row.ours]
    assert ours and {row.word for row in ours} == {PROVED}
    assert len(shown.judgement) > len(ours), "no foreign solver is there"
    page = shown._repr_html_()
    for row in shown.judgement:
        assert f">{row.version}<" in page and row.word in page
    for line in shown.judgement.missing.values():
        assert html.escape(line) in page and line.startswith("pip install")
    for sentence in shown.sentences:
        assert sentence.endswith(".") and "nan" not in sentence, sentence
    assert shown.sentences[0] in repr(shown) and len(shown.case.choices) == 3
    light, dark = (shown.png(theme) for theme in ("light", "dark"))
    assert light[:4] == dark[:4] == b"\x89PNG" and light != dark
    assert shown.picture.panels[0].key == "answers" and shown.alt().endswith(".")


def test_ten_steps_of_the_ray_lower_the_objective_for_ever():
    """Recomputed in fractions: each step is feasible and lower by as much."""
    problem = found("unbounded").judgement.problem
    at, values = ten_steps(found("unbounded").judgement)
    falls = []
    for x, F in zip(at, values, strict=True):
        a, b = map(Fraction, map(float, x))
        assert a >= 0 and b >= 0 and a - 2 * b <= 4
        exact = a * a / 2 - 2 * a * b + 2 * b * b - 2 * a - b
        assert float(exact) == pytest.approx(float(F), rel=1e-12, abs=1e-12)  # the ray is rounded
        falls.append(exact)
    steps = [float(b - a) for a, b in pairwise(falls)]
    assert steps == pytest.approx([steps[0]] * 10, rel=1e-9) and steps[0] < -1.0
    assert falls[-1] < falls[0] == 0 and len(falls) == 11
    assert f": {', '.join(f'{v:g}' for v in values)}." in found("unbounded").sentences[0]
    assert problem.certify_unbounded(at[1])


def test_highs_is_wrong_of_an_unbounded_quadratic_or_has_mended_itself():
    (row,) = found("unbounded").judgement.of("HiGHS QP")
    assert row.word == WRONG or any("since" in words for words in found("unbounded").sentences)


def test_later_version_that_is_right_is_said_to_be_mended():
    shown = found("unbounded")
    (row,) = shown.judgement.of("HiGHS QP")

    def reported(**changes):
        rows = tuple(replace(r, **changes) if r is row else r for r in shown.judgement)
        return case.mended({"HiGHS QP": "1.16.0"}, replace(shown.judgement, rows=rows))

    expected = "HiGHS QP is right since 1.17.1 at the latest; 1.16.0 was not."
    assert reported(word=PROVED, version="1.17.1") == (expected,)
    assert not reported(word=WRONG, version="1.17.1") and not reported(
        word=PROVED, version="1.16.0"
    )
    assert reported(word=PROVED, version="1.100.0"), "versions are numbers, not letters"


def test_proof_of_the_share_allows_for_a_near_variable():
    shown = found("far-side")
    far = [row for row in shown.judgement if row.word == PROVED and abs(row.x[1] - 2.0) > 1e-3]
    assert far and "y from 2 to" in shown.sentences[0]


def test_reader_of_one_triangle_solves_another_problem():
    shown = found("one-triangle")
    quadprog = shown.judgement.of("quadprog") or pytest.skip("quadprog is not installed")
    # Of x^2 + y^2 - 4x - 3y over x + y <= 3: the nearest point to (2, 1.5) on the edge.
    assert quadprog[0].word == WRONG and np.allclose(quadprog[0].x, [1.75, 1.25])
    assert "At (1.75, 1.25) their F would be -6.125" in " ".join(shown.sentences)
    assert shown.judgement.evidence.upper == pytest.approx(-4.0)


def test_dropped_coefficient_is_put_back():
    shown = found("dropped-coefficient")
    (row,) = shown.judgement.of("SciPy linprog")
    mended = any("linprog is right since" in words for words in shown.sentences)
    assert mended or (row.word == WRONG and row.x[0] == pytest.approx(1e10))
    assert mended or any("the left side is 5, and 2 is allowed" in w for w in shown.sentences)


def test_first_set_of_sides_is_the_one_that_is_judged():
    shown = found("two-sets")
    assert shown.judgement.problem.b.tolist() == [-4.0, -6.0] and "winter" in SHIFTS
    assert shown.judgement.evidence.upper == pytest.approx(10.0)
    for row in shown.judgement:
        if row.claim == "optimal":
            assert (row.word == PROVED) == (abs(row.value - 10.0) < 1e-6), row.solver


def test_certified_gap_is_above_zero_where_another_is_not():
    own, certified = sweeps(found("negative-gap").judgement.problem)
    assert own.min() < -1e-3 and certified.min() > 0.0 and own.size == certified.size > 2


def test_price_ends_the_fall():
    _, bare, priced = falling(found("singular-covariance").judgement.problem)
    assert (np.diff(bare) < 0.0).all() and priced[-1] > priced[0] + 100.0
    # -log det falls by log 10 for each tenfold step, once s is large.
    assert bare[-1] - bare[-9] == pytest.approx(-np.log(10.0), rel=1e-2)


def test_tie_is_broken_by_the_conditions():
    (row,) = found("tied-path").judgement.of("LassoLars")
    mended = any("LassoLars is right since" in words for words in found("tied-path").sentences)
    assert mended or (row.word == WRONG and not np.allclose(row.x, [2.0, 2.0]))
    for other in found("tied-path").judgement:  # SPAMS 2.6 stops at such a tie, too
        assert (other.word == WRONG) != np.allclose(other.x, [2.0, 2.0], atol=1e-2), other


def test_without_packages_the_table_names_them(monkeypatch):
    """Nothing is installed but ours: the picture and the proof stay."""
    one = CASES["one-triangle"]

    def absent(problem, tol=None):
        raise ImportError("not there")

    peers = {name: replace(peer, prepare=absent) for name, peer in one.peers().items()}
    shown = replace(one, peers=lambda: peers).judged()
    assert [row.ours for row in shown.judgement] == [True]
    assert set(shown.judgement.missing) == set(peers) and "pip install" in shown.table()
    assert "Nobody read it so." in shown.sentences[0] and shown.png()[:4] == b"\x89PNG"


def row(word, x, solver="a"):
    return Row(solver, False, "1", None, "optimal", "<b>", 0.0, 0.0, 0.0, 0.0, 0.0, word, "No.",
               np.array(x))  # fmt: skip


def test_answer_beyond_the_picture_is_at_its_edge_and_says_so():
    ends = ((0.0, 10.0), (5.0, 0.0))  # the second axis runs down
    assert np.all(inside(np.array([[99.0, -7.0]]), ends) == [[9.85, 0.075]])
    rows = [row(WRONG, [99.0, 1.0]), row(PROVED, [2.0, 1.0]), row(WRONG, [3.0, np.nan])]
    marks = list(answer_marks(rows, [r.x for r in rows], ends))
    assert [mark.label for mark in marks] == [PROVED, WRONG]
    assert marks[1].texts == ("a: wrong; beyond the picture, at (99, 1)",)
    assert marks[0].texts == ("a: proved",) and np.asarray(marks[0].x.values).tolist() == [2.0]


def test_every_verdict_on_a_point_has_its_own_symbol():
    rows = [row(word, [k, 0.0]) for k, word in enumerate(WORDS[:6])]
    marks = list(answer_marks(rows, [r.x for r in rows], ((0.0, 9.0), (0.0, 9.0))))
    assert len({mark.symbol for mark in marks}) == len(marks) == 6
    assert {PROVED, WITHIN, CLAIMS_MORE, WRONG, GAVE_UP} < {mark.label for mark in marks}


def test_what_a_package_says_is_shown_as_text():
    shown = found("one-triangle")
    rows = (row(WRONG, [1.0, 1.0], "<i>evil</i>"),)
    table = replace(shown, judgement=replace(shown.judgement, rows=rows)).table()
    assert "<i>" not in table and "<b>" not in table and "&lt;i&gt;evil" in table


def test_name_that_is_not_known_is_asked_back():
    with pytest.raises(InputError, match=r"got 'one-triangl'. did you mean 'one-triangle'"):
        lab.disagreement("one-triangl")
    with pytest.raises(InputError, match="seconds must be positive"):
        lab.disagreement("tied-path", seconds=0.0)
