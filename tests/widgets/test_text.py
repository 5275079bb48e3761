"""How numbers and counters are worded: the table that the player's own words are held to as well
(tests/js/text.test.js); and which words are explained."""

import json
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from widgets import Axis, Clock, Curve, Panel, Scene, text
from widgets.chips import STATUSES
from widgets.pack import pack
from widgets.text import occurring

TABLE = Path(__file__).parents[1] / "js" / "text-cases.json"
CASES = json.loads(TABLE.read_text(encoding="utf-8"))
UNUSUAL = {"NaN": np.nan, "inf": np.inf, "-inf": -np.inf}


def real(value):
    return UNUSUAL.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("rule", ["number", "rough", "short", "field", "tick", "power_tick"])
def test_numbers_follow_the_table(rule):
    for value, words in CASES[rule]:
        assert getattr(text, rule)(real(value)) == words, value
        if value in (real(value), None):
            assert getattr(text, rule)(np.float64(value)) == words, value


@pytest.mark.parametrize("values, words", CASES["ticks"])
def test_numbers_of_an_axis_are_worded_alike(values, words):
    assert text.ticks(values) == words


@pytest.mark.parametrize("name, values, position, words", CASES["counter"])
def test_counters_follow_the_table(name, values, position, words):
    assert text.counter(name, values, position) == words
    if position == int(position):
        spec, _ = pack(scene(Clock(name, np.array(values)), {}))
        assert spec["clock"]["counters"][int(position)] == words


@pytest.mark.parametrize("readout, words", CASES["chips"])
def test_chips_follow_the_table(readout, words):
    spec, _ = pack(scene(Clock("step", np.zeros(1)), {n: [real(v)] for n, v in readout.items()}))
    assert spec["chips"] == [words]


@pytest.mark.parametrize("caption, parts", CASES["caption_parts"])
def test_caption_begins_with_the_statement_then_the_numbers(caption, parts):
    assert list(text.caption_parts(caption)) == parts


def test_table_knows_every_status():
    assert {r["status"] for r, _ in CASES["chips"] if "status" in r} == set(STATUSES)


def test_what_is_no_number_is_a_dash():
    assert text.number(None) == text.number(np.nan) == "–"


def scene(clock, readout):
    return Scene([Panel("p", [], key="p")], clock, ["."] * len(clock), readout)


@pytest.mark.parametrize("values, words", [
    (np.arange(36), ["0", "10", "20", "30"]),
    (np.arange(131), ["0", "20", "40", "60", "80", "100", "120"]),
    (np.arange(412.0) ** 2, ["0", "1", "10", "100", "1,000", "10,000", "100,000"]),
    (np.geomspace(0.865, 0.0432, 20), ["0.5", "0.2", "0.1", "0.05"]),
    (np.array([5, 5, 6]), ["5", "6"]), (np.array([3.0]), ["3"]), (np.arange(2), ["0", "1"]),
    (np.array([3.1, 3.14]), ["3.1", "3.11", "3.12", "3.13", "3.14"]),
])  # fmt: skip
def test_scrubber_marks_are_round_numbers_of_the_clock(values, words):
    marks = text.clock_ticks(values)
    assert [said for _, said in marks] == words
    frames = np.arange(len(values))
    for k, said in marks:
        shown = float(said.replace(",", ""))
        assert np.interp(k, frames, values) == pytest.approx(shown, rel=2e-3, abs=1e-9)
    assert all(0 <= k <= len(values) - 1 for k, _ in marks)
    assert all(a < b for (a, _), (b, _) in pairwise(marks))


def test_both_sides_agree_on_numbers_that_no_table_holds(node):
    """Ties above all, which Python rounds to even and JavaScript away from zero."""
    draw = random.Random(0)
    values = [draw.uniform(-1.0, 1.0) * 10.0 ** draw.uniform(-12, 12) for _ in range(2000)]
    values += [draw.randrange(1, 4096) / 2.0 ** draw.randrange(1, 12) for _ in range(1000)]
    values += [draw.randrange(1, 10**7) + 0.5 for _ in range(1000)]
    texts = node(
        'import { field, number, short } from "widgets/static/text.js";'
        "export default (values) => values.map((v) => [number(v), short(v), field(v)]);",
        values,
    )
    for value, (number, short, field) in zip(values, texts, strict=True):
        assert [number, short, field] == [text.number(value), text.short(value), text.field(value)]


TERMS = {"gap": "Value less bound.", "central path": "Of centres.", "PDHG": "A method.",
         "residual": "What is left."}  # fmt: skip


def test_words_are_found_whole_in_any_case_and_with_an_s():
    assert occurring(["Gaps of pdhg"], TERMS) == {"gap": TERMS["gap"], "pdhg": TERMS["PDHG"]}
    assert occurring(["the residual's line"], TERMS) == {"residual": TERMS["residual"]}
    assert occurring(["gapless", "a-gap", "the central one, a path"], TERMS) == {}
    assert [*occurring(["the Central paths"], TERMS)] == ["central path"]
    assert occurring(["gap"], {}) == {}


def test_plural_of_another_sense_comes_with_its_singular():
    terms = {"bound": "Of a value.", "bounds": "Of a variable.", "gap": TERMS["gap"]}
    both = {"bound": "Of a value.", "bounds": "Of a variable."}
    assert occurring(["a bound"], terms) == occurring(["between the bounds"], terms) == both
    assert [*occurring(["gaps"], terms)] == ["gap"]


def explained_scene(**more):
    panel = Panel("Falls", [Curve([0.0, 1.0], [1.0, 0.0], label="a residual", legend=True)],
                  Axis("w"), key="one", subtitle="the central path")  # fmt: skip
    return Scene([panel], Clock("step", [0, 1]), ["Start", "The gap"], {"F": [1.0, 0.0]}, **more)


def test_picture_has_what_its_own_words_mean_and_no_more():
    spec, _ = pack(explained_scene().explained(TERMS))
    assert [*spec["terms"]] == ["central path", "gap", "residual"]
    assert pack(explained_scene())[0]["terms"] == {}
    assert [*pack(explained_scene().explained(TERMS), captioned={0})[0]["terms"]] == [
        "central path",
        "residual",
    ]


def test_scenes_own_words_come_before_the_workbooks():
    spec, _ = pack(explained_scene(terms={"gap": "Here the distance."}).explained(TERMS))
    assert spec["terms"]["gap"] == "Here the distance."
