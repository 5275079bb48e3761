"""Questions fit their scenes, clicks are judged, keys cannot be read in what pages hold, and
answers are stored."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from widgets import Aim, Axis, Clock, Curve, Panel, Question, Rings, Scene
from widgets.pack import pack
from widgets.questions import AIMED, check_questions, packed, seal
from widgets.scene import Panels
from widgets.stage import Stage

CASES = json.loads((Path(__file__).parents[1] / "js/aim-cases.json").read_text(encoding="utf-8"))
AIM = Aim("p", (0.0, 0.0), (0.5, 0.25), (0.2, 0.2))


def panel(key="p", **axes):
    return Panel("p", [Curve([0.0, 1.0], [0.0, 1.0])], key=key, **axes)


@pytest.mark.parametrize(
    "words, aim, point, reported", CASES["judged"], ids=lambda c: c if isinstance(c, str) else ""
)
def test_click_is_judged(words, aim, point, reported):
    assert Aim("p", **{name: tuple(value) for name, value in aim.items()}).judge(point) == reported


def test_table_holds_every_verdict():
    assert {reported for *_, reported in CASES["judged"]} == set(range(len(AIMED)))


def test_seals_are_those_of_the_table():
    assert [seal(secret) for secret, _ in CASES["sealed"]] == [text for _, text in CASES["sealed"]]


def test_nothing_of_the_key_is_in_what_the_player_gets():
    question = Question(0, "Which?", ("up", "down"), 1, "It falls, as 7.25 shows.", key="way")
    click = Question(0, "Where?", why="It lands there.", key="aim", aim=AIM)
    scene = Scene([panel()], Clock("step", [0, 1]), ["a", "b"], {}, (question, click))
    spec, _ = pack(scene)
    for one in spec["questions"]:
        assert not {"answer", "why", "target", "within"} & {*one, *one.get("aim", {})}
    text = json.dumps(spec["questions"], ensure_ascii=False)
    assert not any(words in text for words in ("7.25", "It lands", "0.25", '"answer"'))


def test_equal_answers_of_other_questions_have_other_seals():
    one, two = (packed(Question(0, "?", ("a", "b"), 1, why)) for why in ("Since.", "Because."))
    assert one["sealed"][:8] != two["sealed"][:8]


@pytest.mark.parametrize(
    "change, axes, words",
    [
        ({"rings": Rings("q", ((0.0, 0.0), (1.0, 1.0)))}, {}, "must be a panel that is shown"),
        ({"hides": ("p",)}, {}, "must be a panel that is shown"),
        ({}, {"x": Axis(log=True)}, "must be a panel that is shown, with linear axes"),
        ({"options": ("this", "that")}, {}, "must have the options"),
        ({"rings": Rings("p", ((0.0, 0.0), (1.0,)))}, {}, "must be 2 numbers each"),
        ({"rings": Rings("p", ((0.0, 0.0), (1.0, float("nan"))))}, {}, "must be 2 numbers each"),
    ],
)
def test_rings_that_cannot_be_drawn_are_refused(change, axes, words):
    question = Question(0, "Which?", rings=Rings("p", ((0.0, 0.0), (1.0, 1.0))))
    assert question.options == ("the one at A", "the one at B") and question.panel == "p"
    assert packed(question)["rings"]["places"] == [[0.0, 0.0], [1.0, 1.0]]
    check_questions([question], Panels([panel()], 2), 2)
    with pytest.raises(ValueError, match=words):
        check_questions([replace(question, **change)], Panels([panel(**axes)], 2), 2)


@pytest.mark.parametrize(
    "aim, panels, words",
    [
        (Aim("q", *[(0.0, 1.0)] * 3), [panel()], "must be a panel in a plane"),
        (AIM, [panel(x=Axis(log=True))], "must be a panel in a plane"),
        (Aim("p", (0.0, 0.0), (0.1, 0.0), (0.2, 0.2)), [panel()], "further from its start"),
        (Aim("p", (0.0, 0.0), (0.1, 0.0), (0.0, 0.0)), [panel()], "further from its start"),
        (Aim("p", (0.0, 0.0), (float("nan"), 0.0), (0.1, 0.1)), [panel()], "three finite pairs"),
    ],
)  # fmt: skip
def test_aim_that_no_click_can_meet_is_refused(aim, panels, words):
    with pytest.raises(ValueError, match=words):
        check_questions([Question(0, "Where?", aim=aim)], Panels(panels, 1), 1)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"prompt": " "}, "prompt of a question must say what is asked"),
        ({"options": ("a",)}, "options of 'Which' must be two or more"),
        ({"answer": 2}, "'Which' must point at .*, got frame 0 of 1 and answer 2 of 2"),
        ({"frame": 3}, "'Which' must point at .*, got frame 3 of 1 and answer 0 of 2"),
    ],
)
def test_question_of_a_scene_asks_something(change, words):
    question = Question(**{"frame": 0, "prompt": "Which", "options": ("a", "b"), **change})
    with pytest.raises(ValueError, match=words):
        check_questions([question], Panels([panel()], 1), 1)


def test_aim_needs_its_panel_and_no_options():
    for more in ({"hides": ("p",)}, {"options": ("a", "b")}):
        with pytest.raises(ValueError, match="must show the panel 'p'"):
            check_questions([Question(0, "Where?", aim=AIM, **more)], Panels([panel()], 1), 1)
    check_questions([Question(0, "Where?", aim=AIM)], Panels([panel()], 1), 1)


def test_panel_left_out_takes_its_aims_along():
    scene = Scene(
        [panel("p"), panel("q")], Clock("i", [0]), ["a"], {}, (Question(0, "Where?", aim=AIM),)
    )
    assert scene.only(["p"]).questions and not scene.only(["q"]).questions


def asking():
    panel = Panel("p", [Curve([0.0, 1.0], [0.0, 1.0])], Axis("x"), Axis("y"), key="p")
    question = Question(1, "Where next?", ("up", "down"), 1, "It falls.", key="way")
    return Scene([panel], Clock("step", [0, 1]), ["a", "b"], {}, (question,))


def test_answers_are_judged_by_the_scene_and_written(tmp_path):
    stage = Stage(asking())
    stage.answers.settings = {"lam": 0.3}
    for choice in (0, 1):
        text = {"kind": "answer", "key": "way", "choice": choice, "tries": choice + 1}
        stage._received(stage, text, [])
    rows = [(a["question"], a["choice"], a["try"], a["right"]) for a in stage.answers]
    assert rows == [("Where next?", "up", 1, False), ("Where next?", "down", 2, True)]
    assert stage.answers[0]["settings"] == {"lam": 0.3} and stage.answers[0]["frame"] == 1
    stage.answers.to_csv(tmp_path / "a.csv")
    with open(tmp_path / "a.csv", newline="", encoding="utf-8") as file:
        retained = list(csv.DictReader(file))
    assert [row["right"] for row in retained] == ["False", "True"] and retained[0]["key"] == "way"


def test_click_is_judged_by_its_place():
    scene = asking()
    aim = Aim("p", (0.0, 0.0), (0.5, 0.5), (0.2, 0.2))
    stage = Stage(replace(scene, questions=[Question(1, "Where?", key="aim", aim=aim)]))
    # What the browser says of it counts for nothing.
    for at, tries in (([0.1, 0.1], 1), ([0.45, 0.55], 2)):
        text = {"kind": "answer", "key": "aim", "choice": 0, "tries": tries, "at": at}
        stage._received(stage, text, [])
    rows = [(a["choice"], a["at"], a["right"]) for a in stage.answers]
    assert rows == [("the right way, but not far enough", (0.1, 0.1), False),
                    ("there", (0.45, 0.55), True)]  # fmt: skip
    for at in (None, [0.5], ["a", 1], [float("nan"), 0.0], {"x": 1}):
        stage._received(stage, {"kind": "answer", "key": "aim", "choice": 0, "at": at}, [])
    assert len(stage.answers) == 2


def test_what_names_no_question_or_option_is_left_out():
    stage = Stage(asking())
    for content in (
        {"key": "no", "choice": 0, "tries": 1},
        {"key": "way", "choice": 2, "tries": 1},
        {"key": "way", "choice": True, "tries": 1},
        {"key": "way", "choice": "0"},
        {"key": ["way"], "choice": 0},
        {},
    ):
        stage._received(stage, {"kind": "answer", **content}, [])
    assert stage.answers == []
