"""Names in sentences: how many of them, and the verb that follows."""

import pytest

from lab.drawing.text import does, few, listed


@pytest.mark.parametrize(
    "words, most, expected",
    [
        ([], 3, []),
        (["a", "b", "c"], 3, ["a", "b", "c"]),
        (["a", "b", "c", "d"], 3, ["a", "b", "c", "1 more"]),
        (iter("abcde"), 2, ["a", "b", "3 more"]),
    ],
)
def test_a_few_words_and_the_number_of_the_others(words, most, expected):
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
def test_a_list_of_names_says_how_many_are_left_out(how, expected):
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
def test_a_verb_agrees_with_the_number_of_names(names, verb, expected):
    assert does(names, verb) == expected
