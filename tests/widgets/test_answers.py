"""What was answered in predict mode is stored, and judged by Python."""

import csv
from dataclasses import replace

from widgets import Aim, Axis, Clock, Curve, Panel, Question, Scene
from widgets.stage import Stage


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


def test_a_click_is_judged_by_its_place():
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
