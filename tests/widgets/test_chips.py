"""The numbers of a frame in words: values, what is proved of this point, the best so far."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.chips import STATUSES, chips, refuted
from widgets.pack import pack
from widgets.scene import Clock, Panel, Scene
from widgets.text import rough


def scene(**readout):
    values = {name: [v] for name, v in readout.items() if v is not None}
    return Scene([Panel("p", [], key="p")], Clock("update", np.array([5])), ["It moves."], values)


def worded(**readout):
    """The chips that have words."""
    return [chip for chip in chips(scene(**readout), 0) if chip[0]]


@given(st.floats(1e-300, 1e300), st.integers(1, 7))
def test_what_is_written_of_a_gap_is_proved_as_well(gap, digits):
    written = float(rough(gap, digits, up=True).replace(",", ""))
    assert gap <= written <= gap * (1.0 + 1.0001 * 10.0 ** (1 - digits))


def test_round_number_stays():
    assert [rough(g, up=True) for g in (0.025, 0.76, 340.0, 9.99, 1.21)] == [
        "0.025", "0.76", "340", "10", "1.3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "gap, words",
    [
        (0.76, "proved within 0.76"),
        (1.23e-12, "proved within 1.3e-12"),
        (0.0, "proved within rounding"),
        (np.inf, "no bound yet"),
        (np.nan, "no bound yet"),
    ],
)
def test_gap_is_a_proof(gap, words):
    assert worded(gap=gap) == [(words, "proof")]


def test_gap_is_shown_next_to_the_value_it_belongs_to():
    stated = worded(P=46.604, D=3.296, gap=43.308, best=1.74, status="running")
    assert stated == [
        ("P = 46.604", "plain"),
        ("D = 3.2960", "plain"),
        ("proved within 44", "proof"),
        ("best so far within 1.8", "proof"),
    ]
    assert worded(gap=0.5, best=0.5) == [("proved within 0.50", "proof")]


def test_status_is_that_of_the_best():
    assert worded(gap=2.07, best=0.0, status="converged") == [
        ("proved within 2.1", "proof"), ("✓ best so far within rounding", "good"),
    ]  # fmt: skip
    assert worded(gap=1e-9, best=1e-9, status="converged") == [("✓ proved within 1.0e-9", "good")]


@pytest.mark.parametrize("gap, own", [
    (2.3e-15, ("✓ proved within 2.3e-15", "good")),
    (1e-6, ("✓ proved within 1.0e-6", "good")),
    (1.1e-6, ("proved within 1.1e-6", "proof")),
    (np.inf, ("proves nothing", "proof")),
])  # fmt: skip
def test_point_that_is_near_enough_is_as_green_as_the_best(gap, own):
    stated = worded(gap=gap, best=1.4e-15, status="converged", limit=1e-6)
    assert stated == [own, ("✓ best so far within 1.4e-15", "good")]


def test_point_that_proves_nothing_says_so():
    assert worded(gap=np.inf, best=0.2)[0] == ("proves nothing", "proof")


@pytest.mark.parametrize(
    "status, words, style",
    [
        ("running", "proved within 0.76", "proof"),
        ("converged", "✓ proved within 0.76", "good"),
        ("small_change", "small change only: proved within 0.76", "warn"),
        ("max_iter", "budget spent: proved within 0.76", "warn"),
        ("diverged", "diverged", "bad"),
        ("unbounded", "no minimum exists", "bad"),
    ],
)
def test_status_speaks_through_the_proof(status, words, style):
    assert worded(gap=0.76, status=status) == [(words, style)]


def test_status_without_a_gap_has_a_separate_place():
    assert worded(status="converged") == [("✓ converged", "good")]
    assert worded(status="stalled") == [("stalled", "warn")]
    assert worded(status="running") == []


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("best", [None, 0.1, np.inf])
def test_every_frame_has_the_same_entries(status, best):
    assert len(chips(scene(F=1.0, gap=0.3, best=best, status=status), 0)) == 3


def test_unknown_status_is_refused():
    with pytest.raises(ValueError, match=r"status must be one of running, .*, got 'done'\."):
        scene(gap=1.0, status="done")


def test_browser_gets_the_same_words():
    result = scene(F=1.0, gap=0.3, best=0.1, status="max_iter")
    assert pack(result)[0]["chips"] == [[list(chip) for chip in worded(
        F=1.0, gap=0.3, best=0.1, status="max_iter"
    )]]  # fmt: skip


@pytest.mark.parametrize("status", ["running", "converged"])
def test_gap_below_zero_refutes_its_proof(status):
    words = STATUSES["contradiction"][0]
    assert (words, "bad") in worded(F=2.0, gap=-1e-3, best=-1e-3, status=status)
    assert worded(F=2.0, gap=-1e-12, status=status)[1][1] != "bad"
    assert refuted({"gap": [3.0, -0.1]}) and not refuted({"gap": [3.0, 0.0, np.inf]})
