import json
import math

import ipywidgets
import numpy as np
import pytest
from refusing import assert_refused

from widgets.controls import from_wire, spec_of, to_wire
from widgets.knobs import Knob, with_primary

KNOBS = {
    "linear": Knob("noise", "linear", 0.1, "Noise", 0.0, 1.0),
    "log": Knob("lam", "log", 0.3, "λ", 1e-3, 10.0),
    "integer": Knob("n", "integer", 40, "n", 5, 200),
    "choice": Knob("order", "choice", "cyclic", options=(("cyclic", "in turn"), "random")),
    "switch": Knob("ghost", "switch", True),
    "several": Knob(
        "compare",
        "several",
        ("cd",),
        options=(("cd", "CD", "main", "solid"), ("ista", "ISTA", "rival1", "dash")),
    ),
    "text": Knob("formula", "text", "x**2"),
}
GOOD = {
    "linear": [(0.5, 0.5), (1, 1.0), ("0.25", 0.25), (np.float32(0.5), 0.5)],
    "log": [(1e-3, 1e-3), (10, 10.0), ("1e-2", 0.01)],
    "integer": [(7, 7), (7.0, 7), ("12", 12), (np.int64(9), 9)],
    "choice": [("random", "random"), ("cyclic", "cyclic")],
    "switch": [(False, False), (np.bool_(True), True), (0, False)],
    "several": [([], ()), (["ista", "cd"], ("cd", "ista")), ("ista", ("ista",)), ({"cd"}, ("cd",))],
    "text": [("", ""), ("abs(x)", "abs(x)")],
}
BAD = {
    "linear": [-0.1, math.nan, "0,3", True, None, np.zeros(2), 10**400],
    "log": [0.0, math.inf, -math.inf, "much", b"1"],
    "integer": [7.5, 1000, "seven", math.nan, [7]],
    "choice": ["greedy", 1, None, np.zeros(2), math.nan],
    "switch": ["on", 2, 1.0, None, np.zeros(2)],
    "several": [["gd"], 3, None, [np.zeros(2)], [["cd"]]],
    "text": [3, None, b"x", math.nan],
}
PAIRS_GOOD = [(kind, *pair) for kind, pairs in GOOD.items() for pair in pairs]
PAIRS_BAD = [(kind, value) for kind, values in BAD.items() for value in values]


def same(a, b):
    return type(a) is type(b) and a == b


@pytest.mark.parametrize(("kind", "given", "wanted"), PAIRS_GOOD)
def test_value_that_fits_takes_the_knobs_own_type(kind, given, wanted):
    control = KNOBS[kind].control()
    control.value = given
    assert same(control.value, wanted) and control.error == ""


@pytest.mark.parametrize(("kind", "bad"), PAIRS_BAD)
def test_value_that_does_not_fit_is_reported_not_raised(kind, bad):
    knob = KNOBS[kind]
    control = knob.control()
    control.value = bad
    assert control.value is bad
    with pytest.raises(ValueError, match=knob.name) as wrong:
        knob.check(bad)
    assert control.error == str(wrong.value) and control.error.endswith(".")
    control.value = knob.default
    assert control.error == "" and control.value == knob.default


def test_sentence_names_knob_rule_and_value():
    control = KNOBS["log"].control()
    control.value = math.nan
    assert control.error == "lam must be a number between 0.001 and 10, got nan."
    control.value = "0,3"
    assert control.error == "lam must be a number between 0.001 and 10, got '0,3'."


@pytest.mark.parametrize(("kind", "bad"), PAIRS_BAD)
def test_whatever_is_assigned_travels_as_strict_json(kind, bad):
    control = KNOBS[kind].control()
    control.value = bad
    text = json.dumps([spec_of(control.knob), control.state], allow_nan=False)
    assert json.loads(text)[1]["error"] == control.error


@pytest.mark.parametrize("value", [0.1, 1e-300, 7, -3, True, False, "λ", ["a", 2.5], None])
def test_plain_values_survive_the_wire(value):
    assert same(from_wire(json.loads(json.dumps(to_wire(value), allow_nan=False))), value)


