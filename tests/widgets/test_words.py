"""Numbers in words: each kind is written so that it can be read back, and templates fill in names
and nothing else."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.text import caption_parts
from widgets.words import Words, apart, bound, bounds_apart, count, figure, point, read, say, value

NUMBERS = st.floats(-1e9, 1e9).filter(lambda x: x == 0.0 or abs(x) > 1e-12)


@given(NUMBERS)
def test_value_any_number_reads_back(x):
    assert read(value(x)) == pytest.approx(x, rel=0.06, abs=6e-4)
    assert (value(x) == "0") == (x == 0.0)


@given(st.floats(1e-12, 1e9), st.integers(1, 6))
def test_bound_any_number_is_not_below_it(x, digits):
    assert x * (1.0 - 1e-15) <= read(bound(x, digits)) <= x * (1.0 + 1.01 * 10.0 ** (1 - digits))


def test_bound_of_nothing_is_zero():
    assert bound(0.0) == bound(-1e-18) == "0" and bound(0.0123) == "0.013"


@given(NUMBERS, st.floats(1e-7, 1.0))
def test_apart_two_numbers_are_written_in_their_order(x, share):
    y = x + share * max(abs(x), 1e-3)
    first, second = apart(x, y)
    assert read(first) < read(second)


def test_apart_equal_numbers_read_the_same():
    assert apart(0.2, 0.2) == ("0.200", "0.200")


def test_bounds_apart_shows_which_is_less():
    inside, limit = bounds_apart(9.96e-7, 9.99e-7)
    assert read(inside) < read(limit) and read(inside) >= 9.96e-7
    assert bounds_apart(0.1, 0.3) == ("0.10", "0.30")


def test_point_count_and_figure_have_their_forms():
    assert point([-1.7, 0.0]) == "(−1.700, 0)" and point([1.0, 2.0], 1) == "(1.0, 2.0)"
    assert count(1, "sweep") == "1 sweep" and count(1200, "pair step") == "1,200 pair steps"
    assert figure(0.30000001, 3) == "0.3"


UNUSUAL = (np.inf, -np.inf, np.nan, 0.0, -0.0, 1.0, -2.5, 5e-324, 1e308)


@pytest.mark.parametrize("x", UNUSUAL)
def test_any_number_is_written_in_each_kind_and_reads_back(x):
    for words in (value(x), figure(x)):
        assert read(words) == pytest.approx(x, rel=0.06, nan_ok=True)
    assert count(x, "step") == f"{figure(x, 3)} step{'s' * (x != 1.0)}" or abs(x) == 1e308
    assert read(bound(x)) >= x or np.isnan(x)
    assert say("{x} {x:rough} {x:bound} {x:4g} {x:count step}", x=x)
    for y in UNUSUAL:
        first, second = apart(x, y)
        assert (read(first) < read(second), read(first) > read(second)) == (x < y, x > y)
        assert say("{x:≠y}", x=x, y=y) == first and say("{y:≠x}", x=x, y=y) == second
        assert {say("{x:bound≠y}", x=x, y=y)} <= {*bounds_apart(x, y), *bounds_apart(y, x)}


def test_what_is_not_finite_has_its_sign():
    assert count(np.inf, "step") == "∞ steps" and count(np.nan, "row") == "– rows"
    assert apart(-np.inf, 1.0) == ("−∞", "1.000") and apart(np.nan, 1.0) == ("–", "1.000")


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("{x} {x:.1} {x:3g}", "0.200 0.2 0.2"),
        ("{x:≠y} {y:≠x}", "0.20000 0.20001"),
        ("{x:.2≠z} {z:.2≠x}", "0.20 0.30"),
        ("{gap:bound} {gap:bound≠limit} {limit:bound≠gap}", "0.013 0.0124 0.0125"),
        ("{gap:rough} {w:.0}", "0.012 (1, −2)"),
        ("{w} {w:.1}", "(1.000, −2.000) (1.0, −2.0)"),
        ("{n} {n:count step} {one:count step}", "1,200 1,200 steps 1 step"),
        ("{name} of {n:count row}", "{x} of 1,200 rows"),
    ],
)
def test_say_each_kind_is_written_by_its_function(template, words):
    values = {"x": 0.2, "y": 0.20001, "z": 0.3, "gap": 0.01231, "limit": 0.01249, "n": 1200,
              "one": 1, "name": "{x}", "w": np.array([1.0, -2.0])}  # fmt: skip
    assert say(template, **values) == words


@pytest.mark.parametrize("template", ["{x.real}", "{x[0]}", "{0}", "{}", "{x!r}"])
def test_say_a_field_that_is_no_name_stays_text(template):
    assert say(template, x=1.0) == template and say("{x}", x="{y}") == "{y}"


def test_say_an_unknown_name_or_kind_is_refused():
    with pytest.raises(ValueError, match=r"\{other\}"):
        say("{other}", x=1.0)
    with pytest.raises(ValueError, match=r"\{x:loud\}"):
        say("{x:loud}", x=1.0)


class Frame:
    def __init__(self, gap, name="a {gap} b"):
        self.gap, self.name = gap, name


def test_words_parts_are_filled_in_and_names_are_not():
    words = Words(
        caption=lambda frame: "{name}: {proof}" if frame.gap else "{name}: done",
        proof="proved within {gap:bound}",
    )
    captions = words.of([Frame(0.0123), Frame(0.0)])
    assert list(captions) == ["a {gap} b: proved within 0.013", "a {gap} b: done"]
    finished = Words(caption=lambda frame: say("{name}", frame))
    assert list(finished.of([Frame(1.0)])) == ["a {gap} b"]


def test_words_that_are_no_text_are_refused():
    with pytest.raises(ValueError, match="caption"):
        Words(caption=lambda frame: None).say("caption", Frame(1.0))


class Step(Frame):
    def __init__(self, k, last):
        super().__init__(0.01)
        self.k, self.last = k, last


def test_words_without_a_caption_have_start_step_and_ending():
    frames = [Step(0, False), Step(1, False), Step(2, True)]
    words = Words(start="start", step="step {k}", ending="within {gap:bound}", note="{k}!")
    assert list(words.of(frames)) == ["start", "step 1", "step 2\nwithin 0.010"]
    assert list(words.of(frames, "note")) == ["0!", "1!", "2!"]
    assert list(Words(start="start", step="step").of([Step(0, True)])) == ["start"]


def test_statement_ends_after_the_names_that_have_full_stops():
    frame = SimpleNamespace(k=1, last=False, name="No. of rooms")
    words = Words(visible="{name} grows.", step="{name}: 0 → 1.")
    seen, figures, _ = caption_parts(words.say("caption", frame))
    assert (seen, figures) == ("No. of rooms grows.", "No. of rooms: 0 → 1.")
