"""The string of a state: read by Python and by pages alike, and refused whole where it is not."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from refusing import assert_refused

from widgets.state import LIMIT, VERSION, check_view, decode, encode

pytestmark = pytest.mark.fast
CASES = json.loads(
    (Path(__file__).parents[1] / "js" / "state-cases.json").read_text(encoding="utf-8")
)
WORDS = {
    "foreign": "must be a string such as",
    "newer": "must be of version 1 or earlier, got",
    "damaged": "which is damaged; copy it again",
    "no dictionary": "must hold a dictionary, got",
}


def test_table_is_read_and_what_is_written_reads_back():
    assert len(CASES["read"]) >= 6
    for text, state in CASES["read"]:
        assert decode(text) == state and decode(encode(state)) == state
        assert decode(f"  {text}\n") == state


@pytest.mark.parametrize("kind", CASES["refused"])
def test_what_is_no_whole_state_is_refused_in_words(kind):
    for text in CASES["refused"][kind]:
        with pytest.raises(ValueError, match=WORDS[kind]) as refused:
            decode(text)
        assert str(refused.value).endswith(".") and len(str(refused.value)) < 120


def test_what_is_no_text_is_refused():
    for thing in (None, 3, b"cl1.q1Yq", ["cl1"]):
        assert_refused(WORDS["foreign"], decode, thing, error=ValueError)


def test_no_change_of_one_letter_reads_as_another_state():
    text, state = CASES["read"][1]
    refused = 0
    for i in range(4, len(text)):
        changed = text[:i] + ("Z" if text[i] == "k" else "k") + text[i + 1 :]
        try:
            assert decode(changed) == state
        except ValueError as error:
            assert WORDS["damaged"] in str(error)
            refused += 1
    assert refused >= len(text) - 6


def test_what_is_not_plain_is_not_written():
    for thing in (math.nan, math.inf, np.zeros(2), object(), {1, 2}):
        assert_refused("state must hold plain values", encode, {"knobs": thing}, error=ValueError)


def test_what_is_too_long_is_neither_written_nor_read():
    noise = np.random.default_rng(0).bytes(LIMIT).hex()
    assert_refused(f"at most {LIMIT} letters", encode, {"points": noise}, error=ValueError)
    with pytest.raises(ValueError, match=f"at most {LIMIT} letters"):
        decode(f"cl{VERSION}.{'A' * (LIMIT + 1)}")
    bomb = encode({"points": " " * 12_000_000})
    assert_refused(WORDS["damaged"], decode, bomb, error=ValueError)


GOOD = {
    "frame": 7.5,
    "zoom": {"points": [[0, 1], [3.0, -3.0]]},
    "camera": {"ball": [1, 1, 1, 0, 0, 0, 0, 0, 1]},
    "predict": True,
    "projector": "points",
}


def test_what_a_state_says_of_the_picture_is_of_its_kind():
    check_view(GOOD)
    check_view({"projector": True})
    for one in CASES["cameras"]["seen"]:
        check_view({"camera": {"ball": one}})
    for one in CASES["ranges"]["drawn"]:
        check_view({"zoom": {"points": [one, one[::-1]]}})
    for wrong in (
        {"frame": -1},
        {"frame": True},
        {"frame": "3"},
        {"zoom": []},
        {"zoom": {"points": [[0, 0], [1, 2]]}},
        {"zoom": {"points": [[0, 1]]}},
        *({"zoom": {"points": [one, [0, 1]]}} for one in CASES["ranges"]["refused"]),
        {"zoom": {"points": [[0, "1"], [1, 2]]}},
        *({"camera": {"ball": one}} for one in CASES["cameras"]["refused"]),
        {"predict": 1},
        {"projector": False},
    ):
        (name,) = wrong
        assert_refused(f"{name} of a state must be", check_view, GOOD | wrong, error=ValueError)