def test_nan_and_infinities_survive_the_wire():
    assert math.isnan(from_wire(to_wire(math.nan)))
    assert from_wire(to_wire(-math.inf)) == -math.inf
    assert from_wire(to_wire(np.float64(np.inf))) == math.inf


def test_message_from_the_browser_acts_as_the_slider_does():
    control = KNOBS["several"].control()
    seen = []
    control.observe(lambda change: seen.append(change["new"]), "value")
    control.take(["ista", "cd"])
    assert seen[-1] == ("cd", "ista") and control.error == ""
    control.take({"text": "nan"})
    assert math.isnan(control.value) and "got nan" in control.error


def test_page_is_answered_also_where_its_turn_changes_nothing():
    control, reported = KNOBS["linear"].control(), []
    control.follow(lambda: reported.append(control.state), lambda _: None, lambda _: None)
    control.take(0.4, True, "one")
    assert control.dragging and reported[-1] == {"value": 0.4, "turn": "one"}
    control.take(0.4, False, "two")
    assert not control.dragging and reported[-1] == {"value": 0.4, "turn": "two"}
    control.lock("It stays.")
    with pytest.raises(ValueError, match=r"must stay at 0\.4, got 0\.5; it is it stays"):
        control.take(0.5, True, "three")
    assert reported[-1] == {"value": 0.4, "turn": "three", "locked": "It stays."}
    assert not control.followed
    control.observe(lambda _: None, "value")
    assert reported[-1]["followed"]


def test_knob_links_to_another_widget_both_ways():
    control, slider = KNOBS["linear"].control(), ipywidgets.FloatSlider(min=0, max=1)
    ipywidgets.link((control, "value"), (slider, "value"))
    assert slider.value == 0.1
    slider.value = 0.7
    assert control.value == 0.7
    control.value = 0.2
    assert slider.value == 0.2


def test_spec_says_what_the_control_draws():
    spec = spec_of(KNOBS["several"])
    assert [o["value"] for o in spec["options"]] == ["cd", "ista"]
    assert spec["options"][1]["line"] == {"light": "#D55E00", "dark": "#E8752A", "dash": "dash"}
    assert spec_of(KNOBS["choice"])["options"][0] == {
        "value": "cyclic",
        "words": "in turn",
        "line": None,
    }
    assert spec_of(KNOBS["switch"])["label"] == "ghost"


def test_tick_travels_as_value_and_words_with_its_number():
    control = KNOBS["log"].control()
    control.mark((np.float64(3.97), "λ_max"))
    assert control.state["tick"] == [3.97, "λ_max 3.97"]
    control.mark((math.inf, "λ_max"))
    assert control.state["tick"] == [{"text": "inf"}, "λ_max"]
    control.mark(None)
    assert "tick" not in control.state


def test_words_are_joined_by_either_stroke():
    one = Knob("method", "choice", "a_b", options=("a_b", "c-d"))
    assert one.check("a-b") == "a_b" and one.check("c_d") == "c-d"
    assert_refused("method must be one of", one.check, "ab", error=ValueError)
    several = Knob("compare", "several", (), options=("a_b", "c"))
    assert several.check(["a-b", "c"]) == ("a_b", "c")


def test_knob_applies_where_the_others_say_so():
    kernel = Knob("degree", "integer", 3, low=1, high=5, when={"kernel": ("polynomial",)})
    assert kernel.applies({"kernel": "polynomial"}) and not kernel.applies({"kernel": "linear"})
    price = Knob("C", "log", 1.0, low=0.1, high=2.0, when={"compare": ("soft",), "on": (True,)})
    assert price.applies({"compare": ("hard", "soft"), "on": True})
    assert not price.applies({"compare": ("hard",), "on": True})
    assert not price.applies({"compare": ("soft",), "on": 1})
    drawn = Knob("seed", "integer", 1, low=0, high=9, when={"not data": ("six",)})
    assert drawn.applies({"data": "two"}) and not drawn.applies({"data": "six"})
    either = Knob("i", "integer", 1, low=1, high=5, when=({"a": (1,)}, {"b": (1,)}))
    assert either.applies({"a": 0, "b": 1}) and not either.applies({"a": 0, "b": 0})


