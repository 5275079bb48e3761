"""Words that are explained where a picture writes them."""

from widgets import Axis, Clock, Curve, Panel, Scene
from widgets.pack import pack
from widgets.text import occurring

TERMS = {"gap": "Value less bound.", "central path": "Of centres.", "PDHG": "A method.",
         "residual": "What is left."}  # fmt: skip


def test_words_are_found_whole_in_any_case_and_with_an_s():
    assert occurring(["Gaps of pdhg"], TERMS) == {"gap": TERMS["gap"], "pdhg": TERMS["PDHG"]}
    assert occurring(["the residual's line"], TERMS) == {"residual": TERMS["residual"]}
    assert occurring(["gapless", "a-gap", "the central one, a path"], TERMS) == {}
    assert [*occurring(["the Central paths"], TERMS)] == ["central path"]
    assert occurring(["gap"], {}) == {}


def test_a_plural_of_another_sense_comes_with_its_singular():
    terms = {"bound": "Of a value.", "bounds": "Of a variable.", "gap": TERMS["gap"]}
    both = {"bound": "Of a value.", "bounds": "Of a variable."}
    assert occurring(["a bound"], terms) == occurring(["between the bounds"], terms) == both
    assert [*occurring(["gaps"], terms)] == ["gap"]


def scene(**more):
    panel = Panel("Falls", [Curve([0.0, 1.0], [1.0, 0.0], label="a residual", legend=True)],
                  Axis("w"), key="one", subtitle="the central path")  # fmt: skip
    return Scene([panel], Clock("step", [0, 1]), ["Start", "The gap"], {"F": [1.0, 0.0]}, **more)


def test_a_picture_has_what_its_own_words_mean_and_no_more():
    spec, _ = pack(scene().explained(TERMS))
    assert [*spec["terms"]] == ["central path", "gap", "residual"]
    assert pack(scene())[0]["terms"] == {}
    assert [*pack(scene().explained(TERMS), captioned={0})[0]["terms"]] == [
        "central path",
        "residual",
    ]


def test_a_scenes_own_words_come_before_the_workbooks():
    spec, _ = pack(scene(terms={"gap": "Here the distance."}).explained(TERMS))
    assert spec["terms"]["gap"] == "Here the distance."
