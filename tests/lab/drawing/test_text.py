"""Numbers in captions read back; names in sentences: how many, and the verb that follows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.drawing.text import does, few, format_distinct, listed, number, power, read, unsigned

numbers = st.floats(-1e8, 1e8, allow_nan=False)


@given(numbers)
def test_numbers_read_back(x):
    assert read(number(x)) == pytest.approx(x, rel=0.06, abs=6e-4)
    assert (number(x) == "0") == (x == 0.0) and "-0" not in number(x, 2).split("e")[0]
    assert read(power(x)) == pytest.approx(x, rel=0.051)


@given(numbers, st.floats(1e-9, 1e-2))
def test_numbers_that_differ_read_differently(x, share):
    y = x + share * max(abs(x), 1.0)
    first, second = format_distinct(x, y)
    assert read(first) < read(second)
    assert format_distinct(x, x)[0] == format_distinct(x, x)[1]


def test_only_rounding_is_forgiven():
    assert unsigned(np.array([-1e-12, -1e-3, 2.0]), 1.0).tolist() == [0.0, -1e-3, 2.0]


def test_lists_of_words():
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    "words, most, expected",
    [
        ([], 3, []),
        (["a", "b", "c"], 3, ["a", "b", "c"]),
        (["a", "b", "c", "d"], 3, ["a", "b", "c", "1 more"]),
        (iter("abcde"), 2, ["a", "b", "3 more"]),
    ],
)
def test_few_gives_the_first_words_and_the_number_of_the_others(words, most, expected):
    assert few(words, most) == expected


@pytest.mark.parametrize(
    "how, expected",
    [
        ({}, "a, b, c and d"),
        ({"most": 4}, "a, b, c and d"),
        ({"most": 2}, "a, b and 2 more"),
        ({"last": "or", "most": 2}, "a, b or 2 more"),
    ],
)
def test_list_of_names_says_how_many_are_left_out(how, expected):
    assert listed(iter("abcd"), **how) == expected


@pytest.mark.parametrize(
    "names, verb, expected",
    [
        (["w₁"], "enter", "w₁ enters"),
        (["w₁", "w₂"], "enter", "w₁ and w₂ enter"),
        (["w₁"], "come back to 0", "w₁ comes back to 0"),
        (["a", "b", "c", "d", "e"], "come back to 0", "a, b, c and 2 more come back to 0"),
    ],
)
def test_verb_agrees_with_the_number_of_names(names, verb, expected):
    assert does(names, verb) == expected