def test_some_knobs_are_visible_from_the_start():
    knobs = (Knob("a", "switch", True), Knob("b", "switch", True))
    assert [k.primary for k in with_primary(knobs, "b")] == [False, True]
    assert_refused("names must be among a, b, got 'c'", with_primary, knobs, "c", error=ValueError)


@pytest.mark.parametrize(
    "given, words",
    [
        (("lam", "logarithmic", 0.1, "", 0.1, 1.0), "kind of lam must be one of 'linear', 'log'"),
        (("lam", "log", 0.1, "", 0.0, 1.0), "low of lam must be positive on a log scale, got 0.0"),
        (("lam", "log", 0.1, "", -1.0, 1.0), "low of lam must be positive"),
        (("lam", "linear", 0.1), "low and high of lam must be two numbers, the smaller first"),
        (("lam", "linear", 0.1, "", 1.0, 0.0), "the smaller first, got 1.0 and 0.0"),
        (("lam", "linear", 0.1, "", 0.0, math.inf), "low and high of lam must be two numbers"),
        (("lam", "linear", 2.0, "", 0.0, 1.0), "The default does not fit: lam must be a number"),
        (("n", "integer", 2.5, "", 0, 9), "The default does not fit: n must be a whole number"),
        (("mode", "choice", "a"), "options of mode must be at least one, each another"),
        (("mode", "several", ()), "options of mode must be at least one"),
        (("mode", "choice", "a", "", None, None, "ab"), "options of mode must be a tuple"),
        (("mode", "choice", "a", "", None, None, 3), "options of mode must be a tuple"),
        (("lam", "linear", np.complex128(0.5 + 1j), "", 0.0, 1.0), "lam must be a number"),
        (("mode", "choice", "a", "", None, None, ("a", ("a", "again"))), "each another"),
        (("mode", "choice", "c", "", None, None, ("a", "b")), "does not fit: mode must be one of"),
        (("a b", "switch", True), "must be a name of Python, got 'a b'"),
        ((3, "switch", True), "must be a name of Python, got 3"),
        (("words", "text", None), "The default does not fit: words must be text"),
    ],
)
def test_what_cannot_work_is_refused_where_it_is_written(given, words):
    assert_refused(words, Knob, *given, error=ValueError)


def test_only_knobs_with_ends_on_an_even_scale_run_round():
    knob = Knob("turn", "linear", 0.0, "", 0.0, 360.0, periodic=True)
    assert spec_of(knob)["periodic"] and not spec_of(KNOBS["linear"])["periodic"]
    for given in (("lam", "log", 0.1, "", 0.1, 1.0), ("on", "switch", True)):
        with pytest.raises(ValueError, match=f"periodic of {given[0]} must be False but for"):
            Knob(*given, periodic=True)


def test_options_that_a_function_says_are_asked_when_they_are_needed():
    assert (
        Knob("file", "choice", "later", options=lambda: ("now", "upcoming")).check("now") == "now"
    )


def test_knob_of_text_may_make_text_of_other_values():
    def words(value):
        if isinstance(value, int):
            return f"{value} apples"
        raise ValueError("fruit must be counted.")

    knob = Knob("fruit", "text", "", words=words)
    assert knob.check(3) == "3 apples" and knob.check("pears") == "pears"
    assert_refused("fruit must be counted", knob.check, None, error=ValueError)
    with pytest.raises(ValueError, match="fruit must be text, got 3"):
        Knob("fruit", "text", "").check(3)


def test_page_offers_the_suffixes_of_a_file():
    assert spec_of(Knob("file", "file", "", suffixes=(".mps", ".lp")))["accept"] == ".mps,.lp"
    assert ".csv" in spec_of(Knob("file", "file", ""))["accept"]
